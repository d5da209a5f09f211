"""Which Portuguese words render an English one: the shipped bilingual lexicon.

The artefact `data/translations/`, text compressed by zlib:

* `concepts`: a concept a line, "numbers|English nouns|Portuguese nouns": the numbers (from 0) of
  the lines of the kinds that it is a kind of, and the nouns that stand for it.
* `words`: "English word|Portuguese words", of what are no nouns.
* `irregular`: "form|English words that it is a form of".
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import cache, cached_property, lru_cache

from textlint_pt_embedded import artefact

ARTEFACT = "translations"
CONCEPTS, WORDS, IRREGULAR = "concepts", "words", "irregular"
NONE: frozenset[str] = frozenset()
#: a word that may stand for fewer others is too little known to say what it may not stand for
FEWEST_NEIGHBOURS = 6
#: share of the words of the less known side that unrelated ones may have in common by chance
COMMON = 0.02


class Lexicon:
    """The shipped lexicon (see `textlint_pt.contract.translations.Translations`)."""

    def __init__(self) -> None:
        """Load the concepts, indexed by English and Portuguese nouns."""
        self._portuguese: list[frozenset[str]] = []
        #: concepts of the English nouns
        self._of_english: dict[str, list[int]] = defaultdict(list)
        #: English nouns of the Portuguese ones
        self._english: dict[str, set[str]] = defaultdict(set)
        for number, (_, english, portuguese) in enumerate(_rows(CONCEPTS)):
            nouns = frozenset(portuguese.split())
            self._portuguese.append(nouns)
            for noun in english.split():
                self._of_english[noun].append(number)
            for noun in nouns:
                self._english[noun].update(english.split())

    @cached_property
    def _words(self) -> Mapping[str, frozenset[str]]:
        return {word: frozenset(others.split()) for word, others in _rows(WORDS)}

    @cached_property
    def _irregular(self) -> Mapping[str, list[str]]:
        return {form: words.split() for form, words in _rows(IRREGULAR)}

    def nouns(self, noun: str) -> frozenset[str]:
        return NONE.union(*(self._portuguese[at] for at in self._of_english.get(noun, ())))

    def words(self, form: str) -> frozenset[str]:
        found: set[str] = set()
        for word in (form, *self._irregular.get(form, []), *_stems(form)):
            found |= self.nouns(word) | self._words.get(word, NONE)
        return frozenset(found)

    @cached_property
    def _rendered(self) -> Mapping[str, frozenset[str]]:
        """Return the English words of any part of speech that each Portuguese one renders."""
        found: dict[str, set[str]] = defaultdict(set)
        for noun, english in self._english.items():
            found[noun] |= english
        for english_word, renderings in self._words.items():
            for word in renderings:
                found[word].add(english_word)
        return {word: frozenset(english) for word, english in found.items()}

    @lru_cache(20_000)  # noqa: B019 - the lexicon lives as long as the process
    def _neighbours(self, word: str) -> frozenset[str]:
        """Return Portuguese words that render an English word that this one renders."""
        english = self._rendered.get(word, NONE)
        return NONE.union(*(self.nouns(one) | self._words.get(one, NONE) for one in english))

    def unrelated(
        self, words: Collection[str], others: Collection[str], *, apart: bool = False
    ) -> bool:
        """Return whether words surely mean different things: they share no English word and,
        unless `apart`, hardly any rendering of those."""
        neighbours, other_neighbours = (
            NONE.union(*map(self._neighbours, side)) for side in (words, others)
        )
        smaller_side = min(len(neighbours), len(other_neighbours))
        share_rendering = any(
            not self._rendered.get(word, NONE).isdisjoint(self._rendered.get(other, NONE))
            for word in words
            for other in others
        )
        share_few = (
            smaller_side >= FEWEST_NEIGHBOURS
            and len(neighbours & other_neighbours) <= COMMON * smaller_side
        )
        return not share_rendering and (apart or share_few)


def _rows(name: str) -> Iterator[list[str]]:
    text = zlib.decompress(artefact.verified(ARTEFACT, f"{name}.zlib").read_bytes())
    for line in text.decode("utf-8").splitlines():
        yield line.split("|")


def _stems(form: str) -> Iterator[str]:
    """Yield the base forms that a regular English form may come from."""
    if form.endswith("s") and not form.endswith("ss"):
        yield form[:-1]
        if form.endswith("es"):
            yield form[:-2]
        if form.endswith("ies"):
            yield f"{form[:-3]}y"
    if form.endswith("men"):
        yield f"{form[:-2]}an"
    for ending in ("ing", "ed", "er", "est"):
        stem = form.removesuffix(ending)
        if stem != form and len(stem) > 1:
            yield from (stem, f"{stem}e")
            if stem[-1] == stem[-2]:
                yield stem[:-1]
            if stem[-1] == "i":
                yield f"{stem[:-1]}y"


@cache
def translations() -> Lexicon:
    """Return the shipped lexicon, read once."""
    return Lexicon()


class TranslationsAnalysis(artefact.ShippedLexicon):
    """`translations.en`: the lexicon itself, for every document."""

    name = "translations.en"
    artefacts = (ARTEFACT,)
    read = staticmethod(translations)
