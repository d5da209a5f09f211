"""textlint-pt: a linter for the quality of Portuguese text."""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False  # typing's own takes a sixth of the time that `--version` does
if TYPE_CHECKING:
    from typing import Any

    from textlint_pt.contract.hookspecs import hookimpl as hookimpl

__all__ = ["__version__", "hookimpl"]


def __getattr__(name: str) -> Any:
    # pluggy costs three bare interpreters to import: `--version` must not pay for it
    if name == "hookimpl":
        from textlint_pt.contract.hookspecs import hookimpl

        return hookimpl
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
