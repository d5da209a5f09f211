"""Questions and their answers in a document, as its format hands it over.

What is asked is told by where it stands: in a heading, alone in bold or as the term of a list, or
after `P:`. A question in the midst of a paragraph is the writer's, not the page's. Records of JSONL
and CSV say themselves which field is the question.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter

import msgspec

from textlint_pt.contract import Document, Kind, Markup, MarkupKind, Sentence, Span
from textlint_pt.formats.records import RECORD
from textlint_pt.text.regex import regex

#: "P: Quando abre?", "R. Às nove.", "Pergunta 3 – Onde?"; the mark and what stands after it
_ASKED = regex(r"(?:[PQ]|Pergunta|Questão)\s?\d*\s?[:.)–—-]\s*")
_ANSWERED = regex(r"(?:[RA]|Resposta)\s?\d*\s?[:.)–—-]\s*")
#: a number before a question in a heading: "3. Onde?", "1.2 Onde?", "4) Onde?"
_NUMBER = regex(r"\d+(?:\.\d+)*[.):]?\s+")
#: what opens the line of a heading and says its level
_LEVEL = regex(r"[ \t>]*(?:(?P<marks>#{1,6}|={1,6})[ \t]|.{0,80}?<h(?P<html>[1-6])\b)", 2)
#: what may stand after the question mark that ends a question
_AFTER = " !?\"'”’»)]*_."
#: what stands between what is in bold and the end of its line, or the answer beside it
_BOLD_END = regex(r"\s*(?:\*\*|__|\*|_|</(?:b|strong|em|summary|dt)\s*>)", 2)
_BOLD_START = regex(r"(?:\*\*|__|\*|_|<(?:b|strong|em|summary|dt)(?:\s[^<>]*)?>)\s*$", 2)


class Part(msgspec.Struct, frozen=True):
    """A sentence, or the part of it from `start` on: a mark such as `P:` stands before."""

    sentence: Sentence
    start: int = 0

    @property
    def text(self) -> str:
        return self.sentence.text[self.start :]

    @property
    def span(self) -> Span:
        return self.sentence.content.span(self.start)


class Question(msgspec.Struct, frozen=True):
    """A question of a document with its answer, which is empty where none is given.

    `section` is the last heading before it that is no question, "" where there is none.
    """

    asked: tuple[Part, ...]
    answer: tuple[Part, ...]
    section: str = ""

    @property
    def text(self) -> str:
        return " ".join(part.text for part in self.asked)

    @property
    def answer_text(self) -> str:
        return " ".join(part.text for part in self.answer)

    @property
    def span(self) -> Span:
        return Span(self.asked[0].span.start, self.asked[-1].span.end)

    @property
    def answer_span(self) -> Span | None:
        """From the first to the last character of the answer; None without one."""
        return Span(self.answer[0].span.start, self.answer[-1].span.end) if self.answer else None


def questions(document: Document) -> list[Question]:
    """Return the questions of a document in order.

    A heading below one that asks belongs to its answer, unless there are questions below it.
    """
    if any(one.name == RECORD for one in document.markup):
        return list(_of_records(document))
    result: list[Question] = []
    section = ""
    asked: list[Part] = []
    answer: list[Part] = []
    level_of_question = 0  # of the heading that asks
    #: level and text of a heading below that: of its answer, or a section
    heading_in_answer: tuple[int, str] | None = None

    def close() -> None:
        if asked:
            result.append(Question(tuple(asked), tuple(answer), section))
        asked.clear()
        answer.clear()

    blocks = [list(group) for _, group in groupby(document.sentences, attrgetter("block"))]
    for index, block in enumerate(blocks):
        following = blocks[index + 1] if index + 1 < len(blocks) else None
        if block[0].kind is Kind.HEADING:
            text = " ".join(sentence.text for sentence in block)
            heading_level = _level(document, block[0])
            if asks(text):
                close()
                # a question below that heading makes it a section of its own
                if heading_in_answer and not heading_level <= heading_in_answer[0]:
                    section = heading_in_answer[1]
                level_of_question, heading_in_answer = heading_level, None
                asked.extend(unmarked(block))
            elif 0 < level_of_question < heading_level and asked:
                heading_in_answer = (heading_level, text)
            else:
                close()
                section, heading_in_answer = text, None
            continue
        for is_question, parts in _parts(document, block, following):
            if is_question:
                close()
                section = heading_in_answer[1] if heading_in_answer else section
                heading_in_answer, level_of_question = None, 0
                asked.extend(parts)
            elif asked:
                answer.extend(parts)
    close()
    return result


def _level(document: Document, heading: Sentence) -> int:
    """Return the level of a heading, 1 for the highest; 0 where its line does not show it."""
    raw, start = document.raw, heading.span.start
    mark = _LEVEL.match(raw, raw.rfind("\n", 0, start) + 1, start)
    if mark is None:
        return 0
    return int(mark["html"]) if mark["html"] else len(mark["marks"])


def records(document: Document) -> Iterator[dict[str, list[Markup]]]:
    """Yield the fields of each record by their roles, as `formats.records` marks them."""
    found: dict[str, list[Markup]] | None = None
    for markup in document.markup:
        if markup.kind is not MarkupKind.TAG:
            continue
        if markup.name == RECORD:
            if found:
                yield found
            found = {}
        elif found is not None:
            found.setdefault(markup.name, []).append(markup)
    if found:
        yield found


def _of_records(document: Document) -> Iterator[Question]:
    """Yield the questions of records with their answers or right options."""
    for record in records(document):
        question = parts_of(document, record.get("question", ()))
        answer = record.get("answer", [])
        key = next(iter(record.get("key", ())), None)
        if key is not None and not answer:
            # the option that is right
            options = record.get("options", ())
            answer = [one for one in options if key.target and one.target == key.target][:1]
        if question:
            yield Question(tuple(question), tuple(parts_of(document, answer)))


def parts_of(document: Document, fields: Iterable[Markup]) -> list[Part]:
    """Return the sentences of some fields."""
    found: list[Part] = []
    for field in fields:
        if field.content.text.strip():
            start, end = field.content.span()
            index = bisect_left(document.sentences, start, key=_begin)
            while index < len(document.sentences) and _begin(document.sentences[index]) < end:
                found.append(Part(document.sentences[index]))
                index += 1
    return found


def answered(sentence: Sentence) -> int:
    """Return where the answer begins in a sentence that is marked as one ("R: Ali."), else 0."""
    mark = _ANSWERED.match(sentence.text)
    return mark.end() if mark and mark.end() < len(sentence.text) else 0


def _begin(sentence: Sentence) -> int:
    return sentence.span.start


def unmarked(block: Sequence[Sentence]) -> list[Part]:
    """Return the parts of a heading without its number or mark."""
    first = block[0].text
    mark = _ASKED.match(first) or _NUMBER.match(first)
    start = mark.end() if mark and mark.end() < len(first) else 0
    return [Part(block[0], start), *map(Part, block[1:])]


def _parts(
    document: Document, block: Sequence[Sentence], following: Sequence[Sentence] | None
) -> Iterator[tuple[bool, list[Part]]]:
    """Yield the parts of a block in order, each with whether it asks: an opening question that
    stands out or is marked, then the rest."""
    mark = _ASKED.match(block[0].text)
    if mark or _stands_out(document, block, following):
        asking = _first_asking(block)
        if asking is None:
            yield False, list(map(Part, block))
            return
        yield True, unmarked(block[: asking + 1])
        rest = block[asking + 1 :]
    else:
        rest = block
    answer: list[Part] = []
    for sentence in rest:
        if _ASKED.match(sentence.text) and asks(sentence.text):
            yield False, answer
            answer = []
            yield True, unmarked([sentence])
            continue
        answer.append(Part(sentence, answered(sentence)))
    yield False, answer


def _first_asking(block: Sequence[Sentence]) -> int | None:
    return next((at for at, one in enumerate(block) if asks(one.text)), None)


def _stands_out(
    document: Document, block: Sequence[Sentence], following: Sequence[Sentence] | None
) -> bool:
    """Return whether a block opens with a bold question or titles the list or fold after it."""
    asking = _first_asking(block)
    if asking is None:
        return False
    start, end = block[0].span.start, block[asking].span.end
    if any(
        one.kind is MarkupKind.LINK and one.target.startswith("#") and one.span.end >= end
        for one in document.markup_in(Span(start, start + 1))
    ):
        return False  # a table of contents
    raw = document.raw
    if _BOLD_START.search(raw, max(0, start - 40), start) and _BOLD_END.match(raw, end):
        return True
    return (
        block[0].kind is Kind.LIST_ITEM
        and asking == len(block) - 1
        and following is not None
        and following[0].kind is not Kind.HEADING
        and _first_asking(following) is None
    )


def asks(text: str) -> bool:
    """Return whether a text ends with a question mark, whatever closes after it."""
    return "?" in text[len(text.rstrip(_AFTER)) :]
