"""What the rules of agreement share: words that ought to agree and do not.

What a word may be is read in the form lexicon, what belongs together in the parse: the parse of a
damaged sentence repairs the features it sees, but seldom the structure. Where the lexicon leaves a
way for two words to agree, nothing is proposed; where it does not, the model has the last word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textlint_pt import portuguese
from textlint_pt_grammaticality.sentence.nominal import GenderNumber, Person, cells_of
from textlint_pt_grammaticality.sentence.parsed import CERTAIN, ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import Proposal
from textlint_pt_grammaticality.sentence.reading import cased, listed, own_words

#: after these a verb may agree with what they are a part of, or with the sense
PARTS = own_words("agreement.parts")
#: colours named after a thing have one form, and so have nouns that stand for a kind
FIXED = own_words("agreement.fixed")
BEING = listed("ser estar ficar")
LINKING = own_words("agreement.linking")
#: of those who are given or told something, and of where something is put, these say "a"
DATIVE = own_words("agreement.dative")
TIMES = portuguese.words("times.units") | {"tempo", "tempos", "segundos"}
#: take no object that could stand first
INTRANSITIVE = own_words("agreement.intransitive")
MODALS = own_words("words.modals")
MASCULINE: GenderNumber = ("M", "S")
HE: frozenset[Person] = frozenset([("3", "S")])


def find_subject(sentence: ParsedSentence, i: int) -> int | None:
    """Return the index of the subject of a predicate, in a relative clause that of its antecedent;
    None where it is not clear."""
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
    if sentence.low[subject] != "que" or not subject:
        return None
    return subject - 1 if sentence.is_used_as_noun(subject - 1) else None


def is_plain(sentence: ParsedSentence, subject: int, place: int) -> bool:
    """Whether the subject is the only noun before the word at `place` and agrees with its
    determiner."""
    words = sentence.words
    if subject > place or not sentence.is_used_as_noun(subject):
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


#: an adjective may be of what its noun is of: "um guia de problemas útil"
ABOVE_PRIOR = -2.5
#: the subject has a determiner of its number, and no other noun is near
PLAIN_PRIOR = 2.0
SINGLE_PRIOR = 3.0


def nearest(own: frozenset[GenderNumber], wanted: frozenset[GenderNumber]) -> list[GenderNumber]:
    """Return the wanted genders and numbers that differ from `own` in one feature only, or all of
    them where none does."""
    one_feature_away = [
        (gender, number)
        for gender, number in sorted(wanted)
        if any((gender == own_gender) != (number == own_number) for own_gender, own_number in own)
    ]
    return one_feature_away or sorted(wanted)


def difference(own: frozenset[GenderNumber], wanted: frozenset[GenderNumber]) -> str:
    """Return the message key for the feature that `own` has and `wanted` has not: "feminine",
    "plural"; "message" if no single one tells them apart."""
    genders, numbers = {gender for gender, _ in own}, {number for _, number in own}
    if genders.isdisjoint(gender for gender, _ in wanted):
        return "masculine" if genders == {"M"} else "feminine"
    if numbers.isdisjoint(number for _, number in wanted):
        return "singular" if numbers == {"S"} else "plural"
    return "message"


def corrected(
    sentence: ParsedSentence,
    i: int,
    related: int,
    new_forms: Iterable[str],
    message: str,
    prior: float = 0.0,
    sure: bool = False,
    **arguments: str,
) -> Iterator[Proposal]:
    """Propose to replace word `i` by new forms that agree with the word `related`, if any differs
    from what is written."""
    form = sentence.token(i)
    replacements = dict.fromkeys(
        cased(new_form, form) for new_form in new_forms if new_form != form.lower()
    )
    if replacements:
        yield Proposal(
            *sentence.span(i), tuple(replacements), sentence.span(related), arguments, message,
            CERTAIN if sure else prior, sure,
        )  # fmt: skip
