"""MDX: its reader is imported when the first such text is read."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.contract.format import Format, Parsed


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
