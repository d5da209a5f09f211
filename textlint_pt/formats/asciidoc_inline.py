"""Inline markup of AsciiDoc, with the place of every character."""

from __future__ import annotations

import html
import re

from textlint_pt.formats.markup import (
    Closer,
    Edits,
    Inline,
    listed,
    removed_reference_span,
    shadow,
    words,
)
from textlint_pt.text.document import MarkupKind, Text
from textlint_pt.text.regex import regex

_MARKED = regex(r"[*_`#+^~{\[<(&\\$]|://")
# What is read before formatting. At each place the alternatives are tried in this order.
_ATOM = regex(
    r"""
      (?P<line_break>[ \t]\+(?=\n|\Z))
    | \\(?P<bar>\|)
    | (?P<escape>\\)?(?:
        (?P<triple_plus>\+\+\+) | (?P<double_plus>\+\+) | (?P<dollars>\$\$)
      | (?P<plus>(?<![\w;:])\+(?=\S))
      | (?P<double_quote>(?<![\w;:}])"`(?=\S)) | (?P<single_quote>(?<![\w;:}])'`(?=\S))
      | (?P<apostrophe>(?<=\w)`'(?=\w))
      | (?P<double_code>``(?=[^`])) | (?P<code>(?<![\w&;:"'`}])`(?=\S))
      | (?P<attribute>\{(?:\w[\w-]*|(?:set|counter2?):[^{}\n]*)\})
      | (?P<hidden_term>\(\(\() | (?P<term>\(\((?=[^\s(]))
      | (?P<xref><<(?=[^\s<>]))
      | (?P<anchor>\[\[\[?[A-Za-z_:][\w:.-]*(?:,[^\]\[\n]*)?\]\]\]?)
      | <(?P<bracketed>(?:https?|ftp|irc)://[^\s<>]+)>
      | (?P<url>(?<!\w)(?:(?:https?|ftp|irc)://|mailto:)[^\s<>\[\]]+)(?P<url_text>\[)?
      | (?P<macro>(?<![\w:])[a-z][a-z0-9_-]{0,60}):(?!:)
        (?P<target>\+\+[^\n\[\]]{1,500}\+\+|[^\s:\[\]][^\s\[\]]{0,500}+)?\[
      | (?P<entity>&(?:[A-Za-z][A-Za-z0-9]*|\#\d{1,7}|\#x[0-9A-Fa-f]{1,6});)
    )""",
    re.VERBOSE,
)
_CLOSING = {
    "triple_plus": regex(r"\+\+\+"),
    "double_plus": regex(r"\+\+"),
    "dollars": regex(r"\$\$"),
    "plus": regex(r"(?<=\S)\+(?!\w)"),
    "double_quote": regex(r"(?<=\S)`\"(?!\w)"),
    "single_quote": regex(r"(?<=\S)`'(?!\w)"),
    "double_code": regex(r"``"),
    "code": regex(r"(?<=\S)`(?:(?![\w\"'`])|(?=''))"),
    "hidden_term": regex(r"\)\)\)"),
    "term": regex(r"\)\)"),
    "xref": regex(r">>"),
    "bracket": regex(r"(?<!\\)\]"),
}
_CURVED = {"double_quote": ("“", "”"), "single_quote": ("‘", "’")}
_OLD_QUOTE = regex(r"(?<=\S)''(?!\w)")
_CHARACTERS = {  # attributes that every document has
    **{name: html.unescape(f"&{name};") for name in listed("asciidoc.entities")},
    **dict.fromkeys(("empty", "blank", "zwsp", "wj"), ""),
    **{"sp": " ", "asterisk": "*", "caret": "^", "startsb": "[", "endsb": "]"},
    **{"vbar": "|", "tilde": "~", "backtick": "`", "cpp": "C++"},
}
_LINKS = words("link xref mailto")
_TRACELESS = listed("asciidoc.traceless")
_IMAGES = words("image video audio")
#: decoration, or text of which the macro says nothing
_UNMARKED = listed("asciidoc.unmarked")
_FOOTNOTES = words("footnote footnoteref")
_BRACKETS = regex(r"[\[\]]")
_LONGEST_FOOTNOTE = 5_000
_MOST_NESTED_BRACKETS = 20
_QUOTED_TEXT = regex(r'\s*"([^"]*)"\s*(?:,[^"]*)?')
_NAMED = regex(r",\s*[a-z]+\s*=|,\s*role\b")

_ROLE = r"(?P<role>\[[^\[\]\n]+\])?"


def _constrained(mark: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the opening and the closing of a mark around whole words: "*uma palavra*"."""
    return (
        re.compile(rf"(?<![\w&;:}}])(?P<escape>\\)?{_ROLE}{mark}(?=[^\s{mark}])"),
        re.compile(rf"(?<=\S){mark}(?!\w)"),
    )


def _unconstrained(mark: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the opening and the closing of a doubled mark, also within a word: "pala**vra**"."""
    return re.compile(rf"(?P<escape>\\\\?)?{_ROLE}{mark}(?=.)", re.S), re.compile(mark)


# Opening and closing marks of formatting, in the order in which they are looked for.
_FORMATTING = (
    _unconstrained(r"\*\*"),
    _constrained(r"\*"),
    _unconstrained("__"),
    _constrained("_"),
    _unconstrained("##"),
    _constrained("#"),
)
_KIND_BY_DELIMITER = {"_": MarkupKind.EMPHASIS, "*": MarkupKind.STRONG}
_RAISED = regex(rf"(?P<escape>\\)?{_ROLE}(?P<mark>[\^~])(?P<raised>[^\s^~]+)(?P=mark)")


def read(content: Text) -> Inline:
    """Return what a run of inline markup shows, without its footnotes, and has marked."""
    if not _MARKED.search(content.text):
        return Inline(content)
    return _Inline(content.text).edits.applied(content)


def footnotes(content: Text) -> list[Text]:
    """Return the footnotes in a run of markup, still markup themselves."""
    if "footnote" not in content.text:
        return []
    return [content[low:high] for low, high in _Inline(content.text).footnotes]


class _Inline:
    def __init__(self, text: str) -> None:
        """Find the inline markup of a text."""
        self.text = text
        self.shadow = shadow(text)
        self.edits = Edits()
        self.footnotes: list[tuple[int, int]] = []
        self._closer = Closer(self.shadow)
        self._covered = bytearray(self.shadow, "ascii")
        position = 0
        while match := _ATOM.search(self.shadow, position):
            position = self._atom(match) or match.end()
        self._formatting()

    # What is read first: code, macros, references

    def _atom(self, match: re.Match[str]) -> int | None:
        """Record the edits of a piece of markup; return its end, None to go on after the match."""
        start = match.start()
        kind = next(name for name, found in match.groupdict().items() if found and name != "escape")
        if kind in ("line_break", "bar"):  # of "\|" the backslash is dropped
            self._drop(start, match.start("bar") if kind == "bar" else match.end())
            return None
        if match["escape"]:
            if kind == "attribute":
                self._hide(start + 1, match.end())
            self._drop(start, start + 1)
            self._cover(start, match.end())
            return None
        if kind in _CLOSING:
            return self._pair(kind, match)
        if kind == "attribute":
            self._attribute(start, match.end())
        elif kind == "apostrophe":
            self.edits.put(start, match.end(), "’")
        elif kind == "entity":
            self.edits.put(start, match.end(), html.unescape(match.group()))
        elif kind == "anchor":
            name = match["anchor"].strip("[]").partition(",")[0]
            self.edits.mark(MarkupKind.ANCHOR, match.span(), target=name)
            self._drop(start, match.end())
        elif kind == "bracketed":
            address = start + 1, match.end() - 1
            self.edits.mark(MarkupKind.LINK, match.span(), address, self.text[slice(*address)])
            self._wrap(start, start + 1, match.end() - 1, match.end())
            self._hide(start + 1, match.end() - 1)
        elif kind == "url":
            return self._url(match)
        elif kind == "macro":
            return self._macro(match)
        return match.end()

    def _pair(self, kind: str, match: re.Match[str]) -> int | None:
        """Read markup with a closing mark; return where to continue, None if it is unclosed."""
        start, content_start = match.span()
        closing = self._closer.find(_CLOSING[kind], content_start + 1)
        if kind == "double_code":  # ``before 2013'' these were quotes
            quote = self._closer.find(_OLD_QUOTE, content_start + 1)
            if quote and (closing is None or quote.start() < closing.start()):
                kind, closing = "double_quote", quote
        if closing is None:
            return None
        content_end, end = closing.span()
        if kind in _CURVED:
            opening_mark, closing_mark = _CURVED[kind]
            self.edits.put(start, content_start, opening_mark)
            self.edits.put(content_end, end, closing_mark)
            self._cover(start, content_start)
            self._cover(content_end, end)
            return content_start  # what is quoted may hold code
        if kind == "hidden_term":
            self._drop(*removed_reference_span(self.text, start, end))
            return end
        self._wrap(start, content_start, content_end, end)
        if kind == "term":
            return content_start
        if kind == "xref":
            target, comma, _ = self.text[content_start:content_end].partition(",")
            shown = content_start + len(target) + len(comma) if comma else content_start
            address = f"#{target.lstrip('#')}"
            self.edits.mark(MarkupKind.LINK, (start, end), (shown, content_end), address)
            if comma:
                self._drop(content_start, shown)
                return shown
        if kind in ("code", "double_code"):
            content = self.text[content_start:content_end]
            has_pluses = len(content) > 2 and content[0] == content[-1] == "+"  # "`+code+`"
            code = content_start + has_pluses, content_end - has_pluses
            self.edits.mark(MarkupKind.CODE, (start, end), code)
        self._hide(content_start, content_end)
        return end

    def _attribute(self, start: int, end: int) -> None:
        """Replace an attribute reference by its character, or make it opaque."""
        decoded = _CHARACTERS.get(self.text[start + 1 : end - 1])
        if decoded is None:
            self._hide(start, end)
        else:
            self.edits.put(start, end, decoded)
            self._cover(start, end)

    def _url(self, match: re.Match[str]) -> int:
        """Mark an address with its text, if any; return where to continue."""
        start, end = match.span("url")
        if match["url_text"]:
            closing = self._closer.find(_CLOSING["bracket"], end + 1)
            if closing is not None:
                return self._link(start, (start, end), end + 1, closing.start())
        elif match["url"].startswith("mailto:"):
            return end
        end = start + len(match["url"].rstrip(".,;:!?)'\""))
        self.edits.mark(MarkupKind.LINK, (start, end), (start, end), self.text[start:end])
        self._hide(start, end)
        return end

    def _macro(self, match: re.Match[str]) -> int | None:
        """Read a macro; return where to continue, None if its bracket is unclosed."""
        name, content_start = match["macro"], match.end()
        closing = self._closer.find(_CLOSING["bracket"], content_start)
        content_end = closing.start() if closing else None
        if name in _FOOTNOTES:  # which may have brackets in them
            content_end = self._closing_bracket(content_start)
        if content_end is None:
            return None
        end = content_end + 1
        self._mark_macro(match, (content_start, content_end))
        if name == "footnoteref":  # "footnoteref:[id,texto]"
            content_start = self.shadow.find(",", content_start, content_end) + 1 or content_end
        if name in _FOOTNOTES and content_start < content_end:
            self.footnotes.append((content_start, content_end))
        if name in _LINKS:
            address = match.span("target") if match["target"] else (content_start, content_start)
            return self._link(match.start(), address, content_start, content_end)
        if name in _FOOTNOTES or name in _TRACELESS:
            self._drop(*removed_reference_span(self.text, match.start(), end))
        elif name in ("indexterm2", "pass", "kbd", "btn", "stem", "latexmath", "asciimath"):
            self._wrap(match.start(), content_start, content_end, end)
            if name != "indexterm2":
                self._hide(content_start, content_end)
        else:
            self._hide(match.start(), end)
        return end

    def _mark_macro(self, match: re.Match[str], inner: tuple[int, int]) -> None:
        """Record a macro other than those that make links and footnotes."""
        name = match["macro"]
        if name in _LINKS or name in _FOOTNOTES or name in _UNMARKED:
            return
        kind = MarkupKind.ROLE
        if name in _IMAGES:
            kind = MarkupKind.IMAGE
        elif name == "anchor":
            kind = MarkupKind.ANCHOR
        target = self.text[slice(*match.span("target"))] if match["target"] else ""
        role_name = name if kind is MarkupKind.ROLE else ""
        self.edits.mark(kind, (match.start(), inner[1] + 1), inner, target, role_name)

    def _link(self, start: int, target: tuple[int, int], text_start: int, text_end: int) -> int:
        """Mark a link shown by its text, or by its address; return where to continue."""
        end = text_end + 1
        text = self.text[text_start:text_end]
        address = self.text[slice(*target)].removeprefix("++").removesuffix("++")
        if not text.strip():
            self.edits.mark(MarkupKind.LINK, (start, end), target, address)
            self._wrap(start, *target, end)
            self._hide(*target)
            return end
        shown_start, shown_end = 0, len(text)
        if quoted := _QUOTED_TEXT.fullmatch(text):
            shown_start, shown_end = quoted.span(1)
        elif named := _NAMED.search(text):
            shown_end = named.start()
        if text.endswith("^", shown_start, shown_end):  # the link opens in a new window
            shown_end -= 1
        self.edits.mark(
            MarkupKind.LINK,
            (start, end),
            (text_start + shown_start, text_start + shown_end),
            address,
        )
        self._wrap(start, text_start + shown_start, text_start + shown_end, end)
        return text_start + shown_start  # the text may hold code

    def _closing_bracket(self, start: int) -> int | None:
        """Return where the bracket before `start` is closed; None if it is not nearby."""
        depth = 1
        for match in _BRACKETS.finditer(self.shadow, start, start + _LONGEST_FOOTNOTE):
            if self.shadow[match.start() - 1] == "\\":
                continue
            depth += 1 if match.group() == "[" else -1
            if depth == 0:
                return match.start()
            if depth > _MOST_NESTED_BRACKETS:
                break
        return None

    # Formatting

    def _formatting(self) -> None:
        """Mark bold, italic and other formatted text."""
        for opening, closing in _FORMATTING:
            covered = self._covered.decode("ascii")
            position = 0
            while match := opening.search(covered, position):
                end = closing.search(covered, match.end() + 1)
                if end is None:
                    break  # delimiters that open later are not closed either
                position = match.end() if match["escape"] else end.end()
                self._add_formatted_span(match, match.end(), *end.span())
        for match in _RAISED.finditer(self._covered.decode("ascii")):
            self._add_formatted_span(match, match.start("raised"), match.end("raised"), match.end())

    def _add_formatted_span(
        self, opening: re.Match[str], content_start: int, content_end: int, end: int
    ) -> None:
        """Mark formatted text and drop its delimiters, or only the escape before them."""
        if opening["escape"]:
            self._drop(*opening.span("escape"))
        else:
            if kind := _KIND_BY_DELIMITER.get(self.text[content_start - 1]):
                self.edits.mark(kind, (opening.start(), end), (content_start, content_end))
            self._wrap(opening.start(), content_start, content_end, end)

    # Edits, whose ranges are not searched for formatting

    def _cover(self, start: int, end: int) -> None:
        """Exclude a range from the search for formatting."""
        self._covered[start:end] = b"," * (end - start)

    def _drop(self, start: int, end: int) -> None:
        self.edits.drop(start, end)
        self._cover(start, end)

    def _wrap(self, start: int, inner: int, inner_end: int, end: int) -> None:
        self._drop(start, inner)
        self._drop(inner_end, end)

    def _hide(self, start: int, end: int) -> None:
        self.edits.hide(start, end)
        self._cover(start, end)
