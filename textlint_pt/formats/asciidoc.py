"""AsciiDoc: its reader is imported when the first such text is read."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.contract.format import Format, Parsed


class AsciiDoc(Format):
    """AsciiDoc as Asciidoctor reads it.

    Prose is the text of titles, paragraphs, list items, terms, quotes, verse, table cells,
    admonitions and footnotes. Code, passthroughs, attribute references and addresses keep their
    place and are opaque; anchors, index terms and images leave no trace. Listings, literal
    blocks, comments, conditionals, attributes and block macros are masked; nothing is included.
    """

    name: ClassVar[str] = "asciidoc"
    extensions: ClassVar[tuple[str, ...]] = (".adoc", ".asc", ".asciidoc")

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.asciidoc_blocks import parse

        return parse(raw)
