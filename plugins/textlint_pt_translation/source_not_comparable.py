"""TRA011: a page whose source is gone or cannot be compared with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import Finding, Rule
from textlint_pt_translation.pairs import first_place, holds_source

if TYPE_CHECKING:
    from textlint_pt.contract import Note, View


class SourceNotComparable(Rule):
    """The source of a page does not exist any more, or does not correspond to the page."""

    code = "TRA011"

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield the finding for a source that is missing or cannot be compared."""
        note = view.missing.get("source")
        if note is None or holds_source(view.document):
            return
        reason = note.code.removeprefix("source-")
        path = note.fields.get("path")
        yield Finding(
            self.code,
            first_place(view.document),
            {"path": path, "reason": reason},
            "missing" if reason == "missing" else "message",
            {"why": Why(note)},
            sentence=0 if view.document.sentences else None,
        )


class Why:
    """Why a comparison with a companion is impossible; the format is the language: `{why:pt}`."""

    def __init__(self, note: Note) -> None:
        self._note = note

    def __format__(self, language: str) -> str:
        from textlint_pt.report.messages import notice_text

        return notice_text(language, *self._note)
