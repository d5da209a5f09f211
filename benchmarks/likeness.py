"""Does the likeness of two sentences see a small difference that turns the meaning round?"""

from __future__ import annotations

import random
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from textlint_pt_embedded.forms import form_lexicon

from benchmarks.evaluation.command import Files, Rows
from benchmarks.evaluation.common import auc
from benchmarks.evaluation.treebank import Tree, Word, read
from benchmarks.evaluation.views import analysed
from benchmarks.similarity import overlap
from textlint_pt.text import variants
from textlint_pt.text.likeness import Side, compare

if TYPE_CHECKING:
    from textlint_pt.contract import Forms

SEED = 15
#: in the order of `Side`
ANALYSES = ("meaning-vectors", "meaning-tokens", "parse")
#: words of a sentence that pairs are made of
SHORTEST, LONGEST = 6, 40


Made = tuple[str, str]
Maker = Callable[[Tree, random.Random], str | None]


class Pair(NamedTuple):
    first: str
    second: str
    kind: str
    same: bool


# ------------------------------------------------------------------ trees


def _below(tree: Tree, number: int) -> list[int]:
    """The words of the subtree of a word, in order."""
    found = {number}
    grown = True
    while grown:
        more = {i for i, word in enumerate(tree.words) if word.head - 1 in found} - found
        grown = bool(more)
        found |= more
    return sorted(found)


def _stretch(tree: Tree, number: int) -> tuple[int, int] | None:
    """Where the subtree of a word stands; None if other words stand in it, or half a token."""
    places = _below(tree, number)
    if places != list(range(places[0], places[-1] + 1)):
        return None
    before = tree.words[places[0] - 1] if places[0] else None
    first, last = tree.words[places[0]], tree.words[places[-1]]
    after = tree.words[places[-1] + 1] if places[-1] + 1 < len(tree.words) else None
    if (before and before.start == first.start) or (after and after.end == last.end):
        return None
    return first.start, last.end


def _root(tree: Tree) -> int | None:
    return next((i for i, word in enumerate(tree.words) if word.relation == "root"), None)


def _child(tree: Tree, number: int, *relations: str) -> int | None:
    return next(
        (i for i, w in enumerate(tree.words) if w.head == number + 1 and w.relation in relations),
        None,
    )


def _put(text: str, start: int, end: int, new: str) -> str:
    """`new` in place of a stretch, with a capital where that has one that opens the sentence."""
    if start == 0 and text[:1].isupper():
        new = new[:1].upper() + new[1:]
    return text[:start] + new + text[end:]


def _small(words: Sequence[Word], number: int, text: str) -> str:
    """A stretch that may follow others: its first letter small unless it is a name's."""
    return text if words[number].tag == "PROPN" else text[:1].lower() + text[1:]


# ------------------------------------------------------------------ the same


def variant(tree: Tree, rng: random.Random) -> str | None:
    known, _ = variants.forms()
    found = []
    for match in re.finditer(r"[^\W\d_]+", tree.text):
        entry = known.get(match.group().lower())
        if entry and entry.other and not entry.weak and " " not in entry.other:
            found.append((match.span(), entry.other))
    if not found:
        return None
    (start, end), other = rng.choice(found)
    return _put(tree.text, start, end, other)


def passive(tree: Tree, rng: random.Random) -> str | None:
    root = _root(tree)
    if root is None:
        return None
    verb = tree.words[root]
    subject, thing = _child(tree, root, "nsubj"), _child(tree, root, "obj")
    if subject is None or thing is None or not subject < root < thing:
        return None
    if verb.tag != "VERB" or "Person=3" not in verb.features or "Mood=Ind" not in verb.features:
        return None
    places = _stretch(tree, subject), _stretch(tree, thing)
    if None in places or tree.words[thing].tag not in ("NOUN", "PROPN"):
        return None
    if tree.words[subject].tag not in ("NOUN", "PROPN"):
        return None
    (a, b), (c, d) = places  # type: ignore[misc]
    if a != 0 or tree.text[b:c].strip() != tree.text[verb.start : verb.end]:
        return None
    number = "Plur" if "Number=Plur" in tree.words[thing].features else "Sing"
    gender = "Fem" if "Gender=Fem" in tree.words[thing].features else "Masc"
    features = f"Gender={gender}|Number={number}|VerbForm=Part"
    participles = form_lexicon().inflect(verb.lemma, "VERB", features)
    tense = {"Past": ("foi", "foram"), "Pres": ("é", "são")}
    forms = next((both for name, both in tense.items() if f"Tense={name}" in verb.features), None)
    if not participles or not forms:
        return None
    by = _small(tree.words, _below(tree, subject)[0], tree.text[a:b])
    article, _, rest = by.partition(" ")
    by = f"pel{article} {rest}" if article in ("o", "a", "os", "as") else f"por {by}"
    what = tree.text[c:d]
    what = what[:1].upper() + what[1:]
    return f"{what} {forms[number == 'Plur']} {participles[0]} {by}{tree.text[d:]}"


_ENCLITIC = re.compile(r"(?<= )([a-zà-ÿ]{3,})-(se|lhe|lhes|me|nos|te)\b(?!-)")


def clitic(tree: Tree, rng: random.Random) -> str | None:
    found = list(_ENCLITIC.finditer(tree.text))
    if not found:
        proclitic = list(re.finditer(r"(?<= )(se|lhe|lhes|me) ([a-zà-ÿ]{4,})\b", tree.text))
        verbs = {w.start for w in tree.words if w.tag == "VERB" and "VerbForm=Fin" in w.features}
        fit = [m for m in proclitic if m.start(2) in verbs]
        if not fit:
            return None
        match = rng.choice(fit)
        return _put(tree.text, *match.span(), f"{match[2]}-{match[1]}")
    match = rng.choice(found)
    return _put(tree.text, *match.span(), f"{match[2]} {match[1]}")


def synonym(tree: Tree, rng: random.Random) -> str | None:
    return _exchanged(tree, "same", rng) or _put_words(tree, "same_words", rng)


def order(tree: Tree, rng: random.Random) -> str | None:
    root = _root(tree)
    if root is None or not tree.text.endswith("."):
        return None
    for number, word in enumerate(tree.words):
        if word.head - 1 != root or word.relation not in ("obl", "advcl", "advmod"):
            continue
        place = _stretch(tree, number)
        if (
            place
            and place[1] == len(tree.text) - 1
            and 8 < place[1] - place[0] < 60
            and place[0] > 15
        ):
            moved = tree.text[place[0] : place[1]].lstrip(" ,;")
            if not moved[0].isalpha():
                continue
            rest = tree.text[: place[0]].rstrip(" ,")
            rest = _small(tree.words, 0, rest)
            return f"{moved[:1].upper()}{moved[1:]}, {rest}."
    return None


# ------------------------------------------------------------------ changed


def negation(tree: Tree, rng: random.Random) -> str | None:
    root = _root(tree)
    if root is None:
        return None
    said = next((w for w in tree.words if w.head - 1 == root and w.form.lower() == "não"), None)
    if said:
        return _put(tree.text, said.start, said.end + 1, "") if said.start else None
    number = root
    for helper in (_child(tree, root, "aux", "aux:pass"), _child(tree, root, "cop")):
        number = min(number, helper) if helper is not None else number
    verb = tree.words[number]
    if verb.tag not in ("VERB", "AUX") or "VerbForm=Fin" not in verb.features or not verb.start:
        return None
    before = tree.words[number - 1]
    start = (
        before.start
        if before.tag == "PRON"
        and before.head - 1 == root
        and (before.form.lower() in ("se", "me", "lhe", "lhes", "nos", "o", "a"))
        else verb.start
    )
    return f"{tree.text[:start]}não {tree.text[start:]}" if start else None


def contrary(tree: Tree, rng: random.Random) -> str | None:
    return _exchanged(tree, "contrary", rng)


def roles(tree: Tree, rng: random.Random) -> str | None:
    for root, verb in enumerate(tree.words):
        subject, thing = _child(tree, root, "nsubj"), _child(tree, root, "obj")
        if verb.tag != "VERB" or subject is None or thing is None or not subject < root < thing:
            continue
        one, other = tree.words[subject], tree.words[thing]
        if {one.tag, other.tag} - {"NOUN", "PROPN"} or one.lemma == other.lemma:
            continue
        if ("Plur" in one.features) != ("Plur" in other.features):
            continue
        places = _stretch(tree, subject), _stretch(tree, thing)
        if None in places:
            continue
        (a, b), (c, d) = places  # type: ignore[misc]
        ours = _small(tree.words, _below(tree, subject)[0], tree.text[a:b])
        theirs = tree.text[c:d] if a else f"{tree.text[c].upper()}{tree.text[c + 1 : d]}"
        return tree.text[:a] + theirs + tree.text[b:c] + ours + tree.text[d:]
    return None


def number(tree: Tree, rng: random.Random) -> str | None:
    found = list(re.finditer(r"(?<![\w.,-])\d+(?:[.,]\d+)?(?![\w-])", tree.text))
    if not found:
        return None
    match = rng.choice(found)
    figures = match.group()
    at = rng.choice([place for place, figure in enumerate(figures) if figure.isdigit()])
    new = str((int(figures[at]) + rng.randint(1, 8)) % 9 + 1)
    changed = figures[:at] + new + figures[at + 1 :]
    return _put(tree.text, *match.span(), changed) if changed != figures else None


def modality(tree: Tree, rng: random.Random) -> str | None:
    found = _put_words(tree, "modality", rng)
    if found:
        return found
    root = _root(tree)
    if root is None:
        return None
    verb = tree.words[root]
    third = "Person=3" in verb.features and "Mood=Ind" in verb.features
    if verb.tag != "VERB" or not third or "Tense=Pres" not in verb.features or verb.part:
        return None
    if _child(tree, root, "aux", "aux:pass", "cop") is not None or not verb.start:
        return None
    modal = rng.choice((("pode", "podem"), ("deve", "devem")))
    return _put(tree.text, verb.start, verb.end, f"{modal['Plur' in verb.features]} {verb.lemma}")


def quantity(tree: Tree, rng: random.Random) -> str | None:
    return _put_words(tree, "quantity", rng)


# ------------------------------------------------------------------ words


@cache
def _pairs() -> Mapping[str, Sequence[Made]]:
    """Pairs of words, both ways, by what they are for."""
    lists = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    pairs = {
        name: [pair.split() for pair in re.split("[|\n]", text.strip())]
        for name, text in lists.items()
    }
    return {
        name: [made for one, other in listed for made in ((one, other), (other, one))]
        for name, listed in pairs.items()
    }


def _exchanged(tree: Tree, listed: str, rng: random.Random) -> str | None:
    """A word for its partner in a list of lemmas, in the same form."""
    forms: Forms = form_lexicon()
    partners: dict[str, list[str]] = defaultdict(list)
    for one, other in _pairs()[listed]:
        partners[one].append(other)
    found = []
    for word in tree.words:
        if word.part or word.tag not in ("VERB", "NOUN", "ADJ", "ADV"):
            continue
        if word.form[0].isupper() and word.start:
            continue
        for other in partners.get(word.lemma.lower(), ()):
            if word.tag == "ADV":
                found.append((word, other))
            elif bent := forms.inflect(other, word.tag, _own(word.features)):
                found.append((word, bent[0]))
    if not found:
        return None
    word, other = rng.choice(found)
    return _put(tree.text, word.start, word.end, other)


def _own(features: str) -> str:
    """Features as the lexicon of forms has them."""
    kept = ("Gender", "Mood", "Number", "Person", "Tense", "VerbForm")
    return "|".join(f for f in features.split("|") if f.split("=")[0] in kept)


def _put_words(tree: Tree, listed: str, rng: random.Random) -> str | None:
    found = []
    for one, other in _pairs()[listed]:
        for match in re.finditer(rf"\b{one.replace('_', ' ')}\b", tree.text, re.IGNORECASE):
            found.append((match.span(), other.replace("_", " ")))
    if not found:
        return None
    (start, end), other = rng.choice(sorted(found))
    return _put(tree.text, start, end, other)


SAME_MAKERS: Mapping[str, Maker] = {
    "variant": variant, "passive": passive, "clitic": clitic, "synonym": synonym, "order": order,
}  # fmt: skip
CHANGED_MAKERS: Mapping[str, Maker] = {
    "negation": negation, "contrary": contrary, "roles": roles, "number": number,
    "modality": modality, "quantity": quantity,
}  # fmt: skip


def make(trees: Sequence[Tree], count: int, seed: int = SEED) -> list[Pair]:
    """So many pairs, half of them the same; each kind as often as the others where it can be."""
    rng = random.Random(seed)
    fit = [tree for tree in trees if SHORTEST <= len(tree.text.split()) <= LONGEST]
    rng.shuffle(fit)
    found: list[Pair] = []
    for makers, same in ((SAME_MAKERS, True), (CHANGED_MAKERS, False)):
        made: dict[str, list[Pair]] = {}
        for kind, maker in makers.items():
            pairs = []
            for tree in fit:
                text = maker(tree, rng)
                if text and text != tree.text:
                    pairs.append(Pair(tree.text, text, kind, same))
                if len(pairs) == count:
                    break
            made[kind] = pairs
        left = count // 2
        for place, kind in enumerate(sorted(made, key=lambda kind: len(made[kind]))):
            taken = made[kind][: left // (len(made) - place)]
            left -= len(taken)
            found += taken
    return found


# ------------------------------------------------------------------ measures


def row(system: str, pairs: Sequence[Pair], values: Sequence[float]) -> dict[str, Any]:
    by_kind: dict[str, list[float]] = defaultdict(list)
    for pair, value in zip(pairs, values, strict=True):
        by_kind[pair.kind].append(value)
    same = [value for kind in SAME_MAKERS for value in by_kind[kind]]
    changed = [value for kind in CHANGED_MAKERS for value in by_kind[kind]]
    found: dict[str, Any] = {"system": system, "auc": auc(same, changed), "n": len(pairs)}
    for kind in (*SAME_MAKERS, *CHANGED_MAKERS):
        if by_kind[kind]:
            own = by_kind[kind]
            found[kind] = auc(own, changed) if kind in SAME_MAKERS else auc(same, own)
            found[f"{kind}_n"] = len(own)
    return found


def measured(pairs: Sequence[Pair]) -> Mapping[str, list[float]]:
    """How alike each pair is, by system."""
    texts = list(dict.fromkeys(text for pair in pairs for text in (pair.first, pair.second)))
    views = [dict(zip(texts, analysed(name, texts), strict=True)) for name in ANALYSES]
    vectors = views[0]
    sides = {text: Side(text, *(view[text] for view in views)) for text in texts}
    forms = form_lexicon()
    return {
        "ours": [compare(sides[p.first], sides[p.second], forms).likeness for p in pairs],
        "cosine": [float(vectors[p.first] @ vectors[p.second]) for p in pairs],
        "overlap": [overlap(pair.first, pair.second) for pair in pairs],
    }


def run(
    files: Files,
    *,
    pairs: int = 2000,
    seed: int = SEED,
    show: Annotated[bool, "print the pairs and measure nothing"] = False,
) -> Rows:
    made = make([tree for path in files for tree in read(Path(path))], pairs, seed)
    if not any(pair.same for pair in made) or all(pair.same for pair in made):
        raise SystemExit("likeness: too few sentences to make pairs of both sides")
    if not show:
        return [row(system, made, values) for system, values in measured(made).items()]
    for one in made:
        print(f"{'same' if one.same else 'changed'} {one.kind}\n  {one.first}\n  {one.second}")
    return []
