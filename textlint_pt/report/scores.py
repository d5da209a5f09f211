"""Scores of many texts, as Python programs are given them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, overload

from textlint_pt.report.report import Score


class Scores(Sequence[Score]):
    """The scores of texts, in their order, which is also a table: a row a text.

    Columns are those of `scores.parquet` that a score has (docs/corpus.md): `score` in [0, 1] or
    None, `band`, `kind`, `reason`, and for each dimension its partial score under its name and
    what it costs as `NAME_loss`. pandas, polars and Arrow make tables of them:
    `polars.DataFrame(scores.columns())`, `pyarrow.table(scores.columns())`.
    """

    def __init__(self, scores: Iterable[Score], dimensions: Iterable[str] = ()) -> None:
        self._scores = list(scores)
        self._dimensions = tuple(dimensions)

    @overload
    def __getitem__(self, index: int) -> Score: ...

    @overload
    def __getitem__(self, index: slice) -> Scores: ...

    def __getitem__(self, index: int | slice) -> Score | Scores:
        if isinstance(index, slice):
            return Scores(self._scores[index], self._dimensions)
        return self._scores[index]

    def __len__(self) -> int:
        return len(self._scores)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scores) and self._scores == other._scores

    def __repr__(self) -> str:
        return f"Scores({self._scores!r})"

    __hash__ = None  # type: ignore[assignment]

    def columns(self) -> dict[str, list[Any]]:
        """Return columns by name; each has one value per text."""
        used = (name for one in self for name in one.partials)
        names = dict.fromkeys((*self._dimensions, *used))
        columns: dict[str, list[Any]] = {
            "score": [one.total for one in self],
            "band": [one.band for one in self],
            "kind": [one.kind for one in self],
            "reason": [one.reason for one in self],
        }
        for name in names:
            partials = [one.partials.get(name) for one in self]
            columns[name] = [one and one.value for one in partials]
            columns[f"{name}_loss"] = [one and one.loss for one in partials]
        return columns
