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
from textlint_pt_grammaticality.sentence.reading import own_words, quotations, table, touches, words

#: nats that a word of the list, and any other, says for the spelling of before 1945: 50 and 950 in
#: a thousand words of such texts; of today's texts 0.03 (and some in a quotation, so not 7 nats)
_LISTED_NATS, _OTHER_NATS = 4.0, -0.05
#: those that people write today too, by mistake, and what such a word says
_COMMON_SLIPS, _SLIP_NATS = own_words("old-spelling.today"), 0.5
#: nats that a change from one spelling to the other costs, the one from today's at the beginning
#: too: a word alone, or a few in a hundred, change nothing
_SWITCH_COST = 6.0


@of_whole
def in_old_spelling(view: View) -> Sequence[bool]:
    """For each sentence of a whole document whether it is in a spelling of before 1945: the
    likeliest stretches of both spellings (Viterbi 1967)."""
    return stretches(view.document.by_sentence(_all_evidence))


def stretches(evidence: Sequence[float]) -> Sequence[bool]:
    """Return which elements are in the second of two states, by the log-odds (nats) of each for
    that state: the Viterbi path with a cost for each change of state."""
    if sum(nats for nats in evidence if nats > 0) <= _SWITCH_COST:
        return [False] * len(evidence)
    first_score, second_score = 0.0, -_SWITCH_COST
    back_pointers: list[tuple[bool, bool]] = []  # whether each state is best entered from the other
    for nats in evidence:
        enters_first = second_score - _SWITCH_COST > first_score
        enters_second = first_score - _SWITCH_COST > second_score
        back_pointers.append((enters_first, enters_second))
        if enters_second:
            second_score = first_score - _SWITCH_COST
        elif enters_first:
            first_score = second_score - _SWITCH_COST
        second_score += nats
    result = []
    is_second = second_score > first_score
    for enters_first, enters_second in reversed(back_pointers):
        result.append(is_second)
        is_second = not enters_second if is_second else enters_first
    return result[::-1]


def _all_evidence(stretch: Stretch) -> Sequence[float]:
    # what else its words say, while they are at hand
    stretch.telling(ways_of)
    stretch.telling(reformed)
    return stretch.each(_evidence)


def _evidence(text: str) -> float:
    """Return the log-odds, in nats, that a text is in a spelling of before 1945."""
    forms = {word.form for word in words(text)}
    listed = forms & _listed()
    slips = len(listed & _COMMON_SLIPS)
    others = len(forms) - len(listed)
    return _LISTED_NATS * (len(listed) - slips) + _SLIP_NATS * slips + _OTHER_NATS * others


def is_old(text: str) -> bool:
    """Whether a quotation has a word that only the spelling of before 1945 has."""
    return not _listed().isdisjoint({word.form for word in words(text)} - _COMMON_SLIPS)


@cache
def _listed() -> frozenset[str]:
    return frozenset(word for line in table("old_spelling.txt") for word in line.split())


def ways_of(text: str) -> Sequence[str]:
    """Of each word that tells the variant of a sentence, which."""
    found = [variant_of(text[start:end], start > 0) for _, start, end in words(text)]
    return [one.way for one in found if one and not one.weak]


def reformed(text: str) -> Sequence[tuple[int, int, Spelling]]:
    """Return the words, or first parts of compounds ("director-geral"), that the agreement of 1990
    changed; no names."""
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
_FIRST_NATS, _REPEATED_NATS = 2.5, 0.3


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
    """Return the words that tell the spelling of a text: of the groups that it has in a former
    form; a Brazilian text counts all that only Brazil changed."""
    former_groups = {one.spelling.group for one in found if one.spelling.way == "former"}
    former_groups.discard("hyphen")
    if former_groups & BRAZILIAN and not former_groups & EUROPEAN:
        former_groups |= BRAZILIAN | {BOTH}
    return [one for one in found if one.spelling.group in former_groups]


def with_former(view: View, facts: bytes) -> bytes:
    """Add to one byte a sentence whether the sentence is in the former spelling (2 * byte +
    bit)."""
    former = in_former_spelling(view)
    if not any(former):
        return facts
    return bytes(2 * fact + is_former for fact, is_former in zip(facts, former, strict=True))


@of_whole
def in_former_spelling(view: View) -> Sequence[bool]:
    """Return for each sentence of the whole document whether it is in the spelling of before
    1990."""
    evidence = [0.0] * len(view.sentences)
    seen: set[Spelling] = set()
    for one in compared(concerned(view)):
        nats = _REPEATED_NATS if one.spelling in seen else _FIRST_NATS
        seen.add(one.spelling)
        evidence[one.sentence.index] += nats if one.spelling.way == "former" else -nats
    # a sentence by itself is no text in its own spelling
    return stretches(evidence) if len(evidence) > 1 else [False] * len(evidence)
