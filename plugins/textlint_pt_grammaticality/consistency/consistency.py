"""What the rules of consistency share."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from textlint_pt.contract import (
    Finding,
    Kind,
    Option,
    Related,
    Rule,
    Scope,
    Sentence,
    Severity,
    View,
)
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.confidence import MEASURED
from textlint_pt_grammaticality.reading import quotations, touches

USES = Option(3, "uses of the usual form from which another one is reported", 2)
#: what a name of programmers or of a site has beside a word: "12factor.net"
_IN_NAME = regex(r"[\w./@\\]\Z")
_NAME_GOES_ON = regex(r"[\w@/\\]|\.\w")
#: the usual form must be so many times as frequent as the other: below it the text has no usual one
CLEAR = 2


class Use(NamedTuple):
    """A form used in a sentence, and which of the ways of writing it belongs to."""

    way: str
    sentence: Sentence
    start: int
    end: int
    #: what the form says: forms with the same one say the same, in the two ways
    meaning: str = ""

    @property
    def form(self) -> str:
        return self.sentence.text[self.start : self.end]


class Consistency(Rule):
    """A rule that reports, once a document, the way of writing that is not its usual one."""

    scope = Scope.DOCUMENT
    severity = Severity.WARNING
    measured_in = MEASURED
    options = {"uses": USES}
    #: so many different words show what is usual, unless the very counterpart stands in the text
    different: ClassVar[int] = 1

    @abstractmethod
    def uses(self, view: View) -> Iterator[Use]:
        """Every use in reading order, quotations and code included."""

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        found = list(self.uses(view))
        if len({use.way for use in found}) < 2:
            return
        found = _spoken_by_the_text(view, found)
        counts = Counter(use.way for use in found)
        if len(counts) < 2:
            return
        (usual, most), (_, second) = counts.most_common(2)
        if most < options["uses"] or most < CLEAR * second:
            return
        other = next(use for use in found if use.way != usual)
        like = [use for use in found if use.way == usual]
        meanings = {use.meaning for use in like}
        if other.meaning not in meanings and len(meanings) < self.different:
            return
        example = next((use for use in like if use.meaning == other.meaning), like[0])
        yield self.finding(
            other.sentence,
            {
                "form": other.form,
                "uses": counts[other.way],
                "usual": example.form,
                "usual_uses": most,
                "limit": options["uses"],
            },
            start=other.start,
            end=other.end,
            message=self.message_for(other.way),
            related=[Related(example.sentence.content.span(example.start, example.end))],
        )

    def message_for(self, way: str) -> str:
        return "message"


def _spoken_by_the_text(view: View, uses: Sequence[Use]) -> list[Use]:
    """The uses that are the text's own: not quoted, mentioned or code."""
    quoted = quotations(view.document)
    return [
        use
        for use in uses
        if not touches(quoted[use.sentence.index], use.start, use.end)
        and not use.sentence.is_opaque(use.start, use.end)
        and use.sentence.kind is not Kind.VERSE
        and not _IN_NAME.search(use.sentence.text[max(0, use.start - 1) : use.start])
        and not _NAME_GOES_ON.match(use.sentence.text, use.end)
    ]
