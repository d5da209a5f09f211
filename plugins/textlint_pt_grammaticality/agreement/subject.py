"""The subject of a predicate."""

from __future__ import annotations

from textlint_pt_grammaticality.agreement.words import BEING, LINKING
from textlint_pt_grammaticality.nominal import cells_of
from textlint_pt_grammaticality.phrases import Line


def find_subject(line: Line, i: int) -> int | None:
    """The subject of a predicate; of a relative clause what it is said of; None if not clear."""
    words = line.words
    subjects = [c for c in line.children[i] if words[c].relation[:5] == "nsubj"]
    if not subjects:
        return None
    # where the parse has several, the nearest before the predicate
    subject = max((c for c in subjects if c < i), default=min(subjects))
    if line.low[subject] not in ("que", "qual", "quais"):
        return subject
    if words[i].relation == "acl:relcl" and words[i].head >= 0:
        return words[i].head
    is_beside = line.low[subject] == "que" and subject and line.is_used_as_noun(subject - 1)
    return subject - 1 if is_beside else None


def is_plain(line: Line, subject: int, place: int) -> bool:
    """Whether a noun with a determiner that agrees with it is the only one before a place."""
    words = line.words
    if subject > place or not line.is_used_as_noun(subject) or line.is_name(subject):
        return False
    own = cells_of(line.noun_readings(subject))
    cells = own & line.determiner(subject)
    if len(cells) != 1 or not line.has(subject, "det") or line.has(subject, "case", "conj"):
        return False
    return not any(
        word.tag in ("NOUN", "PROPN", "PUNCT", "SCONJ")
        or (word.tag == "VERB" and word.lemma not in BEING | LINKING)
        for word in words[subject + 1 : place]
    )
