"""Formats whose reader is imported when it is first needed."""

from __future__ import annotations

from importlib import import_module
from typing import ClassVar

from textlint_pt.contract.format import Format, Parsed


class ReadLate(Format):
    """`reader` is the "module.function" of this package that reads a text."""

    reader: ClassVar[str]

    def parse(self, raw: str) -> Parsed:
        module, _, function = self.reader.partition(".")
        parsed: Parsed = getattr(import_module(f"textlint_pt.formats.{module}"), function)(raw)
        return parsed
