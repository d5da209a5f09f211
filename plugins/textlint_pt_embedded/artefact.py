"""Shipped files and their digests.

Every artefact is a folder under `data/` with its files, `CARD.md` and `manifest.json`:
{"name": ..., "version": ..., "files": {"model.bin": {"sha256": ..., "bytes": ...}}}.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from textlint_pt.analysis import DamagedResource

DATA = Path(__file__).parent / "data"


@cache
def manifest(name: str) -> dict[str, Any]:
    path = DATA / name / "manifest.json"
    try:
        loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DamagedResource(f"{path}: cannot be read ({error}); reinstall textlint-pt") from error
    return loaded


def digest(name: str) -> str:
    """Short digest of an artefact, from its manifest alone."""
    files = manifest(name)["files"]
    joined = "".join(files[file]["sha256"] for file in sorted(files))
    return hashlib.sha256(joined.encode()).hexdigest()[:12]


def paths(name: str) -> list[str]:
    folder = DATA / name
    return [
        str(folder / "manifest.json"),
        *(str(folder / file) for file in manifest(name)["files"]),
    ]


@cache
def verified(name: str, file: str) -> Path:
    """Path of a shipped file whose bytes are the manifest's; `DamagedResource` if they are not."""
    path = DATA / name / file
    expected = manifest(name)["files"][file]["sha256"]
    try:
        with path.open("rb") as stream:
            found = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise DamagedResource(f"{path}: {error.strerror}; reinstall textlint-pt") from error
    if found != expected:
        raise DamagedResource(
            f"{path}: damaged (its digest is not the one it was shipped with); reinstall textlint-pt"
        )
    return path


def write_manifest(name: str, version: str) -> None:
    """Record the digests of every file of an artefact (called by training commands)."""
    folder = DATA / name
    files = {
        path.name: {
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "bytes": path.stat().st_size,
        }
        for path in sorted(folder.iterdir())
        if path.name not in ("CARD.md", "LICENSE", "manifest.json")
    }
    text = json.dumps({"name": name, "version": version, "files": files}, indent=1, sort_keys=True)
    (folder / "manifest.json").write_text(text + "\n", encoding="utf-8")
