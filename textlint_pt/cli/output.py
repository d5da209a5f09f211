"""Writing to the terminal, to a pipe or to a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from textlint_pt.errors import UserError
from textlint_pt.messages import visible


def complain(problem: str) -> None:
    """One line on standard error, whatever characters the names in it have."""
    sys.stderr.write(f"textlint-pt: {visible(problem)}\n")


def write(segments: Iterable[tuple[str, str]], output: str | None) -> None:
    """Write text with its rich styles; they show only on terminals that have colours."""
    if output:
        text = "".join(text for text, _ in segments)
        try:
            Path(output).write_text(text, encoding="utf-8", errors="backslashreplace", newline="")
        except OSError as error:
            raise UserError(f"{output}: cannot be written: {error.strerror}") from error
    elif _has_colours():
        from rich.console import Console
        from rich.text import Text

        console = Console(highlight=False)
        console.print(Text.assemble(*segments), end="", soft_wrap=True)
    else:
        sys.stdout.write("".join(text for text, _ in segments))
        sys.stdout.flush()


def _has_colours() -> bool:
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain
