"""Subtitles: SubRip (`.srt`) and WebVTT (`.vtt`)."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textlint_pt.contract.format import Parsed
from textlint_pt.formats.markup import Edits, Line, lines
from textlint_pt.text.document import Block, Comment, Kind, Span, Text
from textlint_pt.text.regex import regex

_TIME = r"(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})"
_TIMING = regex(rf"{_TIME}\s+-->\s+{_TIME}(?:\s.*)?")
_NUMBER = regex(r"\d{1,7}")
_COMMENT = regex(r"NOTE(?:\s+(.*))?")
#: tags of both formats, and positions and colours as SubStation writes them
_MARK = regex(
    r"(?P<tag><(?:/?[A-Za-z]|!)[^>\n]{0,200}>|<\d[\d:.]{0,20}>)"
    r"|(?P<style>\{[\\a-z][^{}\n]{0,80}\})"
    r"|(?P<entity>&(?:#\d{1,7}|[A-Za-z]{2,10});)"
)
#: a tag that goes on in the next line
_OPEN_TAG = regex(r"</?[A-Za-z][^<>]{0,200}\Z")
_REST_OF_TAG = regex(r"[^<>]{0,200}>")
#: "[aplausos]", "(PORTA BATE)": said of the sound, not said
_SOUND = regex(r"(?:[-–—]\s*)?(?:\[[^\[\]]{1,80}\]|\([^()a-zß-ÿ]{1,80}\))")
_SUNG = regex(r"\s*[♪♫#]")
_SPEAKER = regex(r"\s*[-–—]\s*(?=\S)")
_STOPPED = regex(r"[.!?…][\"”»')\]]*\s*\Z")
#: what closes a sung line
_NOTES = "♪♫# "
#: after so many seconds of silence, or so many subtitles without a stop, another sentence begins
_SILENCE, _MOST = 3.0, 8
#: so many seconds of both at once, and a capital, tell a sign on a wall from what is said
_OVERLAP = 0.5


class _Cue(NamedTuple):
    """The lines of one subtitle; when it is shown, in seconds."""

    lines: Sequence[Line]
    start: float
    end: float


class _Part(NamedTuple):
    """What one voice says in a subtitle."""

    content: Text
    kind: Kind
    cue: _Cue


def parse(raw: str) -> Parsed:
    """Return what the format `subtitles` reads."""
    comments: list[Comment] = []
    parts = [part for cue in _cues(raw, comments) for part in _parts(cue)]
    return Parsed(tuple(_blocks(parts)), tuple(comments))


def _cues(raw: str, comments: list[Comment]) -> Iterator[_Cue]:
    """Yield the subtitles of a file, and collect its comments."""
    block: list[Line] = []
    for line in [*lines(raw), Line("", len(raw), 0)]:
        if line.text:
            block.append(line)
            continue
        if block:
            timings = ((i, _TIMING.fullmatch(line.text)) for i, line in enumerate(block))
            index, timing = next((found for found in timings if found[1]), (0, None))
            if timing is not None:
                start, end = _seconds(timing.groups()[:4]), _seconds(timing.groups()[4:])
                yield _Cue(block[index + 1 :], start, end)
            elif comment := _COMMENT.fullmatch(block[0].text):
                span = Span(block[0].start, block[-1].end)
                comments.append(
                    Comment((comment[1] or raw[span.start + 4 : span.end]).strip(), span)
                )
        block = []


def _seconds(parts: Sequence[str | None]) -> float:
    hours, minutes, seconds, fraction = (part or "0" for part in parts)
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + float(f"0.{fraction}")


def _parts(cue: _Cue) -> Iterator[_Part]:
    """Divide a cue by speakers: lines are joined until a dash begins another voice."""
    current: list[Text] = []
    kind = Kind.PARAGRAPH
    for line in _whole_tags(cue.lines):
        text = _prose(line)
        if not text.text.strip() or _SOUND.fullmatch(text.text.strip()):
            continue
        sung, spoken = _SUNG.match(text.text), _SPEAKER.match(text.text)
        if current and (sung or spoken):
            yield _Part(Text.join(current), kind, cue)
            current = []
        if sung:
            yield _Part(_sung(text), Kind.VERSE, cue)
            continue
        if not current:
            kind = Kind.DIALOGUE if spoken else Kind.PARAGRAPH
        else:
            current.append(Text(" ", [current[-1].span().end], [text.span().start]))
        current.append(text)
    if current:
        yield _Part(Text.join(current), kind, cue)


def _whole_tags(found: Sequence[Line]) -> Iterator[Line]:
    """Yield lines without the tags that begin in one and end in the next."""
    rest = 0
    for at, line in enumerate(found):
        text, start = line.text[rest:], line.start + rest
        rest = 0
        opening = _OPEN_TAG.search(text)
        if opening and at + 1 < len(found):
            ends = _REST_OF_TAG.match(found[at + 1].text)
            if ends:
                rest, text = ends.end(), text[: opening.start()]
        yield line._replace(text=text, start=start)


def _prose(line: Line) -> Text:
    """Return the text of a line without tags, entities decoded."""
    edits = Edits()
    for match in _MARK.finditer(line.text):
        if match.lastgroup == "entity":
            edits.put(*match.span(), html.unescape(match[0]).replace("\u200e", ""))
        else:
            edits.drop(*match.span())
    return edits.applied(Text.verbatim(line.text, line.start))[0]


def _sung(text: Text) -> Text:
    start = len(text) - len(text.text.lstrip(_NOTES))
    return text[start : max(start, len(text.text.rstrip(_NOTES)))]


def _blocks(parts: Sequence[_Part]) -> Iterator[Block]:
    """Yield parts as paragraphs: one that does not end a sentence goes on in the next, if that has
    no dash."""
    current: list[_Part] = []
    for part in parts:
        if current and not _goes_on(current, part):
            yield _block(current)
            current = []
        current.append(part)
    if current:
        yield _block(current)


def _goes_on(current: Sequence[_Part], part: _Part) -> bool:
    """Return whether a part continues the sentence of the parts before it."""
    last = current[-1]
    return (
        part.kind is Kind.PARAGRAPH
        and last.kind is not Kind.VERSE
        and len(current) < _MOST
        and part.cue.start - last.cue.end < _SILENCE
        and not _STOPPED.search(last.content.text)
        and not (_is_at_once(last.cue, part.cue) and part.content.text.lstrip()[:1].isupper())
    )


def _is_at_once(one: _Cue, other: _Cue) -> bool:
    return min(one.end, other.end) - max(one.start, other.start) > _OVERLAP


def _block(parts: Sequence[_Part]) -> Block:
    texts = [parts[0].content]
    for part in parts[1:]:
        between = texts[-1].span().end, part.content.span().start
        texts += [Text(" ", [between[0]], [between[1]]), part.content]
    return Block(parts[0].kind, Text.join(texts))
