"""Words that are taken for one another, of `data/confusables.toml`, which explains how sets are
written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from textlint_pt import shipped
from textlint_pt.portuguese.tables import DATA

CONFUSABLES = DATA / "confusables.toml"


def chosen(path: Path = CONFUSABLES) -> Mapping[str, Any]:
    """The sets that the analysis `choice` learns, by kind; those of verbs by the form under
    "group"."""
    return {
        kind: [_bare(one) if isinstance(one, str) else one for one in sets]
        for kind, sets in _content(path).items()
        if kind != "damage"
    }


def damaged(path: Path = CONFUSABLES) -> Mapping[str, list[str]]:
    """The sets that the encoder is taught to see: "forms", and by lemma "nominals" and "verbs"."""
    content = _content(path)
    found = {kind: list(sets) for kind, sets in content["damage"].items()}
    for kind, sets in content.items():
        for one in sets if kind != "damage" else ():
            if isinstance(one, str) and (mark := one.partition(" @")[2]):
                rows = _bare(one).split(";")
                found[mark] += rows if mark == "forms" else rows[:1]
    return found


@cache
def _content(path: Path) -> Mapping[str, Any]:
    import tomllib

    return tomllib.loads(shipped.read_text(path))


def _bare(text: str) -> str:
    return text.partition(" @")[0]
