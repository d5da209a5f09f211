"""How much memory the server takes while it judges ever new texts: `python -m
benchmarks.server_memory FILE… --texts 3000`, each line of the files being a text."""

from __future__ import annotations

import resource
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from textlint_pt.companions.input import Input
from textlint_pt.config import config
from textlint_pt.registry.plugins import load
from textlint_pt.server.judging import PLAIN, Judge


def resident() -> float:
    """MB (10⁶ bytes) of this process that are in memory."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize() / 1e6


def run(
    files: Sequence[Path],
    *,
    texts: int = 3_000,
    every: Annotated[int, "texts between two figures"] = 250,
    most: Annotated[float, "MB"] = 15.0,
) -> int:
    lines = (line for file in files for line in file.read_text("utf-8").splitlines())
    chosen = list(dict.fromkeys(line for line in lines if line.strip()))[:texts]
    judge = Judge(config.read_layers(None, {}), load(False), print)
    began, figures = time.monotonic(), []
    for number, text in enumerate(chosen):
        judge.check(Input(PLAIN, text.encode()), 120)
        if number % every == 0 or number == len(chosen) - 1:
            figures.append(resident())
            print(f"{number}\t{figures[-1]:.0f} MB\t{time.monotonic() - began:.0f} s", flush=True)
    half = len(figures) // 2
    grown = max(figures[half:]) - max(figures[: half + 1])
    print(f"{len(chosen)} texts; the second half: {grown:+.0f} MB")
    return int(grown > most)
