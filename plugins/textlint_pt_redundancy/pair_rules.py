"""Rules on a sentence like an earlier one: their base, and those that are one of its tests."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from textlint_pt.contract import Finding, MarkupKind, Related, Rule, Sentence, Span, View
from textlint_pt.text.overlap import COMMON, EDIT, SUBSTRING, SUBSTRING_WORDS, Numbers, numbers
from textlint_pt_redundancy import options as opt
from textlint_pt_redundancy.copies import Copy
from textlint_pt_redundancy.metric import Match, Redundancy, Repetition
from textlint_pt_redundancy.words import words


class Pair(NamedTuple):
    """A sentence, the earlier one it is like, and what both have in common."""

    here: Sentence
    there: Sentence
    found: Numbers
    match: Match


#: message key, evidence and further fields of the message
Explained = tuple[str, Mapping[str, Any], Mapping[str, Any]]


class PairRule(Rule):
    """A sentence that passes one of the four tests with an earlier one."""

    test: ClassVar[int]

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield a finding for each sentence that passes the rule's test with an earlier one."""
        detail: Repetition = view.metric(Redundancy.name).detail
        autojunk = options["definition"] == opt.GRUEN_PUBLISHED
        for later, matches in sorted(detail.matches.items()):
            match = matches.get(self.test)
            if match is None:
                continue
            sentence, earlier = view.sentences[later], view.sentences[match.other]
            overlap = numbers(earlier.text, sentence.text, autojunk=autojunk)
            message, evidence, arguments = self.explain(
                Pair(sentence, earlier, overlap, match), options
            )
            yield self.finding(
                sentence,
                {**evidence, "repeats": match.count},
                message=message if match.count == 1 else f"{message}_many",
                arguments=arguments,
                related=[Related(earlier.span)],
            )

    @abstractmethod
    def explain(self, pair: Pair, options: Mapping[str, Any]) -> Explained:
        """Return what to say of a pair that passes the test."""


class CommonSubstringWords(PairRule):
    """A sentence has one piece of many words in common with an earlier one."""

    code = "RED002"
    test = SUBSTRING_WORDS
    options = {"substring_words": opt.SUBSTRING_WORDS, **opt.PAIRS}

    def explain(self, pair: Pair, options: Mapping[str, Any]) -> Explained:
        """Return message, evidence and arguments."""
        limit = options["substring_words"]
        evidence = {
            "substring_words": pair.found.substring_words,
            "words": pair.found.fewer_words,
            "limit": limit,
        }
        return "message", evidence, {}


class EditDistance(PairRule):
    """A sentence is an earlier one with few characters changed."""

    code = "RED003"
    test = EDIT
    options = {"edit": opt.EDIT, **opt.PAIRS}

    def explain(self, pair: Pair, options: Mapping[str, Any]) -> Explained:
        limit = round(options["edit"] * pair.found.longer, 6)
        evidence = {"edit_distance": pair.found.edit_distance, "limit": limit}
        return "message", evidence, {"longer": pair.found.longer}


class CommonWords(PairRule):
    """A sentence has most of its words in common with an earlier one."""

    code = "RED004"
    test = COMMON
    options = {"common": opt.COMMON, **opt.PAIRS}

    def explain(self, pair: Pair, options: Mapping[str, Any]) -> Explained:
        limit = options["common"]
        common, fewer = pair.match.content or (pair.found.common_words, pair.found.fewer_words)
        evidence = {"common_words": common, "words": fewer, "limit": limit}
        return ("content" if pair.match.content else "message"), evidence, {}


def _span(view: View, first: int, end: int) -> Span:
    """Return the range from the first of some sentences to the last before a block of code: the
    program between two comments is no copy."""
    copied = [sentence.span for sentence in view.sentences[first:end]]
    start = copied[0].start
    code = [one.span.start for one in view.document.markup if one.kind is MarkupKind.CODE_BLOCK]
    stop = min((at for at in code if at > start), default=copied[-1].end)
    return Span(start, max(span.end for span in copied if span.start < stop))


class CommonSubstring(PairRule):
    """Sentences stand twice."""

    code = "RED001"
    test = SUBSTRING
    options = {"substring": opt.SUBSTRING, **opt.PAIRS}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        yield from super().find(view, options)
        detail: Repetition = view.metric(Redundancy.name).detail
        for copy in detail.copies:
            yield self._copied(view, copy, options)

    def _copied(self, view: View, copy: Copy, options: Mapping[str, Any]) -> Finding:
        """Return the finding of a copy, which points to its first occurrence."""
        sentences = view.sentences
        overlaps = [
            numbers(sentences[first].text, sentences[again].text) for first, again in copy.pairs
        ]
        is_loop = copy.between < 0
        first_end = copy.again if is_loop else copy.first_end
        length = copy.end - copy.again
        message = "same" if length == 1 else "run"
        if is_loop:
            message = "loop"
        return Finding(
            code=self.code,
            span=_span(view, copy.again, copy.end),
            evidence={
                "common_substring": sum(one.substring for one in overlaps),
                "shorter": sum(one.shorter for one in overlaps),
                "limit": options["substring"],
                "sentences": length,
                "repeats": length // (copy.again - copy.first) if is_loop else 1,
            },
            message=message,
            sentence=copy.again,
            related=(Related(_span(view, copy.first, first_end)),),
        )

    def explain(self, pair: Pair, options: Mapping[str, Any]) -> Explained:
        """Return message, evidence and arguments, by how the texts overlap."""
        evidence = {
            "common_substring": pair.found.substring,
            "shorter": pair.found.shorter,
            "limit": options["substring"],
        }
        message = "message"
        text, earlier = pair.here.text, pair.there.text
        if text == earlier:
            message = "same"
        elif text in earlier:
            message = "part"
        elif earlier in text:
            message = "whole"
        return message, evidence, {}


class InsideSentence(Rule):
    """A phrase is said again within one sentence."""

    code = "RED005"
    options = {"phrase": opt.PHRASE}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield a finding for each phrase repeated in a sentence."""
        detail: Repetition = view.metric(Redundancy.name).detail
        for number, echoes in sorted(detail.echoes.items()):
            sentence = view.sentences[number]
            tokens = words(sentence.text)
            for echo in echoes:
                start, end = tokens[echo.first].start, tokens[echo.first + echo.length - 1].end
                yield self.finding(
                    sentence,
                    {"times": echo.times, "phrase_words": echo.length, "limit": echo.limit},
                    start=tokens[echo.again].start,
                    end=tokens[echo.end - 1].end,
                    arguments={"text": sentence.text[start:end]},
                    related=[Related(sentence.content.span(start, end))],
                )
