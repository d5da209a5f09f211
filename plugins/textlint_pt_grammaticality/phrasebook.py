"""What the rules over phrases kept as data (`patterns/phrases`) have in common."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from textlint_pt.contract import (
    Applicability,
    Edit,
    Finding,
    Fix,
    Forms,
    Kind,
    Scope,
    Sentence,
    View,
)
from textlint_pt.patterns.sentence import TokenSentence, in_words, opens_clause
from textlint_pt_grammaticality import patterns
from textlint_pt_grammaticality.confidence import CERTAIN, LanguageRule
from textlint_pt_grammaticality.manner import variant
from textlint_pt_grammaticality.patterns import Found
from textlint_pt_grammaticality.phrases import like
from textlint_pt_grammaticality.reading import quotations, together, touches

FOLDER = patterns.FOLDER / "phrases"
#: share of the places of a phrase that were right at least where it was read
READ = 0.8
#: speech and verse say things on purpose
COMPOSED = frozenset({Kind.DIALOGUE, Kind.VERSE})


class Phrase(NamedTuple):
    """`text[start:end]` of a sentence is better one of `suggestions`; `pattern`: id of the entry;
    `origin`: where the phrase comes from."""

    rule: str
    pattern: str
    start: int
    end: int
    suggestions: tuple[str, ...]
    is_certain: bool
    origin: str


class Phrasebook(LanguageRule):
    """Base of a rule that finds phrases kept as data.

    What stands there was read in text: whatever is not certain was right in at least four of five
    places, so that it is reported by default.
    """

    counts_in = "grammaticality"
    scope = Scope.SPAN
    needs: ClassVar[tuple[str, ...]] = ("forms",)
    reach = 0
    #: kinds of block in which people speak as they speak
    spared: ClassVar[frozenset[Kind]] = frozenset()

    def least(self, finding: Finding) -> float:
        return CERTAIN if finding.arguments["is_certain"] else READ

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        quoted = quotations(view.document)
        for sentence, phrase in view.once(_phrases):
            if (
                phrase.rule == self.code
                and sentence.kind not in self.spared
                and not touches(quoted[sentence.index], phrase.start, phrase.end)
                and not sentence.is_opaque(phrase.start, phrase.end)
            ):
                yield self._explained(sentence, phrase)

    def facts(self, view: View, options: Mapping[str, Any]) -> Hashable:
        return variant(view), super().facts(view, options)

    def _explained(self, sentence: Sentence, phrase: Phrase) -> Finding:
        start, end = phrase.start, phrase.end
        language, _, original = phrase.origin.partition(": ")
        fix = None
        if together(sentence.content, start, end):
            span = sentence.content.span(start, end)
            edits = (Edit(span.start, span.end, phrase.suggestions[0]),)
            single = len(phrase.suggestions) == 1
            fix = Fix(Applicability.UNSAFE if single else Applicability.SUGGESTION, edits)
        return self.finding(
            sentence,
            {
                "phrase": sentence.text[start:end],
                "suggestion": phrase.suggestions[0],
                "suggestions": list(phrase.suggestions),
                "pattern": phrase.pattern,
            },
            start=start,
            end=end,
            message=language if language in self.messages["pt"] else "message",
            arguments={"is_certain": phrase.is_certain, "original": original},
            fix=fix,
        )


def _phrases(view: View) -> Sequence[tuple[Sentence, Phrase]]:
    """The phrases in a view, each with its sentence."""
    forms, way = view.analysis("forms"), variant(view.whole)
    return [
        (sentence, phrase)
        for sentence in view.sentences
        for phrase in phrases_in(sentence.text, forms, way)
    ]


def phrases_in(text: str, forms: Forms, variant: str) -> Sequence[Phrase]:
    """The phrases in a sentence of a text of a variant ("PT", "BR" or ""); the longest of those
    that overlap, and none that touches one that is right."""
    sentence = in_words(text, forms, variant)
    found: list[Phrase] = []
    right: list[Phrase] = []
    for pattern in patterns.index(FOLDER).woken(sentence):
        if pattern.entry.variant not in ("", variant):
            continue
        for one in pattern.found(sentence):
            phrase = _phrase(sentence, one)
            written = text[phrase.start : phrase.end]
            if phrase.suggestions[0] == written:
                right.append(phrase)
            elif not any(_is_name(sentence, at) for at in range(one.match.first, one.last + 1)):
                found.append(phrase)
    # of equals what nobody defends, else the first
    found.sort(key=lambda phrase: (phrase.start - phrase.end, phrase.rule == "GRA602"))
    kept: list[Phrase] = []
    for phrase in found:
        # what is debated stands among the calques and pleonasms, and so do its exceptions
        taken = [other for other in right if phrase.rule in (other.rule, "GRA602")] + kept
        if not any(one.start < phrase.end and phrase.start < one.end for one in taken):
            kept.append(phrase)
    return sorted(kept, key=lambda phrase: phrase.start)


def _phrase(sentence: TokenSentence, found: Found) -> Phrase:
    start = sentence.tokens[found.match.first].start
    end = sentence.tokens[found.last].end
    entry = found.pattern.entry
    return Phrase(
        entry.rule,
        entry.id,
        start,
        end,
        tuple(dict.fromkeys(like(new, sentence.text[start:end]) for new in found.corrections)),
        entry.certainty == "words",
        found.pattern.origin,
    )


def _is_name(sentence: TokenSentence, at: int) -> bool:
    """Whether a capital stands inside the sentence, in a word that has small letters."""
    written = sentence.written(at)
    if not written[:1].isupper() or (written.isupper() and len(written) > 1):
        return False
    return not opens_clause(sentence.text, sentence.tokens[at].start)
