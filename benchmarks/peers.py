"""Measures of a translation against a reference that others have made, one sentence at a time.

BLEU, chrF and TER are sacrebleu's, with its own tokens; METEOR is NLTK's with our lemmas; NIST is
Doddington's (2002), what an n-gram tells counted over the references of the file; and the sentence
BLEU of the BRAPT paper. `PEERS` maps a name to a function of candidates and references that gives a
value each, the higher the nearer (TER is negated).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nltk.translate.nist_score import nist_length_penalty  # type: ignore[import-untyped]
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_translation.surface import Meteor, words

from textlint_pt.contract.view import View
from textlint_pt.text.document import Document

Texts = Sequence[str]
Peer = Callable[[Texts, Texts], list[float]]
Words = tuple[str, ...]

_NIST_LENGTH = 5


def ngrams(sentence: Words, length: int) -> Counter[Words]:
    return Counter(sentence[at : at + length] for at in range(len(sentence) - length + 1))


def by_sentence(measure: Any, sign: int = 1, tokens: Callable[[str], str] = str) -> Peer:
    """Return a measure of sacrebleu by sentence, per cent; `sign` is -1 where less is better."""
    return lambda candidates, references: [
        sign * measure.corpus_score([tokens(candidate)], [[tokens(reference)]]).score
        for candidate, reference in zip(candidates, references, strict=True)
    ]


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
        candidate_words, reference_words = words(candidate), words(reference)
        value = 0.0
        for length in range(1, min(_NIST_LENGTH, len(candidate_words)) + 1):
            grams = ngrams(candidate_words, length)
            shared = grams & ngrams(reference_words, length)
            value += sum(information(n) * c for n, c in shared.items()) / grams.total()
        if candidate_words and reference_words:
            value *= nist_length_penalty(len(reference_words), len(candidate_words))
        result.append(value)
    return result


def meteor(candidates: Texts, references: Texts) -> list[float]:
    """Return METEOR of each candidate, as `--measures` has it."""
    document = Document("", "", "text", (), ())
    score = Meteor().scorer(View(document, {"forms": form_lexicon()}))
    return [score(*pair) for pair in zip(candidates, references, strict=True)]


PEERS: Mapping[str, Peer] = {
    "BLEU": by_sentence(BLEU(effective_order=True)),
    "chrF": by_sentence(CHRF()),
    "TER": by_sentence(TER(), -1),
    "NIST": nist,
    "METEOR": meteor,
    # four lengths weighted equally, 0 where a length shares nothing
    "BLEU as in the paper": by_sentence(
        BLEU(smooth_method="none", tokenize="none", force=True),
        tokens=lambda text: " ".join(words(text)),
    ),
}
