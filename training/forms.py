"""Build the shipped lexicon of word forms.

Writes the artefact `forms` (see `textlint_pt_embedded.forms`); no chance in it, the same bytes
every time.

* MorphoBr gives the forms of nouns, adjectives, adverbs and verbs; what stands only before a clitic
  (*falá* of *falá-lo*) and what contradicts its tag is left out.
* Spellings that the agreement of 1990 ended (*idéia*, *lingüiça*, *vôo*) are marked `Style=Arch`,
  and the new spelling is added where it is missing.
* `forms_genders.tsv` has the gender of nouns where MorphoBr gives none or not the one in use.
* Closed classes, contractions and words that MorphoBr lacks are ours: `forms_words.toml`. Verbs
  among them are conjugated like the commonest verb with the same ending.
* The corpus gives frequencies, names (mostly capitalised inside sentences) and words in use that no
  dictionary has. Share-alike sources are left out, so that the artefact is free of that condition.
"""

from __future__ import annotations

import gc
import re
import tomllib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt_embedded import artefact
from textlint_pt_embedded.forms import ARTEFACT, FREQUENCIES, fold

from textlint_pt import portuguese
from textlint_pt.portuguese import clitics, single_clitics
from textlint_pt.text.variants import folded
from training.corpus import Corpora, analyses, documents, draw, sources, thinned
from training.inputs import digests, write_json
from training.sources import sources as declared

VERSION = "1"
WORDS = Path(__file__).with_name("forms_words.toml")
GENDERS = Path(__file__).with_name("forms_genders.tsv")

#: sources under CC BY-SA, wholly or in part
SHARE_ALIKE = {name for name, one in declared().items() if one.share_alike}
#: share of the paragraphs kept of sources that say the same things often
THINNED = {"ms-": 0.2, "adobe-": 0.2, "biblias": 0.5}

#: a name: occurrences, sources, share that is capitalised; of a word that has other readings too
NAME_COUNT, NAME_SOURCES, NAME_SHARE = 4, 2, 0.9
#: occurrences that serve where one source alone has it
LONE_NAME_COUNT = 12
ALSO_NAME_COUNT, ALSO_NAME_SOURCES, ALSO_NAME_SHARE = 20, 3, 0.6
#: a word in use: occurrences in small letters, sources
WORD_COUNT, WORD_SOURCES = 15, 4
#: a word one letter away from one so many times commoner is a slip
SLIP_RATIO = 30
#: a gender: occurrences after an article, share of one gender, share of all occurrences
GENDER_COUNT, GENDER_SHARE, NOUN_SHARE = 5, 0.9, 0.1

_LETTERS = "abcdefghijklmnopqrstuvwxyzáâãàçéêíóôõú"
#: stands where a sentence may begin
_START = "\x00"
_STARTS = re.compile(r"[.!?:…—–\"“”«»()\[\]•;] *")
_TOKEN = re.compile(_START + r"?[^\W\d_]+(?:[-'][^\W\d_]+)*")
_ROMAN = re.compile("(?:x{1,3}|x?l|lx{1,3}|xc)?(?:ix|iv|v?i{0,3})|c{1,3}|m{1,3}")
#: a pronoun after any verb: what stands before it may be a form of its own
_ALONE = sorted(form for form in single_clitics() if clitics()[form].after == "-")
_CLITIC = re.compile(rf"(?<=\w)-(?:{'|'.join(_ALONE)})$")
#: masculine and feminine articles, and the word after each
_ARTICLES = (
    re.compile(r"\b(?:[dn]os?|aos?|pelos?|uns|um) ([^\W\d_]+(?:-[^\W\d_]+)*)"),
    re.compile(r"\b(?:[dn]as?|às?|pelas?|umas?) ([^\W\d_]+(?:-[^\W\d_]+)*)"),
)


class Entry(NamedTuple):
    """A reading, as `textlint_pt.contract.forms.Reading`."""

    lemma: str
    upos: str
    features: str
    source: str


Lexicon = dict[str, set[Entry]]
#: of each reading of a form: letters to drop, letters to append, and the tag
Class = tuple[tuple[int, str, tuple[str, str, str]], ...]

# --- MorphoBr ------------------------------------------------------------------------------------

_TAGS = tomllib.loads(Path(__file__).with_name("forms_tags.toml").read_text("utf-8"))
_ENDINGS = {tag: re.compile(f"(?:{end})$") for tag, end in _TAGS["endings"].items()}
_CLASSES = {"N": "NOUN", "A": "ADJ", "ADV": "ADV", "V": "VERB"}
_FIRST_PLURAL = re.compile("mos$")
_SECOND = re.compile("s$")


def features_of(tags: Iterable[str]) -> str:
    """Return tags of MorphoBr as features of Universal Dependencies."""
    found: set[str] = set()
    for tag in tags:
        if tag in _TAGS["tags"] and not (tag == "DIM" and "Degree=Aug" in found):
            found |= set(_TAGS["tags"][tag].split("|"))
    return "|".join(sorted(found))


def plausible(form: str, tags: Sequence[str]) -> bool:
    """Whether the ending of a verb form fits its tags: "falamos" for 1 + PL."""
    if tags[0] in ("INF", "GRD") and len(tags) == 1:
        return tags[0] == "GRD" or form.endswith("r")
    if tags[-1] not in ("SG", "PL"):
        return False
    if "1" in tags and "PL" in tags:
        return _FIRST_PLURAL.search(form) is not None
    tag_name = "+".join(tags)
    if tag_name in _ENDINGS:
        return _ENDINGS[tag_name].search(form) is not None
    return "2" not in tags or _SECOND.search(form) is not None


def read_morphobr(folder: Path) -> Lexicon:
    """Return the readings of MorphoBr's forms; implausible verb forms are skipped."""
    lexicon: Lexicon = defaultdict(set)
    entry_of: dict[str, Entry] = {}
    for form, analysis in analyses(folder):
        lemma, _, rest = analysis.partition("+")
        kind, *tags = rest.split("+")
        if kind not in _CLASSES or not lemma:
            continue
        form = fold(form)
        if kind == "V" and not (tags and plausible(form, tags)):
            continue
        if analysis not in entry_of:
            entry_of[analysis] = Entry(fold(lemma), _CLASSES[kind], features_of(tags), "lexicon")
        lexicon[form].add(entry_of[analysis])
    return dict(lexicon)


# --- spelling ------------------------------------------------------------------------------------

_VOWELS = "aeiouáéíóúâêôãõà"
_MODERN = (
    (re.compile("(?<=[gq])ü"), "u"),
    (re.compile("(?<=[gq])ú(?=[ei])"), "u"),
    (re.compile("êem$"), "eem"),
    (re.compile("ôo(?=s?$)"), "oo"),
    # paroxytones but those in -r; false proparoxytones in -óideo keep the accent
    (re.compile(f"éi(?!de[oa]s?$)(?=[{_VOWELS}]|[^{_VOWELS}]+[{_VOWELS}])(?!.*r(?:es)?$)"), "ei"),
    (re.compile(f"ói(?!de[oa]s?$)(?=[{_VOWELS}]|[^{_VOWELS}]+[{_VOWELS}])(?!.*r(?:es)?$)"), "oi"),
    (re.compile(f"(?<=[aeou]i)ú(?=(?:[gq]u|[^{_VOWELS}]+)[aeio][sm]?$)"), "u"),
)


def modern(word: str, listed: Mapping[str, str]) -> str:
    """Return the current spelling of a word spelt as before 1990; else the word."""
    if word in listed:
        return listed[word]
    if word.isascii():
        return word
    for pattern, new in _MODERN:
        word = pattern.sub(new, word)
    return word


def modernise(lexicon: Lexicon, listed: Mapping[str, str]) -> int:
    """Mark old spellings and add current ones; return how many were added."""
    added = 0
    for form in [form for form in lexicon if not form.isascii()]:
        today = modern(form, listed)
        entries = lexicon[form]
        renewed = {entry._replace(lemma=modern(entry.lemma, listed)) for entry in entries}
        if today == form:
            lexicon[form] = renewed
            continue
        lexicon[form] = {
            entry._replace(features=_with(entry.features, "Style=Arch")) for entry in renewed
        }
        if not renewed <= lexicon.get(today, set()):
            added += today not in lexicon
            lexicon[today] = lexicon.get(today, set()) | renewed
    return added


def _with(features: str, *more: str) -> str:
    return "|".join(sorted({*filter(None, features.split("|")), *more}))


# --- words of ours -------------------------------------------------------------------------------

_CELLS = (
    ("Gender=Masc", "Number=Sing"),
    ("Gender=Fem", "Number=Sing"),
    ("Gender=Masc", "Number=Plur"),
    ("Gender=Fem", "Number=Plur"),
)


def closed(words: Mapping[str, Any]) -> Iterator[tuple[str, Entry]]:
    """Yield the forms of closed classes, with their readings."""
    for block in (*words["closed"], *words["extra"]):
        kinds = block["upos"] if isinstance(block["upos"], list) else [block["upos"]]
        for kind in kinds:
            for item in block.get("words", "").split():
                form, _, lemma = item.partition("=")
                yield form, Entry(lemma or form, kind, block["features"], "own")
            for line in block.get("four", []):
                forms = line.split()
                for index, (form, (gender, number)) in enumerate(zip(forms, _CELLS, strict=True)):
                    # a form of both genders has no gender, one of both numbers no number: the row
                    # is m.sg, f.sg, m.pl, f.pl, so that index ^ 1 has the other gender, ^ 2 the
                    # other number
                    agreement = [gender] if forms[index ^ 1] != form else []
                    agreement += [number] if forms[index ^ 2] != form else []
                    yield form, Entry(forms[0], kind, _with(block["features"], *agreement), "own")


def contractions(words: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Return the two words of each contraction."""
    result = {
        form: (one.preposition, one.second) for form, one in portuguese.contractions().items()
    }
    for clitic in portuguese.clitics().values():
        if len(clitic.pronouns) == 2 and clitic.form != "mas":  # which is the conjunction
            first, second = clitic.pronouns
            result[clitic.form] = (first, second)
    for form, parts in words["contractions"].items():
        first, second = parts.split()
        result[form] = (first, second)
    return result


_JOINED_PRONOUNS = ("me", "te", "lhe", "nos", "vos")
#: "entre" alone is a preposition that another goes before
_CONTRACTED = ("DET", "PRON", "ADV", "ADP")


def contracted(
    pairs: Mapping[str, tuple[str, str]], lexicon: Lexicon
) -> Iterator[tuple[str, Entry]]:
    """Yield the readings of contractions: those of the second word, with the first before it
    ("da": "de+o", ADP+DET)."""
    for form, (first, second) in pairs.items():
        is_pronoun = first in _JOINED_PRONOUNS
        lemma = portuguese.lemmas()[first] if is_pronoun else first
        kind = "PRON" if is_pronoun else "ADP"
        for entry in lexicon[second]:
            # "lho" joins an object pronoun, "dele" one that is none
            if ("Case=Acc" in entry.features) != is_pronoun:
                continue
            if entry.source == "own" and entry.upos in _CONTRACTED:
                upos = f"{kind}+{entry.upos}"
                yield form, Entry(f"{lemma}+{entry.lemma}", upos, entry.features, "own")


_PLURALS = {"ão": "ões", "al": "ais", "el": "éis", "ol": "óis", "ul": "uis"}


def plural(noun: str) -> str:
    """Return the regular plural: "papel" → "papéis", "bom" → "bons"."""
    if noun[-2:] in _PLURALS:
        return noun[:-2] + _PLURALS[noun[-2:]]
    if noun.endswith("m"):
        return noun[:-1] + "ns"
    return noun + ("es" if noun[-1] in "rz" else "s")


#: features of the masculine, its plural, the feminine, its plural
_FOUR = tuple(
    f"Gender={gender}|Number={number}" for gender in ("Masc", "Fem") for number in ("Sing", "Plur")
)


def open_words(words: Mapping[str, Any]) -> Iterator[tuple[str, Entry]]:
    """Yield the forms of our own nouns and adjectives, with their readings."""
    kinds = {
        "masculine": ("NOUN", "Gender=Masc"),
        "feminine": ("NOUN", "Gender=Fem"),
        "common": ("NOUN", ""),
        "adjectives": ("ADJ", ""),
    }
    for name, (kind, gender) in kinds.items():
        for item in words["open"][name].split():
            noun, slash, written = item.partition("/")
            plural_form = written if slash else plural(noun)
            if name == "adjectives" and noun.endswith("o") and not slash:
                four = (noun, plural_form, noun[:-1] + "a", plural_form[:-2] + "as")
                for form, features in zip(four, _FOUR, strict=True):
                    yield form, Entry(noun, kind, features, "own")
            elif plural_form == noun:
                yield noun, Entry(noun, kind, gender, "own")
            else:
                yield noun, Entry(noun, kind, _with(gender, "Number=Sing"), "own")
                yield plural_form, Entry(noun, kind, _with(gender, "Number=Plur"), "own")


def conjugated(
    verbs: Iterable[str], lexicon: Lexicon, counts: Mapping[str, int]
) -> Iterator[tuple[str, Entry]]:
    """Yield forms of unknown verbs, like the commonest verb with the longest common ending."""
    infinitives = sorted(
        {e.lemma for form, entries in lexicon.items() for e in entries if _is_infinitive(form, e)},
        key=lambda verb: (-counts.get(verb, 0), verb),
    )
    by_ending: dict[str, str] = {}
    for verb in infinitives:
        for length in range(2, len(verb) + 1):
            # infinitives are sorted: the commonest verb with an ending is its model
            by_ending.setdefault(verb[-length:], verb)
    known_verbs = set(infinitives)
    verbs_by_model: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for verb in dict.fromkeys(verb for verb in verbs if verb not in known_verbs):
        for length in range(len(verb), 1, -1):
            if verb[-length:] in by_ending:
                verbs_by_model[by_ending[verb[-length:]]].append((verb, length))
                break
    verb_forms = [(form, e) for form, found in lexicon.items() for e in found if e.upos == "VERB"]
    for form, entry in verb_forms:
        for verb, length in verbs_by_model.get(entry.lemma, ()):
            model_stem = entry.lemma[:-length]
            if form.startswith(model_stem) and len(form) > len(model_stem):
                new_form = verb[:-length] + form[len(model_stem) :]
                yield new_form, entry._replace(lemma=verb, source="own")


def _is_infinitive(form: str, entry: Entry) -> bool:
    return entry.upos == "VERB" and form == entry.lemma and entry.features == "VerbForm=Inf"


def auxiliaries(lexicon: Lexicon, words: Mapping[str, Any]) -> None:
    """Give the verbs that are copulas or auxiliaries their AUX readings."""
    copulas = set(words["verbs"]["copulas"].split())
    both = set(words["verbs"]["auxiliaries"].split())
    for form, entries in lexicon.items():
        verbs = [e for e in entries if e.upos == "VERB" and e.lemma in copulas | both]
        if verbs:
            new = {entry._replace(upos="AUX") for entry in verbs}
            lexicon[form] = {e for e in entries if e not in verbs or e.lemma in both} | new


# --- corpus --------------------------------------------------------------------------------------


@dataclass
class Use:
    """How a form, in lower case, is used."""

    count: int = 0
    small: int = 0
    #: capitalised where a sentence does not begin, and in capitals
    capital: int = 0
    capitals: int = 0
    #: bits of the sources that have it
    where: int = 0
    masculine: int = 0
    feminine: int = 0
    #: other mixtures of cases, as "GitHub"
    mixed: Counter[str] = field(default_factory=Counter)

    @property
    def sources(self) -> int:
        return self.where.bit_count()

    @property
    def name_share(self) -> float:
        total = self.small + self.capital + self.capitals
        return (self.capital + self.capitals) / total if total else 0.0

    @cached_property
    def gender(self) -> str:
        total = self.masculine + self.feminine
        if total < GENDER_COUNT or max(self.masculine, self.feminine) < GENDER_SHARE * total:
            return ""
        return "Gender=Masc" if self.masculine > self.feminine else "Gender=Fem"


def usable(folders: Sequence[str]) -> list[Path]:
    return [path for path in sources(folders) if path.name.split(".")[0] not in SHARE_ALIKE]


def read_corpus(paths: Sequence[Path]) -> dict[str, Use]:
    """Return how each form of the corpus is used."""
    uses: dict[str, Use] = defaultdict(Use)
    for number, path in enumerate(paths):
        share = thinned(path, THINNED)
        tokens: Counter[str] = Counter()
        genders: list[Counter[str]] = [Counter(), Counter()]
        for paragraphs in documents(path):
            for paragraph in paragraphs:
                if share < 1.0 and draw(paragraph) >= share:
                    continue
                text = unicodedata.normalize("NFC", paragraph).replace("’", "'")
                tokens.update(_TOKEN.findall(_STARTS.sub(_START, _START + text)))
                for counter, articles in zip(genders, _ARTICLES, strict=True):
                    counter.update(articles.findall(text))
        for token, count in tokens.items():
            _record(token, count, 1 << number, uses)
        for token, count in genders[0].items():
            uses[fold(token)].masculine += count
        for token, count in genders[1].items():
            uses[fold(token)].feminine += count
    return dict(uses)


def _record(token: str, count: int, bit: int, uses: dict[str, Use]) -> None:
    """Add the occurrences of a token to the uses of its form."""
    word = token.lstrip(_START)
    if "-" in word:
        word = _CLITIC.sub("", word)
    form = word.lower()
    use = uses[form]
    use.count += count
    use.where |= bit
    if word == form:
        use.small += count
    elif len(word) > 1 and word.isupper():
        use.capitals += count
    elif not token.startswith(_START):
        use.capital += count
        if not word.istitle():
            use.mixed[word] += count


def names(uses: Mapping[str, Use], lexicon: Lexicon) -> Iterator[tuple[str, Entry]]:
    """Yield the forms that are names, by how they are capitalised in the corpus."""
    count_without_accents: dict[str, int] = {}
    for form, use in uses.items():
        bare = folded(form)
        count_without_accents[bare] = max(count_without_accents.get(bare, 0), use.count)
    for form, use in uses.items():
        if "'" in form or len(form) < 2 or _ROMAN.fullmatch(form):
            continue
        if form in lexicon:
            is_name = (
                use.capital >= ALSO_NAME_COUNT
                and use.sources >= ALSO_NAME_SOURCES
                and use.name_share >= ALSO_NAME_SHARE
                and not any("Style" in entry.features for entry in lexicon[form])
            )
        else:
            min_count = NAME_COUNT if use.sources >= NAME_SOURCES else LONE_NAME_COUNT
            is_name = use.capital + use.capitals >= min_count and use.name_share >= NAME_SHARE
            is_name = is_name and use.count * 4 > count_without_accents[folded(form)]  # Joao
        if not is_name:
            continue
        mixed_count = max(use.mixed.values(), default=0)
        # "U" stands for all capitals, "" for a capital first letter
        spelling = "U" if use.capitals > use.capital else ""
        if not spelling and mixed_count > use.capital / 2:
            commonest = (mixed for mixed, count in use.mixed.items() if count == mixed_count)
            spelling = min(commonest, default="")
        yield form, Entry(spelling, "PROPN", use.gender, "name")


def words_in_use(uses: Mapping[str, Use], lexicon: Lexicon) -> Iterator[tuple[str, Entry]]:
    """Yield frequent words that the lexicon lacks and that are no slips."""
    unaccented = {folded(form) for form in lexicon if not form.isascii()}
    found = {
        form
        for form, use in uses.items()
        if form not in lexicon
        and len(form) > 2
        and use.small >= WORD_COUNT
        and use.sources >= WORD_SOURCES
        and use.name_share < NAME_SHARE
        and set("-'").isdisjoint(form)
        # nao, êle
        and form not in unaccented
        and folded(form) not in lexicon
        # deixemo-nos
        and not (form.endswith("mo") and form + "s" in lexicon)
        and not _slip(form, use.count, uses, lexicon)
    }
    for form in sorted(found):
        use = uses[form]
        is_noun = use.gender and use.masculine + use.feminine >= NOUN_SHARE * use.count
        if not is_noun:
            yield form, Entry(form, "X", "", "corpus")
        elif form.endswith("s") and form[:-1] in found:
            yield form, Entry(form[:-1], "NOUN", _with(use.gender, "Number=Plur"), "corpus")
        else:
            yield form, Entry(form, "NOUN", _with(use.gender, "Number=Sing"), "corpus")


def _slip(form: str, count: int, uses: Mapping[str, Use], lexicon: Lexicon) -> bool:
    """Whether a form is one letter away from a much commoner word of the lexicon."""
    return any(
        other in lexicon and other in uses and uses[other].count >= SLIP_RATIO * count
        for other in _neighbours(form)
    )


def _neighbours(form: str) -> Iterator[str]:
    """Yield all words one letter away."""
    for index in range(len(form) + 1):
        head, tail = form[:index], form[index:]
        for letter in _LETTERS:
            yield head + letter + tail
            if tail:
                yield head + letter + tail[1:]
        if tail:
            yield head + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]


# --- writing -------------------------------------------------------------------------------------

_RANKS = {"own": 0, "lexicon": 1, "corpus": 2, "name": 3}


def frequency_class(count: int) -> int:
    return min(count.bit_length(), FREQUENCIES - 1)


def build(
    folder: Path, lexicon: Lexicon, uses: Mapping[str, Use], words: Mapping[str, Any]
) -> dict[str, int]:
    """Write the files of the artefact; return figures for its card."""
    import dawg

    common = {form: frequency_class(use.count) for form, use in uses.items()}

    def rank(entry: Entry) -> tuple[Any, ...]:
        rarity = -common.get(entry.lemma, 0)
        derived = "Degree=Dim" in entry.features or "Degree=Aug" in entry.features
        source = 0 if entry.upos == "AUX" else _RANKS[entry.source]
        return source, "Style" in entry.features, derived, rarity, entry

    tags: Counter[tuple[str, str, str]] = Counter()
    classes: Counter[Class] = Counter()
    class_of_form: dict[str, Class] = {}
    endings: dict[tuple[str, str], Counter[tuple[str, str]]] = defaultdict(Counter)
    for form in sorted(lexicon):
        rows = []
        for entry in sorted(lexicon[form], key=rank):
            tag = (entry.upos, entry.features, entry.source)
            tags[tag] += 1
            if entry.source == "name":
                rows.append((0, entry.lemma, tag))
                continue
            common_length = _common(form, entry.lemma)
            added = entry.lemma[common_length:]
            rows.append((len(form) - common_length, added, tag))
            if entry.source in ("lexicon", "own") and "+" not in entry.upos:
                endings[entry.upos, entry.features][added, form[common_length:]] += 1
        class_of_form[form] = tuple(rows)
        classes[class_of_form[form]] += 1
    tag_numbers = {tag: number for number, (tag, _) in enumerate(sorted(tags.items(), key=_often))}
    ordered = [rows for rows, _ in sorted(classes.items(), key=_often)]
    class_numbers = {rows: number for number, rows in enumerate(ordered)}
    values = []
    for form, form_class in class_of_form.items():
        frequency = frequency_class(uses[form].count if form in uses else 0)
        values.append((form, class_numbers[form_class] * FREQUENCIES + frequency))
    folder.mkdir(parents=True, exist_ok=True)
    dawg.IntDAWG(values).save(str(folder / "forms.dawg"))
    lines = (
        ";".join(f"{strip},{add},{tag_numbers[tag]}" for strip, add, tag in rows)
        for rows in ordered
    )
    (folder / "classes.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    endings_table: dict[str, dict[str, dict[str, list[str]]]] = {}
    for (upos, features), pairs in sorted(endings.items()):
        cell = endings_table.setdefault(upos, {}).setdefault(features, {})
        for (old, new), _ in sorted(pairs.items(), key=_often):
            cell.setdefault(old, []).append(new)
    write_json(folder / "endings.json", endings_table, separators=(",", ":"))
    word_lists = {
        "tags": [list(tag) for tag in tag_numbers],
        "contractions": {form: list(pair) for form, pair in contractions(words).items()},
        "prefixes": {name: sorted(text.split()) for name, text in words["prefixes"].items()},
    }
    write_json(folder / "words.json", word_lists, separators=(",", ":"))
    return {"forms": len(class_of_form), "classes": len(ordered), "tags": len(tags)}


def _often(item: tuple[Any, int]) -> tuple[int, Any]:
    """Return a sort key for (value, count): the commonest first, then by value."""
    return -item[1], item[0]


def _common(a: str, b: str) -> int:
    """Return the length of the common beginning of two words."""
    length = min(len(a), len(b))
    while not a.startswith(b[:length]):
        length -= 1
    return length


def read_genders(path: Path = GENDERS) -> dict[str, str]:
    """Return the gender of nouns by lemma, as a feature; "" for nouns of both genders."""
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line)
    return {
        lemma: "" if " " in gender else f"Gender={gender}"
        for lemma, gender, _ in (row for row in rows if not row[0].startswith("#"))
    }


def correct_genders(lexicon: Lexicon, genders: Mapping[str, str]) -> None:
    """Replace the gender of nouns by that of our own list."""
    for form, entries in lexicon.items():
        if any(entry.upos == "NOUN" and entry.lemma in genders for entry in entries):
            lexicon[form] = {_regendered(entry, genders) for entry in entries}


def drop_unused(lexicon: Lexicon, words: Mapping[str, Any]) -> None:
    """Drop unused adjectives (*requisita* of *requisito*) and forms that are slips (*munto*)."""
    nouns = set(words["open"]["only_nouns"].split())
    for form in words["open"]["no_words"].split():
        lexicon.pop(form, None)
    for form, entries in list(lexicon.items()):
        entries -= {e for e in entries if e.upos == "ADJ" and e.lemma in nouns}
        if not entries:
            del lexicon[form]


def _regendered(entry: Entry, genders: Mapping[str, str]) -> Entry:
    # diminutives may have another: "o caixote"
    if entry.upos != "NOUN" or entry.lemma not in genders or "Degree" in entry.features:
        return entry
    others = (one for one in entry.features.split("|") if not one.startswith("Gender="))
    return entry._replace(features=_with(genders[entry.lemma], *others))


def collect(morphobr: Path, uses: Mapping[str, Use], words: Mapping[str, Any]) -> Lexicon:
    """Return all readings of all forms."""
    lexicon = read_morphobr(morphobr)
    modernise(lexicon, words["old"])
    counts = {form: use.count for form, use in uses.items()}

    def add(entries: Iterable[tuple[str, Entry]]) -> None:
        for form, entry in list(entries):
            readings = lexicon.setdefault(form, set())
            if entry._replace(source="lexicon") not in readings:
                readings.add(entry)

    add(conjugated(words["verbs"]["own"].split(), lexicon, counts))
    add(open_words(words))
    correct_genders(lexicon, read_genders())
    drop_unused(lexicon, words)
    auxiliaries(lexicon, words)
    for form, entry in closed(words):
        # what we say of a closed class goes before what the dictionary says
        lexicon.setdefault(form, set()).discard(entry._replace(source="lexicon"))
        lexicon[form].add(entry)
    add(contracted(contractions(words), lexicon))
    found = [*names(uses, lexicon)]
    add(words_in_use(uses, lexicon))
    add(found)
    return lexicon


def run(*, morphobr: Path, corpus: Corpora, out: Path = artefact.DATA / ARTEFACT) -> None:
    """Build the lexicon from MorphoBr and the corpus, and write it."""
    gc.disable()  # millions of objects, none of them in a cycle
    words = tomllib.loads(WORDS.read_text("utf-8"))
    texts = usable(corpus)
    uses = read_corpus(texts)
    lexicon = collect(morphobr, uses, words)
    for name, value in build(out, lexicon, uses, words).items():
        print(f"{name}: {value}")
    gc.enable()
    print(f"words counted: {sum(use.count for use in uses.values())}")
    inputs = {
        "morphobr": digests(sorted(morphobr.glob("*.dict*"))),
        "corpus": digests(texts),
        "words": digests([WORDS, GENDERS]),
    }
    write_json(out / "inputs.json", inputs, separators=(",", ":"))
    artefact.write_manifest(ARTEFACT, VERSION, out)
