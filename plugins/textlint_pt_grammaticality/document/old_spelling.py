"""Which spelling a sentence is in: one of before 1945, which the shipped models were not taught, a
variant's, or that of before the agreement of 1990."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from textlint_pt.contract import View
from textlint_pt.text.document import Stretch
from textlint_pt.text.once import once
from textlint_pt.text.variants import Spelling, spelling, variant_of
from textlint_pt_grammaticality.sentence.reading import own_words, table, words

#: nats that a word of the list, and any other, says for the spelling of before 1945: 50 and 950 in
#: a thousand words of such texts; of today's texts 0.03 (and some in a quotation, so not 7 nats)
_LISTED, _OTHER = 4.0, -0.05
#: those that people write today too, by mistake, and what such a word says
_TODAY, _SLIP = own_words("old-spelling.today"), 0.5
#: nats that a change from one spelling to the other costs, the one from today's at the beginning
#: too: a word alone, or a few in a hundred, change nothing
_CHANGE = 6.0


@once
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


def _all_evidence(stretch: Stretch) -> list[float]:
    # what else its words say, while they are at hand
    stretch.telling(ways_of)
    stretch.telling(reformed)
    return list(map(_evidence, stretch.texts))


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
