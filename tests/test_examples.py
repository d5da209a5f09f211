"""What the rules' pages show is right: every example is linted with all rules, and what a page
calls clean, or a correction leaves, has nothing to correct."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import pytest

from tests.conftest import ROOT
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.documentation import page
from textlint_pt.registry.plugins import load
from textlint_pt.report.finding import Finding
from textlint_pt.report.report import DocumentReport
from website.examples import shown

PLUGINS = load(third_party=False)
RULES = sorted(PLUGINS.rules)
#: a text of a page: a block of quotation, or where there is none what stands in quotation marks
_BLOCK = re.compile(r"(?m)(?:^> ?.*\n?)+")
_QUOTED = re.compile(r"(?s)[“«]([^”»]+)[”»]")


class Example(NamedTuple):
    code: str
    text: str
    is_clean: bool
    ending: str = "txt"


def examples(code: str) -> Iterator[Example]:
    """Those of the site, and the texts that the page quotes."""
    for case, is_clean in shown(code):
        if not {"reference", "source"} & set(case.values):
            yield Example(code, case.values["text"], is_clean, case.values.get("format", "txt"))
    if code.startswith("TRA"):  # sentences in two languages
        return
    sections = page(PLUGINS.rules[code], "pt").sections
    for name in ("Bad", "Good"):
        blocks = [re.sub(r"(?m)^> ?", "", block) for block in _BLOCK.findall(sections[name])]
        for text in blocks or _QUOTED.findall(sections[name]):
            yield Example(code, text, name == "Good", "md")


def corrected(text: str, findings: Sequence[Finding]) -> str:
    edits = [edit for one in findings if one.fix for edit in one.fix.edits]
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


@cache
def _linter(code: str) -> Linter:
    selected = ["DEFAULT"] if PLUGINS.rules[code].declared.default else ["DEFAULT", code]
    return Linter(PLUGINS, [Layer("test", {"select": selected, "language": "pt"})])


def lint(code: str, texts: Mapping[str, str]) -> list[DocumentReport]:
    return list(_linter(code).lint([Input(*one, {}) for one in _encoded(texts)]))


def _encoded(texts: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    return ((path, text.encode()) for path, text in texts.items())


def left(code: str) -> list[str]:
    """What is wrong in the examples of a rule where nothing should be."""
    known = list(examples(code))
    texts = {f"{n}.{one.ending}": one.text for n, one in enumerate(known)}
    again = dict(texts)
    for example, (path, text), entry in zip(known, texts.items(), lint(code, texts), strict=True):
        if not example.is_clean:
            again[path] = corrected(text, [one for one in entry.findings if one.code == code])
    return [
        f"{again[path]!r}: {one.code} {one.message}"
        for example, path, entry in zip(known, again, lint(code, again), strict=True)
        for one in entry.findings
        if one.code.startswith("GRA")
        and one.code != "GRA906"  # of words nobody knows
        and (example.is_clean or again[path] != texts[path])
        and (one.code != code or one.fix)  # what the rule shows and cannot correct
    ]


@pytest.mark.parametrize("code", RULES)
def test_corrected_examples_of_rule_documentation_have_no_findings(code: str) -> None:
    assert left(code) == []


@pytest.mark.parametrize("language", ["pt", "en"])
def test_linting_the_website_home_page_example_gives_the_findings_shown(language: str) -> None:
    home = (ROOT / "website" / "pages" / language / "index.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r'(?s)<div class="text"[^>]*>(.*?)</div>', home)
    (said,) = re.findall(r"(?s)<li>(.*?)</li>", home)
    text, said = (" ".join(re.sub(r"<[^>]+>", "", part).split()) for part in (shown, said))
    linter = Linter(PLUGINS, [Layer("test", {"language": language})])
    (entry,) = linter.lint([Input("a.txt", text.encode(), {})])
    asked = {"pt": ": deve ser", "en": ": it should be"}[language]
    assert [one.message for one in entry.findings] == [said.replace(" →", asked)]
