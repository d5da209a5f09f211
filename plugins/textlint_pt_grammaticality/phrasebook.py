"""What the rules over phrases kept as data (`patterns/phrases`) have in common."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from textlint_pt.contract import Applicability, Finding, Forms, Sentence, View
from textlint_pt.patterns.sentence import TokenSentence, opens_clause, tokenized_sentence
from textlint_pt_grammaticality import patterns
from textlint_pt_grammaticality.document.manner import variant
from textlint_pt_grammaticality.judge.confidence import CERTAIN
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.patterns import Found, Pattern
from textlint_pt_grammaticality.sentence.parsed import like
from textlint_pt_grammaticality.sentence.reading import quotations, touches

FOLDER = patterns.FOLDER / "phrases"
#: share of the places of a phrase that were right at least where it was read
READ = 0.8


class Phrase(NamedTuple):
    """`text[start:end]` of a sentence is better one of `suggestions`, as a pattern has it."""

    pattern: Pattern
    start: int
    end: int
    suggestions: tuple[str, ...]

    @property
    def rule(self) -> str:
        return self.pattern.entry.rule


def least(rule: LanguageRule, finding: Finding) -> float:
    """Return the probability that a phrase is right at least: those in the files were read in real
    text."""
    return CERTAIN if finding.arguments["is_certain"] else READ


def candidates(rule: LanguageRule, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
    """The phrases of a rule that stand in a text, but for those that are quoted."""
    quoted = quotations(view.document)
    for sentence, phrase in view.once(_phrases):
        start, end = phrase.start, phrase.end
        if (
            phrase.rule == rule.code
            and sentence.kind in rule.declared.kinds
            and not touches(quoted[sentence.index], start, end)
            and not sentence.is_opaque(start, end)
        ):
            language, _, original = phrase.pattern.origin.partition(": ")
            single = len(phrase.suggestions) == 1
            yield rule.correction(
                sentence,
                start,
                end,
                phrase.suggestions[0],
                {
                    "phrase": sentence.text[start:end],
                    "suggestion": phrase.suggestions[0],
                    "suggestions": list(phrase.suggestions),
                    "pattern": phrase.pattern.entry.id,
                },
                message=language if language in rule.messages["pt"] else "message",
                arguments={
                    "is_certain": phrase.pattern.entry.certainty == "words",
                    "original": original,
                },
                applicability=Applicability.UNSAFE if single else Applicability.SUGGESTION,
            )


def facts(rule: LanguageRule, view: View, options: Mapping[str, Any]) -> Hashable:
    return variant(view), LanguageRule.facts(rule, view, options)


def _phrases(view: View) -> Sequence[tuple[Sentence, Phrase]]:
    """The phrases in a view, each with its sentence."""
    forms, way = view.analysis("forms"), variant(view.whole)
    return [
        (sentence, phrase)
        for sentence in view.sentences
        for phrase in phrases_in(sentence.text, forms, way)
    ]


def phrases_in(text: str, forms: Forms, variant: str) -> Sequence[Phrase]:
    """Return the phrases in a sentence of a variant ("PT", "BR" or ""): the longest of those that
    overlap, none that touches one that is right."""
    sentence = tokenized_sentence(text, forms, variant)
    found: list[Phrase] = []
    exceptions: list[Phrase] = []
    for pattern in patterns.index(FOLDER).candidates(sentence):
        if pattern.entry.variant not in ("", variant):
            continue
        for match in pattern.found(sentence):
            phrase = _phrase(sentence, match)
            written = text[phrase.start : phrase.end]
            if phrase.suggestions[0] == written:
                exceptions.append(phrase)
            elif not any(_is_name(sentence, at) for at in range(match.match.first, match.last + 1)):
                found.append(phrase)
    # of equals what nobody defends, else the first
    found.sort(key=lambda phrase: (phrase.start - phrase.end, phrase.rule == "GRA602"))
    kept: list[Phrase] = []
    for phrase in found:
        # what is debated stands among the calques and pleonasms, and so do its exceptions
        blocking = [other for other in exceptions if phrase.rule in (other.rule, "GRA602")] + kept
        if not any(match.start < phrase.end and phrase.start < match.end for match in blocking):
            kept.append(phrase)
    return sorted(kept, key=lambda phrase: phrase.start)


def _phrase(sentence: TokenSentence, found: Found) -> Phrase:
    start = sentence.tokens[found.match.first].start
    end = sentence.tokens[found.last].end
    meant = dict.fromkeys(like(new, sentence.text[start:end]) for new in found.corrections)
    return Phrase(found.pattern, start, end, tuple(meant))


def _is_name(sentence: TokenSentence, at: int) -> bool:
    """Whether a capital stands inside the sentence, in a word that has small letters."""
    written = sentence.written(at)
    if not written[:1].isupper() or (written.isupper() and len(written) > 1):
        return False
    return not opens_clause(sentence.text, sentence.tokens[at].start)
