"""Alternatives where the model finds a word wrong: other forms, similar words, a gap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from textlint_pt.contract import Fault, Forms, Reading, Trial
from textlint_pt.contract.trial import fluency
from textlint_pt_grammaticality.reading import table

#: tries per place: the model reads the sentence once for each
MOST = 30
#: nats gained from which a correction helps
HELPS = 1.5
#: nats by which a word is preferred to one half as frequent
USUAL = 0.1
#: words whose absence before another is noticed
_GAPS = ("a", "o", "de", "que", "em", "se", "os", "as", "um", "uma", "por", "com")
_VERBS = frozenset({"VERB", "AUX"})
_AGREEMENT = frozenset({"Gender", "Number", "Person"})


class Better(NamedTuple):
    """`text[start:end]` should read `replacement`, which gains so many nats."""

    start: int
    end: int
    replacement: str
    gain: float


def better(
    text: str, place: Sequence[Fault], faults: Sequence[Fault], forms: Forms, trial: Trial
) -> list[Better]:
    """Corrections that make the sentence likelier to be free of errors, highest gain and most usual
    first.

    The likelier kinds are tried first; if one of them helps, the others are not tried.
    """
    word = max(place, key=lambda one: one.probability)
    form = text[word.start : word.end]
    before = fluency(faults)
    found: list[Better] = []
    for others in alternatives(form, forms):
        for other in others[: MOST - len(found)]:
            after = trial.faults(text[: word.start] + other + text[word.end :])
            found.append(Better(word.start, word.end, other, fluency(after) - before))
        if any(one.gain >= HELPS for one in found):
            break
    return sorted(found, key=lambda one: -(one.gain + USUAL * _use(one.replacement, forms)))


def _use(words: str, forms: Forms) -> int:
    """Frequency class of the rarest of the words."""
    return min(map(forms.frequency, words.split()))


def alternatives(form: str, forms: Forms) -> Iterator[list[str]]:
    """Words confused with a form and its forms by gender, number and person; then its other tenses;
    then the form itself after an omitted word."""
    small = form.lower()
    readings = [
        reading
        for reading in forms.readings(small)
        if reading.source != "name" and "+" not in reading.upos
    ]
    tried = {small}
    for kind in (
        [*_alike().get(small, ()), *(one for r in readings for one in _agreeing(r, forms))],
        [one for reading in readings for one in _tenses(reading, forms)],
        [f"{gap} {small}" for gap in _GAPS if gap != small],
    ):
        fresh = [one for one in dict.fromkeys(kind) if one not in tried]
        tried.update(fresh)
        yield [one[:1].upper() + one[1:] if form[:1].isupper() else one for one in fresh]


def _agreeing(reading: Reading, forms: Forms) -> Iterator[str]:
    """Forms that differ only in gender, number and person."""
    rest = _rest(reading.features)
    for features, other in forms.paradigm(reading.lemma, reading.upos):
        if _rest(features) == rest:
            yield other


def _tenses(reading: Reading, forms: Forms) -> Iterator[str]:
    """The infinitive of a verb, and the same person in other tenses."""
    if reading.upos in _VERBS:
        here = _agreement(reading.features)
        for features, other in forms.paradigm(reading.lemma, reading.upos):
            if features == "VerbForm=Inf" or (
                "Person=" in features and _agreement(features) == here
            ):
                yield other


def _agreement(features: str) -> frozenset[str]:
    return frozenset(one for one in features.split("|") if one.partition("=")[0] in _AGREEMENT)


def _rest(features: str) -> frozenset[str]:
    return frozenset(features.split("|")) - _agreement(features)


@cache
def _alike() -> Mapping[str, Sequence[str]]:
    """The words that may replace each word."""
    found: dict[str, dict[str, None]] = {}
    groups = [line.split() for line in table("exchanged.txt")]
    groups += [
        [member.strip().replace("_", " ") for member in line.split("|")]
        for line in table("confusions.txt")
    ]
    for members in groups:
        for member in members:
            for other in members:
                if other != member:
                    found.setdefault(member, {}).setdefault(other)
    return {form: list(others) for form, others in found.items()}
