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
from numpy.typing import NDArray
from textlint_pt_embedded import acceptability, artefact
from textlint_pt_embedded.acceptability import Signs
from textlint_pt_embedded.encoder import EncoderAnalysis
from textlint_pt_embedded.ngram import load as load_ngram

from textlint_pt.contract.faults import suspects
from training import ngram
from training.encoder.faults import Damage
from training.encoder.inflection import load as load_inflections
from training.inputs import write_json

SEED = 7
SENTENCES = 5_000
#: findings in 1,000 held-out sentences
RATES = (2, 3, 5, 10, 20, 30)
#: how much pairs count beside sentences: of 0, .1, .3, 1, 3, 10, 30 and 100 what has the best mean
#: of pairs and AUC on the second halves
PAIRS = 10.0
STEPS, SHRINK, LONGEST_STEP = 60, 1e-3, 3.0
#: share of sentences at fault that the constant supposes
FAULTY_SHARE = 0.1
#: signs by the model that gives them
OF_MODEL = {"encoder": [0, 1], "ngram": [2, 3], "both": [0, 1, 2, 3]}
Floats = NDArray[np.float64]


def held_out(folders: Sequence[str]) -> list[str]:
    """Whole sentences of the documents that the n-gram model was not made from."""
    found = (text for text, held in ngram.sentences(folders) if held)
    texts = [text for text in found if text[-1] in '.!?…"”»' and 5 <= text.count(" ") < 60]
    random.Random(SEED).shuffle(texts)
    return texts[:SENTENCES]


def with_random_errors(texts: Sequence[str], folder: Path) -> list[str]:
    """A copy of each with one to three slips; some with words put anywhere."""
    rows = [line.split("\t") for line in (folder / "words.txt").read_text().splitlines()]
    frequency = {word: int(count) for word, count in rows}
    damage = Damage(load_inflections(folder / "inflections.tsv"), frequency, SEED)
    rng = random.Random(SEED)
    result = []
    for text in texts:
        usual, count = rng.random() < 0.75, rng.choice((1, 1, 1, 2, 3))
        if usual:
            result.append(damage.damage(text, count)[0])
            continue
        parts = text.split(" ")
        for at in rng.sample(range(len(parts) - 1), count):
            parts[at] = rng.choice(rows)[0]
        result.append(" ".join(parts))
    return result


def rows(texts: Sequence[str]) -> list[Signs | None]:
    encoder = EncoderAnalysis()
    encoded = encoder.run(texts, {})
    tokens = load_ngram().score(texts)
    return [
        acceptability.signs(text, found.words, given)
        for text, found, given in zip(texts, encoded, tokens, strict=True)
    ]


def logistic(*parts: tuple[Floats, Floats, float]) -> Floats:
    """Weights that make the odds of each row's target most likely, by Newton's method.

    `parts`: rows, their targets (0 or 1), and how much they count.
    """
    weights = np.zeros(parts[0][0].shape[1])
    for _ in range(STEPS):
        slope, curve = -SHRINK * weights, SHRINK * np.eye(len(weights))
        for rows, target, counts in parts:
            expected = 1 / (1 + np.exp(-rows @ weights))
            slope += counts * (rows.T @ (target - expected))
            curve += counts * ((rows.T * (expected * (1 - expected))) @ rows)
        step = np.linalg.solve(curve, slope)
        weights += step * min(1.0, LONGEST_STEP / np.abs(step).max())
    return weights


def auc(good: Floats, bad: Floats) -> float:
    """How often a sound sentence is rated above a damaged one."""
    order = np.argsort(np.argsort(np.concatenate([good, bad]))) + 1
    return float(
        (order[: len(good)].sum() - len(good) * (len(good) + 1) / 2) / good.size / bad.size
    )


def fit(good: Floats, bad: Floats) -> Floats:
    """Weights of the signs, the constant last.

    What is to be right: that a sentence stands above its damaged copy (Bradley and Terry's odds of
    the difference), which counts `PAIRS` times as much as that any sound one stands above any
    damaged one (logistic regression). Then the odds are set to what is so among the sentences.
    """
    spread = good.std(0)
    sound, hurt = (np.column_stack([side / spread, np.ones(len(side))]) for side in (good, bad))
    rows, target = np.concatenate([sound, hurt]), np.repeat([1.0, 0.0], len(good))
    weights = logistic((rows, target, 1.0), (sound - hurt, np.ones(len(good)), PAIRS))
    heights = np.column_stack([rows @ weights, np.ones(len(rows))])
    slope, constant = logistic((heights, target, 1.0))
    return np.append(slope * weights[:-1] / spread, slope * weights[-1] + constant)


def height(signs: Floats, found: Floats) -> Floats:
    result: Floats = signs @ found[:-1] + found[-1]
    return result


def mix(good: Floats, bad: Floats) -> dict[str, dict[str, float]]:
    """Judged on the second half of the pairs: each model alone and both."""
    half = len(good) // 2
    shown = {}
    for name, columns in OF_MODEL.items():
        found = fit(good[:half][:, columns], bad[:half][:, columns])
        sound, hurt = (height(side[half:][:, columns], found) for side in (good, bad))
        shown[name] = {
            "pairs": round(float(np.mean(sound > hurt)), 4),
            "auc": round(auc(sound, hurt), 4),
        }
    return shown


def thresholds(texts: Sequence[str]) -> dict[str, float]:
    """Lowest probability of a word at which no more than so many places in 1,000 sentences show."""
    encoded = EncoderAnalysis().run(texts, {})
    result = {}
    for rate in RATES:
        low, high = 0.0, 1.0
        for _ in range(20):
            middle = (low + high) / 2
            count = sum(len(suspects(found.words, middle)) for found in encoded)
            low, high = (low, middle) if 1000 * count <= rate * len(texts) else (middle, high)
        result[str(rate)] = round(high, 4)
    return result


def run(
    corpus: Sequence[str], *, data: Path, out: Path = artefact.DATA / acceptability.NAME
) -> None:
    texts = held_out(corpus)
    copies = with_random_errors(texts, data)
    rated = zip(texts, copies, rows(texts), rows(copies), strict=True)
    pairs = [
        (good, bad)
        for text, copy, good, bad in rated
        if text != copy and good is not None and bad is not None
    ]
    good, bad = (np.array([pair[i] for pair in pairs]) for i in (0, 1))
    compared = mix(good, bad)
    found = fit(good, bad)
    # the sentences were half and half; the constant speaks of a text in which few are at fault
    found[-1] += np.log((1 - FAULTY_SHARE) / FAULTY_SHARE)
    unseen = (data / "held-out.txt").read_text(encoding="utf-8").split("\n")[:-1]
    names = (*Signs._fields, "constant")
    content = {
        "pairs": len(pairs),
        "second_half": compared,
        "weights": {name: round(float(w), 5) for name, w in zip(names, found, strict=True)},
        "thresholds": thresholds(unseen),
        "held_out": len(unseen),
    }
    write_json(out / "calibration.json", content, indent=1)
    artefact.write_manifest(acceptability.NAME, "0.1.0", out)
    print(json.dumps({name: content[name] for name in ("second_half", "weights", "thresholds")}))
