"""Repeated sentences and phrases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textlint_pt import hookimpl

if TYPE_CHECKING:
    from textlint_pt.contract import Metric, Rule

TEXTLINT_PT_API = 1


@hookimpl
def textlint_pt_rules() -> Sequence[type[Rule]]:
    from textlint_pt_redundancy.pair_rules import (
        CommonSubstring,
        CommonSubstringWords,
        CommonWords,
        EditDistance,
        InsideSentence,
    )

    return [CommonSubstring, CommonSubstringWords, EditDistance, CommonWords, InsideSentence]


@hookimpl
def textlint_pt_metrics() -> Sequence[type[Metric]]:
    from textlint_pt_redundancy.metric import Gruen, GruenPublished, Redundancy

    return [Redundancy, Gruen, GruenPublished]


@hookimpl
def textlint_pt_presets() -> Mapping[str, Mapping[str, Any]]:
    # the paper knows no repetition inside a sentence
    papers = {
        name: {"ignore": ["RED005"], "rules": {"RED": {"definition": name}}}
        for name in ("gruen", "gruen-published")
    }
    return {
        **papers,
        # a program repeats itself where people do not: all similar sentences count
        "generated": {"rules": {"RED": {"definition": "generated"}}},
        # a translation repeats what its original repeats
        "translation": {"ignore": ["RED"]},
    }
