"""`textlint-pt rules`."""

from __future__ import annotations

import json
import sys

from textlint_pt.cli.config import plugins_here
from textlint_pt.cli.language import language, translated
from textlint_pt.cli.listing import check_form
from textlint_pt.cli.output import complain
from textlint_pt.contract.rule import address
from textlint_pt.registry.documentation import page


def rules(output: str, config: str | None, third_party: bool) -> int:
    check_form(output)
    plugins = plugins_here(config, third_party)
    listed = [plugins.rules[code] for code in sorted(plugins.rules)]
    spoken = language()
    if output == "json":
        entries = [
            {
                "code": rule.code,
                "name": rule.name,
                "severity": rule.severity.value,
                "scope": rule.scope.value,
                "default": rule.default,
                "summary": page(rule, spoken).summary,
                "since": rule.since,
                "url": address(rule, spoken),
            }
            for rule in listed
        ]
        sys.stdout.write(json.dumps(entries, ensure_ascii=False, indent=2) + "\n")
    else:
        width = max((len(rule.name) for rule in listed), default=0)
        for rule in listed:
            state = "" if rule.default else translated(" (off by default)")
            sys.stdout.write(
                f"{rule.code}  {rule.name.ljust(width)}  {rule.severity.value.ljust(7)}"
                f"  {page(rule, spoken).summary}{state}\n"
            )
    for problem in plugins.problems:
        complain(problem)
    return 0
