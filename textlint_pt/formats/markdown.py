"""Markdown: its reader is imported when the first such text is read."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.contract.format import Format, Parsed


class Markdown(Format):
    """Markdown as documentation is written in it.

    Prose is the text of paragraphs, headings, list items, quotes and table cells, without markup.
    Inline code, formulas, `{expressions}` and addresses keep their place and are opaque; images,
    tags, comments, code blocks and HTML blocks are masked. Comments are `<!-- … -->` and
    `{/* … */}`.
    """

    name: ClassVar[str] = "markdown"
    extensions: ClassVar[tuple[str, ...]] = (
        ".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".qmd", ".rmd",
    )  # fmt: skip

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.commonmark import parse

        return parse(raw)
