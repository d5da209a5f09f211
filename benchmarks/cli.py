"""How long commands take from the shell: the start, a small file, a repository."""

from __future__ import annotations

import os
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Annotated, Any

from benchmarks.evaluation.command import File, Rows
from benchmarks.evaluation.common import read_text
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText

PROGRAM = Path(sys.executable).with_name("textlint-pt")
#: wall and processor seconds
Times = tuple[float, float]


def run(
    text: Annotated[File, "a text of 50 sentences, and 20 for each file"],
    *,
    rounds: int = 21,
    files: Annotated[int, "files of the repository"] = 200,
) -> Rows:
    """Return the times of all commands in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        return measure(read_text(text), rounds, Path(folder), files=files)


def measure(story: str, rounds: int, folder: Path, *, files: int = 0) -> list[dict[str, Any]]:
    """Return the rows of the benchmark; `folder` gets the files and the cache."""
    sentences = build("story.txt", story, PlainText()).sentences
    needed = _FIRST + files * _IN_A_FILE
    if len(sentences) < needed:
        raise SystemExit(f"cli: the text has {len(sentences)} sentences, {needed} are needed")
    first = sentences[_FIRST - 1].span.end
    (folder / "story.txt").write_text(story[:first], encoding="utf-8")
    small = story.encode()[:1000].decode("utf-8", "ignore")
    (folder / "small.txt").write_text(small, encoding="utf-8")
    commands = {
        "bare": [sys.executable, "-c", "pass"],
        "version": [str(PROGRAM), "--version"],
        "help": [str(PROGRAM), "--help"],
        "model-free": [str(PROGRAM), "--select", "RED001,RED005,DOC", "--no-cache", "small.txt"],
        "small": [str(PROGRAM), "--no-cache", "small.txt"],
        "cold": [str(PROGRAM), "--select", "GRA,RED001,RED005,FOC", "--no-cache", "story.txt"],
        "cached": [str(PROGRAM), "--select", "GRA,RED001,RED005,FOC", "story.txt"],
    }
    times: dict[str, list[Times]] = {name: [] for name in commands}
    outputs: dict[str, bytes] = {}
    for number in range(rounds + 1):
        for name, command in commands.items():
            spent, outputs[name] = _run(command, folder, folder / "cache")
            if number:  # the first round fills the disk's cache and ours
                times[name].append(spent)
    if outputs["cold"] != outputs["cached"]:
        raise SystemExit("the cached run printed other bytes than the cold one")
    medians = _medians(times)
    rows = [_row(name, name, "bare", medians) for name in _OURS]
    rows.append(_row("cached", "cold", "cached", medians))
    if files:
        repository = folder / "repository"
        repository.mkdir()
        for number in range(files):
            at = _FIRST + number * _IN_A_FILE
            start, end = sentences[at].span.start, sentences[at + _IN_A_FILE - 1].span.end
            (repository / f"{number}.txt").write_text(story[start:end], encoding="utf-8")
        rows += _repository(repository, folder / "cache", max(1, rounds // 7))
    return rows


def _repository(repository: Path, cache: Path, rounds: int) -> list[dict[str, Any]]:
    """Return the rows of a folder of files, without a cache and with the cache of that run."""
    command = [str(PROGRAM), "--quiet", "."]
    times: dict[str, list[Times]] = {"cold": [], "warm": []}
    for _ in range(rounds):
        shutil.rmtree(cache, ignore_errors=True)
        outputs = {}
        for name, runs in times.items():
            spent, outputs[name] = _run(command, repository, cache)
            runs.append(spent)
        if outputs["cold"] != outputs["warm"]:
            raise SystemExit("the warm run printed other bytes than the cold one")
    medians = _medians(times)
    return [_row(name, "cold", name, medians, "repository-") for name in times]


#: sentences of the longer text, and of a file of the repository
_FIRST, _IN_A_FILE = 50, 20
_OURS = ("version", "help", "model-free", "small", "cold")


def _medians(times: Mapping[str, Sequence[Times]]) -> list[dict[str, float]]:
    """Wall and processor time of each command."""
    return [
        {name: median(spent[which] for spent in runs) for name, runs in times.items()}
        for which in (0, 1)
    ]


def _row(
    command: str,
    numerator: str,
    denominator: str,
    medians: Sequence[Mapping[str, float]],
    prefix: str = "",
) -> dict[str, Any]:
    """Return the row of a command; `numerator` and `denominator` are the commands of its ratios."""
    wall, cpu = medians
    return {
        "command": f"{prefix}{command}",
        "ratio": wall[numerator] / wall[denominator],
        "cpu": cpu[numerator] / cpu[denominator],
        "ms": 1000 * wall[command],
        "cpu_ms": 1000 * cpu[command],
    }


def _run(command: Sequence[str], folder: Path, cache: Path) -> tuple[Times, bytes]:
    """Run a command; return its wall and processor seconds and what it printed."""
    # an installed program has its bytecode: keep what the first round compiles
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment["TEXTLINT_PT_CACHE"] = str(cache)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    process = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode > 1:
        raise SystemExit(f"{shlex.join(command)}: {process.stderr.decode()}")
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (wall, spent), process.stdout
