"""Which rows of a table of scores fulfil a condition, and why the others do not."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds

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


class Filter:
    """The rows of a table under conditions; `gone` counts those that went, by what they lack."""

    def __init__(self, path: str, where: str) -> None:
        self._path = path
        table = opened(path)
        self._schema = table.schema_arrow
        if "id" not in self._schema.names:
            raise UserError(f"{path}: no column id: not a table of `corpus score`")
        self.conditions = conditions(where, self._schema)
        self.kept = 0
        self.gone: Counter[str] = Counter()

    def rows(self) -> Iterator[Row]:
        """Every row, in order. `UserError`: the condition compares what cannot be compared, or the
        table is damaged."""
        columns = {"id": pc.field("id")}
        columns |= {f"c{at}": one.expression for at, one in enumerate(self.conditions)}
        number = 0
        try:
            scanner = ds.dataset(self._path, format="parquet").scanner(columns=columns)
            for batch in scanner.to_batches():
                names, *held = (column.to_pylist() for column in batch.columns)
                for at, name in enumerate(names):
                    yield self._row(number, name, [column[at] for column in held])
                    number += 1
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
                known = ", ".join(schema.names)
                raise UserError(
                    f'--where: no column "{name}"{nearest(name, schema.names)}; there are {known}'
                )
            return pc.field(name)
        case ast.Subscript(ast.Name("findings"), ast.Constant(str(code))):
            # a code that is not there is a number all the same: none
            return pc.coalesce(
                pc.map_lookup(pc.field("findings"), pa.scalar(code), "first"), pc.scalar(0)
            )
        case ast.Constant(value) if isinstance(value, (int, float, str, bool)):
            return pc.scalar(value)
    raise SyntaxError(f"{ast.unparse(node)} is not understood")


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
