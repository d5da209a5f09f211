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
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import NamedTuple

from textlint_pt.contract.finding import Finding
from textlint_pt.contract.suppression import Unused
from textlint_pt.engine.places import Places
from textlint_pt.text.document import Comment, Document, Span
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
        """The directive in a text; one without an action if there is none."""
        found = _DIRECTIVE.search(text)
        if not found:
            return cls("", (), ())
        codes = _codes_from(text, found.end())
        return cls(found.group(1), [c.group() for c in codes], [c.span() for c in codes])


class Suppression(NamedTuple):
    """One code of one comment and the stretch of source it silences."""

    code: str
    comment: Span
    reach: Span


def read(document: Document) -> tuple[list[Suppression], list[Unused]]:
    """Suppressions of a document's comments, and comments that name no rule."""
    found: list[Suppression] = []
    faulty: list[Unused] = []
    blocks = sorted(block.content.span() for block in document.blocks)
    end_of_file = len(document.raw)
    # where codes are next enabled, each alone and all of them
    enabled: dict[str, int] = {}
    all_enabled = end_of_file
    for comment in reversed(document.comments):
        directive = _DIRECTIVE.search(comment.text)
        if not directive:
            continue
        action, codes = directive.group(1), _codes(comment.text[directive.end() :])
        if not codes:
            faulty.append(Unused(comment.span, "", "no-rule"))
        if action == "enable":
            enabled |= dict.fromkeys(codes, comment.span.start)
            all_enabled = all_enabled if codes else comment.span.start
            continue
        for code in reversed(codes):
            if action == "disable":
                end = min(enabled.get(code, end_of_file), all_enabled)
                reach = Span(comment.span.end, end)
            else:
                reach = _reach(document, comment, action, blocks)
            found.append(Suppression(code, comment.span, reach))
    return found[::-1], faulty[::-1]


def _codes(rest: str) -> list[str]:
    return [code.group() for code in _codes_from(rest, 0)]


def _codes_from(text: str, start: int) -> list[re.Match[str]]:
    end = _END_OF_CODES.search(text, start)
    return list(_CODE.finditer(text, start, end.start() if end else len(text)))


def _reach(document: Document, comment: Comment, action: str, blocks: Sequence[Span]) -> Span:
    end_of_file = len(document.raw)
    if action == "disable-file":
        return Span(0, end_of_file)
    if action == "disable-line":
        first = document.line_span(document.position(comment.span.start)[0])
        last = document.line_span(document.position(comment.span.end)[0])
        return Span(first.start, last.end)
    at = bisect_left(blocks, (comment.span.end, comment.span.end))
    return blocks[at] if at < len(blocks) else Span(end_of_file, end_of_file)


def _place(finding: Finding) -> Span:
    """What a suppression has to overlap: of a span without width also what it touches."""
    start, end = finding.span
    return finding.span if start < end else Span(start - 1, end + 1)


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
        return list(findings), [], unused
    reaches: defaultdict[str, list[Span]] = defaultdict(list)
    for suppression in suppressions:
        reaches[suppression.code].append(suppression.reach)
    places = {
        code: Places(_place(finding) for finding in findings if finding.code.startswith(code))
        for code in reaches
    }
    covered = {code: Places(spans) for code, spans in reaches.items()}
    kept: list[Finding] = []
    silenced: list[Finding] = []
    for finding in findings:
        prefixes = (finding.code[:n] for n in range(1, len(finding.code) + 1))
        is_silenced = any(
            prefix in covered and covered[prefix].overlap(_place(finding)) for prefix in prefixes
        )
        (silenced if is_silenced else kept).append(finding)
    for suppression in suppressions:
        if places[suppression.code].overlap(suppression.reach):
            continue
        if not any(code.startswith(suppression.code) for code in known):
            unused.append(Unused(suppression.comment, suppression.code, "unknown-rule"))
        elif any(code.startswith(suppression.code) for code in ran):
            unused.append(Unused(suppression.comment, suppression.code, "unused"))
    return kept, silenced, unused
