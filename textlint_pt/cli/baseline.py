"""`textlint-pt baseline write|check|prune|accept`: findings that a team lives with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt.cli import lint as linting
from textlint_pt.cli.language import language
from textlint_pt.cli.layers import read_configuration
from textlint_pt.cli.output import from_here, inform
from textlint_pt.cli.texts import texts
from textlint_pt.config import config
from textlint_pt.contract.errors import UserError
from textlint_pt.engine import own_files
from textlint_pt.engine.baseline import DEFAULT_FILE, KIND, Baseline
from textlint_pt.engine.discovery import ignore_warning
from textlint_pt.engine.project import set_key
from textlint_pt.engine.writing import exclusive
from textlint_pt.report.messages import count, say
from textlint_pt.report.report import DocumentReport

_FINGERPRINT = re.compile(r"[0-9a-f]{16}")


class _Target(NamedTuple):
    """A baseline, the folder that bounds where it may be written (None: a person named it), and the
    configuration that is to name it, where none does."""

    path: str
    boundary: Path | None
    unnamed: Path | None


def write(options: Mapping[str, Any]) -> int:
    """Write a baseline that accepts all current findings."""
    target = _target(options)
    own_files.check(target.path, KIND, target.boundary)
    documents = _documents(options)
    if documents is None:
        return 2
    with exclusive():
        former = _read(target.path)
        baseline = Baseline(target.path)
        for document in documents:
            baseline.accept(document, document.findings, former)
        _write(baseline, target, sum(len(document.findings) for document in documents))
    return 0


def check(options: Mapping[str, Any]) -> int:
    """Lint with the baseline; return 1 for new findings, as `--fail-on` says."""
    path = _target(options).path
    baseline = Baseline.read(path)
    run = linting.prepare({**options, "baseline": path})
    documents = run.documents(texts(run))
    status = linting.finish(run, documents)
    if gone_count := len(baseline.gone(documents)):
        _print_message("baseline-gone", path, what=count(language(), "finding", gone_count))
    return status


def prune(options: Mapping[str, Any]) -> int:
    """Remove entries whose findings are gone from the linted files."""
    path, boundary, _ = _target(options)
    baseline = Baseline.read(path)
    own_files.check(path, KIND, boundary)
    documents = _documents(options)
    if documents is None:
        return 2
    with exclusive():
        baseline = Baseline.read(path)
        gone = baseline.gone(documents)
        for entry in gone:
            del baseline.entries[entry.fingerprint]
        if gone:
            baseline.write(boundary)
    _print_message("baseline-pruned", path, what=count(language(), "finding", len(gone)))
    return 0


def accept(options: Mapping[str, Any]) -> int:
    """Add the findings of the files that have these fingerprints."""
    wanted = [name for name in options["paths"] if _FINGERPRINT.fullmatch(name)]
    paths = [name for name in options["paths"] if name not in wanted]
    if not wanted or not paths:
        raise UserError(
            "baseline accept FINGERPRINT… PATH…: names what to accept and in which files;"
            " `--format json` shows fingerprints"
        )
    options = {**options, "paths": paths}
    target = _target(options)
    own_files.check(target.path, KIND, target.boundary)
    documents = _documents(options)
    if documents is None:
        return 2
    accepted = [
        (document, [finding for finding in document.findings if finding.fingerprint in wanted])
        for document in documents
    ]
    found = {finding.fingerprint for _, findings in accepted for finding in findings}
    if missing := {*wanted} - found:
        raise UserError(f"no finding has the fingerprint {', '.join(sorted(missing))}")
    with exclusive():
        baseline = _read(target.path) or Baseline(target.path)
        for document, findings in accepted:
            baseline.accept(document, findings)
        _write(baseline, target, sum(len(findings) for _, findings in accepted))
    return 0


def _write(baseline: Baseline, target: _Target, accepted: int) -> None:
    """Write a baseline of so many findings, and name it in the configuration that names none."""
    baseline.write(target.boundary)
    _print_message("baseline-written", target.path, what=count(language(), "finding", accepted))
    if target.unnamed is not None:
        is_new = not target.unnamed.exists()
        if set_key(target.unnamed, "baseline", Path(target.path).name):
            _print_message("file-made" if is_new else "file-changed", from_here(target.unnamed))


def _read(path: str) -> Baseline | None:
    """Return the baseline in a file; None if there is none or it is invalid."""
    try:
        return Baseline.read(path)
    except UserError:
        return None


def _target(options: Mapping[str, Any]) -> _Target:
    """Return the baseline of --baseline, of the configuration, or the default one."""
    if options["baseline"]:
        return _Target(str(options["baseline"]), boundary=None, unnamed=None)
    file, layers = read_configuration(options, ignore_warning)
    if configured := config.baseline_file(layers):
        return _Target(configured, config.fence_of(layers, "baseline"), unnamed=None)
    file = (file or config.new_file(Path.cwd())).absolute()
    return _Target(from_here(file.with_name(DEFAULT_FILE)), config.project(file), file)


def _documents(options: Mapping[str, Any]) -> list[DocumentReport] | None:
    """Return reports made without a baseline; None, after an error message, if a check failed."""
    run = linting.prepare({**options, "baseline": "", "format": "text", "output": None})
    documents = run.documents(texts(run))
    if linting.report_problems(run, documents) or run.configurations.refused_plugins:
        return None
    return documents


def _print_message(name: str, path: str, **fields: Any) -> None:
    inform(say(language(), name, path=path, **fields))
