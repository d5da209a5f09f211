"""Analyses: expensive, reusable views of sentences, asked for by name.

A *resource* provides analyses; metrics and rules name the ones they need; the engine runs each once
for the union, batched, and keeps sentence values on disk. A sentence's value depends on its text
alone, never on its neighbours or its batch: that is what makes caching and any order exact.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from textlint_pt.text.document import Document

if TYPE_CHECKING:
    from textlint_pt.contract.fetched import Fetched


class MissingNeed(Exception):
    """An analysis cannot be had. The message says what is missing and how to get it."""


class DamagedResource(MissingNeed):
    """A model file's digest is not the one its manifest states: the run ends with status 2."""


class Refused(Exception):
    """An analysis declines this one document, e.g. texts that do not correspond; says why."""

    def explain(self, language: str) -> str:
        return str(self)


class Failed(Refused):
    """An analysis raised something else over this document: a fault in its code."""


class Analysis(ABC):
    """Base of both kinds. `name` is what metrics and rules ask for, `needs` other analyses."""

    name: ClassVar[str]
    needs: ClassVar[tuple[str, ...]] = ()
    version: ClassVar[int] = 1
    #: by a model that the configuration names: where it cannot be had, nothing stands in for it,
    #: and the run ends with status 2
    configured: ClassVar[bool] = False

    @property
    def digest(self) -> str:
        """Identifies the model behind the values (part of cache keys and of the signature)."""
        return ""


class SentenceAnalysis(Analysis):
    """One value a sentence, from its text alone."""

    #: values worth keeping on disk say so and bring `pack`/`unpack`. Values that have these are
    #: packed, too, while a long document is judged: `unpack(pack(value))` equals the value
    cached: ClassVar[bool] = False
    #: values are large and asked for where a text has changed: an editor keeps them packed, too
    bulky: ClassVar[bool] = False

    @abstractmethod
    def run(self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]) -> Sequence[Any]:
        """Return values for `texts` (normalised sentences), in order.

        `given` holds, for each name in `needs`, the values for the same texts.
        """

    def reads_whole(self, text: str, value: Any) -> bool:
        """Return whether `value` speaks of the whole sentence: a model reads only so many words.
        The notice `long-sentence` names the sentences of which it does not."""
        return True

    def pack(self, value: Any) -> bytes:
        raise NotImplementedError

    def unpack(self, data: bytes) -> Any:
        raise NotImplementedError


class DocumentAnalysis(Analysis):
    """One value for a document (with its companions), e.g. an alignment."""

    @abstractmethod
    def run(self, document: Document, given: Mapping[str, Sequence[Any]]) -> Any:
        """`given` holds for each sentence analysis in `needs` its values over the document.

        Values over the companion `reference` stand under "reference:NAME".
        """


class Resource(ABC):
    """A provider of analyses: the shipped models, or a model of the user's."""

    name: str
    #: of two resources with the same analysis the one of higher priority provides it
    priority: ClassVar[int] = 0

    @abstractmethod
    def analyses(self, settings: Mapping[str, Any]) -> Sequence[Analysis]:
        """Analyses available under these settings (`lexicon`: path or None, `models`: mapping).

        Must be cheap: no model is read or imported before an analysis runs. `MissingNeed` says why
        something that the settings name cannot be used, and ends the run with status 2.
        """

    def provides(self) -> Collection[str]:
        """Names of the analyses that it provides under some settings: rules may ask for them."""
        return [analysis.name for analysis in self.analyses({"lexicon": None, "models": {}})]

    def files(self, settings: Mapping[str, Any]) -> Sequence[str]:
        """Return paths whose change must invalidate cached reports."""
        return ()

    def pull(self, name: str, revision: str | None) -> Fetched | None:
        """Fetch a model into the user's data folder; None if this resource fetches none.

        `textlint-pt models pull` alone calls it: nothing else may open a socket. `MissingNeed` says
        why it cannot be had.
        """
        return None


@lru_cache(1_024)
def split_role(name: str) -> tuple[str | None, str]:
    """("reference", "tokens") for "reference:tokens": an analysis over a companion."""
    role, separator, rest = name.partition(":")
    return (role, rest) if separator and role in ("reference", "source") else (None, name)


def alignment_of(role: str) -> str:
    """Name of the analysis that aligns a document with its companion."""
    return f"alignment:{role}"


def companion_of(name: str) -> str:
    """Return the companion that an analysis such as "alignment:reference" is about, or nothing."""
    return name.partition(":")[2]
