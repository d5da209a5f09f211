"""Files that were installed with us, read only while they are as they were installed.

A wheel brings the digest of each of its files in `RECORD`, which lies beside what it installed. A
working copy, and so an editable installation, has no such record: what is edited there counts at
once.
"""

from __future__ import annotations

import hashlib
import sys
from binascii import b2a_base64
from functools import cache
from pathlib import Path
from typing import NamedTuple

from textlint_pt.errors import UserError

#: what our packages lie in
_FOLDER = Path(__file__).parent.parent
_URL_SAFE = str.maketrans("+/", "-_")


class DamagedFile(UserError):
    """A file of the installation is gone or is not what was installed: nothing stands in for it."""


class Recorded(NamedTuple):
    """Size and digest of a file as a record writes them."""

    bytes: str
    sha256: str


def read_text(path: Path) -> str:
    """Return a file in UTF-8, with line feeds at the ends of its lines."""
    try:
        return read_bytes(path).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:  # in a working copy
        raise UserError(f"{path}: not UTF-8: {error}") from error


def read_lines(path: Path) -> list[str]:
    """Return the lines of a list, without comments ("#") and blank lines."""
    return [line for line in read_text(path).splitlines() if line and not line.startswith("#")]


def read_rows(path: Path) -> list[list[str]]:
    """Return the fields of each line of a table, with tabs between them."""
    return [line.split("\t") for line in read_lines(path)]


def read_bytes(path: Path) -> bytes:
    """Return a file's content; `DamagedFile` if it is not as installed."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DamagedFile(f"{path}: {error.strerror}; reinstall textlint-pt") from error
    recorded = _recorded(path)
    if recorded:
        size = str(len(content))
        if not any(row.bytes == size and row.sha256 == _digest(content) for row in recorded):
            raise DamagedFile(
                f"{path}: damaged (it is not as it was installed); reinstall textlint-pt"
            )
    return content


def beside(module: str, *names: str) -> Path | None:
    """Return the file of these names in the package that a module belongs to, if there is one."""
    file = getattr(sys.modules.get(module.partition(".")[0]), "__file__", None)
    path = Path(file).parent.joinpath(*names) if file else None
    return path if path and (path.exists() or is_installed(path)) else None


def is_installed(path: Path) -> bool:
    """Return whether a file must be there, since it was installed."""
    return bool(_recorded(path))


def _recorded(path: Path) -> list[Recorded]:
    """Return the size and digest that the installation's records have of a file."""
    if not path.is_relative_to(_FOLDER):
        return []
    start = f"\n{path.relative_to(_FOLDER).as_posix()},sha256="
    lines = [record.partition(start)[2].partition("\n")[0] for record in _records()]
    fields = [line.strip().partition(",") for line in lines if line]
    return [Recorded(size, digest) for digest, _, size in fields]


def _digest(content: bytes) -> str:
    found = b2a_base64(hashlib.sha256(content).digest(), newline=False).decode()
    return found.translate(_URL_SAFE).rstrip("=")


@cache
def _records() -> list[str]:
    """Return the RECORD files of our installation, and of a former one left behind."""
    texts = []
    for record in _FOLDER.glob("textlint_pt-*.dist-info/RECORD"):
        try:
            texts.append("\n" + record.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            continue  # as where a distributor leaves it out
    return texts
