"""Formats that are rows of `formats.tsv`; their readers are imported when they are first needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from textlint_pt import shipped
from textlint_pt.contract.format import Format, Parsed
from textlint_pt.formats.code import Code
from textlint_pt.formats.conventions import may_hold_strings

_XML = r"\A\s*<\?xml[^>]*?\sencoding\s*=\s*[\"']([\w.:-]+)"


class Declared(Format):
    """A format of a row. `readers` are "module.function" of this package: what reads a text, before
    it what extracts that from an archive; `or_code`: what holds no strings is a program."""

    readers: ClassVar[Sequence[str]]
    or_code: ClassVar[bool]

    def at(self, path: str) -> Format:
        return Code(path) if self.or_code and not may_hold_strings(path) else self

    def unpack(self, data: bytes) -> str:
        text: str = _function(self.readers[0])(data)
        return text

    def parse(self, raw: str) -> Parsed:
        parsed: Parsed = _function(self.readers[-1])(raw)
        return parsed


def _function(name: str) -> Any:
    module, _, function = name.partition(".")
    return getattr(import_module(f"textlint_pt.formats.{module}"), function)


@cache
def declared() -> Mapping[str, Format]:
    """Return the formats of the table by name."""
    rows = shipped.read_rows(Path(__file__).with_name("formats.tsv"))
    return {row[0]: _format(*row) for row in rows}


def _format(
    name: str, readers: str, endings: str, comment: str, traits_text: str, encoding: str, about: str
) -> Format:
    """Return the format of a row of `formats.tsv`."""
    traits = traits_text.split()
    encoding = encoding or (_XML if "xml" in traits else "")
    class_attributes = {
        "__doc__": about,
        "name": name,
        "readers": readers.split(),
        "packed": " " in readers,  # two readers: the first extracts the text of an archive
        "extensions": tuple(endings.split()),
        "comment": tuple(comment.split("|")) if comment else Format.comment,
        "encoding_declaration": encoding.encode() or None,
        "encodings_read_as": dict(trait.split("=") for trait in traits if "=" in trait),
        "may_be_legacy": "legacy" in traits,
        "may_be_utf16": "xml" in traits or "utf16" in traits,
        "or_code": "or-code" in traits,
    }
    format_class: type[Declared] = type(name, (Declared,), class_attributes)
    return format_class()
