"""Does the meaning encoder know what of an English source is in its translation?"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from textlint_pt_embedded.meaning_encoder import Model, WordMeanings, model
from textlint_pt_embedded.translations import Lexicon, translations

from benchmarks.evaluation.command import Files, Rows
from benchmarks.evaluation.common import auc, read_jsonl, stem
from textlint_pt.text.words import TERM

SEED = 3
#: share of right words that the limit flags
FALSE = 0.02
#: content words that a translation needs, for one to be exchanged
LEAST = 4

Place = tuple[int, int]
#: whether the second word, Portuguese, can render the first
Renders = Callable[[str, str], bool]


class Segment(NamedTuple):
    english: str
    portuguese: str


class Judged(NamedTuple):
    """Best cosines: of the words that are `wrong`, and of those that are `right`."""

    wrong: list[float]
    right: list[float]

    def rows(self, name: str) -> dict[str, float | int]:
        """Return share found, AUC and number of wrong words, under keys that begin with `name`."""
        wrong, limit = np.array(self.wrong), np.quantile(self.right, FALSE)
        return {
            f"{name}_found": float((wrong < limit).mean()),
            f"{name}_auc": auc(self.right, self.wrong),
            f"{name}_n": len(wrong),
        }


def read(path: str) -> list[Segment]:
    """Return the segments of a file; ends the program at a row without a translation."""
    rows = read_jsonl(path)
    column = "pt_BR" if any("pt_BR" in row for row in rows) else "pt"
    return [Segment(row["en"], row[column]) for row in read_jsonl(path, ("en", column))]


def content_words(text: str) -> list[Place]:
    """Return the offsets of content words: in lower case, of more than four letters."""
    return [
        match.span()
        for match in TERM.finditer(text)
        if match.group().islower() and len(match.group()) > 4
    ]


def exchange(segments: Sequence[Segment]) -> list[tuple[Segment, Place]]:
    """Return segments with one content word of the translation exchanged, and its offsets."""
    rng = random.Random(SEED)
    words = [s.portuguese[a:b] for s in segments for a, b in content_words(s.portuguese)]
    found = []
    for segment in segments:
        places = content_words(segment.portuguese)
        if len(places) < LEAST:
            continue
        start, end = rng.choice(places)
        before, after = segment.portuguese[:start], segment.portuguese[end:]
        word = rng.choice([w for w in rng.sample(words, 9) if w not in segment.portuguese])
        found.append((Segment(segment.english, before + word + after), (start, start + len(word))))
    return found


def renders(lexicon: Lexicon) -> Renders:
    """Return a test whether a Portuguese form looks like a translation of an English word."""

    def can_render(english: str, portuguese: str) -> bool:
        return any(
            portuguese.startswith(word[: max(len(word) - 2, 4)])
            for word in lexicon.words(english)
            if len(word) > 3 and len(portuguese) < len(word) + 6
        )

    return can_render


def drop(segments: Sequence[Segment], renders: Renders) -> list[tuple[Segment, Place]]:
    """Return segments without one translated word, and the offsets of its source word."""
    rng = random.Random(SEED)
    found = []
    for segment in segments:
        source_words, translation_words = (
            content_words(segment.english),
            content_words(segment.portuguese),
        )
        pairs = [
            (one, other)
            for one in source_words
            for other in translation_words
            if renders(segment.english[slice(*one)], segment.portuguese[slice(*other)])
        ]
        unique_pairs = [
            (one, other)
            for one, other in pairs
            if sum(one == first for first, _ in pairs) == 1
            and sum(other == second for _, second in pairs) == 1
        ]
        if unique_pairs and len(source_words) >= LEAST:
            place, (start, end) = rng.choice(unique_pairs)
            rest = segment.portuguese[:start].rstrip() + segment.portuguese[end:]
            found.append((Segment(segment.english, rest), place))
    return found


def best(words: WordMeanings, others: WordMeanings) -> NDArray[np.float32]:
    """Return the highest cosine of each word to any word of the other side."""
    found: NDArray[np.float32] = (words.vectors @ others.vectors.T).max(1)
    return found


def judge(judged: WordMeanings, others: WordMeanings, text: str, wrong: Place) -> Judged:
    """Return the best cosines of the word at `wrong` and of the other content words of a text."""
    result = Judged([], [])
    if not judged.places or not others.places:
        return result
    wanted = set(content_words(text)) - {wrong}
    for place, value in zip(judged.places, best(judged, others).tolist(), strict=True):
        if place == wrong:
            result.wrong.append(value)
        elif place in wanted:
            result.right.append(value)
    return result


def merged(found: Sequence[Judged]) -> Judged:
    return Judged([v for one in found for v in one.wrong], [v for one in found for v in one.right])


def nearest(vectors: Sequence[Any], others: Sequence[Any]) -> float:
    """Return how often the nearest of the other vectors has the same index."""
    one, other = (np.stack(side) - np.mean(side, axis=0) for side in (vectors, others))
    one /= np.linalg.norm(one, axis=1, keepdims=True)
    other /= np.linalg.norm(other, axis=1, keepdims=True)
    return float(((one @ other.T).argmax(1) == np.arange(len(one))).mean())


def measure(
    model: Model, segments: Sequence[Segment], renders: Renders
) -> Mapping[str, float | int]:
    """Return accuracy of nearest translations, and figures of exchanged and dropped words."""
    sources = model.encode([segment.english for segment in segments])
    translations = model.encode([segment.portuguese for segment in segments])
    source_words = {s.english: words for s, (_, words) in zip(segments, sources, strict=True)}
    vectors = [[vector for vector, _ in side] for side in (sources, translations)]
    accuracies = nearest(*vectors), nearest(*vectors[::-1])
    exchanged_segments, dropped_segments = exchange(segments), drop(segments, renders)
    changed = model.encode(
        [segment.portuguese for segment, _ in (*exchanged_segments, *dropped_segments)]
    )
    words = [words for _, words in changed]
    exchanged_scores = [
        judge(found, source_words[segment.english], segment.portuguese, place)
        for (segment, place), found in zip(exchanged_segments, words, strict=False)
    ]
    dropped_scores = [
        judge(source_words[segment.english], found, segment.english, place)
        for (segment, place), found in zip(
            dropped_segments, words[len(exchanged_segments) :], strict=True
        )
    ]
    return {
        "top1": sum(accuracies) / 2,
        "top1_en_pt": accuracies[0],
        "top1_pt_en": accuracies[1],
        **merged(exchanged_scores).rows("wrong"),
        **merged(dropped_scores).rows("dropped"),
        "n": len(segments),
    }


def run(files: Files) -> Rows:
    for path in files:
        yield {"set": stem(path), **measure(model(), read(path), renders(translations()))}
