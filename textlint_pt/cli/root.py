"""Paths from the root of a repository: code hosts show a report where these lead."""

from __future__ import annotations

import os
from collections.abc import Iterable

from textlint_pt import git
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
    top = git.top(common)
    for name in _CI_VARIABLES:
        value = os.environ.get(name)
        folder = os.path.realpath(value) if value else ""
        if folder and _is_in(common, folder):
            return top if top and _is_in(top, folder) else folder
    return top


def from_root(report: Report, root: str) -> Report:
    """Return the report with paths relative to a root folder."""

    def relative_document(one: DocumentReport) -> DocumentReport:
        return one.replace(
            path=path_from(root, one.path),
            findings=[*map(relative_finding, one.findings)],
            accepted=[*map(relative_finding, one.accepted)],
        )

    def relative_finding(finding: Finding) -> Finding:
        # what is no file is REVISION:path
        related = (
            x.replace(path=path_from(root, x.path)) if os.path.lexists(x.path) else x
            for x in finding.related
        )
        return finding.replace(related=tuple(related))

    return report.replace(documents=[*map(relative_document, report.documents)])


def path_from(root: str, path: str) -> str:
    """Return a path, with slashes, from a root folder, or as it is where it leads elsewhere."""
    real = _real(path)
    if path == "-" or not _is_in(real, root):
        return path
    return os.path.relpath(real, root).replace(os.sep, "/")


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(os.path.join(folder, ""))  # noqa: PTH118


def _real(path: str) -> str:
    """Return where a file lies, links to its folder followed, and not the one that it is itself."""
    folder, name = os.path.split(os.path.abspath(path))  # noqa: PTH100
    return os.path.join(os.path.realpath(folder), name)  # noqa: PTH118
