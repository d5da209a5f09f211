"""Words that stand where a document renders a term of its source with another word as a rule.

The usual word is a noun that stands in most of the sentences whose source has the term: one that
the bilingual lexicon gives for it, or one that stands nowhere else. Where it is missing, another
noun may stand for the term. It does if it is listed for the term, or if the lexicon gives it or
says that the two are alike, and if it stands at about the same place and no other word of the
source accounts for it. A noun of which neither knows anything does if it stands at the very place
and is what is left over there, when the other words have found each other. What is not listed must
stand nowhere else in the document.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textlint_pt.portuguese import Lists
from textlint_pt.text.regex import regex
from textlint_pt.text.words import TERM
from textlint_pt_translation.turned import COMMON

if TYPE_CHECKING:
    from textlint_pt.contract import Forms, Sentence, Translations
    from textlint_pt_translation.pairs import Pair, Side

_SHORTEST = 3
#: words of which it is kept how they are spelt, and what they are
KEPT = 20_000
#: the usual word stands in this share of the places of the term
_SHARE = 0.75
#: likeness (Dice) of the places of term and word: of a word that the lexicon gives, of another
_GIVEN, _UNKNOWN = 0.6, 0.85
#: a word may stand that much, in shares of the sentence, before or after where the term stood: one
#: that is listed for it, any other
_SHIFT_LISTED, _SHIFT = 0.35, 0.25
#: uses of the usual word that one needs more which is not listed
_MORE = 2
#: where no word is alike: what is left over at the place itself, if it alone is left over about it,
#: and so many words of the source at most
_THERE, _ABOUT, _LOST = 0.05, 0.2, 1
#: the usual word stands so many times as often as the other; more where that has several places
_CLEAR, _CLEARER = 3, 10
#: letters and share of the shorter word in which two cognates begin alike
_ALIKE = (4, 0.6)
#: what is no term: nouns whose translation goes with the phrase, numbers, function words
_LIGHT = COMMON | Lists(Path(__file__).with_name("data") / "words.tsv").words("light.english")
_CLOSED = frozenset(("ADP", "CCONJ", "DET", "PRON"))
_ENGLISH = (
    ("ph", "f"), ("th", "t"), ("tion", "cao"), ("sion", "sao"), ("ity", "idade"), ("ty", "dade"),
    ("y", "i"), ("ck", "c"), ("k", "c"), ("w", "v"),
)  # fmt: skip
_PORTUGUESE = (("nh", "n"), ("lh", "l"), ("k", "c"), ("w", "v"))
_NONE: frozenset[str] = frozenset()
_DOUBLED = regex(r"([a-z])\1")


class Place(NamedTuple):
    """A word of the translation."""

    word: str
    sentence: Sentence
    start: int
    end: int


class Rendering(NamedTuple):
    """A noun used in some places for a term that usually has another."""

    term: str
    word: str
    places: Sequence[Place]
    usual: str
    #: one of the places with the usual word, and how many there are
    example: Place
    uses: int


def is_clear(usual: int, other: int) -> bool:
    """Whether a word is the usual one, by how often it and another are used for a term."""
    return usual >= other * (_CLEAR if other == 1 else _CLEARER)


class _Noun(NamedTuple):
    """A noun of the translation, and where in its side, as a share of the length."""

    lemmas: tuple[str, ...]
    form: str
    at: float
    place: Place


class _Line(NamedTuple):
    """A pair: words of the source with where they stand, words and nouns of the translation.

    `capitals` are nouns of the translation that may be names, or words of a title; `every` word of
    the source is there, also what may be a name.
    """

    source: Sequence[tuple[str, float]]
    every: frozenset[str]
    words: frozenset[str]
    nouns: Sequence[_Noun]
    capitals: frozenset[str]


class Renderings:
    """Reads the pairs of one document."""

    def __init__(
        self,
        pairs: Sequence[Pair],
        forms: Forms,
        translations: Translations,
        listed: Mapping[str, frozenset[str]],
    ) -> None:
        """`listed`: words that are known to compete for a term."""
        self._translations = translations
        self._listed = listed
        remembered = lru_cache(KEPT)
        self._given = remembered(lambda term: translations.nouns(term) | listed.get(term, _NONE))
        self._lemmas = remembered(lambda form: frozenset(r.lemma for r in forms.analyse(form)))
        self._nouns = remembered(lambda form: _noun_lemmas(forms, form))
        self._lines = [
            _Line(
                [(form, at) for form, at, _ in _words(pair.theirs)],
                frozenset(
                    match[0].lower()
                    for sentence in pair.theirs.sentences
                    for match in TERM.finditer(sentence.text)
                ),
                frozenset(form for form, _, _ in _words(pair.ours)),
                list(self._nouns_of(pair.ours)),
                frozenset(lemma for form in _capitals(pair.ours) for lemma in self._nouns(form)),
            )
            for pair in pairs
        ]
        #: numbers of the lines that have a noun, English or Portuguese
        self._terms: dict[str, set[int]] = defaultdict(set)
        self._words: dict[str, set[int]] = defaultdict(set)
        for number, line in enumerate(self._lines):
            for form, _ in line.source:
                if form not in _LIGHT and (term := translations.noun(form)) not in _LIGHT:
                    self._terms[term].add(number)
            for noun in line.nouns:
                for lemma in noun.lemmas:
                    self._words[lemma].add(number)

    def _nouns_of(self, side: Side) -> Iterator[_Noun]:
        for form, at, place in _words(side):
            if lemmas := self._nouns(form):
                yield _Noun(lemmas, form, at, place)

    def varied(self, least: int, fewest: int) -> Iterator[Rendering]:
        """Nouns for terms that are translated by another noun in at least `least` other places; in
        `fewest`, where the page has the usual one wherever else it has the term."""
        for term, lines in self._terms.items():
            if len(lines) <= min(least, fewest):
                continue
            usual = self._usual(term, lines)
            if usual is None or len(lines & self._words[usual]) < min(least, fewest):
                continue
            others: dict[str, list[Place]] = defaultdict(list)
            for number in sorted(lines):
                if (noun := self._other(term, usual, self._lines[number])) is not None:
                    others[noun.lemmas[0]].append(noun.place)
            uses = len(lines & self._words[usual])
            for word, places in others.items():
                is_listed = word in self._listed.get(term, ())
                is_only = fewest <= uses == len(lines) - 1 and word in self._given(term)
                # what is not listed for the term must be surer
                is_sure = (is_listed and (is_only or uses >= least)) or (
                    (is_only or uses >= least + _MORE) and len(self._words[word]) <= len(places)
                )
                if is_sure and is_clear(uses, len(places)):
                    example = self._example(lines, usual)
                    yield Rendering(term, word, places, usual, example, uses)

    def _usual(self, term: str, lines: set[int]) -> str | None:
        """The noun that usually translates the term."""
        given = self._given(term)
        found = Counter(
            lemma
            for number in lines
            for lemma in {lemma for noun in self._lines[number].nouns for lemma in noun.lemmas}
        )
        best: tuple[float, str] | None = None
        source = {form for number in lines for form, _ in self._lines[number].source} - {term}
        for lemma, count in sorted(found.items()):
            if count >= _SHARE * len(lines) and lemma not in source:  # "open" of "open source"
                likeness = 2 * count / (len(lines) + len(self._words[lemma]))
                is_given = lemma in given or _cognates(term, lemma)
                if likeness >= (_GIVEN if is_given else _UNKNOWN) and (
                    is_given or not self._is_of_another(lemma, term, lines)
                ):
                    best = max(best or (0.0, ""), (likeness + is_given, lemma))
        return best[1] if best else None

    def _is_of_another(self, lemma: str, term: str, lines: set[int]) -> bool:
        """Whether another word of the source accounts for a noun wherever it stands with a term."""
        return all(
            any(
                self._renders(lemma, form)
                for form in self._lines[number].every
                if self._translations.noun(form) != term
            )
            for number in lines & self._words[lemma]
        )

    def _other(self, term: str, usual: str, line: _Line) -> _Noun | None:
        """The noun that replaces the usual one for the term."""
        given, listed = self._given(term), self._listed.get(term, frozenset())
        places = [at for form, at in line.source if self._translations.noun(form) == term]
        if usual in line.capitals or any(usual in noun.lemmas for noun in line.nouns):
            return None
        near: list[tuple[float, _Noun]] = []
        for noun in line.nouns:
            shift = min(abs(noun.at - at) for at in places)
            if (
                shift <= (_SHIFT if listed.isdisjoint(noun.lemmas) else _SHIFT_LISTED)
                and any(self._may_stand(lemma, usual, given) for lemma in noun.lemmas)
                and not self._is_kin(noun, term, usual)
                and not self._accounted(noun, term, line)
            ):
                near.append((shift, noun))
        other = (
            min(near, key=lambda found: found[0])[1]
            if near
            else self._left_over(term, usual, places[0], line)
        )
        # "toque" and "tocar" look like nouns, and are one verb
        is_same = other is not None and not self._lemmas(other.form).isdisjoint(self._lemmas(usual))
        return None if is_same else other

    def _left_over(self, term: str, usual: str, at: float, line: _Line) -> _Noun | None:
        """The noun that is at the term's place and translates nothing else, if hardly another word
        of the source is left without a translation."""

        def is_rendered(form: str) -> bool:
            return any(self._renders(word, form) for word in line.words)

        about = {form for form, place in line.source if abs(place - at) <= _ABOUT}
        of_term = {form for form in about if self._translations.noun(form) == term}
        lost = [f for f in about - of_term if self._translations.words(f) and not is_rendered(f)]
        loose = [
            noun
            for noun in line.nouns
            if abs(noun.at - at) <= _ABOUT
            and not any(self._renders(noun.form, form) for form in line.every)
        ]
        if len(loose) != 1 or len(lost) > _LOST or any(map(is_rendered, of_term)):
            return None
        is_there = abs(loose[0].at - at) <= _THERE and not _cognates(usual, loose[0].form)
        return loose[0] if is_there else None

    def _is_kin(self, noun: _Noun, term: str, usual: str) -> bool:
        """Whether the noun looks like the term or the usual word but is not listed for it."""
        return self._given(term).isdisjoint(noun.lemmas) and (
            noun.form.endswith(usual)  # "multimídia"
            or any(
                _cognates(word, piece) for word in (usual, term) for piece in noun.form.split("-")
            )
        )

    def _may_stand(self, lemma: str, usual: str, given: frozenset[str]) -> bool:
        return lemma in given or self._translations.alike(lemma, usual)

    def _accounted(self, noun: _Noun, term: str, line: _Line) -> bool:
        """Whether the noun translates another word of the source; if the lexicon lists it for the
        term, only a word that no other word translates."""
        given = not self._given(term).isdisjoint(noun.lemmas)
        rest = [w for w in line.words if self._lemmas(w).isdisjoint(noun.lemmas)] if given else ()
        return any(
            self._renders(noun.form, form) and not any(self._renders(word, form) for word in rest)
            for form in line.every
            if self._translations.noun(form) != term
        )

    def _renders(self, word: str, form: str) -> bool:
        """Whether a word of the translation may translate one of the source."""
        return _cognates(form, word) or not self._translations.words(form).isdisjoint(
            (word, *self._lemmas(word))
        )

    def _example(self, lines: set[int], usual: str) -> Place:
        first = self._lines[min(lines & self._words[usual])]
        return next(noun.place for noun in first.nouns if usual in noun.lemmas)


def _words(side: Side) -> Iterator[tuple[str, float, Place]]:
    """Words of a side in lower case, with where they stand; a capital inside it makes a name."""
    total = sum(len(sentence.text) for sentence in side.sentences)
    before = 0
    for sentence in side.sentences:
        for match in TERM.finditer(sentence.text):
            is_name = match.start() > 0 and match[0][0].isupper()
            if len(match[0]) >= _SHORTEST and not is_name and not sentence.is_opaque(*match.span()):
                at = (before + match.start()) / total
                yield match[0].lower(), at, Place(match[0].lower(), sentence, *match.span())
        before += len(sentence.text)


def _capitals(side: Side) -> Iterator[str]:
    """Words with a capital inside a sentence, in lower case."""
    for sentence in side.sentences:
        for match in TERM.finditer(sentence.text, 1):
            if match[0][0].isupper():
                yield match[0].lower()


def _noun_lemmas(forms: Forms, form: str) -> tuple[str, ...]:
    """Lemmas of a form that may be a noun and is not a function word."""
    readings = forms.analyse(form)
    if any(reading.upos in _CLOSED or "+" in reading.upos for reading in readings):
        return ()
    return tuple(dict.fromkeys(r.lemma for r in readings if r.upos == "NOUN"))


# ------------------------------------------------------------------ words that look alike


def _cognates(word: str, other: str) -> bool:
    """Whether two words begin similarly, in one language or across both."""
    one, two = _spelt(word, _ENGLISH), _spelt(other, _PORTUGUESE)
    shorter = min(len(one), len(two))
    common = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), shorter)
    return common >= _ALIKE[0] and common >= _ALIKE[1] * shorter


@lru_cache(KEPT)
def _spelt(word: str, changes: Sequence[tuple[str, str]]) -> str:
    """A word without accents and doubled letters, as the other language would write it."""
    plain = unicodedata.normalize("NFD", word.lower())
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    for old, new in changes:
        plain = plain.replace(old, new)
    return _DOUBLED.sub(r"\1", plain)
