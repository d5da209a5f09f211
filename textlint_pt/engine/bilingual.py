"""Files in two languages, as a README with both: they are read where they are Portuguese."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from textlint_pt.text.document import Document, Kind, Note, Sentence, Stretch
from textlint_pt.text.language import detect, is_only_portuguese

#: words that a stretch has at least: one in another language, to be more than a quotation; one in
#: Portuguese, to be more than a word of welcome
_MIN_FOREIGN_WORDS, _MIN_PORTUGUESE_WORDS = 25, 30
#: stretches whose lines are named
_MAX_LISTED = 3

Turn = list[Sentence]


def portuguese_part(document: Document) -> Document:
    """Return the document without its foreign stretches, which a note lists."""
    if document.units or all(stretch.once(_seems_portuguese) for stretch in document.stretches):
        return document
    runs = list(_runs_by_language(document))
    if len(runs) < 2:
        return document
    portuguese: list[Turn] = []
    foreign: list[Turn] = []
    for is_portuguese, run in runs:
        (portuguese if is_portuguese and _is_sure(run) else foreign).append(run)
    if not foreign or max(map(_words, portuguese), default=0) < _MIN_PORTUGUESE_WORDS:
        return document
    kept = sorted(sentence.index for run in portuguese for sentence in run)
    sentences = tuple(
        document.sentences[old_index].replace(index=index) for index, old_index in enumerate(kept)
    )
    note = Note("foreign-part", {"lines": _lines(document, foreign)})
    return replace(document, sentences=sentences, notes=(*document.notes, note))


def _seems_portuguese(stretch: Stretch) -> bool:
    """Return whether no block is told to be in another language."""
    bounds = [at for at, opens in enumerate(stretch.opens) if opens]
    blocks = (stretch.texts[low:high] for low, high in pairwise([*bounds, len(stretch)]))
    return all(detect(" ".join(texts)) in ("pt", "und") for texts in blocks)


def _runs_by_language(document: Document) -> Iterator[tuple[bool, Turn]]:
    """Yield whether a run of sentences is Portuguese, and the run; short foreign ones join their
    neighbours. What is undecided goes with what follows (headings), else with what precedes."""
    labelled: list[tuple[bool, Turn]] = []
    undecided: Turn = []
    is_portuguese: bool | None = None
    for block, text in zip(document.paragraphs, document.paragraph_texts, strict=True):
        language = detect(text)
        if language == "und" and (block[0].kind is Kind.HEADING or is_portuguese is None):
            undecided += block
            continue
        is_portuguese = is_portuguese if language == "und" else language == "pt"
        labelled.append((bool(is_portuguese), [*undecided, *block]))
        undecided = []
    if undecided:
        labelled.append((is_portuguese is not False, undecided))
    turns = _merged(labelled)
    yield from _merged(
        (is_portuguese or _words(one) < _MIN_FOREIGN_WORDS, one) for is_portuguese, one in turns
    )


def _merged(marked: Iterable[tuple[bool, Turn]]) -> list[tuple[bool, Turn]]:
    """Return runs of sentences, neighbours with the same mark (Portuguese or not) joined."""
    return [
        (is_portuguese, [sentence for _, one in group for sentence in one])
        for is_portuguese, group in groupby(marked, key=lambda turn: turn[0])
    ]


def _is_sure(run: Turn) -> bool:
    """Return whether a run that seems Portuguese is: a long one may be Galician or the like."""
    if _words(run) < _MIN_PORTUGUESE_WORDS:
        return True
    return is_only_portuguese(" ".join(sentence.text for sentence in run))


def _words(stretch: Turn) -> int:
    return sum(len(sentence.text.split()) for sentence in stretch)


def _lines(document: Document, foreign: Sequence[Turn]) -> str:
    """Return the lines of foreign stretches as text, e.g. "3–9, 20"."""
    ranges = list(
        dict.fromkeys(  # a line may hold several
            (document.position(one[0].span.start)[0], document.position(one[-1].span.end)[0])
            for one in foreign
        )
    )
    shown = [
        f"{first}–{last}" if first < last else str(first) for first, last in ranges[:_MAX_LISTED]
    ]
    return ", ".join([*shown, *(["…"] if len(ranges) > _MAX_LISTED else [])])
