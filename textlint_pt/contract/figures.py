"""What is known of how often rules are right.

`data/measured.json` of a package has by code what readers said of findings (`Measured`); under the
letters of a family ("TRA") what was read of all its rules together.
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
    (ISO) of the last of them."""

    read: int
    right: int
    low: float
    high: float
    fixes_right: float | None = None
    date: str = ""


def measured(rule: AnyRule) -> Measured | None:
    """Return what is known of a rule's findings on texts by people; None if none was read."""
    return _read(rule, rule.code)


def measured_together(rule: AnyRule) -> Measured | None:
    """Return what was read of the findings of a rule's family without a count for each rule."""
    return _read(rule, rule.code.rstrip("0123456789"))


def figures_file(rule: AnyRule) -> Path | None:
    """`data/measured.json` of the rule's package; None for a rule that is in none."""
    file = getattr(sys.modules.get(rule.__module__.partition(".")[0]), "__file__", None)
    if not file or Path(file).name != "__init__.py":
        return None
    return Path(file).with_name("data") / "measured.json"


def _read(rule: AnyRule, code: str) -> Measured | None:
    file = figures_file(rule)
    if file is None or not (file.exists() or shipped.is_installed(file)):
        return None
    found: Mapping[str, Mapping[str, Any]] = json.loads(shipped.read_text(file))
    return Measured(**found[code]) if code in found else None
