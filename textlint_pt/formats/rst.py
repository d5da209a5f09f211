"""reStructuredText: its reader is imported when the first such text is read."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.contract.format import Format, Parsed


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
