"""Writing to the terminal, to a pipe or to a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from textlint_pt.report.messages import visible


def complain(problem: str) -> None:
    """One line on standard error, in the language of the command line, whatever characters the
    names in it have; wrapped between words on a terminal."""
    from textlint_pt.cli.language import translated

    said = f"textlint-pt: {visible(translated(problem))}"
    if sys.stderr.isatty():
        import shutil

        from textlint_pt.reporters.rows import NARROWEST, wrap

        width = max(shutil.get_terminal_size().columns, NARROWEST)
        said = "\n".join(said[start:end] for start, end in wrap(said, width))
    sys.stderr.write(f"{said}\n")


def write(
    segments: Iterable[tuple[str, str]], output: str | None, colour: str | None = None
) -> None:
    """Write text with its rich styles to a file, without them, or to standard output, where they
    show as `colour` says: auto (None), always or never."""
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
    """What is asked for; else by NO_COLOR, by FORCE_COLOR (0: none), by what the terminal is."""
    if wanted in ("always", "never"):
        return wanted == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if forced := os.environ.get("FORCE_COLOR"):
        return forced != "0"
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def terminal_columns() -> int | None:
    """Columns of the terminal that standard output goes to; None if it goes elsewhere."""
    if not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns
