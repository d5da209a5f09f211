"""The plugin's hooks. Each imports late, so that a plugin costs nothing until it is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textlint_pt import hookimpl

if TYPE_CHECKING:
    from textlint_pt.contract import Format, Metric, Reporter, Rule

#: the version of the plugin interface that this plugin was written for
TEXTLINT_PT_API = 1


@hookimpl
def textlint_pt_metrics() -> Sequence[type[Metric]]:
    from textlint_pt_shout.metrics import CapitalShare

    return [CapitalShare]


@hookimpl
def textlint_pt_rules() -> Sequence[type[Rule]]:
    from textlint_pt_shout.rules import ShoutedSentence

    return [ShoutedSentence]


@hookimpl
def textlint_pt_formats() -> Sequence[Format]:
    from textlint_pt_shout.lyrics import Lyrics

    return [Lyrics()]


@hookimpl
def textlint_pt_reporters() -> Sequence[Reporter]:
    from textlint_pt_shout.tally import Tally

    return [Tally()]


@hookimpl
def textlint_pt_presets() -> Mapping[str, Mapping[str, Any]]:
    # a preset of its own, and a piece of one that is there already
    return {
        "whisper": {"select": ["SHO"], "rules": {"SHO001": {"share": 0.2}}},
        "docs": {"severity": {"SHO001": "info"}},
    }
