"""Learn how far the log-odds of `neighbours` are to be trusted, beside what the encoder doubts.

    python -m training.neighbours_calibration CORPUS_FOLDER...

Reads sentences of the documents that the training of `neighbours` left out (one in fifty), as they
stand and with a word changed into one of its neighbours, and writes `calibration.json` of the
artefact: weights of a logistic regression over what `neighbours_model.signals` names. A slip is
taken to be as rare as `RATE`. Some minutes of one core.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from textlint_pt_embedded import artefact
from textlint_pt_embedded.encoder import model as encoder
from textlint_pt_embedded.neighbours import NAME
from textlint_pt_embedded.neighbours_model import Neighbour, NeighboursModel, signals
from textlint_pt_embedded.ngram import NgramWording

from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import sentence_spans
from training.choice import THINNED, is_held_out
from training.corpus import documents, sources

SEED = 5
SENTENCES = 12_000
#: words to a slip that makes another word, in text that nobody has read again
RATE = 400
#: characters of a sentence
SHORTEST, LONGEST = 30, 250
#: log-odds below which nothing is asked
LEAST = 4.0
#: two of three sentences are learnt from, the third tells how good it is
FOLDS = 3
SPREAD = 1.0
WORDING = NgramWording()
_WORD = regex(r"[^\W\d]+")
Floats = NDArray[np.float64]


def sentences(folders: Sequence[str], random: Random) -> list[str]:
    found = []
    for path in sources(folders):
        share = next((s for name, s in THINNED.items() if path.name.startswith(name)), 1.0)
        for document in documents(path):
            if not is_held_out(document[0] + document[-1]):
                continue
            for paragraph in document:
                for start, end in sentence_spans(paragraph):
                    if SHORTEST < end - start < LONGEST and random.random() < share:
                        found.append(paragraph[start:end])
    random.shuffle(found)
    return found[:SENTENCES]


def slips(model: NeighboursModel) -> dict[str, list[str]]:
    """By what is meant, what may be written in its place."""
    result: dict[str, list[str]] = {}
    for number, word in enumerate(model.targets):
        for other in model.neighbours(number):
            result.setdefault(model.targets[other], []).append(word)
    return result


def probability(text: str, start: int) -> float:
    """That the word at a place is wrong, as the encoder has it."""
    return next((f.probability for f in encoder().faults(text) if f.start == start), 0.0)


def examples(
    texts: Sequence[str], model: NeighboursModel, random: Random
) -> Iterator[tuple[dict[str, float], bool, int, bool]]:
    """Signals of places, whether a slip stands there, the sentence's number, and whether it was
    changed."""
    written = slips(model)
    for number, text in enumerate(texts):
        for place in model.places(text, LEAST):
            yield _signals(text, place), False, number, False
        words = [m for m in _WORD.finditer(text) if m[0] in written]
        if not words:
            continue
        word = random.choice(words)
        changed = text[: word.start()] + random.choice(written[word[0]]) + text[word.end() :]
        for place in model.places(changed, LEAST):
            if place.start == word.start():
                yield _signals(changed, place), place.words[0] == word[0], number, True


def _signals(text: str, place: Neighbour) -> dict[str, float]:
    meant = text[: place.start] + place.words[0] + text[place.end :]
    gain = WORDING.log_probability(meant) - WORDING.log_probability(text)
    return signals(place, probability(text, place.start), gain)


def fit(rows: Floats, truth: Floats, weight: Floats) -> Floats:
    """Weights and bias of a logistic regression, by Newton's method; a normal prior on the
    weights."""
    rows = np.column_stack([rows, np.ones(len(rows))])
    values = np.zeros(rows.shape[1])
    prior = np.append(np.full(rows.shape[1] - 1, SPREAD), 1e-6)
    for _ in range(50):
        chances = 1 / (1 + np.exp(-rows @ values))
        slope = rows.T @ (weight * (chances - truth)) + prior * values
        curve = (rows * (weight * chances * (1 - chances))[:, None]).T @ rows + np.diag(prior)
        step = np.linalg.solve(curve, slope)
        values -= step
        if np.abs(step).max() < 1e-9:
            break
    return values


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("corpus", nargs="+", help="folders with *.txt.xz")
    arguments = options.parse_args()
    random = Random(SEED)
    model = NeighboursModel.load(artefact.DATA / NAME / "model.bin")
    texts = sentences(arguments.corpus, random)
    planted = sum(any(m[0] in model.target for m in _WORD.finditer(text)) for text in texts)
    found = list(examples(texts, model, random))
    names = list(found[0][0])
    rows = np.array([[one[name] for name in names] for one, *_ in found])
    truth = np.array([right for _, right, *_ in found], dtype=float)
    fold = np.array([number % FOLDS for _, _, number, _ in found])
    changed = np.array([was for *_, was in found])
    # every sentence has one slip here, and one in `RATE` words has one in text
    words = sum(len(text.split()) for text in texts)
    weight = np.where(changed, words / RATE / planted, 1.0)
    learnt = fold > 0
    values = fit(rows[learnt], truth[learnt], weight[learnt])
    chances = 1 / (1 + np.exp(-(rows @ values[:-1] + values[-1])))
    asked = ~learnt
    told = []
    for limit in (0.3, 0.5, 0.7, 0.8, 0.9):
        said = asked & (chances >= limit)
        found_ = int((said & (truth > 0)).sum())
        told.append(
            {
                "chance": limit,
                "recall": round(found_ / (planted / FOLDS), 3),
                "false": round(int((said & ~changed).sum()) / (len(texts) / FOLDS) * 1000, 2),
            }
        )
    content: dict[str, Any] = {
        "weights": {
            **{name: round(float(v), 4) for name, v in zip(names, values[:-1], strict=True)},
            "bias": round(float(values[-1]), 4),
            "least": LEAST,
        },
        "sentences": len(texts),
        "limits": told,
    }
    text = json.dumps(content, indent=1) + "\n"
    (artefact.DATA / NAME / "calibration.json").write_text(text, encoding="utf-8", newline="\n")
    artefact.write_manifest(NAME, "1")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
