"""Documents of a collection, one after the other: files, rows of tables, members of archives.

What cannot be read becomes a record with an error, and the rest is read all the same.
"""

from __future__ import annotations

import csv
import gzip
import io
import itertools
import lzma
import os
import tarfile
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec

from textlint_pt.contract.errors import Unreadable, nearest
from textlint_pt.engine.discovery import discover
from textlint_pt.files import opened
from textlint_pt.formats.decoding import MAXIMUM_BYTES, check_size
from textlint_pt.report.messages import visible

#: a row of a table may take more than its text: escapes, other fields
MAXIMUM_ROW = 4 * MAXIMUM_BYTES
_OVER_LIMIT = f"over the limit of {MAXIMUM_ROW // 10**6} MB; split it"
LINES, TABLES, PARQUET, ARCHIVES = (
    frozenset((".jsonl", ".ndjson")),
    frozenset((".csv", ".tsv")),
    frozenset((".parquet",)),
    frozenset((".tar",)),
)
COMPRESSED = frozenset((".gz", ".xz", ".zst"))
_TAR_EXTENSIONS = {".tgz": ".tar.gz", ".txz": ".tar.xz"}
_DAMAGE_ERRORS = (EOFError, OSError, zlib.error, lzma.LZMAError, tarfile.TarError, csv.Error)
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
#: rows of a Parquet file that are read at once
_ROWS_PER_BATCH = 64


class Fields(NamedTuple):
    """The columns of tables that hold identifiers and texts; None: `id` where there is one.

    `keep` are columns whose values go along.
    """

    id: str | None = None
    text: str = "text"
    keep: tuple[str, ...] = ()


class Record(NamedTuple):
    """A document, or a file that could not be read to its end (`id` is None).

    `path` names the file, and the member of an archive behind a colon; `data` is the text as it
    stands there; `extension` says how it is read, where that does not follow from the path. `row`
    is its row in a table, from 1; `kept` has the values of `Fields.keep` there.
    """

    path: str
    id: str | None
    data: bytes = b""
    extension: str | None = None
    error: str | None = None
    row: int | None = None
    kept: Mapping[str, Any] = {}


def files(
    arguments: Sequence[str], formats: Collection[str], excluded: Collection[str]
) -> list[str]:
    """Return the files of a collection: as named, and known kinds in folders and globs."""
    extensions = {*formats, *LINES, *TABLES, *PARQUET, *ARCHIVES, *COMPRESSED, *_TAR_EXTENSIONS}
    excluded_paths = {os.path.realpath(path) for path in excluded}
    found = [
        path
        for path in discover(arguments, extensions, (), Path())
        if os.path.realpath(path) not in excluded_paths
    ]
    named = {os.path.normpath(argument) for argument in arguments}
    return [
        path
        for path in found
        if os.path.normpath(path) in named or _kind(path)[0] in extensions - COMPRESSED
    ]


class Reader:
    """Reads the documents of `paths` in order; `position` counts the bytes of files behind it."""

    def __init__(self, paths: Sequence[str], fields: Fields, formats: Collection[str]) -> None:
        self._paths = paths
        self._fields = fields
        self._formats = formats
        self._bytes_read = 0
        self._raw: IO[bytes] | None = None

    @property
    def position(self) -> int:
        """Return how many bytes were read of all files."""
        if self._raw is None or self._raw.closed:
            return self._bytes_read
        return self._bytes_read + self._raw.tell()

    def __iter__(self) -> Iterator[Record]:
        """Yield the documents of all files."""
        for path in self._paths:
            shown = printable(path)
            try:
                with io.BufferedReader(opened(path)) as self._raw:
                    size = os.fstat(self._raw.fileno()).st_size
                    yield from self._contents(shown, path, self._raw)
                self._bytes_read += size
            except OSError as error:
                yield Record(shown, None, error=f"{shown}: {error.strerror}")
            finally:
                self._raw = None

    def _contents(self, path: str, name: str, raw: IO[bytes]) -> Iterator[Record]:
        """Yield the documents of a file or archive member; damage becomes an error record."""
        kind, compression = _kind(name)
        rows = 0
        try:
            with _unpacked(raw, compression) as stream:
                for record in self._records(path, kind, stream, compressed=bool(compression)):
                    rows += 1
                    yield record
        except Unreadable as error:
            yield Record(path, None, error=str(error))
        except UnicodeDecodeError as error:
            reason = f"not UTF-8 after {rows} documents: {error.reason}"
            yield Record(path, None, error=f"{path}: {reason}; convert it")
        except _DAMAGE_ERRORS as error:
            reason = str(error).partition("\n")[0] or type(error).__name__
            yield Record(path, None, error=f"{path}: damaged after {rows} documents: {reason}")

    def _records(
        self, path: str, kind: str, stream: IO[bytes], *, compressed: bool
    ) -> Iterator[Record]:
        """Return the documents of a stream by the kind of file."""
        if kind in LINES:
            return self._lines(path, stream)
        if kind in TABLES:
            return self._table(path, stream, "\t" if kind == ".tsv" else None)
        if kind in PARQUET:
            return self._parquet(path, stream)
        if kind in ARCHIVES:
            return self._archive(path, stream)
        if kind and kind not in self._formats:
            known = sorted({*self._formats, *LINES, *TABLES, *PARQUET, *ARCHIVES})
            raise Unreadable(f"{path}: {kind} is not read; what is: {' '.join(known)}")
        return iter([_document(path, stream.read(MAXIMUM_BYTES + 1), kind if compressed else None)])

    # -------------------------------------------------------------- tables

    def _row(
        self, path: str, number: int, id_value: Any, text: Any, row: Mapping[str, Any]
    ) -> Record:
        """Return a row's document, marked as UTF-8, with kept columns; null is an empty text."""
        name = f"{path}:{number}" if id_value is None else _identifier(id_value)
        kept = {key: row.get(key) for key in self._fields.keep}
        record = Record(path, name, row=number, kept=kept)
        if text is None:
            text = ""
        if not isinstance(text, str):
            reason = f"the text is no text but {type(text).__name__}"
            return record._replace(error=f"{path}: row {number}: {reason}")
        data = text.encode("utf-8", "replace")
        try:
            check_size(f"{path}: row {number}", len(data))
        except Unreadable as error:
            return record._replace(error=str(error))
        return record._replace(data=_BYTE_ORDER_MARK + data, extension=".txt")

    def _lines(self, path: str, stream: IO[bytes]) -> Iterator[Record]:
        """Yield the rows of a JSON Lines file."""
        number = 0
        while line := stream.readline(MAXIMUM_ROW):
            number += 1
            is_too_long = len(line) == MAXIMUM_ROW and not line.endswith(b"\n")
            if is_too_long:
                while line and not line.endswith(b"\n"):
                    line = stream.readline(MAXIMUM_ROW)  # its rest
                yield _bad_row(path, number, _OVER_LIMIT)
                continue
            if line.strip():
                yield self._line(path, number, line)

    def _line(self, path: str, number: int, line: bytes) -> Record:
        """Return the document of one line of JSON."""
        if number == 1:
            line = line.removeprefix(_BYTE_ORDER_MARK)
        try:
            row = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return _bad_row(path, number, f"no JSON: {error}")
        if not isinstance(row, dict):
            return _bad_row(path, number, "no object with fields")
        try:
            id_column, text_column = self._id_and_text_columns(f"{path}: row {number}", list(row))
        except Unreadable as error:
            if number == 1:
                raise
            return Record(path, f"{path}:{number}", error=str(error))
        id_value = row[id_column] if id_column else None
        return self._row(path, number, id_value, row[text_column], row)

    def _table(self, path: str, stream: IO[bytes], delimiter: str | None) -> Iterator[Record]:
        """Yield the rows of a CSV or TSV file."""
        csv.field_size_limit(MAXIMUM_ROW)
        with io.TextIOWrapper(
            io.BufferedReader(_ForwardOnly(stream)), "utf-8-sig", newline=""
        ) as file:
            head = file.readline(MAXIMUM_ROW)
            delimiter = delimiter or max(",;\t", key=head.count)
            names = next(csv.reader([head], delimiter=delimiter), [])
            id_column, text_column = self._id_and_text_columns(path, names)
            lines = _Lines(file)
            rows = csv.reader(lines, delimiter=delimiter)
            for number in itertools.count(1):
                lines.is_first = True
                try:
                    row = next(rows, None)
                except (_TooLong, csv.Error) as error:
                    is_damage = isinstance(error, csv.Error) and "limit" not in str(error)
                    if is_damage:
                        raise
                    bad_row = _bad_row(path, number, _OVER_LIMIT)
                    can_go_on = isinstance(error, _TooLong) and error.ends_row
                    if not can_go_on:
                        raise Unreadable(
                            f"{bad_row.error}; the rows after it are not read"
                        ) from error
                    yield bad_row
                    continue
                if row is None:
                    return
                if not row:
                    continue
                cells = dict(zip(names, row, strict=False))
                if len(row) != len(names):
                    yield _bad_row(path, number, f"{len(row)} cells, not {len(names)}")
                    continue
                id_value = cells[id_column] if id_column else None
                yield self._row(path, number, id_value, cells[text_column], cells)

    def _parquet(self, path: str, stream: IO[bytes]) -> Iterator[Record]:
        """Yield the rows of a Parquet file."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        if not stream.seekable():
            raise Unreadable(f"{path}: Parquet is read where it is a file of its own; unpack it")
        try:
            table = pq.ParquetFile(stream)
            id_column, text_column = self._id_and_text_columns(path, table.schema_arrow.names)
            columns = list(
                dict.fromkeys(filter(None, (text_column, id_column, *self._fields.keep)))
            )
            number = 0
            for batch in table.iter_batches(_ROWS_PER_BATCH, columns=columns):
                texts = batch.column(text_column)
                ids = batch.column(id_column) if id_column else [None] * len(texts)
                kept = batch.select(columns[1:]).to_pylist()
                for value, id_value, row in zip(texts, ids, kept, strict=True):
                    number += 1
                    plain_id = id_value and id_value.as_py()
                    try:  # before it is copied
                        if value.is_valid and hasattr(value, "as_buffer"):
                            check_size(f"{path}: row {number}", value.as_buffer().size)
                    except Unreadable as error:
                        name = f"{path}:{number}" if plain_id is None else _identifier(plain_id)
                        yield Record(path, name, error=str(error), row=number)
                        continue
                    yield self._row(path, number, plain_id, value.as_py(), row)
        except pa.ArrowException as error:
            raise Unreadable(f"{path}: damaged: {str(error).partition(chr(10))[0]}") from error

    def _id_and_text_columns(self, position: str, names: Sequence[str]) -> tuple[str | None, str]:
        """Return the names of the id column (or None) and the text column."""
        shown = [visible(printable(name)) for name in names]
        columns = ", ".join(shown[:12])
        configured = [("--text-field", self._fields.text), ("--id-field", self._fields.id)]
        for option, name in (*configured, *(("--keep", name) for name in self._fields.keep)):
            if name is not None and name not in names:
                raise Unreadable(
                    f'{position}: no column "{name}"{nearest(name, shown)}; {option} names another'
                    f" ({columns})"
                )
        identity = self._fields.id or ("id" if "id" in names else None)
        return identity, self._fields.text

    # -------------------------------------------------------------- archives

    def _archive(self, path: str, stream: IO[bytes]) -> Iterator[Record]:
        """Yield the documents in an archive."""
        known = {*self._formats, *LINES, *TABLES}
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            for member in archive:
                if member.isfile() and _kind(member.name)[0] in known:
                    content = archive.extractfile(member)
                    assert content is not None
                    inside = f"{path}:{printable(member.name)}"
                    yield from self._contents(inside, member.name, content)


class _TooLong(Exception):
    """A line over the limit was skipped; `ends_row` if no quoted cell continues after it."""

    def __init__(self, *, ends_row: bool) -> None:
        super().__init__()
        self.ends_row = ends_row


class _Lines:
    """Lines for the reader of CSV, which would copy a long one several times over."""

    def __init__(self, lines: IO[str]) -> None:
        self._lines = lines
        #: set before a row is asked for; further lines of it stand in a quoted cell
        self.is_first = True

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        """Return a line, or raise `_TooLong` after skipping one over the limit."""
        line = self._lines.readline(MAXIMUM_ROW)
        if not line:
            raise StopIteration
        if len(line) < MAXIMUM_ROW or line.endswith("\n"):
            self.is_first = False
            return line
        quotes = int(not self.is_first)  # a further line of a row begins within a quoted cell
        while line:
            quotes += line.count('"')
            line = "" if line.endswith("\n") else self._lines.readline(MAXIMUM_BYTES)
        raise _TooLong(ends_row=quotes % 2 == 0)


class _ForwardOnly(io.RawIOBase):
    """Bytes to be read once: a member of an archive does not know whether it could be rewound."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._stream.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def _bad_row(path: str, number: int, reason: str) -> Record:
    return Record(path, f"{path}:{number}", error=f"{path}: row {number}: {reason}")


def _document(path: str, data: bytes, extension: str | None) -> Record:
    try:
        check_size(path, len(data))
    except Unreadable as error:
        return Record(path, path, error=str(error))
    return Record(path, path, data, extension)


def _identifier(value: Any) -> str:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def printable(path: str) -> str:
    """Return a path as text that can be stored, whatever its bytes are."""
    return path.encode("utf-8", "backslashreplace").decode()


def _kind(name: str) -> tuple[str, str]:
    """Return a file's extension without compression, and the compression."""
    stem, ending = os.path.splitext(name)  # noqa: PTH122 - also of members of archives
    ending = ending.lower()
    if ending in _TAR_EXTENSIONS:
        return ".tar", os.path.splitext(_TAR_EXTENSIONS[ending])[1]  # noqa: PTH122
    if ending in COMPRESSED:
        return os.path.splitext(stem)[1].lower(), ending  # noqa: PTH122
    return ending, ""


@contextmanager
def _unpacked(raw: IO[bytes], compression: str) -> Iterator[IO[bytes]]:
    """Open a stream for decompression."""
    if not compression:
        yield raw
        return
    stream: Any
    if compression == ".gz":
        stream = gzip.GzipFile(fileobj=raw)
    elif compression == ".xz":
        stream = lzma.LZMAFile(raw)  # noqa: SIM115 - closed below
    else:
        import pyarrow as pa

        stream = io.BufferedReader(pa.CompressedInputStream(pa.PythonFile(raw), "zstd"))
    with stream:
        yield stream
