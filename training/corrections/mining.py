"""Mine histories of free Portuguese texts for sentences that someone changed a little.

Reads the histories that `repositories.toml` declares, of those whose clones (`OWNER+NAME`, bare or
not) lie in `--clones`, and writes each one's small edits of sentences to `--work/OWNER+NAME.jsonl`;
what is there already is not read again.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.evaluation.common import json_lines
from training.corrections.history import changes
from training.corrections.repositories import Repository, git_directory, repositories


def mine(names: Sequence[str] = (), *, clones: Path, work: Path) -> int:
    """Write the small edits of each repository's history to `work`; return 1 if one failed."""
    work.mkdir(parents=True, exist_ok=True)
    failed = missing = 0
    for repository in repositories():
        target = work / f"{repository.file}.jsonl"
        if target.exists() or (names and repository.name not in names):
            continue
        clone = git_directory(clones, repository)
        if clone is None:
            missing += 1
            continue
        try:
            print(f"{repository.name}: {write(clone, repository, target)} edits", flush=True)
        except subprocess.CalledProcessError as error:
            print(f"{repository.name}: git failed with {error.returncode}", file=sys.stderr)
            failed = 1
    if missing:
        print(f"{missing} repositories have no clone in {clones}", file=sys.stderr)
    return failed


def write(clone: Path, repository: Repository, target: Path) -> int:
    """Write the changes of a history to `target`; return their number."""
    unfinished = target.with_suffix(".part")
    count = 0
    with unfinished.open("w", encoding="utf-8") as stream:
        for change in changes(clone, repository.commit, repository.paths):
            stream.write(json_lines([change.as_row()]))
            count += 1
    unfinished.replace(target)
    return count
