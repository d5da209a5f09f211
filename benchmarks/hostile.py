"""What hostile repositories and damaged files do to it, and to those who run it.

    python -m benchmarks.hostile [--files FOLDER…] [--mutations N] [--cases TEXT] [--json]
    python -m benchmarks.hostile --sizes 250,500,1000 [--shapes TEXT] [--models] [--json]

Cases (`tests/attacks.py`) are built anew, and `textlint-pt` is run over each as a program. Besides,
`--mutations` files are damaged, linted by all rules that need no model, and corrected: examples of
every format, or the files of `--files` with the endings that are read. All of it takes half an hour
on one core; `--mutations 500 --cases writes` a minute.

`--sizes`: instead files of so many kilobytes are made of every shape (`tests/shapes.py`), or those
whose file and name have a text, and linted by the rules that need no model, or with `--models` by
those of the default. A row a file of one shape, largest last: `seconds` of the processor, `rss_mb`;
`growth`: how many times as long the largest takes as the smallest, by their sizes; `over`: what of
the bounds it breaks (20 s and 600 MB for each megabyte; with models twice what prose takes).

A row a group of cases, and one an ending of damaged files: `n`; `tracebacks` and internal errors;
`hangs` (over 30 s); files `written_outside` of what may be written; secrets that `leaked`;
`damaged`: corrected files that cannot be read any more, or have other blocks or lines; `broken`:
another invariant (places outside of the text, two reports of one file); `seconds_max` and
`rss_max_mb`, the most that one run took (of damaged files: that the process did).
"""

from __future__ import annotations

import io
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from benchmarks.evaluation.common import emit, parser
from tests import attacks, shapes
from tests.fuzz.__main__ import linter, tried
from tests.fuzz.mutations import case, seeds
from textlint_pt.cli.app import run
from textlint_pt.cli.fixing import fix
from textlint_pt.companions.input import Input
from textlint_pt.contract.errors import Unreadable
from textlint_pt.engine.linter import Linter

SEED = 29
MUTATIONS = 10_000
HANG = 30.0
#: bytes of the longest file that is damaged
LONGEST = 100_000
#: of a megabyte: seconds of the processor, megabytes; how many times as long as prose may take what
#: is judged with models; how many times as long by its size a longer file may take
MOST_SECONDS, MOST_MEGABYTES, MOST_OF_PROSE, MOST_GROWTH = 20.0, 600.0, 2.0, 1.5
_COUNTS = ("n", "tracebacks", "hangs", "written_outside", "leaked", "damaged", "broken")
Row = dict[str, Any]


def _row(name: str) -> Row:
    counts = dict.fromkeys(_COUNTS, 0)
    return {"system": "ours", "case": name, **counts, "seconds_max": 0.0, "rss_max_mb": 0.0}


# ------------------------------------------------------------------ repositories


def repositories(wanted: str = "") -> Iterator[Row]:
    """A row a group of cases; what is wrong is said on standard error."""
    rows: dict[str, Row] = {}
    for group, name, attack in attacks.cases():
        if wanted not in f"{group}: {name}":
            continue
        row = rows.setdefault(group, _row(group))
        with tempfile.TemporaryDirectory() as scratch:
            for wrong in _attacked(attack, Path(scratch), row):
                sys.stderr.write(f"hostile: {group}: {name}: {wrong}\n")
    yield from rows.values()


def _attacked(attack: attacks.Attack, folder: Path, row: Row) -> list[str]:
    """Run the commands of a case and count what they did."""
    place = attacks.prepared(folder)
    attack.build(place)
    before = attacks.snapshot(folder)
    try:
        ran = [_run(folder, place.repository, command) for command in attack.commands]
        after = attacks.snapshot(folder)
    finally:
        attacks.cleared(place)
    statuses = {status for status, *_ in ran}
    wrong = attacks.broken(before, after, attack, "".join(said for _, said, *_ in ran))
    row["n"] += 1
    row["hangs"] += None in statuses
    row["written_outside"] += any(one.startswith("writes") for one in wrong)
    row["leaked"] += "shows the secret" in wrong
    row["tracebacks"] += "internal error" in wrong or not statuses <= {0, 1, 2, None}
    row["seconds_max"] = max(row["seconds_max"], *(seconds for _, _, seconds, _ in ran))
    row["rss_max_mb"] = max(row["rss_max_mb"], *(megabytes for *_, megabytes in ran))
    if attack.status is not None and statuses != {attack.status}:
        wrong.append(f"status {statuses} and not {attack.status}")
    return wrong


def _run(
    folder: Path, repository: Path, arguments: Sequence[str]
) -> tuple[int | None, str, float, float]:
    """Exit status (None: it hung), what was said, seconds and megabytes of a command."""
    home = folder / "cache" / "home"
    home.mkdir(parents=True, exist_ok=True)
    environment = {
        **os.environ,
        "TEXTLINT_PT_CACHE": str(folder / "cache"),
        "HOME": str(home),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    started = time.monotonic()
    with tempfile.TemporaryFile() as out:
        program = subprocess.Popen(
            [sys.executable, "-P", "-m", "textlint_pt", *arguments],
            cwd=repository,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        status: int | None = None
        while time.monotonic() - started < HANG:
            ended, code, used = os.wait4(program.pid, os.WNOHANG)
            if ended:
                status = os.waitstatus_to_exitcode(code)
                break
            time.sleep(0.01)
        else:
            program.kill()
            _, _, used = os.wait4(program.pid, 0)
        program.returncode = -1 if status is None else status
        out.seek(0)
        said = out.read().decode("utf-8", "replace")
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return status, said, time.monotonic() - started, used.ru_maxrss / unit


# ------------------------------------------------------------------ damaged files


def mutations(number: int, paths: Sequence[Path] = (), first: int = SEED) -> Iterator[Row]:
    """A row an ending of damaged files; what is wrong is said on standard error."""
    rows: dict[str, Row] = {}
    judge = linter(with_models=False)
    for seed in range(first, first + number):
        name, data = case(seed, paths, LONGEST if paths else LONGEST // 10)
        ending = Path(name).suffix
        row = rows.setdefault(ending, _row(f"damaged {ending}"))
        outcome = tried(judge, seed, name, data)
        broken = outcome.broken or ""
        row["n"] += 1
        row["hangs"] += broken.startswith("took ")
        row["tracebacks"] += "Error: " in broken or " failed: " in broken
        row["broken"] += bool(broken) and not (
            broken.startswith("took ") or "Error: " in broken or " failed: " in broken
        )
        damage = "" if broken else damage_of_fixing(judge, name, data)
        row["damaged"] += bool(damage)
        row["seconds_max"] = max(row["seconds_max"], outcome.seconds)
        if broken or damage:
            sys.stderr.write(f"hostile: {seed}{ending}: {broken or damage}\n")
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    for _, row in sorted(rows.items()):
        row["rss_max_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
        yield row


def damage_of_fixing(judge: Linter, name: str, data: bytes) -> str:
    """What `--fix` does to a file besides correcting its words; "" if nothing."""

    def linted(content: bytes) -> Any:
        return next(judge.lint([Input(name, content)]))

    entry = linted(data)
    if entry["error"] or not any(finding["fix"] for finding in entry["findings"]):
        return ""
    fixed = fix(
        [name],
        [data],
        [entry],
        judge.reader,
        lambda changed: {at: linted(content) for at, content in changed.items()},
        unsafe=True,
    ).fixed
    if 0 not in fixed:
        return ""
    try:
        before, after = (judge.read(Input(name, one)) for one in (data, fixed[0].data))
    except Unreadable as error:
        return f"--fix: cannot be read any more: {error}"
    if before.raw.count("\n") != after.raw.count("\n"):
        return "--fix: another number of lines"
    if [block.kind for block in before.blocks] != [block.kind for block in after.blocks]:
        return "--fix: other blocks"
    return ""


def read_files(folders: Sequence[str]) -> list[Path]:
    """The files in folders that are read and not too long, in order."""
    known = linter(with_models=False).plugins.extensions
    found = defaultdict(list)
    for folder in folders:
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in known and path.is_file() and path.stat().st_size <= LONGEST:
                found[path.suffix].append(path)
    # as many of one ending as of another, as far as there are
    most = max(map(len, found.values()), default=0)
    return [paths[at % len(paths)] for at in range(most) for paths in found.values()]


# ------------------------------------------------------------------ sizes


def sizes(kilobytes: Sequence[int], wanted: str, with_models: bool) -> Iterator[Row]:
    """A row a file of one shape."""
    judge = linter(with_models)
    chosen = [] if with_models else ["--select", ",".join(judge.settings.rules)]
    # what is loaded once is no part of a file's time
    list(judge.lint([Input("a.md", shapes.plain(10_000))]))
    prose = {
        size: _linted(shapes.Shape("a.txt", "prose", shapes.plain), size, chosen)[0]
        for size in kilobytes
    }
    for shape in shapes.shapes(wanted):
        took = [_linted(shape, size, chosen) for size in kilobytes]
        seconds, megabytes = took[-1]
        largest = kilobytes[-1]
        growth = seconds / max(took[0][0], 0.5) / (largest / kilobytes[0])
        over = {
            "status": seconds < 0,
            "seconds": not with_models and seconds > MOST_SECONDS * max(1, largest / 1000),
            "memory": not with_models and megabytes > MOST_MEGABYTES * max(1, largest / 1000),
            "prose": with_models and seconds > MOST_OF_PROSE * prose[largest],
            "growth": growth > MOST_GROWTH,
        }
        row: Row = {
            "system": "ours",
            "case": str(shape),
            "seconds": [round(one, 2) for one, _ in took],
            "rss_mb": [round(one) for _, one in took],
            "growth": round(growth, 2),
            "over": ", ".join(name for name, is_over in over.items() if is_over),
        }
        if row["over"]:
            sys.stderr.write(f"hostile: {row}\n")
        yield row


def _linted(shape: shapes.Shape, kilobytes: int, chosen: Sequence[str]) -> tuple[float, float]:
    """Seconds of the processor and megabytes that the command takes over a file; seconds are below
    zero where it ends as it may not."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, shape.file)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(shape.make(kilobytes * 1000))
        arguments = [shape.file, "--no-cache", "--no-plugins", "--config", os.devnull, *chosen]
        program = os.fork()
        if program == 0:
            status = 3
            with chdir(folder), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                try:
                    status = run([*arguments, "--format", "json"])
                finally:
                    os._exit(status)
        _, code, used = os.wait4(program, 0)
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    seconds = used.ru_utime + used.ru_stime
    ended = os.waitstatus_to_exitcode(code) in (0, 1, 2)
    return seconds if ended else -seconds, used.ru_maxrss / unit


def main(arguments: Sequence[str] | None = None) -> None:
    options = parser(__doc__)
    options.add_argument("--files", nargs="*", default=[], help="folders of files to be damaged")
    options.add_argument("--mutations", type=int, default=MUTATIONS, help="files to be damaged")
    options.add_argument("--cases", default="", help="only cases whose name has this")
    options.add_argument("--seed", type=int, default=SEED, help="number of the first damaged file")
    options.add_argument("--sizes", default="", help="kilobytes of files of each shape: 250,1000")
    options.add_argument("--shapes", default="", help="only shapes whose file and name have this")
    options.add_argument("--models", action="store_true", help="files of shapes by all rules")
    given = options.parse_args(arguments)
    if given.sizes:
        kilobytes = sorted(map(int, given.sizes.split(",")))
        emit("hostile", [], [*sizes(kilobytes, given.shapes, given.models)], given.json)
        return
    paths = read_files(given.files) if given.files else seeds()
    rows = [*repositories(given.cases), *mutations(given.mutations, paths, given.seed)]
    emit("hostile", given.files, rows, given.json)


if __name__ == "__main__":
    main()
