"""`textlint-pt plugins`."""

from __future__ import annotations

from typing import Any

from textlint_pt.cli.listing import check_form, write
from textlint_pt.registry.plugins import KINDS, Loaded, load


def plugins(output: str, third_party: bool) -> int:
    """Every plugin that was loaded, the API it was written for and what it brought."""
    check_form(output)
    loaded = load(third_party)
    entries = [_entry(one, output) for one in loaded.loaded]
    columns = ("name", "version", "api", "brought")
    return write(entries, columns, output, loaded)


def _entry(one: Loaded, output: str) -> dict[str, Any]:
    brought = {kind: sorted(one.names(kind)) for kind in KINDS}
    entry: dict[str, Any] = {"name": one.name, "version": one.version, "api": one.api}
    if output == "json":
        return {**entry, **brought}
    said = [f"{kind}: {', '.join(names)}" for kind, names in brought.items() if names]
    return {**entry, "api": f"API {one.api}", "brought": "; ".join(said)}
