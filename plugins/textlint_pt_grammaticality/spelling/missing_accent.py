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
_MIN_FREQUENCY, _RARER_BY = 3, 2
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
    """Yield words of a sentence that lack an accent, or have a wrong one."""
    forms, wording, english = map(view.analysis, ("forms", "wording", "english"))
    found = [place for place in unknown_forms(view, sentence) if place.marks_alone]
    starts = {place.start for place in found}
    found = [
        place
        for place in found
        if not _SPANISH.search(place.form)
        # a word of its own: "camelô", not "camelo"
        and not (forms.known(place.form) and bare(place.form) == place.found[0].form != place.form)
    ]
    rare = rarer(sentence.text, forms, wording, english)
    found += [place for place in rare if place.start not in starts]
    for place in found:
        if not (
            _is_in_english(place, sentence.text, forms, english)
            or is_plainly_verb(sentence.text, place.start, place.end, place.found[0].form, forms)
        ):
            yield place


@lru_cache(512)
def rarer(text: str, forms: Forms, wording: Wording, english: English) -> Sequence[Place]:
    """Words without an accent, where the same letters with one are a commoner word that suits."""
    return list(_commoner_with_accent(text, forms, wording, english))


def _commoner_with_accent(
    text: str, forms: Forms, wording: Wording, english: English
) -> Iterator[Place]:
    """Yield words whose letters with another accent are a commoner word that fits the context."""
    for word_index, (whole, _, _) in enumerate(words(text)):
        if "-" not in whole and not _accented_others(whole, forms):
            continue
        match = word_matches(text)[word_index]
        # the n-gram model knows the words of a compound, and few compounds
        text_of_pieces = text
        if "-" in whole:
            if meant := _certain_meaning(whole, forms):
                end = match.start() + len(meant.written)
                if not is_code(text, match):
                    yield Place(meant.written, match.start(), end, [meant.meant], _CERTAIN)
                continue
            if _is_divided(whole, forms, english):
                continue
            text_of_pieces = text[: match.start()] + whole.replace("-", " ") + text[match.end() :]
        for piece_index, (start, end) in enumerate(_pieces(whole, match.start(), forms)):
            written = text[start:end]
            form = written.lower()
            found = _accented_others(form, forms, in_compound=text_of_pieces is not text)
            if not found or not (written.islower() or (start == 0 and written[1:].islower())):
                continue
            if is_code(text, match) or (form == "ha" and text[end : end + 1] in ("!", ",")):
                continue
            index = word_index + piece_index
            ranking = in_context(text_of_pieces, index, (start, end), found, wording)
            best = ranking.found[0]
            if ranking.fits > 0:
                signals = {
                    "rare": 1.0,
                    "gain": ranking.fits,
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
        english.known(other)
        and not forms.known(other)
        and not with_marks(other, forms, _MIN_FREQUENCY)
        for other in others  # not "rádios AM", "áudio e vídeo"
    )


def _is_divided(whole: str, forms: Forms, english: English) -> bool:
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
def _certain_meaning(whole: str, forms: Forms) -> _Meant | None:
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
    """Return a verb and its clitic with the accent of the infinitive: "compra-la" → "comprá-la";
    None where the form may be right."""
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
def _accented_others(form: str, forms: Forms, *, in_compound: bool = False) -> Sequence[Candidate]:
    """Return at most two other words with the same letters: with an accent, or without one that is
    before the last syllable. None for what is no word, unless part of a compound."""
    if not form.isalpha() or len(form) < 2 or form in _APART:
        return ()
    if not (in_compound or forms.readings(form)):
        return ()
    least = max(_MIN_FREQUENCY, forms.frequency(form) - _RARER_BY)
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
