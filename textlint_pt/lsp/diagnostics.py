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
    """Return the findings of the document at `uri` as diagnostics."""
    entry = checked.entry
    if entry is None:
        return []
    lines = {path: Lines(text, codec) for path, text in checked.texts.items()}

    def related(place: Related) -> types.DiagnosticRelatedInformation:
        related_uri = uri if place.role == "text" else from_fs_path(place.path)
        assert related_uri is not None
        location = types.Location(related_uri, lines[place.path].range(place.start, place.end))
        return types.DiagnosticRelatedInformation(location, place.message)

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
    """Return findings of a part of an older text, from `shift` on, moved to the new one."""
    entry = checked.entry
    if entry is None or (not shift and old == new):
        return checked
    mapping = Moves(old, new)

    def move(place: Span) -> Span | None:
        return mapping.span(place.start + shift, place.end + shift)

    found = (finding.moved(move) for finding in entry.findings)
    measures = (
        {**one, "start": span.start, "end": span.end}
        for one in entry.measures
        if (span := mapping.span(one["start"] + shift, one["end"] + shift)) is not None
    )
    entry = entry.replace(findings=[*filter(None, found)], measures=[*measures])
    return replace(checked, entry=entry, texts={**checked.texts, entry.path: new})


def joined(checked: Checked, part: Span, rest: Sequence[Checked]) -> Checked:
    """Return the findings of a part of a text together with those of the rest."""
    if checked.entry is None:
        return checked
    found, texts = list(checked.entry.findings), dict(checked.texts)
    for other in rest:
        findings = other.entry.findings if other.entry else ()
        found += [one for one in findings if not part.overlaps(one.span)]
        texts = {**other.texts, **texts}
    by_position = {(one.start, one.end, one.code): one for one in found}
    entry = checked.entry.replace(
        findings=[by_position[position] for position in sorted(by_position)]
    )
    return replace(checked, entry=entry, texts=texts)


#: from which probability on a finding is nearly certain, very likely, likely
_LIKELIHOOD_LIMITS = (0.95, 0.85, 0.7)


def hover(
    checked: Checked, offset: int, lines: Lines, rules: Mapping[str, type[Rule]], language: str
) -> types.Hover | None:
    """Return the explanations of the findings at an offset, if there are any."""
    found = checked.entry.findings if checked.entry else ()
    at_offset = [one for one in found if one.start <= offset <= one.end]
    if not at_offset:
        return None
    explanations = "\n\n---\n\n".join(
        "\n\n".join(_finding(one, rules, language)) for one in at_offset
    )
    content = types.MarkupContent(types.MarkupKind.Markdown, explanations)
    return types.Hover(content, lines.range(*at_offset[0].span))


def _finding(finding: Finding, rules: Mapping[str, type[Rule]], language: str) -> Iterator[str]:
    """Yield the rule's summary and how likely the finding is right."""
    rule = rules.get(finding.code)
    summary = page(rule, language).summary if rule else finding.message
    yield f"**{finding.code}** {summary}"
    confidence = finding.evidence.get("confidence")
    if isinstance(confidence, float):
        level = sum(confidence >= limit for limit in _LIKELIHOOD_LIMITS)
        likelihood = say(language, f"likelihood.{level}")
        yield f"{likelihood.capitalize()} ({confidence:.0%})"
