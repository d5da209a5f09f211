"""Tests of a word that patterns name (`:name`) and whose answer has to be computed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from textlint_pt.patterns.notation import Test
from textlint_pt.patterns.sentence import TokenSentence

if TYPE_CHECKING:
    from textlint_pt_grammaticality.phrases import ParsedSentence

#: of the parser in a tag and in a head, hundredths
_TAG_SURE, _HEAD_SURE = 90, 80


def _is_clear(sentence: TokenSentence, at: int) -> bool:
    """Whether the parser is sure of the tag."""
    return getattr(sentence.parsed(at), "tag_sure", 0) >= _TAG_SURE


def _is_attached(sentence: TokenSentence, at: int) -> bool:
    """Whether the parser is sure of the head."""
    return getattr(sentence.parsed(at), "head_sure", 0) >= _HEAD_SURE


def _is_only_mark(sentence: TokenSentence, at: int) -> bool:
    """Whether no other mark stands in the sentence but hyphens and a full stop or the like."""
    marks = [i for i in range(len(sentence)) if not sentence.form(i)[:1].isalnum()]
    others = {sentence.form(i) for i in marks if i != at and not sentence.after_hyphen(i)}
    return others <= {".", "!", "-", "%", "$"}


def _opens_clause(sentence: TokenSentence, at: int) -> bool:
    """Whether the word hangs on the predicate of a clause that does not stand before it."""
    return _clause(cast("ParsedSentence", sentence), at) >= 0


def _joins_clauses(sentence: TokenSentence, at: int) -> bool:
    """Whether the clause it opens hangs on the predicate of another one."""
    parsed = cast("ParsedSentence", sentence)
    clause = _clause(parsed, at)
    return clause >= 0 and parsed.is_predicate(parsed.words[clause].head)


def _follows_subject(sentence: TokenSentence, at: int) -> bool:
    """Whether the subject of a verb stands before it in the parse."""
    parsed = cast("ParsedSentence", sentence)
    own = parsed.tokens[at].words
    return any(w.relation[:5] == "nsubj" and w.head in own for w in parsed.words[: own[0]])


def _clause(sentence: ParsedSentence, at: int) -> int:
    """The predicate that a token hangs on, as a word of the parse; -1 for none from there on."""
    words = sentence.words
    clause = words[sentence.tokens[at].words[0]].head
    if words[clause].relation == "xcomp" and not sentence.is_predicate(clause):
        clause = words[clause].head
    follows = sentence.is_predicate(clause) and sentence.holding(clause) >= at
    return clause if follows else -1


PREDICATES: Mapping[str, Test] = {
    "attached": _is_attached,
    "clear": _is_clear,
    "joins-clauses": _joins_clauses,
    "only-mark": _is_only_mark,
    "opens-clause": _opens_clause,
    "subject-before": _follows_subject,
}
