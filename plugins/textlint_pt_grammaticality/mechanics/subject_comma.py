"""GRA409: a comma between a subject and its verb, or a verb and its object."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt_grammaticality.sentence.nominal import finite, persons
from textlint_pt_grammaticality.sentence.parsed import LIKELY, ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import Proposal
from textlint_pt_grammaticality.sentence.reading import listed, own_words

#: longer subjects are often cut off with a comma in careful prose too
_MAX_WORDS = 14
_MIN_WORDS = 2
#: between the comma and the verb
_BETWEEN = own_words("subject-comma.between")
_MARKS = frozenset(",;:—–-()[]\"“”«»'‘’…/")
_VERBAL = ("aux", "aux:pass", "cop")
#: these join a series, or open an insertion of which the first comma is missing
_RELATIVE = listed("que quem onde")


def after_subject(sentence: ParsedSentence) -> Iterator[Proposal]:
    """Propose to delete the comma between a subject that opens the sentence and its verb."""
    text = sentence.text
    comma = text.find(", ")
    if comma < 0 or not text[:1].isupper() or sentence.words[0].tag != "DET":
        return
    if any(mark in text[:comma] for mark in _MARKS):
        return
    words = sentence.words
    comma_index = next((i for i, word in enumerate(words) if word.start == comma), -1)
    is_answer = sentence.low[comma_index - 1] in ("não", "sim")
    if not _MIN_WORDS <= comma_index <= _MAX_WORDS or is_answer:
        return  # "uma ducha não, foi um banho"
    verb = comma_index + 1
    while verb < len(words) and sentence.low[verb] in _BETWEEN:
        verb += 1
    if verb == len(words) or words[verb].tag not in ("VERB", "AUX"):
        return
    readings = finite(sentence.forms, words[verb].form)
    predicate = words[verb].head if words[verb].relation in _VERBAL else verb
    subjects = [c for c in sentence.children[predicate] if words[c].relation[:5] == "nsubj"]
    if not readings or len(subjects) != 1 or subjects[0] >= comma_index:
        return
    if all(r.feature("Mood") in ("Sub", "Imp") for r in readings):
        return  # "os da frente, avancem": a command
    subject = subjects[0]
    if not sentence.is_used_as_noun(subject) or not sentence.has(subject, "det"):
        return
    agreeing = persons(readings) & sentence.person(subject)
    finite_verbs = sum("VerbForm=Fin" in word.features for word in words[:comma_index])
    if not agreeing or finite_verbs > sum(low in _RELATIVE for low in sentence.low[:comma_index]):
        return  # "essa festa, não sei se dura": it is another's verb
    yield Proposal(comma, comma + 1, ("",), (words[verb].start, words[verb].end), prior=LIKELY)
