"""Rules whose modules are imported when they run: until then a row of `rules.tsv` tells of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, cast

from textlint_pt import shipped
from textlint_pt.contract.declared import FILE, rows
from textlint_pt.contract.rule import Rule
from textlint_pt.contract.view import View
from textlint_pt.report.finding import Bar, Finding


class _Own:
    """An attribute of the rule's own class."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, rule: Any, owner: type[_Late]) -> Any:
        return getattr(owner.own(), self._name)


class _Late(Rule):
    """Stands for a rule that finds in the whole of a document and takes nothing back."""

    options = _Own("options")

    @classmethod
    @cache
    def own(cls) -> type[Rule]:
        return cast("type[Rule]", getattr(import_module(cls.__module__), cls.__name__))

    def find(self, view: View, options: Mapping[str, Any]) -> Iterable[Finding]:
        return self.own()().find(view, options)

    def bars(self, evidence: Mapping[str, Any], language: str) -> Sequence[Bar]:
        return self.own()().bars(evidence, language)


@cache
def late_rules(package: str) -> Sequence[type[Rule]]:
    """Return the rules of the rows of a package: `name.of-rule` is `OfRule` in its module
    `of_rule`. None judges by block or has a method but `find` and `bars`."""
    found: list[type[Rule]] = []
    file = shipped.beside(package, FILE)
    for code, row in (rows(file) if file else {}).items():
        name = row.name.rpartition(".")[2]
        module = f"{package}.{name.replace('-', '_')}"
        members = {"__module__": module, "__doc__": _Own("__doc__"), "code": code}
        found.append(type(name.title().replace("-", ""), (_Late,), members))
    return found
