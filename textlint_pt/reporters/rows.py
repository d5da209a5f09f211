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
_QUOTED = 60
#: corrections that `--fix` makes, and those that `--unsafe-fixes` asks for
_MARKS = {"safe": " *", "unsafe": " ?"}
#: rows of a document among many
MOST = 5
#: further lines of the same word that are named
_PLACES = 3
#: columns where the width of the terminal is unknown; of one that has fewer than `_TWO_LINES` the
#: reason stands below
_WIDTH, _TWO_LINES, NARROWEST = 100, 72, 40
_PLACE, _SIGN, _GAP = 9, 5, 2
#: columns that are left for reasons beside a long word
_TOLD = 20


def rows(
    document: DocumentReport,
    language: str,
    columns: int | None,
    most: int | None,
    *,
    headed: bool = True,
    whole: bool = False,
) -> Iterator[Segment]:
    """A line about the document, if `headed`, and one for each problem, the same word once; of more
    than `most` the severest, and how to see the others. `whole`: reasons are not cut but wrapped.
    """
    alike = defaultdict[tuple[str, str], list[Finding]](list)
    for finding in document.findings:
        alike[finding.code, change_summary(finding, 10_000).casefold()].append(finding)
    groups = list(alike.values())
    if most is not None and len(groups) > most:
        severest = sorted(groups, key=lambda same: SEVERITIES.index(same[0].severity))[:most]
        groups = [same for same in groups if same in severest]
    if headed:
        path, said = opening(document.path), tally(document.findings, language)
        gap = "  " if not columns or cells(f"{path}  {said}") <= columns else "\n  "
        yield path, "bold"
        yield f"{gap}{said}\n", ""
    yield from _table(groups, columns, whole=whole)
    left = len(document.findings) - sum(map(len, groups))
    if left:
        yield f"  {say(language, 'and-more', count=left, path=visible(document.path))}\n", ""


def tally(findings: Sequence[Finding], language: str) -> str:
    """How many problems, and how many of them are errors."""
    errors = sum(one.severity == "error" for one in findings)
    said = count(language, "finding", len(findings))
    return f"{said}, {count(language, 'error', errors)}" if errors else said


def severities(findings: Sequence[Finding], language: str) -> str:
    """How many of each severity, with its sign."""
    numbers = Counter(finding.severity for finding in findings)
    listed = [f"{SIGNS[one]} {count(language, one, numbers[one])}" for one in SIGNS if numbers[one]]
    return ", ".join(listed)


def kind(finding: Finding) -> str:
    """What the rule finds, in a few words."""
    return visible(finding.title or finding.message)


def _reason(finding: Finding) -> str:
    """What is the matter; where no correction shows it, in the words of the rule."""
    return kind(finding) if finding.change else visible(finding.message)


def _table(
    groups: Sequence[Sequence[Finding]], columns: int | None, *, whole: bool
) -> Iterator[Segment]:
    width = max(columns or _WIDTH, NARROWEST)
    is_wide = width >= _TWO_LINES
    room = width - _PLACE - _SIGN
    told = max((cells(_reason(same[0])) for same in groups), default=0)
    if is_wide:
        room -= max((len(same[0].code) for same in groups), default=0) + 2 * _GAP
        words = max((cells(_words(same)) for same in groups if _is_one_word(same[0])), default=0)
        room = max(room // 2, room - told, min(words, room - _TOLD))
    fitted = [_row(same, room) for same in groups]
    across = max(map(cells, fitted), default=0)
    for same, shown in zip(groups, fitted, strict=True):
        first = same[0]
        yield f"{where(first):>{_PLACE}} ", ""
        yield f" {SIGNS[first.severity]} ", COLOURS[first.severity]
        if is_wide:
            left = width - _PLACE - _SIGN - across - 2 * _GAP - len(first.code)
            said, *rest = _lines(_reason(first), left, whole=whole)
            yield f" {padded(shown, across)}  {padded(said, min(told, left))}  {first.code}\n", ""
            indent = _PLACE + _SIGN + across + _GAP
        else:
            yield f" {shown}\n", ""
            indent = _PLACE + _SIGN
            said, *rest = _lines(_reason(first), room - len(first.code) - _GAP, whole=whole)
            yield f"{' ' * indent}{said}  {first.code}\n", ""
        yield from ((f"{' ' * indent}{more}\n", "") for more in rest)


def _lines(text: str, width: int, *, whole: bool) -> list[str]:
    if not whole:
        return [elided(text, width)]
    return [text[start:end] for start, end in wrap(text, width)]


def _row(same: Sequence[Finding], room: int) -> str:
    """What is wrong and what it becomes, whether `--fix` corrects it, the lines of the others as
    far as these leave the words whole."""
    first, mark = same[0], _times(same)
    words = cells(_words(same))
    for named in range(min(_PLACES, len(same) - 1), 0, -1):
        lines = ", ".join(str(line_shown(one)) for one in same[1 : named + 1])
        lines = f" ({lines}{', …' if len(same) > named + 1 else ''})"
        if words + len(lines) <= room:
            mark += lines
            break
    return change_summary(first, room - len(mark)) + mark


def _times(same: Sequence[Finding]) -> str:
    """The sign of a correction, and how often the same is found."""
    return marked(same[0]) + (f" ×{len(same)}" if len(same) > 1 else "")


def _words(same: Sequence[Finding]) -> str:
    """What is wrong and what it becomes, uncut."""
    return change_summary(same[0], 10_000) + _times(same)


def _is_one_word(finding: Finding) -> bool:
    """Whether a word becomes another, which tells nothing where both are cut."""
    return finding.change is not None and not any(" " in one for one in finding.change)


def marked(finding: Finding) -> str:
    """The sign of a correction: without risk, or to be looked at first."""
    return _MARKS.get(finding.fix.applicability, "") if finding.fix else ""


def change_summary(finding: Finding, max_columns: int) -> str:
    """What is wrong and, if known, its correction, in at most `max_columns`."""
    if finding.change is None:
        quoted = finding.excerpt
        marked = visible(quoted.text[quoted.start : quoted.end].strip())
        return elided(marked or visible(finding.message), max_columns)
    before, after = map(visible, finding.change)
    words = before.split(" "), after.split(" ")
    same = range(min(map(len, words)) - 1)
    prefix = next((n for n in same if words[0][n] != words[1][n]), len(same))
    suffix = next((n for n in same[: len(same) - prefix] if words[0][~n] != words[1][~n]), 0)
    # what both have at their ends is left out, but first for one word
    for first in (max(prefix - 1, 0), prefix):
        if cells(f"{before} → {after}") > max_columns:
            before, after = (" ".join(side[first : len(side) - suffix]) for side in words)
    each = (max_columns - 3) // 2
    shown = elided(before, max(each, max_columns - 3 - cells(after)))
    return f"{shown} → {elided(after, max(each, max_columns - 3 - cells(shown)))}"


def elided(text: str, room: int) -> str:
    """The text as far as it fits, cut between words where that leaves half of it."""
    if cells(text) <= room:
        return text
    end = fill(text, 0, max(room - 1, 1))
    cut = text.rfind(" ", 0, end + 1)
    return text[: cut if cut > end // 2 else end].rstrip() + "…"


def padded(text: str, width: int) -> str:
    return text + " " * (width - cells(text))


def cells(text: str) -> int:
    """Columns that a terminal gives a text."""
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def wrap(text: str, width: int) -> list[tuple[int, int]]:
    """Ranges of `text` that fit on one line of `width` columns each, broken at spaces."""
    ranges: list[tuple[int, int]] = []
    start = 0
    while (full := fill(text, start, width)) < len(text):
        cut = text.rfind(" ", start, full + 1)
        cut = cut if cut > start else full
        ranges.append((start, cut))
        start = cut + 1 if text[cut] == " " else cut
    ranges.append((start, len(text)))
    return ranges


def fill(text: str, start: int, width: int) -> int:
    """The end of the text that fits into `width` columns from `start`, at least one character."""
    end, used = start, 0
    while end < len(text) and (used := used + _columns(text[end])) <= width:
        end += 1
    return max(end, min(start + 1, len(text)))


def of_string(finding: Finding, language: str, *, alone: bool = False) -> str:
    """Of which string of a program a finding is: its source, unless what it relates to shows that
    (nothing does where it stands `alone`), and its context; "" if there is nothing to say."""
    string = finding.string
    if string is None:
        return ""
    is_shown = not alone and any(related.role == "source" for related in finding.related)
    source = "" if is_shown else " ".join(string.source.split())
    if len(source) > _QUOTED:
        source = f"{source[:_QUOTED]}…"
    said = say(language, "of-string", source=source) if source else ""
    if string.context:
        said += f"{' ' if said else ''}(msgctxt {string.context})"
    return said
