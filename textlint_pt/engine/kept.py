"""What rules found in paragraphs, on disk from one run to the next (`parts.Store`).

Of a page in which a sentence was changed only that paragraph is looked at again. What rules make of
the findings in the whole document (`Rule.finish`) is made anew.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import msgspec

from textlint_pt.engine import cache as caching
from textlint_pt.engine.cache import Cache
from textlint_pt.report.finding import Finding

#: of what entries hold
_VERSION = "4"


class Kept:
    """The paragraphs of documents of one format. `stamp` changes with code and models."""

    def __init__(self, cache: Cache, stamp: str, format_name: str) -> None:
        self._cache = cache
        self._prefix = caching.key(_VERSION, stamp, format_name)

    def recall(
        self, depends: str, blocks: Sequence[Hashable]
    ) -> Sequence[dict[str, list[Finding]] | None]:
        """Return stored findings for each block, None where there are none."""
        keys = [self._key(depends, block) for block in blocks]
        stored = self._cache.unpacked(list(dict.fromkeys(keys)), _unpacked_all)
        return [stored.get(key) for key in keys]

    def keep(self, depends: str, found: Mapping[Hashable, dict[str, list[Finding]]]) -> None:
        packed = {self._key(depends, block): _packed_all(one) for block, one in found.items()}
        self._cache.put({key: data for key, data in packed.items() if data is not None})

    def _key(self, depends: str, block: Hashable) -> bytes:
        return caching.key(self._prefix, depends, repr(block))


class _Unpackable(TypeError):
    """A value that would not come back from JSON as it was."""


class _Entry(msgspec.Struct):
    """What is kept of a block: findings by the code of their rule."""

    kept: dict[str, list[Finding]]


def _packed_all(found: Mapping[str, Sequence[Finding]]) -> bytes | None:
    """Return an entry as bytes; None if a finding cannot be restored exactly."""
    try:
        kept = {code: list(map(_packed, findings)) for code, findings in found.items()}
    except _Unpackable:
        return None
    return json.dumps(msgspec.to_builtins(_Entry(kept))).encode()


def _packed(finding: Finding) -> Finding:
    """Return a finding whose evidence and arguments JSON can hold."""
    public = {k: v for k, v in finding.arguments.items() if not k.startswith("_")}
    return finding.replace(evidence=_pack(finding.evidence), arguments=_pack(public))


def _unpacked_all(data: bytes) -> dict[str, list[Finding]]:
    """Return the findings of an entry by the code of their rule."""
    kept = msgspec.convert(json.loads(data), _Entry).kept
    return {code: list(map(_unpacked, packed)) for code, packed in kept.items()}


def _unpacked(packed: Finding) -> Finding:
    """Return the finding that `_packed` was given."""
    evidence, arguments = _unpack(packed.evidence), _unpack(packed.arguments)
    return packed.replace(evidence=evidence, arguments=arguments)


def _pack(value: Any) -> Any:
    """Encode a value for JSON, which has no tuples and only text keys."""
    if value is None or type(value) in (str, int, float, bool):
        return value
    if type(value) is tuple:
        return {"tuple": [_pack(one) for one in value]}
    if type(value) is list:
        return [_pack(one) for one in value]
    if type(value) is dict and all(type(name) is str for name in value):
        return {"dict": {name: _pack(one) for name, one in value.items()}}
    raise _Unpackable


def _unpack(value: Any) -> Any:
    """Decode a value of `_pack`."""
    if isinstance(value, list):
        return [_unpack(one) for one in value]
    if isinstance(value, dict):
        ((kind, inside),) = value.items()
        if kind == "tuple":
            return tuple(_unpack(one) for one in inside)
        return {name: _unpack(one) for name, one in inside.items()}
    return value
