"""Formats of strings with their translations; each reader is imported when it is first needed."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.formats.late import ReadLate

XML_DECLARATION = rb"\A\s*<\?xml[^>]*?\sencoding\s*=\s*[\"']([\w.:-]+)"


class Po(ReadLate):
    """gettext catalogues. Prose is the text of `msgstr`; `msgid` is the companion `source`."""

    name: ClassVar[str] = "po"
    reader: ClassVar[str] = "gettext.parse"
    extensions: ClassVar[tuple[str, ...]] = (".po", ".pot")
    comment: ClassVar[tuple[str, str]] = ("# ", "")
    encoding_declaration: ClassVar[bytes | None] = rb'"Content-Type:[^"\n]*?charset=([\w.:-]+)'
    may_be_utf16: ClassVar[bool] = True


class Xliff(ReadLate):
    """XLIFF 1.x and 2.x. Prose is the text of `target`; `source` is the companion `source`."""

    name: ClassVar[str] = "xliff"
    reader: ClassVar[str] = "xliff.parse"
    extensions: ClassVar[tuple[str, ...]] = (
        ".xlf",
        ".xliff",
        ".sdlxliff",
        ".mqxliff",
        ".mxliff",
    )
    encoding_declaration: ClassVar[bytes | None] = XML_DECLARATION
    may_be_utf16: ClassVar[bool] = True


class Tmx(ReadLate):
    """Translation memories. Prose is the text of the Portuguese variants."""

    name: ClassVar[str] = "tmx"
    reader: ClassVar[str] = "tmx.parse"
    extensions: ClassVar[tuple[str, ...]] = (".tmx",)
    encoding_declaration: ClassVar[bytes | None] = XML_DECLARATION
    may_be_utf16: ClassVar[bool] = True
