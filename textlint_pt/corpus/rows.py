"""Rows of the tables of a collection, packed as workers send them and the journal keeps them."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from textlint_pt.corpus.reading import Record
from textlint_pt.report.finding import Finding
from textlint_pt.report.report import DocumentReport, failed, finding_as_json
from textlint_pt.text.variants import variant_of_text

#: of the sentences that cost a document most, how many are kept, and how much of each
MAX_COSTLIEST, MAX_TEXT = 3, 300


class Rows(msgspec.Struct):
    """What became of a batch: rows of each table, and what went wrong."""

    documents: list[dict[str, Any]] = []
    sentences: list[dict[str, Any]] = []
    findings: list[dict[str, Any]] = []
    errors: list[dict[str, Any]] = []

    def add(self, record: Record, entry: DocumentReport, findings: Sequence[Finding] = ()) -> None:
        """Add the rows of one document, with a row for each of these findings."""
        self.documents.append(_document(record, entry))
        if entry.error:
            self.errors.append({"id": record.id, "path": record.path, "error": entry.error})
        identity = {"id": record.id, "path": record.path}
        self.sentences.extend({**identity, **measures} for measures in entry.measures)
        for finding in findings:
            evidence = msgspec.json.encode(finding.evidence).decode()
            self.findings.append({**identity, **finding_as_json(finding), "evidence": evidence})


def pack(rows: Rows) -> bytes:
    return zlib.compress(msgspec.json.encode(rows), 1)


def unpack(data: bytes) -> Rows:
    return msgspec.json.decode(zlib.decompress(data), type=Rows)


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
    rows.add(record, failed(record.path, f"{record.path}: {reason}", profile))
    return pack(rows)


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
    if value is None or (isinstance(value, int | float | str) and not isinstance(value, bool)):
        return value
    return str(value)


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 1]}…"
