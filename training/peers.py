"""Fit the recogniser of kinds of text, and what is usual for human texts of each.

CORPUS is a folder of `NAME.txt.xz` as `training.corpus` reads it; `peers.toml` says of what kind
which are. FILE holds further texts of a kind, in any format that benchmarks are given. Whole news
articles, essays and theses are in no source of the corpus: what ships was made with 48 stories of
African Storybook (CC BY, `story=…`), half the documents of Bosque (CC BY-SA, `news=…`), half the
development part of Essay-BR (MIT, `essay=…`) and PetroGold's development part in stretches of 28
sentences (CC BY-SA, `thesis=…`).

Half the documents of a source of the corpus, chosen by their digest, are drawn from; the rest stays
unseen, for reports. Of each a stretch is taken, of 8 to 150 sentences, as many short as long.
Written are

* `textlint_pt/text/data/pt/kinds.json`: a softmax regression over the features of
  `textlint_pt.text.kinds`, with its card `kinds.md`;
* `textlint_pt/text/data/pt/places.json`: quantiles of the score, by kind, and of all together;
* `data/peers.json` of `textlint_pt_focus`: the usual mean rank, by kind and length.

Takes some five minutes of one core. The last two belong to the models and rules that ship: to be
run again when these change.
"""

from __future__ import annotations

import json
import math
import random
import tomllib
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean, median
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import numpy as np
from textlint_pt_focus.peers import PATH as FOCUS

from benchmarks.evaluation.corrected import linter
from benchmarks.evaluation.texts import load
from textlint_pt.companions.input import Input
from textlint_pt.contract import UserError
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText
from textlint_pt.text import kinds
from training.corpus import EXCLUDED, documents
from training.inputs import write_json

if TYPE_CHECKING:
    from numpy.typing import NDArray

KINDS_FILE = Path(kinds.__file__).with_name("data") / "pt" / "kinds.json"
PLACES = KINDS_FILE.with_name("places.json")
#: the kinds that the classifier tells; notes are told by their lines
FITTED = kinds.KINDS[:-1]
#: texts of each kind that are counted, and of these such as are measured
COUNTED, MEASURED = 240, 100
SHORTEST, LONGEST = 8, 60
STRETCHES = 4
#: quantiles of the score of a kind
STEPS = 20
#: so much that what a text is said to be changes little with a few of its sentences
RIDGE = 0.03
SEED = 12
FOLDS = 5


class Text(NamedTuple):
    """A stretch of the document `number` of a source."""

    kind: str
    source: str
    number: int
    text: str


class Measured(NamedTuple):
    """Measurements of a text: its mean rank by focus, and its score."""

    kind: str
    rank: float
    words: int
    score: float


def drawn_from(document: Sequence[str]) -> bool:
    """Return whether a document may be used here; the other half stays unseen."""
    return zlib.crc32(document[0].encode()) % 2 == 0


def stretch(paragraphs: Sequence[str], rng: random.Random) -> str | None:
    """Return consecutive paragraphs of a document, of a random number of sentences between
    `SHORTEST` and `LONGEST` (log-uniform); None if they are too few."""
    wanted_sentences = SHORTEST * (LONGEST / SHORTEST) ** rng.random()
    kept: list[str] = []
    sentences = 0
    for paragraph in paragraphs[rng.randrange((len(paragraphs) + 1) // 2) :]:
        kept.append(paragraph)
        sentences += len(build("", paragraph, PlainText()).sentences)
        if sentences >= wanted_sentences:
            break
    return "\n\n".join(kept) if sentences >= SHORTEST else None


def texts_of(kind: str, source: str, found: Iterable[Sequence[str]], limit: int) -> Iterator[Text]:
    """Yield up to `limit` texts; from few documents several parts of each."""
    rng = random.Random(f"{SEED} {source}")
    pool = list(enumerate(found))
    rng.shuffle(pool)
    count = 0
    for number, paragraphs in pool * STRETCHES:
        if count == limit:
            return
        text = stretch(paragraphs, rng)
        if text is not None:
            count += 1
            yield Text(kind, source, number, text)


def read(corpus: Path, more: Mapping[str, Sequence[str]]) -> list[Text]:
    """Return the texts of all kinds, those of one kind drawn evenly from its sources."""
    texts: list[Text] = []
    sources = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    for kind, names in sources.items():
        pools: dict[str, list[Sequence[str]]] = {}
        for name in names:
            if name in EXCLUDED:
                raise SystemExit(f"{name}: {EXCLUDED[name]}")
            found = documents(corpus / f"{name}.txt.xz")
            pools[name] = [document for document in found if drawn_from(document)]
        for path in more.get(kind, ()):
            items = [item for group in load(path).values() for item in group]
            pools[Path(path).name] = [item.text.split("\n\n") for item in items]
        for name, pool in pools.items():
            texts.extend(texts_of(kind, name, pool, COUNTED // len(pools)))
    return texts


# ------------------------------------------------------------------ recognising kinds


def table(texts: Sequence[Text]) -> tuple[list[str], NDArray[np.float64], NDArray[np.int64]]:
    """Return the names of the features, their values, and the kinds by number."""
    sentences = [build("", text.text, PlainText()).sentences[: kinds.SAMPLE] for text in texts]
    found = [kinds.features([one.text for one in some]) for some in sentences]
    names = list(found[0])
    values = np.array([[kinds.root(row[name]) for name in names] for row in found])
    return names, values, np.array([FITTED.index(text.kind) for text in texts])


def regression(
    names: Sequence[str], values: NDArray[np.float64], numbers: NDArray[np.int64]
) -> dict[str, Any]:
    """Return a softmax regression, kinds weighted equally; in the shape of `kinds.classifier`."""
    means, spreads = values.mean(axis=0), np.maximum(values.std(axis=0), 1e-3)
    rows = np.c_[(values - means) / spreads, np.ones(len(values))]
    targets = np.eye(len(FITTED))[numbers]
    row_weights = (1 / np.maximum(1, targets.sum(axis=0)))[numbers]
    row_weights /= row_weights.sum()
    weights = np.zeros((len(FITTED), rows.shape[1]))
    for _ in range(600):
        scores = rows @ weights.T
        probabilities = np.exp(scores - scores.max(axis=1, keepdims=True))
        probabilities /= probabilities.sum(axis=1, keepdims=True)
        gradient = ((probabilities - targets) * row_weights[:, None]).T @ rows
        gradient[:, :-1] += RIDGE * weights[:, :-1]
        weights -= 0.5 * gradient
    return {
        "features": list(names),
        "means": means.round(4).tolist(),
        "spreads": spreads.round(4).tolist(),
        "weights": {kind: row.round(3).tolist() for kind, row in zip(FITTED, weights, strict=True)},
    }


def confusion(
    texts: Sequence[Text],
    names: Sequence[str],
    values: NDArray[np.float64],
    numbers: NDArray[np.int64],
) -> dict[str, Counter[str]]:
    """Return by kind how a classifier fitted on other documents classifies texts."""
    folds = np.array([text.number % FOLDS for text in texts])
    found: dict[str, Counter[str]] = {kind: Counter() for kind in FITTED}
    for fold in range(FOLDS):
        fitted = regression(names, values[folds != fold], numbers[folds != fold])
        for row, number in zip(values[folds == fold], numbers[folds == fold], strict=True):
            # `classify` takes the counts themselves and draws their roots again
            counts = {name: math.copysign(x * x, x) for name, x in zip(names, row, strict=True)}
            found[FITTED[number]][next(iter(kinds.classify(counts, fitted)))] += 1
    return found


def card(texts: Sequence[Text], taken_for: Mapping[str, Counter[str]]) -> str:
    """Return the card of the classifier, with its confusions and sources."""
    sources: dict[str, Counter[str]] = {}
    for text in texts:
        sources.setdefault(text.kind, Counter())[text.source] += 1
    lines = [
        "# Kinds of text",
        "",
        "Made by `python -m training peers`: softmax regression over what `textlint_pt.text.kinds`",
        "counts. All sources are free (public domain, CC0, MIT, Apache, CC BY, CC BY-SA).",
        "",
        "| kind | texts | right | taken for | sources |",
        "|---|---|---|---|---|",
    ]
    for kind, counts in taken_for.items():
        if not (total := counts.total()):
            continue
        confusions = ", ".join(f"{o} {n}" for o, n in counts.most_common() if o != kind) or "–"
        names = ", ".join(f"{name} {number}" for name, number in sorted(sources[kind].items()))
        lines.append(f"| {kind} | {total} | {counts[kind] / total:.0%} | {confusions} | {names} |")
    lines += ["", f"`right`: by a classifier fitted on other documents ({FOLDS} folds)."]
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------ what is usual


def measure(texts: Sequence[Text]) -> list[Measured]:
    """Return the measurements of the texts that get a score."""
    entries = linter().lint(Input(f"{n}.txt", t.text.encode()) for n, t in enumerate(texts))
    found = []
    for text, entry in zip(texts, entries, strict=True):
        focus, total = entry.score.partials.get("focus"), entry.score.total
        if total is not None and focus is not None and focus.value is not None:
            rank = focus.inputs["mean_rank"]
            found.append(Measured(text.kind, rank, entry.words, float(total)))
    return found


def usual_ranks(found: Sequence[Measured]) -> dict[str, Any]:
    """Return the mean rank of a text of each kind as a line over the logarithm of its words, and
    the spread around it."""
    by_kind = _by_kind(found)
    lengths = {
        kind: fmean(math.log(text.words) for text in group) for kind, group in by_kind.items()
    }
    ranks = {kind: fmean(text.rank for text in group) for kind, group in by_kind.items()}
    within_kinds = [
        (math.log(text.words) - lengths[text.kind], text.rank - ranks[text.kind]) for text in found
    ]
    slope = sum(x * y for x, y in within_kinds) / sum(x * x for x, _ in within_kinds)
    constants = {
        kind: median(text.rank - slope * math.log(text.words) for text in group)
        for kind, group in by_kind.items()
    }
    # the mean distance of a normal variable from its centre, in standard deviations
    mean_deviation = math.sqrt(2 / math.pi)
    deviations = [
        abs(text.rank - constants[text.kind] - slope * math.log(text.words)) / mean_deviation
        for text in found
    ]
    design = np.c_[np.ones(len(found)), [1 / math.sqrt(text.words) for text in found]]
    low, high = np.linalg.lstsq(design, np.array(deviations), rcond=None)[0]
    return {
        "kinds": {kind: round(value, 4) for kind, value in constants.items()},
        "length": round(slope, 4),
        "spread": [round(float(low), 4), round(float(high), 4)],
        "fitted_on": {kind: len(group) for kind, group in by_kind.items()},
    }


def places(found: Sequence[Measured]) -> dict[str, list[float]]:
    """Return the quantiles of scores by kind, in the shape of `kinds.place`; `other` has all
    texts."""
    steps = (np.arange(STEPS) + 0.5) / STEPS
    groups = _by_kind(found) | {"other": found}
    return {
        kind: [round(float(x), 4) for x in np.quantile([one.score for one in group], steps)]
        for kind, group in groups.items()
    }


def _by_kind(found: Sequence[Measured]) -> dict[str, list[Measured]]:
    """Return the measured texts by kind."""
    groups: dict[str, list[Measured]] = {}
    for measured in found:
        groups.setdefault(measured.kind, []).append(measured)
    return groups


def sample_of_each_kind(texts: Sequence[Text]) -> list[Text]:
    """Return at most `MEASURED` texts of each kind, drawn evenly."""
    rng = random.Random(SEED)
    chosen: list[Text] = []
    for kind in FITTED:
        group = [text for text in texts if text.kind == kind]
        chosen.extend(rng.sample(group, min(MEASURED, len(group))))
    return chosen


def run(corpus: Path, more: Annotated[Sequence[str], "KIND=FILE"] = ()) -> None:
    """Write the classifier of kinds of text, and the usual ranks and scores by kind."""
    others: dict[str, list[str]] = {}
    for pair in more:
        kind, _, path = pair.partition("=")
        if kind not in FITTED or not path:
            raise UserError(f"{pair}: KIND=FILE, of the kinds {', '.join(FITTED)}")
        others.setdefault(kind, []).append(path)
    texts = read(corpus, others)
    names, values, numbers = table(texts)
    about = card(texts, confusion(texts, names, values, numbers))
    write_json(KINDS_FILE, regression(names, values, numbers))
    KINDS_FILE.with_suffix(".md").write_text(about, encoding="utf-8", newline="\n")
    print(about)
    found = measure(sample_of_each_kind(texts))
    for file, content in ((FOCUS, usual_ranks(found)), (PLACES, places(found))):
        write_json(file, content)
        print(file.name, json.dumps(content))
