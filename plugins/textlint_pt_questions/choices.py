"""Questions with options to choose from, of records and as they are written in texts:

    Qual é a capital de Portugal?
    a) Porto
    b) Lisboa
    Resposta: b

The right one is named after the options, or marked: `[x]`, in bold, with an asterisk or a tick,
followed by "(correta)".
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from re import Match

import msgspec

from textlint_pt.contract import Document, Kind, Span
from textlint_pt.formats.records import RECORD
from textlint_pt.text.regex import regex
from textlint_pt_questions.reading import asks, records

_OPTION = regex(
    r"^[ \t>]*(?:[-*+][ \t]+)?(?P<box>\[[ xX]\][ \t]*)?(?P<before>\*\*|__|[*✓✔✅]\ufe0f?[ \t]*)?"
    r"\(?(?P<letter>[a-eA-E])[).](?P<inside>\*\*|__)?[ \t]+(?P<text>\S[^\r\n]*)$",
    8,  # re.MULTILINE
)
_RIGHT = regex(
    r"(?:\((?:corret[ao]|cert[ao]|resposta(?: corret[ao]| cert[ao])?|x|✓|✔)\)|[✓✔✅]\ufe0f?)\Z",
    2,  # re.IGNORECASE
)
#: what names the right one, on a line of its own below the options
_KEY = regex(
    r"^[ \t>*_-]*(?:✅[ \t]*)?(?:resposta(?:[ \t]+(?:corret|cert)a)?|gabarito|answer|"
    r"alternativa[ \t]+(?:corret|cert)a|op[cç][aã]o[ \t]+(?:corret|cert)a|correta)"
    r"[ \t*_]*[:=–—-][ \t*_]*(?:(?:alternativa|op[cç][aã]o|letra)[ \t]+)?\(?(?P<letter>[a-zA-Z])"
    r"(?![\w'’])",
    8 | 2,
)
_ORDERS = regex(r"\b(?:assinale|marque|escolha|selecione|indique|identifique)\b", 2)
_HEADING = regex(r"^[ \t]*(?:#{1,6}[ \t]|={2,}[ \t])", 8)
_BLANK = regex(r"\n[ \t>]*\n")
#: characters from the options to the key, and before the first option to what is asked
_MAX_DISTANCE = 400


class Choice(msgspec.Struct, frozen=True):
    """An option: its letter, text without marks, and place; the text may be empty."""

    letter: str
    text: str
    span: Span


class Chosen(msgspec.Struct, frozen=True):
    """A question with its options in order; `key` is the letter of the right one, "" where what is
    named is none, None where nothing says which it is."""

    stem: str
    span: Span
    options: tuple[Choice, ...]
    key: str | None = None
    key_span: Span | None = None

    @property
    def right(self) -> Choice | None:
        return next((one for one in self.options if one.letter == self.key), None)


def choices(document: Document) -> list[Chosen]:
    """Return the questions with at least two options, in the order of the document."""
    if any(one.name == RECORD for one in document.markup):
        return list(_of_records(document))
    return list(_of_text(document))


def _of_records(document: Document) -> Iterator[Chosen]:
    """Yield the questions with options of records."""
    for record in records(document):
        question, options = record.get("question", ()), record.get("options", ())
        if not question or len(options) < 2:
            continue
        options_found = [
            Choice(
                option.target,
                option.content.text.strip(),
                option.content.span() if option.content.text.strip() else option.written.span(),
            )
            for option in options
        ]
        key = next(iter(record.get("key", ())), None)
        named_key = key if key is not None and key.content.text.strip() else None
        yield Chosen(
            question[0].content.text.strip(),
            question[0].content.span(),
            tuple(options_found),
            named_key.target if named_key else None,
            named_key.content.span() if named_key else None,
        )


def _of_text(document: Document) -> Iterator[Chosen]:
    """Yield the questions with options of running text."""
    raw = document.raw
    ends = sorted((one.span.end, one.index) for one in document.sentences)
    group: list[Match[str]] = []
    for match in _OPTION.finditer(raw):
        letter = match["letter"].lower()
        if group and ord(letter) == ord("a") + len(group) and _follows(raw, group[-1], match):
            group.append(match)
            continue
        yield from _from_group(document, ends, group)
        group = [match] if letter == "a" else []
    yield from _from_group(document, ends, group)


def _follows(raw: str, before: Match[str], match: Match[str]) -> bool:
    """Return whether nothing but the rest of an option stands between it and the next."""
    between = raw[before.end() : match.start()]
    one_gap = len(_BLANK.findall(f"{between}\n")) <= 1
    return one_gap and len(between) <= _MAX_DISTANCE and _HEADING.search(between) is None


def _from_group(
    document: Document, ends: Sequence[tuple[int, int]], group: Sequence[Match[str]]
) -> Iterator[Chosen]:
    """Yield the question of options a), b) … with the sentence before them, if it is one; `ends`:
    (end, index) of sentences."""
    if len(group) < 2:
        return
    raw = document.raw
    starts = [match.start("text") for match in group]
    if document.sentence_at(Span(starts[0], starts[0] + 1)) is None:
        return  # in code, or otherwise no prose
    index = bisect_right(ends, (group[0].start() + 1, len(ends)))
    stem = document.sentences[ends[index - 1][1]] if index else None
    if stem is None or group[0].start() - stem.span.end > _MAX_DISTANCE:
        return
    options: list[Choice] = []
    marked: list[str] = []
    bold_options = [match for match in group if (match["before"] or "").strip() in ("**", "__")]
    for index, match in enumerate(group):
        end = group[index + 1].start() if index + 1 < len(group) else match.end()
        text = raw[match.start("text") : end]
        blank_line = _BLANK.search(text)
        text = text[: blank_line.start()] if blank_line else text
        right_mark = _RIGHT.search(text.rstrip())
        text = text[: right_mark.start()] if right_mark else text
        letter = match["letter"].lower()
        is_marked = (
            right_mark is not None
            or (match["box"] or "").strip().lower() == "[x]"
            or (match["before"] or "").strip().startswith(("*", "_", "✓", "✔", "✅"))
        )
        # where all options are bold, bold does not mark the right one
        if is_marked and not (match in bold_options and len(bold_options) == len(group)):
            marked.append(letter)
        text = text.rstrip(" \t\r\n*_")
        start = match.start("text")
        options.append(Choice(letter, " ".join(text.split()), Span(start, start + len(text))))
    key_line = _KEY.search(raw, group[-1].end(), group[-1].end() + _MAX_DISTANCE)
    # the key below belongs to the options that stand nearest above it
    next_option = _OPTION.search(raw, group[-1].end(), group[-1].end() + _MAX_DISTANCE)
    key: str | None = marked[0] if len(marked) == 1 else None
    key_span: Span | None = None
    if key_line and not (next_option and next_option.start() < key_line.start()):
        key, key_span = key_line["letter"].lower(), Span(*key_line.span("letter"))
        if key not in {one.letter for one in options}:
            key = ""
    is_asked = asks(stem.text) or _ORDERS.search(stem.text) is not None
    if key is None and (_enumerates(options) or not (is_asked or stem.kind is Kind.HEADING)):
        return
    yield Chosen(stem.text, stem.span, tuple(options), key, key_span)


def _enumerates(options: Sequence[Choice]) -> bool:
    """Return whether what looks like options is a list in a law or a text: "a) ser maior; b) …"."""
    return any(one.text.endswith((";", "; e", "; ou")) for one in options[:-1])
