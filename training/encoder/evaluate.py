"""What an encoder reaches, from a checkpoint or from exported files.

    python -m training.encoder.evaluate MODEL --pairs FILE… --clean FILE… --similarity FILE…

MODEL is a checkpoint (with --pieces) or a folder with what `export` writes. Nothing is fitted:
thresholds read off the clean sentences are named `oracle`.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from textlint_pt_embedded.encoder import LONGEST, Encoded, Model, first_pieces, words
from textlint_pt_embedded.pieces import BOS, EOS, Pieces

from benchmarks import false_positives, similarity
from benchmarks.evaluation import common
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load

Encode = Callable[[Sequence[str]], list[Encoded]]


def checkpoint(path: Path, pieces: Pieces, threads: int = 1) -> Encode:
    """Encode with a training checkpoint, batched by equal length."""
    import torch

    from training.encoder.model import Encoder

    torch.set_num_threads(threads)
    state = torch.load(path, map_location="cpu", weights_only=True)
    model = Encoder(state["shape"], state["labels"])
    model.load_state_dict(state["model"])
    model.eval()

    def encode(texts: Sequence[str]) -> list[Encoded]:
        split = [pieces.encode(text, LONGEST) for text in texts]
        groups: dict[int, list[int]] = defaultdict(list)
        for i, (ids, _) in enumerate(split):
            groups[len(ids)].append(i)
        result: list[Encoded | None] = [None] * len(texts)
        for members in groups.values():
            for at in range(0, len(members), 64):
                some = members[at : at + 64]
                framed = torch.tensor([[BOS, *split[i][0], EOS] for i in some])
                with torch.no_grad():
                    logits, vectors = model(framed)
                chances = torch.sigmoid(logits)[:, 1:-1].tolist()
                for i, chance, vector in zip(some, chances, vectors.numpy(), strict=True):
                    result[i] = Encoded(
                        tuple(words(first_pieces(texts[i], split[i][1]), chance)), vector, ()
                    )
        return [encoded for encoded in result if encoded is not None]

    return encode


def exported(folder: Path) -> Encode:
    model = Model(folder.joinpath)
    return lambda texts: [model.encode(text) for text in texts]


def fine(encoded: Encoded) -> float:
    """Log-probability that every word is fine."""
    return sum(math.log1p(-min(word.probability, 1 - 1e-7)) for word in encoded.words)


def pair_rows(encode: Encode, path: str) -> list[dict[str, Any]]:
    data = common.read_jsonl(path)
    goods = [row["good"] if isinstance(row["good"], list) else [row["good"]] for row in data]
    flat = encode([text for good in goods for text in good])
    bad = encode([row["bad"] for row in data])
    scores = iter(map(fine, flat))
    right = [
        max([next(scores) for _ in good]) > fine(encoded)
        for good, encoded in zip(goods, bad, strict=True)
    ]
    kinds = [row.get("phenomenon") or row.get("type", "") for row in data]
    result = []
    name = common.stem(path)
    for suffix, train in (("", False), ("/bosque-train", True)):
        chosen = [
            i for i, row in enumerate(data) if (row.get("treebank") == "bosque-train") == train
        ]
        if not chosen:
            continue
        by: dict[str, list[bool]] = defaultdict(list)
        for i in chosen:
            by[kinds[i]].append(right[i])
        result.append(
            {
                "set": f"{name}{suffix}",
                "n": len(chosen),
                "accuracy": float(np.mean([right[i] for i in chosen])),
                "by": {kind: float(np.mean(by[kind])) for kind in sorted(by)},
            }
        )
    return result


def main(arguments: list[str] | None = None) -> None:
    parser = common.parser(__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--pieces", type=Path, help="pieces.tsv of the checkpoint")
    for name in ("pairs", "clean", "similarity"):
        parser.add_argument(f"--{name}", nargs="*", default=[], metavar="FILE")
    parser.add_argument("--threads", type=int, default=1)
    options: argparse.Namespace = parser.parse_args(arguments)
    if options.model.is_dir():
        encode = exported(options.model)
    elif options.pieces:
        encode = checkpoint(options.model, Pieces.read(options.pieces), options.threads)
    else:
        parser.error("a checkpoint needs --pieces")
    rows = [row for path in options.pairs for row in pair_rows(encode, path)]
    rows += false_positives.curves(
        lambda texts: [encoded.words for encoded in encode(texts)],
        options.clean,
        options.pairs,
        Linter(load(third_party=False), []),
    )
    rows += [
        similarity.ours(lambda texts: [encoded.vector for encoded in encode(texts)], path)
        for path in options.similarity
    ]
    data = [*options.pairs, *options.clean, *options.similarity]
    common.emit("encoder", data, rows, options.json)


if __name__ == "__main__":
    main()
