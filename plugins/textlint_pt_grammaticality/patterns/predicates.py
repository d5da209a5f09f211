"""Tests of a word that patterns name (`:name`) and whose answer has to be computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from textlint_pt_grammaticality.clitics.attractor import attractor

if TYPE_CHECKING:
    from textlint_pt_grammaticality.phrases import ParsedSentence


def attracted(sentence: ParsedSentence, at: int) -> bool:
    """A verb that a word before it attracts the pronouns of ("não", "que")."""
    return attractor(sentence, at) is not None


def subject_before(sentence: ParsedSentence, at: int) -> bool:
    """A verb whose subject stands before it in the parse."""
    own = sentence.tokens[at].words
    return any(
        word.relation.startswith("nsubj") and word.head in own for word in sentence.words[: own[0]]
    )


# they ask more of a sentence than `TokenSentence` has
PREDICATES: Mapping[str, Callable[[Any, int], bool]] = {
    "attracted": attracted,
    "subject-before": subject_before,
}
