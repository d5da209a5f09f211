"""Sentence boundaries against a treebank's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from time import perf_counter
from typing import Annotated, Any

from benchmarks.evaluation.command import Files, Rows
from benchmarks.evaluation.common import conllu_sentences, stem
from textlint_pt.text.segmentation import sentence_spans

Splitter = Callable[[str], list[tuple[int, int]]]


def documents(path: str) -> list[list[str]]:
    """Return the sentences of each document of a CoNLL-U file."""
    runs = groupby(conllu_sentences(path), key=lambda item: item[0].rpartition("-")[0])
    return [[text for _, text in run] for _, run in runs]


def boundaries(sentences: Sequence[str]) -> list[int]:
    """Return the offsets in the joined text at which each sentence but the last ends."""
    ends, offset = [], 0
    for sentence in sentences[:-1]:
        offset += len(sentence)
        ends.append(offset)
        offset += 1
    return ends


def score(split: Splitter, texts: Sequence[Sequence[str]]) -> dict[str, float]:
    """Return precision, recall and F1 of boundaries."""
    hits = predicted = expected = 0
    for sentences in texts:
        gold = boundaries(sentences)
        found = {end for _, end in split(" ".join(sentences))[:-1]}
        hits += len(found.intersection(gold))
        predicted += len(found)
        expected += len(gold)
    precision, recall = hits / max(predicted, 1), hits / max(expected, 1)
    f1 = 2 * hits / max(predicted + expected, 1)
    return {"precision": precision, "recall": recall, "f1": f1}


def speed(split: Splitter, texts: Iterable[Sequence[str]], passes: int = 7) -> float:
    """Return megabytes of UTF-8 per second, in the fastest pass over all texts."""
    joined = [" ".join(sentences) for sentences in texts]
    size = sum(len(text.encode()) for text in joined)
    best = float("inf")
    for number in range(1, passes + 1):
        fresh = [text + " " * number for text in joined]  # what was split before is remembered
        begin = perf_counter()
        for text in fresh:
            split(text)
        best = min(best, perf_counter() - begin)
    return size / 1e6 / best


def rows(path: str) -> list[dict[str, Any]]:
    """Return the row of the sentence segmentation of a file of documents."""
    texts = documents(path)
    return [
        {
            "set": stem(path),
            **score(sentence_spans, texts),
            "mb_per_s": speed(sentence_spans, texts),
            "documents": len(texts),
        }
    ]


def run(files: Annotated[Files, "CoNLL-U, .xz allowed"]) -> Rows:
    return [row for path in files for row in rows(path)]
