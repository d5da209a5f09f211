"""Metrics: pure functions of analyses. Measure here, judge in rules, combine in scoring."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from textlint_pt.contract.measurement import Measurement, Partial
from textlint_pt.contract.messages import Catalogues, InPackage
from textlint_pt.contract.option import Option
from textlint_pt.contract.view import View

#: formulas of the score, by the names that a metric gives
PROFILES = ("calibrated", "gruen", "gruen-published")


class Metric(ABC):
    """Base of a metric.

    `dimension` and `profiles` place its partial score: a profile combines the partials of every
    metric that names it. `measure_name` is the key of its values in `measures` (None: not listed).
    One that names no profile runs where a rule asks for it or measures are asked for, its needs can
    be had and its dimension runs.
    """

    name: ClassVar[str]
    dimension: ClassVar[str]
    profiles: ClassVar[tuple[str, ...]] = ()
    measure_name: ClassVar[str | None] = None
    needs: ClassVar[tuple[str, ...]] = ()
    #: analyses used where some resource provides them: ask `view.has(name)`
    wants: ClassVar[tuple[str, ...]] = ()
    #: companion without which the metric does not apply at all ("reference"): silently left out
    companion: ClassVar[str | None] = None
    options: ClassVar[Mapping[str, Option]] = {}
    #: what `formula` of its partial scores and `reason` of their costs name, in each language (pt,
    #: en); reasons are `str.format` templates. Of one that sets none, what `messages.tsv` of its
    #: package has under its name
    messages: ClassVar[Catalogues] = InPackage()  # type: ignore[assignment]

    @abstractmethod
    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        """Values over the view's document. Pure: the same view and options, the same values."""

    def partial(
        self,
        measurement: Measurement,
        view: View,
        options: Mapping[str, Any],
        without: frozenset[int] = frozenset(),
    ) -> Partial | None:
        """Return the document's partial score, None for none; sentences in `without` cost
        nothing."""
        return None

    def unmet(self, has: Callable[[str], bool]) -> str | None:
        """Why what the configuration names does not suffice, e.g. one of two models; or None.

        `has(name)` tells whether an analysis is provided. A reason ends the run with status 2.
        """
        return None

    def stand_ins(self, has: Callable[[str], bool]) -> Sequence[str]:
        """Return what stands in for the quantities a published formula asks for, for the signature.

        `has(name)` tells whether an analysis is provided; e.g. `("y_g=acceptability",)`.
        """
        return ()
