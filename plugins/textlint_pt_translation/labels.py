"""Names of categories in words: the shipped lexicon's, and LIWC 2007's.

A category of another dictionary keeps its own name.
"""

from __future__ import annotations

from pathlib import Path

from textlint_pt.report.messages import catalogue

#: slot of the words that are in no category
UNKNOWN = "unknown"
_LABELS = catalogue(Path(__file__).parent / "data" / "labels.tsv")


def label(category: str, language: str) -> str:
    """Return a category in words, in `pt` or `en`."""
    return _LABELS[language].get(category, category)
