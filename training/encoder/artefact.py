"""Read an exported encoder back into the weights it was made from, to go on from there.

`export` folded the scales of `Smoothed` into the matrices, rounded these to int8 and left the
mixing weights of the layers as constants. All of it is undone here but the rounding. `run` writes
the shipped encoder anew, after a change to `export`: graphs by the code, arrays as they shipped.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import GraphProto, NodeProto, TensorProto, numpy_helper
from textlint_pt_embedded import artefact
from textlint_pt_embedded.parse import Labels
from torch import Tensor

from training.encoder.export import MAPS, SMOOTHED, check, write
from training.encoder.model import Encoder

NAME, VERSION = "encoder", "0.1.0"
FOLDER = artefact.DATA / NAME
MODEL, PARSER, SENTENCE = "model.onnx", "parser.onnx", "sentence.onnx"
#: linear maps of the parser; bilinear ones and embeddings keep their names
LINEAR = ("ends", "split", "tag", "features", "dependent", "head")


class Graph:
    """Weights of an ONNX file as floats, whichever way they are packed."""

    def __init__(self, path: Path) -> None:
        """Read the nodes and arrays of an ONNX file."""
        graph = onnx.load(str(path)).graph
        self.nodes: list[NodeProto] = list(graph.node)
        self.arrays = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
        for node in self.nodes:  # constants that are alike are one in the file
            if node.op_type == "Identity" and node.input[0] in self.arrays:
                self.arrays[node.output[0]] = self.arrays[node.input[0]]

    def floats(self, name: str) -> Tensor:
        """Return a tensor by its name in the calculation; half floats and int8 (with scales of
        rows and columns) are converted."""
        arrays = self.arrays
        array: NDArray[Any]
        if name in arrays:
            array = arrays[name]
        elif f"{name}.half" in arrays:
            array = arrays[f"{name}.half"]
        else:
            quantised = arrays[f"{name}.int8"].astype(np.float32)
            array = quantised * arrays[f"{name}.rows"] * arrays[f"{name}.columns"]
        return torch.from_numpy(np.array(array, dtype=np.float32))

    def by_row(self, name: str) -> Tensor:
        """Return a table that is stored as int8 with a scale for each row."""
        return self.floats(name) * self.floats(f"{name}_scale")

    def quantised(self) -> Iterator[Tensor]:
        """Yield the quantised matrices (out, in) as floats, in the order of their use."""
        suffix = "_quantized"
        for node in self.nodes:
            for name in node.input:
                if name.endswith(suffix) and name in self.arrays:
                    base = name.removesuffix(suffix)
                    zero_point = self.floats(f"{base}_zero_point")
                    scale = self.floats(f"{base}_scale")
                    yield ((self.floats(name) - zero_point) * scale).T

    def linear(self, name_prefix: str) -> Tensor:
        """Return the matrix (out, in) of the product whose node name begins with `name_prefix`."""
        (node,) = (
            node
            for node in self.nodes
            if node.op_type in ("MatMul", "Gemm") and node.name.startswith(name_prefix)
        )
        is_transposed = any(a.name == "transB" and a.i for a in node.attribute)
        matrix = self.floats(node.input[1])
        return matrix if is_transposed else matrix.T

    def shares(self) -> Tensor:
        """Return the weights of the layers in what the parser reads, which are scalar constants."""
        names = [name for node in self.nodes if node.op_type == "Mul" for name in node.input]
        scalars = [one for one in names if one in self.arrays and self.arrays[one].ndim == 0]
        return torch.stack([*map(self.floats, scalars)])


def _layers(graph: Graph, where: str, prefix: str, heads: Sequence[str]) -> dict[str, Tensor]:
    """Return the weights of the layers `where` and of linear heads; `prefix` begins their names in
    the file."""
    state = {
        name.removeprefix(prefix): graph.floats(name)
        for name in graph.arrays
        if name.startswith(prefix + where) and ".linear." not in name and ".inverse" not in name
    }
    matrices = list(graph.quantised())
    names = [
        f"{where}.{layer}.{name}" for layer in range(len(matrices) // len(MAPS)) for name in MAPS
    ]
    for name, matrix in zip(names, matrices, strict=True):
        state[f"{name}.weight"] = matrix
        if name.endswith(SMOOTHED):
            # undoes the scaling of inputs that `Smoothed` folded into the weights
            state[f"{name}.weight"] = matrix * graph.floats(f"{prefix}{name}.inverse")
            state[f"{name}.bias"] = graph.floats(f"{prefix}{name}.linear.bias")
    for layer in range(len(names) // len(MAPS)):
        _balance(state, f"{where}.{layer}")
    for head in heads:
        state[f"{head}.weight"] = graph.linear(f"/{head}/")
        state[f"{head}.bias"] = graph.floats(f"{prefix}{head}.bias")
    return state


def _balance(state: dict[str, Tensor], layer: str) -> None:
    """Give the values and the weights that read them equal norms by channel: `export` folded a
    scale into both, which cannot be told apart."""
    output_weights = state[f"{layer}.attended.weight"]
    value_weights = state[f"{layer}.qkv.weight"][-len(output_weights) :]
    scale = (output_weights.norm(dim=0) / value_weights.norm(dim=1)).sqrt()
    state[f"{layer}.qkv.weight"][-len(scale) :] *= scale[:, None]
    state[f"{layer}.qkv.bias"][-len(scale) :] *= scale
    output_weights /= scale


def _body(graph: Graph, sentence: Graph) -> dict[str, Tensor]:
    """Return the tensors of the encoder's body, fault head and sentence head."""
    state = _layers(graph, "body.layers", "model.", ("fault",))
    state["sentence.weight"] = sentence.linear("/sentence/")
    state["sentence.bias"] = sentence.floats("sentence.bias")
    rest = (name for name in graph.arrays if name.startswith("model.body."))
    for name in (name for name in rest if not name.startswith("model.body.layers.")):
        state[name.removeprefix("model.")] = graph.floats(name)
    state["body.pieces.weight"] = graph.by_row("pieces")
    state["body.positions.weight"] = graph.by_row("positions")
    return state


def edit_layers(folder: Path) -> dict[str, Tensor]:
    """Return the weights of the layers of edits, with their heads, of an exported folder."""
    return _layers(Graph(folder / MODEL), "upper", "", ("fault", "tag"))


def _parser(graph: Graph, relations: int) -> dict[str, Tensor]:
    """Return the tensors of the parser."""
    state = {name: graph.floats(f"parser.{name}") for name in ("root", "arc", "part.weight")}
    for name in LINEAR:
        state[f"{name}.weight"] = graph.linear(f"/parser/{name}/")
        state[f"{name}.bias"] = graph.floats(f"parser.{name}.bias")
    labels = graph.floats("labels")
    state["relation"] = labels.view(len(labels), relations, -1).permute(1, 0, 2)
    return {f"parser.{name}": value for name, value in state.items()}


def read(folder: Path) -> Encoder:
    """Return the encoder of a folder that `export` wrote, for further training.

    Raises `SystemExit` where a file is missing or is not what `export` writes.
    """
    for name in (MODEL, PARSER, SENTENCE, "labels.json"):
        if not (folder / name).exists():
            raise SystemExit(f"{folder / name}: not there; an exported encoder is a folder with it")
    graph = Graph(folder / MODEL)
    known = Labels.read(folder / "labels.json")
    labels = {name: len(getattr(known, name)) for name in Labels._fields}
    state = _body(graph, Graph(folder / SENTENCE)) | _parser(
        Graph(folder / PARSER), labels["relations"]
    )
    shares = graph.shares()
    state["parser.mix"] = shares.log()
    pieces, width = state["body.pieces.weight"].shape
    attributes = [attribute for node in graph.nodes for attribute in node.attribute]
    heads = {attribute.i for attribute in attributes if attribute.name == "num_heads"}
    shape = {
        "pieces": pieces,
        "layers": len(shares) - 1,
        "width": width,
        "heads": heads.pop(),
        "inner": len(state["body.layers.0.up.bias"]),
        "positions": len(state["body.positions.weight"]),
    }
    model = Encoder(shape, labels)
    model.load_state_dict({name: value.contiguous() for name, value in state.items()})
    return model.eval()


def _by_role(graph: GraphProto) -> dict[str, list[TensorProto]]:
    """Return the arrays by their name without the running number that an export adds
    ("onnx::MatMul_123"), in order."""
    found: dict[str, list[tuple[int, TensorProto]]] = defaultdict(list)
    for array in graph.initializer:
        numbered = re.fullmatch(r"(onnx::\w+?_)(\d+)(.*)", array.name)
        role, number = (
            (numbered[1] + numbered[3], int(numbered[2])) if numbered else (array.name, 0)
        )
        found[role].append((number, array))
    return {
        role: [array for _, array in sorted(arrays, key=lambda one: one[0])]
        for role, arrays in found.items()
    }


def keep_arrays(shipped: Path, written: Path) -> None:
    """Replace the arrays of a rewritten graph by those of the shipped one.

    Reading and rounding again would change them. Raises `SystemExit` where an array has no
    counterpart of its shape.
    """
    old, new = onnx.load(str(shipped)), onnx.load(str(written))
    shipped_arrays = _by_role(old.graph)
    for role, arrays in _by_role(new.graph).items():
        kept = shipped_arrays.get(role, [])
        if [list(one.dims) for one in kept] != [list(one.dims) for one in arrays]:
            raise SystemExit(f"{shipped}: has no such array as the {role} that is written now")
        for array, shipped_array in zip(arrays, kept, strict=True):
            name = array.name
            array.CopyFrom(shipped_array)
            array.name = name
    onnx.save(new, str(written))


def run(*, data: Annotated[Path, "what `prepare` wrote"], out: Path = FOLDER) -> None:
    """Write the shipped encoder again, after a change to `export`."""
    model = read(FOLDER)
    with tempfile.TemporaryDirectory() as scratch:
        scratch_folder = Path(scratch)
        write(model, FOLDER, data, scratch_folder)
        for name in (MODEL, PARSER):  # half floats, as the vector's are, read back as they were
            keep_arrays(FOLDER / name, scratch_folder / name)
        shutil.copytree(scratch_folder, out, dirs_exist_ok=True)
    if out == FOLDER:
        artefact.write_manifest(NAME, VERSION)
    print(json.dumps(check(model, out, data)))
