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
from benchmarks.evaluation.common import read_jsonl, stem
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
        wrong, right = np.array(self.wrong), np.sort(np.array(self.right))
        limit = np.quantile(right, FALSE)
        below = np.searchsorted(right, wrong) + np.searchsorted(right, wrong, "right")
        return {
            f"{name}_found": float((wrong < limit).mean()),
            f"{name}_auc": float(1 - below.mean() / 2 / len(right)),
            f"{name}_n": len(wrong),
        }


def read(path: str) -> list[Segment]:
    found = []
    for number, line in enumerate(read_jsonl(path), 1):
        portuguese = line.get("pt_BR") or line.get("pt")
        if not line.get("en") or not portuguese:
            raise SystemExit(f"cross_lingual: {path}: row {number} lacks en, or pt_BR and pt")
        found.append(Segment(line["en"], portuguese))
    return found


def content(text: str) -> list[Place]:
    return [
        match.span()
        for match in TERM.finditer(text)
        if match.group().islower() and len(match.group()) > 4
    ]


def exchange(segments: Sequence[Segment]) -> list[tuple[Segment, Place]]:
    """Segments with one content word of the translation exchanged, and where it stands."""
    rng = random.Random(SEED)
    words = [s.portuguese[a:b] for s in segments for a, b in content(s.portuguese)]
    found = []
    for segment in segments:
        places = content(segment.portuguese)
        if len(places) < LEAST:
            continue
        start, end = rng.choice(places)
        before, after = segment.portuguese[:start], segment.portuguese[end:]
        word = rng.choice([w for w in rng.sample(words, 9) if w not in segment.portuguese])
        found.append((Segment(segment.english, before + word + after), (start, start + len(word))))
    return found


def renders(lexicon: Lexicon) -> Renders:
    """Whether a Portuguese form looks like one of a word that renders an English one."""

    def found(english: str, portuguese: str) -> bool:
        return any(
            portuguese.startswith(word[: max(len(word) - 2, 4)])
            for word in lexicon.words(english)
            if len(word) > 3 and len(portuguese) < len(word) + 6
        )

    return found


def drop(segments: Sequence[Segment], renders: Renders) -> list[tuple[Segment, Place]]:
    """Segments with one word of the translation dropped, and where what it renders stands in the
    source."""
    rng = random.Random(SEED)
    found = []
    for segment in segments:
        ours, theirs = content(segment.english), content(segment.portuguese)
        pairs = [
            (one, other)
            for one in ours
            for other in theirs
            if renders(segment.english[slice(*one)], segment.portuguese[slice(*other)])
        ]
        alone = [
            (one, other)
            for one, other in pairs
            if sum(one == first for first, _ in pairs) == 1
            and sum(other == second for _, second in pairs) == 1
        ]
        if alone and len(ours) >= LEAST:
            place, (start, end) = rng.choice(alone)
            rest = segment.portuguese[:start].rstrip() + segment.portuguese[end:]
            found.append((Segment(segment.english, rest), place))
    return found


def best(ours: WordMeanings, theirs: WordMeanings) -> NDArray[np.float32]:
    """The highest cosine of each word of ours to a word of theirs."""
    found: NDArray[np.float32] = (ours.vectors @ theirs.vectors.T).max(1)
    return found


def judge(judged: WordMeanings, others: WordMeanings, text: str, wrong: Place) -> Judged:
    """The word at the place `wrong`, and the rest of the content words of the text."""
    result = Judged([], [])
    if not judged.places or not others.places:
        return result
    wanted = set(content(text)) - {wrong}
    for place, value in zip(judged.places, best(judged, others).tolist(), strict=True):
        if place == wrong:
            result.wrong.append(value)
        elif place in wanted:
            result.right.append(value)
    return result


def together(found: Sequence[Judged]) -> Judged:
    return Judged([v for one in found for v in one.wrong], [v for one in found for v in one.right])


def nearest(vectors: Sequence[Any], others: Sequence[Any]) -> float:
    """How often the nearest of the others is that of the same place."""
    one, other = (np.stack(side) - np.mean(side, axis=0) for side in (vectors, others))
    one /= np.linalg.norm(one, axis=1, keepdims=True)
    other /= np.linalg.norm(other, axis=1, keepdims=True)
    return float(((one @ other.T).argmax(1) == np.arange(len(one))).mean())


def measure(
    model: Model, segments: Sequence[Segment], renders: Renders
) -> Mapping[str, float | int]:
    sources = model.encode([segment.english for segment in segments])
    translations = model.encode([segment.portuguese for segment in segments])
    of = {s.english: words for s, (_, words) in zip(segments, sources, strict=True)}
    vectors = [[vector for vector, _ in side] for side in (sources, translations)]
    ways = nearest(*vectors), nearest(*vectors[::-1])
    wrong, dropped = exchange(segments), drop(segments, renders)
    changed = model.encode([segment.portuguese for segment, _ in (*wrong, *dropped)])
    words = [words for _, words in changed]
    exchanged = [
        judge(found, of[segment.english], segment.portuguese, place)
        for (segment, place), found in zip(wrong, words, strict=False)
    ]
    lost = [
        judge(of[segment.english], found, segment.english, place)
        for (segment, place), found in zip(dropped, words[len(wrong) :], strict=True)
    ]
    return {
        "top1": sum(ways) / 2,
        "top1_en_pt": ways[0],
        "top1_pt_en": ways[1],
        **together(exchanged).rows("wrong"),
        **together(lost).rows("dropped"),
        "n": len(segments),
    }


def run(files: Files) -> Rows:
    for path in files:
        yield {"set": stem(path), **measure(model(), read(path), renders(translations()))}
