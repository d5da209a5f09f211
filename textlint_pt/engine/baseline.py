"""The baseline: findings that a team has accepted, by fingerprint, in a file of their own.

A fingerprint is made of the rule, the words and their sentence, so it stays the same where lines
are wrapped anew, paragraphs move or files are renamed. What is accepted is accepted in every file;
`path` and `text` are there for people and for `prune`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt import files
from textlint_pt.contract.errors import UserError
from textlint_pt.engine import own_files
from textlint_pt.engine.cache import file_stamp
from textlint_pt.report.finding import Excerpt, Finding
from textlint_pt.report.report import DocumentReport
from textlint_pt.report.safe_json import dumps

#: of the file and of how fingerprints are made
VERSION = 1
#: name of the file where nothing names another
DEFAULT_FILE = "textlint-pt-baseline.json"
#: larger ones are not read: a hundred thousand findings
MAXIMUM_BYTES = 20_000_000
#: characters of a finding's sentence that are kept for people, and how many before its words
_EXCERPT_LENGTH, _CONTEXT = 80, 30


class Entry(NamedTuple):
    """An accepted finding; `path` is relative to the folder of the baseline, with slashes."""

    fingerprint: str
    code: str
    path: str
    text: str = ""
    reason: str = ""


class Baseline:
    """The accepted findings of one file, in its order."""

    def __init__(self, path: str, entries: Iterable[Entry] = ()) -> None:
        self.path = path
        self.entries: dict[str, Entry] = {entry.fingerprint: entry for entry in entries}

    @classmethod
    def read(cls, path: str) -> Baseline:
        """Return the baseline in a file, or raise `UserError`."""
        try:
            content = json.loads(files.read(path, MAXIMUM_BYTES).decode("utf-8"))
        except FileNotFoundError as error:
            hint = f"`textlint-pt baseline write --baseline {path} PATH…` makes it"
            raise UserError(f"{path}: no such baseline; {hint}") from error
        except OSError as error:
            raise UserError(f"{path}: cannot be read: {error.strerror}") from error
        except (ValueError, RecursionError) as error:  # no JSON, or no UTF-8
            raise UserError(f"{path}: no baseline: {error}") from error
        version = content.get("version") if isinstance(content, dict) else None
        if not isinstance(version, int):
            raise UserError(f"{path}: no baseline: it has no version")
        if version != VERSION:
            raise UserError(
                f"{path}: a baseline of version {version}, and this textlint-pt reads version"
                f" {VERSION}; `textlint-pt baseline write` makes it anew"
            )
        try:
            entries = [Entry(**_texts(one)) for one in content["findings"]]
        except (KeyError, TypeError) as error:
            raise UserError(f"{path}: no baseline: its findings have another shape") from error
        return cls(path, entries)

    def write(self, boundary: Path | None = None) -> None:
        """Replace the file atomically; `boundary` bounds where, as in `own_files.check`."""
        findings = [
            {key: value for key, value in entry._asdict().items() if value}
            for entry in self.entries.values()
        ]
        # a finding a line, so that two branches that accept different ones can be merged
        lines = ",\n".join(f"  {dumps(one)}" for one in findings)
        text = f'{{\n "version": {VERSION},\n "findings": [\n{lines}\n ]\n}}\n'
        if not findings:
            text = f'{{\n "version": {VERSION},\n "findings": []\n}}\n'
        own_files.write(self.path, text.encode("utf-8", "backslashreplace"), KIND, boundary)

    def accept(
        self, document: DocumentReport, findings: Iterable[Finding], former: Baseline | None = None
    ) -> None:
        """Add findings, keeping reasons that this or the former baseline gives."""
        excerpts = {finding.fingerprint: finding.excerpt for finding in document.findings}
        for finding in findings:
            fingerprint = finding.fingerprint
            text = _short_excerpt(excerpts[fingerprint]) if fingerprint in excerpts else ""
            earlier = (former or self).entries.get(fingerprint)
            reason = earlier.reason if earlier else ""
            path = self.relative(document.path)
            self.entries[fingerprint] = Entry(fingerprint, finding.code, path, text, reason)

    def gone(self, documents: Sequence[DocumentReport]) -> list[Entry]:
        """Return entries of these documents, linted without a baseline, that no finding matches."""
        found = {
            finding.fingerprint
            for document in documents
            for finding in (*document.findings, *document.accepted)
        }
        linted = {self.relative(document.path) for document in documents}
        folder = Path(self.path).parent
        return [
            entry
            for entry in self.entries.values()
            if entry.fingerprint not in found
            and (entry.path in linted or not (folder / entry.path).exists())
        ]

    def relative(self, path: str) -> str:
        """Return a path relative to the baseline's folder, with slashes."""
        if path == "-":
            return path
        folder = os.path.abspath(Path(self.path).parent)  # noqa: PTH100
        try:
            return Path(os.path.relpath(path, folder)).as_posix()
        except ValueError:  # on another drive
            return Path(path).as_posix()


def _is_baseline(data: bytes) -> bool:
    """Return whether these are the bytes of a baseline of any version."""
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return (
        isinstance(content, dict)
        and isinstance(content.get("version"), int)
        and isinstance(content.get("findings"), list)
        and content.keys() <= {"version", "findings"}
    )


KIND = own_files.Kind("baseline of textlint-pt", (".json",), _is_baseline)


def current(path: str) -> Baseline | None:
    """Return the baseline as it is now, read again where it was changed; None for no path."""
    return _read(path, file_stamp([path])) if path else None


@lru_cache(8)
def _read(path: str, stamp: str) -> Baseline:
    return Baseline.read(path)


def _short_excerpt(excerpt: Excerpt) -> str:
    """Return the words of a finding with some of their sentence."""
    text = excerpt.text
    start = max(0, excerpt.start - _CONTEXT) if len(text) > _EXCERPT_LENGTH else 0
    before, after = "…" if start else "", "…" if start + _EXCERPT_LENGTH < len(text) else ""
    return f"{before}{' '.join(text[start : start + _EXCERPT_LENGTH].split())}{after}"


def _texts(entry: Mapping[str, Any]) -> dict[str, str]:
    """Return the known fields of an entry; later versions may have more."""
    known = {key: entry[key] for key in Entry._fields if key in entry}
    if not all(isinstance(value, str) for value in known.values()):
        raise TypeError(entry)
    return known
