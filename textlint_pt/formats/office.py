"""Documents of word processors: `.docx` of Word and `.odt` of LibreOffice.

Their text is read from the archive a paragraph a line, and positions are those in it: the line is
the number of the paragraph. What a line is stands at its end, in signs that XML does not allow.
"""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.contract.format import Format, Parsed
from textlint_pt.text.document import Block, Comment, Kind, Markup, MarkupKind, Span, Text
from textlint_pt.text.regex import regex

_COMMENT = regex(r"\s*<!--\s*(textlint-pt-.*)-->\s*")
_DASH = regex(r"\s*(?:[—―–]|--)")


class _Office(Format):
    packed: ClassVar[bool] = True

    def parse(self, raw: str) -> Parsed:
        """Return a block for each paragraph of the extracted text."""
        from textlint_pt.formats.office_text import read_line

        blocks: list[Block] = []
        comments: list[Comment] = []
        markup: list[Markup] = []
        section = line_start = 0
        for line in raw.split("\n"):
            text, kind, foreign, italic = read_line(line)
            if comment := _COMMENT.fullmatch(text):
                comments.append(
                    Comment(comment[1].rstrip(), Span(line_start, line_start + len(text)))
                )
            elif text.strip():
                section += kind is Kind.HEADING
                if kind is Kind.PARAGRAPH and _DASH.match(text):
                    kind = Kind.DIALOGUE
                opaque = tuple(Span(line_start + low, line_start + high) for low, high in foreign)
                written = Text.verbatim(text, line_start)
                blocks.append(Block(kind, written, section, opaque=opaque))
                markup += [
                    Markup(MarkupKind.EMPHASIS, written[low:high], written[low:high])
                    for low, high in italic
                ]
            line_start += len(line) + 1
        return Parsed(tuple(blocks), tuple(comments), markup=tuple(markup))


class Docx(_Office):
    """Word documents.

    Paragraphs, headings, list items, quotations, table cells, text boxes, footnotes and endnotes
    are prose; fields show what they last showed. Text that a tracked change deletes is left out,
    and what it inserts is read. Headers, footers, comments and formulas are left out.
    """

    name: ClassVar[str] = "docx"
    extensions: ClassVar[tuple[str, ...]] = (".docx",)

    def unpack(self, data: bytes) -> str:
        from textlint_pt.formats.office_text import docx

        return docx(data)


class Odt(_Office):
    """Documents of LibreOffice and other programs, in the Open Document Format.

    Read as Word documents are; text that a tracked change deleted is left out.
    """

    name: ClassVar[str] = "odt"
    extensions: ClassVar[tuple[str, ...]] = (".odt",)

    def unpack(self, data: bytes) -> str:
        from textlint_pt.formats.office_text import odt

        return odt(data)
