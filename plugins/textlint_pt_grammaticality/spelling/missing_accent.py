"""GRA902: an accent that is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from textlint_pt import portuguese
from textlint_pt.contract import Forms, Sentence, View, Wording
from textlint_pt.contract.forms import feature_map
from textlint_pt.text.regex import regex
from textlint_pt.text.words import words
from textlint_pt_grammaticality.document.manner import checkable
from textlint_pt_grammaticality.sentence.channel import Candidate, stressed
from textlint_pt_grammaticality.sentence.reading import own_words
from textlint_pt_grammaticality.sentence.respelling import (
    AFTER,
    BEFORE,
    LONGEST_WORD,
    bare,
    is_plainly_verb,
    with_marks,
)
from textlint_pt_grammaticality.spelling.speller import unknown_forms
from textlint_pt_grammaticality.spelling.unknown import (
    English,
    Place,
    chance,
    in_context,
    is_code,
    word_matches,
)

#: frequency classes: of a word that may be meant, and by how many it may be the rarer
_LEAST, _RARER = 3, 2
#: an accent before the last syllable
_NOUN = regex(r"[áéíóúâêô](?=[^\W\d_]{2})")
#: of Spanish, not "refereñcia"
_SPANISH = regex(r"ñ[aáeéiíoóuú]")
#: these have their accent wherever they have their hyphen
_PREFIXES = {"pre": "pré", "pos": "pós"}
#: parts of what may be a compound of ours
_PAIR = 2
#: how probably an infinitive before a pronoun, or such a prefix, lacks its accent: of 190 in edited
#: text all but one
_CERTAIN = 0.97
#: forms that other rules tell apart, by what stands around them
_APART = own_words("missing-accent.apart")


def places(view: View, sentence: Sentence) -> Iterable[Place]:
    # where accents are missing throughout GRA903 mends them all
    return accents(view, sentence) if checkable(view)[sentence.index] else ()


def accents(view: View, sentence: Sentence) -> Iterator[Place]:
    """Words of a sentence that lack an accent, or have a wrong one."""
    forms, wording, english = map(view.analysis, ("forms", "wording", "english"))
    found = [one for one in unknown_forms(view, sentence) if one.marks_alone]
    met = {place.start for place in found}
    found = [
        one
        for one in found
        if not _SPANISH.search(one.form)
        # a word of its own: "camelô", not "camelo"
        and not (forms.known(one.form) and bare(one.form) == one.found[0].form != one.form)
    ]
    found += [one for one in rarer(sentence.text, forms, wording, english) if one.start not in met]
    for one in found:
        if not (
            _is_in_english(one, sentence.text, forms, english)
            or is_plainly_verb(sentence.text, one.start, one.end, one.found[0].form, forms)
        ):
            yield one


@lru_cache(512)
def rarer(text: str, forms: Forms, wording: Wording, english: English) -> Sequence[Place]:
    """Words without an accent, where the same letters with one are a commoner word that suits."""
    return list(_rarer(text, forms, wording, english))


def _rarer(text: str, forms: Forms, wording: Wording, english: English) -> Iterator[Place]:
    for at, (whole, _, _) in enumerate(words(text)):
        if "-" not in whole and not _others(whole, forms):
            continue
        match = word_matches(text)[at]
        # the n-gram model knows the words of a compound, and few compounds
        apart = text
        if "-" in whole:
            if meant := _certainly(whole, forms):
                end = match.start() + len(meant.written)
                if not is_code(text, match):
                    yield Place(meant.written, match.start(), end, [meant.meant], _CERTAIN)
                continue
            if _is_cut(whole, forms, english):
                continue
            apart = text[: match.start()] + whole.replace("-", " ") + text[match.end() :]
        for number, (start, end) in enumerate(_pieces(whole, match.start(), forms)):
            found = _others(text[start:end].lower(), forms, in_compound=apart is not text)
            written = text[start:end]
            if not found or not (written.islower() or (start == 0 and written[1:].islower())):
                continue
            form = written.lower()
            if is_code(text, match) or (form == "ha" and text[end : end + 1] in ("!", ",")):
                continue
            ranked = in_context(apart, at + number, (start, end), found, wording)
            best = ranked.found[0]
            if ranked.fits > 0:
                signals = {
                    "rare": 1.0,
                    "gain": ranked.fits,
                    "rare english": float(english.known(form)),
                    "put": float(not form.isascii()),
                    "cedilla": float("ç" in best.form),
                    "commoner": float(forms.frequency(best.form) - forms.frequency(form)),
                }
                yield Place(form, start, end, [best], chance(signals))


def _is_in_english(place: Place, text: str, forms: Forms, english: English) -> bool:
    """Whether a word that is English too stands beside one that is not ours: "staging area"."""
    if not english.known(place.form):
        return False
    low = max(0, place.start - LONGEST_WORD)
    beside = BEFORE.search(text[low : place.start]), AFTER.match(text, place.end)
    others = [match[1].lower() for match in beside if match and not match[1].isupper()]
    return any(
        english.known(other) and not forms.known(other) and not with_marks(other, forms, _LEAST)
        for other in others  # not "rádios AM", "áudio e vídeo"
    )


def _is_cut(whole: str, forms: Forms, english: English) -> bool:
    """Whether a word with hyphens was divided at the end of a line, or is an identifier:
    "lingua-gem", "metodo-get-ok", "content-area"."""
    pieces = whole.split("-")
    several = len(pieces) > _PAIR and whole.isascii()
    foreign = (one for one in pieces if english.known(one) and (several or not forms.known(one)))
    return forms.known("".join(pieces)) or any(foreign)


class _Meant(NamedTuple):
    """What is written, at the beginning of a word, and what is meant."""

    written: str
    meant: Candidate


@lru_cache(1 << 12)
def _certainly(whole: str, forms: Forms) -> _Meant | None:
    """What a word with hyphens must be: an infinitive, or a word with a stressed prefix."""
    if meant := infinitive(whole, forms):
        return _Meant(whole, Candidate(meant, 0.0, 0.0))
    prefix, _, rest = whole.partition("-")
    ours = any(reading.source == "lexicon" for reading in forms.readings(rest))  # not "pre-commit"
    if prefix in _PREFIXES and ours and not forms.known(prefix + rest):
        return _Meant(prefix, Candidate(_PREFIXES[prefix], 0.0, 0.0))
    return None


def _pieces(whole: str, start: int, forms: Forms) -> Iterator[tuple[int, int]]:
    """A word, or those that a compound that no list has is made of."""
    if "-" not in whole:
        yield start, start + len(whole)
    elif not forms.readings(whole) and portuguese.joined(whole) is None:
        for piece in whole.split("-"):
            yield start, start + len(piece)
            start += len(piece) + 1


def infinitive(form: str, forms: Forms) -> str | None:
    """What a verb and its pronoun are with the accent of the infinitive: "comprá-la" for
    "compra-la", which could only be said to one's fellow ("tu compra-la")."""
    found = portuguese.joined(form) if "-" in form and form.isascii() else None
    if found is None:
        return None
    verb, (clitic, *others), ending = found
    if others or ending or portuguese.clitics()[clitic].after != "loss":
        return None
    of_several = {"Person": "2", "Number": "Plur"}.items()
    if any(of_several <= feature_map(r.features).items() for r in forms.readings(f"{verb}s")):
        return None  # "tende-lo": vós
    for one in stressed(verb):
        whole = f"{one}-{clitic}"
        readings = forms.analyse(whole) if one != verb else ()
        if any(reading.feature("VerbForm") == "Inf" for reading in readings):
            return whole
    return None


@lru_cache(1 << 14)
def _others(form: str, forms: Forms, *, in_compound: bool = False) -> Sequence[Candidate]:
    """Other words with the same letters, of which a word without its accent, or one with an accent
    too many before its last syllable, may be a slip: at most two. What is no word is met as such,
    but for parts of compounds."""
    if not form.isalpha() or len(form) < 2 or form in _APART:
        return ()
    if not (in_compound or forms.readings(form)):
        return ()
    least = max(_LEAST, forms.frequency(form) - _RARER)
    if form.isascii():
        found = with_marks(form, forms, least)
    # "contínua" for "continua"; Portugal's "falámos" is past
    elif _NOUN.search(form) and not form.endswith("ámos"):
        found = [one for one in with_marks(form, forms, least) if one == bare(form)]
    else:
        return ()
    lemmas = {reading.lemma for reading in forms.readings(form)}
    return [
        Candidate(one, 0.0, 0.0)
        for one in found
        if one not in _APART and any(r.lemma not in lemmas for r in forms.readings(one))
    ][:2]
