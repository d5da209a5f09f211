"""GRA403: a word that is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from textlint_pt.contract import Finding, Kind, View
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.confidence import Signals
from textlint_pt_grammaticality.language_rule import LanguageRule
from textlint_pt_grammaticality.reading import Word, own_words, words

#: what must be followed by a noun: a sentence cannot end here
_OPEN_ENDED = own_words("missing-word.open-ended")
_CONTRACTIONS = own_words("missing-word.contractions")
#: no noun phrase begins with one of these
_NO_NOUN = own_words("missing-word.no-noun")


#: an image or an icon, of which no trace is left in the sentence
_SHOWN = regex(r"<[A-Za-z]|!\[|image:")


class MissingWord(LanguageRule):
    """A word is missing after an article or preposition."""

    code = "GRA403"
    name = "mechanics.missing-word"
    supersedes = ("GRA001",)
    kinds = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE})

    def signals(self, view: View, finding: Finding) -> Signals:
        return {f"{self.code} {finding.evidence['word']}": 1.0}

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for sentence in view.sentences:
            if sentence.kind not in self.kinds:
                continue
            text = sentence.text
            found = words(text)
            for at, word in enumerate(found):
                if sentence.is_opaque(word.start, word.end) or text[word.start].isupper():
                    continue
                if word.form in _OPEN_ENDED and at and _ends_here(text, word.end):
                    place = sentence.content[word.start : word.end].span().start
                    if text[found[at - 1].start].isupper() or text[word.start - 2] == ".":
                        continue  # "Silva, João da.", "Plancy, J. Collin de."
                    if text[word.start - 1] == " " and not _opens_a_line(view.document.raw, place):
                        yield self.finding(
                            sentence,
                            {"word": word.form, "next": text[word.end]},
                            start=word.start,
                            end=word.end,
                            message="end",
                        )
                elif word.form in _CONTRACTIONS and _runs_into_preposition(text, found, at):
                    following = found[at + 1]
                    between = sentence.content[word.end : following.start].span()
                    if _SHOWN.search(view.document.raw, between.start, between.end):
                        continue
                    yield self.finding(
                        sentence,
                        {"word": word.form, "next": following.form},
                        start=word.start,
                        end=following.end,
                    )


def _opens_a_line(raw: str, place: int) -> bool:
    """Whether only marks stand before a place in its line: the letter of a list in a comment."""
    return not any(map(str.isalnum, raw[raw.rfind("\n", 0, place) + 1 : place]))


def _ends_here(text: str, end: int) -> bool:
    """Whether a clause ends: a stop at the end of the sentence, or a semicolon."""
    rest = text[end:].lstrip(" ")
    if rest.startswith(";"):
        return True
    return rest[:1] in (".", "!") and len(rest) == 1


def _runs_into_preposition(text: str, found: Sequence[Word], at: int) -> bool:
    if at + 1 >= len(found):
        return False
    word, following = found[at], found[at + 1]
    if following.form not in _NO_NOUN or text[word.end : following.start] != " ":
        return False
    after = found[at + 2].form if at + 2 < len(found) else ""
    if after in ("que", "qual", "quais"):  # "uma época diferente da em que vivemos"
        return False
    return text[following.start].islower()
