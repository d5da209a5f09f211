"""`textlint-pt baseline write|check|prune|accept`: findings that a team lives with."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from textlint_pt.cli import lint as linting
from textlint_pt.cli.language import language
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.engine import ours
from textlint_pt.engine.baseline import DEFAULT_FILE, KIND, Baseline
from textlint_pt.report.messages import count, say, visible
from textlint_pt.report.report import DocumentReport

_FINGERPRINT = re.compile(r"[0-9a-f]{16}")


def write(options: Mapping[str, Any]) -> int:
    """Accept all that is found now."""
    path, fence = _target(options)
    ours.check(path, KIND, fence)
    documents = _documents(options)
    if documents is None:
        return 2
    former = _read(path)
    baseline = Baseline(path)
    for document in documents:
        baseline.accept(document, document.findings, former)
    baseline.write(fence)
    _tell("baseline-written", path, findings=len(baseline.entries))
    if not config.baseline_file(_layers(options)):
        _tell("baseline-unnamed", path)
    return 0


def check(options: Mapping[str, Any]) -> int:
    """Lint with the baseline; 1 for what is new, as `--fail-on` says."""
    path, _ = _target(options)
    baseline = Baseline.read(path)
    run = linting.prepare({**options, "baseline": path})
    documents = run.documents(run.texts())
    status = linting.finish(run, documents)
    gone = len(baseline.gone(documents))
    accepted = len(baseline.entries) - gone
    _tell("baseline-checked", path, findings=accepted)
    if gone:
        _tell("baseline-gone", path, findings=gone)
    return status


def prune(options: Mapping[str, Any]) -> int:
    """Take out what is found no more in the files that are linted, or that are gone."""
    path, fence = _target(options)
    baseline = Baseline.read(path)
    ours.check(path, KIND, fence)
    documents = _documents(options)
    if documents is None:
        return 2
    gone = baseline.gone(documents)
    for entry in gone:
        del baseline.entries[entry.fingerprint]
    if gone:
        baseline.write(fence)
    _tell("baseline-pruned", path, findings=len(gone))
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
    path, fence = _target(options)
    ours.check(path, KIND, fence)
    documents = _documents(options)
    if documents is None:
        return 2
    baseline = _read(path) or Baseline(path)
    missing = set(wanted)
    for document in documents:
        found = [one for one in document.findings if one.fingerprint in wanted]
        baseline.accept(document, found)
        missing -= {one.fingerprint for one in found}
    if missing:
        raise UserError(f"no finding has the fingerprint {', '.join(sorted(missing))}")
    baseline.write(fence)
    _tell("baseline-written", path, findings=len(baseline.entries))
    return 0


def _read(path: str) -> Baseline | None:
    """The baseline there is; None where there is none, or one that this version cannot use."""
    try:
        return Baseline.read(path)
    except UserError:
        return None


def _layers(options: Mapping[str, Any]) -> list[Layer]:
    """The configuration; what is to be said of its files is said where documents are linted."""
    return linting.read_layers({**options, "quiet": True})


def _target(options: Mapping[str, Any]) -> tuple[str, Path | None]:
    """The file named by --baseline, else by the configuration, else the usual one; and the folder
    that bounds where it may be written, unless a person named it."""
    if options["baseline"]:
        return str(options["baseline"]), None
    layers = _layers(options)
    if named := config.baseline_file(layers):
        return named, config.fence_of(layers, "baseline")
    return DEFAULT_FILE, config.project(Path(DEFAULT_FILE))


def _documents(options: Mapping[str, Any]) -> list[DocumentReport] | None:
    """Report entries without any baseline; None, and said why, if not everything was checked."""
    run = linting.prepare({**options, "baseline": "", "format": "text", "output": None})
    documents = run.documents(run.texts())
    return None if run.tell(documents) or run.refused_plugins else documents


def _tell(name: str, path: str, *, findings: int = 0) -> None:
    what = count(language(), "finding", findings)
    sys.stderr.write(f"textlint-pt: {visible(say(language(), name, path=path, what=what))}\n")
