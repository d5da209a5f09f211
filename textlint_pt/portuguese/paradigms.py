"""Determiners, pronouns and ordinals with forms of both genders and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from textlint_pt.portuguese.tables import rows

#: masculine and feminine singular, masculine and feminine plural
Paradigm = tuple[str, str, str, str]


@cache
def all_paradigms() -> Mapping[str, Paradigm]:
    """By name, as "demonstratives.this"."""
    found: dict[str, Paradigm] = {}
    for name, forms in rows("paradigms.tsv"):
        masculine, feminine, masculines, feminines = forms.split()
        found[name] = masculine, feminine, masculines, feminines
    return found


def paradigms(*names: str) -> tuple[Paradigm, ...]:
    """The forms of determiners, pronouns and ordinals: `paradigms("articles", "indefinites")`."""
    return tuple(
        forms
        for wanted in names
        for name, forms in all_paradigms().items()
        if name == wanted or name.startswith(f"{wanted}.")
    )
