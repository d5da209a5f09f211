"""`--annotate`: a copy of a Word document with the findings as comments."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.engine import ours
from textlint_pt.report.messages import count, say, visible
from textlint_pt.report.report import DocumentReport

_ENDING = ".docx"
#: whether a document is a copy of ours its comments alone could say
_COPY = ours.Kind("Word document", (_ENDING,), lambda data: data.startswith(b"PK"), by_head=True)


def check(paths: list[str], target: str) -> None:
    """`UserError` unless there is one Word document to copy, and somewhere else to put it."""
    if len(paths) != 1 or Path(paths[0]).suffix.lower() != _ENDING:
        raise UserError(f"--annotate: takes one {_ENDING} file, which it copies")
    if Path(target).suffix.lower() != _ENDING:
        raise UserError(f"--annotate: {target}: the copy is a {_ENDING} file, and so must end")
    if _is_same(target, paths[0]):
        raise UserError(f"--annotate: {target}: is the text itself; name another file")


def _is_same(target: str, text: str) -> bool:
    try:
        return os.path.samefile(target, text)  # noqa: PTH121
    except (OSError, ValueError):
        return False


def annotate(data: bytes, entry: DocumentReport, target: str, language: str) -> None:
    """Write the copy; one line on standard error says what it holds."""
    try:
        from textlint_pt.formats.office_comments import Remark, annotated

        remarks = [
            Remark(one.start, one.end, f"{one.code}: {one.message}") for one in entry.findings
        ]
        copy, lost = annotated(data, remarks)
    except ImportError as error:
        raise UserError(
            "--annotate: needs python-docx: pip install 'textlint-pt[office]'"
        ) from error
    except Unreadable as error:
        raise UserError(f"--annotate: {entry.path}: {error}") from error
    ours.write(target, copy, _COPY)
    shown = say(language, "annotated", what=count(language, "comment", len(remarks) - lost))
    without = say(language, "annotated-without", number=lost) if lost else ""
    sys.stderr.write(f"textlint-pt: {visible(target)}: {shown}{without}\n")
