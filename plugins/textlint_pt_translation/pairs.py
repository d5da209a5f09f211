"""What is compared: a part of the translation with what it translates.

A file of strings and their translations pairs them itself. Any other document is aligned with its
companion: its source if there is one, else the trusted translation.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from textlint_pt.contract import Document, Sentence, Span, State, TranslationUnit
from textlint_pt.text.regex import regex
from textlint_pt_translation.joined import Joined
from textlint_pt_translation.omitted import english, portuguese, share_answered, share_from
from textlint_pt_translation.skeleton import rearranged

if TYPE_CHECKING:
    from textlint_pt.contract import Alignment, Forms, Link, Translations, View

#: companions that a check may compare with, the preferred one first
ROLES: tuple[str, ...] = ("source", "reference")

#: this many pairs in a row with no more than this in common with their source are not compared: the
#: page translates another version of its source there, and the two need not agree
_STRANGERS, _STRANGE = 4, 0.45
#: places where sentences have no counterpart, sentences without one for each of the source, and
#: places of these in the source, from which a page is one of another version
_GAPS, LOST, _LOST_PLACES = 3, 0.1, 2
#: share of the sentences of both texts without a counterpart that tells the same, and the fewest
#: on either side
_REWRITTEN, _ON_EACH = 0.2, 3
#: characters of the source that are used to recognise its language
_SAMPLE = 20_000
#: pairs with more in common than this are not looked into; of others with as many content words
#: on each side, one is doubtful of which at most this share, of both sides, answers the other's
_LIKELY, _FEW, DOUBTFUL = 0.6, 4, 0.25
#: sentences in a row without a counterpart that make a region
_REGION = 4
_LINE_END = regex(r"[^\r\n]*")


class Side(NamedTuple):
    """Sentences that follow one another, the range they are written in, and what stands there.

    `written` has the markup: placeholders, targets of links. `span` may begin before the first
    sentence and end after the last, where markup does.
    """

    sentences: Sequence[Sentence]
    written: str
    span: Span

    @property
    def text(self) -> str:
        return " ".join(sentence.text for sentence in self.sentences)

    @property
    def place(self) -> Span:
        """The place of a finding on all of it."""
        if not self.sentences:
            return self.span
        return Span(self.sentences[0].span.start, self.sentences[-1].span.end)


class Pair(NamedTuple):
    """A part of the translation (`target`) and its counterpart in the companion `role`.

    `place` is its number among all units or links, paired or not. `near` are the sentences before
    and after it, of the target and of the source, if the alignment is not sentence by sentence,
    since what is missing here may be there."""

    target: Side
    source: Side
    role: str
    unit: TranslationUnit | None = None
    near: tuple[Sequence[Sentence], Sequence[Sentence]] = ((), ())
    place: int = 0

    def sentence_at(self, offset: int) -> Sentence | None:
        """Return the sentence of the target that begins last before an offset of the file, or its
        first one; None if it has none."""
        begun = [one for one in self.target.sentences if one.span.start <= offset]
        return max(begun or self.target.sentences[:1], key=lambda one: one.span, default=None)


def role_of(view: View) -> str | None:
    """Return the companion that pairs are made with; None if there is nothing to compare with."""
    if holds_source(view.document):
        return "source"
    for role in ROLES:
        if view.companion(role) is not None and view.has(f"alignment:{role}"):
            return role
    return None


def holds_source(document: Document) -> bool:
    """Return whether the units of a document have their sources: in the same file, or in one of
    the same kind that was joined with it."""
    source = document.companions.get("source")
    if not document.units or source is None:
        return False
    if (source.path, source.raw) == (document.path, document.raw):
        return True
    answers = {unit.key: unit.target for unit in source.units}
    return any(
        unit.source is not None and unit.source is answers.get(unit.key) for unit in document.units
    )


def first_place(document: Document) -> Span:
    """Return the place of a finding on the whole page: its first sentence, or the first line."""
    return document.sentences[0].span if document.sentences else document.line_span(1)


def pairs(view: View) -> Iterator[Pair]:
    """Yield pairs in reading order; nothing if there is nothing to compare with, and none of
    sentences that hardly translate each other."""
    role = role_of(view)
    if role is None:
        return
    other = view.document.companions[role]
    if holds_source(view.document):
        yield from _units(view.document, other)
        return
    target, source = _Written(view.document), _Written(other)
    alignment: Alignment = view.analysis(f"alignment:{role}")
    links = alignment.links
    strange = strangers(links) if role == "source" else frozenset()
    strange |= rearranged_at(view.document, other, links)
    for at, link in enumerate(links):
        if link.paired and at not in strange and not _is_doubtful(view, other, link, role):
            around = [*links[max(0, at - 1) : at], *links[at + 1 : at + 2]]
            near = (
                [s for k in around for s in view.sentences[k.left : k.left_end]],
                [s for k in around for s in other.sentences[k.right : k.right_end]],
            )
            yield Pair(
                target.side(link.left, link.left_end),
                source.side(link.right, link.right_end),
                role,
                near=near if is_loose(links, at) else ((), ()),
                place=at,
            )


def _is_doubtful(view: View, other: Document, link: Link, role: str) -> bool:
    """Return whether hardly a word of a pair answers another: the alignment may be wrong."""
    lexica = None if (link.similarity or 0.0) >= _LIKELY else lexica_of(view, role)
    if lexica is None:
        return False
    target = Joined(view.sentences[link.left : link.left_end]).text
    source = Joined(other.sentences[link.right : link.right_end]).text
    return likeness(source, target, *lexica) <= DOUBTFUL


def lexica_of(view: View, role: str | None = None) -> tuple[Forms, Translations] | None:
    """Return the lexicons of Portuguese forms and of translations; None without both, or where the
    companion of that role is not English."""
    if not (view.has("forms") and view.has("translations.en")):
        return None
    if role is not None and language_of(view, role) != "en":
        return None
    return view.analysis("forms"), view.analysis("translations.en")


def is_one(link: Link) -> bool:
    """Return whether a link is of one sentence with one."""
    return (link.left_end - link.left, link.right_end - link.right) == (1, 1)


def is_loose(links: Sequence[Link], at: int) -> bool:
    """Return whether a link, or one beside it, is not of a sentence with another."""
    return not all(map(is_one, links[max(0, at - 1) : at + 2]))


def likeness(source: str, target: str, forms: Forms, lexicon: Translations) -> float:
    """Share of the content words of both sides that answer each other; 1 of too few."""
    if min(len(english(source)), len(portuguese(target))) < _FEW:
        return 1.0
    shares = (
        share_answered(source, target, forms, lexicon),
        share_from(source, target, forms, lexicon),
    )
    return sum(shares) / 2


def language_of(view: View, role: str) -> str:
    """Return the companion's language: pt, en, es, fr or other; an unrecognised one is en."""
    return "pt" if role == "reference" else language_of_document(view.document.companions[role])


def language_of_document(companion: Document) -> str:
    """Return the same of a companion that is no reference."""
    return companion.once(_language)


def _language(companion: Document) -> str:
    """Return the language of a companion, English if it is uncertain."""
    from textlint_pt.text.language import detect

    texts = [sentence.text for sentence in companion.sentences]
    before = accumulate(map(len, texts), initial=0)
    sample = takewhile(lambda one: one[1] <= _SAMPLE, zip(texts, before, strict=False))
    found = detect(" ".join(text for text, _ in sample))
    return "en" if found == "und" else found


def strangers(links: Sequence[Link]) -> frozenset[int]:
    """Return places of links in a stretch of unrelated text."""
    found: list[int] = []
    stretch: list[int] = []
    for at, link in enumerate(links):
        if not link.paired:
            continue
        is_strange = link.similarity is not None and link.similarity < _STRANGE
        stretch = [*stretch, at] if is_strange else []
        if len(stretch) >= _STRANGERS:
            found += stretch
    return frozenset(found)


def rearranged_at(document: Document, other: Document, links: Sequence[Link]) -> frozenset[int]:
    """Return places of links in tables whose rows or columns stand in another order."""
    tables = rearranged(document, other)
    return frozenset(
        at
        for at, link in enumerate(links if any(tables) else ())
        for sentences, spans in (
            (document.sentences[link.left : link.left_end], tables[0]),
            (other.sentences[link.right : link.right_end], tables[1]),
        )
        if any(one.span.overlaps(span) for one in sentences for span in spans)
    )


def is_of_another_version(view: View) -> bool:
    """Return whether so much of a page and its source has no counterpart, here and there, that the
    page was made from another version of it."""
    if view.document.units or role_of(view) != "source":
        return False
    links: Sequence[Link] = view.analysis("alignment:source").links
    lost = [k.left == k.left_end for k in links]
    added = [k.right == k.right_end for k in links]
    places = [sum(now and not was for was, now in pairwise([False, *at])) for at in (lost, added)]
    gone = sum(k.right_end - k.right for k, is_lost in zip(links, lost, strict=True) if is_lost)
    more = sum(k.left_end - k.left for k, is_added in zip(links, added, strict=True) if is_added)
    source, target = (
        max(ends) for ends in zip(*((k.right_end, k.left_end) for k in links), strict=True)
    )
    is_scattered = sum(places) >= _GAPS and places[0] >= _LOST_PLACES
    return (is_scattered and gone + more >= LOST * source) or (
        min(gone, more) >= _ON_EACH and gone + more >= _REWRITTEN * (source + target)
    )


def regions(other: Document, links: Sequence[Link], minimum: int = _REGION) -> list[Span]:
    """Return the source spans of `minimum` or more consecutive sentences without a counterpart;
    TRA006 reports that these, and all that stands between them, are missing."""
    found: list[Span] = []
    first: int | None = None
    for link in [*links, None]:
        if link is not None and link.left == link.left_end:
            first = link.right if first is None else first
            continue
        if link is None or link.right < link.right_end:
            end = len(other.sentences) if link is None else link.right
            if first is not None and end - first >= minimum:
                start = other.sentences[first].span.start
                if link is None:  # with what stands before the first of the last ones
                    start = other.sentences[first - 1].span.end if first else 0
                last = len(other.raw) if link is None else other.sentences[end].span.start
                found.append(Span(start, last))
            first = None
    return found


def _units(document: Document, source: Document) -> Iterator[Pair]:
    """Yield the pair of each translated string."""
    for at, unit in enumerate(document.units):
        if unit.state is State.TRANSLATED and unit.source is not None:
            in_target = document.sentences_in(unit.blocks)
            in_source = source.sentences_in(unit.source_blocks)
            yield Pair(
                Side(in_target, unit.target.text, unit.target.span()),
                Side(in_source, unit.source.text, unit.source.span()),
                "source",
                unit,
                place=at,
            )


class _Written:
    """A document's source around its sentences: a gap between two of them belongs to the first up
    to its first space, and from there to the second on the same line."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._spans = sorted(sentence.span for sentence in document.sentences)

    def side(self, first: int, last: int) -> Side:
        sentences = self._document.sentences[first:last]
        start = min(sentence.span.start for sentence in sentences)
        end = max(sentence.span.end for sentence in sentences)
        span = Span(self._start(start), self._end(end))
        return Side(sentences, self._document.raw[span.start : span.end], span)

    def _end(self, end: int) -> int:
        """Return the end of the line, or of the markup that ends before the next sentence."""
        source = self._document.raw
        line = _LINE_END.match(source, end)
        stop = line.end() if line else end
        at = bisect_left(self._spans, (end, end))
        if at < len(self._spans) and self._spans[at].start <= stop:
            return self._gap(end, self._spans[at].start)
        return stop

    def _start(self, start: int) -> int:
        """Return where the line or gap before an offset begins."""
        source = self._document.raw
        line = max(source.rfind("\n", 0, start), source.rfind("\r", 0, start)) + 1
        at = bisect_left(self._spans, (start, start)) - 1
        if at >= 0 and line <= self._spans[at].end <= start:
            return self._gap(self._spans[at].end, start)
        return line

    def _gap(self, end: int, start: int) -> int:
        gap = self._document.raw[end:start]
        blank = re.search(r"\s", gap)
        return end + blank.start() if blank else start
