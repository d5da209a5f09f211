"""Settings of rules and metrics."""

from __future__ import annotations

from typing import Any, NamedTuple

#: a list, of which a single one may stand without its brackets
Texts = str | list[str]


class Option(NamedTuple):
    """A setting of a rule or metric: its default and meaning.

    Numbers may have bounds, texts a set of values to choose from. A text may be the `path` of a
    file: a relative one starts where it is written, the rule is handed one that exists, or ""; a
    list may be one of such paths.
    """

    default: Any
    help: str
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    path: bool = False
