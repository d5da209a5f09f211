"""Shipped files and their digests.

Every artefact is a folder under `data/` with its files, `CARD.md`, most of them `inputs.json` (the
digests of what it was made from), and `manifest.json`:
{"name": ..., "version": ..., "files": {"model.bin": {"sha256": ..., "sums": ..., "bytes": ...}}}.
"""

from __future__ import annotations

import hashlib
import json
import sys
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textlint_pt.contract import (
    Analysis,
    DamagedResource,
    Document,
    DocumentAnalysis,
    Resource,
    SentenceAnalysis,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DATA = Path(__file__).parent / "data"
#: what people read about an artefact
_ABOUT = ("CARD.md", "LICENSE", "figures.json", "inputs.json")
#: bytes that are summed up
_PAGE = 4096


@cache
def manifest(name: str) -> dict[str, tuple[str, str]]:
    """Return the SHA-256 digest and `summed` of each file of an artefact, as it was shipped."""
    path = DATA / name / "manifest.json"
    try:
        files = json.loads(path.read_text(encoding="utf-8"))["files"]
        return {
            file: (str(files[file]["sha256"]), str(files[file].get("sums")))
            for file in sorted(files)
        }
    except (OSError, ValueError, TypeError, LookupError, AttributeError) as error:
        raise DamagedResource(f"{path}: cannot be read ({error}); reinstall textlint-pt") from error


def digest(name: str) -> str:
    """Verify the files of an artefact and return a short digest of them, the key of cached
    values."""
    files = manifest(name)
    for file in files:
        verified(name, file)
    digests = "".join(sha256 for sha256, _ in files.values())
    return hashlib.sha256(digests.encode()).hexdigest()[:12]


def paths(name: str) -> list[str]:
    return [str(path) for path in sorted((DATA / name).glob("*")) if path.name not in _ABOUT]


@cache
def verified(name: str, file: str) -> Path:
    """Return the path of a shipped file whose digest is in the manifest, else raise
    `DamagedResource`."""
    path = DATA / name / file
    expected = manifest(name).get(file, ())
    try:
        # sums need numpy, which is worth importing only where a model is read anyway
        found = summed(path) if "numpy" in sys.modules else _sha256(path)
        if found not in expected:
            found = _sha256(path)  # of a manifest without sums
    except OSError as error:
        raise DamagedResource(f"{path}: {error.strerror}; reinstall textlint-pt") from error
    if found not in expected:
        raise DamagedResource(
            f"{path}: damaged (its digest is not the one it was shipped with);"
            " reinstall textlint-pt"
        )
    return path


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def summed(path: Path) -> str:
    """Return a digest of a file's size and the sum of each page of 4 KiB: finds damage five times
    as fast as SHA-256 of all bytes."""
    import numpy as np

    digest = hashlib.sha256(str(path.stat().st_size).encode())
    with path.open("rb") as stream:
        while pages := stream.read(64 * _PAGE):
            # each page as 512 words of 64 bits, the last one padded with zeros
            words = np.frombuffer(pages.ljust(-(-len(pages) // _PAGE) * _PAGE, b"\0"), "<u8")
            digest.update(words.reshape(-1, _PAGE // 8).sum(axis=1).tobytes())
    return digest.hexdigest()


def write_manifest(name: str, version: str, folder: Path | None = None) -> None:
    """Record the digests of every file of an artefact (called by training commands).

    The manifest is written into the artefact's own folder unless another is named.
    """
    folder = folder or DATA / name
    files = {
        path.name: {
            "sha256": _sha256(path),
            "sums": summed(path),
            "bytes": path.stat().st_size,
        }
        for path in sorted(folder.iterdir())
        if path.name not in (*_ABOUT, "manifest.json")
    }
    text = json.dumps({"name": name, "version": version, "files": files}, indent=1, sort_keys=True)
    (folder / "manifest.json").write_text(text + "\n", encoding="utf-8")


class Shipped(Resource):
    """Shipped artefacts, each a folder, and the analyses that they serve."""

    def __init__(
        self, name: str, folders: Sequence[str], serves: Sequence[Callable[[], Analysis]]
    ) -> None:
        self.name, self._folders, self._serves = name, folders, serves

    def analyses(self, settings: Mapping[str, Any]) -> Sequence[Analysis]:
        return [analysis() for analysis in self._serves]

    def files(self, settings: Mapping[str, Any]) -> Sequence[str]:
        return [path for folder in self._folders for path in paths(folder)]


class Made(Analysis):
    """An analysis whose values are as `artefacts` make them."""

    artefacts: ClassVar[tuple[str, ...]]

    @property
    def digest(self) -> str:
        return "".join(map(digest, self.artefacts))


class Vectors(Made, SentenceAnalysis):
    """A vector of float32 per sentence."""

    def pack(self, value: NDArray[np.float32]) -> bytes:
        return value.tobytes()

    def unpack(self, data: bytes) -> NDArray[np.float32]:
        import numpy as np

        return np.frombuffer(data, dtype=np.float32)


def packed(value: Any) -> bytes:
    """Return a value of a sentence as the cache keeps it: MessagePack."""
    import msgspec

    return msgspec.msgpack.encode(value)


def unpacked(data: bytes, shape: Any) -> Any:
    """Return what was packed; `ValueError` if it is not of this shape (a type that can be
    hashed)."""
    return _decoder(shape).decode(data)


@cache
def _decoder(shape: Any) -> Any:
    import msgspec

    return msgspec.msgpack.Decoder(shape)


class Packed(Made, SentenceAnalysis):
    """A value of one `shape` per sentence: a type that can be hashed."""

    shape: ClassVar[Any]

    def pack(self, value: Any) -> bytes:
        return packed(value)

    def unpack(self, data: bytes) -> Any:
        return unpacked(data, self.shape)


class ShippedLexicon(Made, DocumentAnalysis):
    """A lexicon, the same for every document."""

    @staticmethod
    @abstractmethod
    def read() -> Any:
        """Return the lexicon, read once."""

    def run(self, document: Document, given: Mapping[str, Sequence[Any]]) -> Any:
        _ = self.digest  # rules read some files late: damage must be found before they do
        return self.read()
