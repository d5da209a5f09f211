"""From an entry of the report to the diagnostics of `textDocument/publishDiagnostics`."""

from __future__ import annotations

from lsprotocol import types
from pygls.uris import from_fs_path
from pygls.workspace import PositionCodec

from textlint_pt.lsp.checker import Checked
from textlint_pt.lsp.positions import Lines
from textlint_pt.reporters.report import RelatedDict

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
            source=SOURCE,
            message=finding["message"],
            related_information=[related(r) for r in finding["related"]] if with_related else None,
            data={"fingerprint": finding["fingerprint"]},
        )
        for finding in entry["findings"]
    ]
