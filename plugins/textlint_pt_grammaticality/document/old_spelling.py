"""Which spelling a sentence is in: one of before 1945, which the shipped models were not taught, a
variant's, or that of before the agreement of 1990."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from textlint_pt.contract import Kind, Sentence, View
from textlint_pt.text.document import Stretch
from textlint_pt.text.once import once
from textlint_pt.text.variants import Spelling, spelling, variant_of
from textlint_pt_grammaticality.document import of_whole
from textlint_pt_grammaticality.sentence.reading import (
    own_words,
    quotations,
    table,
    touches,
    words,
)

#: nats that a word of the list, and any other, says for the spelling of before 1945: 50 and 950 in
#: a thousand words of such texts; of today's texts 0.03 (and some in a quotation, so not 7 nats)
_LISTED, _OTHER = 4.0, -0.05
#: those that people write today too, by mistake, and what such a word says
_TODAY, _SLIP = own_words("old-spelling.today"), 0.5
#: nats that a change from one spelling to the other costs, the one from today's at the beginning
#: too: a word alone, or a few in a hundred, change nothing
_CHANGE = 6.0


@of_whole
def in_old_spelling(view: View) -> Sequence[bool]:
    """For each sentence of a whole document whether it is in a spelling of before 1945: the
    likeliest stretches of both spellings (Viterbi 1967)."""
    return stretches(view.document.by_sentence(_all_evidence))


def stretches(evidence: Sequence[float]) -> Sequence[bool]:
    """Where a sequence is in the second of two states, by the nats that each of its elements says
    for that state."""
    if sum(nats for nats in evidence if nats > 0) <= _CHANGE:
        return [False] * len(evidence)
    today, old = 0.0, -_CHANGE
    entered: list[tuple[bool, bool]] = []  # whether each state is best entered from the other
    for nats in evidence:
        from_old, from_today = old - _CHANGE > today, today - _CHANGE > old
        entered.append((from_old, from_today))
        if from_today:
            old = today - _CHANGE
        elif from_old:
            today = old - _CHANGE
        old += nats
    result = []
    state = old > today
    for from_old, from_today in reversed(entered):
        result.append(state)
        state = not from_today if state else from_old
    return result[::-1]


def _all_evidence(stretch: Stretch) -> Sequence[float]:
    # what else its words say, while they are at hand
    stretch.telling(ways_of)
    stretch.telling(reformed)
    return stretch.each(_evidence)


def _evidence(text: str) -> float:
    forms = {word.form for word in words(text)}
    listed = forms & _listed()
    slips = len(listed & _TODAY)
    return _LISTED * (len(listed) - slips) + _SLIP * slips + _OTHER * (len(forms) - len(listed))


def is_old(text: str) -> bool:
    """Whether a quotation has a word that only that spelling has."""
    return not _listed().isdisjoint({word.form for word in words(text)} - _TODAY)


@cache
def _listed() -> frozenset[str]:
    return frozenset(word for line in table("old_spelling.txt") for word in line.split())


def ways_of(text: str) -> Sequence[str]:
    """Of each word that tells the variant of a sentence, which."""
    found = [variant_of(text[start:end], start > 0) for _, start, end in words(text)]
    return [one.way for one in found if one and not one.weak]


def reformed(text: str) -> Sequence[tuple[int, int, Spelling]]:
    """The words of a sentence that the agreement changed, and such as compounds begin with
    ("director-geral"); names left out."""
    changed = []
    for word in words(text):
        first, hyphen, _ = word.form.partition("-")
        for form in (word.form, first) if hyphen else (first,):
            if found := spelling(form):
                if not (word.start and text[word.start].isupper()):
                    changed.append((word.start, word.start + len(form), found))
                break
    return changed


# ------------------------------------------------------------------ the agreement of 1990

#: groups of changes that only one country had, and what both had
BRAZILIAN, EUROPEAN, BOTH = frozenset({"trema", "ei", "oo"}), frozenset({"consonant"}), "oi"
#: nats that a word says for the spelling that it is in, and each further use of it
_FIRST, _FURTHER = 2.5, 0.3


class Spelt(NamedTuple):
    """A word of a sentence that the agreement of 1990 concerns."""

    sentence: Sentence
    start: int
    end: int
    spelling: Spelling


@once
def concerned(view: View) -> Sequence[Spelt]:
    """Words that are the text's own and that the agreement changed; names are left out."""
    quoted = quotations(view.document)
    return [
        Spelt(sentence, start, end, found)
        for sentence, changed in view.document.telling(reformed)
        if sentence.kind is not Kind.VERSE
        for start, end, found in changed
        if not touches(quoted[sentence.index], start, end)
    ]


def compared(found: Sequence[Spelt]) -> list[Spelt]:
    """The words that tell which spelling a text is in: of the groups of which it has a form of
    before; what only Brazil changed tells a Brazilian text, in which all of its changes count."""
    former = {one.spelling.group for one in found if one.spelling.way == "former"} - {"hyphen"}
    if former & BRAZILIAN and not former & EUROPEAN:
        former |= BRAZILIAN | {BOTH}
    return [one for one in found if one.spelling.group in former]


def with_former(view: View, told: bytes) -> bytes:
    """What is told of each sentence, one byte each, with whether it is in that spelling."""
    former = in_former_spelling(view)
    if not any(former):
        return told
    return bytes(2 * one + was for one, was in zip(told, former, strict=True))


@of_whole
def in_former_spelling(view: View) -> Sequence[bool]:
    """For each sentence of a whole document whether it is in the spelling of before: the likeliest
    stretches of both."""
    evidence = [0.0] * len(view.sentences)
    met: set[Spelling] = set()
    for one in compared(concerned(view)):
        nats = _FURTHER if one.spelling in met else _FIRST
        met.add(one.spelling)
        evidence[one.sentence.index] += nats if one.spelling.way == "former" else -nats
    # a sentence by itself is no text in its own spelling
    return stretches(evidence) if len(evidence) > 1 else [False] * len(evidence)
