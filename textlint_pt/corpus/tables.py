"""The tables that are written: their columns, and Parquet files that are whole or not there."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from textlint_pt.contract.errors import UserError
from textlint_pt.engine import own_files
from textlint_pt.engine.exchange import temporary_path
from textlint_pt.reporters.recognised import is_report

#: rows of a row group
ROWS_PER_GROUP = 10_000
#: key of what describes the run in the metadata of the files
_JOB = b"textlint-pt"
#: how tables, figures and lines of JSON begin
_SIGNATURES = (b"PAR1", b"<svg", b"\x89PNG", b'{"')
#: identifiers, a line each
_ID_LINES = re.compile(rb"[^ \t]*")
_KIND = own_files.Kind(
    "table, figure or page of textlint-pt",
    (),
    lambda data: (
        data.startswith(_SIGNATURES) or is_report(data) or _ID_LINES.fullmatch(data) is not None
    ),
    by_head=True,
)
_PLACE = ("start", "end", "line", "column", "end_line", "end_column")


def documents(
    dimensions: Iterable[str], kept: Mapping[str, pa.DataType] = MappingProxyType({})
) -> pa.Schema:
    """Return the schema of `scores.parquet`, with `kept` columns of the input."""
    text, number = pa.string(), pa.int64()
    costly = [
        ("sentence", number),
        ("line", number),
        ("loss", pa.float64()),
        ("reasons", pa.list_(text)),
        ("text", text),
    ]
    return pa.schema(
        [
            *((name, text) for name in ("id", "path")),
            *((name, number) for name in ("sentences", "words")),
            *((name, text) for name in ("language", "kind", "variant")),
            ("score", pa.float64()),
            *((name, pa.float64()) for name in dimensions),
            *((f"{name}_loss", pa.float64()) for name in dimensions),
            ("findings", pa.map_(text, pa.int64())),
            ("costliest", pa.list_(pa.struct(costly))),
            *((name, text) for name in ("reason", "error", "signature")),
            *kept.items(),
        ]
    )


def sentences(measures: Iterable[str]) -> pa.Schema:
    """Return the schema of `--sentences`."""
    return pa.schema(
        [
            ("id", pa.string()),
            ("path", pa.string()),
            *((name, pa.int64()) for name in ("sentence", "start", "end", "line")),
            ("kind", pa.string()),
            *((name, pa.float64()) for name in measures),
        ]
    )


def findings() -> pa.Schema:
    """Return the schema of `--findings`; `evidence` is JSON."""
    names = ("id", "path", "code", "name", "severity", "message")
    return pa.schema(
        [
            *((name, pa.string()) for name in names),
            *((name, pa.int64()) for name in (*_PLACE, "sentence")),
            ("evidence", pa.string()),
            ("fingerprint", pa.string()),
        ]
    )


def write(
    path: str,
    schema: pa.Schema,
    rows: Iterable[Sequence[Mapping[str, Any]]],
    job: Mapping[str, Any],
) -> None:
    """Write a Parquet file in row groups of equal size."""
    schema = schema.with_metadata({_JOB: json.dumps(job).encode()})

    def fill(name: str) -> None:
        with pq.ParquetWriter(name, schema, compression="zstd") as writer:
            pending: list[Mapping[str, Any]] = []
            for batch in rows:
                pending.extend(batch)
                while len(pending) >= ROWS_PER_GROUP:
                    writer.write_table(
                        pa.Table.from_pylist(pending[:ROWS_PER_GROUP], schema), ROWS_PER_GROUP
                    )
                    del pending[:ROWS_PER_GROUP]
            if pending:
                writer.write_table(pa.Table.from_pylist(pending, schema), ROWS_PER_GROUP)

    replace(path, fill, resumes=True)


def replace_text(path: str, lines: Iterable[str]) -> None:
    """Replace a file by these lines; after an error it is as it was."""

    def fill(name: str) -> None:
        with Path(name).open("w", encoding="utf-8") as file:
            file.writelines(lines)

    replace(path, fill)


def replace(path: str, fill: Callable[[str], object], *, resumes: bool = False) -> None:
    """Write a file with `fill(name)` and move it into place; write devices and pipes directly."""
    target = Path(os.path.realpath(path))
    own_files.check(path, _KIND)
    temporary: Path | None = None
    try:
        if os.path.lexists(path) and not target.is_file():
            fill(path)
            return
        temporary = temporary_path(target)
        fill(str(temporary))
        with temporary.open("rb") as written:
            os.fsync(written.fileno())
        temporary.replace(target)
    except OSError as error:
        # what Arrow says of an error has its number inside a sentence of its own
        reason = os.strerror(error.errno) if error.errno else str(error)
        hint = "; what is done is kept, run again" if resumes else ""
        raise UserError(f"{path}: cannot be written: {reason}{hint}") from error
    finally:
        if temporary:
            with suppress(OSError):
                temporary.unlink()


def job_of(path: str) -> Mapping[str, Any] | None:
    """Return the run that wrote a table; None if it is not ours, `UserError` if it is none."""
    metadata = opened(path).schema_arrow.metadata or {}
    found: Mapping[str, Any] | None = json.loads(metadata.get(_JOB, b"null"))
    return found


def opened(path: str) -> pq.ParquetFile:
    """Return an open Parquet file; `UserError` if it is none."""
    try:
        return pq.ParquetFile(path)
    except FileNotFoundError as error:
        raise UserError(f"{path}: no such file") from error
    except (pa.ArrowException, OSError) as error:
        reason = str(error).partition("\n")[0]
        raise UserError(f"{path}: no Parquet table: {reason}") from error
