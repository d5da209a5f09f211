"""What a plugin is written against; names of `__init__.pyi` are imported when they are asked for.

docs/plugins.md tells what each of them is for.
"""

from __future__ import annotations

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


@cache
def modules() -> Mapping[str, str]:
    """Return the modules of the public names, as the stub file has them."""
    import re
    from pathlib import Path

    from textlint_pt import shipped

    stub = shipped.read_text(Path(__file__).with_suffix(".pyi"))
    return {name: module for module, name in re.findall(r"from (\S+) import (\w+)", stub)}


def __getattr__(name: str) -> Any:
    """Import a public name from its module when it is first used."""
    module = modules().get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    globals()[name] = value = getattr(import_module(module), name)
    return value
