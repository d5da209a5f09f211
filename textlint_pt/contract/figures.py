"""What is known of how often rules are right.

A JSON file of figures by code (`Rule.measured_in`) has what readers said of findings (`Measured`)
and, under "benchmarks", what programs counted (a list of `Figure`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt import shipped
from textlint_pt.contract.rule import Rule

AnyRule = Rule | type[Rule]


class Measured(NamedTuple):
    """Of `read` findings on documents not used before, `right` were right; `low` and `high` bound
    the share with 95 % probability. `fixes_right`: share of corrections that were right; `date`
    (ISO) of the last of them; `code`: the `code_digest` of then, "" where it was not always the
    same."""

    read: int
    right: int
    low: float
    high: float
    fixes_right: float | None = None
    date: str = ""
    code: str = ""


class Figure(NamedTuple):
    """What `benchmark` (a module of `benchmarks`) counted of a rule on a set of data.

    `what`: "false-per-1000", findings in 1,000 of `n` sentences or segments of texts that people
    wrote with care; or "found", the share of `n` planted faults that it found, in [0, 1]. `fault`:
    which faults; `preset`: under which settings. `set`: which documents, on `date` (ISO) with the
    linter as of `commit`; `looked_at`: whether anything was built with them in view; `code`: the
    `code_digest` of then.
    """

    benchmark: str
    what: str
    value: float
    n: int
    set: str
    date: str
    commit: str
    looked_at: bool
    code: str
    fault: str = ""
    preset: str = "default"


def measured(rule: AnyRule) -> Measured | None:
    """What is known of a rule's findings on texts by people; None if none was read."""
    found = _figures(rule)
    read = {name: found[name] for name in Measured._fields if name in found}
    return Measured(**read) if read else None


def benchmarked(rule: AnyRule) -> tuple[Figure, ...]:
    """What benchmarks counted of a rule, in the order in which they print it."""
    return tuple(Figure(**one) for one in _figures(rule).get("benchmarks", ()))


def figures_file(rule: AnyRule) -> Path | None:
    """`measured_in`, or where it is by default; None for a rule that is in no package."""
    if rule.measured_in is not None:
        return rule.measured_in
    file = getattr(sys.modules.get(rule.__module__.partition(".")[0]), "__file__", None)
    if not file or Path(file).name != "__init__.py":
        return None
    return Path(file).with_name("data") / "measured.json"


def _figures(rule: AnyRule) -> Mapping[str, Any]:
    file = figures_file(rule)
    if file is None or not (file.exists() or shipped.is_installed(file)):
        return {}
    found: Mapping[str, Mapping[str, Any]] = json.loads(shipped.read_text(file))
    return found.get(rule.code, {})


def code_digest(rule: AnyRule) -> str:
    """Digest of a rule's code, of what that imports of its plugin and of the facts both use
    (`textlint_pt.contract.digest`); "" where its source is not installed. A figure of another
    digest is older than the rule."""
    from textlint_pt.contract.digest import digest

    return digest(rule.__module__, rule.metrics)
