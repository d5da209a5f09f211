"""The encoder's views of a sentence: how likely each word is at fault, and a vector for the whole.

One pass gives both. Sentences go through one at a time: the model's activations are scaled by what
is in the call, so a sentence in company would have other last bits than alone.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textlint_pt.analysis import Analysis, MissingNeed, SentenceAnalysis
from textlint_pt_embedded import artefact

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ARTEFACT = "encoder"
LONGEST = 126  # pieces of a sentence that are read; the model has two places more


class WordFault(NamedTuple):
    """A token of the sentence and the probability, in [0, 1], that it is wrong or follows a gap."""

    start: int
    end: int
    probability: float


@dataclass(frozen=True, slots=True)
class Encoded:
    """`words`: the tokens that the model read, in order; `vector`: 384 float32, of unit length."""

    words: tuple[WordFault, ...]
    vector: NDArray[np.float32]


class Model:
    """An exported encoder: `model.onnx` and `pieces.tsv`."""

    def __init__(self, model: Path, pieces: Path) -> None:
        try:
            import onnxruntime
        except ImportError as error:
            raise MissingNeed(
                "the shipped encoder needs onnxruntime: pip install onnxruntime"
            ) from error
        from textlint_pt_embedded.pieces import Pieces

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
        self._width: int = self._session.get_outputs()[1].shape[-1]
        self._pieces = Pieces.read(pieces)

    def encode(self, text: str) -> Encoded:
        """One sentence of normalised text."""
        import numpy as np

        from textlint_pt_embedded.pieces import BOS, EOS

        ids, starts = self._pieces.encode(text, LONGEST)
        if not ids:
            return Encoded((), np.zeros(self._width, dtype=np.float32))
        framed = np.array([[BOS, *ids, EOS]], dtype=np.int64)
        probabilities, vector = self._session.run(None, {"ids": framed})
        found = probabilities[0, 1:-1].tolist()
        return Encoded(tuple(words(text, starts, found)), vector[0])


def words(text: str, starts: Sequence[int], probabilities: Sequence[float]) -> list[WordFault]:
    """Tokens with the probability of the piece in which each starts, up to the last piece read."""
    from textlint_pt.segmentation import tokens

    result: list[WordFault] = []
    at, last = 0, len(starts) - 1
    for token in tokens(text):
        if at == last and token.start > starts[last] and last + 1 == LONGEST:
            break
        while at < last and starts[at + 1] <= token.start:
            at += 1
        result.append(WordFault(token.start, token.end, probabilities[at]))
    return result


class EncoderAnalysis(SentenceAnalysis):
    """`encoder`: one `Encoded` a sentence."""

    name: ClassVar[str] = "encoder"
    cached: ClassVar[bool] = True

    @property
    def digest(self) -> str:
        return artefact.digest(ARTEFACT)

    @cached_property
    def _model(self) -> Model:
        return Model(
            artefact.verified(ARTEFACT, "model.onnx"), artefact.verified(ARTEFACT, "pieces.tsv")
        )

    def run(self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]) -> Sequence[Encoded]:
        return [self._model.encode(text) for text in texts]

    def pack(self, value: Encoded) -> bytes:
        words = b"".join(
            struct.pack("<IIf", word.start, word.end, word.probability) for word in value.words
        )
        return struct.pack("<I", len(value.words)) + words + value.vector.tobytes()

    def unpack(self, data: bytes) -> Encoded:
        import numpy as np

        (count,) = struct.unpack_from("<I", data)
        end = 4 + 12 * count
        words = tuple(WordFault(*fields) for fields in struct.iter_unpack("<IIf", data[4:end]))
        return Encoded(words, np.frombuffer(data, dtype=np.float32, offset=end))


class ErrorProbabilities(SentenceAnalysis):
    """`error-probabilities`: a tuple of `WordFault` a sentence."""

    name: ClassVar[str] = "error-probabilities"
    needs: ClassVar[tuple[str, ...]] = ("encoder",)

    @property
    def digest(self) -> str:
        return artefact.digest(ARTEFACT)

    def run(
        self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> Sequence[tuple[WordFault, ...]]:
        return [encoded.words for encoded in given["encoder"]]


class SentenceVectors(SentenceAnalysis):
    """`sentence-vectors`: 384 float32 of unit length a sentence; cosines are their products."""

    name: ClassVar[str] = "sentence-vectors"
    needs: ClassVar[tuple[str, ...]] = ("encoder",)

    @property
    def digest(self) -> str:
        return artefact.digest(ARTEFACT)

    def run(
        self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> Sequence[NDArray[np.float32]]:
        return [encoded.vector for encoded in given["encoder"]]


def analyses() -> Sequence[Analysis]:
    """All that the encoder provides; nothing is read before one of them runs."""
    return [EncoderAnalysis(), ErrorProbabilities(), SentenceVectors()]
