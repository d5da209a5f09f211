"""Damage by tables: sentences as numbers of forms become pieces with tags, many at a time.

Needs nothing but torch, and calculates on the device that its tables are on. Every form has a row
of slips, each with its rate, the pieces that are written and their tags, so that damage is one draw
for a token and one ragged gather; `training.encoder.edits.tables` makes the rows.
"""

from __future__ import annotations

import io
import lzma
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

#: the first two forms of a corpus: what closes a sentence, and what opens the next
CLOSING, OPENING = 0, 1
#: a form of more common ones is one code of 16 bits, a rarer one two
CODES = 60_000
#: however careless the writer, at most so many of the places of a kind of slip are slips
MOST = 0.6
UNLABELLED = -1


def write(path: Path, content: Any) -> None:
    """Write tensors and plain values, compressed."""
    raw = io.BytesIO()
    torch.save(content, raw)
    filters = [
        {"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 26, "lc": 2, "lp": 1, "pb": 1}
    ]
    path.write_bytes(lzma.compress(raw.getvalue(), lzma.FORMAT_XZ, filters=filters))


def read(path: Path) -> Any:
    """Return what `write` wrote; `OSError` or `lzma.LZMAError` where the file is not whole."""
    return torch.load(io.BytesIO(lzma.decompress(path.read_bytes())), weights_only=True)


def coded(forms: Tensor) -> Tensor:
    """Return forms as codes of 16 bits (int16, to be read as unsigned), rare ones as two."""
    rare = forms >= CODES
    codes = torch.stack([forms, forms], 1)
    codes[:, 0] = torch.where(rare, CODES + forms // CODES - 1, forms)
    codes[:, 1] = forms % CODES
    kept = torch.stack([torch.ones_like(rare), rare], 1)
    return codes[kept].to(torch.int32).to(torch.int16)


def decoded(codes: Tensor) -> Tensor:
    """Return the forms (int32) of such codes."""
    found = codes.to(torch.int32) & 0xFFFF
    rare = found >= CODES
    following = torch.roll(found, -1)
    found = torch.where(rare, (found - CODES + 1) * CODES + following, found)
    second = torch.roll(rare, 1)
    second[:1] = False
    return found[~second]


@dataclass
class Corpus:
    """`forms` of all sentences, one after the other; `starts` (sentences + 1) says where each
    begins. The first form of a sentence is `OPENING`, the last `CLOSING`."""

    forms: Tensor
    starts: Tensor

    @classmethod
    def of(cls, codes: Tensor, device: torch.device | str = "cpu") -> Corpus:
        forms = decoded(codes.to(device))
        ends = torch.nonzero(forms == CLOSING).squeeze(1) + 1
        return cls(forms, torch.cat([ends.new_zeros(1), ends]))

    def __len__(self) -> int:
        return len(self.starts) - 1


@dataclass
class Examples:
    """Pieces of sentences one after the other, the tag of each piece (`UNLABELLED` for those that
    begin no token), and how many pieces each sentence has."""

    ids: Tensor
    tags: Tensor
    lengths: Tensor

    def __len__(self) -> int:
        return len(self.lengths)

    def of(self, rows: Tensor) -> Examples:
        """Some of the sentences, in this order."""
        starts = self.lengths.cumsum(0) - self.lengths
        where, lengths = _ragged(starts[rows], self.lengths[rows])
        return Examples(self.ids[where], self.tags[where], lengths)

    def grouped(self, budget: int, all_of_them: bool = False) -> tuple[list[Tensor], Tensor]:
        """Return row groups of one length, about `budget` pieces each, and the rest.

        Lengths with fewer than half of `budget` go to the rest, unless `all_of_them`.
        """
        order = torch.argsort(self.lengths, stable=True)
        lengths, counts = torch.unique_consecutive(self.lengths[order], return_counts=True)
        groups: list[Tensor] = []
        rest = [order[:0]]
        same = torch.split(order, counts.tolist()) if len(order) else ()
        for length, rows in zip(lengths.tolist(), same, strict=True):
            for group in torch.split(rows, max(1, budget // length)):
                (groups if all_of_them or 2 * len(group) * length >= budget else rest).append(group)
        return groups, torch.cat(rest)

    def batch(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Return identifiers and tags (sentences, length) of sentences of one length."""
        starts = self.lengths.cumsum(0) - self.lengths
        where = starts[rows, None] + torch.arange(int(self.lengths[rows[0]]), device=rows.device)
        return self.ids[where].long(), self.tags[where].long()


def joined(parts: Sequence[Examples]) -> Examples:
    return Examples(
        *(torch.cat([getattr(p, name) for p in parts]) for name in ("ids", "tags", "lengths"))
    )


def _ragged(starts: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
    """Return the indices of rows that begin at `starts`, concatenated."""
    ends = lengths.cumsum(0)
    shift = torch.repeat_interleave(starts - (ends - lengths), lengths)
    return torch.arange(len(shift), device=starts.device) + shift, lengths


class Damage:
    """Draws slips by the tables that `training.encoder.edits.tables.build` made."""

    def __init__(self, tables: dict[str, Tensor], device: torch.device | str = "cpu") -> None:
        """Move the tables to a device and add up the rates."""
        self.t = t = {name: value.to(device) for name, value in tables.items()}
        self.device = torch.device(device)
        self.registers = len(t["shares"])
        self.slips, self.forms = len(t["rate"]), len(t["place"])
        self.empty = self.forms  # the entry of no pieces
        self.ends = t["ends"].long()
        self.first = t["first"].long()
        # the rates of all registers one after the other, added up
        self.cumulative = self._added("rate", "kind")
        self.pair_cumulative = self._added("pair_rate", "pair_kind")
        self.pairs = len(t["pair_rate"])
        self.opens_pair = torch.zeros(self.forms, dtype=torch.bool, device=device)
        self.opens_pair[t["pair_keys"] // self.forms] = True

    def _added(self, rate: str, kind: str) -> Tensor:
        factors = self.t["factors"].double()[:, self.t[kind].long()]
        rates = (factors * self.t[rate].double()).flatten()
        return torch.cat([rates.new_zeros(1), rates.cumsum(0)])

    def generator(self, seed: int) -> torch.Generator:
        return torch.Generator(self.device).manual_seed(seed)

    def draw(
        self, corpus: Corpus, rows: Tensor, chance: torch.Generator, clean: bool = False
    ) -> Examples:
        """Return the sentences `rows` with random slips; the same for one seed and device."""
        t = self.t

        def roll(size: int) -> Tensor:
            return torch.rand(size, generator=chance, device=self.device)

        register = torch.multinomial(t["shares"], len(rows), replacement=True, generator=chance)
        level = (roll(len(rows)) * t["levels"][register]).long()
        carelessness = t["careless"][register, level] * (0.0 if clean else 1.0)
        runs_on = (roll(len(rows)) < t["run_on"] * carelessness) & (rows + 1 < len(corpus))
        forms, lengths = self._run_on(corpus, rows, runs_on.long())
        register = register.repeat_interleave(lengths)
        carelessness = carelessness.repeat_interleave(lengths)
        before, after = forms.roll(1), forms.roll(-1)
        written = self._words(forms, before, after, register, carelessness, roll)
        inserted, double = self._inserted(forms, before, written, register, carelessness, roll)
        return self._gathered(written, inserted, double, lengths)

    def _run_on(self, corpus: Corpus, rows: Tensor, runs_on: Tensor) -> tuple[Tensor, Tensor]:
        """Return the forms of sentences and their numbers; some continue after a comma."""
        t, starts = self.t, corpus.starts
        where, lengths = _ragged(starts[rows], starts[rows + 1 + runs_on] - starts[rows])
        forms = corpus.forms[where].long()
        inner = (forms == CLOSING) & (forms.roll(-1) == OPENING)
        inner[lengths.cumsum(0) - 1] = False
        joints = torch.nonzero(inner).squeeze(1)
        joints = joints[forms[joints - 1] == t["stop_form"]]
        forms[joints - 1] = t["comma_form"].long()
        forms[joints + 2] = t["lowered"][forms[joints + 2]].long()
        kept = ~(inner | inner.roll(1))
        forms = forms[kept]
        return forms, lengths - 2 * runs_on

    def _words(
        self,
        forms: Tensor,
        before: Tensor,
        after: Tensor,
        register: Tensor,
        careless: Tensor,
        roll: Any,
    ) -> Tensor:
        """Return the entry that is written for each form."""
        t = self.t
        low, high = (register * self.slips + self.first[one] for one in (forms, forms + 1))
        total = self.cumulative[high] - self.cumulative[low]
        commas = t["comma_lost"][t["place"][after].long()]
        comma_factor = careless * torch.where(forms == t["comma_form"], commas, 1.0)
        limit = (total * comma_factor).clamp(max=MOST)
        hits = torch.nonzero((chance := roll(len(forms))) < limit).squeeze(1)
        drawn_rate = self.cumulative[low[hits]] + chance[hits] / limit[hits] * total[hits]
        drawn = torch.searchsorted(self.cumulative, drawn_rate, right=True) - 1
        drawn = drawn.clamp(low[hits], high[hits] - 1)  # rounding may lead to the neighbour's slips
        written = forms.clone()
        written[hits] = t["entry"][drawn % self.slips].long()
        # nothing is lost at the beginning: what follows would have the wrong case
        is_lost = self.ends[written + 1] == self.ends[written]
        written = torch.where((before == OPENING) & is_lost, forms, written)
        if self.pairs:
            self._pairs(written, forms, after, register, careless, roll)
        return written

    def _pairs(
        self,
        written: Tensor,
        forms: Tensor,
        after: Tensor,
        register: Tensor,
        careless: Tensor,
        roll: Any,
    ) -> None:
        """Replace pairs of words by slips over two words, in place."""
        t = self.t
        places = torch.nonzero(self.opens_pair[forms]).squeeze(1)
        key = forms[places] * self.forms + after[places]
        row = torch.searchsorted(t["pair_keys"], key).clamp(max=len(t["pair_keys"]) - 1)
        is_pair = t["pair_keys"][row] == key
        places, row = places[is_pair], row[is_pair]
        low = register[places] * self.pairs + t["pair_first"][row]
        high = register[places] * self.pairs + t["pair_first"][row + 1]
        total = self.pair_cumulative[high] - self.pair_cumulative[low]
        limit = (total * careless[places]).clamp(max=MOST)
        chance = roll(len(places))
        hit = chance < limit
        hit[1:] &= ~(hit[:-1] & (places[1:] == places[:-1] + 1))
        at = self.pair_cumulative[low[hit]] + chance[hit] / limit[hit] * total[hit]
        drawn = torch.searchsorted(self.pair_cumulative, at, right=True) - 1
        drawn = torch.minimum(torch.maximum(drawn, low[hit]), high[hit] - 1)
        written[places[hit]] = t["pair_entry"][drawn % self.pairs].long()
        written[places[hit] + 1] = self.empty

    def _inserted(
        self,
        forms: Tensor,
        before: Tensor,
        written: Tensor,
        register: Tensor,
        careless: Tensor,
        roll: Any,
    ) -> tuple[Tensor, Tensor]:
        """Return the entry inserted before each form, and whether it repeats the last word."""
        t = self.t
        previous, here = t["place"][before].long(), t["place"][forms].long()
        is_between = (previous > 0) & (here > 0) & (written == forms) & (written.roll(1) == before)
        factors = t["factors"][register]
        comma = careless * factors[:, t["kind_comma"]] * t["comma_extra"][previous, here]
        extra = careless * factors[:, t["kind_extra"]] * t["rate_extra"]
        doubled = careless * factors[:, t["kind_doubled"]] * t["rate_doubled"]
        doubled = doubled * t["spaced"][before]  # as it would stand after itself
        chance = roll(len(forms))
        entries = t["extra"][(roll(len(forms)) * (len(t["extra"]) - 1)).long()].long()
        inserted = torch.full_like(forms, self.empty)
        inserted = torch.where(is_between & (chance < comma + extra), entries, inserted)
        inserted = torch.where(is_between & (chance < comma), t["extra"][-1].long(), inserted)
        double = is_between & (chance >= comma + extra) & (chance < comma + extra + doubled)
        return torch.where(double, before, inserted), double

    def _gathered(
        self, written: Tensor, inserted: Tensor, double: Tensor, lengths: Tensor
    ) -> Examples:
        """Return the pieces and tags of the written and inserted entries."""
        t = self.t
        slots = torch.stack([inserted, written], 1).flatten()
        size = self.ends[slots + 1] - self.ends[slots]
        where, _ = _ragged(self.ends[slots], size)
        ids, tags = t["pieces"][where].int(), t["labels"][where].int()
        opening = (size.cumsum(0) - size).view(-1, 2)
        tags[opening[double, 0]] = t["delete"].int()
        tag = t["before"][written].int()
        missing = torch.nonzero(tag > 0).squeeze(1)
        filled = size.view(-1, 2)[missing - 1, 1] > 0
        missing = missing[filled]
        place = opening[missing - 1, 1]
        tags[place] = torch.where(tags[place] == 0, tag[missing], tags[place])
        sentence = torch.arange(len(lengths), device=self.device).repeat_interleave(2 * lengths)
        found = torch.zeros_like(lengths).index_add_(0, sentence, size)
        return Examples(ids, tags, found)
