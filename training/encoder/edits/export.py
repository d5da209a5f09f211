"""Write the layers that a run of `train` brought back as int8 ONNX, with their card and manifest.

RUN is the folder with weights.*.part and metrics.json, DIR what `pack` wrote. OUT (the shipped
folder) gets `model.onnx` (of each piece how probably it is at fault, and its likeliest tags) and
`tags.json`, their names.
"""

from __future__ import annotations

import io
import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
from numpy.typing import NDArray
from textlint_pt_embedded import artefact
from textlint_pt_embedded.edits import ARTEFACT
from textlint_pt_embedded.encoder import session
from textlint_pt_embedded.pieces import Pieces
from torch import Tensor, nn

from training.encoder import artefact as exported
from training.encoder.edits import damage
from training.encoder.edits.damage import Corpus, Damage
from training.encoder.export import (
    STATES,
    after,
    full_lengths,
    identifiers,
    pack,
    quantise,
    smooth,
    to_onnx,
)
from training.encoder.model import Encoder, Layer
from training.inputs import digests, write_json

VERSION = "0.1.0"
#: sentences that show the ranges of the activations, and those that the export is checked on
SHOWN = 400
#: tags of a piece that are handed out
MOST = 4


class Upper(nn.Module):
    """States (batch, length, width) that the parser reads, and lengths (batch) without padding
    -> probability of a fault (batch, length), the numbers of the likeliest tags and their
    probabilities (batch, length, `MOST`)."""

    def __init__(self, shape: dict[str, int], weights: dict[str, Tensor]) -> None:
        """Build the layers and heads of these weights."""
        super().__init__()
        width = self.width = shape["width"]
        layers = len({name.split(".")[1] for name in weights if name.startswith("upper.")})
        self.upper = nn.ModuleList(
            Layer(width, shape["heads"], shape["inner"]) for _ in range(layers)
        )
        self.fault = nn.Linear(width, 1)
        self.tag = nn.Linear(width, len(weights["tag.bias"]))
        self.load_state_dict(weights)

    def each_layer(self) -> list[Layer]:
        return [layer for layer in self.upper if isinstance(layer, Layer)]

    def forward(self, x: Tensor, lengths: Tensor | None = None) -> tuple[Tensor, Tensor, Tensor]:
        for layer in self.each_layer():
            x = after(layer, x, full_lengths(x) if lengths is None else lengths)
        probabilities, tags = torch.softmax(self.tag(x), -1).topk(MOST)
        return torch.sigmoid(self.fault(x).squeeze(-1)), tags, probabilities


def weights(run: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Return averaged weights and metrics of a run; `SystemExit` where a part is missing."""
    try:
        metrics = json.loads((run / "metrics.json").read_text(encoding="utf-8"))
        raw = b"".join((run / f"weights.{i}.part").read_bytes() for i in range(metrics["parts"]))
    except OSError as error:
        raise SystemExit(f"{error.filename}: not there; `train` writes it") from None
    if len(raw) != metrics["bytes"]:
        raise SystemExit(f"{run}: {len(raw)} bytes of weights in place of {metrics['bytes']}")
    state = torch.load(io.BytesIO(raw), weights_only=True)
    return {name: value.float() for name, value in state.items()}, metrics


def states(pack: Path, encoder: Encoder, limit: int) -> list[Tensor]:
    """Return the states of held-out sentences of a pack, damaged as in training."""
    making = Damage(damage.read(pack / "tables.xz"))
    corpus = Corpus.of(damage.read(pack / "text.xz")["held_out"])
    rows = torch.arange(min(limit, len(corpus)))
    examples = making.draw(corpus, rows, making.generator(1))
    longest = encoder.shape["positions"]
    with torch.no_grad():
        return [
            encoder.parser.mixed(encoder.body(ids[None, :longest]))
            for ids in torch.split(examples.ids, examples.lengths.tolist())
        ]


def read_by(mixed: Tensor) -> dict[str, NDArray[Any]]:
    """Return the inputs of the exported layers for states without padding."""
    return {"mixed": mixed.numpy(), "lengths": full_lengths(mixed).numpy()}


def write(upper: Upper, seen: Sequence[Tensor], out: Path) -> None:
    """Export the layers as int8 ONNX; `seen`: states that show the ranges of activations."""
    smoothed = smooth(upper, lambda model: model.each_layer(), seen).eval()
    with tempfile.TemporaryDirectory() as scratch:
        floats = Path(scratch) / "float.onnx"
        inputs = {"mixed": STATES, "lengths": STATES[:1]}
        outputs = dict.fromkeys(("faults", "tags", "probabilities"), STATES)
        example = torch.zeros(1, 6, upper.width)
        to_onnx(smoothed, (example, full_lengths(example)), inputs, outputs, floats)
        quantise(floats, out, [read_by(one) for one in seen])
    pack(out, half=True)


def check(upper: Upper, path: Path, held_out: Sequence[Tensor]) -> dict[str, float]:
    """Return how far the exported layers differ from the float ones.

    Mean and 99th percentile gap of fault probabilities; per 1,000 pieces, other likeliest tags.
    """
    run = session(path).run
    gaps, differing = [], []
    for mixed in held_out:
        with torch.no_grad():
            faults, tags, _ = upper(mixed)
        exported_faults, exported_tags, _ = run(None, read_by(mixed))
        gaps.append(np.abs(faults.numpy() - exported_faults).ravel())
        differing.append((tags[..., 0].numpy() != exported_tags[..., 0]).ravel())
    gap = np.concatenate(gaps)
    return {
        "mean_gap": float(gap.mean()),
        "gap_99": float(np.quantile(gap, 0.99)),
        "tag_per_1000": 1_000 * float(np.concatenate(differing).mean()),
    }


CARD = Path(__file__).with_name("card.md").read_text(encoding="utf-8")


def run(
    run: Path,
    *,
    pack: Path,
    out: Path = artefact.DATA / ARTEFACT,
    encoder: Annotated[Path, "what was packed"] = artefact.DATA / "encoder",
) -> None:
    """Export the layers of a run with their tags, inputs, card and manifest."""
    state, metrics = weights(run)
    if metrics["encoder"] != digests(encoder / name for name in ("model.onnx", "parser.onnx")):
        raise SystemExit(f"{encoder}: not the encoder that the run began from")
    upper = Upper(metrics["shape"], state).eval()
    shown = states(pack, exported.read(encoder), SHOWN)
    out.mkdir(parents=True, exist_ok=True)
    write(upper, shown[: SHOWN // 2], out / "model.onnx")
    write_json(out / "tags.json", metrics["tags"], separators=(",", ":"))
    gap = check(upper, out / "model.onnx", shown[SHOWN // 2 :] or shown)
    pack_manifest = json.loads((pack / "manifest.json").read_text(encoding="utf-8"))
    pieces, last = pack_manifest["begun"] + metrics["pieces"], metrics["last"]
    inputs = {"seed": metrics["seed"], "pieces": pieces, "inputs": pack_manifest["inputs"]}
    write_json(out / "inputs.json", inputs, indent=1)
    counts = {name: pack_manifest[name] for name in ("sentences", "corrections", "left_out")}
    text = CARD.format(
        layers=len(upper.upper), pieces=pieces, **counts, **gap,
        precision=last["detection"]["precision"], recall=last["detection"]["recall"],
        tag_precision=last["correction"]["precision"], tag_recall=last["correction"]["recall"],
    )  # fmt: skip
    (out / "CARD.md").write_text(text, encoding="utf-8")
    artefact.write_manifest(ARTEFACT, VERSION, out)
    print(json.dumps(gap | {"bytes": (out / "model.onnx").stat().st_size}))


def rewrite(
    *, data: Annotated[Path, "what `prepare` wrote"], out: Path = artefact.DATA / ARTEFACT
) -> None:
    """Write the shipped layers again, after a change to `export`: new graph, same arrays."""
    shipped, encoder = artefact.DATA / ARTEFACT, artefact.DATA / exported.NAME
    model = exported.read(encoder)
    text = (data / "held-out.txt").read_text(encoding="utf-8").splitlines()[: SHOWN // 2]
    with torch.no_grad():
        shown = [
            model.parser.mixed(model.body(ids))
            for ids in identifiers(Pieces.read(encoder / "pieces.tsv"), text)
        ]
    upper = Upper(model.shape, exported.edit_layers(shipped)).eval()
    with tempfile.TemporaryDirectory() as scratch:
        target = Path(scratch) / "model.onnx"
        write(upper, shown, target)
        exported.keep_arrays(shipped / "model.onnx", target)
        out.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(target, out / "model.onnx")
    if out == shipped:
        artefact.write_manifest(ARTEFACT, VERSION)
    print(json.dumps(check(upper, out / "model.onnx", shown)))
