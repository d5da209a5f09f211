"""The reporters that come with the package."""

from __future__ import annotations

from collections.abc import Sequence

from textlint_pt.contract.reporter import Reporter

#: formats that come with the package
NAMES = (
    *("text", "full", "concise", "json", "jsonl", "csv", "html"),
    *("sarif", "gitlab", "junit", "rdjson", "github"),
)
#: those that people read in a terminal
FOR_PEOPLE = ("text", "full", "concise")

#: endings of files whose format is called otherwise; any other ending is a format's own name
_ENDINGS = {"txt": "text", "htm": "html", "xml": "junit"}


def built_in() -> Sequence[Reporter]:
    return [reporter for name in NAMES if (reporter := named(name))]


def format_of(path: str) -> str:
    """The format that the ending of a file's name stands for, which need not be one there is."""
    ending = path.rpartition(".")[2].lower()
    return _ENDINGS.get(ending, ending)


def named(name: str) -> Reporter | None:
    """The package's own reporter of this name; only its module is imported."""
    if name == "text":
        from textlint_pt.reporters.text import Text

        return Text()
    if name == "full":
        from textlint_pt.reporters.text import Full

        return Full()
    if name == "concise":
        from textlint_pt.reporters.concise import Concise

        return Concise()
    if name == "json":
        from textlint_pt.reporters.json import Json

        return Json()
    if name == "jsonl":
        from textlint_pt.reporters.jsonl import JsonLines

        return JsonLines()
    if name == "csv":
        from textlint_pt.reporters.csv import Csv

        return Csv()
    if name == "html":
        from textlint_pt.reporters.html import Html

        return Html()
    if name == "sarif":
        from textlint_pt.reporters.sarif import Sarif

        return Sarif()
    if name == "gitlab":
        from textlint_pt.reporters.gitlab import GitLab

        return GitLab()
    if name == "junit":
        from textlint_pt.reporters.junit import JUnit

        return JUnit()
    if name == "rdjson":
        from textlint_pt.reporters.rdjson import RdJson

        return RdJson()
    if name == "github":
        from textlint_pt.reporters.github import GitHub

        return GitHub()
    return None
