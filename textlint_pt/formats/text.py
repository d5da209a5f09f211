"""Plain text: paragraphs, headings, lists, dialogue and verse told from the shape of lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import ClassVar

from textlint_pt.document import Block, Comment, Kind, Span, Text
from textlint_pt.formats import Format, Parsed

_LINE = re.compile(r"[^\r\n\f]*(?:\r\n|[\r\n\f]|\Z)")
_COMMENT = re.compile(r"<!--\s*(textlint-pt-.*?)\s*-->")
_MARKER = re.compile(r"(?:[-*+•·‣▪◦–]|\(?\d{1,3}[.)º]|\(?[a-z]\))\s+(?=\S)")
_DASH = re.compile(r"[—–―]|--?(?=\s)")
_LONG_DASH = re.compile(r"[—–―]|--")
_RULE = re.compile(r"[\W_]+")
_UNDERLINE = re.compile(r"={3,}|-{3,}|~{3,}")
_STOPPED = re.compile(r"[.!?…:]['\"”’»)\]*_]*$")
_ENDED = re.compile(r"[.!?…,;:]['\"”’»)\]*_]*$")
_NUMBERED = re.compile(
    r"(?:[IVXLCDM]+|\d{1,3}(?:\.\d{1,3})*)\.?"
    r"|(?:cap[ií]tulo|parte|livro|ac?to|cena|canto|secção|seção|t[ií]tulo|anexo|apêndice|volume)"
    r"\s+(?:[IVXLCDM]+|\d{1,3}|[a-z]|primeir[ao]|segund[ao]|terceir[ao]|últim[ao])\b.{0,60}",
    re.IGNORECASE,
)
_TAGGED = re.compile(r"\s[-–—]\s*[a-zà-ü]")

_HEADING_CHARS, _HEADING_WORDS = 80, 12
_VERSE_CHARS = 60


@dataclass(frozen=True, slots=True)
class _Line:
    """A line without its break and the white space around it; `indent` counts what stood before."""

    text: str
    start: int
    indent: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class PlainText(Format):
    """Text without markup.

    Blank lines part paragraphs. Where the lines of a file mostly end as sentences do, each line is
    a paragraph of its own; otherwise lines are wrapped ones and join. Headings, and rules such as
    "* * *", begin a section. A suppression comment stands alone on a line and is masked.
    """

    name: ClassVar[str] = "text"
    extensions: ClassVar[tuple[str, ...]] = (".txt", ".text", "")

    def parse(self, source: str) -> Parsed:
        lines, comments = _lines(source)
        groups = [list(g) for filled, g in groupby(lines, key=lambda ln: ln.text != "") if filled]
        wrapped = _is_wrapped(groups)
        dashes_speak = _dashes_speak(lines)
        headings = _headings(groups)
        blocks: list[Block] = []
        section = 0
        for group, heading in zip(groups, headings, strict=True):
            if heading or _RULE.fullmatch(group[0].text):
                section += 1
            if heading:
                kept = [line for line in group if not _RULE.fullmatch(line.text)]
                blocks.extend(
                    Block(Kind.HEADING, _content(source, [line]), section) for line in kept
                )
                continue
            for kind, paragraph in _paragraphs(group, wrapped, dashes_speak):
                content = _content(source, paragraph)
                if kind is Kind.LIST_ITEM and (marker := _MARKER.match(content.text)):
                    content = content[marker.end() :]
                blocks.append(Block(kind, content, section))
        return Parsed(tuple(blocks), tuple(comments))


def _lines(source: str) -> tuple[list[_Line], list[Comment]]:
    """All lines but those that hold a suppression comment alone."""
    lines: list[_Line] = []
    comments: list[Comment] = []
    for match in _LINE.finditer(source):
        raw = match.group()
        text = raw.strip()
        indent = len(raw) - len(raw.lstrip()) if text else 0
        start = match.start() + indent
        if comment := _COMMENT.fullmatch(text):
            comments.append(Comment(comment.group(1), Span(start, start + len(text))))
        else:
            lines.append(_Line(text, start, indent))
    return lines, comments


def _content(source: str, lines: Sequence[_Line]) -> Text:
    """The lines as one text; a break carries all that stands between two lines, comments too."""
    parts: list[Text] = []
    start = lines[0].start
    for line, following in pairwise(lines):
        if not source[line.end : following.start].isspace():  # a comment stands between
            parts.append(Text.verbatim(source[start : line.end], start))
            parts.append(Text(" ", [line.end], [following.start]))
            start = following.start
    parts.append(Text.verbatim(source[start : lines[-1].end], start))
    return Text.join(parts)


def _is_wrapped(groups: Sequence[Sequence[_Line]]) -> bool:
    """Whether line breaks inside a group are only wrapping.

    Asked of all pairs of neighbour lines together: wrapped lines seldom end with a sentence, and
    paragraphs nearly always do.
    """
    ended = pairs = 0
    for group in groups:
        if _is_verse(group):
            continue
        for line, following in pairwise(group):
            if _DASH.match(following.text) or _MARKER.match(following.text):
                continue
            pairs += 1
            ended += bool(_STOPPED.search(line.text)) and not following.text[0].islower()
    return ended < 0.6 * pairs


def _dashes_speak(lines: Sequence[_Line]) -> bool:
    """Whether lines that begin with a hyphen are speech and no list items.

    Speech ends as sentences do, and somewhere asks, calls out or names the speaker after a dash.
    """
    dashed = [line.text for line in lines if line.text.startswith("- ")]
    if not dashed:
        return False
    stopped = sum(bool(_STOPPED.search(text)) for text in dashed)
    lively = any(text[-1] in "!?…" or _TAGGED.search(text, 2) for text in dashed)
    return lively and stopped >= 0.8 * len(dashed)


def _headings(groups: Sequence[Sequence[_Line]]) -> list[bool]:
    """For each group whether it is a heading.

    A lone short line counts only where such lines are the exception: in a picture book every page
    is one.
    """
    sure = [_is_sure_heading(group) for group in groups]
    short = [
        not certain and _is_short_title(group) and _leads(groups, i)
        for i, (group, certain) in enumerate(zip(groups, sure, strict=True))
    ]
    if sum(short) > 0.4 * len(groups):
        short = [certain and False for certain in short]
    return [certain or title for certain, title in zip(sure, short, strict=True)]


def _is_sure_heading(group: Sequence[_Line]) -> bool:
    texts = [line.text for line in group]
    if len(texts) == 2 and _UNDERLINE.fullmatch(texts[1]):
        return not _RULE.fullmatch(texts[0])
    return len(texts) <= 3 and all(
        len(text) <= _HEADING_CHARS
        and (_NUMBERED.fullmatch(text) or (text.isupper() and sum(map(str.isalpha, text)) > 1))
        and not _LONG_DASH.match(text)
        for text in texts
    )


def _is_short_title(group: Sequence[_Line]) -> bool:
    text = group[0].text
    return (
        len(group) == 1
        and len(text) <= _HEADING_CHARS
        and len(text.split()) <= _HEADING_WORDS
        and not _ENDED.search(text)
        and not _DASH.match(text)
        and (text[0].isdigit() or text.lstrip("\"'“«([*_").lstrip()[:1].isupper())
    )


def _leads(groups: Sequence[Sequence[_Line]], i: int) -> bool:
    """Whether prose follows that does not go on with the same sentence."""
    if i + 1 == len(groups):
        return False
    text, following = groups[i][0].text, groups[i + 1][0].text
    if _MARKER.match(text):
        return not _MARKER.match(following)
    return not following[0].islower()


def _is_verse(group: Sequence[_Line]) -> bool:
    """Three short lines or more, each with a capital, that mostly do not end as sentences do."""
    return (
        len(group) >= 3
        and all(len(line.text) <= _VERSE_CHARS for line in group)
        and all(line.text.lstrip("\"'“«([—–- ")[:1].isupper() for line in group)
        and sum(bool(_STOPPED.search(line.text)) for line in group) <= 0.5 * len(group)
        and not any(_MARKER.match(line.text) for line in group)
    )


def _paragraphs(
    group: Sequence[_Line], wrapped: bool, dashes_speak: bool
) -> Iterator[tuple[Kind, list[_Line]]]:
    """The paragraphs of one group of lines that no blank line parts, with their kinds."""
    if _is_verse(group):
        if _is_word_list(group):
            yield from ((Kind.LIST_ITEM, [line]) for line in group)
        else:
            yield Kind.VERSE, list(group)
        return
    current: list[_Line] = []
    for line in group:
        if current and _begins(line, current, wrapped):
            yield _kind(current, dashes_speak), current
            current = []
        if not _RULE.fullmatch(line.text):
            current.append(line)
    if current:
        yield _kind(current, dashes_speak), current


def _is_word_list(group: Sequence[_Line]) -> bool:
    return not any(_ENDED.search(line.text) for line in group) and sum(
        len(line.text.split()) for line in group
    ) <= 4 * len(group)


def _begins(line: _Line, current: Sequence[_Line], wrapped: bool) -> bool:
    """Whether the line begins a paragraph after those of `current`."""
    previous = current[-1]
    ended = _STOPPED.search(previous.text) is not None
    if not wrapped:
        return True
    in_list = _MARKER.match(current[0].text) is not None
    if _MARKER.match(line.text) and not line.text.startswith("–"):
        # a wrapped line may open with "-" or a figure and a stop by chance
        return in_list or ended or previous.text.endswith((";", ","))
    if _DASH.match(line.text):
        return ended
    return ended and line.indent > previous.indent and not in_list


def _kind(lines: Sequence[_Line], dashes_speak: bool) -> Kind:
    text, last = lines[0].text, lines[-1].text
    if text.startswith("- "):
        return Kind.DIALOGUE if dashes_speak else Kind.LIST_ITEM
    if _LONG_DASH.match(text) and not last.endswith(";"):
        return Kind.DIALOGUE
    return Kind.LIST_ITEM if _MARKER.match(text) else Kind.PARAGRAPH
