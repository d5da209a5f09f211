"""Tokens as the n-gram model sees them: verb clitics apart, variants of a mark unified."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from textlint_pt import portuguese
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import TokenKind
from textlint_pt.text.segmentation import tokens as cut

#: kinds of token
WORD, NUMBER, CODE, MARK = range(4)

_KINDS = {
    TokenKind.WORD: WORD,
    TokenKind.NUMBER: NUMBER,
    TokenKind.PUNCTUATION: MARK,
    TokenKind.URL: CODE,
    TokenKind.EMAIL: CODE,
    TokenKind.CODE: CODE,
}
_FIGURE = regex(r"\d")
_MARKS = {**dict.fromkeys("“”«»„", '"'), **dict.fromkeys("‘’", "'"), **dict.fromkeys("–―", "—")}


@cache
def _clitics() -> re.Pattern[str]:
    """Clitics at the end of a verb, and endings after them."""
    return re.compile(
        rf"(?:-(?:{portuguese.clitic_pattern()}|{portuguese.future_pattern()})){{1,4}}$",
        re.IGNORECASE,
    )


class Token(NamedTuple):
    """`text[start:end]` of a sentence and its kind; `form` is the text with marks unified."""

    start: int
    end: int
    form: str
    kind: int


def tokens(text: str) -> Iterator[Token]:
    """Yield tokens of a normalised sentence, in order, not overlapping.

    "dir-lhe-ei" is three tokens, "pé-de-moleque" one; a word with a digit in it counts as code.
    """
    for token in cut(text):
        kind, start = _KINDS[token.kind], token.start
        if kind == MARK:
            yield Token(start, token.end, _mark(token.text), MARK)
        elif kind == WORD:
            if _FIGURE.search(token.text):
                yield Token(start, token.end, token.text, CODE)
                continue
            clitics = _clitics().search(token.text)
            if clitics is None or not clitics.start():
                yield Token(start, token.end, token.text, WORD)
                continue
            yield Token(start, start + clitics.start(), token.text[: clitics.start()], WORD)
            clitic_start = start + clitics.start()
            for clitic in clitics.group()[1:].split("-"):
                yield Token(clitic_start, clitic_start + 1 + len(clitic), f"-{clitic}", WORD)
                clitic_start += 1 + len(clitic)
        else:
            yield Token(start, token.end, token.text, kind)


def _mark(text: str) -> str:
    """Return the canonical form of a mark with variants: dashes, quotes, "...", "?!"."""
    if len(text) == 1:
        return _MARKS.get(text, text)
    if text.startswith(".."):
        return "…"
    if text.startswith("--"):
        return "—"
    return text[0] if text[0] in "?!" else text
