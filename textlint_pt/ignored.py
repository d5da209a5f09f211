"""What git ignores: `.gitignore` of every folder, `.git/info/exclude` and `core.excludesFile`."""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt import files, git
from textlint_pt.text.regex import regex

Warn = Callable[[str], object]

#: bytes of a file of patterns, and patterns, above which they do not count: what matches them takes
#: memory and time for each
MAXIMUM_BYTES, MAX_PATTERNS = 1_000_000, 10_000
#: stands for a slash while paths and patterns are compared: what fits any character does not fit it
_SLASH = "\0"
_TOKEN = regex(
    r"(?P<folders>(?:(?<=^)|(?<=/))\*\*/+(?:\*\*/+)*)"
    r"|(?P<all>(?:(?<=^)|(?<=/))\*\*$)"
    r"|(?P<some>\*+)|(?P<one>\?)"
    r"|(?P<set>\[[!^]?\]?(?:\[:[a-z]*:\]|\\.|[^\]\\])*\])"
    r"|\\.|[^\\\[]",
    re.DOTALL,
)
_WILDCARDS = {
    "folders": f"(?:.*{_SLASH})?",
    "all": ".*",
    "some": f"[^{_SLASH}]*",
    "one": f"[^{_SLASH}]",
}
_MEMBER = regex(r"\[:(?P<named>[a-z]*):\]|(?P<first>\\?.)(?:-(?P<last>\\.|[^\]\\]))?", re.DOTALL)
_CLASS_NAMES = frozenset(
    (
        *("alnum", "alpha", "blank", "cntrl", "digit", "graph"),
        *("lower", "print", "punct", "space", "upper", "xdigit"),
    )
)


class _Pattern(NamedTuple):
    """A line of a file of patterns. `whole`: compared with the path, and not with its last name."""

    regex: str
    ignores: bool
    whole: bool
    only_folders: bool


class Patterns:
    """The patterns of one file, which hold under a folder."""

    def __init__(self, base: str, lines: Iterable[str] = ()) -> None:
        self.base = base
        self._patterns = [one for line in lines if (one := _pattern(line))]

    def __len__(self) -> int:
        return len(self._patterns)

    def decide(self, path: str, *, is_folder: bool) -> bool | None:
        """Return whether a path is ignored by the last pattern that matches, as in git; None if
        no pattern matches."""
        prefix = "" if self.base == os.sep else self.base
        if not self._patterns or not path.startswith(f"{prefix}{os.sep}"):
            return None
        relative = _bytewise(path[len(prefix) + 1 :]).replace(os.sep, _SLASH)
        name = relative.rpartition(_SLASH)[2]
        any_of_names, any_of_paths = self._compiled_union
        if not any_of_names.search(name) and not any_of_paths.search(relative):
            return None
        for pattern, compiled in zip(reversed(self._patterns), self._compiled_each, strict=True):
            if pattern.only_folders and not is_folder:
                continue
            if compiled.search(relative if pattern.whole else name):
                return pattern.ignores
        return None

    @cached_property
    def _compiled_union(self) -> tuple[Any, Any]:
        """Return one regex of all patterns for names, and one of those for paths: few files match
        any, and of the others no pattern is tried by itself."""
        of_names = [one.regex for one in self._patterns if not one.whole]
        of_paths = [one.regex for one in self._patterns if one.whole]
        return _compiled(of_names), _compiled(of_paths)

    @cached_property
    def _compiled_each(self) -> list[Any]:
        return [_compiled([one.regex]) for one in reversed(self._patterns)]


class Ignored:
    """What git ignores in a folder: what its `.gitignore`, those above it in the repository,
    `.git/info/exclude` and the user's file say, in falling priority."""

    def __init__(self, files: Sequence[Patterns] = ()) -> None:
        self._files = files

    @classmethod
    def in_folder(cls, folder: str, warn: Warn = lambda problem: None) -> Ignored:
        """Return the patterns for a folder, up to the top of its repository."""
        start = os.path.abspath(folder)  # noqa: PTH100
        top = git.top(start)
        if not top:
            return cls().inside(start, warn)
        found = cls()
        for base, file in ((top, _global_file(top)), (top, _exclude_file(top))):
            found = found._with(base, file, warn)
        parents = [Path(start), *Path(start).parents]
        for parent in reversed(parents[: parents.index(Path(top)) + 1]):
            found = found.inside(str(parent), warn)
        return found

    def inside(self, folder: str, warn: Warn = lambda problem: None) -> Ignored:
        """Return the patterns for a subfolder."""
        absolute = os.path.abspath(folder)  # noqa: PTH100
        return self._with(absolute, os.path.join(absolute, ".gitignore"), warn)  # noqa: PTH118

    def _with(self, base: str, file: str, warn: Warn) -> Ignored:
        """Return these patterns after those of a file; warn if they cannot be used."""
        found, problem = _patterns(base, file)
        if found and len(found) + sum(map(len, self._files)) > MAX_PATTERNS:
            found, problem = None, f"{file}: more than {MAX_PATTERNS} patterns: they do not count"
        if problem:
            warn(problem)
        return Ignored((found, *self._files)) if found else self

    def __call__(self, at: str, name: str, *, is_folder: bool = False) -> bool:
        """Return whether git ignores a file or folder in the folder `at`."""
        path = os.path.join(os.path.abspath(at), name)  # noqa: PTH100, PTH118
        for patterns in self._files:
            decided = patterns.decide(path, is_folder=is_folder)
            if decided is not None:
                return decided
        return False


def is_ignored(path: str, top: str | None = None) -> bool:
    """Return whether git ignores a file or one of its parent folders, from `top` on."""
    absolute = os.path.abspath(path)  # noqa: PTH100
    top = top or git.top(os.path.dirname(absolute))  # noqa: PTH120
    if top is None or absolute == top:
        return False
    ignored, current = Ignored.in_folder(top), top
    *folders, name = Path(absolute).relative_to(top).parts
    for folder in folders:
        if ignored(current, folder, is_folder=True):
            return True
        current = os.path.join(current, folder)  # noqa: PTH118
        ignored = ignored.inside(current)
    return ignored(current, name, is_folder=os.path.isdir(absolute))  # noqa: PTH112


def _patterns(base: str, file: str) -> tuple[Patterns | None, str]:
    """Return the patterns of a file (None without one) and what is wrong with it."""
    if not file:
        return None, ""
    if os.path.islink(file) and file.endswith(".gitignore"):  # noqa: PTH114
        return None, f"{file}: a link, which git does not follow: its patterns do not count"
    try:
        found = os.stat(file)  # noqa: PTH116
    except (OSError, ValueError):
        return None, ""
    return _read(base, file, found.st_mtime_ns, found.st_size)


@lru_cache(256)
def _read(base: str, file: str, _time: int, _size: int) -> tuple[Patterns | None, str]:
    """Read and parse a file of patterns; the cache key has its time and size."""
    try:
        data = files.read(file, MAXIMUM_BYTES)
    except OSError as error:
        return None, f"{file}: cannot be read: {error.strerror}: its patterns do not count"
    lines = data.removeprefix(BOM_UTF8).decode("latin-1").split("\n")
    if len(lines) > MAX_PATTERNS:  # before they are translated
        lines = [line for line in lines if line.strip() and not line.startswith("#")]
    if len(lines) > MAX_PATTERNS:
        return None, f"{file}: more than {MAX_PATTERNS} patterns: they do not count"
    return Patterns(base, lines), ""


def _exclude_file(top: str) -> str:
    """Return the path of `info/exclude`, shared among linked worktrees."""
    if os.path.isdir(os.path.join(top, ".git")):  # noqa: PTH112, PTH118
        return os.path.join(top, ".git", "info", "exclude")  # noqa: PTH118
    try:
        result = git.run(top, "rev-parse", "--git-path", "info/exclude")
    except OSError:
        return ""
    if result.returncode:
        return ""
    relative = os.fsdecode(result.stdout.removesuffix(b"\n"))
    return os.path.join(top, relative)  # noqa: PTH118


def _global_file(top: str) -> str:
    """Return the path of the user's excludes file."""
    configuration = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")  # noqa: PTH111
    settings = (
        os.path.join(top, ".git", "config"),  # noqa: PTH118
        os.path.expanduser("~/.gitconfig"),  # noqa: PTH111
        os.path.join(configuration, "git", "config"),  # noqa: PTH118
    )
    configured = _setting(top, *map(_state, settings))
    if configured:
        return os.path.join(top, configured)  # noqa: PTH118
    return os.path.join(configuration, "git", "ignore")  # noqa: PTH118


@lru_cache(256)
def _setting(top: str, *_states: tuple[str, int, int]) -> str:
    """Return the user's excludes file by git's settings; `_states` of the files that hold these
    are there for the cache alone: another state is asked for again."""
    return git.setting(top, "core.excludesFile", "path")


def _state(file: str) -> tuple[str, int, int]:
    try:
        found = os.stat(file)  # noqa: PTH116
    except (OSError, ValueError):
        return file, 0, 0
    return file, found.st_mtime_ns, found.st_size


def _pattern(line: str) -> _Pattern | None:
    """Return the pattern of a line; None for comments and lines that git ignores."""
    written = line.removesuffix("\r")
    while written.endswith(" ") and not written.endswith("\\ "):
        written = written[:-1]
    if not written or written.startswith("#"):
        return None
    body = written.removeprefix("!").removesuffix("/")
    expression = _translate(body.removeprefix("/"))
    if not body or expression is None:
        return None
    return _Pattern(
        regex=expression,
        ignores=not written.startswith("!"),
        whole="/" in body,
        only_folders=written.endswith("/"),
    )


def _translate(glob: str) -> str | None:
    """Return a glob as a regular expression (slashes are `_SLASH`); None if invalid."""
    parts: list[str] = []
    position = 0
    while position < len(glob):
        found = _TOKEN.match(glob, position)
        if found is None:
            return None
        token, kind, position = found[0], found.lastgroup, found.end()
        if kind == "set":
            members = _character_set(token)
            if members is None:
                return None
            parts.append(members)
        elif kind:
            parts.append(_WILDCARDS[kind])
        else:
            parts.append(re.escape(token[-1].replace("/", _SLASH)))
    return f"^{''.join(parts)}$"


def _character_set(written: str) -> str | None:
    """Return a bracketed set as a regular expression that never matches a slash."""
    negated = written[1] in "!^"
    parts: list[str] = [_SLASH] if negated else []
    for member in _MEMBER.finditer(written, 1 + negated, len(written) - 1):
        first, last, named = member["first"], member["last"], member["named"]
        if named:
            if named not in _CLASS_NAMES:
                return None
            parts.append(f"[:{named}:]")
        elif last is None:
            parts.append(re.escape(first[-1]))
        elif first[-1] <= last[-1]:
            parts.append(f"{re.escape(first[-1])}-{re.escape(last[-1])}")
    if not parts:
        return None
    return f"[{'^' if negated else ''}{''.join(parts)}]"


def _bytewise(path: str) -> str:
    """Return a path with a character for each byte: of these git's patterns speak."""
    return os.fsencode(path).decode("latin-1")


def _compiled(patterns: Sequence[str]) -> Any:
    """Return the union of patterns, compiled by re2 for linear time."""
    import re2

    if not patterns:
        return re2.compile(r"[^\s\S]")
    options = re2.Options()
    options.dot_nl = True
    return re2.compile("|".join(f"(?:{one})" for one in patterns), options)
