"""What is made of a thing once, for as long as that is there."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Self, TypeVar

Made = TypeVar("Made")


class Once:
    """Keeps what functions make of it: `view.once(names)` calls `names(view)` the first time."""

    def once(self, make: Callable[[Self], Made]) -> Made:
        """Return what `make` returns for this object; it is called only once."""
        attributes: dict[str, Any] = vars(self)
        cache = attributes.get("_made")
        if cache is None:
            cache = attributes["_made"] = {}
        if make not in cache:
            cache[make] = make(self)
        made: Made = cache[make]
        return made


Thing = TypeVar("Thing", bound=Once)


def once(make: Callable[[Thing], Made]) -> Callable[[Thing], Made]:
    """Return the same function, which keeps of each thing what it made of it."""

    @wraps(make)
    def kept(thing: Thing) -> Made:
        cache = vars(thing).get("_made")
        if cache and make in cache:
            made: Made = cache[make]
            return made
        return thing.once(make)

    return kept
