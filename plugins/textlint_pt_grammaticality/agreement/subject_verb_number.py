"""GRA104: the number of a verb and of its subject."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textlint_pt import portuguese
from textlint_pt_grammaticality.agreement import subject_verb
from textlint_pt_grammaticality.agreement.agreement import (
    HE,
    INTRANSITIVE,
    MASCULINE,
    MODALS,
    TIMES,
    as_written,
)
from textlint_pt_grammaticality.agreement.clarity import BARE
from textlint_pt_grammaticality.agreement.subject_verb import in_mood, verb_readings
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.nominal import (
    PLURAL,
    cells_of,
    conjugated,
    finite,
    is_participle,
    persons,
)
from textlint_pt_grammaticality.parsed import ParsedSentence
from textlint_pt_grammaticality.reading import own_words

_WEATHER = own_words("agreement.weather")
_WITHOUT_SUBJECT = own_words("agreement.whole")
#: what grammar alone says for the singular of a verb that has no subject, in nats: the model, which
#: reads "haviam pessoas" often, hardly doubts it
_IMPERSONAL_PRIOR = 8.0
#: the same for the plural of "vende-se casas", which many write
_PASSIVE_PRIOR = 2.5
#: from such a verb to what it is said of, at most
_NEAR = 4
#: "se" after these is a pronoun, not a conjunction
_ATTRACTING = ("ADV", "SCONJ", "PRON", "NOUN", "ADJ")


def disagreeing(sentence: ParsedSentence) -> Iterable[Proposal]:
    yield from _impersonal(sentence)
    yield from _passive(sentence)
    yield from subject_verb.disagreeing(sentence, by_person=False)


def _impersonal(sentence: ParsedSentence) -> Iterator[Proposal]:
    """ "haviam pessoas", "devem haver pessoas", "fazem dois anos", "tratam-se de"."""
    for i, word in enumerate(sentence.words):
        certain = _is_of_time(sentence, i)
        if word.tag not in ("VERB", "AUX", "ADJ") or not (certain or _has_no_subject(sentence, i)):
            continue
        verb = i if certain else _said_by(sentence, i)
        readings = verb_readings(sentence, verb)
        if persons(readings) != {("3", "P")}:
            continue
        news = conjugated(sentence.forms, in_mood(sentence, verb, readings), HE)
        if replacements := as_written(news, sentence.words[verb].form):
            yield Proposal(
                *sentence.span(verb),
                replacements,
                message="impersonal",
                prior=_IMPERSONAL_PRIOR,
                sure=certain
                or (i == verb and sentence.words[i].lemma in ("precisar", "necessitar")),
            )


def _passive(sentence: ParsedSentence) -> Iterator[Proposal]:
    """ "Vende-se casas", "onde se vende casas"."""
    words, low = sentence.words, sentence.low
    for i, word in enumerate(words):
        if word.tag != "VERB" or word.lemma in INTRANSITIVE | _WITHOUT_SUBJECT:
            continue
        after = low[i + 1 : i + 2] == ["se"] and words[i + 1].start == word.end + 1
        before = i > 1 and low[i - 1] == "se" and words[i - 1].tag == "PRON"
        before = before and words[i - 2].tag in _ATTRACTING
        first = i + (2 if after else 1)
        mine = sentence.children[i]
        if not (after or before) or any(
            words[c].relation[:5] in ("nsubj", "csubj", "ccomp", "xcomp") and low[c] != "se"
            for c in mine
            if c < first
        ):
            continue
        said = [c for c in mine if first <= c < first + _NEAR and words[c].relation in _SAID]
        readings = verb_readings(sentence, i)
        known = sentence.forms.analyse(word.form)
        if any(r.feature("VerbForm") in ("Inf", "Ger") for r in known):
            continue
        if not said or ("3", "S") not in persons(readings) or sentence.has(said[0], "case"):
            continue
        noun = said[0]
        plural = sentence.is_used_as_noun(noun) and sentence.cells(noun) <= PLURAL
        between = words[first:noun]
        if not plural or any(w.tag in ("PUNCT", "ADP", "VERB", "SCONJ") for w in between):
            continue
        singular = [r for r in readings if ("3", "S") in persons([r])]
        news = conjugated(sentence.forms, in_mood(sentence, i, singular), [("3", "P")])
        if replacements := as_written(news, word.form):
            yield Proposal(
                *sentence.span(i),
                replacements,
                sentence.span(noun),
                message="passive",
                prior=_PASSIVE_PRIOR,
            )


def _is_of_time(sentence: ParsedSentence, i: int) -> bool:
    """ "Moro aqui fazem mais de vinte anos", "ontem fizeram trinta e oito graus": so much time or
    heat after a form of "fazer" in the plural, with no plural before that could be its subject."""
    words, low = sentence.words, sentence.low
    if words[i].lemma != "fazer" or persons(finite(sentence.forms, low[i])) != {("3", "P")}:
        return False
    at = i + 1
    while low[at : at + 1] and low[at] in _ROUGHLY:
        at += 1
    first = at
    while at < len(words) and (words[at].tag == "NUM" or low[at] == "e" or low[at].isdigit()):
        at += 1
    if at == first and low[at : at + 1] and low[at] in _MANY:
        at += 1
    if at == first or at == len(words) or low[at] not in TIMES | {"graus"}:
        return False
    if low[at + 1 : at + 2] in (["de"], ["a"], ["em"]):
        return low[at] == "graus"
    before = words[i - 1] if i else None
    singular = (
        before is None
        or before.tag in ("ADV", "PUNCT", "CCONJ", "SCONJ")
        or (before.tag == "NOUN" and "Number=Sing" in before.features)
    )
    speaker = any(
        word.form.lower() in _THEY
        or (word.tag in ("NOUN", "PROPN", "PRON", "NUM") and "Number=Plur" in word.features)
        or word.form.lower() == "e"
        for word in words[:i]
    )
    return singular and low[max(0, i - 1)] != "que" and not speaker


def _said_by(sentence: ParsedSentence, i: int) -> int:
    """The verb that tells the person of an impersonal one: "devem" of "devem haver", "estão" of
    "estão fazendo", "têm" of "têm havido"."""
    words = sentence.words
    if finite(sentence.forms, words[i].form) and sentence.low[i] != words[i].lemma:
        return i
    group = [c for c in sentence.children[i] if c < i and words[c].relation[:3] in ("aux", "cop")]
    above = [words[i].head] if words[i].relation in ("xcomp", "ccomp") else []
    before = [c for c in (*group, *above, i - 1) if 0 <= c < i]
    found = [c for c in before if words[c].lemma in MODALS | _HELPING]
    return found[0] if found else i


def _has_no_subject(sentence: ParsedSentence, i: int) -> bool:
    """Whether the verb at `i` is said of nothing."""
    words, low = sentence.words, sentence.low
    lemma = words[i].lemma
    if lemma not in BARE | _WITHOUT_SUBJECT:
        return False
    group = {i, words[i].head} if words[i].relation == "xcomp" else {i}
    for place in group:
        if any(words[c].relation[:5] == "nsubj" and c < i for c in sentence.children[place]):
            return False
    if lemma == "haver":
        if low[i] == "hão":
            return False  # of old: "não hão medo"; today it only stands with "de"
        # no auxiliary ("haviam chegado", "hão de vir"), but there is something
        if i + 1 < len(words) and any(
            is_participle(r) and cells_of([r]) == {MASCULINE}
            for r in sentence.forms.analyse(words[i + 1].form)
        ):
            return False
        said = [c for c in sentence.children[i] if c > i and words[c].relation in _SAID]
        return words[i].relation[:3] != "aux" and any(words[c].tag in _NAMED for c in said)
    if lemma == "fazer":
        return _is_time_or_weather(sentence, i)
    preposition = low[i + 2 : i + 3]
    return low[i + 1 : i + 2] == ["se"] and preposition in (["de"], ["a"], ["em"], ["com"])


def _is_time_or_weather(sentence: ParsedSentence, i: int) -> bool:
    """ "Fazem dois anos", "fazem quase dez meses que", "fazem noites frias"."""
    words, low = sentence.words, sentence.low
    after = range(i + 1, min(i + 7, len(words)))
    end = next((k for k in after if words[k].tag == "NOUN"), -1)
    if end < 0:
        return False
    between = range(i + 1, end)
    if any(words[k].tag not in ("NUM", "DET", "ADV", "ADP", "ADJ") for k in between):
        return False
    if low[i + 1] in ("em", "por", "durante", "a"):
        return False  # "o que fizeram nos quinze dias"
    if low[end] in TIMES:
        counted = any(words[k].tag == "NUM" or low[k].isdigit() or low[k] in _MANY for k in between)
        return counted or low[end + 1 : end + 2] == ["que"]
    if words[end].lemma not in _WEATHER:
        return False
    return sentence.has(end, "amod") or any(low[k] in _MANY for k in between)


#: beside those that MODALS has
_HELPING = own_words("subject-verb-number.helping")
#: before so much time: "fazem mais de vinte anos"
_ROUGHLY = own_words("subject-verb-number.roughly")
_THEY = own_words("subject-verb-number.they")
_SAID = ("obj", "nsubj", "nsubj:pass")
_NAMED = ("NOUN", "PRON", "PROPN")
_MANY = portuguese.words(
    "articles.indefinite.plural",
    "indefinites.some.plural",
    "indefinites.much.plural",
    "indefinites.little.plural",
    "indefinites.so-much.plural",
    "indefinites.several.plural",
)
