"""What two sentences have in common, in figures: the letters, the words, what the words are about,
what they say, and what turns a meaning round (numbers, negation)."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_translation.quantity import cardinals

from benchmarks.evaluation.views import analyses
from textlint_pt.contract.categories import cosine, vector
from textlint_pt.engine.cache import Cache
from textlint_pt.text.negation import denials
from textlint_pt.text.wmd import word_movers_distance

ANALYSES = ("categories", "meaning-tokens", "meaning-vectors", "word-vectors")
#: the order of these is that of the alternatives, as in the overlap baseline of ASSIN: letters with
#: a dot, numbers, words (with a dot inside), dashes, any other sign
_TOKEN = re.compile(r"(?:[^\W\d_]\.)+|\d+(?:[.,]\d+)*[.,]\d+|\w+(?:\.(?!\.|$))?|-+|\S")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
#: lengths of runs of letters that are compared
RUNS = (2, 3, 4, 5)
#: a word distance between texts one of which has no content words
FAR = 1.5


class Pair(NamedTuple):
    premise: str
    hypothesis: str


@dataclass(frozen=True, slots=True)
class Views:
    """Analyses of each sentence, by the sentence."""

    categories: Mapping[str, Any]
    tokens: Mapping[str, Any]
    vectors: Mapping[str, NDArray[np.float32]]
    bags: Mapping[str, Any]


def views(texts: Sequence[str], cache: Cache | None = None) -> Views:
    """Return the analyses of texts; each text is analysed once."""
    texts = list(dict.fromkeys(texts))
    found = analyses(ANALYSES, texts, cache)
    return Views(*(dict(zip(texts, values, strict=True)) for values in found))


# ------------------------------------------------------------------ words


@cache
def words(text: str) -> tuple[str, ...]:
    """Return the tokens in lower case, as the overlap baseline of ASSIN splits them."""
    return tuple(_TOKEN.findall(text.lower()))


def common(pair: Pair) -> list[float]:
    """Return the share of each side's distinct tokens that the other has (ASSIN's baseline)."""
    one, other = (set(words(text)) for text in pair)
    shared = len(one & other)
    return [shared / max(len(one), 1), shared / max(len(other), 1)]


class Rarity:
    """How rare words are in some sentences (their inverse document frequency)."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._count = Counter(word for text in texts for word in set(words(text)))
        self._texts = len(texts)

    def weight(self, word: str) -> float:
        """Return the inverse document frequency of a word."""
        return math.log((self._texts + 1) / (self._count[word] + 1)) + 1

    def cosine(self, pair: Pair) -> float:
        """Return the cosine of both sides' words, weighted by rarity."""
        one, other = (Counter(words(text)) for text in pair)
        weighted = [{w: n * self.weight(w) for w, n in side.items()} for side in (one, other)]
        product = sum(value * weighted[1].get(word, 0.0) for word, value in weighted[0].items())
        norms = [math.sqrt(sum(v * v for v in side.values())) for side in weighted]
        return product / (norms[0] * norms[1] or 1.0)

    def common(self, pair: Pair) -> list[float]:
        """Return the shares of `common`, each word weighted by its rarity."""
        one, other = (set(words(text)) for text in pair)
        shared = sum(self.weight(word) for word in one & other)
        return [shared / (sum(map(self.weight, side)) or 1.0) for side in (one, other)]


def lexical(pair: Pair, rarity: Rarity) -> list[float]:
    """Return features of shared words, letters, character n-grams and lengths."""
    one, other = (words(text) for text in pair)
    sets = set(one), set(other)
    found = [
        *common(pair),
        *rarity.common(pair),
        rarity.cosine(pair),
        len(sets[0] & sets[1]) / (len(sets[0] | sets[1]) or 1),
        len(sets[0] - sets[1]),
        len(sets[1] - sets[0]),
        len(one),
        len(other),
        min(len(one), len(other)) / (max(len(one), len(other)) or 1),
        abs(len(one) - len(other)),
        fuzz.ratio(*pair) / 100,
        fuzz.token_sort_ratio(*pair) / 100,
        fuzz.token_set_ratio(*pair) / 100,
        fuzz.partial_ratio(*pair) / 100,
    ]
    stems = [{word[:4] for word in side if len(word) > 2} for side in sets]
    found.append(len(stems[0] & stems[1]) / (len(stems[0] | stems[1]) or 1))
    for size in RUNS:
        runs = [{text[at : at + size] for at in range(len(text))} for text in map(str.lower, pair)]
        found.append(len(runs[0] & runs[1]) / (len(runs[0] | runs[1]) or 1))
    names = [{w for w in _WORD.findall(text)[1:] if w[0].isupper() and len(w) > 1} for text in pair]
    found += [len(names[0] & names[1]), len(names[0] - names[1]), len(names[1] - names[0])]
    return found


# ------------------------------------------------------------------ numbers, negation


@cache
def _quantities(text: str) -> frozenset[str]:
    """Return the figures of a text, and its number words above one as figures."""
    number_words = cardinals("pt")
    figures = {figure.rstrip(".,") for figure in _FIGURE.findall(text)}
    for word in words(text):
        value = number_words.get(word)
        if value is not None and value > 1:
            figures.add(f"{value:g}")
    return frozenset(figures)


@cache
def _negation_counts(text: str) -> tuple[int, int]:
    found = denials(text, form_lexicon())
    return len(found.plain), found.lexical


def contradiction_features(pair: Pair) -> list[float]:
    """Return counts of numbers and negations that both sides or only one has."""
    one, other = map(_quantities, pair)
    (plain, lexical), (other_plain, other_lexical) = map(_negation_counts, pair)
    return [
        len(one & other),
        len(one - other),
        len(other - one),
        float(bool(one and other and not one & other)),
        plain,
        other_plain,
        plain - other_plain,
        float((plain > 0) != (other_plain > 0)),
        lexical - other_lexical,
    ]


# ------------------------------------------------------------------ lexicon, meaning


def lexicon_features(pair: Pair, views: Views) -> list[float]:
    """Return similarity of the categories (BRAPT) and of the word vectors."""
    one, other = (views.categories[text] for text in pair)
    size = len(one.names)
    transport = word_movers_distance(views.bags[pair.premise], views.bags[pair.hypothesis])
    bags = [views.bags[text] for text in pair]
    features = [
        cosine(vector([one], size), vector([other], size)),
        transport.distance if transport else FAR,
    ]
    if not (len(bags[0]) and len(bags[1])):
        return [*features, *[0.0] * 5]
    cosines = bags[0].vectors @ bags[1].vectors.T
    means = [bag.weights @ bag.vectors for bag in bags]
    lengths = [math.sqrt(float(mean @ mean)) or 1.0 for mean in means]
    return [
        *features,
        float(bags[0].weights @ cosines.max(1)),
        float(bags[1].weights @ cosines.max(0)),
        float(cosines.max(1).min()),
        float(cosines.max(0).min()),
        float(means[0] @ means[1]) / (lengths[0] * lengths[1]),
    ]


def coverage(own: Any, others: Any, text: str, rarity: Rarity) -> list[float]:
    """Return how well words are matched in the other text: mean, least, low mean, rest."""
    if not own.places or not others.places:
        return [0.0, 0.0, 0.0, 0.0]
    cosines = (own.vectors @ others.vectors.T).max(1).tolist()
    words = [text[start:end].lower() for start, end in own.places]
    weighted = zip(words, cosines, strict=True)
    matches = [(cosine, rarity.weight(word)) for word, cosine in weighted if word.isalnum()]
    matches = matches or [(0.0, 1.0)]
    total = sum(weight for _, weight in matches)
    typical = sorted(weight for _, weight in matches)[len(matches) // 2]
    rare_matches = sorted(value for value, weight in matches if weight >= typical)
    return [
        sum(value * weight for value, weight in matches) / total,
        rare_matches[0],
        sum(rare_matches[:3]) / len(rare_matches[:3]),
        sum(value * weight for value, weight in matches if value < 0.5) / total,
    ]


def meaning_features(pair: Pair, views: Views, rarity: Rarity) -> list[float]:
    """Return similarity of the sentence vectors, and coverage of the words on both sides."""
    one, other = (views.tokens[text] for text in pair)
    similarity = float(views.vectors[pair.premise] @ views.vectors[pair.hypothesis])
    return [
        similarity,
        *coverage(one, other, pair.premise, rarity),
        *coverage(other, one, pair.hypothesis, rarity),
    ]


#: groups of figures that an ablation leaves out
GROUPS: Mapping[str, Callable[[Pair, Views, Rarity], list[float]]] = {
    "lexical": lambda pair, views, rarity: lexical(pair, rarity),
    "numbers": lambda pair, views, rarity: contradiction_features(pair),
    "lexicon": lambda pair, views, rarity: lexicon_features(pair, views),
    "meaning": meaning_features,
}
