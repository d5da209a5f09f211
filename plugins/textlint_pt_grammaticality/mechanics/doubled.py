"""GRA401: a word written twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from textlint_pt import portuguese
from textlint_pt.contract import Finding, Kind, Sentence, View
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt_grammaticality.judge.confidence import Signals
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.sentence.reading import Word, own_words, quotations, touches, words

#: speech and verse say words again on purpose and stop in the middle of a phrase
COMPOSED = frozenset({Kind.DIALOGUE, Kind.VERSE})


def pairs(sentence: Sentence) -> Iterator[tuple[Sequence[Word], int]]:
    """Yield the words of a sentence with the index of each that follows another after a single
    space."""
    text = sentence.text
    found = words(text)
    for at, (first, second) in enumerate(pairwise(found), 1):
        if second.start == first.end + 1 and text[first.end] == " ":
            yield found, at


#: the second is another word than the first: "para para ouvir", "não sei se se lembra", "eu como
#: como um boi", "que nos nos últimos anos"
_HOMOGRAPHS = own_words("doubled-word.homographs")
#: nothing says these twice ("cada um um quarto" is another matter)
_NEVER_TWICE = own_words("doubled-word.never-twice")
#: of these the second can only be left over
_LITTLE = own_words("doubled-word.little")
#: said twice for effect in careful prose too
_EMPHATIC = own_words("doubled-word.emphatic")
#: "o que é é bom": one clause ends with the verb, the next begins
_CLEFT = own_words("doubled-word.cleft")
_RELATIVE = own_words("doubled-word.relative")
_CLEFT_REACH = 10
_PREPOSITIONS = own_words("doubled-word.prepositions")
_ARTICLES = portuguese.words("articles.definite", "articles.indefinite")
_JOINING = own_words("doubled-word.joining")
#: what follows the first letters of a name of programmers
_AFTER_NAME = regex(r"\.[^\W\d_]|[\d_]")


class DoubledWord(LanguageRule):
    """A word is written twice in a row."""

    code = "GRA401"

    def is_certain(self, finding: Finding) -> bool:
        return finding.evidence["word"] in _NEVER_TWICE

    def kind_of(self, finding: Finding) -> str:
        return "little word" if finding.evidence["word"] in _LITTLE else finding.message

    def signals(self, view: View, finding: Finding) -> Signals:
        word: str = finding.evidence["word"]
        return {
            f"{self.code} function word": float(word in function_words()),
            f"{self.code} letter": float(len(word) == 1),
        }

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield the second of two equal words, or the first of two at a line break, so that the
        break stays."""
        quoted = quotations(view.document)
        for sentence in view.sentences:
            yield from self._two(sentence)
            for found, at in pairs(sentence):
                word, start = found[at], found[at - 1].start
                if word.form != found[at - 1].form or sentence.is_opaque(start, word.end):
                    continue
                little = word.form in function_words()
                if _is_meant(sentence, found, at) or (
                    not little and touches(quoted[sentence.index], start, word.end)
                ):
                    continue
                # of two on either side of a line break the first goes, and the break stays
                gap_span = sentence.content.span(found[at - 1].end, word.start)
                gap = view.document.raw[slice(*gap_span)]
                if gap.count("\n") > 1:
                    continue  # the end of one cue and the beginning of the next
                drops_first = at > 1 and "\n" in gap
                kept, dropped = found[at - 2 : at] if drops_first else (found[at - 1], word)
                yield self.correction(
                    sentence,
                    start,
                    word.end,
                    "",  # "no no 3" may stand for "no n.º 3"
                    {"word": word.form},
                    change=(kept.end, dropped.end),
                )

    def _two(self, sentence: Sentence) -> Iterator[Finding]:
        """Two words twice, of which the first is little: "falar com o com o responsável"."""
        text = sentence.text
        for found, at in pairs(sentence):
            words_of_both = found[at - 1 : at + 3]
            one, other, *again = (word.form for word in words_of_both)
            if [one, other] != again or one == other or one in _JOINING:
                continue  # "que o que o chefe diz", "e pouco e pouco"
            is_little = one in function_words() and other not in _PREPOSITIONS | {"e", "a"}
            if not is_little and not (one in _PREPOSITIONS and other in _ARTICLES):
                continue
            start, middle, end = words_of_both[0].start, words_of_both[1].end, words_of_both[3].end
            written = text[start:end]
            is_plain = written.lower() == f"{one} {other} {one} {other}" and written[1:].islower()
            if is_plain and not sentence.is_opaque(start, end):
                word = {"word": text[start:middle]}
                yield self.correction(sentence, start, end, "", word, change=(middle, end))


def _is_meant(sentence: Sentence, found: Sequence[Word], at: int) -> bool:
    """Whether a word is repeated on purpose: homographs, emphasis, letters, names and
    abbreviations."""
    text = sentence.text
    first, second = found[at - 1], found[at]
    form = second.form
    if text[first.start - 1 : first.start] == "." or _AFTER_NAME.match(text, second.end):
        return True  # "datetime datetime.datetime", "testes de API e e2e"
    if form in _HOMOGRAPHS or form in _EMPHATIC:
        # "o que que ele fez", "por que que ele foi": spoken
        return form != "que" or (at > 1 and found[at - 2].form in ("o", "por"))
    if any(
        0 <= i < len(found) - 1
        and found[i].form == found[i + 1].form == form
        and text[found[i].end : found[i + 1].start] == " "
        for i in (at - 2, at)
    ):
        return True  # three in a row
    if form == "a" and at + 1 < len(found) and found[at + 1].form == "z":
        return True  # "de a a z"
    if len(form) == 1 and at + 1 < len(found) and found[at + 1].form in ("é", "tem", "soa"):
        return True  # "enquanto o o é mais breve": the letter
    # a name, a letter, an abbreviation: "hepatite A a", "de A a Z", "Duran Duran", "o EM em R"
    capitals = len(form) > 1 and text[first.start : first.end].isupper()
    if text[second.start].isupper() or capitals:
        return True
    if text[first.start].isupper() and first.start:
        return len(form) == 1 or form not in function_words()
    if len(form) == 1 and form not in "aeoàé":
        return True
    if form in _CLEFT:
        return any(word.form in _RELATIVE for word in found[max(0, at - _CLEFT_REACH) : at - 1])
    return sentence.kind in COMPOSED and form not in function_words()
