"""The discourse model as it is taught."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from training.discourse.reading import CHANNELS, FIRST

WIDTH, LAYERS, HEADS, PAIR, LEARNT = 96, 2, 4, 24, 32
REACH = 8


class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.before, self.after = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.up, self.down = nn.Linear(WIDTH, 2 * WIDTH), nn.Linear(2 * WIDTH, WIDTH)
        self.drop = nn.Dropout(0.1)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        batch, length, _ = x.shape
        qkv = self.qkv(self.before(x)).reshape(batch, length, 3, HEADS, WIDTH // HEADS)
        query, key, value = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        weights = (query @ key.transpose(-1, -2) * (WIDTH // HEADS) ** -0.5 + bias).softmax(-1)
        seen = (weights @ value).transpose(1, 2).reshape(batch, length, WIDTH)
        x = x + self.drop(self.out(seen))
        found: Tensor = x + self.drop(self.down(nn.functional.gelu(self.up(self.after(x)))))
        return found


class Discourse(nn.Module):
    """Attention over the sentences of a window, biased by what is known of every two of them.

    Input: vectors (batch, n, 384); pairs (batch, CHANNELS, n, n); lengths (batch, n, 2); first
    words, paragraphs (batch, n), whole numbers; mask (batch, n), 1 where there is a sentence.
    Output (batch, n, 2): logits that a sentence does not belong; how usual the order is there.
    """

    def __init__(self) -> None:
        super().__init__()
        self.project = nn.Linear(384, WIDTH)
        self.before = nn.Linear(384, LEARNT, bias=False)
        self.after = nn.Linear(384, LEARNT, bias=False)
        self.noise = nn.Dropout(0.25)
        self.first = nn.Embedding(FIRST, WIDTH)
        self.own = nn.Linear(3, WIDTH)
        self.relative = nn.Embedding(2 * REACH + 1, PAIR)
        self.apart = nn.Embedding(3, PAIR)
        self.pair_in = nn.Linear(2 * CHANNELS + 1, PAIR)
        self.pair_mid = nn.Linear(PAIR, PAIR)
        self.to_bias = nn.Linear(PAIR, LAYERS * HEADS)
        self.gather = nn.Linear(2 * PAIR, WIDTH)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH)
        self.heads = nn.Linear(WIDTH, 2)
        nn.init.normal_(self.first.weight, std=0.1)

    def forward(
        self,
        vectors: Tensor,
        pairs: Tensor,
        lengths: Tensor,
        first: Tensor,
        paragraphs: Tensor,
        mask: Tensor,
    ) -> Tensor:
        n = vectors.shape[1]
        at = torch.arange(n)
        steps = at[None] - at[:, None]
        relative = steps.clamp(-REACH, REACH) + REACH
        there = mask[:, None, :] * mask[:, :, None] * (steps != 0)
        near = there * (steps.abs() < REACH)
        # texts differ in how alike their sentences are
        count = there.sum((1, 2)).clamp_min(1)[:, None, None, None]
        usual = (pairs * there[:, None]).sum((2, 3), keepdim=True) / count
        learnt = self.before(vectors) @ self.after(vectors).transpose(1, 2)
        given = torch.cat((pairs - usual, usual.expand_as(pairs), learnt[:, None]), 1)
        breaks = (paragraphs[:, None] - paragraphs[:, :, None]).abs().clamp(0, 2)
        x = self.pair_in(4 * given.permute(0, 2, 3, 1)) + self.relative(relative)
        x = nn.functional.gelu(x + self.apart(breaks))
        x = nn.functional.gelu(self.pair_mid(x))
        bias = self.to_bias(x).permute(0, 3, 1, 2) + (mask[:, None, None] - 1) * 1e4
        means = [
            (x * some[..., None]).sum(2) / some.sum(2).clamp_min(1)[..., None]
            for some in (there, near)
        ]
        x = self.gather(torch.cat(means, -1)) + self.noise(
            self.project(8 * vectors) + self.first(first)
        )
        starts = torch.cat(
            (torch.zeros_like(mask[:, :1]), (paragraphs[:, 1:] != paragraphs[:, :-1]).to(mask)), 1
        )
        x = x + self.own(torch.cat((lengths - 2, starts[..., None]), -1))
        for i, block in enumerate(self.blocks):
            x = block(x, bias[:, i * HEADS : (i + 1) * HEADS])
        found: Tensor = self.heads(self.norm(x))
        return found
