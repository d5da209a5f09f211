"""The encoder: the first layers of multilingual-e5-small with heads for words and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

if TYPE_CHECKING:
    from training.encoder.e5 import Weights


class Layer(nn.Module):
    """Post-norm transformer layer, as in BERT; where sequences of a batch differ in length, `mask`
    has what each may attend to."""

    def __init__(self, width: int, heads: int, inner: int) -> None:
        """Create the weights of a layer."""
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.attended = nn.Linear(width, width)
        self.norm_attended = nn.LayerNorm(width, eps=1e-12)
        self.up = nn.Linear(width, inner)
        self.down = nn.Linear(inner, width)
        self.norm_out = nn.LayerNorm(width, eps=1e-12)

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """Return the states (batch, length, width) after the layer."""
        batch, length, width = x.shape
        qkv = self.qkv(x).view(batch, length, 3, self.heads, width // self.heads)
        query, key, value = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        attended = F.scaled_dot_product_attention(query, key, value, mask)
        attended = attended.transpose(1, 2).reshape(batch, length, width)
        x = self.norm_attended(x + self.attended(attended))
        out: Tensor = self.norm_out(x + self.down(F.gelu(self.up(x))))
        return out


class Body(nn.Module):
    """Embeddings and layers: identifiers (batch, length) -> states of every layer."""

    def __init__(
        self, pieces: int, layers: int, width: int, heads: int, inner: int, positions: int
    ) -> None:
        """Create embeddings and layers."""
        super().__init__()
        self.pieces = nn.Embedding(pieces, width)
        self.positions = nn.Embedding(positions, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(width, heads, inner) for _ in range(layers))

    def each_layer(self) -> list[Layer]:
        return [layer for layer in self.layers if isinstance(layer, Layer)]

    def forward(self, ids: Tensor) -> list[Tensor]:
        """Return the embedded pieces and the states after each layer."""
        x = self.norm(self.pieces(ids) + self.positions.weight[: ids.shape[1]])
        states: list[Tensor] = [x]
        for layer in self.layers:
            x = layer(x)
            states.append(x)
        return states


class Parser(nn.Module):
    """Biaffine parser (Dozat and Manning 2017) and tagger over the states of the encoder's pieces.

    A word is read off the first and the last piece of its token and its part of that token.
    """

    PARTS = 4  # a token of one word; first, second, third of a contraction

    def __init__(
        self,
        width: int,
        layers: int,
        tags: int,
        features: int,
        relations: int,
        arc: int,
        relation: int,
    ) -> None:
        """Create the parser's maps; `arc` and `relation`: sizes of their vectors."""
        super().__init__()
        self.mix = nn.Parameter(torch.zeros(layers + 1))
        self.ends = nn.Linear(2 * width, width)
        self.part = nn.Embedding(self.PARTS, width)
        self.split = nn.Linear(width, 1)
        self.tag = nn.Linear(width, tags)
        self.features = nn.Linear(width, features)
        self.root = nn.Parameter(torch.zeros(width))
        self.dependent = nn.Linear(width, arc + relation)
        self.head = nn.Linear(width, arc + relation)
        self.arc = nn.Parameter(torch.zeros(arc + 1, arc))
        self.relation = nn.Parameter(torch.zeros(relations, relation + 1, relation + 1))
        self.sizes = [arc, relation]

    def mixed(self, states: list[Tensor]) -> Tensor:
        """Return the states (batch, length, width) of the pieces: the weighted mean over the
        layers."""
        weights = torch.softmax(self.mix, 0)
        return torch.stack(states, -1) @ weights

    def forward(
        self, mixed: Tensor, first: Tensor, last: Tensor, part: Tensor
    ) -> dict[str, Tensor]:
        """Return the logits of words (batch, words): `split` (its token is a contraction),
        `tag`, `features`, `arc` (batch, dependents, heads with the root first), `dependent` and
        `head`, of which the bilinear map `relation` makes those of a relation."""
        width = mixed.shape[-1]
        ends = torch.cat([_rows(mixed, first), _rows(mixed, last)], -1)
        token = self.ends(ends)
        word = F.gelu(token + self.part(part))
        root = self.root.expand(mixed.shape[0], 1, width)
        arc_dep, rel_dep = torch.split(F.gelu(self.dependent(word)), self.sizes, -1)
        heads = F.gelu(self.head(torch.cat([root, word], 1)))
        arc_head, rel_head = torch.split(heads, self.sizes, -1)
        arc = with_one(arc_dep) @ self.arc @ arc_head.transpose(1, 2)
        return {
            "split": self.split(F.gelu(token)).squeeze(-1),
            "tag": self.tag(word),
            "features": self.features(word),
            "arc": arc,
            "dependent": rel_dep,
            "head": rel_head,
        }


def with_one(x: Tensor) -> Tensor:
    """Append a last feature that is always 1, which gives a bilinear map its bias."""
    return torch.cat([x, torch.ones_like(x[..., :1])], -1)


def _rows(states: Tensor, index: Tensor) -> Tensor:
    """Return the states (batch, words, width) at the indices (batch, words)."""
    return states.gather(1, index.unsqueeze(-1).expand(-1, -1, states.shape[-1]))


class Encoder(nn.Module):
    """`body` with a logit for each piece (its word is at fault), a sentence vector and a parser.

    `labels` says how many tags, features and relations the parser has.
    """

    def __init__(self, shape: dict[str, int], labels: dict[str, int]) -> None:
        """Create body, heads and parser."""
        super().__init__()
        self.shape = dict(shape)
        self.labels = labels
        self.body = Body(**shape)
        width = shape["width"]
        self.fault = nn.Linear(width, 1)
        self.sentence = nn.Linear((shape["layers"] + 1) * width, width)
        nn.init.zeros_(self.fault.weight)
        nn.init.constant_(self.fault.bias, -3.0)
        self.parser = Parser(width, shape["layers"], **labels, arc=256, relation=96)

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        """Return the fault logits (batch, length) and unit vectors (batch, width)."""
        states = self.body(ids)
        return self.fault(states[-1]).squeeze(-1), F.normalize(self.sentence(pool(states)), dim=-1)


def pool(states: list[Tensor]) -> Tensor:
    """Return the means over the pieces of a sentence of every layer, without the two framing
    marks."""
    return torch.cat([state[:, 1:-1].mean(1) for state in states], -1)


def shape_of(weights: Weights, layers: int, pieces: int, positions: int) -> dict[str, int]:
    """Return the arguments of `Body` for the first layers of these weights."""
    config = weights.config
    return {
        "pieces": pieces,
        "layers": layers,
        "width": config["hidden"],
        "heads": config["heads"],
        "inner": config["ff"],
        "positions": positions,
    }


def load_e5(body: Body, weights: Weights, kept: Sequence[int]) -> None:
    """Copy the first layers, and the rows `kept` of the vocabulary."""
    width = weights.config["hidden"]

    def tensor(name: str, *shape: int) -> Tensor:
        return torch.tensor(weights.tensors[name]).view(*shape or (-1,))

    state: dict[str, Tensor] = {}
    state["pieces.weight"] = tensor("emb.word", -1, width)[torch.as_tensor(kept)]
    # there is one type of sentence: its vector joins the positions
    state["positions.weight"] = tensor("emb.pos", -1, width)[: body.positions.num_embeddings]
    state["positions.weight"] = state["positions.weight"] + tensor("emb.type", -1, width)[0]
    names: dict[str, Any] = {"norm": "emb.ln"}
    for i in range(len(body.layers)):
        names |= {
            f"layers.{i}.attended": f"l{i}.ao",
            f"layers.{i}.norm_attended": f"l{i}.aln",
            f"layers.{i}.up": f"l{i}.fi",
            f"layers.{i}.down": f"l{i}.fo",
            f"layers.{i}.norm_out": f"l{i}.oln",
        }
        for part, short in (("weight", "w"), ("bias", "b")):
            rows = [tensor(f"l{i}.{role}.{short}") for role in "qkv"]
            state[f"layers.{i}.qkv.{part}"] = (
                torch.cat(rows).view(3 * width, -1) if short == "w" else torch.cat(rows)
            )
    own_state = body.state_dict()
    for our_name, their_name in names.items():
        for part, short in (("weight", "w"), ("bias", "b")):
            key = f"{our_name}.{part}"
            state[key] = tensor(f"{their_name}.{short}").view(own_state[key].shape)
    body.load_state_dict(state)
