"""GRA216: a preposition that the word before it does not take."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt import portuguese
from textlint_pt.patterns.contractions import joined
from textlint_pt_grammaticality.governing import government
from textlint_pt_grammaticality.government.misgovernment import misgoverned
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.parsed import ParsedSentence

#: open what a phrase leads to
_WITH_NOUN = portuguese.words(
    "articles", "demonstratives", "possessives.first", "possessives.third", "possessives.ours"
)


def _ends_in_comma(sentence: ParsedSentence, noun: int) -> bool:
    """Whether no verb follows up to the next comma."""
    for at in range(noun + 1, len(sentence)):
        if sentence.form(at) == ",":
            return True
        if not sentence.is_word(at) or sentence.features(at).get("VerbForm") == "Fin":
            return False
    return False


def wrongly_led(sentence: ParsedSentence) -> Iterator[Proposal]:
    """A preposition that the word before it does not take, or the lack of the one it needs."""
    yield from misgoverned(sentence, "never")
    for at in range(len(sentence)):
        yield from _locution(sentence, at)


def _locution(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
    """ "Em relação o preço", "devido o mau tempo, parou": a phrase without its preposition."""
    for words, right, opens in government().locutions.get(sentence.form(at), ()):
        after = at + len(words)
        if tuple(sentence.form(place) for place in range(at, after)) != words:
            continue
        form = sentence.form(after)
        if form not in _WITH_NOUN or not sentence.spaced(at, after + 1):
            continue
        if right == "a" and form in ("a", "as"):
            continue  # GRA201
        noun = after + 1
        while sentence.tag(noun) in ("ADJ", "NUM", "DET") and noun < after + 4:
            noun += 1
        if sentence.tag(noun) not in ("NOUN", "PROPN"):
            continue
        if opens and (at or not _ends_in_comma(sentence, noun)):
            continue
        had = any(reading.lemma == "ter" for reading in sentence.readings(at - 1))
        led = form == "a" and not sentence.is_noun(noun, "Fem", "Sing")
        if had or led or (form == "a" and sentence.tag(after + 1) == "DET"):
            continue  # "teve por causa o cansaço", "baseado em função a esse utilizador"
        yield sentence.instead(
            after, joined(right, form), related=after - 1, message="more", sure=True
        )
