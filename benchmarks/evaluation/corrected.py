"""Findings of the rules of language in texts, each a document of its own, and the texts as their
corrections change them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import Linter
from textlint_pt.engine.memory import Memory
from textlint_pt.registry.plugins import load
from textlint_pt.report.finding import Edit, Finding

Edits = list[tuple[int, int, str]]
_WORD = re.compile(r"\w+(?:[-'’]\w+)*")
_TOKEN = re.compile(r"\w+|[^\w\s]")


def linter(*, memory: Memory | None = None, **settings: Any) -> Linter:
    """Return the linter with default settings but for these."""
    layers = [Layer("benchmark", {"language": "en", **settings})]
    return Linter(load(third_party=False), layers, memory=memory)


def linter_from(minimum: float | None, **settings: Any) -> Linter:
    """Return the linter whose rules of language report from a confidence of `minimum`, if given."""
    if minimum is not None:
        rules = load(third_party=False).rules.items()
        options_by_rule = {
            code: {"confidence": minimum} for code, rule in rules if "confidence" in rule.options
        }
        settings["rules"] = options_by_rule
    return linter(**settings)


def findings(texts: Iterable[str], judge: Linter) -> list[list[Finding]]:
    """Return the findings of rules of language (GRA) in each text."""
    sources = [Input(f"{n}.txt", f"{text}\n".encode()) for n, text in enumerate(texts)]
    return [
        [one for one in entry.findings if one.code.startswith("GRA")]
        for entry in judge.lint(sources)
    ]


def touches(finding: Finding, start: int, end: int) -> bool:
    return finding.start < end and start < finding.end


def widened(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a range widened by the word before it and the word after it."""
    words = [match.span() for match in _WORD.finditer(text)]
    before = [word_start for word_start, word_end in words if word_end <= start]
    after = [word_end for word_start, word_end in words if word_start >= end]
    return (before[-1] if before else start), (after[0] if after else end)


def places(text: str, span: str) -> list[tuple[int, int]]:
    """Return where `span` stands in `text` as whole words, else anywhere."""
    quoted = re.escape(span)
    found = [match.span() for match in re.finditer(rf"(?<!\w){quoted}(?!\w)", text)]
    return found or [match.span() for match in re.finditer(quoted, text)]


def edits(findings_to_apply: Sequence[Finding]) -> Edits:
    """Return the fix, or first suggestion, of each finding that overlaps no earlier one."""
    chosen: Edits = []
    for finding in findings_to_apply:
        new = [(edit.start, edit.end, edit.text) for edit in _edits(finding)]
        if not any(a < end and start < b for a, b, _ in new for start, end, _ in chosen):
            chosen += new
    return sorted(chosen)


def corrected(text: str, findings_to_apply: Sequence[Finding]) -> str | None:
    """Return the text with the edits of these findings; None if they have none."""
    chosen = edits(findings_to_apply)
    for start, end, new in reversed(chosen):
        text = text[:start] + new + text[end:]
    return text if chosen else None


def corrections(text: str, found: Sequence[Finding]) -> list[str]:
    """Return the text as each of these findings corrects it, and as all of them together do."""
    texts = [corrected(text, some) for some in (*([one] for one in found), found)]
    return [new for new in texts if new is not None]


def is_same(one: str, other: str) -> bool:
    """Return whether two texts have the same words and marks."""
    return _TOKEN.findall(one) == _TOKEN.findall(other)


def _edits(finding: Finding) -> Sequence[Edit]:
    if finding.fix:
        return finding.fix.edits
    suggestions = finding.evidence.get("suggestions")
    return [Edit(finding.start, finding.end, suggestions[0])] if suggestions else []
