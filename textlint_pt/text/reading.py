"""How rules without a model read a sentence: quotations, uninterrupted text, capitals."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from textlint_pt.text.document import Document, Stretch, Text
from textlint_pt.text.regex import regex

Ranges = Sequence[tuple[int, int]]

_QUOTE = regex(r"[“”„«»\"]")
_CLOSES = {"“": "”", "„": "“", "«": "»"}


def together(content: Text, start: int, end: int) -> bool:
    """Return whether `text[start:end]` is in the source without markup between its characters."""
    return all(content.ends[i] == content.starts[i + 1] for i in range(start, end - 1))


def cased(form: str, like: str) -> str:
    """Return `form` with the capitals of `like`, unless it has capitals itself."""
    if not form.islower():
        return form
    if len(like) > 1 and like.isupper():
        return form.upper()
    return form[:1].upper() + form[1:] if like[:1].isupper() else form


def touches(ranges: Ranges, start: int, end: int) -> bool:
    """Return whether [start, end) contains a character of one of the ranges, which are in order."""
    at = bisect_right(ranges, start, key=lambda low_high: low_high[1])
    return at < len(ranges) and ranges[at][0] < end


def quotations(document: Document) -> Sequence[Ranges]:
    """Return for each sentence the quoted ranges; open quotations end with their block."""
    return document.once(_quotations)


def _quotations(document: Document) -> list[Ranges]:
    return document.by_sentence(_quoted)


def _quoted(stretch: Stretch) -> list[Ranges]:
    """Return the quoted ranges of each sentence of a stretch."""
    result: list[Ranges] = []
    closer = ""
    for opens, text in zip(stretch.opens, stretch.texts, strict=True):
        if opens:
            closer = ""
        if not closer and not _QUOTE.search(text):
            result.append(())
            continue
        ranges: list[tuple[int, int]] = []
        opened = 0
        for match in _QUOTE.finditer(text):
            mark = match.group()
            if not closer:
                closer, opened = _CLOSES.get(mark, '"' if mark == '"' else ""), match.start()
            elif mark == closer:
                ranges.append((opened, match.end()))
                closer = ""
        if closer:
            ranges.append((opened, len(text)))
        result.append(ranges)
    return result
