"""What hostile repositories and damaged files do to it, and to those who run it.

    python -m benchmarks.hostile [--files FOLDER…] [--mutations N] [--cases TEXT] [--json]

Cases (`tests/attacks.py`) are built anew, and `textlint-pt` is run over each as a program. Besides,
`--mutations` files are damaged, linted by all rules that need no model, and corrected: examples of
every format, or the files of `--files` with the endings that are read. All of it takes half an hour
on one core; `--mutations 500 --cases writes` a minute.

A row a group of cases, and one an ending of damaged files: `n`; `tracebacks` and internal errors;
`hangs` (over 30 s); files `written_outside` of what may be written; secrets that `leaked`;
`damaged`: corrected files that cannot be read any more, or have other blocks or lines; `broken`:
another invariant (places outside of the text, two reports of one file); `seconds_max` and
`rss_max_mb`, the most that one run took (of damaged files: that the process did).
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.evaluation.common import emit, parser
from tests import attacks
from tests.fuzz.__main__ import linter, tried
from tests.fuzz.mutations import case, seeds
from textlint_pt.cli.fixing import fix
from textlint_pt.companions.input import Input
from textlint_pt.contract.errors import Unreadable
from textlint_pt.engine.linter import Linter

SEED = 29
MUTATIONS = 10_000
HANG = 30.0
#: bytes of the longest file that is damaged
LONGEST = 100_000
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
    # a comment that suppresses nothing goes with its line, in WebVTT with the one after it
    lost = before.raw.count("\n") - after.raw.count("\n")
    if not 0 <= lost <= 2 * (len(before.comments) - len(after.comments)):
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


def main(arguments: Sequence[str] | None = None) -> None:
    options = parser(__doc__)
    options.add_argument("--files", nargs="*", default=[], help="folders of files to be damaged")
    options.add_argument("--mutations", type=int, default=MUTATIONS, help="files to be damaged")
    options.add_argument("--cases", default="", help="only cases whose name has this")
    options.add_argument("--seed", type=int, default=SEED, help="number of the first damaged file")
    given = options.parse_args(arguments)
    paths = read_files(given.files) if given.files else seeds()
    rows = [*repositories(given.cases), *mutations(given.mutations, paths, given.seed)]
    emit("hostile", given.files, rows, given.json)


if __name__ == "__main__":
    main()
