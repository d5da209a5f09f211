"""Teach the encoder to correct, with what `pack` wrote: on a GPU if there is one, or anywhere.

    python train.py --minutes N                              (in the folder that `pack` wrote)
    python -m training encoder train DIR --minutes N         (in a checkout)

Needs nothing but torch. The time includes reading, judging and writing.
The encoder stays as it is, since parser and likeness read it; layers on top of it learn. OUT (the
variable $OUT, or DIR/out) gets their weights (half floats, averaged over the run, in parts),
metrics.json and log.jsonl, every two minutes and at the end. DIR/checkpoint.pt has what is needed
to go on: the same command does, from the state before the rate began to fall.
"""

from __future__ import annotations

import argparse
import copy
import io
import json
import os
import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.encoder.edits import damage
from training.encoder.edits.damage import Corpus, Damage, Examples
from training.encoder.model import Body

#: size of a part of the weights: under what one file may have on its way back
PART_BYTES = 15 << 20
SNAPSHOT = 120.0  # seconds
#: share of the run in which the rate falls to nothing
FALL_SHARE = 0.2
#: of the pieces of the fall, how many are of mined corrections at most, and how often each is read
MAX_MINED, MINED_EPOCHS = 0.3, 6
#: layers that learn, on top of the encoder's
UPPER = 2
#: how much faster the head of the tags learns, which begins from nothing
HEAD_RATE = 5.0
WARM_UP_STEPS = 100  # steps
#: averaged weights: of what was, how much stays at each step
DECAY = 0.999
#: by device: pieces in a batch, batches drawn at once, rate
SIZES = {"cuda": (64_000, 64, 4e-4), "cpu": (1_500, 100, 2e-4)}
#: share of the time that judging may take, each time
JUDGING_SHARE = 0.03
#: held-out sentences that are judged on the way
JUDGED_SENTENCES = {"cuda": 3_000, "cpu": 800}


class Network(nn.Module):
    """The encoder with further layers on the states that the parser reads, and two logits for
    each piece: is its word at fault, and which tag it gets."""

    mix: Tensor

    def __init__(
        self, shape: dict[str, int], tags: int, weights: dict[str, Tensor], layers: int = UPPER
    ) -> None:
        """Load the frozen encoder; new layers start as copies of its last ones."""
        super().__init__()
        self.body = Body(**shape)
        self.fault = nn.Linear(shape["width"], 1)
        known = self.state_dict()
        self.load_state_dict({name: value for name, value in weights.items() if name in known})
        self.register_buffer("mix", torch.softmax(weights["parser.mix"], 0))
        self.upper = nn.ModuleList(copy.deepcopy(layer) for layer in self.body.layers[-layers:])
        self.body.requires_grad_(False)
        self.tag = nn.Linear(shape["width"], tags)
        nn.init.zeros_(self.tag.weight)
        nn.init.constant_(self.tag.bias, -6.0)
        with torch.no_grad():
            self.tag.bias[0] = 3.0
        upper = {k: value for k, value in weights.items() if k.startswith(("upper.", "tag."))}
        self.load_state_dict(upper, strict=False)

    def forward(self, ids: Tensor) -> Tensor:
        """Return states (batch, length, width) for the heads, of identifiers (batch, length)."""
        device, halves = ids.device.type, self.mix.dtype != torch.float32
        mixed = torch.is_autocast_enabled(device) and not halves
        with torch.no_grad(), torch.autocast(device, enabled=mixed):
            states = self.body(ids)
            x = torch.stack(states, -1) @ self.mix.to(states[0].dtype)
        for layer in self.upper:
            x = layer(x)
        return x

    def learning(self) -> list[tuple[str, nn.Parameter]]:
        return [(name, one) for name, one in self.named_parameters() if one.requires_grad]


class Targets:
    """Which words are at fault, by their tags. Where a word is missing, the one after it is, as
    readers of this probability are used to; a missing sign is no fault of a word."""

    def __init__(self, tags: Sequence[str], device: torch.device) -> None:
        """Note of each tag whether it appends a word, and whether it is no fault itself."""
        missing = [tag.removeprefix("APPEND_") for tag in tags]
        appends = [one != tag for one, tag in zip(missing, tags, strict=True)]
        is_word = [
            append and one[:1].isalpha() for append, one in zip(appends, missing, strict=True)
        ]
        self.word = torch.tensor(is_word, device=device)
        self.quiet = torch.tensor(appends, device=device)
        self.quiet[0] = True

    def __call__(self, tags: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return where there are tags (sentences, length), these tags in a row, and whether each
        word is at fault."""
        has_tag = tags >= 0
        tags_given = tags[has_tag]
        row = torch.nonzero(has_tag)[:, 0]
        follows_missing = self.word[tags_given].roll(1) & (row == row.roll(1))
        follows_missing[:1] = False
        return has_tag, tags_given, ~self.quiet[tags_given] | follows_missing


class Stream:
    """Batches without end; every time a sentence comes, it has slips of its own.

    `making` damages the sentences of `corpus`; `mined` are corrections by people. A batch has
    `budget` pieces, `shard` batches are drawn at once, and sentences of more than `longest` pieces
    are left out.
    """

    def __init__(
        self,
        corpus: Corpus,
        making: Damage,
        mined: Examples | None,
        budget: int,
        shard: int,
        longest: int,
        seed: int,
    ) -> None:
        """Choose the number of sentences per shard from their mean length."""
        self.corpus, self.making, self.mined = corpus, making, mined
        self.budget, self.longest, self.seed = budget, longest, seed
        mean = len(corpus.forms) / max(1, len(corpus))
        self.shard = max(1, min(len(corpus), int(budget * shard / (1.4 * mean))))
        self.at = 0  # sentences drawn
        self.share = 0.0  # of the pieces, how many are of mined corrections
        self.rest: list[Examples] = []

    def fall(self, pieces: float) -> None:
        """Mix in mined corrections from now on, for about so many pieces."""
        if self.mined is not None:
            self.share = min(MAX_MINED, MINED_EPOCHS * len(self.mined.ids) / max(1.0, pieces))

    def _drawn(self) -> Examples:
        """Return the next sentences with slips, and mined corrections at their share of the
        pieces."""
        epoch, start = divmod(self.at, len(self.corpus))
        order = torch.randperm(
            len(self.corpus), generator=torch.Generator().manual_seed(self.seed + epoch)
        )
        rows = order[start : start + self.shard].to(self.making.device)
        generator = self.making.generator(self.seed * 1_000_003 + self.at)
        self.at += len(rows)
        examples = self.making.draw(self.corpus, rows, generator)
        if self.share and self.mined is not None:
            copies = self.share / (1 - self.share) * len(examples.ids) / max(1, len(self.mined.ids))
            uniform = torch.rand(len(self.mined), generator=generator, device=self.making.device)
            # the fraction of a copy is one more copy by chance
            counts = (copies + uniform).long()
            rows = torch.arange(len(self.mined), device=self.making.device)
            rows = rows.repeat_interleave(counts)
            examples = damage.joined([examples, self.mined.of(rows)])
        return examples

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        """Yield batches of sentences of one length, without end."""
        while True:
            examples = damage.joined([*self.rest, self._drawn()])
            usable = (examples.lengths <= self.longest) & (examples.lengths > 3)
            examples = examples.of(torch.nonzero(usable).squeeze(1))
            groups, rest = examples.grouped(self.budget)
            self.rest = [examples.of(rest)]
            for k in torch.randperm(len(groups), generator=torch.Generator().manual_seed(self.at)):
                yield examples.batch(groups[k])


def unpacked(weights: dict[str, Any]) -> dict[str, Tensor]:
    """Return the weights as floats, from int8 with scales or from half floats."""
    return {
        name: value.float() if isinstance(value, Tensor) else value[0].float() * value[1] * value[2]
        for name, value in weights.items()
    }


def scores(flagged: Tensor, hits: Tensor, actual: Tensor) -> dict[str, float]:
    """Return precision, recall and F0.5 from the counts of flagged, rightly flagged and actual
    faults."""
    precision, recall = float(hits / flagged.clamp(min=1)), float(hits / actual.clamp(min=1))
    denominator = 0.25 * precision + recall
    return {
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "f05": round(1.25 * precision * recall / denominator, 4) if denominator else 0.0,
    }


class Run:
    def __init__(self, options: argparse.Namespace) -> None:
        """Load data and network, and resume from a checkpoint if there is one."""
        self.options, self.began = options, time.monotonic()
        folder: Path = options.folder
        self.out = Path(options.out or os.environ.get("OUT") or folder / "out")
        self.out.mkdir(parents=True, exist_ok=True)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        kind = self.device.type
        budget, shard, rate = SIZES[kind]
        self.budget, self.rate = options.batch or budget, options.rate or rate
        torch.manual_seed(options.seed)
        self.about = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        weights = unpacked(damage.read(folder / "weights.xz"))
        text = damage.read(folder / "text.xz")
        self.network = Network(
            self.about["shape"], len(self.about["tags"]), weights, options.layers
        )
        self.network.to(self.device)
        self.targets = Targets(self.about["tags"], self.device)
        making = Damage(damage.read(folder / "tables.xz"), self.device)
        corpus = Corpus.of(text["train"], self.device)
        held_out = Corpus.of(text["held_out"], self.device)
        mined = None
        if "mined" in text:
            mined = Examples(**{k: value.to(self.device) for k, value in text["mined"].items()})
        longest = self.about["shape"]["positions"] - 2
        self.stream = Stream(corpus, making, mined, self.budget, shard, longest, options.seed)
        rows = torch.randperm(len(held_out), generator=torch.Generator().manual_seed(1))
        rows = rows[: JUDGED_SENTENCES[kind]].to(self.device)
        judged = making.draw(held_out, rows, making.generator(1))
        self.judged = judged.of(torch.nonzero(judged.lengths <= longest).squeeze(1))
        heads = list(self.network.tag.parameters())
        layers = [*self.network.upper.parameters(), *self.network.fault.parameters()]
        self.optimiser = torch.optim.AdamW(
            [{"params": layers, "times": 1.0}, {"params": heads, "times": HEAD_RATE}],
            lr=0.0,
            weight_decay=0.01,
            fused=True,
        )
        self.mean = [one.detach().clone() for one in self.learnt]
        self.step, self.pieces = 0, 0
        self.spare = 0.0  # seconds that judging and publishing took at most
        self.history: list[dict[str, Any]] = []
        self.bf16 = kind == "cuda" or torch.cpu.get_capabilities().get("avx512_bf16", False)
        if self.bf16 and kind == "cuda":
            self.network.body.bfloat16()
            self.network.mix = self.network.mix.bfloat16()
        if self.checkpoint.exists():
            self.resume()

    @property
    def learnt(self) -> list[Tensor]:
        return [one for _, one in self.network.learning()]

    @property
    def checkpoint(self) -> Path:
        path: Path = self.options.folder / "checkpoint.pt"
        return path

    def age(self) -> float:
        return time.monotonic() - self.began

    # -- what is kept --------------------------------------------------------------------------

    def save(self) -> None:
        """Write a checkpoint from which training can resume."""
        state = {
            "learnt": [one.detach() for one in self.learnt],
            "optimiser": self.optimiser.state_dict(),
            "mean": self.mean,
            "at": [self.step, self.pieces, self.stream.at],
            "history": self.history,
        }
        partial = self.checkpoint.with_suffix(".partial")
        torch.save(state, partial)
        partial.replace(self.checkpoint)

    def resume(self) -> None:
        """Load the state of the checkpoint."""
        state = torch.load(self.checkpoint, map_location=self.device, weights_only=True)
        with torch.no_grad():
            torch._foreach_copy_(self.learnt, state["learnt"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.mean = state["mean"]
        self.step, self.pieces, self.stream.at = state["at"]
        self.history = state["history"]

    def publish(self, finished: bool) -> None:
        """Write the averaged weights in parts, metrics and log."""
        names = [name for name, _ in self.network.learning()]
        raw = io.BytesIO()
        halves = {name: one.half().cpu() for name, one in zip(names, self.mean, strict=True)}
        torch.save(halves, raw)
        content = raw.getvalue()
        for part, start in enumerate(range(0, len(content), PART_BYTES)):
            _replace(self.out / f"weights.{part}.part", content[start : start + PART_BYTES])
        metrics = {
            "parts": -(-len(content) // PART_BYTES),
            "bytes": len(content),
            "finished": finished,
            "device": torch.cuda.get_device_name() if self.device.type == "cuda" else "cpu",
            "steps": self.step,
            "pieces": self.pieces,
            "batch": self.budget,
            "rate": self.rate,
            "seed": self.options.seed,
            **{name: self.about[name] for name in ("shape", "tags", "encoder")},
            "last": self.history[-1] if self.history else {},
        }
        text = json.dumps(metrics, ensure_ascii=False, indent=1)
        _replace(self.out / "metrics.json", text.encode())
        lines = "".join(json.dumps(row) + "\n" for row in self.history)
        _replace(self.out / "log.jsonl", lines.encode())

    # -- learning ------------------------------------------------------------------------------

    def logits(self, ids: Tensor, has_tag: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of fault and tag for the pieces where `has_tag` is true."""
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.bf16):
            words = self.network(ids)[has_tag]
            return self.network.fault(words).squeeze(-1), self.network.tag(words)

    def learn(self, ids: Tensor, tags: Tensor, rate: float) -> dict[str, Tensor]:
        """Take one step on a batch; return the losses."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate * group["times"]
        has_tag, tags_given, wrong = self.targets(tags)
        fault, tag = self.logits(ids, has_tag)
        losses = {
            "fault": F.binary_cross_entropy_with_logits(fault.float(), wrong.float()),
            "tag": F.cross_entropy(tag.float(), tags_given),
        }
        loss = losses["fault"] + losses["tag"]
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.learnt, 1.0)
        self.optimiser.step()
        self.step += 1
        self.pieces += ids.numel()
        if self.step % 4 == 0:
            decay = min(DECAY, self.step / (self.step + 10)) ** 4
            with torch.no_grad():
                torch._foreach_lerp_(self.mean, self.learnt, 1 - decay)
        return {name: value.detach() for name, value in losses.items()}

    @torch.no_grad()
    def judge(self) -> dict[str, Any]:
        """Return losses and scores of the averaged weights on held-out sentences."""
        current = [one.detach().clone() for one in self.learnt]
        torch._foreach_copy_(self.learnt, self.mean)
        counts = torch.zeros(6, device=self.device)
        losses, batches = torch.zeros(2, device=self.device), 0
        groups, _ = self.judged.grouped(self.budget, all_of_them=True)
        order = torch.randperm(len(groups), generator=torch.Generator().manual_seed(1))
        before = time.monotonic()
        for rows in (groups[i] for i in order):
            if time.monotonic() - before > JUDGING_SHARE * 60 * self.options.minutes and batches:
                break  # a slow machine judges by fewer sentences
            ids, tags = self.judged.batch(rows)
            has_tag, tags_given, wrong = self.targets(tags)
            fault, tag = self.logits(ids, has_tag)
            fault_loss = F.binary_cross_entropy_with_logits(fault.float(), wrong.float())
            losses += torch.stack([fault_loss, F.cross_entropy(tag.float(), tags_given)])
            batches += 1
            flagged, predicted = fault > 0, tag.argmax(-1)
            counts += torch.stack(
                [
                    flagged.sum(), (flagged & wrong).sum(), wrong.sum(), (predicted > 0).sum(),
                    ((predicted > 0) & (predicted == tags_given)).sum(), (tags_given > 0).sum(),
                ]
            )  # fmt: skip
        torch._foreach_copy_(self.learnt, current)
        means = (losses / max(1, batches)).tolist()
        return {
            "losses": dict(zip(("fault", "tag"), [round(x, 4) for x in means], strict=True)),
            "detection": scores(*counts[:3]),
            "correction": scores(*counts[3:]),
        }

    def show(self, **row: Any) -> None:
        """Judge and publish, and remember how long it takes."""
        before = time.monotonic()
        self.report(row | self.judge())
        self.publish(finished=False)
        self.spare = max(self.spare, time.monotonic() - before)

    def end(self) -> float:
        """Return the second at which learning stops: time is left to judge and publish twice."""
        minutes: float = self.options.minutes
        return 60.0 * minutes - 2.0 - 2.0 * self.spare

    def rate_factor(self, began: float) -> float:
        """Return the factor of the learning rate: 1, then falling linearly to 0 over the last
        `FALL_SHARE`."""
        end, now = self.end(), self.age()
        if now >= end:
            return 0.0
        pieces_wanted: int | None = self.options.pieces
        if pieces_wanted:
            return min(1.0, max(0.0, (pieces_wanted - self.pieces) / (FALL_SHARE * pieces_wanted)))
        return min(1.0, (end - now) / (FALL_SHARE * (end - began)))

    def run(self) -> None:
        """Learn until the time or the pieces are used up; publish and save on the way."""
        stopping: list[int] = []
        signal.signal(signal.SIGTERM, lambda number, _: stopping.append(number))
        self.show()
        began = shown = self.age()
        losses: dict[str, list[Tensor]] = {"fault": [], "tag": []}
        saved = False
        for ids, tags in self.stream:
            rate_factor = self.rate_factor(began)
            if rate_factor <= 0 or stopping:
                break
            if rate_factor < 1 and not saved:  # what a later run goes on from
                self.save()
                self.stream.fall(self.pieces * FALL_SHARE / (1 - FALL_SHARE))
                saved = True
            rate = self.rate * min(1.0, self.step / WARM_UP_STEPS, rate_factor)
            for name, value in self.learn(ids, tags, rate).items():
                losses[name].append(value)
            if self.age() - shown > self.options.snapshot:
                means = {k: round(float(torch.stack(v).mean()), 4) for k, v in losses.items()}
                self.show(rate=rate, learning=means)
                losses = {name: [] for name in losses}
                if not saved:
                    self.save()
                shown = self.age()
        self.publish(finished=True)
        if not saved:
            self.save()
        if 60 * self.options.minutes - self.age() > self.spare:
            self.report(self.judge())
            self.publish(finished=True)

    def report(self, row: dict[str, Any]) -> None:
        row = {"pieces": self.pieces, "seconds": round(self.age(), 1)} | row
        self.history.append(row)
        print(json.dumps(row), flush=True)


def _replace(path: Path, content: bytes) -> None:
    partial = path.with_suffix(".partial")
    partial.write_bytes(content)
    partial.replace(path)


def main(arguments: Sequence[str] | None = None, folder: Path | None = None) -> None:
    """Train from the command line; `folder` is what `pack` wrote, if not among the arguments."""
    parser = argparse.ArgumentParser(
        prog="train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?" if folder else None, default=folder)
    parser.add_argument("--minutes", type=float, required=True, help="in all")
    parser.add_argument("--out", type=Path, help="default: $OUT, or FOLDER/out")
    parser.add_argument(
        "--pieces", type=int, help="end after so many, over several runs if need be"
    )
    parser.add_argument(
        "--layers", type=int, default=UPPER, help="that learn, on top (default: %(default)s)"
    )
    parser.add_argument("--batch", type=int, help="pieces in a batch")
    parser.add_argument("--rate", type=float)
    parser.add_argument("--threads", type=int, default=1, help="on a processor")
    parser.add_argument("--snapshot", type=float, default=SNAPSHOT, help="seconds between results")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(arguments)
    torch.set_num_threads(options.threads)
    names = ("manifest.json", "weights.xz", "text.xz", "tables.xz")
    missing = [name for name in names if not (options.folder / name).exists()]
    if missing:
        raise SystemExit(f"{options.folder / missing[0]}: not there; `pack` writes the folder")
    Run(options).run()


if __name__ == "__main__":
    main()
