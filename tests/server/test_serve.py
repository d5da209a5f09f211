"""The command: what it says, what it leaves behind, how it ends."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from tests.conftest import ROOT
from tests.server.conftest import Served
from textlint_pt.server import openapi

SECRET = "Os bigodes do meu segredo estavam cheio de geada."


@pytest.fixture(name="folder")
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{ROOT / 'plugins'}")
    monkeypatch.setenv("TEXTLINT_PT_CACHE", str(tmp_path / "cache"))
    return tmp_path


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "textlint_pt", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)


def run(*arguments: str) -> tuple[int, str]:
    process = start(*arguments)
    said = process.communicate(timeout=120)[1]
    return process.returncode, said


@pytest.fixture(name="server")
def _server(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    process = start("serve", "--port", "0", "--language", "en")
    assert process.stdout
    address = process.stdout.readline()
    assert address.startswith("http://127.0.0.1:")
    assert address.endswith(": texts are checked here; Ctrl-C ends it\n")
    yield process, int(address.split(":")[2])
    process.kill()
    process.wait()


@pytest.mark.loopback
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_serve_command_runs_until_terminated_and_stores_no_text(
    server: tuple[subprocess.Popen[str], int], folder: Path, number: signal.Signals
) -> None:
    process, port = server
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("POST", "/check", json.dumps({"text": SECRET}))
    report = json.loads(connection.getresponse().read())
    assert [one["code"] for one in report["documents"][0]["findings"]] == ["GRA103"]
    for path in ("/v2/check?language=pt&text=meu+segredo", "/segredo", "/v2/check?text=segredo"):
        connection.request("GET", path)
        connection.getresponse().read()
    connection.request("POST", "/check", '{"text": "meu segredo", "seg')
    assert connection.getresponse().status == 400
    connection.close()
    process.send_signal(number)
    said = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "segredo" not in "".join(said)
    for path in folder.rglob("*"):
        assert path.is_dir() or b"segredo" not in path.read_bytes()


@pytest.mark.loopback
def test_serve_command_reports_a_port_in_use_in_one_line(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        status, said = run("serve", "--port", str(port), "--language", "en")
    assert status == 2
    assert said == (
        f"textlint-pt: 127.0.0.1:{port}: cannot listen there: Address already in use; --port 0"
        " takes any that is free\n"
    )


def test_serve_command_reports_a_wrong_configuration_in_one_line(folder: Path) -> None:
    Path("rules.yaml").write_text("select: [GRA999]\n", encoding="utf-8")
    status, said = run("serve", "--port", "0")
    assert status == 2
    assert f"{folder / 'rules.yaml'}:1: select: " in said
    assert said.count("\n") == 1


@pytest.mark.loopback
def test_page_command_opens_the_browser_editor_of_a_running_server(
    server: tuple[subprocess.Popen[str], int], capsys: pytest.CaptureFixture[str]
) -> None:
    from textlint_pt.cli import serve

    opened: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serve, "_open", opened.append)
        assert serve.page({"port": server[1], "browser": True}) == 0
    assert opened == [f"http://127.0.0.1:{server[1]}"]


@pytest.mark.loopback
def test_http_server_api_matches_its_openapi_description(served: Served) -> None:
    described = json.loads(openapi.FILE.read_text(encoding="utf-8"))
    asked = described["paths"]["/check"]["post"]["requestBody"]["content"]["application/json"]
    jsonschema.validate(asked["example"], asked["schema"])
    report = served.ask("POST", "/check", json.dumps(asked["example"])).json
    schema = served.ask("GET", "/report.schema.json").json
    jsonschema.validate(report, schema)
    assert [one["code"] for one in report["documents"][0]["findings"]] == ["GRA103"]
    for path, methods in described["paths"].items():
        for method in methods:
            assert served.ask(method.upper(), path).status != 404
    page = served.ask("GET", "/api")
    assert b"<h1>textlint-pt over HTTP</h1>" in page.body
    assert b"POST /check" in page.body
    rules = served.ask("GET", "/rules").json
    assert rules["GRA103"]["category"] == "GRAMMAR"
    assert rules["GRA103"]["why"]
    assert "foram rejeitado" in rules["GRA103"]["bad"]
    assert "foram rejeitadas" in rules["GRA103"]["good"]


@pytest.mark.loopback
def test_http_server_parses_a_posted_text_in_the_format_of_its_file_name(served: Served) -> None:
    page = "# Gato\n\nO gato & a lua; `o o` é código.\n\nO o padeiro dormia.\n"
    report = served.ask("POST", "/check?filename=../../etc/a.md", page).json
    (document,) = report["documents"]
    assert document["path"] == "text.md"
    assert [(one["code"], one["line"]) for one in document["findings"]] == [("GRA401", 5)]
    text = served.ask("POST", "/text?filename=a.md", page).json["text"]
    assert text.startswith("Gato\n\nO gato & a lua;")
    for name in ("a.exe", "a", "%00.md", "passwd"):
        status = served.ask("POST", f"/text?filename={name}", b"\xff\0PK").status
        assert status == 400


@pytest.mark.loopback
def test_http_server_compares_a_posted_translation_with_its_source_text(served: Served) -> None:
    source = "# Memory\n\nThe server needs 4 GB of memory.\n\nRestart it at night.\n"
    text = "# Memória\n\nO servidor precisa de 2 GB de memória.\n\nReinicie-o à noite.\n"
    sent = {"text": text, "source": source, "filename": "a.md"}
    report = served.ask("POST", "/check", json.dumps(sent)).json
    (found,) = [one for one in report["documents"][0]["findings"] if one["code"] == "TRA003"]
    assert text[found["start"] : found["end"]] == "2"
    assert found["related"][0]["role"] == "source"


@pytest.mark.loopback
@pytest.mark.parametrize(
    "body",
    ["[]", '{"texto": "O gato."}', '{"text": 3}', '{"text": "O gato.", "filename": "a.exe"}'],
)
def test_http_server_answers_a_wrong_request_with_an_error(served: Served, body: str) -> None:
    reply = served.ask("POST", "/check", body)
    assert reply.status == 400
    assert reply.body.startswith(b"Error: ")
    assert served.ask("GET", "/check").status == 405
