"""Formats: from raw text to blocks of prose with exact offsets."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from textlint_pt.contract.errors import Unreadable
from textlint_pt.contract.format import Format, Malformed, Parsed
from textlint_pt.text.document import Block, Document, Markup, Sentence, Text

#: characters of a block that is remembered
_LONGEST_REMEMBERED = 10_000


def build(path: str, raw: str, reader: Format) -> Document:
    """Return the document of a file, divided into sentences.

    A file with a translation and its source has the companion `source`. Text without letter or
    figure outside opaque ranges is no sentence ("— …"). `Unreadable` names the line where a file is
    malformed.
    """
    try:
        parsed = reader.parse(raw)
    except Malformed as error:
        line = raw.count("\n", 0, error.offset) + 1
        raise Unreadable(f"{path}:{line}: {error}") from error
    if not parsed.units:
        from textlint_pt.formats.bare import repeated_names, with_code

        names = repeated_names(parsed.markup)
        parsed = parsed._replace(blocks=tuple(with_code(block, names) for block in parsed.blocks))
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
        format=reader.name,
        blocks=parsed.blocks,
        sentences=_sentences(parsed.blocks),
        comments=parsed.comments,
        companions=companions,
        skipped=parsed.skipped,
        units=parsed.units,
        notes=parsed.notes,
        markup=markup,
        defects=parsed.defects,
        cells=parsed.cells,
    )


def _markup(parsed: Parsed) -> tuple[Markup, ...]:
    """Return the markup of a file and bare addresses, by position, the outer before the inner."""
    explicit = [markup for markup in parsed.markup if markup.written.text]
    bare_markup: list[Markup] = []
    if not parsed.units:
        from textlint_pt.formats.bare import bare, may_be_bare

        explicit.sort(key=_start_and_negated_end)
        # the furthest end up to each: ascending, as a binary search needs it
        ends_so_far = [*accumulate((markup.span.end for markup in explicit), max)]
        for block in parsed.blocks:
            if not may_be_bare(block.content.text):
                continue
            span = block.content.span()
            first = bisect_right(ends_so_far, span.start)
            after_last = bisect_left(explicit, span.end, key=lambda markup: markup.span.start)
            bare_markup.extend(bare(block.content, explicit[first:after_last]))
    return tuple(sorted([*explicit, *bare_markup], key=_start_and_negated_end))


def _start_and_negated_end(markup: Markup) -> tuple[int, int]:
    start, end = markup.span
    return start, -end


def _sentences(blocks: Sequence[Block]) -> tuple[Sentence, ...]:
    """Return the sentences of blocks, with the offset of every character."""
    sentences: list[Sentence] = []
    for block_index, block in enumerate(blocks):
        content = block.content.normalised()
        is_remembered = len(content.text) <= _LONGEST_REMEMBERED
        split = _divided if is_remembered else _divided.__wrapped__
        opaque = tuple(map(content.range_in, block.opaque))
        for start, end, text, opaque_inside in split(content.text, opaque):
            sentence = Text(text, content.starts[start:end], content.ends[start:end])
            sentences.append(
                Sentence(
                    len(sentences), sentence, block.kind, block_index, block.section, opaque_inside
                )
            )
    return tuple(sentences)


@lru_cache(8192)  # from one version of a text to the next most blocks stay
def _divided(
    text: str, opaque: Sequence[tuple[int, int]]
) -> Sequence[tuple[int, int, str, tuple[tuple[int, int], ...]]]:
    """Return start, end, text and opaque ranges of each sentence of a block."""
    from textlint_pt.text.segmentation import sentence_spans

    sentences = []
    opaque = _opaque_ranges(text, opaque)
    for start, end in sentence_spans(text, opaque):
        first_range = bisect_right(opaque, start, key=lambda low_high: low_high[1])
        after_last_range = bisect_left(opaque, end, key=lambda low_high: low_high[0])
        inside = tuple(
            (max(low, start) - start, min(high, end) - start)
            for low, high in opaque[first_range:after_last_range]
        )
        if _has_prose(text[start:end], inside):
            sentences.append((start, end, text[start:end], inside))
    return sentences


def _has_prose(text: str, opaque: Sequence[tuple[int, int]]) -> bool:
    """Return whether a text has a letter or figure outside its opaque ranges."""
    previous_end = 0
    for low, high in opaque:
        if any(map(str.isalnum, text[previous_end:low])):
            return True
        previous_end = high
    return any(map(str.isalnum, text[previous_end:]))


def _opaque_ranges(text: str, ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the ranges of the text that a format called opaque, and those of bare addresses."""
    if "://" in text or "www." in text or "@" in text:
        from textlint_pt.text.segmentation import TokenKind, tokens

        ranges = [*ranges]
        ranges.extend(
            (token.start, token.end)
            for token in tokens(text)
            if token.kind in (TokenKind.URL, TokenKind.EMAIL)
        )
    merged: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        elif low < high:
            merged.append((low, high))
    return merged
