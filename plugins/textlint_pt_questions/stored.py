"""An index of very many short texts on disk, made in bounded memory and read where it lies.

BM25F over stems, as `retrieval.Index` has it, whose postings are two mapped files in the order of
the terms: asking reads those of the terms that are asked for. A term is a number, its checksum
among `BUCKETS`, so that no vocabulary has to be held; of 200,000 terms one in eleven shares its
number. What is found is read by its place in a file of lines.

`np.memmap` and sorting by pieces do what is needed: `bm25s` and `tantivy` have no fields that are
weighed together, and an index of vectors (`usearch`, `hnswlib`) needs a vector for each text, which
for 10^6 texts takes the shipped encoder hours. Meaning is compared among those found by words.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textlint_pt_questions.retrieval import ANSWER, K1, B, rarity
from textlint_pt_questions.terms import stem, words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BUCKETS = 1 << 21
#: texts that are counted at once
_AT_ONCE = 20_000
_FILES = ("starts.npy", "where.npy", "worth.npy", "lines.npy", "entries.jsonl")
_WHOLE = "whole.json"

#: a question and its answer as texts ("" for none), and what is given back where it is found
Entry = tuple[str, str, Any]


def build(folder: Path, entries: Iterable[Entry]) -> int:
    """Write the index of some entries into a folder that exists; how many there are.

    What an entry gives back is kept as JSON.
    """
    import numpy as np

    triples = np.dtype([("term", "<u4"), ("at", "<i4"), ("asked", "<u2"), ("said", "<u2")])
    often = np.zeros(BUCKETS, np.int64)
    lengths: list[NDArray[np.float32]] = []
    lines: list[NDArray[np.int64]] = []
    counted = folder / "counted.tmp"
    size = place = 0
    with counted.open("wb") as out, (folder / "entries.jsonl").open("wb") as kept:
        for some in _pieces(entries):
            rows: list[tuple[int, int, int, int]] = []
            length = np.zeros((len(some), 2), np.float32)
            begins = np.zeros(len(some), np.int64)
            for at, (question, answer, given) in enumerate(some):
                asks, says = Counter(_terms(question)), Counter(_terms(answer))
                length[at] = asks.total(), says.total()
                rows += [
                    (term, size + at, min(asks[term], 65_535), min(says[term], 65_535))
                    for term in asks.keys() | says.keys()
                ]
                begins[at] = place
                place += kept.write(json.dumps(given, ensure_ascii=False).encode() + b"\n")
            piece = np.array(rows, triples)
            often += np.bincount(piece["term"], minlength=BUCKETS)
            out.write(piece.tobytes())
            lengths.append(length)
            lines.append(begins)
            size += len(some)
    starts = np.concatenate([[0], np.cumsum(often)])
    np.save(folder / "starts.npy", starts)
    np.save(folder / "lines.npy", np.concatenate([*lines, [place]]).astype(np.int64))
    every = np.concatenate(lengths) if lengths else np.zeros((0, 2), np.float32)
    share = 1 - B + B * every / np.maximum(every.mean(0) if size else 1, 1e-9)
    mapped = np.lib.format.open_memmap
    total = int(starts[-1])
    where = mapped(folder / "where.npy", mode="w+", dtype=np.int32, shape=(total,))
    worth = mapped(folder / "worth.npy", mode="w+", dtype=np.float32, shape=(total,))
    free = starts[:-1].copy()
    with counted.open("rb") as stored:
        while data := stored.read(triples.itemsize * 1_000_000):
            piece = np.frombuffer(data, triples)
            piece = piece[np.argsort(piece["term"], kind="stable")]
            terms, first, count = np.unique(piece["term"], return_index=True, return_counts=True)
            within = np.arange(len(piece)) - np.repeat(first, count)
            places = np.repeat(free[terms], count) + within
            free[terms] += count
            asked, said = share[piece["at"]].T
            value = piece["asked"] / asked + ANSWER * piece["said"] / said
            rare = [rarity(size, int(found)) for found in often[terms]]
            where[places] = piece["at"]
            worth[places] = np.repeat(rare, count) * value / (K1 + value)
    where.flush()
    worth.flush()
    counted.unlink()
    (folder / _WHOLE).write_text(json.dumps(_sums(folder)), encoding="utf-8")
    return size


class Stored:
    """An index that `build` wrote; ValueError or OSError where it is not as it was written."""

    def __init__(self, folder: Path) -> None:
        import numpy as np

        if json.loads((folder / _WHOLE).read_text(encoding="utf-8")) != _sums(folder):
            raise ValueError(f"{folder}: not as it was written")
        self._starts, self._where, self._worth, self._lines = (
            _mapped(folder / name) for name in _FILES[:4]
        )
        self._entries = folder / _FILES[4]
        self.size = len(self._lines) - 1
        self._scores = np.zeros(self.size, np.float32)

    def nearest(self, question: str, limit: int) -> list[int]:
        """The entries that share a word with the question, the best first; of equal ones the
        earlier first."""
        import numpy as np

        scores = self._scores
        scores[:] = 0
        for term in dict.fromkeys(_terms(question)):
            low, high = int(self._starts[term]), int(self._starts[term + 1])
            scores[self._where[low:high]] += self._worth[low:high]
        if self.size > limit:
            least = np.partition(scores, self.size - limit)[self.size - limit]
            best = np.flatnonzero(scores >= least) if least > 0 else np.flatnonzero(scores)
        else:
            best = np.flatnonzero(scores)
        order = best[np.argsort(-scores[best], kind="stable")][:limit]
        return [int(at) for at in order]

    def entries(self, places: Sequence[int]) -> list[Any]:
        """What was given with some entries."""
        with self._entries.open("rb") as kept:
            return [self._read(kept, at) for at in places]

    def _read(self, kept: Any, at: int) -> Any:
        kept.seek(int(self._lines[at]))
        return json.loads(kept.read(int(self._lines[at + 1] - self._lines[at])))


def _mapped(path: Path) -> Any:
    import numpy as np

    return np.load(path, mmap_mode="r")


def _pieces(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    rest = iter(entries)
    while some := list(islice(rest, _AT_ONCE)):
        yield some


def _terms(text: str) -> list[int]:
    return [_term(word) for word in words(text)]


@lru_cache(65_536)
def _term(word: str) -> int:
    return zlib.crc32(stem(word).encode()) % BUCKETS


def _sums(folder: Path) -> dict[str, str]:
    """A digest of each file."""
    result = {}
    for name in _FILES:
        with (folder / name).open("rb") as stream:
            result[name] = hashlib.file_digest(stream, "blake2b").hexdigest()
    return result
