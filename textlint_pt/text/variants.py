"""Which forms are European and which Brazilian Portuguese: tables of our own in `data/pt`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt.text.regex import regex

_DATA = Path(__file__).parent / "data" / "pt"
#: letters of the longest stem in a table
_LONGEST = 24


class Variant(NamedTuple):
    """A form of one variant, `european` or `brazilian`.

    `pair` names what it says: forms of both variants with the same one are counterparts. `weak`:
    the other variant has the word too, in some sense. `other` is the same form in the other
    variant, "" where the table does not say.
    """

    way: str
    pair: str
    weak: bool
    other: str = ""


def table(name: str) -> list[str]:
    """The lines of a list in `data/pt`, without comments and blank lines."""
    lines = (_DATA / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def entry(form: str, lookup: Mapping[str, Any], shortest: int = 3) -> tuple[str, Any] | None:
    """What a table with open endings ("planej*") says of a word and under which entry, the
    longest first."""
    if form in lookup:
        return form, lookup[form]
    for end in range(min(len(form), _LONGEST), shortest - 1, -1):
        stem = f"{form[:end]}*"
        if stem in lookup:
            return stem, lookup[stem]
    return None


@cache
def forms() -> tuple[Mapping[str, Variant], re.Pattern[str]]:
    """Single words (and stems with "*"), and a pattern of the phrases."""
    single: dict[str, Variant] = {}
    phrases: list[str] = []
    for number, line in enumerate(table("variants.txt")):
        sides = [[_plain(form) for form in part.split()] for part in line.split("|")]
        parallel = len(sides[0]) == len(sides[1])
        for way, part, others in zip(
            ("european", "brazilian"), line.split("|"), reversed(sides), strict=True
        ):
            for at, form in enumerate(part.split()):
                plain = _plain(form)
                other = others[at] if parallel else ""
                if plain.endswith("*") != other.endswith("*"):
                    other = ""
                single[plain] = Variant(way, str(number), form.startswith("~"), other)
                if " " in plain:
                    phrases.append(plain)
    phrases.sort(key=len, reverse=True)  # the longest that fits
    return single, re.compile(rf"\b(?:{'|'.join(map(re.escape, phrases))})\b", re.IGNORECASE)


def _plain(form: str) -> str:
    return form.lstrip("~").replace("_", " ")


#: before a nasal consonant and a vowel Portugal says an open vowel, Brazil a closed one
_NASAL = regex(r"[éóêô](?=[mn](?:[aeiou][^\W\ds]|[iu]s))")
_EXCHANGED = str.maketrans("éóêô", "êôéó")
#: closed in both
_CLOSED = regex(r"^(?:fême|estômag|sêmol)")
_PRETERITE = regex(r"[^\W\d_]{2}ámos$")


def variant_of(written: str, start: int = 0) -> Variant | None:
    """The variant that a word belongs to by its spelling; None if to both or to none known.

    `start`: where it stands in its sentence, since any word may have a capital at the beginning.
    """
    single, _ = forms()
    form = written.lower()
    if written[0].isupper() and start:
        return single.get(written)  # a place; any other capital is a name's
    found = entry(form, single, 5)
    if found is not None:
        stem, variant = found
        other = variant.other
        if stem.endswith("*") and other:
            other = other[:-1] + form[len(stem) - 1 :]
        return Variant(variant.way, variant.pair, variant.weak, other)
    if written[0].isupper() or form.isascii():
        return None
    nasal = _NASAL.search(form)
    if nasal and not _CLOSED.match(form):
        open_vowel = nasal.group() in "éó"
        at = nasal.start()
        other = form[:at] + nasal.group().translate(_EXCHANGED) + form[at + 1 :]
        return Variant("european" if open_vowel else "brazilian", folded(form), False, other)
    if _PRETERITE.search(form):
        return Variant("european", form, False, f"{form[:-4]}amos")
    return None


def folded(form: str) -> str:
    """A form without accents."""
    if form.isascii():
        return form
    decomposed = unicodedata.normalize("NFD", form)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


@cache
def orthography() -> Mapping[str, tuple[str, str, str]]:
    """What the agreement of 1990 changed: (way, group, present stem) by stem with "*" or by word;
    the way is `former` or `present`."""
    result: dict[str, tuple[str, str, str]] = {}
    for line in table("orthography.txt"):
        group, former, present = line.split()
        meaning = present if present != "-" else former
        for way, form in (("former", former), ("present", present)):
            if form != "-":
                key = form[1:] if form.startswith("=") else f"{form}*"
                result[key] = (way, group, meaning)
    return result
