"""Formats of documents: their readers are imported when the first such text is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textlint_pt.formats.late import ReadLate


class Markdown(ReadLate):
    """Markdown as documentation is written in it.

    Prose is the text of paragraphs, headings, list items, quotes and table cells, without markup.
    Inline code, formulas, `{expressions}` and addresses keep their place and are opaque; images,
    tags, comments, code blocks and HTML blocks are masked. Comments are `<!-- … -->` and
    `{/* … */}`.
    """

    name: ClassVar[str] = "markdown"
    reader: ClassVar[str] = "commonmark.parse"
    extensions: ClassVar[tuple[str, ...]] = (
        ".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".qmd", ".rmd",
    )  # fmt: skip


class Mdx(ReadLate):
    """MDX: Markdown with JSX, expressions and modules.

    Prose is the same as in Markdown, and the text inside components and tags, however far it is
    indented. Tags with their attributes, imports and exports are masked; an `{expression}` in a
    sentence keeps its place and is opaque. Nothing is imported or run.
    """

    name: ClassVar[str] = "mdx"
    reader: ClassVar[str] = "mdx_blocks.parse"
    extensions: ClassVar[tuple[str, ...]] = (".mdx",)


class Rst(ReadLate):
    """reStructuredText as Sphinx projects write it.

    Prose is the text of titles, paragraphs, list items, definitions, quotes, line blocks, table
    cells, footnotes, and the bodies of admonitions and of described objects. Literals, roles for
    code, labels and substitutions keep their place and are opaque. Code, formulas, comments,
    targets and directives for the builder are masked; unknown directives are skipped.
    """

    name: ClassVar[str] = "rst"
    reader: ClassVar[str] = "rst_blocks.parse"
    extensions: ClassVar[tuple[str, ...]] = (".rst", ".rest")


class AsciiDoc(ReadLate):
    """AsciiDoc as Asciidoctor reads it.

    Prose is the text of titles, paragraphs, list items, terms, quotes, verse, table cells,
    admonitions and footnotes. Code, passthroughs, attribute references and addresses keep their
    place and are opaque; anchors, index terms and images leave no trace. Listings, literal
    blocks, comments, conditionals, attributes and block macros are masked; nothing is included.
    """

    name: ClassVar[str] = "asciidoc"
    reader: ClassVar[str] = "asciidoc_blocks.parse"
    extensions: ClassVar[tuple[str, ...]] = (".adoc", ".asc", ".asciidoc")


class Latex(ReadLate):
    """LaTeX, without running it.

    Prose is the text of paragraphs, headings, list items, quotations, captions, footnotes and
    table cells. Inline formulas, references, citations and code keep their place and are opaque;
    displayed formulas, listings, drawings, other languages and the preamble but for its title are
    masked. Arguments in braces of commands that are not known are read as text. A suppression
    comment is `% textlint-pt-…`.
    """

    name: ClassVar[str] = "latex"
    reader: ClassVar[str] = "latex_nodes.parse"
    extensions: ClassVar[tuple[str, ...]] = (".tex", ".ltx")
    comment: ClassVar[tuple[str, str]] = ("% ", "")
    #: only the main file of a thesis says that all of it is in Latin-1 (`inputenc`)
    may_be_legacy: ClassVar[bool] = True


class Html(ReadLate):
    """Web pages as they are in files, templates included.

    Prose is the text of the title, headings, paragraphs, items, quotes and cells. Inline code, text
    not to be translated and text in another language keep their place and are opaque; tags with
    their attributes, scripts, styles, blocks of code and template tags are masked.
    """

    name: ClassVar[str] = "html"
    reader: ClassVar[str] = "hypertext.parse"
    extensions: ClassVar[tuple[str, ...]] = (".html", ".htm", ".xhtml")
    encoding_declaration: ClassVar[bytes | None] = (
        rb"(?i:<meta\s[^>]*?\bcharset\s*=\s*[\"']?|\A\s*<\?xml[^>]*?\sencoding\s*=\s*[\"'])([\w.:-]+)"
    )
    #: as browsers have it
    encodings_read_as: ClassVar[Mapping[str, str]] = {"iso8859-1": "cp1252"}
    may_be_utf16: ClassVar[bool] = True
