"""GRA302: a pronoun at the head of a sentence."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from textlint_pt.contract import Finding, Option, View
from textlint_pt.text.variants import variant_of
from textlint_pt.text.words import words
from textlint_pt_grammaticality.confidence import OPTION
from textlint_pt_grammaticality.language_rule import LanguageRule
from textlint_pt_grammaticality.reading import KEPT

#: a text with this many European words, and this many per Brazilian one, is European
_EUROPEAN, _AGAINST = 2, 5


def is_european(view: View) -> bool:
    """Whether the document has the words of Portugal."""
    ways = [way for sentence in view.sentences for way in _ways(sentence.text)]
    european = ways.count("european")
    return european >= _EUROPEAN and european >= _AGAINST * ways.count("brazilian")


@lru_cache(KEPT)
def _ways(text: str) -> Sequence[str]:
    """The variants that the words of a sentence belong to."""
    return [
        variant.way
        for word in words(text)
        if (variant := variant_of(text[word.start : word.end], word.start)) is not None
        and not variant.weak
    ]


OPTIONS = {
    "confidence": OPTION,
    "brazilian": Option(False, "report it in texts that are not European Portuguese too"),
}


def facts(rule: LanguageRule, view: View, options: Mapping[str, Any]) -> Hashable:
    return LanguageRule.facts(rule, view, options), _is_silent(view, options)


def candidates(rule: LanguageRule, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
    silent = _is_silent(view, options)
    return iter(()) if silent else LanguageRule.candidates(rule, view, options)


def _is_silent(view: View, options: Mapping[str, Any]) -> bool:
    return not options["brazilian"] and not is_european(view.whole)
