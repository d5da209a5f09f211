"""Corrections: edits that overlap nothing, touch only prose, and change no more than they say."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from textlint_pt.contract.errors import Unreadable
from textlint_pt.contract.finding import Applicability
from textlint_pt.reporters.report import FindingDict
from textlint_pt.text.document import Block, Document, Span

#: gives the document that a changed text is; `Unreadable` if it is none
Reader = Callable[[str], Document]


class Replacement(NamedTuple):
    """Source code points [start, end) and what stands there instead."""

    start: int
    end: int
    text: str


class Correction(NamedTuple):
    """A finding and what mends it, in source order."""

    finding: FindingDict
    edits: tuple[Replacement, ...]


class Corrected(NamedTuple):
    """A text after corrections, and the findings that they mended."""

    raw: str
    mended: Sequence[FindingDict]


def correct(
    document: Document,
    findings: Sequence[FindingDict],
    read: Reader,
    *,
    unsafe: bool = False,
    writable: Callable[[str], bool] = lambda raw: True,
) -> Corrected:
    """Apply at once as many corrections as do not touch one another.

    Of a sentence only one rule's are applied: what another rule proposes there was thought out for
    the sentence as it was. The new text is read again; a correction after which anything but the
    words it names has changed is left out, as is one after which `writable` says no.
    """
    wanted = {Applicability.SAFE.value, *([Applicability.UNSAFE.value] if unsafe else [])}
    chosen = _choose(document, [f for f in findings if f["fix"] and _level(f) in wanted])
    kept = _verified(document, chosen, read, writable)
    return Corrected(_applied(document.raw, kept), [one.finding for one in kept])


def _level(finding: FindingDict) -> str:
    return finding["fix"]["applicability"] if finding["fix"] else ""


def _choose(document: Document, findings: Sequence[FindingDict]) -> list[Correction]:
    """Corrections in source order that may be applied together."""
    prose = _Prose(document)
    chosen: list[Correction] = []
    # places that corrections change, and those that they rely on
    changed: set[int] = set()
    relied_on: set[int] = set()
    same: set[tuple[Replacement, ...]] = set()
    speaks: dict[int, str] = {}
    for finding in sorted(findings, key=lambda f: (f["start"], f["end"], f["code"])):
        assert finding["fix"] is not None
        edits = tuple(
            sorted(Replacement(e["start"], e["end"], e["text"]) for e in finding["fix"]["edits"])
        )
        if not edits or not all(map(prose.holds, edits)) or _touch_themselves(edits):
            continue
        if edits in same:  # said of the same words twice: mended by the same edits
            chosen.append(Correction(finding, edits))
            continue
        sentence = finding["sentence"]
        if sentence is not None and speaks.get(sentence, finding["code"]) != finding["code"]:
            continue
        places = [at for edit in edits for at in range(edit.start, edit.end + 1)]
        beside = _relies_on(document, finding)
        if not changed.isdisjoint([*places, *beside]) or not relied_on.isdisjoint(places):
            continue
        chosen.append(Correction(finding, edits))
        same.add(edits)
        changed.update(places)
        relied_on.update(beside)
        if sentence is not None:
            speaks[sentence] = finding["code"]
    return chosen


def _relies_on(document: Document, finding: FindingDict) -> list[int]:
    """The places in its sentence that a finding compares its words with."""
    if finding["sentence"] is None:
        return []
    whole = document.sentences[finding["sentence"]].span
    spans = [Span(r["start"], r["end"]) for r in finding["related"] if r["role"] == "text"]
    return [at for span in spans if span.overlaps(whole) for at in range(*span)]


def _touch_themselves(edits: Sequence[Replacement]) -> bool:
    return any(b.start < a.end or a.start == b.start for a, b in pairwise(edits))


class _Prose:
    """What may be changed in a document: characters of prose, and whole comments."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._blocks = _Spans([block.content.span() for block in document.blocks])
        self._opaque = _Spans(_opaque(document))

    def holds(self, edit: Replacement) -> bool:
        end = max(edit.end, edit.start + 1)
        opaque = (self._opaque.spans[at] for at in self._opaque.touching(edit.start, edit.end))
        if any(span.start < end and edit.start < span.end for span in opaque):
            return False
        blocks = self._blocks.touching(edit.start, edit.end)
        return any(
            _in_block(edit, self._document.blocks[at], self._raw) for at in blocks
        ) or self._in_comment(edit)

    @property
    def _raw(self) -> str:
        return self._document.raw

    def _in_comment(self, edit: Replacement) -> bool:
        """Whether an edit takes something out of comments, and the white space around them."""
        if edit.text:
            return False
        for comment in self._document.comments:
            start, end = max(edit.start, comment.span.start), min(edit.end, comment.span.end)
            outside = self._raw[edit.start : start] + self._raw[end : edit.end]
            if start < end and not outside.strip():
                return True
        return False


class _Spans:
    """Spans that may lie in one another, to ask in log n which of them a place touches."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self.spans = spans
        self._order = sorted(range(len(spans)), key=spans.__getitem__)
        self._starts = [spans[at].start for at in self._order]
        #: the furthest end of this span and all before it
        self._reach = list(accumulate((spans[at].end for at in self._order), max))

    def touching(self, start: int, end: int) -> Iterator[int]:
        """Numbers of the spans that overlap `start`–`end` or begin or end there."""
        for at in range(bisect_right(self._starts, end) - 1, -1, -1):
            if self._reach[at] < start:
                return
            if self.spans[self._order[at]].end >= start:
                yield self._order[at]


def _opaque(document: Document) -> list[Span]:
    """Code and formulas that formats tell, and addresses that sentences do."""
    told = [span for block in document.blocks for span in block.opaque]
    seen = [
        sentence.content.span(*bounds)
        for sentence in document.sentences
        for bounds in sentence.opaque
    ]
    return [*told, *seen]


def _in_block(edit: Replacement, block: Block, raw: str) -> bool:
    """Whether an edit replaces characters of prose with nothing but prose between them."""
    where = _place(edit, block)
    if where is None:
        return False
    content = block.content
    at = edit.start
    for i in range(*where):
        start, end = content.starts[i], content.ends[i]
        if start > at:
            return False  # markup stands between
        at = end
        written, text = raw[start:end], content.text[i]
        if written.isspace() != text.isspace():
            return False  # a line break with a quotation mark or the like
    return at >= edit.end or edit.start == edit.end


def _place(edit: Replacement, block: Block) -> tuple[int, int] | None:
    """The characters of a block that an edit replaces; None if it cuts one in two."""
    content = block.content
    if edit.start == edit.end:
        at = bisect_left(content.starts, edit.start)
        begins = at < len(content) and content.starts[at] == edit.start
        ends = at > 0 and content.ends[at - 1] == edit.start
        return (at, at) if begins or ends else None
    first, last = bisect_left(content.starts, edit.start), bisect_right(content.ends, edit.end)
    if first >= last or content.starts[first] != edit.start or content.ends[last - 1] != edit.end:
        return None
    return first, last


def _verified(
    document: Document,
    corrections: Sequence[Correction],
    read: Reader,
    writable: Callable[[str], bool],
) -> Sequence[Correction]:
    """The corrections after which the text is what it is meant to be; by halves where it is not."""
    if not corrections or _is_as_meant(document, corrections, read, writable):
        return corrections
    if len(corrections) == 1:
        return ()
    middle = len(corrections) // 2
    first = _verified(document, corrections[:middle], read, writable)
    second = _verified(document, corrections[middle:], read, writable)
    both = [*first, *second]
    if not first or not second or _is_as_meant(document, both, read, writable):
        return both
    return first


def _is_as_meant(
    document: Document,
    corrections: Sequence[Correction],
    read: Reader,
    writable: Callable[[str], bool],
) -> bool:
    raw = _applied(document.raw, corrections)
    try:
        after = read(raw)
    except Unreadable:
        return False
    edits: defaultdict[int, list[Replacement]] = defaultdict(list)
    blocks = _Spans([block.content.span() for block in document.blocks])
    for edit in _edits(corrections):
        for at in blocks.touching(edit.start, edit.end):
            edits[at].append(edit)
    meant = [
        (block.kind, _squeezed(_changed(block, edits[at])))
        for at, block in enumerate(document.blocks)
    ]
    found = [(block.kind, _squeezed(block.content.text)) for block in after.blocks]
    return (
        [one for one in meant if one[1]] == [one for one in found if one[1]]
        and _masked(document) == _masked(after)
        and writable(raw)
    )


def _changed(block: Block, edits: Sequence[Replacement]) -> str:
    """The text that a block has after the edits in it."""
    parts, at = [], 0
    for edit in edits:
        where = _place(edit, block)
        if where is not None:
            parts += [block.content.text[at : where[0]], edit.text]
            at = where[1]
    return "".join([*parts, block.content.text[at:]])


def _squeezed(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _masked(document: Document) -> list[list[str]]:
    """What stands in the file beside prose and comments, and has to stay as it is."""
    raw = document.raw
    spans = [
        _opaque(document),
        document.code,
        document.skipped,
    ]
    return [
        *([raw[span.start : span.end] for span in part] for part in spans),
        [
            f"{unit.state.value} {unit.source.text if unit.source else ''}"
            for unit in document.units
        ],
    ]


def _edits(corrections: Sequence[Correction]) -> list[Replacement]:
    return sorted({edit for correction in corrections for edit in correction.edits})


def _applied(raw: str, corrections: Sequence[Correction]) -> str:
    parts, at = [], 0
    for edit in _edits(corrections):
        parts += [raw[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, raw[at:]])
