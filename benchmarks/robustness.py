"""What attacks do to it: damaged files, memory, kills and flipped bits.

    python -m benchmarks.robustness [FILE…] [--seconds N] [--sizes KB,…] [--rounds N] [--json]

Needs no data: files are those of `tests/fuzz` and texts are put together from sentences written for
it, of which no two need be alike. FILEs are linted besides, each in a process of its own, as whole
as they are. All of it takes an hour or so on one core; `--sizes 10,100 --rounds 20` some minutes.

* `fuzz`: damaged files for `--seconds` each without and with models; `cases`, those that `crashed`,
  `hung` (over 20 s) or broke another invariant (`broken`).
* `memory: SIZE`: `rss_mb`, the most that `textlint-pt` held over a text of that size, with all
  rules that are on by default, and the processor's seconds.
* `kills`, `bits`: of `n` runs, those after which the next one `recovered`: the same report and the
  same status as without a cache. A run is killed (SIGKILL) at any moment; or any bit of any file
  of the cache is flipped before it.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.evaluation.common import emit, parser, read_text, stem
from tests.fuzz.__main__ import Outcome, fuzz, linter

SEED = 7
SIZES = "10,100,1000,5000"
ROUNDS = 200
SECONDS = 600.0

#: who, what they did, to what, where, when: a line each
PHRASES = Path(__file__).parent / "evaluation" / "phrases.txt"


def prose(size: int, seed: int = SEED) -> str:
    """Paragraphs of some five sentences, `size` bytes or a little more."""
    chance = random.Random(seed)
    pick = chance.choice
    lines = PHRASES.read_text(encoding="utf-8").splitlines()
    who, did, what, where, when = (line.split(" | ") for line in lines)
    paragraphs: list[str] = []
    while size > 0:
        sentences = []
        for _ in range(chance.randint(3, 7)):
            said = f"{pick(who)} {pick(did)} {pick(what)} {pick(where)} {pick(when)}"
            if chance.random() < 0.5:
                said += f", e {pick(who)} {pick(did)} {pick(what)} {pick(where)}"
            sentences.append(f"{said[0].upper()}{said[1:]}.")
        paragraphs.append(" ".join(sentences) + "\n\n")
        size -= len(paragraphs[-1].encode())
    return "".join(paragraphs)


# ------------------------------------------------------------------ damaged files


def damaged(seconds: float, first: int) -> dict[str, Any]:
    """The row of the fuzzer."""
    found: list[Outcome] = []
    for with_models in (False, True):
        found += fuzz(linter(with_models), first, seconds)
    broken = [outcome.broken for outcome in found if outcome.broken is not None]
    hung = sum(why.startswith("took ") for why in broken)
    crashed = sum("Error: " in why or " failed: " in why for why in broken)
    return {
        "system": "ours",
        "set": "fuzz",
        "cases": len(found),
        "crashed": crashed,
        "hung": hung,
        "broken": len(broken) - hung - crashed,
    }


# ------------------------------------------------------------------ the command


class Run(NamedTuple):
    """How a command ended, and what it took: megabytes and the processor's seconds."""

    status: int
    out: bytes
    megabytes: float
    seconds: float


def command(folder: Path, *arguments: str, killed_after: float | None = None) -> Run:
    """`textlint-pt` in a folder, which holds its cache too."""
    environment = {**os.environ, "TEXTLINT_PT_CACHE": str(folder / "cache")}
    program = [sys.executable, "-m", "textlint_pt", "--fail-on=never", *arguments]
    with tempfile.TemporaryFile() as out:
        started = subprocess.Popen(
            program, cwd=folder, env=environment, stdout=out, stderr=subprocess.DEVNULL
        )
        if killed_after is not None:
            time.sleep(killed_after)
            os.kill(started.pid, signal.SIGKILL)  # it is not yet waited for, even if it has ended
        _, status, used = os.wait4(started.pid, 0)
        started.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        unit = 1024 * 1024 if sys.platform == "darwin" else 1024
        seconds = used.ru_utime + used.ru_stime
        return Run(started.returncode, out.read(), used.ru_maxrss / unit, seconds)


def memory(folder: Path, name: str, text: str) -> dict[str, Any]:
    (folder / "text.txt").write_text(text, encoding="utf-8")
    run = command(folder, "--no-cache", "--format", "jsonl", "text.txt")
    if run.status:
        raise SystemExit(f"robustness: {name} ended with status {run.status}")
    return {
        "system": "ours",
        "set": f"memory: {name}",
        "rss_mb": run.megabytes,
        "cpu_s": run.seconds,
    }


#: what the runs that are killed or spoilt lint
_TEXT = (
    "A loja da vila fecha cedo ,e o café fica aberto todos os dias. As casa da rua é brancas.\n\n"
    "O rio corre devagar devagar junto da aldeia, e ninguém tem pressa de o atravessar.\n"
)
LINT = ("--format", "json", "text.txt")


def kills(folder: Path, rounds: int) -> dict[str, Any]:
    """Runs that are killed at any moment, each followed by one that must not notice it."""
    (folder / "text.txt").write_text(_TEXT, encoding="utf-8")
    chance = random.Random(SEED)
    whole, started = command(folder, *LINT, "--no-cache"), time.perf_counter()
    command(folder, *LINT, "--no-cache")
    longest = time.perf_counter() - started
    recovered = 0
    for _ in range(rounds):
        # none is answered from what an earlier one has stored
        if chance.random() < 0.5:
            shutil.rmtree(folder / "cache", ignore_errors=True)
        command(folder, *LINT, killed_after=chance.uniform(0, 1.2 * longest))
        recovered += command(folder, *LINT)[:2] == whole[:2]
    return {"system": "ours", "set": "kills", "n": rounds, "recovered": recovered}


def bits(folder: Path, rounds: int) -> dict[str, Any]:
    """Runs over a cache with one bit wrong."""
    (folder / "text.txt").write_text(_TEXT, encoding="utf-8")
    chance = random.Random(SEED)
    whole = command(folder, *LINT, "--no-cache")
    cache, kept = folder / "cache", folder / "kept"
    shutil.rmtree(cache, ignore_errors=True)
    command(folder, *LINT)
    shutil.copytree(cache, kept)
    recovered = 0
    for _ in range(rounds):
        shutil.rmtree(cache)
        shutil.copytree(kept, cache)
        files = [
            path for path in sorted(cache.rglob("*")) if path.is_file() and path.stat().st_size
        ]
        (path,) = chance.choices(files, [path.stat().st_size for path in files])
        data = bytearray(path.read_bytes())
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(data)
        recovered += command(folder, *LINT)[:2] == whole[:2]
    return {"system": "ours", "set": "bits", "n": rounds, "recovered": recovered}


def main(arguments: Sequence[str] | None = None) -> None:
    options = parser(__doc__)
    options.add_argument("files", nargs="*", help="texts to measure the memory of besides")
    options.add_argument("--seconds", type=float, default=SECONDS, help="of the fuzzer, twice")
    options.add_argument("--seed", type=int, default=SEED, help="first file of the fuzzer")
    options.add_argument("--sizes", default=SIZES, help=f"kB of text, commas between ({SIZES})")
    options.add_argument("--rounds", type=int, default=ROUNDS, help="kills, and flipped bits")
    given = options.parse_args(arguments)
    rows = [damaged(given.seconds, given.seed)]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for size in filter(None, given.sizes.split(",")):
            rows.append(memory(folder, f"{size} kB", prose(1000 * int(size))))
        rows += [memory(folder, stem(path), read_text(path)) for path in given.files]
        rows += [kills(folder, given.rounds), bits(folder, given.rounds)]
    emit("robustness", given.files, rows, given.json)


if __name__ == "__main__":
    main()
