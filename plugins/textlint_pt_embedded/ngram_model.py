"""A back-off n-gram language model in a few megabytes of numpy arrays.

Two models are mixed, one over words (order 3) and one over classes of words (order 5): the value is
the weighted mean of their log-probabilities, so that either can reject what the other lets pass
(over all words such probabilities add up to at most 1).

A class is a frequent word by itself, or the inflections a word form may be ("N.F.S": feminine
singular noun, "A.M.P P.M.P": masculine plural adjective or participle), or a shape (name, number,
code). A word outside the vocabulary is its class, guessed from its ending; so agreement is judged
between words that were never seen beside each other, or at all.

Every value depends on its sentence alone: element-wise arithmetic, rounded to 1/1024 nat, so a
sentence is worth the same bits alone and in any batch.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from textlint_pt_embedded.ngram import GRAIN, TokenProbability
from textlint_pt_embedded.tokens import CODE, MARK, NUMBER, Token, tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

#: identifiers that every vocabulary begins with
START, END, NUMERAL, CODELIKE, ACRONYM, NAME_A, NAME_O, NAME_S, NAME = range(9)
SPECIAL = ("<s>", "</s>", "<0>", "<code>", "<SIGLA>", "<Nome-a>", "<Nome-o>", "<Nome-s>", "<Nome>")
#: an unknown word of an unknown kind
UNKNOWN = len(SPECIAL)

#: marks after which a capital is no evidence of a name
_OPENING = frozenset("\"'—…:([!?.-*•")
_LONGEST_ENDING = 5
#: tokens scored at once: bounds the memory that a long text takes
_BATCH = 200_000
#: identifiers that are looked up one by one
_FEW = 200
#: words after others whose probability is kept
_KEPT = 1_000


class Vocabulary(msgspec.Struct):
    """Words to identifiers; all others to a class by shape or ending.

    `words` maps lower-case forms; `endings` the last letters of unknown words to identifiers;
    `classes` gives the class of every identifier. The first identifiers stand for many words each;
    `spread` gives for these the log-probability of one word among them.
    """

    words: dict[str, int]
    endings: dict[str, int]
    classes: NDArray[np.uint16]
    spread: NDArray[np.float32]

    def identify(self, form: str, kind: int, initial: bool) -> int:
        """Return the identifier of a token; `initial`: its position explains a capital."""
        if kind == NUMBER:
            return NUMERAL
        if kind == CODE:
            return CODELIKE
        lower = form.lower()
        listed = self.words.get(lower)
        if listed is not None:
            return listed
        if kind == MARK:
            return UNKNOWN
        if form != lower:
            if form.isupper():
                return ACRONYM if len(form) > 1 else NAME
            if any(a.islower() and b.isupper() for a, b in pairwise(form)):
                return CODELIKE
            if not initial or self.guess(lower) == UNKNOWN:
                return name_class(lower)
        return self.guess(lower)

    def guess(self, word: str) -> int:
        """Return the identifier for an unknown lower-case word by its longest listed ending."""
        for length in range(min(_LONGEST_ENDING, len(word) - 1), 0, -1):
            found = self.endings.get(word[-length:])
            if found is not None:
                return found
        return UNKNOWN

    def encode(self, sentence: Sequence[Token]) -> list[int]:
        """Return the identifiers of a sentence's tokens between those of its start and end."""
        result = [START]
        initial = True
        for token in sentence:
            result.append(self.identify(token.form, token.kind, initial))
            initial = token.form in _OPENING
        result.append(END)
        return result


def name_class(lower: str) -> int:
    """Return identifier of an unknown name: its ending hints at gender and number."""
    return {"a": NAME_A, "o": NAME_O, "s": NAME_S}.get(lower[-1], NAME)


def is_opening(form: str) -> bool:
    return form in _OPENING


class Coded(NamedTuple):
    """Numbers as bytes on a linear scale."""

    codes: NDArray[np.uint8]
    table: Floats

    def at(self, index: Ints) -> Floats:
        values: Floats = self.table[self.codes[index]]
        return values

    def each(self) -> Callable[[int], float]:
        """Return a function that reads one value, without numpy."""
        codes, table = self.codes.data, self.table.tolist()
        return lambda index: table[codes[index]]


class BackOff:
    """N-grams as a trie in arrays: entries of a level are sorted by parent, then by word.

    `words[k]`, `values[k]`: last word and log-probability of the entries of order k + 1. Of all but
    the highest order, `children[k]` gives the number of children of each entry, `weights[k]` the
    back-off weights (log) of those entries that have any.
    """

    def __init__(
        self,
        words: Sequence[NDArray[np.uint16]],
        values: Sequence[Coded],
        weights: Sequence[Coded],
        children: Sequence[Children],
    ) -> None:
        """Store the arrays of each order of n-grams."""
        self.words = words
        self.values = values
        self.weights = weights
        self.children = children

    def log_probabilities(self, ids: Ints) -> Floats:
        """Return the log-probability of each id after those before it in its sentence.

        `ids`: sentences one after another, each opened by START (whose own value is 0).
        """
        is_start = ids == START
        result = self.values[0].at(ids)
        nodes = ids
        for order, (children, weights) in enumerate(
            zip(self.children, self.weights, strict=True), start=1
        ):
            # nodes: the entry of this order that ends at each position, -1 if there is none
            context = np.full(len(ids), -1, dtype=np.int64)
            context[1:] = nodes[:-1]
            context[is_start] = -1
            parent, has_children = children.find(context)
            nodes = _search(
                self.words[order],
                ids,
                children.starts[parent],
                children.starts[parent + has_children],
            )
            if has_children.any():
                # Katz back-off: the shorter context's value times the weight of the longer one
                backed = result + np.where(has_children, weights.at(parent), 0.0)
                values = self.values[order].at(np.maximum(nodes, 0))
                result = np.where(nodes >= 0, values, backed)
        return np.where(is_start, 0.0, result)

    @cached_property
    def step(self) -> Callable[[int, Sequence[int]], tuple[float, list[int]]]:
        """Return a function that scores one identifier without numpy, which is faster for few.

        From the identifier and the nodes that end before it (the entry of each order, -1 for none)
        it gives the log-probability and the nodes that end at it.
        """
        unigram = self.values[0].each()
        orders = [
            (words.data, value.each(), weight.each(), *children.each())
            for words, value, weight, children in zip(
                self.words[1:], self.values[1:], self.weights, self.children, strict=True
            )
        ]

        def step(word: int, before: Sequence[int]) -> tuple[float, list[int]]:
            result, nodes = unigram(word), [word]
            for context, (words, value, weight, parents, starts) in zip(
                before, orders, strict=False
            ):
                node = -1
                parent_index = bisect_left(parents, context) if context >= 0 else len(parents)
                if parent_index < len(parents) and parents[parent_index] == context:
                    end = starts[parent_index + 1]
                    found = bisect_left(words, word, starts[parent_index], end)
                    if found < end and words[found] == word:
                        node = found
                        result = value(found)
                    else:
                        result += weight(parent_index)
                nodes.append(node)
            return result, nodes

        return step


class Children:
    """Where the children of a level's entries are: those of the i-th entry that has any begin at
    `starts[i]` of the next level and end at `starts[i + 1]`."""

    def __init__(self, counts: NDArray[np.uint8], many: NDArray[np.uint16]) -> None:
        """`counts` by entry; 255 refers to the next of `many`."""
        self.parents = np.flatnonzero(counts != 0)
        exact = counts[self.parents].astype(np.int64)
        exact[exact == 255] = many
        self.starts = np.concatenate([[0], np.cumsum(exact)])

    def find(self, entries: Ints) -> tuple[Ints, NDArray[np.bool_]]:
        """Return the index of each entry among those with children (0 if it has none), and whether
        it has any."""
        if not len(self.parents):
            return np.zeros_like(entries), np.zeros(len(entries), dtype=bool)
        index = np.minimum(np.searchsorted(self.parents, entries), len(self.parents) - 1)
        is_parent = self.parents[index] == entries
        return np.where(is_parent, index, 0), is_parent

    def each(self) -> tuple[memoryview, memoryview]:
        """Return `parents` and `starts` as memory views, which are faster to read one by one."""
        return self.parents.data, self.starts.data


def _search(words: NDArray[np.uint16], targets: Ints, low: Ints, high: Ints) -> Ints:
    """Return the index of each target among the sorted `words[low:high]`, by a vectorised binary
    search; -1 if it is missing."""
    ends = high
    last = len(words) - 1
    while (active := low < high).any():
        middle = (low + high) >> 1
        is_right = words[np.minimum(middle, last)] < targets
        low = np.where(active & is_right, middle + 1, low)
        high = np.where(active & ~is_right, middle, high)
    found = low < ends
    found[found] = words[low[found]] == targets[found]
    return np.where(found, low, -1)


class _Read(NamedTuple):
    """The log-probability of an identifier after others, and the nodes of both models there."""

    value: float
    by_word: Sequence[int]
    by_class: Sequence[int]


class NgramModel:
    """The mixture, its vocabulary and its calibration (`settings`)."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        by_word: BackOff,
        by_class: BackOff,
        emission: Coded,
        settings: Mapping[str, Any],
    ) -> None:
        """Store the parts of a model file."""
        self.vocabulary = vocabulary
        self.by_word = by_word
        self.by_class = by_class
        self.emission = emission  # log P(word | class)
        self.settings = settings
        self._reach = max(len(by_word.words), len(by_class.words)) - 1
        self._found: dict[tuple[int, ...], _Read] = {}

    @classmethod
    def load(cls, path: Path) -> NgramModel:
        """Load a model file."""
        arrays = read_arrays(path)
        settings = json.loads(arrays["settings"].tobytes())
        forms = arrays["words"].tobytes().decode().split("\n")
        first = len(arrays["classes"]) - len(forms)
        vocabulary = Vocabulary(
            words=dict(zip(forms, range(first, first + len(forms)), strict=True)),
            endings=settings["endings"],
            classes=arrays["classes"],
            spread=arrays["spread"],
        )
        return cls(
            vocabulary,
            _back_off(arrays, "word"),
            _back_off(arrays, "class"),
            _coded(arrays, "emission"),
            settings,
        )

    def score(self, texts: Sequence[str]) -> list[tuple[TokenProbability, ...]]:
        """Score every token of every text, the end of the sentence included."""
        result: list[tuple[TokenProbability, ...]] = []
        batch: list[list[Token]] = []
        size = 0
        for text in texts:
            batch.append(list(tokens(text)))
            size += len(batch[-1])
            if size >= _BATCH:
                result.extend(self._score(batch))
                batch, size = [], 0
        result.extend(self._score(batch))
        return result

    def _score(self, sentences: Sequence[Sequence[Token]]) -> list[tuple[TokenProbability, ...]]:
        """Return the probabilities of the tokens of each sentence, and of its end."""
        encoded = [self.vocabulary.encode(sentence) for sentence in sentences]
        if not encoded:
            return []
        ids = np.fromiter((i for line in encoded for i in line), dtype=np.int64)
        if len(ids) <= _FEW:
            conditional = [read.value for line in encoded for read in self._reads(line)]
        else:
            conditional = self.log_probabilities(ids).tolist()
        unconditional = self.unconditional(ids).tolist()
        result = []
        offset = 0
        for sentence, line in zip(sentences, encoded, strict=True):
            token_offsets = [(token.start, token.end) for token in sentence]
            last = token_offsets[-1][1] if token_offsets else 0
            token_offsets.append((last, last))
            offset += 1  # the start has no value
            result.append(
                tuple(
                    TokenProbability(start, end, conditional[offset + n], unconditional[offset + n])
                    for n, (start, end) in enumerate(token_offsets)
                )
            )
            offset += len(line) - 1
        return result

    def log_probability(self, text: str) -> float:
        """Return the log-probability of a text and its end: the sum over its tokens.

        Corrected versions of a sentence share most words, so results after the same words are
        cached.
        """
        ids = self.vocabulary.encode(list(tokens(text)))
        return math.fsum(read.value for read in self._reads(ids))

    def _reads(self, ids: Sequence[int]) -> Iterator[_Read]:
        """Yield what both models say of each identifier of a sentence, START first. No order looks
        back over more than `_reach` identifiers: after the same ones that is kept."""
        kept = self._found
        if len(kept) > _KEPT:
            kept.clear()
        last = _Read(0.0, [START], [int(self.vocabulary.classes[START])])
        yield last
        for end in range(2, len(ids) + 1):
            ngram = tuple(ids[max(0, end - 1 - self._reach) : end])
            if ngram not in kept:
                kept[ngram] = self._step(ngram[-1], last.by_word, last.by_class)
            last = kept[ngram]
            yield last

    @cached_property
    def _step(self) -> Callable[[int, Sequence[int], Sequence[int]], _Read]:
        """Return a function that scores one identifier after the n-grams of both models before
        it."""
        vocabulary, share = self.vocabulary, self.settings["word_share"]
        classes, spread = vocabulary.classes.data, vocabulary.spread.tolist()
        of_word, of_class, emission = self.by_word.step, self.by_class.step, self.emission.each()

        def step(word: int, by_word: Sequence[int], by_class: Sequence[int]) -> _Read:
            words, by_word = of_word(word, by_word)
            chance, by_class = of_class(classes[word], by_class)
            value = share * words + (1 - share) * (chance + emission(word))
            value += spread[word] if word < len(spread) else 0.0
            return _Read(round(value * GRAIN) / GRAIN, by_word, by_class)

        return step

    def log_probabilities(self, ids: Ints) -> Floats:
        """Return the log-probability of each identifier given those before it in its sentence."""
        share = self.settings["word_share"]
        classes = self.vocabulary.classes[ids].astype(np.int64)
        words = self.by_word.log_probabilities(ids)
        by_class = self.by_class.log_probabilities(classes) + self.emission.at(ids)
        return self._rounded(share * words + (1 - share) * by_class, ids)

    def unconditional(self, ids: Ints) -> Floats:
        """Return log-probability of each identifier without context."""
        classes = self.vocabulary.classes[ids].astype(np.int64)
        return self._rounded(self.by_class.values[0].at(classes) + self.emission.at(ids), ids)

    def _rounded(self, values: Floats, ids: Ints) -> Floats:
        """Return values of listed words, and of each word of a class that stands for many; rounded
        so that batches agree."""
        spread = self.vocabulary.spread
        last = len(spread) - 1
        values = values + np.where(ids <= last, spread[np.minimum(ids, last)], 0.0)
        whole = np.where(ids == START, 0.0, values)
        rounded: Floats = np.round(whole * GRAIN) / GRAIN
        return rounded


# The file: a line of JSON that says where each array lies, then the arrays as they are in memory.
# Log-probabilities and weights are bytes on a linear scale (`NAME_scale`: lowest, step).


def write_arrays(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write named arrays to a file: a JSON header, then their bytes, padded."""
    layout: dict[str, list[Any]] = {}
    size = 0
    for name, array in arrays.items():
        layout[name] = [array.dtype.str, size, len(array)]
        size += _padded(array.nbytes)
    header = json.dumps(layout).encode()
    with path.open("wb") as stream:
        stream.write(header.ljust(_padded(len(header) + 1) - 1) + b"\n")
        for array in arrays.values():
            stream.write(array.tobytes().ljust(_padded(array.nbytes), b"\0"))


def read_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """Return the arrays of a file, mapped into memory."""
    with path.open("rb") as file:
        data = mmap(file.fileno(), 0, access=ACCESS_READ)
    line = data.find(b"\n") + 1
    return {
        name: np.frombuffer(data, dtype, count, line + at)
        for name, (dtype, at, count) in json.loads(data[:line]).items()
    }


def _padded(size: int) -> int:
    return -(-size // 8) * 8


def pack_back_off(
    arrays: dict[str, NDArray[Any]],
    name: str,
    words: Sequence[Ints],
    values: Sequence[Floats],
    weights: Sequence[Floats],
    children: Sequence[Ints],
) -> None:
    """Add one model's arrays in the form `NgramModel.load` reads; counts from 255 on are in
    `many`."""
    for order, (word, value) in enumerate(zip(words, values, strict=True)):
        if order:
            arrays[f"{name}{order}_words"] = word.astype(np.uint16)
        encode_bytes(arrays, f"{name}{order}_values", value)
    for order, (weight, count) in enumerate(zip(weights, children, strict=True)):
        encode_bytes(arrays, f"{name}{order}_weights", weight[count > 0])
        arrays[f"{name}{order}_children"] = np.minimum(count, 255).astype(np.uint8)
        arrays[f"{name}{order}_many"] = count[count >= 255].astype(np.uint16)


def encode_bytes(arrays: dict[str, NDArray[Any]], name: str, values: Floats) -> None:
    """Add an array as bytes on a linear scale, and `NAME_scale`: its lowest value and step."""
    low = float(values.min()) if len(values) else 0.0
    step = (float(values.max()) - low) / 255 if len(values) else 0.0
    step = step or 1.0
    arrays[name] = np.round((values - low) / step).astype(np.uint8)
    arrays[f"{name}_scale"] = np.array([low, step])


def _coded(arrays: Mapping[str, NDArray[Any]], name: str) -> Coded:
    low, step = arrays[f"{name}_scale"]
    return Coded(arrays[name], low + step * np.arange(256))


def _back_off(arrays: Mapping[str, NDArray[Any]], name: str) -> BackOff:
    """Return the n-gram trie of the model "word" or "class"."""
    words: list[NDArray[np.uint16]] = [np.zeros(0, dtype=np.uint16)]
    values = [_coded(arrays, f"{name}0_values")]
    weights, children = [], []
    order = 0
    while f"{name}{order}_children" in arrays:
        weights.append(_coded(arrays, f"{name}{order}_weights"))
        children.append(Children(arrays[f"{name}{order}_children"], arrays[f"{name}{order}_many"]))
        order += 1
        words.append(arrays[f"{name}{order}_words"])
        values.append(_coded(arrays, f"{name}{order}_values"))
    return BackOff(words, values, weights, children)
