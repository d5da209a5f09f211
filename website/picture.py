"""`python -m website.picture`: the README's picture, of what the program says of the story."""

from __future__ import annotations

import io
import re
from contextlib import chdir
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text as Styled

import textlint_pt
from textlint_pt.reporters.text import Text

ROOT = Path(__file__).parents[1]
STORY = "examples/o-gato-e-a-lua.txt"
PICTURE = ROOT / "docs" / "conto.svg"
_LOOK = TerminalTheme((30, 30, 30), (236, 236, 236), [(0, 0, 0)] * 8)


def draw() -> str:
    """Return an SVG of the terminal report on the example story."""
    reporter = Text()
    reporter.quiet = True
    with chdir(ROOT):
        report = textlint_pt.lint(Path(STORY))
    console = Console(record=True, width=100, file=io.StringIO(), highlight=False)
    console.print(Styled.assemble(*reporter.render(report, "pt")), end="")
    svg = console.export_svg(title=f"textlint-pt {STORY}", theme=_LOOK, unique_id="conto")
    svg = re.sub(r"(?s)@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg)
    return svg.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas") + "\n"


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
