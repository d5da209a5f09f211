"""TRA005: sentences, or parts of them, that were left in the language of the source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from textlint_pt.contract import (
    Document,
    Finding,
    MarkupKind,
    Option,
    Sentence,
    Span,
    State,
    Text,
    TranslationUnit,
    View,
)
from textlint_pt.text.reading import quotations, touches
from textlint_pt.text.regex import regex
from textlint_pt.text.words import LETTERS, Word, words
from textlint_pt_translation.checks import PairRule, Sentences
from textlint_pt_translation.kept import marked, marking
from textlint_pt_translation.pairs import Pair, Side, holds_source, pairs, role_of
from textlint_pt_translation.proportion import is_switcher
from textlint_pt_translation.skeleton import front_end
from textlint_pt_translation.tokens import QUOTED, ranges, tokens

#: share of a sentence's words, those also in the source, from which it counts as untranslated
_SAME = 0.8
#: the same for all its words: then the source's quotations were copied as well
_COPIED = 0.95
#: states of strings that are not done
_LEFT = (State.FUZZY, State.UNTRANSLATED, State.IDENTICAL)
#: minimal lower-case words of such a sentence
_LEAST_WORDS = 3
#: marking words of another language needed if only the sentence's own words show its language
_LEAST_MARKS = 2
#: strings that are the source's from which a file is one that is still being translated
_MANY = 5
#: passages of a page that are one finding
_PASSAGES = 4
#: an untranslated part with more than this share of the sentence counts as the whole sentence
_WHOLE = 0.7


#: what is said in brackets beside what it means
_BRACKETED = regex(r"\([^()\n]{3,200}\)")
#: signs of a statement, or of how one is written: "fill + target + with"
_STATEMENT = regex(r"[=<>!]=|\w\([^()\n]{0,80}\d|(?<= )[+|…](?= )")
_SIGNS = 2
#: what a label ends with, before what is said of it
_LABEL = regex(r"\s[-–—]\s|:\s")

#: how works are cited, whose titles stay as they are
_CITED = regex(
    r"\bet al\b|\bISBN\b|\(eds?\.\)|\bdoi:|\b(?:vol|pp?)\. ?\d|\((?:19|20)\d\d[a-z]?\)"
    r"|\b[A-ZÀ-Þ][a-zß-ÿ]+, (?:[A-Z]\. ?)+|:\s+https?://\S+\Z"
)
#: characters of "(2025)." or "(eds.)." at the end of the sentence before
_YEAR = 7
#: a sentence of a quotation: of a work, of what a program says
_CITED_WHOLE = regex(r"\W*(?:[\"“«][^\"”»]+[\"”»]?|\w[^\"”»]*[\"”»])\W*")
#: what commands and addresses have, and prose without function words does not
_COMMAND = regex(r"[@\\/_{}=<>→]|\s-{1,2}\w|\w[-+]\w+[-+]\w")

#: names and calls in code: get_events, open(file), a.b
_CODE = regex(r"(?<!\S)\S*(?:\w[_(.=]|\*\.)\w\S*|\b(?=[a-f]*\d)[0-9a-f]{12,}\b")


#: markup of what may have a name of its own
_NAMING = (MarkupKind.EMPHASIS, MarkupKind.STRONG, MarkupKind.LINK)


class Part(NamedTuple):
    """Words [first, last) of a sentence that are not Portuguese; `whole` if it is all of it."""

    first: int
    last: int
    whole: bool


class Untranslated(PairRule):
    """A sentence, or a part of one, that is still in the language of the source."""

    code = "TRA005"
    options = {
        "run": Option(
            5, "words of the source in a row that may not stand in a Portuguese sentence", 2, 50
        ),
        "strict": Option(
            False,
            "report strings that are fuzzy, empty or the same as their source; also `strict:`",
        ),
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield findings for strings, sentences and parts of sentences left in English."""
        role = role_of(view)
        if role is None and "source" not in view.document.companions:
            return
        quoted = quotations(view.document)
        found = list(_joined(self._of_pairs(view, role, quoted, options)))
        if holds_source(view.document):
            yield from self._identical(view.document, all_of_them=options["strict"])
        elif len(found) >= _PASSAGES:
            found = [_together(view.document, found)]
        yield from found

    def _of_pairs(
        self,
        view: View,
        role: str | None,
        quoted: Sequence[Sequence[tuple[int, int]]],
        options: Mapping[str, Any],
    ) -> Iterator[Finding]:
        """Yield a finding for each untranslated part of a pair of sentences."""
        # TRA013 compares the front matter of a page with that of its source
        first = 0 if holds_source(view.document) else front_end(view.document)
        other = view.document.companions[role or "source"]
        for pair in pairs(view) if role else _alone(view.document, other):
            if pair.source.sentences and all(_is_title(other, s) for s in pair.source.sentences):
                continue
            in_source = [w.form for s in pair.source.sentences for w in words(s.text)]
            data = [
                m[0]
                for s in pair.source.sentences
                for what in (QUOTED, _BRACKETED)
                for m in what.finditer(s.text)
            ]
            for sentence in pair.target.sentences:
                if pair.unit is None and (
                    _is_title(view.document, sentence) or _is_cited(view.document, sentence)
                ):
                    continue
                if role != "reference" and (
                    sentence.span.start < first
                    or _is_in_brackets(view.document, sentence)
                    or is_switcher(sentence)
                ):
                    continue
                named = [*quoted[sentence.index], *_places(sentence.text, data)]
                named += _named(view.document, sentence)
                source = in_source if role == "source" else ()
                part = left_in(sentence, source, named, options["run"])
                if part is not None:
                    yield self._finding(pair, sentence, part, options["run"])

    def _finding(self, pair: Pair, sentence: Sentence, part: Part, run: int) -> Finding:
        """Return the finding for an untranslated sentence or a part of it."""
        found = words(sentence.text)[part.first : part.last]
        span = sentence.span if part.whole else sentence.content.span(found[0].start, found[-1].end)
        return self.on_pair(
            pair,
            {"words": len(found), "limit": _LEAST_WORDS if part.whole else run},
            span=span,
            message="message" if part.whole else "part",
        )

    def _identical(self, document: Document, *, all_of_them: bool) -> Iterator[Finding]:
        """Yield strings that the format did not read, because they are the same in both languages,
        or, where all are asked for, nobody translated them."""
        found: list[Finding] = []
        done = {unit.span for unit in document.units if unit.state is State.TRANSLATED}
        for unit in document.units:
            if all_of_them and unit.source is not None:
                is_marked = unit.state is State.UNTRANSLATED and (
                    unit.target.text.isspace() or unit.span in done
                )
                if unit.state in _LEFT and LETTERS.search(unit.source.text) and not is_marked:
                    yield self._left(unit, unit.source)
                continue
            if unit.state is State.IDENTICAL and (count := _prose_words(document, unit)):
                source = unit.source.span() if unit.source else Span(0, 0)
                evidence = {"words": count, "limit": _LEAST_WORDS}
                found.append(self.on_range(unit.target.span(), source, "source", evidence))
        if len(found) > _MANY:
            first = found[0]
            yield first.replace(evidence={**first.evidence, "strings": len(found)}, message="many")
        else:
            yield from found

    def _left(self, unit: TranslationUnit, source: Text) -> Finding:
        """Return a string that is not done."""
        is_empty = unit.state is State.UNTRANSLATED
        found = self.on_range(
            (source if is_empty else unit.target).span(),
            source.span(),
            "source",
            {"state": unit.state.value},
            message=unit.state.value,
        )
        return found.replace(related=()) if is_empty else found


def _alone(document: Document, other: Document) -> Iterator[Pair]:
    """Yield the sentences of a page that cannot be compared with its source, each with all of
    it."""
    source = Side((), "", other.line_span(1))
    for one in document.sentences:
        yield Pair(Side((one,), one.text, one.span), source, "source")


def _together(document: Document, found: Sequence[Finding]) -> Finding:
    """Return one finding for all passages of a page."""
    first = found[0]
    count = sum(one.evidence.get("sentences", 1) for one in found)
    return first.replace(
        evidence={**first.evidence, "sentences": count, "passages": len(found)},
        message="passages",
        arguments={
            **first.arguments,
            "places": Sentences(document, [one.span for one in found], count),
        },
        related=tuple(related for one in found for related in one.related),
    )


def _joined(found: Iterator[Finding]) -> Iterator[Finding]:
    """Yield findings on whole sentences that follow one another as one."""

    def run_of(numbered: tuple[int, Finding]) -> tuple[bool, int]:
        # in a row of neighbours sentence and finding have the same distance throughout
        number, one = numbered
        is_whole = one.message == "message" and one.sentence is not None
        return is_whole, (one.sentence or 0) - number if is_whole else number

    for _, numbered in groupby(enumerate(found), key=run_of):
        first, *more = (one for _, one in numbered)
        if more:
            total = sum(one.evidence["words"] for one in (first, *more))
            evidence = {**first.evidence, "words": total, "sentences": 1 + len(more)}
            first = first.replace(span=Span(first.span.start, more[-1].span.end), evidence=evidence)
        yield first


def _places(text: str, data: Sequence[str]) -> list[tuple[int, int]]:
    """Return where a text has what its source quotes, word for word."""
    return [m.span() for one in data for m in re.finditer(re.escape(one), text)]


def _named(document: Document, sentence: Sentence) -> Iterator[tuple[int, int]]:
    """Yield what of a sentence is in italics or bold type, or a link: names of what an interface
    shows, commands, titles of pages."""
    for markup in document.markup_in(sentence.span):
        if markup.kind in _NAMING and markup.content.text:
            yield sentence.content.range_in(markup.content.span())


def _is_in_brackets(document: Document, sentence: Sentence) -> bool:
    """Return whether a sentence stands in brackets that opened before it on its line: «falhou
    (Stop! It failed)»."""
    start = sentence.span.start
    before = document.raw[document.raw.rfind("\n", 0, start) + 1 : start]
    return before.count("(") > before.count(")")


def _is_cited(document: Document, sentence: Sentence) -> bool:
    """Return whether a sentence cites a work, or is its title, after its year or editors, or that
    of a journal or a book, after the title of an article in it."""
    before = document.sentences[sentence.index - 1]
    if before.block != sentence.block:
        return _CITED.search(sentence.text) is not None
    if _CITED.search(f"{before.text[-_YEAR:]} {sentence.text}"):
        return True
    inside = document.markup_in(sentence.span)
    is_named = any(markup.kind is MarkupKind.EMPHASIS for markup in inside)
    return is_named and _is_title(document, before)


def _is_title(document: Document, sentence: Sentence) -> bool:
    """Return whether a sentence is the text of a link to another site, but for a word: a title
    there."""
    links = [
        markup.content.span()
        for markup in document.markup_in(sentence.span)
        if markup.kind is MarkupKind.LINK and "://" in markup.target and markup.content.text
    ]
    if not links:
        return False
    places = (
        sentence.content.span(word.start, word.end)
        for word in words(sentence.text)
        if word.form not in marking("pt") and not sentence.text[word.start : word.end].istitle()
    )
    return sum(not any(link.overlaps(place) for link in links) for place in places) < 2


def _prose_words(document: Document, unit: TranslationUnit) -> int:
    """Return the number of words of an English string; 0 for one that may be Portuguese too."""
    text = unit.target.text
    if text[:1].islower() and _COMMAND.search(text):
        return 0
    if "\n" in text.strip():  # lines of code, mostly
        lines = [line for line in text.splitlines() if line.strip()]
        ends = (".", ",", ":")
        if sum(line[0].isspace() or not line.rstrip().endswith(ends) for line in lines) > 1:
            return 0
    kept = tokens(document.markup_in(unit.target.span()))
    for start, end in reversed(ranges(unit.target, kept)):
        text = f"{text[:start]} {text[end:]}"
    text = _CODE.sub(lambda match: " " * len(match[0]), text)
    found = [word for word in words(text) if not _is_name(text, word)]
    foreign, at_home = marked([word.form for word in found])
    return len(found) if len(found) >= _LEAST_WORDS and foreign > at_home else 0


def _is_name(text: str, word: Word) -> bool:
    """Return whether a word has a capital although it does not open a sentence, or is all
    capitals."""
    written = text[word.start : word.end]
    opens = text[: word.start].rstrip(" \"'“‘«([*_")[-1:] in ("", *".!?:")
    return written.isupper() or (written[0].isupper() and not opens)


def left_in(
    sentence: Sentence,
    source: Sequence[str],
    quoted: Sequence[tuple[int, int]],
    run: int,
) -> Part | None:
    """Return the part of a sentence that was left in the language of its source; None if nothing.

    `source`: the words of the source in lower case, in order; none if only the language can be
    compared. `quoted`: ranges of the sentence that may quote something. A sentence that is the
    source's and has no word that marks the language may be a name, a title, a term.
    """
    text = sentence.text
    every = words(text)
    is_copy = bool(source) and _is_copy([word.form for word in every], source)
    is_cited = _CITED_WHOLE.fullmatch(text) is not None
    code = [match.span() for match in _CODE.finditer(text)]
    own = [
        (i, word)
        for i, word in enumerate(every)
        if not sentence.is_opaque(word.start, word.end)
        and not touches(code, word.start, word.end)
        and ((is_copy and not is_cited) or not touches(quoted, word.start, word.end))
        and not _is_name(text, word)
    ]
    if len({word.form for _, word in own}) < _LEAST_WORDS:
        return None
    if len(_STATEMENT.findall(text)) >= _SIGNS:
        return None
    foreign, at_home = marked([word.form for _, word in own])
    if foreign >= _LEAST_MARKS and foreign > 2 * at_home:
        return Part(0, len(every), True)
    if not source:
        return None
    there = set(source)
    same = sum(word.form in there for _, word in own)
    if same >= _SAME * len(own) and not at_home:
        return Part(0, len(every), True) if foreign else None
    part = _run(every, dict(own), source, run)
    if part and part.first == 0 and _LABEL.match(text, every[part.last - 1].end):
        return None  # the name of what is explained after it
    return part


def _is_copy(forms: Sequence[str], source: Sequence[str]) -> bool:
    """Return whether nearly all words of a sentence, including those of quotations, are its
    source's."""
    words = set(source)
    return sum(form in words for form in forms) >= _COPIED * len(forms)


def _run(
    every: Sequence[Word],
    own: Mapping[int, Word],
    source: Sequence[str],
    least: int,
) -> Part | None:
    """Return the longest run of words that is in the source."""
    where: dict[str, list[int]] = {}
    for at, form in enumerate(source):
        where.setdefault(form, []).append(at)
    best = (0, 0)
    i = 0
    while i < len(every):
        longest = 0
        for at in where.get(every[i].form, ()) if i in own else ():
            n = 0
            while i + n in own and at + n < len(source) and source[at + n] == every[i + n].form:
                n += 1
            longest = max(longest, n)
        if longest > best[1] - best[0]:
            best = (i, i + longest)
        i += max(1, longest)
    forms = [word.form for word in every[best[0] : best[1]]]
    foreign, at_home = marked(forms)
    are_codes = sum(len(form) < 3 for form in forms) > 0.75 * len(forms)  # "de, en, es, fr"
    if len(forms) < least or foreign < 1 or at_home > foreign or are_codes:
        return None
    return Part(*best, len(forms) >= _WHOLE * len(own))
