"""Suppression comments: `<!-- textlint-pt-disable-next RED003 -- refrain -->`.

| comment | silences |
|---|---|
| `textlint-pt-disable-line CODES` | findings on the comment's line |
| `textlint-pt-disable-next CODES` | findings in what is read next |
| `textlint-pt-disable CODES` … `textlint-pt-enable CODES` | findings between (or to the end) |
| `textlint-pt-disable-file CODES` | findings anywhere in the file |

What is read next is a block, or what is left of the one that the comment stands in; with a term its
definition, with the first cell of a table the table, with a translation all of its entry.

Codes are needed (RED003, or a prefix such as RED; separated by commas or spaces); a reason may
follow ` -- `. What silences nothing is reported by rules of type `SuppressionRule` (DOC001).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import NamedTuple

from textlint_pt.contract.suppression import Unused
from textlint_pt.engine.places import Places
from textlint_pt.report.finding import Applicability, Edit, Finding, Fix
from textlint_pt.text.document import Comment, Document, Kind, Span
from textlint_pt.text.regex import regex

_DIRECTIVE = regex(r"textlint-pt-(disable-line|disable-next|disable-file|disable|enable)(?!\S)")
_CODE = regex(r"[A-Za-z]+\d*")
#: a reason, or the end of the comment
_END_OF_CODES = regex(r"\s--|-->|\*/")


class Directive(NamedTuple):
    """What a comment says: an action, and the codes with where they stand in the text."""

    action: str
    codes: Sequence[str]
    ranges: Sequence[tuple[int, int]]

    @classmethod
    def find(cls, text: str) -> Directive:
        """Return the directive in a text; one without an action if there is none."""
        found = _DIRECTIVE.search(text)
        if not found:
            return cls("", (), ())
        end = _END_OF_CODES.search(text, found.end())
        codes = [*_CODE.finditer(text, found.end(), end.start() if end else len(text))]
        return cls(found.group(1), [c.group() for c in codes], [c.span() for c in codes])


class Suppression(NamedTuple):
    """One code of one comment and the stretch of source it silences."""

    code: str
    comment: Span
    reach: Span


def read(document: Document) -> tuple[list[Suppression], list[Unused]]:
    """Return a document's suppressions, and comments that name no rule."""
    found: list[Suppression] = []
    unused: list[Unused] = []
    if not document.comments:
        return found, unused
    blocks = _Blocks(document)
    # from the last comment to the first: then it is known where each code is enabled next
    enabled: dict[str, int] = {}
    all_enabled = end_of_file = len(document.raw)
    for comment in reversed(document.comments):
        action, codes, _ = Directive.find(comment.text)
        if not action:
            continue
        if not codes:
            unused.append(Unused(comment.span, "", "no-rule"))
        if action == "enable":
            enabled |= dict.fromkeys(codes, comment.span.start)
            if not codes:
                all_enabled = comment.span.start
            continue
        for code in reversed(codes):
            end = min(enabled.get(code, end_of_file), all_enabled)
            reach = Span(comment.span.end, end)
            if action != "disable":
                reach = _suppressed_span(document, comment, action, blocks)
            found.append(Suppression(code, comment.span, reach))
    return found[::-1], unused[::-1]


def _suppressed_span(document: Document, comment: Comment, action: str, blocks: _Blocks) -> Span:
    """Return the span in which a comment other than disable suppresses findings."""
    if action == "disable-file":
        return Span(0, len(document.raw))
    if action == "disable-line":
        first = document.line_span(document.position(comment.span.start)[0])
        last = document.line_span(document.position(comment.span.end)[0])
        return Span(first.start, last.end)
    return blocks.after(comment.span)


#: between a term and its definition
_BEFORE_DEFINITION = regex(
    r"[ \t]*+(?:::++|;;)\s*+|[ \t]*+(?:\r?\n)++[ \t]*+:[ \t]++|[ \t]*+\r?\n[ \t]++"
    r"|\s*+(?:</dt\s*+>\s*+)?<dd(?:\s[^<>]*+)?>\s*+",
    re.IGNORECASE,
)


class _Blocks:
    """Where the blocks of a document stand, from their first sign that is no space."""

    def __init__(self, document: Document) -> None:
        self._document = document
        found = []
        for number, block in enumerate(document.blocks):
            content = block.content
            margin = len(content.text) - len(content.text.lstrip())
            if margin < len(content.text):  # not only white space
                found.append((Span(content.starts[margin], content.span().end), number))
        found.sort()
        self._spans = [span for span, _ in found]
        self._numbers = [number for _, number in found]
        self._units = {number: unit.span for unit in document.units for number in unit.blocks}

    def after(self, comment: Span) -> Span:
        """Return what is read next after a comment (see the module); an empty span at the end of
        the file if there is nothing."""
        index = bisect_left(self._spans, (comment.end, comment.end))
        if index and self._continues_after(index - 1, comment.end):  # it stands inside a block
            return Span(comment.end, self._spans[index - 1].end)
        if index == len(self._spans):
            end = len(self._document.raw)
            return Span(end, end)
        unit = self._units.get(self._numbers[index])
        if unit is not None:
            return Span(min(unit.start, self._spans[index].start), unit.end)
        last = index
        while last + 1 < len(self._spans) and self._belongs(index, last):
            last += 1
        return Span(
            self._spans[index].start, max(span.end for span in self._spans[index : last + 1])
        )

    def _continues_after(self, number: int, offset: int) -> bool:
        """Return whether a block has text on both sides of an offset."""
        if self._spans[number].end <= offset:
            return False
        content = self._document.blocks[self._numbers[number]].content
        return any(
            start >= offset and not char.isspace()
            for start, char in zip(content.starts[::-1], content.text[::-1], strict=True)
        )

    def _belongs(self, first: int, last: int) -> bool:
        """Return whether the block after `last` goes with block `first`: on its line, a cell of the
        table whose first cell that is, or the definition of the term."""
        raw = self._document.raw
        following = last + 1
        if "\n" not in raw[self._spans[first].start : self._spans[following].start]:
            return True
        is_first_cell = self._is_cell(first) and not (first and self._is_cell(first - 1))
        if is_first_cell:
            return self._is_cell(following)
        gap = raw[self._spans[last].end : self._spans[following].start]
        return first == last and _BEFORE_DEFINITION.fullmatch(gap) is not None

    def _is_cell(self, at: int) -> bool:
        return self._document.blocks[self._numbers[at]].kind is Kind.TABLE_CELL


def _suppressible_span(finding: Finding) -> Span:
    """Return what a suppression has to overlap: of a span without width also what it touches."""
    start, end = finding.span
    return finding.span if start < end else Span(start - 1, end + 1)


def apply(
    document: Document,
    findings: Sequence[Finding],
    checked_codes: Collection[str],
    all_codes: Collection[str],
) -> tuple[list[Finding], list[Finding], list[Unused]]:
    """Return findings kept, findings suppressed, and suppressions without effect."""
    suppressions, unused = read(document)
    if not suppressions:
        return list(findings), [], unused
    spans_by_code: defaultdict[str, list[Span]] = defaultdict(list)
    for suppression in suppressions:
        spans_by_code[suppression.code].append(suppression.reach)
    finding_spans = {
        code: Places(
            _suppressible_span(finding) for finding in findings if finding.code.startswith(code)
        )
        for code in spans_by_code
    }
    suppressed_by_code = {code: Places(spans) for code, spans in spans_by_code.items()}
    kept: list[Finding] = []
    silenced: list[Finding] = []
    for finding in findings:
        prefixes = (finding.code[:n] for n in range(1, len(finding.code) + 1))
        is_silenced = any(
            prefix in suppressed_by_code
            and suppressed_by_code[prefix].overlap(_suppressible_span(finding))
            for prefix in prefixes
        )
        (silenced if is_silenced else kept).append(finding)
    for suppression in suppressions:
        if finding_spans[suppression.code].overlap(suppression.reach):
            continue
        if not any(code.startswith(suppression.code) for code in all_codes):
            unused.append(Unused(suppression.comment, suppression.code, "unknown-rule"))
        elif any(code.startswith(suppression.code) for code in checked_codes):
            unused.append(Unused(suppression.comment, suppression.code, "unused"))
    return kept, silenced, unused


_BREAK = regex(r"\r?\n")
_EMPTY_LINE = regex(r"[ \t]*\r?\n")


def with_fixes(document: Document, unused: Sequence[Unused]) -> list[Unused]:
    """Add the edits that remove each unused code, or the whole comment (and its region end)."""
    if not unused:
        return []
    unused_codes: defaultdict[Span, set[str]] = defaultdict(set)
    for entry in unused:
        unused_codes[entry.comment].add(entry.code)
    directives = [Directive.find(comment.text) for comment in document.comments]
    numbers = {comment.span: number for number, comment in enumerate(document.comments)}
    ends = _region_ends(directives)
    fixed: list[Unused] = []
    for entry in unused:
        number = numbers[entry.comment]
        directive = directives[number]
        if unused_codes[entry.comment].issuperset(directive.codes):
            edits = [_removal(document, entry.comment)]
            if (end := ends.get(number)) is not None:
                edits.append(_removal(document, document.comments[end].span))
        else:
            edits = _edits_removing_code(document, entry)
        # a comment is no prose, and goes with its line: for a person to decide
        fix = Fix(Applicability.SUGGESTION, tuple(edits)) if edits else None
        fixed.append(entry._replace(fix=fix))
    return fixed


def _region_ends(directives: Sequence[Directive]) -> dict[int, int]:
    """Return the index of the comment that ends exactly the region each comment begins."""
    found: dict[int, int] = {}
    end: int | None = None
    for number in reversed(range(len(directives))):
        if directives[number].action == "enable":
            end = number
        elif (
            directives[number].action == "disable"
            and end is not None
            and directives[end].codes == directives[number].codes
        ):
            found[number] = end
    return found


def _removal(document: Document, comment: Span) -> Edit:
    """Return the edit that removes a comment, with its line and one of two empty lines."""
    raw = document.raw
    number, last = (document.position(at)[0] for at in comment)
    start, end = document.line_span(number).start, document.line_span(last).end
    if raw[start : comment.start].strip() or raw[comment.end : end].strip():
        has_double_space = (
            raw[comment.start - 1 : comment.start] == " " == raw[comment.end : comment.end + 1]
        )
        return Edit(comment.start - has_double_space, comment.end, "")
    after = _BREAK.match(raw, end)
    end = after.end() if after else end
    follows_empty_line = start == 0 or not raw[document.line_span(number - 1).start : start].strip()
    if empty_line := _EMPTY_LINE.match(raw, end):
        end = empty_line.end() if follows_empty_line else end
    elif follows_empty_line and end == len(raw):
        start = document.line_span(max(1, number - 1)).start
    return Edit(start, end, "")


def _edits_removing_code(document: Document, unused: Unused) -> list[Edit]:
    """Return edits that delete one of several codes with its separator."""
    comment = unused.comment
    text = document.raw[comment.start : comment.end]
    _, codes, ranges = Directive.find(text)
    if unused.code not in codes:
        return []
    index = codes.index(unused.code)
    if index + 1 < len(codes):
        start, end = ranges[index][0], ranges[index + 1][0]
    else:
        start, end = ranges[index - 1][1], ranges[index][1]
    return [Edit(comment.start + start, comment.start + end, "")]
