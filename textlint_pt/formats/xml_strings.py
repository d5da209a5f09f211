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


class _Recorder(Scanner):
    """Records the text of one element at a time, with the tags in it."""

    def __init__(self, raw: str) -> None:
        super().__init__(raw)
        self._record: Segment | None = None
        self._within = 0

    def record(self, tag: Span) -> None:
        self._record = Segment(self.raw, tag.end, wrapped=False, html=True)
        self._within = 0

    def start(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        """Read a start tag, inside the recorded text or outside."""
        if self._record is None:
            self.opened(name, attributes, tag)
            return
        self._within += 1
        if name == "g":  # xliff:g: what stays as it is
            attributes = {**attributes, "translate": "no"}
        self._record.start(name, attributes, tag)

    def end(self, name: str, tag: Span) -> None:
        """Read an end tag, inside the recorded text or outside."""
        if self._record is not None and self._within:
            self._within -= 1
            self._record.end(tag)
            return
        text = self._record.string() if self._record is not None else None
        self._record = None
        self.closed(name, text, tag)

    def text(self, text: Text) -> None:
        if self._record is not None:
            self._record.add(self.decoded(text))

    # -------------------------------------------------------------- for subclasses

    def opened(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        """An element begins outside of what is recorded."""

    def closed(self, name: str, string: String | None, tag: Span) -> None:
        """An element ends; `string` is what was recorded of it."""

    def decoded(self, text: Text) -> Text:
        """Return characters without the format's own escapes."""
        return text


class Android(_Recorder):
    """`strings.xml`."""

    root: ClassVar[str] = "resources"
    names_texts: ClassVar[bool] = True
    namespace: ClassVar[str] = "urn:oasis:names:tc:xliff:document:"

    def __init__(self, raw: str) -> None:
        """Prepare to read a file of Android strings."""
        super().__init__(raw)
        self.strings = Strings(("java-printf-format",))
        self._group = self._key = ""
        self._begun = 0
        self._is_protected = False
        self._items = 0

    def opened(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        """Begin a string, plural or array, or one of its items."""
        if name in ("string", "plurals", "string-array"):
            self._group = self._key = attributes.get("name", "")
            self._is_protected = attributes.get("translatable") == "false"
            self._items = 0
        if name == "item" and self._group:
            quantity = attributes.get("quantity")
            self._key = (
                f"{self._group}{chr(0)}{quantity}"
                if quantity
                else (f"{self._group}[{self._items}]")
            )
            self._items += 1
        if name == "string" or (name == "item" and self._group):
            self._begun = tag.start
            self.record(tag)

    def closed(self, name: str, string: String | None, tag: Span) -> None:
        if string is not None and not _REFERENCE.fullmatch(string.text.text):
            span = Span(self._begun, tag.end)
            self.strings.add(self._key, string, span, protected=self._is_protected)
        if name in ("string", "plurals", "string-array"):
            self._group = ""

    def decoded(self, text: Text) -> Text:
        lines = text.text.translate(_LAYOUT)
        return unescaped(Text(lines, text.starts, text.ends), _ESCAPE, _of_android)


#: line breaks of the file are spaces
_LAYOUT = {ord("\n"): " ", ord("\t"): " ", ord("\r"): " "}


def _of_android(escape: str) -> str:
    return "" if escape == '"' else backslashed(escape)


class Resx(_Recorder):
    """Resources of .NET."""

    root: ClassVar[str] = "root"
    namespace: ClassVar[str] = "\0"

    def __init__(self, raw: str) -> None:
        super().__init__(raw)
        self.strings = Strings(("csharp-format",))
        self._key = ""
        self._begun = 0

    def opened(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        """Begin a resource if it is text."""
        if name == "data":  # what has a type is no text
            is_text = not ({"type", "mimetype"} & attributes.keys())
            key = attributes.get("name", "")
            self._key = key if is_text and not key.startswith((">>", "$")) else ""
            self._begun = tag.start
        elif name == "value" and self._key:
            self.record(tag)

    def closed(self, name: str, string: String | None, tag: Span) -> None:
        if string is not None and self._key:
            self.strings.add(self._key, string, Span(self._begun, tag.end))
        if name == "data":
            self._key = ""


class Qt(_Recorder):
    """Catalogues of Qt Linguist, which hold their sources."""

    root: ClassVar[str] = "TS"
    namespace: ClassVar[str] = "\0"

    def __init__(self, raw: str) -> None:
        """Prepare to read a catalogue."""
        super().__init__(raw)
        self.strings = Strings(("qt-format",))
        self._language = self._context = ""
        self._state = State.TRANSLATED
        self._is_plural = False
        self._source: String | None = None
        self._forms: list[String] = []
        self._begun = 0

    def opened(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        """Begin a message or its source or translation."""
        if name == "TS":
            self._language = attributes.get("language", "")
        elif name == "message":
            self._begun, self._source, self._forms = tag.start, None, []
            self._state = State.TRANSLATED
            self._is_plural = attributes.get("numerus") == "yes"
        elif name == "translation":
            kind = attributes.get("type", "")
            if kind in ("vanished", "obsolete"):
                self._state = State.OBSOLETE
            elif kind == "unfinished":
                self._state = State.FUZZY
        if name in ("name", "source", "numerusform") or (
            name == "translation" and not self._is_plural
        ):
            self.record(tag)

    def closed(self, name: str, string: String | None, tag: Span) -> None:
        """End a message or one of its parts."""
        if name == "name" and string is not None:
            self._context = string.text.text
        elif name == "source":
            self._source = string
        elif string is not None:
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
                    Span(self._begun, tag.end),
                    self._source,
                    state=state,
                    language=self._language,
                )


class StringsDict(_Recorder):
    """Apple's plurals: a property list."""

    root: ClassVar[str] = "plist"
    namespace: ClassVar[str] = "\0"

    def __init__(self, raw: str) -> None:
        super().__init__(raw)
        self.strings = Strings(("objc-format",))
        self._keys: list[str] = []
        self._key = ""

    def opened(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        if name == "dict":
            self._keys.append(self._key)
        elif name in ("key", "string"):
            self.record(tag)

    def closed(self, name: str, string: String | None, tag: Span) -> None:
        """End an element of the property list, and add a string that is shown."""
        if name == "dict" and self._keys:
            self._keys.pop()
        elif name == "key" and string is not None:
            self._key = string.text.text
        elif name == "string" and string is not None and _is_shown(self._key):
            path = "/".join(self._keys[1:])
            if self._key in PLURALS:
                self.strings.add(f"{path}\0{self._key}", string)
            elif not _VARIABLES.fullmatch(string.text.text):
                self.strings.add(f"{path}/{self._key}", string)


def _is_shown(key: str) -> bool:
    """Whether a text stands there: a form, a frame for forms, one for windows of some width."""
    return key in PLURALS or key == "NSStringLocalizedFormatKey" or key.isdecimal()


def read(reader: Android | Resx | Qt | StringsDict) -> Parsed:
    """Return the strings of a file and its comments."""
    reader.scan()
    return reader.strings.parsed(reader.comments)


def parse_android(raw: str) -> Parsed:
    return read(Android(raw))


def parse_resx(raw: str) -> Parsed:
    return read(Resx(raw))


def parse_qt(raw: str) -> Parsed:
    if "<TS" not in raw[:2_000]:
        raise Malformed("not a catalogue of Qt: TypeScript has the same ending", 0)
    return read(Qt(raw))


def parse_stringsdict(raw: str) -> Parsed:
    return read(StringsDict(raw))
