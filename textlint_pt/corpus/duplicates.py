"""Near-duplicates in a collection, and passages that it has in common with itself or another.

Candidates come from two sketches of every document: MinHash of its runs of three words, compared
by locality-sensitive hashing, and a choice of its runs of ten words ("winnowing", Schleimer et al.
2003), which meets every common passage of the length that is asked for. Candidates are then
compared word by word. Sketches and texts lie in temporary files; memory holds what is compared.
"""

from __future__ import annotations

import os
import tempfile
import zlib
from array import array
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import blake2b
from typing import IO, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.contract.format import Malformed
from textlint_pt.corpus.reading import Record
from textlint_pt.formats.decoding import decode
from textlint_pt.registry.plugins import Plugins
from textlint_pt.text.words import WORD_OR_NUMBER

Hashes = npt.NDArray[np.uint64]

#: words of a shingle, whose sets similarity compares
SHINGLE = 3
#: words of a run that passages are looked up by
_RUN_WORDS = 10
_HASHES_OF_SKETCH, _SEED = 128, 7
#: of documents with an equal sketch, each is compared with the first and so many before it
_NEAREST_COMPARED = 4
#: files that runs are sorted in, one after the other
_FILES_OF_RUNS = 64
_BATCH = 256
#: words of texts that are kept in memory to be compared
_MAX_CACHED_WORDS = 500_000
#: places of a run in a text that are compared
_MAX_OCCURRENCES = 8
#: passages shown of a pair, and characters of each
_MAX_PASSAGES, _MAX_SHOWN = 5, 300
_GOLDEN_RATIO_BITS = np.uint64(0x9E3779B97F4A7C15)
_RUN_ROW = np.dtype([("hash", "<u8"), ("document", "<u4")])


class Limits(NamedTuple):
    """Similarity from which two documents are near-duplicates, words of a passage that counts."""

    similarity: float = 0.8
    passage: int = 25

    def check(self) -> None:
        if not 0 < self.similarity <= 1:
            raise UserError(f"--similarity: must be over 0 and at most 1, not {self.similarity:g}")
        if self.passage < _RUN_WORDS:
            raise UserError(f"--passage: must be at least {_RUN_WORDS} words, not {self.passage}")

    @property
    def rows(self) -> int:
        """Return the number of rows of an LSH band that finds 99.9 % of similar pairs.

        Of a pair of similarity s the r rows of a band are equal with probability s^r; it is found
        if one of the bands is equal. The more rows, the fewer other pairs are found.
        """
        best = 1
        for rows in range(1, 17):
            bands = _HASHES_OF_SKETCH // rows
            found = 1 - (1 - self.similarity**rows) ** bands
            if found >= 0.999:
                best = rows
        return best


class Place(NamedTuple):
    """Offsets of code points of the decoded text; lines and columns are from 1."""

    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int


class Passage(NamedTuple):
    """So many words in a row that both have, as the document writes them."""

    words: int
    text: str
    here: Place
    there: Place


class Match(NamedTuple):
    """A document and another, which comes before it or is in the reference.

    `similarity` is the Jaccard index of their sets of three words in a row, `copied` the share of
    the document's words that stand in common passages, of which the longest come first.
    """

    document: Record
    other: Record
    in_reference: bool
    similarity: float
    copied: float
    passages: Sequence[Passage]


class _Words(NamedTuple):
    """A document: the text as decoded, its words in lower case and where each stands."""

    raw: str
    words: list[str]
    starts: array[int]
    ends: array[int]


class Finder:
    """Reads documents once; `matches` compares them. `errors` has what could not be read."""

    def __init__(self, plugins: Plugins, limits: Limits) -> None:
        """Open temporary files for texts, LSH keys and hashes of runs."""
        limits.check()
        self._plugins = plugins
        self._limits = limits
        self._folder = tempfile.TemporaryDirectory(prefix="textlint-pt-")
        self._texts = self._file("texts")
        self._keys = self._file("keys")
        self._run_files = [self._file(f"part{n}") for n in range(_FILES_OF_RUNS)]
        self._offsets = array("Q", [0])
        self._records: list[Record] = []
        self._pending: list[Hashes] = []
        #: documents of the reference; they have the first numbers
        self.reference = 0
        self.errors: list[str] = []

    def __enter__(self) -> Finder:
        return self

    def __exit__(self, *_: object) -> None:
        for file in (self._texts, self._keys, *self._run_files):
            with suppress(OSError):  # what was not written cannot be now, either
                file.close()
        self._folder.cleanup()

    def _file(self, name: str) -> IO[bytes]:
        return open(os.path.join(self._folder.name, name), "w+b")  # noqa: PTH118, PTH123

    @property
    def documents(self) -> int:
        return len(self._records) - self.reference

    # -------------------------------------------------------------- reading

    def read(self, records: Iterable[Record], *, reference: bool = False) -> None:
        """Add documents; those of the reference must come first."""
        for record in records:
            try:
                if record.error is not None:
                    raise Unreadable(record.error)
                words = self._read(record)
            except Unreadable as error:
                self.errors.append(str(error))
                continue
            with self._disk_errors():
                self._add(record, words)
            self.reference += reference

    def _read(self, record: Record) -> _Words:
        """Return the words of a document's prose with their offsets."""
        path = record.path if record.extension is None else f"text{record.extension}"
        reader = self._plugins.format_for(path)
        raw = decode(record.path, record.data, reader)
        try:
            blocks = reader.parse(raw).blocks
        except Malformed as error:
            raise Unreadable(f"{record.path}: {error}") from error
        words, starts, ends = list[str](), array("I"), array("I")
        for block in blocks:
            content = block.content
            for found in WORD_OR_NUMBER.finditer(content.text):
                span = content.span(*found.span())
                words.append(found.group().casefold())
                starts.append(span.start)
                ends.append(span.end)
        return _Words(raw, words, starts, ends)

    @contextmanager
    def _disk_errors(self) -> Iterator[None]:
        """Turn errors of the temporary files into `UserError`."""
        try:
            yield
        except OSError as error:
            raise UserError(
                f"{self._folder.name}: cannot be written: {error.strerror}; TMPDIR names another"
                " place"
            ) from error

    def _add(self, record: Record, words: _Words) -> None:
        """Store a document's text, its shingles and the hashes of its runs."""
        packed = zlib.compress(record.data, 1)
        self._texts.write(packed)
        self._offsets.append(self._offsets[-1] + len(packed))
        number = len(self._records)
        self._records.append(record._replace(data=b"", kept={}))
        hashes = np.fromiter(map(_hash, words.words), np.uint64, len(words.words))
        self._pending.append(np.unique(_runs(hashes, SHINGLE)))
        if len(self._pending) == _BATCH:
            self._sketch()
        runs_in_passage = self._limits.passage - _RUN_WORDS + 1
        winnowed = _winnowed(_runs(hashes, _RUN_WORDS), runs_in_passage)
        rows = np.empty(len(winnowed), _RUN_ROW)
        rows["hash"], rows["document"] = winnowed, number
        parts = winnowed >> np.uint64(58)  # the first 6 bits choose one of 64 files
        for part in np.unique(parts):
            self._run_files[part].write(rows[parts == part].tobytes())

    def _sketch(self) -> None:
        """Write the LSH keys of pending documents: a hash of each band of their MinHash sketch.

        Key 0 stands for a document without words, which resembles none.
        """
        from rensa import RMinHash

        if not self._pending:
            return
        ends = np.cumsum([0, *map(len, self._pending)], dtype=np.uint64)
        flat = np.concatenate(self._pending)
        matrix = RMinHash.digest_matrix_from_flat_token_hashes(flat, ends, _HASHES_OF_SKETCH, _SEED)
        rows = self._limits.rows
        bands = _HASHES_OF_SKETCH // rows
        digests = np.array(matrix.to_rows(), dtype=np.uint64)[:, : bands * rows]
        keys = np.zeros((len(digests), bands), dtype=np.uint64)
        for row in range(rows):  # of all bands at once: a band is `rows` hashes in a row
            keys = _splitmix64(keys + digests[:, row::rows])
        keys[[not len(shingles) for shingles in self._pending]] = 0
        self._keys.write(keys.tobytes())
        self._pending.clear()

    # -------------------------------------------------------------- comparing

    def matches(self) -> Iterator[Match]:
        """Yield pairs that are near-duplicates or share a passage, by document."""
        with self._disk_errors():
            self._sketch()
            for file in (self._texts, self._keys, *self._run_files):
                file.flush()
        cache: OrderedDict[int, _Words] = OrderedDict()
        for pair in self._candidate_pairs():
            number, other = int(pair) >> 32, int(pair) & 0xFFFFFFFF
            match = self._compare(number, other, cache)
            if match.similarity >= self._limits.similarity or match.passages:
                yield match

    def _candidate_pairs(self) -> Hashes:
        """Return the pairs of documents that have a hash in common (see `_pairs_of_equal_hash`)."""
        pairs = np.empty(0, np.uint64)
        for hashes, documents in self._hashes() if self._records else ():
            pairs = np.union1d(pairs, self._pairs_of_equal_hash(hashes, documents))
        return pairs

    def _hashes(self) -> Iterator[tuple[Hashes, npt.NDArray[Any]]]:
        """Yield hashes, each with the number of a document that has it: the LSH keys of each band,
        then the runs of each file."""
        bands = _HASHES_OF_SKETCH // self._limits.rows
        keys = np.memmap(self._keys.name, np.uint64, "r", shape=(len(self._records), bands))
        for band in range(bands):
            column = np.array(keys[:, band])
            documents = np.flatnonzero(column).astype(np.uint64)  # without those of no words
            yield column[documents], documents
        del keys
        for file in self._run_files:
            rows = np.unique(np.fromfile(file.name, _RUN_ROW))
            yield rows["hash"], rows["document"]

    def _pairs_of_equal_hash(self, hashes: Hashes, documents: npt.NDArray[Any]) -> Hashes:
        """Return pairs of each document with the first of equal hash, and the nearest before it.

        A pair is one number: the later document in the upper 32 bits, the earlier in the lower.
        """
        order = np.lexsort((documents, hashes))  # by hash, then by document
        hashes, documents = hashes[order], documents[order].astype(np.uint64)
        is_first = np.concatenate([[True], hashes[1:] != hashes[:-1]])[: len(hashes)]
        positions = np.arange(len(hashes))
        # for each position that of the first one of its hash
        first = np.maximum.accumulate(np.where(is_first, positions, 0))
        distances = range(1, _NEAREST_COMPARED + 1)
        nearest = [np.maximum(positions - distance, first) for distance in distances]
        pairs = []
        for earlier in (first, *nearest):
            is_pair = (earlier < positions) & (documents >= self.reference)
            pairs.append(documents[is_pair] << np.uint64(32) | documents[earlier[is_pair]])
        return np.unique(np.concatenate(pairs))

    def _compare(self, number: int, other: int, cache: OrderedDict[int, _Words]) -> Match:
        """Compare two documents word by word."""
        here, there = self._cached_words(number, cache), self._cached_words(other, cache)
        passages, copied = _passages(here, there, self._limits.passage)
        return Match(
            document=self._records[number],
            other=self._records[other],
            in_reference=other < self.reference,
            similarity=_similarity(here.words, there.words),
            copied=copied,
            passages=passages,
        )

    def _cached_words(self, number: int, cache: OrderedDict[int, _Words]) -> _Words:
        """Return a document's words from the cache or from disk."""
        if number in cache:
            cache.move_to_end(number)
            return cache[number]
        start, end = self._offsets[number : number + 2]
        self._texts.seek(start)
        data = zlib.decompress(self._texts.read(end - start))
        words = self._read(self._records[number]._replace(data=data))
        cache[number] = words
        cached_count = sum(len(cached.words) for cached in cache.values())
        while len(cache) > 2 and cached_count > _MAX_CACHED_WORDS:  # two are compared
            _, dropped = cache.popitem(last=False)
            cached_count -= len(dropped.words)
        return words


@lru_cache(1 << 18)
def _hash(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "replace"), digest_size=8).digest(), "big")


def _splitmix64(values: Hashes) -> Hashes:
    """Return the values with their bits mixed (splitmix64)."""
    values = values + _GOLDEN_RATIO_BITS
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def _runs(hashes: Hashes, size: int) -> Hashes:
    """Return a hash of every run of `size` words; one of all words if there are fewer."""
    size = min(size, len(hashes))
    if not size:
        return hashes
    number = len(hashes) - size + 1
    runs = np.zeros(number, dtype=np.uint64)
    for offset in range(size):
        runs = _splitmix64(runs + hashes[offset : offset + number])
    return runs


def _winnowed(runs: Hashes, window: int) -> Hashes:
    """Return the least hash of each `window` runs in a row, without repetition.

    Two texts with as many runs in common share one of these hashes (winnowing).
    """
    if len(runs) <= window:
        return runs.min(keepdims=True) if len(runs) else runs
    windows = np.lib.stride_tricks.sliding_window_view(runs, window)
    return np.unique(windows.min(axis=1))


def _shingles(words: Sequence[str]) -> set[tuple[str, ...]]:
    if len(words) < SHINGLE:
        return {tuple(words)} if words else set()
    return set(zip(*(words[place:] for place in range(SHINGLE)), strict=False))


def _similarity(words: Sequence[str], other_words: Sequence[str]) -> float:
    """Return the Jaccard index of the shingles of two texts."""
    shingles, other_shingles = _shingles(words), _shingles(other_words)
    union = shingles | other_shingles
    return len(shingles & other_shingles) / len(union) if union else 0.0


def _passages(here: _Words, there: _Words, minimum: int) -> tuple[list[Passage], float]:
    """Return common runs of `minimum` words or more, longest first, and the share of `here`."""
    words, other_words = here.words, there.words
    positions: dict[tuple[str, ...], list[int]] = {}  # of each run in the other text
    for index in range(len(other_words) - minimum + 1):
        occurrences = positions.setdefault(tuple(other_words[index : index + minimum]), [])
        if len(occurrences) < _MAX_OCCURRENCES:
            occurrences.append(index)
    found: list[tuple[int, int, int]] = []  # words, start, start in the other text
    index = 0
    while index + minimum <= len(words):
        longest = 0
        for other in positions.get(tuple(words[index : index + minimum]), ()):
            size, limit = minimum, min(len(words) - index, len(other_words) - other)
            while size < limit and words[index + size] == other_words[other + size]:
                size += 1
            if size > longest:
                longest, other_start = size, other
        if longest:
            found.append((longest, index, other_start))
            index += longest
        else:
            index += 1
    copied = sum(size for size, _, _ in found) / len(words) if words else 0.0
    found.sort(key=lambda passage: (-passage[0], passage[1]))  # the longest first
    return [_passage(here, there, *passage) for passage in found[:_MAX_PASSAGES]], copied


def _passage(here: _Words, there: _Words, size: int, first: int, other_first: int) -> Passage:
    """Return a common passage with its positions in both documents."""
    position = _position(here, first, first + size)
    shown = " ".join(here.raw[position.start : position.end].split())
    if len(shown) > _MAX_SHOWN:
        shown = f"{shown[: _MAX_SHOWN - 1]}…"
    return Passage(size, shown, position, _position(there, other_first, other_first + size))


def _position(words: _Words, first: int, last: int) -> Place:
    start, end = words.starts[first], words.ends[last - 1]
    raw = words.raw
    return Place(start, end, *_line_and_column(raw, start), *_line_and_column(raw, end))


def _line_and_column(raw: str, offset: int) -> tuple[int, int]:
    return raw.count("\n", 0, offset) + 1, offset - raw.rfind("\n", 0, offset)
