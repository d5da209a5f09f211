"""A sentence with what the analyses say of it, and what a rule proposes for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from textlint_pt.contract import Fault, Forms, ParsedWord, ProposedEdit, Sentence
from textlint_pt.contract.choice import Choice
from textlint_pt.text.once import Once


@dataclass(eq=False)
class AnalysedSentence(Once):
    """A sentence that rules may judge, with what the analyses say of it and what rules made of it
    once for all that ask for it."""

    sentence: Sentence
    words: Sequence[ParsedWord]
    faults: Sequence[Fault]
    edits: Sequence[ProposedEdit]
    forms: Forms
    choice: Choice

    def log_odds(self, start: int, end: int, member: str) -> float | None:
        """What the words around say for a member of a confusion set against what is written."""
        found = self.choice.log_odds(self.sentence.text, start, end, (member,))
        return found[0] if found else None


class Proposal(msgspec.Struct, frozen=True):
    """`text[start:end]` of a sentence should read `replacement`, or one of several.

    `related`: the word it disagrees with, as a range of the sentence. `message`: key of the
    catalogue. `prior`: how strongly, in nats, the words alone speak for the correction, or against
    it; above 0 it is considered even where the models doubt nothing. `sure`: whether the words
    leave no other reading. `by_words`: whether closed lists and the lexicon decide, without the
    parse, so that the finding is `CERTAIN`. `pattern`: id of the entry whose pattern proposes it.
    """

    start: int
    end: int
    replacements: tuple[str, ...]
    related: tuple[int, int] | None = None
    arguments: Mapping[str, Any] = msgspec.field(default_factory=dict)
    message: str = "message"
    prior: float = 0.0
    sure: bool = False
    by_words: bool = False
    pattern: str = ""

    @property
    def places(self) -> Sequence[tuple[int, int]]:
        """The ranges of the words concerned."""
        return ((self.start, self.end), *((self.related,) if self.related else ()))
