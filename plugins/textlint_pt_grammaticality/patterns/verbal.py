"""Tests of verbs that patterns name (`:name`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from textlint_pt_grammaticality.reading import own_words

if TYPE_CHECKING:
    from textlint_pt_grammaticality.phrases import ParsedSentence

_VERBAL = frozenset({"VERB", "AUX"})


def opens_predicate(sentence: ParsedSentence, at: int) -> bool:
    """A finite verb, or the unstressed pronouns before one."""
    while sentence.form(at) in own_words("negation.unstressed"):
        at += 1
    return sentence.tag(at) in _VERBAL and sentence.is_finite(at)


def affirmed(sentence: ParsedSentence, at: int) -> bool:
    """A verb in the indicative that nothing before it denies, in a sentence that asks nothing."""
    if sentence.tag(at) not in _VERBAL or sentence.features(at).get("VerbForm") != "Fin":
        return False
    if sentence.after_hyphen(at) or sentence.text.rstrip().endswith("?"):
        return False
    finite = [r for r in sentence.readings(at) if r.feature("VerbForm") == "Fin"]
    told = all(r.feature("Mood") == "Ind" for r in finite if r.feature("Person") != "2")
    denying = own_words("negation.denying")
    return bool(finite) and told and not any(sentence.form(i) in denying for i in range(at))


VERBAL: Mapping[str, Callable[[Any, int], bool]] = {
    "opens-predicate": opens_predicate,
    "affirmed": affirmed,
}
