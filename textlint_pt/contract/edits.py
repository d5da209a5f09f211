"""What the analysis `edits` hands to rules: corrections of a sentence that a model proposes.

One value per sentence, a tuple of `ProposedEdit` in the order of their places.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class ProposedEdit(NamedTuple):
    """`text[start:end]` of a sentence should read `replacement`; of an insertion both are equal.

    `kind`: what becomes of the word `text[word_start:word_end]`, as the model names it ("DELETE",
    "APPEND_,", "CRASE", "N_PL" …; `textlint_pt_embedded.edit_tags`); `probability` of this edit and
    `fault`, that anything is wrong with the word, in [0, 1].
    """

    start: int
    end: int
    replacement: str
    kind: str
    probability: float
    fault: float
    word_start: int
    word_end: int

    def is_at(self, places: Iterable[tuple[int, int]]) -> bool:
        """Return whether the word overlaps one of these ranges of the sentence."""
        return any(self.word_start < end and start < self.word_end for start, end in places)
