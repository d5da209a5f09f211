"""Corrections that the encoder proposes: layers of their own on what the parser reads, which say of
each word what becomes of it (`textlint_pt_embedded.edit_tags`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textlint_pt import shipped
from textlint_pt.contract import ProposedEdit
from textlint_pt_embedded import artefact

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from textlint_pt_embedded.encoder import WordFault

ARTEFACT = "edits"
#: what is less probable is no proposal
MIN_PROBABILITY = 0.03


class TagChoice(NamedTuple):
    """Of a word, by its number in the sentence, a tag and how probable it is."""

    word: int
    tag: int
    probability: float
    fault: float


class Editor:
    """The exported layers: `file` gives the path of each of their files by name."""

    def __init__(self, file: Callable[[str], Path]) -> None:
        from textlint_pt_embedded.encoder import session

        self._session = session(file("model.onnx"))
        self.tags = read_tags(file("tags.json"))
        self._keep = self.tags.index("KEEP")

    def choices(
        self,
        mixed: NDArray[np.float32],
        lengths: NDArray[np.int32],
        pieces: Sequence[Sequence[int]],
    ) -> Iterator[list[TagChoice]]:
        """Yield for each sentence the tags of words that may change, the likeliest first.

        `mixed`: states (sentences, rows, width), `lengths` of which are not padding; `pieces`:
        index of each word's first piece.
        """
        outputs = self._session.run(None, {"mixed": mixed, "lengths": lengths})
        for faults, tags, probabilities, first_pieces in zip(*outputs, pieces, strict=True):
            is_kept = (
                (tags[:, 0] == self._keep) & (probabilities[:, 0] > 1 - MIN_PROBABILITY)
            ).tolist()
            yield [
                TagChoice(word, tag, probability, float(faults[piece]))
                for word, piece in enumerate(first_pieces)
                if not is_kept[piece]
                for tag, probability in zip(
                    tags[piece].tolist(), probabilities[piece].tolist(), strict=True
                )
                if tag != self._keep and probability >= MIN_PROBABILITY
            ]


def read_tags(path: Path) -> list[str]:
    """Return the names of the tags; the place in the list is a tag's number."""
    tags: list[str] = json.loads(shipped.read_text(path))
    return tags


@cache
def editor() -> Editor:
    """Return the shipped layers, read when they are first needed."""
    return Editor(lambda name: artefact.verified(ARTEFACT, name))


@cache
def _changed() -> Callable[[str, str], str | None]:
    """Return the cached function that applies a tag to a word: ("menino", "N_PL") → "meninos"."""
    from textlint_pt_embedded.edit_tags import Tags, spellings_by
    from textlint_pt_embedded.forms import form_lexicon
    from textlint_pt_embedded.inflections import Inflections

    lexicon = form_lexicon()
    tags = Tags(Inflections(lexicon), lexicon.frequency, spellings_by(lexicon))
    return lru_cache(10_000)(tags.changed)


def proposals(
    text: str, words: Sequence[WordFault], choices: Sequence[TagChoice], tags: Sequence[str]
) -> Iterator[ProposedEdit]:
    """Yield the edits that the tags of a sentence's words mean; tags without an edit are
    skipped."""
    for word_index, tag, probability, fault in choices:
        kind, (start, end, _) = tags[tag], words[word_index]
        edit = _edit(text, words, word_index, kind)
        if edit is not None:
            yield ProposedEdit(*edit, kind, probability, fault, start, end)


def _edit(
    text: str, words: Sequence[WordFault], word_index: int, kind: str
) -> tuple[int, int, str] | None:
    """Return start, end and replacement of a tag's edit; None if the tag cannot apply to the
    word."""
    from textlint_pt_embedded.edit_tags import APPEND, DELETE, JOINED, TIGHT

    start, end, _ = words[word_index]
    next_start = words[word_index + 1].start if word_index + 1 < len(words) else len(text)
    if kind.startswith(APPEND):
        inserted = kind.removeprefix(APPEND)
        return end, end, inserted if inserted in TIGHT else f" {inserted}"
    if kind == DELETE:
        previous_end = words[word_index - 1].end if word_index else start
        if text[start:end].isalnum() and previous_end < start:
            return previous_end, end, ""  # a word goes with the space before it
        return start, end if previous_end < start or start else next_start, ""
    if kind in JOINED:
        if word_index + 1 == len(words):
            return None
        next_end = words[word_index + 1].end
        return start, next_end, text[start:end] + JOINED[kind] + text[next_start:next_end]
    changed = _changed()(text[start:end], kind)
    return None if changed is None or changed == text[start:end] else (start, end, changed)


class EditsAnalysis(artefact.Packed):
    """`edits`: a tuple of `ProposedEdit` per sentence."""

    name: ClassVar[str] = "edits"
    needs: ClassVar[tuple[str, ...]] = ("encoder",)
    artefacts = ("encoder", ARTEFACT, "forms")
    shape = tuple[ProposedEdit, ...]

    def run(
        self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> Sequence[tuple[ProposedEdit, ...]]:
        """Return the proposed edits of each text, from the encoder's tags."""
        tags = read_tags(artefact.verified(ARTEFACT, "tags.json"))
        return [
            tuple(proposals(text, encoded.words, encoded.edits, tags))
            for text, encoded in zip(texts, given["encoder"], strict=True)
        ]
