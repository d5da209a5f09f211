"""The texts of the page, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from textlint_pt.report.messages import catalogue
from textlint_pt.reporters.figures import localised

_WORDS = catalogue(Path(__file__).with_name("words.tsv"))


class Words:
    """A page's own texts and numbers in one language."""

    def __init__(self, language: str, texts: Mapping[str, Mapping[str, str]] = _WORDS) -> None:
        self.language = language
        self._texts = texts[language]

    def __call__(self, name: str, **fields: object) -> str:
        return self._texts[name].format(**fields)

    def number(self, value: float, digits: int = 4) -> str:
        """Return a number with at most `digits` significant digits, and a true minus sign."""
        return localised(f"{value:.{digits}g}", self.language).replace("-", "−")
