"""The analysis `translations.en` for rules: which Portuguese words translate an English one.

One value for a document, the same for all: `view.analysis("translations.en")` is a `Translations`.
English words may be given in any form, Portuguese ones as lemmas; all in lower case.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol


class Translations(Protocol):
    """A bilingual lexicon of single words."""

    def __hash__(self) -> int: ...

    def words(self, form: str) -> frozenset[str]:
        """Return Portuguese words of any part of speech that translate an English form."""

    def unrelated(
        self, words: Collection[str], others: Collection[str], *, apart: bool = False
    ) -> bool:
        """Return whether nothing is known that lets a word of the one side stand for one of the
        other: they render no common English word, and hardly any third Portuguese word renders one
        of each. False where too little is known of either side, unless they are known to be far
        `apart`. Lemmas, of any part of speech."""
