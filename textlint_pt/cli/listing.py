"""The commands that list what plugins brought: rules, formats, plugins."""

from __future__ import annotations

import inspect
import json
import re
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from textlint_pt.cli.config import installed, plugins_here
from textlint_pt.cli.language import language, translated
from textlint_pt.cli.output import complain, terminal_columns
from textlint_pt.cli.rule import also_called, severity_name
from textlint_pt.contract.errors import UserError
from textlint_pt.contract.rule import Rule, address
from textlint_pt.registry.documentation import family, page
from textlint_pt.registry.plugins import KINDS, Loaded, Plugins
from textlint_pt.reporters.rows import NARROWEST, SIGNS, wrap

Entry = Mapping[str, Any]


def rules(options: Mapping[str, Any]) -> int:
    """Print the rules whose page has all these words, or all rules, by family."""
    words: Sequence[str] = options["words"]
    found = plugins_here(options)
    spoken = language()
    all_entries = [_rule_entry(rule, spoken) for _, rule in sorted(found.rules.items())]
    entries = [entry for entry in all_entries if _speaks_of(entry, words)]
    if words and not entries:
        raise UserError(f"no rule speaks of {' '.join(words)}; `textlint-pt rules` lists them")
    if options["output"] == "json":
        return _write(entries, (), "json", found)
    columns = max(terminal_columns() or 100, NARROWEST)
    for number, (name, family_entries) in enumerate(
        groupby(entries, lambda entry: family(str(entry["code"]), spoken))
    ):
        sys.stdout.write(f"{chr(10) if number else ''}{name}\n")
        for entry in family_entries:
            off = "" if entry["default"] else translated(" (off by default)")
            line = f"  {SIGNS[str(entry['severity'])]} {entry['title']}  {entry['code']}{off}"
            sys.stdout.write(f"{line}\n")
            if words:
                description = " · ".join([str(entry["summary"]).replace("*", ""), *entry["also"]])
                for start, end in wrap(description, columns - 4):
                    sys.stdout.write(f"    {description[start:end]}\n")
    signs = "   ".join(f"{sign} {severity_name(name, spoken)}" for name, sign in SIGNS.items())
    sys.stdout.write(f"\n{signs}\n")
    for problem in found.problems:
        complain(problem)
    return 0


def _rule_entry(rule: type[Rule], language: str) -> dict[str, Any]:
    """Return what is listed of a rule."""
    about = page(rule, language)
    return {
        "code": rule.code,
        "name": rule.declared.name,
        "severity": rule.declared.severity.value,
        "scope": rule.declared.scope.value,
        "default": rule.declared.default,
        "title": about.title,
        "summary": about.summary,
        "also": also_called(rule, language),
        "url": address(rule, language),
    }


def _speaks_of(entry: Entry, words: Sequence[str]) -> bool:
    """Return whether a rule's names or summary have all these words, in the singular or plural."""
    names = (entry["code"], entry["name"], entry["title"], entry["summary"], *entry["also"])
    searchable = _plain(" ".join(names))
    return all(_plain(word).removesuffix("s") in searchable for word in words)


def _plain(text: str) -> str:
    """Return a text without accents and capitals: "Vírgula" → "virgula"."""
    folded = unicodedata.normalize("NFD", text.casefold())
    return "".join(char for char in folded if not unicodedata.combining(char))


def formats(options: Mapping[str, Any]) -> int:
    """Print the formats with their extensions."""
    found, output = installed(options), options["output"]
    entries = [
        {"name": name, "extensions": list(reader.extensions), "summary": _summary(type(reader))}
        for name, reader in sorted(found.formats.items())
    ]
    if output == "text":  # in one column: programs have thirty extensions
        for entry in entries:
            entry["summary"] = " ".join([str(entry["summary"]), *entry["extensions"]])
    return _write(entries, ("name", "summary"), output, found)


def plugins(options: Mapping[str, Any]) -> int:
    """Print every plugin with its API version and contents."""
    found, output = installed(options), options["output"]
    entries = [_plugin(one, output) for one in found.loaded]
    return _write(entries, ("name", "version", "api", "brought"), output, found)


def _plugin(plugin: Loaded, output: str) -> dict[str, Any]:
    """Return what a plugin provides as one entry of the list."""
    contents = {kind: sorted(plugin.names(kind)) for kind in KINDS}
    entry: dict[str, Any] = {"name": plugin.name, "version": plugin.version, "api": plugin.api}
    if output == "json":
        return {**entry, **contents}
    kinds = [f"{translated(kind)}: {', '.join(names)}" for kind, names in contents.items() if names]
    return {**entry, "api": f"API {plugin.api}", "brought": "; ".join(kinds)}


def _summary(described_class: Any) -> str:
    first = (inspect.getdoc(described_class) or "").partition("\n")[0]
    return translated(re.sub(r"^`[\w.:-]+`: ", "", first))


def _write(entries: Sequence[Entry], columns: Sequence[str], output: str, plugins: Plugins) -> int:
    """Print entries as JSON or as lines, then the plugins that were refused."""
    if output == "json":
        sys.stdout.write(json.dumps(entries, ensure_ascii=False, indent=2) + "\n")
    else:
        rows = [[str(entry[column] or "-") for column in columns] for entry in entries]
        widths = [max(map(len, column)) for column in [*zip(*rows, strict=True)][:-1]]
        for *row, about in rows:
            head = "".join(f"{cell:{width}}  " for cell, width in zip(row, widths, strict=True))
            sys.stdout.write(_hanging_indent(head, about))
    for problem in plugins.problems:
        complain(problem)
    return 0


def _hanging_indent(head: str, about: str) -> str:
    """Return a name and its description as lines that fit the terminal."""
    columns = terminal_columns()
    if columns is None:
        return f"{head}{about}".rstrip() + "\n"
    margin = len(head)
    if columns - margin < NARROWEST:  # the description begins on the next line
        head, margin = f"{head.rstrip()}\n    ", 4
    lines = wrap(about, max(columns - margin, NARROWEST))
    return head + f"\n{' ' * margin}".join(about[start:end] for start, end in lines) + "\n"
