"""What a worker does: a batch of documents in, their rows out, packed as they are kept."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import DEBUG, UserError, describe
from textlint_pt.corpus.reading import Record
from textlint_pt.engine.session import Session
from textlint_pt.report.report import DocumentReport, failed, finding_as_json
from textlint_pt.text.variants import variant_of
from textlint_pt.text.words import WORD

#: of the sentences that cost a document most, how many are kept, and how much of each
COSTLIEST, SHOWN = 3, 300


class Order(NamedTuple):
    """What every worker is to do."""

    layers: Sequence[Layer]
    third_party: bool
    sentences: bool
    findings: bool
    debug: bool = False
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


def prepare(order: Order) -> Callable[[Sequence[Record]], bytes | Exception]:
    """What does one batch; what is wrong with the settings, or a model, is given back."""
    DEBUG.on = order.debug
    made: list[Session] = []

    def do(batch: Sequence[Record]) -> bytes | Exception:
        try:
            if not made:
                session = Session(order.layers, third_party=order.third_party)
                session.measures = order.sentences
                if order.signature not in (None, session.linter.signature()):
                    return UserError(_difference(session.signature, order.signature))
                made.append(session)
            rows = _rows(made[0], batch, order)
            if made[0].damaged:
                return UserError(made[0].damaged[0])
            return pack(rows)
        except Exception as error:  # noqa: BLE001 - for the process that waits to tell
            return error if isinstance(error, UserError) else RuntimeError(describe(error))

    return do


def _difference(theirs: str, ours: str) -> str:
    """What sets two signatures apart, in one line: the first of their parts that differs."""
    pairs = zip(theirs.split("|"), ours.split("|"), strict=False)
    there, here = next((pair for pair in pairs if pair[0] != pair[1]), (theirs, ours))
    part = here.partition(":")[0]
    sets = [set(said.partition(":")[2].split(",")) for said in (there, here)]
    alone = (", ".join(sorted(one)) or "-" for one in (sets[0] - sets[1], sets[1] - sets[0]))
    return (
        f"a worker has another signature ({part}: {' there, '.join(alone)} here);"
        " give the workers the same versions and plugins"
    )


def joined(parts: Iterable[bytes]) -> bytes:
    """Packed rows of one batch from those of its pieces, in order."""
    whole = Rows()
    for rows in map(unpack, parts):
        for name in Rows.__struct_fields__:
            getattr(whole, name).extend(getattr(rows, name))
    return pack(whole)


def lost(record: Record, profile: str, reason: str) -> bytes:
    """The rows of a document that no worker brings to its end."""
    rows = Rows()
    _add(rows, record, failed(record.path, f"{record.path}: {reason}", profile))
    return pack(rows)


def _rows(session: Session, batch: Sequence[Record], order: Order) -> Rows:
    rows = Rows()
    good = [record for record in batch if record.error is None]
    for record in good:
        if record.extension:
            session.linter.read_as(record.path, record.extension)
    checked = session.check([Input(record.path, record.data) for record in good])
    for record in batch:
        if record.id is None:
            rows.errors.append({"id": None, "path": record.path, "error": record.error})
        elif record.error is not None:
            _add(rows, record, failed(record.path, record.error, session.settings.profile))
        else:
            _add(rows, record, next(checked).report, order)
    return rows


def _add(rows: Rows, record: Record, entry: DocumentReport, order: Order | None = None) -> None:
    rows.documents.append(_document(record, entry))
    if entry.error:
        rows.errors.append({"id": record.id, "path": record.path, "error": entry.error})
    if order is None:
        return
    own = {"id": record.id, "path": record.path}
    if order.sentences:
        rows.sentences.extend({**own, **measures} for measures in entry.measures)
    if order.findings:
        for finding in entry.findings:
            evidence = msgspec.json.encode(finding.evidence).decode()
            rows.findings.append({**own, **finding_as_json(finding), "evidence": evidence})


def _document(record: Record, entry: DocumentReport) -> dict[str, Any]:
    score = entry.score
    counts = Counter(finding.code for finding in entry.findings)
    row: dict[str, Any] = {
        "id": record.id,
        "path": record.path,
        "sentences": entry.sentences,
        "words": entry.words,
        "language": entry.language,
        "kind": score.kind,
        "variant": _variant(record, entry.language),
        "score": score.total,
        "findings": sorted(counts.items()),
        "costliest": [
            {**msgspec.to_builtins(sentence), "text": _shortened(sentence.text)}
            for sentence in entry.costliest[:COSTLIEST]
        ],
        "reason": score.reason,
        "error": entry.error,
    }
    for dimension, partial in score.partials.items():
        row[dimension], row[f"{dimension}_loss"] = partial.value, partial.loss
    return row | {name: _plain(value) for name, value in record.kept.items()}


def _plain(value: Any) -> str | int | float | None:
    """A kept value as a table holds it: numbers as such, anything else as text."""
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    return value if isinstance(value, str) else str(value)


def _variant(record: Record, language: str | None) -> str | None:
    return variant(record.data.decode("utf-8", "replace")) if language == "pt" else None


def _shortened(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


_NAMES = {"european": "pt-PT", "brazilian": "pt-BR"}


def variant(text: str) -> str | None:
    """`pt-PT` or `pt-BR`, if it has twice as many words of one as of the other; else None."""
    forms = Counter(match.group() for match in WORD.finditer(text))
    uses: Counter[str] = Counter()
    for form, number in forms.items():
        found = variant_of(form, True)  # whatever has a capital may be a name
        if found is not None and not found.weak:
            uses[found.way] += number
    for way, other in (("european", "brazilian"), ("brazilian", "european")):
        if uses[way] > 0 and uses[way] >= 2 * uses[other]:
            return _NAMES[way]
    return None
