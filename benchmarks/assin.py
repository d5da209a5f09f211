"""ASSIN: how alike two sentences are (1 to 5), and whether one follows from the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import pearsonr
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import f1_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR
from textlint_pt_embedded.forms import form_lexicon
from threadpoolctl import threadpool_limits

from benchmarks.evaluation.command import Folder, Rows
from benchmarks.evaluation.common import paper, read_jsonl
from benchmarks.evaluation.pair_features import GROUPS, Pair, Rarity, Views, common, views
from textlint_pt.contract import UserError
from textlint_pt.engine.cache import Cache
from textlint_pt.registry import folders
from textlint_pt.text.likeness import Side, compare

Matrix = NDArray[np.float64]
SETS = {"ptbr": "assin1-ptbr", "ptpt": "assin1-ptpt", "assin2": "assin2"}
#: sets whose train parts are used together: two variants, one task
TOGETHER = {"ptbr": ("ptbr", "ptpt"), "ptpt": ("ptpt", "ptbr"), "assin2": ("assin2",)}
SEED = 7


class Gold(NamedTuple):
    """The pairs of a file and how people rated them."""

    pairs: list[Pair]
    similarity: list[float]
    entailment: list[str]

    def __add__(self, other: Any) -> Gold:
        return Gold(*(one + more for one, more in zip(self, other, strict=True)))


class Predictions(NamedTuple):
    """Similarity and entailment that a system predicts for each pair."""

    similarity: Sequence[float]
    entailment: Sequence[str]


@dataclass(frozen=True, slots=True)
class Task:
    """What a system predicts: `judged`, learning from `train`, or from `own`, its variant alone."""

    name: str
    train: Gold
    own: Gold
    judged: Gold
    sentence_views: Views


System = Callable[[Task], Predictions]


def read(path: Path) -> Gold:
    """Return the rated pairs of a file; ends the program at a row that lacks something."""
    rows = read_jsonl(str(path), ("premise", "hypothesis", "similarity", "entailment"))
    if not rows:
        raise SystemExit(f"assin: {path}: no rows")
    return Gold(
        [Pair(row["premise"], row["hypothesis"]) for row in rows],
        [float(row["similarity"]) for row in rows],
        [str(row["entailment"]) for row in rows],
    )


def which(path: Path) -> str:
    """Return the set that a file belongs to, by its name."""
    name = path.name.lower().replace("-", "").replace("_", "")
    parts = {"assin2": ("assin2",), "ptbr": ("ptbr", "brasil"), "ptpt": ("ptpt", "portugal")}
    for key, words in parts.items():
        if any(word in name for word in words):
            return key
    raise SystemExit(f"assin: {path}: its name says neither ptbr nor ptpt nor assin2")


# ------------------------------------------------------------------ measures


def row(system: str, name: str, predicted: Predictions, gold: Gold) -> dict[str, Any]:
    """Return the row of a system: error of its similarity, accuracy and F1 of its entailment."""
    constant = len(set(predicted.similarity)) < 2  # then there is no correlation
    same = [a == b for a, b in zip(predicted.entailment, gold.entailment, strict=True)]
    errors = [a - b for a, b in zip(predicted.similarity, gold.similarity, strict=True)]
    return {
        "system": system,
        "set": name,
        "pearson": 0.0 if constant else float(pearsonr(predicted.similarity, gold.similarity)[0]),
        "mse": fmean(error**2 for error in errors),
        "accuracy": fmean(same),
        "f1": float(f1_score(gold.entailment, predicted.entailment, average="macro")),
        "n": len(gold.pairs),
    }


def printed(names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the rows that the paper prints; None where no run was submitted."""
    none = dict.fromkeys(("pearson", "mse", "accuracy", "f1"))
    for system, both in paper("assin").items():
        for name, figures in both.items():
            if name in names:
                yield {"system": f"paper: {system}", "set": f"{name}-test"} | none | figures


# ------------------------------------------------------------------ systems


def majority(task: Task) -> Predictions:
    commonest = Counter(task.own.entailment).most_common(1)[0][0]
    number = len(task.judged.pairs)
    return Predictions([fmean(task.own.similarity)] * number, [commonest] * number)


def linear(train: Matrix, gold: Gold, judged: Matrix) -> Predictions:
    """Return predictions of a linear regression (similarity) and a logistic one (entailment)."""
    similarity = LinearRegression().fit(train, gold.similarity).predict(judged)
    classes = LogisticRegression(C=1000, max_iter=2000).fit(train, gold.entailment)
    return Predictions(similarity.tolist(), classes.predict(judged).tolist())


def matrix(pairs: Sequence[Pair], figures: Callable[[Pair], Sequence[float]]) -> Matrix:
    return np.array([figures(pair) for pair in pairs], dtype=np.float64)


def overlap(task: Task) -> Predictions:
    return linear(matrix(task.own.pairs, common), task.own, matrix(task.judged.pairs, common))


def rarity(gold: Gold) -> Rarity:
    return Rarity([text for pair in gold.pairs for text in pair])


def solo_queue(task: Task) -> Predictions:
    """Return a linear regression over the cosines of TF-IDF and of the summed word vectors."""
    rare = rarity(task.own)

    def figures(pair: Pair) -> list[float]:
        return [rare.cosine(pair), GROUPS["lexicon"](pair, task.sentence_views, rare)[-1]]

    return linear(matrix(task.own.pairs, figures), task.own, matrix(task.judged.pairs, figures))


def reciclagem(task: Task) -> Predictions:
    """Return the mean similarity of the best matches of words; entailment if all are high."""
    rarity_of = rarity(task.own)
    similarity, entailment = [], []
    for pair in task.judged.pairs:
        _, _, premise_match, hypothesis_match, _, worst_match, _ = GROUPS["lexicon"](
            pair, task.sentence_views, rarity_of
        )
        similarity.append(1 + 4 * max(0.0, (premise_match + hypothesis_match) / 2))
        entailment.append("Entailment" if worst_match > 0.9 else "None")
    return Predictions(similarity, entailment)


def figures_of(task: Task, groups: Sequence[str]) -> tuple[Matrix, Matrix]:
    """Return the feature matrices of the pairs to learn from and of those judged."""
    rarity_of = rarity(task.train)

    def figures(pair: Pair) -> list[float]:
        return [
            value for name in groups for value in GROUPS[name](pair, task.sentence_views, rarity_of)
        ]

    return matrix(task.train.pairs, figures), matrix(task.judged.pairs, figures)


def boosting(task: Task) -> Predictions:
    """Return the predictions of gradient boosting over words, letters, lengths and numbers."""
    train, judged = figures_of(task, ("lexical", "numbers"))
    settings = {"learning_rate": 0.05, "max_iter": 200, "max_leaf_nodes": 12, "random_state": SEED}
    with threadpool_limits(1):
        similarity = HistGradientBoostingRegressor(**settings).fit(train, task.train.similarity)
        classes = HistGradientBoostingClassifier(class_weight="balanced", **settings)
        classes.fit(train, task.train.entailment)
        return Predictions(similarity.predict(judged).tolist(), classes.predict(judged).tolist())


def by_likeness(task: Task) -> Predictions:
    """Return likeness and entailment by `textlint_pt.text.likeness`; nothing is fitted."""

    def side(text: str) -> Side:
        return Side(text, task.sentence_views.vectors[text], task.sentence_views.tokens[text])

    can_be_paraphrase = "Paraphrase" in task.own.entailment
    likeness, entailment = [], []
    for pair in task.judged.pairs:
        found = compare(side(pair.premise), side(pair.hypothesis), form_lexicon())
        likeness.append(found.likeness)
        if found.follows and found.follows_back and can_be_paraphrase:
            entailment.append("Paraphrase")
        else:
            entailment.append("Entailment" if found.follows else "None")
    return Predictions(likeness, entailment)


def fitted(task: Task, groups: Sequence[str] = tuple(GROUPS)) -> Predictions:
    """Return the mean of three fits: support vectors, these with vector products, and boosting."""
    train, judged = figures_of(task, groups)
    feature_sets = [(train, judged)]
    if "meaning" in groups:
        vectors = [_products(gold.pairs, task.sentence_views) for gold in (task.train, task.judged)]
        feature_sets.append((np.hstack([train, vectors[0]]), np.hstack([judged, vectors[1]])))
    classes = sorted(set(task.train.entailment))
    settings = {"learning_rate": 0.04, "max_iter": 220, "max_leaf_nodes": 10, "random_state": SEED}
    similarity, probabilities = [], []
    with threadpool_limits(1):  # threads that wait for each other cost more than they spare
        # inverse penalties: of the features, and of these with the products of the vectors
        for penalty, (train_features, judged_features) in zip(
            (0.3, 0.003), feature_sets, strict=False
        ):
            regressor = make_pipeline(StandardScaler(), SVR(C=1.0, epsilon=0.2))
            regressor.fit(train_features, task.train.similarity)
            similarity.append(regressor.predict(judged_features))
            regression = LogisticRegression(C=penalty, max_iter=300)
            classifier = make_pipeline(StandardScaler(), regression)
            classifier.fit(train_features, task.train.entailment)
            probabilities.append(classifier.predict_proba(judged_features))
        regressor = HistGradientBoostingRegressor(**settings).fit(train, task.train.similarity)
        similarity.append(regressor.predict(judged))
        boosted = HistGradientBoostingClassifier(**settings).fit(train, task.train.entailment)
        probabilities.append(boosted.predict_proba(judged))
    share = np.array([task.own.entailment.count(name) for name in classes])
    # rare classes count as much as common ones in the macro F1: half way to balanced
    weighted = np.mean(probabilities, axis=0) / np.sqrt(share / share.sum())
    return Predictions(
        np.mean(similarity, axis=0).tolist(), [classes[at] for at in weighted.argmax(1).tolist()]
    )


def _products(pairs: Sequence[Pair], sentence_views: Views) -> Matrix:
    """Return absolute differences and products of the two sentence vectors, by dimension."""
    one, other = (
        np.stack([sentence_views.vectors[pair[side]] for pair in pairs]) for side in (0, 1)
    )
    return np.hstack([np.abs(one - other), one * other]).astype(np.float64)


def without(*left_out: str) -> System:
    groups = [name for name in GROUPS if name not in left_out]
    return lambda task: fitted(task, groups)


SYSTEMS: Mapping[str, System] = {
    "baseline-majority": majority,
    "baseline-overlap": overlap,
    "solo-queue": solo_queue,
    "reciclagem": reciclagem,
    "lexical-boosting": boosting,
    "ours": by_likeness,
    "ours-fitted": fitted,
    "ours-fitted without meaning": without("meaning"),
    "ours-fitted without lexicon": without("lexicon"),
    "ours-fitted without numbers": without("numbers"),
}


def tasks(data: Path, tests: Sequence[Path], cache: Cache | None) -> list[Task]:
    """Return the tasks of all sets: their development parts and the official test files."""
    gold: dict[tuple[str, str], Gold] = {}
    for name, start in SETS.items():
        for part in ("train", "dev"):
            path = data / f"{start}-{part}.jsonl"
            if path.exists():
                gold[name, part] = read(path)
    official_tests = [(which(path), read(path)) for path in tests]
    names = sorted({name for name, part in gold if part == "train"}, key=list(SETS).index)
    if not names:
        raise SystemExit(f"assin: {data}: no {' or '.join(SETS.values())}-train.jsonl in it")
    all_gold = [*gold.values(), *(one for _, one in official_tests)]
    sentence_views = views([text for one in all_gold for pair in one.pairs for text in pair], cache)
    result = []
    for name in names:
        own = gold[name, "train"]
        others = [gold[other, "train"] for other in TOGETHER[name][1:] if (other, "train") in gold]
        if (name, "dev") in gold:
            train = sum(others, own)
            result.append(Task(f"{name}-dev", train, own, gold[name, "dev"], sentence_views))
        for other, judged in official_tests:
            if other == name:
                parts = [gold[key] for key in gold if key[0] in TOGETHER[name]]
                whole = [gold[key] for key in gold if key[0] == name]
                train, own_whole = sum(parts[1:], parts[0]), sum(whole[1:], whole[0])
                result.append(Task(f"{name}-test", train, own_whole, judged, sentence_views))
    return result


def run(
    *,
    data: Folder,
    test: Sequence[Folder] = (),
    only: Annotated[Sequence[str], "systems, if not all"] = (),
) -> Rows:
    """Yield the rows of the paper and of each system on each task."""
    if unknown := [name for name in only if name not in SYSTEMS]:
        raise UserError(f"--only: no system {unknown[0]}: {', '.join(SYSTEMS)}")
    judged = tasks(data, test, Cache(folders.cache()))
    yield from printed([task.name.partition("-")[0] for task in judged])
    for task in judged:
        for name in only or SYSTEMS:
            yield row(name, task.name, SYSTEMS[name](task), task.judged)
