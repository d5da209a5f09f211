"""Findings of a document as rows: what is wrong and what it becomes, the reason, the code."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from textlint_pt.contract.reporter import COLOURS, Segment
from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import count, opening, say, visible
from textlint_pt.report.report import DocumentReport, line_shown, where
from textlint_pt.report.severity import SEVERITIES

#: severity without colours
SIGNS = {"error": "✖", "warning": "▲", "info": "●"}
#: characters of a string that are quoted
_MAX_SOURCE = 60
#: corrections that `--fix` makes, and those that `--unsafe-fixes` asks for
_FIX_SIGNS = {"safe": " *", "unsafe": " ?"}
#: rows of a document among many
MOST = 5
#: further lines of the same word that are named
_MAX_LINES_NAMED = 3
#: columns where the width of the terminal is unknown; of one that has fewer than `_TWO_LINES` the
#: reason stands below
_WIDTH, _MIN_WIDTH_OF_COLUMNS, NARROWEST = 100, 72, 40
_PLACE_WIDTH, _SIGN_WIDTH, _GAP_WIDTH = 9, 5, 2
#: columns that are left for reasons beside a long word
_MIN_REASON_WIDTH = 20


def rows(
    document: DocumentReport,
    language: str,
    columns: int | None,
    most: int | None,
    *,
    headed: bool = True,
    whole: bool = False,
) -> Iterator[Segment]:
    """Yield a line for each group of equal findings, at most `most` groups."""
    by_change = defaultdict[tuple[str, str], list[Finding]](list)
    for finding in document.findings:
        by_change[finding.code, change_summary(finding, 10_000).casefold()].append(finding)
    groups = list(by_change.values())
    if most is not None and len(groups) > most:
        severest = sorted(groups, key=lambda group: SEVERITIES.index(group[0].severity))[:most]
        groups = [group for group in groups if group in severest]
    if headed:
        path, counts = opening(document.path), tally(document.findings, language)
        gap = "  " if not columns or cells(f"{path}  {counts}") <= columns else "\n  "
        yield path, "bold"
        yield f"{gap}{counts}\n", ""
    yield from _table(groups, columns, whole=whole)
    omitted = len(document.findings) - sum(map(len, groups))
    if omitted:
        yield f"  {say(language, 'and-more', count=omitted, path=visible(document.path))}\n", ""


def tally(findings: Sequence[Finding], language: str) -> str:
    """Return how many problems, and how many of them are errors."""
    errors = sum(one.severity == "error" for one in findings)
    shown = count(language, "finding", len(findings))
    return f"{shown}, {count(language, 'error', errors)}" if errors else shown


def severities(findings: Sequence[Finding], language: str) -> str:
    """Return how many of each severity, with its sign."""
    numbers = Counter(finding.severity for finding in findings)
    listed = [f"{SIGNS[one]} {count(language, one, numbers[one])}" for one in SIGNS if numbers[one]]
    return ", ".join(listed)


def kind(finding: Finding) -> str:
    """Return what the rule finds, in a few words."""
    return visible(finding.title or finding.message)


def _reason(finding: Finding) -> str:
    """Return what is the matter; where no correction shows it, in the words of the rule."""
    return kind(finding) if finding.change else visible(finding.message)


_Groups = Sequence[Sequence[Finding]]  # findings with the same correction


def _table(groups: _Groups, columns: int | None, *, whole: bool) -> Iterator[Segment]:
    """Yield the lines of groups of findings, in columns where the width allows it."""
    width = max(columns or _WIDTH, NARROWEST)
    in_columns = width >= _MIN_WIDTH_OF_COLUMNS
    room = width - _PLACE_WIDTH - _SIGN_WIDTH
    reason_cells = max((cells(_reason(group[0])) for group in groups), default=0)
    if in_columns:
        room -= max((len(group[0].code) for group in groups), default=0) + 2 * _GAP_WIDTH
        words = max(
            (cells(_whole_change(group)) for group in groups if _is_one_word(group[0])), default=0
        )
        room = max(room // 2, room - reason_cells, min(words, room - _MIN_REASON_WIDTH))
    fitted = [_row(group, room) for group in groups]
    change_cells = max(map(cells, fitted), default=0)
    indent = _PLACE_WIDTH + _SIGN_WIDTH + (change_cells + _GAP_WIDTH if in_columns else 0)
    for group, shown in zip(groups, fitted, strict=True):
        first = group[0]
        yield f"{where(first):>{_PLACE_WIDTH}} ", ""
        yield f" {SIGNS[first.severity]} ", COLOURS[first.severity]
        if in_columns:
            remaining = (
                width - _PLACE_WIDTH - _SIGN_WIDTH - change_cells - 2 * _GAP_WIDTH - len(first.code)
            )
            reason, *rest = _lines(_reason(first), remaining, whole=whole)
            cell = padded(reason, min(reason_cells, remaining))
            yield f" {padded(shown, change_cells)}  {cell}  {first.code}\n", ""
        else:
            yield f" {shown}\n", ""
            reason, *rest = _lines(_reason(first), room - len(first.code) - _GAP_WIDTH, whole=whole)
            yield f"{' ' * indent}{reason}  {first.code}\n", ""
        yield from ((f"{' ' * indent}{line}\n", "") for line in rest)


def _lines(text: str, width: int, *, whole: bool) -> list[str]:
    if not whole:
        return [elided(text, width)]
    return [text[start:end] for start, end in wrap(text, width)]


def _row(group: Sequence[Finding], room: int) -> str:
    """Return the change that a group proposes, and the lines of its other findings."""
    first_finding, signs = group[0], _times(group)
    width = cells(_whole_change(group))
    for listed in range(min(_MAX_LINES_NAMED, len(group) - 1), 0, -1):
        lines = ", ".join(str(line_shown(finding)) for finding in group[1 : listed + 1])
        more = ", …" if len(group) > listed + 1 else ""
        in_brackets = f" ({lines}{more})"
        if width + len(in_brackets) <= room:
            signs += in_brackets
            break
    return change_summary(first_finding, room - len(signs)) + signs


def _times(same: Sequence[Finding]) -> str:
    """Return the sign of a correction, and how often the same is found."""
    return marked(same[0]) + (f" ×{len(same)}" if len(same) > 1 else "")


def _whole_change(same: Sequence[Finding]) -> str:
    """Return what is wrong and what it becomes, uncut."""
    return change_summary(same[0], 10_000) + _times(same)


def _is_one_word(finding: Finding) -> bool:
    """Return whether one word becomes another: both are to be seen uncut."""
    return finding.change is not None and not any(" " in side for side in finding.change)


def marked(finding: Finding) -> str:
    """Return the sign of a correction: without risk, or to be looked at first."""
    return _FIX_SIGNS.get(finding.fix.applicability, "") if finding.fix else ""


def change_summary(finding: Finding, max_columns: int) -> str:
    """Return what is wrong and its correction, in at most `max_columns` columns."""
    if finding.change is None:
        excerpt = finding.excerpt
        marked = visible(excerpt.text[excerpt.start : excerpt.end].strip())
        return elided(marked or visible(finding.message), max_columns)
    before, after = map(visible, finding.change)
    old, new = before.split(" "), after.split(" ")
    prefix, suffix = _common_words(old, new)
    # without the words that both sides have: first with one of them before the change, then none
    for start in (max(prefix - 1, 0), prefix):
        if cells(f"{before} → {after}") > max_columns:
            before = " ".join(old[start : len(old) - suffix])
            after = " ".join(new[start : len(new) - suffix])
    room = max_columns - len(" → ")
    half = room // 2
    shown = elided(before, max(half, room - cells(after)))
    return f"{shown} → {elided(after, max(half, room - cells(shown)))}"


def _common_words(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """Return how many words two texts have in common at their beginnings and at their ends.

    One word of each is left over in any case.
    """
    most = min(len(old), len(new)) - 1
    prefix = next((n for n in range(most) if old[n] != new[n]), most)
    suffix = next((n for n in range(most - prefix) if old[~n] != new[~n]), 0)
    return prefix, suffix


def elided(text: str, room: int) -> str:
    """Return the text cut to fit, between words where that keeps half of it."""
    if cells(text) <= room:
        return text
    end = fill(text, 0, max(room - 1, 1))
    cut = text.rfind(" ", 0, end + 1)
    return text[: cut if cut > end // 2 else end].rstrip() + "…"


def padded(text: str, width: int) -> str:
    return text + " " * (width - cells(text))


def cells(text: str) -> int:
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def wrap(text: str, width: int) -> list[tuple[int, int]]:
    """Return the ranges of lines of at most `width` columns, broken at spaces."""
    ranges: list[tuple[int, int]] = []
    start = 0
    while (full_end := fill(text, start, width)) < len(text):
        space = text.rfind(" ", start, full_end + 1)
        end = space if space > start else full_end
        ranges.append((start, end))
        start = end + 1 if text[end] == " " else end
    ranges.append((start, len(text)))
    return ranges


def fill(text: str, start: int, width: int) -> int:
    """Return the end of the text that fits into `width` columns, at least one character."""
    end, used = start, 0
    while end < len(text) and (used := used + _columns(text[end])) <= width:
        end += 1
    return max(end, min(start + 1, len(text)))


def of_string(finding: Finding, language: str, *, alone: bool = False) -> str:
    """Return which string of a program a finding is in; "" if that is obvious.

    `alone` says that the related places, the source among them, are not shown beside it.
    """
    string = finding.string
    if string is None:
        return ""
    shows_source = not alone and any(related.role == "source" for related in finding.related)
    source = "" if shows_source else " ".join(string.source.split())
    if len(source) > _MAX_SOURCE:
        source = f"{source[:_MAX_SOURCE]}…"
    text = say(language, "of-string", source=source) if source else ""
    if string.context:
        text += f"{' ' if text else ''}(msgctxt {string.context})"
    return text
