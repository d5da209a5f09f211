"""Measures of a translation against a reference that others have made, one sentence at a time.

BLEU, chrF and TER are sacrebleu's, with its own tokens; METEOR is NLTK's, its stems and synonyms
from our lexicons; NIST is Doddington's (2002), what an n-gram tells counted over the references of
the file; and the sentence BLEU of the BRAPT paper. `PEERS` maps a name to a function of candidates
and references that gives a value each, the higher the nearer (TER is negated).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from nltk.translate.meteor_score import single_meteor_score  # type: ignore[import-untyped]
from nltk.translate.nist_score import nist_length_penalty  # type: ignore[import-untyped]
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_embedded.lexicon import open_lexicon
from textlint_pt_translation.surface import Lemmas, words

Texts = Sequence[str]
Peer = Callable[[Texts, Texts], list[float]]
Words = tuple[str, ...]

#: categories that say what a word is about, not what class it is of
_ABOUT = frozenset(
    [
        *("positive", "negative", "social", "communication", "cognition", "emotion", "perception"),
        *("body", "ingestion", "motion", "change", "contact", "creation", "competition"),
        *("possession", "state", "quantity", "attribute", "action", "artefact", "nature"),
    ]
)
_NIST_LENGTH, _BLEU_LENGTH = 5, 4


def ngrams(sentence: Words, length: int) -> Counter[Words]:
    return Counter(sentence[at : at + length] for at in range(len(sentence) - length + 1))


def shared(measure: Any, sign: int = 1) -> Peer:
    """Return a measure of sacrebleu's, per cent."""
    return lambda candidates, references: [
        sign * measure.sentence_score(candidate, [reference]).score
        for candidate, reference in zip(candidates, references, strict=True)
    ]


def paper_bleu(candidates: Texts, references: Texts) -> list[float]:
    """Return the BRAPT paper's BLEU: four lengths weighted equally."""
    return [
        _paper_bleu(words(candidate), words(reference))
        for candidate, reference in zip(candidates, references, strict=True)
    ]


def _paper_bleu(candidate: Words, reference: Words) -> float:
    """Return the BLEU of one sentence in percent; 0 where a length shares nothing."""
    logs = 0.0
    for length in range(1, _BLEU_LENGTH + 1):
        grams = ngrams(candidate, length)
        shared = (grams & ngrams(reference, length)).total()
        if not shared:
            return 0.0
        logs += math.log(shared / grams.total()) / _BLEU_LENGTH
    brevity = 1 - len(reference) / len(candidate) if len(candidate) < len(reference) else 0.0
    return 100 * math.exp(logs + brevity)


def nist(candidates: Texts, references: Texts) -> list[float]:
    """Return NIST of each candidate, with n-gram information from the references."""
    counts: Counter[Words] = Counter()
    total = 0
    for reference in references:
        sentence = words(reference)
        total += len(sentence)
        for length in range(1, _NIST_LENGTH + 1):
            counts.update(ngrams(sentence, length))

    def information(ngram: Words) -> float:
        return math.log2((counts[ngram[:-1]] if len(ngram) > 1 else total) / counts[ngram])

    result: list[float] = []
    for candidate, reference in zip(candidates, references, strict=True):
        one, other = words(candidate), words(reference)
        value = 0.0
        for length in range(1, min(_NIST_LENGTH, len(one)) + 1):
            grams = ngrams(one, length)
            shared = grams & ngrams(other, length)
            value += sum(information(n) * c for n, c in shared.items()) / grams.total()
        result.append(value * nist_length_penalty(len(other), len(one)) if one and other else 0.0)
    return result


def meteor(candidates: Texts, references: Texts) -> list[float]:
    """Return METEOR of each candidate, with lemmas and synonyms of our lexicons."""
    synonyms = _Synonyms(word for text in (*candidates, *references) for word in words(text))
    return [
        float(
            single_meteor_score(
                words(reference),
                words(candidate),
                preprocess=lambda word: word,
                stemmer=Lemmas(form_lexicon()),
                wordnet=synonyms,
            )
        )
        if words(candidate) and words(reference)
        else 0.0
        for candidate, reference in zip(candidates, references, strict=True)
    ]


class _Lemma(NamedTuple):
    word: str

    def name(self) -> str:
        return self.word


class _Synset(NamedTuple):
    members: tuple[_Lemma, ...]

    def lemmas(self) -> tuple[_Lemma, ...]:
        return self.members


class _Synonyms:
    """A wordnet to NLTK: words about the same, of the same class and inflection, are synonyms.

    Our lexicons keep the categories that the wordnets gave, not their synsets.
    """

    def __init__(self, vocabulary: Iterable[str]) -> None:
        """Group the words of a vocabulary by their categories in the embedded lexicon."""
        lexicon = open_lexicon()
        self._kinds: dict[str, tuple[int, ...]] = {}
        members: dict[tuple[int, ...], list[_Lemma]] = defaultdict(list)
        for word in sorted(set(vocabulary)):
            ((_, kind),) = lexicon.categorise([word])
            if any(lexicon.names[category] in _ABOUT for category in kind):
                self._kinds[word] = kind
                members[kind].append(_Lemma(word))
        self._synsets = {kind: [_Synset(tuple(found))] for kind, found in members.items()}

    def synsets(self, word: str) -> list[_Synset]:
        kind = self._kinds.get(word)
        return self._synsets[kind] if kind is not None else []


PEERS: Mapping[str, Peer] = {
    "BLEU": shared(BLEU(effective_order=True)),
    "chrF": shared(CHRF()),
    "TER": shared(TER(), -1),
    "NIST": nist,
    "METEOR": meteor,
    "BLEU as in the paper": paper_bleu,
}
