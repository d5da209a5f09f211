"""Mines histories of free Portuguese texts for sentences that someone corrected.

    python -m training corrections mine --clones DIR --work DIR [NAME…]
    python -m training corrections keep --work DIR --data DIR

`mine` reads the histories that `repositories.toml` declares, of those whose clones (`OWNER+NAME`,
bare or not) lie in `--clones`, and writes each one's small edits of sentences to
`--work/OWNER+NAME.jsonl`; what is there already is not read again. `keep` takes from these what
corrects the language and not the matter, and writes `learning`, `development` and `heldout`
(`.jsonl.xz`) and `counts.json` to `--data`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from training.corrections.history import changes
from training.corrections.repositories import Repository, git_directory, repositories


def mine(options: argparse.Namespace) -> int:
    options.work.mkdir(parents=True, exist_ok=True)
    failed = missing = 0
    for repository in repositories():
        target = options.work / f"{repository.file}.jsonl"
        if target.exists() or (options.names and repository.name not in options.names):
            continue
        clone = git_directory(options.clones, repository)
        if clone is None:
            missing += 1
            continue
        try:
            print(f"{repository.name}: {write(clone, repository, target)} edits", flush=True)
        except subprocess.CalledProcessError as error:
            print(f"{repository.name}: git failed with {error.returncode}", file=sys.stderr)
            failed = 1
    if missing:
        print(f"{missing} repositories have no clone in {options.clones}", file=sys.stderr)
    return failed


def write(clone: Path, repository: Repository, target: Path) -> int:
    """Writes what was changed in a history; returns how much."""
    unfinished = target.with_suffix(".part")
    count = 0
    with unfinished.open("w", encoding="utf-8") as stream:
        for change in changes(clone, repository.commit, repository.paths):
            print(json.dumps(change.as_row(), ensure_ascii=False), file=stream)
            count += 1
    unfinished.replace(target)
    return count


def keep(options: argparse.Namespace) -> int:
    from training.corrections.keeping import write_data

    write_data(options.work, options.data)
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m training corrections",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True)
    mining = commands.add_parser("mine")
    mining.add_argument("names", nargs="*", metavar="NAME")
    mining.add_argument("--clones", type=Path, required=True)
    mining.set_defaults(run=mine)
    keeping = commands.add_parser("keep")
    keeping.add_argument("--data", type=Path, required=True)
    keeping.set_defaults(run=keep)
    for command in (mining, keeping):
        command.add_argument("--work", type=Path, required=True)
    options = parser.parse_args(arguments)
    try:
        return int(options.run(options))
    except (OSError, ValueError) as error:
        print(f"training corrections: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
