"""`textlint-pt rule CODE`: a rule explained."""

from __future__ import annotations

import sys

from textlint_pt.cli.config import plugins_here
from textlint_pt.contract.errors import UserError, nearest
from textlint_pt.contract.rule import Measured, Rule
from textlint_pt.registry.documentation import page
from textlint_pt.reporters.reporter import RuleDict


def rule(name: str, config: str | None, third_party: bool) -> int:
    plugins = plugins_here(config, third_party)
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


def in_words(measured: Measured | None, code: str = "") -> str:
    """What readers said of a rule's findings; `code`: the digest of the rule as it is now."""
    if measured is None:
        return "No finding of this rule was among those that were read."
    share = f"{100 * measured.right / measured.read:.0f} %"
    bounds = f"95 % interval {100 * measured.low:.0f}–{100 * measured.high:.0f} %"
    text = (
        f"On documents of many registers that had not been used before{_when(measured)}, "
        f"read one by one: "
        f"{measured.right} of {measured.read} findings right ({share}; {bounds}); "
        f"{measured.per_1000:.2f} findings in 1,000 sentences."
    )
    if measured.fixes_right is not None:
        text += f" Corrections right: {100 * measured.fixes_right:.0f} %."
    if code and measured.code != code:
        text += " **Stale:** the rule has changed since."
    return text


def _when(measured: Measured) -> str:
    return f" ({measured.set}, {measured.date})" if measured.set else ""


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
    if rule.measured_in is not None:
        lines[4:4] = ["## Measured", "", in_words(rule.measured(), rule.digest()), ""]
    lines += [
        f"- `{name}` (default `{option.default}`): {option.help}"
        for name, option in rule.options.items()
    ]
    return "\n".join(lines).rstrip() + "\n"


def described(rule: type[Rule]) -> RuleDict:
    """What reports say of a rule besides its findings."""
    about = page(rule)
    return {
        "name": rule.name,
        "severity": rule.severity.value,
        "summary": about.summary,
        "help": about.text,
    }
