"""Paths from the root of a repository: code hosts show a report where these lead."""

from __future__ import annotations

import os
from collections.abc import Iterable

from textlint_pt import git
from textlint_pt.report.finding import Finding
from textlint_pt.report.report import DocumentReport, Report

#: variables that name the folder of a job's repository: GitHub, GitLab
_OF_A_JOB = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")


def root_of(paths: Iterable[str]) -> str | None:
    """The folder that hosts count paths from: the top of the working tree in which all files lie;
    where there is none within the job's folder, that folder; None where no repository is known."""
    places = [_real(path) for path in paths]
    if not places:
        return None
    common = os.path.commonpath([os.path.dirname(place) for place in places])  # noqa: PTH120
    top = git.top(common)
    for name in _OF_A_JOB:
        given = os.environ.get(name)
        folder = os.path.realpath(given) if given else ""
        if folder and _is_in(common, folder):
            return top if top and _is_in(top, folder) else folder
    return top


def from_root(report: Report, root: str) -> Report:
    """The report with paths from a folder, as far as they lead into it."""

    def document(one: DocumentReport) -> DocumentReport:
        return one.replace(
            path=path_from(root, one.path),
            findings=[*map(renamed, one.findings)],
            accepted=[*map(renamed, one.accepted)],
        )

    def renamed(finding: Finding) -> Finding:
        # what is no file is REVISION:path
        related = (
            x.replace(path=path_from(root, x.path)) if os.path.lexists(x.path) else x
            for x in finding.related
        )
        return finding.replace(related=tuple(related))

    return report.replace(documents=[*map(document, report.documents)])


def path_from(root: str, path: str) -> str:
    """A path, with slashes, from a root folder, or as it is where it leads elsewhere."""
    real = _real(path)
    if path == "-" or not _is_in(real, root):
        return path
    return os.path.relpath(real, root).replace(os.sep, "/")


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(os.path.join(folder, ""))  # noqa: PTH118


def _real(path: str) -> str:
    """Where a file lies, links to its folder followed, and not the one that it is itself."""
    folder, name = os.path.split(os.path.abspath(path))  # noqa: PTH100
    return os.path.join(os.path.realpath(folder), name)  # noqa: PTH118
