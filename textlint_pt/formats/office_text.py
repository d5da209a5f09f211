"""Documents of word processors: `.docx` of Word and `.odt` of LibreOffice.

Their text is extracted from the archive a paragraph a line, and positions are those in it: the line
is the number of the paragraph. What a line is stands at its end, in signs that XML does not allow.
"""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple
from xml.etree import ElementTree

from textlint_pt.contract.format import Malformed, Parsed
from textlint_pt.formats.markup import SPEECH, is_portuguese
from textlint_pt.text.document import Block, Comment, Kind, Markup, MarkupKind, Span, Text
from textlint_pt.text.regex import regex

#: how many of these stand at the end of a line says what the line is
MARK = "\x1f"
#: what stands after these marks, for each stretch in another language or in italics: before each of
#: its bounds a mark, which says what it is, and the bound in binary
_FOREIGN, _ITALIC, _BITS = "\x10", "\x0e", "\x11\x12"
_LINE = regex(rf"([^{MARK}{_FOREIGN}{_ITALIC}]*)({MARK}*)((?:[{_FOREIGN}{_ITALIC}][{_BITS}]+)*)\Z")
_BOUND = regex(rf"([{_FOREIGN}{_ITALIC}])([{_BITS}]+)")
_COMMENT = regex(r"\s*<!--\s*(textlint-pt-.*)-->\s*")
KINDS = (Kind.PARAGRAPH, Kind.HEADING, Kind.LIST_ITEM, Kind.TABLE_CELL, Kind.QUOTE)
#: a part that unpacks to more is refused, however small the archive is
_MAXIMUM_PART = 100_000_000
#: what the standard library raises on archives that are not as they should be
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, NotImplementedError,
    OSError, ValueError,
)  # fmt: skip
_OLE_SIGNATURE = b"\xd0\xcf\x11\xe0"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
_TITLE_STYLES = ("heading", "title", "subtitle", "título", "subtítulo", "cabeçalho")
_QUOTE_STYLES = ("quote", "intense quote", "quotations", "citação", "citação intensa")
_LIST_STYLES = ("list", "lista")
_EMPHASIS_STYLES = ("emphasis", "ênfase")
_CODE_STYLES = ("code", "código", "preformatted", "html preformatted", "source")
#: lists that a word processor makes: of contents, figures, words, works
_GENERATED_LIST = regex(r"(?:toc|index|contents) ?\d|table of figures|bibliograph|bibliografia")


class Piece(NamedTuple):
    """Characters of a paragraph and the element that they stand in (or, `is_tail`, after), if they
    are written as text."""

    text: str
    element: Any
    is_foreign: bool = False
    is_italic: bool = False
    is_tail: bool = False


class Paragraph(NamedTuple):
    """What a paragraph is, and what stands in it."""

    kind: Kind
    pieces: list[Piece]


class Line(NamedTuple):
    """A rendered paragraph, with the ranges of its text in another language and in italics."""

    text: str
    kind: Kind
    foreign: tuple[tuple[int, int], ...] = ()
    italic: tuple[tuple[int, int], ...] = ()


def rendered(paragraphs: Iterable[Paragraph]) -> str:
    """Return a paragraph a line, with its mark."""
    return "\n".join(map(_rendered, paragraphs))


def _rendered(paragraph: Paragraph) -> str:
    """Return a paragraph as one line, with its kind and ranges as invisible marks."""
    text = "".join(piece.text for piece in paragraph.pieces)
    marks = MARK * KINDS.index(paragraph.kind)
    for mark, is_marked in ((_FOREIGN, "is_foreign"), (_ITALIC, "is_italic")):
        start = 0
        for is_set, same_pieces in groupby(paragraph.pieces, key=attrgetter(is_marked)):
            end = start + sum(len(piece.text) for piece in same_pieces)
            if is_set and start < end:
                for bound in (start, end):  # in binary, with two invisible characters for 0 and 1
                    marks += mark + f"{bound:b}".translate({ord("0"): _BITS[0], ord("1"): _BITS[1]})
            start = end
    return text + marks


def read_line(line: str) -> Line:
    """Return the paragraph that a rendered line stands for."""
    match = _LINE.match(line)
    if match is None:
        return Line(line, KINDS[0])
    text, marks, bound_marks = match.groups()
    digits = {ord(_BITS[0]): "0", ord(_BITS[1]): "1"}
    bounds: dict[str, list[int]] = {_FOREIGN: [], _ITALIC: []}
    for mark, bound in _BOUND.findall(bound_marks):
        bounds[mark].append(int(bound.translate(digits), 2))
    kind = KINDS[min(len(marks), len(KINDS) - 1)]
    foreign, italic = bounds[_FOREIGN], bounds[_ITALIC]  # start, end, start, end …
    return Line(
        text,
        kind,
        foreign=tuple(zip(foreign[::2], foreign[1::2], strict=True)),
        italic=tuple(zip(italic[::2], italic[1::2], strict=True)),
    )


def parse(raw: str) -> Parsed:
    """Return a block for each paragraph of the extracted text."""
    blocks: list[Block] = []
    comments: list[Comment] = []
    markup: list[Markup] = []
    section = line_start = 0
    for line in raw.split("\n"):
        text, kind, foreign, italic = read_line(line)
        if comment := _COMMENT.fullmatch(text):
            comments.append(Comment(comment[1].rstrip(), Span(line_start, line_start + len(text))))
        elif text.strip():
            section += kind is Kind.HEADING
            if kind is Kind.PARAGRAPH and SPEECH.match(text):
                kind = Kind.DIALOGUE
            opaque = tuple(Span(line_start + start, line_start + end) for start, end in foreign)
            written = Text.verbatim(text, line_start)
            blocks.append(Block(kind, written, section, opaque=opaque))
            markup += [
                Markup(MarkupKind.EMPHASIS, written[start:end], written[start:end])
                for start, end in italic
            ]
        line_start += len(line) + 1
    return Parsed(tuple(blocks), tuple(comments), markup=tuple(markup))


# ------------------------------------------------------------------ the archives


def docx(data: bytes) -> str:
    """Return the text of a Word document, a paragraph a line."""
    with _opened(data, "Word document (.docx)") as archive:
        names = set(archive.namelist())
        parts = [
            _part(archive, name) for name in WORD_PARTS if name in names or name == WORD_PARTS[0]
        ]
        styles = word_styles(_part(archive, "word/styles.xml")) if _STYLES in names else {}
    return rendered(paragraph for part in parts for paragraph in word_paragraphs(part, styles))


def odt(data: bytes) -> str:
    """Return the text of an Open Document, a paragraph a line."""
    with _opened(data, "Open Document text (.odt)") as archive:
        names = set(archive.namelist())
        elements = _part(archive, _MANIFEST).iter() if _MANIFEST in names else ()
        is_encrypted = any(element.tag.endswith("}encryption-data") for element in elements)
        if is_encrypted:
            raise Malformed("protected by a password", 0)
        content = _part(archive, "content.xml")
        styles = _part(archive, "styles.xml") if "styles.xml" in names else None
    return rendered(open_paragraphs(content, styles))


_STYLES, _MANIFEST = "word/styles.xml", "META-INF/manifest.xml"
#: where Word has text, in the order in which it is read
WORD_PARTS = ("word/document.xml", "word/footnotes.xml", "word/endnotes.xml")


def _opened(data: bytes, format_name: str) -> zipfile.ZipFile:
    """Return the archive; `Malformed` if it is encrypted, of an old program or damaged."""
    if data.startswith(_OLE_SIGNATURE):
        raise Malformed(
            f"protected by a password, or of an older program: save it as a plain {format_name}", 0
        )
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except _DAMAGE as error:
        raise Malformed(f"damaged, or no {format_name}", 0) from error


class _Builder(ElementTree.TreeBuilder):
    """Refuses a document type where the parser meets it, before any entity of it is known."""

    def __init__(self, part: str) -> None:
        super().__init__()
        self._part = part

    def doctype(self, name: str, public: str | None, system: str | None) -> None:
        raise Malformed(f"{self._part} has a document type, which no word processor writes", 0)


def _part(archive: zipfile.ZipFile, name: str) -> ElementTree.Element:
    """Return the XML of a part; `Malformed` if it is missing, too large or damaged."""
    try:
        part_info = archive.getinfo(name)
        is_encrypted = part_info.flag_bits & 1
        if is_encrypted:
            raise Malformed("protected by a password", 0)
        if part_info.file_size > _MAXIMUM_PART:
            raise Malformed(f"{name} unpacks to more than {_MAXIMUM_PART // 10**6} MB", 0)
        with archive.open(part_info) as stream:
            written = stream.read(_MAXIMUM_PART + 1)
        return ElementTree.fromstring(written, ElementTree.XMLParser(target=_Builder(name)))
    except KeyError as error:
        raise Malformed(f"damaged: {name} is missing", 0) from error
    except (ElementTree.ParseError, LookupError) as error:  # an encoding that nobody knows
        raise Malformed(f"damaged: {name} is not XML ({error})", 0) from error
    except _DAMAGE as error:
        raise Malformed(f"damaged: {name} cannot be unpacked", 0) from error


def _kind_of(style: str) -> Kind | None:
    """Return the kind of text of a style, by its name; None if it is no prose."""
    name = style.casefold()
    if _GENERATED_LIST.match(name):
        return None
    if name.startswith(_TITLE_STYLES):
        return Kind.HEADING
    if name.startswith(_QUOTE_STYLES):
        return Kind.QUOTE
    if name.startswith(_CODE_STYLES):
        return None
    return Kind.LIST_ITEM if name.startswith(_LIST_STYLES) else Kind.PARAGRAPH


class _Look(NamedTuple):
    """Whether text is in another language, and in italics."""

    is_foreign: bool = False
    is_italic: bool = False


class _Reader(ABC):
    """Collects paragraphs in reading order: those in a text box or a note follow the one that it is
    in. Tags by name are those of a format."""

    #: of paragraphs, of what is not read, and of what says the kind of the paragraphs in it
    paragraphs: ClassVar[Container[str]]
    skipped: ClassVar[Container[str]]
    kinds: ClassVar[Mapping[str, Kind]]

    def __init__(self, styles: Mapping[str, str]) -> None:
        """Prepare to read; `styles`: their names, by their identifiers."""
        self._styles = styles
        self.found: list[Paragraph] = []

    def read(self, element: Any, kind: Kind = Kind.PARAGRAPH) -> None:
        """Read the paragraphs inside an element that is none."""
        for child in element:
            if child.tag in self.paragraphs:
                self._paragraph(child, kind)
            elif child.tag not in self.skipped:
                self.read(child, self.kinds.get(child.tag, kind))

    def _paragraph(self, element: Any, outer: Kind) -> None:
        """Add a paragraph, before the notes and text boxes in it."""
        kind = self._kind(element, outer)
        if kind is not None:
            index = len(self.found)
            pieces: list[Piece] = []
            self._runs(element, pieces, _Look())
            self.found.insert(index, Paragraph(kind, pieces))

    @abstractmethod
    def _kind(self, element: Any, outer: Kind) -> Kind | None:
        """Return the kind of a paragraph; None if it is no prose."""

    @abstractmethod
    def _runs(self, element: Any, pieces: list[Piece], outer: _Look) -> None:
        """Add the text of an element to `pieces`; `outer` is the look of the text around it."""


# ------------------------------------------------------------------ Word


def word_styles(part: ElementTree.Element) -> dict[str, str]:
    """Return the names of styles, by their identifiers."""
    found = {}
    for style in part.iter(f"{_W}style"):
        name = style.find(f"{_W}name")
        if name is not None:
            found[style.get(f"{_W}styleId", "")] = name.get(f"{_W}val", "")
    return found


def word_paragraphs(part: Any, styles: dict[str, str]) -> list[Paragraph]:
    """Return the paragraphs of a part of a Word document, in reading order."""
    reader = _WordReader(styles)
    reader.read(part)
    return _labelled(reader.found)


def _labelled(paragraphs: list[Paragraph]) -> list[Paragraph]:
    """Return the paragraphs, without labels of languages that cannot be trusted."""
    if _has_plausible_labels(paragraphs):
        return paragraphs
    return [
        paragraph._replace(pieces=[piece._replace(is_foreign=False) for piece in paragraph.pieces])
        for paragraph in paragraphs
    ]


def _has_plausible_labels(paragraphs: Sequence[Paragraph]) -> bool:
    """Return whether text labelled as foreign is at most half of all, and not Portuguese."""
    pieces = [piece for paragraph in paragraphs for piece in paragraph.pieces]
    foreign = " ".join(piece.text for piece in pieces if piece.is_foreign)
    if not foreign:
        return True
    from textlint_pt.text.language import detect

    length = sum(len(piece.text) for piece in pieces)
    return len(foreign) <= length / 2 and detect(foreign) != "pt"


_WORD_SKIPPED = frozenset((
    f"{_W}del", f"{_W}moveFrom", f"{_W}instrText", f"{_W}delText", f"{_W}pPr", f"{_W}rPr",
    f"{_W}sectPr", f"{_W}tblPr", f"{_W}footnoteReference", f"{_W}endnoteReference", _FALLBACK,
    f"{_MATH}oMath", f"{_MATH}oMathPara", f"{_W}rt", f"{_W}separator",
))  # fmt: skip
_WORD_SIGNS = {
    f"{_W}tab": "\t", f"{_W}br": "\v", f"{_W}cr": "\v", f"{_W}noBreakHyphen": "\u2011",
}  # fmt: skip


class _WordReader(_Reader):
    paragraphs = (f"{_W}p",)
    skipped = _WORD_SKIPPED
    kinds: ClassVar[Mapping[str, Kind]] = {f"{_W}tc": Kind.TABLE_CELL}

    def _kind(self, element: Any, outer: Kind) -> Kind | None:
        """Return the kind of a paragraph by its style, its outline level or its numbering."""
        properties = element.find(f"{_W}pPr")
        if properties is None or outer is not Kind.PARAGRAPH:
            return outer
        style = properties.find(f"{_W}pStyle")
        style_id = style.get(f"{_W}val", "") if style is not None else ""
        kind = _kind_of(self._styles.get(style_id, style_id))
        if kind is Kind.PARAGRAPH:
            if properties.find(f"{_W}outlineLvl") is not None:
                return Kind.HEADING
            if properties.find(f"{_W}numPr") is not None:
                return Kind.LIST_ITEM
        return kind

    def _runs(self, element: Any, pieces: list[Piece], outer: _Look) -> None:
        """Add the text of an element to `pieces`; text boxes are read as paragraphs after it."""
        for child in element:
            if child.tag == f"{_W}t":
                pieces.append(Piece((child.text or "").replace("\n", " "), child, *outer))
            elif child.tag in _WORD_SIGNS:
                pieces.append(Piece(_WORD_SIGNS[child.tag], None))
            elif child.tag == f"{_W}txbxContent":
                self.read(child)
            elif child.tag not in self.skipped:
                inner = _Look(
                    is_foreign=outer.is_foreign or _is_foreign(child),
                    is_italic=outer.is_italic or self._is_italic(child),
                )
                self._runs(child, pieces, inner)

    def _is_italic(self, run: Any) -> bool:
        """Return whether a run is in italics, directly or by style."""
        properties = run.find(f"{_W}rPr") if run.tag == f"{_W}r" else None
        if properties is None:
            return False
        if (italic := properties.find(f"{_W}i")) is not None:
            return italic.get(f"{_W}val", "true") not in ("0", "false", "off")
        style = properties.find(f"{_W}rStyle")
        style_id = "" if style is None else style.get(f"{_W}val", "")
        return self._styles.get(style_id, style_id).casefold().startswith(_EMPHASIS_STYLES)


def _is_foreign(run: Any) -> bool:
    """Return whether a run says that its language is another one."""
    language = run.find(f"{_W}rPr/{_W}lang") if run.tag == f"{_W}r" else None
    return _is_other_language("" if language is None else language.get(f"{_W}val", ""))


def _is_other_language(code: str) -> bool:
    return code not in ("", "x-none", "none", "zxx") and not is_portuguese(code)


# ------------------------------------------------------------------ Open Document


_OPEN_SKIPPED = frozenset((
    f"{_TEXT}tracked-changes", f"{_OFFICE}annotation", f"{_OFFICE}annotation-end",
    f"{_TEXT}note-citation", f"{_TEXT}ruby-text", f"{_OFFICE}forms", f"{_TEXT}sequence-decls",
    f"{_TEXT}table-of-content", f"{_TEXT}illustration-index", f"{_TEXT}table-index",
    f"{_TEXT}object-index", f"{_TEXT}user-index", f"{_TEXT}alphabetical-index",
    f"{_TEXT}bibliography",
))  # fmt: skip
_OPEN_SIGNS = {f"{_TEXT}tab": "\t", f"{_TEXT}line-break": "\v", f"{_TEXT}soft-page-break": ""}
#: what is written inside a paragraph and read after it
_READ_AFTER_PARAGRAPH = (
    f"{_TEXT}note-body",
    "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}text-box",
)


def _open_styles(part: ElementTree.Element) -> dict[str, str]:
    """Return the name that shows the purpose of each style: its parent's or its own."""
    found = {}
    for style in part.iter(f"{_STYLE}style"):
        name = style.get(f"{_STYLE}name", "")
        shown = style.get(f"{_STYLE}display-name", name)
        found[name] = style.get(f"{_STYLE}parent-style-name", shown)
    return found


def _open_looks(part: ElementTree.Element) -> dict[str, _Look]:
    """Return the look of text in each style, by its name."""
    found = {}
    for style in part.iter(f"{_STYLE}style"):
        properties = style.find(f"{_STYLE}text-properties")
        if properties is not None:
            found[style.get(f"{_STYLE}name", "")] = _Look(
                is_foreign=_is_other_language(properties.get(f"{_FO}language", "")),
                is_italic=properties.get(f"{_FO}font-style") in ("italic", "oblique"),
            )
    return found


def open_paragraphs(content: Any, styles: Any | None) -> list[Paragraph]:
    """Return the paragraphs of an Open Document text, in reading order.

    The arguments are the roots of `content.xml` and of `styles.xml`.
    """
    names: dict[str, str] = {}
    looks: dict[str, _Look] = {}
    for part in (styles, content):  # a style of the content replaces another of its name
        if part is not None:
            names |= _open_styles(part)
            looks |= _open_looks(part)
    reader = _OpenReader(names, looks)
    body = content.find(f"{_OFFICE}body")
    if body is not None:
        reader.read(body)
    return _labelled(reader.found)


class _OpenReader(_Reader):
    paragraphs = (f"{_TEXT}p", f"{_TEXT}h")
    skipped = _OPEN_SKIPPED
    kinds: ClassVar[Mapping[str, Kind]] = {
        f"{_TEXT}list-item": Kind.LIST_ITEM,
        f"{_TABLE}table-cell": Kind.TABLE_CELL,
    }

    def __init__(self, styles: Mapping[str, str], looks: Mapping[str, _Look]) -> None:
        super().__init__(styles)
        self._looks = looks

    def _kind(self, element: Any, outer: Kind) -> Kind | None:
        """Return the kind of a paragraph by its tag, by what it is in, or by its style."""
        if element.tag == f"{_TEXT}h":
            return Kind.HEADING
        if outer is not Kind.PARAGRAPH:
            return outer
        style = element.get(f"{_TEXT}style-name", "")
        return _kind_of(self._styles.get(style, style).replace("_20_", " "))

    def _runs(self, element: Any, pieces: list[Piece], outer: _Look) -> None:
        """Add the text of an element to `pieces`; notes and text boxes are read after it."""
        style = element.get(f"{_TEXT}style-name", "")
        own = self._looks.get(style, outer)
        inner = _Look(own.is_foreign or outer.is_foreign, own.is_italic or outer.is_italic)
        pieces.append(_piece(element, element.text, inner))
        for child in element:
            if child.tag in _OPEN_SIGNS:
                pieces.append(Piece(_OPEN_SIGNS[child.tag], None))
            elif child.tag == f"{_TEXT}s":
                digits = child.get(f"{_TEXT}c", "1")
                count = int(digits[:5]) if digits.isdecimal() else 1  # it may have any length
                pieces.append(Piece(" " * min(count, 1000), None))
            elif child.tag in _READ_AFTER_PARAGRAPH:
                self.read(child)
            elif child.tag not in self.skipped:
                self._runs(child, pieces, inner)
            pieces.append(_piece(child, child.tail, inner, is_tail=True))


def _piece(element: Any, text: str | None, look: _Look, *, is_tail: bool = False) -> Piece:
    """Return text as the format reads it: line breaks and tabs in the file are spaces."""
    shown = (text or "").replace("\n", " ").replace("\t", " ")
    return Piece(shown, element, look.is_foreign, look.is_italic, is_tail)
