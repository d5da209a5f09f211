"""The last lines about many documents: how many problems, which, where to begin, what to do."""

from __future__ import annotations

import os
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import count, say, visible
from textlint_pt.report.report import COPIED, DocumentReport, Report, Score
from textlint_pt.reporters.figures import apportion, judged, points, score_name, tenths
from textlint_pt.reporters.rows import kind, severities

#: kinds of problems that are named, and documents to begin with
_KINDS, _FIRST = 5, 3
#: causes of a loss that are named
_CAUSES = 5
#: from more problems on it is worth it to accept what is there, or to read a page
_MANY = 4


def overview(report: Report, language: str) -> Iterator[str]:
    """Lines, not wrapped yet: what there is, and what to do."""
    read = _read(report)
    yield from in_short(report, language)
    yield from correctable(read, language)
    is_plain = report.baseline is None and not any(map(baselined, read))
    if len(report.findings) > _MANY and is_plain:
        folder = os.path.commonpath([Path(one.path).parent for one in read])
        yield say(language, "only-new", path=shlex.quote(visible(folder or ".")))
        yield say(language, "on-a-page")


def _read(report: Report) -> list[DocumentReport]:
    return [one for one in report.documents if one.error is None or one.sentences]


def in_short(report: Report, language: str) -> Iterator[str]:
    """How many problems, which, where to begin, the scores."""
    read = _read(report)
    if not read:
        return
    having = [one for one in read if one.findings]
    findings = report.findings
    partly = [visible(one.path) for one in read if one.error is not None]
    accepted = sum(len(baselined(one)) for one in read)
    documents = count(language, "document", len(read))
    if not findings and not partly:
        clean = nothing(accepted, language)
        said = say(language, "none-in", clean=clean, documents=documents)
    else:
        said = say(
            language,
            "found-in",
            found=count(language, "finding", len(findings)),
            having=len(having),
            documents=documents,
            severities=severities(findings, language),
        ).rstrip(": ")
    yield say(language, "accepted-in", what=said, count=accepted) if accepted else said
    if partly:
        yield f"{say(language, 'incomplete')}: {' · '.join(partly[:_FIRST])}"
    kinds = Counter(map(kind, findings)).most_common(_KINDS)
    if kinds and kinds[0][1] > 1:
        yield _listed(language, "frequent", [f"{n} {inside(name)}" for name, n in kinds])
    if len(having) > _FIRST:
        worst = sorted(having, key=how_bad, reverse=True)[:_FIRST]
        yield _listed(language, "begin-with", [_named(one, language) for one in worst])
    totals = [total for one in read if (total := judged(one.score)) is not None]
    if len(totals) > 1:
        from statistics import median

        middle, low, high = (
            points(one, language) for one in (median(totals), min(totals), max(totals))
        )
        name = "median-same" if low == high else "median"
        said = say(language, name, median=middle, low=low, high=high)
        said = say(language, "without_accepted", score=said) if accepted else said
        scores = [one.score for one in read]
        if any(score.left_out for score in scores):
            said += f" · {score_name(scores, language).rstrip(':')}"
        without = sum(one.score.total is None for one in read)
        yield f"{said} · {say(language, 'unscored', count=without)}" if without else said


def baselined(document: DocumentReport) -> Sequence[Finding]:
    """The findings that the baseline accepts."""
    return [one for one in document.accepted if one.accepted and one.accepted.by == "baseline"]


def nothing(accepted: int, language: str) -> str:
    """That nothing was found, or nothing but what the baseline accepts."""
    return say(language, "nothing-new" if accepted else "clean")


def how_bad(document: DocumentReport) -> tuple[int, int, int]:
    """Errors, problems that are more than suggestions, and all."""
    found = document.findings
    said = Counter(one.severity for one in found)
    return said["error"], len(found) - said["info"], len(found)


def _named(document: DocumentReport, language: str) -> str:
    """A document with the number of its problems, and of its errors if it has any."""
    errors = [one for one in document.findings if one.severity == "error"]
    number = str(len(document.findings))
    if errors:
        number += f": {severities(errors, language)}"
    return f"{visible(document.path)} ({number})"


def correctable(
    documents: Sequence[DocumentReport], language: str, *, is_copied: bool = False
) -> Iterator[str]:
    """What can be corrected without risk, and what is to be looked at, with the options for each,
    and what is left; documents of word processors are corrected in a copy, one by one, which may be
    done (`is_copied`). What to do about a false alarm."""
    found = [(document, one) for document in documents for one in document.findings]
    known = 0
    for name in ("", "-copy"):
        for level in ("safe", "unsafe"):
            some = [
                document
                for document, one in found
                if one.fix and one.fix.applicability == level and _is_packed(document) == bool(name)
            ]
            known += len(some)
            if some and not (name and is_copied):
                path = some[0].path
                form = os.path.splitext(path)[1].lower().removeprefix(".")  # noqa: PTH122
                shown = shlex.quote(visible(path))
                yield say(language, f"{level}-fixes{name}", count=len(some), path=shown, form=form)
    if known and known < len(found):
        yield say(language, "by-hand", count=len(found) - known)
    for code, _ in Counter(one.code for _, one in found).most_common(1):
        yield say(language, "doubt", code=code)


def _is_packed(document: DocumentReport) -> bool:
    return document.path.lower().endswith(COPIED)


def _listed(language: str, name: str, items: Sequence[str]) -> str:
    return f"{say(language, name)} {' · '.join(items)}"


def inside(title: str) -> str:
    """A title in the middle of a sentence."""
    return title[:1].lower() + title[1:]


def costs(score: Score, language: str) -> Iterator[tuple[float, str]]:
    """What costs most, in points below zero, and what it is called; the rest comes last in one.
    They add up to what is missing of 100."""
    causes = [
        (f"{one.count} × {inside(one.name)} ({one.code})" if one.code else one.name, one.loss)
        for one in score.causes
    ]
    shown, left = causes[:_CAUSES], causes[_CAUSES:]
    if left:
        shown.append((say(language, "rest"), sum(loss for _, loss in left)))
    losses = apportion([loss for _, loss in shown], 1000 - tenths(score.total or 0.0))
    for (what, _), loss in zip(shown, losses, strict=True):
        if loss:
            yield -loss / 10, what
