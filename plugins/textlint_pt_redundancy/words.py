"""Which words of a sentence carry content: neither function words nor names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from functools import cache, cached_property, lru_cache
from itertools import chain
from pathlib import Path
from sys import intern
from typing import NamedTuple

from textlint_pt.contract import Sentence, View
from textlint_pt.portuguese import Lists
from textlint_pt.text.words import WORD_OR_NUMBER, Word

_LISTS = Lists(Path(__file__).parent / "data" / "stopwords.tsv")
#: after one of these, with quotes and spaces between, a capital means nothing
_OPENING = ".!?…:;—–―-"
_SKIPPED = ' "“”«»‘([{*_'
_STOPS, _CLOSING = tuple(".!?…:;"), "\"'”’»›)]}*_ "


class Words:
    """The words of a sentence.

    `title`: it is alone in its block and does not end like a sentence.
    """

    def __init__(
        self, forms: tuple[str, ...], spoken: Sequence[str], names: Set[str], title: bool
    ) -> None:
        self.forms = forms
        self.title = title
        self._spoken = spoken
        self._names = names

    @property
    def in_order(self) -> Sequence[str]:
        """The content words."""
        names = self._names
        if names.isdisjoint(self._spoken):
            return self._spoken
        return [form for form in self._spoken if form not in names]

    @cached_property
    def content(self) -> Counter[str]:
        """Counts the content words."""
        return Counter(self.in_order)


def _is_closed(text: str) -> bool:
    return text.rstrip(_CLOSING).endswith(_STOPS)


def _opens(text: str, at: int) -> bool:
    before = text[:at].rstrip(_SKIPPED)
    return not before or before[-1] in _OPENING


def stop_words() -> frozenset[str]:
    return _LISTS.words("stop-words")


@cache
def turning() -> Mapping[str, str]:
    """Words that turn what a sentence says, by the name of what they say."""
    kinds = "all only some other also before after more less default may must".split()  # noqa: SIM905
    return {word: kind for kind in kinds for word in _LISTS.words(f"turning.{kind}")}


def words(text: str) -> list[Word]:
    return [Word(m.group().lower(), m.start(), m.end()) for m in WORD_OR_NUMBER.finditer(text)]


def analysed(view: View) -> list[Words]:
    """The words of each sentence of a view's document."""
    return analyse(view.sentences)


def analyse(sentences: Sequence[Sentence]) -> list[Words]:
    """The words of each sentence of one document, with names recognised by their capitals.

    A name is a word that is capitalised somewhere other than at the start of a sentence or speech,
    and in at least half of its occurrences.
    """
    found = [_forms(sentence.text) for sentence in sentences]
    capital = Counter(chain.from_iterable(one.capital for one in found))
    small = Counter(chain.from_iterable(one.small for one in found))
    names = {form for form, count in capital.items() if count >= small[form]}
    in_block = Counter(sentence.block for sentence in sentences)
    result: list[Words] = []
    for sentence, one in zip(sentences, found, strict=True):
        title = in_block[sentence.block] == 1 and not _is_closed(sentence.text)
        result.append(Words(one.forms, one.spoken, names, title))
    return result


class _Forms(NamedTuple):
    """The words of a sentence in lower case, and those that are no function words; those with a
    small first letter; those with a capital that does not only open a sentence."""

    forms: tuple[str, ...]
    spoken: Sequence[str]
    small: Sequence[str]
    capital: Sequence[str]


@lru_cache(8_192)  # from one version of a text to the next most sentences stay
def _forms(text: str) -> _Forms:
    matches = list(WORD_OR_NUMBER.finditer(text))
    small: list[str] = []
    capital: list[str] = []
    for match in matches:
        form = match.group()
        if form[0].islower():
            small.append(intern(form))
        elif form[0].isupper() and not _opens(text, match.start()):
            capital.append(intern(form.lower()))
    forms = tuple(intern(match.group().lower()) for match in matches)
    spoken = [form for form in forms if form not in stop_words()]
    return _Forms(forms, spoken, small, capital)
