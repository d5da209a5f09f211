"""Views of sentences, from what the package ships or from an encoder in a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.registry.plugins import load
from textlint_pt.text.document import Document, Kind, Sentence, Text

#: a view of each of these sentences
View = Callable[[Sequence[str]], Sequence[Any]]


def vectors(folder: Path | None = None) -> View:
    """Sentence vectors of the package; with `folder`, of the exported encoder in it."""
    if folder is None:
        return lambda texts: analysed("sentence-vectors", texts)
    from textlint_pt_embedded.encoder import Model

    return Model(folder.joinpath).vectors


def analysed(name: str, texts: Sequence[str]) -> Sequence[Any]:
    """Values of an analysis, of sentences as they stand; ends the program where it is missing."""
    sentences = tuple(
        Sentence(i, Text.verbatim(text, 0), Kind.PARAGRAPH, i, 0) for i, text in enumerate(texts)
    )
    analyzer = Analyzer(load(third_party=False).resources.values(), {})
    results, _ = analyzer.run([Document("", "", "text", (), sentences)], [name])
    if name in analyzer.missing:
        raise SystemExit(f"benchmarks: {analyzer.missing[name]}")
    values: Sequence[Any] = results[0][name]
    return values
