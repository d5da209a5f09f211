"""Values of sentences as bytes, as the cache keeps them: MessagePack, and of the expected shape."""

from __future__ import annotations

from functools import cache
from typing import Any


def packed(value: Any) -> bytes:
    import msgspec

    return msgspec.msgpack.encode(value)


def unpacked(data: bytes, shape: Any) -> Any:
    """What was packed; `ValueError` if it is not of this shape (a type that can be hashed)."""
    return _decoder(shape).decode(data)


@cache
def _decoder(shape: Any) -> Any:
    import msgspec

    return msgspec.msgpack.Decoder(shape)
