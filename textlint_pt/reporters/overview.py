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
_MAX_KINDS, _MAX_DOCUMENTS = 5, 3
#: causes of a loss that are named
_MAX_CAUSES = 5
#: from more problems on it is worth it to accept what is there, or to read a page
_MANY = 4


def overview(report: Report, language: str) -> Iterator[str]:
    """Yield unwrapped lines: a summary of all documents and what to do next."""
    documents = _read_documents(report)
    yield from in_short(report, language)
    yield from correctable(documents, language)
    is_plain = report.baseline is None and not any(map(baselined, documents))
    if len(report.findings) > _MANY and is_plain:
        folder = os.path.commonpath([Path(document.path).parent for document in documents])
        yield say(language, "only-new", path=shlex.quote(visible(folder or ".")))
        yield say(language, "on-a-page")


def _read_documents(report: Report) -> list[DocumentReport]:
    return [one for one in report.documents if one.error is None or one.sentences]


def in_short(report: Report, language: str) -> Iterator[str]:
    """Yield lines that summarise problems, where to begin, and scores."""
    read = _read_documents(report)
    if not read:
        return
    with_findings = [document for document in read if document.findings]
    findings = report.findings
    incomplete = [visible(document.path) for document in read if document.error is not None]
    accepted = sum(len(baselined(document)) for document in read)
    documents = count(language, "document", len(read))
    if not findings and not incomplete:
        clean = nothing(accepted, language)
        text = say(language, "none-in", clean=clean, documents=documents)
    else:
        text = say(
            language,
            "found-in",
            found=count(language, "finding", len(findings)),
            having=len(with_findings),
            documents=documents,
            severities=severities(findings, language),
        ).rstrip(": ")
    yield say(language, "accepted-in", what=text, count=accepted) if accepted else text
    if incomplete:
        yield f"{say(language, 'incomplete')}: {' · '.join(incomplete[:_MAX_DOCUMENTS])}"
    kinds = Counter(map(kind, findings)).most_common(_MAX_KINDS)
    if kinds and kinds[0][1] > 1:
        yield _listed(language, "frequent", [f"{n} {inside(name)}" for name, n in kinds])
    if len(with_findings) > _MAX_DOCUMENTS:
        worst = sorted(with_findings, key=how_bad, reverse=True)[:_MAX_DOCUMENTS]
        yield _listed(
            language, "begin-with", [_path_with_counts(document, language) for document in worst]
        )
    yield from _scores_in_short(
        [document.score for document in read], language, has_accepted=accepted > 0
    )


def _scores_in_short(
    scores: Sequence[Score], language: str, *, has_accepted: bool
) -> Iterator[str]:
    """Yield a line with the median and the range of several scores."""
    totals = [total for score in scores if (total := judged(score)) is not None]
    if len(totals) < 2:
        return
    from statistics import median

    shown = (median(totals), min(totals), max(totals))
    middle, low, high = (points(total, language) for total in shown)
    name = "median-same" if low == high else "median"
    text = say(language, name, median=middle, low=low, high=high)
    if has_accepted:
        text = say(language, "without_accepted", score=text)
    if any(score.left_out for score in scores):
        text += f" · {score_name(scores, language).rstrip(':')}"
    if unscored := sum(score.total is None for score in scores):
        text += f" · {say(language, 'unscored', count=unscored)}"
    yield text


def baselined(document: DocumentReport) -> Sequence[Finding]:
    """Return the findings that the baseline accepts."""
    return [one for one in document.accepted if one.accepted and one.accepted.by == "baseline"]


def nothing(accepted: int, language: str) -> str:
    """Return the text that nothing was found, or nothing but what the baseline accepts."""
    return say(language, "nothing-new" if accepted else "clean")


def found_in(document: DocumentReport, language: str, *, by_severity: bool = False) -> str:
    """Return how many problems a document has and how many are accepted, "" if only an error."""
    findings, accepted = document.findings, len(baselined(document))
    if document.error and not findings:
        return ""
    text = count(language, "finding", len(findings)) if findings else nothing(accepted, language)
    if findings and by_severity:
        text += f" ({severities(findings, language)})"
    return say(language, "accepted-in", what=text, count=accepted) if accepted else text


def how_bad(document: DocumentReport) -> tuple[int, int, int]:
    """Return a sort key: the number of errors, of problems that are no suggestions, and of all."""
    found = document.findings
    counts = Counter(finding.severity for finding in found)
    return counts["error"], len(found) - counts["info"], len(found)


def _path_with_counts(document: DocumentReport, language: str) -> str:
    """Return a document's path with the number of its problems and errors."""
    errors = [finding for finding in document.findings if finding.severity == "error"]
    number = str(len(document.findings))
    if errors:
        number += f": {severities(errors, language)}"
    return f"{visible(document.path)} ({number})"


def correctable(
    documents: Sequence[DocumentReport], language: str, *, is_copied: bool = False
) -> Iterator[str]:
    """Yield hints: how to apply which fixes, what is left, and how to report an error."""
    found = [(document, finding) for document in documents for finding in document.findings]
    fixable = 0
    for is_packed in (False, True):  # files of word processors are corrected in a copy
        for level in ("safe", "unsafe"):
            affected = [
                document
                for document, finding in found
                if finding.fix and finding.fix.applicability == level
                if _is_packed(document) == is_packed
            ]
            fixable += len(affected)
            if affected and not (is_packed and is_copied):
                path = affected[0].path
                extension = os.path.splitext(path)[1].lower().removeprefix(".")  # noqa: PTH122
                fields = {"path": shlex.quote(visible(path)), "form": extension}
                name = f"{level}-fixes-copy" if is_packed else f"{level}-fixes"
                yield say(language, name, count=len(affected), **fields)
    if fixable and fixable < len(found):
        yield say(language, "by-hand", count=len(found) - fixable)
    for code, _ in Counter(finding.code for _, finding in found).most_common(1):
        yield say(language, "doubt", code=code)


def _is_packed(document: DocumentReport) -> bool:
    return document.path.lower().endswith(COPIED)


def _listed(language: str, name: str, items: Sequence[str]) -> str:
    return f"{say(language, name)} {' · '.join(items)}"


def inside(title: str) -> str:
    """Return a title in the middle of a sentence."""
    return title[:1].lower() + title[1:]


def costs(score: Score, language: str) -> Iterator[tuple[float, str]]:
    """Yield the main causes of lost points with their points, and the rest as one."""
    labelled: list[tuple[str, float]] = []
    for cause in score.causes:
        label = cause.name
        if cause.code:
            label = f"{cause.count} × {inside(cause.name)} ({cause.code})"
        labelled.append((label, cause.loss))
    shown, remaining = labelled[:_MAX_CAUSES], labelled[_MAX_CAUSES:]
    if remaining:
        shown.append((say(language, "rest"), sum(loss for _, loss in remaining)))
    missing_tenths = 1000 - tenths(score.total or 0.0)  # tenths of a point, of 100 points
    losses = apportion([loss for _, loss in shown], missing_tenths)
    for (label, _), loss in zip(shown, losses, strict=True):
        if loss:
            yield -loss / 10, label
