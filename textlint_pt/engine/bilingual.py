"""Files in two languages, as a README with both: they are read where they are Portuguese."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from textlint_pt.text.document import Document, Kind, Note, Sentence, Stretch
from textlint_pt.text.language import detect, is_ours_alone

#: words that a stretch has at least: one in another language, to be more than a quotation; one in
#: Portuguese, to be more than a word of welcome
_FOREIGN_WORDS, _OWN_WORDS = 25, 30
#: stretches whose lines are named
_NAMED = 3

Turn = list[Sentence]


def portuguese_part(document: Document) -> Document:
    """The document without its stretches in another language, which a note names; as it is where
    it has none beside Portuguese ones, and where it holds strings of a program."""
    if document.units or all(stretch.once(_is_ours) for stretch in document.stretches):
        return document
    stretches = list(_stretches(document))
    if len(stretches) < 2:
        return document
    stretches = [(is_own and _is_sure(one), one) for is_own, one in stretches]
    own = [one for is_own, one in stretches if is_own]
    foreign = [one for is_own, one in stretches if not is_own]
    if not foreign or max(map(_words, own), default=0) < _OWN_WORDS:
        return document
    kept = sorted(sentence.index for one in own for sentence in one)
    sentences = tuple(
        document.sentences[at].replace(index=number) for number, at in enumerate(kept)
    )
    note = Note("foreign-part", {"lines": _lines(document, foreign)})
    return replace(document, sentences=sentences, notes=(*document.notes, note))


def _is_ours(stretch: Stretch) -> bool:
    """Whether no block is told to be in another language."""
    bounds = [at for at, opens in enumerate(stretch.opens) if opens]
    blocks = (stretch.texts[low:high] for low, high in pairwise([*bounds, len(stretch)]))
    return all(detect(" ".join(texts)) in ("pt", "und") for texts in blocks)


def _stretches(document: Document) -> Iterator[tuple[bool, Turn]]:
    """The sentences in turns, Portuguese or not. A few words in another language among Portuguese
    ones make no turn, and what is too short to tell goes with what stands before it, a heading with
    what comes after it."""
    marked: list[tuple[bool, Turn]] = []
    waiting: Turn = []
    is_own: bool | None = None
    for block, text in zip(document.paragraphs, document.paragraph_texts, strict=True):
        told = detect(text)
        if told == "und" and (block[0].kind is Kind.HEADING or is_own is None):
            waiting += block
            continue
        is_own = is_own if told == "und" else told == "pt"
        marked.append((bool(is_own), [*waiting, *block]))
        waiting = []
    if waiting:
        marked.append((is_own is not False, waiting))
    turns = _merged(marked)
    yield from _merged((is_own or _words(one) < _FOREIGN_WORDS, one) for is_own, one in turns)


def _merged(marked: Iterable[tuple[bool, Turn]]) -> list[tuple[bool, Turn]]:
    """Turns of sentences, each marked as Portuguese or not: neighbours with one mark are joined."""
    return [
        (is_own, [sentence for _, one in group for sentence in one])
        for is_own, group in groupby(marked, key=lambda turn: turn[0])
    ]


def _is_sure(stretch: Turn) -> bool:
    """Whether a stretch of some length is not of a language near ours that was taken for it."""
    return _words(stretch) < _OWN_WORDS or is_ours_alone(" ".join(s.text for s in stretch))


def _words(stretch: Turn) -> int:
    return sum(len(sentence.text.split()) for sentence in stretch)


def _lines(document: Document, foreign: Sequence[Turn]) -> str:
    ranges = list(
        dict.fromkeys(  # a line may hold several
            (document.position(one[0].span.start)[0], document.position(one[-1].span.end)[0])
            for one in foreign
        )
    )
    shown = [f"{first}–{last}" if first < last else str(first) for first, last in ranges[:_NAMED]]
    return ", ".join([*shown, *(["…"] if len(ranges) > _NAMED else [])])
