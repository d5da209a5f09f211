"""Writing to the terminal, to a pipe or to a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from textlint_pt.report.messages import visible


def complain(problem: str) -> None:
    """Print an error on standard error, escaped, translated and wrapped on a terminal."""
    from textlint_pt.cli.language import translated

    message = f"textlint-pt: {visible(translated(problem))}"
    if sys.stderr.isatty():
        import shutil

        from textlint_pt.reporters.rows import NARROWEST, wrap

        width = max(shutil.get_terminal_size().columns, NARROWEST)
        message = "\n".join(message[start:end] for start, end in wrap(message, width))
    sys.stderr.write(f"{message}\n")


def inform(message: str) -> None:
    """Print what was done on standard error."""
    sys.stderr.write(f"textlint-pt: {visible(message)}\n")


def from_here(path: Path) -> str:
    """Return a path from the current folder, or as it is where it lies elsewhere."""
    folder = Path.cwd()
    return str(path.relative_to(folder) if path.is_relative_to(folder) else path)


def write(
    segments: Iterable[tuple[str, str]], output: str | None, colour: str | None = None
) -> None:
    """Write styled text to a file without styles, or to standard output."""
    if output:
        text = "".join(text for text, _ in segments)
        from textlint_pt.engine import writing

        writing.write(output, text.encode("utf-8", "backslashreplace"))
        if sys.stderr.isatty():
            complain(f"{output}: written")
    elif _has_colours(colour):
        from rich.console import Console
        from rich.text import Text

        console = Console(highlight=False, force_terminal=True, no_color=False, color_system="256")
        console.print(Text.assemble(*segments), end="", soft_wrap=True)
    else:
        sys.stdout.write("".join(text for text, _ in segments))
        sys.stdout.flush()


def _has_colours(wanted: str | None) -> bool:
    """Return whether to use colours: as asked, else by NO_COLOR, FORCE_COLOR and terminal."""
    if wanted in ("always", "never"):
        return wanted == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if forced := os.environ.get("FORCE_COLOR"):
        return forced != "0"
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def terminal_columns() -> int | None:
    """Return the width of the terminal on standard output; None if it is no terminal."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns
