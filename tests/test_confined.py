"""Linting opens no socket of the internet and writes what was asked for and its cache, no more:
seen from below Python, where what is written in C cannot pass by."""

from __future__ import annotations

import ast
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from tests import confined
from tests.conftest import ROOT
from textlint_pt.cli import app

STORY = (ROOT / "examples" / "o-gato-e-a-lua.txt").read_text(encoding="utf-8")[:1200]
STORY += "\n\nO gato subiu ao ao telhado da casa.\n"


def environment(folder: Path) -> dict[str, str]:
    """A user's first run: an empty home, and nothing that says that this is a test."""
    ours = ("CI", "COV", "XDG", "TEXTLINT", "ORT", "PYTEST")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    for name in ("home", "temporary", "project"):
        (folder / name).mkdir()
    places = {"HOME": str(folder / "home"), "TMPDIR": str(folder / "temporary")}
    return {**kept, **places, "PYTHONPATH": str(ROOT)}


def test_no_command_opens_a_socket_or_writes_outside_output_and_cache(tmp_path: Path) -> None:
    variables = environment(tmp_path)
    project = tmp_path / "project"
    (project / "a.md").write_text(STORY, encoding="utf-8")
    (project / "b.md").write_text(STORY.replace("gato", "rato"), encoding="utf-8")
    commit = ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a")
    for command in (["init", "-q"], ["add", "."], commit):
        subprocess.run(["git", *command], cwd=project, env=variables, check=True)
    ran = subprocess.run(
        [sys.executable, "-m", "tests.confined"],
        cwd=project,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.stdout == "sockets cannot be refused here\n":
        pytest.skip("no seccomp")
    assert ran.returncode == 0, (ran.stdout[-2000:], ran.stderr)
    files = {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()}
    cache = Path("home/.cache/textlint-pt")
    left = {path for path in files if ".git" not in path.parts and not path.is_relative_to(cache)}
    given = {"a.md", "b.md", "own.yaml"}
    assert left == {Path("project", name) for name in confined.WRITTEN | given}
    assert any(path.is_relative_to(cache) for path in files)


@pytest.mark.attacks
@pytest.mark.loopback
def test_dask_cluster_connects_only_to_itself(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    strace = shutil.which("strace")
    if strace is None or pytestconfig.getoption("--hypothesis-profile") == "gate":
        pytest.skip("slow, and needs strace")
    variables = environment(tmp_path)
    project = tmp_path / "project"
    (project / "a.md").write_text(STORY, encoding="utf-8")
    file = project / "scheduler.json"

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        traced = (strace, "-f", "-qq", "-e", "trace=connect", "-e", "signal=none", "-A", "-o")
        command = [*traced, str(tmp_path / "trace"), sys.executable, "-m", *arguments]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(
            command, cwd=project, env=variables, stdout=quiet, stderr=quiet, start_new_session=True
        )

    def dask(kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        return start(f"distributed.cli.dask_{kind}", "--no-dashboard", *arguments)

    here = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
    started = [dask("scheduler", *here)]
    try:
        while not file.exists():
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        own = ("--nthreads", "1", "--local-directory", str(tmp_path / "own"))
        started.append(dask("worker", address, *own))
        table = ("a.md", "--out", "scores.parquet", "--scheduler", address)
        assert start("textlint_pt", "corpus", "score", *table).wait(300) == 0
        time.sleep(confined.PATIENCE)
    finally:
        for process in started:
            os.killpg(process.pid, signal.SIGTERM)  # the tracer goes, and what it traced
            process.wait(60)
    asked = re.findall(
        r'inet_(?:addr|pton)\((?:AF_INET6, )?"(.*?)"', (tmp_path / "trace").read_text()
    )
    assert {"127.0.0.1"} <= set(asked) <= {"127.0.0.1", "::1", "0.0.0.0", "::"}
    files = {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()}
    theirs = {"own", "trace", "dask-scratch-space", "textlint-pt"}
    left = {path.name for path in files if theirs.isdisjoint(path.parts)}
    assert left == {"a.md", "scores.parquet", "scores.errors.jsonl"}


@pytest.mark.loopback
@pytest.mark.parametrize("arguments", ["serve --port 0", "page --no-browser --port 0"])
def test_http_server_listens_locally_and_opens_no_connection(
    tmp_path: Path, arguments: str
) -> None:
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("strace is not installed")
    variables = environment(tmp_path)
    trace = tmp_path / "trace"
    traced = (strace, "-f", "-qq", "-e", "trace=network", "-e", "signal=none", "-o", str(trace))
    command = [*traced, sys.executable, "-m", "textlint_pt", *arguments.split()]
    project = tmp_path / "project"
    with subprocess.Popen(
        command, cwd=project, env=variables, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        port = int(server.stdout.readline().split(":")[2])
        asked = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        asked.request("POST", "/check", json.dumps({"text": STORY}))
        assert asked.getresponse().status == 200
        asked.close()
        (child,) = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        os.kill(int(child), signal.SIGTERM)
    calls = [line for line in trace.read_text().splitlines() if "AF_INET" in line]
    assert [line for line in calls if "bind(" in line]
    for line in calls:
        assert "connect(" not in line
        if "bind(" in line:
            assert f"htons({port}), " in line or "htons(0), " in line
            assert '"127.0.0.1"' in line
    left = [path for path in tmp_path.rglob("*") if path.is_file() and path != trace]
    assert left == []


def test_every_command_is_covered_by_the_network_sandbox_test() -> None:
    def names(command: object, *path: str) -> Iterator[str]:
        within = getattr(command, "commands", None)
        if within is None:
            yield " ".join(path)
        for name, one in (within or {}).items():
            yield from names(one, *path, name)

    shipped = set(names(typer.main.get_command(app.app)))
    tried = {name for name in shipped for step in confined.STEPS.splitlines()
             if f"{step} ".startswith(f"{name} ")}  # fmt: skip
    assert shipped - tried == {
        "lsp",
        "page",
        "serve",
        *(name for name in shipped if name.startswith("models ")),
    }


@pytest.mark.parametrize("family", ["AF_INET", "AF_INET6"])
def test_network_sandbox_of_the_tests_kills_a_process_that_opens_a_socket(family: str) -> None:
    code = (
        "import socket; from tests.confined import refuse_sockets\n"
        f"refuse_sockets() or exit(3); socket.socketpair(); socket.socket(socket.{family})"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    if ran.returncode == 3:
        pytest.skip("no seccomp")
    assert ran.returncode == -signal.SIGSYS


def test_onnxruntime_is_imported_in_one_module_only_with_telemetry_off() -> None:
    """After `textlint_pt`, which keeps it from reporting to its maker."""
    found = []
    for folder in ("textlint_pt", "plugins", "training", "benchmarks", "website", "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if "onnxruntime" in text and path.name != Path(__file__).name:
                found += [path.stem for name in imported(ast.parse(text)) if "onnxruntime" in name]
    assert found == ["encoder"]
    code = "import os, textlint_pt; print(os.environ['ORT_DISABLE_TELEMETRY'])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "1\n"


def imported(tree: ast.AST) -> Iterator[str]:
    """Modules that a file imports when it runs."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        yield from imported(node)
