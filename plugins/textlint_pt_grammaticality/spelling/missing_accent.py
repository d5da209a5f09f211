"""GRA902: an accent that is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from weakref import WeakKeyDictionary

from textlint_pt.contract import Applicability, Forms
from textlint_pt.text.segmentation import function_words
from textlint_pt_grammaticality.judged import Proposal, Read
from textlint_pt_grammaticality.reading import own_words
from textlint_pt_grammaticality.respelling import with_marks
from textlint_pt_grammaticality.spelling.corrections import MARKS_LEAST, REMEMBERED
from textlint_pt_grammaticality.spelling.judged_spelling import JudgedSpelling
from textlint_pt_grammaticality.spelling.unknown import (
    NO_WORD,
    Place,
    is_code,
    proposal_for,
    unknown_places,
    word_matches,
)

#: what the lexicon says against a correction, in nats, where the form is of the class that the
#: parser reads there, and the correction is not
_ITS_CLASS = -2.0
#: how many classes rarer than the word with the accent a word without it is; what is no rare word
_RARER, _RARE = 3, 12
#: forms that other rules tell apart, by what stands around them
_APART = own_words("missing-accent.apart")


class MissingAccent(JudgedSpelling):
    """A word without its accent, or with a wrong one.

    ## What it finds

    A form that is no word and becomes one by its accent, tilde or cedilla (*voce*, *orgãos*), and a
    rare word where the same letters with an accent are an everyday one and the model finds the
    sentence better with it (*agua*, *historia*, *ate*). Pairs that only the sentence tells apart
    and that are both frequent (*esta* and *está*, *a* and *à*) have rules of their own; spellings
    of before 1990 and of the other variant are judged by GRA501 and GRA502, and a text without any
    accents by GRA903.

    ## Why it matters

    The accent tells words apart (*sabia*, *sabiá*, *sábia*), and readers stop where it is missing.

    ## Bad

    > Ninguem sabia que a agua ia subir.

    ## Good

    > Ninguém sabia que a água ia subir.

    ## Evidence

    `suggestions`: the likeliest first; `gain`: what speaks for the first, in nats: for a form that
    is no word that it is none, and by how much the model finds the sentence better;
    `probability` that the model takes the form for wrong; `confidence`: how probably the finding is
    right; `limit`: from where on it is reported.

    ## Source

    Simard and Deslauriers (2001), "Real-time automatic insertion of accents in French text".
    """

    code = "GRA902"
    name = "spelling.missing-accent"
    #: lists of confusions have some of these pairs too
    supersedes = ("GRA001", "GRA101", "GRA217", "GRA219", "GRA225", "GRA414")
    messages = {
        "pt": {
            "message": "«{form}» escreve-se «{suggestion}»",
            "many": "«{form}» escreve-se «{suggestion}», e {others} outras formas têm um "
            "acento que não é o de hoje",
            "related": "aqui também",
        },
        "en": {
            "message": "“{form}” is written “{suggestion}”",
            "many": "“{form}” is written “{suggestion}”, and {others} other forms have other "
            "accents than today's",
            "related": "here too",
        },
    }

    def propose(self, read: Read) -> Iterator[Proposal]:
        forms = read.forms
        for place in read.once(unknown_places):
            if place.form.endswith("ens") and _loses_mark(place.marked, forms):
                continue  # "hifens", of "hífen"
            if place.marked and "ñ" not in place.form:  # Spanish
                yield proposal_for(place, place.marked)
        for place in _rarer(read.sentence.text, forms):
            tag = next((word.tag for word in read.words if word.start == place.start), None)
            as_it_is = _may_be(tag, [place.form], forms)
            marked = _may_be(tag, place.marked, forms)
            prior = 0.0 if as_it_is == marked else _ITS_CLASS if as_it_is else NO_WORD
            if as_it_is and place.marked[0] in function_words():
                prior = 0.0  # "ate as três": a little word is meant far oftener
            yield proposal_for(place, place.marked, prior, known=True)

    def applicability_of(self, proposal: Proposal) -> Applicability:
        certain = proposal.arguments["unknown"] and len(proposal.replacements) == 1
        return Applicability.UNSAFE if certain else Applicability.SUGGESTION


def _loses_mark(marked: Sequence[str], forms: Forms) -> bool:
    """Whether words are plurals whose singular has its accent since it ends in -en."""
    return any(
        reading.upos == "NOUN" and reading.feature("Number") != "Plur"
        for one in marked
        for reading in forms.readings(one[:-1])
    )


def _rarer(text: str, forms: Forms) -> Iterator[Place]:
    """Words without an accent, where the same letters with one are a far commoner word."""
    for at, match in enumerate(word_matches(text)):
        written = match.group()
        form = written.lower()
        if forms.frequency(form) >= _RARE:
            continue
        if not (form.isascii() and form.isalpha() and len(form) > 1) or form in _APART:
            continue
        if not (written.islower() or (at == 0 and written[1:].islower())):
            continue
        if not forms.readings(form) or is_code(text, match):
            continue
        found = _commoner(form, forms)
        if found:
            yield Place(form, *match.span(), written, found)


def _commoner(form: str, forms: Forms) -> Sequence[str]:
    """Words with the same letters and an accent that are far commoner, at most two."""
    known = _known_commoner.setdefault(forms, {})
    if form not in known:
        if len(known) >= REMEMBERED:
            known.clear()
        least = max(MARKS_LEAST, forms.frequency(form) + _RARER)
        known[form] = tuple(one.form for one in with_marks(form, forms, least)[:2])
    return known[form]


#: what was found of words met before
_known_commoner: WeakKeyDictionary[Forms, dict[str, Sequence[str]]] = WeakKeyDictionary()


def _may_be(tag: str | None, words: Sequence[str], forms: Forms) -> bool:
    """Whether one of the words may have the part of speech that the parser reads."""
    classes = {"VERB", "AUX"} if tag in ("VERB", "AUX") else {tag}
    return any(reading.upos in classes for word in words for reading in forms.readings(word))
