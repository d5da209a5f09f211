"""Vectors of the full 12-layer model for the first sentences: what the encoder's learn from.

adds to DIR/vectors.f16 (rows of half floats, in the order of sentences.txt) until it has them all;
a run that was broken off goes on where it stopped.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from textlint_pt_embedded.pieces import BOS, EOS, Pieces

from training.encoder import e5
from training.encoder.model import Teacher

PREFIX = "query: "


def embed(
    teacher: Teacher, pieces: Pieces, texts: list[str], device: str = "cpu"
) -> NDArray[np.float32]:
    """Unit vectors (texts, width), batched by equal length."""
    groups: dict[int, list[int]] = defaultdict(list)
    encoded = [[BOS, *pieces.encode(PREFIX + text)[0], EOS] for text in texts]
    for i, ids in enumerate(encoded):
        groups[len(ids)].append(i)
    vectors = np.empty((len(texts), teacher.width), dtype=np.float32)
    for members in groups.values():
        framed = torch.tensor([encoded[i] for i in members], device=device)
        vectors[members] = teacher(framed).float().cpu().numpy()
    return vectors


def run(
    *, data: Path, weights: Path | None = None, sentences: int = 30_000, threads: int = 1
) -> None:
    torch.set_num_threads(threads)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    known = e5.read(weights or e5.packaged())
    teacher = Teacher(known).to(device).eval()
    pieces = Pieces(zip(known.pieces, known.scores.tolist(), strict=True))
    out = data / "vectors.f16"
    row = 2 * teacher.width
    done = out.stat().st_size // row if out.exists() else 0
    with (data / "sentences.txt").open(encoding="utf-8") as stream, out.open("ab") as target:
        target.truncate(done * row)
        lines = islice((line.rstrip("\n") for line in stream), done, sentences)
        while chunk := list(islice(lines, 512)):
            vectors = embed(teacher, pieces, chunk, device)
            target.write(vectors.astype("<f2").tobytes())
            target.flush()
