"""How often a document writes a form, and whether its spelling is that of another time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from sys import intern
from typing import NamedTuple
from weakref import WeakKeyDictionary

from textlint_pt.contract import Forms, Kind, View
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.reading import KEPT
from textlint_pt_grammaticality.respelling import with_marks
from textlint_pt_grammaticality.spelling.corrections import MARKS_LEAST, unmarked
from textlint_pt_grammaticality.spelling.unknown import word_matches

#: different forms, and their share of the words, from which a text is in a spelling of before 1945
_LEAST_FORMER, _FORMER_SHARE = 5, 0.005


def _is_former(form: str, forms: Forms) -> bool:
    """Whether a form that is no word is one in the spelling of another time: "elle", "êle"."""
    if forms.known(unmarked(form)):
        return True
    today = _DOUBLED.sub(r"\1", form)
    for letters, now in _FORMER_LETTERS:
        today = today.replace(letters, now)
    return today != form and (forms.known(today) or bool(with_marks(today, forms, MARKS_LEAST)))


_DOUBLED = regex(r"([bcdfglmnpt])\1")
_FORMER_LETTERS = (
    ("ph", "f"), ("th", "t"), ("rh", "r"), ("y", "i"), ("mn", "n"), ("ct", "t"), ("pt", "t"),
    ("ah", "a"), ("aes", "ais"), ("oes", "ois"), ("chr", "cr"),
)  # fmt: skip


@lru_cache(KEPT)
def _is_former_form(form: str, forms: Forms) -> bool:
    return form.isalpha() and not forms.known(form) and _is_former(form, forms)


class _Forms(NamedTuple):
    """The words of a sentence in small letters: all, those written so, names."""

    all: Sequence[str]
    small: Sequence[str]
    names: Sequence[str]


@lru_cache(KEPT)
def _forms_in(text: str) -> _Forms:
    found = [intern(match.group()) for match in word_matches(text)]
    return _Forms(
        [intern(form.lower()) for form in found],
        [form for form in found if form.islower()],
        [intern(form.lower()) for at, form in enumerate(found) if at and not form.islower()],
    )


class _Uses(NamedTuple):
    """How often each form stands in the text, and how often as a name, by its small letters;
    whether the text is in a spelling of before 1945."""

    all: Counter[str]
    names: Counter[str]
    former: bool


_known_uses: WeakKeyDictionary[View, _Uses] = WeakKeyDictionary()


def uses_of(view: View) -> _Uses:
    if view not in _known_uses:
        _known_uses[view] = _count_uses(view, view.analysis("forms"))
    return _known_uses[view]


def _count_uses(view: View, forms: Forms) -> _Uses:
    every: list[str] = []
    names: list[str] = []
    small: set[str] = set()
    for sentence, text in zip(view.sentences, view.document.texts, strict=True):
        found = _forms_in(text)
        every += found.all
        small.update(found.small)
        if sentence.kind is not Kind.HEADING:
            names += found.names
    former = sum(_is_former_form(form, forms) for form in small)
    least = max(_LEAST_FORMER, _FORMER_SHARE * len(every))
    return _Uses(Counter(every), Counter(names), former >= least)
