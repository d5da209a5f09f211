"""Analyses of the package over texts, each taken as one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textlint_pt_translation.meaning import Side

from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.engine.cache import Cache
from textlint_pt.registry.plugins import load
from textlint_pt.text.document import Document, Kind, Sentence, Text


def analyses(
    names: Sequence[str], texts: Sequence[str], cache: Cache | None = None
) -> list[Sequence[Any]]:
    """Return the values of each of these analyses; ends the program where one is missing."""
    sentences = tuple(
        Sentence(i, Text.verbatim(text, 0), Kind.PARAGRAPH, i, 0) for i, text in enumerate(texts)
    )
    analyzer = Analyzer(load(third_party=False).resources.values(), {}, cache)
    (found,) = analyzer.run([Document("", "", "text", (), sentences)], names)
    if missing := [analyzer.missing[name] for name in names if name in analyzer.missing]:
        raise SystemExit(f"benchmarks: {missing[0]}")
    return [found.values[name] for name in names]


def analysed(name: str, texts: Sequence[str]) -> Sequence[Any]:
    """Return values of one analysis."""
    return analyses([name], texts)[0]


def sides(texts: Sequence[str]) -> list[Side]:
    """Return each text as TRA002 compares it."""
    columns = analyses(("categories", "word-vectors", "sentence-vectors"), texts)
    return [
        Side([text], *([one] for one in row)) for text, *row in zip(texts, *columns, strict=True)
    ]
