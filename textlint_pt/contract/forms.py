"""What the analysis `forms` hands to rules: the lexicon of Portuguese word forms.

One value for a document, the same for all: `view.analysis("forms")` is a `Forms`. Words may be
given in any case and Unicode form; features are written as in Universal Dependencies, in
alphabetical order: "Gender=Fem|Number=Sing".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple, Protocol


class Reading(NamedTuple):
    """One analysis of a word form."""

    #: "pôr"; of two words written as one both lemmas, "de+o"
    lemma: str
    #: universal part of speech; of two words written as one "ADP+DET", "VERB+PRON"
    upos: str
    #: features, "" for none; of two words those of the verb, or of the word after the preposition
    features: str
    #: where it comes from: "lexicon", "own" (lists of ours), "corpus" (a word in use that no
    #: dictionary has, class unsure), "name" (usually capitalised), "rule" (put together when asked)
    source: str

    def feature(self, name: str) -> str | None:
        """Return value of one feature, e.g. `reading.feature("Number")`."""
        return feature_map(self.features).get(name)


@cache
def feature_map(features: str) -> dict[str, str]:
    """ "Gender=Fem|Number=Sing" as a mapping (shared: not to be changed); "" and "_" are empty."""
    if features in ("", "_"):
        return {}
    return {name: value for name, _, value in (pair.partition("=") for pair in features.split("|"))}


class Forms(Protocol):
    """Lexicon of word forms."""

    def __hash__(self) -> int: ...

    def known(self, word: str) -> bool:
        """Return whether the word is in the lexicon or formed from words that are."""

    def readings(self, word: str) -> tuple[Reading, ...]:
        """Stored readings, the likelier lemma first; () if the form is not stored."""

    def analyse(self, word: str) -> tuple[Reading, ...]:
        """Stored readings, or those formed by rule: verb and clitic, compound, prefix, "-mente"."""

    def parts(self, word: str) -> tuple[str, ...]:
        """Return the words written as one, such as ("de", "o"), ("fazer", "lo") or ("diria",
        "se"); of other words the word itself."""

    def lemma(self, word: str, upos: str, features: str = "") -> str:
        """The most likely lemma under a part of speech and features; by its ending if unknown."""

    def inflect(self, lemma: str, upos: str, features: str) -> tuple[str, ...]:
        """Forms of a lemma with exactly these features, in current spelling first; () if none."""

    def paradigm(self, lemma: str, upos: str) -> tuple[tuple[str, str], ...]:
        """(features, form) of all forms of a lemma."""

    def frequency(self, word: str) -> int:
        """Frequency class: 0 unseen, n for 2^(n-1) to 2^n - 1 occurrences in the corpus counted."""

    def alike(self, word: str, letters: Mapping[str, Sequence[str]]) -> list[str]:
        """Return stored forms that differ from the word only by letters that `letters`
        exchanges."""
