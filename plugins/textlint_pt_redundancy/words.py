"""Which words of a sentence carry content: neither function words nor names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from functools import cached_property
from itertools import chain, filterfalse
from pathlib import Path
from sys import intern

from textlint_pt.contract import Document
from textlint_pt.portuguese import Lists
from textlint_pt.text.document import Stretch
from textlint_pt.text.words import WORD_OR_NUMBER, Word

_LISTS = Lists(Path(__file__).parent / "data" / "stopwords.tsv")
#: after one of these, with quotes and spaces between, a capital means nothing
_OPENING = ".!?…:;—–―-"
_SKIPPED = ' "“”«»‘([{*_'
_STOPS, _CLOSING = tuple(".!?…:;"), "\"'”’»›)]}*_ "


class Words:
    """The words of a sentence: all, and the content words, in order.

    `title`: it is alone in its block and does not end like a sentence.
    """

    def __init__(self, forms: tuple[str, ...], in_order: Sequence[str], title: bool) -> None:
        self.forms = forms
        self.in_order = in_order
        self.title = title

    @cached_property
    def content(self) -> Counter[str]:
        """Counts the content words."""
        return Counter(self.in_order)


def _is_closed(text: str) -> bool:
    return text.rstrip(_CLOSING).endswith(_STOPS)


def _opens(text: str, at: int) -> bool:
    """Whether a place opens a sentence or speech, so that a capital there is no name's."""
    before = text[:at].rstrip(_SKIPPED)
    return not before or before[-1] in _OPENING


def stop_words() -> frozenset[str]:
    return _LISTS.words("stop-words")


def words(text: str) -> list[Word]:
    return [Word(m.group().lower(), m.start(), m.end()) for m in WORD_OR_NUMBER.finditer(text)]


def analyse(document: Document) -> list[Words]:
    """Return the words of each sentence, with names recognised by their capitals.

    A name is a word that is capitalised somewhere other than at the start of a sentence or speech,
    and in at least half of its occurrences.
    """
    return [*chain.from_iterable(document.once(by_stretch))]


def by_stretch(document: Document) -> Sequence[tuple[Words, ...]]:
    """Return the words of the sentences of each stretch."""
    found = [stretch.once(_StretchWords) for stretch in document.stretches]
    capital = Counter(chain.from_iterable(one.capital for one in found))
    small: Counter[str] = Counter()
    for one in found:
        for form in one.small.keys() & capital.keys():
            small[form] += one.small[form]
    names = {form for form, count in capital.items() if count >= small[form]}
    return [one.without(names) for one in found]


class _StretchWords:
    """What a stretch says in small letters: the forms of each sentence, and those that are no
    function words (`spoken`). Counts those with a `small` first letter; `capital` are those with a
    capital that does not only open a sentence."""

    def __init__(self, stretch: Stretch) -> None:
        """Read the words of a stretch."""
        self.small: Counter[str] = Counter()
        self.capital: list[str] = []
        self._forms: list[tuple[str, ...]] = []
        for forms, small, capital in stretch.each(_read):
            self._forms.append(forms)
            self.small.update(small)
            self.capital += capital
        is_stop = stop_words().__contains__
        self._spoken = [list(filterfalse(is_stop, forms)) for forms in self._forms]
        self._vocabulary = tuple(set(chain.from_iterable(self._spoken)))
        ends = [*stretch.opens[1:], True]
        self._titles = [
            opens and end and not _is_closed(text)
            for text, opens, end in zip(stretch.texts, stretch.opens, ends, strict=True)
        ]
        #: names that were left out last, and what was left
        self._last: tuple[Set[str], tuple[Words, ...]] | None = None

    def without(self, names: Set[str]) -> tuple[Words, ...]:
        """Return the words of each sentence where these are names."""
        own = frozenset(filter(names.__contains__, self._vocabulary))
        if self._last is None or self._last[0] != own:
            spoken = [list(filterfalse(own.__contains__, forms)) for forms in self._spoken]
            self._last = own, tuple(map(Words, self._forms, spoken, self._titles))
        return self._last[1]


def _read(text: str) -> tuple[tuple[str, ...], Sequence[str], Sequence[str]]:
    """Return the words of a text in lower case, those that are written with a small first letter,
    and those with a capital that does not only open a sentence."""
    forms, small, capital = [], [], []
    for match in WORD_OR_NUMBER.finditer(text):
        form = match.group()
        forms.append(intern(form.lower()))
        if form[0].islower():
            small.append(intern(form))
        elif form[0].isupper() and not _opens(text, match.start()):
            capital.append(forms[-1])
    return tuple(forms), small, capital
