"""Plain text: paragraphs, headings, lists, dialogue and verse, recognised by the shape of lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import ClassVar, NamedTuple

from textlint_pt.contract.format import Format, Parsed
from textlint_pt.formats import commonmark
from textlint_pt.formats.markup import Line
from textlint_pt.text.document import Block, Comment, Kind, Span, Text
from textlint_pt.text.regex import regex

_LINE = regex(r"[^\r\n\f]*(?:\r\n|[\r\n\f]|\Z)")
_COMMENT = regex(r"<!--\s*(textlint-pt-.*)-->")
_RULE = regex(r"[\W_]+")
_UNDERLINE = regex(r"={3,}|-{3,}|~{3,}")

#: metadata as generators of sites have it at the top of Markdown
_METADATA = regex(
    r"---[ \t]*\r?\n[\w-]{1,40}:(?:[ \t].*)?\n(?:(?:[ \t\r#-].*|[\w-]{1,40}:.*)?\n)*?---\s"
)

#: a line of code that ends as no sentence does: "echo $x . 'b';", "if ($x) {"
_PROMPT = regex(r"\$ [a-z][\w./-]*(?:\s.*)?")
_STATEMENT = regex(
    r"(?:(?>.*?(?<![\w$])[$][A-Za-z_]\w*+(?![\w$])).*|[\w.:$>-]*\w\((?:[^()]{3,})?\)"
    r"|[\w.$]+ ?=(?!=) ?\S.*)[;{]\s*(?://.*)?"
)
#: that goes on in the next lines, and where it ends: "print(", "choices: [", "),"
_CALL = regex(r"(?>.*)(?<=[(\[])(?:(?<=\w[(\[])|(?<=[%=:,][(\[])|(?<=[%=:,] [(\[]))|[)\]]+,?")

_PROGRAM_FIELDS = regex(
    r"(?:#\w{1,40}: ?[^\s#]{1,80}(?:\s{1,8}|\Z))+(?:#\w{1,40}_\w{1,40}(?:\s{1,8}|\Z))?#?"
)

_MARKER = regex(r"(?:[-•](?=[^\W\d_])|(?:[-*+•·‣▪◦–]|\(?\d{1,3}[.)º]|\(?[a-z]\))\s+)(?=\S)")
_SHORT_DASH = regex(r"-(?=\s|[A-ZÀ-Þ¿¡])")
_LONG_DASH = regex(r"[—–―]|--")
_SPEAKER = regex(r"\s[-–—]\s*[a-zà-ÿ]")

#: what may stand after the mark that ends a line, and such marks
_CLOSERS = " \"'”’»)]*_"
_STOPS, _PUNCTUATION = tuple(".!?…:"), tuple(".!?…,;:")
_LIVELY = regex(r"(?:[!?…]|\.\.)\.?[ \"'”’»)\]*_]*$")
_STOP_INSIDE = regex(r"[.!?…][\"”»)]?\s")

_NUMBERED = regex(
    r"(?:[IVXLCDM]+|\d{1,3}(?:\.\d{1,3})*)\.?"
    r"|(?:cap[ií]tulo|parte|livro|ac?to|cena|canto|secção|seção|t[ií]tulo|anexo|apêndice|volume)"
    r"\s+(?:[IVXLCDM]+|\d{1,3}|[a-z]|primeir[ao]|segund[ao]|terceir[ao]|últim[ao])\b.{0,60}",
    re.IGNORECASE,
)
_HEADING_CHARS, _HEADING_WORDS = 80, 12
_VERSE_CHARS = 60


class _Habits(NamedTuple):
    """How a file is written: whether its lines are wrapped, and whether its hyphens open speech."""

    wrapped: bool
    hyphens_speak: bool


class PlainText(Format):
    """Text without markup.

    Blank lines separate paragraphs. If most lines of a file end like sentences, each line is a
    paragraph of its own; otherwise lines are wrapped and are joined. Headings, and rules such as "*
    * *", begin a section. A suppression comment is alone on a line and is masked. What begins with
    the metadata of a page is Markdown.
    """

    name: ClassVar[str] = "text"
    extensions: ClassVar[tuple[str, ...]] = (".txt", ".text", "")

    def parse(self, raw: str) -> Parsed:
        """Return the blocks of a text; one with front matter is read as Markdown."""
        if raw.startswith("---") and _METADATA.match(raw):
            return commonmark.parse(raw)
        lines, comments = lines_of(raw)
        prose = [
            line._replace(text="") if _is_statement(line.text) else _without_program_fields(line)
            for line in lines
        ]
        return Parsed(tuple(blocks_of(raw, prose)), tuple(comments))


def _is_statement(text: str) -> bool:
    """Return whether a line is code: a call, a command after its prompt, a statement."""
    if text.endswith(("(", "[", ")", "]", "),", "],")) and _CALL.fullmatch(text):
        return True
    if text.startswith("$ "):  # what is typed in a terminal
        return _PROMPT.fullmatch(text) is not None
    may_be_statement = text.endswith((";", "{")) or "//" in text
    return may_be_statement and _STATEMENT.fullmatch(text) is not None


def _without_program_fields(line: Line) -> Line:
    """Return a line without fields of a program: "#tipo: nota #nota_3 #O texto" → "O texto"."""
    match = _PROGRAM_FIELDS.match(line.text) if line.text.startswith("#") else None
    if match is None:
        return line
    return line._replace(text=line.text[match.end() :], start=line.start + match.end())


def blocks_of(raw: str, lines: Sequence[Line]) -> Iterator[Block]:
    """Yield the paragraphs, headings, lists and verse in the lines of a text without markup."""
    groups = [
        list(group) for has_text, group in groupby(lines, lambda line: line.text != "") if has_text
    ]
    habits = _Habits(_are_wrapped(groups), _hyphens_speak(lines))
    paragraphs = [paragraph for group in groups for paragraph in _paragraphs(group, habits)]
    section = 0
    for paragraph, is_heading in zip(paragraphs, _headings(paragraphs), strict=True):
        is_rule = _RULE.fullmatch(paragraph[0].text)
        if is_heading or is_rule:
            section += 1
        if is_heading or _is_word_list(paragraph):
            kind = Kind.HEADING if is_heading else Kind.LIST_ITEM
            parts = [[line] for line in paragraph if not _RULE.fullmatch(line.text)]
        else:
            kind = _kind(paragraph, habits)
            parts = [] if is_rule else [paragraph]
        for part in parts:
            content = _content(raw, part)
            if kind is Kind.LIST_ITEM and (marker := _MARKER.match(content.text)):
                content = content[marker.end() :]
            yield Block(kind, content, section)


def lines_of(raw: str) -> tuple[list[Line], list[Comment]]:
    """Return all lines except suppression comments, and these comments; `indent` counts the
    characters before a line."""
    lines: list[Line] = []
    comments: list[Comment] = []
    for match in _LINE.finditer(raw):
        written = match.group()
        text = written.strip()
        indent = written.index(text)
        start = match.start() + indent
        if text.startswith("<!--") and (comment := _COMMENT.fullmatch(text)):
            comments.append(Comment(comment.group(1).rstrip(), Span(start, start + len(text))))
        else:
            lines.append(Line(text, start, indent))
    return lines, comments


def _content(raw: str, lines: Sequence[Line]) -> Text:
    """Return the lines as one text; a break spans all between two lines, comments too."""
    start = lines[0].start
    if len(lines) == 1:
        return Text.verbatim(lines[0].text, start)
    parts: list[Text] = []
    for line, following in pairwise(lines):
        if not raw[line.end : following.start].isspace():  # a comment stands between
            parts.append(Text.verbatim(raw[start : line.end], start))
            parts.append(Text(" ", [line.end], [following.start]))
            start = following.start
    parts.append(Text.verbatim(raw[start : lines[-1].end], start))
    return Text.join(parts)


def _are_wrapped(groups: Sequence[Sequence[Line]]) -> bool:
    """Return whether line breaks inside a group are only wrapping.

    This is decided from all pairs of neighbouring lines together: wrapped lines seldom end with a
    sentence, and paragraphs nearly always do.
    """
    ended = pairs = 0  # pairs of lines, and those of which the first ends a sentence
    for group in groups:
        if len(group) < 2 or _is_verse(group) or _is_word_list(group):
            continue
        for line, following in pairwise(group):
            if not (_LONG_DASH.match(following.text) or _MARKER.match(following.text)):
                pairs += 1
                ended += _ends_with_mark(line.text) and not following.text[0].islower()
    return ended < 0.6 * pairs


def _hyphens_speak(lines: Sequence[Line]) -> bool:
    """Return whether lines that begin with a hyphen are speech rather than list items.

    Speech ends like sentences, and somewhere asks, exclaims, names the speaker after a dash or
    occurs next to speech with a long dash.
    """
    hyphened = [line.text for line in lines if _SHORT_DASH.match(line.text)]
    if not hyphened:
        return False
    ended = sum(_ends_with_mark(text) for text in hyphened)
    if ended < 0.8 * len(hyphened):
        return False
    is_lively = any(_LIVELY.search(text) or _SPEAKER.search(text, 2) for text in hyphened)
    return is_lively or any(
        _LONG_DASH.match(line.text) and not _RULE.fullmatch(line.text) for line in lines
    )


def _is_verse(lines: Sequence[Line]) -> bool:
    """Return whether lines are verse: three or more, short, capitalised, mostly unfinished."""
    if len(lines) < 3 or any(len(line.text) > _VERSE_CHARS for line in lines):
        return False
    if any(_MARKER.match(line.text) for line in lines):
        return False
    are_capitalised = all(line.text.lstrip("\"'“«([—–- ")[:1].isupper() for line in lines)
    ended = sum(_ends_with_mark(line.text) for line in lines)
    return are_capitalised and ended <= 0.5 * len(lines)


def _is_word_list(lines: Sequence[Line]) -> bool:
    """Return whether lines are entries of a word or a few, without punctuation."""
    if len(lines) < 3:
        return False
    if any(_ends_with_mark(line.text, _PUNCTUATION) or _MARKER.match(line.text) for line in lines):
        return False
    words = sum(len(line.text.split()) for line in lines)
    max_words_a_line = 4 if _is_verse(lines) else 2
    return words <= max_words_a_line * len(lines)


def _ends_with_mark(text: str, marks: tuple[str, ...] = _STOPS) -> bool:
    """Return whether a line ends with one of some marks, and what closes after it."""
    return text.rstrip(_CLOSERS).endswith(marks)


def _paragraphs(group: Sequence[Line], habits: _Habits) -> Iterator[list[Line]]:
    """Yield the paragraphs of lines without blank ones: a stanza or a list of words is one."""
    if len(group) < 2 or _is_verse(group) or _is_word_list(group):
        yield list(group)
        return
    current: list[Line] = []
    for line in group:
        if current and _begins_paragraph(line, current, habits):
            yield current
            current = []
        current.append(line)
    yield current


def _begins_paragraph(line: Line, current: Sequence[Line], habits: _Habits) -> bool:
    """Return whether the line begins a new paragraph after the lines of `current`."""
    last = current[-1]
    if _UNDERLINE.fullmatch(line.text):
        return len(current) > 1
    if _RULE.fullmatch(last.text) or _RULE.fullmatch(line.text):
        return True
    ended = _ends_with_mark(last.text)
    is_item = _MARKER.match(line.text) is not None
    if not habits.wrapped:
        continued = not ended and line.text.lstrip("—–― ")[:1].islower()
        return not continued or is_item
    begins_with_hyphen = _SHORT_DASH.match(line.text) is not None
    if _LONG_DASH.match(line.text) or (habits.hyphens_speak and begins_with_hyphen):
        return ended
    in_list = _MARKER.match(current[0].text) is not None
    if is_item:  # a wrapped line may open with "-" or "12." by chance
        return in_list or ended or last.text.endswith((";", ","))
    is_indented = line.indent > last.indent
    return ended and is_indented and not in_list


def _headings(paragraphs: Sequence[Sequence[Line]]) -> list[bool]:
    """Return whether each paragraph is a heading.

    A lone short line counts only if such lines are the exception: in a picture book every page is
    one.
    """
    certain = [_is_unambiguous_heading(paragraph) for paragraph in paragraphs]
    with_following = pairwise([*paragraphs, []])
    lone = [
        not is_certain and _is_title(paragraph, following)
        for is_certain, (paragraph, following) in zip(certain, with_following, strict=True)
    ]
    if sum(lone) > 0.4 * len(paragraphs):
        return certain
    return [is_certain or is_lone for is_certain, is_lone in zip(certain, lone, strict=True)]


def _is_unambiguous_heading(lines: Sequence[Line]) -> bool:
    """Return whether lines are a heading by themselves: underlined, numbered, in capitals."""
    texts = [line.text for line in lines]
    if len(texts) == 1 and len(texts[0]) > _HEADING_CHARS:
        return False
    if len(texts) == 2 and _UNDERLINE.fullmatch(texts[1]):
        return not _RULE.fullmatch(texts[0])
    return len(texts) <= 3 and all(map(_is_numbered_or_capitals, texts))


def _is_numbered_or_capitals(text: str) -> bool:
    """Return whether a short line is numbered ("Capítulo II") or in capitals."""
    if len(text) > _HEADING_CHARS or _LONG_DASH.match(text):
        return False
    return _NUMBERED.fullmatch(text) is not None or _is_capitals(text)


def _is_capitals(text: str) -> bool:
    return text.isupper() and sum(map(str.isalpha, text)) > 1 and not _LIVELY.search(text)


def _is_title(lines: Sequence[Line], following: Sequence[Line]) -> bool:
    """Return whether a paragraph is one short line without a stop that leads to other prose."""
    text = lines[0].text
    if len(lines) > 1 or not following:
        return False
    is_long = len(text) > _HEADING_CHARS or len(text.split()) > _HEADING_WORDS
    if is_long or _ends_with_mark(text, _PUNCTUATION):
        return False
    has_dash = _SHORT_DASH.match(text) or _LONG_DASH.match(text)
    begins_as_title = text[0].isdigit() or text.lstrip("\"'“«([*_ ")[:1].isupper()
    if has_dash or not begins_as_title:
        return False
    if _MARKER.match(text):
        return not _MARKER.match(following[0].text)
    return not _STOP_INSIDE.search(text) and not following[0].text[0].islower()


def _kind(lines: Sequence[Line], habits: _Habits) -> Kind:
    """Return the kind of a paragraph by the shape of its lines."""
    text = lines[0].text
    if _is_verse(lines):
        return Kind.VERSE
    if _SHORT_DASH.match(text):
        return Kind.DIALOGUE if habits.hyphens_speak else Kind.LIST_ITEM
    if _LONG_DASH.match(text) and not lines[-1].text.endswith(";"):
        return Kind.DIALOGUE
    return Kind.LIST_ITEM if _MARKER.match(text) else Kind.PARAGRAPH
