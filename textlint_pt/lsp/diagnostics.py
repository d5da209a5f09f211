"""From an entry of the report to the diagnostics that a client shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lsprotocol import types
from pygls.uris import from_fs_path
from pygls.workspace import PositionCodec

from textlint_pt.lsp.checker import Checked
from textlint_pt.lsp.positions import Lines
from textlint_pt.lsp.texts import Moves
from textlint_pt.reporters.report import EditDict, FindingDict, RelatedDict

SOURCE = "textlint-pt"
_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}


def diagnostics(
    checked: Checked, uri: str, codec: PositionCodec, *, with_related: bool
) -> list[types.Diagnostic]:
    """The findings of the document at `uri`, with ranges in the units of `codec`."""
    entry = checked.entry
    if entry is None:
        return []
    lines = {path: Lines(text, codec) for path, text in checked.texts.items()}

    def related(place: RelatedDict) -> types.DiagnosticRelatedInformation:
        path = place["path"]
        where = uri if place["role"] == "text" else from_fs_path(path)
        assert where is not None
        spot = lines[path].range(place["start"], place["end"])
        return types.DiagnosticRelatedInformation(types.Location(where, spot), place["message"])

    return [
        types.Diagnostic(
            range=lines[entry["path"]].range(finding["start"], finding["end"]),
            severity=_SEVERITIES[finding["severity"]],
            code=finding["code"],
            code_description=_description(finding),
            source=SOURCE,
            message=finding["message"],
            related_information=[related(r) for r in finding["related"]] if with_related else None,
            data={"fingerprint": finding["fingerprint"]},
        )
        for finding in entry["findings"]
    ]


def _description(finding: Mapping[str, Any]) -> types.CodeDescription | None:
    """The page of the rule, where the report names one."""
    return types.CodeDescription(finding["url"]) if finding.get("url") else None


def moved(checked: Checked, shift: int, old: str, new: str) -> Checked:
    """What was found in a part of an older text, from `shift` on, in the newer one."""
    entry = checked.entry
    if entry is None:
        return checked
    moves = Moves(old, new)
    found = [
        (finding, excerpts)
        for old_finding, excerpts in zip(entry["findings"], entry["excerpts"], strict=True)
        if (finding := _moved(old_finding, shift, moves)) is not None
    ]
    measures = [
        {**one, "start": span.start, "end": span.end}
        for one in entry.get("measures", ())
        if (span := moves.span(one["start"] + shift, one["end"] + shift)) is not None
    ]
    entry = entry.copy()
    entry["findings"] = [finding for finding, _ in found]
    entry["excerpts"] = [excerpts for _, excerpts in found]
    entry["measures"] = measures
    return replace(checked, entry=entry, texts={**checked.texts, entry["path"]: new})


def _moved(finding: FindingDict, shift: int, moves: Moves) -> FindingDict | None:
    span = moves.span(finding["start"] + shift, finding["end"] + shift)
    if span is None:
        return None
    result = finding.copy()
    result["start"], result["end"] = span
    result["related"] = []
    for other in finding["related"]:
        if other["role"] != "text":
            result["related"].append(other)
        elif place := moves.span(other["start"] + shift, other["end"] + shift):
            moved_place = other.copy()
            moved_place["start"], moved_place["end"] = place
            result["related"].append(moved_place)
    if finding["fix"]:
        result["fix"] = None
        edits: list[EditDict] = []
        for edit in finding["fix"]["edits"]:
            if to := moves.span(edit["start"] + shift, edit["end"] + shift):
                edits.append({"start": to.start, "end": to.end, "text": edit["text"]})
        if len(edits) == len(finding["fix"]["edits"]):
            result["fix"] = {"applicability": finding["fix"]["applicability"], "edits": edits}
    return result
