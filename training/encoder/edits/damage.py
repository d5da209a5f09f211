"""Damage by tables: sentences as numbers of forms become pieces with tags, many at a time.

Needs nothing but torch, and calculates on the device that its tables are on. Every form has a row
of slips, each with its rate, the pieces that are written and their tags, so that damage is one draw
for a token and one ragged gather; `training.encoder.edits.tables` makes the rows.
"""

from __future__ import annotations

import io
import lzma
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor

#: the first two forms of a corpus: what closes a sentence, and what opens the next
CLOSING, OPENING = 0, 1
#: a form of more common ones is one code of 16 bits, a rarer one two
CODES = 60_000
#: however careless the writer, at most so many of the places of a kind of slip are slips
MAX_SLIP_SHARE = 0.6
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
    """Return forms as codes of 16 bits: those from `CODES` on as two, `CODES` + high digit - 1 and
    low digit to the base `CODES`."""
    is_rare = forms >= CODES
    both_codes = torch.stack([forms, forms], 1)
    both_codes[:, 0] = torch.where(is_rare, CODES + forms // CODES - 1, forms)
    both_codes[:, 1] = forms % CODES
    is_written = torch.stack([torch.ones_like(is_rare), is_rare], 1)
    return both_codes[is_written].to(torch.int32).to(torch.int16)


def decoded(codes: Tensor) -> Tensor:
    """Return the forms (int32) of codes that `coded` made."""
    found = codes.to(torch.int32) & 0xFFFF
    is_first_of_two = found >= CODES
    following = torch.roll(found, -1)
    found = torch.where(is_first_of_two, (found - CODES + 1) * CODES + following, found)
    is_second_of_two = torch.roll(is_first_of_two, 1)
    is_second_of_two[:1] = False
    return found[~is_second_of_two]


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
        """Return the sentences `rows`, in this order."""
        starts = self.lengths.cumsum(0) - self.lengths
        where, lengths = _ragged_indices(starts[rows], self.lengths[rows])
        return Examples(self.ids[where], self.tags[where], lengths)

    def grouped(self, budget: int, all_of_them: bool = False) -> tuple[list[Tensor], Tensor]:
        """Return groups of rows of one length, about `budget` pieces each, and the rows left;
        groups of less than half of `budget` are left unless `all_of_them`."""
        order = torch.argsort(self.lengths, stable=True)
        lengths, counts = torch.unique_consecutive(self.lengths[order], return_counts=True)
        groups: list[Tensor] = []
        left = [order[:0]]
        rows_by_length = torch.split(order, counts.tolist()) if len(order) else ()
        for length, rows in zip(lengths.tolist(), rows_by_length, strict=True):
            for group in torch.split(rows, max(1, budget // length)):
                (groups if all_of_them or 2 * len(group) * length >= budget else left).append(group)
        return groups, torch.cat(left)

    def batch(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Return identifiers and tags (sentences, length) of sentences of one length."""
        starts = self.lengths.cumsum(0) - self.lengths
        where = starts[rows, None] + torch.arange(int(self.lengths[rows[0]]), device=rows.device)
        return self.ids[where].long(), self.tags[where].long()


def joined(parts: Sequence[Examples]) -> Examples:
    return Examples(
        *(torch.cat([getattr(p, name) for p in parts]) for name in ("ids", "tags", "lengths"))
    )


def _ragged_indices(starts: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
    """Return the concatenated ranges `starts[i]` to `starts[i] + lengths[i]`, and `lengths`."""
    ends = lengths.cumsum(0)
    offset = torch.repeat_interleave(starts - (ends - lengths), lengths)
    return torch.arange(len(offset), device=starts.device) + offset, lengths


class _Tokens(NamedTuple):
    """The tokens of some sentences: form, those before and after, register and carelessness."""

    forms: Tensor
    before: Tensor
    after: Tensor
    register: Tensor
    carelessness: Tensor


#: draws so many uniform numbers
Roll = Callable[[int], Tensor]


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
        """Return the cumulative rates of all registers one after the other, with 0 first, so that
        one uniform number draws a slip."""
        factors = self.t["factors"].double()[:, self.t[kind].long()]
        rates = (factors * self.t[rate].double()).flatten()
        return torch.cat([rates.new_zeros(1), rates.cumsum(0)])

    def generator(self, seed: int) -> torch.Generator:
        return torch.Generator(self.device).manual_seed(seed)

    def draw(
        self, corpus: Corpus, rows: Tensor, generator: torch.Generator, clean: bool = False
    ) -> Examples:
        """Return the sentences `rows` with random slips; the same for one seed and device."""
        t = self.t

        def roll(size: int) -> Tensor:
            return torch.rand(size, generator=generator, device=self.device)

        register = torch.multinomial(t["shares"], len(rows), replacement=True, generator=generator)
        carelessness_level = (roll(len(rows)) * t["levels"][register]).long()
        carelessness = t["careless"][register, carelessness_level] * (0.0 if clean else 1.0)
        runs_on = (roll(len(rows)) < t["run_on"] * carelessness) & (rows + 1 < len(corpus))
        forms, lengths = self._run_on(corpus, rows, runs_on.long())
        tokens = _Tokens(
            forms,
            before=forms.roll(1),
            after=forms.roll(-1),
            register=register.repeat_interleave(lengths),
            carelessness=carelessness.repeat_interleave(lengths),
        )
        written = self._words(tokens, roll)
        inserted, is_doubled = self._inserted(tokens, written, roll)
        return self._gathered(written, inserted, is_doubled, lengths)

    def _run_on(self, corpus: Corpus, rows: Tensor, runs_on: Tensor) -> tuple[Tensor, Tensor]:
        """Return the forms of the sentences `rows`, and how many each has.

        Where `runs_on` is 1 the next sentence follows: "Choveu. O rio subiu." → "Choveu, o rio
        subiu."
        """
        t, starts = self.t, corpus.starts
        where, lengths = _ragged_indices(starts[rows], starts[rows + 1 + runs_on] - starts[rows])
        forms = corpus.forms[where].long()
        is_boundary = (forms == CLOSING) & (forms.roll(-1) == OPENING)
        is_boundary[lengths.cumsum(0) - 1] = False
        boundaries = torch.nonzero(is_boundary).squeeze(1)
        boundaries = boundaries[forms[boundaries - 1] == t["stop_form"]]
        # the full stop becomes a comma, the first word of the next sentence lower-case
        forms[boundaries - 1] = t["comma_form"].long()
        forms[boundaries + 2] = t["lowered"][forms[boundaries + 2]].long()
        is_kept = ~(is_boundary | is_boundary.roll(1))
        return forms[is_kept], lengths - 2 * runs_on

    def _words(self, tokens: _Tokens, roll: Roll) -> Tensor:
        """Return the entry that is written for each form: its own, or a slip drawn by rate."""
        t, forms = self.t, tokens.forms
        # the slips of a form stand together, their rates added up
        start, end = (tokens.register * self.slips + self.first[one] for one in (forms, forms + 1))
        rate = self.cumulative[end] - self.cumulative[start]
        comma_factors = t["comma_lost"][t["place"][tokens.after].long()]
        factor = tokens.carelessness * torch.where(forms == t["comma_form"], comma_factors, 1.0)
        probability = (rate * factor).clamp(max=MAX_SLIP_SHARE)
        damaged = torch.nonzero((uniform := roll(len(forms))) < probability).squeeze(1)
        # the same uniform number chooses among the slips of the form (inverse transform sampling)
        drawn_rate = (uniform / probability * rate)[damaged] + self.cumulative[start[damaged]]
        drawn = torch.searchsorted(self.cumulative, drawn_rate, right=True) - 1
        # rounding may lead to the neighbour's slips
        drawn = drawn.clamp(start[damaged], end[damaged] - 1)
        written = forms.clone()
        written[damaged] = t["entry"][drawn % self.slips].long()
        # nothing is lost at the beginning: what follows would have the wrong case
        is_lost = self.ends[written + 1] == self.ends[written]
        written = torch.where((tokens.before == OPENING) & is_lost, forms, written)
        if self.pairs:
            self._pairs(tokens, written, roll)
        return written

    def _pairs(self, tokens: _Tokens, written: Tensor, roll: Roll) -> None:
        """Replace pairs of words by slips over two words, in place: the slip for the first,
        nothing for the second."""
        t = self.t
        places = torch.nonzero(self.opens_pair[tokens.forms]).squeeze(1)
        key = tokens.forms[places] * self.forms + tokens.after[places]
        row = torch.searchsorted(t["pair_keys"], key).clamp(max=len(t["pair_keys"]) - 1)
        is_pair = t["pair_keys"][row] == key
        places, row = places[is_pair], row[is_pair]
        start = tokens.register[places] * self.pairs + t["pair_first"][row]
        end = tokens.register[places] * self.pairs + t["pair_first"][row + 1]
        rate = self.pair_cumulative[end] - self.pair_cumulative[start]
        probability = (rate * tokens.carelessness[places]).clamp(max=MAX_SLIP_SHARE)
        uniform = roll(len(places))
        hit = uniform < probability
        # of two pairs that overlap only the first
        hit[1:] &= ~(hit[:-1] & (places[1:] == places[:-1] + 1))
        drawn_rate = (uniform / probability * rate)[hit] + self.pair_cumulative[start[hit]]
        drawn = torch.searchsorted(self.pair_cumulative, drawn_rate, right=True) - 1
        drawn = torch.minimum(torch.maximum(drawn, start[hit]), end[hit] - 1)
        written[places[hit]] = t["pair_entry"][drawn % self.pairs].long()
        written[places[hit] + 1] = self.empty

    def _inserted(self, tokens: _Tokens, written: Tensor, roll: Roll) -> tuple[Tensor, Tensor]:
        """Return the entry that is inserted before each form (a comma, a word, the last word
        again), and whether it is the last word again."""
        t, forms, before = self.t, tokens.forms, tokens.before
        class_before, class_here = t["place"][before].long(), t["place"][forms].long()
        is_between = (class_before > 0) & (class_here > 0)
        is_between &= (written == forms) & (written.roll(1) == before)
        factors = t["factors"][tokens.register]

        def probability(kind: str) -> Tensor:
            return tokens.carelessness * factors[:, t[f"kind_{kind}"]]

        # one uniform number chooses: under the first limit a comma, then a word, then a double
        comma_limit = probability("comma") * t["comma_extra"][class_before, class_here]
        extra_limit = comma_limit + probability("extra") * t["rate_extra"]
        # the last word is doubled as it would stand after itself
        doubled = probability("doubled") * t["rate_doubled"] * t["spaced"][before]
        uniform = roll(len(forms))
        comma = t["extra"][-1].long()
        words = t["extra"][(roll(len(forms)) * (len(t["extra"]) - 1)).long()].long()
        inserted = torch.full_like(forms, self.empty)
        inserted = torch.where(is_between & (uniform < extra_limit), words, inserted)
        inserted = torch.where(is_between & (uniform < comma_limit), comma, inserted)
        is_doubled = is_between & (uniform >= extra_limit) & (uniform < extra_limit + doubled)
        return torch.where(is_doubled, before, inserted), is_doubled

    def _gathered(
        self, written: Tensor, inserted: Tensor, is_doubled: Tensor, lengths: Tensor
    ) -> Examples:
        """Return the pieces and tags of the written and inserted entries, sentence by sentence."""
        t = self.t
        slots = torch.stack([inserted, written], 1).flatten()
        sizes = self.ends[slots + 1] - self.ends[slots]
        where, _ = _ragged_indices(self.ends[slots], sizes)
        ids, tags = t["pieces"][where].int(), t["labels"][where].int()
        first_pieces = (sizes.cumsum(0) - sizes).view(-1, 2)
        tags[first_pieces[is_doubled, 0]] = t["delete"].int()
        append_tag = t["before"][written].int()
        # a lost word is a tag (APPEND) of the word before, unless that has one
        places = torch.nonzero(append_tag > 0).squeeze(1)
        has_word_before = sizes.view(-1, 2)[places - 1, 1] > 0
        places = places[has_word_before]
        piece = first_pieces[places - 1, 1]
        tags[piece] = torch.where(tags[piece] == 0, append_tag[places], tags[piece])
        sentence = torch.arange(len(lengths), device=self.device).repeat_interleave(2 * lengths)
        lengths_in_pieces = torch.zeros_like(lengths).index_add_(0, sentence, sizes)
        return Examples(ids, tags, lengths_in_pieces)
