"""What rules say of a finding and metrics of their values, in `messages.tsv` of their package.

A line is codes or names of metrics, the name of a message, and its text in Portuguese and English,
with tabs between.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from textlint_pt import shipped
from textlint_pt.report.messages import LANGUAGES

Catalogues = Mapping[str, Mapping[str, str]]
FILE = "messages.tsv"


class InPackage:
    """`messages` of a rule or metric that declares none itself: those that its package has."""

    def __get__(self, rule: Any, owner: Any) -> Catalogues:
        package = owner.__module__.partition(".")[0]
        known = in_package(package)
        return known.get(getattr(owner, "code", "")) or known.get(getattr(owner, "name", ""), {})


@cache
def in_package(package: str) -> Mapping[str, Catalogues]:
    """Return the messages of a package by code or name; empty without `messages.tsv`."""
    path = shipped.beside(package, FILE)
    if path is None:
        return {}
    found: dict[str, dict[str, dict[str, str]]] = {}
    for codes, name, *texts in shipped.read_rows(path):
        for code in codes.split():
            catalogues = found.setdefault(code, {language: {} for language in LANGUAGES})
            for language, text in zip(LANGUAGES, texts, strict=True):
                catalogues[language][name] = text
    return found
