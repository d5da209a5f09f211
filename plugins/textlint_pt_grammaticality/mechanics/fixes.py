"""Corrections that take words out, or put others in their place."""

from __future__ import annotations

from textlint_pt.contract import Applicability, Edit, Fix, Sentence
from textlint_pt_grammaticality.reading import together


def cut(sentence: Sentence, start: int, end: int, applicability: Applicability) -> Fix | None:
    """A fix that takes out `text[start:end]`, where no markup stands inside."""
    if not together(sentence.content, start, end):
        return None
    span = sentence.content.span(start, end)
    return Fix(applicability, (Edit(span.start, span.end, ""),))


def replace(
    sentence: Sentence, start: int, end: int, text: str, applicability: Applicability
) -> Fix | None:
    if not together(sentence.content, start, end):
        return None
    span = sentence.content.span(start, end)
    return Fix(applicability, (Edit(span.start, span.end, text),))
