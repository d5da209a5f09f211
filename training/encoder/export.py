"""Write an encoder as int8 ONNX.

A folder gets `model.onnx` (a sentence's faults, the states that the parser reads, and those of each
layer), `sentence.onnx` (its vector, from the states of the layers), `parser.onnx`, `pieces.tsv` and
`labels.json`. The matrices of the layers are int8 with a scale for each column, their inputs int8
with a scale that never changes, so that a sentence has the same bits alone and in a batch;
embeddings are int8 with a scale for each row. What reads the states calculates in floats: the
sentence head is stored as half floats, the parser's matrices as int8.
"""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from textlint_pt_embedded.encoder import LONGEST, runtime, session
from textlint_pt_embedded.parse import ROOT, Labels
from textlint_pt_embedded.pieces import BOS, EOS, Pieces
from torch import Tensor, nn
from torch.onnx import symbolic_helper

from training.encoder.model import Encoder, Layer, Parser, pool, with_one

OPSET = 17
MIN_PACKED = 16  # rows and columns of a matrix worth packing
CALIBRATION = 200  # sentences that show the ranges of the activations, and that check them


#: what goes into a graph or comes out of it, each with the dimensions that vary, from the first on
Names = Mapping[str, Sequence[str]]
STATES = ("batch", "length")


class Attention(torch.autograd.Function):
    """Attention of several heads as one node of the runtime, which spares it eight; what stands
    behind the `lengths` (batch) of the sentences is left out."""

    @staticmethod
    def forward(
        ctx: Any, query: Tensor, key: Tensor, value: Tensor, lengths: Tensor, heads: int
    ) -> Tensor:
        """Return what the fused operator does: attention of pieces to those of the same
        sentence."""

        def rows(part: Tensor) -> Tensor:
            return part.reshape(*part.shape[:-1], heads, -1).transpose(1, 2)

        is_own = torch.arange(key.shape[1]) < lengths[:, None]
        attended = nn.functional.scaled_dot_product_attention(
            rows(query), rows(key), rows(value), is_own[:, None, None]
        )
        return attended.transpose(1, 2).flatten(2)

    @staticmethod
    def symbolic(graph: Any, query: Any, key: Any, value: Any, lengths: Any, heads: int) -> Any:
        """Return the node of ONNX Runtime's own operator `MultiHeadAttention`, without its bias."""
        bias = symbolic_helper._optional_input_placeholder_tensor(graph)  # type: ignore[no-untyped-call]
        found = graph.op(
            "com.microsoft::MultiHeadAttention", query, key, value, bias, lengths, num_heads_i=heads
        )
        return found.setType(query.type())


class Gelu(torch.autograd.Function):
    """GELU as one node of the runtime in place of five."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        return nn.functional.gelu(x)

    @staticmethod
    def symbolic(graph: Any, x: Any) -> Any:
        return graph.op("com.microsoft::Gelu", x).setType(x.type())


def after(layer: Layer, x: Tensor, lengths: Tensor) -> Tensor:
    """Return states (batch, length, width) after a layer, in few runtime nodes.

    `lengths` (batch): sentences without padding.
    """
    attend: Callable[..., Tensor] = Attention.apply
    gelu: Callable[[Tensor], Tensor] = Gelu.apply
    query, key, value = layer.qkv(x).split(x.shape[-1], -1)
    x = layer.norm_attended(x + layer.attended(attend(query, key, value, lengths, layer.heads)))
    found: Tensor = layer.norm_out(x + layer.down(gelu(layer.up(x))))
    return found


def full_lengths(x: Tensor) -> Tensor:
    """Return the lengths (batch) of sentences without padding."""
    return torch.full((len(x),), x.shape[1], dtype=torch.int32)


class Exported(nn.Module):
    """Identifiers (batch, length) and lengths (batch) -> probabilities (batch, length), the states
    that the parser reads (batch, length, width), and as many for the pieces and for each layer."""

    pieces: Tensor
    pieces_scale: Tensor
    positions: Tensor
    positions_scale: Tensor

    def __init__(self, model: Encoder) -> None:
        """Store the embeddings as int8 with a scale for each row."""
        super().__init__()
        self.model = model
        self.parser = model.parser
        for name, table in (
            ("pieces", model.body.pieces.weight),
            ("positions", model.body.positions.weight),
        ):
            quantised, scale = rows_to_int8(table.detach())
            self.register_buffer(name, quantised)
            self.register_buffer(f"{name}_scale", scale)

    def forward(self, ids: Tensor, lengths: Tensor) -> tuple[Tensor, ...]:
        """Return fault probabilities, mixed states, and the states of each layer."""
        body = self.model.body
        length = ids.shape[1]
        pieces = self.pieces[ids].float() * self.pieces_scale[ids]
        positions = self.positions[:length].float() * self.positions_scale[:length]
        x = body.norm(pieces + positions)
        states = [x]
        shares = torch.softmax(self.parser.mix, 0)
        mixed = shares[0] * x
        for i, layer in enumerate(body.each_layer(), 1):
            x = after(layer, x, lengths)
            states.append(x)
            mixed = mixed + shares[i] * x
        return torch.sigmoid(self.model.fault(x).squeeze(-1)), mixed, *states


class ExportedSentence(nn.Module):
    """States (batch, length, width) of pieces and layers -> unit vectors (batch, width)."""

    def __init__(self, model: Encoder) -> None:
        super().__init__()
        self.sentence = model.sentence

    def forward(self, *states: Tensor) -> Tensor:
        vector = self.sentence(pool(list(states)))
        found: Tensor = vector / vector.pow(2).sum(-1, keepdim=True).sqrt()
        return found


class ExportedParser(nn.Module):
    """States (batch, length, width) and words (batch, words) by first piece, last piece and part ->
    logits: split (batch, words), tag and features (batch, words, labels); arc (batch, words, words
    + 1), with the root first, the logit with the log-probability of the likeliest relation, which
    is `root`, by its number, from the root alone; log-probabilities: relation (batch, words, words
    + 1, labels)."""

    apart: Tensor

    def __init__(self, parser: Parser, root: int) -> None:
        """Rearrange the weights of a parser so that all relations are scored in one product."""
        super().__init__()
        self.parser = parser
        self.root = root
        self.relations, inner, _ = parser.relation.shape
        # dependents by (head, relation) in one product
        self.labels = nn.Parameter(parser.relation.detach().permute(1, 0, 2).reshape(inner, -1))
        apart = torch.zeros(self.relations)
        apart[root] = -torch.inf
        self.register_buffer("apart", apart)

    def forward(
        self, mixed: Tensor, first: Tensor, last: Tensor, part: Tensor
    ) -> tuple[Tensor, ...]:
        """Return the logits and log-probabilities in the order of `SCORES`."""
        found = self.parser(mixed, first, last, part)
        dependent, head = with_one(found["dependent"]), with_one(found["head"])
        batch, words, inner = dependent.shape
        by_label = (dependent @ self.labels).reshape(batch, words * self.relations, inner)
        logits = (by_label @ head.transpose(1, 2)).reshape(batch, words, self.relations, words + 1)
        relation = torch.log_softmax(logits.transpose(2, 3), -1)
        likeliest = (relation[:, :, 1:] + self.apart).amax(-1)
        likeliest = torch.cat([relation[:, :, :1, self.root], likeliest], -1)
        scores = {name: found[name] for name in ("split", "tag", "features")}
        return (*scores.values(), found["arc"] + likeliest, relation)


#: what comes out, each with the dimensions that vary
WORDS = ("batch", "words")
SCORES = {
    "split": WORDS,
    "tag": WORDS,
    "features": WORDS,
    "arc": (*WORDS, "heads"),
    "relation": (*WORDS, "heads"),
}


def rows_to_int8(table: Tensor) -> tuple[Tensor, Tensor]:
    """Return rows as int8 and the scale of each (rows, 1)."""
    scale = table.abs().amax(1, keepdim=True).clamp_min(1e-8) / 127
    return (table / scale).round().to(torch.int8), scale


class Smoothed(nn.Module):
    """A linear map whose inputs are scaled so that one int8 scale serves every call.

    What the inputs lose in range the weights take on, channel by channel (SmoothQuant, Xiao et al.
    2023, section 4, alpha 0.5). With `by_row` each piece's inputs are divided by their largest and
    the outputs multiplied by it: the marks that frame a sentence have far larger ones than words.
    """

    inverse: Tensor

    def __init__(self, linear: nn.Linear, largest: Tensor, by_row: bool) -> None:
        super().__init__()
        self.by_row = by_row
        self.linear = copy.deepcopy(linear)
        self.register_buffer("inverse", 1 / absorb_scale(self.linear, largest))

    def forward(self, x: Tensor) -> Tensor:
        """Return the linear map of rescaled inputs; by row, of each row divided by its maximum."""
        x = x * self.inverse
        if self.by_row:
            largest = x.abs().amax(-1, keepdim=True)
            return (x / largest) @ self.linear.weight.T * largest + self.linear.bias
        mapped: Tensor = self.linear(x)
        return mapped


def absorb_scale(linear: nn.Linear, largest: Tensor) -> Tensor:
    """Scale a map's weights by its `largest` inputs, channel by channel; return the scale."""
    scale = (largest / linear.weight.abs().amax(0)).sqrt().clamp_min(1e-4)
    with torch.no_grad():
        linear.weight.mul_(scale)
    return scale


#: the linear maps of a layer, in the order of their use; those that are `Smoothed`
MAPS = ("qkv", "attended", "up", "down")
SMOOTHED = ("qkv", "up", "down")
BY_ROW = ("down",)
#: what reads the states takes them as floats: what it would lose nothing makes good
HEADS = ("/fault/MatMul", "/tag/MatMul")


Model = TypeVar("Model", bound=nn.Module)


def largest_inputs(
    maps: Iterable[nn.Module], model: nn.Module, batches: Iterable[Tensor]
) -> dict[nn.Module, Tensor]:
    """Return the largest absolute input of each channel of linear maps, seen by hooks over
    `batches`."""
    largest: dict[nn.Module, Tensor] = {}

    def watch(module: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        seen = inputs[0].abs().flatten(0, -2).amax(0)
        largest[module] = torch.maximum(largest.get(module, seen), seen)

    hooks = [linear_map.register_forward_pre_hook(watch) for linear_map in maps]
    with torch.no_grad():
        for batch in batches:
            model(batch)
    for hook in hooks:
        hook.remove()
    return largest


def smooth(
    model: Model, layers: Callable[[Model], Sequence[Layer]], batches: Sequence[Tensor]
) -> Model:
    """Return the model with smoothed linear maps of its `layers`; `batches` show the ranges."""
    model = copy.deepcopy(model)
    maps = [getattr(layer, name) for layer in layers(model) for name in MAPS]
    largest = largest_inputs(maps, model, batches)
    for layer in layers(model):
        # inputs that are means of values need no scaling of their own: the values are scaled
        scale = absorb_scale(layer.attended, largest[layer.attended])
        with torch.no_grad():
            layer.qkv.weight[-len(scale) :].div_(scale[:, None])
            layer.qkv.bias[-len(scale) :].div_(scale)
        for name in SMOOTHED:
            linear = getattr(layer, name)
            setattr(layer, name, Smoothed(linear, largest[linear], name in BY_ROW))
    return model


def identifiers(pieces: Pieces, sentences: Sequence[str]) -> list[Tensor]:
    return [
        torch.tensor([[BOS, *pieces.encode(sentence, LONGEST)[0], EOS]]) for sentence in sentences
    ]


def to_onnx(
    model: nn.Module, example: tuple[Tensor, ...], inputs: Names, outputs: Names, out: Path
) -> None:
    """Write the float graph of a model, traced with `example` inputs."""
    names = {**inputs, **outputs}
    torch.onnx.export(
        model.eval(),
        example,
        str(out),
        input_names=list(inputs),
        output_names=list(outputs),
        dynamic_axes={name: dict(enumerate(axes)) for name, axes in names.items()},
        opset_version=OPSET,
        custom_opsets={"com.microsoft": 1},
        dynamo=False,
        do_constant_folding=True,
    )


def states_of(model: Encoder) -> Names:
    """Return the states of the pieces and of each layer."""
    return {f"states.{layer}": STATES for layer in range(model.shape["layers"] + 1)}


def parser_to_onnx(model: Encoder, root: int, out: Path) -> None:
    """Export the parser to an ONNX file."""
    words = torch.tensor([[1, 2, 2, 4]])
    mixed = torch.zeros(1, 6, model.shape["width"])
    parser = ExportedParser(model.parser, root)
    example = (mixed, words, words, torch.tensor([[0, 1, 2, 0]]))
    inputs = {"mixed": STATES, "first": WORDS, "last": WORDS, "part": WORDS}
    to_onnx(parser, example, inputs, SCORES, out)


def pack(path: Path, half: bool) -> None:
    """Store the large float matrices of a model as half floats or int8.

    They are multiplied out when the model is loaded. int8 has a scale for each row and column, as a
    row's weights are small where inputs are large.
    """
    model = onnx.load(str(path))
    graph = model.graph
    unpacking: list[onnx.NodeProto] = []

    def add_node(kind: str, inputs: list[str], output: str, **attributes: Any) -> None:
        unpacking.append(onnx.helper.make_node(kind, inputs, [output], **attributes))

    for tensor in list(graph.initializer):
        if tensor.data_type != onnx.TensorProto.FLOAT or len(tensor.dims) != 2:
            continue
        if min(tensor.dims) < MIN_PACKED:
            continue
        matrix, name = numpy_helper.to_array(tensor), tensor.name
        graph.initializer.remove(tensor)
        if half:
            parts = {"half": matrix.astype(np.float16)}
            add_node("Cast", [f"{name}.half"], name, to=onnx.TensorProto.FLOAT)
        else:
            rows = np.maximum(np.abs(matrix).max(1, keepdims=True), 1e-12)
            columns = np.maximum(np.abs(matrix / rows).max(0, keepdims=True), 1e-12) / 127
            quantised = (matrix / rows / columns).round().astype(np.int8)
            parts = {"int8": quantised, "rows": rows, "columns": columns}
            add_node("Cast", [f"{name}.int8"], f"{name}.whole", to=onnx.TensorProto.FLOAT)
            add_node("Mul", [f"{name}.whole", f"{name}.rows"], f"{name}.by_row")
            add_node("Mul", [f"{name}.by_row", f"{name}.columns"], name)
        graph.initializer.extend(
            numpy_helper.from_array(array, f"{name}.{kind}") for kind, array in parts.items()
        )
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend([*unpacking, *nodes])
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def quantise(source: Path, out: Path, samples: Sequence[Mapping[str, NDArray[Any]]]) -> None:
    """Make products with matrices int8, but for `HEADS`, each with its bias as one node.

    The input scale is that of the median over `samples`: ranges hardly vary, as the opening mark
    has the largest values. Weights have 7 bits, which is what 16-bit sums hold without VNNI.
    """
    model = onnx.load(str(source))
    graph = model.graph
    constants: dict[str, Any] = {
        tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer
    }
    products = {
        node.name: node
        for node in graph.node
        if node.op_type == "MatMul" and node.input[1] in constants and node.name not in HEADS
    }
    ranges = _ranges(model, [node.input[0] for node in products.values()], samples)
    nodes, replaced = [], set()
    for node in graph.node:
        if node.name in products:
            # x: the input, w: the matrix
            x, w = node.input
            weight_scales = np.maximum(np.abs(constants[w]).max(0), 1e-12) / 64
            least, greatest = ranges[x]
            step = (greatest - least) / 255
            constants |= {
                f"{x}_scale": np.float32(step),
                f"{x}_zero_point": np.uint8(min(max(round(-least / step), 0), 255)),
                f"{w}_quantized": (constants[w] / weight_scales).round().astype(np.int8),
                f"{w}_scale": weight_scales.astype(np.float32),
                f"{w}_zero_point": np.zeros(len(weight_scales), dtype=np.int8),
            }
            users = [one for one in graph.node if node.output[0] in one.input]
            bias = [n for n in users[0].input if n in constants and constants[n].ndim == 1]
            # a bias that is added right after becomes part of the node
            add_node = users[0] if users[0].op_type == "Add" and len(users) == 1 and bias else None
            how = [f"{x}_scale", f"{x}_zero_point"]
            nodes.append(helper.make_node("QuantizeLinear", [x, *how], [f"{x}_quantized"]))
            inputs = [f"{x}_quantized", f"{w}_quantized", f"{x}_scale", f"{w}_scale"]
            inputs += [f"{x}_zero_point", f"{w}_zero_point", *(bias if add_node else ())]
            outputs = (add_node or node).output
            product = helper.make_node(
                "MatMulIntegerToFloat", inputs, outputs, domain="com.microsoft"
            )
            nodes.append(product)
            replaced |= {node.name, add_node.name if add_node else node.name}
        elif node.name not in replaced:
            nodes.append(node)
    nodes = _attending(nodes)
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    used = {name for node in nodes for name in node.input}
    graph.initializer.extend(
        numpy_helper.from_array(np.asarray(value), name)
        for name, value in constants.items()
        if name in used
    )
    onnx.save(model, str(out))


def _attending(nodes: Sequence[Any]) -> list[Any]:
    """Fuse the product that makes query, key and value with the attention (`QAttention`), which
    gives the same bits."""
    makers = {output: node for node in nodes for output in node.output}
    fused: dict[str, Any] = {}
    dropped: set[str] = set()
    for node in nodes:
        if node.op_type == "MultiHeadAttention":
            split = makers[node.input[0]]
            # inputs of MatMulIntegerToFloat, which QAttention takes in another order
            x, matrix, *scales, zero, zeros, bias = makers[split.input[0]].input
            inputs = [x, matrix, bias, *scales, node.input[4], zero, zeros]
            fused[node.output[0]] = helper.make_node(
                "QAttention", inputs, node.output, node.name, domain="com.microsoft"
            )
            fused[node.output[0]].attribute.extend(node.attribute)
            dropped |= {split.output[0], split.input[0]}
    return [fused.get(node.output[0], node) for node in nodes if node.output[0] not in dropped]


def _ranges(
    model: Any, names: Sequence[str], samples: Sequence[Mapping[str, NDArray[Any]]]
) -> dict[str, tuple[float, float]]:
    """Return the least and greatest value of tensors, each the median over `samples`."""
    watched = onnx.ModelProto()
    watched.CopyFrom(model)
    names = list(dict.fromkeys(names))
    watched.graph.output.extend(onnx.helper.make_empty_tensor_value_info(name) for name in names)
    run = (
        runtime()
        .InferenceSession(watched.SerializeToString(), providers=["CPUExecutionProvider"])
        .run
    )
    extremes = np.array([[(x.min(), x.max()) for x in run(names, one)] for one in samples])
    medians = np.median(extremes, 0)
    return {
        name: (min(float(low), 0.0), max(float(high), 1e-6))
        for name, (low, high) in zip(names, medians, strict=True)
    }


def check(model: Encoder, folder: Path, data: Path) -> dict[str, float]:
    """Return how far the exported model's outputs are from the float model's.

    Parses are compared as choices, each token as one word: how many in 1,000 words differ. `data`:
    what `training.encoder.prepare` wrote, of which held-out sentences are taken.
    """
    held_out = (data / "held-out.txt").read_text(encoding="utf-8").splitlines()
    root = Labels.read(folder / "labels.json").relations.index(ROOT)
    exported = ExportedParser(model.parser, root).eval()
    sessions = [session(folder / f"{name}.onnx") for name in ("model", "parser", "sentence")]
    pieces = Pieces.read(folder / "pieces.tsv")
    gaps, cosines = [], []
    differing: dict[str, list[NDArray[np.bool_]]] = {name: [] for name in list(SCORES)[1:-1]}
    for ids in identifiers(pieces, held_out[:CALIBRATION]):
        words = torch.arange(1, ids.shape[1] - 1)[None]
        inputs = {"first": words, "last": words, "part": torch.zeros_like(words)}
        with torch.no_grad():
            states = model.body(ids)
            logits, vector = model(ids)
            their_scores = exported(model.parser.mixed(states), *inputs.values())
        inputs_of_model = {"ids": ids.numpy(), "lengths": full_lengths(ids).numpy()}
        probabilities, mixed, *layers = sessions[0].run(None, inputs_of_model)
        (exported_vector,) = sessions[2].run(None, dict(zip(states_of(model), layers, strict=True)))
        gaps.append(np.abs(torch.sigmoid(logits).numpy() - probabilities).ravel())
        cosines.append(float((vector.numpy() * exported_vector).sum()))
        arrays = {name: value.numpy() for name, value in inputs.items()}
        our_scores = sessions[1].run(None, {"mixed": mixed, **arrays})
        for name, our_logits, their_logits in zip(SCORES, our_scores, their_scores, strict=True):
            if name in differing:
                differing[name].append(
                    (our_logits.argmax(-1) != their_logits.numpy().argmax(-1)).ravel()
                )
    gap = np.concatenate(gaps)
    return {
        "mean_gap": float(gap.mean()),
        "gap_99": float(np.quantile(gap, 0.99)),
        "mean_cosine": float(np.mean(cosines)),
        "least_cosine": min(cosines),
        **{
            f"{name}_per_1000": 1_000 * float(np.concatenate(values).mean())
            for name, values in differing.items()
        },
    }


def export(model: Encoder, known: Path, data: Path, out: Path) -> dict[str, float]:
    """Write an encoder with the pieces and labels of `known`; return its gap to the floats.

    `data`: what `training.encoder.prepare` wrote, whose sentences show ranges and gaps.
    """
    write(model, known, data, out)
    return check(model, out, data)


def write(model: Encoder, known: Path, data: Path, out: Path) -> None:
    """Write all files of an exported encoder; `known`: folder with its pieces and labels."""
    out.mkdir(parents=True, exist_ok=True)
    for name in ("pieces.tsv", "labels.json"):
        (out / name).write_bytes((known / name).read_bytes())
    calibration_texts = (
        (data / "sentences.txt").read_text(encoding="utf-8").splitlines()[:CALIBRATION]
    )
    ids = identifiers(Pieces.read(out / "pieces.tsv"), calibration_texts)
    smoothed = smooth(model, lambda encoder: encoder.body.each_layer(), ids)
    layers = states_of(model)
    with tempfile.TemporaryDirectory() as scratch:
        floats = Path(scratch) / "float.onnx"
        inputs = {"ids": STATES, "lengths": STATES[:1]}
        outputs = {"probabilities": STATES, "mixed": STATES, **layers}
        example = torch.arange(4, 15)[None]
        to_onnx(Exported(smoothed), (example, full_lengths(example)), inputs, outputs, floats)
        samples = [{"ids": one.numpy(), "lengths": full_lengths(one).numpy()} for one in ids]
        quantise(floats, out / "model.onnx", samples)
    states = tuple(torch.zeros(1, 6, model.shape["width"]) for _ in layers)
    vector = {"vector": STATES[:1]}
    to_onnx(ExportedSentence(model), states, layers, vector, out / "sentence.onnx")
    root = Labels.read(out / "labels.json").relations.index(ROOT)
    parser_to_onnx(model, root, out / "parser.onnx")
    # the sentence head tells vectors apart by small differences: in int8 they lose a cosine of .007
    pack(out / "sentence.onnx", half=True)
    pack(out / "parser.onnx", half=False)
