"""Corrections: edits that overlap nothing, touch only prose, and change no more than they say."""

from __future__ import annotations

import math
import sys
import unicodedata
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from textlint_pt.contract.errors import DEBUG, Unreadable
from textlint_pt.report.finding import Applicability, Edit, Finding, Fix
from textlint_pt.report.messages import say, visible
from textlint_pt.text.document import Block, Document, Kind, Span
from textlint_pt.text.regex import regex

#: gives the document that a changed text is; `Unreadable` if it is none
Reader = Callable[[str], Document]
#: gives the bytes of a changed text; None if its file cannot hold it
Writable = Callable[[str], bytes | None]
#: whatever some program takes for the end of a line
_BREAK = regex(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_WORD = regex(r"\S+")
#: why a correction is not made, as names in the catalogue of messages
BESIDE_PROSE, MOVES_LINE, CHANGES_MORE = "fix-beside-prose", "fix-moves-line", "fix-changes-more"
#: times that a text is read again to see which of its corrections can be made; what is not tried by
#: then is taken to be possible
_MOST_READ = 40
#: a line drawn under a title
_RULE = regex(r"([^\w\s])\1{2,}")


class Correction(NamedTuple):
    """A finding and what mends it, in source order."""

    finding: Finding
    edits: tuple[Edit, ...]


class Dropped(NamedTuple):
    """A correction that is not applied: its finding's place and rule, and why, as a name in the
    catalogue of messages."""

    line: int
    code: str
    reason: str


class Corrected(NamedTuple):
    """A text after corrections, what it was read as and its bytes: the edits that made it, the
    findings that they mended, and the corrections that would have changed more than they say."""

    document: Document
    data: bytes | None
    edits: Sequence[Edit]
    mended: Sequence[Finding]
    dropped: Sequence[Dropped]

    @property
    def raw(self) -> str:
        return self.document.raw


def correct(
    document: Document,
    findings: Sequence[Finding],
    read: Reader,
    *,
    writable: Writable | None = None,
) -> Corrected:
    """Apply at once as many of the findings' corrections as do not touch one another.

    Of a sentence only one rule's are applied: what another rule proposes there was thought out for
    the sentence as it was. The new text is read again; a correction after which anything but the
    words it names has changed is left out, as is one after which `writable` has no bytes.
    """
    chosen, dropped = _choose(document, findings)
    trial = _Trial(document, read, writable)
    kept = trial.kept(chosen)
    of = {id(correction) for correction in kept}
    dropped += [_dropped(one.finding, CHANGES_MORE) for one in chosen if id(one) not in of]
    made = trial.made(kept) or Made(document, None)
    return Corrected(*made, _edits(kept), [one.finding for one in kept], dropped)


def as_made(
    document: Document, findings: Sequence[Finding], read: Reader, writable: Writable
) -> list[Finding]:
    """The findings; a correction that `correct` would leave out, since more would change than it
    says or its file cannot hold it, is a suggestion: for a person alone."""
    trial = _Trial(document, read, writable, _MOST_READ)
    left = of_level(findings, unsafe=True)
    refused: set[int] = set()
    while chosen := _choose(document, left, together=True)[0]:
        tried = {id(one.finding) for one in chosen}
        refused |= tried - {id(one.finding) for one in trial.kept(chosen)}
        left = [one for one in left if id(one) not in tried]
    return [_as_suggestion(one) if id(one) in refused else one for one in findings]


def _as_suggestion(finding: Finding) -> Finding:
    assert finding.fix is not None
    return finding.replace(fix=finding.fix.replace(applicability=Applicability.SUGGESTION))


def of_level(findings: Iterable[Finding], unsafe: bool) -> list[Finding]:
    """The findings whose corrections are safe, or also those whose are not."""
    wanted = {Applicability.SAFE, *([Applicability.UNSAFE] if unsafe else [])}
    return [one for one in findings if one.fix and one.fix.applicability in wanted]


def say_dropped(path: str, dropped: Dropped, language: str) -> None:
    """One line on standard error, where `--debug` asks for it."""
    if DEBUG.on:
        reason = say(language, dropped.reason)
        said = say(language, "fix-dropped", code=dropped.code, reason=reason)
        sys.stderr.write(f"textlint-pt: {visible(path)}:{dropped.line}: {said}\n")


def _dropped(finding: Finding, reason: str) -> Dropped:
    return Dropped(finding.line, finding.code, reason)


class Fixable:
    """What may be changed in a document: characters of prose within a line."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def settled(self, finding: Finding) -> Fix | Dropped | None:
        """A finding's correction as edits that may be made, in a suggestion also such as touch what
        is no prose; or why there are none."""
        if finding.fix is None:
            return None
        edits = self.edits(finding.fix.edits)
        if edits == BESIDE_PROSE and finding.fix.applicability is Applicability.SUGGESTION:
            return finding.fix  # a placeholder to be restored, a comment: by a person alone
        if isinstance(edits, str):
            line, _ = self._document.position(finding.span.start)
            return Dropped(line, finding.code, edits)
        return finding.fix.replace(edits=edits)

    def edits(self, wanted: Iterable[Edit]) -> tuple[Edit, ...] | str:
        """Edits that do the same within lines and prose, in order; the name of a message if none
        do."""
        found: list[Edit] = []
        for edit in wanted:
            inside = self._in_lines(edit)
            if isinstance(inside, str):
                return inside
            found += inside
        found.sort()
        touching = any(b.start < a.end or a.start == b.start for a, b in pairwise(found))
        return tuple(found) if found and not touching else BESIDE_PROSE

    def _in_lines(self, edit: Edit) -> list[Edit] | str:
        reason = BESIDE_PROSE
        for at in self._blocks.touching(edit.start, edit.end):
            block = self._document.blocks[at]
            inside = _within_lines(_least(edit, block, self._raw), block, self._raw)
            if inside is None or not all(_keeps_lines(one, block, self._raw) for one in inside):
                reason = MOVES_LINE if _place(edit, block) else reason
            elif not any(map(self._is_opaque, inside)) and all(
                _is_prose(one, block, self._raw) for one in inside
            ):
                return inside
        return reason

    @cached_property
    def _blocks(self) -> _Spans:
        return _Spans([block.content.span() for block in self._document.blocks])

    @cached_property
    def _opaque(self) -> _Spans:
        return _Spans(_opaque(self._document))

    @property
    def _raw(self) -> str:
        return self._document.raw

    def _is_opaque(self, edit: Edit) -> bool:
        end = max(edit.end, edit.start + 1)
        spans = (self._opaque.spans[at] for at in self._opaque.touching(edit.start, edit.end))
        return any(span.start < end and edit.start < span.end for span in spans)


def _choose(
    document: Document, findings: Sequence[Finding], *, together: bool = False
) -> tuple[list[Correction], list[Dropped]]:
    """Corrections in source order that may be applied at once, of a sentence those of one rule
    unless they are only tried `together`; and those that never may."""
    fixable = Fixable(document)
    chosen: list[Correction] = []
    dropped: list[Dropped] = []
    # places that corrections change, and those that they rely on
    changed: set[int] = set()
    relied_on: set[int] = set()
    same: set[tuple[Edit, ...]] = set()
    speaks: dict[int | None, str] = {}
    for finding in sorted(findings, key=lambda f: (f.start, f.end, f.code)):
        if finding.fix is None:
            continue
        edits = fixable.edits(finding.fix.edits)
        if isinstance(edits, str):
            dropped.append(_dropped(finding, edits))
            continue
        if edits in same:  # said of the same words twice: mended by the same edits
            chosen.append(Correction(finding, edits))
            continue
        sentence = finding.sentence
        if not together and speaks.get(sentence, finding.code) != finding.code:
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
            speaks[sentence] = finding.code
    return chosen, dropped


def _relies_on(document: Document, finding: Finding) -> list[int]:
    """The places in its sentence that a finding compares its words with."""
    if finding.sentence is None:
        return []
    whole = document.sentences[finding.sentence].span
    spans = [Span(r.start, r.end) for r in finding.related if r.role == "text"]
    return [at for span in spans if span.overlaps(whole) for at in range(*span)]


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


# ------------------------------------------------------------------ an edit in its block


def _place(edit: Edit, block: Block) -> tuple[int, int] | None:
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


def _least(edit: Edit, block: Block, raw: str) -> Edit:
    """An edit without what it leaves as it is, where that is written with an escape: "\\("."""
    where = _place(edit, block)
    if where is None or raw[edit.start : edit.end] == block.content.text[slice(*where)]:
        return edit
    (first, last), content = where, block.content
    if any(content.ends[i] != content.starts[i + 1] for i in range(first, last - 1)):
        return edit  # markup stands between
    old, new = content.text[first:last], edit.text
    same = _common(old, new)
    rest = _common(old[same:][::-1], new[same:][::-1])
    low = content.starts[first + same] if same < len(old) else edit.end
    high = content.ends[last - rest - 1] if rest < len(old) else edit.start
    return Edit(low, max(low, high), new[same : len(new) - rest])


def _is_prose(edit: Edit, block: Block, raw: str) -> bool:
    """Whether an edit replaces characters of prose with nothing but prose between them."""
    where = _place(edit, block)
    if where is None:
        return False
    content = block.content
    first, last = where
    if content.text[first:last].strip() and not edit.text and first and last < len(content):
        apart = content.ends[first - 1] < edit.start, edit.end < content.starts[last]
        if all(apart):
            return False  # nothing would be left between two marks: <b></b>
    at = edit.start
    for i in range(*where):
        start, end = content.starts[i], content.ends[i]
        if start > at:
            return False  # markup stands between
        at = end
        if raw[start:end].isspace() != content.text[i].isspace():
            return False  # a break that is written as markup, or with a quotation mark or the like
    return at >= edit.end or edit.start == edit.end


def _has_break(block: Block, raw: str, first: int, last: int) -> bool:
    """Whether characters of a block hold the end of a line, as they are read or as written."""
    start, end = block.content.span(first, last)
    return first < last and bool(
        _BREAK.search(block.content.text, first, last) or _BREAK.search(raw, start, end)
    )


def _gap_before(text: str, at: int) -> int:
    """Where the white space begins that ends at a place."""
    while at and text[at - 1].isspace():
        at -= 1
    return at


def _gap_after(text: str, at: int) -> int:
    """Where the white space ends that begins at a place."""
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _keeps_lines(edit: Edit, block: Block, raw: str) -> bool:
    """Whether an edit leaves the ends of lines alone, and the white space beside them: in it a
    break may be a hard one, a line's depth, or nothing to be seen."""
    where = _place(edit, block)
    if where is None or _BREAK.search(edit.text) or _has_break(block, raw, *where):
        return False
    text = block.content.text
    first, last = where
    low, high = _gap_before(text, first), _gap_after(text, last)
    begins = low == 0 or _has_break(block, raw, low, first)
    ends = high == len(text) or _has_break(block, raw, last, high)
    if not (begins or ends):
        return True
    before, after = low < first, last < high
    old, new = text[first:last], edit.text
    if not new.strip():  # what stands around it meets
        return bool(old.strip()) and not new and not (begins and after) and not (ends and before)
    return not (begins and (new[0].isspace() or (before and old[:1].isspace()))) and not (
        ends and (new[-1].isspace() or (after and old[-1:].isspace()))
    )


def _within_lines(edit: Edit, block: Block, raw: str) -> list[Edit] | None:
    """What an edit over the end of a line does to the words on both sides of it, and nothing to the
    end; None if it cannot be said so: "guarda\\n-chuva" without the space is one line.

    What comes in place of words of two lines stands on the first.
    """
    where = _place(edit, block)
    if where is None or not _has_break(block, raw, *where):
        return [edit]
    content, text = block.content, block.content.text
    first, last = where
    old = [match.span() for match in _WORD.finditer(text, first, last)]
    new = edit.text.split()
    if not old or not _is_parted_alike(text, first, last, edit.text):
        return None
    same = _common([text[slice(*word)] for word in old], new)
    rest = _common([text[slice(*word)] for word in old[same:]][::-1], new[same:][::-1])
    before, after = old[:same], old[len(old) - rest :]
    old, new = old[same : len(old) - rest], new[same : len(new) - rest]
    if not old:
        said = " ".join(new)
        if before:
            at = content.ends[before[-1][1] - 1]
            return [Edit(at, at, f" {said}")]
        at = content.starts[after[0][0]]
        return [Edit(at, at, f"{said} ")]
    found: list[Edit] = []
    alike = len(old) == len(new)
    for line in _lines(old, block, raw):
        said = " ".join(new[: len(line)] if alike else new)
        new = new[len(line) :] if alike else []
        low, high = line[0][0], line[-1][1]
        if not said:
            beside = _with_a_gap(block, raw, low, high)
            if beside is None:
                return None
            low, high = beside
        found.append(Edit(*content.span(low, high), said))
    return [one for one in found if raw[one.start : one.end] != one.text]


def _is_parted_alike(text: str, first: int, last: int, new: str) -> bool:
    """Whether what replaces a part of a text is set off from what stands around as that was."""
    if new.strip():
        return (
            text[first].isspace() == new[0].isspace()
            and text[last - 1].isspace() == new[-1].isspace()
        )
    return not new and (
        first == 0
        or last == len(text)
        or any(char.isspace() for char in (text[first - 1], text[first]))
        or any(char.isspace() for char in (text[last - 1], text[last]))
    )


def _common(some: Sequence[str], others: Sequence[str]) -> int:
    """How many of both are the same from the beginning."""
    pairs = enumerate(zip(some, others, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(some), len(others)))


def _lines(words: Sequence[tuple[int, int]], block: Block, raw: str) -> list[list[tuple[int, int]]]:
    """Words of a block, line by line as they are written."""
    content = block.content
    lines = [[words[0]]]
    for (_, end), following in pairwise(words):
        if _BREAK.search(raw, content.ends[end - 1], content.starts[following[0]]):
            lines.append([])
        lines[-1].append(following)
    return lines


def _with_a_gap(block: Block, raw: str, low: int, high: int) -> tuple[int, int] | None:
    """Words and the white space on one side, if that ends no line: to be taken out together."""
    text = block.content.text
    start, end = _gap_before(text, low), _gap_after(text, high)
    if high < end < len(text) and not _has_break(block, raw, high, end):
        return low, end
    if 0 < start < low and not _has_break(block, raw, start, low):
        return start, high
    return None


# ------------------------------------------------------------------ the text read again


class Made(NamedTuple):
    """What corrections make of a document, and its bytes."""

    document: Document
    data: bytes | None


def _tried(document: Document) -> dict[tuple[Edit, ...], Made | None]:
    """What edits made of a document, None where it was not what they say: linting tries what
    fixing makes."""
    return {}


class _Trial:
    """A document, and what corrections make of it."""

    def __init__(
        self,
        document: Document,
        read: Reader,
        writable: Writable | None,
        most: float = math.inf,
    ) -> None:
        self._document = document
        self._read = read
        self._writable = writable
        self._left = most
        self._tried = document.once(_tried) if writable else _tried(document)

    def made(self, corrections: Sequence[Correction]) -> Made | None:
        """What corrections make that were tried; None if there are none."""
        return self._tried.get(tuple(_edits(corrections)))

    def kept(self, corrections: Sequence[Correction]) -> Sequence[Correction]:
        """Those after which the text is what it is meant to be; by halves where it is not."""
        if not corrections or self._is_as_meant(corrections):
            return corrections
        if len(corrections) == 1:
            return ()
        middle = len(corrections) // 2
        first, second = self.kept(corrections[:middle]), self.kept(corrections[middle:])
        both = [*first, *second]
        if not first or not second or self._is_as_meant(both):
            return both
        return first

    def _is_as_meant(self, corrections: Sequence[Correction]) -> bool:
        edits = tuple(_edits(corrections))
        if edits not in self._tried:
            if self._left <= 0:
                return True
            self._left -= 1
            self._tried[edits] = self._made(edits)
        return self._tried[edits] is not None

    def _made(self, edits: Sequence[Edit]) -> Made | None:
        raw = _applied(self._document.raw, edits)
        try:
            after = self._read(raw)
        except Unreadable:
            return None
        changes: defaultdict[int, list[Edit]] = defaultdict(list)
        for edit in edits:
            for at in self._blocks.touching(edit.start, edit.end):
                changes[at].append(edit)
        meant = [
            (block.kind, block.section, block.continues, _squeezed(_changed(block, changes[at])))
            for at, block in enumerate(self._document.blocks)
        ]
        found = [
            (block.kind, block.section, block.continues, _squeezed(block.content.text))
            for block in after.blocks
        ]
        if meant != found or self._masked != _masked(after) or self._outgrown < _outgrown(after):
            return None
        data = self._writable(raw) if self._writable else b""
        return Made(after, data) if data is not None else None

    @cached_property
    def _blocks(self) -> _Spans:
        return _Spans([block.content.span() for block in self._document.blocks])

    @cached_property
    def _outgrown(self) -> int:
        return _outgrown(self._document)

    @cached_property
    def _masked(self) -> list[list[str]]:
        return _masked(self._document)


def _changed(block: Block, edits: Sequence[Edit]) -> str:
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
    spans = [_opaque(document), document.code, document.skipped]
    return [
        *([raw[span.start : span.end] for span in part] for part in spans),
        [f"{markup.kind.value} {markup.name} {markup.target}" for markup in document.markup],
        [
            f"{unit.state.value} {unit.source.text if unit.source else ''}"
            for unit in document.units
        ],
    ]


def _outgrown(document: Document) -> int:
    """How many titles are longer than the line under them, where that is warned of."""
    if document.format != "rst":
        return 0
    last, _ = document.position(len(document.raw))

    def line(number: int) -> str:
        start, end = document.line_span(number)
        return document.raw[start:end].rstrip()

    titles = (block for block in document.blocks if block.kind is Kind.HEADING)
    numbers = [document.position(block.content.span().end)[0] for block in titles]
    return sum(
        len(line(number)) > len(line(number + 1))
        for number in numbers
        if number < last and _RULE.fullmatch(line(number + 1))
    )


def _edits(corrections: Sequence[Correction]) -> list[Edit]:
    return sorted({edit for correction in corrections for edit in correction.edits})


def _applied(raw: str, edits: Sequence[Edit]) -> str:
    parts, at = [], 0
    for edit in edits:
        parts += [raw[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, raw[at:]])
