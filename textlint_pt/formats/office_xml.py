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
        self.name, self.data = name, data
        self.parents: dict[Element, Element] = {}
        self._places: dict[Element, Place] = {}
        self._open: list[tuple[Element, int, int]] = []
        self._last: Element | None = None
        self._replaced: dict[int, tuple[int, bytes]] = {}
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
        element = Element(self._named(name), {self._named(k): v for k, v in attributes.items()})
        at = self._parser.CurrentByteIndex
        tag = _TAG.match(self.data, at)
        opened = tag.end() if tag else at
        if self._open:
            parent = self._open[-1][0]
            parent.append(element)
            self.parents[element] = parent
        else:
            self.root = element
        self._open.append((element, at, opened))
        self._last = None

    def _end(self, name: str) -> None:
        element, start, opened = self._open.pop()
        at = self._parser.CurrentByteIndex
        if self.data[opened - 2 : opened] == b"/>":
            self._places[element] = Place(start, opened, opened, opened)
        else:
            self._places[element] = Place(start, opened, at, self.data.index(b">", at) + 1)
        self._last = element

    def _text(self, data: str) -> None:
        if not self._open:
            return
        if self._last is None:
            element = self._open[-1][0]
            element.text = (element.text or "") + data
        else:
            self._last.tail = (self._last.tail or "") + data

    # -------------------------------------------------------------- asking

    def place(self, element: Element) -> Place:
        return self._places[element]

    def prefix(self, element: Element) -> str:
        """What stands before the name of an element, such as `w:`."""
        start, opened, *_ = self._places[element]
        name = self.data[start + 1 : opened].split(None, 1)[0].rstrip(b"/>").decode()
        return name[: name.rfind(":") + 1]

    def above(self, element: Element) -> Iterator[Element]:
        """The elements that an element lies in, the nearest first."""
        at = self.parents.get(element)
        while at is not None:
            yield at
            at = self.parents.get(at)

    def text_place(self, element: Element, *, is_tail: bool) -> tuple[int, int]:
        """The bytes of what stands in an element before its first child, or after its end."""
        if not is_tail:
            place = self._places[element]
            first = next(iter(element), None)
            return place.opened, self._places[first].start if first is not None else place.closed
        parent = self.parents[element]
        siblings = list(parent)
        at = siblings.index(element) + 1
        end = (
            self._places[siblings[at]].start if at < len(siblings) else self._places[parent].closed
        )
        return self._places[element].end, end

    def characters(self, start: int, end: int) -> list[int] | None:
        """Where each character of a text begins, and the text ends; None where a comment or the
        like stands in it."""
        raw = self.data[start:end]
        if b"<" in raw:
            return None
        bounds = [start]
        for match in _CHARACTER.finditer(raw.decode("utf-8")):
            bounds.append(bounds[-1] + len(match[0].encode("utf-8")))
        return bounds

    # -------------------------------------------------------------- changing

    def replace(self, start: int, end: int, by: bytes) -> None:
        """Put other bytes in the place of some, which may hold others that are replaced; what is
        put in one empty place twice stands there in this order."""
        if start == end and start in self._replaced:
            until, before = self._replaced[start]
            self._replaced[start] = until, before + by if until == start else by + before
        else:
            self._replaced[start] = end, by

    def append(self, element: Element, content: bytes) -> None:
        """Put something at the end of an element."""
        place = self._places[element]
        if place.opened == place.end:
            name = self.data[place.start + 1 : place.opened].split(None, 1)[0].rstrip(b"/>")
            closed = b">" + content + b"</" + name + b">"
            self.replace(place.end - 2, place.end, closed)
        else:
            self.replace(place.closed, place.closed, content)

    def written(self, start: int = 0, end: int | None = None) -> bytes:
        """The bytes of a stretch after all replacements in it."""
        end = len(self.data) if end is None else end
        parts, at = [], start
        for begin in sorted(one for one in self._replaced if start <= one < max(end, start + 1)):
            until, by = self._replaced[begin]
            if begin < at or until > end:
                continue  # inside of one that was replaced
            parts += [self.data[at:begin], by]
            at = until
        return b"".join([*parts, self.data[at:end]])


def rewritten(data: bytes, parts: Mapping[str, bytes]) -> bytes:
    """An archive with these parts in the place of its own, or added to it."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        new.comment = old.comment
        for about in old.infolist():
            content = parts[about.filename] if about.filename in parts else old.read(about)
            new.writestr(about, content)
        for name in parts.keys() - set(old.namelist()):
            new.writestr(zipfile.ZipInfo(name), parts[name], compress_type=zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def escaped(text: str) -> str:
    """A text as XML may hold it."""
    kept = "".join(c if c >= " " or c in "\t\n" else " " for c in text)
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def local(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]
