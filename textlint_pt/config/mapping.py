"""From one file to another by pattern: `docs/pt/** -> docs/en/**`.

A pattern is a path from the configuration's folder. What a wildcard stands for is put in the place
of the same wildcard on the other side: `**/` for any folders or none, `**` for anything, `*` for
anything in one name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from textlint_pt.contract.errors import UserError
from textlint_pt.files import is_name
from textlint_pt.text.regex import regex

_WILDCARD = regex(r"\*\*/|\*\*|\*")
#: wildcards that `re` tries in all ways; of more, time would be a high power of the path's length
_MAX_BACKTRACKING_WILDCARDS = 2
_EXPRESSIONS = {"**/": "((?:[^/]+/)*)", "**": "(.+)", "*": "([^/]*)"}


def mapped(path: str, mapping: Mapping[str, str], root: Path) -> str | None:
    """Return the target of the first pattern that matches `path`, relative if `path` is."""
    try:
        top = Path(os.path.realpath(root))
        relative = Path(os.path.realpath(path)).relative_to(top).as_posix()
    except ValueError:
        return None
    for pattern, target in mapping.items():
        match = _expression(pattern).fullmatch(relative)
        if match is None:
            continue
        found = top / _filled(target, match.groups())
        return os.path.normpath(found) if Path(path).is_absolute() else os.path.relpath(found)
    return None


def _filled(target: str, parts: Sequence[str]) -> str:
    waiting = iter(parts)
    return _WILDCARD.sub(lambda _: next(waiting), target)


def _expression(pattern: str) -> re.Pattern[str]:
    """Return a pattern as a regular expression; re2 for many wildcards, to stay linear."""
    plain = _WILDCARD.split(pattern.removeprefix("./"))
    groups = [_EXPRESSIONS[wildcard] for wildcard in _WILDCARD.findall(pattern)]
    joined = "".join(re.escape(p) + w for p, w in zip(plain, [*groups, ""], strict=True))
    if len(groups) <= _MAX_BACKTRACKING_WILDCARDS:
        return re.compile(joined)
    import re2

    compiled: re.Pattern[str] = re2.compile(joined)
    return compiled


def check_mapping(position: str, mapping: Mapping[str, str], root: Path) -> None:
    """Raise `UserError` for a mapping that cannot lead from one file to another."""
    for pattern, target in mapping.items():
        shown = f'{position}: "{pattern}": "{target}"'
        if not (is_name(pattern) and is_name(target)):
            raise UserError(f"{shown}: no name of a file")
        if pattern.removeprefix("./") == target.removeprefix("./"):
            raise UserError(f"{shown}: maps files to themselves")
        if os.path.isdir(root / pattern):  # noqa: PTH112 - Path raises where a name is too long
            raise UserError(f"{shown}: a folder; end both in /** to map the files in them")
        pattern_wildcards, target_wildcards = _WILDCARD.findall(pattern), _WILDCARD.findall(target)
        if target_wildcards and target_wildcards != pattern_wildcards:
            raise UserError(
                f"{shown}: must have the same wildcards on both sides, in the same order"
                f" ({' '.join(pattern_wildcards) or 'none'} and {' '.join(target_wildcards)})"
            )
