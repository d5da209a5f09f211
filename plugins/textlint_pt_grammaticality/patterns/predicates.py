"""Tests of a word that patterns name (`:name`) and whose answer has to be computed."""

from __future__ import annotations

from collections.abc import Mapping

from textlint_pt.patterns.notation import Test
from textlint_pt.patterns.sentence import TokenSentence

#: of the parser in a tag, hundredths
_TAG_SURE = 90


def _is_clear(sentence: TokenSentence, at: int) -> bool:
    """Whether the parser is sure of the tag."""
    return getattr(sentence.parsed(at), "tag_sure", 0) >= _TAG_SURE


def _is_only_mark(sentence: TokenSentence, at: int) -> bool:
    """Whether no other mark stands in the sentence but hyphens and a full stop or the like."""
    marks = [i for i in range(len(sentence)) if not sentence.form(i)[:1].isalnum()]
    others = {sentence.form(i) for i in marks if i != at and not sentence.after_hyphen(i)}
    return others <= {".", "!", "-", "%", "$"}


PREDICATES: Mapping[str, Test] = {
    "clear": _is_clear,
    "only-mark": _is_only_mark,
}
