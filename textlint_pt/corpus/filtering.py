"""Which rows of a table of scores are kept, by a condition or as the best, and why not all."""

from __future__ import annotations

import ast
import io
import json
import operator
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from textlint_pt import files
from textlint_pt.contract.errors import UserError, nearest
from textlint_pt.corpus.tables import opened

_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    **{ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge},
    **{ast.Eq: operator.eq, ast.NotEq: operator.ne},
}
_COMPUTE: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    **{ast.Add: operator.add, ast.Sub: operator.sub},
    **{ast.Mult: operator.mul, ast.Div: operator.truediv},
}
#: longest condition that is read
_MAX_LENGTH = 2000


class Condition(NamedTuple):
    """A part of what `--where` asks for, as it is written; all of them must hold."""

    written: str
    expression: pc.Expression


class Row(NamedTuple):
    """Number of a row, its identifier and whether it fulfils every condition."""

    number: int
    id: str
    kept: bool


class Best(NamedTuple):
    """Which of the rows that fulfil the conditions are kept.

    `copies`: a file of `corpus duplicates`, of whose near-duplicates the best stays. `keep`: of
    what is left a share up to 1, or a number. `rank`: a column of numbers, of which the highest
    are the best, or `random`; ties are drawn. `balance`: columns whose values stay as frequent as
    they are; `length` stands for powers of two of `words`.
    """

    keep: float = 1.0
    rank: str = "score"
    balance: Sequence[str] = ()
    seed: int = 1
    copies: str | None = None


#: what a row lacks that `Best` does not keep
COPY, WORSE = "--copies", "--keep"


class Filter:
    """The rows of a table under conditions; `removed` counts those that went, by what they lack."""

    def __init__(self, path: str, where: str | None, best: Best | None = None) -> None:
        self._path = path
        table = opened(path)
        self._schema = table.schema_arrow
        if "id" not in self._schema.names:
            raise UserError(f"{path}: no column id: not a table of `corpus score`")
        self.conditions = [] if where is None else conditions(where, self._schema)
        if where is not None:
            _check_scale(where, table)
        self._best = best
        if best and (best.keep <= 0 or _has_fraction_over_one(best.keep)):
            raise UserError(
                f"--keep: {best.keep:g} is neither a share (0.4) nor a number of documents (5000)"
            )
        self.kept = 0
        self.removed: Counter[str] = Counter()

    def rows(self) -> Iterator[Row]:
        """Yield every row in order; `UserError` for a bad comparison, column or table."""
        if self._best is None:
            yield from self._rows_by_conditions()
            return
        rows = list(self._rows_by_conditions())
        reasons = self._reasons_not_kept(self._best, [row for row in rows if row.kept])
        for row in rows:
            if row.number in reasons:
                self.kept -= 1
                self.removed[reasons[row.number]] += 1
            yield row._replace(kept=row.kept and row.number not in reasons)

    def _rows_by_conditions(self) -> Iterator[Row]:
        """Yield every row with whether it meets the conditions."""
        number = 0
        columns = {"id": pc.field("id")}
        columns |= {
            f"c{index}": condition.expression for index, condition in enumerate(self.conditions)
        }
        for names, *results in self._batches(columns):
            for index, name in enumerate(names):
                yield self._count_row(number, name, [column[index] for column in results])
                number += 1

    def _batches(self, columns: Mapping[str, pc.Expression]) -> Iterator[Sequence[list[Any]]]:
        """Yield the values of each batch, by column."""
        try:
            scanner = ds.dataset(self._path, format="parquet").scanner(columns=dict(columns))
            for batch in scanner.to_batches():
                yield [column.to_pylist() for column in batch.columns]
        except (pa.ArrowException, TypeError) as error:
            reason = str(error).partition("\n")[0]
            raise UserError(f"--where: cannot be computed: {reason}") from error
        except OSError as error:
            reason = str(error).partition("\n")[0]
            raise UserError(f"{self._path}: damaged: {reason}; score it again") from error

    def _count_row(self, number: int, name: str, results: Sequence[bool | None]) -> Row:
        """Return a row, counting it under the first condition that it does not meet."""
        for condition, holds in zip(self.conditions, results, strict=True):
            if not holds:
                reason = f"{condition.written} (null)" if holds is None else condition.written
                self.removed[reason] += 1
                return Row(number, name, kept=False)
        self.kept += 1
        return Row(number, name, kept=True)

    # -------------------------------------------------------------- the best

    def _reasons_not_kept(self, best: Best, rows: Sequence[Row]) -> Mapping[int, str]:
        """Return why rows are not kept: no value, a copy of a better one, or a low rank."""
        numbers = [row.number for row in rows]
        values = self._values(best.rank, numbers) if best.rank != "random" else np.zeros(len(rows))
        tie_breakers = np.random.default_rng(best.seed).permutation(len(rows))
        # indices of the rows, the best first
        order: list[int] = np.lexsort((tie_breakers, -values)).tolist()
        reasons = {
            numbers[index]: f"{best.rank} (null)" for index in order if np.isnan(values[index])
        }
        copies = _near_duplicates(best.copies)
        kept_ids: set[str] = set()
        for index in order:
            row = rows[index]
            if row.number not in reasons and not kept_ids.isdisjoint(copies.get(row.id, ())):
                reasons[row.number] = COPY
            elif row.number not in reasons:
                kept_ids.add(row.id)
        ranked = [numbers[index] for index in order if numbers[index] not in reasons]
        groups = self._groups(best.balance, ranked)
        share = best.keep if best.keep <= 1 else best.keep / max(len(ranked), 1)
        quota_left = _quotas(Counter(groups), min(1.0, share))
        for number, group in zip(ranked, groups, strict=True):
            if quota_left[group]:
                quota_left[group] -= 1
            else:
                reasons[number] = WORSE
        return reasons

    def _groups(self, names: Sequence[str], numbers: Sequence[int]) -> list[tuple[Any, ...]]:
        """Return the balance group of each row."""
        columns = []
        for name in names:
            if name == "length":
                words = np.nan_to_num(self._values("words", numbers))
                powers_of_two = np.floor(np.log2(np.maximum(words, 1)))
                columns.append(powers_of_two.tolist())
            else:
                columns.append(self._column(name, numbers, "--balance"))
        return list(zip(*columns, strict=True)) if columns else [()] * len(numbers)

    def _values(self, name: str, numbers: Sequence[int]) -> npt.NDArray[np.float64]:
        """Return a numeric column of these rows, NaN for null."""
        try:
            return np.array(self._column(name, numbers, "--rank"), dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise UserError(f"--rank: {name} is no column of numbers") from error

    def _column(self, name: str, numbers: Sequence[int], option: str) -> Sequence[Any]:
        """Return the values of a column in these rows; `UserError` names the option."""
        if name not in self._schema.names:
            raise UserError(_no_column(option, name, self._schema))
        values = [value for (batch,) in self._batches({name: pc.field(name)}) for value in batch]
        return [values[number] for number in numbers]


def _has_fraction_over_one(keep: float) -> bool:
    """Return whether a number is neither a share nor a whole number: 1.5."""
    return keep > 1 and keep % 1 != 0


def _quotas(sizes: Mapping[Any, int], share: float) -> dict[Any, int]:
    """Return how many of each group make up the share, by the method of largest remainders."""
    exact = {group: size * share for group, size in sizes.items()}
    quotas = {group: int(number) for group, number in exact.items()}
    missing = round(sum(exact.values())) - sum(quotas.values())
    by_remainder = sorted(exact, key=lambda group: (quotas[group] - exact[group], str(group)))
    return quotas | {group: quotas[group] + 1 for group in by_remainder[:missing]}


def _near_duplicates(path: str | None) -> Mapping[str, Sequence[str]]:
    """Return near-duplicates by document from the output of `corpus duplicates`."""
    found: dict[str, list[str]] = {}
    if path is None:
        return found
    try:
        with io.BufferedReader(files.opened(path)) as lines:
            for line in lines:
                pair = json.loads(line)
                if pair["near_duplicate"] and not pair["in_reference"]:
                    id_, other_id = pair["id"], pair["other"]["id"]
                    found.setdefault(id_, []).append(other_id)
                    found.setdefault(other_id, []).append(id_)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{path}: not what `corpus duplicates --out` writes") from error
    return found


def conditions(where: str, schema: pa.Schema) -> list[Condition]:
    """Return an expression's `and`-ed conditions as Arrow expressions; `UserError` names what
    is not understood."""
    try:
        if len(where) > _MAX_LENGTH:
            raise SyntaxError("too long")
        tree = ast.parse(where.strip(), mode="eval").body
        parts = [tree]
        if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And):
            parts = tree.values
        return [Condition(ast.unparse(part), _to_arrow(part, schema)) for part in parts]
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError) as error:
        reason = getattr(error, "msg", None) or str(error)
        raise UserError(
            f"--where: {where[:80]}: {reason}; e.g. score > .5 and redundancy > .9"
        ) from error


def _check_scale(where: str, table: pq.ParquetFile) -> None:
    """Raise `UserError` if a score in [0, 1] is compared with a number above 1."""
    for node in ast.walk(ast.parse(where.strip(), mode="eval")):
        sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
        for pair in pairwise(sides):
            match pair:
                case (ast.Name(name), ast.Constant(float() | int() as number)) | (
                    ast.Constant(float() | int() as number),
                    ast.Name(name),
                ) if number > 1 and _is_share(name, table):
                    raise UserError(
                        f"--where: {ast.unparse(node)}: {name} goes up to 1 in tables, where"
                        f" terminals say 100: write {number / 100:g} for {number:g}"
                    )


def _is_share(name: str, table: pq.ParquetFile) -> bool:
    """Return whether a column holds scores or losses, none above 1."""
    is_dimension = f"{name}_loss" in table.schema_arrow.names
    if name != "score" and not is_dimension and not name.endswith("_loss"):
        return False
    column = table.schema.names.index(name)
    for group in range(table.num_row_groups):
        statistics = table.metadata.row_group(group).column(column).statistics
        if statistics is not None and statistics.has_min_max and statistics.max > 1:
            return False
    return True


def _to_arrow(node: ast.expr, schema: pa.Schema) -> Any:
    """Return a Python expression as an Arrow expression."""
    match node:
        case ast.BoolOp(op, values):
            combine = operator.and_ if isinstance(op, ast.And) else operator.or_
            return reduce(combine, (_to_arrow(value, schema) for value in values))
        case ast.UnaryOp(ast.Not(), value):
            return ~_to_arrow(value, schema)
        case ast.UnaryOp(ast.USub(), value):
            return pc.scalar(-1) * _to_arrow(value, schema)
        case ast.BinOp(left, op, right) if type(op) in _COMPUTE:
            return _COMPUTE[type(op)](_to_arrow(left, schema), _to_arrow(right, schema))
        case ast.Compare(left, ops, others):
            sides = [left, *others]
            pairs = zip(sides, ops, others, strict=False)
            return reduce(operator.and_, (_comparison(*pair, schema) for pair in pairs))
        case ast.Name(name):
            if name not in schema.names:
                raise UserError(_no_column("--where", name, schema))
            return pc.field(name)
        case ast.Subscript(ast.Name("findings"), ast.Constant(str(code))):
            # a rule without findings is not in the map: that is 0
            return pc.coalesce(
                pc.map_lookup(pc.field("findings"), pa.scalar(code), "first"), pc.scalar(0)
            )
        case ast.Constant(value) if isinstance(value, (int, float, str, bool)):
            return pc.scalar(value)
    raise SyntaxError(f"{ast.unparse(node)} is not understood")


def _no_column(option: str, name: str, schema: pa.Schema) -> str:
    known = ", ".join(schema.names)
    return f'{option}: no column "{name}"{nearest(name, schema.names)}; there are {known}'


def _comparison(left: ast.expr, op: ast.cmpop, right: ast.expr, schema: pa.Schema) -> Any:
    """Return a comparison as an Arrow expression."""
    if isinstance(op, ast.Is | ast.IsNot):
        if not (isinstance(right, ast.Constant) and right.value is None):
            raise SyntaxError("`is` goes with None")
        value = _to_arrow(left, schema)
        return value.is_null() if isinstance(op, ast.Is) else value.is_valid()
    if isinstance(op, ast.In | ast.NotIn):
        if not isinstance(right, ast.Tuple | ast.List):
            raise SyntaxError('`in` goes with values: kind in ("news", "manual")')
        is_in = _to_arrow(left, schema).isin(
            [ast.literal_eval(value_node) for value_node in right.elts]
        )
        return is_in if isinstance(op, ast.In) else ~is_in
    return _COMPARE[type(op)](_to_arrow(left, schema), _to_arrow(right, schema))
