"""GRA302: a pronoun at the head of a sentence."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from textlint_pt.contract import Finding, Option, View
from textlint_pt.text.variants import variant_of
from textlint_pt.text.words import words
from textlint_pt_grammaticality.confidence import OPTION
from textlint_pt_grammaticality.phrases import Diagnosis
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


class OpeningPronoun(Diagnosis):
    """A sentence opens with an unstressed pronoun."""

    code = "GRA302"
    name = "clitics.opening-pronoun"
    # too few of the planted pronouns were found: a preview, selected by name
    default = False
    options: ClassVar = {
        "confidence": OPTION,
        "brazilian": Option(False, "report it in texts that are not European Portuguese too"),
    }

    def facts(self, view: View, options: Mapping[str, Any]) -> Hashable:
        return super().facts(view, options), self._is_silent(view, options)

    @staticmethod
    def _is_silent(view: View, options: Mapping[str, Any]) -> bool:
        return not options["brazilian"] and not is_european(view.whole)

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        return iter(()) if self._is_silent(view, options) else super().candidates(view, options)
