"""How alike two sentences are in what they say, what follows from what, and what differs.

From the vectors of the sentences and of their words (analyses `meaning-vectors` and
`meaning-tokens`), Portuguese or English, and from what turns a Portuguese sentence round (`turns`).
Nothing is learnt from judged pairs: the ends of the scale are what unrelated sentences have on
average and equal ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from textlint_pt import portuguese
from textlint_pt.text.turns import Turn, turns
from textlint_pt.text.words import ALPHANUMERIC

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from textlint_pt.text.negation import Lexicon
    from textlint_pt.text.parse import ParsedWord

#: mean cosine of `meaning-vectors` of Portuguese sentences that have nothing to do with each other
#: (NTREX, development part)
UNRELATED = 0.86
#: a word is answered by one whose cosine is at least this: of the content words of two independent
#: human translations of one text, one in twenty has no such answer
ANSWERED = 0.30
#: what is left of the likeness of two sentences of which one turns the other round
TURNED = 0.8
#: letters that a word without figures needs, to count as content
_SHORTEST = 4
_FIGURE = re.compile(r"\d")

Place = tuple[int, int]


class Words(Protocol):
    """A value of `meaning-tokens`."""

    @property
    def places(self) -> Sequence[Place]: ...

    @property
    def vectors(self) -> NDArray[np.float32]: ...


class Side(NamedTuple):
    """A sentence with its vector and words."""

    text: str
    vector: NDArray[np.float32]
    words: Words
    parse: Sequence[ParsedWord] | None = None


class Comparison(msgspec.Struct, frozen=True):
    """`likeness` in [1, 5]; `only_first`, `only_second`: places of words that nothing answers on
    the other side; `denied`: one side negates and the other does not; `turned`: what turns one
    round against the other, which is near otherwise."""

    likeness: float
    only_first: tuple[Place, ...]
    only_second: tuple[Place, ...]
    denied: bool
    turned: tuple[Turn, ...] = ()

    @property
    def follows(self) -> bool:
        """Whether the second follows from the first: it says nothing that the first does not."""
        return not self.only_second and not self.denied and not self.turned

    @property
    def follows_back(self) -> bool:
        return not self.only_first and not self.denied and not self.turned


def compare(first: Side, second: Side, lexicon: Lexicon | None = None) -> Comparison:
    """Compare two sentences; with a `lexicon` also for reversals of meaning, of roles if both
    are parsed."""
    denials = [bool(_denials(side.text)) for side in (first, second)]
    parsed = (first.parse, second.parse) if first.parse and second.parse else None
    turned = turns(first.text, second.text, lexicon, parsed) if lexicon else ()
    alike = likeness(first.vector, second.vector)
    return Comparison(
        1 + TURNED * (alike - 1) if turned else alike,
        unanswered(first, second),
        unanswered(second, first),
        denials[0] != denials[1],
        turned,
    )


def likeness(first: NDArray[np.float32], second: NDArray[np.float32]) -> float:
    """How alike two sentences are by their `meaning-vectors`: 1 for unrelated ones, 5 for equal."""
    near = float(first @ second)
    return 1 + 4 * min(1.0, max(0.0, (near - UNRELATED) / (1 - UNRELATED)))


def unanswered(side: Side, other: Side) -> tuple[Place, ...]:
    """Return ranges of our content words and figures without a counterpart in theirs."""
    other_words = {other.text[start:end].lower() for start, end in other.words.places}
    cardinals = portuguese.cardinals()
    figures = {
        *(word for word in other_words if _FIGURE.search(word)),
        *(f"{cardinals[word]:g}" for word in other_words if word in cardinals),
    }
    if side.words.places and other.words.places:
        # of each of our words the cosine with the nearest of theirs
        similarities = (side.words.vectors @ other.words.vectors.T).max(1).tolist()
    else:
        similarities = [0.0] * len(side.words.places)
    found = []
    for (start, end), similarity in zip(side.words.places, similarities, strict=True):
        word = side.text[start:end].lower()
        number = cardinals.get(word, 1)
        is_figure = bool(_FIGURE.search(word)) or number != 1  # "um" is an article, too
        has_same_figure = is_figure and not figures.isdisjoint((word, f"{number:g}"))
        if word in other_words or has_same_figure:
            continue
        is_word = len(word) >= _SHORTEST and word[0].isalpha()
        if is_figure or (is_word and similarity < ANSWERED):
            found.append((start, end))
    return tuple(found)


def _denials(text: str) -> list[str]:
    known = portuguese.words("negations") | portuguese.words("indefinites.none")
    return [word for word in ALPHANUMERIC.findall(text.lower()) if word in known]
