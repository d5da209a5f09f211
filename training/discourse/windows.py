"""Windows of sentences as the discourse model is taught and measured on them."""

from __future__ import annotations

import json
import pickle
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from textlint_pt_embedded.vectors import Space

from training.discourse.reading import CHANNELS, STEMS, Said, between, said
from training.discourse.vectors import BOOK, SEED

#: sentences in a window
LEAST, MOST = 8, 22
#: the shortest of which the order is asked
SHORTEST = 5
#: how likely an intruder is of the same book, of the same source; else of any text of the kind
NEAR, SAME = 0.25, 0.5
ORIGINS = ("near", "same", "other")

Floats = NDArray[np.float32]


@dataclass(slots=True, eq=False)
class Document:
    """`vectors` are without the usual vector, of unit length, once `prepare` has run; `pairs`:
    what `between` gives of its sentences."""

    source: str
    number: int
    kind: str
    part: str
    vectors: Floats
    said: tuple[Said, ...]
    paragraphs: tuple[int, ...]
    texts: tuple[str, ...]
    pairs: NDArray[np.float16] = field(default_factory=lambda: np.zeros(0, np.float16))


class Unit(NamedTuple):
    """A sentence of a document, and the paragraph that it is shown in."""

    document: Document
    at: int
    paragraph: int


@dataclass(frozen=True, slots=True)
class Window:
    """Sentences in the order shown; `intruders`: 1 where one does not belong."""

    units: tuple[Unit, ...]
    intruders: tuple[int, ...]
    origin: str = ""

    def flat(self) -> Window:
        """Without its paragraphs."""
        units = tuple(unit._replace(paragraph=0) for unit in self.units)
        return Window(units, self.intruders, self.origin)


def read(folder: Path, parts: Sequence[str]) -> list[Document]:
    """Documents of these parts; what is read of the words is kept beside the vectors."""
    found, space = [], Space.shipped()
    for path in sorted(folder.glob("*.npy")):
        kept = path.with_suffix(".said")
        if kept.exists():
            words = pickle.loads(kept.read_bytes())
        else:
            words = []
            with path.with_suffix(".jsonl").open(encoding="utf-8") as stream:
                for line in stream:
                    texts = json.loads(line)["sentences"]
                    words += list(map(said, texts, space.bags(texts)))
            kept.write_bytes(pickle.dumps(words))
        vectors, at = np.load(path).astype(np.float32), 0
        with path.with_suffix(".jsonl").open(encoding="utf-8") as stream:
            for line in stream:
                row = json.loads(line)
                count = len(row["sentences"])
                if row["part"] in parts:
                    found.append(
                        Document(
                            row["source"],
                            row["number"],
                            row["kind"],
                            row["part"],
                            vectors[at : at + count],
                            tuple(words[at : at + count]),
                            tuple(row["paragraphs"]),
                            tuple(row["sentences"]),
                        )
                    )
                at += count
    return found


def statistics(documents: Sequence[Document]) -> tuple[Floats, Floats]:
    """Usual vector of a sentence, and how telling each stem is, in [0, 1]."""
    count = sum(len(document.said) for document in documents)
    frequency = np.zeros(STEMS)
    for document in documents:
        for one in document.said:
            frequency[list(one.stems)] += 1
    total = sum(document.vectors.sum(0, dtype=np.float64) for document in documents)
    telling = (np.log(count / (frequency + 1)) / np.log(count)).clip(0, 1)
    return (total / count).astype(np.float32), telling.astype(np.float32)


def prepare(documents: Sequence[Document], centre: Floats, telling: Floats) -> None:
    for document in documents:
        vectors = document.vectors - centre
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        document.vectors = vectors
        pairs = between(vectors, document.said, vectors, document.said, telling)
        document.pairs = pairs.astype(np.float16)


def pairs(window: Window, telling: Floats) -> Floats:
    """(CHANNELS, n, n): most of it is known from the document."""
    units, n = window.units, len(window.units)
    own = units[window.intruders.index(0)].document
    found = np.zeros((CHANNELS, n, n), np.float32)
    home = [i for i, unit in enumerate(units) if unit.document is own]
    places = [units[i].at for i in home]
    for channel, known in zip(found, own.pairs, strict=True):
        channel[np.ix_(home, home)] = known[np.ix_(places, places)]
    if len(home) < n:
        vectors = np.stack([unit.document.vectors[unit.at] for unit in units])
        words = [unit.document.said[unit.at] for unit in units]
        for i in set(range(n)) - set(home):
            row = between(vectors[i : i + 1], words[i : i + 1], vectors, words, telling)[:, 0]
            found[:, i] = row
            found[:, :, i] = row[[0, 1, 3, 2]]
    return found


@dataclass
class Maker:
    """Draws windows; intruders come from its own documents only."""

    documents: Sequence[Document]
    seed: int = SEED
    chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self._near: dict[object, list[Document]] = defaultdict(list)
        for one in self.documents:
            for key in self._keys(one).values():
                self._near[key].append(one)

    @staticmethod
    def _keys(document: Document) -> dict[str, object]:
        return {
            "near": (document.source, document.number // BOOK),
            "same": (document.source,),
            "other": document.kind,
        }

    def intruder(self, document: Document, origin: str = "") -> tuple[Document, int, str]:
        """A sentence of another document, and where it is from: near, same or other."""
        drawn = self.chance.random()
        origin = origin or ("near" if drawn < NEAR else "same" if drawn < NEAR + SAME else "other")
        for name in ORIGINS[ORIGINS.index(origin) :]:
            others = self._near[self._keys(document)[name]]
            for _ in range(4):
                other = self.chance.choice(others)
                if other is not document:
                    return other, self.chance.randrange(len(other.said)), name
        other = self.chance.choice([one for one in self.documents if one is not document])
        return other, self.chance.randrange(len(other.said)), "other"

    def plain(self, document: Document, size: int = 0) -> Window:
        size = size or self.chance.randint(LEAST, MOST)
        n = len(document.said)
        first = self.chance.randrange(max(n - size, 0) + 1)
        places = range(first, min(first + size, n))
        units = tuple(Unit(document, at, document.paragraphs[at]) for at in places)
        return Window(units, (0,) * len(units))

    def ordered(self, document: Document) -> Window:
        """A window of which the order is asked: a paragraph, or any few or many sentences."""
        found = list(paragraphs(document)) if self.chance.random() < 0.4 else []
        size = self.chance.randint(SHORTEST, MOST)
        return self.chance.choice(found) if found else self.plain(document, size)

    def planted(self, document: Document, size: int = 0, count: int = 1) -> Window:
        """Intruders in the place of sentences or between them, in a neighbour's paragraph."""
        units = list(self.plain(document, size).units)
        marks, origin = [0] * len(units), ""
        for _ in range(count):
            at = self.chance.randrange(len(units))
            if marks[at]:
                continue
            other, place, origin = self.intruder(document)
            unit = Unit(other, place, units[at].paragraph)
            if self.chance.random() < 0.5:
                units[at], marks[at] = unit, 1
            else:
                units.insert(at, unit)
                marks.insert(at, 1)
        return Window(tuple(units), tuple(marks), origin)

    def disordered(self, window: Window) -> Window:
        """Sentences change places: all of them, those of a stretch, or two neighbours."""
        order = list(range(len(window.units)))
        drawn = self.chance.random()
        if drawn < 0.4:
            self.chance.shuffle(order)
        elif drawn < 0.8:
            span = self.chance.randint(4, min(8, len(order)))
            first = self.chance.randrange(len(order) - span + 1)
            part = order[first : first + span]
            self.chance.shuffle(part)
            order[first : first + span] = part
        else:
            at = self.chance.randrange(len(order) - 1)
            order[at], order[at + 1] = order[at + 1], order[at]
        if order == sorted(order):
            order.reverse()
        return arranged(window.units, order)

    def shuffled(self, window: Window) -> Window:
        order = list(range(len(window.units)))
        self.chance.shuffle(order)
        return arranged(window.units, order)


def arranged(units: Sequence[Unit], order: Sequence[int]) -> Window:
    """Sentences in another order; the paragraphs stay where they are."""
    found = tuple(
        units[at]._replace(paragraph=units[place].paragraph) for place, at in enumerate(order)
    )
    return Window(found, (0,) * len(found))


def paragraphs(document: Document) -> Iterator[Window]:
    """Its paragraphs of five to sixteen sentences, each by itself."""
    by: dict[int, list[Unit]] = defaultdict(list)
    for at, paragraph in enumerate(document.paragraphs):
        by[paragraph].append(Unit(document, at, paragraph))
    for units in by.values():
        if SHORTEST <= len(units) <= 16:
            yield Window(tuple(units), (0,) * len(units))
