"""Where rules of language cannot judge a text: its accents, spelling, language, capitals or scan.

A text without accents or in an old spelling, a paragraph in another language, a line in capitals
and a bad scan would each be reported word by word. They are recognised here, once per document;
rules of language skip them, and what is worth reporting is reported once (GRA903).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from textlint_pt.contract import Document, Forms, Kind, MarkupKind, Sentence, View
from textlint_pt.text.language import detect
from textlint_pt.text.once import once
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import Token, TokenKind, function_words, tokens
from textlint_pt.text.words import LETTERS, words
from textlint_pt_grammaticality.document.old_spelling import in_old_spelling, ways_of
from textlint_pt_grammaticality.sentence.channel import is_slip
from textlint_pt_grammaticality.sentence.coinage import is_native
from textlint_pt_grammaticality.sentence.reading import KEPT, Ranges, quotations
from textlint_pt_grammaticality.sentence.respelling import with_marks

#: words that lost their accent from which a paragraph or text counts as written without accents
MIN_LOST = 5
#: for each word with an accent there must be this many that lost it
LOST_A_KEPT = 10
#: letters of the longest word
LONGEST = 46
#: share of words with an accent below which they may have been lost
FEW_MARKS = 0.04
#: frequency class of an everyday word, and how much more common it is than what was written
EVERYDAY, COMMONER = 8, 4
#: share of capitals among the letters, and letters, from which a sentence is in capitals
CAPITALS, LEAST_LETTERS = 0.6, 8
#: share and number of unknown words, slips apart, from which a sentence is noise or dialect
NOISE, LEAST_NOISE = 0.25, 4
#: different unknown words of a text that are looked up, and one more for so many of its words: what
#: each may be a slip for takes milliseconds, and a book of 160,000 words has some 300
LOOKED_UP, WORDS_EACH = 500, 200

#: lines of a stanza, and characters of the longest line
LEAST_LINES, SHORT_LINE = 3, 50

#: what stands between marks, and words unknown to dictionaries that make it another language's
_CLAUSE, _MIN_STRANGE = regex(r"[^\s.,;:!?…()«»\"“”—–][^.,;:!?…()«»\"“”—–]*"), 2
_ENDING = regex(r"(?:[bcdfghjkpqtvwy]|um|us|ae)$")

#: signs after which a word may have a capital as a sentence has
_OPENING = frozenset('.!?…:—–-"«“(•*')
#: signs before a name of somebody or in code
_NAMING = ("@", "#", "/", "_")
_STOPS, _CLOSERS = (".", "!", "?", "…", ":", ";"), "\"'”’»)]"
_MARKS = regex(r"[áâãàéêíóôõúç]", re.IGNORECASE)
#: letters among figures and marks, apart from "k8s" and "e2e"
_MIXED = regex(
    r"(?!\b\w{3}\b)[^\W\d_]\d[^\W\d_]|[|¦^][^\W\d_]{2}|[^\W\d_]{2}[|¦~^§¬£¢¥©®<>{}=\\][^\W\d_]?"
)
_MAY_BE_MIXED = regex(r"[\d|¦^~§¬£¢¥©®<>{}=\\](?:(?<!\d)|(?=[^\W\d_]))")


class Lost(NamedTuple):
    """A word `text[start:end]` of a sentence that lost its accent, and what it was."""

    sentence: Sentence
    start: int
    end: int
    suggestion: str


class Bare(NamedTuple):
    """Words that lost their accent, beside how many that kept it."""

    places: Sequence[Lost]
    kept: int

    @property
    def sentences(self) -> frozenset[int]:
        """All sentences, by number, that have one."""
        return frozenset(one.sentence.index for one in self.places)

    @property
    def is_bare(self) -> bool:
        """Whether so many mean that no accents were written."""
        return len(self.places) >= max(MIN_LOST, LOST_A_KEPT * self.kept)


class WritingStyle(NamedTuple):
    """How a document is written. `checkable[i]`: whether rules of language may judge sentence `i`;
    `readable[i]`: whether its words may be looked up, be they written without accents. `bare`: the
    words without accents, if the text, or (with `whole` False) a part of it, was written without
    accents. `outliers`: sentences, by number, with more unknown words than are looked up."""

    checkable: Sequence[bool]
    readable: Sequence[bool]
    outliers: Sequence[int] = ()
    bare: Bare | None = None
    whole: bool = False


def checkable(view: View) -> Sequence[bool]:
    """For each sentence whether rules of language may judge it. Uses the analysis `forms`."""
    return writing_style(view).checkable


def of_kinds(
    view: View, kinds: Set[Kind], fits: Sequence[bool]
) -> Iterator[tuple[Sentence, Ranges]]:
    """Yield the sentences of these kinds that `fits` (`checkable`, say), with what is quoted."""
    for sentence, fit, quoted in zip(view.sentences, fits, quotations(view.document), strict=True):
        if fit and sentence.kind in kinds:
            yield sentence, quoted


@once
def foreign_terms(view: View) -> Sequence[Ranges]:
    """For each sentence its italics that have words that are none of ours, nor lost their accents,
    and clauses half of which are such: terms of another language, and phrases of one that no list
    of function words has, as Latin. Uses the analysis `forms`."""
    document, forms = view.document, view.analysis("forms")
    found: list[Ranges] = [_foreign_clauses(text, forms) for text in document.texts]
    for sentence, markup in document.marked({MarkupKind.EMPHASIS}):
        if _is_foreign_term(markup.content.text, forms):
            term = sentence.content.range_in(markup.content.span())
            found[sentence.index] = [*found[sentence.index], term]
    return found


def _is_foreign_term(text: str, forms: Forms) -> bool:
    """Whether most words of a text in italics are unknown, or some are and none is a function
    word."""
    found = [word.lower() for word in LETTERS.findall(text)]
    known_count = sum(
        # a word alone that lacks an accent is another language's, or a name in code: "*audio*"
        is_native(word, forms) or (len(found) > 1 and bool(with_marks(word, forms, 1)))
        for word in found
    )
    unknown_count = len(found) - known_count
    return unknown_count > known_count or (unknown_count > 0 and function_words().isdisjoint(found))


@lru_cache(KEPT)
def _foreign_clauses(text: str, forms: Forms) -> Ranges:
    """Clauses with several words that no dictionary has, one of which ends as none of ours does,
    and with no function word of ours."""
    if len(_strange(text, forms)) < _MIN_STRANGE:
        return ()
    return [
        clause.span()
        for clause in _CLAUSE.finditer(text)
        if len(found := _strange(clause[0], forms)) >= max(_MIN_STRANGE, clause[0].count(" ") / 2)
        and any(map(_ENDING.search, found))
        and function_words().isdisjoint(map(str.lower, LETTERS.findall(clause[0])))
    ]


def _strange(text: str, forms: Forms) -> Sequence[str]:
    return _counted(text, forms).unknown


@once
def writing_style(view: View) -> WritingStyle:
    """How the view's document is written; determined once per view."""
    if view.whole is view:
        return _writing_style_of(view.document, view.analysis("forms"), in_old_spelling(view))
    found = writing_style(view.whole)
    part = slice(view.first, view.first + len(view.sentences))
    return found._replace(checkable=found.checkable[part], readable=found.readable[part])


def _writing_style_of(
    document: Document, forms: Forms, is_old_spelling: Sequence[bool]
) -> WritingStyle:
    """Return which sentences may be judged: none that is foreign, verse, in a former spelling or
    illegible, and none of a paragraph or document written without accents."""
    sentences = document.sentences
    counts: list[tuple[Sequence[Sentence], Bare]] = []
    words: dict[int, _Words] = {}
    for block in document.paragraphs:
        first = block[0].index
        read = _read(tuple(document.texts[first : first + len(block)]), forms)
        if read.is_foreign or (not read.is_closed and _is_verse(document, block)):
            continue
        counts.append((block, _count_accents(block, read, forms)))
        for index, one in enumerate(read.words, first):
            if one is not None and not is_old_spelling[index]:
                words[index] = one
    unaccented_document = _together([count for _, count in counts])
    outliers = _outliers(words)
    is_readable = [False] * len(sentences)
    for index, one in words.items():
        is_readable[index] = index not in outliers and (
            one.odd + len(one.small) < one.limit or _is_legible(one, forms)
        )
    is_checkable = list(is_readable)
    for block, count in counts:
        if unaccented_document is not None or count.is_bare:
            for sentence in block:
                is_checkable[sentence.index] = False
    unaccented = unaccented_document or _together([count for _, count in counts if count.is_bare])
    return WritingStyle(
        is_checkable, is_readable, sorted(outliers), unaccented, unaccented_document is not None
    )


def is_capitals(text: str) -> bool:
    """Whether most letters are capitals."""
    capitals = sum(map(str.isupper, text))
    if capitals < CAPITALS * LEAST_LETTERS:
        return False
    letters = sum(map(str.isalpha, text))
    return letters >= LEAST_LETTERS and capitals >= CAPITALS * letters


def _is_foreign(text: str) -> bool:
    return detect(text) not in ("pt", "und")


def _is_verse(document: Document, block: Sequence[Sentence]) -> bool:
    """Whether a paragraph that ends without a full stop has short lines, whatever its capitals."""
    lines = document.raw[block[0].span.start : block[-1].span.end].split("\n")
    return len(lines) >= LEAST_LINES and all(len(line.strip()) <= SHORT_LINE for line in lines)


def _outliers(words: Mapping[int, _Words]) -> Set[int]:
    """Sentences, by number, with an unknown word beyond those that are looked up."""
    most = LOOKED_UP + sum(one.words for one in words.values()) // WORDS_EACH
    seen: set[str] = set()
    found = set()
    for index, one in words.items():
        if len(seen) < most:
            seen.update(one.unknown)
        elif not seen.issuperset(one.unknown):
            found.add(index)
    return found


class _Words(NamedTuple):
    """How many words a sentence has, how many of them are not in capitals, and of those how many
    have an accent; the words that no dictionary has: in small letters, and besides them with a
    capital where a sentence may begin; how much in it is `odd` besides those, and the `limit` from
    which on that makes it illegible."""

    words: int
    cased: int
    accented: int
    small: tuple[str, ...]
    unknown: tuple[str, ...]
    odd: int
    limit: float


class _Read(NamedTuple):
    """A paragraph: whether it is in another language; of its sentences the words, None where one
    among several is in another language; how many of the words have an accent, and of how many;
    whether it ends with a full stop."""

    is_foreign: bool
    words: Sequence[_Words | None]
    accented: int = 0
    cased: int = 0
    is_closed: bool = False


@lru_cache(KEPT)
def _read(texts: tuple[str, ...], forms: Forms) -> _Read:
    """Return the facts of a paragraph, given the texts of its sentences."""
    if _is_foreign(" ".join(texts)):
        return _Read(True, ())
    words = [_counted(text, forms) for text in texts]
    return _Read(
        False,
        [
            None if len(texts) > 1 and _is_foreign(text) else one
            for text, one in zip(texts, words, strict=True)
        ],
        sum(one.accented for one in words),
        sum(one.cased for one in words),
        texts[-1].rstrip(_CLOSERS).endswith(_STOPS),
    )


@lru_cache(512)
def _counted(text: str, forms: Forms) -> _Words:
    """Count the words of a sentence that the writing style depends on."""
    cased = accented = 0
    lower_case: list[str] = []
    capitalised: list[str] = []
    found = words(text)
    for _, start, end in found:
        written = text[start:end]
        is_cased, is_accented, unknown = _word_facts(written, forms)
        cased += is_cased
        accented += is_accented
        if unknown == written:
            lower_case.append(unknown)
        elif unknown and (text[:start].rstrip() or ".")[-1] in _OPENING:
            capitalised.append(unknown)
    odd_count = len(_MIXED.findall(text)) if _MAY_BE_MIXED.search(text) else 0
    limit = -1.0 if is_capitals(text) else max(LEAST_NOISE, NOISE * (len(found) + odd_count))
    return _Words(
        len(found),
        cased,
        accented,
        tuple(lower_case),
        (*lower_case, *capitalised),
        odd_count,
        limit,
    )


@lru_cache(1 << 14)
def _word_facts(written: str, forms: Forms) -> tuple[bool, bool, str]:
    """Return whether a word is not in capitals, whether it has an accent then, and its small
    letters if no dictionary has it ("" otherwise)."""
    is_cased = not written.isupper()
    small = written.lower()
    is_looked_up = written.islower() or written[1:].islower()
    unknown = small if is_looked_up and not forms.known(small) else ""
    return is_cased, is_cased and _MARKS.search(written) is not None, unknown


@lru_cache(KEPT)
def _is_legible(words: _Words, forms: Forms) -> bool:
    """Whether an odd sentence can be read: slips are not odd, unless figures and marks among the
    letters show a bad scan."""
    unknown = words.small if words.odd else [one for one in words.small if not is_slip(one, forms)]
    return words.odd + len(unknown) < words.limit


# ------------------------------------------------------------------ accents


def _count_accents(block: Sequence[Sentence], read: _Read, forms: Forms) -> Bare:
    """Words with an accent, and words that lost it (or lost the letter, if almost none has one)."""
    if block[0].kind is Kind.TABLE_CELL:
        return Bare((), 0)
    kept = read.accented
    if kept > FEW_MARKS * read.cased:
        return Bare((), kept)
    lost = [
        Lost(sentence, token.start, token.end, suggestion)
        for sentence in block
        for token, suggestion in _lost(sentence.text, forms)
        if not sentence.is_opaque(token.start, token.end)
        and sentence.text[token.start - 1 : token.start] not in _NAMING
    ]
    return Bare(lost, kept)


@lru_cache(KEPT)
def _lost(text: str, forms: Forms) -> Sequence[tuple[Token, str]]:
    """Words of a sentence that lost an accent or letter, with what they were."""
    found = []
    for token in tokens(text):
        is_small = token.kind is TokenKind.WORD and token.text.islower()
        suggestion = _restored(token.text, forms) if is_small else None
        if suggestion is not None:
            found.append((token, suggestion))
    return found


@lru_cache(KEPT)
def _restored(form: str, forms: Forms) -> str | None:
    return lost_mark(form, forms) or lost_letter(form, forms)


def lost_mark(form: str, forms: Forms) -> str | None:
    """The only everyday word that a form without accent can be, or None."""
    if not 2 <= len(form) <= LONGEST or not form.isascii():
        return None
    min_frequency = EVERYDAY
    if forms.known(form):
        min_frequency = max(min_frequency, forms.frequency(form) + COMMONER)
    found = with_marks(form, forms, min_frequency)
    return found[0] if found else None


#: letters that are lost when a file is read in the wrong encoding
_DROPPED = ("á", "â", "ã", "à", "é", "ê", "í", "ó", "ô", "õ", "ú", "ç", "çã", "çõ")


def lost_letter(form: str, forms: Forms) -> str | None:
    """The only everyday word that an unknown form can be if a letter with a mark was dropped from
    it, as when a file is read in the wrong encoding ("vrias", "situao"), or None."""
    if not 4 <= len(form) <= LONGEST or not form.isascii() or forms.known(form):
        return None
    if not form.replace("-", "").isalpha():  # "gato7" is no word of the lexicon with any letter
        return None
    restored = (
        f"{form[:at]}{letters}{form[at:]}" for at in range(len(form) + 1) for letters in _DROPPED
    )
    best = max(restored, key=forms.frequency)
    return best if forms.frequency(best) >= EVERYDAY else None


def _together(counts: Sequence[Bare]) -> Bare | None:
    """Return the words without accents of several paragraphs as one count, None if there are too
    few."""
    lost = [place for count in counts for place in count.places]
    found = Bare(lost, sum(count.kept for count in counts))
    return found if found.is_bare else None


@once
def variant(view: View) -> str:
    """The variant of a text by its words: "PT", "BR", "" where they do not tell."""
    ways = Counter(way for _, ways in view.document.telling(ways_of) for way in ways)
    european, brazilian = ways["european"], ways["brazilian"]
    return "" if european == brazilian else "PT" if european > brazilian else "BR"
