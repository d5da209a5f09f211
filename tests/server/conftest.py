"""A server on a free port of this machine, and requests byte by byte."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest

pytest.importorskip("waitress")

from waitress.server import create_server

from textlint_pt.config import config
from textlint_pt.registry.plugins import load
from textlint_pt.server.application import LARGEST, Application
from textlint_pt.server.guard import Guard
from textlint_pt.server.judging import Judge

#: characters of a text, at most
LONGEST = 20_000


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Served(NamedTuple):
    """A server that runs; `told` are the lines for its user."""

    port: int
    judge: Judge
    told: list[str]

    def send(self, data: bytes, *, half_close: bool = False, seconds: float = 120) -> Reply:
        """What is answered to these bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as connection:
            connection.sendall(data)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
            got = b""
            while b"\r\n\r\n" not in got:
                more = connection.recv(65536)
                if not more:
                    raise ConnectionError("closed without an answer")
                got += more
            head, _, body = got.partition(b"\r\n\r\n")
            first, *lines = head.decode("latin-1").split("\r\n")
            headers = {
                name.lower(): value.strip()
                for name, _, value in (line.partition(":") for line in lines)
            }
            length = 0 if data[:5] == b"HEAD " else int(headers.get("content-length", 0))
            while len(body) < length:
                more = connection.recv(65536)
                assert more, "less than it says"
                body += more
            while half_close and connection.recv(65536):  # the client waits for this end
                pass
        return Reply(int(first.split()[1]), headers, body)

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | str = b"",
        headers: Sequence[tuple[str, str]] = (),
        *,
        half_close: bool = False,
    ) -> Reply:
        data = body.encode() if isinstance(body, str) else body
        given = [(name, value) for name, value in headers if name.lower() != "host"]
        host = next((value for name, value in headers if name.lower() == "host"), None)
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{self.port}'}"]
        lines += [f"{name}: {value}" for name, value in given]
        if method == "POST":
            lines.append(f"Content-Length: {len(data)}")
        head = "\r\n".join(lines).encode() + b"\r\n\r\n"
        return self.send(head + data, half_close=half_close)


def running(judge: Judge, told: list[str], **options: Any) -> tuple[Any, Served]:
    options = {"longest": LONGEST, "seconds": 60.0, **options}
    application = Application(judge, Guard(origins=["https://writers.example"]), **options)
    server = create_server(
        application,
        host="127.0.0.1",
        port=0,
        threads=30,
        max_request_body_size=LARGEST,
        max_request_header_size=LARGEST,
    )
    threading.Thread(target=server.run, daemon=True).start()
    return server, Served(server.effective_port, judge, told)


@pytest.fixture(scope="session")
def judge() -> tuple[Judge, list[str]]:
    told: list[str] = []
    return Judge(config.read_layers(None, {}), load(False), told.append), told


@pytest.fixture(scope="module")
def served(
    judge: tuple[Judge, list[str]], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """With the time that slow machines need."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TEXTLINT_PT_DATA", str(tmp_path_factory.mktemp("data")))
        server, running_one = running(*judge)
        yield running_one
        server.close()
