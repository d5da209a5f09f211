"""Measure how far pairs of good human translations drift apart.

Writes `data/human-pairs.json` of the plugin `textlint_pt_translation`, or `--output`: quantiles,
no text. To be run again when the lexicon changes. Prints what share of the documents of one half
lies under the limits of the other.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import numpy as np
from textlint_pt_embedded.lexicon import categorised, open_lexicon
from textlint_pt_translation.drift import LinkDrift, link_drift
from textlint_pt_translation.human import PATH, HumanPairs, fingerprint
from textlint_pt_translation.meaning import LinkMeaning

from benchmarks.evaluation.common import read_jsonl
from textlint_pt.contract.alignment import Link
from training.inputs import write_json

#: chosen among .5, .6 … so that all lengths are flagged about equally often
EXPONENT = 0.9
STEPS = 400
FIELDS = ("pt_PT", "pt_BR")


class Pair(NamedTuple):
    """One sentence in two translations, and the document it is from."""

    document: str
    drift: LinkDrift


def read(paths: Iterable[str]) -> list[Pair]:
    """Return the pairs of sentences that JSON lines have in both variants."""
    pairs: list[Pair] = []
    for path in paths:
        for row in read_jsonl(path, (*FIELDS, "doc")):
            sides = [categorised(row[field], open_lexicon()) for field in FIELDS]
            if all(side.words for side in sides):
                drift = link_drift(Link(0, 1, 0, 1), sides[:1], sides[1:])
                pairs.append(Pair(row["doc"], drift))
    return pairs


def quantiles(values: Iterable[float]) -> tuple[float, ...]:
    """Return `STEPS` + 1 quantiles at equal steps from the least value to the greatest."""
    found = np.quantile(list(values), np.linspace(0, 1, STEPS + 1))
    return tuple(found.round(4).tolist())


def measure(pairs: Sequence[Pair]) -> HumanPairs:
    """Return quantiles of drift times words ** EXPONENT, and the volatility of each category: the
    squared differences of its counts in a pair over the sum of its counts, both plus one."""
    scaled = quantiles(pair.drift.drift * pair.drift.words**EXPONENT for pair in pairs)
    names = open_lexicon().names
    volatility: list[float] = []
    for category in range(len(names) + 1):
        counts = [
            (pair.drift.vector[category], pair.drift.reference_vector[category]) for pair in pairs
        ]
        squares = sum((translated - reference) ** 2 for translated, reference in counts)
        volatility.append(round((1 + squares) / (1 + sum(map(sum, counts))), 4))
    return HumanPairs(fingerprint(names), EXPONENT, scaled, tuple(volatility))


def of_other_half(
    documents: Sequence[str],
    drifts: Sequence[LinkDrift] | Sequence[LinkMeaning],
    fit: Callable[[Sequence[int]], HumanPairs],
) -> list[float]:
    """Return the percentile of each drift by what is fitted on the other half of the documents."""
    halves: tuple[list[int], list[int]] = ([], [])
    for row, document in enumerate(documents):
        halves[zlib.crc32(document.encode()) % 2].append(row)
    return [
        fitted.percentile(drifts[row].drift, drifts[row].words)
        for own_half, other_half in (halves, halves[::-1])
        if own_half and other_half
        for fitted in [fit(other_half)]
        for row in own_half
    ]


def run(files: Sequence[str], *, output: Path = PATH) -> None:
    """Measure drift on files of pairs, print how halves predict each other, and write it."""
    pairs = read(files)
    percentiles = of_other_half(
        [pair.document for pair in pairs],
        [pair.drift for pair in pairs],
        lambda rows: measure([pairs[row] for row in rows]),
    )
    for limit in (0.5, 1.0, 2.0, 5.0):
        share = fmean(percentile <= limit for percentile in percentiles)
        print(f"percentile {limit}: {share:.2%} of the other half at or under it")
    found = measure(pairs)
    about = {
        "pairs": len(pairs),
        "lexicon": found.lexicon,
        "exponent": found.exponent,
        "quantiles": found.quantiles,
        "volatility": found.volatility,
    }
    write_json(output, about)
