"""What takes suppressions without effect out of a file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from textlint_pt.contract.suppression import Unused
from textlint_pt.engine.suppression import Directive
from textlint_pt.report.finding import Applicability, Edit, Fix
from textlint_pt.text.document import Document, Span
from textlint_pt.text.regex import regex

_BREAK = regex(r"\r?\n")
_EMPTY_LINE = regex(r"[ \t]*\r?\n")


def with_fixes(document: Document, unused: Sequence[Unused]) -> list[Unused]:
    """Each with what takes it out: its code, or the whole comment where none of it has an effect.

    The comment that ends a region of the same codes goes with the one that begins it.
    """
    if not unused:
        return []
    useless: defaultdict[Span, set[str]] = defaultdict(set)
    for one in unused:
        useless[one.comment].add(one.code)
    directives = [Directive.find(comment.text) for comment in document.comments]
    numbers = {comment.span: number for number, comment in enumerate(document.comments)}
    ends = _ends(directives)
    fixed: list[Unused] = []
    for one in unused:
        number = numbers[one.comment]
        own = directives[number]
        if useless[one.comment].issuperset(own.codes):
            edits = [_without(document, one.comment)]
            if (end := ends.get(number)) is not None:
                edits.append(_without(document, document.comments[end].span))
        else:
            edits = _edits_removing_code(document, one)
        # a comment is no prose, and goes with its line: for a person to decide
        fix = Fix(Applicability.SUGGESTION, tuple(edits)) if edits else None
        fixed.append(one._replace(fix=fix))
    return fixed


def _ends(directives: Sequence[Directive]) -> dict[int, int]:
    """The comments that begin a region, each with the one that ends it and nothing besides."""
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


def _without(document: Document, comment: Span) -> Edit:
    """Take out a comment; with its line where it stands there alone, and not two empty ones."""
    raw = document.raw
    number, last = (document.position(at)[0] for at in comment)
    start, end = document.line_span(number).start, document.line_span(last).end
    if raw[start : comment.start].strip() or raw[comment.end : end].strip():
        doubled = (
            raw[comment.start - 1 : comment.start] == " " == raw[comment.end : comment.end + 1]
        )
        return Edit(comment.start - doubled, comment.end, "")
    after = _BREAK.match(raw, end)
    end = after.end() if after else end
    before = start == 0 or not raw[document.line_span(number - 1).start : start].strip()
    if empty := _EMPTY_LINE.match(raw, end):
        end = empty.end() if before else end
    elif before and end == len(raw):
        start = document.line_span(max(1, number - 1)).start
    return Edit(start, end, "")


def _edits_removing_code(document: Document, unused: Unused) -> list[Edit]:
    """Edits that delete one of several codes with its separator."""
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
