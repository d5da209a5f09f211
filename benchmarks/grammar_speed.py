"""What grammar costs: parse and rules beside a network as large as BERT-base.

Asked for by `python -m benchmarks.grammar FILE --speed`. 200 sentences of FILE, drawn by seed 7,
go ten a text through the linter with every rule of grammar that is on by default, from text to
findings, on one thread; the network of `benchmarks.inference` makes one pass over each of the same
sentences, in turn with ours, text by text. `ratio` is its wall time over ours, `cpu` the same by
the thread's processor time. `rss_mb` is the most memory that `textlint-pt` held over all of them,
`cold_s` the time from its start to its first finding in a text of one sentence (medians of five).
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.evaluation.common import stem
from benchmarks.inference import (
    SEED,
    SENTENCES,
    STARTS,
    Large,
    Own,
    Shape,
    Times,
    own,
    sample,
    timed,
)
from textlint_pt.cli import collect_seldom
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load

TOGETHER = 10
#: a sentence with a fault that is on every writer's list
FAULTY = "As casas que ficavam perto do rio foi vendidas no inverno passado.\n"
RULES = "GRA"


def race(texts: Sequence[str], ours: Own, large: Large) -> dict[str, float]:
    """Ratios over all texts, each of several sentences; they take turns."""
    collect_seldom()  # as the command does
    values = {"select": [RULES], "language": "en"}
    linter = Linter(load(third_party=False), [Layer("benchmark", values)])
    chance = random.Random(SEED)
    spent: dict[str, list[Times]] = {"ours": [], "large": []}
    groups = [texts[at : at + TOGETHER] for at in range(0, len(texts), TOGETHER)]
    for number, group in enumerate([groups[0], *groups]):
        source = Input("texto.txt", "\n\n".join(group).encode())
        ids = [large.ids(ours.pieces(text), chance) for text in group]
        mine = timed(lambda given: list(linter.lint([given])), source)
        other = timed(lambda given: each(large.single, given), ids)
        if number:  # the first is for warming up
            spent["ours"].append(mine)
            spent["large"].append(other)
    mine, other = (
        Times(*(sum(column) for column in zip(*times, strict=True))) for times in spent.values()
    )
    return {
        "ratio": other.wall / mine.wall,
        "cpu": other.cpu / mine.cpu,
        "ms": 1000 * mine.wall / len(texts),
    }


def each(action: Callable[[Any], object], given: Sequence[Any]) -> None:
    for one in given:
        action(one)


def command(folder: Path, name: str) -> list[str]:
    program = [sys.executable, "-m", "textlint_pt", "--no-cache", "--select", RULES]
    return [*program, str(folder / name)]


def first_line(arguments: Sequence[str]) -> tuple[float, float]:
    """Seconds to the first line that a program prints, and the most megabytes that it held."""
    started = time.perf_counter()
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        line = program.stdout.readline()
        seconds = time.perf_counter() - started
        program.stdout.read()
        _, _, used = os.wait4(program.pid, 0)
        program.returncode = 0
    if not line.strip():
        raise SystemExit("grammar: the linter found nothing in the sentence made for it")
    return seconds, used.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)


def measure(path: str, number: int = SENTENCES, shape: Shape | None = None) -> dict[str, Any]:
    """The row of a file."""
    texts = sample(path, number)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "um.txt").write_text(FAULTY, encoding="utf-8")
        (folder / "todos.txt").write_text("\n\n".join([*texts, FAULTY]), encoding="utf-8")
        starts = [first_line(command(folder, "um.txt")) for _ in range(STARTS)]
        _, megabytes = first_line(command(folder, "todos.txt"))
        ratios = race(texts, own(None), Large(shape or Shape(), folder))
    return {
        "system": "ours",
        "set": stem(path),
        "point": "speed",
        **ratios,
        "cold_s": median(seconds for seconds, _ in starts),
        "rss_mb": megabytes,
        "n": len(texts),
    }
