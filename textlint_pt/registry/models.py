"""Models of the user's that an explicit command fetched: where they lie, and what they must be.

Each is a folder, `ORGANISATION--NAME`, in the user's data folder: the model's files and
`textlint-pt.json`, which says the name, the exact revision, and size and SHA-256 of every file.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import asdict

from textlint_pt.contract.analysis import DamagedResource
from textlint_pt.contract.fetched import Fetched, File
from textlint_pt.registry import folders
from textlint_pt.text.regex import regex

MANIFEST = "textlint-pt.json"
VERSION = 1
_NAME = regex(r"[A-Za-z0-9][\w.-]*(?:/[A-Za-z0-9][\w.-]*)?", re.ASCII)


def folder() -> Path:
    return folders.data() / "models"


def split(name: str) -> tuple[str, str | None]:
    """("org/name", "revision" or None) of "org/name@revision"."""
    base, _, revision = name.partition("@")
    return base, revision or None


def is_name(name: str) -> bool:
    return _NAME.fullmatch(split(name)[0]) is not None and ".." not in name


def place(name: str) -> Path:
    return folder() / split(name)[0].replace("/", "--")


def recorded(model_folder: Path) -> Fetched | None:
    """Return the manifest of a fetched model; None for a folder without one."""
    path = model_folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        files = {name: File(**file) for name, file in manifest["files"].items()}
        return Fetched(str(manifest["name"]), str(manifest["revision"]), model_folder, files)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, TypeError, LookupError, AttributeError) as error:
        raise DamagedResource(f"{path}: cannot be read ({error}); fetch the model again") from error


def fetched() -> list[Fetched]:
    """Return every model that was fetched, by name."""
    places = sorted(folder().iterdir()) if folder().is_dir() else []
    return [model for place in places if (model := recorded(place)) is not None]


def find(name: str) -> Fetched | None:
    return recorded(place(name)) if is_name(name) else None


@contextmanager
def making(name: str, revision: str) -> Iterator[Path]:
    """Yield an empty folder to fill; it replaces the model's folder only on success."""
    import tempfile

    folder().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".fetching-", dir=folder()) as scratch:
        new, old = Path(scratch, "new"), Path(scratch, "old")
        new.mkdir()
        yield new
        files = {path.name: _file(path) for path in sorted(new.iterdir())}
        text = json.dumps(
            {
                "version": VERSION,
                "name": name,
                "revision": revision,
                "files": {file: asdict(files[file]) for file in files},
            },
            indent=1,
        )
        (new / MANIFEST).write_text(text + "\n", encoding="utf-8")
        if place(name).exists():
            place(name).rename(old)
        new.rename(place(name))


def sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _file(path: Path) -> File:
    return File(sha256(path), path.stat().st_size)
