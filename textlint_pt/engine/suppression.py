"""Suppression comments: `<!-- textlint-pt-disable-next RED003 -- refrain -->`.

| comment | silences |
|---|---|
| `textlint-pt-disable-line CODES` | findings on the comment's line |
| `textlint-pt-disable-next CODES` | findings in the next block |
| `textlint-pt-disable CODES` … `textlint-pt-enable CODES` | findings between (or to the end) |
| `textlint-pt-disable-file CODES` | findings anywhere in the file |

Codes are needed (RED003, or a prefix such as RED; separated by commas or spaces); a reason may
follow ` -- `. What silences nothing is reported by rules of type `SuppressionRule` (DOC001).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import NamedTuple

from textlint_pt.contract.finding import Applicability, Edit, Finding, Fix
from textlint_pt.contract.suppression import Unused
from textlint_pt.text.document import Document, Span
from textlint_pt.text.regex import regex

_DIRECTIVE = regex(r"textlint-pt-(disable-line|disable-next|disable-file|disable|enable)(?!\S)")
_CODE = re.compile(r"[A-Za-z]+\d*")
#: a reason, or the end of the comment
_END_OF_CODES = re.compile(r"\s--|-->|\*/")
_BREAK = re.compile(r"\r?\n")
_EMPTY_LINE = re.compile(r"[ \t]*\r?\n")


class Suppression(NamedTuple):
    """One code of one comment and the stretch of source it silences."""

    code: str
    comment: Span
    reach: Span


def read(document: Document) -> tuple[list[Suppression], list[Unused]]:
    """Suppressions of a document's comments, and comments that name no rule."""
    found: list[Suppression] = []
    faulty: list[Unused] = []
    for number, comment in enumerate(document.comments):
        directive = _DIRECTIVE.search(comment.text)
        if not directive:
            continue
        action, codes = directive.group(1), _codes(comment.text[directive.end() :])
        if not codes:
            faulty.append(Unused(comment.span, "", "no-rule"))
        if action == "enable":
            continue
        for code in codes:
            found.append(Suppression(code, comment.span, _reach(document, number, action, code)))
    return found, faulty


def _codes(rest: str) -> list[str]:
    return _CODE.findall(_END_OF_CODES.split(rest, maxsplit=1)[0])


def _reach(document: Document, number: int, action: str, code: str) -> Span:
    comment = document.comments[number]
    end_of_file = len(document.raw)
    if action == "disable-file":
        return Span(0, end_of_file)
    if action == "disable-line":
        first = document.line_span(document.position(comment.span.start)[0])
        last = document.line_span(document.position(comment.span.end)[0])
        return Span(first.start, last.end)
    if action == "disable-next":
        for block in document.blocks:
            span = block.content.span()
            if span.start >= comment.span.end:
                return span
        return Span(end_of_file, end_of_file)
    for later in document.comments[number + 1 :]:
        directive = _DIRECTIVE.search(later.text)
        if directive and directive.group(1) == "enable":
            enabled = _codes(later.text[directive.end() :])
            if not enabled or code in enabled:
                return Span(comment.span.end, later.span.start)
    return Span(comment.span.end, end_of_file)


def _reaches(reach: Span, span: Span) -> bool:
    """Whether a span is silenced: one without width also at either end, where something lacks."""
    if span.start == span.end:
        return reach.start <= span.start <= reach.end
    return reach.overlaps(span)


def apply(
    document: Document,
    findings: Sequence[Finding],
    ran: Collection[str],
    known: Collection[str],
) -> tuple[list[Finding], list[Finding], list[Unused]]:
    """(kept, silenced, suppressions without effect).

    `ran` are the codes that were checked: a suppression of another known rule is not called
    unused. `known` are all codes there are.
    """
    suppressions, unused = read(document)
    if not suppressions:
        return list(findings), [], _with_fixes(document, unused)
    effective: set[Suppression] = set()
    kept: list[Finding] = []
    silenced: list[Finding] = []
    for finding in findings:
        by = [
            s
            for s in suppressions
            if finding.code.startswith(s.code) and _reaches(s.reach, finding.span)
        ]
        effective.update(by)
        (silenced if by else kept).append(finding)
    for suppression in suppressions:
        if suppression in effective:
            continue
        if not any(code.startswith(suppression.code) for code in known):
            unused.append(Unused(suppression.comment, suppression.code, "unknown-rule"))
        elif any(code.startswith(suppression.code) for code in ran):
            unused.append(Unused(suppression.comment, suppression.code, "unused"))
    return kept, silenced, _with_fixes(document, unused)


def _with_fixes(document: Document, unused: Sequence[Unused]) -> list[Unused]:
    """Each with what takes it out: its code, or the whole comment where none of it has an effect.

    The comment that ends a region of the same codes goes with the one that begins it.
    """
    useless: defaultdict[Span, set[str]] = defaultdict(set)
    for one in unused:
        useless[one.comment].add(one.code)
    numbers = {comment.span: number for number, comment in enumerate(document.comments)}
    fixed: list[Unused] = []
    for one in unused:
        number = numbers[one.comment]
        codes = _codes_of(document, number)
        if useless[one.comment].issuperset(codes):
            edits = [_without(document, one.comment)]
            for later in range(number + 1, len(document.comments)):
                if _action(document, later) == "enable":
                    if (
                        _action(document, number) == "disable"
                        and _codes_of(document, later) == codes
                    ):
                        edits.append(_without(document, document.comments[later].span))
                    break
        else:
            edits = _without_code(document, one)
        level = Applicability.SAFE if one.why == "unused" else Applicability.UNSAFE
        fixed.append(one._replace(fix=Fix(level, tuple(edits)) if edits else None))
    return fixed


def _action(document: Document, number: int) -> str:
    directive = _DIRECTIVE.search(document.comments[number].text)
    return directive.group(1) if directive else ""


def _codes_of(document: Document, number: int) -> list[str]:
    text = document.comments[number].text
    directive = _DIRECTIVE.search(text)
    return _codes(text[directive.end() :]) if directive else []


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


def _without_code(document: Document, unused: Unused) -> list[Edit]:
    """Take out one code of several, with what sets it off."""
    comment = unused.comment
    text = document.raw[comment.start : comment.end]
    directive = _DIRECTIVE.search(text)
    if not directive:
        return []
    stop = _END_OF_CODES.search(text, directive.end())
    found = list(_CODE.finditer(text, directive.end(), stop.start() if stop else len(text)))
    for at, match in enumerate(found):
        if match.group() == unused.code:
            first = at + 1 < len(found)
            start = match.start() if first else found[at - 1].end()
            end = found[at + 1].start() if first else match.end()
            return [Edit(comment.start + start, comment.start + end, "")]
    return []
