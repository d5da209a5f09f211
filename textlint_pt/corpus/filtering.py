"""Which rows of a table of scores are kept, by a condition or as the best, and why not all."""

from __future__ import annotations

import ast
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
}
_COMPUTE: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
}
#: longest condition that is read
_LONGEST = 2000


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
    """The rows of a table under conditions; `gone` counts those that went, by what they lack."""

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
        if best and (best.keep <= 0 or (best.keep > 1 and best.keep % 1)):
            raise UserError(
                f"--keep: {best.keep:g} is neither a share (0.4) nor a number of documents (5000)"
            )
        self.kept = 0
        self.gone: Counter[str] = Counter()

    def rows(self) -> Iterator[Row]:
        """Every row, in order. `UserError`: the condition compares what cannot be compared, a
        column is missing, or the table is damaged."""
        if self._best is None:
            yield from self._fulfilling()
            return
        rows = list(self._fulfilling())
        lacking = self._lacking(self._best, [row for row in rows if row.kept])
        for row in rows:
            if row.number in lacking:
                self.kept -= 1
                self.gone[lacking[row.number]] += 1
            yield row._replace(kept=row.kept and row.number not in lacking)

    def _fulfilling(self) -> Iterator[Row]:
        number = 0
        columns = {"id": pc.field("id")}
        columns |= {f"c{at}": one.expression for at, one in enumerate(self.conditions)}
        for names, *held in self._scanned(columns):
            for at, name in enumerate(names):
                yield self._row(number, name, [column[at] for column in held])
                number += 1

    def _scanned(self, columns: Mapping[str, pc.Expression]) -> Iterator[Sequence[list[Any]]]:
        """The values of each batch, by column."""
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

    def _row(self, number: int, name: str, held: Sequence[bool | None]) -> Row:
        """A row is counted under the first condition that it does not fulfil."""
        for condition, holds in zip(self.conditions, held, strict=True):
            if not holds:
                self.gone[
                    f"{condition.written} (null)" if holds is None else condition.written
                ] += 1
                return Row(number, name, False)
        self.kept += 1
        return Row(number, name, True)

    # -------------------------------------------------------------- the best

    def _lacking(self, best: Best, rows: Sequence[Row]) -> Mapping[int, str]:
        """What each of these rows lacks that is not kept, by its number: a value, then a text that
        nothing better has, then a place among the best."""
        numbers = [row.number for row in rows]
        values = self._values(best.rank, numbers) if best.rank != "random" else np.zeros(len(rows))
        drawn = np.random.default_rng(best.seed).permutation(len(rows))
        order: list[int] = np.lexsort((drawn, -values)).tolist()
        lacking = {numbers[at]: f"{best.rank} (null)" for at in order if np.isnan(values[at])}
        copies = _near_duplicates(best.copies)
        alone: set[str] = set()
        for at in order:
            row = rows[at]
            if row.number not in lacking and not alone.isdisjoint(copies.get(row.id, ())):
                lacking[row.number] = COPY
            elif row.number not in lacking:
                alone.add(row.id)
        order = [at for at in order if numbers[at] not in lacking]
        parts = self._parts(best.balance, [numbers[at] for at in order])
        share = best.keep if best.keep <= 1 else best.keep / max(len(order), 1)
        left = _quotas(Counter(parts), min(1.0, share))
        for at, part in zip(order, parts, strict=True):
            if left[part]:
                left[part] -= 1
            else:
                lacking[numbers[at]] = WORSE
        return lacking

    def _parts(self, names: Sequence[str], numbers: Sequence[int]) -> list[tuple[Any, ...]]:
        """The part of the collection that each of these rows belongs to."""
        columns = []
        for name in names:
            if name == "length":
                words = self._values("words", numbers)
                columns.append(np.floor(np.log2(np.maximum(np.nan_to_num(words), 1))).tolist())
            else:
                columns.append(self._column(name, numbers, "--balance"))
        return list(zip(*columns, strict=True)) if columns else [()] * len(numbers)

    def _values(self, name: str, numbers: Sequence[int]) -> npt.NDArray[np.float64]:
        """A column of numbers; NaN where there is none."""
        try:
            return np.array(self._column(name, numbers, "--rank"), dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise UserError(f"--rank: {name} is no column of numbers") from error

    def _column(self, name: str, numbers: Sequence[int], option: str) -> Sequence[Any]:
        if name not in self._schema.names:
            raise UserError(_no_column(option, name, self._schema))
        values = [one for (part,) in self._scanned({name: pc.field(name)}) for one in part]
        return [values[number] for number in numbers]


def _quotas(sizes: Mapping[Any, int], share: float) -> dict[Any, int]:
    """How many of each part make up the share of all, rounded by the largest remainders."""
    wanted = {part: size * share for part, size in sizes.items()}
    found = {part: int(number) for part, number in wanted.items()}
    rest = round(sum(wanted.values())) - sum(found.values())
    remainders = sorted(wanted, key=lambda part: (found[part] - wanted[part], str(part)))
    return found | {part: found[part] + 1 for part in remainders[:rest]}


def _near_duplicates(path: str | None) -> Mapping[str, Sequence[str]]:
    """The near-duplicates of each document, as `corpus duplicates --out` writes them."""
    found: dict[str, list[str]] = {}
    if path is None:
        return found
    try:
        with io.BufferedReader(files.opened(path)) as lines:
            for line in lines:
                pair = json.loads(line)
                if pair["near_duplicate"] and not pair["in_reference"]:
                    one, other = pair["id"], pair["other"]["id"]
                    found.setdefault(one, []).append(other)
                    found.setdefault(other, []).append(one)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{path}: not what `corpus duplicates --out` writes") from error
    return found


def conditions(where: str, schema: pa.Schema) -> list[Condition]:
    """What stands between the outermost `and`s, as Arrow expressions.

    Columns, numbers, texts, `None`, `< <= == != >= >`, `in`, `is None`, `and`, `or`, `not`,
    `+ - * /`; `findings["GRA404"]` is how many findings of a rule there are. A comparison with
    null does not hold. `UserError` names what is not understood.
    """
    try:
        if len(where) > _LONGEST:
            raise SyntaxError("too long")
        tree = ast.parse(where.strip(), mode="eval").body
        is_and = isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And)
        parts = tree.values if is_and and isinstance(tree, ast.BoolOp) else [tree]
        return [Condition(ast.unparse(part), _read(part, schema)) for part in parts]
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError) as error:
        reason = getattr(error, "msg", None) or str(error)
        raise UserError(
            f"--where: {where[:80]}: {reason}; e.g. score > .5 and redundancy > .9"
        ) from error


def _check_scale(where: str, table: pq.ParquetFile) -> None:
    """`UserError`: a score, of which none is above 1, is compared with one as terminals show it."""
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
    """Whether a column is of scores or what they lose, and has no value above 1."""
    names = table.schema_arrow.names
    if name != "score" and f"{name}_loss" not in names and not name.endswith("_loss"):
        return False
    groups = [table.metadata.row_group(at) for at in range(table.num_row_groups)]
    found = [group.column(table.schema.names.index(name)).statistics for group in groups]
    return all(one is None or not one.has_min_max or one.max <= 1 for one in found)


def _read(node: ast.expr, schema: pa.Schema) -> Any:
    match node:
        case ast.BoolOp(op, values):
            first, *rest = (_read(value, schema) for value in values)
            for other in rest:
                first = first & other if isinstance(op, ast.And) else first | other
            return first
        case ast.UnaryOp(ast.Not(), value):
            return ~_read(value, schema)
        case ast.UnaryOp(ast.USub(), value):
            return pc.scalar(-1) * _read(value, schema)
        case ast.BinOp(left, op, right) if type(op) in _COMPUTE:
            return _COMPUTE[type(op)](_read(left, schema), _read(right, schema))
        case ast.Compare(left, ops, others):
            sides = [left, *others]
            pairs = [
                _compared(one, op, other, schema)
                for one, op, other in zip(sides, ops, others, strict=False)
            ]
            first, *rest = pairs
            for other in rest:
                first = first & other
            return first
        case ast.Name(name):
            if name not in schema.names:
                raise UserError(_no_column("--where", name, schema))
            return pc.field(name)
        case ast.Subscript(ast.Name("findings"), ast.Constant(str(code))):
            # a code that is not there is a number all the same: none
            return pc.coalesce(
                pc.map_lookup(pc.field("findings"), pa.scalar(code), "first"), pc.scalar(0)
            )
        case ast.Constant(value) if isinstance(value, (int, float, str, bool)):
            return pc.scalar(value)
    raise SyntaxError(f"{ast.unparse(node)} is not understood")


def _no_column(option: str, name: str, schema: pa.Schema) -> str:
    known = ", ".join(schema.names)
    return f'{option}: no column "{name}"{nearest(name, schema.names)}; there are {known}'


def _compared(left: ast.expr, op: ast.cmpop, right: ast.expr, schema: pa.Schema) -> Any:
    if isinstance(op, ast.Is | ast.IsNot):
        if not (isinstance(right, ast.Constant) and right.value is None):
            raise SyntaxError("`is` goes with None")
        value = _read(left, schema)
        return value.is_null() if isinstance(op, ast.Is) else value.is_valid()
    if isinstance(op, ast.In | ast.NotIn):
        if not isinstance(right, ast.Tuple | ast.List):
            raise SyntaxError('`in` goes with values: kind in ("news", "manual")')
        found = _read(left, schema).isin([ast.literal_eval(one) for one in right.elts])
        return found if isinstance(op, ast.In) else ~found
    return _COMPARE[type(op)](_read(left, schema), _read(right, schema))
