"""GRA903: a text written without accents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Applicability, Edit, Finding, Fix, Rule, View
from textlint_pt.text.variants import in_variant
from textlint_pt_grammaticality.document.manner import MIN_LOST, Bare, variant, writing_style
from textlint_pt_grammaticality.judge.confidence import REPORTED
from textlint_pt_grammaticality.sentence.reading import together
from textlint_pt_grammaticality.spelling.missing_accent import accents


class WithoutAccents(Rule):
    """The text was written without accents."""

    code = "GRA903"

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        style = writing_style(view)
        if style.bare is None:
            return
        unaccented = style.bare
        first = unaccented.places[0]
        yield self.finding(
            first.sentence,
            {
                "lost": len(unaccented.places),
                "kept": unaccented.kept,
                "limit": MIN_LOST,
                "sentences": len(unaccented.sentences),
            },
            start=first.start,
            end=first.end,
            message="message" if style.whole else "part",
            arguments={
                "form": first.sentence.text[first.start : first.end],
                "suggestion": first.suggestion,
            },
            fix=Fix(Applicability.SUGGESTION, tuple(_edits(view, unaccented, style.whole))),
        )


def _edits(view: View, bare: Bare, whole: bool) -> Iterator[Edit]:
    """Yield the accents of the text, or of the part of it that lacks them."""
    sentences = range(len(view.sentences)) if whole else bare.sentences
    for sentence in view.sentences:
        if sentence.index not in sentences:
            continue
        words = {
            (place.start, place.end): place.found[0].form
            for place in accents(view, sentence)
            if place.chance >= REPORTED
        }
        unaccented = (one for one in bare.places if one.sentence.index == sentence.index)
        words = {(one.start, one.end): one.suggestion for one in unaccented} | words
        for (start, end), word in sorted(words.items()):
            if not sentence.is_opaque(start, end) and together(sentence.content, start, end):
                written, word = sentence.text[start:end], in_variant(word, variant(view.whole))
                new = word[:1].upper() + word[1:] if written[:1].isupper() else word
                span = sentence.content.span(start, end)
                yield Edit(span.start, span.end, new)
