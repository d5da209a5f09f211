"""The hooks a plugin may implement, all optional.

A plugin is a module named by an entry point in the group `textlint_pt`. It states the API it was
written for, `TEXTLINT_PT_API = 1`, and implements hooks with `@hookimpl`:

    from textlint_pt import hookimpl

    TEXTLINT_PT_API = 1

    @hookimpl
    def textlint_pt_rules():
        from my_plugin.rules import ShoutedSentence   # import late: start-up stays light
        return [ShoutedSentence]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from textlint_pt.contract.analysis import Resource
    from textlint_pt.contract.format import Format
    from textlint_pt.contract.metric import Metric
    from textlint_pt.contract.reporter import Reporter
    from textlint_pt.contract.rule import Rule
    from textlint_pt.contract.search import Search
    from textlint_pt.text.document import Document

PROJECT = "textlint_pt"
API_VERSION = 1

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def textlint_pt_rules() -> Sequence[type[Rule]]:
    """Rule classes. Their codes must be unique over all plugins."""
    raise NotImplementedError


@hookspec
def textlint_pt_metrics() -> Sequence[type[Metric]]:
    """Metric classes, asked for by name by rules and combined by profiles."""
    raise NotImplementedError


@hookspec
def textlint_pt_formats() -> Sequence[Format]:
    """Readers that turn source text into blocks of prose; chosen by file extension."""
    raise NotImplementedError


@hookspec
def textlint_pt_reporters() -> Sequence[Reporter]:
    """Writers of a finished report; chosen with --format."""
    raise NotImplementedError


@hookspec
def textlint_pt_resources() -> Sequence[Resource]:
    """Providers of analyses. Nothing may be loaded before an analysis runs."""
    raise NotImplementedError


@hookspec
def textlint_pt_searchers() -> Mapping[str, Search]:
    """Functions by name that `textlint-pt ask` searches documents with; the first is asked."""
    raise NotImplementedError


@hookspec
def textlint_pt_recognisers() -> Mapping[str, Callable[[Document], bool]]:
    """Functions by preset: whether a document is of the kind that the preset is for. They are asked
    where none was chosen, and must be cheap."""
    raise NotImplementedError


@hookspec
def textlint_pt_presets() -> Mapping[str, Mapping[str, Any]]:
    """Return settings by preset, in the shape of rules.yaml; those of several plugins are
    merged."""
    raise NotImplementedError
