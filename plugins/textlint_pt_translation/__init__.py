"""A translation against a reference translation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textlint_pt import hookimpl

if TYPE_CHECKING:
    from textlint_pt.contract import Metric, Resource, Rule

TEXTLINT_PT_API = 1


@hookimpl
def textlint_pt_rules() -> Sequence[type[Rule]]:
    from textlint_pt.contract import late_rules

    return late_rules(__name__)


@hookimpl
def textlint_pt_metrics() -> Sequence[type[Metric]]:
    from textlint_pt_translation.drift import Brapt
    from textlint_pt_translation.meaning import Meaning
    from textlint_pt_translation.surface import surface_metrics

    return [Brapt, Meaning, *surface_metrics()]


@hookimpl
def textlint_pt_resources() -> Sequence[Resource]:
    from textlint_pt_translation.resource import AlignmentResource

    return [AlignmentResource()]
