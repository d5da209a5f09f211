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
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR
from textlint_pt_embedded.forms import form_lexicon
from threadpoolctl import threadpool_limits

from benchmarks.evaluation.command import Folder, Rows
from benchmarks.evaluation.common import paper, read_jsonl, scored
from benchmarks.evaluation.pair_features import GROUPS, Pair, Rarity, Views, common, views
from textlint_pt.contract import UserError
from textlint_pt.engine.cache import Cache
from textlint_pt.registry import folders
from textlint_pt.text.likeness import Side, compare
from textlint_pt.text.words import WORD_OR_NUMBER

Matrix = NDArray[np.float64]
SETS = {"ptbr": "assin1-ptbr", "ptpt": "assin1-ptpt", "assin2": "assin2"}
#: sets whose train parts are used together: two variants, one task
TOGETHER = {"ptbr": ("ptbr", "ptpt"), "ptpt": ("ptpt", "ptbr"), "assin2": ("assin2",)}
SEED = 7


class Gold(NamedTuple):
    """The pairs of a file and what people say of them."""

    pairs: list[Pair]
    similarity: list[float]
    entailment: list[str]

    def __add__(self, other: Any) -> Gold:
        return Gold(*(one + more for one, more in zip(self, other, strict=True)))


class Predictions(NamedTuple):
    """What a system says of each pair; None where it says nothing of that."""

    similarity: Sequence[float]
    entailment: Sequence[str]


@dataclass(frozen=True, slots=True)
class Task:
    """A set: what is learnt from, what is judged, and what the package says of all sentences."""

    name: str
    train: Gold
    own: Gold
    judged: Gold
    known: Views


System = Callable[[Task], Predictions]


def read(path: Path) -> Gold:
    rows = read_jsonl(str(path))
    if not rows:
        raise SystemExit(f"assin: {path}: no rows")
    for number, row in enumerate(rows, 1):
        lacking = [k for k in ("premise", "hypothesis", "similarity", "entailment") if k not in row]
        if lacking:
            raise SystemExit(f"assin: {path}: row {number} lacks {', '.join(lacking)}")
        for key in ("premise", "hypothesis"):
            if not isinstance(row[key], str) or not WORD_OR_NUMBER.search(row[key]):
                raise SystemExit(f"assin: {path}: row {number}: the {key} is no sentence")
    return Gold(
        [Pair(row["premise"], row["hypothesis"]) for row in rows],
        scored(str(path), rows, "similarity"),
        [str(row["entailment"]) for row in rows],
    )


def which(path: Path) -> str:
    """The set that a file is of, by its name."""
    name = path.name.lower().replace("-", "").replace("_", "")
    for key, marks in (
        ("assin2", ("assin2",)),
        ("ptbr", ("ptbr", "brasil")),
        ("ptpt", ("ptpt", "portugal")),
    ):
        if any(mark in name for mark in marks):
            return key
    raise SystemExit(f"assin: {path}: its name says neither ptbr nor ptpt nor assin2")


# ------------------------------------------------------------------ measures


def row(system: str, name: str, found: Predictions, gold: Gold) -> dict[str, Any]:
    constant = len(set(found.similarity)) < 2  # then there is no correlation
    same = [one == other for one, other in zip(found.entailment, gold.entailment, strict=True)]
    return {
        "system": system,
        "set": name,
        "pearson": 0.0 if constant else float(pearsonr(found.similarity, gold.similarity)[0]),
        "mse": fmean(
            (one - other) ** 2 for one, other in zip(found.similarity, gold.similarity, strict=True)
        ),
        "accuracy": fmean(same),
        "f1": macro_f1(found.entailment, gold.entailment),
        "n": len(gold.pairs),
    }


def macro_f1(found: Sequence[str], gold: Sequence[str]) -> float:
    """Mean F1 over the classes that either has."""
    each = []
    for name in {*found, *gold}:
        right = sum(a == b == name for a, b in zip(found, gold, strict=True))
        each.append(2 * right / (found.count(name) + gold.count(name)))
    return fmean(each)


def printed(names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Rows of the paper; None where nothing was sent in."""
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
    """Linear regression of the similarity, logistic of the entailment."""
    similarity = LinearRegression().fit(train, gold.similarity).predict(judged)
    classes = LogisticRegression(C=1000, max_iter=2000)
    return Predictions(
        similarity.tolist(), classes.fit(train, gold.entailment).predict(judged).tolist()
    )


def matrix(pairs: Sequence[Pair], figures: Callable[[Pair], Sequence[float]]) -> Matrix:
    return np.array([figures(pair) for pair in pairs], dtype=np.float64)


def overlap(task: Task) -> Predictions:
    return linear(matrix(task.own.pairs, common), task.own, matrix(task.judged.pairs, common))


def rarity(gold: Gold) -> Rarity:
    return Rarity([text for pair in gold.pairs for text in pair])


def solo_queue(task: Task) -> Predictions:
    """A linear regression over the cosine of TF-IDF and that of the summed word vectors."""
    rare = rarity(task.own)

    def figures(pair: Pair) -> list[float]:
        return [rare.cosine(pair), GROUPS["lexicon"](pair, task.known, rare)[-1]]

    return linear(matrix(task.own.pairs, figures), task.own, matrix(task.judged.pairs, figures))


def reciclagem(task: Task) -> Predictions:
    rare = rarity(task.own)
    similarity, entailment = [], []
    for pair in task.judged.pairs:
        _, _, one, other, _, least, _ = GROUPS["lexicon"](pair, task.known, rare)
        similarity.append(1 + 4 * max(0.0, (one + other) / 2))
        entailment.append("Entailment" if least > 0.9 else "None")
    return Predictions(similarity, entailment)


def figures_of(task: Task, groups: Sequence[str]) -> tuple[Matrix, Matrix]:
    """Figures of the pairs learnt from and of those judged."""
    rare = rarity(task.train)

    def figures(pair: Pair) -> list[float]:
        return [value for name in groups for value in GROUPS[name](pair, task.known, rare)]

    return matrix(task.train.pairs, figures), matrix(task.judged.pairs, figures)


def boosting(task: Task) -> Predictions:
    train, judged = figures_of(task, ("lexical", "numbers"))
    given = {"learning_rate": 0.05, "max_iter": 200, "max_leaf_nodes": 12, "random_state": SEED}
    with threadpool_limits(1):
        similarity = HistGradientBoostingRegressor(**given).fit(train, task.train.similarity)
        classes = HistGradientBoostingClassifier(class_weight="balanced", **given)
        classes.fit(train, task.train.entailment)
        return Predictions(similarity.predict(judged).tolist(), classes.predict(judged).tolist())


def ours(task: Task) -> Predictions:
    def side(text: str) -> Side:
        return Side(text, task.known.vectors[text], task.known.tokens[text])

    found = [
        compare(side(pair.premise), side(pair.hypothesis), form_lexicon())
        for pair in task.judged.pairs
    ]
    names = {*task.own.entailment}
    return Predictions(
        [one.likeness for one in found],
        [
            "Paraphrase"
            if one.follows and one.follows_back and "Paraphrase" in names
            else "Entailment"
            if one.follows
            else "None"
            for one in found
        ],
    )


def fitted(task: Task, groups: Sequence[str] = tuple(GROUPS)) -> Predictions:
    """The mean of support vectors (for the classes, logistic regression) over the figures, of the
    same over them and the vectors' products, and of boosting over the figures."""
    train, judged = figures_of(task, groups)
    wide = [(train, judged)]
    if "meaning" in groups:
        vectors = [_products(gold.pairs, task.known) for gold in (task.train, task.judged)]
        wide.append((np.hstack([train, vectors[0]]), np.hstack([judged, vectors[1]])))
    classes = sorted(set(task.train.entailment))
    given = {"learning_rate": 0.04, "max_iter": 220, "max_leaf_nodes": 10, "random_state": SEED}
    similarity, chances = [], []
    with threadpool_limits(1):  # threads that wait for each other cost more than they spare
        for learnt, asked in wide:
            scaled = make_pipeline(StandardScaler(), SVR(C=1.0, epsilon=0.2))
            similarity.append(scaled.fit(learnt, task.train.similarity).predict(asked))
            lines = LogisticRegression(C=0.3 if learnt is train else 0.003, max_iter=300)
            sure = make_pipeline(StandardScaler(), lines)
            chances.append(sure.fit(learnt, task.train.entailment).predict_proba(asked))
        boosted = HistGradientBoostingRegressor(**given).fit(train, task.train.similarity)
        similarity.append(boosted.predict(judged))
        chooser = HistGradientBoostingClassifier(**given).fit(train, task.train.entailment)
        chances.append(chooser.predict_proba(judged))
    share = np.array([task.own.entailment.count(name) for name in classes])
    # rare classes count as much as common ones in the macro F1: half way to balanced
    weighted = np.mean(chances, axis=0) / np.sqrt(share / share.sum())
    return Predictions(
        np.mean(similarity, axis=0).tolist(), [classes[at] for at in weighted.argmax(1).tolist()]
    )


def _products(pairs: Sequence[Pair], known: Views) -> Matrix:
    """What the two vectors share and what they do not, number by number."""
    one, other = (np.stack([known.vectors[pair[side]] for pair in pairs]) for side in (0, 1))
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
    "ours": ours,
    "ours-fitted": fitted,
    "ours-fitted without meaning": without("meaning"),
    "ours-fitted without lexicon": without("lexicon"),
    "ours-fitted without numbers": without("numbers"),
}


def tasks(data: Path, tests: Sequence[Path], cache: Cache | None) -> list[Task]:
    gold: dict[tuple[str, str], Gold] = {}
    for name, start in SETS.items():
        for part in ("train", "dev"):
            path = data / f"{start}-{part}.jsonl"
            if path.exists():
                gold[name, part] = read(path)
    official = [(which(path), read(path)) for path in tests]
    names = sorted({name for name, part in gold if part == "train"}, key=list(SETS).index)
    if not names:
        raise SystemExit(f"assin: {data}: no {' or '.join(SETS.values())}-train.jsonl in it")
    every = [*gold.values(), *(one for _, one in official)]
    known = views([text for one in every for pair in one.pairs for text in pair], cache)
    found = []
    for name in names:
        own = gold[name, "train"]
        others = [gold[other, "train"] for other in TOGETHER[name][1:] if (other, "train") in gold]
        if (name, "dev") in gold:
            train = sum(others, own)
            found.append(Task(f"{name}-dev", train, own, gold[name, "dev"], known))
        for other, judged in official:
            if other == name:
                parts = [gold[key] for key in gold if key[0] in TOGETHER[name]]
                whole = [gold[key] for key in gold if key[0] == name]
                train, own_whole = sum(parts[1:], parts[0]), sum(whole[1:], whole[0])
                found.append(Task(f"{name}-test", train, own_whole, judged, known))
    return found


def run(
    *,
    data: Folder,
    test: Sequence[Folder] = (),
    only: Annotated[Sequence[str], "systems, if not all"] = (),
) -> Rows:
    if unknown := [name for name in only if name not in SYSTEMS]:
        raise UserError(f"--only: no system {unknown[0]}: {', '.join(SYSTEMS)}")
    judged = tasks(data, test, Cache(folders.cache()))
    yield from printed([task.name.partition("-")[0] for task in judged])
    for task in judged:
        for name in only or SYSTEMS:
            yield row(name, task.name, SYSTEMS[name](task), task.judged)
