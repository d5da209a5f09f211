"""Tags of tokens as corrections, and what each makes of a token.

KEEP, DELETE, APPEND_w (w follows it), REPLACE_w, CRASE and ACCENT (the other spelling), CASE_UP and
CASE_LOW, JOIN and HYPHEN (with the next token), DEHYPHEN, SPLIT, N_* and V_* (another form of the
noun or the verb), SPELL (no word: the speller knows more) and OTHER (wrong, and no tag mends it).
What is appended before the first token is a tag of place -1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Protocol

from textlint_pt import portuguese
from textlint_pt.contract import Forms
from textlint_pt.text.reading import cased
from textlint_pt.text.variants import folded
from textlint_pt_embedded.inflections import Cell, FormOf

KEEP, DELETE, OTHER, SPELL = "KEEP", "DELETE", "OTHER", "SPELL"
APPEND, REPLACE = "APPEND_", "REPLACE_"
#: tags that say that something is wrong, not what it should be
OPEN = frozenset({OTHER, SPELL})
SIGNS = (",", ".", ";", ":", "?", "!")
#: what stands between a word and the next where both become one
JOINED = {"JOIN": "", "HYPHEN": "-"}
#: signs before which no space stands
TIGHT = frozenset(",.;:?!)]}»”")
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
bare = lru_cache(200_000)(folded)


#: letters that differ in their marks alone
_LETTERS = ("aáàâãä", "eéêèë", "iíìîï", "oóôõòö", "uúùûü", "cç", "nñ")
_MARKED = {one: [other for other in row if other != one] for row in _LETTERS for one in row}


def spellings_by(forms: Forms) -> Callable[[str], list[str]]:
    """Return the forms of a lexicon that become a word when they lose their marks, the commonest
    first."""

    def found(word: str) -> list[str]:
        return sorted(forms.alike(word, _MARKED), key=lambda form: (-forms.frequency(form), form))

    return found


class Lexicon(Protocol):
    """What `Tags` asks of inflections (`textlint_pt_embedded.inflections`)."""

    def nominals(self, form: str) -> list[tuple[FormOf, list[Cell]]]: ...
    def conjugated(self, form: str) -> list[tuple[str, str, str, str]]: ...
    def verb_form(self, lemma: str, cell: tuple[str, ...]) -> str | None: ...


class Tags:
    """What tags make of words. `spellings`: of a word without its marks the forms that differ in
    their marks alone, the commonest first; `frequency`: how common a form is."""

    def __init__(
        self,
        lexicon: Lexicon,
        frequency: Callable[[str], int],
        spellings: Callable[[str], list[str]],
    ) -> None:
        """Number the tags of a lexicon."""
        self.lexicon, self.frequency, self.spellings = lexicon, frequency, spellings

    def accent(self, lower: str) -> str | None:
        """Return the commonest other form with the same letters but for their marks: "e" → "é"."""
        found = self.spellings(bare(lower))
        return next((form for form in found if form != lower), None)

    def nominal(self, lower: str, name: str) -> str | None:
        """Return another form of a noun or adjective: "F", "PL" or "F.PL" of "menino" → "menina",
        "meninos", "meninas"."""
        gender, _, number = name.rpartition(".") if "." in name else ("", "", name)
        if name in ("F", "M"):
            gender, number = name, ""
        for form_of, cells in self.lexicon.nominals(lower):
            for own_gender, own_number in cells:
                form = form_of((gender or own_gender, number or own_number))
                if form and form != lower:
                    return form
        return None

    def verb(self, lower: str, name: str) -> str | None:
        """Return the commonest other form of a verb by the tag's name: a number, a person, a
        tense, or "PRS.3.PL"."""
        forms = set()
        for lemma, tense, person, number in self.lexicon.conjugated(lower):
            wanted: tuple[str, ...]
            if name == "INF":
                forms.add(lemma)
                continue
            if name in ("PL", "SG"):
                wanted = (tense, person, name)
            elif name in ("1", "3"):
                wanted = (tense, name, number)
            elif name == "GRD":
                wanted = (name, "", "")
            elif name == "PTC":
                wanted = ("M", "SG")
            elif name in _TENSES:
                wanted = (name, person, number)
            else:
                wanted = tuple(name.split("."))
            forms.add(self.lexicon.verb_form(lemma, wanted) or lower)
        forms.discard(lower)
        return min(forms, key=lambda form: (-self.frequency(form), form), default=None)

    def split(self, lower: str) -> str | None:
        """Return two words that were written as one, the pair whose rarer word is the commonest."""
        pairs = [(lower[:i], lower[i:]) for i in range(1, len(lower)) if "-" not in lower]
        pairs = [pair for pair in pairs if all(map(self.frequency, pair))]
        best_pair = max(pairs, key=lambda pair: min(map(self.frequency, pair)), default=None)
        return None if best_pair is None else " ".join(best_pair)

    def changed(self, token: str, tag: str) -> str | None:
        """Return what a tag makes of a token; None if that is undefined or needs the next token."""
        lower = token.lower()
        kind, _, name = tag.partition("_")
        form: str | None
        if tag in (KEEP, DELETE):
            return token if tag == KEEP else ""
        if tag in ("CASE_UP", "CASE_LOW"):
            return lower if tag == "CASE_LOW" else token[:1].upper() + token[1:]
        if kind == "REPLACE":
            form = name
        elif tag == "CRASE":
            form = CRASE.get(lower)
        elif tag == "ACCENT":
            form = self.accent(lower)
        elif tag == "DEHYPHEN":
            form = lower.replace("-", "") if "-" in lower else None
        elif tag == "SPLIT":
            form = self.split(lower)
        elif kind == "N":
            form = self.nominal(lower, name)
        elif kind == "V":
            form = self.verb(lower, name)
        else:
            return None
        return cased(form, token) if form else None
