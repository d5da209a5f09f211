"""Crashes, hangs, leaks and damage caused by hostile repositories and damaged files."""

from __future__ import annotations

import io
import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from functools import partial
from itertools import chain, groupby, zip_longest
from pathlib import Path
from random import Random
from typing import Annotated, NoReturn

from benchmarks.evaluation.command import Files, Row, Rows
from tests import attacks, shapes
from tests.careless import SLIPS, Careless, planted
from tests.formats.independent import structure
from tests.fuzz.__main__ import linter, timed
from tests.fuzz.invariants import check
from tests.fuzz.mutations import WHOLE, case, seeds
from textlint_pt import cli
from textlint_pt.cli import app
from textlint_pt.cli import lint as _lint  # noqa: F401 - what every command would import
from textlint_pt.cli.fixing import fix
from textlint_pt.companions.input import Input
from textlint_pt.contract.errors import Unreadable
from textlint_pt.engine.linter import Linter
from textlint_pt.formats.conventions import is_found_in_folders
from textlint_pt.report.report import DocumentReport

SEED = 29
MUTATIONS = 10_000
#: seconds after which a command hangs: of the processor, and of the clock on a machine that is busy
BUSY, HANG = 30.0, 300.0
#: bytes of what is damaged
LONGEST = 12_000
#: of a megabyte: seconds of the processor, megabytes; how many times as long as prose may take what
#: is judged with models; how many times as long by its size a longer file may take
MOST_SECONDS, MOST_MEGABYTES, MOST_OF_PROSE, MOST_GROWTH = 20.0, 600.0, 2.0, 1.5
#: units of memory in a megabyte, as `getrusage` counts
_MEGABYTE = 1024 * 1024 if sys.platform == "darwin" else 1024
_COUNTS = ("n", "tracebacks", "hangs", "written_outside", "leaked", "damaged", "broken")


def _row(name: str) -> Row:
    counts = dict.fromkeys(_COUNTS, 0)
    return {"case": name, **counts, "seconds_max": 0.0, "rss_max_mb": 0.0}


# ------------------------------------------------------------------ repositories


def repositories(wanted: str = "") -> Iterator[Row]:
    """Yield a row for each group of cases; problems are printed on standard error."""
    _warm()
    chosen = (case for case in attacks.cases() if wanted in f"{case[0]}: {case[1]}")
    for group, cases in groupby(chosen, key=lambda case: case[0]):
        row = _row(group)
        for _, name, attack in cases:
            with tempfile.TemporaryDirectory() as scratch:
                for problem in _attacked(attack, Path(scratch), row):
                    sys.stderr.write(f"hostile: {group}: {name}: {problem}\n")
        yield row


def _warm() -> None:
    """Import in this process what the commands need; they run as copies of it."""
    with tempfile.TemporaryDirectory() as scratch:
        place = attacks.prepared(Path(scratch))
        everything = ("docs", "--source", "docs/a.md", "--select", "RED,GRA4,VOC,TRA", "--no-cache")
        with chdir(place.repository), redirect_stdout(io.StringIO()):
            app.run(everything)


def _attacked(attack: attacks.Attack, folder: Path, row: Row) -> list[str]:
    """Run the commands of a case, add to the counts of the row, and return the problems."""
    prepared = attacks.prepared(folder)
    attack.build(prepared)
    before = attacks.snapshot(folder)
    try:
        ran = [_run(folder, prepared.repository, command) for command in attack.commands]
        after = attacks.snapshot(folder)
    finally:
        attacks.cleared(prepared)
    statuses = {None if status == -signal.SIGKILL else status for status, *_ in ran}
    problems = attacks.broken(before, after, attack, "".join(output for _, output, *_ in ran))
    row["n"] += 1
    row["hangs"] += None in statuses
    row["written_outside"] += any(one.startswith("writes") for one in problems)
    row["leaked"] += "shows the secret" in problems
    row["tracebacks"] += "internal error" in problems or not statuses <= {0, 1, 2, None}
    row["seconds_max"] = max(row["seconds_max"], *(seconds for _, _, seconds, _ in ran))
    row["rss_max_mb"] = max(row["rss_max_mb"], *(megabytes for *_, megabytes in ran))
    if attack.status is not None and statuses != {attack.status}:
        problems.append(f"status {statuses} and not {attack.status}")
    return problems


def _run(
    folder: Path, repository: Path, arguments: Sequence[str]
) -> tuple[int | None, str, float, float]:
    """Run a command in a fork; return exit status (None: hung), output, seconds, megabytes."""
    started = time.monotonic()
    with tempfile.TemporaryFile() as out:
        process = os.fork()
        if not process:
            _as_program(folder, repository, arguments, out.fileno())
        status: int | None = None
        while time.monotonic() - started < HANG:
            ended, code, used = os.wait4(process, os.WNOHANG)
            if ended:
                status = os.waitstatus_to_exitcode(code)
                break
            time.sleep(0.01)
        else:
            os.kill(process, signal.SIGKILL)
            _, _, used = os.wait4(process, 0)
        out.seek(0)
        output = out.read().decode("utf-8", "replace")
    return status, output, used.ru_utime + used.ru_stime, used.ru_maxrss / _MEGABYTE


def _as_program(folder: Path, repository: Path, arguments: Sequence[str], out: int) -> NoReturn:
    """Run `textlint-pt` in this process under a limit of processor time, and exit."""
    # what `sysexits.h` has for a fault of the program itself
    status = 70
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (int(BUSY), int(BUSY)))
        home = folder / "cache" / "home"
        home.mkdir(parents=True, exist_ok=True)
        os.environ.update(TEXTLINT_PT_CACHE=str(folder / "cache"), HOME=str(home))
        os.chdir(repository)
        for to, handle in ((0, os.open(os.devnull, os.O_RDONLY)), (1, out), (2, out)):
            os.dup2(handle, to)
        cli.main(arguments)
    except SystemExit as ended:
        status = int(ended.code or 0)
    except BaseException:  # noqa: BLE001 - as Python itself does
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


# ------------------------------------------------------------------ damaged files


def rows_of_mutations(
    number: int, paths: Sequence[Path] = (), first: int = SEED, keep: str | None = None
) -> Iterator[Row]:
    """Yield a row for each suffix of damaged files; files with problems go to `keep`."""
    rows: dict[str, Row] = {}
    judge = linter(False, Careless)
    with suppress(KeyboardInterrupt):  # then the rows are of what was done
        for seed in range(first, first + number):
            name, data = damaged(seed, paths)
            suffix = Path(name).suffix
            row = rows.setdefault(suffix, {**_row(f"damaged {suffix}"), "read": 0, "corrected": 0})
            entries: list[DocumentReport] = []
            linting = partial(check, judge, name, data, twice=seed % 10 == 0)
            outcome = timed(lambda: entries.append(linting()), seed, name, data)  # noqa: B023
            problems = [outcome.broken] if outcome.broken else []
            row["n"] += 1
            row["seconds_max"] = max(row["seconds_max"], outcome.seconds)
            if problems:
                row[_kind_of_problem(problems[0])] += 1
            else:
                made = corrected(judge, name, data, entries[0])
                row["read"] += entries[0]["error"] is None
                row["corrected"] += bool(made)
                problems = damage(judge, name, data, made)
                row["damaged"] += bool(problems)
            for one in problems:
                sys.stderr.write(f"hostile: {seed}{suffix}: {one}\n")
            if problems and keep:
                Path(keep).mkdir(parents=True, exist_ok=True)
                Path(keep, name).write_bytes(data)
    for _, row in sorted(rows.items()):
        row["rss_max_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MEGABYTE
        yield row


def _kind_of_problem(problem: str) -> str:
    """Return the column of a row that counts a problem of `tests.fuzz`."""
    if problem.startswith("took "):
        return "hangs"
    return "tracebacks" if "Error: " in problem or " failed: " in problem else "broken"


def damaged(seed: int, paths: Sequence[Path] = ()) -> tuple[str, bytes]:
    """Return name and content of a damaged part of a file; every other one with typing errors."""
    name, data = case(seed, paths, LONGEST)
    rng = Random(seed)
    if seed % 2:
        with suppress(UnicodeDecodeError):
            slips = [(rng.randrange(10_000), rng.choice(SLIPS)) for _ in range(6)]
            data = planted(data.decode(), slips).encode()
    return name, data


def corrected(judge: Linter, name: str, data: bytes, entry: DocumentReport) -> dict[bool, bytes]:
    """Return what `--fix` makes of a file, by whether unsafe corrections were asked for."""
    if entry["error"] or not any(finding["fix"] for finding in entry["findings"]):
        return {}

    def relint(changed: Sequence[Input]) -> list[DocumentReport]:
        return list(judge.lint(changed))

    found = {}
    for unsafe in (False, True):
        given = [Input(name, data)]
        (fixed,) = fix(given, [entry], judge.reader, relint, unsafe=unsafe, known={})
        if fixed.mended:
            found[unsafe] = fixed.data
    return found


def damage(judge: Linter, name: str, data: bytes, made: Mapping[bool, bytes]) -> list[str]:
    """Return how corrections change a file beyond its words."""
    options = {True: "--fix --unsafe-fixes", False: "--fix"}
    changes = {unsafe: changed_structure(judge, name, data, made[unsafe]) for unsafe in made}
    return [f"{options[unsafe]}: {what}" for unsafe, what in changes.items() if what]


def changed_structure(judge: Linter, name: str, data: bytes, corrected: bytes) -> str:
    """Return how the lines or blocks of a corrected file differ from before, or ""."""
    try:
        before, after = (judge.read(Input(name, content)) for content in (data, corrected))
    except Unreadable as error:
        return f"cannot be read any more: {error}"
    if before.raw.count("\n") != after.raw.count("\n"):
        return "another number of lines"
    if [block.kind for block in before.blocks] != [block.kind for block in after.blocks]:
        return "other blocks"
    # as another reader of the format sees it, if it could read the file at all
    try:
        expected = structure(name, before.raw)
    except Exception:  # noqa: BLE001 - readers that are not ours fail in many ways
        return ""
    try:
        found = structure(name, after.raw)
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__} of another reader"
    pairs = zip_longest(expected, found)
    return next((f"to others {a!r} is {b!r}"[:400] for a, b in pairs if a != b), "")


def read_files(folders: Sequence[str]) -> list[Path]:
    """Return the readable files of folders, equally many of each suffix, in order."""
    known = linter(with_models=False).plugins.extensions
    found = defaultdict(list)
    for folder in folders:
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in known and path.is_file():
                longest = LONGEST if path.suffix in WHOLE else 100 * LONGEST
                if path.stat().st_size <= longest and is_found_in_folders(str(path)):
                    found[path.suffix].append(path)
    most = max(map(len, found.values()), default=0)
    return [paths[at % len(paths)] for at in range(most) for paths in found.values()]


# ------------------------------------------------------------------ sizes


def rows_of_shapes(kilobytes: Sequence[int], wanted: str, with_models: bool) -> Iterator[Row]:
    """Yield a row for each shape of file: seconds and memory by size, limits exceeded."""
    judge = linter(with_models)
    options = [] if with_models else ["--select", ",".join(judge.settings.rules)]
    list(judge.lint([Input("a.md", shapes.plain(10_000))]))  # what is loaded once is not counted
    prose = shapes.Shape("a.txt", "prose", shapes.plain)
    prose_seconds = {size: _linted(prose, size, options)[0] for size in kilobytes}
    for shape in shapes.shapes(wanted):
        measured = [_linted(shape, size, options) for size in kilobytes]
        (seconds, megabytes), largest = measured[-1], kilobytes[-1]
        growth = seconds / max(measured[0][0], 0.5) / (largest / kilobytes[0])
        scale = max(1, largest / 1000)
        exceeded = {
            "status": seconds < 0,
            "seconds": not with_models and seconds > MOST_SECONDS * scale,
            "memory": not with_models and megabytes > MOST_MEGABYTES * scale,
            "prose": with_models and seconds > MOST_OF_PROSE * prose_seconds[largest],
            "growth": growth > MOST_GROWTH,
        }
        row: Row = {"case": str(shape), "seconds": [round(one, 2) for one, _ in measured]}
        row |= {"rss_mb": [round(one) for _, one in measured], "growth": round(growth, 2)}
        row["over"] = ", ".join(filter(exceeded.get, exceeded))
        if row["over"]:
            sys.stderr.write(f"hostile: {row}\n")
        yield row


def _linted(shape: shapes.Shape, kilobytes: int, options: Sequence[str]) -> tuple[float, float]:
    """Return processor seconds and megabytes to lint a file; negative seconds if it failed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, shape.file)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(shape.make(kilobytes * 1000))
        arguments = [shape.file, "--no-cache", "--no-plugins", "--config", os.devnull, *options]
        process = os.fork()
        if process == 0:
            status = 3
            with chdir(folder), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                try:
                    status = app.run([*arguments, "--format", "json"])
                finally:
                    os._exit(status)
        _, code, used = os.wait4(process, 0)
    seconds = used.ru_utime + used.ru_stime
    ended = os.waitstatus_to_exitcode(code) in (0, 1, 2)
    return seconds if ended else -seconds, used.ru_maxrss / _MEGABYTE


def run(
    *,
    files: Annotated[Files, "folders of files to be damaged"] = (),
    mutations: Annotated[int, "files to be damaged"] = MUTATIONS,
    cases: Annotated[str, "only cases whose name has this"] = "",
    seed: Annotated[int, "number of the first damaged file"] = SEED,
    keep: Annotated[str | None, "folder where files that broke something go"] = None,
    sizes: Annotated[str, "kilobytes of files of each shape: 250,1000"] = "",
    shapes: Annotated[str, "only shapes whose file and name have this"] = "",
    models: Annotated[bool, "files of shapes by all rules"] = False,
) -> Rows:
    """Yield rows for hostile repositories and damaged files, or for sizes of files."""
    if sizes:
        yield from rows_of_shapes(sorted(map(int, sizes.split(","))), shapes, models)
        return
    paths = read_files(files) if files else seeds()
    with suppress(KeyboardInterrupt):  # then the table is of what was done
        for row in chain(repositories(cases), rows_of_mutations(mutations, paths, seed, keep)):
            sys.stderr.write(f"hostile: {json.dumps(row, ensure_ascii=False)}\n")
            yield row
