"""Paths from the root of a repository: code hosts show a report where these lead."""

from __future__ import annotations

import os
from collections.abc import Iterable

from textlint_pt import git
from textlint_pt.config.boundary import is_in
from textlint_pt.report.finding import Finding
from textlint_pt.report.report import DocumentReport, Report

#: variables that name the folder of a job's repository: GitHub, GitLab
_CI_VARIABLES = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")


def root_of(paths: Iterable[str]) -> str | None:
    """Return the folder that report paths start from: the repository's or the CI job's."""
    real_paths = [_real(path) for path in paths]
    if not real_paths:
        return None
    common = os.path.commonpath([os.path.dirname(place) for place in real_paths])  # noqa: PTH120
    repository = git.top(common)
    for name in _CI_VARIABLES:
        value = os.environ.get(name)
        job_folder = os.path.realpath(value) if value else ""
        if job_folder and is_in(common, job_folder):
            has_repository = repository is not None and is_in(repository, job_folder)
            return repository if has_repository else job_folder
    return repository


def from_root(report: Report, root: str) -> Report:
    """Return the report with paths relative to a root folder."""

    def relative_document(document: DocumentReport) -> DocumentReport:
        return document.replace(
            path=path_from(root, document.path),
            findings=[*map(relative_finding, document.findings)],
            accepted=[*map(relative_finding, document.accepted)],
        )

    def relative_finding(finding: Finding) -> Finding:
        # a path that is no file is REVISION:path, and stays
        related = (
            place.replace(path=path_from(root, place.path))
            if os.path.lexists(place.path)
            else place
            for place in finding.related
        )
        return finding.replace(related=tuple(related))

    return report.replace(documents=[*map(relative_document, report.documents)])


def path_from(root: str, path: str) -> str:
    """Return a path, with slashes, from a root folder, or as it is where it leads elsewhere."""
    real = _real(path)
    if path == "-" or not is_in(real, root):
        return path
    return os.path.relpath(real, root).replace(os.sep, "/")


def _real(path: str) -> str:
    """Return the path of a file with the links of its folder resolved, but not its own."""
    folder, name = os.path.split(os.path.abspath(path))  # noqa: PTH100
    return os.path.join(os.path.realpath(folder), name)  # noqa: PTH118
