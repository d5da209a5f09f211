"""`textlint-pt analyses`."""

from __future__ import annotations

from typing import Any

from textlint_pt.cli.listing import check_form, summary, write
from textlint_pt.contract.analysis import SentenceAnalysis
from textlint_pt.registry.plugins import load


def analyses(output: str, third_party: bool) -> int:
    """Every analysis that rules may ask for, and who provides it."""
    check_form(output)
    plugins = load(third_party)
    entries: list[dict[str, Any]] = []
    for resource in plugins.resources.values():
        there = {a.name: a for a in resource.analyses({"lexicon": None, "models": {}})}
        for name in resource.provides():
            analysis = there.get(name)
            one = {"name": name, "resource": resource.name}
            if analysis is None:
                entries.append({**one, "of": None, "summary": "by a model of yours (`models`)"})
            else:
                of = "sentence" if isinstance(analysis, SentenceAnalysis) else "document"
                entries.append({**one, "of": of, "summary": summary(type(analysis))})
    entries.sort(key=lambda entry: (entry["name"], entry["resource"]))
    return write(entries, ("name", "resource", "of", "summary"), output, plugins)
