"""How acceptable a sentence is: encoder and n-gram model combined into one number."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, NamedTuple

from textlint_pt.contract import SentenceAnalysis
from textlint_pt_embedded import artefact
from textlint_pt_embedded.encoder import WordFault
from textlint_pt_embedded.ngram import TokenProbability, fit

NAME = "acceptability"
_FILE = "calibration.json"
#: a probability nearer to 1 is treated as this
_MAX_PROBABILITY = 1 - 1e-6


class Signs(NamedTuple):
    """What a sentence is judged by.

    `sound`: log-probability, in nats, that every word is right, by the encoder; `worst`: log-odds
    of the word that is most probably wrong; `fit`, `lapse`: how well the words fit their places by
    the n-gram model, on average and at the worst place.
    """

    sound: float
    worst: float
    fit: float
    lapse: float


def signs(
    text: str, faults: Sequence[WordFault], tokens: Sequence[TokenProbability]
) -> Signs | None:
    """Return the features of a sentence; None if too few words can be judged (names, digits)."""
    ngram_fit = fit(text, tokens)
    if ngram_fit is None or not faults:
        return None
    # below 1, so that the logarithms are finite
    fault_probabilities = [min(word.probability, _MAX_PROBABILITY) for word in faults]
    worst_probability = max(fault_probabilities)
    return Signs(
        math.fsum(math.log1p(-probability) for probability in fault_probabilities),
        math.log(max(worst_probability, 1e-6) / (1 - worst_probability)),
        ngram_fit.average,
        ngram_fit.worst,
    )


@cache
def weights() -> tuple[float, ...]:
    """Return the weight of each feature of `Signs`, in their order, and the constant last."""
    path = artefact.verified(NAME, _FILE)
    found = json.loads(path.read_text(encoding="utf-8"))["weights"]
    return tuple(float(found[name]) for name in (*Signs._fields, "constant"))


class LogOdds(artefact.Packed):
    """`acceptability-log-odds`: log-odds that the sentence is sound; None if it cannot be judged.

    A mix of `Signs`, calibrated on held-out sentences against damaged copies as if one sentence in
    ten were wrong.
    """

    name: ClassVar[str] = "acceptability-log-odds"
    #: the shipped encoder itself, since a model of the user's is not the one that was calibrated
    needs: ClassVar[tuple[str, ...]] = ("encoder", "token-probabilities")
    cached: ClassVar[bool] = True
    version: ClassVar[int] = 2
    artefacts = (NAME, "encoder", "ngram")
    shape = float | None

    def run(self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]) -> list[float | None]:
        """Return the log-odds that each text is sound: a weighted sum of its `Signs`."""
        *feature_weights, constant = weights()
        result: list[float | None] = []
        for text, encoded, tokens in zip(
            texts, given["encoder"], given["token-probabilities"], strict=True
        ):
            features = signs(text, encoded.words, tokens)
            if features is None:
                result.append(None)
                continue
            log_odds = math.fsum(
                weight * feature for weight, feature in zip(feature_weights, features, strict=True)
            )
            result.append(round(log_odds + constant, 6))
        return result


class Acceptability(artefact.Made, SentenceAnalysis):
    """`acceptability`: in [0, 1], how likely the sentence is sound; None if it cannot be judged."""

    name: ClassVar[str] = "acceptability"
    needs: ClassVar[tuple[str, ...]] = ("acceptability-log-odds",)
    artefacts = (NAME,)

    def run(self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]) -> list[float | None]:
        return [
            None if odds is None else round(1 / (1 + math.exp(-max(odds, -700.0))), 6)
            for odds in given["acceptability-log-odds"]
        ]
