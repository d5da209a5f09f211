"""Teach the discourse model on windows of encoded documents.

    python -m training.discourse.train VECTORS --out DIR [--steps N]

Asked of each sentence of a window: whether it is of another document. Asked of a window and of the
same in another order: which of the two is the right one.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean

import numpy as np
import torch
from torch import Tensor, nn

from training.discourse.model import Discourse
from training.discourse.vectors import SEED
from training.discourse.windows import (
    Floats,
    Maker,
    Window,
    pairs,
    paragraphs,
    prepare,
    read,
    statistics,
)

#: windows of a step: with intruders, and without (each of these again in another order)
PLANTED, PLAIN = 32, 16
RATE = 2e-3
STEPS = 4_000
#: weight of the loss of intruders against that of the order
INTRUDERS = 10.0
#: windows that are measured, and sentences in each
MEASURED, SIZE = 1_500, 24
Log = Callable[[str], None]


def batch(windows: Sequence[Window], telling: Floats) -> tuple[list[Tensor], Tensor]:
    """Inputs of the model, padded to the longest, and which sentences are intruders."""
    rows, n = len(windows), max(len(window.units) for window in windows)
    vectors, between = np.zeros((rows, n, 384), np.float32), np.zeros((rows, 4, n, n), np.float32)
    lengths, mask, marks = (np.zeros((rows, n, *s), np.float32) for s in ((2,), (), ()))
    first, breaks = (np.zeros((rows, n), np.int64) for _ in range(2))
    for row, window in enumerate(windows):
        size = len(window.units)
        for at, (document, place, paragraph) in enumerate(window.units):
            vectors[row, at] = document.vectors[place]
            lengths[row, at] = document.said[place].length
            first[row, at] = document.said[place].first
            breaks[row, at] = paragraph
        between[row, :, :size, :size] = pairs(window, telling)
        mask[row, :size] = 1
        marks[row, :size] = window.intruders
    given = [torch.from_numpy(x) for x in (vectors, between, lengths, first, breaks, mask)]
    return given, torch.from_numpy(marks)


def learn(
    model: Discourse, maker: Maker, develop: Maker, telling: Floats, steps: int, log: Log
) -> None:
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.02)
    chance, sums = maker.chance, [0.0, 0.0]
    for step in range(1, steps + 1):
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1.0, step / 100) * max(0.02, 1 - step / steps)
        documents = chance.choices(maker.documents, k=PLANTED + PLAIN)
        windows = [
            maker.planted(document, count=1 if chance.random() < 0.8 else 2)
            for document in documents[:PLANTED]
        ]
        plain = [maker.ordered(document) for document in documents[PLANTED:]]
        windows = [window.flat() if at % 3 == 0 else window for at, window in enumerate(windows)]
        # order is asked without paragraphs as often
        plain = [window.flat() if at % 2 == 0 else window for at, window in enumerate(plain)]
        given, marks = batch([*windows, *plain, *map(maker.disordered, plain)], telling)
        model.train()
        found = model(*given)
        mask = given[-1]
        score = (found[..., 1] * mask).sum(1) / mask.sum(1).sqrt()
        order = nn.functional.softplus(score[-PLAIN:] - score[-2 * PLAIN : -PLAIN]).mean()
        # a sentence out of order is no intruder, nor asked about
        asked = torch.cat((mask[:-PLAIN], torch.zeros_like(mask[-PLAIN:])))
        intruders = nn.functional.binary_cross_entropy_with_logits(
            found[..., 0], marks, weight=asked, reduction="sum"
        )
        intruders = intruders / asked.sum()
        optimiser.zero_grad()
        (INTRUDERS * intruders + order).backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        sums = [sums[0] + intruders.item(), sums[1] + order.item()]
        if step % 100 == 0:
            log(f"{step} intruders {sums[0] / 100:.4f} order {sums[1] / 100:.4f}")
            sums = [0.0, 0.0]
        if step % 500 == 0 and step < steps:
            measure(model, develop, telling, log, MEASURED // 4)


def nearness(window: Window, telling: Floats) -> Floats:
    """The baseline: minus the mean cosine to three neighbours on each side."""
    cosines, n = pairs(window, telling)[0], len(window.units)
    return np.array(
        [
            -np.mean([cosines[i, j] for j in range(max(0, i - 3), min(n, i + 4)) if j != i])
            for i in range(n)
        ]
    )


def within(values: Floats, at: int) -> float:
    """Share of the other values that are less than the one at `at`, ties half."""
    others = np.delete(values, at)
    return float(((others < values[at]) + 0.5 * (others == values[at])).mean())


@torch.inference_mode()
def logits(model: Discourse, windows: Sequence[Window], telling: Floats) -> list[Floats]:
    model.eval()
    found: list[Floats] = []
    for start in range(0, len(windows), 64):
        group = windows[start : start + 64]
        given, _ = batch(group, telling)
        values = model(*given).numpy()
        found.extend(values[row, : len(w.units)] for row, w in enumerate(group))
    return found


def measure(
    model: Discourse, maker: Maker, telling: Floats, log: Log, count: int = MEASURED
) -> None:
    """Figures on windows that are the same each time."""
    fresh = Maker(maker.documents, seed=1)
    documents = fresh.chance.choices(fresh.documents, k=count)
    planted = [fresh.planted(document, SIZE) for document in documents]
    plain = [fresh.plain(document, SIZE) for document in documents]
    rows: dict[str, list[tuple[float, float]]] = {}
    intruders = []
    for document, window, found in zip(
        documents, planted, logits(model, planted, telling), strict=True
    ):
        at = window.intruders.index(1)
        pair = within(found[:, 0], at), within(nearness(window, telling), at)
        intruders.append((document.kind, float(found[at, 0])))
        for key in ("all", document.kind, window.origin, f"{document.kind}/{window.origin}"):
            rows.setdefault(key, []).append(pair)
    for key, both in sorted(rows.items()):
        a, b = (fmean(pair[i] for pair in both) for i in (0, 1))
        log(f"  intruder within the window {key}: AUC {a:.3f} (cosines {b:.3f}), n {len(both)}")
    right = logits(model, plain, telling)
    for kind in ("all", "narrative"):
        own = [f[:, 0] for d, f in zip(documents, right, strict=True) if kind in ("all", d.kind)]
        humans = np.sort(np.concatenate(own))[::-1]
        high = np.array([value for k, value in intruders if kind in ("all", k)])
        rates = (0.2, 1, 5, 10, 50)
        limits = [humans[int(rate * len(humans) / 1000)] for rate in rates]
        shares = (
            f"{np.mean(high > limit):.3f} at {rate}"
            for rate, limit in zip(rates, limits, strict=True)
        )
        log(f"  found at false per 1,000, {kind}: " + ", ".join(shares))
    # each paragraph by itself
    whole = [window for document in maker.documents for window in paragraphs(document)][:count]
    flat = [window.flat() for window in plain]
    for name, some in (("window", plain), ("window as one paragraph", flat), ("paragraph", whole)):
        own = logits(model, some, telling)
        other = logits(model, [fresh.shuffled(window) for window in some], telling)
        won = [a[:, 1].mean() > b[:, 1].mean() for a, b in zip(own, other, strict=True)]
        log(f"  right order against shuffled, {name}: {np.mean(won):.3f}, n {len(won)}")


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("vectors", type=Path)
    options.add_argument("--out", required=True, type=Path)
    options.add_argument("--steps", type=int, default=STEPS)
    options.add_argument("--report", action="store_true", help="measure the report part")
    given = options.parse_args(arguments)
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    started = time.process_time()

    def log(line: str) -> None:
        print(f"{time.process_time() - started:.0f} {line}", flush=True)

    saved = given.out / "model.pt"
    if given.report:
        state = torch.load(saved)
        telling = state.pop("telling").numpy()
        centre = state.pop("centre").numpy()
        model = Discourse()
        model.load_state_dict(state)
        report = read(given.vectors, ["report"])
        prepare(report, centre, telling)
        log(f"report: {len(report)} documents, {sum(len(d.said) for d in report):,} sentences")
        measure(model, Maker(report), telling, log)
        return
    train, develop = (read(given.vectors, [part]) for part in ("train", "develop"))
    centre, telling = statistics(train)
    for some in (train, develop):
        prepare(some, centre, telling)
        log(f"{len(some)} documents, {sum(len(d.said) for d in some):,} sentences")
    model = Discourse()
    log(f"{sum(p.numel() for p in model.parameters()):,} weights")
    learn(model, Maker(train), Maker(develop), telling, given.steps, log)
    given.out.mkdir(parents=True, exist_ok=True)
    kept = {"telling": torch.from_numpy(telling), "centre": torch.from_numpy(centre)}
    torch.save({**model.state_dict(), **kept}, saved)
    measure(model, Maker(develop), telling, log)


if __name__ == "__main__":
    main()
