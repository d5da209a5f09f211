"""The page in the browser as the site shows it: one file, in which recorded checks answer.

The checks are made while the site is built: of a text, and of what its corrections make of it, in
whatever order they are taken.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from textlint_pt import shipped
from textlint_pt.config import config
from textlint_pt.registry.plugins import load
from textlint_pt.server.application import PAGE_FOLDER, Application
from textlint_pt.server.guard import Guard
from textlint_pt.server.judging import Judge

NAME = "demo.html"
TEXT = Path(__file__).with_name("demo.txt").read_text(encoding="utf-8")
_PARTS = ("index.html", "page.css", "page.js", "words.json", "codemirror.js")
#: texts that corrections may make, at most
MAX_TEXTS = 64
#: answers of the server, from what was recorded
_REPLAY = """
const recorded = JSON.parse(document.getElementById("recorded").textContent);
globalThis.fetch = async (address, given) => {
  const kept = recorded[address];
  const found = address === "check" ? kept[JSON.parse(given.body).text] : kept;
  return found === undefined ? new Response(recorded.said, { status: 503 }) : Response.json(found);
};
"""


def page(language: str) -> str:
    """Return the demonstration as one self-contained page."""
    parts = {name: shipped.read_text(PAGE_FOLDER / name) for name in _PARTS}
    words = json.loads(parts["words.json"])
    recorded = {**record(language), "page/words.json": words, "said": words[language]["recorded"]}
    editor = base64.b64encode(parts["codemirror.js"].encode()).decode()
    module = parts["page.js"].replace(
        '"./codemirror.js"', f'"data:text/javascript;base64,{editor}"', 1
    )
    head = (
        f"<style>{parts['page.css']}</style>"
        f'<script type="application/json" id="recorded">{_inert(recorded)}</script>'
        f"<script>{_REPLAY}</script>"
    )
    changes = {
        'lang="pt"': f'lang="{language}"',
        'data-say="promise"': 'data-say="recorded"',
        '<link rel="stylesheet" href="page/page.css">': head,
        '<script type="module" src="page/page.js"></script>': "",
        '<div id="editor"></div>': f'<div id="editor">{escape(TEXT)}</div>',
        "</body>": f'<script type="module">{module}</script></body>',
    }
    text = parts["index.html"]
    for old, new in changes.items():
        if old not in text:
            raise ValueError(f"the page has no {old}")
        text = text.replace(old, new, 1)
    return text


def _inert(value: Any) -> str:
    """Return JSON that can stand in a script element: without "<"."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")


@cache
def record(language: str) -> Mapping[str, Any]:
    """Return the server's answers to `rules` and, for the text and all that its corrections make
    of it in any order, to `check`."""
    judge = Judge(config.read_layers(None, {"language": language}), load(False), print)
    server = Application(judge, Guard(), longest=len(TEXT) * 2)
    checks: dict[str, Any] = {}
    pending = [TEXT]
    while pending:
        text = pending.pop()
        if text in checks:
            continue
        if len(checks) == MAX_TEXTS:
            raise ValueError(f"over {MAX_TEXTS} texts come of correcting the example")
        checks[text] = _request(server, "/check", {"text": text})
        pending += _corrected(text, checks[text])
    found = {
        one["code"] for report in checks.values() for one in report["documents"][0]["findings"]
    }
    rules = _request(server, "/rules")
    return {"check": checks, "rules": {code: rules[code] for code in sorted(found)}}


def _corrected(text: str, report: Mapping[str, Any]) -> Iterator[str]:
    """Yield the text after each correction of a report."""
    for finding in report["documents"][0]["findings"]:
        if finding["fix"]:
            edited = text
            for edit in reversed(finding["fix"]["edits"]):
                edited = edited[: edit["start"]] + edit["text"] + edited[edit["end"] :]
            yield edited


def _request(server: Application, path: str, body: Any = None) -> Any:
    """Return the server's JSON answer to a request."""
    data = b"" if body is None else json.dumps(body).encode()
    environ = {
        "REQUEST_METHOD": "GET" if body is None else "POST",
        "PATH_INFO": path,
        "wsgi.input": io.BytesIO(data),
    }
    statuses: list[str] = []
    answer = b"".join(server(environ, lambda status, headers: statuses.append(status)))
    if statuses != ["200 OK"]:
        raise ValueError(f"{path}: {answer.decode()}")
    return json.loads(answer)
