"""The subject of a predicate."""

from __future__ import annotations

from textlint_pt_grammaticality.agreement.words import BEING, LINKING
from textlint_pt_grammaticality.nominal import cells_of
from textlint_pt_grammaticality.parsed import ParsedSentence


def find_subject(sentence: ParsedSentence, i: int) -> int | None:
    """The subject of a predicate; of a relative clause what it is said of; None if not clear."""
    words = sentence.words
    subjects = [c for c in sentence.children[i] if words[c].relation[:5] == "nsubj"]
    if not subjects:
        return None
    # where the parse has several, the nearest before the predicate
    subject = max((c for c in subjects if c < i), default=min(subjects))
    if sentence.low[subject] not in ("que", "qual", "quais"):
        return subject
    if words[i].relation == "acl:relcl" and words[i].head >= 0:
        return words[i].head
    is_beside = sentence.low[subject] == "que" and subject and sentence.is_used_as_noun(subject - 1)
    return subject - 1 if is_beside else None


def is_plain(sentence: ParsedSentence, subject: int, place: int) -> bool:
    """Whether a noun with a determiner that agrees with it is the only one before a place."""
    words = sentence.words
    if subject > place or not sentence.is_used_as_noun(subject) or sentence.is_name(subject):
        return False
    own = cells_of(sentence.noun_readings(subject))
    cells = own & sentence.determiner(subject)
    if len(cells) != 1 or not sentence.has(subject, "det") or sentence.has(subject, "case", "conj"):
        return False
    return not any(
        word.tag in ("NOUN", "PROPN", "PUNCT", "SCONJ")
        or (word.tag == "VERB" and word.lemma not in BEING | LINKING)
        for word in words[subject + 1 : place]
    )
