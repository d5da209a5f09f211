"""The engine's own formats, reporters and presets, brought through the hooks like anyone's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textlint_pt.contract.hookspecs import hookimpl

if TYPE_CHECKING:
    from textlint_pt.contract.format import Format
    from textlint_pt.contract.reporter import Reporter

TEXTLINT_PT_API = 1


@hookimpl
def textlint_pt_formats() -> Sequence[Format]:
    """Return the readers of the formats that the package supports itself."""
    from textlint_pt.formats.code import Code, CodeStrings
    from textlint_pt.formats.commit_message import CommitMessage
    from textlint_pt.formats.declared import declared
    from textlint_pt.formats.records import Csv, JsonLines
    from textlint_pt.formats.text import PlainText

    return [
        *(PlainText(), *declared().values(), JsonLines(), Csv()),
        *(CommitMessage(), Code(), CodeStrings()),
    ]


@hookimpl
def textlint_pt_reporters() -> Sequence[Reporter]:
    from textlint_pt.reporters.built_in import built_in

    return built_in()


@hookimpl
def textlint_pt_presets() -> Mapping[str, Mapping[str, Any]]:
    """Return the settings of the presets; plugins add settings of their own rules."""
    return {
        "default": {},
        "docs": {},
        "translation": {},
        "gruen": {"profile": "gruen"},
        "gruen-published": {"profile": "gruen-published"},
    }
