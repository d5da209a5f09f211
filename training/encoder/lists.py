"""Lists of words and tables that the making of faults needs, beside this file."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from textlint_pt.portuguese import Lists

OWN = Lists(Path(__file__).with_name("words.tsv"))
own_words = OWN.words


@cache
def read_table(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text("utf-8"))
