"""GRA411: prepositions that are not joined with the article or pronoun after them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from textlint_pt import portuguese
from textlint_pt.contract import (
    Finding,
    Forms,
    Kind,
    View,
)
from textlint_pt_grammaticality.language_rule import LanguageRule
from textlint_pt_grammaticality.manner import legible
from textlint_pt_grammaticality.reading import Word, own_words, touches, words

_KINDS = frozenset({Kind.PARAGRAPH, Kind.QUOTE, Kind.LIST_ITEM})
_CONTRACTED = portuguese.contracted(
    portuguese.words("articles.definite", "demonstratives", "neuters", "pronouns.personal.third"),
    *("de", "em", "por"),
)
_ARTICLES = portuguese.words("articles.definite")
#: not before these: "de o que" is another slip, "as edições de a cada um" none
_NOT_BEFORE = own_words("uncontracted.not-before")
#: "chamada de a maior" has its article from a title; "de por a mão" is "pôr"
_NOT_AFTER = own_words("uncontracted.not-after")
_NOMINAL = frozenset({"NOUN", "ADJ", "PROPN", "DET", "NUM"})
#: words in which an infinitive may follow, of which the word is then the subject
_REACH = 25


class Uncontracted(LanguageRule):
    """A preposition stands apart from the article or pronoun that it is joined with."""

    code = "GRA411"
    name = "mechanics.uncontracted"
    kinds = _KINDS
    needs = ("forms",)
    supersedes = ("GRA001", "GRA201", "GRA401")

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        forms: Forms = view.analysis("forms")
        for sentence, quoted in legible(view, self.kinds):
            text = sentence.text
            every = words(text)
            for at in range(len(every) - 1):
                first, second = every[at], every[at + 1]
                suggestion = _CONTRACTED.get((first.form, second.form))
                if suggestion is None or not _is_joined(text, every, at, forms):
                    continue
                start, end = first.start, second.end
                if sentence.is_opaque(start, end) or touches(quoted, start, end):
                    continue
                if text[start].isupper():
                    suggestion = suggestion.capitalize()
                yield self.correction(sentence, start, end, suggestion)


def _is_joined(text: str, every: Sequence[Word], at: int, forms: Forms) -> bool:
    first, second = every[at], every[at + 1]
    if text[first.end : second.start] != " " or not text[second.start].islower():
        return False
    if text[max(0, first.start - 2) : first.start] == "- ":
        return False  # cut at the end of a line: "enten- de a"
    if at and every[at - 1].form in _NOT_AFTER:
        return False
    later = every[at + 2 : at + 2 + _REACH]
    if second.form in _ARTICLES:
        # "de a a z", "em o “Globo”", "de o": something that may have an article has to follow
        if not later or text[second.end : later[0].start] != " " or len(later[0].form) < 3:
            return False
        following = later[0].form
        if following in _NOT_BEFORE or following.endswith("ndo"):
            return False
        if not any(reading.upos in _NOMINAL for reading in forms.analyse(following)):
            return False
        if text[later[0].start].isupper():
            return False
    return not any(
        reading.feature("VerbForm") == "Inf"
        for word in later
        for reading in forms.analyse(word.form)
    )
