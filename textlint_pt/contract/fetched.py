"""A model of the user's that an explicit command fetched."""

from __future__ import annotations

from pathlib import Path

import msgspec


class File(msgspec.Struct, frozen=True):
    """A file as it was fetched."""

    sha256: str
    bytes: int


class Fetched(msgspec.Struct, frozen=True):
    """A model in `folder`: `name` and `revision` as its source knows them."""

    name: str
    revision: str
    folder: Path
    files: dict[str, File]

    @property
    def bytes(self) -> int:
        return sum(file.bytes for file in self.files.values())

    def has_revision(self, wanted: str | None) -> bool:
        """Whether this is revision `wanted`: all of it, or its first seven figures and more."""
        return wanted is None or (len(wanted) >= 7 and self.revision.startswith(wanted))
