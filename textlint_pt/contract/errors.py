"""Errors a user can act on: one line, exit status 2. What fails in a plugin: one line, too."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Final

from textlint_pt.errors import UserError
from textlint_pt.shipped import DamagedFile

__all__ = ["DEBUG", "DamagedFile", "Unreadable", "UserError", "describe", "nearest"]


class Unreadable(Exception):
    """One file cannot be read; the message is one line and says the way out."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint such as ` (did you mean "edit"?)`, or nothing when no known word is near."""
    import difflib

    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f' (did you mean "{close[0]}"?)' if close else ""


class _Debug:
    """Whether `--debug` was given: tracebacks then go to standard error."""

    on = False


DEBUG: Final = _Debug()
#: modules that call plugins: a line in them does not say where a plugin failed
_CALLERS = ("textlint_pt", "pluggy", "importlib")


def describe(error: BaseException, module: str = "") -> str:
    """Return an exception with file and line, the last in `module` or outside the engine."""
    if DEBUG.on:
        import traceback

        traceback.print_exception(error, file=sys.stderr)
    frames = []
    step = error.__traceback__
    while step is not None:
        name = str(step.tb_frame.f_globals.get("__name__", ""))
        file = step.tb_frame.f_code.co_filename
        frames.append((name.partition(".")[0], f"{file}:{step.tb_lineno}"))
        step = step.tb_next
    package = module.partition(".")[0]
    if package:
        own_places = [position for name, position in frames if name == package] or [
            w for _, w in frames
        ]
    else:
        own_places = [position for name, position in frames if name not in _CALLERS]
    text = f"{type(error).__name__}: {(str(error).splitlines() or [''])[0]}".rstrip(": ")
    return f"{text} ({own_places[-1]})" if own_places else text
