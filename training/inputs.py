"""What an artefact was made from: the digests of its inputs, beside it in `inputs.json`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

NAME = "inputs.json"


def digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def digests(paths: Iterable[Path]) -> dict[str, str]:
    """Return the SHA-256 of each file by name; of a folder, of every file in it."""
    return {file.name: digest(file) for path in paths for file in _files(path)}


def write(folder: Path, **groups: Iterable[Path]) -> None:
    content = {name: digests(paths) for name, paths in groups.items()}
    write_json(folder / NAME, content, indent=1)


def write_json(path: Path, content: Any, **layout: Any) -> None:
    """Write an object as JSON; `layout` as `json.dumps` has it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(content, ensure_ascii=False, **layout)
    path.write_text(f"{text}\n", encoding="utf-8", newline="\n")


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from sorted(file for file in path.rglob("*") if file.is_file())
    else:
        yield path
