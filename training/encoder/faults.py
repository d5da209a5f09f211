"""Damage sentences word by word with slips of the error model.

`training.encoder.edits.slips` says what may be written for a word and how often; here as many slips
are drawn as a phase of the training asks for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from textlint_pt.text.reading import cased
from textlint_pt.text.segmentation import tokens
from training.encoder.edits import slips
from training.encoder.edits.slips import KINDS, Slip
from training.encoder.inflection import Inflections


@dataclass(slots=True)
class Word:
    """A token, whether white space stands before it, and whether it is at fault."""

    text: str
    spaced: bool
    fault: bool = False


def parse(sentence: str) -> list[Word]:
    words, end = [], 0
    for token in tokens(sentence):
        words.append(Word(token.text, token.start > end))
        end = token.end
    return words


def render(words: Sequence[Word]) -> str:
    return "".join(f" {word.text}" if word.spaced else word.text for word in words).lstrip()


class Damage:
    """Makes slips of some `kinds`; `frequency`: how often the words of the corpus are used."""

    def __init__(
        self,
        inflections: Inflections,
        frequency: Mapping[str, int],
        seed: int,
        kinds: Collection[str] = KINDS,
    ) -> None:
        """Load the error model; `kinds`: which slips are made."""
        known = inflections.lemmas.__contains__
        self.slips = slips.Slips(slips.read(), inflections, Counter(frequency), known, seed)
        self.rng = self.slips.rng
        self.kinds = kinds

    def damage(self, sentence: str, faults: int) -> str:
        """Return the sentence with up to `faults` separate slips."""
        words = parse(sentence)
        for _ in range(faults):
            options = [
                (i, replaced, slip)
                for i in range(len(words))
                if not any(word.fault for word in words[max(0, i - 1) : i + 3])
                for replaced, slip in self._options(words, i)
            ]
            if not options:
                break
            i, replaced, slip = self.rng.choices(options, [slip.rate for *_, slip in options])[0]
            self._write(words, i, replaced, slip)
        return render(words)

    def _options(self, words: Sequence[Word], i: int) -> list[tuple[int, Slip]]:
        """Return the slips at word `i`, each with how many words it replaces: 1, 2, or 0 for an
        insertion."""
        text, inside = words[i].text, i + 1 < len(words)
        found = [(1, slip) for slip in self.slips.options(text) if slip.written or inside]
        if inside:
            pair = f"{text} {words[i + 1].text}".lower()
            found += [(2, slip) for slip in self.slips.of.pairs.get(pair, ())]
        if i and words[i].spaced and text.islower() and words[i - 1].text.isalpha():
            found += [(0, slip) for slip in self.slips.before(text)]
        return [(width, slip) for width, slip in found if slip.kind in self.kinds]

    def _write(self, words: list[Word], i: int, width: int, slip: Slip) -> None:
        """Write a slip in place of `width` words, and mark it as a fault; of a dropped word the
        next one."""
        first = words[i]
        written = parse(slip.written if slip.kind == "case" else cased(slip.written, first.text))
        words[i : i + width] = written
        words[i].spaced |= first.spaced
        for word in written or words[i : i + 1]:
            word.fault = True
        if not width:
            words[i + len(written)].spaced = True
