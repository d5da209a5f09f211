"""Word vectors: every word has one, put together from the rows its n-grams are hashed to.

The artefact `data/vectors/`:

* `table.npy`: int8 (rows, dimensions). A word's vector is the mean of the rows of its n-grams times
  `scales.npy`, brought to unit length. Mean and leading components of the vocabulary are already
  taken off, which on a mean of rows is the same as taking them off the word.
* `scales.npy`: float32 (dimensions), what one step of the table is worth.
* `words.txt`: the commoner words with the weight each has in a bag, in hundredths; 0: no content
  word. Any other word weighs 100.
* `space.json`: how to hash (as floret does); `reference`: what distances are usual in real text.

The hashing is floret's (Boyd & Warmerdam 2022, floret: lightweight, robust word vectors): the word
between "<" and ">", and its n-grams, each hashed by MurmurHash3 x64 128 to `hashes` rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING, Any

import msgspec

from textlint_pt.contract import DocumentAnalysis, SentenceAnalysis
from textlint_pt.text.words import LETTERS
from textlint_pt_embedded import artefact
from textlint_pt_embedded.artefact import packed, unpacked

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from textlint_pt.contract import Document
    from textlint_pt.text.wmd import Bag

ARTEFACT = "vectors"
#: how a bag is kept: words, starts, ends, bytes of the weights
_BAG = tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...], bytes]
FILES = ("table.npy", "scales.npy", "words.txt", "space.json")

#: words in the form that the vectors were trained on: runs of letters, in lower case
#: letters of the longest word; a longer run is not a word
LONGEST = 64
#: words whose vectors are kept, about, from one call to the next; as bytes, which take less
KEPT = 8_000


def ngrams(word: str, shortest: int, longest: int) -> list[str]:
    """Return the word between its boundary marks, then its n-grams as floret takes them."""
    marked = f"<{word}>"
    n = len(marked)
    return [
        marked,
        *(
            marked[start : start + length]
            for start in range(n)
            for length in range(shortest, longest + 1)
            if start + length <= n
        ),
    ]


def murmur3(keys: Sequence[bytes], seed: int) -> NDArray[np.uint64]:
    """Return the MurmurHash3 x64 128 of each key as four 32-bit numbers (n, 4): low, high of
    each half."""
    import numpy as np

    word = np.uint64
    c1, c2 = word(0x87C37B91114253D5), word(0x4CF5AD432745937F)

    def rotate(x: NDArray[np.uint64], bits: int) -> NDArray[np.uint64]:
        return (x << word(bits)) | (x >> word(64 - bits))

    def mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
        x = (x ^ (x >> word(33))) * word(0xFF51AFD7ED558CCD)
        x = (x ^ (x >> word(33))) * word(0xC4CEB9FE1A85EC53)
        return x ^ (x >> word(33))

    lengths = np.array([len(key) for key in keys], dtype=np.int64)
    blocks = int(lengths.max()) // 16 + 1
    padded = b"".join(key.ljust(blocks * 16, b"\0") for key in keys)
    data = np.frombuffer(padded, dtype="<u8").reshape(len(keys), blocks, 2)
    h1 = np.full(len(keys), seed, dtype=word)
    h2 = h1.copy()
    for number in range(blocks):
        m1 = h1 ^ (rotate(data[:, number, 0] * c1, 31) * c2)
        m2 = h2 ^ (rotate(data[:, number, 1] * c2, 33) * c1)
        r1 = (rotate(m1, 27) + h2) * word(5) + word(0x52DCE729)
        r2 = (rotate(m2, 31) + r1) * word(5) + word(0x38495AB5)
        is_full_block, is_last_block = lengths // 16 > number, lengths // 16 == number
        h1 = np.where(is_full_block, r1, np.where(is_last_block, m1, h1))
        h2 = np.where(is_full_block, r2, np.where(is_last_block, m2, h2))
    h1, h2 = h1 ^ lengths.astype(word), h2 ^ lengths.astype(word)
    h1 = h1 + h2
    h2 = h2 + h1
    h1, h2 = mix(h1), mix(h2)
    h1 = h1 + h2
    h2 = h2 + h1
    low = word(0xFFFFFFFF)
    return np.stack([h1 & low, h1 >> word(32), h2 & low, h2 >> word(32)], axis=1)


class Hashing(msgspec.Struct, frozen=True):
    """How a word becomes rows: rows in all, hashes an n-gram, n-gram lengths, seed."""

    rows: int
    hashes: int
    shortest: int
    longest: int
    seed: int

    def rows_of(self, words: Sequence[str]) -> Iterator[NDArray[np.int64]]:
        """Yield the row numbers of each word, an n-gram's hashes one after the other."""
        import numpy as np

        if not words:
            return
        pieces = [ngrams(word, self.shortest, self.longest) for word in words]
        keys = [piece.encode() for grams in pieces for piece in grams]
        rows = murmur3(keys, self.seed)[:, : self.hashes] % np.uint64(self.rows)
        flat = rows.astype(np.int64)
        at = 0
        for grams in pieces:
            yield flat[at : at + len(grams)].ravel()
            at += len(grams)


class Space:
    """The loaded artefact: bags of words with weights and vectors."""

    def __init__(
        self,
        table: NDArray[np.int8],
        scales: NDArray[np.float32],
        hashing: Hashing,
        weights: Mapping[str, float],
    ) -> None:
        """Store the quantised table, its step sizes and the weights of words."""
        self._table, self._scales, self._hashing = table, scales, hashing
        self._weights = weights
        self._known: dict[str, bytes] = {}

    @classmethod
    def shipped(cls) -> Space:
        for file in artefact.manifest(ARTEFACT):
            artefact.verified(ARTEFACT, file)
        return cls.read(artefact.DATA / ARTEFACT)

    @classmethod
    def read(cls, folder: Path) -> Space:
        """Load the artefact from a folder."""
        import numpy as np

        description = json.loads((folder / "space.json").read_text(encoding="utf-8"))
        fields = (folder / "words.txt").read_text(encoding="utf-8").split()
        weights = [int(hundredths) / 100 for hundredths in fields[1::2]]
        return cls(
            # read where it is needed; as a plain array, which is quicker to take rows from
            np.asarray(np.load(folder / "table.npy", mmap_mode="r")),
            np.load(folder / "scales.npy"),
            Hashing(**description["hashing"]),
            dict(zip(fields[::2], weights, strict=True)),
        )

    def weight(self, word: str) -> float:
        """Return how much a word counts, 0 to 1: 0 is not a content word."""
        return self._weights.get(word, 1.0) if 1 < len(word) <= LONGEST else 0.0

    def vectors(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Return vectors (n, d) of unit length."""
        import numpy as np

        # bounds the memory
        if len(self._known) > KEPT:
            self._known.clear()
        fresh = [word for word in dict.fromkeys(words) if word not in self._known]
        for word, rows in zip(fresh, self._hashing.rows_of(fresh), strict=True):
            # a sum of whole numbers: exact, whatever the order
            vector = self._table[rows].sum(axis=0, dtype=np.int32) * self._scales
            length = float(np.sqrt((vector.astype(np.float64) ** 2).sum()))
            self._known[word] = (vector / (length or 1.0)).astype(np.float32).tobytes()
        found = bytearray().join([self._known[word] for word in words])
        return np.frombuffer(found, np.float32).reshape(-1, len(self._scales))

    def bags(self, texts: Sequence[str]) -> list[Bag]:
        """Return the bag of each text: its distinct content words; repeated ones weigh more."""
        found = [self._word_places(text) for text in texts]
        # all words of all texts at once: hashing is quick in bulk
        self.vectors([word for words in found for word in words])
        return [self._bag(words) for words in found]

    def _word_places(self, text: str) -> dict[str, list[tuple[int, int]]]:
        """Return the offsets of each content word."""
        from textlint_pt.text.segmentation import TokenKind, tokens

        places: dict[str, list[tuple[int, int]]] = {}
        for token in tokens(text):
            if token.kind is not TokenKind.WORD:
                continue
            for match in LETTERS.finditer(token.text):
                word = intern(match.group().lower())
                if self.weight(word) > 0:
                    start = token.start + match.start()
                    places.setdefault(word, []).append((start, start + len(match.group())))
        return places

    def _bag(self, places: Mapping[str, Sequence[tuple[int, int]]]) -> Bag:
        """Return the bag of words at these offsets, weights summing to 1; a word counts as often
        as it occurs."""
        import numpy as np

        from textlint_pt.text.wmd import LookedUp

        words = tuple(places)
        weights_of_words = np.array([self.weight(word) * len(places[word]) for word in words])
        return LookedUp(
            words,
            tuple(places[word][0][0] for word in words),
            tuple(places[word][0][1] for word in words),
            weights_of_words / weights_of_words.sum() if words else weights_of_words,
            self.vectors,
        )


class WordVectors(artefact.Made, SentenceAnalysis):
    """`word-vectors`: the `textlint_pt.text.wmd.Bag` of each sentence."""

    name = "word-vectors"
    artefacts = (ARTEFACT,)

    @cached_property
    def _space(self) -> Space:
        return Space.shipped()

    def run(self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]) -> Sequence[Bag]:
        return self._space.bags(texts)

    def pack(self, value: Bag) -> bytes:
        return packed((value.words, value.starts, value.ends, value.weights.tobytes()))

    def unpack(self, data: bytes) -> Bag:
        """Return the value from the bytes of the cache."""
        import numpy as np

        from textlint_pt.text.wmd import LookedUp

        words, starts, ends, weights = unpacked(data, _BAG)
        words = tuple(map(intern, words))
        return LookedUp(words, starts, ends, np.frombuffer(weights), self._space.vectors)


class UsualDistances(artefact.Made, DocumentAnalysis):
    """`word-vectors-reference`: what distances over `word-vectors` are usual in real text.

    A mapping, the same for every document, described in the metric that reads it
    (`focus.transition`). Whoever provides other word vectors provides this with them.
    """

    name = "word-vectors-reference"
    artefacts = (ARTEFACT,)

    def run(self, document: Document, given: Mapping[str, Sequence[Any]]) -> Mapping[str, Any]:
        reference: Mapping[str, Any] = self._reference
        return reference

    @cached_property
    def _reference(self) -> dict[str, Any]:
        path = artefact.verified(ARTEFACT, "space.json")
        reference: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["reference"]
        return reference
