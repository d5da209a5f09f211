"""What is said at the head of a document, and how its score adds up."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.report.messages import count, say
from textlint_pt.report.report import DocumentReport, PartialScore, Score
from textlint_pt.reporters.figures import terms
from textlint_pt.reporters.overview import baselined, nothing


def heading(entry: DocumentReport, language: str) -> str:
    """Return the heading of a document: how many problems, and how many are accepted."""
    found, accepted = len(entry.findings), len(baselined(entry))
    text = count(language, "finding", found) if found else ""
    if not found and not entry.error:
        text = nothing(accepted, language)
    if text and accepted:
        text = say(language, "accepted-in", what=text, count=accepted)
    return text[:1].upper() + text[1:]


def losses(score: Score) -> Iterator[tuple[str, PartialScore, float, float]]:
    """Yield each dimension with its share of the points, and where these begin in a bar of 100."""
    at = 100 * (score.total or 0.0)
    for (dimension, partial), share in zip(score.partials.items(), terms(score), strict=True):
        yield dimension, partial, share, at
        at -= share
