"""What the rules of agreement share: words that ought to agree and do not.

What a word may be is read in the form lexicon, what belongs together in the parse: the parse of a
damaged sentence repairs the features it sees, but seldom the structure. Where the lexicon leaves a
way for two words to agree, nothing is proposed; where it does not, the model has the last word.
"""

from __future__ import annotations

from collections.abc import Iterable

from textlint_pt_grammaticality.nominal import GenderNumber
from textlint_pt_grammaticality.reading import cased

#: an adjective may be of what its noun is of: "um guia de problemas útil"
ABOVE_PRIOR = -2.5
#: the subject has a determiner of its number, and no other noun is near
PLAIN_PRIOR = 2.0
SINGLE_PRIOR = 3.0


def nearest(own: frozenset[GenderNumber], wanted: frozenset[GenderNumber]) -> list[GenderNumber]:
    """The wanted cells that change one feature only, where there are such."""
    near = [w for w in sorted(wanted) if any((w[0] == o[0]) != (w[1] == o[1]) for o in own)]
    return near or sorted(wanted)


def difference(own: frozenset[GenderNumber], wanted: frozenset[GenderNumber]) -> str:
    """What the first word is and the other is not, as key of a message."""
    genders, numbers = {gender for gender, _ in own}, {number for _, number in own}
    if genders.isdisjoint(gender for gender, _ in wanted):
        return "masculine" if genders == {"M"} else "feminine"
    if numbers.isdisjoint(number for _, number in wanted):
        return "singular" if numbers == {"S"} else "plural"
    return "message"


def as_written(news: Iterable[str], form: str) -> tuple[str, ...]:
    """New forms with the capitals of the old, which is left out."""
    return tuple(dict.fromkeys(cased(new, form) for new in news if new != form.lower()))
