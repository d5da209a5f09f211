"""What is made of a thing once, for as long as that is there."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Self, TypeVar

Made = TypeVar("Made")


class Once:
    """Keeps what functions make of it: `view.once(names)` calls `names(view)` the first time."""

    def once(self, make: Callable[[Self], Made]) -> Made:
        attributes: dict[str, Any] = vars(self)
        known = attributes.get("_made")
        if known is None:
            known = attributes["_made"] = {}
        if make not in known:
            known[make] = make(self)
        made: Made = known[make]
        return made


Thing = TypeVar("Thing", bound=Once)


def once(make: Callable[[Thing], Made]) -> Callable[[Thing], Made]:
    """The same function, which keeps of each thing what it made of it."""

    @wraps(make)
    def kept(thing: Thing) -> Made:
        return thing.once(make)

    return kept
