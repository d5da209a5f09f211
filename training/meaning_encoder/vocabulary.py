"""Which pieces the meaning encoder keeps, and their rows as a product code.

The first encoder's pieces, so that both cut Portuguese alike, and those that free English text uses
most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from textlint_pt_embedded.pieces import UNK, Pieces

#: how many numbers of a row one byte stands for, the first that divides it
TOGETHER = (3, 2, 1)
ROUNDS = 12
SEED = 7


def extend(source: Pieces, shared: Iterable[str], english: Iterable[str], size: int) -> list[int]:
    """Places in `source` of the `shared` pieces and of those used most in `english`, `size` in
    all; the pieces of a word stand next to each other in no order of importance."""
    known = set(shared)
    chosen = [i for i, (piece, _) in enumerate(source.pieces) if i <= UNK or piece in known]
    uses: Counter[int] = Counter()
    for text in english:
        uses.update(source.encode(text)[0])
    kept = set(chosen)
    ranked = sorted(uses.items(), key=lambda found: (-found[1], found[0]))
    more = [i for i, _ in ranked if i not in kept][: max(size - len(chosen), 0)]
    return sorted([*chosen, *more])


def coverage(source: Pieces, kept: Sequence[int], texts: Iterable[str]) -> float:
    """Share of the pieces of texts, cut by the whole vocabulary, that are kept."""
    there = set(kept)
    uses = Counter(i for text in texts for i in source.encode(text)[0])
    return sum(count for i, count in uses.items() if i in there) / max(sum(uses.values()), 1)


def product_code(
    table: NDArray[np.float32], rounds: int = ROUNDS
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Codes (rows, parts) and book (parts, 256, numbers): k-means of each part's numbers."""
    rows, width = table.shape
    together = next(size for size in TOGETHER if width % size == 0)
    parts = width // together
    rng = np.random.default_rng(SEED)
    codes = np.zeros((rows, parts), dtype=np.uint8)
    book = np.zeros((parts, 256, together), dtype=np.float32)
    for part in range(parts):
        points = table[:, part * together : (part + 1) * together]
        centres = points[rng.choice(rows, 256, replace=rows < 256)].copy()
        for _ in range(rounds):
            nearest = _nearest(points, centres)
            count = np.bincount(nearest, minlength=256)
            for column in range(together):
                total = np.bincount(nearest, points[:, column], minlength=256)
                centres[:, column] = np.where(
                    count > 0, total / np.maximum(count, 1), centres[:, column]
                )
        centres = centres.astype(np.float16).astype(np.float32)
        codes[:, part], book[part] = _nearest(points, centres), centres
    return codes, book


def _nearest(points: NDArray[np.float32], centres: NDArray[np.float32]) -> NDArray[np.int64]:
    found: NDArray[np.int64] = ((centres**2).sum(1) - 2 * points @ centres.T).argmin(1)
    return found


def same_vocabulary(source: Pieces, wanted: Pieces) -> list[int]:
    """The places in `source` of the pieces that an artefact has, in its order."""
    places = {piece: i for i, (piece, _) in enumerate(source.pieces)}
    missing = [piece for piece, _ in wanted.pieces if piece not in places]
    if missing:
        raise SystemExit(f"{len(missing)} pieces are not in the weights: {missing[:5]}")
    return [places[piece] for piece, _ in wanted.pieces]
