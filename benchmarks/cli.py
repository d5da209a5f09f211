"""How long commands take from the shell: the start, a small file, a second run."""

from __future__ import annotations

import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
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
#: sentences of the longer text
_FIRST = 50
_OURS = ("version", "help", "model-free", "small", "cold")


def run(text: Annotated[File, "a text of 50 sentences"], *, rounds: int = 21) -> Rows:
    """Return the times of all commands in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        return measure(read_text(text), rounds, Path(folder))


def measure(story: str, rounds: int, folder: Path) -> list[dict[str, Any]]:
    """Return the rows of the benchmark; `folder` gets the files and the cache."""
    sentences = build("story.txt", story, PlainText()).sentences
    if len(sentences) < _FIRST:
        raise SystemExit(f"cli: the text has {len(sentences)} sentences, {_FIRST} are needed")
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
    wall, cpu = (
        {name: median(spent[which] for spent in runs) for name, runs in times.items()}
        for which in (0, 1)
    )
    # of the cached run: how many times longer it takes without a cache
    ratios = {name: (name, "bare") for name in _OURS} | {"cached": ("cold", "cached")}
    return [
        {
            "command": name,
            "ratio": wall[one] / wall[other],
            "cpu": cpu[one] / cpu[other],
            "ms": 1000 * wall[name],
            "cpu_ms": 1000 * cpu[name],
        }
        for name, (one, other) in ratios.items()
    ]


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
