"""XML with the place of everything in it; nothing is fetched or expanded.

expat parses; this module adds offsets in code points and refuses what can harm: entity
declarations, includes, endless nesting. A document type is neither fetched nor applied.
"""

from __future__ import annotations

from typing import ClassVar
from xml.parsers import expat

from textlint_pt.contract.format import Malformed
from textlint_pt.formats.segments import Segment
from textlint_pt.text.document import Comment, Span, Text
from textlint_pt.text.regex import regex

MAXIMUM_DEPTH = 100
_TAG = regex(r"""<(?:[^"'>]|"[^"]*"|'[^']*')*+>""")
_INCLUDE = "http://www.w3.org/2001/XInclude "
_XML = "http://www.w3.org/XML/1998/namespace "

#: characters of an entity's text, and how many entities a file may declare
_MAX_ENTITY_LENGTH, _MAX_ENTITIES = 100, 100


class Scanner:
    """Reads one source from start to end, and the strings in it.

    Subclasses override `opened` and `closed`. From `record` on, the text of an element is collected
    up to its end as a `Segment`; no handler is called for the elements in it.

    Names are local ones for elements without a namespace and for those whose namespace starts with
    `namespace`; all others are "". Attributes keep "xml:lang" and "xml:space"; those of other
    namespaces are left out.
    """

    root: ClassVar[str]
    namespace: ClassVar[str]
    #: whether a file may give names to short texts: `<!ENTITY name "text">`
    names_texts: ClassVar[bool] = False
    #: whether every element in a string is formatting
    html: ClassVar[bool] = False

    def __init__(self, raw: str) -> None:
        """Prepare an expat parser for the decoded source."""
        self.raw = raw
        self.comments: list[Comment] = []
        self._data = raw.encode("utf-8", "replace")
        self._is_ascii = len(self._data) == len(raw)
        self._byte_offset = self._char_offset = self._depth = 0
        self._in_cdata = False
        self._empty_tag_ends = -1
        self._entity_count = 0
        self._segment: Segment | None = None
        self._open_in_string = 0  # elements that are open in the string
        # this encoding overrides the declared one: the source is already decoded
        self._parser = parser = expat.ParserCreate("utf-8", " ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.CommentHandler = self._comment
        parser.StartCdataSectionHandler = self._open_cdata
        parser.EndCdataSectionHandler = self._close_cdata
        parser.EntityDeclHandler = self._refuse_entity
        parser.ExternalEntityRefHandler = self._refuse_external
        parser.SkippedEntityHandler = self._refuse_unknown

    # -------------------------------------------------------------- for subclasses

    def opened(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        """Read the start of an element outside of strings."""

    def closed(self, name: str, segment: Segment | None, tag: Span) -> None:
        """Read the end of an element outside of strings, or of the one whose string is `segment`.

        `tag` is the end tag, empty for `<x/>`.
        """

    def decoded(self, text: Text) -> Text:
        """Return the characters of a string without the format's own escapes."""
        return text

    def record(self, *, wrapped: bool = False) -> None:
        """Collect the string in the element that begins; `wrapped`: line breaks are no text."""
        self._segment = Segment(self.raw, wrapped, html=self.html)

    # -------------------------------------------------------------- reading

    def scan(self) -> None:
        try:
            self._parser.Parse(self._data, True)
        except expat.ExpatError as error:
            what = expat.ErrorString(error.code)
            raise Malformed(f"not well-formed: {what}", self._offset_of_error()) from None

    def _offset_of_error(self) -> int:
        byte_offset = max(0, min(self._parser.ErrorByteIndex, len(self._data)))
        return len(self._data[:byte_offset].decode("utf-8", "ignore"))

    @property
    def offset(self) -> int:
        """Return the parser's position, in code points. It only advances: linear time in all."""
        byte = self._parser.CurrentByteIndex
        if self._is_ascii:
            return byte
        if byte > self._byte_offset:
            self._char_offset += len(self._data[self._byte_offset : byte].decode("utf-8", "ignore"))
            self._byte_offset = byte
        return self._char_offset

    def _name(self, name: str) -> str:
        uri, _, local = name.rpartition(" ")
        return local if not uri or uri.startswith(self.namespace) else ""

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        """Pass on a start tag; `Malformed` for includes, wrong roots and deep nesting."""
        offset = self.offset
        if name.startswith(_INCLUDE):
            raise Malformed("includes another file (XInclude): that is not read", offset)
        local = self._name(name)
        if self._depth == 0 and local != self.root:
            raise Malformed(
                f"the root element is {name.rpartition(' ')[2]}, not {self.root}", offset
            )
        self._depth += 1
        if self._depth > MAXIMUM_DEPTH:
            raise Malformed(f"elements nested over {MAXIMUM_DEPTH} deep", offset)
        match = _TAG.match(self.raw, offset)
        end = match.end() if match else offset
        if self.raw.startswith("/>", end - 2):
            self._empty_tag_ends = end
        plain_attributes = {
            f"xml:{key[len(_XML) :]}" if key.startswith(_XML) else key: value
            for key, value in attributes.items()
            if " " not in key or key.startswith(_XML)
        }
        if self._segment is None:
            self.opened(local, plain_attributes, Span(offset, end))
        else:
            self._open_in_string += 1
            self._segment.start(local, plain_attributes, Span(offset, end))

    def _end(self, name: str) -> None:
        """Pass on an end tag."""
        self._depth -= 1
        offset = self.offset
        if self._empty_tag_ends >= 0:
            tag = Span(self._empty_tag_ends, self._empty_tag_ends)
            self._empty_tag_ends = -1
        else:
            tag = Span(offset, self.raw.index(">", offset) + 1)
        if self._segment is not None and self._open_in_string:
            self._open_in_string -= 1
            self._segment.end(tag)
        else:
            segment, self._segment = self._segment, None
            self.closed(self._name(name), segment, tag)

    def _text(self, data: str) -> None:
        """Add characters to the string, with the offsets where they are written.

        expat hands over references and line breaks apart from other characters.
        """
        if self._segment is None:
            return
        offset = self.offset
        first = self.raw[offset : offset + 1]
        if first == "&" and not self._in_cdata:
            end = self.raw.index(";", offset) + 1
            text = Text(data, [offset] * len(data), [end] * len(data))
        elif first == "\r":
            end = offset + 2 if self.raw.startswith("\r\n", offset) else offset + 1
            text = Text(data, [offset], [end])
        else:
            text = Text.verbatim(data, offset)
        self._segment.add(self.decoded(text))

    def _comment(self, data: str) -> None:
        start = self.offset
        span = Span(start, self.raw.index("-->", start) + 3)
        self.comments.append(Comment(data.strip(), span))

    def _open_cdata(self) -> None:
        self._in_cdata = True

    def _close_cdata(self) -> None:
        self._in_cdata = False

    # -------------------------------------------------------------- refusals

    def _refuse_entity(self, name: str, parameter: bool, value: str | None, *_: object) -> None:
        """Raise `Malformed` for entity declarations, except a few short plain ones."""
        self._entity_count += 1
        is_short = (
            value is not None and len(value) <= _MAX_ENTITY_LENGTH and not {"&", "<"} & set(value)
        )
        if self.names_texts and is_short and not parameter and self._entity_count <= _MAX_ENTITIES:
            return
        raise Malformed(f"declares the entity {name}: such files are not read", self.offset)

    def _refuse_external(self, context: str | None, *_: object) -> int:
        raise Malformed(f"refers to another file ({context}): it is not fetched", self.offset)

    def _refuse_unknown(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            raise Malformed(f"the entity {name} is not declared", self.offset)
