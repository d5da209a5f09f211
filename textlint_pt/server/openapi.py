"""The description of our interface as a page for people, made of what programs read."""

from __future__ import annotations

import json
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from textlint_pt import shipped

FILE = Path(__file__).with_name("openapi.json")
_STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;"
    "color-scheme:light dark}pre{overflow:auto;padding:1rem;border:1px solid}h2 code{font-size:1em}"
)


@cache
def page() -> str:
    described = json.loads(shipped.read_text(FILE))
    about = described["info"]
    parts = [f"<h1>{escape(about['title'])}</h1><p>{escape(about['description'])}</p>"]
    for path, methods in described["paths"].items():
        for method, one in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
            parts += (
                f"<p>{_said(one[key])}</p>" for key in ("summary", "description") if key in one
            )
            parts.append(_list(_fields(one)))
            parts += (f"<pre>{escape(_indented(sent))}</pre>" for sent in _examples(one))
            answers = {status: said["description"] for status, said in one["responses"].items()}
            parts.append(_list(answers))
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>'
        f"{escape(about['title'])}</title><style>{_STYLE}</style><main>{''.join(parts)}</main></html>"
    )


def _fields(one: dict[str, Any]) -> dict[str, str]:
    """Parameters and members of the body, and what each is for."""
    fields = {f"?{given['name']}": given["description"] for given in one.get("parameters", ())}
    for sent in one.get("requestBody", {}).get("content", {}).values():
        for name, field in sent["schema"].get("properties", {}).items():
            fields[name] = field["description"]
    return fields


def _examples(one: dict[str, Any]) -> list[Any]:
    content = one.get("requestBody", {}).get("content", {})
    return [sent["example"] for sent in content.values() if "example" in sent]


def _indented(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def _list(items: dict[str, str]) -> str:
    if not items:
        return ""
    rows = (
        f"<dt><code>{escape(name)}</code></dt><dd>{_said(of)}</dd>" for name, of in items.items()
    )
    return f"<dl>{''.join(rows)}</dl>"


def _said(text: str) -> str:
    """Text with `code` as code."""
    pieces = escape(text).split("`")
    pieces[1::2] = [f"<code>{piece}</code>" for piece in pieces[1::2]]
    return "".join(pieces)
