"""Which pieces the meaning encoder keeps, and their rows as a product code.

The first encoder's pieces, so that both cut Portuguese alike, and those that free English text uses
most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.vq import kmeans2, vq
from textlint_pt_embedded.pieces import UNK, Pieces

#: how many numbers of a row one byte stands for, the first that divides it
PART_WIDTHS = (3, 2, 1)
ROUNDS = 12
SEED = 7


def extend(source: Pieces, shared: Iterable[str], english: Iterable[str], size: int) -> list[int]:
    """Return indices in `source` of the `shared` pieces and the commonest of `english`.

    `size` in all, sorted.
    """
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
    """Return the share of the pieces of texts that are kept."""
    there = set(kept)
    uses = Counter(i for text in texts for i in source.encode(text)[0])
    return sum(count for i, count in uses.items() if i in there) / max(sum(uses.values()), 1)


def product_code(
    table: NDArray[np.float32], rounds: int = ROUNDS
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Return codes (rows, parts) and book (parts, 256, numbers) of a product quantisation: k-means
    with 256 centres for each part of a row."""
    rows, width = table.shape
    part_width = next(size for size in PART_WIDTHS if width % size == 0)
    parts = width // part_width
    rng = np.random.default_rng(SEED)
    codes = np.zeros((rows, parts), dtype=np.uint8)
    book = np.zeros((parts, 256, part_width), dtype=np.float32)
    for part in range(parts):
        points = table[:, part * part_width : (part + 1) * part_width]
        centres = points[rng.choice(rows, 256, replace=rows < 256)].copy()
        centres, _ = kmeans2(points, centres, iter=rounds, minit="matrix", missing="warn")
        book[part] = centres.astype(np.float16)
        codes[:, part], _ = vq(points, book[part])
    return codes, book


def same_vocabulary(source: Pieces, wanted: Pieces) -> list[int]:
    """Return the indices in `source` of an artefact's pieces, in its order."""
    places = {piece: i for i, (piece, _) in enumerate(source.pieces)}
    missing = [piece for piece, _ in wanted.pieces if piece not in places]
    if missing:
        raise SystemExit(f"{len(missing)} pieces are not in the weights: {missing[:5]}")
    return [places[piece] for piece, _ in wanted.pieces]
