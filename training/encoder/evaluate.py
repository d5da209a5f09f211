"""What an encoder reaches, from a checkpoint or from exported files.

    python -m training.encoder.evaluate MODEL --pairs FILE… --clean FILE… --similarity FILE…

MODEL is a checkpoint (with --pieces) or a folder with what `export` writes. Nothing is fitted:
thresholds read off the clean sentences are named `oracle`.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from textlint_pt_embedded.encoder import LONGEST, Encoded, Model, words
from textlint_pt_embedded.pieces import BOS, EOS, Pieces

from benchmarks import common

Encode = Callable[[Sequence[str]], list[Encoded]]
RATES = (3, 5, 10, 30)


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
                    result[i] = Encoded(tuple(words(texts[i], split[i][1], chance)), vector, ())
        return [encoded for encoded in result if encoded is not None]

    return encode


def exported(folder: Path) -> Encode:
    model = Model(folder.joinpath)
    return lambda texts: [model.encode(text) for text in texts]


def fine(encoded: Encoded) -> float:
    """Log-probability that every word is fine."""
    return sum(math.log1p(-min(word.probability, 1 - 1e-7)) for word in encoded.words)


def findings(encoded: Encoded, threshold: float) -> list[tuple[int, int]]:
    """Runs of suspect words of at most three, as ranges of the sentence."""
    runs: list[list[Any]] = []
    last = -2
    for i, word in enumerate(encoded.words):
        if word.probability >= threshold:
            if i == last + 1 and len(runs[-1]) < 3:
                runs[-1].append(word)
            else:
                runs.append([word])
            last = i
    return [(run[0].start, run[-1].end) for run in runs]


def places(row: dict[str, Any]) -> list[tuple[int, int]]:
    """Where a finding counts: the changed word and the occurrence of its subject nearest to it."""
    text: str = row["bad"]
    start: int = row["start"]
    found = [(start, start + len(row["bad_form"]))]
    subject: str = row.get("subject") or ""
    at = [i for i in range(len(text)) if subject and text.startswith(subject, i)]
    if at:
        nearest = min(at, key=lambda i: abs(i - start))
        found.append((nearest, nearest + len(subject)))
    return found


def hit(encoded: Encoded, row: dict[str, Any], threshold: float) -> bool:
    spans = findings(encoded, threshold)
    return len(spans) <= 2 and any(
        start < end_there and start_there < end
        for start, end in spans
        for start_there, end_there in places(row)
    )


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


def clean_sentences(path: str) -> dict[str, list[str]]:
    """Sentences taken for right, by set: Portuguese columns of a JSONL file, or a treebank."""
    if ".conllu" in path:
        return {common.stem(path): [text for _, text in common.conllu_sentences(path)]}
    rows = common.read_jsonl(path)
    columns = [column for column in rows[0] if column.startswith("pt")]
    return {f"{common.stem(path)}/{column}": [row[column] for row in rows] for column in columns}


def threshold_at(clean: Sequence[Encoded], per_1000: float) -> float:
    """Lowest threshold with at most so many findings in a thousand sentences."""
    low, high = 0.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        count = sum(len(findings(encoded, middle)) for encoded in clean)
        low, high = (low, middle) if 1000 * count <= per_1000 * len(clean) else (middle, high)
    return high


def curve_rows(
    encode: Encode, clean_files: Iterable[str], pairs: Sequence[str]
) -> list[dict[str, Any]]:
    result = []
    damaged = {}
    for path in pairs:
        rows = [row for row in common.read_jsonl(path) if "bad_form" in row]
        if rows:
            damaged[common.stem(path)] = (rows, encode([row["bad"] for row in rows]))
    for path in clean_files:
        for name, texts in clean_sentences(path).items():
            clean = encode(texts)
            for rate in RATES:
                threshold = threshold_at(clean, rate)
                for pair_set, (rows, bad) in damaged.items():
                    hits = [hit(e, row, threshold) for e, row in zip(bad, rows, strict=True)]
                    by: dict[str, list[bool]] = defaultdict(list)
                    for found, row in zip(hits, rows, strict=True):
                        by[row["phenomenon"]].append(found)
                    result.append(
                        {
                            "set": name,
                            "pairs": pair_set,
                            "point": f"oracle-{rate}",
                            "threshold": threshold,
                            "covered": float(np.mean(hits)),
                            "by": {kind: float(np.mean(by[kind])) for kind in sorted(by)},
                        }
                    )
    return result


def similarity_row(encode: Encode, path: str) -> dict[str, Any]:
    data = common.read_jsonl(path)

    def vectors(key: str) -> NDArray[np.float32]:
        return np.stack([encoded.vector for encoded in encode([row[key] for row in data])])

    cosines = (vectors("premise") * vectors("hypothesis")).sum(1)
    gold = [float(row["similarity"]) for row in data]
    return {
        "set": common.stem(path),
        "n": len(data),
        "pearson": float(np.corrcoef(cosines, gold)[0, 1]),
    }


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
    rows += curve_rows(encode, options.clean, options.pairs)
    rows += [similarity_row(encode, path) for path in options.similarity]
    data = [*options.pairs, *options.clean, *options.similarity]
    common.emit("encoder", data, rows, options.json)


if __name__ == "__main__":
    main()
