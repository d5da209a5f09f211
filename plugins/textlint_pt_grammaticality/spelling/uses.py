"""How often a document writes a form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from sys import intern
from typing import NamedTuple

from textlint_pt.contract import Kind, View
from textlint_pt_grammaticality.reading import KEPT
from textlint_pt_grammaticality.spelling.unknown import word_matches


class _Forms(NamedTuple):
    """The words of a sentence in small letters: all, names."""

    all: Sequence[str]
    names: Sequence[str]


@lru_cache(KEPT)
def _forms_in(text: str) -> _Forms:
    found = [intern(match.group()) for match in word_matches(text)]
    return _Forms(
        [intern(form.lower()) for form in found],
        [intern(form.lower()) for at, form in enumerate(found) if at and not form.islower()],
    )


class _Uses(NamedTuple):
    """How often each form stands in the text, and how often as a name, by its small letters."""

    all: Counter[str]
    names: Counter[str]


def uses_of(view: View) -> _Uses:
    return view.once(_count_uses)


def _count_uses(view: View) -> _Uses:
    every: list[str] = []
    names: list[str] = []
    for sentence, text in zip(view.sentences, view.document.texts, strict=True):
        found = _forms_in(text)
        every += found.all
        if sentence.kind is not Kind.HEADING:
            names += found.names
    return _Uses(Counter(every), Counter(names))
