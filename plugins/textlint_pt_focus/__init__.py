"""Sentences that leave the topic of the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textlint_pt import hookimpl

if TYPE_CHECKING:
    from textlint_pt.contract import Metric, Rule

TEXTLINT_PT_API = 1


@hookimpl
def textlint_pt_rules() -> Sequence[type[Rule]]:
    from textlint_pt_focus.off_topic_transition import OffTopicTransition

    return [OffTopicTransition]


@hookimpl
def textlint_pt_metrics() -> Sequence[type[Metric]]:
    from textlint_pt_focus.metrics import Gruen, Transition

    return [Transition, Gruen]


@hookimpl
def textlint_pt_presets() -> Mapping[str, Mapping[str, Any]]:
    # asides and instructions are part of documentation; a translation follows its original
    return {"docs": {"severity": {"FOC001": "info"}}, "translation": {"ignore": ["FOC"]}}
