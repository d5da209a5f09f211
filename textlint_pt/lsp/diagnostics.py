"""From an entry of the report to the diagnostics and the explanation that a client shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from lsprotocol import types
from msgspec.structs import replace
from pygls.uris import from_fs_path
from pygls.workspace import PositionCodec

from textlint_pt.contract.rule import Rule
from textlint_pt.lsp.checker import Checked
from textlint_pt.lsp.positions import Lines
from textlint_pt.lsp.texts import Moves
from textlint_pt.registry.documentation import page
from textlint_pt.report.finding import Finding, Related
from textlint_pt.report.messages import say
from textlint_pt.text.document import Span

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

    def related(place: Related) -> types.DiagnosticRelatedInformation:
        path = place.path
        where = uri if place.role == "text" else from_fs_path(path)
        assert where is not None
        spot = lines[path].range(place.start, place.end)
        return types.DiagnosticRelatedInformation(types.Location(where, spot), place.message)

    return [
        types.Diagnostic(
            range=lines[entry.path].range(finding.start, finding.end),
            severity=_SEVERITIES[finding.severity],
            code=finding.code,
            code_description=types.CodeDescription(finding.url) if finding.url else None,
            source=SOURCE,
            message=finding.message,
            related_information=[related(r) for r in finding.related] if with_related else None,
            data={"fingerprint": finding.fingerprint},
        )
        for finding in entry.findings
    ]


def moved(checked: Checked, shift: int, old: str, new: str) -> Checked:
    """What was found in a part of an older text, from `shift` on, in the newer one."""
    entry = checked.entry
    if entry is None or (not shift and old == new):
        return checked
    moves = Moves(old, new)
    found = (_moved(finding, shift, moves) for finding in entry.findings)
    measures = (
        {**one, "start": span.start, "end": span.end}
        for one in entry.measures
        if (span := moves.span(one["start"] + shift, one["end"] + shift)) is not None
    )
    entry = entry.replace(findings=[*filter(None, found)], measures=[*measures])
    return replace(checked, entry=entry, texts={**checked.texts, entry.path: new})


def joined(checked: Checked, part: Span, rest: Sequence[Checked]) -> Checked:
    """What was found in a part of a text, and in the rest."""
    if checked.entry is None:
        return checked
    found, texts = list(checked.entry.findings), dict(checked.texts)
    for other in rest:
        findings = other.entry.findings if other.entry else ()
        found += [one for one in findings if not part.overlaps(one.span)]
        texts = {**other.texts, **texts}
    kept = {(one.start, one.end, one.code): one for one in found}
    entry = checked.entry.replace(findings=[kept[at] for at in sorted(kept)])
    return replace(checked, entry=entry, texts=texts)


def _moved(finding: Finding, shift: int, moves: Moves) -> Finding | None:
    span = moves.span(finding.start + shift, finding.end + shift)
    if span is None:
        return None
    related = []
    for other in finding.related:
        if other.role != "text":
            related.append(other)
        elif place := moves.span(other.start + shift, other.end + shift):
            related.append(other.replace(span=place))
    fix = finding.fix
    if fix:
        edits = tuple(
            edit.replace(start=to.start, end=to.end)
            for edit in fix.edits
            if (to := moves.span(edit.start + shift, edit.end + shift))
        )
        fix = fix.replace(edits=edits) if len(edits) == len(fix.edits) else None
    return finding.replace(span=span, related=tuple(related), fix=fix)


#: from which probability on a finding is nearly certain, very likely, likely
_LIKELY = (0.95, 0.85, 0.7)


def hover(
    checked: Checked, offset: int, lines: Lines, rules: Mapping[str, type[Rule]], language: str
) -> types.Hover | None:
    """None where nothing was found."""
    found = checked.entry.findings if checked.entry else ()
    here = [one for one in found if one.start <= offset <= one.end]
    if not here:
        return None
    said = "\n\n---\n\n".join("\n\n".join(_finding(one, rules, language)) for one in here)
    content = types.MarkupContent(types.MarkupKind.Markdown, said)
    return types.Hover(content, lines.range(*here[0].span))


def _finding(finding: Finding, rules: Mapping[str, type[Rule]], language: str) -> Iterator[str]:
    rule = rules.get(finding.code)
    about = page(rule, language).summary if rule else finding.message
    yield f"**{finding.code}** {about}"
    confidence = finding.evidence.get("confidence")
    if isinstance(confidence, float):
        likely = say(language, f"likelihood.{sum(confidence >= least for least in _LIKELY)}")
        yield f"{likely.capitalize()} ({confidence:.0%})"
