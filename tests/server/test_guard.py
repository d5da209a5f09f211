"""Who may ask: refused before anything of the request is read."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from textlint_pt.server.application import Application
from textlint_pt.server.guard import Guard

PORT = 8081


class NoJudge:
    """Nothing may be judged, or even be looked at."""

    session = SimpleNamespace(settings=SimpleNamespace(language="pt"))
    plugins = SimpleNamespace(rules={})

    def check(self, *given: object) -> None:
        raise AssertionError("it was judged")


class NoBody:
    def read(self, size: int) -> bytes:
        raise AssertionError("it was read")


def ask(
    path: str = "/v2/check", method: str = "POST", **headers: str
) -> tuple[int, dict[str, str]]:
    """Status and headers of a request whose body must not be read."""
    guard = Guard(["escrita.example"], ["https://writers.example"])
    application = Application(NoJudge(), guard, longest=100)  # type: ignore[arg-type]
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": "text=O+o&language=pt",
        "wsgi.input": NoBody(),
        "HTTP_HOST": f"127.0.0.1:{PORT}",
    }
    environ |= {f"HTTP_{name.upper()}": value for name, value in headers.items()}
    said: dict[str, Any] = {}

    def start(status: str, headers: list[tuple[str, str]]) -> None:
        said.update(status=int(status[:3]), headers=dict(headers))

    list(application(environ, start))
    return said["status"], said["headers"]


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://localhost.evil.example",
        "http://127.0.0.1.evil.example:8081",
        "http://localhost:1@evil.example",
        "https://writers.example.evil.example",
        "app://obsidian.md.evil",
        "file://",
        "",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_http_server_refuses_requests_from_web_pages_of_other_origins(
    origin: str, method: str
) -> None:
    for path in ("/v2/check", "/check", "/v2/words/add", "/v2/languages"):
        status, headers = ask(path, method, origin=origin)
        assert status == 403
        assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_http_server_refuses_cross_site_requests_without_origin_header(site: str) -> None:
    assert ask(method="GET", sec_fetch_site=site)[0] == 403


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8081",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "",
        "[",
    ],
)
def test_http_server_refuses_an_unknown_host_header(host: str) -> None:
    assert ask(host=host)[0] == 403


@pytest.mark.parametrize(
    "origin",
    [
        "moz-extension://0a0a-b",
        "chrome-extension://abcdef",
        "safari-web-extension://A-B",
        "app://obsidian.md",
        "capacitor://localhost",
        "http://localhost",
        "http://localhost:8011",
        "https://127.0.0.1:3000",
        "https://writers.example",
        f"http://127.0.0.1:{PORT}",
    ],
)
def test_http_server_answers_requests_of_allowed_origins(origin: str) -> None:
    status, headers = ask(method="OPTIONS", origin=origin)
    assert (status, headers["Access-Control-Allow-Origin"]) == (204, origin)


def test_http_server_answers_the_cors_preflight_of_an_allowed_origin() -> None:
    asked = {
        "access_control_request_headers": "content-type",
        "access_control_request_private_network": "true",
    }
    status, headers = ask(method="OPTIONS", origin="https://writers.example", **asked)
    assert status == 204
    assert headers["Access-Control-Allow-Headers"] == "content-type"
    assert headers["Access-Control-Allow-Private-Network"] == "true"
    assert headers["Vary"] == "Origin"


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        (f"localhost:{PORT}", None),
        (f"LOCALHOST:{PORT}", None),
        (f"[::1]:{PORT}", f"http://[::1]:{PORT}"),
        (f"192.168.1.5:{PORT}", f"http://192.168.1.5:{PORT}"),
        ("escrita.example", "https://escrita.example"),
    ],
)
def test_http_server_accepts_host_names_of_the_local_machine(host: str, origin: str | None) -> None:
    headers = {"host": host} | ({"origin": origin} if origin else {})
    assert ask(method="OPTIONS", **headers)[0] == 204


def test_http_server_refuses_an_origin_with_another_ip_address() -> None:
    assert ask(host=f"192.168.1.5:{PORT}", origin=f"http://192.168.1.6:{PORT}")[0] == 403
