"""Signals to real processes: they end at once, in one line, with all that they have started.

Whatever a process starts has its standard error too, so that the end of that is the end of all.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.conftest import program

#: seconds within which all must be gone; it takes a fraction of one on a machine with nothing else
#: to do
SOON = 3.0


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder `many` of texts, and one long text: more than can be done before the signal."""
    folder = tmp_path_factory.mktemp("texts")
    (folder / "many").mkdir()
    for number in range(24):
        text = "\n\n".join(f"Na página {number}, o parágrafo {i} é só este." for i in range(400))
        (folder / "many" / f"{number}.txt").write_text(text, encoding="utf-8")
    text = "\n\n".join(f"Na página {i}, o parágrafo é só este, Maria." for i in range(9000))
    (folder / "long.txt").write_text(text, encoding="utf-8")
    return folder


def start(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    return program(
        *arguments,
        "--no-cache",
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # a shell that runs the tests in the background has interrupts ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def ended(process: subprocess.Popen[bytes], number: int) -> tuple[int, bytes, bytes]:
    """What is left by a process and all that it started, which must be gone soon."""
    os.kill(process.pid, number)
    try:
        out, err = process.communicate(timeout=SOON)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    return process.returncode, out, err


def wait_for_processes(process: subprocess.Popen[bytes], wanted: int) -> None:
    """Until a process has started as many others, as far as the system shows it."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    until = time.monotonic() + 20
    while children.exists() and time.monotonic() < until:
        if len(children.read_text(encoding="ascii").split()) >= wanted:
            break
        time.sleep(0.02)
    time.sleep(1)


@pytest.mark.parametrize(
    ("number", "status", "line"),
    [
        (signal.SIGINT, 130, b"textlint-pt: interrompido\n"),
        (signal.SIGTERM, 143, b"textlint-pt: terminado\n"),
    ],
)
@pytest.mark.parametrize("given", ["many --jobs 2", "many --jobs 1", "long.txt"])
def test_terminated_lint_command_ends_its_worker_processes(
    texts: Path, tmp_path: Path, given: str, number: int, status: int, line: bytes
) -> None:
    report = tmp_path / "report.json"
    process = start(texts, *given.split(), "--output", str(report))
    wait_for_processes(process, 2 if given.endswith("2") else 0)
    left = ended(process, number)
    # Python ends by the signal itself, which a shell shows as 130 too, where it came inside `exec`
    assert left[0] in (status, -signal.SIGINT if number == signal.SIGINT else status)
    assert left[1:] == (b"", line)
    assert list(tmp_path.iterdir()) == []


def test_worker_processes_end_when_their_parent_is_killed(texts: Path) -> None:
    process = start(texts, "many", "--jobs", "2")
    wait_for_processes(process, 2)
    assert ended(process, signal.SIGKILL) == (-signal.SIGKILL, b"", b"")


LAST = '{"version": 1, "tool": {"name": "textlint-pt"}}'


def test_terminated_lint_command_leaves_the_previous_report_file_intact(
    texts: Path, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    report.write_text(LAST, encoding="utf-8")
    process = start(texts, "long.txt", "--output", str(report))
    wait_for_processes(process, 0)
    assert ended(process, signal.SIGTERM)[0] == 143
    assert report.read_text(encoding="utf-8") == LAST


def test_lint_report_can_be_written_to_a_named_pipe_or_a_device(
    texts: Path, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("Olá, mundo.\n", encoding="utf-8")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = start(tmp_path, "a.txt", "--output", f"csv={pipe}", "--output", os.devnull)
    assert pipe.read_text(encoding="utf-8").startswith("path,")
    assert process.communicate(timeout=60)[1] == b""
    assert pipe.is_fifo()
    assert not Path(os.devnull).is_file()
