"""Score a collection: documents in, tables out, resumable at any point."""

from __future__ import annotations

import hashlib
import json
import os
from array import array
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from textlint_pt import __version__
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.corpus import tables
from textlint_pt.corpus.engines import Batch, Engine
from textlint_pt.corpus.journal import Journal
from textlint_pt.corpus.reading import Fields, Reader, Record, files
from textlint_pt.corpus.rows import Rows, unpack
from textlint_pt.corpus.work import Scoring
from textlint_pt.engine.linter import Linter
from textlint_pt.engine.own_files import Kind, check
from textlint_pt.report.safe_json import dumps

#: a batch has at most so many documents, and is full with so many bytes
MAX_DOCUMENTS, MAX_BYTES = 64, 128_000


class Outputs(NamedTuple):
    """Where what goes. `sentences` and `findings`: None where they are not asked for."""

    scores: str
    errors: str
    sentences: str | None = None
    findings: str | None = None

    @property
    def partial(self) -> str:
        """The file in which a run keeps what it has done."""
        return f"{self.scores}.partial"

    def all(self) -> list[str]:
        return [path for path in (*self, self.partial) if path]


def outputs(scores: str, *, with_sentences: bool, with_findings: bool) -> Outputs:
    """Return the files beside the table of scores, or raise `UserError`."""
    stem, ending = os.path.splitext(scores)  # noqa: PTH122
    if ending.lower() != ".parquet":
        raise UserError(f"--out: {scores}: the table is Parquet; call it {stem}.parquet")
    if not Path(scores).parent.is_dir():
        raise UserError(f"--out: {scores}: no such folder")
    result = Outputs(
        scores,
        f"{stem}.errors.jsonl",
        f"{stem}.sentences{ending}" if with_sentences else None,
        f"{stem}.findings{ending}" if with_findings else None,
    )
    for path in (result.errors, result.sentences, result.findings):  # names that no person gives
        if path and os.path.islink(path):  # noqa: PTH114
            raise UserError(f"{path}: not written: it is a link; delete it first")
    check(result.errors, ERRORS)
    return result


ERRORS = Kind("list of errors of textlint-pt", (), lambda data: b'"error": ' in data, by_head=True)


class Progress(NamedTuple):
    """How far a run is: documents done, now and in earlier runs, and bytes of the inputs."""

    documents: int
    earlier: int
    position: int
    size: int


class Outcome(NamedTuple):
    """What a run came to: documents, those without a score by reason, errors; `resumed` documents
    were there from an earlier one."""

    documents: int
    unscored: Mapping[str, int]
    errors: int
    first_error: str | None
    resumed: int = 0


def score(
    arguments: Sequence[str],
    targets: Outputs,
    linter: Linter,
    scoring: Scoring,
    engine: Engine,
    fields: Fields,
    *,
    overwrite: bool = False,
    report_progress: Callable[[Progress], None] = lambda progress: None,
) -> Outcome | None:
    """Score a collection, resuming an interrupted run; None if the same table already exists."""
    formats = linter.plugins.extensions
    own_columns = tables.documents(linter.scored_dimensions()).names
    if clashing := [name for name in fields.keep if name in own_columns]:
        raise UserError(f"--keep: {clashing[0]}: the table has a column of that name already")
    paths = files(arguments, linter.plugins.in_folders, targets.all())
    job = _job(arguments, paths, targets, linter, scoring.order.layers, fields)
    if os.path.lexists(targets.scores):
        replaces_other_file = overwrite and _is_other_file(targets.scores)
        earlier_job = None if replaces_other_file else tables.job_of(targets.scores)
        if earlier_job == job:
            Path(targets.partial).unlink(missing_ok=True)
            return None
        if not overwrite:
            raise UserError(
                f"{targets.scores}: there already, {_difference(earlier_job, job)}; "
                "--overwrite replaces it, --out names another"
            )
    journal = Journal(targets.partial)
    try:
        if journal.job is not None and journal.job != job and not overwrite:
            difference = _difference(journal.job, job)
            raise UserError(
                f"{targets.partial}: of a run that was not finished, {difference}; "
                "--overwrite begins anew"
            )
        if journal.job != job:
            journal.restart(job)
        resumed = _run(
            Reader(paths, fields, formats), paths, journal, linter, scoring, engine, report_progress
        )
        outcome = _write(targets, journal, job, linter)._replace(resumed=resumed)
    finally:
        journal.close()
    journal.remove()
    return outcome


def batches(records: Iterable[Record]) -> Iterator[list[Record]]:
    """Yield records in batches that depend only on the records."""
    batch: list[Record] = []
    size = 0
    for record in records:
        batch.append(record)
        size += len(record.data)
        if len(batch) >= MAX_DOCUMENTS or size >= MAX_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _run(
    reader: Reader,
    paths: Sequence[str],
    journal: Journal,
    linter: Linter,
    scoring: Scoring,
    engine: Engine,
    report_progress: Callable[[Progress], None],
) -> int:
    """Do the pending batches; return how many documents an earlier run had done."""
    size = sum(os.path.getsize(path) for path in paths if os.path.exists(path))  # noqa: PTH110, PTH202
    done, earlier, in_progress = 0, 0, dict[int, int]()

    def pending_batches() -> Iterator[Batch]:
        """Yield the batches that no earlier run has done, and count the documents of the others."""
        nonlocal earlier
        for number, batch in enumerate(batches(reader)):
            documents = sum(record.id is not None for record in batch)
            if number in journal.done:
                earlier += documents
            else:
                in_progress[number] = documents
                yield number, batch

    for number, payload in engine.run(pending_batches(), scoring, linter.settings.profile):
        journal.add(number, payload)
        done += in_progress.pop(number)
        report_progress(Progress(done, earlier, reader.position, size))
    return earlier


def _job(
    arguments: Sequence[str],
    paths: Sequence[str],
    targets: Outputs,
    linter: Linter,
    layers: Sequence[Layer],
    fields: Fields,
) -> dict[str, Any]:
    """Return what identifies a run: equal jobs give equal tables."""
    settings = json.dumps([layer.values for layer in layers], sort_keys=True, default=str)
    return {
        "version": __version__,
        "signature": linter.signature(),
        "settings": hashlib.sha256(settings.encode()).hexdigest(),
        "inputs": list(arguments),
        "files": [
            [path.encode("utf-8", "backslashreplace").decode(), *_state(path)] for path in paths
        ],
        "id_field": fields.id,
        "text_field": fields.text,
        "keep": list(fields.keep),
        "tables": [bool(targets.sentences), bool(targets.findings)],
    }


def _state(path: str) -> tuple[int, int]:
    try:
        status = os.stat(path)  # noqa: PTH116
    except OSError:
        return 0, 0
    return status.st_size, status.st_mtime_ns


def _is_other_file(path: str) -> bool:
    try:
        return tables.job_of(path) is None
    except UserError:
        return True


def _difference(earlier: Mapping[str, Any] | None, job: Mapping[str, Any]) -> str:
    """Return in what a run differs from an earlier one."""
    if earlier is None:
        return "and no table of scores"
    kinds = {
        "version": "of another version",
        "signature": "with another signature",
        "settings": "under other settings",
        "files": "of other inputs",
    }
    return next(
        (description for key, description in kinds.items() if earlier.get(key) != job[key]),
        "of another call",
    )


def _write(targets: Outputs, journal: Journal, job: Mapping[str, Any], linter: Linter) -> Outcome:
    """Write all tables from the journal, that of scores last."""

    def stored_batches() -> Iterator[Rows]:
        return map(unpack, journal.stored_payloads())

    if targets.sentences:
        measures = sorted({m.measure_name for m in linter.metrics.values() if m.measure_name})
        rows = (batch.sentences for batch in stored_batches())
        tables.write(targets.sentences, tables.sentences(measures), rows, job)
    if targets.findings:
        rows = (batch.findings for batch in stored_batches())
        tables.write(targets.findings, tables.findings(), rows, job)
    repeated_ids = _repeated(stored_batches)
    errors = list[dict[str, Any]]()

    def write_errors(name: str) -> None:
        """Write the list of errors, and count documents and errors on the way."""
        seen: dict[str, str] = {}
        with Path(name).open("w", encoding="utf-8") as file:
            for batch in stored_batches():
                batch_errors = [*batch.errors, *_repetitions(batch, repeated_ids, seen)]
                if not errors:  # the first is shown
                    errors.extend(batch_errors[:1])
                for error in batch_errors:
                    file.write(dumps(error) + "\n")
                count["errors"] += len(batch_errors)
                count["documents"] += len(batch.documents)
                unscored.update(row["reason"] for row in batch.documents if row["score"] is None)

    count, unscored = Counter[str](), Counter[str]()
    tables.replace(targets.errors, write_errors, resumes=True)
    types = _types(job["keep"], stored_batches)
    scored = (
        [_as_stored(row, job, types) for row in batch.documents] for batch in stored_batches()
    )
    dimensions = linter.scored_dimensions()
    if count["documents"] or not errors:  # else nothing could be read: a column was misnamed
        tables.write(targets.scores, tables.documents(dimensions, types), scored, job)
    first = errors[0]["error"] if errors else None
    return Outcome(count["documents"], unscored, count["errors"], first)


def _as_stored(
    row: Mapping[str, Any], job: Mapping[str, Any], types: Mapping[str, pa.DataType]
) -> dict[str, Any]:
    """Return a row in Arrow's types."""
    texts = {
        name: str(row[name])
        for name, kind in types.items()
        if kind == pa.string() and row.get(name) is not None
    }
    findings = [*map(tuple, row["findings"])]
    return {**row, **texts, "findings": findings, "signature": job["signature"]}


def _types(
    names: Sequence[str], stored_batches: Callable[[], Iterable[Rows]]
) -> dict[str, pa.DataType]:
    """Return the Arrow types of kept columns: numbers if all values are, else text."""
    found: dict[str, set[type]] = {name: set() for name in names}
    for batch in stored_batches() if names else ():
        for row in batch.documents:
            for name, types in found.items():
                types.add(type(row.get(name)))
    return {name: _arrow_type(types) for name, types in found.items()}


def _arrow_type(types: set[type]) -> pa.DataType:
    """Return the Arrow type for values of these types of Python; text if all are null."""
    is_all_null = types <= {type(None)}
    if str in types or is_all_null:
        return pa.string()
    return pa.float64() if float in types else pa.int64()


def _repeated(stored_batches: Callable[[], Iterable[Rows]]) -> set[str]:
    """Return the ids that several documents have, using 8 bytes per document."""
    digests = array("Q")
    for rows in stored_batches():
        digests.extend(_digest(row["id"]) for row in rows.documents)
    values, counts = np.unique(np.frombuffer(digests, dtype=np.uint64), return_counts=True)
    repeated_digests = set(values[counts > 1].tolist())
    if not repeated_digests:
        return set()
    names = (row["id"] for rows in stored_batches() for row in rows.documents)
    return {name for name in names if _digest(name) in repeated_digests}


def _digest(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "little")


def _repetitions(
    batch: Rows, repeated: Container[str], seen: dict[str, str]
) -> Iterator[dict[str, Any]]:
    """Yield an error for each document whose id another one has."""
    for row in batch.documents:
        name, path = row["id"], row["path"]
        if name not in repeated:
            continue
        if name in seen:
            error = f'{path}: the id "{name}" is that of another document, in {seen[name]}'
            yield {"id": name, "path": path, "error": error}
        seen.setdefault(name, path)
