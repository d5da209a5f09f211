"""Grammaticality: what a language model considers wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from operator import attrgetter
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any

from textlint_pt import hookimpl

if TYPE_CHECKING:
    from textlint_pt.contract import Metric, Rule

TEXTLINT_PT_API = 1


@hookimpl
def textlint_pt_metrics() -> Sequence[type[Metric]]:
    from textlint_pt_grammaticality.metrics import Acceptability, Gruen, GruenPublished

    return [Acceptability, Gruen, GruenPublished]


@hookimpl
def textlint_pt_rules() -> Sequence[type[Rule]]:
    """The classes that have a code: those of the modules of the families, and of rows."""
    from textlint_pt_grammaticality.pattern_rules import RULES
    from textlint_pt_grammaticality.suspect_word import SuspectWord

    rules: list[type[Rule]] = [SuspectWord, *RULES]
    for module in filter(attrgetter("ispkg"), iter_modules(__path__)):
        package = import_module(f"{__name__}.{module.name}")
        for found in iter_modules(package.__path__, f"{package.__name__}."):
            rules += _rules_in(import_module(found.name))
    return sorted(rules, key=attrgetter("code"))


def _rules_in(module: ModuleType) -> Iterator[type[Rule]]:
    for value in vars(module).values():
        own = isinstance(value, type) and value.__module__ == module.__name__
        if own and "code" in vars(value):
            yield value


@hookimpl
def textlint_pt_presets() -> Mapping[str, Mapping[str, Any]]:
    # what the norm condemns and educated people say
    return {"formal": {"select": ["DEFAULT", "GRA229", "GRA602"]}}
