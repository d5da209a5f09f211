"""The encoder's analyses of a sentence: how likely each word is wrong, a vector for the sentence,
and tag and head of each word.

One pass gives all of them but the vector. Sentences of about one length are filled up to the
longest of them and run together. That leaves every bit of a sentence as it is alone: the scales of
the model's activations are fixed, and attention leaves out what fills up.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property, lru_cache
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

import msgspec

from textlint_pt import heap
from textlint_pt.contract import MissingNeed
from textlint_pt.interrupts import interrupts_delayed
from textlint_pt.text.parse import ParsedWord
from textlint_pt.text.words import remember
from textlint_pt_embedded import artefact, edits
from textlint_pt_embedded.edits import TagChoice
from textlint_pt_embedded.parse import Choice, Labels, Lemma, Parser, Place, interpret
from textlint_pt_embedded.words import split

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession

    from textlint_pt_embedded.words import Token

ARTEFACT = "encoder"
Value = TypeVar("Value")
#: does as `map`
Each = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]
_KEPT_LEMMAS = 4_096  # words whose lemma is kept
#: pieces of a sentence that are read, and tokens at most; the model has two more positions
LONGEST = 126
#: pieces, about, that the model reads at a time: more do not fit into a processor's cache
_BATCH_PIECES = 192
#: pieces that cost about as much as a run by itself
_BATCH_OVERHEAD = 12
#: no more characters can be read: the longest piece has 16, and a space stands before it
_MAX_CHARACTERS = 17 * LONGEST


class WordFault(NamedTuple):
    """A token of the sentence and the probability, in [0, 1], that it is wrong or follows a gap."""

    start: int
    end: int
    probability: float


class Encoded(msgspec.Struct, frozen=True):
    """`words`: the tokens that the model read, in order; `choices`: the words of those tokens
    (analysis `parse` says what they mean); `edits`: what may become of them (analysis `edits`)."""

    words: tuple[WordFault, ...] = ()
    choices: tuple[Choice, ...] = ()
    edits: tuple[TagChoice, ...] = ()


class _Read(NamedTuple):
    """A sentence in pieces: its identifiers, and where in the text each starts."""

    text: str
    ids: Sequence[int]
    starts: Sequence[int]

    @property
    def framed(self) -> int:
        """How many pieces there are with the marks of beginning and end."""
        return len(self.ids) + 2


def runtime() -> Any:
    """Return onnxruntime; every caller imports it through this function."""
    try:
        with interrupts_delayed():  # in an import from C they are lost, or become an `ImportError`
            import onnxruntime
    except ImportError as error:
        raise MissingNeed(
            "the shipped encoder needs onnxruntime: pip install onnxruntime"
        ) from error
    return onnxruntime


def session(model: Path, weights: Mapping[str, NDArray[Any]] | None = None) -> InferenceSession:
    """Return an ONNX model on one thread; `weights` are constants stored outside its file."""
    onnxruntime = runtime()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_mem_pattern = False  # it would be kept for each length and number of sentences
    options.enable_cpu_mem_arena = False  # nor are the largest of them; it is no faster
    heap.share()
    if weights:
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(value) for value in weights.values()]
        options.add_external_initializers(list(weights), values)
    inference_session: InferenceSession = onnxruntime.InferenceSession(
        str(model),
        options,
        providers=["CPUExecutionProvider"],
        disabled_optimizers=["SkipLayerNormFusion"],  # slower than what it fuses
    )
    return inference_session


class Model:
    """An exported encoder: `file` gives the path of each of its files by name; without an `editor`
    no edits are proposed."""

    def __init__(self, file: Callable[[str], Path], editor: edits.Editor | None = None) -> None:
        """Load the encoder, its pieces and its parser."""
        from textlint_pt_embedded.pieces import Pieces

        self._file = file
        self._session = session(file("model.onnx"))
        self._pieces = Pieces.read(file("pieces.tsv"))
        self.labels = Labels.read(file("labels.json"))
        self._editor = editor
        self._parser = Parser(session(file("parser.onnx")), self.labels)

    def encode(self, texts: Sequence[str], each: Each = map) -> list[Encoded]:
        """Return sentences of normalised text; `each` is as `map`, and may do several at a time."""
        return self._in_groups(texts, self._encode, each, Encoded())

    def vectors(self, texts: Sequence[str], each: Each = map) -> list[NDArray[np.float32]]:
        """Return a vector of 384 float32 of unit length for each sentence; zeros where there is
        nothing to read."""
        import numpy as np

        return self._in_groups(texts, self._vectors, each, np.zeros(self._width, np.float32))

    def _in_groups(
        self,
        texts: Sequence[str],
        compute: Callable[[Sequence[_Read]], list[Value]],
        map_groups: Each,
        default: Value,
    ) -> list[Value]:
        """Return `compute` of sentences in groups of similar length; `default` without pieces."""
        sentences = [self._cut(text) for text in texts]
        order = sorted(
            (index for index, sentence in enumerate(sentences) if sentence.ids),
            key=lambda index: -sentences[index].framed,
        )
        groups = [
            order[run.start : run.stop]
            for run in _runs([sentences[index].framed for index in order])
        ]
        result = [default] * len(sentences)
        for group, values in zip(
            groups,
            map_groups(compute, [[sentences[index] for index in group] for group in groups]),
            strict=True,
        ):
            for index, value in zip(group, values, strict=True):
                result[index] = value
        return result

    def _cut(self, text: str) -> _Read:
        text = text[:_MAX_CHARACTERS]
        return _Read(text, *self._pieces.encode(text, LONGEST))

    def _encode(self, group: Sequence[_Read]) -> list[Encoded]:
        """Return the words, parse and edits of sentences that are encoded together."""
        probabilities, mixed = self._pass(group)
        all_tokens = [split(sentence.text) for sentence in group]
        token_pieces = [
            first_pieces(tokens, sentence.starts)
            for tokens, sentence in zip(all_tokens, group, strict=True)
        ]
        tokens_read = [
            tokens[: len(found)] for tokens, found in zip(all_tokens, token_pieces, strict=True)
        ]
        choices = self._parser.sentences(
            tokens_read, [sentence.starts for sentence in group], mixed
        )
        edits: Iterable[Sequence[TagChoice]] = repeat(())
        if self._editor:
            # the first piece is the mark of the beginning
            pieces = [[1 + piece for _, piece in sentence] for sentence in token_pieces]
            edits = self._editor.choices(mixed, lengths(group), pieces)
        return [
            Encoded(tuple(words(sentence_pieces, row[1:-1].tolist())), chosen, tuple(tags))
            for sentence_pieces, row, chosen, tags in zip(
                token_pieces, probabilities, choices, edits, strict=False
            )
        ]

    def _vectors(self, group: Sequence[_Read]) -> list[NDArray[np.float32]]:
        """Return the vectors of sentences that are encoded together, each computed without its
        padding."""
        input_names = [sentence.name for sentence in self._sentence.get_inputs()]
        states = dict(zip(input_names, self._pass(group, input_names), strict=True))
        return [
            self._sentence.run(
                None,
                {name: array[row : row + 1, : sentence.framed] for name, array in states.items()},
            )[0][0]
            for row, sentence in enumerate(group)
        ]

    @cached_property
    def _sentence(self) -> InferenceSession:
        return session(self._file("sentence.onnx"))

    @property
    def _width(self) -> int:
        width: int = self._session.get_outputs()[1].shape[-1]
        return width

    def faults(self, text: str) -> tuple[WordFault, ...]:
        """Return the words that `encode` returns, without parse and edits, at lower cost."""
        sentence = self._cut(text)
        if not sentence.ids:
            return ()
        probabilities = self._pass([sentence])[0][0, 1:-1].tolist()
        return tuple(words(first_pieces(split(sentence.text), sentence.starts), probabilities))

    def read(self, text: str, places: Sequence[Place]) -> tuple[Choice, ...]:
        """Return the parse of the words at these places, without those beyond the last piece
        read."""
        sentence = self._cut(text)
        if len(sentence.starts) == LONGEST:
            places = [place for place in places if place.start <= sentence.starts[-1]]
        places = places[: 2 * LONGEST]
        if not sentence.ids or not places:
            return ()
        return self._parser.words(places, sentence.starts, self._pass([sentence])[1])

    def _pass(
        self, group: Sequence[_Read], outputs: Sequence[str] = ("probabilities", "mixed")
    ) -> list[NDArray[np.float32]]:
        """Return the model's outputs for sentences, padded to the longest."""
        import numpy as np

        from textlint_pt_embedded.pieces import BOS, EOS, PAD

        ids = np.full((len(group), group[0].framed), PAD, dtype=np.int64)
        for row, sentence in zip(ids, group, strict=True):
            row[: sentence.framed] = [BOS, *sentence.ids, EOS]
        found: list[NDArray[np.float32]] = self._session.run(
            outputs, {"ids": ids, "lengths": lengths(group)}
        )
        return found


def _runs(lengths: Sequence[int]) -> list[range]:
    """Divide sentences, the longest first, into batches of least total cost (dynamic programming):
    a batch costs its padded pieces and `_BATCH_OVERHEAD`."""
    least_cost, batch_start = [0], [0]
    for end in range(1, len(lengths) + 1):
        least_cost.append(sys.maxsize)
        batch_start.append(end)
        for start in range(end - 1, -1, -1):
            padded_pieces = lengths[start] * (end - start)
            if padded_pieces > _BATCH_PIECES and start < end - 1:
                break
            if least_cost[start] + _BATCH_OVERHEAD + padded_pieces < least_cost[end]:
                least_cost[end], batch_start[end] = (
                    least_cost[start] + _BATCH_OVERHEAD + padded_pieces,
                    start,
                )
    batches = []
    end = len(lengths)
    while end:
        batches.append(range(batch_start[end], end))
        end = batch_start[end]
    return batches[::-1]


@cache
def model() -> Model:
    """Return the shipped encoder, read when it is first needed."""
    runtime()  # with which comes numpy, and files are looked at faster
    remember(100_000)  # words cost little beside the model to find again, and much memory
    return Model(lambda name: artefact.verified(ARTEFACT, name), edits.editor())


@cache
def lemmas() -> Lemma:
    """Return lemmas by the form lexicon. Most words of a text occur again."""
    from textlint_pt_embedded.forms import form_lexicon

    return lru_cache(_KEPT_LEMMAS)(form_lexicon().lemma)


def lengths(group: Sequence[_Read]) -> NDArray[np.int32]:
    """Return how many pieces of each row are the sentence's own, its two marks among them."""
    import numpy as np

    return np.array([one.framed for one in group], dtype=np.int32)


def first_pieces(tokens: Sequence[Token], starts: Sequence[int]) -> list[tuple[Token, int]]:
    """Return the tokens up to the last piece read, at most `LONGEST`, each with the index of the
    piece in which it starts."""
    result: list[tuple[Token, int]] = []
    piece, last = 0, len(starts) - 1
    for token in tokens[:LONGEST]:
        if piece == last and token.start > starts[last] and last + 1 == LONGEST:
            break
        while piece < last and starts[piece + 1] <= token.start:
            piece += 1
        result.append((token, piece))
    return result


def words(places: Sequence[tuple[Token, int]], probabilities: Sequence[float]) -> list[WordFault]:
    """Return tokens with the probability of the piece in which each starts."""
    return [WordFault(token.start, token.end, probabilities[piece]) for token, piece in places]


#: sentences from which on two threads pay
_MIN_FOR_THREADS = 8


def _has_cores() -> bool:
    """Return whether several cores are free: child processes share them with their siblings."""
    processes = sys.modules.get("multiprocessing")
    if processes is not None and processes.parent_process() is not None:
        return False
    affinity = getattr(os, "sched_getaffinity", None)
    return (len(affinity(0)) if affinity else os.cpu_count()) != 1


@contextmanager
def threads(number: int) -> Iterator[Each]:
    """Yield a `map` on two threads if that pays for `number` sentences, else the built-in.

    onnxruntime releases the interpreter while it computes, and a session may be shared.
    """
    if number < _MIN_FOR_THREADS or not _has_cores():
        yield map
        return
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(2)
    try:
        yield pool.map
    finally:
        pool.shutdown(cancel_futures=True)


class EncoderAnalysis(artefact.Packed):
    """`encoder`: one `Encoded` per sentence."""

    name: ClassVar[str] = "encoder"
    bulky: ClassVar[bool] = True
    version: ClassVar[int] = 5
    cached: ClassVar[bool] = True
    artefacts = (ARTEFACT, edits.ARTEFACT)
    shape = Encoded

    def run(self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]) -> Sequence[Encoded]:
        with threads(len(texts)) as each:
            return model().encode(texts, each)

    def reads_whole(self, text: str, value: Encoded) -> bool:
        end = value.words[-1].end if value.words else 0
        return not any(map(str.isalnum, text[end:]))


class ErrorProbabilities(artefact.Packed):
    """`error-probabilities`: a tuple of `WordFault` per sentence."""

    name: ClassVar[str] = "error-probabilities"
    bulky: ClassVar[bool] = True
    needs: ClassVar[tuple[str, ...]] = ("encoder",)
    artefacts = (ARTEFACT,)
    shape = tuple[WordFault, ...]

    def run(
        self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> Sequence[tuple[WordFault, ...]]:
        return [encoded.words for encoded in given["encoder"]]


class SentenceVectors(artefact.Vectors):
    """`sentence-vectors`: 384 float32 of unit length per sentence; cosines are their products."""

    name: ClassVar[str] = "sentence-vectors"
    cached: ClassVar[bool] = True
    artefacts = (ARTEFACT,)

    def run(
        self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> Sequence[NDArray[np.float32]]:
        with threads(len(texts)) as each:
            return model().vectors(texts, each)


class ParseAnalysis(artefact.Packed):
    """`parse`: a tuple of `ParsedWord` per sentence.

    The encoder reads 126 pieces; later words (of sentences of some 90 words and more) are left out.
    The model's part is kept on disk with the encoder's values.
    """

    name: ClassVar[str] = "parse"
    bulky: ClassVar[bool] = True
    needs: ClassVar[tuple[str, ...]] = ("encoder",)
    artefacts = (ARTEFACT, "forms")
    shape = tuple[ParsedWord, ...]

    def run(
        self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> Sequence[tuple[ParsedWord, ...]]:
        """Return the parsed words of each text, from the encoder's choices."""
        labels = Labels.read(artefact.verified(ARTEFACT, "labels.json"))
        return [
            interpret(text, encoded.choices, labels, lemmas())
            for text, encoded in zip(texts, given["encoder"], strict=True)
        ]
