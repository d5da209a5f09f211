"""A rule's page: its docstring, read once for `rule CODE`, the docs and the tests."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass

from textlint_pt.contract.rule import Rule

HEADINGS = ("What it finds", "Why it matters", "Bad", "Good", "Evidence", "Source")


@dataclass(frozen=True, slots=True)
class Page:
    """`summary` is the first line; `sections` the text under each heading."""

    summary: str
    sections: Mapping[str, str]
    text: str


def page(rule: type[Rule]) -> Page:
    text = inspect.cleandoc(rule.__doc__ or "")
    pieces = re.split(r"(?m)^## (.+)$", text)
    sections = {
        heading.strip(): body.strip()
        for heading, body in zip(pieces[1::2], pieces[2::2], strict=True)
    }
    return Page(text.split("\n", 1)[0].strip(), sections, text)
