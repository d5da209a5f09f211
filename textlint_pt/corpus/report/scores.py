"""A table of `corpus score` as columns of numbers, divided into groups."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from textlint_pt.contract.errors import UserError, nearest
from textlint_pt.corpus.tables import job_of, opened

Numbers = npt.NDArray[np.float64]

#: groups that are shown; what is rarer is put together
MAX_GROUPS = 12
#: bins of a column of many numbers, with as many documents in each
_BINS = 8
_LOSS = "_loss"


class Grouping(NamedTuple):
    """Documents by a column: `codes` has the place in `names` for each, -1 for those without.

    `order` has the numbers of a column that has an order; `rest` says that the last name stands
    for all rarer ones.
    """

    column: str
    names: Sequence[str]
    codes: npt.NDArray[np.int64]
    order: Numbers | None
    has_rest: bool = False


class Scores:
    """The columns of a table that are shown. `UserError`: it is no table of `corpus score`."""

    def __init__(self, path: str) -> None:
        """Open a table of `corpus score`, or raise `UserError`."""
        self.path = path
        self._file = opened(path)
        self.names: list[str] = self._file.schema_arrow.names
        if not {"id", "path", "words", "score"} <= set(self.names):
            raise UserError(
                f"{path}: no columns id, path, words, score: not a table of `corpus score`"
            )
        self.dimensions = [n.removesuffix(_LOSS) for n in self.names if n.endswith(_LOSS)]
        self.signature = str((job_of(path) or {}).get("signature", ""))
        self.size: int = self._file.metadata.num_rows

    def numbers(self, name: str) -> Numbers:
        """Return a column of numbers, shape (documents,); NaN stands for null."""
        if name not in self.names:
            known = ", ".join(self.numeric)
            raise UserError(
                f'{self.path}: no column "{name}"{nearest(name, self.names)}; there are {known}'
            )
        if name not in self.numeric:
            raise UserError(f"{self.path}: {name}: not a column of numbers")
        column = self._column(name).cast(pa.float64())
        return np.asarray(column.fill_null(float("nan")).to_numpy(), dtype=np.float64)

    @cached_property
    def numeric(self) -> list[str]:
        """Return the names of the numeric columns."""
        schema = self._file.schema_arrow
        return [
            field.name
            for field in schema
            if pa.types.is_integer(field.type) or pa.types.is_floating(field.type)
        ]

    def _column(self, name: str) -> Any:
        return self._file.read([name]).column(0).combine_chunks()

    def count(self, name: str) -> Mapping[str, int]:
        """Return how often each text of a column occurs, the most frequent first."""
        counts = pc.value_counts(self._column(name).drop_null()).to_pylist()
        found = {row["values"]: row["counts"] for row in counts}
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    def rows(self, numbers: Sequence[int]) -> Iterator[Mapping[str, Any]]:
        """Yield whole rows by number, in the requested order."""
        found: dict[int, Mapping[str, Any]] = {}
        requested, group_start = sorted(set(numbers)), 0
        for group in range(self._file.num_row_groups):
            size = self._file.metadata.row_group(group).num_rows
            offsets = [n - group_start for n in requested if group_start <= n < group_start + size]
            if offsets:
                taken = self._file.read_row_group(group).take(offsets).to_pylist()
                found |= zip((n + group_start for n in offsets), taken, strict=True)
            group_start += size
        return (found[number] for number in numbers)

    def group(self, name: str) -> Grouping:
        """Return documents grouped by a column or by `folder`."""
        if name in self.names:
            column = self._column(name)
        elif name == "folder":
            folders = (os.path.dirname(path) or "." for path in self._column("path").to_pylist())  # noqa: PTH120
            column = pa.array(folders, pa.string())
        else:
            known = ", ".join([*self.names, "folder"])
            near = nearest(name, [*self.names, "folder"])
            raise UserError(f'--by: {self.path}: no column "{name}"{near}; there are {known}')
        numbers = _as_numbers(column)
        if numbers is not None:
            return _by_number(name, numbers)
        if not pa.types.is_string(column.type):
            raise UserError(f"--by: {self.path}: {name}: neither texts nor numbers")
        return _by_text(name, column)


def _as_numbers(column: Any) -> Numbers | None:
    """Return a column as numbers if all its values are numeric, else None."""
    if pa.types.is_string(column.type) and len(column.drop_null()):
        try:
            column = column.cast(pa.float64())
        except pa.ArrowInvalid:
            return None
    kind = column.type
    if not (pa.types.is_integer(kind) or pa.types.is_floating(kind)):
        return None
    numbers = column.cast(pa.float64()).fill_null(float("nan"))
    return np.asarray(numbers.to_numpy(zero_copy_only=False), dtype=np.float64)


def _by_number(name: str, order: Numbers) -> Grouping:
    """Return groups by the values of a numeric column, or by its quantiles if there are many."""
    codes = np.full(len(order), -1, dtype=np.int64)
    present = np.isfinite(order)
    values, indices = np.unique(order[present], return_inverse=True)
    if len(values) <= MAX_GROUPS:
        codes[present] = indices
        return Grouping(name, [f"{value:g}" for value in values], codes, order)
    edges = np.unique(np.quantile(order[present], np.linspace(0, 1, _BINS + 1)))
    codes[present] = np.clip(np.searchsorted(edges, order[present], "right") - 1, 0, len(edges) - 2)
    names = [f"{low:g} – {high:g}" for low, high in pairwise(edges)]
    return Grouping(name, names, codes, order)


def _by_text(name: str, column: Any) -> Grouping:
    """Return groups by the values of a text column, the rarest together."""
    coded = column.dictionary_encode()
    indices = np.asarray(coded.indices.fill_null(-1).to_numpy(), dtype=np.int64)
    values = coded.dictionary.to_pylist()
    counts = np.bincount(indices[indices >= 0], minlength=len(values))
    frequent = sorted(range(len(values)), key=lambda index: (-counts[index], values[index]))
    has_rest = len(frequent) > MAX_GROUPS
    shown = frequent[: MAX_GROUPS - 1] if has_rest else frequent
    code_by_index = np.full(len(values) + 1, len(shown) if has_rest else -1, dtype=np.int64)
    code_by_index[-1] = -1
    code_by_index[shown] = range(len(shown))
    names = [values[index] for index in shown]
    return Grouping(
        name, [*names, "…"] if has_rest else names, code_by_index[indices], None, has_rest
    )
