"""The last lines about many documents: how many problems, which, where to begin, what to do."""

from __future__ import annotations

import os
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from textlint_pt.report.messages import count, say, visible
from textlint_pt.report.report import COPIED, DocumentReport, Report, Score
from textlint_pt.reporters.figures import apportion, tenths
from textlint_pt.reporters.rows import kind, severities

#: kinds of problems that are named, and documents to begin with
_KINDS, _FIRST = 5, 3
#: causes of a loss that are named
_CAUSES = 5
#: from so many problems on it is worth it to accept what is there, or to read a page
_MANY = 10


def overview(report: Report, language: str) -> Iterator[str]:
    """Lines, not wrapped yet."""
    read = [one for one in report.documents if one.error is None or one.sentences]
    if not read:
        return
    having = [one for one in read if one.findings]
    findings = report.findings
    partly = [visible(one.path) for one in read if one.error is not None]
    if not findings and not partly:
        documents = count(language, "document", len(read))
        clean = say(language, "clean" if report.baseline is None else "nothing-new")
        yield say(language, "none-in", clean=clean, documents=documents)
    else:
        listed = severities(findings, language)
        found = count(language, "finding", len(findings))
        documents = count(language, "document", len(read))
        said = say(language, "found-in", found=found, having=len(having), documents=documents)
        yield f"{said} · {listed}" if listed else said
    if partly:
        yield f"{say(language, 'incomplete')}: {' · '.join(partly[:_FIRST])}"
    if len(findings) > 1:
        kinds = Counter(map(kind, findings)).most_common(_KINDS)
        yield _listed(language, "frequent", [f"{n} {inside(name)}" for name, n in kinds])
    if len(having) > _FIRST:
        worst = sorted(having, key=lambda one: -len(one.findings))[:_FIRST]
        named = [f"{visible(one.path)} ({len(one.findings)})" for one in worst]
        yield _listed(language, "begin-with", named)
    totals = [one.score.total for one in read if one.score.total is not None]
    if len(totals) > 1:
        points = (round(100 * one) for one in (median(totals), min(totals), max(totals)))
        said = say(language, "median", **dict(zip(("median", "low", "high"), points, strict=True)))
        without = sum(one.score.total is None for one in read)
        yield f"{said} · {say(language, 'unscored', count=without)}" if without else said
    yield from correctable(read, language)
    if len(findings) > _MANY and report.baseline is None:
        folder = os.path.commonpath([Path(one.path).parent for one in read])
        yield say(language, "only-new", path=shlex.quote(visible(folder or ".")))
        yield say(language, "on-a-page")


def correctable(documents: Sequence[DocumentReport], language: str) -> Iterator[str]:
    """What can be corrected without risk, and what is to be looked at, with the options for each;
    documents of word processors are corrected in a copy, one by one. What to do about a false
    alarm."""
    plain = [one for one in documents if _form(one) not in COPIED]
    marked = [one for one in documents if _form(one) in COPIED]
    for some, name in ((plain, ""), *(([one], "-copy") for one in marked)):
        levels = Counter(str(f.fix.applicability) for one in some for f in one.findings if f.fix)
        form = _form(some[0]) if some else ""
        known = [one for one in ("safe", "unsafe") if levels[one]]
        if said := [
            say(language, f"{one}-fixes{name}", count=levels[one], form=form) for one in known
        ]:
            about = f"{visible(some[0].path)}: " if name and len(documents) > 1 else ""
            yield about + " · ".join(said)
    found = Counter(one.code for document in documents for one in document.findings)
    for code, _ in found.most_common(1):
        yield say(language, "doubt", code=code)


def _form(document: DocumentReport) -> str:
    return os.path.splitext(document.path)[1].lower().removeprefix(".")  # noqa: PTH122


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
        yield -loss / 10, what
