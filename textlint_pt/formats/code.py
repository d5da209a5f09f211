"""Programs: what their comments say, and their strings where that is asked for."""

from __future__ import annotations

import os
from typing import ClassVar

from textlint_pt.contract.format import Format, Parsed
from textlint_pt.formats.code_languages import BY_ENDING
from textlint_pt.formats.conventions import SHARED_WITH_CODE


class Code(Format):
    """Comments and docstrings of programs, as far as they are in Portuguese.

    Read are Python, JavaScript and TypeScript, Java, C#, Go, Rust, Ruby, PHP, C and C++, shell,
    SQL, YAML and TOML (extra `code`): files that are named, and in folders those whose ending
    `formats` in rules.yaml gives to this format. Identifiers, doc tags, examples, code that is
    commented out and what is meant for programs is masked.
    """

    name: ClassVar[str] = "code"
    extensions: ClassVar[tuple[str, ...]] = tuple(
        ending for ending in BY_ENDING if ending not in SHARED_WITH_CODE
    )
    comment: ClassVar[tuple[str, str]] = ("# ", "")
    in_folders: ClassVar[bool] = False
    #: whether strings are read, too
    with_strings: ClassVar[bool] = False

    def __init__(self, path: str = "") -> None:
        self._path = path

    def at(self, path: str) -> Format:
        return type(self)(path) if ending_of(path) in BY_ENDING or not self._path else self

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.code_comments import parse

        return parse(raw, self._path, with_strings=self.with_strings)


class CodeStrings(Code):
    """Programs with their strings: `formats: {py: code-strings}` in rules.yaml.

    Strings of at least four words are read as far as they are in Portuguese. Escapes and what a
    program puts in are opaque.
    """

    name: ClassVar[str] = "code-strings"
    extensions: ClassVar[tuple[str, ...]] = ()
    with_strings: ClassVar[bool] = True


def ending_of(path: str) -> str:
    return os.path.splitext(path)[1].lower()  # noqa: PTH122 - any string, not only paths
