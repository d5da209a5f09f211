"""An interrupted run leaves what was done, and the next one goes on from there."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Run as Called
from tests.cli.conftest import program
from textlint_pt.cli.lint import lint as lint_command
from textlint_pt.cli.options import read
from textlint_pt.companions.input import Input
from textlint_pt.engine import reports
from textlint_pt.engine.session import Session

SEVERAL = 30


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """More texts than are done in some seconds, each with a finding."""
    folder = tmp_path_factory.mktemp("texts")
    for number in range(SEVERAL):
        lines = [f"Na página {number}, o gato {i} dorme no chão da cozinha." for i in range(500)]
        text = "O gato ,dorme.\n\n" + "\n\n".join(lines)
        (folder / f"{number:02}.txt").write_text(text, encoding="utf-8")
    return folder


def interrupted(folder: Path, cache: Path, *arguments: str) -> tuple[int, str, str]:
    """Status, output and errors of a run that is told to end when two documents are out."""
    process = program(
        *(".", "--select", "GRA404", "--format", "jsonl", "--language", "en", *arguments),
        cwd=folder,
        env={**os.environ, "TEXTLINT_PT_CACHE": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdout is not None
    seen = [process.stdout.readline() for _ in range(2)]  # they come before the run is over
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    # `communicate` would lose what was read ahead of the second line
    assert process.stderr is not None
    out, err = process.stdout.read(), process.stderr.read()
    return process.wait(timeout=20), "".join(seen) + out, err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupted_linting_writes_reports_of_finished_documents(
    texts: Path, tmp_path: Path, jobs: str
) -> None:
    marked = ["csv", "text", "concise", "github", "gitlab", "rdjson"]
    names = ["json", "sarif", "junit", "html", *marked]
    outputs = [part for n in names for part in ("--output", f"{n}={tmp_path / n}")]
    status, out, err = interrupted(texts, tmp_path / "cache", *outputs, "--jobs", jobs)
    said = "partial report: the run was interrupted"
    assert (status, err) == (143, f"textlint-pt: {said}\ntextlint-pt: terminated\n")
    paths = [Path(json.loads(line)["path"]).name for line in out.splitlines()]
    assert paths == [f"{n:02}.txt" for n in range(len(paths))]
    assert 2 <= len(paths) < SEVERAL
    written = {n: (tmp_path / n).read_text(encoding="utf-8") for n in names}
    report = json.loads(written["json"])
    assert report["partial"] is True
    assert [Path(d["path"]).name for d in report["documents"]] == paths
    (run,) = json.loads(written["sarif"])["runs"]
    assert not run["invocations"][0]["executionSuccessful"]
    assert "interrupted" in str(run["invocations"][0]["toolExecutionNotifications"])
    assert "interrupted" in str(
        [e.attrib for e in ElementTree.fromstring(written["junit"]).iter("error")]
    )
    assert all(written[name].count(said) == 1 for name in ("html", *marked))
    assert len(list(csv.reader(written["csv"].splitlines()))) == len(paths) + 2
    assert json.loads(written["gitlab"])[-1]["location"]["path"].endswith(paths[-1])
    assert json.loads(written["rdjson"])["diagnostics"][-1]["severity"] == "ERROR"
    assert written["text"].count("GRA404") >= len(paths)


def test_linting_again_after_an_interrupt_reuses_finished_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(5):
        (tmp_path / f"{number}.txt").write_text("O gato ,dorme.\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TEXTLINT_PT_CACHE", str(tmp_path / "cache"))
    asked: list[str] = []
    whole = reports._new_reports

    def lint(session: Session, given: Sequence[Input], jobs: int | None) -> Iterator[Any]:
        asked.extend(text.path for text in given)
        yield from islice(whole(session, given, jobs), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(reports, "_new_reports", lint)
    options = read([".", "--select", "GRA404", "--format", "jsonl", "--language", "en"])
    assert options is not None
    for left in (5, 3, 1):
        asked.clear()
        with pytest.raises(KeyboardInterrupt):
            lint_command(options)
            raise KeyboardInterrupt  # of one document two could be had
        assert len(asked) == left
    assert len(capsys.readouterr().out.splitlines()) == 2 + 4 + 5


def test_no_report_is_printed_if_another_report_file_cannot_be_written(run: Called) -> None:
    for name in "ab":
        Path(f"{name}.txt").write_text("O gato ,dorme.\n", encoding="utf-8")
    for form in ("jsonl", "full"):
        result = run(".", "--format", form, "--output", "json=b.txt", "--language", "en")
        assert (result.status, result.out) == (2, "")
        assert result.err.startswith("textlint-pt: b.txt: not written: ")


def test_files_with_an_invalid_configuration_keep_their_order_in_the_report(run: Called) -> None:
    for name, configuration in (("a", "select: [NON001]"), ("b", "select: [TOY001]")):
        folder = Path(name)
        folder.mkdir()
        (folder / "rules.yaml").write_text(f"{configuration}\n", encoding="utf-8")
        for number in range(2):
            (folder / f"{number}.txt").write_text("Alguém gritou SOCORRO.\n", encoding="utf-8")
    result = run(".", "--format", "jsonl", "--language", "en")
    entries = [json.loads(line) for line in result.lines]
    assert [Path(one["path"]).as_posix() for one in entries] == [
        *("a/0.txt", "a/1.txt", "b/0.txt", "b/1.txt")
    ]
    assert ["NON001" in (one["error"] or "") for one in entries] == [True, True, False, False]
    assert (result.status, result.err.count("NON001")) == (2, 1)
