"""`--output docx=FILE`: a copy of a document of a word processor with the findings as comments, and
with `--fix` the corrections as tracked changes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from textlint_pt.cli.output import inform
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.contract.format import Format
from textlint_pt.engine import own_files
from textlint_pt.engine.bilingual import portuguese_part
from textlint_pt.engine.fixing import correct, fixes_of_level
from textlint_pt.formats import decoding
from textlint_pt.formats.building import build
from textlint_pt.report.finding import Edit
from textlint_pt.report.messages import count, say
from textlint_pt.report.report import DocumentReport
from textlint_pt.text.document import Document

_COPY = own_files.Kind(
    "document", (".docx", ".odt"), lambda data: data.startswith(b"PK"), by_head=True
)


def check(paths: Sequence[str], extension: str, target: str) -> None:
    """Raise `UserError` unless there is one document to copy and a valid target."""
    suffix = f".{extension}"
    is_one_document = len(paths) == 1 and Path(paths[0]).suffix.lower() == suffix
    if not is_one_document:
        raise UserError(f"--output: {extension}={target}: takes one {suffix} file, which it copies")
    if Path(target).suffix.lower() != suffix:
        raise UserError(f"--output: {target}: the copy is a {suffix} file, and so must end")
    if _is_same(target, paths[0]):
        raise UserError(f"--output: {target}: is the text itself; name another file")
    own_files.check(target, _COPY)


def _is_same(target: str, text: str) -> bool:
    try:
        return os.path.samefile(target, text)  # noqa: PTH121
    except (OSError, ValueError):
        return False


def annotate(
    data: bytes,
    report: DocumentReport,
    output_path: str,
    language: str,
    *,
    source_format: Format | None,
    unsafe: bool,
) -> None:
    """Write a copy with findings as comments and, given `source_format`, with tracked changes."""
    from textlint_pt.formats.office_marks import MARKS, Remark

    findings, edits = list(report.findings), list[Edit]()
    try:
        annotator = MARKS[Path(report.path).suffix.lower()](data)
        if source_format is not None:

            def read(raw: str) -> Document:
                return portuguese_part(build(report.path, raw, source_format))

            document = read(decoding.decode(report.path, data, source_format))
            fixable = [
                finding
                for finding in fixes_of_level(findings, unsafe)
                if finding.fix and annotator.can_change(finding.fix.edits)
            ]

            corrected = correct(document, fixable, read)
            fixed_ids = {id(finding) for finding in corrected.mended}
            edits = list(corrected.edits)
            findings = [finding for finding in findings if id(finding) not in fixed_ids]
        remarks = [
            Remark(finding.start, finding.end, f"{finding.code}: {finding.message}")
            for finding in findings
        ]
        copy, unplaced = annotator.copy(remarks, edits)
    except Unreadable as error:
        raise UserError(f"--output: {report.path}: {error}") from error
    own_files.write(output_path, copy, _COPY)
    parts = [count(language, "comment", len(remarks) - unplaced)]
    if edits:
        parts.insert(0, count(language, "tracked-change", len(edits)))
    not_annotated = say(language, "annotated-without", number=unplaced) if unplaced else ""
    inform(f"{output_path}: {', '.join(parts)}{not_annotated}")
