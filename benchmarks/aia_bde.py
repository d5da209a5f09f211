"""Are questions asked in other words matched with the question that is known?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import f1_score
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import LinearSVC
from textlint_pt_questions.retrieval import Ranker, Search, by_meaning, lexical, ranked
from textlint_pt_questions.terms import stems, words

from benchmarks.evaluation.command import Files, Folder, Rows
from benchmarks.evaluation.common import paper, read_jsonl
from benchmarks.evaluation.views import analyses
from textlint_pt.contract import UserError
from textlint_pt.engine.cache import Cache
from textlint_pt.registry import folders

KINDS = ("VG1", "VG2", "VIN")
TOPS = (1, 3, 5)


def tf_idf(texts: Sequence[str]) -> Ranker:
    """Return the cosine of words, as scikit-learn weighs them."""
    vectorizer = TfidfVectorizer(analyzer=words)
    matrix = vectorizer.fit_transform(texts)
    return lambda question: (matrix @ vectorizer.transform([question]).T).toarray()[:, 0]


def vectors(texts: Sequence[str]) -> dict[str, Any]:
    """Return the `meaning-vectors` of each text, computed or from the user's cache."""
    (values,) = analyses(["meaning-vectors"], texts, Cache(folders.cache()))
    return dict(zip(texts, values, strict=True))


def systems(questions: Sequence[str], vector_of: Mapping[str, Any]) -> dict[str, Ranker]:
    """Return a ranker of the questions for each system of experiment 1."""
    both = lexical(questions)
    meaning = by_meaning([vector_of[one] for one in questions], vector_of.__getitem__)
    return {
        "ours": Search([*both, meaning]).scores,
        "words": Search(both).scores,
        "stems": both[0][0],
        "letters": both[1][0],
        "meaning": meaning[0],
        "tf-idf": tf_idf(questions),
    }


Variation = tuple[str, str]


def shares(
    rank: Ranker, questions: Sequence[str], variations: Sequence[Variation]
) -> dict[str, float]:
    """Return how often, in percent, the question of a variation is among the first 1, 3 and 5."""
    right = dict.fromkeys(TOPS, 0)
    for variation, question in variations:
        found = [questions[at] == question for at in ranked(rank(variation), max(TOPS))]
        for top in TOPS:
            right[top] += any(found[:top])
    return {f"top{top}": 100 * count / len(variations) for top, count in right.items()}


def experiment_1(
    questions: Sequence[str],
    variations: Mapping[str, Sequence[Variation]],
    vector_of: Mapping[str, Any],
) -> list[dict[str, Any]]:
    """Return a row for each kind of variation and system: how often the question is found."""
    rows = []
    rankers = systems(questions, vector_of)
    for kind, pairs in variations.items():
        same = {"experiment": 1, "variation": kind}
        for system, rank in rankers.items():
            found = shares(rank, questions, pairs)
            rows.append({"system": system, **same, **found, "n": len(pairs)})
        for system, figures in paper("aia_bde")["found"].items():
            if kind in figures:
                printed = zip((f"top{top}" for top in TOPS), figures[kind], strict=True)
                rows.append({"system": f"paper: {system}", **same, **dict(printed)})
    return rows


FOLDS = 10
#: types that are told apart
COUNTS = (4, 2)


def _classifier(
    texts: Sequence[str], labels: Sequence[str], vector_of: Mapping[str, Any] | None
) -> Any:
    """Return a classifier of texts, fitted on TF-IDF as in the paper or, with vectors, on ours."""
    if vector_of is None:
        views = [TfidfVectorizer(max_features=750, min_df=2, max_df=0.5)]
    else:
        views = [
            TfidfVectorizer(analyzer=_opening, min_df=2, sublinear_tf=True),
            TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5), min_df=2, sublinear_tf=True),
        ]
    means = None if vector_of is None else np.mean([vector_of[text] for text in texts], 0)

    def features(new_texts: Sequence[str], *, fit: bool = False) -> Any:
        parts = [
            view.fit_transform(new_texts) if fit else view.transform(new_texts) for view in views
        ]
        if vector_of is not None:
            centred = np.stack([vector_of[text] for text in new_texts]) - means
            length = np.linalg.norm(centred, axis=1, keepdims=True)
            parts.append(csr_matrix(centred / np.maximum(length, 1e-6)))
        return hstack(parts).tocsr()

    classifier = LinearSVC(max_iter=3000).fit(features(texts, fit=True), labels)
    return lambda new_texts: classifier.predict(features(new_texts)).tolist()


def _opening(text: str) -> list[str]:
    """Return stems and pairs of neighbouring words, the beginning marked by "^"."""
    return [*stems(text), *map(" ".join, pairwise(["^", *words(text)]))]


def experiment_2(
    lines: Sequence[Mapping[str, Any]],
    variations: Mapping[str, Sequence[Variation]],
    vector_of: Mapping[str, Any],
) -> list[dict[str, Any]]:
    """Return a row for each kind of variation and system: F1 of recognising its source."""
    texts, sources = ([str(line[key]) for line in lines] for key in ("question", "source"))
    source_of = dict(zip(texts, sources, strict=True))
    search = systems(texts, vector_of)["ours"]

    def source_of_first(new_texts: Sequence[str]) -> list[str]:
        return [sources[(ranked(search(one), 1) or [0])[0]] for one in new_texts]

    fits = {"ours-fitted": vector_of, "tf-idf": None}
    classifiers = {
        "ours": source_of_first,
        **{n: _classifier(texts, sources, one) for n, one in fits.items()},
    }
    rows = []
    for kind, pairs in variations.items():
        expected = [source_of[question] for _, question in pairs]
        same = {"experiment": 2, "variation": kind}
        for system, classify in classifiers.items():
            predicted = classify([variation for variation, _ in pairs])
            f1 = f1_score(expected, predicted, average="weighted", labels=sorted(set(expected)))
            rows.append({"system": system, **same, "f1": 100 * float(f1), "n": len(pairs)})
        for system, figures in paper("aia_bde")["sources"].items():
            if kind in figures:
                rows.append({"system": f"paper: {system}", **same, "f1": figures[kind]})
    return rows


def experiment_3(
    lines: Sequence[Mapping[str, Any]], types: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return a row for each number of types, view and system: accuracy of the question type."""
    by_id = {line["id"]: line for line in lines}
    typed_lines = [(by_id[line["id"]], str(line["type"])) for line in types if _agreed(line)]
    counted = Counter(kind for _, kind in typed_lines).most_common(max(COUNTS))
    frequent = [name for name, _ in counted]
    rows = []
    for count in COUNTS:
        kept = [(line, kind) for line, kind in typed_lines if kind in frequent[:count]]
        labels = np.array([kind for _, kind in kept])
        if min(Counter(labels.tolist()).values(), default=0) < FOLDS:
            continue
        folds = list(StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(labels, labels))
        for view in ("question", "answer"):
            texts = np.array([str(line[view]) for line, _ in kept], object)
            vector_of = vectors(list(dict.fromkeys(texts)))
            same = {"experiment": 3, "variation": view, "types": count}
            for system, vector in (("ours-cv", vector_of), ("tf-idf", None)):
                scores = []
                for train, test in folds:
                    classify = _classifier(texts[train], labels[train], vector)
                    predicted = np.array(classify(texts[test]))
                    f1 = f1_score(labels[test], predicted, average="macro")
                    scores.append((100 * np.mean(predicted == labels[test]), 100 * f1))
                found = dict(zip(("accuracy", "f1"), np.mean(scores, 0).tolist(), strict=True))
                rows.append({"system": system, **same, **found, "n": len(kept)})
            for system, figures in paper("aia_bde")["types"].items():
                if f"{count}-{view}" in figures:
                    accuracy, f1 = figures[f"{count}-{view}"]
                    printed = {"accuracy": accuracy, "f1": f1}
                    rows.append({"system": f"paper: {system}", **same, **printed})
    return rows


def _agreed(line: Mapping[str, Any]) -> bool:
    """Return whether most annotators gave one type, and no other was given as well."""
    return not line.get("tie") and "all" not in line and line.get("agreement", 1) > 0.5


def read(folder: Path, files: Sequence[str]) -> tuple[list[str], dict[str, list[Variation]]]:
    """Return the questions, and by kind each variation with the question that it varies."""
    source = folder / "questions.jsonl"
    if not source.is_file():
        raise UserError(f"{source}: no such file; --data is the folder with questions.jsonl")
    lines = read_jsonl(str(source))
    by_id = {str(line["id"]): str(line["question"]) for line in lines}
    variations: dict[str, list[Variation]] = {}
    for line in lines:
        for kind in KINDS:
            for one in line.get(kind) or ():
                variations.setdefault(kind, []).append((one, str(line["question"])))
    for path in files:
        for line in read_jsonl(path, ("id", "kind", "variation")):
            if line["id"] not in by_id:
                raise UserError(f"{path}: no question has the id {line['id']}")
            pair = (str(line["variation"]), by_id[line["id"]])
            variations.setdefault(str(line["kind"]), []).append(pair)
    return [str(line["question"]) for line in lines], variations


def run(*, data: Folder, variations: Files = (), types: Files = ()) -> Rows:
    """Yield the rows of the three experiments that the data allows."""
    questions, pairs_of = read(data, variations)
    asked = [variation for pairs in pairs_of.values() for variation, _ in pairs]
    known = vectors([*questions, *asked])
    yield from experiment_1(questions, pairs_of, known)
    lines = read_jsonl(str(data / "questions.jsonl"))
    if len({line.get("source") for line in lines}) > 1:
        yield from experiment_2(lines, pairs_of, known)
    files = types or [str(data / "question_types_dev.jsonl")]
    if types or Path(files[0]).is_file():
        yield from experiment_3(lines, [line for path in files for line in read_jsonl(path)])
