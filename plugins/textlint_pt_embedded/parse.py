"""Tags, features, heads and lemmas of the words of a sentence, from the encoder's one pass."""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt.text.parse import ParsedWord
from textlint_pt_embedded.words import Part, Token, split

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession

#: lemma of a form with its tag and features
Lemma = Callable[[str, str, str], str]

PARTS = 4  # the model knows a token of one word and three words of a contraction
ROOT = "root"


class Place(NamedTuple):
    """Where a word is: its token in the text, and which word of the token it is (0 the only one; 1,
    2 … in a contraction or a verb with clitics)."""

    start: int
    end: int
    part: int


class Labels(NamedTuple):
    """The meaning of the numbers in a parse."""

    tags: tuple[str, ...]
    features: tuple[str, ...]
    relations: tuple[str, ...]

    @classmethod
    def read(cls, path: Path) -> Labels:
        found = json.loads(path.read_text(encoding="utf-8"))
        return cls(*(tuple(found[name]) for name in cls._fields))


class Choice(NamedTuple):
    """What the model chose for a word: numbers of `Labels`; `head` counts from 1, 0 the root.

    `tag_sure`, `head_sure`: the model's probability of tag and head, in hundredths.
    """

    part: int
    tag: int
    features: int
    head: int
    relation: int
    tag_sure: int = 100
    head_sure: int = 100


class Parser:
    """`parser.onnx` over the states that the encoder mixed for it."""

    def __init__(self, session: InferenceSession, labels: Labels) -> None:
        self._session = session
        self._names = [output.name for output in session.get_outputs()]
        self._root = labels.relations.index(ROOT)

    def sentences(
        self,
        tokens: Sequence[Sequence[Token]],
        starts: Sequence[Sequence[int]],
        mixed: NDArray[np.float32],
    ) -> list[tuple[Choice, ...]]:
        """Return the parse of sentences that were read together. A token that may be a contraction
        is first read as one; where the model disagrees, the sentence is read again."""
        undivided_in: list[set[int]] = [set() for _ in tokens]
        places = [list(_places(own_tokens, set())) for own_tokens in tokens]
        scores = self._scores(places, starts, mixed)
        for own_tokens, sentence_words, score, undivided in zip(
            tokens, places, scores, undivided_in, strict=True
        ):
            first_parts = (i for i, place in enumerate(sentence_words) if place.part <= 1)
            for i, token in zip(first_parts, own_tokens, strict=True):
                if token.parts and not token.certain and score["split"][i] < 0:
                    undivided.add(token.start)
        if again := [row for row, undivided in enumerate(undivided_in) if undivided]:
            for row in again:
                places[row] = list(_places(tokens[row], undivided_in[row]))
            new_scores = self._scores(
                [places[row] for row in again], [starts[row] for row in again], mixed[again]
            )
            for row, score in zip(again, new_scores, strict=True):
                scores[row] = score
        return [self._decode(*scored) for scored in zip(places, scores, strict=True)]

    def words(
        self, places: Sequence[Place], starts: Sequence[int], mixed: NDArray[np.float32]
    ) -> tuple[Choice, ...]:
        """Return choices of words of one sentence at the given places."""
        return self._decode(places, *self._scores([places], [starts], mixed))

    def _scores(
        self,
        places: Sequence[Sequence[Place]],
        starts: Sequence[Sequence[int]],
        mixed: NDArray[np.float32],
    ) -> list[dict[str, NDArray[np.float32]]]:
        """Return the parser's scores of words; shorter sentences are padded, without effect."""
        import numpy as np

        fields = np.ones((3, len(places), max(2, *map(len, places))), dtype=np.int64)
        fields[2] = 0
        for row, (words, begins) in enumerate(zip(places, starts, strict=True)):
            piece_starts = [0, *begins]  # the mark before the sentence, then each piece
            for index, place in enumerate(words):
                begin = max(bisect_right(piece_starts, place.start, 1) - 1, 1)
                last = max(begin, bisect_left(piece_starts, place.end, 1) - 1)
                fields[:, row, index] = begin, last, min(place.part, PARTS - 1)
        inputs = dict(zip(("first", "last", "part"), fields, strict=True))
        outputs = self._session.run(self._names, {"mixed": mixed, **inputs})
        scores: list[dict[str, NDArray[np.float32]]] = []
        for row, size in enumerate(map(len, places)):
            sentence_scores = {
                n: output[row, :size] for n, output in zip(self._names, outputs, strict=True)
            }
            sentence_scores |= {
                name: sentence_scores[name][:, : size + 1] for name in ("arc", "relation")
            }
            scores.append(sentence_scores)
        return scores

    def _decode(
        self, places: Sequence[Place], scores: Mapping[str, NDArray[np.float32]]
    ) -> tuple[Choice, ...]:
        """Return the tree of highest score with the best labels and their probabilities."""
        import numpy as np

        arcs = scores["arc"]
        heads = best_tree(arcs)
        labels = scores["relation"][np.arange(len(heads)), heads]
        # only the dependent of the root has that relation
        labels[:, self._root] = -np.inf
        relations = np.where(heads, labels.argmax(-1), self._root)
        tags = scores["tag"].argmax(-1)
        return tuple(
            Choice(place.part, *numbers)
            for place, *numbers in zip(
                places,
                tags.tolist(),
                scores["features"].argmax(-1).tolist(),
                heads,
                relations.tolist(),
                _hundredths(scores["tag"], tags),
                _hundredths(arcs, heads),
                strict=True,
            )
        )


def _hundredths(scores: NDArray[np.float32], chosen: Any) -> list[int]:
    """Return the probability (softmax) of the chosen column of each row, in hundredths."""
    import numpy as np

    exponentials = np.exp(scores - scores.max(-1, keepdims=True))
    probabilities: NDArray[np.float32] = exponentials[
        np.arange(len(exponentials)), chosen
    ] / exponentials.sum(-1)
    hundredths: list[int] = (100 * probabilities).astype(int).tolist()
    return hundredths


def _places(tokens: Sequence[Token], whole: set[int]) -> Iterator[Place]:
    """Yield the words of tokens; those of contractions separately, unless `whole`."""
    for token in tokens:
        if token.parts and token.start not in whole:
            for part in range(1, len(token.parts) + 1):
                yield Place(token.start, token.end, part)
        else:
            yield Place(token.start, token.end, 0)


def interpret(
    text: str, choices: Sequence[Choice], labels: Labels, lemma: Lemma
) -> tuple[ParsedWord, ...]:
    """Return the parsed words of a sentence: the model's choices named by `labels`, with lemmas."""
    result = []
    remaining = iter(choices)
    for token in split(text):
        choice = next(remaining, None)
        if choice is None:  # the model read no further
            break
        undivided = (Part(token.start, token.end, token.form),)
        for n, part in enumerate(token.parts if choice.part else undivided):
            if n:
                choice = next(remaining)
            tag, features = labels.tags[choice.tag], labels.features[choice.features]
            relation = labels.relations[choice.relation]
            start, end, form = part
            annotation = (
                form,
                tag,
                features,
                choice.head - 1,
                relation,
                lemma(form, tag, features),
            )
            result.append(
                ParsedWord(start, end, choice.part, *annotation, choice.tag_sure, choice.head_sure)
            )
    return tuple(result)


def best_tree(scores: NDArray[np.floating[Any]]) -> list[int]:
    """Return the head of each word in the tree of highest score whose root has a single dependent.

    `scores` (words, words + 1): the score of the root (first column) and of each word as the head
    of each word. Heads are columns: 0 the root. Chu-Liu/Edmonds (McDonald et al. 2005, section
    3.2).
    """
    import numpy as np

    count = len(scores)
    if not count:
        return []
    square = np.full((count + 1, count + 1), -np.inf)
    square[1:] = scores
    np.fill_diagonal(square, -np.inf)
    heads = square.argmax(1)
    heads[0] = 0
    if (heads[1:] == 0).sum() != 1 or _cycle(heads):
        heads = _rooted(square)
    found: list[int] = heads[1:].tolist()
    return found


def _rooted(scores: NDArray[np.floating[Any]]) -> NDArray[np.intp]:
    """Return the best heads with one dependent of the root: each word is tried as that, in the
    order of an upper bound, until no bound beats the best tree."""
    import numpy as np

    best_other_head = scores[1:, 1:].max(1)
    bounds = best_other_head.sum() - best_other_head + scores[1:, 0]
    best, found = -np.inf, np.zeros(len(scores), dtype=np.intp)
    for word in np.argsort(-bounds) + 1:
        if bounds[word - 1] <= best:
            break
        constrained = scores.copy()
        constrained[1:, 0] = constrained[word] = -np.inf
        constrained[word, 0] = scores[word, 0]
        heads = _arborescence(constrained)
        total = constrained[np.arange(1, len(scores)), heads[1:]].sum()
        if total > best:
            best, found = total, heads
    return found


def _arborescence(scores: NDArray[np.floating[Any]]) -> NDArray[np.intp]:
    """Return the heads of the maximum spanning arborescence, node 0 the root; `scores[i, j]`: of j
    as the head of i. A cycle is contracted and the smaller graph solved."""
    import numpy as np

    heads: NDArray[np.intp] = scores.argmax(1)
    heads[0] = 0
    inside = _cycle(heads)
    if not inside:
        return heads
    outside = [node for node in range(len(scores)) if node not in set(inside)]
    # the cycle becomes one node, the last of a smaller graph
    into = scores[np.ix_(inside, outside)] - scores[inside, heads[inside]][:, None]
    out_of = scores[np.ix_(outside, inside)]
    entered, remaining = into.argmax(0), out_of.argmax(1)
    last = len(outside)
    smaller = np.full((last + 1, last + 1), -np.inf)
    smaller[:last, :last] = scores[np.ix_(outside, outside)]
    smaller[last, :last] = into[entered, np.arange(last)]
    smaller[:last, last] = out_of[np.arange(last), remaining]
    chosen = _arborescence(smaller)
    for node, head in enumerate(chosen[1:last].tolist(), start=1):
        heads[outside[node]] = outside[head] if head < last else inside[remaining[node]]
    # the cycle breaks where its best edge from outside enters
    head = int(chosen[last])
    heads[inside[entered[head]]] = outside[head]
    return heads


def _cycle(heads: NDArray[np.intp]) -> list[int]:
    """Return the nodes of one cycle, or none."""
    seen = [0] * len(heads)
    follow = heads.tolist()
    for start in range(1, len(follow)):
        node = start
        while node and not seen[node]:
            seen[node] = start
            node = follow[node]
        if node and seen[node] == start:
            cycle = [node]
            while follow[cycle[-1]] != node:
                cycle.append(follow[cycle[-1]])
            return cycle
    return []
