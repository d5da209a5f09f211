"""How probable every token of a sentence is, by the n-gram model.

Light to import: numpy and the model are loaded when the first sentence is scored.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt.contract import Document, DocumentAnalysis, SentenceAnalysis
from textlint_pt_embedded import artefact

if TYPE_CHECKING:
    from textlint_pt_embedded.ngram_model import NgramModel

NAME = "ngram"
_FILE = "model.bin"
_TOKEN = struct.Struct("<IIii")
#: values are whole multiples of this fraction of a nat
GRAIN = 1024
#: sentences of rules whose probability is kept
TRIED = 2048


class TokenProbability(NamedTuple):
    """A token `text[start:end]` with its log-probabilities in nats.

    `log_probability`: in this sentence, given its context as far as the model sees it; `expected`:
    that of the same word without context. The difference says how well the word fits, whether it is
    common or rare. The sentence's end is an empty token.
    """

    start: int
    end: int
    log_probability: float
    expected: float


@cache
def load() -> NgramModel:
    """Return the shipped model, read once."""
    from textlint_pt_embedded.ngram_model import NgramModel

    return NgramModel.load(artefact.verified(NAME, _FILE))


class TokenProbabilities(artefact.Made, SentenceAnalysis):
    """`token-probabilities`: a tuple of `TokenProbability`, marks and the end included."""

    name = "token-probabilities"
    cached = bulky = True
    artefacts = (NAME,)

    def run(
        self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> list[tuple[TokenProbability, ...]]:
        return load().score(texts)

    def pack(self, value: tuple[TokenProbability, ...]) -> bytes:
        return b"".join(
            _TOKEN.pack(t.start, t.end, round(t.log_probability * GRAIN), round(t.expected * GRAIN))
            for t in value
        )

    def unpack(self, data: bytes) -> tuple[TokenProbability, ...]:
        return tuple(
            TokenProbability(start, end, given / GRAIN, alone / GRAIN)
            for start, end, given, alone in _TOKEN.iter_unpack(data)
        )


class WordingAnalysis(artefact.Made, DocumentAnalysis):
    """`wording`: the n-gram model for sentences that rules construct (`contract.wording`)."""

    name = "wording"
    artefacts = (NAME,)

    def run(self, document: Document, given: Mapping[str, Sequence[Any]]) -> NgramWording:
        return _wording()


class NgramWording:
    """Reads a sentence once, however many findings ask for it, in however many versions of a
    text."""

    def __init__(self) -> None:
        self.log_probability = lru_cache(TRIED)(lambda text: load().log_probability(text))

    def log_probabilities(self, texts: Sequence[str]) -> Sequence[float]:
        return list(map(self.log_probability, texts))


@cache
def _wording() -> NgramWording:
    return NgramWording()  # one for all views: what is remembered by it stays between versions


class Fit(NamedTuple):
    """How well the words of a sentence fit their places, in nats relative to their frequency alone.

    `average` over the tokens; `worst`: sum over the two neighbours that fit least.
    """

    average: float
    worst: float


#: with fewer tokens there is no result
LEAST_TOKENS = 4


def fit(text: str, tokens: Sequence[TokenProbability]) -> Fit | None:
    """Return mean and worst gain of a sentence's words; None if it has too few.

    Names, digits and code are skipped, as any fits as well.
    """
    total_gain, count, worst = 0.0, 0, math.inf
    previous_gain: float | None = None
    seen_word = False
    for token in tokens:
        form = text[token.start : token.end]
        letters = form.lstrip("-")
        if letters[:1].isalnum():
            is_judged = _is_plain(letters) and (letters.islower() or not seen_word)
            seen_word = True
        else:
            is_judged = True  # a mark, or the sentence's end
        if not is_judged:
            previous_gain = None
            continue
        gain = token.log_probability - token.expected
        total_gain += gain
        count += 1
        worst = min(worst, gain + previous_gain if previous_gain is not None else gain)
        previous_gain = gain
    if count < LEAST_TOKENS:
        return None
    return Fit(total_gain / count, worst)


#: marks inside of a word
_JOINTS = str.maketrans("", "", "-'’")


def _is_plain(form: str) -> bool:
    """Whether a word has letters, hyphens and apostrophes only: no program, file or
    abbreviation."""
    letters = form.translate(_JOINTS)
    return not letters or letters.isalpha()
