"""TRA012: what makes a program refuse a whole catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import Finding, Rule

if TYPE_CHECKING:
    from textlint_pt.contract import View


class BrokenCatalogue(Rule):
    """A program would refuse the file: a message twice, wrong plural forms, no header."""

    code = "TRA012"

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        if view.unfit is not None and view.unfit.code != "no-translations":
            return  # in another language: somebody else's
        for code, span, fields in view.document.defects:
            yield Finding(self.code, span, {"what": code, **fields}, message=code)
