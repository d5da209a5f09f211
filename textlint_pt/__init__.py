"""textlint-pt: a linter for the quality of Portuguese text."""

from __future__ import annotations

import os

__version__ = "0.1.0"

# read when onnxruntime is imported, by whom it may be: it would write into the home and report
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

TYPE_CHECKING = False  # typing's own takes a sixth of the time that `--version` does
if TYPE_CHECKING:
    from typing import Any

    from textlint_pt.api import lint as lint
    from textlint_pt.api import score as score
    from textlint_pt.contract.errors import Unreadable as Unreadable
    from textlint_pt.contract.errors import UserError as UserError
    from textlint_pt.contract.hookspecs import hookimpl as hookimpl
    from textlint_pt.report.report import Report as Report

__all__ = [
    "Report",
    "Unreadable",
    "UserError",
    "__version__",
    "hookimpl",
    "lint",
    "score",
]

#: names by the module that has them, which is imported when they are asked for
_HOME = {
    "hookimpl": "contract.hookspecs",
    "Report": "report.report",
    "lint": "api",
    "score": "api",
    "UserError": "contract.errors",
    "Unreadable": "contract.errors",
}


def __getattr__(name: str) -> Any:
    """Import a public name from its module when it is first used."""
    # pluggy costs three bare interpreters to import: `--version` must not pay for it
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"textlint_pt.{_HOME[name]}"), name)
