"""Calibrate acceptability and the threshold of GRA001 on held-out sentences.

The shipped encoder and n-gram model rate sentences of documents that the n-gram model was not made
from (DIR is what `training.encoder.prepare` wrote: its inflections damage copies of them). A mix of
their opinions is fitted on half of these, and judged on the other half beside each model alone. The
thresholds of a word's probability are read off DIR/held-out.txt, which the encoder has never seen:
so many findings in 1,000 sentences of text as people publish it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from textlint_pt_embedded import acceptability, artefact
from textlint_pt_embedded.acceptability import Signs
from textlint_pt_embedded.encoder import EncoderAnalysis
from textlint_pt_embedded.ngram import load as load_ngram

from benchmarks.evaluation.common import auc
from textlint_pt.contract.faults import suspects
from training import ngram
from training.encoder.faults import Damage
from training.encoder.inflection import load as load_inflections
from training.inputs import write_json
from training.regression import Floats, logistic

SEED = 7
SENTENCES = 5_000
#: findings in 1,000 held-out sentences
RATES = (2, 3, 5, 10, 20, 30)
#: how much pairs count beside sentences: of 0, .1, .3, 1, 3, 10, 30 and 100 what has the best mean
#: of pairs and AUC on the second halves
PAIRS = 10.0
SHRINK = 1e-3
#: share of sentences at fault that the constant supposes
FAULTY_SHARE = 0.1
#: signs by the model that gives them
OF_MODEL = {"encoder": [0, 1], "ngram": [2, 3], "both": [0, 1, 2, 3]}


def held_out(folders: Sequence[str]) -> list[str]:
    """Return whole sentences of the documents that the n-gram model was not made from."""
    found = (text for text, unseen in ngram.sentences(folders) if unseen)
    texts = [text for text in found if text[-1] in '.!?…"”»' and 5 <= text.count(" ") < 60]
    random.Random(SEED).shuffle(texts)
    return texts[:SENTENCES]


def with_random_errors(texts: Sequence[str], folder: Path) -> list[str]:
    """Return a copy of each text with one to three errors; some have random words instead."""
    rows = [line.split("\t") for line in (folder / "words.txt").read_text().splitlines()]
    frequency = {word: int(count) for word, count in rows}
    damage = Damage(load_inflections(folder / "inflections.tsv"), frequency, SEED)
    rng = random.Random(SEED)
    result = []
    for text in texts:
        use_damage, count = rng.random() < 0.75, rng.choice((1, 1, 1, 2, 3))
        if use_damage:
            result.append(damage.damage(text, count))
        else:
            parts = text.split(" ")
            for index in rng.sample(range(len(parts) - 1), count):
                parts[index] = rng.choice(rows)[0]
            result.append(" ".join(parts))
    return result


def features_of(texts: Sequence[str]) -> list[Signs | None]:
    """Return the features of each text by encoder and n-gram model; None where it has none."""
    rated = zip(texts, EncoderAnalysis().run(texts, {}), load_ngram().score(texts), strict=True)
    return [acceptability.signs(text, encoding.words, tokens) for text, encoding, tokens in rated]


def fit(good: Floats, bad: Floats) -> Floats:
    """Return weights of the features, the constant last.

    A sentence should rank above its damaged copy (Bradley and Terry), which counts `PAIRS` times as
    much as any good one ranking above any damaged one (logistic regression). Then the odds are
    calibrated on the sentences.
    """
    deviation = good.std(0)
    good_rows, bad_rows = (
        np.column_stack([side / deviation, np.ones(len(side))]) for side in (good, bad)
    )
    rows, target = np.concatenate([good_rows, bad_rows]), np.repeat([1.0, 0.0], len(good))
    weights = _weights(
        np.concatenate([rows, good_rows - bad_rows]),
        np.append(target, np.ones(len(good))),
        np.repeat([1.0, 1.0, PAIRS], len(good)),
    )
    scores = np.column_stack([rows @ weights, np.ones(len(rows))])
    slope, constant = _weights(scores, target)
    return np.append(slope * weights[:-1] / deviation, slope * weights[-1] + constant)


def _weights(rows: Floats, target: Floats, counts: Floats | float = 1.0) -> Floats:
    """Return the weights of a logistic regression with a small penalty on each."""
    size = rows.shape[1]
    return logistic(rows, target, np.full(size, SHRINK), np.zeros(size), counts)


def log_odds(features: Floats, weights: Floats) -> Floats:
    result: Floats = features @ weights[:-1] + weights[-1]
    return result


def mix(good: Floats, bad: Floats) -> dict[str, dict[str, float]]:
    """Return share of pairs and AUC of each model and of both, on the second half of the pairs."""
    half = len(good) // 2
    result = {}
    for name, columns in OF_MODEL.items():
        weights = fit(good[:half][:, columns], bad[:half][:, columns])
        good_odds, bad_odds = (log_odds(side[half:][:, columns], weights) for side in (good, bad))
        result[name] = {
            "pairs": round(float(np.mean(good_odds > bad_odds)), 4),
            "auc": round(auc(good_odds.tolist(), bad_odds.tolist()), 4),
        }
    return result


def thresholds(texts: Sequence[str]) -> dict[str, float]:
    """Return for each rate the least probability above which at most so many words in 1,000
    sentences lie, by bisection."""
    encoded = EncoderAnalysis().run(texts, {})
    result = {}
    for rate in RATES:
        too_low, high_enough = 0.0, 1.0
        for _ in range(20):
            limit = (too_low + high_enough) / 2
            count = sum(len(suspects(found.words, limit)) for found in encoded)
            if 1000 * count <= rate * len(texts):
                high_enough = limit
            else:
                too_low = limit
        result[str(rate)] = round(high_enough, 4)
    return result


def run(
    corpus: Sequence[str], *, data: Path, out: Path = artefact.DATA / acceptability.NAME
) -> None:
    """Fit acceptability and thresholds, and write the calibration and its manifest."""
    texts = held_out(corpus)
    copies = with_random_errors(texts, data)
    rated_texts = zip(texts, copies, features_of(texts), features_of(copies), strict=True)
    pairs = [
        (good, bad)
        for text, copy, good, bad in rated_texts
        if text != copy and good is not None and bad is not None
    ]
    good, bad = (np.array([pair[i] for pair in pairs]) for i in (0, 1))
    second_half = mix(good, bad)
    weights = fit(good, bad)
    # the sentences were half and half; the constant speaks of a text in which few are at fault
    weights[-1] += np.log((1 - FAULTY_SHARE) / FAULTY_SHARE)
    held_out_texts = (data / "held-out.txt").read_text(encoding="utf-8").split("\n")[:-1]
    names = (*Signs._fields, "constant")
    content = {
        "pairs": len(pairs),
        "second_half": second_half,
        "weights": {name: round(float(w), 5) for name, w in zip(names, weights, strict=True)},
        "thresholds": thresholds(held_out_texts),
        "held_out": len(held_out_texts),
    }
    write_json(out / "calibration.json", content, indent=1)
    artefact.write_manifest(acceptability.NAME, "0.1.0", out)
    print(json.dumps({name: content[name] for name in ("second_half", "weights", "thresholds")}))
