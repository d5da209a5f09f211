"""`--output docx=FILE`: a copy of a document of a word processor with the findings as comments, and
with `--fix` the corrections as tracked changes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.contract.format import Format
from textlint_pt.engine import ours
from textlint_pt.engine.bilingual import portuguese_part
from textlint_pt.engine.fixing import correct, of_level
from textlint_pt.formats import decoding
from textlint_pt.formats.building import build
from textlint_pt.report.finding import Edit
from textlint_pt.report.messages import count, say, visible
from textlint_pt.report.report import DocumentReport
from textlint_pt.text.document import Document

#: whether a document is a copy of ours its marks alone could say
_COPY = ours.Kind("document", (".docx", ".odt"), lambda data: data.startswith(b"PK"), by_head=True)


def check(paths: Sequence[str], form: str, target: str) -> None:
    """`UserError` unless there is one document to copy, and somewhere else to put it."""
    ending = f".{form}"
    if len(paths) != 1 or Path(paths[0]).suffix.lower() != ending:
        raise UserError(f"--output: {form}={target}: takes one {ending} file, which it copies")
    if Path(target).suffix.lower() != ending:
        raise UserError(f"--output: {target}: the copy is a {ending} file, and so must end")
    if _is_same(target, paths[0]):
        raise UserError(f"--output: {target}: is the text itself; name another file")
    ours.check(target, _COPY)


def _is_same(target: str, text: str) -> bool:
    try:
        return os.path.samefile(target, text)  # noqa: PTH121
    except (OSError, ValueError):
        return False


def annotate(
    data: bytes,
    entry: DocumentReport,
    target: str,
    language: str,
    *,
    reader: Format | None,
    unsafe: bool,
) -> None:
    """Write the copy; one line on standard error says what it holds. With a `reader`, corrections
    are made, as tracked changes."""
    from textlint_pt.formats.office_marks import MARKS, Remark

    findings, edits = list(entry.findings), list[Edit]()
    try:
        marks = MARKS[Path(entry.path).suffix.lower()](data)
        if reader is not None:

            def read(raw: str) -> Document:
                return portuguese_part(build(entry.path, raw, reader))

            document = read(decoding.decode(entry.path, data, reader))
            wanted = [
                one
                for one in of_level(findings, unsafe)
                if one.fix and marks.can_change(one.fix.edits)
            ]

            corrected = correct(document, wanted, read)
            mended = {id(one) for one in corrected.mended}
            edits = list(corrected.edits)
            findings = [one for one in findings if id(one) not in mended]
        remarks = [Remark(one.start, one.end, f"{one.code}: {one.message}") for one in findings]
        copy, lost = marks.copy(remarks, edits)
    except Unreadable as error:
        raise UserError(f"--output: {entry.path}: {error}") from error
    ours.write(target, copy, _COPY)
    parts = [count(language, "comment", len(remarks) - lost)]
    if edits:
        parts.insert(0, count(language, "tracked-change", len(edits)))
    without = say(language, "annotated-without", number=lost) if lost else ""
    sys.stderr.write(f"textlint-pt: {visible(target)}: {', '.join(parts)}{without}\n")
