"""What of a document may be judged: its language, spelling, names and manner of writing."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from textlint_pt.contract import View

Made = TypeVar("Made")


def of_whole(make: Callable[[View], Made]) -> Callable[[View], Made]:
    """Return the same function of the whole document, made once, whatever part of it is viewed."""

    @wraps(make)
    def made(view: View) -> Made:
        return view.whole.once(make)

    return made
