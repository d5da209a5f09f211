"""The meaning encoder: what a sentence and each of its words say, in Portuguese and in English.

It is read only when something asks for `meaning-vectors` or `meaning-tokens`. One pass gives both.
Sentences of as many pieces are run together: the model rounds piece by piece, so a sentence has the
same bits in any company.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from textlint_pt.contract import SentenceAnalysis
from textlint_pt.text.segmentation import TokenKind, tokens
from textlint_pt_embedded import artefact
from textlint_pt_embedded.encoder import session

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ARTEFACT = "meaning-encoder"
#: what the model was taught to read before a sentence
PREFIX = "query:"
#: the layer whose states tell words apart best
WORDS_AT = 9
#: pieces of a sentence that are read
LONGEST = 125
WIDTH = 384
#: the longest piece has 16 characters, and a space stands before it
_MAX_CHARACTERS = 17 * LONGEST
_MAX_BATCH = 32  # sentences of one pass, at most


class WordMeanings(msgspec.Struct, frozen=True):
    """`places`: (start, end) of each word or number that was read, in order; `vectors` (words,
    384): what each says beside the rest of its sentence (the mean removed), float32 of unit length,
    so that products are cosines; all 0 where a sentence has one word."""

    places: tuple[tuple[int, int], ...]
    vectors: NDArray[np.float32]


def places_of(
    text: str, starts: Sequence[int]
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return offsets of words and numbers, and the pieces (first, one past last) of each.

    `starts`: where each piece starts. Words beyond the last piece read are skipped.
    """
    offsets: list[tuple[int, int]] = []
    pieces: list[tuple[int, int]] = []
    for token in tokens(text) if starts else ():
        is_unread = len(starts) == LONGEST and token.start > starts[-1]
        if is_unread or len(offsets) == LONGEST:
            break
        if token.kind is not TokenKind.PUNCTUATION:
            first = max(0, bisect_right(starts, token.start) - 1)
            offsets.append((token.start, token.end))
            pieces.append((first, max(first + 1, bisect_left(starts, token.end))))
    return offsets, pieces


def centred(states: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the states (words, width) without their mean, of unit length."""
    import numpy as np

    deviations = states - states.mean(0, keepdims=True)
    norms = np.sqrt((deviations * deviations).sum(1, keepdims=True))
    unit: NDArray[np.float32] = np.where(norms > 1e-6, deviations / np.maximum(norms, 1e-6), 0)
    return unit


def unpacked(path: Path) -> dict[str, NDArray[Any]]:
    """Return the int8 weights of each linear map, and the scales of its inputs and outputs, by the
    names that the model has for them.

    `training.meaning_encoder.graph` writes the file: weights in 4 bits, the first half of a block
    of 32 in the low halves of the bytes, with scales of a block (int8) and of an output.
    """
    import numpy as np

    found: dict[str, NDArray[Any]] = {}
    with np.load(path) as stored:
        for kind in ("qkv", "attended", "up", "down"):
            names = ("nibbles", "blocks", "unit", "smooth", "columns")
            arrays = {name: stored[f"{kind}.{name}"] for name in names}
            for layer, nibbles in enumerate(arrays["nibbles"]):
                name, outputs = f"layers.{layer}.{kind}", len(nibbles)
                unit, smooth = (arrays[key][layer].astype(np.float32) for key in ("unit", "smooth"))
                scales = arrays["blocks"][layer] * unit[:, None]
                whole = np.empty((*nibbles.shape[:2], 32), dtype=np.float32)
                whole[..., :16], whole[..., 16:] = nibbles & 15, nibbles >> 4
                whole = (whole - 8) * scales[..., None]
                weights = whole.reshape(outputs, -1)
                weights *= smooth
                whole = np.round(weights, out=weights).astype(np.int8)
                found[f"{name}.weights"] = np.ascontiguousarray(whole.T)
                found[f"{name}.smooth"] = smooth
                found[f"{name}.columns"] = arrays["columns"][layer].astype(np.float32)
    return found


class Model:
    """An exported meaning encoder: `file` gives the path of each of its files by name."""

    def __init__(self, file: Callable[[str], Path]) -> None:
        from textlint_pt_embedded.pieces import Pieces

        self._session = session(file("model.onnx"), unpacked(file("weights.npz")))
        self._pieces = Pieces.read(file("pieces.tsv"))
        self._prefix = self._pieces.encode(PREFIX)[0]

    def vectors(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """Return a unit vector of each text; of one without pieces, zeros."""
        return [vector for vector, _ in self.encode(texts)]

    def encode(self, texts: Sequence[str]) -> list[tuple[NDArray[np.float32], WordMeanings]]:
        """Return the vector and the words of each text; texts of as many pieces are run
        together."""
        import numpy as np

        from textlint_pt_embedded.pieces import BOS, EOS

        pieces = [self._pieces.encode(text[:_MAX_CHARACTERS], LONGEST) for text in texts]
        numbers_by_length: dict[int, list[int]] = defaultdict(list)
        for number, (ids, _) in enumerate(pieces):
            numbers_by_length[len(ids)].append(number)
        nothing = np.zeros(WIDTH, dtype=np.float32)
        empty = WordMeanings((), np.zeros((0, WIDTH), dtype=np.float32))
        result = [(nothing, empty)] * len(texts)
        for length, numbers in numbers_by_length.items():
            for start in range(0, len(numbers) if length else 0, _MAX_BATCH):
                group = numbers[start : start + _MAX_BATCH]
                rows = [[BOS, *self._prefix, *pieces[number][0], EOS] for number in group]
                inputs = {"ids": np.array(rows, dtype=np.int64)}
                states, tokens = self._session.run(None, inputs)
                for text_index, number in enumerate(group):
                    sentence_states = tokens[text_index, 1 + len(self._prefix) : -1]
                    words = _words(
                        texts[number][:_MAX_CHARACTERS], pieces[number][1], sentence_states
                    )
                    result[number] = (_unit(states[text_index].mean(0)), words)
        return result


def _unit(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    import numpy as np

    found: NDArray[np.float32] = vector / np.sqrt((vector * vector).sum())
    return found


def _words(text: str, starts: Sequence[int], states: NDArray[np.float32]) -> WordMeanings:
    """Return the vectors of a text's words from the states of its pieces."""
    import numpy as np

    offsets, pieces = places_of(text, starts)
    if not offsets:
        return WordMeanings((), np.zeros((0, WIDTH), dtype=np.float32))
    means = np.stack([states[first:end].mean(0) for first, end in pieces])
    return WordMeanings(tuple(offsets), centred(means).astype(np.float16).astype(np.float32))


@cache
def model() -> Model:
    """Return the shipped meaning encoder, read when it is first needed."""
    return Model(lambda name: artefact.verified(ARTEFACT, name))


#: what one of the two analyses computed for the other
_recent: OrderedDict[str, tuple[NDArray[np.float32], WordMeanings]] = OrderedDict()
_RECENT = 256


def _encode(texts: Sequence[str]) -> list[tuple[NDArray[np.float32], WordMeanings]]:
    """Return the vector and words of each text; recent texts are not read again."""
    unread = [text for text in dict.fromkeys(texts) if text not in _recent]
    results = {text: _recent[text] for text in texts if text in _recent}
    results.update(zip(unread, model().encode(unread), strict=True))
    for text in unread:
        _recent[text] = results[text]
    while len(_recent) > _RECENT:
        _recent.popitem(last=False)
    return [results[text] for text in texts]


class _Reading(artefact.Made, SentenceAnalysis):
    """A view of what the model says of a sentence."""

    cached: ClassVar[bool] = True
    artefacts = (ARTEFACT,)


class MeaningVectors(_Reading, artefact.Vectors):
    """`meaning-vectors`: 384 float32 of unit length per sentence; cosines are their products."""

    name: ClassVar[str] = "meaning-vectors"

    def run(
        self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> Sequence[NDArray[np.float32]]:
        return [vector for vector, _ in _encode(texts)]


class MeaningTokens(_Reading):
    """`meaning-tokens`: `WordMeanings` per sentence."""

    name: ClassVar[str] = "meaning-tokens"

    def run(
        self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> Sequence[WordMeanings]:
        return [words for _, words in _encode(texts)]

    def reads_whole(self, text: str, value: WordMeanings) -> bool:
        end = value.places[-1][1] if value.places else 0
        return not any(map(str.isalnum, text[end:]))

    def pack(self, value: WordMeanings) -> bytes:
        import numpy as np

        places = np.array(value.places, dtype="<u4").tobytes()
        count = len(value.places).to_bytes(4, "little")
        return count + places + value.vectors.astype("<f2").tobytes()

    def unpack(self, data: bytes) -> WordMeanings:
        """Return the value that `pack` wrote: a count, (start, end) of each word, vectors as
        float16."""
        import numpy as np

        count = int.from_bytes(data[:4], "little")
        places = np.frombuffer(data, dtype="<u4", count=2 * count, offset=4).reshape(-1, 2)
        vectors = np.frombuffer(data, dtype="<f2", offset=4 + 8 * count).astype(np.float32)
        return WordMeanings(
            tuple((start, end) for start, end in places.tolist()),
            vectors.reshape(count, -1) if count else vectors.reshape(0, WIDTH),
        )
