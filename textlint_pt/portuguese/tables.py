"""Tables as tab-separated lines, with comments after "#"."""

from __future__ import annotations

from pathlib import Path

from textlint_pt import shipped

DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[list[str]]:
    """The fields of each line of a table in `DATA`."""
    return shipped.read_rows(DATA / name)
