"""The sources that what ships is made from, as `sources.toml` declares them.

Whoever retrains with one more source adds a table there: its name, address, version, licence, and
the name and SHA-256 digest of its file (`python -m training digest FILE`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("sources.toml")
#: what people and programs need to know of every source
_NEEDED = ("address", "version", "licence")


@dataclass(frozen=True, slots=True)
class Source:
    """`files`: names and SHA-256 digests ("" where none was recorded); `inside`: paths in this
    repository in their place; `excluded`: why nothing that ships may be made from it."""

    name: str
    address: str
    version: str
    licence: str
    group: str = ""
    register: str = ""
    note: str = ""
    excluded: str = ""
    share_alike: bool = False
    files: Mapping[str, str] = field(default_factory=dict)
    inside: tuple[str, ...] = ()


def read(path: Path = FILE) -> dict[str, Source]:
    """Return the sources of a TOML file by name; `ValueError` names the table that lacks a key."""
    found = {}
    for name, table in tomllib.loads(path.read_text(encoding="utf-8")).items():
        lacking = [key for key in _NEEDED if not table.get(key)]
        if lacking or bool(table.get("files")) == bool(table.get("inside")):
            missing = ", ".join(lacking) or "either files or inside"
            raise ValueError(f"{path}: [{name}] lacks {missing}")
        found[name] = Source(name, **{**table, "inside": tuple(table.get("inside", ()))})
    return found


@cache
def sources() -> Mapping[str, Source]:
    return read()


def named(names: tuple[str, ...]) -> list[Source]:
    """Return the sources with these names or in these groups that may be trained on."""
    wanted = set(names)
    found = [
        source
        for source in sources().values()
        if {source.name, source.group} & wanted and not source.excluded
    ]
    unknown = wanted - {source.name for source in found} - {source.group for source in found}
    if unknown:
        raise ValueError(f"{FILE}: no source or group {', '.join(sorted(unknown))}")
    return found
