"""Tables as tab-separated lines, with comments after "#"."""

from __future__ import annotations

from pathlib import Path

from textlint_pt import shipped

DATA = Path(__file__).parent / "data"


def rows(path: Path) -> list[list[str]]:
    """The fields of each line, without comments and blank lines."""
    lines = shipped.read_text(path).splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]
