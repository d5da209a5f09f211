"""Requests and answers: a WSGI application without state but for its judge.

Nothing of a text is logged. Errors are `text/plain` and begin with `Error:`, as LanguageTool's do.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path, PurePath
from typing import Any, NamedTuple

import msgspec

from textlint_pt import __version__, shipped
from textlint_pt.companions.input import Input, encoded
from textlint_pt.config import config
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.contract.vocabulary import read_vocabulary
from textlint_pt.engine import project
from textlint_pt.formats.decoding import decode
from textlint_pt.registry.documentation import page
from textlint_pt.report.report import as_json, assemble
from textlint_pt.server import languagetool, openapi
from textlint_pt.server.forms import Misread, asked, parameters
from textlint_pt.server.guard import Guard
from textlint_pt.server.judging import PLAIN, Busy, Judge

#: bytes of a request (a text may be encoded twice) and of a file, at most
LARGEST, LARGEST_FILE = 8_000_000, 5_000_000
#: seconds for what is found to be an answer, which is to come within eight: LibreOffice waits for
#: ten; of our own interface, where a person waits
SECONDS, PATIENT_SECONDS = 7.5, 60.0
JSON, TEXT = "application/json", "text/plain; charset=utf-8"
HTML = "text/html; charset=utf-8"
PAGE_FOLDER = Path(__file__).with_name("page")
#: what the page loads
_PAGE = {
    "page.js": "text/javascript; charset=utf-8",
    "codemirror.js": "text/javascript; charset=utf-8",
    "codemirror.LICENSE.txt": TEXT,
    "page.css": "text/css; charset=utf-8",
    "words.json": JSON,
}
_SCHEMA = Path(__file__).parent.with_name("report.schema.json")
#: a page loads nothing from elsewhere, sends nothing elsewhere, and stands in no other page
_KEPT_TO_ITSELF = (
    (
        "Content-Security-Policy",
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
        " frame-ancestors 'none'; form-action 'none'; base-uri 'none'",
    ),
    ("Referrer-Policy", "no-referrer"),
)
#: how a path of the interface of LanguageTool begins
_PREFIXES = ("/api/v2/", "/v2/")

Environ = Mapping[str, Any]
Start = Callable[[str, list[tuple[str, str]]], object]


class Answer(NamedTuple):
    status: str
    body: bytes
    kind: str = TEXT
    headers: tuple[tuple[str, str], ...] = ()


class Refused(Exception):
    """A request is answered with an error: its status and one line."""

    def __init__(self, status: str, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class _Text(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request to /check."""

    text: str
    filename: str = PLAIN
    source: str | None = None
    reference: str | None = None


class Request(NamedTuple):
    method: str
    path: str
    query: str
    body: bytes


class Application:
    """What a server of WSGI calls for each request, from many threads."""

    def __init__(
        self,
        judge: Judge,
        guard: Guard,
        *,
        longest: int,
        seconds: float = SECONDS,
        may_write: bool = True,
        translated: Callable[[str], str] = str,
    ) -> None:
        self._judge = judge
        self._guard = guard
        self._longest = longest
        self._seconds = seconds
        #: whether clients may add to the user's own vocabulary
        self._may_write = may_write
        #: errors as our own page shows them
        self._translated = translated
        self._language = judge.session.settings.language
        self._known = judge.plugins.rules
        self._own: Mapping[str, Callable[[Request], Answer]] = {
            "/": lambda request: self._page(),
            "/check": self._check_own,
            "/report": self._report,
            "/text": self._text,
            "/rules": self._rules,
            "/api": lambda request: _page(openapi.page()),
            "/openapi.json": lambda request: _file(openapi.FILE, JSON),
            "/report.schema.json": lambda request: _file(_SCHEMA, JSON),
        }
        self._languagetool: Mapping[str, Callable[[Request], Answer]] = {
            "check": self._check,
            "languages": lambda request: _json(languagetool.languages()),
            "healthcheck": lambda request: Answer("200 OK", b"OK"),
            "maxtextlength": lambda request: Answer("200 OK", str(longest).encode()),
            "info": lambda request: _json({"software": languagetool.software()}),
            "configinfo": self._configuration,
            "words": self._words,
            "words/add": self._add_words,
            "words/delete": self._delete_words,
        }

    def __call__(self, environ: Environ, start: Start) -> Iterable[bytes]:
        """Answer a WSGI request; errors become answers, too."""
        origin = environ.get("HTTP_ORIGIN")
        try:
            self._admit(environ, origin)
        except Refused as refused:
            return _send(environ, start, _error(refused.status, str(refused)), [])
        cors_headers = _cors_headers(environ, origin)
        if environ["REQUEST_METHOD"] == "OPTIONS":
            return _send(environ, start, Answer("204 No Content", b""), cors_headers)
        try:
            answer = self._respond(environ)
        except Refused as refused:
            answer = self._error(environ, refused.status, str(refused))
        except (Misread, Unreadable) as error:
            answer = self._error(environ, "400 Bad Request", str(error))
        except Busy:
            message = "too many texts wait; try again"
            answer = self._error(environ, "503 Service Unavailable", message)
        except UserError as error:
            answer = self._error(environ, "500 Internal Server Error", str(error))
        except Exception as error:  # noqa: BLE001 - what it says may quote the text, and is not shown
            message = f"internal error: {type(error).__name__}"
            answer = self._error(environ, "500 Internal Server Error", message)
        return _send(environ, start, answer, cors_headers)

    def _error(self, environ: Environ, status: str, reason: str) -> Answer:
        is_own = environ.get("PATH_INFO") in self._own
        return _error(status, self._translated(reason) if is_own else reason)

    def _admit(self, environ: Environ, origin: str | None) -> None:
        """Raise `Refused` for hosts and origins that are not allowed."""
        host = environ.get("HTTP_HOST")
        if self._guard.refuses_host(host):
            raise Refused(
                "403 Forbidden", "this server does not answer to that name; see --allow-host"
            )
        if self._guard.refuses_origin(origin, environ.get("HTTP_SEC_FETCH_SITE"), host):
            raise Refused("403 Forbidden", "a page of this origin may not ask; see --allow-origin")

    def _respond(self, environ: Environ) -> Answer:
        """Return the answer to a request by its path; `Refused` if there is none."""
        path = environ.get("PATH_INFO", "")
        method = environ["REQUEST_METHOD"]
        if method not in ("GET", "HEAD", "POST"):
            raise Refused("405 Method Not Allowed", "GET and POST are understood")
        body = environ["wsgi.input"].read(LARGEST + 1)
        if len(body) > LARGEST:
            raise self._too_long()
        request = Request(method, path, environ.get("QUERY_STRING", ""), body)
        if path in self._own:
            return self._own[path](request)
        if path.startswith("/page/") and (kind := _PAGE.get(path.removeprefix("/page/"))):
            return _file(PAGE_FOLDER / path.removeprefix("/page/"), kind)
        for prefix in _PREFIXES:
            if path.startswith(prefix):
                respond = self._languagetool.get(path.removeprefix(prefix).rstrip("/"))
                if respond is not None:
                    return respond(request)
        raise Refused("404 Not Found", "no such path; /v2/check and /check take texts")

    # ------------------------------------------------------------------ as LanguageTool has it

    def _check(self, request: Request) -> Answer:
        """Answer LanguageTool's `check`."""
        wanted = asked(parameters(request.query, request.body))
        if len(wanted.sent) > self._longest or len(wanted.text) > self._longest:
            raise self._too_long()
        judged = None
        if languagetool.is_checked(wanted.language):
            extra = languagetool.switched_on(
                wanted, self._known, self._judge.session.settings.rules
            )
            judged = self._judge.check(
                Input(PLAIN, encoded(wanted.text)), self._seconds, more=extra
            )
        return _json(languagetool.answer(wanted, judged, self._known, self._language))

    def _configuration(self, request: Request) -> Answer:
        on = self._judge.session.settings.rules
        return _json(languagetool.configuration(self._known, on, self._longest, self._language))

    def _words(self, request: Request) -> Answer:
        own = config.own_vocabulary()
        there = read_vocabulary([str(own)]).accepted if own.is_file() else ()
        return _json({"words": sorted(there)})

    def _add_words(self, request: Request) -> Answer:
        return _json({"added": self._change_vocabulary(request, project.add_own_words)})

    def _delete_words(self, request: Request) -> Answer:
        return _json({"deleted": self._change_vocabulary(request, project.remove_own_words)})

    def _change_vocabulary(self, request: Request, change: Callable[[list[str]], object]) -> bool:
        """Change the vocabulary by the words of a request; return whether it changed."""
        if request.method != "POST":
            raise Refused("405 Method Not Allowed", f"POST words to {request.path}")
        given = parameters(request.query, request.body)
        named = [given.get("word"), *str(given.get("words") or "").split(",")]
        words = [word for word in named if isinstance(word, str) and project.is_entry(word)]
        if not self._may_write or not words:
            return False
        try:
            return bool(change(words))
        except (OSError, UserError):  # it cannot be written, which clients have one word for
            return False

    # ------------------------------------------------------------------ our own

    def _check_own(self, request: Request) -> Answer:
        """Answer with our report on a text: JSON with `text`, or a file named in the query."""
        given = self._input(request)
        judged = self._judge.check(given, PATIENT_SECONDS)
        report = assemble([judged.report], self._judge.session.signature, __version__)
        return _json(as_json(report.replace(partial=not judged.complete)))

    def _report(self, request: Request) -> Answer:
        """Answer with the report on a text as an HTML page."""
        from textlint_pt.reporters.html import Html

        judged = self._judge.check(self._input(request), PATIENT_SECONDS, whole=True)
        if not judged.complete:
            raise Busy
        report = assemble([judged.report], self._judge.session.signature, __version__)
        text = "".join(piece for piece, _ in Html().render(report, self._language))
        return Answer("200 OK", text.encode("utf-8", "replace"), HTML)

    def _page(self) -> Answer:
        text = shipped.read_text(PAGE_FOLDER / "index.html")
        return _page(text.replace('lang="pt"', f'lang="{self._language}"', 1))

    def _text(self, request: Request) -> Answer:
        """Answer with the prose of an uploaded file, paragraphs between blank lines."""
        uploaded = self._input(request)
        reader = self._judge.plugins.format_for(uploaded.path)
        parsed = reader.parse(decode(uploaded.path, uploaded.data, reader))
        text = "\n\n".join(block.content.normalised().text for block in parsed.blocks)
        return _json({"text": text})

    def _rules(self, request: Request) -> Answer:
        """Answer with name, reasons and examples of every rule."""
        rules = {}
        for code, rule in sorted(self._known.items()):
            documentation, category_of_rule = page(rule, self._language), languagetool.face(code)
            rules[code] = {
                "name": rule.declared.name,
                "summary": documentation.summary,
                "why": documentation.sections.get("Why it matters", ""),
                "bad": documentation.sections.get("Bad", ""),
                "good": documentation.sections.get("Good", ""),
                "category": category_of_rule.category,
                "category_name": languagetool.categories()[category_of_rule.category][
                    self._language
                ],
            }
        return _json(rules)

    def _input(self, request: Request) -> Input:
        """Return the text and companions of a request; `Refused` if they are malformed."""
        if request.method != "POST":
            raise Refused("405 Method Not Allowed", f"POST a text to {request.path}")
        name = parameters(request.query, b"").get("filename")
        if name is not None:  # the body is the file
            if len(request.body) > LARGEST_FILE:
                raise Refused("413 Content Too Large", f"over {LARGEST_FILE // 10**6} MB")
            return Input(self._path(name), request.body)
        try:
            body = msgspec.json.decode(request.body, type=_Text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refused("400 Bad Request", f"not what /check takes: {error}") from error
        texts = {"source": body.source, "reference": body.reference}
        if max(map(len, (body.text, *filter(None, texts.values())))) > self._longest:
            raise self._too_long()
        path = self._path(body.filename)
        companions = {
            role: (f"{role}{PurePath(path).suffix}", encoded(text))
            for role, text in texts.items()
            if text
        }
        return Input(path, encoded(body.text), companions)

    def _path(self, filename: str) -> str:
        """Return the name under which a text is judged, "text" with the ending of the client's."""
        ending = PurePath(filename).suffix.lower() or ".txt"
        if ending not in self._judge.plugins.extensions:
            raise Refused("400 Bad Request", "no format reads files with this ending")
        return f"text{ending}"

    def _too_long(self) -> Refused:
        return Refused(
            "413 Content Too Large", f"the text is longer than {self._longest} characters"
        )


def _json(value: Any) -> Answer:
    return Answer("200 OK", json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"), JSON)


def _error(status: str, reason: str) -> Answer:
    return Answer(status, f"Error: {reason}".encode())


@cache
def _file(file: Path, kind: str) -> Answer:
    return Answer("200 OK", shipped.read_text(file).encode(), kind, _KEPT_TO_ITSELF)


@cache
def _page(text: str) -> Answer:
    return Answer("200 OK", text.encode(), HTML, _KEPT_TO_ITSELF)


def _cors_headers(environ: Environ, origin: str | None) -> list[tuple[str, str]]:
    """Return the CORS headers that let the requesting page read the answer."""
    if origin is None:
        return []
    asked_headers = environ.get("HTTP_ACCESS_CONTROL_REQUEST_HEADERS", "")
    shared = [
        ("Access-Control-Allow-Origin", origin),
        ("Vary", "Origin"),
        ("Access-Control-Allow-Methods", "GET, POST, OPTIONS"),
        ("Access-Control-Allow-Headers", asked_headers or "Content-Type"),
    ]
    if environ.get("HTTP_ACCESS_CONTROL_REQUEST_PRIVATE_NETWORK") == "true":
        shared.append(("Access-Control-Allow-Private-Network", "true"))
    return shared


def _send(
    environ: Environ, start: Start, answer: Answer, cors_headers: list[tuple[str, str]]
) -> Iterable[bytes]:
    """Start a WSGI response with an answer's headers and return its body."""
    headers = [
        ("Content-Type", answer.kind),
        ("Content-Length", str(len(answer.body))),
        ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "no-store"),
        *answer.headers,
        *cors_headers,
    ]
    start(answer.status, headers)
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [answer.body]
