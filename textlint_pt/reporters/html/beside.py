"""Source, reference and text side by side, sentence by sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import NamedTuple

from textlint_pt.report.report import Side
from textlint_pt.reporters.html.marked import Marked, Range
from textlint_pt.text.regex import regex

#: what changes as a whole: a word, a number, any other sign
_WORD = regex(r"\d+(?:[.,]\d+)*|\w+(?:[-'’]\w+)*|[^\w\s]")
#: drift from which a row is coloured, lightest first
DRIFT_STEPS = (0.1, 0.2, 0.35, 0.5)


class Row(NamedTuple):
    """Sentences side by side, by role; the words that differ, by role and sentence; the drift."""

    sentences: Mapping[str, Sequence[int]]
    changed: Mapping[str, Mapping[int, Sequence[Range]]]
    drift: float | None

    @property
    def is_changed(self) -> bool:
        return bool(self.changed) or not all(self.sentences.values())

    @property
    def step(self) -> int:
        return sum((self.drift or 0.0) >= least for least in DRIFT_STEPS)


def rows(marked: Marked) -> Iterator[Row]:
    for row in rows_of(marked.sides):
        changed = _changed(marked, row) if "reference" in row else {}
        yield Row(row, changed, _drift(marked, row["text"]))


def _changed(
    marked: Marked, row: Mapping[str, Sequence[int]]
) -> Mapping[str, Mapping[int, Sequence[Range]]]:
    """Return the ranges that differ between text and reference, by side and sentence."""
    sides = {role: _words(marked.sides[role], row[role]) for role in ("reference", "text")}
    source, target = ([word for _, _, word in words_of_side] for words_of_side in sides.values())
    if not (source and target) or source == target:
        return {}
    found: dict[str, defaultdict[int, list[Range]]] = {role: defaultdict(list) for role in sides}
    for kind, *bounds in SequenceMatcher(None, source, target, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        for (role, words), (low, high) in zip(sides.items(), (bounds[:2], bounds[2:]), strict=True):
            for index, run in groupby(words[low:high], key=lambda word: word[0]):
                ranges = [span for _, span, _ in run]
                found[role][index].append((ranges[0][0], ranges[-1][1]))
    return found


def _words(side: Side, indices: Sequence[int]) -> list[tuple[int, Range, str]]:
    """Return words and separators of sentences as (sentence, range, text)."""
    return [
        (index, match.span(), match[0])
        for index in indices
        for match in _WORD.finditer(side.sentences[index].text)
    ]


def _drift(marked: Marked, indices: Sequence[int]) -> float | None:
    measures = marked.entry.measures
    values = [measures[index].get("drift") for index in indices] if measures else []
    return max((value for value in values if value is not None), default=None)


def has_drift(marked: Marked) -> bool:
    return _drift(marked, range(len(marked.sides["text"].sentences))) is not None


def rows_of(sides: Mapping[str, Side]) -> Iterator[dict[str, list[int]]]:
    """Yield indices of aligned sentences by role: rows that cut no link."""
    size = len(sides["text"].sentences)
    companions = {role: side.links for role, side in sides.items() if role != "text"}
    inside = {
        position
        for links in companions.values()
        for left, left_end, _, _ in links
        for position in range(left + 1, left_end)
    }
    paired: dict[str, dict[int, list[int]]] = {}
    missing: dict[str, dict[int, list[int]]] = {}
    for role, links in companions.items():
        paired[role], missing[role] = {}, {}
        for left, left_end, right, right_end in links:
            target = paired[role] if left < left_end or left in inside else missing[role]
            target.setdefault(left, []).extend(range(right, right_end))
    start = 0
    for position in range(size + 1):
        if position in inside:
            continue
        if position > start:
            yield {
                "text": list(range(start, position)),
                **{
                    role: [
                        index
                        for index_in_text in range(start, position)
                        for index in found.get(index_in_text, ())
                    ]
                    for role, found in paired.items()
                },
            }
        start = position
        unlinked = {role: found.get(position, []) for role, found in missing.items()}
        if any(unlinked.values()):
            yield {"text": [], **unlinked}
