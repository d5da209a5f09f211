"""How often a document writes a form, and what has a name in its code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from sys import intern
from typing import NamedTuple

from textlint_pt.contract import Kind, MarkupKind, View
from textlint_pt.text.regex import regex
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


#: names that code gives or uses: "x = 1", "x <- 1", "x[0]", "x.y", "f(", "for x in"
_NAME_IN_CODE = regex(
    r"\b([A-Za-z]\w{0,60})(?=\s{0,8}(?:=(?!=)|<-|:=)|[\[.(])|\b(?:def|class|function|for|in|let|const|var)"
    r"[ ]+([A-Za-z]\w{0,60})"
)
_ONE_NAME = regex(r"[A-Za-z]\w{0,60}\Z")


def names_in_code(view: View) -> frozenset[str]:
    """The names, in small letters, that the document's own code has."""
    found: set[str] = set()
    for markup in view.document.markup:
        code = markup.content.text
        if markup.kind is MarkupKind.CODE_BLOCK:
            found.update(one or other for one, other in _NAME_IN_CODE.findall(code))
        elif markup.kind is MarkupKind.CODE and _ONE_NAME.match(code):
            found.add(code)
    return frozenset(name.lower() for name in found)
