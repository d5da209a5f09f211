"""Pages from templates: what is put into one is escaped, without characters that hide or reorder
it, and an indented line of a template continues the line before it.

A page's content security policy allows the one style and the one script that it holds, by their
digests, and nothing from anywhere else.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from textlint_pt import shipped
from textlint_pt.report.messages import say, visible
from textlint_pt.reporters.figures import decimal, points, signed
from textlint_pt.reporters.html.words import Words

_PACKAGE = Path(__file__).parents[2]
_SURROGATES = re.compile("[\ud800-\udfff]")
_CONTINUED = re.compile(r"\n +(?=[<{])|\n(?=\{%)")


def page(
    template: str, title: str, words: Words, style: str, script: str = "", **fields: Any
) -> Iterator[str]:
    """Yield a page in pieces; the template's name is its path in the package."""
    script_policy = f"script-src '{_digest(script)}'; " if script else ""
    policy = f"default-src 'none'; style-src '{_digest(style)}'; {script_policy}"
    language = words.language
    common_fields = {
        "words": words,
        "language": language,
        "title": title,
        "policy": Markup(policy),
        "style": Markup(style),
        "script": Markup(script),
        "say": partial(say, language),
        **{
            function.__name__: partial(function, language=language)
            for function in (points, decimal, signed)
        },
    }
    return environment().get_template(template).generate(common_fields, **fields)


def file(path: Path) -> str:
    """Return a file of ours that is a part of a page as it is."""
    return shipped.read_text(path).strip()


def look() -> str:
    return file(Path(__file__).with_name("page.css"))


@cache
def environment() -> Environment:
    """Return the environment that loads and escapes our templates."""
    return Environment(
        loader=FunctionLoader(lambda name: continued(shipped.read_text(_PACKAGE / name))),
        autoescape=True,
        finalize=_shown,
        trim_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )


def continued(source: str) -> str:
    """Return a template without the line breaks that only wrap it."""
    return re.sub(r"\n +", " ", _CONTINUED.sub("", source))


def _shown(value: Any) -> Any:
    if isinstance(value, Markup):
        return value
    text = str(value)
    return text if text.isprintable() else _SURROGATES.sub("\ufffd", visible(text))


def _digest(content: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(content.encode()).digest()).decode()}"
