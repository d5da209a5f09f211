"""What the rules over phrases kept as data have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from textlint_pt.contract import Applicability, Edit, Finding, Fix, Kind, Scope, Sentence, View
from textlint_pt_grammaticality.collocations import Match, Reader, variant
from textlint_pt_grammaticality.confidence import CERTAIN, LanguageRule
from textlint_pt_grammaticality.reading import quotations, together, touches

#: share of the places of a phrase that were right at least where it was read
READ = 0.8
#: speech and verse say things on purpose
COMPOSED = frozenset({Kind.DIALOGUE, Kind.VERSE})


class Phrasebook(LanguageRule):
    """Base of a rule that finds the phrases of a file of data.

    What stands in the file was read in text: whatever has no sign before it was right in at least
    four of five places, so that it is reported by default.
    """

    counts_in = "grammaticality"
    scope = Scope.SPAN
    needs: ClassVar[tuple[str, ...]] = ("forms",)
    files: ClassVar[tuple[str, ...]]
    levels: ClassVar[frozenset[str]] = frozenset({"", "!"})
    #: kinds of block in which people speak as they speak
    spared: ClassVar[frozenset[Kind]] = frozenset()

    def least(self, finding: Finding) -> float:
        return CERTAIN if finding.arguments["level"] == "!" else READ

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        forms = view.analysis("forms")
        quoted = quotations(view.document)
        for name in self.files:
            reader = Reader(name, forms, partial(variant, view))
            about = ("grammaticality.phrases", name, variant(view))
            for sentences in view.document.paragraphs:
                if sentences[0].kind in self.spared:
                    continue
                first = sentences[0].index
                texts = view.document.texts[first : first + len(sentences)]
                for at, match in view.remember((*about, *texts), partial(_matches, reader, texts)):
                    sentence = sentences[at]
                    if match.phrase.level not in self.levels:
                        continue
                    if not touches(
                        quoted[sentence.index], match.start, match.end
                    ) and not sentence.is_opaque(match.start, match.end):
                        yield self._explained(sentence, match)

    def _explained(self, sentence: Sentence, match: Match) -> Finding:
        start, end = match.start, match.end
        origin = match.phrase.origin
        language, _, original = origin.partition(": ")
        fix = None
        if together(sentence.content, start, end):
            span = sentence.content.span(start, end)
            edits = (Edit(span.start, span.end, match.suggestions[0]),)
            single = len(match.suggestions) == 1
            fix = Fix(Applicability.UNSAFE if single else Applicability.SUGGESTION, edits)
        return self.finding(
            sentence,
            {
                "phrase": sentence.text[start:end],
                "suggestion": match.suggestions[0],
                "suggestions": list(match.suggestions),
            },
            start=start,
            end=end,
            message=language if language in self.messages["pt"] else "message",
            arguments={
                "level": match.phrase.level,
                "original": original,
            },
            fix=fix,
        )


def _matches(reader: Reader, texts: Sequence[str]) -> Sequence[tuple[int, Match]]:
    """The phrases in sentences, each with the place of its sentence among them."""
    return [(at, match) for at, text in enumerate(texts) for match in reader.matches(text)]
