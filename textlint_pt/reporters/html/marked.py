"""The sentences of a document and its companions, with what findings mark in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, groupby, pairwise
from typing import NamedTuple

from textlint_pt.report.report import DocumentReport, Mark, Shown, Side, recurring
from textlint_pt.report.severity import SEVERITIES
from textlint_pt.reporters.html.words import Words

#: characters of a sentence, from and to
Range = tuple[int, int]
#: losses from which a sentence is coloured, lightest first
COST_STEPS = (0.001, 0.005, 0.01, 0.02)
#: sentences that are listed with what they cost
_COSTLIEST = 20
_ORDER = (*SEVERITIES, "related")


class Piece(NamedTuple):
    """Marks that end before a piece of a sentence, its text, and what lies over it."""

    ending: Sequence[Mark]
    text: str
    markup: Sequence[Shown]
    is_changed: bool
    strongest: str
    looks: str


class Marked:
    """One document on the page; `id` prefixes every name in it.

    A finding is numbered in the text at the end of its place; the number links to its card, and the
    card back. The other places of finding 3 are 3a, 3b, ….
    """

    def __init__(self, number: int, entry: DocumentReport, words: Words) -> None:
        self.id = f"d{number}"
        self.entry = entry
        self.findings = entry.findings
        self.words = words
        reading = entry.whole_texts
        self.sides: Mapping[str, Side] = (
            {side.role: side for side in reading.sides} if reading else {}
        )
        self.bars = reading.bars if reading else [[] for _ in self.findings]

    def name(self, finding: int) -> str:
        return f"{self.id}-f{finding + 1}"

    @cached_property
    def gathered(self) -> Sequence[tuple[int, Sequence[int]]]:
        """Return the numbers of findings, each with the later ones that repeat it."""
        numbers = {id(finding): number for number, finding in enumerate(self.findings)}
        return [
            (numbers[id(finding)], [numbers[id(other)] for other in later])
            for finding, later in recurring(self.findings)
        ]

    @cached_property
    def repeats(self) -> Mapping[int, int]:
        return {other: number for number, later in self.gathered for other in later}

    @cached_property
    def anchored(self) -> frozenset[int]:
        return frozenset(finding for finding, related in self.last_sentence if related is None)

    @cached_property
    def costs(self) -> Mapping[int, tuple[float, tuple[str, ...]]]:
        """Return what each sentence costs in all dimensions, in [0, 1], and why."""
        found: dict[int, tuple[float, tuple[str, ...]]] = {}
        for partial in self.entry.score.partials.values():
            for cost in partial.costs:
                loss, reasons = found.get(cost.sentence, (0.0, ()))
                found[cost.sentence] = loss + cost.loss, (*reasons, cost.reason)
        return found

    @cached_property
    def last_sentence(self) -> Mapping[tuple[int, int | None], tuple[str, int]]:
        """Return for each mark the side and the last sentence that it covers."""
        return {
            (mark.finding, mark.related): (role, index)
            for role, side in self.sides.items()
            for index, sentence in enumerate(side.sentences)
            for mark in sentence.marks
        }

    def pieces(self, role: str, index: int, changed: Sequence[Range]) -> Iterator[Piece]:
        """Yield a sentence cut where marks or `changed` ranges begin and end."""
        sentence = self.sides[role].sentences[index]
        marks, markup = sentence.marks, sentence.markup
        places = [*changed, *((mark.start, mark.end) for mark in marks)]
        places += [(mark.start, mark.end) for mark in markup]
        cuts = sorted({0, len(sentence.text), *chain.from_iterable(places)})
        ending = [
            mark
            for mark in marks
            if self.last_sentence[mark.finding, mark.related] == (role, index)
        ]
        ending.sort(key=lambda mark: (mark.finding, mark.related or -1))
        for start, end in pairwise([*cuts, cuts[-1]]):  # an empty one last, for what ends there
            covering = [mark for mark in marks if mark.start <= start < end <= mark.end]
            classes = {
                f"{self.name(mark.finding)}:{self._severity(mark)}": None for mark in covering
            }
            yield Piece(
                [mark for mark in ending if mark.end == start],
                sentence.text[start:end],
                [mark for mark in markup if mark.start <= start < end <= mark.end],
                any(low <= start < end <= high for low, high in changed),
                min(map(self._severity, covering), key=_ORDER.index, default=""),
                " ".join(classes),
            )

    def _severity(self, mark: Mark) -> str:
        return self.findings[mark.finding].severity if mark.related is None else "related"

    def cost_step(self, role: str, index: int) -> int:
        loss, _ = self.costs.get(index, (0.0, ())) if role == "text" else (0.0, ())
        return sum(loss >= least for least in COST_STEPS)

    @cached_property
    def costly(self) -> Sequence[tuple[float, int, tuple[str, ...]]]:
        """Return the sentences that cost most: the loss of each, its index, the reasons."""
        found = [
            (loss, index, reasons)
            for index, (loss, reasons) in self.costs.items()
            if loss >= COST_STEPS[0]
        ]
        return sorted(found, key=lambda cost: (-cost[0], cost[1]))[:_COSTLIEST]

    @cached_property
    def blocks(self) -> Sequence[Sequence[int]]:
        """Return the indices of the sentences of the text, by block."""
        sentences = self.sides["text"].sentences
        grouped = groupby(range(len(sentences)), key=lambda index: sentences[index].block)
        return [list(block) for _, block in grouped]

    def ending_in(self, indices: Iterable[int]) -> list[int]:
        """Return findings whose place ends in these sentences of the text."""
        here = set(indices)
        return [n for n in sorted(self.anchored) if self.last_sentence[n, None][1] in here]


def letters(index: int) -> str:
    """Return the label of an index: a, b, … z, a1, b1, …"""
    round_, letter_index = divmod(index, 26)
    return chr(ord("a") + letter_index) + (str(round_) if round_ else "")
