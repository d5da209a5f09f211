"""What a document costs: each preset, dimensions without a model, and GRUEN's two on one core."""

from __future__ import annotations

import difflib
import time
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Annotated, Any

import numpy as np

from benchmarks.evaluation.command import Files, Rows
from benchmarks.evaluation.common import read_jsonl, read_text
from benchmarks.redundancy import Function, all_pairs, plain, published_function
from textlint_pt.cli import collect_seldom
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import Linter
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText
from textlint_pt.registry.plugins import load
from textlint_pt.text.words import words

#: rows without a preset, by what they select
_LETTERS = [f"RED00{number}" for number in range(1, 6)]
SELECTED: dict[str, dict[str, Any]] = {
    "redundancy": {"select": _LETTERS},
    "mechanics": {
        "select": [*_LETTERS, "GRA4"],
        "ignore": ["GRA409", "GRA414", "GRA415", "GRA416"],
    },
}
_WIDTH, _SEED = 300, 7
#: the shape of a layer
_BERT: dict[str, Any] = {"d_model": 768, "nhead": 12, "dim_feedforward": 3072}


def documents_of(paths: Sequence[str], most: int) -> list[str]:
    """At most so many texts, from all files alike."""
    found: list[list[str]] = []
    for path in paths:
        if path.endswith(".jsonl"):
            found.append([row["text"] for row in read_jsonl(path)])
        else:
            found.append([text for text in read_text(path).split("\n\n") if text.strip()])
    share = -(-most // max(1, len(found)))
    return [text for texts in found for text in texts[:: max(1, len(texts) // share)][:share]][
        :most
    ]


def seconds(work: Callable[[str], Any], texts: Sequence[str]) -> float:
    """Processor seconds of all texts, after one that warms up."""
    work(texts[0])
    start = time.process_time()
    for text in texts:
        work(text)
    return time.process_time() - start


def ours(values: dict[str, Any]) -> Callable[[str], Any]:
    linter = Linter(load(third_party=False), [Layer("benchmark", {**values, "language": "en"})])
    return lambda text: list(linter.lint([Input("text.txt", text.encode())]))


def stated(a: str, b: str) -> int:
    """The published function, stated again with its own library for substrings."""
    return plain(a, b, _by_difflib)


def _by_difflib(a: str, b: str) -> str:
    match = difflib.SequenceMatcher(None, a, b).find_longest_match(0, len(a), 0, len(b))
    return a[match.a : match.a + match.size]


def transport(one: Sequence[str], other: Sequence[str]) -> float:
    """Word mover's distance of two sentences; 0 where one has no words."""
    import ot

    if not one or not other:
        return 0.0
    (a, weights_a), (b, weights_b) = (np.unique(side, return_counts=True) for side in (one, other))
    costs = ot.dist(np.array([*map(_vector, a)]), np.array([*map(_vector, b)]), metric="euclidean")
    return float(ot.emd2(weights_a / weights_a.sum(), weights_b / weights_b.sum(), costs))


@cache
def _vector(word: str) -> Any:
    seed = [_SEED, *word.encode()]
    return np.random.default_rng(seed).standard_normal(_WIDTH)


def run_gruen(function: Function, sentences: Sequence[str]) -> None:
    all_pairs(function, sentences)
    split = [[word.form for word in words(sentence)] for sentence in sentences]
    for one, other in pairwise(split):
        transport(one, other)


def run_bert(sentences: Sequence[str]) -> None:
    """A pass over each sentence; a word is taken as one and a half pieces."""
    import torch

    with torch.inference_mode():
        for sentence in sentences:
            _bert()(torch.randn(1, 2 + len(words(sentence)) * 3 // 2, _BERT["d_model"]))


@cache
def _bert() -> Any:
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(_SEED)
    layer = torch.nn.TransformerEncoderLayer(**_BERT, activation="gelu", batch_first=True)
    return torch.nn.TransformerEncoder(layer, 12, enable_nested_tensor=False).eval()


def run(
    files: Files,
    *,
    documents: int = 200,
    presets: Annotated[str, "by commas; all if nothing is said"] = "",
    gruen: Annotated[str | None, "clone of GRUEN's repository"] = None,
    bert: Annotated[bool, "also a pass of BERT-base"] = False,
) -> Rows:
    collect_seldom()
    texts = documents_of(files, documents)
    by_text = {
        text: [s.text for s in build("t.txt", text, PlainText()).sentences] for text in texts
    }
    size = sum(len(text.encode()) for text in texts) / 1000
    number = sum(len(by_text[text]) for text in texts)

    def row(system: str, name: str, spent: float) -> dict[str, Any]:
        return {
            "system": system,
            "set": name,
            "documents_per_s": round(len(texts) / spent, 2),
            "kb_per_s": round(size / spent, 1),
            "sentences_per_s": round(number / spent, 1),
            "n": len(texts),
        }

    function = published_function(gruen) if gruen else stated
    peer = seconds(lambda text: run_gruen(function, by_text[text]), texts)
    yield row("gruen: redundancy and focus", "all", peer)
    if bert:
        passes = seconds(lambda text: run_bert(by_text[text]), texts)
        yield row("bert-base: a pass over each sentence", "all", passes)
    names = presets.split(",") if presets else sorted(load().presets)
    settings = SELECTED | {f"preset {name}": {"preset": name} for name in names}
    for name, values in settings.items():
        spent = seconds(ours(values), texts)
        yield {**row("ours", name, spent), "ratio": round(peer / spent, 2)}
