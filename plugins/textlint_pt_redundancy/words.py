"""Which words of a sentence carry content: neither function words nor names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from textlint_pt.contract import Sentence
from textlint_pt.portuguese import Lists
from textlint_pt.text.regex import regex

_LISTS = Lists(Path(__file__).parent / "data" / "stopwords.tsv")
_WORD = regex(r"[^\W_]+(?:[-'’.][^\W_]+)*")
#: after one of these, with quotes and spaces between, a capital means nothing
_OPENING = ".!?…:;—–―-"
_SKIPPED = ' "“”«»‘([{*_'
_CLOSED = regex(r"[.!?…:;][\"'”’»›)\]}*_ ]*$")


class Word(NamedTuple):
    """A word in lower case and where it stands in its sentence."""

    form: str
    start: int
    end: int


class Words(NamedTuple):
    """The words of a sentence; `content` counts the content words.

    `title`: it is alone in its block and does not end like a sentence.
    """

    forms: tuple[str, ...]
    content: Counter[str]
    title: bool


def _opens(text: str, at: int) -> bool:
    before = text[:at].rstrip(_SKIPPED)
    return not before or before[-1] in _OPENING


def stop_words() -> frozenset[str]:
    return _LISTS.words("stop-words")


def words(text: str) -> list[Word]:
    return [Word(m.group().lower(), m.start(), m.end()) for m in _WORD.finditer(text)]


def analyse(sentences: Sequence[Sentence]) -> list[Words]:
    """The words of each sentence of one document, with names recognised by their capitals.

    A name is a word that is capitalised somewhere other than at the start of a sentence or speech,
    and in at least half of its occurrences.
    """
    found = [list(_WORD.finditer(sentence.text)) for sentence in sentences]
    capital: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for sentence, matches in zip(sentences, found, strict=True):
        for match in matches:
            form = match.group()
            if form[0].islower():
                small[form] += 1
            elif form[0].isupper() and not _opens(sentence.text, match.start()):
                capital[form.lower()] += 1
    names = {form for form, count in capital.items() if count >= small[form]}
    nothing = stop_words() | names
    in_block = Counter(sentence.block for sentence in sentences)
    result: list[Words] = []
    for sentence, matches in zip(sentences, found, strict=True):
        forms = tuple(match.group().lower() for match in matches)
        content = Counter(form for form in forms if form not in nothing)
        title = in_block[sentence.block] == 1 and not _CLOSED.search(sentence.text)
        result.append(Words(forms, content, title))
    return result
