"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import textlint_pt
from textlint_pt.text.regex import regex

PLUGINS = Path(textlint_pt.__file__).parents[1] / "plugins"


def test_lazy_regex_is_compiled_on_first_use() -> None:
    word = regex(r"(?P<first>\w)\w*", re.ASCII)
    assert (word.pattern, word.flags) == (r"(?P<first>\w)\w*", re.ASCII)
    assert word.findall("a bc") == ["a", "b"]
    compiled = re.compile(r"(?P<first>\w)\w*", re.ASCII)
    assert word.groupindex == compiled.groupindex
    assert word.flags == compiled.flags
    assert [m.span() for m in word.finditer("a bc")] == [(0, 1), (2, 4)]
    assert word.sub("x", "a bc") == "x x"


def test_lazy_regex_is_not_compiled_on_import() -> None:
    broken = regex("(")
    with pytest.raises(re.error):
        broken.search("")
    with pytest.raises(AttributeError):
        regex("x").nothing  # type: ignore[attr-defined]  # noqa: B018


def _modules() -> Iterator[str]:
    for folder in (Path(textlint_pt.__file__).parent, *PLUGINS.glob("textlint_pt_*")):
        yield from (m.name for m in pkgutil.walk_packages([str(folder)], f"{folder.name}."))


def test_every_lazy_regex_is_valid() -> None:
    expressions = [
        (name, value)
        for name in _modules()
        if not name.endswith(("__main__", ".model"))
        for value in vars(importlib.import_module(name)).values()
        if type(value) is type(regex("x"))
    ]
    assert len(expressions) > 150
    for name, expression in expressions:
        assert isinstance(expression.search(""), re.Match | None), name
