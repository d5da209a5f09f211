"""Strings of apps in XML: Android, .NET, Qt, and Apple's `.stringsdict`."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.contract.format import Malformed, Parsed
from textlint_pt.formats.escapes import backslashed, unescaped
from textlint_pt.formats.keyed import PLURALS, Strings
from textlint_pt.formats.segments import Segment
from textlint_pt.formats.strings import String
from textlint_pt.formats.xmlscan import Scanner
from textlint_pt.text.document import Span, State, Text
from textlint_pt.text.regex import regex

_ESCAPE = regex(r"(?:\\u[0-9a-fA-F]{4})+|\\[^u]|\"")
#: of a frame without words: "%#@files@"
_VARIABLES = regex(r"(?:\s*%(?:\d+\$)?#@\w+@)+\s*")
_REFERENCE = regex(r"\s*[@?](?:[\w.]+:)?(?:[a-z]+/)?[\w.]+\s*")


class _Strings(Scanner):
    """Reads the strings of an app; the elements in them are HTML."""

    html: ClassVar[bool] = True
    #: of the format strings
    format: ClassVar[str]

    def __init__(self, raw: str) -> None:
        super().__init__(raw)
        self.strings = Strings((self.format,))
        self._key = ""
        self._item_start = 0

    def read(self) -> Parsed:
        self.scan()
        return self.strings.parsed(self.comments)


class Android(_Strings):
    """`strings.xml`."""

    root: ClassVar[str] = "resources"
    names_texts: ClassVar[bool] = True
    namespace: ClassVar[str] = "urn:oasis:names:tc:xliff:document:"
    format: ClassVar[str] = "java-printf-format"

    def __init__(self, raw: str) -> None:
        super().__init__(raw)
        self._group = ""
        self._is_protected = False
        self._item_count = 0

    def opened(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        """Begin a string, plural or array, or one of its items."""
        if name in ("string", "plurals", "string-array"):
            self._group = self._key = attributes.get("name", "")
            self._is_protected = attributes.get("translatable") == "false"
            self._item_count = 0
        is_item = name == "item" and self._group != ""
        if is_item:
            quantity = attributes.get("quantity")  # of a plural form; an array has none
            self._key = (
                f"{self._group}\0{quantity}" if quantity else f"{self._group}[{self._item_count}]"
            )
            self._item_count += 1
        if name == "string" or is_item:
            self._item_start = tag.start
            self.record()

    def closed(self, name: str, segment: Segment | None, tag: Span) -> None:
        """End a string, which is left out if it refers to another one ("@string/ok")."""
        string = segment.string() if segment is not None else None
        if string is not None and not _REFERENCE.fullmatch(string.text.text):
            span = Span(self._item_start, tag.end)
            self.strings.add(self._key, string, span, protected=self._is_protected)
        if name in ("string", "plurals", "string-array"):
            self._group = ""

    def decoded(self, text: Text) -> Text:
        lines = text.text.translate(_LAYOUT)
        return unescaped(Text(lines, text.starts, text.ends), _ESCAPE, _unescape_android)


#: line breaks of the file are spaces
_LAYOUT = {ord("\n"): " ", ord("\t"): " ", ord("\r"): " "}


def _unescape_android(escape: str) -> str:
    return "" if escape == '"' else backslashed(escape)


class Resx(_Strings):
    """Resources of .NET."""

    root: ClassVar[str] = "root"
    namespace: ClassVar[str] = "\0"
    format: ClassVar[str] = "csharp-format"

    def opened(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        """Begin a resource if it is text."""
        if name == "data":  # what has a type is no text
            is_text = not ({"type", "mimetype"} & attributes.keys())
            key = attributes.get("name", "")
            self._key = key if is_text and not key.startswith((">>", "$")) else ""
            self._item_start = tag.start
        elif name == "value" and self._key:
            self.record()

    def closed(self, name: str, segment: Segment | None, tag: Span) -> None:
        if segment is not None:
            self.strings.add(self._key, segment.string(), Span(self._item_start, tag.end))
        if name == "data":
            self._key = ""


class Qt(_Strings):
    """Catalogues of Qt Linguist, which hold their sources."""

    root: ClassVar[str] = "TS"
    namespace: ClassVar[str] = "\0"
    format: ClassVar[str] = "qt-format"

    def __init__(self, raw: str) -> None:
        """Prepare to read a catalogue."""
        super().__init__(raw)
        self._language = self._context = ""
        self._state = State.TRANSLATED
        self._is_plural = False
        self._source: String | None = None
        self._forms: list[String] = []

    def opened(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        """Begin a message or its source or translation."""
        if name == "TS":
            self._language = attributes.get("language", "")
        elif name == "message":
            self._item_start, self._source, self._forms = tag.start, None, []
            self._state = State.TRANSLATED
            self._is_plural = attributes.get("numerus") == "yes"
        elif name == "translation":
            kind = attributes.get("type", "")
            if kind in ("vanished", "obsolete"):
                self._state = State.OBSOLETE
            elif kind == "unfinished":
                self._state = State.FUZZY
        has_text = name in ("name", "source", "numerusform")
        is_singular = name == "translation" and not self._is_plural
        if has_text or is_singular:
            self.record()

    def closed(self, name: str, segment: Segment | None, tag: Span) -> None:
        """End a message or one of its parts."""
        if segment is not None:
            string = segment.string()
            if name == "name":
                self._context = string.text.text
            elif name == "source":
                self._source = string
            else:
                self._forms.append(string)
        elif name == "message" and self._source is not None:
            key = f"{self._context}\x04{self._source.text.text}"
            for number, form in enumerate(self._forms):
                state = self._state
                if state is State.FUZZY and not form.text.text.strip():
                    state = State.UNTRANSLATED
                self.strings.add(
                    f"{key}\0{number}" if self._is_plural else key,
                    form,
                    Span(self._item_start, tag.end),
                    self._source,
                    state=state,
                    language=self._language,
                )


class StringsDict(_Strings):
    """Apple's plurals: a property list."""

    root: ClassVar[str] = "plist"
    namespace: ClassVar[str] = "\0"
    format: ClassVar[str] = "objc-format"

    def __init__(self, raw: str) -> None:
        super().__init__(raw)
        self._keys: list[str] = []

    def opened(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        if name == "dict":
            self._keys.append(self._key)
        elif name in ("key", "string"):
            self.record()

    def closed(self, name: str, segment: Segment | None, tag: Span) -> None:
        """End an element of the property list, and add a string that is shown."""
        if name == "dict":
            self._keys.pop()
        if segment is None:
            return
        string = segment.string()
        if name == "key":
            self._key = string.text.text
        elif _is_shown(self._key):
            path = "/".join(self._keys[1:])
            if self._key in PLURALS:
                self.strings.add(f"{path}\0{self._key}", string)
            elif not _VARIABLES.fullmatch(string.text.text):
                self.strings.add(f"{path}/{self._key}", string)


def _is_shown(key: str) -> bool:
    """Return whether the string of a key is shown: a form of a plural, the text around it, or one
    for windows of some width (a number)."""
    return key in PLURALS or key == "NSStringLocalizedFormatKey" or key.isdecimal()


def parse_android(raw: str) -> Parsed:
    return Android(raw).read()


def parse_resx(raw: str) -> Parsed:
    return Resx(raw).read()


def parse_qt(raw: str) -> Parsed:
    if "<TS" not in raw[:2_000]:
        raise Malformed("not a catalogue of Qt: TypeScript has the same ending", 0)
    return Qt(raw).read()


def parse_stringsdict(raw: str) -> Parsed:
    return StringsDict(raw).read()
