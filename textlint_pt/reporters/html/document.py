"""What is said at the head of a document, and how its score adds up."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.report.messages import count, say
from textlint_pt.report.report import DocumentReport, PartialScore, Score
from textlint_pt.reporters.figures import terms
from textlint_pt.reporters.overview import baselined, nothing


def heading(entry: DocumentReport, language: str) -> str:
    """How many problems there are, and how many are accepted."""
    found, accepted = len(entry.findings), len(baselined(entry))
    said = count(language, "finding", found) if found else ""
    if not found and not entry.error:
        said = nothing(accepted, language)
    if said and accepted:
        said = say(language, "accepted-in", what=said, count=accepted)
    return said[:1].upper() + said[1:]


def losses(score: Score) -> Iterator[tuple[str, PartialScore, float, float]]:
    """Each dimension with its share of the points, and where these begin in a bar of 100."""
    at = 100 * (score.total or 0.0)
    for (dimension, partial), share in zip(score.partials.items(), terms(score), strict=True):
        yield dimension, partial, share, at
        at -= share
