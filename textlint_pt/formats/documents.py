"""Formats of documents: their readers are imported when the first such text is read."""

from __future__ import annotations

from collections.abc import Mapping
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


class Mdx(Format):
    """MDX: Markdown with JSX, expressions and modules.

    Prose is the same as in Markdown, and the text inside components and tags, however far it is
    indented. Tags with their attributes, imports and exports are masked; an `{expression}` in a
    sentence keeps its place and is opaque. Nothing is imported or run.
    """

    name: ClassVar[str] = "mdx"
    extensions: ClassVar[tuple[str, ...]] = (".mdx",)

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.mdx_blocks import parse

        return parse(raw)


class Rst(Format):
    """reStructuredText as Sphinx projects write it.

    Prose is the text of titles, paragraphs, list items, definitions, quotes, line blocks, table
    cells, footnotes, and the bodies of admonitions and of described objects. Literals, roles for
    code, labels and substitutions keep their place and are opaque. Code, formulas, comments,
    targets and directives for the builder are masked; unknown directives are skipped.
    """

    name: ClassVar[str] = "rst"
    extensions: ClassVar[tuple[str, ...]] = (".rst", ".rest")

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.rst_blocks import parse

        return parse(raw)


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


class Latex(Format):
    """LaTeX, without running it.

    Prose is the text of paragraphs, headings, list items, quotations, captions, footnotes and
    table cells. Inline formulas, references, citations and code keep their place and are opaque;
    displayed formulas, listings, drawings, other languages and the preamble but for its title are
    masked. Arguments in braces of commands that are not known are read as text. A suppression
    comment is `% textlint-pt-…`.
    """

    name: ClassVar[str] = "latex"
    extensions: ClassVar[tuple[str, ...]] = (".tex", ".ltx")
    comment: ClassVar[tuple[str, str]] = ("% ", "")
    #: only the main file of a thesis says that all of it is in Latin-1 (`inputenc`)
    may_be_legacy: ClassVar[bool] = True

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.latex_nodes import parse

        return parse(raw)


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
