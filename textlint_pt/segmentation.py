"""Portuguese sentence and token boundaries, by closed lists and the shape of what stands around.

Both functions work on normalised text (`Text.normalised`): NFC, single spaces. Everything runs in
time linear in the text. The policy is precision: where a stop may be part of an abbreviation or
the sentence goes on in lower case, there is no cut.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

_LISTS = Path(__file__).parent / "data" / "pt"

_CLOSERS = "\"'”’»›)\\]}*_"
_OPENERS = "\"'“”‘«»‹([{¿¡*_"
_DASHES = "—–-―"

# A run of stops with the quotes and brackets that close after it. The look-behind keeps a run of
# a million dots linear.
_STOP = re.compile(rf"(?<![.!?…])([.!?…]+)[{_CLOSERS}]*(?: [»”](?=\s))?(?=\s)")
_DOTTED = re.compile(r"(?:[^\W\d_]{1,3}\.)+[^\W\d_]{1,3}")
_ROMAN = re.compile(r"[IVXLCDM]+")


@cache
def _abbreviations() -> dict[str, frozenset[str]]:
    sections: dict[str, set[str]] = {}
    current: set[str] = set()
    for line in (_LISTS / "abbreviations.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            current = sections.setdefault(line.strip("[]"), set())
        elif not line.startswith("#"):
            for entry in line.split():
                current.update((entry, entry[0].upper() + entry[1:]))
    return {name: frozenset(entries) for name, entries in sections.items()}


@cache
def _openers() -> frozenset[str]:
    lines = (_LISTS / "openers.txt").read_text(encoding="utf-8").splitlines()
    words = (word for line in lines if not line.startswith("#") for word in line.split())
    return frozenset(word[0].upper() + word[1:] for word in words)


def sentence_spans(text: str, opaque: Sequence[tuple[int, int]] = ()) -> list[tuple[int, int]]:
    """Half-open ranges of the sentences of one block of normalised text, in order.

    `opaque` are ranges of `text` (ordered, disjoint) that are no prose, such as code: no boundary
    lies inside one, and one may open a sentence whatever its case.
    """
    spans: list[tuple[int, int]] = []
    start, n = 0, len(text)
    while start < n and text[start].isspace():
        start += 1
    inside = iter(opaque)
    low, high = next(inside, (n, n))
    for match in _STOP.finditer(text):
        while high <= match.start():
            low, high = next(inside, (n, n))
        if low <= match.start() < high:
            continue
        end = match.end()
        after = end
        while after < n and text[after].isspace():
            after += 1
        if after == n:
            break
        if _is_boundary(text, start, match.start(), match.group(1), after, opaque):
            spans.append((start, end))
            start = after
    end = n
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append((start, end))
    return spans


def _is_boundary(
    text: str, start: int, stop: int, run: str, after: int, opaque: Sequence[tuple[int, int]]
) -> bool:
    """Whether the sentence begun at `start` ends with the `run` at `stop`, `after` being next."""
    at, n = after, len(text)
    while at < n and (text[at] in _OPENERS or text[at] in _DASHES or text[at].isspace()):
        at += 1
    if at == n:
        return False
    first = text[at]
    if opaque and any(low <= at < high for low, high in opaque):
        first = "X"
    if first.islower() or first in ",;:.!?…)":
        return False
    before = text[max(text.rfind(" ", start, stop) + 1, start) : stop].lstrip(_OPENERS)
    if not before:  # the run opens the sentence, or stands alone: "(...)"
        return False
    return run != "." or not _abbreviates(text, start, stop, before, at)


def _abbreviates(text: str, start: int, stop: int, before: str, at: int) -> bool:
    """Whether the single stop after the word `before` is part of it, not of the sentence."""
    lists = _abbreviations()
    before = before.lstrip(_DASHES)
    if stop - start <= len(before) and (
        (before.isdigit() and len(before) <= 3)
        or _ROMAN.fullmatch(before)
        or (len(before) == 1 and before.isalpha() and before not in "ÉéÓóÀà")
    ):
        return True  # "1. Abra", "IV. Do amor", "a. Primeiro": the number of an item
    if before in lists["open"]:
        return True
    if before in lists["figure"] and (text[at].isdigit() or _ROMAN.fullmatch(_word(text, at))):
        return True
    if (
        before in lists["name"]
        or (len(before) == 1 and before.isupper() and before.isalpha())
        or _DOTTED.fullmatch(before)
    ):
        return _word(text, at) not in _openers()
    return False


def _word(text: str, at: int) -> str:
    end = at
    while end < len(text) and (text[end].isalpha()):
        end += 1
    return text[at:end]


class TokenKind(StrEnum):
    WORD = "word"
    NUMBER = "number"
    PUNCTUATION = "punctuation"
    URL = "url"
    EMAIL = "email"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Token:
    """`text[start:end]` of the text that was cut up."""

    text: str
    start: int
    end: int
    kind: TokenKind


_LETTERS = r"[^\W\d_]"
_TOKEN = re.compile(
    rf"""
    (?P<url>(?:https?|ftp|file)://[^\s<>"“”«»]*[^\s<>"“”«».,;:!?)\]'’*_]
           |www\.[\w-]+(?:\.[\w-]+)+(?:/[^\s<>"“”«»]*[^\s<>"“”«».,;:!?)\]'’*_])?)
  | (?P<email>[\w.+-]*\w@\w[\w-]*(?:\.[\w-]*\w)+)
  | (?P<number>\d+(?:[.,:/]\d+)*(?:\.?[ºª°]|%|(?:h|min|s)(?:\d+)?(?!\w))?(?!\w))
  | (?P<code>(?:[\w-]*_[\w./-]*\w | [\w-]+(?:/[\w.-]+){{2,}} | --?[a-z][\w-]+
             | {_LETTERS}[\w-]*\.(?:[a-z]\w*\.)*[a-z]{{2,5}}(?!\w))(?:\(\))? | {_LETTERS}+\(\))
  | (?P<word>(?:{_LETTERS}{{1,3}}\.){{2,}}[ºª]?
            |{_LETTERS}+\.[ºª]s?
            |(?:{_LETTERS}|\d)+(?:[-‑'’](?:{_LETTERS}|\d)+)*)
  | (?P<punctuation>\.{{2,}}|--+|[?!]+|R\$|\S)
    """,
    re.VERBOSE,
)


def tokens(text: str) -> list[Token]:
    """Tokens of normalised text in order; white space belongs to none.

    Hyphenated words and verbs with clitics are one token ("guarda-chuva", "dir-lhe-ei"), so are
    contractions ("d'água"), decimals and ordinals ("1.000,50", "5.º"). An abbreviation keeps its
    stop.
    """
    result: list[Token] = []
    known = _abbreviations()
    for match in _TOKEN.finditer(text):
        kind = TokenKind(match.lastgroup or "punctuation")
        start, end = match.span()
        if result and kind is TokenKind.PUNCTUATION and match.group() == ".":
            last = result[-1]
            if (
                last.kind is TokenKind.WORD
                and last.end == start
                and (last.text in known["open"] or last.text in known["name"] or last.text == "etc")
            ):
                result[-1] = Token(last.text + ".", last.start, end, TokenKind.WORD)
                continue
        result.append(Token(match.group(), start, end, kind))
    return result


_WORD_BREAKS = str.maketrans(dict.fromkeys("—–―…", " "))


def count_words(text: str) -> int:
    """Words as people count them: what stands between spaces and dashes with a letter or figure.

    "guarda-chuva", "dir-lhe-ei", "e/ou" and "1.000,50" are one word each.
    """
    pieces = text.translate(_WORD_BREAKS).replace("...", " ").replace("--", " ").split()
    return sum(any(map(str.isalnum, piece)) for piece in pieces)
