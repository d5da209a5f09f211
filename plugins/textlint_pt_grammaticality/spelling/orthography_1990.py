"""GRA904: the spelling of the agreement of 1990, as a norm."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from textlint_pt.contract import Finding, Forms, Kind, Option, Sentence, View, Wording
from textlint_pt.text.segmentation import function_words
from textlint_pt_grammaticality.document.manner import checkable, of_kinds, variant
from textlint_pt_grammaticality.document.names import in_source
from textlint_pt_grammaticality.document.old_spelling import (
    BOTH,
    BRAZILIAN,
    EUROPEAN,
    concerned,
    in_former_spelling,
    with_former,
)
from textlint_pt_grammaticality.judge.confidence import OPTION, VOCABULARY
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.sentence.coinage import is_current, looks_foreign
from textlint_pt_grammaticality.sentence.nominal import determiners
from textlint_pt_grammaticality.sentence.parsed import like
from textlint_pt_grammaticality.sentence.reading import own_words, table, touches, words
from textlint_pt_grammaticality.spelling.unknown import English

#: letters of what follows a prefix, and its frequency class
_MIN_BASE_LETTERS, _IN_USE = 3, 1
#: nats by which words must be likelier as one than apart, and frequency class of a compound
_ONE_WORD, _COMPOUND = 6.0, 2
#: words of which is remembered how the agreement spells them
_REMEMBERED = 1 << 12
#: letters of the last word of one written apart
_MIN_LAST_LETTERS = 3


class Orthography1990(LanguageRule):
    """A word in the spelling of before the agreement of 1990."""

    code = "GRA904"
    certain = True
    options = {
        "confidence": OPTION,
        "vocabulary": VOCABULARY,
        "orthography": Option(
            "auto", "norm that the text is held to", choices=("auto", "1990", "before", "any")
        ),
    }

    def facts(self, view: View, options: Mapping[str, Any]) -> Hashable:
        return super().facts(view, options), _changed_here(view), in_source(view)

    def facts_by_sentence(self, view: View, options: Mapping[str, Any]) -> bytes:
        return with_former(view, super().facts_by_sentence(view, options))

    def kind_of(self, finding: Finding) -> str:
        return "apart" if " " in finding.arguments["form"] else finding.message

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield words in the other spelling than the chosen norm: "1990", "before", or as the text
        itself ("auto")."""
        norm = options["orthography"]
        if norm == "any":
            return
        found = concerned(view)
        fits = checkable(view)
        if norm == "before":
            groups = _changed_here(view.whole)
            for sentence, start, end, (way, group, other) in found:
                if way == "present" and group in groups and other and fits[sentence.index]:
                    yield self._finding(sentence, start, end, other, "before")
            return
        if norm == "auto":
            former = in_former_spelling(view)[view.first :]
            fits = [fit and not is_former for fit, is_former in zip(fits, former, strict=False)]
        forms: Forms = view.analysis("forms")
        european = _changed_here(view) >= EUROPEAN
        european_sentences = {
            place.sentence.index
            for place in found
            if place.spelling.group in EUROPEAN
            and place.sentence.text[place.start : place.end].lower() not in _ENGLISH
        }
        for sentence, start, end, (way, group, other) in found:
            if way != "former" or not fits[sentence.index]:
                continue
            written = sentence.text[start:end]
            # "Angüés" may be a name, even where a sentence begins, as what the source has
            may_be_name = written[0].isupper() and (
                not forms.known(other.lower()) or written.lower() in in_source(view)
            )
            # never Brazilian: the name of a variable
            is_english = written.lower() in _ENGLISH and not european
            if not may_be_name and (not is_english or sentence.index in european_sentences):
                message = "hyphen" if group == "hyphen" else "message"
                yield self._finding(sentence, start, end, other, message)
        yield from self._with_prefixes(view, fits)

    def _with_prefixes(self, view: View, fits: Sequence[bool]) -> Iterator[Finding]:
        """Yield words with prefixes, and compounds, that are written otherwise."""
        forms, wording, english = map(view.analysis, ("forms", "wording", "english"))
        for sentence, quoted in of_kinds(view, frozenset(Kind) - {Kind.VERSE}, fits):
            joined, apart = _in_one(sentence.text, forms, english), _in_two(sentence.text, forms)
            likely = (
                one for one in apart if _gain_as_one_word(sentence.text, *one, wording) >= _ONE_WORD
            )
            for start, end, meant in (*joined, *likely):
                if not touches(quoted, start, end):
                    yield self._finding(sentence, start, end, meant, "hyphen")

    def _finding(
        self, sentence: Sentence, start: int, end: int, other: str, message: str
    ) -> Finding:
        form = sentence.text[start:end]
        suggestion = like(other, form)
        norm = "before" if message == "before" else "1990"
        evidence = {"suggestion": suggestion, "norm": norm}
        return self.correction(sentence, start, end, suggestion, evidence, message=message)


def _in_one(text: str, forms: Forms, english: English) -> Iterator[tuple[int, int, str]]:
    """Yield words with a prefix that the agreement spells otherwise, and how."""
    for form, start, end in words(text):
        meant = prefixed(form, forms)
        if (
            meant
            and text[start + 1 : end].islower()
            and not (start and text[start].isupper())
            and not english.in_texts(meant)  # "multi-core"
        ):
            yield start, end, meant


def _in_two(text: str, forms: Forms) -> Iterator[tuple[int, int, str]]:
    """Yield prefixes and compounds written as two words: "guarda chuva", "semi circular"."""
    before = ""
    for one, other in pairwise(words(text)):
        previous, before = before, one.form
        if text[one.end : other.start] != " ":
            continue
        if one.form in _WORDS_TOO and previous not in determiners():
            continue  # "manifestações contra exposições"
        whole = joined_again(one.form, other.form, forms)
        if whole and text[one.start + 1 : other.end].replace(" ", "").islower():
            yield one.start, other.end, whole


def _changed_here(view: View) -> frozenset[str]:
    """The groups that changed in the country of a text, as far as its words show it."""
    changed = {"PT": EUROPEAN, "BR": BRAZILIAN}
    return changed.get(variant(view), frozenset()) | {BOTH}


#: spellings of Portugal before 1990 that are English words
_ENGLISH = own_words("orthography.english")
_VOWEL = {"a": "aáâãà", "e": "eéê", "i": "ií", "o": "oóôõ", "u": "uú"}
_VOWELS = frozenset("".join(_VOWEL.values()))
#: these keep their hyphen before "r" too
_BEFORE_R = frozenset({"hiper", "inter", "super"})
#: these are words by themselves too
_WORDS_TOO = own_words("orthography.words-too")
#: these have their hyphen before every word
_HYPHENED = own_words("orthography.hyphened")
#: these have none before their own vowel
_ATONIC = frozenset({"co", "re"})
#: written as one word, the doubled vowel or single "r" and "s" after these is seldom chance
_JOINED = own_words("orthography.joined")

#: what a word with a prefix that has no hyphen begins with
_BEGINNINGS = (*_BEFORE_R, *_JOINED)


@cache
def _prefixes() -> frozenset[str]:
    return frozenset(table("prefixes.txt"))


@lru_cache(_REMEMBERED)
def prefixed(form: str, forms: Forms) -> str | None:
    """Return a word with a prefix in the spelling of 1990, where it is spelt otherwise:
    "auto-escola" → "autoescola"."""
    first, hyphen, rest = form.replace("‑", "-").partition("-")
    if hyphen:
        if first not in _prefixes() or rest == first or not _stands_alone(rest, forms):
            return None
        return _joined(first, rest)
    if not form.startswith(_BEGINNINGS):
        return None
    for prefix in _BEFORE_R:
        rest = form.removeprefix(prefix)
        if rest != form and rest.startswith("r") and _stands_alone(rest, forms):
            return None if forms.readings(form) else f"{prefix}-{rest}"
    for prefix in _JOINED:
        rest = form.removeprefix(prefix)
        if rest == form or not _stands_alone(rest, forms):
            continue
        if rest[0] in _VOWEL.get(prefix[-1], ""):
            return f"{prefix}-{rest}"
        doubled = rest[0] in "rs" and rest[1] in _VOWELS
        if doubled and forms.frequency(rest) >= _IN_USE and not forms.known(form):
            return f"{prefix}{rest[0]}{rest}"
    return None


def joined_again(one: str, other: str, forms: Forms) -> str | None:
    """Return two words as the prefixed word or compound that they are: "guarda chuva" →
    "guarda-chuva"; None if they are two."""
    if len(other) < _MIN_LAST_LETTERS or other in function_words() or other in _prefixes():
        return None
    if one in _HYPHENED:
        is_compound = _stands_alone(other, forms) and _may_follow(other, forms)
        return f"{one}-{other}" if is_compound else None
    if one in _prefixes():
        # "auto channel": another language's words stand apart
        is_ours = _stands_alone(other, forms) and is_current(other, forms)
        if not is_ours or not _is_nominal(other, forms):
            return None
        whole = _joined(one, other) or f"{one}-{other}"
        # a word of its own as well: "uma foto antiga"
        return whole if one not in _WORDS_TOO or forms.readings(whole) else None
    if one in function_words():
        return None
    whole = f"{one}-{other}"
    return whole if forms.frequency(whole) >= _COMPOUND else None


def _is_nominal(form: str, forms: Forms) -> bool:
    """Whether a form is a noun, or an adjective that is no participle."""
    readings = forms.readings(form)
    kinds = {reading.upos for reading in readings}
    verbal = any(reading.feature("VerbForm") in ("Part", "Ger") for reading in readings)
    return "NOUN" in kinds or (readings[0].upos == "ADJ" and not verbal)


def _may_follow(form: str, forms: Forms) -> bool:
    """Whether a form may follow a stressed prefix: a noun or a participle, not "ex adverso"."""
    return any(
        reading.upos == "NOUN" or reading.feature("VerbForm") == "Part"
        for reading in forms.readings(form)
    )


def _gain_as_one_word(text: str, start: int, end: int, whole: str, wording: Wording) -> float:
    """By how much a sentence is likelier with two words as one."""
    apart, joined = wording.log_probabilities([text, f"{text[:start]}{whole}{text[end:]}"])
    return joined - apart


def _joined(prefix: str, rest: str) -> str | None:
    """Return `prefix` and `rest` as one word, "anti" + "social" → "antissocial"; None where the
    hyphen is right."""
    last, initial = prefix[-1], rest[0]
    if initial == "s" and rest[1] not in _VOWELS:  # "anti-spam": no Portuguese word begins so
        return None
    if initial == "h" or (prefix == "re" and initial == "r"):  # "rerrenderizar" is right, and new
        return None
    if prefix in _BEFORE_R:
        return None if initial == "r" else prefix + rest
    if initial in _VOWEL.get(last, "") and prefix not in _ATONIC:
        return None
    return prefix + (initial if initial in "rs" else "") + rest


def _stands_alone(rest: str, forms: Forms) -> bool:
    """Whether a word is a noun, adjective or verb of ours that a prefix may stand before."""
    return (
        len(rest) >= _MIN_BASE_LETTERS
        and not looks_foreign(rest)  # "auto-app"
        and any(
            reading.upos in ("NOUN", "ADJ", "VERB")
            and reading.source != "name"
            # "auto-delete": in Portuguese nothing but an order
            and not (reading.source == "own" and reading.feature("Mood") in ("Imp", "Sub"))
            for reading in forms.readings(rest)
        )
    )
