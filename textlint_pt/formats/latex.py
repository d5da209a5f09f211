"""LaTeX (`.tex`): its reader is imported when the first such text is read."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.contract.format import Format, Parsed


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
