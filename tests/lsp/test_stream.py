"""What clients may send instead of well-formed messages, and how they may go away."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from textlint_pt.lsp.stream import Input

PLAIN = b"Content-Length: %d\r\n\r\n"
SECONDS = 30


def body(method: str, number: int | None = None, **params: Any) -> bytes:
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    return json.dumps(message if number is None else {**message, "id": number}).encode()


def message(content: bytes, head: bytes = PLAIN) -> bytes:
    return head % len(content) + content


def initialize(client: int | None = None) -> bytes:
    return body("initialize", 1, processId=client, rootUri=None, capabilities={})


END = message(body("shutdown", 2)) + message(body("exit"))


def server() -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "textlint_pt", "lsp"]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment)


@pytest.mark.parametrize(
    ("line", "header"),
    [
        (b"Content-Length: 12\r\n", b"Content-Length: 12\r\n"),
        (b"Content-Length: 12\n", b"Content-Length: 12\r\n"),
        (b"content-length:12 \r\n", b"Content-Length: 12\r\n"),
        (b'{"jsonrpc": "2.0"}Content-Length: 12\r\n', b"Content-Length: 12\r\n"),
        (b"Content-Type: utf-8\n", b"-\r\n"),
        (b"\n", b"\r\n"),
        (b"\r\n", b"\r\n"),
        (b"", b""),
    ],
)
def test_lsp_message_headers_may_be_spelt_unusually(line: bytes, header: bytes) -> None:
    assert Input(io.BytesIO(line)).readline() == header


@pytest.mark.parametrize("length", [b"-5", b"x", b"", b"1.5", b"\xc2\xb2", b"12 13"])
def test_wrong_content_length_of_a_language_server_message_is_reported(
    length: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    stream = Input(io.BytesIO(b"Content-Length: %s\r\n\r\n" % length))
    assert [stream.readline() for _ in range(3)] == [b"-\r\n", b"\r\n", b""]
    said = capsys.readouterr().err
    assert said.startswith("textlint-pt: Content-Length: ")
    assert said.count("\n") == 1


def test_excessive_content_length_of_a_language_server_message_is_refused() -> None:
    stream = Input(io.BytesIO(b"Content-Length: %s\r\n\r\n" % (b"9" * 50)))
    length = int(stream.readline().removeprefix(b"Content-Length: "))
    with pytest.raises(MemoryError):
        stream.read(length)


@pytest.mark.parametrize("head", [b"Content-Length: %d\n\n", b"content-length:%d\r\n\r\n"])
def test_language_server_answers_messages_with_unusual_headers(tmp_path: Path, head: bytes) -> None:
    unopened = {"uri": (tmp_path / "a.md").as_uri(), "version": 2}
    change = body("textDocument/didChange", textDocument=unopened, contentChanges=[{"text": "x"}])
    sent = message(initialize(), head) + b"Content-Length: x\r\n\r\n" + body("$/nothing")
    process = server()
    out, err = process.communicate(sent + message(change, head) + END, timeout=SECONDS)
    assert process.returncode == 0
    assert out.count(b'"result"') == 2
    assert (
        err.decode().splitlines()[0] == "textlint-pt: Content-Length: 'x' is no length; passed over"
    )
    assert b"window/showMessage" not in out  # a box that a person has to close
    assert b"window/logMessage" in out


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_the_language_server_with_one_line_on_stderr(number: signal.Signals) -> None:
    process = server()
    assert process.stdin and process.stdout and process.stderr
    process.stdin.write(message(initialize()))
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(number)
    assert process.wait(SECONDS) == 128 + number
    assert process.stderr.read().decode() == f"textlint-pt: ended by {number.name}\n"


@pytest.mark.skipif(os.name != "posix", reason="processes are not asked elsewhere")
def test_language_server_ends_when_its_client_ends() -> None:
    client = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    process = server()
    assert process.stdin and process.stdout
    process.stdin.write(message(initialize(client.pid)))
    process.stdin.flush()
    process.stdout.readline()
    assert process.poll() is None
    client.kill()
    client.wait()
    assert process.wait(SECONDS) == 1
