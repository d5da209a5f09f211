"""Parts of the archives of word processors with the place of every element, and copies of archives
in which some parts are other ones."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element
from xml.parsers import expat

from textlint_pt.contract.errors import Unreadable
from textlint_pt.text.regex import regex

_TAG = re.compile(rb"""<(?:[^"'>]|"[^"]*"|'[^']*')*+>""")
_CHARACTER = regex(r"(?s)&[^;&]*;|\r\n|.")


class Place(NamedTuple):
    """Bytes of an element: of its first tag [start, opened), of its last one [closed, end); of an
    empty one `opened`, `closed` and `end` are the same."""

    start: int
    opened: int
    closed: int
    end: int


class Placed:
    """A part of an archive: its tree, and where everything in it stands. In UTF-8; `Unreadable`
    what is no XML or in another encoding."""

    def __init__(self, name: str, data: bytes) -> None:
        """Parse a part; `Unreadable` if it is not XML in UTF-8."""
        self.name, self.data = name, data
        self.parents: dict[Element, Element] = {}
        self._places: dict[Element, Place] = {}
        #: the open elements, each with the bytes [start, end) of its start tag
        self._open: list[tuple[Element, int, int]] = []
        self._last_closed: Element | None = None
        self._replacements: dict[int, tuple[int, bytes]] = {}
        self._parser = parser = expat.ParserCreate(None, "}")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._refuse
        self.root = Element("")
        try:
            data.decode("utf-8")
            parser.Parse(data, True)
        except (expat.ExpatError, UnicodeDecodeError) as error:
            raise Unreadable(f"{name} is not XML in UTF-8") from error

    def _refuse(self, *_: object) -> None:
        raise Unreadable(f"{self.name} has a document type, which no word processor writes")

    @staticmethod
    def _named(name: str) -> str:
        return "{" + name if "}" in name else name

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Add an element where its start tag is."""
        element = Element(self._named(name), {self._named(k): v for k, v in attributes.items()})
        tag_start = self._parser.CurrentByteIndex
        tag = _TAG.match(self.data, tag_start)
        opened = tag.end() if tag else tag_start
        if self._open:
            parent = self._open[-1][0]
            parent.append(element)
            self.parents[element] = parent
        else:
            self.root = element
        self._open.append((element, tag_start, opened))
        self._last_closed = None

    def _end(self, name: str) -> None:
        """Record the place of an element that ends."""
        element, start, opened = self._open.pop()
        end_tag_start = self._parser.CurrentByteIndex
        if self.data[opened - 2 : opened] == b"/>":
            self._places[element] = Place(start, opened, opened, opened)
        else:
            self._places[element] = Place(
                start, opened, end_tag_start, self.data.index(b">", end_tag_start) + 1
            )
        self._last_closed = element

    def _text(self, data: str) -> None:
        """Add text to the current element, or after the last child."""
        if not self._open:
            return
        if self._last_closed is None:
            element = self._open[-1][0]
            element.text = (element.text or "") + data
        else:
            self._last_closed.tail = (self._last_closed.tail or "") + data

    # -------------------------------------------------------------- asking

    def place(self, element: Element) -> Place:
        return self._places[element]

    def prefix(self, element: Element) -> str:
        """Return what stands before the name of an element, such as `w:`."""
        name = self._written_name(element).decode()
        return name[: name.rfind(":") + 1]

    def _written_name(self, element: Element) -> bytes:
        start, opened, *_ = self._places[element]
        return self.data[start + 1 : opened].split(None, 1)[0].rstrip(b"/>")

    def above(self, element: Element) -> Iterator[Element]:
        """Yield the elements that an element lies in, the nearest first."""
        ancestor = self.parents.get(element)
        while ancestor is not None:
            yield ancestor
            ancestor = self.parents.get(ancestor)

    def text_place(self, element: Element, *, is_tail: bool) -> tuple[int, int]:
        """Return the bytes of the text before an element's first child, or after its end."""
        if not is_tail:
            element_place = self._places[element]
            first_child = next(iter(element), None)
            if first_child is None:
                return element_place.opened, element_place.closed
            return element_place.opened, self._places[first_child].start
        parent = self.parents[element]
        siblings = list(parent)
        next_index = siblings.index(element) + 1
        if next_index < len(siblings):
            end = self._places[siblings[next_index]].start
        else:
            end = self._places[parent].closed
        return self._places[element].end, end

    def characters(self, start: int, end: int) -> list[int] | None:
        """Return where each character begins and the text ends; None if it contains markup."""
        raw = self.data[start:end]
        if b"<" in raw:
            return None
        bounds = [start]
        for match in _CHARACTER.finditer(raw.decode("utf-8")):
            bounds.append(bounds[-1] + len(match[0].encode("utf-8")))
        return bounds

    # -------------------------------------------------------------- changing

    def replace(self, start: int, end: int, replacement: bytes) -> None:
        """Replace a range of bytes, inside which others may be replaced.

        Two insertions at one place keep their order; one before a replaced range stays before it.
        """
        is_insertion = start == end
        if is_insertion and start in self._replacements:
            known_end, known_bytes = self._replacements[start]
            is_known_insertion = known_end == start
            both = known_bytes + replacement if is_known_insertion else replacement + known_bytes
            self._replacements[start] = known_end, both
        else:
            self._replacements[start] = end, replacement

    def remove(self, element: Element) -> None:
        start, _, _, end = self._places[element]
        self.replace(start, end, b"")

    def append(self, element: Element, content: bytes) -> None:
        """Put something at the end of an element."""
        element_place = self._places[element]
        if element_place.opened == element_place.end:
            end_tag = b">" + content + b"</" + self._written_name(element) + b">"
            self.replace(element_place.end - 2, element_place.end, end_tag)
        else:
            self.replace(element_place.closed, element_place.closed, content)

    def written(self, start: int = 0, end: int | None = None) -> bytes:
        """Return the bytes of a stretch after all replacements in it."""
        end = len(self.data) if end is None else end
        parts, copied_to = [], start
        limit = max(end, start + 1)  # of an empty stretch the insertions at its place
        for replaced_start in sorted(
            start_of_replacement
            for start_of_replacement in self._replacements
            if start <= start_of_replacement < limit
        ):
            replaced_end, replacement = self._replacements[replaced_start]
            if replaced_start < copied_to or replaced_end > end:
                continue  # inside of one that was replaced
            parts += [self.data[copied_to:replaced_start], replacement]
            copied_to = replaced_end
        return b"".join([*parts, self.data[copied_to:end]])


def rewritten(data: bytes, parts: Mapping[str, bytes]) -> bytes:
    """Return an archive with these parts replaced or added."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        new.comment = old.comment
        for part_info in old.infolist():
            content = (
                parts[part_info.filename] if part_info.filename in parts else old.read(part_info)
            )
            new.writestr(part_info, content)
        for name in parts.keys() - set(old.namelist()):
            new.writestr(zipfile.ZipInfo(name), parts[name], compress_type=zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def escaped(text: str) -> str:
    """Return a text as XML may hold it."""
    kept = "".join(c if c >= " " or c in "\t\n" else " " for c in text)
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def local(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]
