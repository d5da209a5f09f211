"""`textlint-pt metrics`."""

from __future__ import annotations

from textlint_pt.cli.listing import check_form, summary, write
from textlint_pt.registry.plugins import load


def metrics(output: str, third_party: bool) -> int:
    check_form(output)
    plugins = load(third_party)
    entries = [
        {
            "name": metric.name,
            "dimension": metric.dimension,
            "profiles": list(metric.profiles),
            "needs": list(metric.needs),
            "measure": metric.measure_name,
            "summary": summary(metric),
        }
        for _, metric in sorted(plugins.metrics.items())
    ]
    return write(entries, ("name", "dimension", "profiles", "summary"), output, plugins)
