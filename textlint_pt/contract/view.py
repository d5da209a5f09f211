"""What a metric or rule is handed: one document with its analyses and measurements."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
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


class View(Once):
    """One document as rules see it.

    `analysis(name)` gives one value per sentence (a single value for a document analysis);
    `companion(role)` the view of the reference or source; `kind` the kind of text it is most like.
    `missing` says, by role, why a companion that was given cannot be compared with
    (`Declared.judges`), `unfit` why most rules leave the document alone, None where they do
    not (`Declared.judges`).
    """

    def __init__(
        self,
        document: Document,
        analyses: Mapping[str, Any],
        measurements: dict[str, Measurement] | None = None,
        companions: Mapping[str, View] | None = None,
        missing: Mapping[str, Note] | None = None,
        unfit: Note | None = None,
        mapped: Callable[[str, str], str | None] | None = None,
        kinds: Mapping[str, float] | None = None,
        whole: View | None = None,
        first: int = 0,
        remember: Remember = anew,
    ) -> None:
        self.document = document
        self._analyses = analyses
        self.measurements = measurements if measurements is not None else {}
        self._companions = companions or {}
        self.missing = missing or {}
        self.unfit = unfit
        self._mapped, self._whole = mapped, whole
        #: number of the first sentence in the whole document
        self.first = first
        #: `make()`, or in an editor what it gave for an earlier version of the text; the key begins
        #: with the name of the metric or rule and holds all that the value depends on
        self.remember = remember
        #: probability of each kind of text that the document may be, the likeliest first
        self.kinds = kinds or {"other": 1.0}

    @property
    def sentences(self) -> Sequence[Sentence]:
        return self.document.sentences

    @property
    def whole(self) -> View:
        """Return the view of the whole document, if this one shows a few of its blocks."""
        return self._whole or self

    @property
    def kind(self) -> str:
        """The kind of text, `other` where none is surer than all the rest."""
        kind, sure = next(iter(self.kinds.items()))
        return kind if sure >= SURE else "other"

    def sure_of(self, kind: str) -> float:
        """Return how much a text counts as of a kind: 0 up to a probability of .2, 1 from .5 on."""
        return min(1.0, max(0.0, (self.kinds.get(kind, 0.0) - 0.2) / 0.3))

    def analysis(self, name: str) -> Any:
        return self._analyses[name]

    def has(self, name: str) -> bool:
        """Return whether an analysis that was wanted is there."""
        return name in self._analyses

    def metric(self, name: str) -> Measurement:
        return self.measurements[name]

    def mapped(self, path: str, role: str) -> str | None:
        """The file that the configuration makes the companion of the one at `path`, if any."""
        return self._mapped(path, role) if self._mapped else None

    def companion(self, role: str) -> View | None:
        return self._companions.get(role)
