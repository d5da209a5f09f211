"""Corrections as tags of tokens: from a pair of sentences to tags, and from tags to the sentence.

A tag says what becomes of its token: KEEP, DELETE, APPEND_w (w follows it), REPLACE_w, CRASE and
ACCENT (the other spelling), CASE_UP and CASE_LOW, JOIN and HYPHEN (with the next token), DEHYPHEN,
SPLIT, N_* and V_* (another form of the noun or the verb), SPELL (no word: the speller knows more)
and OTHER (wrong, and no tag mends it). What is appended before the first token is a tag of place
-1. All tags but SPELL and OTHER can be carried out, and `tag` gives no tag whose outcome is not
the correction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path
from typing import Any

from textlint_pt import portuguese
from textlint_pt.portuguese import Lists
from textlint_pt.text import segmentation
from textlint_pt.text.variants import folded
from training.encoder.faults import cased
from training.encoder.inflection import Inflections

KEEP, DELETE, OTHER, SPELL = "KEEP", "DELETE", "OTHER", "SPELL"
APPEND, REPLACE = "APPEND_", "REPLACE_"
#: tags that say that something is wrong, not what it should be
OPEN = frozenset({OTHER, SPELL})
SIGNS = (",", ".", ";", ":", "?", "!")
#: signs before which no space stands
_TIGHT = frozenset(",.;:?!)]}»”")
_NOMINAL = ("PL", "SG", "F", "M", "F.PL", "M.PL", "F.SG", "M.SG")
_TENSES = ("PRS", "IMPF", "PRF", "PQP", "FUT", "COND", "SBJR", "SBJP", "SBJF")
_PERSONS = (("1", "SG"), ("3", "SG"), ("1", "PL"), ("3", "PL"))
#: number, person, what is not finite, tense, and tense with person
_VERBAL = (
    *("PL", "SG", "1", "3", "INF", "GRD", "PTC"),
    *_TENSES,
    *(
        f"{tense}.{person}.{number}"
        for tense in _TENSES
        if tense not in ("PQP", "COND")
        for person, number in _PERSONS
    ),
)
NAMED = (
    *(KEEP, DELETE, OTHER, SPELL, "CRASE", "ACCENT", "CASE_UP", "CASE_LOW"),
    *("JOIN", "HYPHEN", "DEHYPHEN", "SPLIT"),
    *(f"N_{name}" for name in _NOMINAL),
    *(f"V_{name}" for name in _VERBAL),
)
#: "a", "aquele" and so on with the preposition: what only the mark tells from them
_PLAIN = {
    second: form
    for (_, second), form in portuguese.contracted(
        portuguese.words("articles.definite", "demonstratives.far", "neuters"), "a"
    ).items()
    if form.endswith(second[1:]) and len(form) == len(second)
}
CRASE = _PLAIN | {crased: bare for bare, crased in _PLAIN.items()}
#: tokens on either side of a block beyond which its correction is a rewriting
LONGEST_BLOCK = 4

Edit = tuple[int, str]
#: what it costs, and the edits
_Way = tuple[float, tuple[Edit, ...]]
#: forms by gender and number, or tense, person and number
_Paradigm = Mapping[Any, str]


bare = lru_cache(200_000)(folded)


def words(text: str) -> list[str]:
    return [token.text for token in segmentation.tokens(text)]


def inventory() -> list[str]:
    """The names of all tags; the place in the list is a tag's number, that of KEEP is 0."""
    lists = Lists(Path(__file__).with_name("words.tsv"))
    append, replace = (*SIGNS, *lists.ordered("edits.append")), lists.ordered("edits.replace")
    return [*NAMED, *(APPEND + word for word in append), *(REPLACE + word for word in replace)]


class Tagger:
    """`known` says what is a word, `frequency` how common it is; of `spellings` those that differ
    in their marks alone are one another's ACCENT, the commonest first."""

    def __init__(
        self,
        lexicon: Inflections,
        known: Callable[[str], bool],
        frequency: Callable[[str], int],
        spellings: Iterable[str] = (),
    ) -> None:
        self.lexicon, self.known, self.frequency = lexicon, known, frequency
        self.names = inventory()
        self.ids = {name: i for i, name in enumerate(self.names)}
        self._spellings: dict[str, list[str]] = {}
        for form in sorted({*lexicon.lemmas, *lexicon.closed, *spellings}):
            self._spellings.setdefault(bare(form), []).append(form)
        for forms in self._spellings.values():
            forms.sort(key=lambda form: (-frequency(form), form))
        self.pair = lru_cache(200_000)(self._pair)
        self._inflected = lru_cache(100_000)(self._inflections)

    # -- what a tag makes of a word ------------------------------------------------------------

    def accent(self, low: str) -> str | None:
        found = self._spellings.get(bare(low), ())
        return next((form for form in found if form != low), None)

    def nominal(self, low: str, name: str) -> str | None:
        gender, _, number = name.rpartition(".") if "." in name else ("", "", name)
        if name in ("F", "M"):
            gender, number = name, ""
        for paradigm, cells in self._nominals(low):
            for own_gender, own_number in cells:
                form = paradigm.get((gender or own_gender, number or own_number))
                if form and form != low:
                    return form
        return None

    def _nominals(self, low: str) -> list[tuple[_Paradigm, list[Any]]]:
        """Paradigms that a form belongs to, with its places in each."""
        found: list[tuple[_Paradigm, list[Any]]] = []
        if low in self.lexicon.closed and low in self.lexicon.closed_cell:
            found.append((self.lexicon.closed[low], [self.lexicon.closed_cell[low]]))
        for key in self.lexicon.lemmas.get(low, ()):
            paradigm = self.lexicon.paradigms[key]
            cells = sorted(
                cell for cell, form in paradigm.items() if len(cell) == 2 and form == low
            )
            if cells:
                found.append((paradigm, cells))
        return found

    def verb(self, low: str, name: str) -> str | None:
        forms = set()
        for lemma, tense, person, number in sorted(self.lexicon.verbs.get(low, ())):
            paradigm = self.lexicon.paradigms[("v", lemma)]
            cell: tuple[str, ...]
            if name == "INF":
                forms.add(lemma)
                continue
            if name in ("PL", "SG"):
                cell = (tense, person, name)
            elif name in ("1", "3"):
                cell = (tense, name, number)
            elif name == "GRD":
                cell = (name, "", "")
            elif name == "PTC":
                cell = ("M", "SG")
            elif name in _TENSES:
                cell = (name, person, number)
            else:
                cell = tuple(name.split("."))
            forms.add(paradigm.get(cell, low))
        forms.discard(low)
        return min(forms, key=lambda form: (-self.frequency(form), form), default=None)

    def split(self, low: str) -> str | None:
        """Two words that were written as one, the pair whose rarer word is the commonest."""
        ways = [(low[:i], low[i:]) for i in range(1, len(low)) if "-" not in low]
        ways = [way for way in ways if all(map(self.frequency, way))]
        best = max(ways, key=lambda way: min(map(self.frequency, way)), default=None)
        return None if best is None else " ".join(best)

    def changed(self, token: str, tag: str) -> str | None:
        """What stands in place of a token; None where the tag does not say, or needs the next."""
        low = token.lower()
        kind, _, name = tag.partition("_")
        form: str | None
        if tag == KEEP:
            return token
        if tag == DELETE:
            return ""
        if tag == "CASE_UP":
            return token[:1].upper() + token[1:]
        if tag == "CASE_LOW":
            return low
        if kind == "REPLACE":
            form = name
        elif tag == "CRASE":
            form = CRASE.get(low)
        elif tag == "ACCENT":
            form = self.accent(low)
        elif tag == "DEHYPHEN":
            form = low.replace("-", "") if "-" in low else None
        elif tag == "SPLIT":
            form = self.split(low)
        elif kind == "N":
            form = self.nominal(low, name)
        elif kind == "V":
            form = self.verb(low, name)
        else:
            return None
        return cased(form, token) if form else None

    # -- from a correction to tags -------------------------------------------------------------

    def _inflections(self, low: str) -> dict[str, str]:
        """By form: the tag that makes it of `low`, the plainest of those that do."""
        found: dict[str, str] = {}
        for tag in NAMED:
            if tag[:2] in ("N_", "V_") and (form := self.changed(low, tag)):
                found.setdefault(form, tag)
        return found

    def _pair(self, old: str, new: str) -> str:
        low, wanted = old.lower(), new.lower()
        if old == new:
            return KEEP
        if low == wanted:
            tags = ["CASE_UP", "CASE_LOW"]
        else:
            tags = ["CRASE", "ACCENT", "DEHYPHEN"]
            if low in self.lexicon.lemmas or low in self.lexicon.closed:
                tags.append(self._inflected(low).get(wanted, OTHER))
            tags.append(REPLACE + wanted)
        for tag in tags:
            if tag in self.ids and self.changed(old, tag) == new:
                return tag
        return OTHER if self.known(old) or not new[:1].isalpha() else SPELL

    def tag(self, wrong: Sequence[str], right: Sequence[str]) -> list[Edit]:
        """(place, tag) of what is to be changed, in order; a place may have several."""
        found: list[Edit] = []
        for block in _blocks(wrong, right):
            found += self._block(wrong, right, *block)
        return found

    def _block(
        self, a: Sequence[str], b: Sequence[str], i1: int, i2: int, j1: int, j2: int
    ) -> list[Edit]:
        x, y = a[i1:i2], b[j1:j2]
        if len(x) == 2 and len(y) == 1:
            if "".join(x) == y[0]:
                return [(i1, "JOIN")]
            if "-".join(x) == y[0]:
                return [(i1, "HYPHEN")]
        if len(x) == 1 and len(y) == 2 and self.changed(x[0], "SPLIT") == " ".join(y):
            return [(i1, "SPLIT")]
        if max(len(x), len(y)) > LONGEST_BLOCK:
            return [(i1, OTHER)]
        # the cheapest way of pairing the two sides
        ways: list[list[_Way]] = []
        for i in range(len(x) + 1):
            ways.append([])
            for j in range(len(y) + 1):
                options: list[_Way] = [] if i or j else [(0.0, ())]
                if i:
                    cost, way = ways[i - 1][j]
                    options.append((cost + 1, (*way, (i1 + i - 1, DELETE))))
                if j:
                    cost, way = ways[i][j - 1]
                    tag = APPEND + y[j - 1]
                    edit = (i1 + i - 1, tag if tag in self.ids else OTHER)
                    options.append((cost + (1 if tag in self.ids else 2), (*way, edit)))
                if i and j:
                    cost, way = ways[i - 1][j - 1]
                    tag = self.pair(x[i - 1], y[j - 1])
                    pair = () if tag == KEEP else ((i1 + i - 1, tag),)
                    options.append((cost + _cost(tag, x[i - 1], y[j - 1]), (*way, *pair)))
                ways[i].append(min(options, key=lambda option: option[0]))
        return list(ways[-1][-1][1])

    # -- from tags to the correction -----------------------------------------------------------

    def carry_out(self, wrong: Sequence[str], edits: Iterable[Edit]) -> list[str] | None:
        """The corrected tokens; None where a tag does not say what is right."""
        parts = [[token] for token in wrong]
        after: list[list[str]] = [[] for _ in range(len(wrong) + 1)]
        joined: dict[int, str] = {}
        for place, tag in edits:
            if tag.startswith(APPEND):
                after[place + 1].append(tag.removeprefix(APPEND))
            elif tag in ("JOIN", "HYPHEN"):
                joined[place] = "-" if tag == "HYPHEN" else ""
            elif (form := self.changed(wrong[place], tag)) is None:
                return None
            else:
                parts[place] = form.split()
        result = list(after[0])
        i = 0
        while i < len(wrong):
            part = list(parts[i])
            while i in joined and part and i + 1 < len(wrong):
                sign = joined[i]
                i += 1
                first, *rest = parts[i]
                part = [*part[:-1], part[-1] + sign + first, *rest]
            result += [*part, *after[i + 1]]
            i += 1
        return result

    def corrected(self, text: str, edits: Sequence[Edit]) -> str | None:
        """A text with its edits carried out; spaces elsewhere stay as they are."""
        found = segmentation.tokens(text)
        at: dict[int, list[str]] = {}
        for place, tag in edits:
            at.setdefault(place, []).append(tag)
        out = [tag.removeprefix(APPEND) + " " for tag in at.get(-1, ())]
        end, instead = 0, None  # the gap that stands where the next one stood
        for i, token in enumerate(found):
            gap = text[end : token.start] if instead is None else instead
            end, instead, written, appended = token.end, None, token.text, ""
            for tag in at.get(i, ()):
                if tag.startswith(APPEND):
                    word = tag.removeprefix(APPEND)
                    appended += word if word in _TIGHT else f" {word}"
                elif tag in ("JOIN", "HYPHEN"):
                    instead = "-" if tag == "HYPHEN" else ""
                elif (form := self.changed(token.text, tag)) is None:
                    return None
                else:
                    written = form
            if written or appended:
                out += [gap, written if written else appended.lstrip(), appended if written else ""]
            elif i + 1 < len(found) and found[i + 1].text not in _TIGHT:
                # a word leaves the space before it, a sign the one after it
                following = text[end : found[i + 1].start]
                instead = gap if token.text[:1].isalnum() else following or gap
        return "".join(out) + text[end:]


def _cost(tag: str, old: str, new: str) -> float:
    if tag.startswith(REPLACE):
        return 1.1 if old[:1].isalpha() == new[:1].isalpha() else 2.1
    return {KEEP: 0.0, OTHER: 2.5, SPELL: 1.2}.get(tag, 1.0)


def _blocks(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """Stretches in which two sequences differ."""
    start, least = 0, min(len(a), len(b))
    while start < least and a[start] == b[start]:
        start += 1
    if start == len(a) == len(b):
        return []
    end = 0
    while end < least - start and a[-1 - end] == b[-1 - end]:
        end += 1
    matcher = SequenceMatcher(
        None, a[start : len(a) - end], b[start : len(b) - end], autojunk=False
    )
    return [
        (i1 + start, i2 + start, j1 + start, j2 + start)
        for what, i1, i2, j1, j2 in matcher.get_opcodes()
        if what != "equal"
    ]
