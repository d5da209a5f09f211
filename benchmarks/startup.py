"""How long commands take from the shell, in ratio to a bare Python.

    python -m benchmarks.startup STORY [--peer PROGRAM] [--rounds N] [--json]

STORY is a text of 50 sentences or more; the first 50 and the first 1,000 bytes are used. PROGRAM is
a peer to run on the same 1,000 bytes, as in `--peer 'venv/bin/proselint check'`. Rounds run every
command once, in turn, so that all of them meet the same load; rows hold medians.

`ratio` is wall time over that of `python -c pass`, except for `cached` (cold over cached) and the
peer (peer over ours); `cpu` is the same for the time the processor worked, which other programs
disturb less.
"""

from __future__ import annotations

import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.evaluation.common import emit, parser, read_text
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText

PROGRAM = Path(sys.executable).with_name("textlint-pt")
#: wall and processor seconds
Times = tuple[float, float]


def main(arguments: Sequence[str] | None = None) -> None:
    options = parser(__doc__)
    options.add_argument("story", help="a text of 50 sentences or more")
    options.add_argument("--peer", action="append", default=[], help="command of another linter")
    options.add_argument("--rounds", type=int, default=21)
    given = options.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(read_text(given.story), given.peer, given.rounds, Path(folder))
    emit("startup", [given.story], rows, given.json)


def measure(story: str, peers: Sequence[str], rounds: int, folder: Path) -> list[dict[str, Any]]:
    """Rows of the benchmark; files and the cache lie in `folder`."""
    sentences = build("story.txt", story, PlainText()).sentences
    if len(sentences) < 50:
        raise SystemExit(f"the story has {len(sentences)} sentences, 50 are needed")
    (folder / "story.txt").write_text(story[: sentences[49].span.end], encoding="utf-8")
    small = story.encode()[:1000].decode("utf-8", "ignore")
    (folder / "small.txt").write_text(small, encoding="utf-8")
    commands = {
        "bare": [sys.executable, "-c", "pass"],
        "version": [str(PROGRAM), "--version"],
        "help": [str(PROGRAM), "--help"],
        "model-free": [str(PROGRAM), "--select", "RED,DOC", "--no-cache", "small.txt"],
        "cold": [str(PROGRAM), "--select", "GRA,RED,FOC", "--no-cache", "story.txt"],
        "cached": [str(PROGRAM), "--select", "GRA,RED,FOC", "story.txt"],
        **{shlex.split(peer)[0]: [*shlex.split(peer), "small.txt"] for peer in peers},
    }
    times: dict[str, list[Times]] = {name: [] for name in commands}
    outputs: dict[str, bytes] = {}
    for number in range(rounds + 1):
        for name, command in commands.items():
            spent, outputs[name] = _run(command, folder)
            if number:  # the first round fills the disk's cache and ours
                times[name].append(spent)
    if outputs["cold"] != outputs["cached"]:
        raise SystemExit("the cached run printed other bytes than the cold one")
    wall = {name: median(spent[0] for spent in all_) for name, all_ in times.items()}
    cpu = {name: median(spent[1] for spent in all_) for name, all_ in times.items()}
    rows = [_row("ours", name, name, "bare", wall, cpu) for name in commands if name in _OURS]
    rows.append(_row("ours", "cached", "cold", "cached", wall, cpu))
    rows += [
        _row(Path(name).name, "model-free", name, "model-free", wall, cpu)
        for name in commands
        if name not in (*_OURS, "bare", "cached")
    ]
    return rows


_OURS = ("version", "help", "model-free", "cold")


def _row(
    system: str,
    command: str,
    above: str,
    below: str,
    wall: Mapping[str, float],
    cpu: Mapping[str, float],
) -> dict[str, Any]:
    shown = command if system == "ours" else above
    return {
        "system": system,
        "command": command,
        "ratio": wall[above] / wall[below],
        "cpu": cpu[above] / cpu[below],
        "ms": 1000 * wall[shown],
    }


def _run(command: Sequence[str], folder: Path) -> tuple[Times, bytes]:
    # an installed program has its bytecode: keep what the first round compiles
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment["TEXTLINT_PT_CACHE"] = str(folder / "cache")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode > 1:
        raise SystemExit(f"{shlex.join(command)}: {done.stderr.decode()}")
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (wall, spent), done.stdout


if __name__ == "__main__":
    main()
