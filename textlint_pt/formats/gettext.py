"""gettext catalogues, read as the gettext manual describes, with the place of every character."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from gettext import c2py

from textlint_pt.contract.format import Malformed, Parsed
from textlint_pt.formats.catalogue import Entry, parsed
from textlint_pt.formats.escapes import unescaped
from textlint_pt.formats.strings import String
from textlint_pt.text.document import Comment, Defect, Note, Span, State, Text
from textlint_pt.text.regex import regex

_LINE = regex(r"([^\r\n]*)(?:\r\n|[\r\n]|\Z)")
_KEYWORD = regex(
    r"(msgctxt|msgid_plural|msgid|msgstr|domain)(?:(?<=msgstr)\[(\d{1,3})\])?(?=[\s\"]|\Z)"
)
_STRING = regex(r'\s*"((?:[^"\\]|\\.)*+)"')
_ESCAPE = regex(r"(?:\\(?:x[0-9a-fA-F]{1,2}|[0-7]{1,3}))+|\\.")
#: what gettext knows after a backslash
_SIGNS_AFTER_BACKSLASH = frozenset('ntrbfva\\"01234567x')
_BYTE = regex(r"\\(?:x([0-9a-fA-F]+)|([0-7]+))")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "\a"}
_COMMENT = regex(r"#\s+(textlint-pt-.*)")
_LONGEST = regex(r"max-length:\s*(\d{1,6})")
_FORMAT = regex(r"(?:possible-)?((?!no-)[\w-]+-format)")
#: words that a desktop searches for: "torrents;downloading;share;"
_KEYWORDS_OF_DESKTOP = regex(r"(?:[^\s;&]+(?: [^\s;&]+){0,3};){2,}[^\s;&]*")
_PLURAL_FORMS = regex(r"^Plural-Forms:[^\n]*", re.MULTILINE | re.IGNORECASE)
_NPLURALS, _PLURAL = regex(r"nplurals\s*=\s*([^\s;]*)"), regex(r"plural\s*=\s*([^;]*)")
#: numbers for which the expression of a header is evaluated, as `msgfmt` does
_EVALUATED_NUMBERS = 1001
#: what `#|` says that the entry was before
_PREVIOUS = regex(r'(?:msgctxt|msgid_plural|msgid)?\s*(?:"(?:[^"\\]|\\.)*+"\s*)*')
_PLACE = regex(r"(.+?)(?::\d+)?\Z")


def parse(raw: str) -> Parsed:
    """Return what the format `po` reads."""
    return _Reader(raw).read()


@dataclass(slots=True)
class _Message:
    """One entry while it is read. `fields` are its strings by keyword, in pieces."""

    start: int
    end: int = 0
    fields: dict[str, list[Text]] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    place: str = ""
    is_obsolete: bool = False
    line: int = 0
    #: for its lines so far, those of `#|` too, whether they stand behind `#~`
    obsolete_marks: set[bool] = field(default_factory=set)

    def has_translation(self) -> bool:
        return any(name.startswith("msgstr") for name in self.fields)

    def forms(self) -> int:
        """Return how many plural forms it has."""
        return sum(name.startswith("msgstr[") for name in self.fields)

    def text(self, name: str) -> Text:
        return Text.join(self.fields.get(name, ()))


class _Reader:
    def __init__(self, raw: str) -> None:
        """Prepare to read a catalogue."""
        self._raw = raw
        self._entries: list[Entry] = []
        self._comments: list[Comment] = []
        self._notes: list[Note] = []
        self._header: dict[str, str] | None = None
        self._message: _Message | None = None
        self._field = ""  # the string that lines without a keyword continue
        self._domain = ""
        #: lines where entries begin by domain, context and identifier
        self._first_lines: dict[tuple[str, str, str], int] = {}
        self._defects: list[Defect] = []
        self._header_span = Span(0, 0)
        #: places of translated entries with a plural, and how many forms they have
        self._plurals: list[tuple[Span, int]] = []
        self._line = 0

    def read(self) -> Parsed:
        """Return the entries of the catalogue."""
        for match in _LINE.finditer(self._raw):
            self._line += 1
            text = match[1].strip()
            if text:
                start = match.start() + len(match[1]) - len(match[1].lstrip())
                self._statement(text, start)
        self._finish()
        is_translated = any(entry.target.text.text.strip() for entry in self._entries)
        if self._entries and not is_translated:
            self._notes.append(Note("po-template"))  # whose header a translator fills in
        else:
            self._check_header()
        return parsed(self._entries, self._comments, self._notes, self._defects)

    # -------------------------------------------------------------- lines

    def _statement(self, text: str, start: int) -> None:
        """Read a line: a comment, a keyword or a string."""
        is_obsolete = text.startswith("#~")
        if is_obsolete:
            bare = text[2:].lstrip()
            start += len(text) - len(bare)
            text = bare
            if not text or text.startswith("#"):
                return
        if text.startswith("|" if is_obsolete else "#|"):
            self._previous(text, start, is_obsolete)
            return
        if text.startswith("#"):
            self._comment(text, start)
            return
        keyword = _KEYWORD.match(text)
        if keyword:
            self._begin(keyword, text, start, is_obsolete)
            if self._field != "domain":
                self._strings(text, keyword.end(), start)
        elif text.startswith('"'):
            if not self._field:
                raise Malformed("a string without msgid or msgstr before it", start)
            self._strings(text, 0, start)
        else:
            raise Malformed("neither a comment nor a keyword nor a string in quotes", start)
        if self._message is not None:
            self._message.end = start + len(text)
            self._check_obsolete_mark(self._message, is_obsolete, text, start)

    def _check_obsolete_mark(
        self, message: _Message, is_obsolete: bool, text: str, start: int
    ) -> None:
        """Record whether a line is obsolete; gettext refuses an entry of which only a part is."""
        message.obsolete_marks.add(is_obsolete)
        if len(message.obsolete_marks) > 1:
            message.obsolete_marks = {is_obsolete}
            self._add_syntax_defect(text, start)

    def _add_syntax_defect(self, text: str, start: int) -> None:
        """Record a line that gettext refuses, though its meaning is plain."""
        self._defects.append(Defect("syntax", Span(start, start + len(text))))

    def _message_of_comment(self, start: int) -> _Message:
        """Return the entry that a comment belongs to, beginning it if it is not yet begun."""
        if self._message is None or self._message.has_translation():
            self._finish()
            self._message = _Message(start)
        return self._message

    def _previous(self, text: str, start: int, is_obsolete: bool) -> None:
        """Check a comment with the previous source: `#| msgid "antigo"`."""
        written = text.partition("|")[2].strip()
        if written:
            message = self._message_of_comment(start)
            if message.fields or not _PREVIOUS.fullmatch(written):
                self._add_syntax_defect(text, start)
            self._check_obsolete_mark(message, is_obsolete, text, start)

    def _comment(self, text: str, start: int) -> None:
        """Read a comment; gettext refuses those within an entry."""
        message = self._message_of_comment(start)
        if message.obsolete_marks:
            self._add_syntax_defect(text, start)
        if text.startswith(("#,", "#=")):
            message.flags.update(flag.strip() for flag in text[2:].split(","))
        elif text.startswith("#:") and not message.place:
            file_places = text[2:].split()
            if file_places:
                is_docstring = ":docstring of " in text
                match = _PLACE.match(text[2:].strip() if is_docstring else file_places[0])
                message.place = match[1] if match else ""
        elif comment := _COMMENT.match(text):
            self._comments.append(Comment(comment[1].rstrip(), Span(start, start + len(text))))

    def _begin(self, keyword: re.Match[str], text: str, start: int, is_obsolete: bool) -> None:
        """Begin a field by its keyword; `Malformed` where it cannot stand."""
        name, number = keyword[1], keyword[2]
        if name == "domain":
            if not _STRING.match(text, keyword.end()):
                raise Malformed("domain without a name in quotes", start)
            self._finish()
            self._field, self._domain = "domain", text
            return
        if self._message is None or (
            self._message.has_translation() and not name.startswith("msgstr")
        ):
            self._finish()
            self._message = _Message(start)
        message = self._message
        assert message is not None
        message.is_obsolete = message.is_obsolete or is_obsolete
        if name in ("msgstr", "msgid_plural") and "msgid" not in message.fields:
            raise Malformed(f"{name} without msgid", start)
        if name == "msgstr" and (number is not None) != ("msgid_plural" in message.fields):
            with_plural = "msgstr without [n] after" if number is None else "msgstr[n] without"
            raise Malformed(f"{with_plural} msgid_plural", start)
        if name == "msgid":
            message.line = self._line
        self._field = f"msgstr[{int(number)}]" if number is not None else name
        if self._field in message.fields and not message.has_translation():
            raise Malformed(f"{self._field} without msgstr", message.start)
        if self._field in message.fields:
            raise Malformed(f"{self._field} twice in one entry", start)
        if number is not None and int(number) != message.forms():
            self._defects.append(Defect("plural-index", Span(start, start + keyword.end())))
        message.fields[self._field] = []

    def _strings(self, text: str, position: int, start: int) -> None:
        """Add the quoted strings of a line to the current field."""
        while position < len(text):
            match = _STRING.match(text, position)
            if match is None:
                is_open = text[position:].lstrip().startswith('"')
                fault = "a string that is not closed" if is_open else "text outside of the quotes"
                raise Malformed(fault, start + position)
            if self._message is not None and self._field != "domain":
                content_start = start + match.start(1)
                if match[1]:
                    written = Text.verbatim(match[1], content_start)
                    piece = unescaped(written, _ESCAPE, _unescaped)
                    self._message.fields[self._field].append(piece)
                self._defects += _wrong_escapes(match[1], content_start)
            position = match.end()

    # -------------------------------------------------------------- entries

    def _finish(self) -> None:
        """Add the entries of the message that ends."""
        message, self._message, self._field = self._message, None, ""
        if message is None or not message.fields:
            return
        if not message.has_translation():
            if message.is_obsolete:
                return
            keyword = "msgid" if "msgid" in message.fields else "msgctxt"
            raise Malformed(f"{keyword} without msgstr", message.start)
        identifier, context = message.text("msgid"), message.text("msgctxt").text
        if not identifier.text and "msgctxt" not in message.fields and not message.is_obsolete:
            self._read_header(message.text("msgstr"), message)
            return
        self._note_duplicate(message, identifier.text, context)
        state = State.TRANSLATED
        if _KEYWORDS_OF_DESKTOP.fullmatch(identifier.text):
            state = State.PROTECTED
        if message.is_obsolete:
            state = State.OBSOLETE
        elif "fuzzy" in message.flags:
            state = State.FUZZY
        # a context and its string are one key, with the separator that MO files have
        key = f"{context}\x04{identifier.text}" if "msgctxt" in message.fields else identifier.text
        header = self._header or {}
        plural = message.text("msgid_plural")
        formats = tuple(
            sorted(match[1] for flag in message.flags if (match := _FORMAT.fullmatch(flag)))
        )
        longest = next(
            (int(found[1]) for flag in message.flags if (found := _LONGEST.fullmatch(flag))), 0
        )
        if "msgid_plural" in message.fields and state is State.TRANSLATED:
            self._note_plural(message, identifier.text, plural)
        for name in message.fields:
            if not name.startswith("msgstr"):
                continue
            plural_index = name.removeprefix("msgstr").strip("[]")
            is_plural = plural_index not in ("", "0")
            target = String(message.text(name))
            is_empty = not target.text.text
            self._entries.append(
                Entry(
                    f"{key}\0{plural_index}" if plural_index else key,
                    Span(message.start, message.end),
                    source=String(plural if is_plural else identifier),
                    target=target,
                    place=message.place,
                    state=State.UNTRANSLATED if is_empty and state is State.FUZZY else state,
                    target_language=header.get("language", ""),
                    formats=formats,
                    longest=longest,
                )
            )

    def _read_header(self, text: Text, message: _Message) -> None:
        """Read the fields of the header."""
        if not text.text:
            return
        self._header = self._header or {}
        self._header_span = Span(message.start, message.end)
        for line in text.text.split("\n"):
            name, colon, value = line.partition(":")
            if colon:
                self._header[name.strip().lower()] = value.strip()
        if match := _PLURAL_FORMS.search(text.text):
            self._header_span = text[match.start() : match.end()].span()

    def _note_duplicate(self, message: _Message, identifier: str, context: str) -> None:
        """Record a defect if an entry above has the same identifier and context."""
        key = self._domain, context, identifier
        first_line = self._first_lines.setdefault(key, message.line)
        if first_line != message.line:
            span = message.text("msgid").span() if identifier else Span(message.start, message.end)
            self._defects.append(Defect("duplicate", span, {"first": first_line}))

    def _note_plural(self, message: _Message, identifier: str, plural: Text) -> None:
        """Record the plural forms of an entry, and defects of their line breaks."""
        if not message.text("msgstr[0]").text:
            return
        self._plurals.append((message.text("msgstr[0]").span(), message.forms()))
        begin_alike = (identifier[:1] == "\n") == (plural.text[:1] == "\n")
        end_alike = (identifier[-1:] == "\n") == (plural.text[-1:] == "\n")
        if not (begin_alike and end_alike):
            self._defects.append(Defect("plural-break", plural.span()))

    def _check_header(self) -> None:
        """Record the defects of the header, and of plural forms because of it."""
        if self._header is None:
            if self._entries:
                self._defects.append(Defect("no-header", self._entries[0].span))
            return
        charset = self._header.get("content-type", "").partition("charset=")[2].strip()
        if charset == "CHARSET" and self._entries:
            self._defects.append(Defect("no-charset", self._header_span))
        written = self._header.get("plural-forms")
        if written is None:
            if self._plurals:
                first_span, _ = self._plurals[0]
                self._defects.append(Defect("no-plural-header", first_span))
            return
        count, fault = plural_forms(written)
        # a catalogue without plurals may have a header that nobody has filled in
        is_harmless = fault == "plural-header" and not self._plurals
        if fault and not is_harmless:
            self._defects.append(Defect(fault, self._header_span, {"count": count}))
        for span, forms in self._plurals:
            if count and forms != count:
                fields = {"forms": forms, "count": count}
                self._defects.append(Defect("plural-count", span, fields))


def _wrong_escapes(raw: str, start: int) -> Iterator[Defect]:
    """Yield escapes that gettext does not know."""
    if "\\" in raw:
        for match in _ESCAPE.finditer(raw):
            if match[0][1] not in _SIGNS_AFTER_BACKSLASH or match[0] == "\\x":
                low, high = match.span()
                yield Defect("escape", Span(start + low, start + high), {"written": match[0]})


def _unescaped(escape: str) -> str:
    """Return the text of an escape; escapes of bytes in a row are one text in UTF-8."""
    is_octal = escape[1] in "01234567"
    is_hexadecimal = escape[1] == "x" and len(escape) > 2
    if is_octal or is_hexadecimal:
        values = [int(hex_, 16) if hex_ else int(octal, 8) for hex_, octal in _BYTE.findall(escape)]
        return bytes(value & 0xFF for value in values).decode("utf-8", "replace")
    if escape[1] in _ESCAPES:
        return _ESCAPES[escape[1]]
    return escape[1] if escape[1] in '"\\' else escape


def plural_forms(header: str) -> tuple[int, str]:
    """Return the number of plural forms of a header (0: none), and the code of its fault or "".

    As `msgfmt` does, evaluate "nplurals=2; plural=(n != 1);" for the numbers 0 to 1000.
    """
    nplurals, expression = _NPLURALS.search(header), _PLURAL.search(header)
    if nplurals is None or expression is None:
        return 0, "plural-header"
    number = int(nplurals[1]) if nplurals[1].isdecimal() and len(nplurals[1]) < 5 else 0
    if not number:
        return 0, "plural-expression"
    try:
        form_indices = {*map(c2py(expression[1].strip()), range(_EVALUATED_NUMBERS))}
    except (ValueError, ZeroDivisionError):
        return number, "plural-expression"
    if min(form_indices) < 0 or max(form_indices) >= number:
        return number, "plural-range"
    return number, ""
