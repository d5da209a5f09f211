"""The ONNX graph of the meaning encoder, written node by node, and how its weights are packed.

Matrices are stored in 4 bits: blocks of 32 weights along the input with a scale of 8 bits, the
format that the weights come in (Q4_0), so nothing is lost. The reader multiplies them out to int8
with a scale for each output. Inputs of a product are scaled channel by channel (SmoothQuant, Xiao
et al. 2023, section 4, alpha 0.5) and then piece by piece, so that the integers of a piece depend
on its own sentence alone: in a batch it gets the same bits as alone. The vocabulary is a product
code: each three numbers of a row are one of 256 (Jégou et al. 2011).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import NodeProto, TensorProto, helper, numpy_helper

OPSET, IR = 18, 9
BLOCK = 32
#: largest weight: without VNNI, seven bits are what sums of 16 bits hold
LARGEST = 63
EPSILON = 1e-12
#: the linear maps of a layer, in the order of their use
MAPS = ("qkv", "attended", "up", "down")

Floats = NDArray[np.float32]


def q4(matrix: Floats) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Return a matrix (out, in) as nibbles (out, blocks, 16) and scales (out, blocks).

    The first half of a block is in the low nibbles. Weights that came in this format are recovered
    exactly.
    """
    blocks = matrix.reshape(len(matrix), -1, BLOCK)
    largest = np.take_along_axis(blocks, np.abs(blocks).argmax(-1)[..., None], -1)[..., 0]
    best_scale = np.zeros(blocks.shape[:2], dtype=np.float32)
    least_error = np.full(blocks.shape[:2], np.inf, dtype=np.float32)
    # the largest weight becomes one of these integers: the one of least error is taken
    for divisor in (-8.0, 7.0, -7.5, -8.5, -9.0, 8.0):
        scale = largest / divisor
        quantised = _nibbles(blocks, scale)
        error = ((quantised * scale[..., None] - blocks) ** 2).sum(-1)
        is_better = error < least_error
        best_scale, least_error = (
            np.where(is_better, scale, best_scale),
            np.where(is_better, error, least_error),
        )
    nibbles = (_nibbles(blocks, best_scale) + 8).astype(np.uint8)
    packed: NDArray[np.uint8] = nibbles[..., :16] + nibbles[..., 16:] * np.uint8(16)
    return packed, best_scale.astype(np.float32)


def _nibbles(blocks: Floats, scale: Floats) -> Floats:
    safe = np.where(scale == 0, 1, scale)[..., None]
    found: Floats = np.clip(np.round(blocks / safe), -8, 7).astype(np.float32)
    return found


def unpacked(nibbles: NDArray[np.uint8], scales: Floats) -> Floats:
    """Return the matrix that nibbles and scales stand for."""
    whole = np.concatenate([nibbles & 15, nibbles >> 4], -1).astype(np.float32) - 8
    found: Floats = (whole * scales[..., None]).reshape(len(nibbles), -1)
    return found


def scale_bytes(scales: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Return the scales (out, blocks) as int8 and the unit of each row (out, 1), which they are
    multiples of."""
    unit = np.maximum(np.abs(scales).max(1, keepdims=True), EPSILON).astype(np.float32) / 127
    return np.round(scales / unit).astype(np.int8), unit


class Graph:
    """Nodes and constants as they are added; names are those of the values."""

    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []
        self._count = 0

    def constant(self, value: Any, name: str = "") -> str:
        name = name or self._name("constant")
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def external(self, name: str, kind: int, *shape: int) -> str:
        """Declare a constant that the reader supplies to the session."""
        found = TensorProto(name=name, data_type=kind, dims=shape)
        found.data_location = TensorProto.EXTERNAL
        found.external_data.add(key="location", value="weights")
        self.constants.append(found)
        return name

    def product(self, x: str, name: str, inner: int, outer: int) -> str:
        """Add the product of inputs with a packed matrix, without bias, in int8; return its
        name."""
        weights = self.external(f"{name}.weights", TensorProto.INT8, inner, outer)
        smooth = self.external(f"{name}.smooth", TensorProto.FLOAT, inner)
        columns = self.external(f"{name}.columns", TensorProto.FLOAT, outer)
        x = self.node("Div", x, smooth)
        row_maximum = self.node("ReduceMax", self.node("Abs", x), self.constant(np.array([-1])))
        scaled = self.node("Div", x, row_maximum)
        step, middle = self.constant(np.float32(1 / 127)), self.constant(np.uint8(128))
        quantised = self.node("QuantizeLinear", scaled, step, middle)
        found = self.runtime_node("MatMulIntegerToFloat", quantised, weights, step, columns, middle)
        return self.node("Mul", found, row_maximum)

    def half(self, value: Floats, name: str = "") -> str:
        """Return a constant that is stored in 16 bits."""
        stored = self.constant(value.astype(np.float16), name)
        return self.node("Cast", stored, to=TensorProto.FLOAT)

    def node(self, kind: str, *inputs: str, name: str = "", domain: str = "", **given: Any) -> str:
        return self.nodes_of(kind, 1, *inputs, names=[name], domain=domain, **given)[0]

    def nodes_of(
        self,
        kind: str,
        count: int,
        *inputs: str,
        names: list[str] | None = None,
        domain: str = "",
        **given: Any,
    ) -> list[str]:
        """Add a node with several outputs; return their names."""
        outputs = [name or self._name(kind) for name in names or [""] * count]
        self.nodes.append(helper.make_node(kind, inputs, outputs, domain=domain, **given))
        return outputs

    def runtime_node(self, kind: str, *inputs: str, **given: Any) -> str:
        """Add a fused node of onnxruntime."""
        return self.node(kind, *inputs, domain="com.microsoft", **given)

    def _name(self, kind: str) -> str:
        self._count += 1
        return f"{kind}.{self._count}"


def packed(matrix: Floats, largest: Floats) -> dict[str, NDArray[Any]]:
    """Return the stored arrays of a matrix (out, in); `largest`: largest input by channel.

    `textlint_pt_embedded.meaning_encoder.unpacked` makes int8 weights of them.
    """
    nibbles, scales = q4(matrix)
    blocks, unit = scale_bytes(scales)
    decoded = unpacked(nibbles, blocks * unit)
    smooth = np.sqrt(largest / np.maximum(np.abs(decoded).max(0), EPSILON))
    smooth = np.maximum(smooth, 1e-4).astype(np.float16)
    columns = np.maximum(np.abs(decoded * smooth).max(1), EPSILON) / LARGEST
    return {
        "nibbles": nibbles,
        "blocks": blocks,
        "unit": (unit[:, 0] / columns).astype(np.float16),
        "smooth": smooth,
        "columns": columns.astype(np.float16),
    }


def build(
    weights: Mapping[str, Floats],
    largest: Mapping[str, Floats],
    codes: NDArray[np.uint8],
    book: Floats,
    shape: Mapping[str, int],
    words_at: int,
    out: Path,
) -> None:
    """Write `model.onnx` and `weights.npz` to a folder.

    The model reads `ids` (sentences, pieces), with the marks at both ends, to the last `states`
    (sentences, pieces, width) and `tokens`, those of the layer `words_at`. The arrays of the
    weights are those of `packed`, by kind of map and name, stacked over the layers.

    `weights` are named as in `training.encoder.model.Body`; `largest` are the largest inputs of
    each linear map, by name; `codes` (pieces, parts) and `book` (parts, 256, width / parts) are the
    vocabulary.
    """
    graph, width = Graph(), shape["width"]
    x = _embedded(graph, weights, codes, book, width)
    for i in range(shape["layers"]):
        x = _layer(graph, weights, x, f"layers.{i}", shape["heads"])
        if i + 1 == words_at:
            graph.node("Identity", x, name="tokens")
    graph.node("Identity", x, name="states")

    def value(name: str, kind: int, *dimensions: str | int) -> Any:
        return helper.make_tensor_value_info(name, kind, dimensions)

    floats, axes = TensorProto.FLOAT, ("sentences", "pieces")
    graph_proto = helper.make_graph(
        graph.nodes,
        "meaning",
        [value("ids", TensorProto.INT64, *axes)],
        [value(name, floats, *axes, width) for name in ("states", "tokens")],
        graph.constants,
    )
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph_proto, opset_imports=opsets, producer_name="textlint-pt")
    model.ir_version = IR
    (out / "model.onnx").write_bytes(model.SerializeToString())
    stacked: dict[str, Any] = {}
    for kind in MAPS:
        packed_layers = [
            packed(weights[f"layers.{i}.{kind}.weight"], largest[f"layers.{i}.{kind}"])
            for i in range(shape["layers"])
        ]
        stacked |= {
            f"{kind}.{key}": np.stack([one[key] for one in packed_layers])
            for key in packed_layers[0]
        }
    np.savez(out / "weights.npz", **stacked)


def _norm(graph: Graph, weights: Mapping[str, Floats], name: str) -> tuple[str, str]:
    """Add the weight and bias of a layer norm; return their names."""
    return graph.half(weights[f"{name}.weight"]), graph.half(weights[f"{name}.bias"])


def _embedded(
    graph: Graph,
    weights: Mapping[str, Floats],
    codes: NDArray[np.uint8],
    book: Floats,
    width: int,
) -> str:
    """Add the input of the first layer: vectors of the pieces and of their positions.

    Pieces are product-quantised: the vector of one is joined of `parts` rows of the code book, each
    chosen among 256 by a code.
    """
    parts = codes.shape[1]
    rows = graph.node("Gather", graph.constant(codes, "pieces"), "ids")
    rows = graph.node("Cast", rows, to=TensorProto.INT32)
    rows = graph.node("Add", rows, graph.constant(np.arange(parts, dtype=np.int32) * 256))
    x = graph.node("Gather", graph.half(book.reshape(parts * 256, -1), "book"), rows)
    x = graph.node("Reshape", x, graph.constant(np.array([0, 0, width])))
    length = graph.node("Shape", "ids", start=1, end=2)
    positions = graph.half(weights["positions.weight"], "positions")
    zero = graph.constant(np.array([0]))
    positions = graph.node("Slice", positions, zero, length, zero)
    x = graph.node("Add", x, positions)
    norm = _norm(graph, weights, "norm")
    return graph.node("LayerNormalization", x, *norm, axis=-1, epsilon=EPSILON)


def _layer(graph: Graph, weights: Mapping[str, Floats], x: str, name: str, heads: int) -> str:
    """Add a layer; return the name of its output."""

    def bias(kind: str) -> str:
        return graph.half(weights[f"{name}.{kind}.bias"])

    def product(of: str, kind: str) -> str:
        outputs, feed_forward = weights[f"{name}.{kind}.weight"].shape
        return graph.product(of, f"{name}.{kind}", feed_forward, outputs)

    qkv = graph.node("Add", product(x, "qkv"), bias("qkv"))
    split = graph.nodes_of("Split", 3, qkv, axis=-1, num_outputs=3)
    attended = graph.runtime_node("MultiHeadAttention", *split, num_heads=heads)
    attended = product(attended, "attended")
    skip = (*_norm(graph, weights, f"{name}.norm_attended"), bias("attended"))
    x = graph.runtime_node("SkipLayerNormalization", attended, x, *skip, epsilon=EPSILON)
    feed_forward = graph.runtime_node("BiasGelu", product(x, "up"), bias("up"))
    feed_forward = product(feed_forward, "down")
    skip = (*_norm(graph, weights, f"{name}.norm_out"), bias("down"))
    return graph.runtime_node("SkipLayerNormalization", feed_forward, x, *skip, epsilon=EPSILON)
