"""The encoder's analyses of a sentence: how likely each word is wrong, a vector for the sentence,
and tag and head of each word.

One pass gives all of them. Sentences are run one at a time: the model's activations are scaled by
the whole input, so in a batch a sentence would have other last bits than alone.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textlint_pt.contract import (
    Analysis,
    MissingNeed,
    Resource,
    SentenceAnalysis,
)
from textlint_pt.interrupts import interrupts_wait
from textlint_pt.text.parse import ParsedWord
from textlint_pt_embedded import artefact, edits
from textlint_pt_embedded.edits import EditsAnalysis, TagChoice
from textlint_pt_embedded.packing import packed, unpacked
from textlint_pt_embedded.parse import Choice, Labels, Lemma, Parser, Place, interpret
from textlint_pt_embedded.spacy_doc import SpacyDoc

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession

    from textlint_pt.text.segmentation import Token

ARTEFACT = "encoder"
_WORD, _CHOICE, _EDIT = (struct.Struct(form) for form in ("<IIf", "<5H2B", "<2H2f"))
_LEMMAS = 10_000  # words whose lemma is kept
#: pieces of a sentence that are read, and tokens at most; the model has two more positions
LONGEST = 126
#: no more characters can be read: the longest piece has 16, and a space stands before it
_CHARACTERS = 17 * LONGEST


class WordFault(NamedTuple):
    """A token of the sentence and the probability, in [0, 1], that it is wrong or follows a gap."""

    start: int
    end: int
    probability: float


@dataclass(frozen=True, slots=True)
class Encoded:
    """`words`: the tokens that the model read, in order; `vector`: 384 float32, of unit length;
    `choices`: the words of those tokens (analysis `parse` says what they mean); `edits`: what may
    become of them (analysis `edits`)."""

    words: tuple[WordFault, ...]
    vector: NDArray[np.float32]
    choices: tuple[Choice, ...]
    edits: tuple[TagChoice, ...] = ()


class _Passed(NamedTuple):
    """A sentence that the encoder has read; `places`: its tokens, each with its first piece."""

    text: str
    starts: Sequence[int]
    places: Sequence[tuple[Token, int]]
    faults: Sequence[WordFault]
    vector: NDArray[np.float32]
    mixed: NDArray[np.float32]


def runtime(module: str = "onnxruntime") -> Any:
    """onnxruntime, or a module of it: whoever needs it asks here."""
    try:
        with interrupts_wait():  # in an import from C they are lost, or become an `ImportError`
            return import_module(module)
    except ImportError as error:
        raise MissingNeed(
            "the shipped encoder needs onnxruntime: pip install onnxruntime"
        ) from error


def session(model: Path, weights: Mapping[str, NDArray[Any]] | None = None) -> InferenceSession:
    """An ONNX model on one thread; `weights` are those constants that its file leaves out."""
    onnxruntime = runtime()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    if weights:
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(value) for value in weights.values()]
        options.add_external_initializers(list(weights), values)
    providers = ["CPUExecutionProvider"]
    made: InferenceSession = onnxruntime.InferenceSession(str(model), options, providers=providers)
    return made


class Model:
    """An exported encoder: `file` gives the path of each of its files by name; without an `editor`
    no edits are proposed."""

    def __init__(self, file: Callable[[str], Path], editor: edits.Editor | None = None) -> None:
        from textlint_pt_embedded.pieces import Pieces

        self._session = session(file("model.onnx"))
        self._width: int = self._session.get_outputs()[1].shape[-1]
        self._pieces = Pieces.read(file("pieces.tsv"))
        self.labels = Labels.read(file("labels.json"))
        self._editor = editor
        self._parser = Parser(session(file("parser.onnx")), self.labels)

    def encode(self, texts: Sequence[str]) -> list[Encoded]:
        """Sentences of normalised text.

        Each is run by itself, but parser and editor follow once all have been read: with every
        sentence their weights and the encoder's would drive one another out of the processor's
        cache, which costs as much time as a short sentence takes.
        """
        import numpy as np

        from textlint_pt_embedded.words import split

        passed = [self._read(text[:_CHARACTERS]) for text in texts]
        choices = [
            self._parser.sentence(list(split(one.text))[: len(one.places)], one.starts, one.mixed)
            if one
            else ()
            for one in passed
        ]
        # the first piece is the mark of the beginning
        found = [
            tuple(self._editor.choices(one.mixed, [1 + piece for _, piece in one.places]))
            if one and self._editor
            else ()
            for one in passed
        ]
        return [
            Encoded(tuple(one.faults), one.vector, chosen, edits)
            if one
            else Encoded((), np.zeros(self._width, dtype=np.float32), ())
            for one, chosen, edits in zip(passed, choices, found, strict=True)
        ]

    def _read(self, text: str) -> _Passed | None:
        ids, starts = self._pieces.encode(text, LONGEST)
        if not ids:
            return None
        probabilities, vector, mixed = self._pass(ids)
        places = first_pieces(text, starts)
        faults = words(places, probabilities[0, 1:-1].tolist())
        return _Passed(text, starts, places, faults, vector[0], mixed)

    def faults(self, text: str) -> tuple[WordFault, ...]:
        """The words of `encode` alone, at lower cost."""
        passed = self._read(text[:_CHARACTERS])
        return tuple(passed.faults) if passed else ()

    def read(self, text: str, places: Sequence[Place]) -> tuple[Choice, ...]:
        """Choices of words that are given; those beyond the last piece read are left out."""
        ids, starts = self._pieces.encode(text[:_CHARACTERS], LONGEST)
        if len(starts) == LONGEST:
            places = [place for place in places if place.start <= starts[-1]]
        places = places[: 2 * LONGEST]
        if not ids or not places:
            return ()
        return self._parser.words(places, starts, self._pass(ids)[2])

    def _pass(self, ids: Sequence[int]) -> list[NDArray[np.float32]]:
        import numpy as np

        from textlint_pt_embedded.pieces import BOS, EOS

        framed = np.array([[BOS, *ids, EOS]], dtype=np.int64)
        found: list[NDArray[np.float32]] = self._session.run(None, {"ids": framed})
        return found


@cache
def model() -> Model:
    """The shipped encoder, read when it is first needed."""
    return Model(lambda name: artefact.verified(ARTEFACT, name), edits.editor())


@cache
def lemmas() -> Lemma:
    """Lemmas by the form lexicon. Most words of a text occur again."""
    from textlint_pt_embedded.forms import form_lexicon

    return lru_cache(_LEMMAS)(form_lexicon().lemma)


def first_pieces(text: str, starts: Sequence[int]) -> list[tuple[Token, int]]:
    """Tokens, each with the piece in which it starts, up to the last piece read.

    Many tokens may stand in one unknown piece: no more are read than a sentence has pieces.
    """
    from textlint_pt.text.segmentation import tokens

    result: list[tuple[Token, int]] = []
    at, last = 0, len(starts) - 1
    for token in islice(tokens(text), LONGEST):
        if at == last and token.start > starts[last] and last + 1 == LONGEST:
            break
        while at < last and starts[at + 1] <= token.start:
            at += 1
        result.append((token, at))
    return result


def words(places: Sequence[tuple[Token, int]], probabilities: Sequence[float]) -> list[WordFault]:
    """Tokens with the probability of the piece in which each starts."""
    return [WordFault(token.start, token.end, probabilities[piece]) for token, piece in places]


#: sentences from which on two threads pay, and how many a thread reads at a time
TOGETHER, _AT_A_TIME = 8, 32


class EncoderAnalysis(SentenceAnalysis):
    """`encoder`: one `Encoded` per sentence."""

    name: ClassVar[str] = "encoder"
    version: ClassVar[int] = 3
    cached: ClassVar[bool] = True

    @property
    def digest(self) -> str:
        return artefact.digest(ARTEFACT) + artefact.digest(edits.ARTEFACT)

    def run(self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]) -> Sequence[Encoded]:
        encode = model().encode
        size = min(_AT_A_TIME, len(texts) // 2 + 1)  # of few, half for each thread
        parts = [texts[at : at + size] for at in range(0, len(texts), size)]
        if len(texts) < TOGETHER or os.cpu_count() == 1:
            return [one for part in parts for one in encode(part)]
        from concurrent.futures import ThreadPoolExecutor

        # onnxruntime lets go of the interpreter while it computes, and a session may be shared
        pool = ThreadPoolExecutor(2)
        try:
            return [one for part in pool.map(encode, parts) for one in part]
        finally:
            pool.shutdown(cancel_futures=True)

    def reads_whole(self, text: str, value: Encoded) -> bool:
        end = value.words[-1].end if value.words else 0
        return not any(map(str.isalnum, text[end:]))

    def pack(self, value: Encoded) -> bytes:
        return b"".join(
            [
                struct.pack("<III", len(value.words), len(value.choices), len(value.edits)),
                *(_WORD.pack(*word) for word in value.words),
                *(_CHOICE.pack(*choice) for choice in value.choices),
                *(_EDIT.pack(*edit) for edit in value.edits),
                value.vector.tobytes(),
            ]
        )

    def unpack(self, data: bytes) -> Encoded:
        import numpy as np

        numbers = struct.unpack_from("<III", data)
        parts, at = [], 12
        for shape, number in zip((_WORD, _CHOICE, _EDIT), numbers, strict=True):
            parts.append(list(shape.iter_unpack(data[at : at + shape.size * number])))
            at += shape.size * number
        words, choices, found = parts
        return Encoded(
            tuple(WordFault(*fields) for fields in words),
            np.frombuffer(data, dtype=np.float32, offset=at),
            tuple(Choice(*fields) for fields in choices),
            tuple(TagChoice(*fields) for fields in found),
        )


class ErrorProbabilities(SentenceAnalysis):
    """`error-probabilities`: a tuple of `WordFault` per sentence."""

    name: ClassVar[str] = "error-probabilities"
    needs: ClassVar[tuple[str, ...]] = ("encoder",)

    @property
    def digest(self) -> str:
        return artefact.digest(ARTEFACT)

    def run(
        self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> Sequence[tuple[WordFault, ...]]:
        return [encoded.words for encoded in given["encoder"]]

    def pack(self, value: tuple[WordFault, ...]) -> bytes:
        return b"".join(_WORD.pack(*word) for word in value)

    def unpack(self, data: bytes) -> tuple[WordFault, ...]:
        return tuple(WordFault(*fields) for fields in _WORD.iter_unpack(data))


class SentenceVectors(SentenceAnalysis):
    """`sentence-vectors`: 384 float32 of unit length per sentence; cosines are their products."""

    name: ClassVar[str] = "sentence-vectors"
    needs: ClassVar[tuple[str, ...]] = ("encoder",)

    @property
    def digest(self) -> str:
        return artefact.digest(ARTEFACT)

    def run(
        self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> Sequence[NDArray[np.float32]]:
        return [encoded.vector for encoded in given["encoder"]]


class ParseAnalysis(SentenceAnalysis):
    """`parse`: a tuple of `ParsedWord` per sentence.

    The encoder reads 126 pieces; later words (of sentences of some 90 words and more) are left out.
    The model's part is kept on disk with the encoder's values.
    """

    name: ClassVar[str] = "parse"
    needs: ClassVar[tuple[str, ...]] = ("encoder",)

    @property
    def digest(self) -> str:
        return artefact.digest(ARTEFACT) + artefact.digest("forms")

    def run(
        self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> Sequence[tuple[ParsedWord, ...]]:
        labels = Labels.read(artefact.verified(ARTEFACT, "labels.json"))
        return [
            interpret(text, encoded.choices, labels, lemmas())
            for text, encoded in zip(texts, given["encoder"], strict=True)
        ]

    def pack(self, value: tuple[ParsedWord, ...]) -> bytes:
        return packed(value)

    def unpack(self, data: bytes) -> tuple[ParsedWord, ...]:
        found: tuple[ParsedWord, ...] = unpacked(data, tuple[ParsedWord, ...])
        return found


class EncoderResource(Resource):
    """The shipped encoder. Nothing is read before one of its analyses runs."""

    name = "encoder"

    def analyses(self, settings: Mapping[str, Any]) -> Sequence[Analysis]:
        return [
            EncoderAnalysis(),
            ErrorProbabilities(),
            SentenceVectors(),
            ParseAnalysis(),
            EditsAnalysis(),
            SpacyDoc(),
        ]

    def files(self, settings: Mapping[str, Any]) -> Sequence[str]:
        return [*artefact.paths(ARTEFACT), *artefact.paths(edits.ARTEFACT)]
