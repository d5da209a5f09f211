"""What is shown of a place: what its findings are about, and how likely each is right.

The message itself is shown with the finding by every editor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lsprotocol import types

from textlint_pt.contract.rule import Rule
from textlint_pt.lsp.checker import Checked
from textlint_pt.lsp.positions import Lines
from textlint_pt.registry.documentation import page
from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import say

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
