"""`textlint-pt baseline write|check|prune|accept`: findings that a team lives with."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt.cli import lint as linting
from textlint_pt.cli.language import language
from textlint_pt.cli.run import Once, read_configuration
from textlint_pt.cli.texts import texts
from textlint_pt.config import config
from textlint_pt.contract.errors import UserError
from textlint_pt.engine import ours
from textlint_pt.engine.baseline import DEFAULT_FILE, KIND, Baseline
from textlint_pt.engine.project import name_file
from textlint_pt.engine.writing import alone
from textlint_pt.report.messages import count, say, visible
from textlint_pt.report.report import DocumentReport

_FINGERPRINT = re.compile(r"[0-9a-f]{16}")


class _Target(NamedTuple):
    """A baseline, the folder that bounds where it may be written (None: a person named it), and the
    configuration that is to name it, where none does."""

    path: str
    fence: Path | None
    unnamed: Path | None


def write(options: Mapping[str, Any]) -> int:
    """Accept all that is found now."""
    target = _target(options)
    ours.check(target.path, KIND, target.fence)
    documents = _documents(options)
    if documents is None:
        return 2
    with alone():
        former = _read(target.path)
        baseline = Baseline(target.path)
        for document in documents:
            baseline.accept(document, document.findings, former)
        _write(baseline, target, sum(len(one.findings) for one in documents))
    return 0


def check(options: Mapping[str, Any]) -> int:
    """Lint with the baseline; 1 for what is new, as `--fail-on` says."""
    path = _target(options).path
    baseline = Baseline.read(path)
    run = linting.prepare({**options, "baseline": path})
    documents = run.documents(texts(run))
    status = linting.finish(run, documents)
    if gone := len(baseline.gone(documents)):
        _tell("baseline-gone", path, what=count(language(), "finding", gone))
    return status


def prune(options: Mapping[str, Any]) -> int:
    """Take out what is found no more in the files that are linted, or that are gone."""
    path, fence, _ = _target(options)
    baseline = Baseline.read(path)
    ours.check(path, KIND, fence)
    documents = _documents(options)
    if documents is None:
        return 2
    with alone():
        baseline = Baseline.read(path)
        gone = baseline.gone(documents)
        for entry in gone:
            del baseline.entries[entry.fingerprint]
        if gone:
            baseline.write(fence)
    _tell("baseline-pruned", path, what=count(language(), "finding", len(gone)))
    return 0


def accept(options: Mapping[str, Any]) -> int:
    """Add the findings of the files with these fingerprints."""
    wanted = [name for name in options["paths"] if _FINGERPRINT.fullmatch(name)]
    paths = [name for name in options["paths"] if name not in wanted]
    if not wanted or not paths:
        raise UserError(
            "baseline accept FINGERPRINT… PATH…: names what to accept and in which files;"
            " `--format json` shows fingerprints"
        )
    options = {**options, "paths": paths}
    target = _target(options)
    ours.check(target.path, KIND, target.fence)
    documents = _documents(options)
    if documents is None:
        return 2
    found = [
        (document, [one for one in document.findings if one.fingerprint in wanted])
        for document in documents
    ]
    missing = {*wanted} - {one.fingerprint for _, accepted in found for one in accepted}
    if missing:
        raise UserError(f"no finding has the fingerprint {', '.join(sorted(missing))}")
    with alone():
        baseline = _read(target.path) or Baseline(target.path)
        for document, accepted in found:
            baseline.accept(document, accepted)
        _write(baseline, target, sum(len(accepted) for _, accepted in found))
    return 0


def _write(baseline: Baseline, target: _Target, accepted: int) -> None:
    """Write it, and name it in the configuration where that names none."""
    baseline.write(target.fence)
    _tell("baseline-written", target.path, what=count(language(), "finding", accepted))
    if target.unnamed is not None:
        made = not target.unnamed.exists()
        if name_file(target.unnamed, "baseline", Path(target.path).name):
            _tell("file-made" if made else "file-changed", _shown(target.unnamed))


def _read(path: str) -> Baseline | None:
    """The baseline there is; None where there is none, or one that this version cannot use."""
    try:
        return Baseline.read(path)
    except UserError:
        return None


def _target(options: Mapping[str, Any]) -> _Target:
    """The file named by --baseline, else by the configuration, else the usual one beside it."""
    if options["baseline"]:
        return _Target(str(options["baseline"]), None, None)
    # what is to be said of its files is said where documents are linted
    file, layers = read_configuration(options, Once(quiet=True))
    if named := config.baseline_file(layers):
        return _Target(named, config.fence_of(layers, "baseline"), None)
    file = (file or config.new_file(Path.cwd())).absolute()
    return _Target(_shown(file.with_name(DEFAULT_FILE)), config.project(file), file)


def _shown(path: Path) -> str:
    """As people know it."""
    return str(path).removeprefix(f"{Path.cwd()}{os.sep}")


def _documents(options: Mapping[str, Any]) -> list[DocumentReport] | None:
    """Report entries without any baseline; None, and said why, if not everything was checked."""
    run = linting.prepare({**options, "baseline": "", "format": "text", "output": None})
    documents = run.documents(texts(run))
    return None if linting.tell(run, documents) or run.refused_plugins else documents


def _tell(name: str, path: str, **fields: Any) -> None:
    sys.stderr.write(f"textlint-pt: {visible(say(language(), name, path=path, **fields))}\n")
