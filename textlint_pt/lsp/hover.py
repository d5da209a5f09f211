"""What is shown of a place: its findings with their evidence, and the measures of its sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lsprotocol import types

from textlint_pt.contract.rule import Rule
from textlint_pt.lsp.checker import Checked
from textlint_pt.lsp.positions import Lines
from textlint_pt.registry.documentation import page
from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import say
from textlint_pt.text.document import Span

#: of a sentence in the report, what is no measure
_PLACE = frozenset(("sentence", "start", "end", "line", "kind"))


def hover(
    checked: Checked, offset: int, lines: Lines, rules: Mapping[str, type[Rule]], language: str
) -> types.Hover | None:
    """None where there is nothing to say."""
    entry = checked.entry
    if entry is None:
        return None
    parts, spans = [], []
    for finding in entry.findings:
        if _holds(finding, offset):
            parts.append("\n".join(_finding(finding, rules, language)))
            spans.append(finding.span)
    measures = [one for one in entry.measures if _holds(one, offset)]
    for one in measures[:1]:
        known = [f"{k} {_figure(v, language)}" for k, v in one.items() if _is_measure(k, v)]
        if known:
            parts.append(f"{say(language, 'measures')}: {', '.join(known)}")
            spans.append(Span(one["start"], one["end"]))
    if not parts:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(parts))
    return types.Hover(content, lines.range(*spans[0]))


def _finding(finding: Finding, rules: Mapping[str, type[Rule]], language: str) -> Iterator[str]:
    code = finding.code
    yield f"**{code}** `{finding.name}` ({finding.severity})\n"
    yield f"{finding.message}\n"
    shown = {k: v for k, v in finding.evidence.items() if not isinstance(v, list | dict)}
    if shown:
        listed = ", ".join(f"{key} {_figure(value, language)}" for key, value in shown.items())
        yield f"{say(language, 'evidence')}: {listed}\n"
    if code in rules:
        yield page(rules[code], language).summary


def _is_measure(name: str, value: Any) -> bool:
    return name not in _PLACE and value is not None


def _figure(value: Any, language: str) -> str:
    if not isinstance(value, float):
        return str(value)
    text = f"{value:.3g}"
    return text.replace(".", ",") if language == "pt" else text


def _holds(place: Finding | Mapping[str, Any], offset: int) -> bool:
    return bool(place["start"] <= offset <= place["end"])
