"""Teach the shipped model which of a word and its orthographic neighbours stands where.

    python -m training.neighbours CORPUS_FOLDER... [--leave-out FILES]

Reads every `*.txt.xz` of the corpus folders; writes `model.bin`, `figures.json` and
`manifest.json` of the artefact `neighbours`. A quarter of an hour of one core, 4 GB of memory, the
same bytes every time on one machine.

1. The corpus is read as for `choice`: one document in fifty is left for readers, a paragraph
   counts once. Of the others one in three (`choice.FOLDS`) is kept for the figures.
2. Words are those of the lexicon of forms that stand `LEAST` times in it. Neighbours of a word are
   one letter away (Damerau 1964: changed, left out, put in, two changed over), the same without
   marks, or the same but for letters that look or sound alike (`ALIKE`). Inflections of one word,
   and the spellings that two variants have for it, are none.
3. A log-bilinear model (Mnih & Hinton 2007) with one hidden layer learns to tell each word from its
   neighbours, and from words drawn at random. Vectors are kept in eight bits.
4. Figures: in what is kept, how often the model names what was meant when a neighbour is written in
   its place, and how often it says so of what is right.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from textlint_pt_embedded import artefact
from textlint_pt_embedded.forms import FormLexicon, form_lexicon
from textlint_pt_embedded.neighbours_model import (
    COMMON,
    DISTANCES,
    FAR,
    MOST,
    NEAR,
    NOTHING,
    NeighboursModel,
    key,
)

from training import inputs
from training.choice import Corpus, read
from training.corpus import reserved, sources

NAME = "neighbours"
VERSION = "1"
SEED = 11

#: letters that look alike to a scanner, or sound alike
ALIKE = (
    ("rn", "m"), ("cl", "d"), ("li", "h"), ("ii", "u"), ("ri", "n"), ("in", "m"), ("ss", "ç"),
    ("ss", "c"), ("ch", "x"), ("lh", "li"), ("nh", "ni"), ("tl", "ti"), ("qu", "g"), ("ão", "am"),
    ("sc", "c"), ("sç", "ç"), ("xc", "c"),
)  # fmt: skip
#: letters that one variant writes and the other does not
VARIANTS = (
    ("ct", "t"), ("pt", "t"), ("cç", "ç"), ("pç", "ç"), ("cc", "c"), ("pc", "c"), ("mn", "n"),
    ("gn", "n"),
)  # fmt: skip
#: marks that the variants set differently
MARKS = ({"ó", "ô"}, {"é", "ê"})
_CLOSED = frozenset({"ADP", "SCONJ", "CCONJ", "DET", "PRON"})


@dataclass(frozen=True)
class Sizes:
    """What bounds the model and its training; the defaults are those of the shipped one."""

    words: int = 45_000
    #: a word asked about stands as often in the corpus
    least: int = 12
    size: int = 96
    steps: int = 5_000
    batch: int = 4_096
    #: a word is learnt from in full up to so many places, and from then on as their root
    full: int = 3_000
    #: words drawn at random that each is told from, and what that weighs
    random: int = 300
    random_weight: float = 0.3
    rate: float = 0.08


SIZES = Sizes()
#: places asked for the figures
ASKED = 40_000
LIMITS = (3, 4, 5, 6, 7, 8, 9, 10)


# --- Neighbours ---------------------------------------------------------------------------------


def bare(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def _is_variant(word: str, other: str) -> bool:
    """Whether these are one word in the spelling of either variant."""
    if len(word) == len(other) and bare(word) == bare(other):
        return all({a, b} in MARKS for a, b in zip(word, other, strict=True) if a != b)
    return any(word.replace(long, short) == other.replace(long, short) for long, short in VARIANTS)


@dataclass(frozen=True)
class Known:
    """Words of the lexicon with their lemmas; `closed`: those of closed classes."""

    lemmas: Mapping[str, frozenset[str]]
    closed: frozenset[str]

    @classmethod
    def of(cls, words: Sequence[str], lexicon: FormLexicon) -> Known:
        lemmas, closed = {}, set()
        for word in words:
            readings = [r for r in lexicon.readings(word) if r.source != "name"]
            if readings:
                lemmas[word] = frozenset(r.lemma.lower() for r in readings)
                if any(r.upos in _CLOSED for r in readings):
                    closed.add(word)
        return cls(lemmas, frozenset(closed))

    def may_be_meant(self, word: str, other: str) -> bool:
        """Whether `other` may be meant where `word` is written, and be another word than that."""
        if word == other or _is_variant(word, other):
            return False
        if not self.lemmas[word] & self.lemmas[other] or (
            other in self.closed and word not in self.closed
        ):
            return True
        if not self.lemmas[other] - self.lemmas[word]:
            return False
        # "canto" and "canta" share a verb, whatever else either is
        short, long = sorted((bare(word), bare(other)), key=len)
        if len(short) == len(long):
            stem = -2 if short[-1] == long[-1] == "s" else -1
            return short[:stem] != long[:stem]
        return short != long[:-1]


def neighbours(known: Known) -> dict[str, set[str]]:
    """For each word those that may be meant."""
    result: dict[str, set[str]] = defaultdict(set)
    for word, other in _near(known.lemmas):
        for one, two in ((word, other), (other, word)):
            if known.may_be_meant(one, two):
                result[one].add(two)
    return result


def _near(words: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    by_rest: dict[str, set[str]] = defaultdict(set)
    by_bare: dict[str, list[str]] = defaultdict(list)
    for word in words:
        by_bare[bare(word)].append(word)
        for at in range(len(word) + 1):
            by_rest[word[:at] + word[at + 1 :]].add(word)
    for group in by_bare.values():
        yield from ((a, b) for i, a in enumerate(group) for b in group[i + 1 :])
    for shared in by_rest.values():
        some = sorted(shared)
        yield from ((a, b) for i, a in enumerate(some) for b in some[i + 1 :] if _one_slip(a, b))
    for word in words:
        for pair in ALIKE:
            for old, new in (pair, pair[::-1]):
                at = word.find(old)
                while at >= 0:
                    other = word[:at] + new + word[at + len(old) :]
                    if other in words:
                        yield word, other
                    at = word.find(old, at + 1)


def _one_slip(word: str, other: str) -> bool:
    """Whether two words that are alike without a letter each are one slip apart."""
    if len(word) != len(other):
        return abs(len(word) - len(other)) == 1
    places = [i for i, (a, b) in enumerate(zip(word, other, strict=True)) if a != b]
    if len(places) == 2:
        first, second = places
        return second == first + 1 and word[first] == other[second] and word[second] == other[first]
    return len(places) == 1


# --- Corpus -------------------------------------------------------------------------------------


class Text:
    """A corpus as numbers: of words around, and of words asked about (-1: none)."""

    def __init__(self, corpus: Corpus, lexicon: FormLexicon) -> None:
        stream = np.frombuffer(corpus.stream, dtype=np.int32)
        types = list(corpus.types)
        counts = np.bincount(stream, minlength=len(types))
        lower: Counter[str] = Counter()
        for token, count in zip(types, counts.tolist(), strict=True):
            if token:
                lower[token.lower()] += count
        commonest = [word for word, _ in _ranked(lower)[: SIZES.words]]
        numbers = {word: number for number, word in enumerate(["", *commonest])}
        for token in types[1:]:
            numbers.setdefault(key(token, numbers), len(numbers))
        self.words = list(numbers)
        asked = [w for w, n in _ranked(lower) if n >= SIZES.least and len(w) > 1 and w.isalpha()]
        near = neighbours(Known.of(asked, lexicon))
        meant = {other for others in near.values() for other in others}
        self.targets = [word for word in asked if near.get(word) or word in meant]
        target = {word: number for number, word in enumerate(self.targets)}
        self.near = [
            sorted(target[other] for other in near.get(word, ()))[:MOST] for word in self.targets
        ]
        self.counts = np.array([lower[word] for word in self.targets])
        around = [NOTHING, *(numbers[key(token, numbers)] for token in types[1:])]
        self.around = np.array(around, dtype=np.int32)[stream]
        of_type = [-1, *(target.get(token.lower(), -1) for token in types[1:])]
        self.asked = np.array(of_type, dtype=np.int32)[stream]
        starts = np.append(np.frombuffer(corpus.starts, dtype=np.int32), len(stream))
        lengths = np.diff(starts)
        self.low, self.high = (np.repeat(part, lengths) for part in (starts[:-1], starts[1:]))
        self.fold = np.repeat(np.frombuffer(corpus.folds, dtype=np.int8), lengths)
        self.share = np.repeat(np.frombuffer(corpus.counts, dtype=np.float32), lengths)

    def windows(self, at: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Words beside places, and those further off: `NOTHING` beyond the sentence."""
        steps = np.array([*range(-FAR, 0), *range(1, FAR + 1)])
        places = at[:, None] + steps
        inside = (places >= self.low[at][:, None]) & (places < self.high[at][:, None])
        far = np.where(inside, self.around[np.clip(places, 0, len(self.around) - 1)], NOTHING)
        return far[:, FAR - NEAR : FAR + NEAR].astype(np.int64), far.astype(np.int64)


def _ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


# --- Model --------------------------------------------------------------------------------------


class Network(torch.nn.Module):
    """What `NeighboursModel` computes."""

    def __init__(self, words: int, targets: int, size: int, counts: NDArray[np.int64]) -> None:
        super().__init__()
        self.vectors = torch.nn.Embedding(words, size)
        self.targets = torch.nn.Embedding(targets, size)
        for table in (self.vectors, self.targets):
            torch.nn.init.normal_(table.weight, std=0.1)
        turns = torch.randn(len(DISTANCES), size, size) * (0.3 / math.sqrt(size))
        self.turns = torch.nn.Parameter(turns)
        self.far = torch.nn.Linear(size, size, bias=False)
        self.hidden = torch.nn.Linear(size, size)
        self.out = torch.nn.Linear(size, size)
        self.bias = torch.nn.Parameter(torch.log(torch.tensor(counts + 1.0)).float() - 12)

    def forward(self, near: torch.Tensor, far: torch.Tensor) -> torch.Tensor:
        """Vectors of places (batch, size)."""
        beside = self.vectors(near)
        total = torch.zeros(len(near), beside.shape[-1])
        for number in range(len(DISTANCES)):
            total = total + beside[:, number] @ self.turns[number]
        telling = (far >= COMMON).float().unsqueeze(-1)
        topic = (self.vectors(far) * telling).sum(1) / (telling.sum(1) + 1).sqrt()
        total = total + self.far(topic)
        mixed: torch.Tensor = total + self.out(torch.relu(self.hidden(total)))
        return mixed


def train(text: Text, log: Any = sys.stderr) -> Network:
    """A network after `SIZES.steps` batches."""
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    random = np.random.default_rng(SEED)
    targets = len(text.targets)
    network = Network(len(text.words), targets, SIZES.size, text.counts)
    others = np.full((targets, MOST + 1), -1)
    for number, near in enumerate(text.near):
        others[number, : len(near) + 1] = [number, *near]
    chosen = torch.tensor(others)
    kept = np.minimum(1, np.sqrt(SIZES.full / text.counts))
    places = np.flatnonzero((text.asked >= 0) & (text.fold != 0))
    drawn = random.random(len(places)) < kept[text.asked[places]] * text.share[places]
    places = places[drawn]
    often = torch.tensor((text.counts + 1.0) ** 0.75)
    often_log = torch.log(often / often.sum()).float()
    optimizer = torch.optim.Adagrad(network.parameters(), lr=SIZES.rate)
    entropy = torch.nn.functional.cross_entropy
    right = torch.zeros(SIZES.batch, dtype=torch.long)
    started, total = time.time(), 0.0
    for step in range(SIZES.steps):
        for group in optimizer.param_groups:
            group["lr"] = SIZES.rate * (1 - 0.95 * step / SIZES.steps)
        at = places[random.integers(0, len(places), SIZES.batch)]
        made = network(*(torch.tensor(part) for part in text.windows(at)))
        truth = torch.tensor(text.asked[at].astype(np.int64))
        rivals = chosen[truth]
        held = rivals.clamp(min=0)
        scores = (network.targets(held) * made.unsqueeze(1)).sum(-1) + network.bias[held]
        loss = entropy(scores.masked_fill(rivals < 0, -1e4), right)
        some = torch.multinomial(often, SIZES.random, replacement=True)
        noise = made @ network.targets(some).T + network.bias[some] - often_log[some]
        noise = noise.masked_fill(some == truth.unsqueeze(1), -1e4)
        own = scores[:, :1] - often_log[truth].unsqueeze(1)
        loss = loss + SIZES.random_weight * entropy(torch.cat([own, noise], 1), right)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        total += loss.item()
        if step % 200 == 199:
            spent = time.time() - started
            print(f"{step + 1}: {total / 200:.4f}, {spent:.0f} s", file=log, flush=True)
            total = 0.0
    return network


def _bytes(table: torch.Tensor) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Rows as eight bits each and what they are worth."""
    rows = table.detach().numpy()
    scales = np.maximum(np.abs(rows).max(axis=1), 1e-6) / 127
    return np.round(rows / scales[:, None]).astype(np.int8), scales.astype(np.float32)


def save(network: Network, text: Text, path: Path) -> None:
    vectors, vector_scales = _bytes(network.vectors.weight)
    targets, target_scales = _bytes(network.targets.weight)
    lengths = [len(near) for near in text.near]

    def half(part: torch.Tensor) -> NDArray[np.float16]:
        return part.detach().numpy().astype(np.float16)

    NeighboursModel.save(
        path,
        text.words,
        text.targets,
        {
            "vectors": vectors,
            "vector_scales": vector_scales,
            "targets": targets,
            "target_scales": target_scales,
            "bias": network.bias.detach().numpy(),
            "turns": half(network.turns.transpose(0, 1)),
            "far": half(network.far.weight.T),
            "hidden": half(network.hidden.weight.T),
            "hidden_bias": half(network.hidden.bias),
            "out": half(network.out.weight.T),
            "out_bias": half(network.out.bias),
            "counts": text.counts.astype(np.int32),
            "neighbours": np.array([n for near in text.near for n in near], dtype=np.uint16),
            "neighbours_at": np.append(0, np.cumsum(lengths)).astype(np.int32),
        },
    )


def figures(network: Network, text: Text) -> list[dict[str, float]]:
    """What is found and blamed in the fold that was not learnt from, by limit."""
    random = np.random.default_rng(SEED)
    written: list[list[int]] = [[] for _ in text.targets]  # by what was meant
    for number, near in enumerate(text.near):
        for other in near:
            written[other].append(number)
    places = np.flatnonzero((text.asked >= 0) & (text.fold == 0))
    places = random.choice(places, min(ASKED, len(places)), replace=False)
    found, blamed = [], []
    with torch.no_grad():
        for at in range(0, len(places), 1024):
            some = places[at : at + 1024]
            made = network(*(torch.tensor(part) for part in text.windows(some)))
            every = (made @ network.targets.weight.T + network.bias).numpy()
            for scores, meant in zip(every, text.asked[some].tolist(), strict=True):
                if near := text.near[meant]:
                    blamed.append(float(scores[near].max() - scores[meant]))
                if slips := written[meant]:
                    slip = slips[random.integers(len(slips))]
                    best = max(text.near[slip], key=lambda n: scores[n])
                    found.append(float(scores[best] - scores[slip]) if best == meant else -1.0)
    return [
        {
            "log_odds": limit,
            "recall": round(float(np.mean(np.array(found) >= limit)), 4),
            "false": round(float(np.mean(np.array(blamed) >= limit)), 6),
        }
        for limit in LIMITS
    ]


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("corpus", nargs="+", help="folders with *.txt.xz")
    options.add_argument(
        "--leave-out", type=Path, nargs="+", default=[],
        help="evaluation files: no sentence of theirs is learnt from",
    )  # fmt: skip
    arguments = options.parse_args()
    text = Text(read(arguments.corpus, reserved(arguments.leave_out)), form_lexicon())
    print(f"{len(text.words)} words, {len(text.targets)} asked about", flush=True)
    network = train(text)
    folder = artefact.DATA / NAME
    folder.mkdir(parents=True, exist_ok=True)
    save(network, text, folder / "model.bin")
    told = {
        "words": len(text.words),
        "asked_about": len(text.targets),
        "pairs": sum(map(len, text.near)),
        "limits": figures(network, text),
    }
    content = json.dumps(told, indent=1) + "\n"
    (folder / "figures.json").write_text(content, encoding="utf-8", newline="\n")
    inputs.write(folder, corpus=sources(arguments.corpus), left_out=arguments.leave_out)
    artefact.write_manifest(NAME, VERSION)
    return 0


if __name__ == "__main__":
    sys.exit(main())
