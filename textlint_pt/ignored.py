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

Tell = Callable[[str], object]

#: bytes of a file of patterns, and patterns, above which they do not count: what matches them takes
#: memory and time for each
MAXIMUM_BYTES, MOST = 1_000_000, 10_000
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
_WILD = {"folders": f"(?:.*{_SLASH})?", "all": ".*", "some": f"[^{_SLASH}]*", "one": f"[^{_SLASH}]"}
_MEMBER = regex(r"\[:(?P<named>[a-z]*):\]|(?P<first>\\?.)(?:-(?P<last>\\.|[^\]\\]))?", re.DOTALL)
_NAMED = frozenset(
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
        """Whether a file or folder below the base is ignored; None: no pattern says so.

        As in git the last pattern decides, and each is held against the path alone: what lies in
        an ignored folder is never asked about.
        """
        prefix = "" if self.base == os.sep else self.base
        if not self._patterns or not path.startswith(f"{prefix}{os.sep}"):
            return None
        relative = _bytewise(path[len(prefix) + 1 :]).replace(os.sep, _SLASH)
        name = relative.rpartition(_SLASH)[2]
        if not any(one.search(text) for one, text in zip(self._any, (name, relative), strict=True)):
            return None
        for pattern, compiled in zip(reversed(self._patterns), self._each, strict=True):
            if pattern.only_folders and not is_folder:
                continue
            if compiled.search(relative if pattern.whole else name):
                return pattern.ignores
        return None

    @cached_property
    def _any(self) -> tuple[Any, Any]:
        """What finds a name, and a path, that some pattern fits: seldom one does."""
        of_names = [one.regex for one in self._patterns if not one.whole]
        of_paths = [one.regex for one in self._patterns if one.whole]
        return _compiled(of_names), _compiled(of_paths)

    @cached_property
    def _each(self) -> list[Any]:
        return [_compiled([one.regex]) for one in reversed(self._patterns)]


class Ignored:
    """What git ignores in a folder: what its `.gitignore`, those above it in the repository,
    `.git/info/exclude` and the user's file say, in falling priority."""

    def __init__(self, files: Sequence[Patterns] = ()) -> None:
        self._files = files

    @classmethod
    def in_folder(cls, folder: str, tell: Tell = lambda problem: None) -> Ignored:
        """What holds in a folder. The folder itself is meant, since it is named. Outside of a
        repository only its own `.gitignore` counts. `tell` is handed what is wrong with a file."""
        start = os.path.abspath(folder)  # noqa: PTH100
        top = git.top(start)
        if not top:
            return cls().inside(start, tell)
        found = cls()
        for base, file in ((top, _global_file(top)), (top, _exclude_file(top))):
            found = found._with(base, file, tell)
        above = [Path(start), *Path(start).parents]
        for place in reversed(above[: above.index(Path(top)) + 1]):
            found = found.inside(str(place), tell)
        return found

    def inside(self, folder: str, tell: Tell = lambda problem: None) -> Ignored:
        """What holds in a folder of the one this is about."""
        at = os.path.abspath(folder)  # noqa: PTH100
        return self._with(at, os.path.join(at, ".gitignore"), tell)  # noqa: PTH118

    def _with(self, base: str, file: str, tell: Tell) -> Ignored:
        found, problem = _patterns(base, file)
        if found and len(found) + sum(map(len, self._files)) > MOST:
            found, problem = None, f"{file}: more than {MOST} patterns: they do not count"
        if problem:
            tell(problem)
        return Ignored((found, *self._files)) if found else self

    def __call__(self, at: str, name: str, *, is_folder: bool = False) -> bool:
        path = os.path.join(os.path.abspath(at), name)  # noqa: PTH100, PTH118
        for patterns in self._files:
            decided = patterns.decide(path, is_folder=is_folder)
            if decided is not None:
                return decided
        return False


def is_ignored(path: str, top: str | None = None) -> bool:
    """Whether git ignores a file, which need not be there, or a folder that it lies in. `top`:
    the folder from which on patterns count, by default that of its repository."""
    whole = os.path.abspath(path)  # noqa: PTH100
    top = top or git.top(os.path.dirname(whole))  # noqa: PTH120
    if top is None or whole == top:
        return False
    ignored, at = Ignored.in_folder(top), top
    *folders, name = Path(whole).relative_to(top).parts
    for folder in folders:
        if ignored(at, folder, is_folder=True):
            return True
        at = os.path.join(at, folder)  # noqa: PTH118
        ignored = ignored.inside(at)
    return ignored(at, name, is_folder=os.path.isdir(whole))  # noqa: PTH112


def _patterns(base: str, file: str) -> tuple[Patterns | None, str]:
    """The patterns of a file, None if there is none, and what is wrong with it."""
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
    try:
        data = files.read(file, MAXIMUM_BYTES)
    except OSError as error:
        return None, f"{file}: cannot be read: {error.strerror}: its patterns do not count"
    lines = data.removeprefix(BOM_UTF8).decode("latin-1").split("\n")
    if len(lines) > MOST:  # before they are translated
        lines = [line for line in lines if line.strip() and not line.startswith("#")]
    if len(lines) > MOST:
        return None, f"{file}: more than {MOST} patterns: they do not count"
    return Patterns(base, lines), ""


def _exclude_file(top: str) -> str:
    """`.git/info/exclude`, which a linked working tree shares with the others."""
    if os.path.isdir(os.path.join(top, ".git")):  # noqa: PTH112, PTH118
        return os.path.join(top, ".git", "info", "exclude")  # noqa: PTH118
    try:
        done = git.run(top, "rev-parse", "--git-path", "info/exclude")
    except OSError:
        return ""
    if done.returncode:
        return ""
    named = os.fsdecode(done.stdout.removesuffix(b"\n"))
    return os.path.join(top, named)  # noqa: PTH118


def _global_file(top: str) -> str:
    configuration = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")  # noqa: PTH111
    settings = (
        os.path.join(top, ".git", "config"),  # noqa: PTH118
        os.path.expanduser("~/.gitconfig"),  # noqa: PTH111
        os.path.join(configuration, "git", "config"),  # noqa: PTH118
    )
    named = _setting(top, *map(_state, settings))
    if named:
        return os.path.join(top, named)  # noqa: PTH118
    return os.path.join(configuration, "git", "ignore")  # noqa: PTH118


@lru_cache(256)
def _setting(top: str, *_states: tuple[str, int, int]) -> str:
    """The user's file by git's settings, asked for again where a file of these has changed."""
    return git.setting(top, "core.excludesFile", "path")


def _state(file: str) -> tuple[str, int, int]:
    try:
        found = os.stat(file)  # noqa: PTH116
    except (OSError, ValueError):
        return file, 0, 0
    return file, found.st_mtime_ns, found.st_size


def _pattern(line: str) -> _Pattern | None:
    """What a line says; None for a comment, nothing, and what git passes over without a word."""
    written = line.removesuffix("\r")
    while written.endswith(" ") and not written.endswith("\\ "):
        written = written[:-1]
    if not written or written.startswith("#"):
        return None
    body = written.removeprefix("!").removesuffix("/")
    fitting = _translate(body.removeprefix("/"))
    if not body or fitting is None:
        return None
    return _Pattern(fitting, written[0] != "!", "/" in body, written.endswith("/"))


def _translate(glob: str) -> str | None:
    """A glob of git's as an expression over paths whose slashes are `_SLASH`; None for one that
    fits nothing."""
    parts: list[str] = []
    at = 0
    while at < len(glob):
        found = _TOKEN.match(glob, at)
        if found is None:
            return None
        token, kind, at = found[0], found.lastgroup, found.end()
        if kind == "set":
            one = _set(token)
            if one is None:
                return None
            parts.append(one)
        elif kind:
            parts.append(_WILD[kind])
        else:
            parts.append(re.escape(token[-1].replace("/", _SLASH)))
    return f"^{''.join(parts)}$"


def _set(written: str) -> str | None:
    """A set of characters in brackets, which never fits a slash."""
    negated = written[1] in "!^"
    parts: list[str] = [_SLASH] if negated else []
    for member in _MEMBER.finditer(written, 1 + negated, len(written) - 1):
        first, last, named = member["first"], member["last"], member["named"]
        if named:
            if named not in _NAMED:
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
    """A path with a character for each byte: of these git's patterns speak."""
    return os.fsencode(path).decode("latin-1")


def _compiled(patterns: Sequence[str]) -> Any:
    """What finds any of these, in time that does not grow with the patterns' wildcards."""
    import re2

    if not patterns:
        return re2.compile(r"[^\s\S]")
    options = re2.Options()
    options.dot_nl = True
    return re2.compile("|".join(f"(?:{one})" for one in patterns), options)
