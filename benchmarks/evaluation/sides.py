"""Sentences analysed as TRA002 compares them."""

from __future__ import annotations

from collections.abc import Sequence

from textlint_pt_translation.meaning import Side

from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.registry.plugins import load
from textlint_pt.text.document import Document, Kind, Sentence, Text

ANALYSES = ("categories", "word-vectors", "sentence-vectors")


def sides(texts: Sequence[str]) -> list[Side]:
    """Each text as a sentence of its own, analysed."""
    sentences = tuple(
        Sentence(at, Text.verbatim(text, 0), Kind.PARAGRAPH, at, 0) for at, text in enumerate(texts)
    )
    analyzer = Analyzer(load(third_party=False).resources.values(), {})
    (results,), _ = analyzer.run([Document("", "", "text", (), sentences)], ANALYSES)
    if analyzer.missing:
        raise SystemExit(f"cannot analyse: {analyzer.missing}")
    columns = [results[name] for name in ANALYSES]
    return [Side([text], *([column[at]] for column in columns)) for at, text in enumerate(texts)]
