"""HTML: its reader is imported when the first such text is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textlint_pt.contract.format import Format, Parsed


class Html(Format):
    """Web pages as they are in files, templates included.

    Prose is the text of the title, headings, paragraphs, items, quotes and cells. Inline code, text
    not to be translated and text in another language keep their place and are opaque; tags with
    their attributes, scripts, styles, blocks of code and template tags are masked.
    """

    name: ClassVar[str] = "html"
    extensions: ClassVar[tuple[str, ...]] = (".html", ".htm", ".xhtml")
    encoding_declaration: ClassVar[bytes | None] = (
        rb"(?i:<meta\s[^>]*?\bcharset\s*=\s*[\"']?|\A\s*<\?xml[^>]*?\sencoding\s*=\s*[\"'])([\w.:-]+)"
    )
    #: as browsers have it
    encodings_read_as: ClassVar[Mapping[str, str]] = {"iso8859-1": "cp1252"}
    may_be_utf16: ClassVar[bool] = True

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.hypertext import parse

        return parse(raw)
