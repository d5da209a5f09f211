"""Tokens as the language model sees them: words, verb clitics, numbers, code and marks apart."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(
    r"(?P<code>(?:https?://|www\.)\S+|[\w.+-]+@\w[\w.-]*\w)"
    r"|(?P<chunk>\w+(?:['’.,:/_-]\w+)*)"
    r"|(?P<mark>\.\.\.|-{2,3}|[^\w\s])"
)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*(?:[ºªoa]|h(?:\d\d)?|s|km|m|kg|g)?")
_INITIALS = re.compile(r"[^\W\d_](?:\.[^\W\d_])+")
_CLITIC = re.compile(
    r"-(?:me|te|se|lhes?|nos|vos|[oa]s?|l[oa]s?|n[oa]s?|[mt][oa]s?|lh[oa]s?"
    r"|ei|ás|á|emos|eis|ão|ia|ias|íamos|íeis|iam)(?=$|-)",
    re.IGNORECASE,
)
_PART = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|[.,:/_'’-]")

#: kinds of token
WORD, NUMBER, CODE, MARK = range(4)


class Token(NamedTuple):
    """`text[start:end]` of a sentence and what it is; `form` is the text with marks unified."""

    start: int
    end: int
    form: str
    kind: int


def tokens(text: str) -> list[Token]:
    """Tokens of a normalised sentence, in order, not overlapping."""
    result = []
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        kind = match.lastgroup
        if kind == "mark":
            result.append(Token(start, end, _MARKS.get(match[0], match[0]), MARK))
        elif kind == "code":
            result.append(Token(start, end, match[0], CODE))
        else:
            for offset, form, part_kind in _chunk(match[0]):
                result.append(Token(start + offset, start + offset + len(form), form, part_kind))
    return result


@lru_cache(maxsize=1 << 16)
def _chunk(chunk: str) -> tuple[tuple[int, str, int], ...]:
    """(offset, form, kind) of the tokens of a run of word characters and inner marks."""
    if _WORD.fullmatch(chunk):
        return tuple(_clitics(chunk))
    if _NUMBER.fullmatch(chunk):
        return ((0, chunk, NUMBER),)
    if _INITIALS.fullmatch(chunk):
        return ((0, chunk, WORD),)
    parts = [(match.start(), match[0]) for match in _PART.finditer(chunk)]
    words = parts[::2]
    marks = {mark for _, mark in parts[1::2]}
    prose = marks <= {".", ",", ":", "/"} and all(_WORD.fullmatch(word) for _, word in words)
    # a full stop with no space after it ends a sentence only before a capital: the rest is a name
    # of a file or of a thing in a program
    if prose and "." in marks:
        prose = all(
            mark != "." or (len(before) > 1 and before[-1].islower() and after[0].isupper())
            for (_, before), (_, mark), (_, after) in zip(
                parts[::2], parts[1::2], parts[2::2], strict=False
            )
        )
    if not prose:
        return ((0, chunk, CODE),)
    result: list[tuple[int, str, int]] = []
    for offset, part in parts:
        if part in marks:
            result.append((offset, part, MARK))
        else:
            result.extend((offset + at, form, kind) for at, form, kind in _clitics(part))
    return tuple(result)


def _clitics(word: str) -> list[tuple[int, str, int]]:
    """A word with its enclitic pronouns (and the ending after a mesoclitic one) as tokens."""
    cuts = [match.start() for match in _CLITIC.finditer(word)]
    # only a tail of clitics counts: "pé-de-moleque" and "bota-fora" stay whole
    tail = len(word)
    kept: list[int] = []
    for cut in reversed(cuts):
        match = _CLITIC.match(word, cut)
        if match is None or match.end() != tail:
            break
        kept.append(cut)
        tail = cut
    bounds = [0, *reversed(kept), len(word)]
    return [(a, word[a:b], WORD) for a, b in zip(bounds, bounds[1:], strict=False) if a < b]


_MARKS = {
    "“": '"', "”": '"', "«": '"', "»": '"', "„": '"', "‘": "'", "’": "'",
    "–": "—", "--": "—", "---": "—", "...": "…", "―": "—",
}  # fmt: skip
