"""Subtitles: SubRip (`.srt`) and WebVTT (`.vtt`)."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from itertools import pairwise
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
_ENDS_SENTENCE = regex(r"[.!?…][\"”»')\]]*\s*\Z")
#: what closes a sung line
_NOTES = "♪♫# "
#: after so many seconds of silence, or so many subtitles without a stop, another sentence begins
_SILENCE, _MAX_CUES = 3.0, 8
#: so many seconds of both at once, and a capital, tell a sign on a wall from what is said
_MIN_OVERLAP = 0.5


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
            index, timing = next(((i, match) for i, match in timings if match), (0, None))
            if timing is not None:
                start_fields, end_fields = timing.groups()[:4], timing.groups()[4:]
                yield _Cue(block[index + 1 :], _seconds(start_fields), _seconds(end_fields))
            elif comment := _COMMENT.fullmatch(block[0].text):
                span = Span(block[0].start, block[-1].end)
                text = comment[1] or raw[span.start + len("NOTE") : span.end]
                comments.append(Comment(text.strip(), span))
        block = []


def _seconds(parts: Sequence[str | None]) -> float:
    """Return a time in seconds, of its hours, minutes, seconds and digits after the point."""
    hours, minutes, seconds, fraction = (part or "0" for part in parts)
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + float(f"0.{fraction}")


def _parts(cue: _Cue) -> Iterator[_Part]:
    """Divide a cue by speakers: lines are joined until a dash begins another voice."""
    current: list[Text] = []
    kind = Kind.PARAGRAPH
    for line in _without_split_tags(cue.lines):
        text = _prose(line)
        if not text.text.strip() or _SOUND.fullmatch(text.text.strip()):
            continue
        is_sung, begins_speech = _SUNG.match(text.text), _SPEAKER.match(text.text)
        if current and (is_sung or begins_speech):
            yield _Part(_spaced(current), kind, cue)
            current = []
        if is_sung:
            yield _Part(_without_notes(text), Kind.VERSE, cue)
            continue
        if not current:
            kind = Kind.DIALOGUE if begins_speech else Kind.PARAGRAPH
        current.append(text)
    if current:
        yield _Part(_spaced(current), kind, cue)


def _spaced(texts: Sequence[Text]) -> Text:
    """Return texts as one; a space stands for all that is written between two."""
    parts = [texts[0]]
    for before, after in pairwise(texts):
        parts += [Text(" ", [before.span().end], [after.span().start]), after]
    return Text.join(parts)


def _without_split_tags(cue_lines: Sequence[Line]) -> Iterator[Line]:
    """Yield lines without the tags that begin in one and end in the next."""
    skipped = 0  # characters at the beginning of a line, which end the tag of the one before
    for line_index, line in enumerate(cue_lines):
        text, start = line.text[skipped:], line.start + skipped
        skipped = 0
        opening = _OPEN_TAG.search(text)
        if opening and line_index + 1 < len(cue_lines):
            rest_of_tag = _REST_OF_TAG.match(cue_lines[line_index + 1].text)
            if rest_of_tag:
                skipped, text = rest_of_tag.end(), text[: opening.start()]
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


def _without_notes(text: Text) -> Text:
    start = len(text) - len(text.text.lstrip(_NOTES))
    return text[start : max(start, len(text.text.rstrip(_NOTES)))]


def _blocks(parts: Sequence[_Part]) -> Iterator[Block]:
    """Yield parts as paragraphs, joining those that continue a sentence."""
    current: list[_Part] = []
    for part in parts:
        if current and not _continues_sentence(current, part):
            yield Block(current[0].kind, _spaced([said.content for said in current]))
            current = []
        current.append(part)
    if current:
        yield Block(current[0].kind, _spaced([said.content for said in current]))


def _continues_sentence(current: Sequence[_Part], part: _Part) -> bool:
    """Return whether a part continues the sentence of the parts before it."""
    last = current[-1]
    if part.kind is not Kind.PARAGRAPH or last.kind is Kind.VERSE or len(current) >= _MAX_CUES:
        return False
    silence = part.cue.start - last.cue.end
    if silence >= _SILENCE or _ENDS_SENTENCE.search(last.content.text):
        return False
    overlap = min(last.cue.end, part.cue.end) - max(last.cue.start, part.cue.start)
    begins_with_capital = part.content.text.lstrip()[:1].isupper()
    return not (begins_with_capital and overlap > _MIN_OVERLAP)
