"""`textlint-pt formats`."""

from __future__ import annotations

from textlint_pt.cli.listing import check_form, summary, write
from textlint_pt.registry.plugins import load


def formats(output: str, third_party: bool) -> int:
    check_form(output)
    plugins = load(third_party)
    entries = [
        {"name": name, "extensions": list(reader.extensions), "summary": summary(type(reader))}
        for name, reader in sorted(plugins.formats.items())
    ]
    return write(entries, ("name", "extensions", "summary"), output, plugins)
