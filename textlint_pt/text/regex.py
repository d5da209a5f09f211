"""Regular expressions that are compiled when they are first used.

All rules are loaded to run one of them, and compiling their expressions would take longer than that
one runs.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _Regex:
    """Becomes a pattern in all but its type."""

    def __init__(self, pattern: str, flags: int | re.RegexFlag) -> None:
        self.pattern = pattern
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        """Compile the pattern at its first use, and take over its attributes."""
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self.flags)
        for key in dir(compiled):
            if not key.startswith("__"):
                setattr(self, key, getattr(compiled, key))
        return getattr(compiled, name)


def regex(pattern: str, flags: int | re.RegexFlag = 0) -> re.Pattern[str]:
    """Return a pattern that is compiled at its first use; call its methods, not `re`'s."""
    return cast("re.Pattern[str]", _Regex(pattern, flags))
