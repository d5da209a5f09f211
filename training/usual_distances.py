"""What distances are usual in real text: the constants behind `focus.transition`.

Fitted on documents held out of the vectors' training. Into each text a sentence of another text of
the same source is planted, again and again; weights are chosen that tell the planted sentence from
the others of its text (conditional logit), then the scale on which untouched sentences lie.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from textlint_pt_embedded.vectors import Space
from textlint_pt_focus.surroundings import (
    Distances,
    Surroundings,
    expected_distance,
    form,
    standing,
)

from benchmarks.evaluation.texts import load
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText
from textlint_pt.text.segmentation import sentence_spans

if TYPE_CHECKING:
    from training.vectors import Source

SEED = 7
#: sources of loose sentences: what stands side by side there are no neighbours
LOOSE = re.compile(r"dbpedia|common-voice|ud-|oab-|lener|tldr|faquad|squad|ms-quantum|doc-pt-br")
#: texts taken of each register, their length in sentences, planted sentences each
TEXTS = 120
LENGTHS = (10, 15, 20, 30, 45, 60)
PLANTED = 5
RIDGE = 1e-3
Matrix = NDArray[np.float64]


class Text(NamedTuple):
    """A stretch of a held-out document; `block` are documents that stand side by side."""

    source: str
    block: str
    sentences: tuple[str, ...]


def sample_stretches(held_out: Iterable[Source]) -> list[Text]:
    """Return a stretch of each long enough document, at most `TEXTS` of each register."""
    by_register: dict[str, list[Text]] = defaultdict(list)
    for source in held_out:
        if LOOSE.match(source.name):
            continue
        sentences = [
            paragraph[a:b] for paragraph in source.paragraphs for a, b in sentence_spans(paragraph)
        ]
        rng = random.Random(f"{SEED} {source.block} {source.number}")
        length = rng.choice(LENGTHS)
        if len(sentences) < LENGTHS[0]:
            continue
        start = rng.randrange(max(1, len(sentences) - length))
        stretch = tuple(sentences[start : start + length])
        by_register[source.register].append(Text(source.name, source.block, stretch))
    chosen = []
    for register in sorted(by_register):
        random.Random(f"{SEED} {register}").shuffle(by_register[register])
        chosen.extend(by_register[register][:TEXTS])
    return chosen


def distances_around(space: Space, sentences: Sequence[str]) -> list[Surroundings | None]:
    """Return the distances of each sentence to those around it; None for one without vector."""
    distances = Distances(space.bags(sentences))
    return [distances.around(number) for number in range(len(sentences))]


def plant_sentences(texts: Sequence[Text], space: Space) -> list[tuple[Matrix, int]]:
    """Return the features (n, f) of each text with a foreign sentence in it, and the row of that
    one."""
    result = []
    for text in texts:
        rng = random.Random(f"{SEED} {text.block} {text.sentences[0]}")
        others = [other for other in texts if other.source == text.source and other is not text]
        same_block = [other for other in others if other.block == text.block]
        for _ in range(PLANTED if others else 0):
            planted = rng.choice(rng.choice(same_block or others).sentences)
            position = rng.randrange(1, len(text.sentences))
            sentences = [*text.sentences[:position], planted, *text.sentences[position:]]
            measured = [*enumerate(distances_around(space, sentences))]
            rows = [(index, around.features()) for index, around in measured if around is not None]
            indices = [index for index, _ in rows]
            if position in indices:
                features = np.array([features for _, features in rows])
                result.append((features, indices.index(position)))
    return result


def conditional_logit(choices: Sequence[tuple[Matrix, int]]) -> Matrix:
    """Return the weights under which the planted row is the likeliest of its text (Newton's
    method)."""
    scale = np.concatenate([rows - rows.mean(axis=0) for rows, _ in choices]).std(axis=0)
    weights = np.zeros(len(scale))
    for _ in range(50):
        gradient = -RIDGE * weights
        curvature = RIDGE * np.eye(len(weights))
        for rows, planted in choices:
            scaled = rows / scale
            probabilities = np.exp(scaled @ weights - (scaled @ weights).max())
            probabilities /= probabilities.sum()
            expected = probabilities @ scaled
            gradient += (scaled[planted] - expected) / len(choices)
            spread = (scaled * probabilities[:, None]).T @ scaled - np.outer(expected, expected)
            curvature += spread / len(choices)
        step = np.linalg.solve(curvature, gradient)
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    result: Matrix = weights / scale
    return result


def fit_line(x: Sequence[float], y: Sequence[float]) -> tuple[float, float]:
    """Return constant and slope of the least squares line."""
    slope, constant = np.polyfit(x, y, 1)
    return float(constant), float(slope)


def adjacent_distances(space: Space, sentences: Sequence[str]) -> list[tuple[float, float]]:
    """Return the distance of each two adjacent sentences, and the sum of 1 / words of both."""
    bags = space.bags(sentences)
    distances = Distances(bags)
    return [
        (distances.transport(i, j).distance, 1 / len(bags[i]) + 1 / len(bags[j]))
        for i, j in zip(range(len(bags)), range(1, len(bags)), strict=False)
        if len(bags[i]) and len(bags[j])
    ]


def median_neighbours(space: Space, path: str) -> float:
    """Return the median distance of adjacent sentences over all documents of a file."""
    distances: list[float] = []
    for items in load(path).values():
        for item in items:
            document = build(item.name, item.text, PlainText())
            pairs = adjacent_distances(space, [s.text for s in document.sentences])
            distances.extend(distance for distance, _ in pairs)
    return median(distances)


def fit(held_out: Sequence[Source], space: Space, neighbours: str) -> dict[str, Any]:
    """Return the constants stored in `space.json`, which `textlint_pt_focus.surroundings` reads."""
    texts = sample_stretches(held_out)
    weights = conditional_logit(plant_sentences(texts, space)).round(4).tolist()
    reference: dict[str, Any] = {"weights": weights}
    measured_texts = [
        [around for around in distances_around(space, text.sentences) if around is not None]
        for text in texts
    ]
    page_distances = [float(np.log1p(around.page)) for text in measured_texts for around in text]
    forms = [form(around, reference) for text in measured_texts for around in text]
    constant, slope = fit_line(page_distances, forms)
    residuals = np.array(forms) - (constant + slope * np.array(page_distances))
    reference["usual"] = [round(constant, 4), round(slope, 4)]
    reference["spread"] = round(float(residuals.std()), 4)
    standings = [standing(around, reference) for text in measured_texts for around in text]
    reference["standings"] = np.percentile(standings, range(101)).round(4).tolist()
    pairs = [pair for text in texts for pair in adjacent_distances(space, text.sentences)]
    distances, brevities = zip(*pairs, strict=True)
    constant, slope = fit_line(brevities, distances)
    reference["neighbours"] = {"usual": [round(constant, 4), round(slope, 4)]}
    excess = [distance - expected_distance(brevity, reference) for distance, brevity in pairs]
    reference["neighbours"]["percentiles"] = np.percentile(excess, range(101)).round(4).tolist()
    reference["gruen_median"] = round(median_neighbours(space, neighbours), 4)
    reference["fitted_on"] = {"texts": len(texts), "sentences": len(standings)}
    return reference
