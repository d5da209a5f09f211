"""`corpus score --scheduler`: a scheduler and workers, each a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from tests.cli.conftest import program
from tests.corpus.test_scoring import LAYERS, Fatal, run, write_rows, written
from tests.toys import STORY
from textlint_pt.companions.input import Wanted
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.corpus import cluster, scoring
from textlint_pt.corpus.cluster import Cluster
from textlint_pt.corpus.engines import Batch, Processes
from textlint_pt.corpus.reading import Fields, Record
from textlint_pt.corpus.rows import unpack
from textlint_pt.corpus.work import Scoring
from textlint_pt.engine.linter import Linter
from textlint_pt.engine.session import Order
from textlint_pt.registry.plugins import load

pytestmark = pytest.mark.loopback

WORK = Scoring(Order(LAYERS, False, wanted=Wanted(measures=True)), findings=True)


def start(command: str, *arguments: str, folder: Path) -> subprocess.Popen[bytes]:
    # a batch counts as bad after the second worker, so that the tests are short
    environment = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{command}", "--no-dashboard", *arguments],
        env=environment,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def scheduler(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A scheduler, and its address as soon as it has one."""
    file = folder / "scheduler.json"
    arguments = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
    process = start("scheduler", *arguments, folder=folder)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            return process, json.loads(file.read_text())["address"]
        except (OSError, ValueError):
            time.sleep(0.05)
    process.kill()
    raise TimeoutError("no scheduler")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("cluster")
    process, address = scheduler(folder)
    arguments = (address, "--nthreads", "1", "--local-directory", str(folder))
    workers = [start("worker", *arguments, folder=folder) for _ in range(2)]
    try:
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        yield address
    finally:
        for one in (*workers, process):
            one.terminate()
        for one in (*workers, process):
            one.wait(60)


@pytest.fixture(scope="module")
def linter() -> Linter:
    return Linter(load(third_party=False), LAYERS)


def silent(said: str) -> None:
    raise AssertionError(said)


def pids(address: str, number: int) -> set[int]:
    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(number, timeout=60)
        return set(client.run(os.getpid).values())


def test_killed_dask_worker_does_not_change_the_score_table(
    address: str, linter: Linter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoring, "MAX_DOCUMENTS", 2)
    write_rows(tmp_path / "rows.jsonl", 41)
    run(linter, tmp_path, Processes(1))
    expected = written(tmp_path)
    assert len(expected) == 4
    (tmp_path / "scores.parquet").unlink()
    before = pids(address, 2)
    shot: list[int] = []

    def shoot(progress: Any) -> None:
        if not shot:
            shot.append(min(before))
            os.kill(min(before), signal.SIGKILL)

    to = scoring.outputs(str(tmp_path / "scores.parquet"), with_sentences=True, with_findings=True)
    work = WORK._replace(signature=linter.signature())
    given = [str(tmp_path / "rows.jsonl")]
    engine = Cluster(address, silent)
    outcome = scoring.score(given, to, linter, work, engine, Fields(), report_progress=shoot)
    assert outcome is not None
    assert (outcome.documents, outcome.errors) == (41, 0)
    assert written(tmp_path) == expected
    after = pids(address, 2)
    assert before - after == set(shot)


def test_document_that_crashes_dask_workers_is_reported_as_an_error(address: str) -> None:
    good = [Record("a.jsonl", str(i), STORY.encode(), ".txt") for i in range(5)]
    fatal = Record("a.jsonl", "fatal", Fatal(b"x"), ".txt")
    batches = [(0, good[:2]), (1, [good[2], fatal, good[3]]), (2, good[4:])]
    here = dict(Processes(1).run(batches, WORK, "calibrated"))
    there = dict(Cluster(address, silent).run(batches, WORK, "calibrated"))
    assert there == here
    rows = unpack(there[1])
    assert [row["id"] for row in rows.documents] == ["2", "fatal", "3"]
    assert [error["id"] for error in rows.errors] == ["fatal"]
    assert "ended the process that scored it" in rows.errors[0]["error"]


def refused(address: str, work: Scoring) -> str:
    with pytest.raises(UserError) as caught:
        list(Cluster(address, lambda said: None).run([(0, [])], work, "calibrated"))
    said = str(caught.value)
    assert said.startswith(f"--scheduler: {address}: ")
    assert "\n" not in said
    return said


def test_dask_workers_with_another_version_are_refused(
    address: str, linter: Linter, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = linter.signature().replace("RED004", "ABC123")
    said = refused(address, WORK._replace(signature=other))
    assert "another signature (rules: RED004 there, ABC123 here)" in said
    places = [*LAYERS, Layer("rules.yaml", {"paths": {"docs/**": {}}})]
    assert f"rules.yaml: paths: needs workers in {Path.cwd()}" in refused(
        address, WORK._replace(order=WORK.order._replace(layers=places))
    )
    nonsense = [Layer("test", {"preset": "nonsense"})]
    work = WORK._replace(order=WORK.order._replace(layers=nonsense))
    assert 'unknown preset "nonsense"' in refused(address, work)
    monkeypatch.setattr(cluster, "__version__", "9.9")
    assert "a worker has textlint-pt" in refused(address, WORK)


def test_wrong_dask_scheduler_address_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "_TIMEOUT", 1)
    for nowhere in ("tcp://127.0.0.1:9", "nonsense://127.0.0.1:9"):
        assert "no scheduler of dask to be reached" in refused(nowhere, WORK)


@pytest.mark.parametrize("when", ["before", "between"])
def test_lost_connection_to_dask_ends_corpus_scoring_with_an_error(
    when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_TIMEOUT", 2)
    process, address = scheduler(tmp_path)
    told: list[str] = []

    def end() -> None:
        process.kill()
        process.wait()

    def report_progress(said: str) -> None:
        told.append(said)
        if when == "before":
            end()

    def batches() -> Iterator[Batch]:
        yield 0, []
        end()

    with pytest.raises(UserError, match="the scheduler is gone; what is done is kept, run again"):
        list(Cluster(address, report_progress).run(batches(), WORK, "calibrated"))
    assert told == [f"{address}: no workers yet; the run waits for them"]


def test_corpus_score_command_runs_on_a_dask_cluster(address: str, tmp_path: Path) -> None:
    write_rows(tmp_path / "rows.jsonl", 3)
    settings = ("--preset", "generated", "--select", "RED001", "--no-plugins", "--quiet")
    command = ("corpus", "score", "rows.jsonl", *settings, "--out")
    assert program(*command, "a.parquet", "--workers", "1", cwd=tmp_path).wait() == 0
    both = ("--scheduler", address)
    found = program(*command, "b.parquet", *both, cwd=tmp_path, stderr=subprocess.PIPE)
    assert (found.communicate()[1], found.returncode) == (b"", 0)
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()
    wrong = program(*command, "c.parquet", *both, "--workers", "2", cwd=tmp_path, stderr=-1)
    said = wrong.communicate()[1].decode()
    assert (wrong.returncode, said.count("\n")) == (2, 1)
    assert "com --scheduler, são os do cluster" in said
