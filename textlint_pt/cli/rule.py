"""`textlint-pt rule CODE`: a rule explained."""

from __future__ import annotations

import sys

from textlint_pt.documentation import page
from textlint_pt.errors import UserError, nearest
from textlint_pt.plugins import load
from textlint_pt.rule import Rule


def rule(name: str, third_party: bool) -> int:
    plugins = load(third_party)
    known = {key.lower(): r for r in plugins.rules.values() for key in (r.code, r.name)}
    found = known.get(name.lower())
    if found is None:
        hint = nearest(name.upper(), plugins.rules) or nearest(name.lower(), known)
        raise UserError(f'no rule is called "{name}"{hint}; `textlint-pt rules` lists them')
    text = explain(found)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console(width=min(100, Console().width)).print(Markdown(text))
    else:
        sys.stdout.write(text)
    return 0


def explain(rule: type[Rule]) -> str:
    """The rule's page as Markdown, with what can be set."""
    lines = [
        f"# {rule.code} {rule.name}",
        "",
        page(rule).text,
        "",
        "## Settings",
        "",
        f"Severity {rule.severity.value}; {'on' if rule.default else 'off'} by default;"
        f" scope {rule.scope.value}; since {rule.since}.",
        "",
    ]
    lines += [
        f"- `{name}` (default `{option.default}`): {option.help}"
        for name, option in rule.options.items()
    ]
    return "\n".join(lines).rstrip() + "\n"
