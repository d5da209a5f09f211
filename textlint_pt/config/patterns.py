"""Patterns of paths as in a `.gitignore`, of which the last that fits decides."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

#: more are refused: what matches them takes memory and time for each
MAX_PATTERNS = 10_000
#: patterns that are compiled at once, since the memory of one automaton is bounded; a longer
#: pattern than any path stands alone
_BATCH = 500
_MAX_LENGTH = 4_096
_SURROGATE = re.compile("[\ud800-\udfff]")


class Patterns:
    """Patterns by which paths are matched; `ValueError` for too many, and for what is none. What
    they are compiled to is kept for a while."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Compile patterns in batches; `ValueError` for an invalid one or too many."""
        patterns = [printable(line) for line in lines if len(line) <= _MAX_LENGTH and line.strip()]
        patterns = [line for line in patterns if not line.startswith("#")]
        if len(patterns) > MAX_PATTERNS:
            raise ValueError(f"more than {MAX_PATTERNS} patterns")
        self._lines = [
            tuple(patterns[start : start + _BATCH]) for start in range(0, len(patterns), _BATCH)
        ]
        for batch in self._lines:
            _compiled(batch)

    def match(self, path: str) -> bool | None:
        """Return True for a match, False for an exception (`!`), None for neither."""
        path = printable(path)
        found = (_compiled(batch).check_file(path).include for batch in reversed(self._lines))
        return next((included for included in found if included is not None), None)


@lru_cache(100)
def _compiled(lines: tuple[str, ...]) -> GitIgnoreSpec:
    """Return the patterns compiled into one automaton."""
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:
        raise
    except Exception as error:  # of the automaton's library, whose errors have no common name
        raise ValueError(f"too much for one pattern ({error})") from error


def printable(text: str) -> str:
    """Text with a sign for each byte of a name that is no UTF-8, which no pattern can write."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)
