"""From paths, directories, globs and standard input to bytes, and from bytes to text."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from textlint_pt.errors import UserError

#: larger files are refused: no editor opens them and no person wrote them in one go
MAXIMUM_BYTES = 20_000_000
_GLOB = frozenset("*?[")


class Unreadable(Exception):
    """One file cannot be read; the message is one line and says the way out."""


def read(path: str) -> bytes:
    """Bytes of a file; `Unreadable` if it is missing, no file, or too large."""
    try:
        size = os.stat(path).st_size  # noqa: PTH116
        if size > MAXIMUM_BYTES:
            raise Unreadable(
                f"{path}: {size / 1e6:.0f} MB is too large (limit {MAXIMUM_BYTES / 1e6:.0f} MB);"
                " split it"
            )
        return Path(path).read_bytes()
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from error


def decode(path: str, data: bytes) -> str:
    """UTF-8 text without its byte order mark, line breaks as they are.

    `Unreadable` names the likely encoding of other bytes, or says that they are no text.
    """
    if len(data) > MAXIMUM_BYTES:
        raise Unreadable(
            f"{path}: {len(data) / 1e6:.0f} MB is too large"
            f" (limit {MAXIMUM_BYTES / 1e6:.0f} MB); split it"
        )
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unreadable(f"{path}: not UTF-8 but UTF-16; {_convert('utf-16', path)}")
    if b"\x00" in data[:8192]:
        raise Unreadable(f"{path}: binary, not text; leave it out with `exclude` in rules.yaml")
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        guess = _guess(data)
        raise Unreadable(
            f"{path}: not UTF-8 at byte {error.start}, likely {guess}; {_convert(guess, path)}"
        ) from error


def _guess(data: bytes) -> str:
    """The likeliest legacy encoding of Portuguese bytes."""
    # 0x80-0x9f hold quotes and dashes in Windows-1252 and nothing printable in Latin-1; old DOS
    # files have their accented letters there
    high = [byte for byte in data if byte >= 0x80]
    letters_latin = sum(byte >= 0xC0 for byte in high)
    letters_dos = sum(0x80 <= byte <= 0xA5 for byte in high)
    if letters_dos > letters_latin:
        return "cp850"
    return "windows-1252" if any(0x80 <= byte <= 0x9F for byte in high) else "iso-8859-1"


def _convert(encoding: str, path: str) -> str:
    return f"convert it: iconv -f {encoding} -t utf-8 {path}"


def discover(
    arguments: Sequence[str], extensions: Collection[str], exclude: Sequence[str], root: Path
) -> Iterator[str]:
    """Files for path arguments, each once: files as named, folders and globs in sorted order.

    `exclude` holds gitignore-style patterns relative to `root`; they also hold for files passed by
    name, as hooks pass them.
    """
    seen: set[str] = set()
    for argument in arguments:
        for path in _expand(argument, extensions, root):
            if path in seen:
                continue
            seen.add(path)
            if exclude:
                from textlint_pt.config import matches

                if matches(path, exclude, root):
                    continue
            yield path


def _expand(argument: str, extensions: Collection[str], root: Path) -> Iterator[str]:
    if argument == "-" or os.path.isfile(argument):  # noqa: PTH113
        yield argument
    elif os.path.isdir(argument):  # noqa: PTH112
        yield from _walk(argument, extensions)
    elif _GLOB & set(argument):
        import glob

        found = sorted(glob.glob(argument, recursive=True))  # noqa: PTH207 - keeps the user's spelling
        if not found:
            raise UserError(f"{argument}: matches no file")
        yield from (path for path in found if os.path.isfile(path))  # noqa: PTH113
    else:
        yield argument  # missing: reading it says so


def _walk(folder: str, extensions: Collection[str]) -> Iterator[str]:
    """Known kinds of file under a folder, without what git ignores and hidden folders."""
    from pathspec import GitIgnoreSpec

    specs: list[tuple[str, GitIgnoreSpec]] = []
    for at, folders, files in os.walk(folder):
        if ".gitignore" in files:
            lines = Path(at, ".gitignore").read_text("utf-8", "replace").splitlines()
            specs.append((at, GitIgnoreSpec.from_lines(lines)))

        def ignored(name: str, at: str = at) -> bool:
            path = os.path.join(at, name)  # noqa: PTH118
            return any(
                spec.match_file(os.path.relpath(path, base))
                for base, spec in specs
                if not os.path.relpath(path, base).startswith("..")
            )

        folders[:] = sorted(f for f in folders if not f.startswith(".") and not ignored(f"{f}/"))
        for name in sorted(files):
            suffix = os.path.splitext(name)[1].lower()  # noqa: PTH122
            if suffix in extensions and not ignored(name):
                yield os.path.join(at, name)  # noqa: PTH118
