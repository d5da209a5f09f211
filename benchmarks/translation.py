"""Drift of a translation against what people say of it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Annotated

import numpy as np
from scipy.stats import kendalltau, pearsonr, spearmanr
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_embedded.lexicon import Lexicon, categorised, english_lexicon, open_lexicon
from textlint_pt_embedded.liwc import Dictionary
from textlint_pt_translation.drift import LinkDrift, link_drift
from textlint_pt_translation.human import human_pairs
from textlint_pt_translation.meaning import LinkMeaning, link_meaning
from textlint_pt_translation.meaning_drift import MeaningDrift

from benchmarks.evaluation.command import Files, Row, Rows
from benchmarks.evaluation.common import auc, read_jsonl, stem, wilson
from benchmarks.evaluation.views import sides
from benchmarks.peers import PEERS
from textlint_pt.contract import UserError
from textlint_pt.contract.alignment import Link
from textlint_pt.contract.categories import cosine, vector

SEED = 7
#: percentile at which TRA001 reports by default
PERCENTILE = 1.0
#: the four measures of TRA002, and the penalty of the fit on them
MEASURES = ("categories", "characters", "vectors", "words")
RIDGE = 100.0


def compare(lexicon: Lexicon, candidate: str, reference: str) -> LinkDrift | None:
    """BRAPT of two sentences; None where one has no words."""
    sides = [categorised(text, lexicon) for text in (candidate, reference)]
    if not all(side.words for side in sides):
        return None
    return link_drift(Link(0, 1, 0, 1), sides[:1], sides[1:])


def measured(candidates: Sequence[str], references: Sequence[str]) -> list[LinkMeaning | None]:
    """TRA002's measure of every pair as one sentence each; None where one has no words."""
    texts = list(dict.fromkeys((*candidates, *references)))
    of = dict(zip(texts, sides(texts), strict=True))
    forms, link = form_lexicon(), Link(0, 1, 0, 1)
    return [
        link_meaning(link, ours, theirs, forms) if ours.words and theirs.words else None
        for ours, theirs in (
            (of[one], of[other]) for one, other in zip(candidates, references, strict=True)
        )
    ]


def against_people(
    rows: Iterable[Row], lexicons: Mapping[str, Lexicon], name: str, cv: str | None = None
) -> list[Row]:
    """Correlation with MQM; a translation without words has no similarity with its reference."""
    judged = [row for row in rows if row["nr_words"] > 0]
    candidates = [row["mt_pt"] for row in judged]
    references = [row["ref_pt"] for row in judged]
    people = [float(row["mqm"]) for row in judged]
    meant = measured(candidates, references)
    systems = {"ours": [drift.rating if drift else 0.0 for drift in meant]}
    for system, lexicon in lexicons.items():
        systems[system] = [
            similarity(lexicon, one, other)
            for one, other in zip(candidates, references, strict=True)
        ]
    if all("source_en" in row for row in judged):
        systems["ours: without a reference"] = [
            bilingual(row["source_en"], row["mt_pt"]) for row in judged
        ]
    if cv:
        groups = [str(row[cv]) for row in judged]
        systems["ours-cv"] = cross_validated([_features(drift) for drift in meant], people, groups)
    for peer, measure in PEERS.items():
        systems[peer] = measure(candidates, references)
    result = [{"system": s, "set": name, **agreement(v, people)} for s, v in systems.items()]
    if all("critical" in row for row in judged):
        result[0] |= found_errors(judged, meant)
    return result


def agreement(values: Sequence[float], people: Sequence[float]) -> Row:
    """Correlations; None where one side has one value throughout, which correlates with nothing."""
    measures = {"pearson": pearsonr, "spearman": spearmanr, "kendall": kendalltau}
    told = len(set(values)) > 1 and len(set(people)) > 1
    found = {name: float(of(values, people)[0]) if told else None for name, of in measures.items()}
    return {**found, "n": len(people)}


def found_errors(rows: Sequence[Row], drifts: Sequence[LinkMeaning | None]) -> Row:
    """What TRA002 reports at its threshold: of rows with a critical error, and with no error."""
    reported = [drift is not None and is_reported(drift) for drift in drifts]
    critical = [found for found, row in zip(reported, rows, strict=True) if row["critical"]]
    flawless = [found for found, row in zip(reported, rows, strict=True) if row["mqm"] == 100]
    return {
        "critical": fmean(critical) if critical else None,
        "interval": [round(end, 3) for end in wilson(sum(critical), len(critical))]
        if critical
        else None,
        "n_critical": len(critical),
        "flawless": fmean(flawless) if flawless else None,
    }


def is_reported(drift: LinkMeaning) -> bool:
    options = {name: option.default for name, option in MeaningDrift.options.items()}
    return MeaningDrift.reason(drift, options) is not None


def bilingual(source: str, translation: str) -> float:
    ours, theirs = categorised(translation, open_lexicon()), categorised(source, english_lexicon())
    if not (ours.words and theirs.words):
        return 0.0
    return link_drift(Link(0, 1, 0, 1), [ours], [theirs]).similarity


def _features(drift: LinkMeaning | None) -> list[float]:
    """What `ours-cv` is fitted on; a measure that cannot be had is the mean of the rest."""
    if drift is None:
        return [0.0] * (len(MEASURES) + 3)
    mean = fmean(drift.measures.values())
    negations = float(len(drift.lost) + len(drift.gained))
    found = [drift.measures.get(name, mean) for name in MEASURES]
    return [*found, negations, drift.similarity, drift.rating]


def cross_validated(
    features: Sequence[Sequence[float]], people: Sequence[float], groups: Sequence[str]
) -> list[float]:
    """Predictions for each group by a ridge regression on the others."""
    x, y = np.array(features, dtype=np.float64), np.array(people, dtype=np.float64)
    x = (x - x.mean(0)) / np.where(x.std(0) > 0, x.std(0), 1.0)
    x = np.c_[np.ones(len(x)), x]
    result = np.zeros(len(y))
    for group in sorted(set(groups)):
        inside = np.array([other == group for other in groups])
        rest, penalty = x[~inside], RIDGE * np.eye(x.shape[1])
        penalty[0, 0] = 0.0
        weights = np.linalg.solve(rest.T @ rest + penalty, rest.T @ y[~inside])
        result[inside] = x[inside] @ weights
    return [float(value) for value in result]


def rows_of_examples(rows: Iterable[Row], lexicons: Mapping[str, Lexicon], name: str) -> list[Row]:
    """The paper's sentences, in per cent."""
    rows = list(rows)
    pairs = [row["candidate"] for row in rows], [row["reference"] for row in rows]
    systems: dict[str, Sequence[float]] = {
        "ours": [100 * drift.similarity if drift else 0.0 for drift in measured(*pairs)],
        **{
            system: [100 * similarity(lexicon, *pair) for pair in zip(*pairs, strict=True)]
            for system, lexicon in lexicons.items()
        },
        **{peer: PEERS[peer](*pairs) for peer in ("BLEU", "BLEU as in the paper")},
        "paper: BRAPT with LIWC 2007": [row["brapt"] for row in rows],
        "paper: experts": [row["experts"] for row in rows],
        "paper: BLEU": [row["bleu"] for row in rows],
    }
    ids = [row["id"] for row in rows]
    return [
        {"system": system, "set": name, **dict(zip(ids, values, strict=True)), "n": len(rows)}
        for system, values in systems.items()
    ]


def similarity(lexicon: Lexicon, candidate: str, reference: str) -> float:
    """BRAPT; 0 where one has no words."""
    drift = compare(lexicon, candidate, reference)
    return drift.similarity if drift else 0.0


def good_translations(rows: Sequence[Row], lexicon: Lexicon, system: str, name: str) -> list[Row]:
    """Similarity of two good translations, of sentences from elsewhere, and what is flagged."""
    result: list[Row] = []
    for kind, shift in (("good", 0), ("elsewhere", 7)):
        found = [
            compare(lexicon, row["pt_PT"], rows[(at + shift) % len(rows)]["pt_BR"])
            for at, row in enumerate(rows)
        ]
        drifts = [drift for drift in found if drift]
        flagged = [
            drift.drift > human_pairs().drift(PERCENTILE, drift.words)
            for drift in drifts
            if drift.measured
        ]
        result.append(
            {
                "system": system,
                "set": f"{name} {kind}",
                "similarity": fmean(drift.similarity for drift in drifts),
                "flagged": fmean(flagged) if flagged else None,
                "n": len(drifts),
            }
        )
    return result


def across_languages(rows: Sequence[Row], name: str) -> list[Row]:
    """English sentences against their translations, in the one set of categories."""
    english, portuguese = english_lexicon(), open_lexicon()
    pairs = []
    for row in rows:
        source = categorised(row["en"], english)
        translation = categorised(row.get("pt") or row["pt_BR"], portuguese)
        if source.words and translation.words:
            size = len(source.names)
            pairs.append((vector([source], size), vector([translation], size)))
    order = list(range(len(pairs)))
    random.Random(SEED).shuffle(order)
    # each beside the one that follows it in the shuffled order: never its own
    following = dict(zip(order, [*order[1:], *order[:1]], strict=True))
    good = [cosine(source, translation) for source, translation in pairs]
    elsewhere = [cosine(pair[0], pairs[following[at]][1]) for at, pair in enumerate(pairs)]
    own = [(a > b) + (a == b) / 2 for a, b in zip(good, elsewhere, strict=True)]
    return [
        {
            "set": f"{name} en-pt",
            "auc": auc(good, elsewhere),
            "own": fmean(own),
            "similarity": fmean(good),
            "elsewhere": fmean(elsewhere),
            "n": len(pairs),
        }
    ]


def run(
    files: Files = (),
    *,
    examples: Annotated[Files, "the paper's examples"] = (),
    lexicon: Annotated[Path | None, "LIWC dictionary"] = None,
    cv: Annotated[str | None, "field: also a fit, cross-validated over it"] = None,
) -> Rows:
    known: Lexicon = open_lexicon()
    system, lexicons = "ours", {"ours: BRAPT": known}
    if lexicon:
        system, known = f"ours: BRAPT, {lexicon.name}", Dictionary.read(lexicon)
        lexicons[system] = known
    if not (files or examples):
        raise UserError("no file given")
    for path in (*files, *examples):
        data = read_jsonl(path)
        fields = set().union(*(row.keys() for row in data))
        name = stem(path)
        if "mqm" in fields:
            yield from against_people(data, lexicons, name, cv)
        elif "experts" in fields:
            yield from rows_of_examples(data, lexicons, name)
        elif {"doc", "seg", "pt_PT", "pt_BR"} <= fields:
            yield from good_translations(data, known, system, name)
        elif "en" in fields and fields & {"pt", "pt_BR"}:
            yield from across_languages(data, name)
        else:
            raise UserError(f"{path}: fields of none of the known files: {sorted(fields)}")
