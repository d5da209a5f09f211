"""Tables for `damage`: what may be written for every form of a corpus, as pieces with tags."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import torch
from textlint_pt_embedded.edit_tags import DELETE, KEEP
from textlint_pt_embedded.forms import FormLexicon, form_lexicon
from textlint_pt_embedded.pieces import BOS, EOS, UNK, Pieces
from torch import Tensor

from textlint_pt.text.reading import cased
from textlint_pt.text.segmentation import tokens
from training.encoder.edits import slips as model
from training.encoder.edits.damage import CLOSING, OPENING, UNLABELLED
from training.encoder.edits.slips import EXTRA, KINDS, PLACES, Rates, Slips
from training.encoder.edits.tags import Tagger, words
from training.encoder.inflection import of_forms

Form = tuple[str, bool]
#: uses that make a form worth slips, and for which misspellings there are more
MIN_USES, MANY_USES = 4, 200
#: what stands before a sign or a word that no space parts from it: no piece has it
_NO_SPACE = "\uffff"


def cut(sentence: str) -> list[Form]:
    """Return the forms of a sentence, each with whether a space precedes; symbols are joined."""
    forms: list[Form] = []
    end = 0
    for token in tokens(sentence):
        spaced = token.start > end or not token.start
        is_symbol = not token.text[:1].isalnum()
        if is_symbol and not spaced and forms and not forms[-1][0][:1].isalnum():
            forms[-1] = (forms[-1][0] + token.text, forms[-1][1])
        else:
            forms.append((token.text, spaced))
        end = token.end
    return forms


def encoded(pieces: Pieces, text: str, spaced: bool) -> list[int]:
    """Return the pieces of a text; without a space before it, a character that no piece has is put
    there and dropped again."""
    if spaced:
        return pieces.encode(text)[0]
    ids, starts = pieces.encode(_NO_SPACE + text)
    return [piece for piece, start in zip(ids, starts, strict=True) if start] or [UNK]


@dataclass
class Forms:
    """Numbers of the forms of a corpus, and how often each is used."""

    numbers: dict[Form, int] = field(default_factory=dict)
    uses: list[int] = field(default_factory=lambda: [1, 1])

    def add(self, sentence: str) -> list[int]:
        """Count the forms of a sentence; return their numbers with opening and closing."""
        numbers_of_sentence = [OPENING]
        for form in cut(sentence):
            number = self.numbers.setdefault(form, len(self.uses))
            if number == len(self.uses):
                self.uses.append(0)
            self.uses[number] += 1
            numbers_of_sentence.append(number)
        return [*numbers_of_sentence, CLOSING]

    def by_use(self) -> tuple[Forms, Tensor]:
        """Return the forms sorted by use, and the new number of each (int64)."""
        by_use = sorted(range(2, len(self.uses)), key=lambda i: (-self.uses[i], i))
        order = [CLOSING, OPENING, *by_use]
        new = torch.empty(len(order), dtype=torch.int64)
        new[torch.tensor(order)] = torch.arange(len(order))
        renamed = {form: int(new[number]) for form, number in self.numbers.items()}
        ordered = sorted(renamed.items(), key=lambda item: item[1])
        return Forms(dict(ordered), [self.uses[i] for i in order]), new

    def words(self) -> Counter[str]:
        """Uses of the words in lower case."""
        found: Counter[str] = Counter()
        for (text, _), number in self.numbers.items():
            found[text.lower()] += self.uses[number]
        return found


class _Entries:
    """Pieces and tags of what may be written, as ragged rows."""

    def __init__(self, pieces: Pieces, ids: dict[str, int]) -> None:
        """Begin with no entry."""
        self._pieces, self._tags = pieces, ids
        self.pieces: list[int] = []
        self.labels: list[int] = []
        self.ends = [0]
        self.before: list[int] = []
        self._known: dict[tuple[str, bool, tuple[str, ...], str], int] = {}

    def raw(self, pieces: Sequence[int], label: int, before: int = 0) -> int:
        """Add an entry of pieces, the first with the tag `label`; return its number. `before`: the
        tag that the entry gives the word before it."""
        self.pieces += pieces
        self.labels += [label, *[UNLABELLED] * (len(pieces) - 1)][: len(pieces)]
        self.ends.append(len(self.pieces))
        self.before.append(before)
        return len(self.before) - 1

    def add(self, text: str, spaced: bool, tags: Sequence[str], before: str = KEEP) -> int:
        """Add a text with the tags of its words; return the number of its entry."""
        key = (text, spaced, tuple(tags), before)
        if (number_known := self._known.get(key)) is not None:
            return number_known
        text_pieces: list[int] = []
        labels: list[int] = []
        parts = words(text) if len(tags) != 1 else [text]
        for i, (part, tag) in enumerate(zip(parts, tags, strict=True)):
            ids = encoded(self._pieces, part, spaced or i > 0)
            text_pieces += ids
            labels += [self._tags[tag], *[UNLABELLED] * (len(ids) - 1)]
        number = self._known[key] = self.raw(text_pieces, 0, self._tags[before])
        self.labels[len(self.labels) - len(labels) :] = labels
        return number


class Builder:
    """Makes the tables of a corpus; `tagger` and `slips` come from the lexicon."""

    def __init__(
        self, forms: Forms, pieces: Pieces, rates: Rates, lexicon: FormLexicon | None = None
    ) -> None:
        """Build tagger and slips from the lexicon and the corpus's common words."""
        self.forms, self.rates = forms, rates
        forms_known = lexicon or form_lexicon()
        uses = forms.words()
        common = [
            word for word, count in uses.items() if count >= MIN_USES and forms_known.readings(word)
        ]
        inflections = of_forms(forms_known, common)
        self.tagger = Tagger(inflections, forms_known.known, forms_known.frequency, common)
        self.slips = Slips(rates, inflections, uses, forms_known.known)
        self.entries = _Entries(pieces, self.tagger.ids)
        self.pieces = pieces
        self._slips: list[tuple[int, float, int]] = []
        self.expected = dict.fromkeys(KINDS, 0.0)

    def build(self) -> dict[str, Tensor]:
        """Return the tables for `damage.Damage`.

        Every slip of every form with its rate and pieces, and the rates of inserted or dropped
        commas and words.
        """
        forms, entries, rates = self.forms, self.entries, self.rates
        entries.raw([EOS], UNLABELLED)
        entries.raw([BOS], 0)
        for text, spaced in forms.numbers:
            entries.raw(encoded(self.pieces, text, spaced), 0)
        entries.raw([], 0)
        first = [0, 0, 0]
        for form, number in forms.numbers.items():
            if forms.uses[number] >= MIN_USES:
                self._form(form, forms.uses[number])
            first.append(len(self._slips))
        lowered_forms = ["", "", *(text.lower() for text, _ in forms.numbers)]
        place = [PLACES.index(self.slips.place(low)) for low in lowered_forms]
        extra = [entries.add(word, True, [DELETE]) for word in EXTRA]
        extra.append(entries.add(",", False, [DELETE]))
        commas = torch.tensor([[self._comma(a, b) for b in PLACES] for a in PLACES])
        self._expect_insertions(torch.tensor(place), commas)
        comma = forms.numbers.get((",", False), -1)
        registers = list(rates.registers.values())
        factors = model.factors(rates, self.expected)
        max_levels = max(len(register.careless) for register in registers)
        entry, rate, kind = zip(*self._slips, strict=True) if self._slips else ((), (), ())
        is_spaced = [False, False, *(space and text.isalpha() for text, space in forms.numbers)]
        return self._pairs() | {
            "pieces": torch.tensor(entries.pieces, dtype=torch.int16),
            "labels": torch.tensor(entries.labels, dtype=torch.int16),
            "ends": torch.tensor(entries.ends, dtype=torch.int32),
            "before": torch.tensor(entries.before, dtype=torch.int16),
            "first": torch.tensor(first, dtype=torch.int32),
            "entry": torch.tensor(entry, dtype=torch.int32),
            "rate": torch.tensor(rate, dtype=torch.float32),
            "kind": torch.tensor(kind, dtype=torch.uint8),
            "place": torch.tensor(place, dtype=torch.uint8),
            "spaced": torch.tensor(is_spaced),
            "extra": torch.tensor(extra, dtype=torch.int32),
            "comma_form": torch.tensor(comma),
            "stop_form": torch.tensor(forms.numbers.get((".", False), -1) if comma > 0 else -1),
            "lowered": torch.tensor(self._lowered(), dtype=torch.int32),
            "run_on": torch.tensor(rates.rates["run-on"]),
            "comma_extra": commas,
            "comma_lost": torch.tensor([rates.comma_lost_before.get(name, 1.0) for name in PLACES]),
            "rate_extra": torch.tensor(rates.rates["extra"]),
            "rate_doubled": torch.tensor(rates.rates["doubled"]),
            "kind_comma": torch.tensor(KINDS.index("comma-extra")),
            "kind_extra": torch.tensor(KINDS.index("extra")),
            "kind_doubled": torch.tensor(KINDS.index("doubled")),
            "delete": torch.tensor(self.tagger.ids[DELETE]),
            "shares": torch.tensor([register.share for register in registers]),
            "levels": torch.tensor([len(register.careless) for register in registers]),
            "careless": torch.tensor(
                [[*r.careless, *[0.0] * (max_levels - len(r.careless))] for r in registers]
            ),
            "factors": torch.tensor(
                [[factors[name].get(kind, 1.0) for kind in KINDS] for name in rates.registers]
            ),
        }  # fmt: skip

    def _lowered(self) -> list[int]:
        """Return of each form the one in lower case, as inside a sentence."""
        numbers = self.forms.numbers
        found = [
            numbers.get((text.lower(), spaced), number) if text.istitle() else number
            for (text, spaced), number in numbers.items()
        ]
        return [CLOSING, OPENING, *found]

    def _comma(self, before: str, after: str) -> float:
        """Return the rate of a wrong comma between two classes: of the pair, else of either class,
        else of any."""
        if "sign" in (before, after):
            return 0.0
        rates = self.rates.comma_extra
        for key in (f"{before} {after}", f"{before} any", f"any {after}"):
            if key in rates:
                return rates[key]
        return rates["any"]

    def _expect_insertions(self, place: Tensor, commas: Tensor) -> None:
        """Estimate the expected insertions, as if words followed each other independently."""
        uses = torch.tensor(self.forms.uses, dtype=torch.float64)
        shares = torch.zeros(len(PLACES), dtype=torch.float64).index_add_(0, place, uses)
        shares /= uses.sum()
        between = shares[1:].sum() ** 2
        self.expected["comma-extra"] = float(shares @ commas.double() @ shares)
        self.expected["extra"] = float(between) * self.rates.rates["extra"]
        self.expected["doubled"] = float(between) * self.rates.rates["doubled"]

    def _form(self, form: Form, uses: int) -> None:
        """Add the slips that are possible in a form, with their rates."""
        text, spaced = form
        is_mixed_case = len(text) > 1 and not text[1:].islower() and text.lower() != text
        is_word = text[:1].isalpha() and (text.istitle() or not is_mixed_case)
        if not is_word and text not in (",", "."):
            return
        lower = text.lower()
        total = sum(self.forms.uses[2:])
        for slip in self.slips.options(text, 5 if uses >= MANY_USES else 2):
            written = slip.written if slip.kind == "case" else cased(slip.written, text)
            entry = self._entry(written, [text], spaced)
            is_changed = lower != written.lower() or (slip.kind == "case" and written != text)
            if entry is not None and is_changed:
                self._slips.append((entry, slip.rate, KINDS.index(slip.kind)))
                self.expected[slip.kind] += slip.rate * uses / total

    def _entry(self, written: str, right: list[str], spaced: bool) -> int | None:
        """Return the entry of what is written for words, with the tags that correct it; None if
        nothing is written and no tag can say so."""
        written_words = words(written)
        tags = [KEEP] * len(written_words)
        tag_before = KEEP
        for place, tag in self.tagger.tag(written_words, right):
            if place < 0:
                tag_before = tag
            elif tags[place] in (KEEP, DELETE):
                tags[place] = tag
        if not written_words and tag_before == KEEP:
            return None
        return self.entries.add(written, spaced, tags, tag_before)

    def _pairs(self) -> dict[str, Tensor]:
        """Return the tables of slips over two words; the key of a pair is first number * forms +
        second number."""
        by_lower: dict[str, list[tuple[Form, int]]] = defaultdict(list)
        for form, number in self.forms.numbers.items():
            by_lower[form[0].lower()].append((form, number))
        count = len(self.forms.uses)
        rows: list[tuple[int, list[tuple[int, float, int]]]] = []
        for right, slips in self.rates.pairs.items():
            first, _, second = right.partition(" ")
            second_number = self.forms.numbers.get((second, True)) if second else None
            for (text, spaced), number in by_lower.get(first, ()):
                if second_number is None or (len(text) > 1 and text.isupper()):
                    continue
                found = [
                    (self._entry(cased(slip.written, text), [text, second], spaced), slip)
                    for slip in slips
                ]
                entries = [
                    (entry, slip.rate, KINDS.index(slip.kind))
                    for entry, slip in found
                    if entry is not None
                ]
                rows.append((number * count + second_number, entries))
        rows.sort()
        flat = [slip for _, entries in rows for slip in entries]
        return {
            "pair_keys": torch.tensor([key for key, _ in rows], dtype=torch.int64),
            "pair_first": torch.tensor([0, *accumulate(len(one) for _, one in rows)]),
            "pair_entry": torch.tensor([entry for entry, _, _ in flat], dtype=torch.int32),
            "pair_rate": torch.tensor([rate for _, rate, _ in flat], dtype=torch.float32),
            "pair_kind": torch.tensor([kind for _, _, kind in flat], dtype=torch.uint8),
        }
