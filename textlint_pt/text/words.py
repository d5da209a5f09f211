"""Where words begin and end: the one place that says so.

`segmentation.tokens` cuts a sentence completely: numbers, addresses and punctuation are tokens of
their own. Whoever asks for words alone takes one of the patterns below, by `finditer`; most ask
`words`. They differ where the question does, and each says which question that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from sys import intern
from typing import NamedTuple

from textlint_pt.text.regex import regex

#: runs of letters: to count words, and to look them up where a lexicon has no compounds
LETTERS = regex(r"[^\W\d_]+")
#: words as they are spelt: hyphens and apostrophes join ("guarda-chuva", "d'água")
WORD = regex(rf"{LETTERS.pattern}(?:[-‑'’]{LETTERS.pattern})*")
#: words of two languages that are compared: an apostrophe ends a word, since "the user's" is the
#: term "user"
TERM = regex(rf"{LETTERS.pattern}(?:-{LETTERS.pattern})*")
#: words and numbers that sentences have in common: "1.000", "v2.3" and "E.U.A" are one each
WORD_OR_NUMBER = regex(r"[^\W_]+(?:[-'’.][^\W_]+)*")
#: letters, figures and "_" together: names in code count, and words of a list may hold figures
ALPHANUMERIC = regex(r"\w+")
#: the same joined as words are, or a run of marks: what a model of the user's is asked about
WORD_OR_MARKS = regex(r"\w+(?:[-'’]\w+)*|[^\w\s]+")
_FIGURE = regex(r"\d")
_WORD_OR_FIGURE = regex(rf"\d+|{WORD.pattern}")


class Word(NamedTuple):
    """A word of a sentence: `text[start:end]` and the same in lower case."""

    form: str
    start: int
    end: int


class _Known(dict[tuple[str, bool], Sequence[Word]]):
    """The words of sentences that were asked for, up to so many characters: many rules ask for the
    same, in every version of a text."""

    most = 1_000_000
    _length = 0

    def __missing__(self, key: tuple[str, bool]) -> Sequence[Word]:
        """Return the words of a text, and remember them while there is room."""
        text, figures = key
        if figures and not _FIGURE.search(text):
            return self.setdefault(key, self[text, False])
        if self._length > self.most:
            self.clear()
            self._length = 0
        self._length += len(text)
        pattern = _WORD_OR_FIGURE if figures else WORD
        found = [Word(intern(m.group().lower()), *m.span()) for m in pattern.finditer(text)]
        self[key] = found
        return found


_KNOWN = _Known()


def remember(characters: int) -> None:
    """Keep the words of sentences up to so many characters."""
    _KNOWN.most = characters


def words(text: str, *, figures: bool = False) -> list[Word]:
    """Return the words in order; `figures`: runs of digits are words too."""
    return list(_KNOWN[text, figures])
