"""Corrections leave a page what it is: lines, blocks, code, attributes, as other readers see it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.describe import FIXTURES
from tests.formats.independent import structure
from textlint_pt.cli import fixing
from textlint_pt.companions.input import Input
from textlint_pt.contract.rule import Rule
from textlint_pt.contract.view import View
from textlint_pt.engine.linter import Linter
from textlint_pt.registry import plugins
from textlint_pt.report.finding import Applicability, Edit, Finding, Fix

PAGES = sorted((FIXTURES / "pages").iterdir())
#: animals that a careless rule puts something in the place of: markup, several words, nothing
ZOO = {
    "zebra": "- gato", "girafa": "1. gato", "lontra": "# gato", "foca": "gato: gato",
    "touro": "`gato`", "cabra": "gato\ngato", "ovelha": "", "camelo": "gato  ", "javali": " gato",
    "lince": "<b>gato</b>", "toupeira": "gato, ou gato, ou ainda gato", "lobo": "*gato*",
    "corvo": "gato | gato", "melro": "> gato", "pombo": "=== gato", "sapo": "gato\\",
    "texugo": ": gato", "raposa": "{gato}", "abelha": "$gato$", "vespa": "[gato](gato)",
}  # fmt: skip
_ANIMAL = re.compile(rf"\b(?:{'|'.join(ZOO)})\b")
_TWICE = re.compile(r"\b(\w+) \1\b")
_STRAY = re.compile(r" (?=[,.;:?!])")
_WRONG = {"metodo": "método", "nao": "não", "saida": "saída"}
_MISSPELT = re.compile(rf"\b(?:{'|'.join(_WRONG)})\b")


class Careless(Rule):
    """Corrections that know nothing of lines and of what a text is written in."""

    code = "TOY021"
    name = "toy.careless"
    messages = {"pt": {"message": "assim não"}, "en": {"message": "not so"}}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for sentence in view.sentences:
            text = sentence.text
            found = [(*m.span(), ZOO[m.group()]) for m in _ANIMAL.finditer(text)]
            found += [(*m.span(), m.group(1)) for m in _TWICE.finditer(text)]
            found += [(m.end(1), m.end(), "") for m in _TWICE.finditer(text)]
            found += [(*m.span(), "") for m in _STRAY.finditer(text)]
            found += [(*m.span(), _WRONG[m.group()]) for m in _MISSPELT.finditer(text)]
            for start, end, new in found:
                span = sentence.content.span(start, end)
                fix = Fix(Applicability.UNSAFE, (Edit(span.start, span.end, new),))
                yield self.finding(sentence, {}, start=start, end=end, fix=fix)


@cache
def linter() -> Linter:
    """The rules that need no model, and a careless one."""
    known = plugins.load(False)
    return Linter(replace(known, rules={**known.rules, "TOY021": Careless}), [])


def corrected(path: str, raw: str) -> str:
    """A page after all corrections, safe and unsafe."""

    def relint(changed: Mapping[int, bytes]) -> dict[int, Any]:
        inputs = [Input(path, content) for content in changed.values()]
        return dict(zip(changed, linter().lint(inputs, only_quick=True), strict=True))

    data = raw.encode()
    (entry,) = linter().lint([Input(path, data)], only_quick=True)
    fixed = fixing.fix([path], [data], [entry], linter().reader, relint, unsafe=True).fixed
    return fixed[0].data.decode() if fixed else raw


#: a place between two words of anything, prose or not, that stand on one line or on two
_PLACE = re.compile(r"(?<=[^\W\d_]{2})( |\n {0,4})(?=[^\W\d_]{2})")
_SLIPS = (*ZOO, *_WRONG, ",", ":", "?", "TWICE", "TWICE BEFORE", "TWICE AFTER", " ", "-", "fim.")


def planted(raw: str, slips: list[tuple[int, str]]) -> str:
    """A page with slips at some of the places between its words."""
    places = list(_PLACE.finditer(raw))
    chosen = {number % len(places): slip for number, slip in slips}
    for number, slip in sorted(chosen.items(), reverse=True):
        gap = places[number]
        start, end = gap.span()
        word = re.findall(r"\w+$", raw[:start])
        said = {
            "TWICE": f" {word[0]}{gap.group()}",
            "TWICE BEFORE": f"{gap.group()}{word[0]} ",
            ",": " ,{gap}" if number % 2 else "{gap}, ",
        }.get(slip, f" {slip}{gap.group()}" if number % 2 else f"{gap.group()}{slip} ")
        raw = raw[:start] + said.replace("{gap}", gap.group()) + raw[end:]
    return raw


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.suffix)
@settings(max_examples=10, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 999), st.sampled_from(_SLIPS)), min_size=1, max_size=12))
def test_a_page_stays_what_it_is(page: Path, slips: list[tuple[int, str]]) -> None:
    raw = planted(page.read_text(encoding="utf-8"), slips)
    try:
        before = structure(page.name, raw)
    except (ValueError, OSError):
        return  # the slips made it no page of its kind
    assert structure(page.name, corrected(page.name, raw)) == before
