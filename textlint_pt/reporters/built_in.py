"""The reporters that come with the package."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from textlint_pt.contract.reporter import Reporter

#: module and class of the formats that come with the package
_CLASSES = {
    "text": ("text", "Text"),
    "full": ("text", "Full"),
    "concise": ("concise", "Concise"),
    "statistics": ("statistics", "Statistics"),
    "json": ("json", "Json"),
    "jsonl": ("json", "JsonLines"),
    "csv": ("csv", "Csv"),
    "html": ("html", "Html"),
    "sarif": ("sarif", "Sarif"),
    "gitlab": ("gitlab", "GitLab"),
    "junit": ("junit", "JUnit"),
    "rdjson": ("rdjson", "RdJson"),
    "github": ("github", "GitHub"),
}
NAMES = tuple(_CLASSES)
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
    """Return one of the package's own reporters; only its module is imported."""
    if name not in _CLASSES:
        return None
    module, cls = _CLASSES[name]
    found: type[Reporter] = getattr(import_module(f"textlint_pt.reporters.{module}"), cls)
    return found()
