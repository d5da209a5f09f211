"""The languages of programs: which files, which grammar of tree-sitter, and what in it is prose."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from textlint_pt import shipped


class Language(NamedTuple):
    """A row of `languages.tsv`."""

    endings: str
    package: str
    function: str
    comments: str
    strings: str


LANGUAGES = [Language(*row) for row in shipped.read_rows(Path(__file__).with_name("languages.tsv"))]
BY_ENDING = {ending: language for language in LANGUAGES for ending in language.endings.split()}


def ending_of(path: str) -> str:
    return os.path.splitext(path)[1].lower()  # noqa: PTH122 - any string, not only paths
