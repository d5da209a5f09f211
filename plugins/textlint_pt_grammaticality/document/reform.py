"""Words that the agreement of 1990 changed, and which spelling a document is in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textlint_pt.contract import Kind, Sentence, View
from textlint_pt.text.once import once
from textlint_pt.text.variants import Spelling
from textlint_pt_grammaticality.document.old_spelling import reformed, stretches
from textlint_pt_grammaticality.sentence.reading import quotations, touches

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
    return list(_words_concerned(view))


def _words_concerned(view: View) -> Iterator[Spelt]:
    quoted = quotations(view.document)
    for sentence, changed in view.document.telling(reformed):
        if sentence.kind is Kind.VERSE:
            continue
        for start, end, found in changed:
            if not touches(quoted[sentence.index], start, end):
                yield Spelt(sentence, start, end, found)


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


@once
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
