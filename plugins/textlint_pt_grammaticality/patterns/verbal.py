"""Tests of verbs that patterns name (`:name`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from textlint_pt import portuguese
from textlint_pt.contract import Reading
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.reading import listed, own_words

_VERBAL = frozenset({"VERB", "AUX"})
#: tags of words that lead to a noun, or are one
_NOMINAL = own_words("verbal.nominal")
_SMALL = own_words("verbal.small")
_TENSES = {"Pres": "pres", "Imp": "impf", "Past": "past", "Pqp": "past", "Fut": "fut"}
#: of "vir", and as they should be of "ver"
_OF_SEEING = listed("vir virem virmos")
#: before an infinitive that is a noun
_NOMINALISING = own_words("verbal.nominalising")
_BEFORE_VERB = portuguese.words("articles.definite", "clitics")


def opens_predicate(sentence: ParsedSentence, at: int) -> bool:
    """A finite verb, or the unstressed pronouns before one."""
    while sentence.form(at) in _BEFORE_VERB:
        at += 1
    return sentence.tag(at) in _VERBAL and sentence.is_finite(at)


def affirmed(sentence: ParsedSentence, at: int) -> bool:
    """A verb in the indicative that nothing before it denies, in a sentence that asks nothing."""
    if sentence.tag(at) not in _VERBAL or sentence.features(at).get("VerbForm") != "Fin":
        return False
    finite = _finite(sentence, at)
    is_indicative = all(r.feature("Mood") == "Ind" for r in finite if r.feature("Person") != "2")
    denying = own_words("negation.denying")
    is_denied = any(sentence.form(i) in denying for i in range(at))
    return bool(finite) and is_indicative and not is_denied


def clause_word(sentence: ParsedSentence, at: int) -> bool:
    """A word that may stand between a conjunction and its verb."""
    if not sentence.is_word(at) or sentence.tag(at) in _VERBAL:
        return False
    reflexive = sentence.form(at) == "se" and sentence.tag(at) == "PRON"
    return reflexive or sentence.form(at) not in own_words("mood.beyond")


def subject_word(sentence: ParsedSentence, at: int) -> bool:
    """A word of the subject between a conjunction and its verb, with which no other clause can
    begin."""
    nominal = sentence.tag(at) in _NOMINAL or sentence.form(at) == "não"
    return nominal and clause_word(sentence, at)


def past_verb(sentence: ParsedSentence, at: int) -> bool:
    """A finite verb that can only be in a tense of the past."""
    finite = _finite(sentence, at)
    return bool(finite) and all(r.feature("Tense") in ("Past", "Imp", "Pqp") for r in finite)


def tense(sentence: ParsedSentence, at: int) -> str:
    """Return "pres", "impf", "past" (pluperfect too), "fut", "cnd" of an indicative verb, "sub" of
    the present subjunctive; "" where it may be another or has a clitic after it."""
    if sentence.features(at).get("VerbForm") != "Fin" or sentence.after_hyphen(at + 1):
        return ""
    moods = {(r.feature("Mood"), r.feature("Tense")) for r in _likely(sentence, at)}
    return "sub" if moods == {("Sub", "Pres")} else _indicative(sentence, at)


def bare_infinitive(sentence: ParsedSentence, at: int) -> bool:
    """An infinitive that differs from the future subjunctive, and is no noun ("o poder")."""
    readings = [] if sentence.after_hyphen(at) else sentence.readings(at)
    infinitives = {r.lemma for r in readings if r.feature("VerbForm") == "Inf"}
    if not infinitives - {r.lemma for r in readings if r.feature("Mood") == "Sub"}:
        return False
    is_future_of_ver = sentence.form(at + 1) in own_words("future-subjunctive.with-coming")
    if sentence.form(at) in _OF_SEEING and sentence.is_word(at + 1) and not is_future_of_ver:
        return False
    return not sentence.is_noun(at) or sentence.form(at - 1) not in _NOMINALISING


def finite_only(sentence: ParsedSentence, at: int) -> bool:
    """A form of a verb in a person, and no other word, where an infinitive may have been meant."""
    return _finite_kind(sentence, at) == "verb"


def finite_or_noun(sentence: ParsedSentence, at: int) -> bool:
    """A finite form that is a noun or adjective as well, where an infinitive may be meant:
    "ajuda"."""
    return _finite_kind(sentence, at) == "noun"


def _finite_kind(sentence: ParsedSentence, at: int) -> str:
    """Return "verb" or "noun" for the two predicates above, "" for what is neither."""
    form, after, readings = sentence.form(at), sentence.form(at + 1), sentence.readings(at)
    verb_forms = [(r, r.feature("VerbForm")) for r in readings]
    finite = [r for r, verb_form in verb_forms if verb_form == "Fin" and r.upos in _VERBAL]
    forms = {verb_form for _, verb_form in verb_forms}
    if not finite or forms & {"Inf", "Ger"} or form.endswith("r") or sentence.is_capital(at):
        return ""
    if "Part" in forms and sentence.tag(at + 1) != "DET":
        return ""  # but "sem paga a taxa"
    other_classes = {r.upos for r in readings if r.upos not in _VERBAL and r.source != "name"}
    if other_classes - {"NOUN", "ADJ"} and form != "como":
        return ""
    if finite[0].lemma in own_words("verb-form.never") or form in own_words("verb-form.after"):
        return ""
    follows_quer = "quer" in (sentence.form(at - 1), sentence.form(at - 2))
    if after in (form, "que") or (follows_quer and any(r.feature("Mood") == "Sub" for r in finite)):
        return ""  # "quer estejam, quer não"
    return "noun" if other_classes else "verb"


def _finite(sentence: ParsedSentence, at: int) -> Sequence[Reading]:
    return [r for r in sentence.readings(at) if r.feature("VerbForm") == "Fin"]


def _likely(sentence: ParsedSentence, at: int) -> Sequence[Reading]:
    """Readings in a person, of the likeliest lemma, commands left out where there are others."""
    finite = _finite(sentence, at)
    others = [r for r in finite if r.feature("Mood") != "Imp"] or finite
    parsed = [r for r in others if r.lemma == sentence.lemma(at)]
    common = [r for r in others if r.lemma in own_words("mood.common")] or parsed or others
    return [r for r in common if r.lemma == common[0].lemma]


def _indicative(sentence: ParsedSentence, at: int) -> str:
    """Return the tense of a verb that can only be in the indicative, "" of others."""
    form, finite = sentence.form(at), _finite(sentence, at)
    is_function_word = form != "há" and any(r.upos in _SMALL for r in sentence.readings(at))
    if is_function_word or form in own_words("mood.of-two-verbs"):
        return ""  # "segundo", "que a sociedade cobre"
    finite = [r for r in finite if r.lemma in own_words("mood.common")] or finite
    lemma = sentence.lemma(at)
    if sentence.features(at).get("Mood") == "Ind" and finite and finite[0].lemma == lemma:
        finite = [r for r in finite if r.lemma == lemma]  # "falamos" is of "falir", too
    if not all(r.feature("Mood") in ("Ind", "Cnd", "Imp") for r in finite):
        return ""
    tenses = {
        "cnd" if r.feature("Mood") == "Cnd" else _TENSES.get(r.feature("Tense") or "", "")
        for r in _likely(sentence, at)
    }
    if form.endswith("mos"):
        tenses -= {"past"} if "pres" in tenses else set()  # "partimos" is both
    return tenses.pop() if len(tenses) == 1 else ""


def _in(name: str) -> Callable[[Any, int], bool]:
    return lambda sentence, at: sentence.tag(at) in _VERBAL and tense(sentence, at) == name


VERBAL: Mapping[str, Callable[[Any, int], bool]] = {
    "opens-predicate": opens_predicate,
    "affirmed": affirmed,
    "clause-word": clause_word,
    "subject-word": subject_word,
    "past-verb": past_verb,
    "bare-infinitive": bare_infinitive,
    "finite-only": finite_only,
    "finite-or-noun": finite_or_noun,
    **{name: _in(name) for name in ("pres", "impf", "past", "cnd", "sub")},
}
