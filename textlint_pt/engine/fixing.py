"""Corrections: edits that overlap nothing, touch only prose, and change no more than they say."""

from __future__ import annotations

import math
import sys
import unicodedata
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from textlint_pt.contract.errors import DEBUG, Unreadable
from textlint_pt.contract.format import Format
from textlint_pt.engine.bilingual import portuguese_part
from textlint_pt.engine.places import Places
from textlint_pt.engine.writing import encode
from textlint_pt.formats.building import build
from textlint_pt.formats.decoding import decode
from textlint_pt.report.finding import Applicability, Edit, Finding, Fix, applied
from textlint_pt.report.messages import say, visible
from textlint_pt.text.document import Block, Document, Kind, Span
from textlint_pt.text.once import once
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
_MAX_TRIALS = 40
#: a line drawn under a title
_RULE = regex(r"([^\w\s])\1{2,}")


def of_file(document: Document, data: bytes, reader: Format) -> tuple[Reader, Writable]:
    """Return what reads a changed text of a document's file, and what encodes it as `data` are."""

    def decoded(content: bytes) -> str:
        return decode(document.path, content, reader)

    def read(raw: str) -> Document:
        built = build(document.path, raw, reader)
        return built if document.companions else portuguese_part(built)

    def writable(raw: str) -> bytes | None:
        return encode(data, document.raw, raw, decoded)

    return read, writable


class Correction(NamedTuple):
    """A finding and what mends it, in source order."""

    finding: Finding
    edits: tuple[Edit, ...]


class RejectedFix(NamedTuple):
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
    dropped: Sequence[RejectedFix]

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
    """Apply all corrections that do not overlap, one rule's for each sentence; reject those
    after which more than the intended words changed."""
    candidates, rejected = _choose(document, findings)
    trial = _Trial(document, read, writable)
    working = trial.working(candidates)  # then `made` has the document after them
    kept_ids = {id(correction) for correction in working}
    rejected += [
        _rejected(one.finding, CHANGES_MORE) for one in candidates if id(one) not in kept_ids
    ]
    result = trial.made(working) or Result(document, None)
    return Corrected(*result, _edits(working), [one.finding for one in working], rejected)


def with_feasible_fixes(
    document: Document, findings: Sequence[Finding], read: Reader, writable: Writable
) -> list[Finding]:
    """Return findings; fixes that would change more than they say become suggestions."""
    trial = _Trial(document, read, writable, _MAX_TRIALS)
    remaining = fixes_of_level(findings, unsafe=True)
    refused: set[int] = set()
    # fixes that overlap are tried one after the other: what was not chosen comes in a later turn
    while chosen := _choose(document, remaining, together=True)[0]:
        tried_ids = {id(one.finding) for one in chosen}
        refused |= tried_ids - {id(one.finding) for one in trial.working(chosen)}
        remaining = [one for one in remaining if id(one) not in tried_ids]
    return [_as_suggestion(one) if id(one) in refused else one for one in findings]


def _as_suggestion(finding: Finding) -> Finding:
    assert finding.fix is not None
    return finding.replace(fix=finding.fix.replace(applicability=Applicability.SUGGESTION))


def fixes_of_level(findings: Iterable[Finding], unsafe: bool) -> list[Finding]:
    """Return the findings with safe fixes, or also those with unsafe ones."""
    levels = {Applicability.SAFE, *([Applicability.UNSAFE] if unsafe else [])}
    return [one for one in findings if one.fix and one.fix.applicability in levels]


def log_dropped(path: str, rejected: RejectedFix, language: str) -> None:
    """Print why a fix was rejected, with `--debug`."""
    if DEBUG.on:
        reason = say(language, rejected.reason)
        message = say(language, "fix-dropped", code=rejected.code, reason=reason)
        sys.stderr.write(f"textlint-pt: {visible(path)}:{rejected.line}: {message}\n")


def _rejected(finding: Finding, reason: str) -> RejectedFix:
    return RejectedFix(finding.line, finding.code, reason)


def usable_fix(document: Document, finding: Finding) -> Fix | RejectedFix | None:
    """Return a finding's fix as possible edits, or why it is rejected."""
    if finding.fix is None:
        return None
    edits = _possible_edits(document, finding.fix.edits)
    if edits == BESIDE_PROSE and finding.fix.applicability is Applicability.SUGGESTION:
        return finding.fix  # a placeholder to be restored, a comment: by a person alone
    if isinstance(edits, str):
        line, _ = document.position(finding.span.start)
        return RejectedFix(line, finding.code, edits)
    return finding.fix.replace(edits=edits)


def _possible_edits(document: Document, wanted: Iterable[Edit]) -> tuple[Edit, ...] | str:
    """Return equivalent edits within lines and prose, or why there are none (a message name)."""
    found: list[Edit] = []
    for edit in wanted:
        inside = _in_lines(document, edit)
        if isinstance(inside, str):
            return inside
        found += inside
    found.sort()
    do_overlap = any(b.start < a.end or a.start == b.start for a, b in pairwise(found))
    return tuple(found) if found and not do_overlap else BESIDE_PROSE


def _in_lines(document: Document, edit: Edit) -> list[Edit] | str:
    """Return an edit as edits that keep the lines of its block, or why there are none (a message
    name). An edit between two blocks may be possible in one of them only."""
    reason, raw = BESIDE_PROSE, document.raw
    for index in _blocks(document).touching(edit.start, edit.end):
        block = document.blocks[index]
        parts = _split_at_breaks(_minimal_edit(edit, block, raw), block, raw)
        if parts is None or not all(_keeps_lines(part, block, raw) for part in parts):
            if _char_range(edit, block):
                reason = MOVES_LINE
            continue
        if all(_is_prose(part, block, raw) and not _is_opaque(document, part) for part in parts):
            return parts
    return reason


@once
def _blocks(document: Document) -> Places:
    return Places(block.content.span() for block in document.blocks)


@once
def _opaque_places(document: Document) -> Places:
    return Places(_opaque(document))


def _is_opaque(document: Document, edit: Edit) -> bool:
    return _opaque_places(document).overlap(Span(edit.start, max(edit.end, edit.start + 1)))


def _choose(
    document: Document, findings: Sequence[Finding], *, together: bool = False
) -> tuple[list[Correction], list[RejectedFix]]:
    """Return fixes that can be applied at once, one rule per sentence, and rejected ones."""
    chosen: list[Correction] = []
    dropped: list[RejectedFix] = []
    # offsets that chosen fixes change, and offsets of words that they compare with
    changed: set[int] = set()
    needed: set[int] = set()
    applied: set[tuple[Edit, ...]] = set()
    rule_of_sentence: dict[int | None, str] = {}
    for finding in sorted(findings, key=lambda f: (f.start, f.end, f.code)):
        if finding.fix is None:
            continue
        edits = _possible_edits(document, finding.fix.edits)
        if isinstance(edits, str):
            dropped.append(_rejected(finding, edits))
            continue
        if edits in applied:  # another finding has the same edits
            chosen.append(Correction(finding, edits))
            continue
        sentence = finding.sentence
        if not together and rule_of_sentence.get(sentence, finding.code) != finding.code:
            continue
        offsets = [at for edit in edits for at in range(edit.start, edit.end + 1)]
        compared = _offsets_relied_on(document, finding)
        if not changed.isdisjoint([*offsets, *compared]) or not needed.isdisjoint(offsets):
            continue
        chosen.append(Correction(finding, edits))
        applied.add(edits)
        changed.update(offsets)
        needed.update(compared)
        if sentence is not None:
            rule_of_sentence[sentence] = finding.code
    return chosen, dropped


def _offsets_relied_on(document: Document, finding: Finding) -> list[int]:
    """Return the offsets in its sentence that a finding compares its words with."""
    if finding.sentence is None:
        return []
    whole = document.sentences[finding.sentence].span
    spans = [Span(r.start, r.end) for r in finding.related if r.role == "text"]
    return [at for span in spans if span.overlaps(whole) for at in range(*span)]


def _opaque(document: Document) -> list[Span]:
    """Return the spans of code, formulas and addresses."""
    declared = [span for block in document.blocks for span in block.opaque]
    detected = [
        sentence.content.span(*bounds)
        for sentence in document.sentences
        for bounds in sentence.opaque
    ]
    return [*declared, *detected]


# ------------------------------------------------------------------ an edit in its block


def _char_range(edit: Edit, block: Block) -> tuple[int, int] | None:
    """Return the characters of a block that an edit replaces; None if it splits one."""
    content = block.content
    if edit.start == edit.end:
        index = bisect_left(content.starts, edit.start)
        begins = index < len(content) and content.starts[index] == edit.start
        ends = index > 0 and content.ends[index - 1] == edit.start
        return (index, index) if begins or ends else None
    first, last = bisect_left(content.starts, edit.start), bisect_right(content.ends, edit.end)
    if first >= last or content.starts[first] != edit.start or content.ends[last - 1] != edit.end:
        return None
    return first, last


def _minimal_edit(edit: Edit, block: Block, raw: str) -> Edit:
    """Return an edit reduced to what it changes, if the source has escapes there."""
    char_range = _char_range(edit, block)
    if char_range is None or raw[edit.start : edit.end] == block.content.text[slice(*char_range)]:
        return edit
    first, last = char_range
    content = block.content
    if any(content.ends[i] != content.starts[i + 1] for i in range(first, last - 1)):
        return edit  # markup stands between
    old, new = content.text[first:last], edit.text
    prefix = _common(old, new)
    suffix = _common(old[prefix:][::-1], new[prefix:][::-1])
    low = content.starts[first + prefix] if prefix < len(old) else edit.end
    high = content.ends[last - suffix - 1] if suffix < len(old) else edit.start
    return Edit(low, max(low, high), new[prefix : len(new) - suffix])


def _is_prose(edit: Edit, block: Block, raw: str) -> bool:
    """Return whether an edit replaces only contiguous prose."""
    char_range = _char_range(edit, block)
    if char_range is None:
        return False
    content = block.content
    first, last = char_range
    deletes_words = bool(content.text[first:last].strip()) and not edit.text
    if deletes_words and first and last < len(content):
        has_markup_before = content.ends[first - 1] < edit.start
        has_markup_after = edit.end < content.starts[last]
        if has_markup_before and has_markup_after:
            return False  # nothing would be left between two marks: <b></b>
    position = edit.start
    for i in range(*char_range):
        start, end = content.starts[i], content.ends[i]
        if start > position:
            return False  # markup stands between
        position = end
        if raw[start:end].isspace() != content.text[i].isspace():
            return False  # a break that is written as markup, or with a quotation mark or the like
    return position >= edit.end or edit.start == edit.end


def _has_break(block: Block, raw: str, first: int, last: int) -> bool:
    """Return whether characters of a block contain a line break, decoded or in the source."""
    start, end = block.content.span(first, last)
    return first < last and bool(
        _BREAK.search(block.content.text, first, last) or _BREAK.search(raw, start, end)
    )


def _gap_before(text: str, at: int) -> int:
    """Return where the white space begins that ends at a place."""
    while at and text[at - 1].isspace():
        at -= 1
    return at


def _gap_after(text: str, at: int) -> int:
    """Return where the white space ends that begins at a place."""
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _keeps_lines(edit: Edit, block: Block, raw: str) -> bool:
    """Return whether an edit changes neither line ends nor the white space at them.

    White space at the start of a line may be an indentation, two spaces at its end a break.
    """
    char_range = _char_range(edit, block)
    if char_range is None or _BREAK.search(edit.text) or _has_break(block, raw, *char_range):
        return False
    text = block.content.text
    first, last = char_range
    gap_start, gap_end = _gap_before(text, first), _gap_after(text, last)
    is_at_line_start = gap_start == 0 or _has_break(block, raw, gap_start, first)
    is_at_line_end = gap_end == len(text) or _has_break(block, raw, last, gap_end)
    if not (is_at_line_start or is_at_line_end):
        return True
    has_space_before, has_space_after = gap_start < first, last < gap_end
    old, new = text[first:last], edit.text
    if not new.strip():  # words are deleted: the space on the other side comes to the line's end
        if new or not old.strip():
            return False
        return not (is_at_line_start and has_space_after) and not (
            is_at_line_end and has_space_before
        )
    changes_start = new[0].isspace() or (has_space_before and old[:1].isspace())
    changes_end = new[-1].isspace() or (has_space_after and old[-1:].isspace())
    return not (is_at_line_start and changes_start) and not (is_at_line_end and changes_end)


def _split_at_breaks(edit: Edit, block: Block, raw: str) -> list[Edit] | None:
    """Return an edit across a line break as edits on each line; None if impossible.

    Words stay on their lines if as many are put in as go; else all stand on the first line.
    """
    char_range = _char_range(edit, block)
    if char_range is None or not _has_break(block, raw, *char_range):
        return [edit]
    content, text = block.content, block.content.text
    first, last = char_range
    old = [match.span() for match in _WORD.finditer(text, first, last)]
    new = edit.text.split()
    if not old or not _keeps_outer_spaces(text, first, last, edit.text):
        return None
    # without the words at both ends that stay the same
    prefix = _common([text[slice(*word)] for word in old], new)
    suffix = _common([text[slice(*word)] for word in old[prefix:]][::-1], new[prefix:][::-1])
    before, after = old[:prefix], old[len(old) - suffix :]
    old, new = old[prefix : len(old) - suffix], new[prefix : len(new) - suffix]
    if not old:
        words = " ".join(new)
        if before:
            position = content.ends[before[-1][1] - 1]
            return [Edit(position, position, f" {words}")]
        position = content.starts[after[0][0]]
        return [Edit(position, position, f"{words} ")]
    found: list[Edit] = []
    has_equal_count = len(old) == len(new)
    for line in _lines(old, block, raw):
        words = " ".join(new[: len(line)] if has_equal_count else new)
        new = new[len(line) :] if has_equal_count else []
        low, high = line[0][0], line[-1][1]
        if not words:
            with_space = _with_adjacent_space(block, raw, low, high)
            if with_space is None:
                return None
            low, high = with_space
        found.append(Edit(*content.span(low, high), words))
    return [one for one in found if raw[one.start : one.end] != one.text]


def _keeps_outer_spaces(text: str, first: int, last: int, new: str) -> bool:
    """Return whether a replacement has white space at its ends where the text had; where words
    are deleted, whether those around them stay apart."""
    if new.strip():
        return (
            text[first].isspace() == new[0].isspace()
            and text[last - 1].isspace() == new[-1].isspace()
        )
    if new:
        return False
    if first == 0 or last == len(text):
        return True
    characters_at_ends = (text[first - 1], text[first], text[last - 1], text[last])
    return any(char.isspace() for char in characters_at_ends)


def _common(some: Sequence[str], others: Sequence[str]) -> int:
    """Return the length of the common prefix."""
    pairs = enumerate(zip(some, others, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(some), len(others)))


def _lines(words: Sequence[tuple[int, int]], block: Block, raw: str) -> list[list[tuple[int, int]]]:
    """Return words of a block grouped by source line."""
    content = block.content
    lines = [[words[0]]]
    for (_, end), following in pairwise(words):
        if _BREAK.search(raw, content.ends[end - 1], content.starts[following[0]]):
            lines.append([])
        lines[-1].append(following)
    return lines


def _with_adjacent_space(block: Block, raw: str, low: int, high: int) -> tuple[int, int] | None:
    """Return a range of words with the white space on one side, which is deleted with them; None
    if it ends a line on both sides."""
    text = block.content.text
    start, end = _gap_before(text, low), _gap_after(text, high)
    if high < end < len(text) and not _has_break(block, raw, high, end):
        return low, end
    if 0 < start < low and not _has_break(block, raw, start, low):
        return start, high
    return None


# ------------------------------------------------------------------ the text read again


class Result(NamedTuple):
    """What corrections make of a document, and its bytes."""

    document: Document
    data: bytes | None


def _tried(document: Document) -> dict[tuple[Edit, ...], Result | None]:
    """Return the document that edits make; None where it is not what they should make."""
    return {}


class _Trial:
    """Applies fixes to a document to see whether only the intended text changes."""

    def __init__(
        self, document: Document, read: Reader, writable: Writable | None, most: float = math.inf
    ) -> None:
        self._document = document
        self._read = read
        self._writable = writable
        self._left = most
        self._tried = document.once(_tried) if writable else _tried(document)

    def made(self, corrections: Sequence[Correction]) -> Result | None:
        """Return what corrections make that were tried; None if there are none."""
        return self._tried.get(tuple(_edits(corrections)))

    def working(self, corrections: Sequence[Correction]) -> Sequence[Correction]:
        """Return the fixes that work together, found by bisection."""
        if not corrections or self._works(corrections):
            return corrections
        if len(corrections) == 1:
            return ()
        middle = len(corrections) // 2
        first, second = self.working(corrections[:middle]), self.working(corrections[middle:])
        both = [*first, *second]
        if not first or not second or self._works(both):
            return both
        return first  # the halves are good, and spoil each other

    def _works(self, corrections: Sequence[Correction]) -> bool:
        """Return whether fixes change only what they should; untested ones count as good."""
        edits = tuple(_edits(corrections))
        if edits not in self._tried:
            if self._left <= 0:
                return True
            self._left -= 1
            self._tried[edits] = self._apply(edits)
        return self._tried[edits] is not None

    def _apply(self, edits: Sequence[Edit]) -> Result | None:
        """Return the document after edits; None if anything else changed."""
        raw = applied(self._document.raw, edits)
        try:
            after = self._read(raw)
        except Unreadable:
            return None
        changes: defaultdict[int, list[Edit]] = defaultdict(list)
        for edit in edits:
            for index in _blocks(self._document).touching(edit.start, edit.end):
                changes[index].append(edit)
        if len(after.blocks) != len(self._document.blocks):
            return None
        for index, before in enumerate(self._document.blocks):
            expected = _shape(before, _changed(before, changes.get(index, ())))
            if expected != _shape(after.blocks[index], after.blocks[index].content.text):
                return None
        if self._document.once(_fixed_content) != _fixed_content(after):
            return None
        if self._document.once(_overlong_titles) < _overlong_titles(after):
            return None
        data = self._writable(raw) if self._writable else b""
        return Result(after, data) if data is not None else None


def _changed(block: Block, edits: Sequence[Edit]) -> str:
    """Return a block's text after the edits in it."""
    ranges = ((_char_range(edit, block), edit.text) for edit in edits)
    return applied(block.content.text, [Edit(*span, text) for span, text in ranges if span])


def _shape(block: Block, text: str) -> tuple[object, ...]:
    """Return what has to be as expected of a block with this text."""
    return block.kind, block.section, block.continues, _normalised(text)


def _normalised(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _fixed_content(document: Document) -> list[list[str]]:
    """Return everything besides prose and comments, which must not change."""
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


def _overlong_titles(document: Document) -> int:
    """Count reStructuredText titles that are longer than their underline."""
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
