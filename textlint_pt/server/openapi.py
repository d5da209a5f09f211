"""The description of our interface as a page for people, made of what programs read."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from textlint_pt import shipped

FILE = Path(__file__).with_name("openapi.json")


@cache
def page() -> str:
    from textlint_pt.reporters.html.templates import environment

    template = environment().get_template("server/openapi.html")
    return template.render(json.loads(shipped.read_text(FILE)), indented=_indented)


def _indented(value: Any) -> Markup:
    return escape(json.dumps(value, ensure_ascii=False, indent=1))
