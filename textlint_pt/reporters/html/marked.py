"""The sentences of a document and its companions, with what findings mark in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from textlint_pt.report.report import DocumentReport, Mark, MarkedSentence, Shown, Side, recurring
from textlint_pt.report.severity import SEVERITIES
from textlint_pt.reporters.html.elements import Element, element, text
from textlint_pt.reporters.html.words import Words
from textlint_pt.reporters.rows import kind

#: characters of a sentence, from and to
Range = tuple[int, int]
#: losses from which a sentence is coloured, lightest first
COST_STEPS = (0.001, 0.005, 0.01, 0.02)


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

    def data(self, number: int) -> dict[str, str]:
        """The attributes that the filter uses."""
        finding = self.findings[number]
        return {
            "data_finding": self.name(number),
            "data_severity": finding.severity,
            "data_code": finding.code,
            "data_kind": kind(finding),
        }

    @cached_property
    def gathered(self) -> Sequence[tuple[int, Sequence[int]]]:
        """Findings with the later ones that say the same of the same words."""
        numbers = {id(finding): number for number, finding in enumerate(self.findings)}
        return [
            (numbers[id(finding)], [numbers[id(other)] for other in later])
            for finding, later in recurring(self.findings)
        ]

    @cached_property
    def repeats(self) -> Mapping[int, int]:
        """Those later ones, with the first."""
        return {other: number for number, later in self.gathered for other in later}

    @cached_property
    def anchored(self) -> frozenset[int]:
        """Findings that have a place in the text."""
        return frozenset(mark.finding for mark in self._marks() if mark.related is None)

    @cached_property
    def costs(self) -> Mapping[int, tuple[float, tuple[str, ...]]]:
        """What a sentence costs in all dimensions, in [0, 1], and why."""
        found: dict[int, tuple[float, tuple[str, ...]]] = {}
        for partial in self.entry.score.partials.values():
            for cost in partial.costs:
                loss, reasons = found.get(cost.sentence, (0.0, ()))
                found[cost.sentence] = loss + cost.loss, (*reasons, cost.reason)
        return found

    @cached_property
    def related_anchored(self) -> frozenset[tuple[int, int]]:
        return frozenset(
            (mark.finding, mark.related) for mark in self._marks() if mark.related is not None
        )

    @cached_property
    def _last(self) -> Mapping[tuple[int, int | None], tuple[str, int]]:
        """Where each mark is numbered: the side and the last sentence that it covers."""
        return {
            (mark.finding, mark.related): (role, index)
            for role, side in self.sides.items()
            for index, sentence in enumerate(side.sentences)
            for mark in sentence.marks
        }

    def _marks(self) -> Iterator[Mark]:
        for side in self.sides.values():
            for sentence in side.sentences:
                yield from sentence.marks

    def sentences(
        self, role: str, indices: Iterable[int], changed: Mapping[int, Sequence[Range]] = {}
    ) -> Element:
        """Sentences of a side; `changed`: ranges that the other side has otherwise."""
        sentences = self.sides[role].sentences
        parts: list[str] = []
        for index in indices:
            ranges = changed.get(index, ())
            parts += [" ", self._sentence(role, index, sentences[index], ranges)]
        return text(parts[1:])

    def _sentence(
        self, role: str, index: int, sentence: MarkedSentence, changed: Sequence[Range]
    ) -> Element:
        """The text divided where marks begin and end, each mark with its number at its end."""
        shown, marks = sentence.text, sentence.marks
        places = [*changed, *((m.start, m.end) for m in marks)]
        places += [(m.start, m.end) for m in sentence.markup]
        cuts = sorted({0, len(shown), *chain.from_iterable(places)})
        parts: list[Element] = []
        for at, cut in enumerate(cuts):
            ending = [
                mark
                for mark in marks
                if mark.end == cut and self._last[mark.finding, mark.related] == (role, index)
            ]
            ending.sort(key=lambda mark: (mark.finding, mark.related or -1))
            parts.extend(map(self._ref, ending))
            if at + 1 < len(cuts):
                end = cuts[at + 1]
                over = [mark for mark in marks if mark.start <= cut and end <= mark.end]
                part: Element = text(shown[cut:end])
                for one in sentence.markup:
                    if one.start <= cut and end <= one.end:
                        part = _marked_up(part, one)
                if any(low <= cut and end <= high for low, high in changed):
                    part = element("del" if role == "reference" else "ins", part, class_="word")
                parts.append(self._stretch(part, over))
        loss, _ = self.costs.get(index, (0.0, ())) if role == "text" else (0.0, ())
        step = sum(loss >= least for least in COST_STEPS)
        return element(
            "span",
            parts,
            class_=f"sentence cost-{step}" if step else "sentence",
            id=f"{self.id}-{role}-{index + 1}",
        )

    def _stretch(self, shown: Element, over: Sequence[Mark]) -> Element:
        if not over:
            return shown
        looks = {
            f"{self.name(mark['finding'])}:"
            + (self.findings[mark.finding].severity if mark.related is None else "related"): None
            for mark in over
        }
        order = [*SEVERITIES, "related"]
        strongest = min((look.partition(":")[2] for look in looks), key=order.index)
        return element("mark", shown, class_=strongest, data_marks=" ".join(looks))

    def _ref(self, mark: Mark) -> Element:
        """The number of a finding in the text: a link to its card."""
        words, number, related = self.words, mark.finding, mark.related
        finding = self.findings[number]
        suffix = "" if related is None else letter(related)
        if related is None:
            said = words(
                "ref", number=number + 1, severity=words(finding.severity), code=finding.code
            )
        else:
            said = words("ref-related", number=number + 1, label=f"{number + 1}{suffix}")
        return element(
            "a",
            f"{number + 1}{suffix}",
            class_=f"ref {finding.severity if related is None else 'related'}",
            id=f"{self.name(number)}-at{f'-{suffix}' if suffix else ''}",
            href=f"#{self.name(number)}",
            aria_label=said,
            title=None if related is not None else finding.message,
            data_ref=self.name(number),
        )

    def ending_in(self, indices: Iterable[int]) -> list[int]:
        """Findings whose place ends in these sentences of the text."""
        here = set(indices)
        return [n for n in sorted(self.anchored) if self._last[n, None][1] in here]


def _marked_up(part: Element, markup: Shown) -> Element:
    if markup.kind == "link":
        return element("span", part, class_="link", title=markup.target or None)
    return element("code", part)


def letter(at: int) -> str:
    """a, b, … z, a1, b1, …"""
    return chr(ord("a") + at % 26) + (str(at // 26) if at >= 26 else "")
