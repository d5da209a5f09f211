"""Examples of a rule: cases of `tests/rules`, linted while the site is built."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import quoted
from textlint_pt.testing import Case, expect, lint_case, load_cases
from website.guides import WORDS

CASES = Path(__file__).parents[1] / "tests" / "rules"
#: examples with and without findings on a page, and characters of a text that is shown
WITH, WITHOUT, LONGEST = 3, 2, 600
#: findings whose messages an example shows
_MOST = 4


def examples(code: str, language: str) -> tuple[str, str]:
    """Return the HTML of a rule's cases with findings, and of those without."""
    found, clean = (
        "\n".join(
            _example(case, language) for case, is_clean in shown(code) if is_clean is wants_clean
        )
        for wants_clean in (False, True)
    )
    return found, clean


def shown(code: str) -> list[tuple[Case, bool]]:
    """Return the cases of a rule that its page shows, each with whether the rule finds nothing in
    it."""
    cases = _cases().get(code, ())
    found = _chosen([case for case in cases if case.values["findings"]], WITH)
    clean = _chosen([case for case in cases if not case.values["findings"]], WITHOUT)
    return [*((case, False) for case in found), *((case, True) for case in clean)]


@cache
def _cases() -> dict[str, list[Case]]:
    cases: dict[str, list[Case]] = {}
    for case in load_cases(CASES):
        cases.setdefault(case.rule, []).append(case)
    return cases


def _chosen(cases: Sequence[Case], most: int) -> list[Case]:
    """Return up to `most` short cases, those that set no options first, in the order of the
    file."""
    short = [case for case in cases if len(case.values["text"]) <= LONGEST]
    by_settings = sorted(short, key=lambda case: bool({"options", "preset"} & set(case.values)))
    kept = by_settings[:most]
    return [case for case in short if case in kept]


def _example(case: Case, language: str) -> str:
    """Return the HTML of one case, after checking that the rule finds what it says."""
    entry = lint_case(case, language=language)
    expect(case, entry)
    words, values, findings = WORDS[language], case.values, entry["findings"]
    parts = ['<div class="example">']
    for role in ("source", "reference"):
        if values.get(role):
            label = f"<b>{words[role]}</b>"
            parts.append(f'<div class="text side">{label}{escape(_unwrapped(values, role))}</div>')
    text = "".join(_marked(_unwrapped(values, "text"), findings))
    parts.append(f'<div class="text" lang="pt">{text}</div>')
    if findings:
        items = "".join(f"<li>{_message(finding, language)}</li>" for finding in findings[:_MOST])
        if len(findings) > _MOST:
            items += f"<li>{words['more'].format(count=len(findings) - _MOST)}</li>"
        parts.append(f'<ul class="found">{items}</ul>')
    settings = [f"{name}: {value}" for name, value in values.get("options", {}).items()]
    settings += [f"{key}: {values[key]}" for key in ("preset", "format") if key in values]
    if settings:
        shown = ", ".join(f"<code>{escape(setting)}</code>" for setting in settings)
        parts.append(f'<div class="set">{words["with"]} {shown}</div>')
    parts.append("</div>")
    # an empty line would end the HTML
    return "".join(parts).replace("\n\n", "\n&#8203;\n") + "\n"


def _unwrapped(values: Mapping[str, Any], key: str) -> str:
    """Return the text, of plain prose without the ends of lines that only wrap it; offsets stay."""
    text: str = values[key].rstrip("\n")
    if values.get("format", "txt") != "txt":
        return text
    return re.sub(r"(?<=[^\n]{60})\n(?!\n|[-–—])", " ", text)


def _message(finding: Finding, language: str) -> str:
    """Return the HTML of a finding's message, with its correction if not in it."""
    html = escape(finding["message"])
    fix = finding["fix"]
    if fix and len(fix["edits"]) == 1:
        text = fix["edits"][0]["text"]
        change = quoted(text, language) if text.strip() else WORDS[language]["taken-out"]
        if escape(change) not in html:
            html += f' <span class="fix">→ {escape(change)}</span>'
    return html


def _marked(text: str, findings: Sequence[Finding]) -> Iterator[str]:
    """Yield the text as HTML with the findings marked."""
    position = 0
    for finding in sorted(findings, key=lambda one: one["start"]):
        start, end = finding["start"], min(finding["end"], len(text))
        if start < position:
            continue
        yield escape(text[position:start])
        yield f'<mark class="{finding["severity"]}">{escape(text[start:end])}</mark>'
        position = end
    yield escape(text[position:])
