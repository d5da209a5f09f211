"""VOC001: words that the project's vocabulary forbids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Applicability, Edit, Finding, Fix, Rule, View
from textlint_pt.contract.vocabulary import read_vocabulary
from textlint_pt.text.words import ALPHANUMERIC
from textlint_pt_grammaticality.judge.confidence import VOCABULARY
from textlint_pt_grammaticality.sentence.reading import cased, together

#: an entry by its first word: how many characters stand before the word, and the entry
_Index = Mapping[str, list[tuple[int, str]]]


class ForbiddenWord(Rule):
    """A word that the project does not use."""

    code = "VOC001"
    options = {"vocabulary": VOCABULARY}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        vocabulary = read_vocabulary(options["vocabulary"])
        index = _by_first_word(vocabulary.forbidden)
        if not index:
            return
        for sentence in view.sentences:
            text = sentence.text
            for start, end in _places(text, index):
                if sentence.is_opaque(start, end) or vocabulary.accepts(text, start, end):
                    continue
                form = text[start:end]
                meant = vocabulary.forbidden[form.lower()]
                suggestions = [cased(suggestion, form) for suggestion in meant]
                if form in suggestions:
                    continue  # as it should be, but for capitals
                fix = None
                if suggestions and together(sentence.content, start, end):
                    edit = Edit(*sentence.content.span(start, end), suggestions[0])
                    fix = Fix(Applicability.SUGGESTION, (edit,))
                yield self.finding(
                    sentence,
                    {"suggestions": suggestions},
                    start=start,
                    end=end,
                    message="instead" if suggestions else "message",
                    arguments={"form": form},
                    fix=fix,
                )


def _by_first_word(entries: Mapping[str, Any]) -> _Index:
    """Return the entries by their first word, each with the length of what stands before that
    word."""
    index: dict[str, list[tuple[int, str]]] = {}
    for entry in sorted(entries, key=len, reverse=True):
        if first := ALPHANUMERIC.search(entry):
            index.setdefault(first.group(), []).append((first.start(), entry))
    return index


def _places(text: str, index: _Index) -> Iterator[tuple[int, int]]:
    """Yield where forbidden entries stand as whole words, the longest at each place, without
    overlaps."""
    lower = text.lower()
    if len(lower) != len(text):  # "İ" has no small letter of its own
        lower = text
    end_of_last = 0
    for match in ALPHANUMERIC.finditer(lower):
        for offset, entry in index.get(match.group(), ()):
            start = match.start() - offset
            end = start + len(entry)
            if start < end_of_last or not lower.startswith(entry, start):
                continue
            if _is_inside(lower, start) or _is_inside(lower, end):
                continue
            yield start, end
            end_of_last = end
            break


def _is_inside(text: str, at: int) -> bool:
    """Whether a place is inside a word: letters and figures on both sides."""
    around = text[max(0, at - 1) : at + 1]
    return len(around) == 2 and at > 0 and around.replace("_", "a").isalnum()
