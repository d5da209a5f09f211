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
    reference, text = ([word for _, _, word in words] for words in sides.values())
    if not (reference and text) or reference == text:
        return {}
    found: dict[str, defaultdict[int, list[Range]]] = {role: defaultdict(list) for role in sides}
    opcodes = SequenceMatcher(None, reference, text, autojunk=False).get_opcodes()
    for kind, start, end, text_start, text_end in opcodes:
        if kind == "equal":
            continue
        changed = {
            "reference": sides["reference"][start:end],
            "text": sides["text"][text_start:text_end],
        }
        for role, words in changed.items():
            for sentence_index, run in groupby(words, key=lambda word: word[0]):
                ranges = [span for _, span, _ in run]
                found[role][sentence_index].append((ranges[0][0], ranges[-1][1]))
    return found


def _words(side: Side, indices: Sequence[int]) -> list[tuple[int, Range, str]]:
    """Return words and separators of sentences as (sentence, range, text)."""
    return [
        (index, match.span(), match[0])
        for index in indices
        for match in _WORD.finditer(side.sentences[index].text)
    ]


def _drift(marked: Marked, indices: Sequence[int]) -> float | None:
    """Return the greatest drift of these sentences; None if none is measured."""
    measures = marked.entry.measures
    values = [measures[index].get("drift") for index in indices] if measures else []
    return max((value for value in values if value is not None), default=None)


def has_drift(marked: Marked) -> bool:
    return _drift(marked, range(len(marked.sides["text"].sentences))) is not None


def rows_of(sides: Mapping[str, Side]) -> Iterator[dict[str, list[int]]]:
    """Yield the rows of a page: indices of sentences by role. No link is divided between rows.

    A link joins sentences [start, end) of the text with some of a companion; without any of the
    text (start == end) these are missing there, and have a row of their own.
    """
    size = len(sides["text"].sentences)
    companions = {role: side.links for role, side in sides.items() if role != "text"}
    within_links = {
        position
        for links in companions.values()
        for start, end, _, _ in links
        for position in range(start + 1, end)
    }
    paired: dict[str, dict[int, list[int]]] = {}
    missing: dict[str, dict[int, list[int]]] = {}
    for role, links in companions.items():
        paired[role], missing[role] = {}, {}
        for start, end, other_start, other_end in links:
            has_row = start < end or start in within_links
            target = paired[role] if has_row else missing[role]
            target.setdefault(start, []).extend(range(other_start, other_end))
    start = 0
    for position in range(size + 1):
        if position in within_links:
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
