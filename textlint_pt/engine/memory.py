"""What stays in memory from one version of a text to the next, in an editor.

Values of analyses are remembered by sentence, findings of rules with a reach by block
(`engine.parts`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import filterfalse, repeat
from typing import Any, TypeVar

from textlint_pt.engine import cache as caching
from textlint_pt.report.finding import Finding
from textlint_pt.text.document import Document

#: documents whose values are kept; sentences kept besides those that the documents have; values
#: that metrics and rules keep for each sentence
MAX_DOCUMENTS, EXTRA_SENTENCES, VALUES_PER_SENTENCE = 8, 200, 8
#: characters of a usual sentence: a longer one weighs as much as several
CHARACTERS_PER_SENTENCE = 200
_MISSING = object()
Made = TypeVar("Made")


class Interrupted(Exception):
    """A run was ended because something else is to be done first."""


class RecentValues:
    """Values by key. Those not used lately go when `age` finds too many that are in use."""

    def __init__(self) -> None:
        self._young: dict[Hashable, Any] = {}
        self._old: dict[Hashable, Any] = {}

    def values_or_none(self, keys: Sequence[Any]) -> list[Any]:
        """Return the values of keys, None where there is none."""
        self.missing_keys(keys)  # which brings old values back
        return list(map(self._young.get, keys))

    def missing_keys(self, keys: Iterable[Any]) -> list[Any]:
        """Return the distinct keys without a value."""
        young, old = self._young, self._old
        missing = dict.fromkeys(filterfalse(young.__contains__, keys))
        young.update((key, old[key]) for key in missing if key in old)
        return [key for key in missing if key not in young]

    def all(self, keys: Iterable[Any]) -> list[Any]:
        """Return the values of keys that have one."""
        return list(map(self._young.__getitem__, keys))

    def update(self, values: Mapping[Any, Any]) -> None:
        self._young.update(values)

    def remember(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return the value of a key, making it if it is not known."""
        found = self._young.get(key, _MISSING)
        if found is _MISSING:
            found = self._old.get(key, _MISSING)
            self._young[key] = found = make() if found is _MISSING else found
        made: Made = found
        return made

    def age(self, most: int) -> None:
        """Drop values unused since `age` last found more than `most`; call between texts.

        Two generations: values that are used come back from the old one to the young one.
        """
        if len(self._young) > most:
            self._old, self._young = self._young, {}


class Memory:
    """Values by sentence and findings by block (`parts.Store`). Belongs to one configuration."""

    def __init__(self) -> None:
        """Begin with nothing known."""
        #: sentences of the last documents by path, the last used last
        self._sentence_counts: dict[str, int] = {}
        #: by analysis, what it says of each sentence
        self._values: dict[str, RecentValues] = {}
        #: what rules found in each block
        self._blocks = RecentValues()
        #: what metrics and rules remember (`View.remember`)
        self.notes = RecentValues()

    def values(self, analysis: str) -> RecentValues:
        """Return values of an analysis by sentence."""
        if analysis not in self._values:
            self._values[analysis] = RecentValues()
        return self._values[analysis]

    def recall(
        self, depends: str, blocks: Sequence[Hashable]
    ) -> Sequence[dict[str, list[Finding]] | None]:
        return self._blocks.values_or_none([*zip(repeat(caching.key(depends)), blocks)])

    def keep(self, depends: str, found: Mapping[Hashable, dict[str, list[Finding]]]) -> None:
        digest = caching.key(depends)
        self._blocks.update({(digest, block): one for block, one in found.items()})

    def age(self, document: Document) -> None:
        """Drop what the last documents do not use; call before a document is linted."""
        counts = self._sentence_counts
        counts.pop(document.path, None)
        counts[document.path] = len(document.sentences)
        while len(counts) > MAX_DOCUMENTS:
            del counts[next(iter(counts))]
        most = EXTRA_SENTENCES + sum(counts.values())
        for recent in self._values.values():
            recent.age(most)
        for recent in (self.notes, self._blocks):
            recent.age(VALUES_PER_SENTENCE * most)


def weight(text: str) -> int:
    """Return how many usual sentences one is worth: what is known of it grows with its length."""
    return 1 + len(text) // CHARACTERS_PER_SENTENCE


def runs(weights: Sequence[int], most: int) -> Iterator[range]:
    """Yield consecutive ranges of at most the weight `most`, or one heavy item."""
    start = weighed = 0
    for index, weight_here in enumerate(weights):
        if index > start and weighed + weight_here > most:
            yield range(start, index)
            start, weighed = index, 0
        weighed += weight_here
    if start < len(weights):
        yield range(start, len(weights))
