"""Teach words of both languages to answer each other: a linear map of the states of some layers.

    python -m training.meaning_encoder.train --states DIR --out DIR [--minutes M] [--width N]

DIR is what `training.meaning_encoder.states` wrote; shards that appear later are used as they come.
The layers stay as they are, and sentence vectors with them: only how words are read off is learnt.
Three things are asked of the highest cosine of a word to the words of a sentence:

* to be high where the word stands rightly in a translation, low where it was put in the place of
  another (both ways);
* to be higher for its own sentence than for others, half of them of the same page;
* of words that choose each other, to be higher than to any other word of any sentence. Who chooses
  whom is asked of the map as it is at that time, so that alignments grow sharper.

Writes `words.pt` every few minutes and at the end; the same command goes on from it. Every tenth
shard is held out; figures on it are printed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

SEED = 7
#: sentences of a segment in a shard
ENGLISH, PORTUGUESE, ENGLISH_WRONG, PORTUGUESE_WRONG = range(4)
BATCH = 24
#: temperature of the choice among words
SHARP = 0.07
SAVED_EVERY = 120.0


class Sentence(NamedTuple):
    """States (words, layers * width), and the role of each word (see `states.shard`)."""

    states: Tensor
    roles: Tensor


Segment = tuple[Sentence, Sentence, Sentence, Sentence]


def read(path: Path) -> list[Segment]:
    with np.load(path) as found:
        states, lengths, roles = (found[name] for name in ("states", "lengths", "roles"))
    ends = np.cumsum(lengths)
    sentences = [
        Sentence(torch.from_numpy(states[end - n : end]), torch.from_numpy(roles[end - n : end]))
        for end, n in zip(ends.tolist(), lengths.tolist(), strict=True)
    ]
    four = [sentences[at : at + 4] for at in range(0, len(sentences), 4)]
    return [(a, b, c, d) for a, b, c, d in four if min(len(s.roles) for s in (a, b, c, d)) > 2]


def scales(segments: Sequence[Segment], layers: int) -> Tensor:
    """Of each layer, what brings its centred states to one size."""
    whole = torch.cat([centred(s.states) for four in segments for s in four[:2]])
    sizes = whole.view(len(whole), layers, -1).pow(2).mean((0, 2)).sqrt()
    return (1 / sizes).repeat_interleave(whole.shape[1] // layers)


def centred(states: Tensor) -> Tensor:
    states = states.float()
    return states - states.mean(0, keepdim=True)


class Words(nn.Module):
    """Centred states to unit vectors, and how a cosine becomes a chance that a word is answered."""

    def __init__(self, scale: Tensor, width: int) -> None:
        super().__init__()
        self.register_buffer("scale", scale)
        self.map = nn.Linear(len(scale), width, bias=False)
        self.slope = nn.Parameter(torch.tensor(10.0))
        self.middle = nn.Parameter(torch.tensor(0.4))

    def start(self, segments: Sequence[Segment]) -> None:
        """The directions in which words differ most."""
        whole = torch.cat([centred(s.states) * self.scale for f in segments for s in f[:2]])
        _, _, directions = torch.linalg.svd(whole[:: max(len(whole) // 6000, 1)], False)
        with torch.no_grad():
            self.map.weight.copy_(directions[: self.map.out_features])

    def forward(self, sentence: Sentence) -> Tensor:
        found: Tensor = self.map(centred(sentence.states) * self.scale)
        return nn.functional.normalize(found, dim=-1)

    def chance(self, best: Tensor) -> Tensor:
        """Logits."""
        return self.slope * (best - self.middle)


def answered(model: Words, four: Segment) -> Iterator[tuple[Tensor, Tensor]]:
    """Best cosines and roles of the words of both damaged sentences, Portuguese first."""
    vectors = [model(sentence) for sentence in four]
    for damaged, other in ((PORTUGUESE_WRONG, ENGLISH), (ENGLISH_WRONG, PORTUGUESE)):
        yield (vectors[damaged] @ vectors[other].T).amax(1), four[damaged].roles


def losses(model: Words, batch: Sequence[Segment]) -> Tensor:
    english = [model(four[ENGLISH]) for four in batch]
    portuguese = [model(four[PORTUGUESE]) for four in batch]
    wrong: list[tuple[Tensor, Tensor]] = []
    for four, one, other in zip(batch, english, portuguese, strict=True):
        wrong.append(
            ((model(four[PORTUGUESE_WRONG]) @ one.T).amax(1), four[PORTUGUESE_WRONG].roles)
        )
        wrong.append(((model(four[ENGLISH_WRONG]) @ other.T).amax(1), four[ENGLISH_WRONG].roles))
    best = torch.cat([values[roles > 0] for values, roles in wrong])
    roles = torch.cat([roles[roles > 0] for _, roles in wrong])
    right = (roles == 1).float()
    # as many wrong words as right ones, in weight
    weight = torch.where(right > 0, 1.0, (right.sum() / (1 - right).sum().clamp_min(1)).sqrt())
    told = nn.functional.binary_cross_entropy_with_logits(model.chance(best), right, weight)
    return told + 0.5 * _chosen(english, portuguese, batch)


def _chosen(english: list[Tensor], portuguese: list[Tensor], batch: Sequence[Segment]) -> Tensor:
    """Words that choose each other, and the sentence that a word is of, among all of the batch."""
    of_english = torch.repeat_interleave(
        torch.arange(len(batch)), torch.tensor([len(v) for v in english])
    )
    of_portuguese = torch.repeat_interleave(
        torch.arange(len(batch)), torch.tensor([len(v) for v in portuguese])
    )
    near = torch.cat(portuguese) @ torch.cat(english).T
    own = of_portuguese[:, None] == of_english[None]
    with torch.no_grad():
        inside = near.masked_fill(~own, -2)
        forth, back = inside.argmax(1), inside.argmax(0)
        mutual = back[forth] == torch.arange(len(forth))
        content = torch.cat([four[PORTUGUESE].roles for four in batch]) > 0
        mutual &= content & (inside.amax(1) > 0.3)
    at = mutual.nonzero().squeeze(1)
    if not len(at):
        return near.sum() * 0
    words = nn.functional.cross_entropy(near[at] / SHARP, forth[at])
    words = words + nn.functional.cross_entropy(near.T[forth[at]] / SHARP, at)
    sentences = torch.full((len(at), len(batch)), -2.0).scatter_reduce(
        1, of_english.expand(len(at), -1), near[at], "amax"
    )
    return words / 2 + nn.functional.cross_entropy(sentences / SHARP, of_portuguese[at])


@torch.no_grad()
def figures(model: Words, segments: Sequence[Segment]) -> dict[str, float]:
    """Share of wrong words below what 2 % of the right ones are below, and the area."""
    found = [pair for four in segments for pair in answered(model, four)]
    result = {}
    for at, name in enumerate(("wrong", "dropped")):
        best = torch.cat([values for values, _ in found[at::2]]).numpy()
        roles = torch.cat([roles for _, roles in found[at::2]]).numpy()
        right, wrong = np.sort(best[roles == 1]), best[roles == 2]
        result[f"{name}_found"] = float((wrong < np.quantile(right, 0.02)).mean())
        result[f"{name}_auc"] = float(1 - np.searchsorted(right, wrong).mean() / len(right))
    return result


def batches(segments: Sequence[Segment], chance: random.Random) -> Iterator[list[Segment]]:
    """Half of a batch are neighbours, half are from anywhere."""
    half = BATCH // 2
    starts = list(range(0, len(segments) - half + 1, half))
    chance.shuffle(starts)
    for start in starts:
        away = chance.sample(range(len(segments)), half)
        yield [*segments[start : start + half], *(segments[at] for at in away)]


class Shards:
    """Segments of the shards that there are; every tenth is held out."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seen: set[Path] = set()
        self.train: list[Segment] = []
        self.held_out: list[Segment] = []

    def look(self) -> bool:
        """Read new ones; whether there were any."""
        fresh = sorted(set(self.folder.glob("*.npz")) - self.seen)
        for path in fresh:
            number = int(path.stem) // 250
            (self.held_out if number % 10 == 9 else self.train).extend(read(path))
        self.seen.update(fresh)
        return bool(fresh)


def fold(model: Words) -> NDArray[np.float32]:
    """The map (layers * width, width) with the sizes of the layers in it."""
    found: NDArray[np.float32] = (model.map.weight * model.scale).detach().T.numpy()
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--states", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--width", type=int, default=160)
    parser.add_argument("--layers", type=int, nargs="+", default=[6, 9, 12])
    parser.add_argument("--rate", type=float, default=1e-3)
    options = parser.parse_args(arguments)
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    shards = Shards(options.states)
    shards.look()
    if not shards.train:
        raise SystemExit(f"train: {options.states}: no shards; training.meaning_encoder.states")
    model = Words(scales(shards.train, len(options.layers)), options.width)
    optimiser = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=0.01)
    path, steps = options.out / "words.pt", 0
    if path.exists():
        state: dict[str, Any] = torch.load(path, weights_only=True)
        model.load_state_dict(state["model"])
        optimiser.load_state_dict(state["optimiser"])
        steps = state["steps"]
    else:
        model.start(shards.train)
    chance = random.Random(SEED + steps)
    end = time.monotonic() + 60 * options.minutes
    saved = time.monotonic()

    def save() -> None:
        found = {"model": model.state_dict(), "optimiser": optimiser.state_dict(), "steps": steps}
        torch.save({**found, "layers": options.layers}, path.with_suffix(".part"))
        path.with_suffix(".part").rename(path)
        print(steps, len(shards.train), figures(model, shards.held_out or shards.train[:200]))

    save()
    while time.monotonic() < end:
        shards.look()
        for batch in batches(shards.train, chance):
            left = (end - time.monotonic()) / (60 * options.minutes)
            for group in optimiser.param_groups:
                group["lr"] = options.rate * max(min(1.0, 2 * left), 0.02)
            optimiser.zero_grad()
            losses(model, batch).backward()
            optimiser.step()
            steps += 1
            if time.monotonic() > saved + SAVED_EVERY:
                save()
                saved = time.monotonic()
            if time.monotonic() > end:
                break
    save()


if __name__ == "__main__":
    main()
