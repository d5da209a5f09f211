"""The subject of a predicate."""

from __future__ import annotations

from textlint_pt_grammaticality.agreement.words import BEING, LINKING
from textlint_pt_grammaticality.nominal import Nominals, cells_of


def find_subject(nominals: Nominals, i: int) -> int | None:
    """The subject of a predicate; of a relative clause what it is said of; None if not clear."""
    words = nominals.words
    subjects = [c for c in nominals.children[i] if words[c].relation[:5] == "nsubj"]
    if not subjects:
        return None
    # where the parse has several, the nearest before the predicate
    subject = max((c for c in subjects if c < i), default=min(subjects))
    if nominals.low[subject] not in ("que", "qual", "quais"):
        return subject
    if words[i].relation == "acl:relcl" and words[i].head >= 0:
        return words[i].head
    is_beside = nominals.low[subject] == "que" and subject and nominals.is_noun(subject - 1)
    return subject - 1 if is_beside else None


def is_plain(nominals: Nominals, subject: int, place: int) -> bool:
    """Whether a noun with a determiner that agrees with it is the only one before a place."""
    words = nominals.words
    if subject > place or not nominals.is_noun(subject) or nominals.is_name(subject):
        return False
    own = cells_of(nominals.noun_readings(subject))
    cells = own & nominals.determiner(subject)
    if len(cells) != 1 or not nominals.has(subject, "det") or nominals.has(subject, "case", "conj"):
        return False
    return not any(
        word.tag in ("NOUN", "PROPN", "PUNCT", "SCONJ")
        or (word.tag == "VERB" and word.lemma not in BEING | LINKING)
        for word in words[subject + 1 : place]
    )
