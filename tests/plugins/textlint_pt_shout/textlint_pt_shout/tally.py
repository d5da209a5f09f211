"""Reports how often each rule spoke: `--format tally`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt.contract import Report, Reporter, Segment


class Tally(Reporter):
    name: ClassVar[str] = "tally"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        for code, number in report["summary"]["by_code"].items():
            yield code, "bold"
            yield f" {number}\n", ""
