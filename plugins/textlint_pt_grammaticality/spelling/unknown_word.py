"""GRA906: a word that no dictionary has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from textlint_pt.contract import Finding, Sentence, View
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.document.names import names, shown
from textlint_pt_grammaticality.judge.confidence import REPORTED, VOCABULARY
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.sentence.coinage import (
    is_coined,
    is_english_verb,
    is_made_in_english,
    is_prefixed,
    looks_foreign,
)
from textlint_pt_grammaticality.spelling import speller
from textlint_pt_grammaticality.spelling.speller import unknown_forms
from textlint_pt_grammaticality.spelling.unknown import English, Place
from textlint_pt_grammaticality.spelling.unknown_form import SHORT

#: how words end in other languages alone: "outlier", "outliers", "pôsters"
_FOREIGN_ENDING = regex(r"[lmrxz]s$|ier$")
#: formats in whose text a word that is like no other is a name of some program
_PROGRAMS = ("code", "code-strings")
#: words of an item that is a name of some kind: "bigint", "bigint: 20"
_MAX_LABEL_WORDS = 2
#: times from which on a word that no dictionary has is a term of the author's
_MIN_TERM_COUNT = 3
#: how probably a word is a slip, at least, and one that is like others or spelt as none of ours
_LEAST, _SELDOM = 0.05, 0.15
#: how probable a slip must be that is told by itself, score of the word that is meant, and letters
#: of the form: what is less, or shorter, is rather a word that dictionaries lack
_LIKELY, _IN_USE, _LEAST_LETTERS = 0.35, -4.0, 4
#: nats of a letter lost, one too many or two exchanged: of 33 that were read 22 were slips, and of
#: 34 with another letter in its place, or more than one slip, 7
_LEAST_COST, _MOST_COST = 1.75, 4.0
#: share of the words of a text, and how many, from which they are said once
_MANY_SHARE, _MIN_MANY = 0.03, 6


OPTIONS = {"vocabulary": VOCABULARY, "words": speller.OPTIONS["words"]}


def places(view: View, sentence: Sentence) -> Iterator[Place]:
    """Yield words that no dictionary has, and of which none is surely meant."""
    english = view.analysis("english")
    in_program = view.document.format in _PROGRAMS
    for place in unknown_forms(view, sentence):
        if (
            (place.found or not (in_program or len(sentence.text.split()) <= _MAX_LABEL_WORDS))
            and place.form not in names(view).terms
            and place.form not in SHORT
            and not _FOREIGN_ENDING.search(place.form)
            and not place.rare  # "românico", "gaxeta": words of few
            and not is_made_in_english(place.form, english.known)
            and not is_prefixed(place.form, view.analysis("forms"))
            and not is_coined(place.form, view.analysis("forms"))
        ):
            yield place


def candidates(rule: LanguageRule, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield such words that are neither surely nor hardly slips, and whether each likely is."""
    english = view.analysis("english")
    for found in speller.candidates(rule, view, options, places):
        place: Place = found.arguments["_place"]
        if _is_in_doubt(place, english):
            arguments = {**found.arguments, "is_slip": _is_likely_slip(place)}
            yield found.replace(arguments=arguments)


def _is_in_doubt(place: Place, english: English) -> bool:
    """Whether a word is neither surely nor hardly a slip: probable enough for its kind, less than
    what GRA901 reports."""
    # "quickfix", "scrollar"
    is_foreign = looks_foreign(place.form) or is_english_verb(place.form, english.in_texts)
    min_chance = _SELDOM if place.found or is_foreign else _LEAST
    return min_chance <= place.chance < REPORTED


def _is_likely_slip(place: Place) -> bool:
    """Whether a word is likely a slip: of a letter or two for a word in use."""
    if not place.found or place.chance < _LIKELY or len(place.form) < _LEAST_LETTERS:
        return False
    meant = place.found[0]
    return meant.score >= _IN_USE and _LEAST_COST <= meant.cost <= _MOST_COST


def find(rule: LanguageRule, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
    yield from LanguageRule.find(rule, view, {**options, "confidence": 0.0})


def finish(
    rule: LanguageRule, view: View, found: Sequence[Finding], options: Mapping[str, Any]
) -> Iterable[Finding]:
    """Return the likely slips without the author's terms, or, where a text has many unknown words,
    one finding for all."""
    shown_words = shown(view) if found else frozenset[str]()
    counts = Counter(one.arguments["form"].lower() for one in found)
    known_terms = {form for form, count in counts.items() if count >= _MIN_TERM_COUNT} | shown_words
    found = [one for one in found if one.arguments["form"].lower() not in known_terms]
    if len(found) < max(_MIN_MANY, _MANY_SHARE * view.document.words):
        return [one for one in found if one.arguments["is_slip"]]
    first = found[0]
    others = len(found) - 1
    return [
        first.replace(
            evidence={**first.evidence, "others": others},
            message="many",
            arguments={**first.arguments, "others": others},
            fix=None,
        )
    ]
