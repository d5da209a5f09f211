"""Formats: from raw text to blocks of prose with exact offsets."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from textlint_pt.contract.errors import Unreadable
from textlint_pt.contract.format import Format, Malformed, Parsed
from textlint_pt.text.document import (
    Block,
    Document,
    Markup,
    Sentence,
    Span,
    Text,
)


def build(path: str, raw: str, reader: Format) -> Document:
    """Read and segment. A file that holds a translation and its source has the companion `source`.

    What has neither letter nor figure outside its opaque ranges is no sentence: "— …", lone code.
    `Unreadable` names the line where a file is malformed.
    """
    try:
        parsed = reader.parse(raw)
    except Malformed as error:
        line = raw.count("\n", 0, error.offset) + 1
        raise Unreadable(f"{path}:{line}: {error}") from error
    if not parsed.units:
        from textlint_pt.formats.bare import with_code

        parsed = parsed._replace(blocks=tuple(map(with_code, parsed.blocks)))
    markup = _markup(parsed)
    companions = {}
    if parsed.sources or any(unit.source is not None for unit in parsed.units):
        sentences = _sentences(parsed.sources)
        companions["source"] = Document(
            path, raw, reader.name, parsed.sources, sentences, markup=markup
        )
    return Document(
        path,
        raw,
        reader.name,
        parsed.blocks,
        _sentences(parsed.blocks),
        parsed.comments,
        companions,
        parsed.skipped,
        parsed.units,
        parsed.notes,
        markup,
        parsed.defects,
        parsed.cells,
    )


def _markup(parsed: Parsed) -> tuple[Markup, ...]:
    """What is marked in a file, by where it begins; what contains another before it."""
    found = [markup for markup in parsed.markup if markup.written.text]
    more: list[Markup] = []
    if not parsed.units:
        from textlint_pt.formats.bare import bare

        found.sort(key=_begin)
        reach = [*accumulate((markup.span.end for markup in found), max)]
        for block in parsed.blocks:
            span = block.content.span()
            low = bisect_right(reach, span.start)
            high = bisect_left(found, span.end, key=lambda markup: markup.span.start)
            more.extend(bare(block.content, found[low:high]))
    return tuple(sorted([*found, *more], key=_begin))


def _begin(markup: Markup) -> tuple[int, int]:
    start, end = markup.span
    return start, -end


def _sentences(blocks: Sequence[Block]) -> tuple[Sentence, ...]:
    from textlint_pt.text.segmentation import sentence_spans

    sentences: list[Sentence] = []
    for number, block in enumerate(blocks):
        content = block.content.normalised()
        opaque = _opaque_ranges(content, block.opaque)
        for start, end in sentence_spans(content.text, opaque):
            first = bisect_right(opaque, start, key=lambda low_high: low_high[1])
            last = bisect_left(opaque, end, key=lambda low_high: low_high[0])
            inside = tuple(
                (max(low, start) - start, min(high, end) - start)
                for low, high in opaque[first:last]
            )
            if not _has_prose(content.text[start:end], inside):
                continue
            sentences.append(
                Sentence(
                    len(sentences), content[start:end], block.kind, number, block.section, inside
                )
            )
    return tuple(sentences)


def _has_prose(text: str, opaque: Sequence[tuple[int, int]]) -> bool:
    at = 0
    for low, high in opaque:
        if any(map(str.isalnum, text[at:low])):
            return True
        at = high
    return any(map(str.isalnum, text[at:]))


def _opaque_ranges(content: Text, spans: Sequence[Span]) -> list[tuple[int, int]]:
    """Ranges of the text that a format called opaque, and those of bare addresses."""
    ranges = [content.range_in(span) for span in spans]
    if "://" in content.text or "www." in content.text or "@" in content.text:
        from textlint_pt.text.segmentation import TokenKind, tokens

        ranges.extend(
            (token.start, token.end)
            for token in tokens(content.text)
            if token.kind in (TokenKind.URL, TokenKind.EMAIL)
        )
    merged: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        elif low < high:
            merged.append((low, high))
    return merged
