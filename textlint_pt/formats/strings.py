"""The prose in strings of a program or a catalogue, without what programs read.

Placeholders, tags, code, options and addresses keep their place and are opaque, or are dropped if
they are not visible. The same patterns serve every catalogue: a file seldom says what a string was
written for (C, Qt, Python, Ruby, ICU, HTML, Markdown, manual pages).
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from textlint_pt.formats import tags
from textlint_pt.formats.bare import BEGINNING, BRACES
from textlint_pt.formats.markup import (
    Edits,
    Inline,
    braced,
    closing_end,
    code_spans,
    listed,
    merged,
)
from textlint_pt.text.document import EMPTY, Markup, MarkupKind, Span, Text
from textlint_pt.text.language import is_code
from textlint_pt.text.reading import touches
from textlint_pt.text.regex import regex


class String(NamedTuple):
    """A string as a file holds it, decoded.

    The ranges of `text`, ordered and disjoint, are those that the file itself marks as not prose:
    `dropped` leave no trace, `opaque` keep their place, `broken` are line breaks. `tags` are those
    of all these that are elements of the file: range, name and identifier. `wrapped` says that line
    breaks are only the file's layout.
    """

    text: Text
    dropped: tuple[tuple[int, int], ...] = ()
    opaque: tuple[tuple[int, int], ...] = ()
    broken: tuple[tuple[int, int], ...] = ()
    wrapped: bool = False
    tags: tuple[tuple[int, int, str, str], ...] = ()

    def part(self, low: int, high: int) -> String:
        """Return the characters of a range, with what is marked in it."""

        def inside(ranges: Sequence[Any]) -> tuple[Any, ...]:
            """Return the parts of ranges in the part, from its beginning on."""
            return tuple(
                (max(start, low) - low, min(end, high) - low, *about)
                for start, end, *about in ranges
                if start < high and end > low
            )

        dropped, opaque, broken = map(inside, (self.dropped, self.opaque, self.broken))
        text, inner_tags = self.text[low:high], inside(self.tags)
        return String(text, dropped, opaque, broken, wrapped=self.wrapped, tags=inner_tags)


class Prose(NamedTuple):
    """One paragraph of a string; `is_item` if it was written as a list item."""

    content: Text
    opaque: tuple[Span, ...]
    is_item: bool


#: replaces a range that was already read: neither letter nor space nor punctuation
_COVER = "\x01"

_BLOCK_TAGS = (
    "address|article|aside|blockquote|center|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]"
    "|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul"
)
_INLINE_TAGS = (
    "a|abbr|acronym|b|bdi|bdo|big|br|button|cite|code|data|del|dfn|em|font|i|img|input|ins|kbd"
    "|label|mark|nobr|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr"
)
_BREAK = regex(
    rf"""
      \n[ \t]*\n\s*
    | </?(?:{_BLOCK_TAGS})(?:\s[^<>]*+)?/?>
    | \n[ \t]*(?=(?:[-*+•]|\d{{1,2}}[.)])[ \t]+\S)
    | \n[ \t]+(?=[^\sa-zß-ÿ])
    """,
    re.VERBOSE | re.IGNORECASE,
)
#: an interval of Symfony or Laravel: "]1,Inf[ Há %count% dias"
_INTERVAL = regex(r"(?:^|(?<=\|))\s*[\[\]]-?(?:\d+|Inf)\s*,\s*-?(?:\d+|Inf|\*)[\[\]]\s*")
#: what tells forms of a plural between bars from a table or a title: "um dia|%count% dias"
_CHOICES = regex(
    rf"{_INTERVAL.pattern}|(?:^|\|)\s*\{{-?\d+(?:,-?\d+)*\}}|%count%|\{{\s*(?:count|n)\s*\}}"
    r"|(?<![\w:]):count\b"
)
_BAR = regex(r"(?:(?<![ \t])[ \t]+)?\|[ \t]*")
_BLANK_LINE = regex(r"\n[ \t]*\n\s*")
_FENCE = regex(r"^(`{3,}|~{3,})(?:(?!\1)[\s\S])*+(?:\1[^\n]*)?", re.MULTILINE)
#: what is indented after a paragraph that ends with two colons
_LITERAL = regex(r"::[ \t]*\n(?:[ \t]*\n)+((?:[ \t]+\S[^\n]*(?:\n|\Z)|[ \t]*\n)+)")
_MARKER = regex(r"\s*(?:[-*+•]|\d{1,2}[.)])[ \t]+(?=\S)")
#: a line break that was escaped twice, "Feito.\\nSeguinte": not one that is spoken of
_ESCAPED_BREAK = regex(
    r"(?:(?<![\s'\"“«`(\[{\\/:])(?:\\r)?(?:\\n)+|(?:\\r)?(?:\\n)++(?=[^\W_]|[%{<]))"
    r"[ \t]*(?![\"'”»`)\]}])"
)
#: another escape, or a path: "C:\\temp\\novo"
_OTHER_ESCAPE = regex(r"\\(?![nrt\"'])|\b[A-Za-z]:\\")
_DOCTEST = regex(r"\s*(?:>>>|\$|\.\.\.)[ \t]")
_STATEMENT = regex(
    r"\s*(?:import [\w.]+|from [\w.]+ import .*|(?:[\w.]+ = )?[\w.]+\(.*\)|#.*)\s*(?:#.*)?\Z"
)
#: a literal block follows: shown as one colon, or not at all where it stands alone
_LITERAL_MARK = regex(r"(?:^|(?<=\s))::\s*\Z|:(?=:\s*\Z)")

_RESTRUCTURED = regex(r"(?<![\w`])``[^\s`]|:[a-z][\w.+:-]{0,100}:`[^\s`]|[^\s`]`__?(?!\w)")

_BACKQUOTES = regex(r"(?<!\\)`+")
_BRACES = regex(r"[{}]")
_LONGEST_BRACES = 2_000
#: tags of memoQ and Phrase around words: "{b>Guardar<b}"
_PAIRED = regex(r"(?P<opening>\{(?P<name>\w{1,12})>)[^{}]*(?P<closing><(?P=name)\})")
#: of HTML, of KUIT (KDE), of DocBook and Mallard
_CODE_TAGS = listed("strings.code-tags")
_TAG_NAME = regex(r"</?([A-Za-z][\w:.-]*|\d+)")
_KNOWN_TAG = regex(rf"(?:{_BLOCK_TAGS}|{_INLINE_TAGS})\Z", re.IGNORECASE)

#: placeholders, which a program replaces by something else
PLACEHOLDER = (
    r"(?:(?<![%\d])|(?<=(?<!%)%\d))%(?:"
    r"[1-9]\d?(?=(?![hlLqjzt])[a-zA-Z]{2}(?!\w))"  # %1cm
    r"|"
    r"\([\w. -]{1,80}\)[-+#0 ]{0,3}\d{0,4}(?:\.\d{1,4})?[a-zA-Z]"  # %(name)s
    r"|<\w{1,64}>[a-z]?"  # %<name>s
    r"|[A-Za-z_]\w{2,63}%?"  # %name, %NAME%
    r"|(?:\d{1,2}\$)?[-+0#']{0,3}(?:\d{1,4}|\*)?(?:\.(?:\d{1,4}|\*)?)?"  # %s, %1$s, %5.2f, %@
    r"(?:hh?|ll?|[Lqjzt])?[diouxXeEfFgGcsaApn@](?![^\W\d_]{2})"
    r"|L?\d{1,2}(?!\d)"  # %1
    r")"
    r"|%(?:\d{1,2}\$)?\#@\w+@"  # %#@files@
    r"|\$t\([^()\n]{1,200}\)|@(?:\.\w+)?:\(?[\w.]+\)?"  # $t(key), @:key
    r"|(?<![\w$])\$[A-Za-z_]\w*"  # $name
    r"|(?<![\w.@])@[A-Za-z][\w-]+"  # @name
)
_ADDRESS = regex(
    rf"{BEGINNING}"
    r"[^\s<>\"“”«»`\x01]*[^\s<>\"“”«»`\x01.,;:!?)\]'’*_]"
)
_MARK = rf"""
    (?P<comment><!--(?:(?!-->)[\s\S]){{0,500}}+-->)
  | (?P<template><%(?:(?!%>)[\s\S]){{0,300}}+%>)
  | (?P<manual>(?<![\w>])[BCEFILRSXZ]<[^<>/\n][^<>\n]{{0,200}}+>)
  | (?P<autolink><(?:{_COVER}+|[^\s<>@]{{1,64}}@[^\s<>@]{{1,200}})>)
  | (?P<tag></?(?:
      [A-Za-z](?:[^<>"']++|<(?=[A-Za-z])|"[^"]{{0,500}}+"|'[^']{{0,500}}+'){{0,40}}+|\d{{1,3}}/?
    )>)
  | (?P<entity>&(?:\#\d{{1,7}}|\#[xX][0-9a-fA-F]{{1,6}}|[A-Za-z][A-Za-z0-9]{{1,31}});)
  | (?P<percent>%%)
  | (?P<placeholder>{PLACEHOLDER})
  | (?P<option>(?<![\w-])--[a-z0-9][a-z0-9-]*(?![^\W_-])=?)
  | (?P<accelerator>(?<![\w&;])&(?=[^\W\d_])|(?<=[a-z])&(?=[a-z]{{2}})(?!\w*[;=]))
"""
_TARGET = r"(?:<[^<>\n]*+>|[^\s()<>]*+(?:\([^\s()]*+\)[^\s()]*+)*)(?:\s+(?:\"[^\"]*+\"|'[^']*+'))?"
_LINKS = regex(
    rf"""
        (?P<escape>\\[!-/:-@\[-`{{-~])
      | (?P<image>!\[[^\[\]]{{0,300}}\]\({_TARGET}\))
      | (?P<opening>\[)
      | (?P<target>\]\({_TARGET}\)|\]\[[^\[\]\s]{{1,100}}\])
      | (?P<closing>\])
    """,
    re.VERBOSE,
)
_MARKS = regex(_MARK, re.VERBOSE)
_DESTINATION = regex(r"\s*(?:<([^<>\n]*)>|(\S*))")
_TAG = regex(r"</?[A-Za-z][^<>]*>")
_BRACED = regex(BRACES)
_MESSAGE = regex(r"\{{1,2}\s*([\w.]+)\s*,\s*(?:plural|select|selectordinal|number|date|time)\b")
#: of ICU, where it begins a text, and what names a choice of it
_CHOOSES = regex(
    r"\s*\{\s*[\w.-]+\s*,\s*(?:plural|select|selectordinal)\s*,\s*(?:offset:\d+)?(?=[\s\w=])"
)
_CHOSEN = regex(r"\s*(?:=\d+|[\w.-]+)\s*\{")
#: of MediaWiki: {{PLURAL:$1|file|files}}
_CHOICE = regex(r"\{\{\s*(?:PLURAL|GENDER|GRAMMAR)\s*:\s*([^|{}]*)", re.IGNORECASE)
_MACRO = regex(
    r"\b(?P<keys>kbd|btn):\[(?P<text>[^\[\]\n]+)\]|<<(?P<id>[^<>,\n]+)(?:,[^<>]*)?>>"
    r"|\b(?:link|xref|(?P<image>image:?|video:?|audio:?)):(?!:)(?P<target>[^\s\[\]]{1,500})\["
)
#: a text without any of these is all prose
_MAY_HAVE_MARKUP = regex(r"[`*_\[<&%{$@\\]|://|www\.|mailto:|--")
#: a letter, or an accent of its own after one: a mark between the two opens or closes nothing
_LETTER = r"\w\u0300-\u036f"
_EMPHASIS = regex(
    rf"(?<![{_LETTER}\\*])(\*{{1,3}})(?=[^\s*])[^*]{{1,400}}?(?<=[^\s*])\1(?![{_LETTER}*])"
    rf"|(?<![{_LETTER}\\])(_{{1,3}})(?=[^\s_])[^_]{{1,400}}?(?<=[^\s_])\2(?![{_LETTER}])"
)
_MNEMONIC = regex(r"(?<!\w)_(?=[^\W\d_])")


#: quotation marks as they were typed once: `so'
_OLD_QUOTES = regex(r"`[^`'\n]+'")


def _has_old_quotes(text: str) -> bool:
    """Return whether all backquotes of a text are such marks."""
    return _OLD_QUOTES.search(text) is not None and "`" not in _OLD_QUOTES.sub("", text)


def is_restructured(text: str) -> bool:
    """Return whether a text has markup that only reStructuredText has: roles, double backquotes."""
    return _RESTRUCTURED.search(text) is not None


def read(string: String, restructured: bool) -> tuple[list[Prose], list[Markup]]:
    """Return the paragraphs of a string, without those that are only code, and its markup."""
    markup = [
        Markup(MarkupKind.TAG, string.text[start:end], target=identifier, name=name)
        for start, end, name, identifier in string.tags
    ]
    text = string.text.text
    if not string.wrapped and "\n" in text and _is_code(text):
        return [], [*markup, Markup(MarkupKind.CODE_BLOCK, string.text, string.text)]
    has_choices = "|" in text and _CHOICES.search(text) is not None
    content, opaque, _ = _marked_by_file(string, has_choices).applied(string.text)
    covered = [content.range_in(span) for span in opaque]
    literals: list[tuple[int, int]] = []
    if not string.wrapped:
        literals = [match.span(1) for match in _LITERAL.finditer(content.text)]
    for start, end in literals:
        block = content[start : start + len(content.text[start:end].rstrip())]
        markup.append(Markup(MarkupKind.CODE_BLOCK, block, block))
    cuts = choices = _ranges_around_choices(content.text)
    if choices:  # markup is looked for in the whole message: one may lie around several forms
        markup += _Scan(content, covered, markdown=not restructured).read().markup
    elif has_choices and not _MESSAGE.search(content.text):
        cuts = _plural_bars(content.text)
    paragraphs: list[Prose] = []
    previous_end = 0
    for start, end in _parts(content.text, covered, string.wrapped, [*literals, *cuts]):
        markup += _markup_between(content, previous_end, start, literals)
        previous_end = end
        part = content[start:end]
        if _DOCTEST.match(part.text):
            markup.append(Markup(MarkupKind.CODE_BLOCK, part, part))
            markup += _Scan(part, (), markdown=False).read().markup  # placeholders in it
            continue
        marker = None if string.wrapped else _MARKER.match(part.text)
        if marker:
            part = part[marker.end() :]
        opaque_inside = [span for span in opaque if span.overlaps(part.span())]
        if restructured or literals:
            part = _without_literal_mark(part)
        shown = _without_markup(part, opaque_inside, restructured)
        markup += () if choices else shown.markup
        if shown.text.text.strip():
            paragraphs.append(Prose(shown.text, shown.opaque, marker is not None))
    markup += _markup_between(content, previous_end, len(content), literals)
    return paragraphs, markup


def _marked_by_file(string: String, has_choices: bool) -> Edits:
    """Return the edits for what the file marks, escaped line breaks and, of choices, intervals."""
    edits = Edits()
    for low, high in string.dropped:
        edits.drop(low, high)
    for low, high in string.opaque:
        edits.hide(low, high)
    for low, high in string.broken:
        edits.put(low, high, "\n")
    text = string.text.text
    if "\\n" in text and not _OTHER_ESCAPE.search(text):
        for match in _ESCAPED_BREAK.finditer(text):
            edits.put(*match.span(), "\n")
    for match in _INTERVAL.finditer(text) if has_choices else ():
        edits.drop(*match.span())
    return edits


def _without_markup(part: Text, opaque: Sequence[Span], restructured: bool) -> Inline:
    """Return a paragraph without its inline markup; `opaque` is what the file says is no prose."""
    markup: Sequence[Markup] = ()
    if restructured and not _has_old_quotes(part.text):
        from textlint_pt.formats import rst_inline

        part, more_opaque, markup = rst_inline.read(part)
        opaque = [*opaque, *more_opaque]
    covered = [part.range_in(span) for span in opaque]
    shown, more_opaque, more_markup = _Scan(part, covered, markdown=not restructured).read()
    return Inline(shown, tuple(merged([*opaque, *more_opaque])), (*markup, *more_markup))


def _plural_bars(text: str) -> list[tuple[int, int]]:
    """Return the bars between forms of a plural: those outside of braces ("{1:hora|horas}")."""
    found = []
    depth = counted_to = 0
    for bar in _BAR.finditer(text):
        depth += text.count("{", counted_to, bar.start()) - text.count("}", counted_to, bar.start())
        counted_to = bar.start()
        if depth == 0:
            found.append(bar.span())
    return found


def _ranges_around_choices(text: str) -> list[tuple[int, int]]:
    """Return the ranges around the choices of an ICU message; none for other texts.

    In "{n, plural, one {um dia} other {# dias}}" those are all but "um dia" and "# dias".
    """
    if (opened := _CHOOSES.match(text)) is None:
        return []
    found, start, position = [], 0, opened.end()
    while key := _CHOSEN.match(text, position):
        found.append((start, key.end()))
        end = closing_end(text, _BRACES, key.end() - len("{"), len(text))
        if end is None:
            return []
        start, position = end - len("}"), end
    is_whole_message = text[position:].strip() == "}"
    return [*found, (start, len(text))] if found and is_whole_message else []


def _markup_between(
    content: Text, start: int, end: int, literals: Sequence[tuple[int, int]]
) -> Iterator[Markup]:
    """Yield the markup between two paragraphs: fenced code, and tags; nothing around a literal."""
    if any(start <= low and high <= end for low, high in literals):
        return
    content = content[start:end]
    blocks = [match.span() for match in _FENCE.finditer(content.text)]
    for fence_start, fence_end in blocks:
        code_start = content.text.find("\n", fence_start) + 1
        code_end = content.text.rfind("\n", fence_start, fence_end) + 1
        language = content.text[fence_start:code_start].strip("`~ \n")
        inner = EMPTY
        if fence_start < code_start < code_end:
            inner = content[code_start:code_end]
        yield Markup(MarkupKind.CODE_BLOCK, content[fence_start:fence_end], inner, name=language)
    for match in _TAG.finditer(content.text):
        if not touches(blocks, *match.span()):
            yield from _markup_of_tag(content[match.start() : match.end()])


def _markup_of_tag(tag: Text) -> Iterator[Markup]:
    """Yield a tag as markup, and where it leads to and what it shows."""
    attributes = tags.attributes(tag.text)
    identifier = attributes.get("id") or attributes.get("rid") or attributes.get("name") or ""
    name = _TAG_NAME.match(tag.text)
    slash = "/" if tag.text.startswith("</") else ""
    yield Markup(MarkupKind.TAG, tag, target=identifier, name=f"{slash}{name[1] if name else ''}")
    if attributes.get("href"):
        yield Markup(MarkupKind.LINK, tag, target=attributes["href"])
    if attributes.get("src"):
        yield Markup(MarkupKind.IMAGE, tag, target=attributes["src"])


def _is_code(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) > 1 and sum(map(_is_statement, lines)) >= 0.5 * len(lines)


def _is_statement(line: str) -> bool:
    return _STATEMENT.match(line) is not None or is_code(line)


def _parts(
    text: str,
    covered: Sequence[tuple[int, int]],
    wrapped: bool,
    literals: Sequence[tuple[int, int]],
) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the paragraphs of a string, without blocks of code."""
    cuts = list(literals)
    if not wrapped and ("```" in text or "~~~" in text):
        cuts += (match.span() for match in _FENCE.finditer(text))
    breaks = (_BLANK_LINE if wrapped else _BREAK).finditer(text)
    cuts += (match.span() for match in breaks if not touches(covered, *match.span()))
    start = 0
    for cut_start, cut_end in [*sorted(cuts), (len(text), len(text))]:
        if cut_start > start:
            yield start, cut_start
        start = max(start, cut_end)


def _without_literal_mark(content: Text) -> Text:
    """Return a text without the colons that announce a literal block: "Exemplo::" → "Exemplo:"."""
    match = _LITERAL_MARK.search(content.text)
    if match is None:
        return content
    shows_one_colon = match.group() == ":"  # else the colons stand alone
    return content[: match.end() if shows_one_colon else match.start()]


class _Scan:
    """Finds the parts of one paragraph that are not prose; a part that was found is covered."""

    def __init__(
        self, content: Text, covered: Sequence[tuple[int, int]], *, markdown: bool
    ) -> None:
        """Prepare to scan a paragraph; `covered`: ranges already found."""
        self._content = content
        self._markdown = markdown
        self._edits = Edits()
        #: the text that the next stage searches: what was read is covered in it
        self._shadow = content.text
        #: ranges that were read and are not yet covered
        self._covered = list(covered)
        self._macro_targets: list[tuple[int, int]] = []

    def read(self) -> Inline:
        """Return the paragraph without markup and with code opaque."""
        if not _MAY_HAVE_MARKUP.search(self._shadow):
            return Inline(self._content)
        stages = [self._addresses, self._braces, self._marks]
        if self._markdown:
            stages = [self._code, self._links, self._macros, *stages, self._emphasis]
        stages.append(self._mnemonic)
        for stage in stages:
            self._cover()
            stage()
        return self._edits.applied(self._content)

    def _cover(self) -> None:
        """Blank the ranges that were read in the text that the next stage searches."""
        if not self._covered:
            return
        parts: list[str] = []
        copied_to = 0
        for start, end in sorted(self._covered):
            parts.append(self._shadow[copied_to:start])
            parts.append(_COVER * (end - max(start, copied_to)))
            copied_to = max(copied_to, end)
        self._shadow = "".join(parts) + self._shadow[copied_to:]
        self._covered = []

    def _hide(self, low: int, high: int) -> None:
        self._edits.hide(low, high)
        self._covered.append((low, high))

    def _drop(self, low: int, high: int) -> None:
        self._edits.drop(low, high)
        self._covered.append((low, high))

    def _put(self, low: int, high: int, decoded: str) -> None:
        self._edits.put(low, high, decoded)
        self._covered.append((low, high))

    def _code(self) -> None:
        """Mark inline code and make it opaque."""
        for start, end, width in _code_spans(self._shadow):
            inner = start + width, end - width
            sign_before = self._shadow[start - 1 : start] if start else ""
            is_in_quotes = sign_before in ("'", '"') and self._shadow.startswith(sign_before, end)
            is_quotation = width == 1 and is_in_quotes  # of AsciiDoc: "`so`"
            if not is_quotation:
                self._edits.mark(MarkupKind.CODE, (start, end), inner)
            self._edits.wrap(start, *inner, end)
            self._edits.hide(*inner)
            self._covered.append((start, end))

    def _links(self) -> None:
        """Reduce Markdown's links to their text; read images and escapes."""
        brackets: list[int] = []
        for match in _LINKS.finditer(self._shadow):
            start, end = match.span()
            match match.lastgroup:
                case "image":
                    inner = start + 2, start + match["image"].index("]")
                    address = _address(match["image"].partition("](")[2][:-1])
                    self._edits.mark(MarkupKind.IMAGE, (start, end), inner, address)
                    self._drop(start, end)
                case "escape":
                    self._edits.drop(start, start + 1)
                    self._covered.append((start, end))
                case "opening":
                    brackets.append(start)
                case "closing":
                    if brackets:
                        brackets.pop()
                case "target":
                    if brackets:
                        opening = brackets.pop()
                        self._link((opening, end), (opening + 1, start), match["target"])
                        self._drop(opening, opening + 1)
                        self._drop(start, end)

    def _link(self, whole: tuple[int, int], inner: tuple[int, int], target: str) -> None:
        """Record a link by address, "](address)", or by label, "][label]"."""
        destination = target[2:-1]
        is_label = target.startswith("][")
        address = "" if is_label else _address(destination)
        name = destination if is_label else ""
        self._edits.mark(MarkupKind.LINK, whole, inner, address, name)

    def _addresses(self) -> None:
        """Mark addresses and make them opaque; those of macros are marked already."""
        for match in _ADDRESS.finditer(self._shadow):
            if not touches(self._macro_targets, *match.span()):
                self._edits.mark(MarkupKind.LINK, match.span(), match.span(), match[0])
            self._hide(*match.span())

    def _braces(self) -> None:
        """Mark placeholders in braces and make them opaque."""
        text = self._shadow
        for start, end in braced(text, _BRACES, _LONGEST_BRACES):
            if tag := _PAIRED.fullmatch(text, start, end):
                for piece in (tag.span("opening"), tag.span("closing")):
                    self._edits.mark(MarkupKind.PLACEHOLDER, piece)
                    self._drop(*piece)
                continue
            if start and text[start - 1] in "$#%@":
                start -= 1
            message = _MESSAGE.match(text, start, end) or _CHOICE.match(text, start, end)
            if message:
                self._edits.mark(MarkupKind.PLACEHOLDER, (start, end), target=message[1])
            else:
                for match in _BRACED.finditer(text, start, end):
                    self._edits.mark(MarkupKind.PLACEHOLDER, match.span())
            self._hide(start, end)

    def _macros(self) -> None:
        """Mark AsciiDoc macros; their text stays in the prose."""
        for match in _MACRO.finditer(self._shadow):
            if match["keys"]:
                inner = match.span("text")
                self._edits.mark(MarkupKind.ROLE, match.span(), inner, name=match["keys"])
            else:
                kind = MarkupKind.IMAGE if match["image"] else MarkupKind.LINK
                target = f"#{match['id']}" if match["id"] else match["target"]
                self._edits.mark(kind, match.span(), target=target)
                self._macro_targets.append(match.span())

    def _marks(self) -> None:
        """Mark comments, tags, links, entities and placeholders."""
        matches = list(_MARKS.finditer(self._shadow))
        closing_tags: dict[str, list[int]] = {}
        for match in matches:
            if match.lastgroup == "tag" and match[0].startswith("</"):
                closing_tags.setdefault(match[0].lower(), []).append(match.start())
        code_until = code_end = 0  # where the content of the last code element ends, and itself
        for match in matches:
            start, end = match.span()
            if start < code_until:
                if match.lastgroup == "tag" and _KNOWN_TAG.match(_tag_name(match[0])):
                    self._drop(start, end)
                continue
            match match.lastgroup:
                case "comment" | "accelerator":
                    self._drop(start, end)
                case "tag":
                    closing = self._tag(match[0], start, end, closing_tags)
                    closing_starts = closing_tags.get(closing, ())
                    index = bisect_left(closing_starts, end)
                    is_code = index < len(closing_starts)
                    if is_code:
                        code_until = closing_starts[index]
                        self._hide(end, code_until)
                    has_tags = is_code and "<" in self._shadow[end:code_until]
                    if is_code and not has_tags and closing.strip("</>") in tags.CODE:
                        code_end = code_until + len(closing)
                        self._edits.mark(MarkupKind.CODE, (start, code_end), (end, code_until))
                    elif end != code_end:  # the end tag of such code is marked with it
                        for kind, _, _, target, name in _markup_of_tag(self._content[start:end]):
                            self._edits.mark(kind, (start, end), target=target, name=name)
                case "autolink":
                    if "@" in match[0]:
                        inner = start + 1, end - 1
                        self._edits.mark(MarkupKind.LINK, (start, end), inner, match[0][1:-1])
                    self._edits.wrap(start, start + 1, end - 1, end)
                    self._edits.hide(start + 1, end - 1)
                    self._covered.append((start, end))
                case "entity":
                    self._entity(match[0], start, end)
                case "percent":
                    self._edits.put(start, end, "%")
                case "placeholder" | "template":
                    self._edits.mark(MarkupKind.PLACEHOLDER, (start, end))
                    self._hide(start, end)
                case "manual":  # B<bold>
                    inner = start + len("B<"), end - len(">")
                    self._edits.mark(MarkupKind.ROLE, (start, end), inner, name=match[0][0])
                    self._hide(start, end)
                case "option":
                    self._hide(start, end)

    def _tag(self, tag: str, low: int, high: int, closing_tags: Mapping[str, list[int]]) -> str:
        """Drop a tag, or hide what only resembles one; return the closing tag if it opens code."""
        name = _tag_name(tag)
        closing = f"</{name}>"
        if name in ("br", "nl"):
            self._put(low, high, "\n")
            return ""
        is_closed = closing in closing_tags
        has_syntax_of_tags = tag.startswith("</") or tag.endswith("/>") or "=" in tag
        if not (has_syntax_of_tags or is_closed or _KNOWN_TAG.match(name)):
            self._hide(low, high)  # "<nome>" is to be replaced
            return ""
        self._drop(low, high)
        return closing if is_closed and name in _CODE_TAGS else ""

    def _entity(self, entity: str, low: int, high: int) -> None:
        """Replace an entity by its character, or hide an unknown one."""
        decoded = html.unescape(entity)
        if decoded == entity:
            self._hide(low, high)  # defined in a document type that is not available
            return
        self._put(low, high, "" if decoded == "\xad" else decoded)

    def _emphasis(self) -> None:
        """Drop the marks of emphasis."""
        for match in _EMPHASIS.finditer(self._shadow):
            width = len(match[1] or match[2])
            self._drop(match.start(), match.start() + width)
            self._drop(match.end() - width, match.end())

    def _mnemonic(self) -> None:
        """Drop the mark before the letter that a key is bound to: "_Abrir"."""
        if self._shadow.count("_") == 1 and (match := _MNEMONIC.search(self._shadow)):
            self._edits.drop(*match.span())


def _address(destination: str) -> str:
    """Return an address without angle brackets and without the title after it."""
    match = _DESTINATION.match(destination)
    return (match[1] or match[2] or "") if match else ""


def _tag_name(tag: str) -> str:
    match = _TAG_NAME.match(tag)
    return match[1].lower() if match else ""


def _code_spans(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and width of marks of code; one backquote has a word on its inner side."""

    def may_open(start: int, end: int) -> bool:
        is_single = end - start == 1
        return not is_single or (not _has_letter_at(text, start - 1) and _has_text_at(text, end))

    def may_close(start: int, end: int) -> bool:
        is_single = end - start == 1
        return not is_single or (_has_text_at(text, start - 1) and not _has_letter_at(text, end))

    return code_spans([match.span() for match in _BACKQUOTES.finditer(text)], may_open, may_close)


def _has_text_at(text: str, index: int) -> bool:
    return 0 <= index < len(text) and not text[index].isspace()


def _has_letter_at(text: str, index: int) -> bool:
    return 0 <= index < len(text) and text[index].isalnum()
