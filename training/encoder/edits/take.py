"""Take the weights that a run of `train` brought back, ready to be judged and exported.

    python -m training encoder take RUN --pack DIR --out OUT
    python -m training.encoder.export OUT/checkpoint.pt --data OUT --out FOLDER

RUN is the folder with weights.*.part and metrics.json, DIR what `pack` wrote. OUT gets
checkpoint.pt (the encoder with its layers replaced; parser and sentence head as they ship, the
head of the tags beside them under "edits"), run.json and what the export reads.
"""

from __future__ import annotations

import argparse
import io
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from textlint_pt_embedded import artefact
from textlint_pt_embedded.pieces import SPACE, Pieces
from torch import Tensor

from training.encoder import artefact as exported
from training.encoder.edits import damage
from training.encoder.edits.damage import Corpus, Damage
from training.inputs import digests

#: sentences that show the export the ranges of the activations, and those it is checked on
SHOWN = 400


def weights(run: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Averaged weights and metrics of a run; `SystemExit` where a part is missing."""
    try:
        metrics = json.loads((run / "metrics.json").read_text(encoding="utf-8"))
        raw = b"".join((run / f"weights.{i}.part").read_bytes() for i in range(metrics["parts"]))
    except OSError as error:
        raise SystemExit(f"{error.filename}: not there; `train` writes it") from None
    if len(raw) != metrics["bytes"]:
        raise SystemExit(f"{run}: {len(raw)} bytes of weights in place of {metrics['bytes']}")
    found = torch.load(io.BytesIO(raw), weights_only=True)
    return {name: value.float() for name, value in found.items()}, metrics


def clean(pack: Path, pieces: Pieces, most: int) -> list[str]:
    """Some of the held-out sentences of a pack, as text."""
    making = Damage(damage.read(pack / "tables.xz"))
    corpus = Corpus.of(damage.read(pack / "text.xz")["held_out"])
    rows = torch.arange(min(most, len(corpus)))
    found = making.draw(corpus, rows, making.generator(1), clean=True)
    return [
        "".join(pieces.pieces[piece][0] for piece in ids[1:-1]).replace(SPACE, " ").strip()
        for ids in (part.tolist() for part in torch.split(found.ids, found.lengths.tolist()))
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m training encoder take",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("run", type=Path)
    parser.add_argument("--pack", type=Path, required=True, metavar="DIR")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--encoder", type=Path, default=artefact.DATA / "encoder", help="what was packed"
    )
    options = parser.parse_args(arguments)
    found, metrics = weights(options.run)
    if metrics["encoder"] != digests(
        options.encoder / name for name in ("model.onnx", "parser.onnx")
    ):
        raise SystemExit(f"{options.encoder}: not the encoder that the run began from")
    model = exported.read(options.encoder)
    state = model.state_dict()
    edits = {
        "tags": metrics["tags"],
        "weight": found.pop("tag.weight"),
        "bias": found.pop("tag.bias"),
    }
    if unknown := found.keys() - state.keys():
        raise SystemExit(f"{options.run}: weights of no part of the encoder: {sorted(unknown)[:3]}")
    out: Path = options.out
    out.mkdir(parents=True, exist_ok=True)
    checkpoint = {
        "shape": model.shape,
        "labels": model.labels,
        "model": state | found,
        "edits": edits,
    }
    torch.save(checkpoint, out / "checkpoint.pt")
    run = {
        "tokens": metrics["pieces"],
        "phases": [["edits", metrics["pieces"]]],
        "seed": metrics["seed"],
    }
    (out / "run.json").write_text(json.dumps(run) + "\n", encoding="utf-8")
    export_data(options.pack, options.encoder, metrics, out)
    print(
        json.dumps({"pieces": metrics["pieces"], "names": len(metrics["tags"]), **metrics["last"]})
    )


def export_data(pack: Path, encoder: Path, metrics: dict[str, Any], out: Path) -> None:
    """What `training.encoder.export` reads beside the checkpoint."""
    shutil.copyfile(encoder / "pieces.tsv", out / "pieces.tsv")
    shutil.copyfile(encoder / "labels.json", out / "trees.json")
    shown = clean(pack, Pieces.read(encoder / "pieces.tsv"), SHOWN)
    middle = len(shown) // 2
    for name, some in (("sentences", shown[:middle]), ("held-out", shown[middle:])):
        (out / f"{name}.txt").write_text("".join(f"{one}\n" for one in some), encoding="utf-8")
    manifest = json.loads((pack / "manifest.json").read_text(encoding="utf-8"))
    inputs = {
        "seed": metrics["seed"],
        "sentences": manifest["sentences"],
        "held_out": manifest["held_out"],
        "pieces": metrics["shape"]["pieces"],
        "inputs": metrics["encoder"],
        "sources": manifest["sources"],
    }
    (out / "inputs.json").write_text(json.dumps(inputs, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
