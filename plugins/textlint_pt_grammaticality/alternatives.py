"""What else may stand where the model takes a word for wrong: other forms, words alike, a gap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from textlint_pt.measures.faults import Fault
from textlint_pt.measures.forms import Forms, Reading
from textlint_pt.measures.trial import Trial, fluency
from textlint_pt_grammaticality.reading import listed, table

#: tries at a place: the model reads the sentence once for each
MOST = 40
#: words that stand for one another where gender, number or government are wrong
_SETS = (
    "o a os as", "um uma uns umas", "do da dos das de", "no na nos nas em", "ao à aos às a",
    "pelo pela pelos pelas por", "num numa nuns numas", "deste desta destes destas",
    "desse dessa desses dessas", "daquele daquela daqueles daquelas", "neste nesta nestes nestas",
    "nesse nessa nesses nessas", "naquele naquela naqueles naquelas", "dele dela deles delas",
    "de em a com para por", "do no ao pelo", "da na à pela", "dos nos aos pelos",
    "das nas às pelas",
    "sobre sob", "que se", "onde que", "eu mim", "me mim", "te ti",
    "mas mais", "mal mau", "há a à", "às as há", "este está", "esta está", "e é", "tem têm",
    "vem vêm", "o lhe", "a lhe", "muito muita muitos muitas", "todo toda todos todas",
    "outro outra outros outras",
)  # fmt: skip
#: words whose absence before another is felt
_GAPS = listed("a o os as de que em se um uma do da no na para com por")
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
    """What makes the sentence likelier to be free of errors, most gain first."""
    word = max(place, key=lambda one: one.probability)
    form = text[word.start : word.end]
    before = fluency(faults)
    found = [
        Better(
            word.start,
            word.end,
            other,
            fluency(trial.faults(text[: word.start] + other + text[word.end :])) - before,
        )
        for other in alternatives(form, forms)
    ]
    return sorted(found, key=lambda one: -one.gain)


def alternatives(form: str, forms: Forms) -> list[str]:
    """Other inflections of a form, forms taken for it, and itself after a word left out."""
    found: dict[str, None] = {}
    small = form.lower()
    for other in _alike().get(small, ()):
        found.setdefault(other)
    for reading in forms.readings(small):
        if reading.source != "name" and "+" not in reading.upos:
            for other in _inflections(reading, forms):
                found.setdefault(other)
    found.pop(small, None)
    gaps = [f"{gap} {small}" for gap in sorted(_GAPS) if gap != small]
    others = [*list(found)[: MOST - len(gaps)], *gaps]
    return [one[:1].upper() + one[1:] if form[:1].isupper() else one for one in others]


def _inflections(reading: Reading, forms: Forms) -> Iterator[str]:
    """Forms that differ in gender, number and person alone; of verbs, then other tenses."""
    paradigm = forms.paradigm(reading.lemma, reading.upos)
    rest = _rest(reading.features)
    nearer = [other for features, other in paradigm if _rest(features) == rest]
    yield from nearer
    if reading.upos in _VERBS:
        here = _agreement(reading.features)
        yield from (
            other
            for features, other in paradigm
            if "VerbForm=Inf" in features or _agreement(features) == here
        )


def _agreement(features: str) -> frozenset[str]:
    return frozenset(one for one in features.split("|") if one.partition("=")[0] in _AGREEMENT)


def _rest(features: str) -> frozenset[str]:
    return frozenset(features.split("|")) - _agreement(features)


@cache
def _alike() -> Mapping[str, Sequence[str]]:
    """The words that may stand for each word."""
    found: dict[str, dict[str, None]] = {}
    groups = [one.split() for one in _SETS]
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
