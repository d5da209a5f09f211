"""Patterns of paths as in a `.gitignore`, of which the last that fits decides."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

#: more are refused: what matches them takes memory and time for each
MOST = 10_000
#: patterns that are compiled at once, since the memory of one automaton is bounded; a longer
#: pattern than any path stands alone
_TOGETHER = 500
_LONGEST = 4_096
_SURROGATE = re.compile("[\ud800-\udfff]")


class Patterns:
    """Patterns by which paths are matched; `ValueError` for too many, and for what is none. What
    they are compiled to is kept for a while."""

    def __init__(self, lines: Iterable[str]) -> None:
        given = [printable(line) for line in lines if len(line) <= _LONGEST and line.strip()]
        given = [line for line in given if not line.startswith("#")]
        if len(given) > MOST:
            raise ValueError(f"more than {MOST} patterns")
        self._lines = [tuple(given[at : at + _TOGETHER]) for at in range(0, len(given), _TOGETHER)]
        for some in self._lines:
            _compiled(some)

    def match(self, path: str) -> bool | None:
        """What is said of a path, with slashes, a folder's with one at its end: True: it is meant,
        False: it is excepted (`!`), None: nothing."""
        path = printable(path)
        found = (_compiled(some).check_file(path).include for some in reversed(self._lines))
        return next((said for said in found if said is not None), None)


@lru_cache(100)
def _compiled(lines: tuple[str, ...]) -> GitIgnoreSpec:
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
