"""Corrections leave a page what it is: lines, blocks, code, attributes, as other readers see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.careless import SLIPS, Careless, planted
from tests.formats.describe import FIXTURES
from tests.formats.independent import structure
from textlint_pt.cli import fixing
from textlint_pt.companions.input import Input, Wanted
from textlint_pt.engine.linter import Linter
from textlint_pt.registry import plugins

PAGES = sorted((FIXTURES / "pages").iterdir())


@cache
def linter() -> Linter:
    """The rules that need no model, and a careless one."""
    known = plugins.load(False)
    return Linter(replace(known, rules={**known.rules, "TOY021": Careless}), [])


def corrected(path: str, raw: str) -> str:
    """A page after all corrections, safe and unsafe."""

    def relint(changed: Sequence[Input]) -> list[Any]:
        return [entry for entry, _ in linter().check(changed, Wanted(quick=True))]

    page = [Input(path, raw.encode())]
    (fixed,) = fixing.fix(page, relint(page), linter().reader, relint, unsafe=True, known={})
    return fixed.data.decode()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.suffix)
@settings(max_examples=10, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 999), st.sampled_from(SLIPS)), min_size=1, max_size=12))
def test_fixing_keeps_the_markup_structure_of_files_with_inserted_errors(
    page: Path, slips: list[tuple[int, str]]
) -> None:
    raw = planted(page.read_text(encoding="utf-8"), slips)
    try:
        before = structure(page.name, raw)
    except (ValueError, OSError):
        return  # the slips made it no page of its kind
    assert structure(page.name, corrected(page.name, raw)) == before


#: slips in what is no prose, which stay, before one that is mended
STAYS = [
    ("a.md", "$$\na = b\n$$ (eq , a)\n"),
    ("a.md", "---\ntitle: O rio: largo , fundo\n---\n"),  # no YAML before
    ("a.mdx", '---\ntitle: O rio , fundo\nurl: "a" b\n---\n'),  # nor in another line
    ("a.md", "---\ntitle: O rio foca corre\n---\n"),  # and after
    ("a.md", ":::{mat , h\na , b\n:::\n"),  # a directive that lacks its other brace
    ("a.md", "Use <kbd>Ctrl , x e saia.\n"),  # code that no tag ends
    ("a.mdx", "Use <kbd>Ctrl , x</kdb> e saia.\n"),
    ("a.md", "??? note\n    Veja ```py\n    a , b\n    ```\n"),  # a fence within a line
    ("a.md", "Veja o `a\nb , c\n: d`.\n"),
    ("a.mdx", "[comment]: <> (a , b)\n"),
    ("a.mdx", '[a]: <b.md> "Um título , aqui"\n'),
    ("a.mdx", 'Veja [isto](<b c.md> "Um título , aqui").\n'),
    ("a.rst", "----\n.. ::\n.. note:: Um , gato\n"),  # a title without its lower rule
    ("a.adoc", "```js zebra , b\na , b\n```\n"),
    ("a.html", "<p>O gato da<b> da</b> casa saiu cedo.</p>\n"),  # not <b></b>
]


@pytest.mark.parametrize(("name", "text"), STAYS)
def test_fixing_keeps_code_blocks_and_markup_outside_prose(name: str, text: str) -> None:
    wrong, right = (f"{text}\nO rio corre{x}, e a ponte fica.\n" for x in (" ", ""))
    assert corrected(name, wrong) == right
