"""Drift of a translation against what people say of it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Annotated

from scipy.stats import kendalltau, pearsonr, spearmanr
from sklearn.linear_model import Ridge
from sklearn.model_selection import LeaveOneGroupOut, cross_val_predict
from sklearn.preprocessing import StandardScaler
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_embedded.lexicon import Lexicon, categorised, english_lexicon, open_lexicon
from textlint_pt_embedded.liwc import Dictionary
from textlint_pt_translation.drift import LinkDrift, link_drift
from textlint_pt_translation.human import human_pairs
from textlint_pt_translation.meaning import LinkMeaning, link_meaning
from textlint_pt_translation.meaning_drift import MeaningDrift

from benchmarks.evaluation.command import Files, Row, Rows
from benchmarks.evaluation.common import auc, read_jsonl, share, stem, wilson
from benchmarks.evaluation.views import sides
from benchmarks.peers import PEERS
from textlint_pt.contract import UserError
from textlint_pt.contract.alignment import Link
from textlint_pt.contract.categories import cosine

SEED = 7
#: percentile at which TRA001 reports by default
PERCENTILE = 1.0
#: the four measures of TRA002, and the penalty of the fit on them
MEASURES = ("categories", "characters", "vectors", "words")
RIDGE = 100.0


def compare(
    candidate: str, reference: str, lexicon: Lexicon, other: Lexicon | None = None
) -> LinkDrift | None:
    """Return the drift (BRAPT) of two sentences; None where one has no words.

    `other`: the lexicon of the reference, if it is in another language.
    """
    sides = [categorised(candidate, lexicon), categorised(reference, other or lexicon)]
    if not all(side.words for side in sides):
        return None
    return link_drift(Link(0, 1, 0, 1), sides[:1], sides[1:])


def similarity(
    candidate: str, reference: str, lexicon: Lexicon, other: Lexicon | None = None
) -> float:
    """Return the similarity (BRAPT); 0 where one has no words."""
    drift = compare(candidate, reference, lexicon, other)
    return drift.similarity if drift else 0.0


def measured(candidates: Sequence[str], references: Sequence[str]) -> list[LinkMeaning | None]:
    """Return TRA002's measure of every pair of sentences; None where one has no words."""
    texts = list(dict.fromkeys((*candidates, *references)))
    side_of = dict(zip(texts, sides(texts), strict=True))
    forms, link = form_lexicon(), Link(0, 1, 0, 1)
    pairs = [(side_of[a], side_of[b]) for a, b in zip(candidates, references, strict=True)]
    return [
        link_meaning(link, target, reference, forms) if target.words and reference.words else None
        for target, reference in pairs
    ]


def against_people(
    rows: Iterable[Row], lexicons: Mapping[str, Lexicon], name: str, cv: str | None = None
) -> list[Row]:
    """Return a row for each system: its correlation with people's ratings (MQM)."""
    judged = [row for row in rows if row["nr_words"] > 0]
    candidates = [row["mt_pt"] for row in judged]
    references = [row["ref_pt"] for row in judged]
    people = [float(row["mqm"]) for row in judged]
    meanings = measured(candidates, references)
    systems = {"ours": [drift.rating if drift else 0.0 for drift in meanings]}
    for system, lexicon in lexicons.items():
        pairs = zip(candidates, references, strict=True)
        systems[system] = [similarity(*pair, lexicon) for pair in pairs]
    if all("source_en" in row for row in judged):
        systems["ours: without a reference"] = [
            similarity(row["mt_pt"], row["source_en"], open_lexicon(), english_lexicon())
            for row in judged
        ]
    if cv:
        groups = [str(row[cv]) for row in judged]
        features = [_features(drift) for drift in meanings]
        systems["ours-cv"] = cross_validated(features, people, groups)
    for peer, measure in PEERS.items():
        systems[peer] = measure(candidates, references)
    result = [{"system": s, "set": name, **agreement(v, people)} for s, v in systems.items()]
    if all("critical" in row for row in judged):
        result[0] |= found_errors(judged, meanings)
    return result


def agreement(values: Sequence[float], people: Sequence[float]) -> Row:
    """Return the correlations; None where one side has a single value."""
    measures = {"pearson": pearsonr, "spearman": spearmanr, "kendall": kendalltau}
    found: Row = dict.fromkeys(measures)
    if len(set(values)) > 1 and len(set(people)) > 1:
        found = {name: float(measure(values, people)[0]) for name, measure in measures.items()}
    return {**found, "n": len(people)}


def found_errors(rows: Sequence[Row], drifts: Sequence[LinkMeaning | None]) -> Row:
    """Return the shares that TRA002 reports of critically wrong and of flawless rows."""
    reported = [drift is not None and is_reported(drift) for drift in drifts]
    critical = [found for found, row in zip(reported, rows, strict=True) if row["critical"]]
    flawless = [found for found, row in zip(reported, rows, strict=True) if row["mqm"] == 100]
    interval = wilson(sum(critical), len(critical))
    return {
        "critical": share(critical),
        "interval": [round(end, 3) for end in interval] if critical else None,
        "n_critical": len(critical),
        "flawless": share(flawless),
    }


def is_reported(drift: LinkMeaning) -> bool:
    options = {name: option.default for name, option in MeaningDrift.options.items()}
    return MeaningDrift.reason(drift, options) is not None


def _features(drift: LinkMeaning | None) -> list[float]:
    """Return the features of `ours-cv`; a missing measure is the mean of the others."""
    if drift is None:
        return [0.0] * (len(MEASURES) + 3)
    mean = fmean(drift.measures.values())
    negations = float(len(drift.lost) + len(drift.gained))
    found = [drift.measures.get(name, mean) for name in MEASURES]
    return [*found, negations, drift.similarity, drift.rating]


def cross_validated(
    features: Sequence[Sequence[float]], people: Sequence[float], groups: Sequence[str]
) -> list[float]:
    """Return predictions for each group by a ridge regression on the others."""
    scaled = StandardScaler().fit_transform(features)
    fitted = cross_val_predict(
        Ridge(RIDGE), scaled, people, groups=groups, cv=LeaveOneGroupOut(), n_jobs=1
    )
    return [float(value) for value in fitted]


def rows_of_examples(rows: Iterable[Row], lexicons: Mapping[str, Lexicon], name: str) -> list[Row]:
    """Return a row for each system: its values of the paper's sentences, in percent."""
    rows = list(rows)
    pairs = [row["candidate"] for row in rows], [row["reference"] for row in rows]
    systems: dict[str, Sequence[float]] = {
        "ours": [100 * drift.similarity if drift else 0.0 for drift in measured(*pairs)],
        **{
            system: [100 * similarity(*pair, lexicon) for pair in zip(*pairs, strict=True)]
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


def good_translations(rows: Sequence[Row], lexicon: Lexicon, system: str, name: str) -> Row:
    """Return the similarity of two good translations, and the share that TRA001 flags."""
    found = [compare(row["pt_PT"], row["pt_BR"], lexicon) for row in rows]
    drifts = [drift for drift in found if drift]
    flagged = [
        drift.drift > human_pairs().drift(PERCENTILE, drift.words)
        for drift in drifts
        if drift.measured
    ]
    mean = fmean(drift.similarity for drift in drifts)
    row = {"system": system, "set": f"{name} good", "similarity": mean}
    return {**row, "flagged": share(flagged), "n": len(drifts)}


def across_languages(rows: Sequence[Row], name: str) -> Row:
    """Return similarity of English sentences with their translations and with others."""
    found = [
        compare(row.get("pt") or row["pt_BR"], row["en"], open_lexicon(), english_lexicon())
        for row in rows
    ]
    drifts = [drift for drift in found if drift]
    order = list(range(len(drifts)))
    random.Random(SEED).shuffle(order)
    # each beside the one that follows it in the shuffled order: never its own
    following = dict(zip(order, [*order[1:], *order[:1]], strict=True))
    good = [drift.similarity for drift in drifts]
    elsewhere = [
        cosine(drift.reference_vector, drifts[following[at]].vector)
        for at, drift in enumerate(drifts)
    ]
    means = {"similarity": fmean(good), "elsewhere": fmean(elsewhere)}
    return {"set": f"{name} en-pt", "auc": auc(good, elsewhere), **means, "n": len(drifts)}


def run(
    files: Files = (),
    *,
    examples: Annotated[Files, "the paper's examples"] = (),
    lexicon: Annotated[Path | None, "LIWC dictionary"] = None,
    cv: Annotated[str | None, "field: also a fit, cross-validated over it"] = None,
) -> Rows:
    """Yield the rows of each file, by the fields that it has."""
    lexicon_used: Lexicon = open_lexicon()
    system, lexicons = "ours", {"ours: BRAPT": lexicon_used}
    if lexicon:
        system, lexicon_used = f"ours: BRAPT, {lexicon.name}", Dictionary.read(lexicon)
        lexicons[system] = lexicon_used
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
            yield good_translations(data, lexicon_used, system, name)
        elif "en" in fields and fields & {"pt", "pt_BR"}:
            yield across_languages(data, name)
        else:
            raise UserError(f"{path}: fields of none of the known files: {sorted(fields)}")
