"""What a metric or rule is handed: one document with its analyses and measurements."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Protocol, TypeVar

from textlint_pt.contract.measurement import Measurement
from textlint_pt.text.document import Document, Note, Sentence
from textlint_pt.text.once import Once

Made = TypeVar("Made")


#: probability from which a kind of text is taken for granted
SURE = 0.5


class Remember(Protocol):
    """`View.remember`."""

    def __call__(self, key: Hashable, make: Callable[[], Made]) -> Made: ...


def anew(key: Hashable, make: Callable[[], Made]) -> Made:
    """Return a `Remember` that remembers nothing."""
    return make()


def _unmapped(path: str, role: str) -> str | None:
    """Stand for a configuration that maps no file."""


@dataclass(eq=False, repr=False)
class View(Once):
    """One document as rules see it.

    `analysis(name)` gives one value per sentence (a single value for a document analysis);
    `companion(role)` the view of the reference or source; `kind` the kind of text it is most like.
    """

    document: Document
    analyses: Mapping[str, Any]
    _: KW_ONLY
    companions: Mapping[str, View] = field(default_factory=dict)
    #: why a companion that was given cannot be compared with, by role (`Declared.judges`)
    missing: Mapping[str, Note] = field(default_factory=dict)
    #: why most rules leave the document alone, None where they do not (`Declared.judges`)
    unfit: Note | None = None
    #: the file that the configuration makes the companion of the one at a path in a role, if any
    mapped: Callable[[str, str], str | None] = _unmapped
    #: probability of each kind of text that the document may be, the likeliest first
    kinds: Mapping[str, float] = field(default_factory=lambda: {"other": 1.0})
    #: the view of the whole document, if this one shows a few of its blocks, and the number of its
    #: first sentence there
    part_of: View | None = None
    first: int = 0
    #: `make()`, or in an editor what it gave for an earlier version of the text; the key begins
    #: with the name of the metric or rule and holds all that the value depends on
    remember: Remember = anew
    measurements: dict[str, Measurement] = field(default_factory=dict)

    @property
    def sentences(self) -> Sequence[Sentence]:
        return self.document.sentences

    @property
    def whole(self) -> View:
        """Return the view of the whole document, if this one shows a few of its blocks."""
        return self.part_of or self

    @property
    def kind(self) -> str:
        """The kind of text, `other` where none is surer than all the rest."""
        kind, sure = next(iter(self.kinds.items()))
        return kind if sure >= SURE else "other"

    def sure_of(self, kind: str) -> float:
        """Return how much a text counts as of a kind: 0 up to a probability of .2, 1 from .5 on."""
        return min(1.0, max(0.0, (self.kinds.get(kind, 0.0) - 0.2) / 0.3))

    def analysis(self, name: str) -> Any:
        return self.analyses[name]

    def has(self, name: str) -> bool:
        """Return whether an analysis that was wanted is there."""
        return name in self.analyses

    def metric(self, name: str) -> Measurement:
        return self.measurements[name]

    def companion(self, role: str) -> View | None:
        return self.companions.get(role)
