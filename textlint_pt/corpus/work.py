"""What a worker does: a batch of documents in, their rows out, packed as they are kept."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from textlint_pt.companions.input import Input
from textlint_pt.contract.errors import DEBUG, UserError, describe
from textlint_pt.corpus.reading import Record
from textlint_pt.engine.session import Order, Session
from textlint_pt.report.finding import Finding
from textlint_pt.report.report import DocumentReport, failed, finding_as_json
from textlint_pt.text.variants import variant_of_text

#: of the sentences that cost a document most, how many are kept, and how much of each
MAX_COSTLIEST, MAX_TEXT = 3, 300


class Scoring(NamedTuple):
    """What every worker is to do: in which session, and whether findings are rows of a table."""

    order: Order
    findings: bool
    #: what the linter of a worker must have; None: it is made of the same files
    signature: str | None = None


class Rows(msgspec.Struct):
    """What became of a batch: rows of each table, and what went wrong."""

    documents: list[dict[str, Any]] = []
    sentences: list[dict[str, Any]] = []
    findings: list[dict[str, Any]] = []
    errors: list[dict[str, Any]] = []


def pack(rows: Rows) -> bytes:
    return zlib.compress(msgspec.json.encode(rows), 1)


def unpack(data: bytes) -> Rows:
    return msgspec.json.decode(zlib.decompress(data), type=Rows)


def prepare(scoring: Scoring) -> Callable[[Sequence[Record]], bytes | Exception]:
    """Return a function that scores one batch and returns packed rows or an error."""
    DEBUG.on = scoring.order.debug
    sessions: list[Session] = []

    def score_batch(batch: Sequence[Record]) -> bytes | Exception:
        try:
            if not sessions:
                session = Session.of(scoring.order)
                if scoring.signature not in (None, session.linter.signature()):
                    return UserError(_difference(session.signature, scoring.signature))
                sessions.append(session)
            rows = _rows(sessions[0], batch, with_findings=scoring.findings)
            if sessions[0].damaged:
                return UserError(sessions[0].damaged[0])
            return pack(rows)
        except Exception as error:  # noqa: BLE001 - for the process that waits to tell
            return error if isinstance(error, UserError) else RuntimeError(describe(error))

    return score_batch


def _difference(there: str, here: str) -> str:
    """Return the first part in which two signatures ("models:a,b|rules:c") differ, as one line."""
    pairs = zip(there.split("|"), here.split("|"), strict=False)
    part_there, part_here = next((pair for pair in pairs if pair[0] != pair[1]), (there, here))
    name, _, values_here = part_here.partition(":")
    set_here = set(values_here.split(","))
    set_there = set(part_there.partition(":")[2].split(","))
    only_there = ", ".join(sorted(set_there - set_here)) or "-"
    only_here = ", ".join(sorted(set_here - set_there)) or "-"
    return (
        f"a worker has another signature ({name}: {only_there} there, {only_here} here);"
        " give the workers the same versions and plugins"
    )


def joined(parts: Iterable[bytes]) -> bytes:
    """Return the packed rows of a batch from those of its pieces, in order."""
    whole = Rows()
    for rows in map(unpack, parts):
        for name in Rows.__struct_fields__:
            getattr(whole, name).extend(getattr(rows, name))
    return pack(whole)


def failed_row(record: Record, profile: str, reason: str) -> bytes:
    """Return the packed row of a document whose scoring failed."""
    rows = Rows()
    _add(rows, record, failed(record.path, f"{record.path}: {reason}", profile))
    return pack(rows)


def _rows(session: Session, batch: Sequence[Record], *, with_findings: bool) -> Rows:
    """Return the rows of a batch."""
    rows = Rows()
    readable = [record for record in batch if record.error is None]
    for record in readable:
        if record.extension:
            session.linter.read_as(record.path, record.extension)
    checked = session.check([Input(record.path, record.data) for record in readable])
    for record in batch:
        if record.id is None:
            rows.errors.append({"id": None, "path": record.path, "error": record.error})
        elif record.error is not None:
            _add(rows, record, failed(record.path, record.error, session.settings.profile))
        else:
            entry = next(checked).report
            _add(rows, record, entry, entry.findings if with_findings else ())
    return rows


def _add(
    rows: Rows, record: Record, entry: DocumentReport, findings: Sequence[Finding] = ()
) -> None:
    """Add the rows of one document, with a row for each of these findings."""
    rows.documents.append(_document(record, entry))
    if entry.error:
        rows.errors.append({"id": record.id, "path": record.path, "error": entry.error})
    identity = {"id": record.id, "path": record.path}
    rows.sentences.extend({**identity, **measures} for measures in entry.measures)
    for finding in findings:
        evidence = msgspec.json.encode(finding.evidence).decode()
        rows.findings.append({**identity, **finding_as_json(finding), "evidence": evidence})


def _document(record: Record, entry: DocumentReport) -> dict[str, Any]:
    """Return a document's row of the table of scores."""
    score = entry.score
    counts = Counter(finding.code for finding in entry.findings)
    variant = None
    if entry.language == "pt":
        variant = variant_of_text(record.data.decode("utf-8", "replace"))
    row: dict[str, Any] = {
        "id": record.id,
        "path": record.path,
        "sentences": entry.sentences,
        "words": entry.words,
        "language": entry.language,
        "kind": score.kind,
        "variant": variant,
        "score": score.total,
        "findings": sorted(counts.items()),
        "costliest": [
            {**msgspec.to_builtins(sentence), "text": _shortened(sentence.text)}
            for sentence in entry.costliest[:MAX_COSTLIEST]
        ],
        "reason": score.reason,
        "error": entry.error,
    }
    for dimension, partial in score.partials.items():
        row[dimension], row[f"{dimension}_loss"] = partial.value, partial.loss
    return row | {name: _as_cell(value) for name, value in record.kept.items()}


def _as_cell(value: Any) -> str | int | float | None:
    """Return a kept value as a table holds it: numbers as such, anything else as text."""
    if isinstance(value, bool):
        return str(value)
    if value is None or isinstance(value, int | float | str):
        return value
    return str(value)


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 1]}…"
