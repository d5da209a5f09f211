"""Which forms are European and which Brazilian Portuguese: tables of our own in `data/pt`."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from textlint_pt import shipped
from textlint_pt.text.once import Made
from textlint_pt.text.regex import regex
from textlint_pt.text.words import WORD

_DATA = Path(__file__).parent / "data" / "pt"
#: letters of the stems in a table, fewest and most
_MIN_STEM, _MAX_STEM = 4, 24
#: letters by which the spellings of a word in both variants differ, at most
_SPELT_APART = 2


class Variant(NamedTuple):
    """A form of one variant, `european` or `brazilian`.

    `weak`: the other variant has the word too, in some sense. `other` is the same form in the other
    variant, "" if the table does not give it.
    """

    way: str
    weak: bool
    other: str = ""


class _Table(dict[str, Made]):
    """Values by word, or by stem with an open ending: "planej*"."""

    @cached_property
    def _openings(self) -> frozenset[str]:
        return frozenset(key[:_MIN_STEM] for key in self if key[-1] == "*")

    def entry(self, form: str) -> tuple[str, Made] | None:
        """Return the longest matching entry for a word and its value."""
        if form in self:
            return form, self[form]
        if form[:_MIN_STEM] in self._openings:
            for end in range(min(len(form), _MAX_STEM), _MIN_STEM - 1, -1):
                stem = f"{form[:end]}*"
                if stem in self:
                    return stem, self[stem]
        return None


@cache
def forms() -> tuple[_Table[Variant], re.Pattern[str]]:
    """Return the table of words and stems by variant, and a regex of its phrases.

    A line is "european forms | brazilian forms"; "~" marks a form that both have in some sense,
    "_" is a space. Forms are counterparts one by one where both sides have as many.
    """
    single = _Table[Variant]()
    phrases: list[str] = []
    for line in shipped.read_lines(_DATA / "variants.txt"):
        sides = [[_plain(form) for form in part.split()] for part in line.split("|")]
        parallel = len(sides[0]) == len(sides[1])
        for way, part, others in zip(
            ("european", "brazilian"), line.split("|"), reversed(sides), strict=True
        ):
            for index, form in enumerate(part.split()):
                form_key = _plain(form)
                other = others[index] if parallel else ""
                if form_key.endswith("*") != other.endswith("*"):
                    other = ""
                single[form_key] = Variant(way, form.startswith("~"), other)
                if " " in form_key:
                    phrases.append(form_key)
    phrases.sort(key=len, reverse=True)  # the longest that matches
    return single, re.compile(rf"\b(?:{'|'.join(map(re.escape, phrases))})\b", re.IGNORECASE)


def _plain(form: str) -> str:
    return form.lstrip("~").replace("_", " ")


#: before a nasal consonant and a vowel, Portugal has an open vowel and Brazil a closed one
_NASAL = regex(r"[éóêô](?=[mn](?:[aeiou][^\W\ds]|[iu]s))")
_EXCHANGED = str.maketrans("éóêô", "êôéó")
#: closed in both variants
_CLOSED = regex(r"^(?:fême|estômag|sêmol)")
_PRETERITE = regex(r"[^\W\d_]{2}ámos$")


@lru_cache(1 << 14)
def variant_of(written: str, inside: bool = False) -> Variant | None:
    """Return the variant a word's spelling belongs to, as "fato" and "facto"; None if both.

    `inside`: not at a sentence's start, so that a capital means a name.
    """
    single, _ = forms()
    form = written.lower()
    if written[0].isupper() and inside:
        return single.get(written)  # a place; any other capitalised word is a name
    found = single.entry(form)
    if found is not None:
        stem, variant = found
        other = variant.other
        if stem.endswith("*") and other:  # the stem of the counterpart with the word's ending
            other = other[:-1] + form[len(stem) - 1 :]
        return variant._replace(other=other)
    if written[0].isupper() or form.isascii():
        return None
    nasal = _NASAL.search(form)
    if nasal and not _CLOSED.match(form):
        way = "european" if nasal.group() in "éó" else "brazilian"
        at = nasal.start()
        other = form[:at] + nasal.group().translate(_EXCHANGED) + form[at + 1 :]
        return Variant(way, weak=False, other=other)
    if _PRETERITE.search(form):  # "falámos", in Brazil "falamos"
        return Variant("european", weak=False, other=f"{form[:-4]}amos")
    return None


def variant_of_text(text: str) -> str | None:
    """Return `pt-PT` or `pt-BR` if its words are twice as frequent as the other's."""
    uses: Counter[str] = Counter()
    for form, number in Counter(WORD.findall(text)).items():
        found = variant_of(form, True)  # whatever has a capital may be a name
        if found is not None and not found.weak:
            uses[found.way] += number
    portugal, brazil = uses["european"], uses["brazilian"]
    if portugal and portugal >= 2 * brazil:
        return "pt-PT"
    return "pt-BR" if brazil and brazil >= 2 * portugal else None


def in_variant(word: str, variant: str) -> str:
    """Return a word as "PT" or "BR" spells it (*húmida*, *úmida*); itself if there is no choice."""
    from rapidfuzz.distance import OSA

    found = variant_of(word)
    if found is None or found.weak or not found.other or not variant:
        return word
    if OSA.distance(word, found.other, score_cutoff=_SPELT_APART) > _SPELT_APART:
        return word
    return word if found.way == ("european" if variant == "PT" else "brazilian") else found.other


def folded(form: str) -> str:
    """Return a form without accents."""
    if form.isascii():
        return form
    decomposed = unicodedata.normalize("NFD", form)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


class Spelling(NamedTuple):
    """What the agreement of 1990 says of a form. `way`: `former` or `present`; `group`: what was
    changed; `other`: the form in the other spelling."""

    way: str
    group: str
    other: str


@lru_cache(4_096)
def spelling(form: str) -> Spelling | None:
    """Return how the 1990 reform changed a word; None if it did not."""
    found = _orthography().entry(form)
    if found is not None:
        key, change = found
        rest = form[len(key) - 1 :] if key[-1] == "*" else ""
        return change._replace(other=change.other + rest)
    if prefix := _PREFIXED.match(form):  # "hidroeléctrica"
        rest = form[prefix.end() :]
        inner = _orthography().entry(rest)
        if inner is not None:
            key, change = inner
            is_silent_consonant = (change.way, change.group) == ("former", "consonant")
            if is_silent_consonant and len(key.rstrip("*")) >= _MIN_INNER:
                ending = rest[len(key) - 1 :] if key[-1] == "*" else ""
                other = prefix.group() + change.other + ending
                return Spelling("former", "consonant", other)
    if not form.isascii():
        for group, pattern, present in _CHANGED:
            reformed = pattern.sub(present, form)
            if reformed != form:
                return Spelling("former", group, reformed)
    return None


#: prefixes of a word whose spelling was changed
_PREFIXED = regex(
    r"(?:ante|anti|auto|bi|bio|co|contra|des|ex-|ferri|ferro|foto|geo|hidro|hiper|in|infra|inter|"
    r"macro|micro|multi|pluri|pós-|pré-|re|retro|semi|sub|super|tele|termo|ultra|uni|vice-|"
    r"(?:hidr|term)(?=e))"  # "hidreléctrica"
)
#: letters of the word or stem after such a prefix, at least
_MIN_INNER = 7
#: how forms of verbs in -ar end, but for the "e" of "active": with it they may be English
_VERBAL = (
    "a", "o", "os", "ad*", "am*", "and*", "ant*", "ar*", "as*", "av*", "aç*", "á*", "ei*", "em*",
    "ou*",
)  # fmt: skip
#: what it changed in every word: the group, how it was written, and how it is
_CHANGED = (
    ("trema", regex(r"(?<=[gq])ü(?=[eiéíê])"), "u"),
    ("oi", regex(r"êem$"), "eem"),
    ("oo", regex(r"ôo(s?)$"), r"oo\1"),
    # "véio" is said for "velho"
    ("ei", regex(r"(?<=[^\W\d_])(?<!^v)éi(?=(?:[ao]s?|em?|am|[cn][ao]s?)$)"), "ei"),
    ("oi", regex(r"(?<=[^\W\d_])ói(?=(?:[ao]s?|es?|em|am|c[ao]s?|des?)$)"), "oi"),
    ("oi", regex(r"(?<=[gq])ú(?=(?:es?|em|is?)$)"), "u"),
)


@cache
def _orthography() -> _Table[Spelling]:
    """Return the words that the 1990 reform changed, in both spellings.

    A line is "group former present". "=" marks a whole word (else a stem), "~" a present spelling
    that was right before too, a final "-" a stem that only takes endings of verbs in -ar.
    """
    result = _Table[Spelling]()
    for line in shipped.read_lines(_DATA / "orthography.txt"):
        group, former, present = line.split()
        shared = present.startswith("~")
        old, new = former.lstrip("="), present.lstrip("=~").replace("_", " ")
        endings: tuple[str, ...] = ("",) if former.startswith("=") else ("*",)
        if old.endswith("-"):
            old, new, endings = old[:-1], new[:-1], _VERBAL
        for ending in endings:
            before, after = old + ending, new + ending
            result[before] = Spelling("former", group, after.rstrip("*"))
            if not shared:
                result[after] = Spelling("present", group, before.rstrip("*"))
    return result
