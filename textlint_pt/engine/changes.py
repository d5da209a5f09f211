"""What of a document is new since another version of it, sentence by sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from textlint_pt.report.finding import Finding
from textlint_pt.text.document import Document, Sentence, Span


class Changes:
    """Sentences of `after` that `before` does not have; a moved or re-wrapped one it has.

    Of a sentence that comes more often than before the last ones are new. Where the file holds its
    source as well (PO, XLIFF), the same goes for the sentences of the source.
    """

    def __init__(self, before: Document, after: Document) -> None:
        """Find the sentences of `after`, and of its embedded source, that are new."""
        self._before = before
        self._after = after
        self._new_spans = {"text": _new_spans(before.sentences, after.sentences)}
        for role, companion in after.companions.items():
            earlier = before.companions.get(role)
            if companion.path == after.path:
                known = earlier.sentences if earlier else ()
                self._new_spans[role] = _new_spans(known, companion.sentences)

    def affects(self, finding: Finding) -> bool:
        """Return whether a finding is in, or relates to, a new sentence (or new raw text)."""
        if finding.sentence is None and self._after.sentence_at(finding.span) is None:
            raw = self._after.raw[finding.span.start : finding.span.end]
            return not raw.strip() or raw not in self._before.raw
        places = [("text", finding.span), *((one.role, one.span) for one in finding.related)]
        if finding.sentence is not None:
            places.append(("text", self._after.sentences[finding.sentence].span))
        return any(
            span.overlaps(new) for role, span in places for new in self._new_spans.get(role, ())
        )


def _new_spans(before: Sequence[Sentence], after: Sequence[Sentence]) -> list[Span]:
    """Return the spans of sentences that come more often than before."""
    remaining = Counter(_key(sentence) for sentence in before)
    found: list[Span] = []
    for sentence in after:
        if remaining[_key(sentence)]:
            remaining[_key(sentence)] -= 1
        else:
            found.append(sentence.span)
    return found


def _key(sentence: Sentence) -> str:
    return " ".join(sentence.text.split())
