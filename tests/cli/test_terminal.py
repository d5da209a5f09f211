"""What only shows in a process of its own: terminals, pipes, interrupts."""

from __future__ import annotations

import io
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import program
from tests.toys import STORY
from textlint_pt.cli import progress
from textlint_pt.report.report import DocumentReport, failed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX terminals and signals")

#: black on orange, whatever the colours of the terminal are
BADGE = "\x1b[1;38;5;16;48;5;214m"
#: the last paragraph twice
LOOP = STORY + "\n" + STORY.split("\n\n")[-1]


@pytest.fixture
def loop(folder: Path) -> Path:
    path = folder / "loop.txt"
    path.write_text(LOOP, encoding="utf-8")
    return path


def on_terminal(*arguments: str, out: int | None = None, **environment: str) -> str:
    """All that a terminal shows of standard output, unless it goes `out`, and of errors."""
    import pty

    keyboard, screen = pty.openpty()
    out, env = out or screen, {"TERM": "xterm", **environment}
    process = program(*arguments, stdin=screen, stdout=out, stderr=screen, env=env)
    os.close(screen)
    shown = b""
    while True:
        try:
            chunk = os.read(keyboard, 4096)
        except OSError:  # Linux: the other end was closed
            break
        if not chunk:
            break
        shown += chunk
    os.close(keyboard)
    process.wait(30)
    return shown.decode().replace("\r\n", "\n")


def piped(*arguments: str | bytes, **more: object) -> tuple[int, str, str]:
    process = program(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
    out, err = process.communicate(timeout=60)
    return process.returncode, out.decode(), err.decode()


def test_colours_are_printed_on_a_terminal_only(loop: Path) -> None:
    arguments = ("loop.txt", "--select", "RED001")
    status, plain, err = piped(*arguments)
    assert (status, err) == (1, "")
    assert "\x1b" not in plain
    shown = on_terminal(*arguments, COLUMNS="160")
    assert f"{BADGE} ▲ \x1b[0m" in shown
    assert re.sub(r"\x1b\[[\d;]*m", "", shown) == plain
    assert on_terminal(*arguments, COLUMNS="160", NO_COLOR="1") == plain
    assert on_terminal(*arguments, COLUMNS="160", TERM="dumb") == plain
    assert "\x1b[1" in on_terminal("rule", "RED001")


def test_color_option_and_environment_variables_switch_colours_on_or_off(loop: Path) -> None:
    def colours(*more: str, terminal: bool = False, **environment: str) -> bool:
        arguments = ("loop.txt", "--select", "RED001", *more)
        if terminal:
            return "\x1b[" in on_terminal(*arguments, **environment)
        return BADGE in piped(*arguments, env=environment)[1]

    assert not colours("--color", "auto")
    assert colours("--color", "always")
    assert colours("--color", "always", NO_COLOR="1", TERM="dumb")
    assert colours(FORCE_COLOR="1")
    assert not colours(FORCE_COLOR="0")
    assert not colours(FORCE_COLOR="1", NO_COLOR="1")
    assert not colours("--color", "never", FORCE_COLOR="1")
    assert not colours("--color", "never", terminal=True)
    assert not colours(FORCE_COLOR="0", terminal=True)
    assert piped("loop.txt", "--color", "always", "--output", "o.txt")[1:] == ("", "")
    assert "\x1b" not in Path("o.txt").read_text("utf-8")


@pytest.mark.parametrize("columns", [60, 140])
def test_quoted_sentences_and_underlines_fit_the_terminal_width(loop: Path, columns: int) -> None:
    sentence = "Na aldeia do vale, que era pequena e ficava longe, o rio corria devagar. "
    long = sentence.replace(". ", ", e também as pessoas, que tinham tempo, andavam devagar. ")
    loop.write_text(f"{long}{long}", encoding="utf-8")
    arguments = ("loop.txt", "--select", "RED001", "--color", "never")
    shown = on_terminal(*arguments, COLUMNS=str(columns))
    quoted = [line for line in shown.splitlines() if re.match(r"[1 ] \| ", line)]
    assert max(map(len, quoted)) <= columns
    assert len(quoted) == {60: 12, 140: 4}[columns]
    assert len(max(quoted, key=len)) > columns - 20


def test_standard_input_is_linted_if_no_path_is_given(loop: Path) -> None:
    def linted(*arguments: str) -> tuple[int, str, str]:
        with loop.open("rb") as text:
            return piped(*arguments, stdin=text)

    options = ("--select", "RED001", "--format", "concise")
    assert linted(*options) == linted("-", *options)
    assert linted(*options)[1].startswith("-:")
    assert linted("lint", *options) == linted(*options)
    assert linted() == linted("-")


def test_command_without_arguments_prints_help(folder: Path) -> None:
    assert on_terminal().startswith("Uso: textlint-pt [OPÇÕES] [CAMINHO...]")
    said = on_terminal("--select", "RED001")
    assert said.startswith("textlint-pt: ") and said.endswith("`textlint-pt --help` diz mais\n")


def test_output_encoding_does_not_depend_on_the_locale(loop: Path) -> None:
    arguments = ("loop.txt", "--select", "RED001")
    environments = [{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "latin-1"}, {}]
    results = [piped(*arguments, env=environment) for environment in environments]
    assert results[0] == results[1] == results[2]


def test_a_progress_bar_is_shown_for_many_files(loop: Path) -> None:
    for number in range(6):
        Path(f"{number}.txt").write_text(LOOP, encoding="utf-8")
    shown = on_terminal(".", "--no-cache", "--select", "DOC")
    assert "análise:" in shown
    assert re.search(r"\d frases/s, problemas: \d", re.sub(r"\x1b\[[\d;]*m", "", shown))
    assert "\x1b[?25h" in shown  # the cursor is back
    assert "análise:" not in on_terminal("loop.txt", "--no-cache", "--select", "DOC")
    assert "análise:" not in "".join(piped(".", "--no-cache", "--select", "DOC")[1:])
    piped_on = on_terminal(".", "--no-cache", "--select", "DOC", out=subprocess.PIPE)
    assert "análise:" not in piped_on  # where `head` writes


def test_progress_line_is_shown_while_linting_one_long_file(loop: Path) -> None:
    Path("[longo].txt").write_text(LOOP * 100, encoding="utf-8")
    arguments = ("[longo].txt", "--no-cache", "--select", "DOC")
    shown = re.sub(r"\x1b\[[\d;]*m", "", on_terminal(*arguments))
    assert "análise: [longo].txt 0:00:0" in shown
    assert "análise:" not in "".join(piped(*arguments)[1:])


def test_progress_line_is_shown_only_if_linting_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    report = failed("a.txt", "unread", "calibrated")

    def entries() -> Iterator[DocumentReport]:
        time.sleep(0.2)
        yield report

    for patience, is_shown in ((0.05, True), (60.0, False)):
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setattr(progress, "SECONDS_BEFORE_SHOWING", patience)
        assert list(progress.progress(entries(), ["a.txt"], 9, "pt")) == [report]
        assert ("análise: a.txt" in terminal.getvalue()) is is_shown


def test_closed_output_pipe_ends_the_program_without_an_error_message(loop: Path) -> None:
    loop.write_text(LOOP * 100, encoding="utf-8")
    for arguments in (("loop.txt", "--measures", "--format", "json"), ("sentences", "loop.txt")):
        process = program(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout
        assert process.stderr
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        process.wait(60)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [("loop.txt",), ("rules",), ("--version",)])
def test_full_disk_at_standard_output_is_reported_in_one_line(
    loop: Path, arguments: tuple[str, ...]
) -> None:
    with Path("/dev/full").open("wb") as full:
        process = program(*arguments, stdout=full, stderr=subprocess.PIPE)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    said = "textlint-pt: standard output: cannot be written: No space left on device\n"
    assert err.decode() == said


def test_file_names_that_are_not_utf8_are_printed_escaped(loop: Path) -> None:
    name = b"caf\xe9.txt"
    try:
        Path(os.fsdecode(name)).write_text(LOOP, encoding="utf-8")
    except OSError:
        pytest.skip("this file system has no such names")
    status, out, err = piped(name, b"nada\xe9.txt", "--select", "RED001", "--format", "concise")
    assert status == 2
    assert err == "textlint-pt: nada\\udce9.txt: não existe\n"
    assert out.startswith("caf\\udce9.txt:")


def test_named_pipe_as_input_is_refused_without_waiting(loop: Path) -> None:
    os.mkfifo("pipe.txt")
    status, _, err = piped("pipe.txt", "loop.txt", "--select", "RED001", "--format", "concise")
    assert status == 2
    assert err == "textlint-pt: pipe.txt: um pipe, não um ficheiro\n"


def test_shell_process_substitution_is_read_as_input(loop: Path) -> None:
    shell = f"{sys.executable} -m textlint_pt <(cat loop.txt) --format csv"
    out = subprocess.run(["bash", "-c", shell], capture_output=True, check=False).stdout
    assert b",7," in out.splitlines()[1]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupted_linting_prints_one_line_and_keeps_the_cache_valid(
    loop: Path, jobs: str
) -> None:
    for number in range(40):
        text = "\n\n".join(f"Na página {number}, o parágrafo {i} é só este." for i in range(400))
        Path(f"{number}.txt").write_text(text, encoding="utf-8")
    process = program(
        ".",
        "--jobs",
        jobs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # a shell that runs the tests in the background has interrupts ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    cache = Path(os.environ["TEXTLINT_PT_CACHE"], "cache.sqlite")
    while not cache.exists() and process.poll() is None:
        time.sleep(0.01)
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the group
    out, err = process.communicate(timeout=30)
    assert (out, err) == (b"", b"textlint-pt: interrompido\n")
    # Python ends by the signal itself, which a shell shows as 130 too, where it came inside `exec`
    assert process.returncode in (130, -signal.SIGINT)
    with sqlite3.connect(cache) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert piped("loop.txt")[0] == 1


def test_closed_standard_streams_do_not_crash_the_program(loop: Path) -> None:
    start = f"exec {sys.executable} -m textlint_pt"
    for command, status in (
        (f"{start} loop.txt --select RED >&-", 1),
        (f"{start} nada.txt 2>&-", 2),
        (f"{start} - <&-", 0),
        (f"{start} rules >&- 2>&-", 0),
    ):
        done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (status, b""), command
