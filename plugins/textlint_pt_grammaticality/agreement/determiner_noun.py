"""GRA101: a determiner and its noun."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textlint_pt import portuguese
from textlint_pt_grammaticality.agreement.agreement import FIXED, corrected, difference, nearest
from textlint_pt_grammaticality.document.foreign import locution
from textlint_pt_grammaticality.sentence.coinage import is_native
from textlint_pt_grammaticality.sentence.nominal import (
    PLURAL,
    SINGULAR,
    GenderNumber,
    cells_of,
    determiner_cells,
    determiners,
    finite,
    inflected,
    persons,
)
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import Proposal
from textlint_pt_grammaticality.sentence.reading import listed, own_words

_ARTICLES = portuguese.words("articles.definite")

#: no article stands before these
_NO_ARTICLE = portuguese.words(
    "articles.indefinite.singular",
    "demonstratives.this",
    "demonstratives.that",
    "demonstratives.far.singular",
) | {"cada", "qualquer"}
#: the last part of a numeral
_ONE = listed("um uma")
_QUANTITIES = own_words("determiner-noun.quantities")
#: years and the like name what follows, they do not count it
_EARLIEST_YEAR = 1800
#: these stand after a noun too
_AFTER_NOUN = own_words("determiner-noun.after-noun")
#: after these "a" is mostly a preposition; beginnings of words
_WITH_A = tuple(own_words("determiner-noun.with-a"))
#: what grammar alone says for a numeral beside its noun, in nats
_NUMERAL_PRIOR = 5.0
#: and for the ending of a noun in the plural that was left out
_LEFT_OUT_PRIOR = 7.0
#: "a" may be no article
_PREPOSITION_PRIOR = -1.5


def disagreeing(sentence: ParsedSentence) -> Iterator[Proposal]:
    """Yield other forms of a determiner that disagrees with its noun, and of the noun."""
    for i, noun in sentence.once(pairs):
        own_cells = _cells(sentence, i)
        readings = sentence.noun_readings(noun)
        noun_cells = cells_of(readings)
        is_all = sentence.low[i][:3] == "tod"  # "toda os participantes": the article decides
        article_cells = determiner_cells(sentence.low[i + 1]) if is_all else frozenset()
        noun_cells = noun_cells & article_cells or noun_cells
        if own_cells & noun_cells or (own_cells <= PLURAL and _has_bare_conjunct(sentence, noun)):
            continue
        if i and sentence.low[i] == "muito" and determiner_cells(sentence.low[i - 1]):
            continue  # "dos muito jovens"
        may_stand_alone = own_cells <= PLURAL or sentence.low[i - 1 : i] == ["de"]
        shares_feature = any(set(a) & set(b) for a in own_cells for b in noun_cells)
        if article_cells and may_stand_alone and not shares_feature:
            continue  # "agradeço a todos a atenção", "perdeu de todo as noções"
        if noun_cells <= PLURAL and _is_governed_a(sentence, i):
            continue  # "responde a perguntas"
        message = difference(own_cells, noun_cells)
        if noun and sentence.words[noun].form[0].isupper() and message in ("masculine", "feminine"):
            continue  # "um Pessoa sem máscara", "a versão do Mesa"
        paradigm = determiners().get(sentence.token(i).lower(), {})
        prior = _prior(sentence, i, noun)
        sure = bool(noun_cells & article_cells)
        new_forms = [paradigm[cell] for cell in nearest(own_cells, noun_cells) if cell in paradigm]
        yield from corrected(sentence, i, noun, new_forms, message, prior, sure)
        if sure:
            continue
        if noun_cells <= PLURAL and sentence.low[max(0, i - 1) : i + 1] in (["e", "a"], [",", "a"]):
            continue  # "a padrões e a perdas"
        # "os menino": an ending that is not spoken is left out far more often than one is put in
        lacks_plural = own_cells <= PLURAL and noun_cells <= SINGULAR
        same_gender = {gender for gender, _ in own_cells} & {gender for gender, _ in noun_cells}
        if lacks_plural and same_gender and not sentence.has(noun, "nummod", "conj"):
            prior = _LEFT_OUT_PRIOR
        noun_forms = inflected(sentence.forms, readings, nearest(noun_cells, own_cells))
        message = difference(noun_cells, own_cells)
        yield from corrected(sentence, noun, i, noun_forms, message, prior)


def pairs(sentence: ParsedSentence) -> Sequence[tuple[int, int]]:
    """Return each determiner with its noun, by index, but for the first word of an English term,
    which has its number at the end ("as novas meta tags")."""
    pairs = []
    for i, noun in _pairs(sentence):
        if sentence.low[i : noun + 2] in (["muito", "gente", "boa"], ["muito", "gente", "fina"]):
            continue  # "foi muito gente boa": kind
        term = sentence.low[noun : noun + 2]
        if len(term) < 2 or any(not w.isalpha() or is_native(w, sentence.forms) for w in term):
            pairs.append((i, noun))
    return pairs


def _is_verb(sentence: ParsedSentence, i: int, noun: int) -> bool:
    """Whether what looks like a noun is a verb before its infinitive ("ela o deixa entrar"), after
    another of its person ("pede valores e os guarda"), before its object ("o longa conta a
    história") or the first part of a compound ("o quebra pau")."""
    words = sentence.words
    readings = finite(sentence.forms, words[noun].form)
    if noun + 1 >= len(words) or ("3", "S") not in persons(readings):
        return False
    next_word = words[noun + 1]
    tenses = {f"Tense={reading.feature('Tense')}" for reading in readings}
    is_second_verb = sentence.low[max(0, noun - 2) : noun - 1] == ["e"] and any(
        word.tag == "VERB"
        and {"Person=3", "Number=Sing"} <= (features := set(word.features.split("|")))
        and tenses & features
        for word in words[: noun - 2]
    )
    has_object = noun > i + 1 and next_word.form.lower() in _ARTICLES
    is_before_verb_or_noun = "VerbForm=Inf" in next_word.features or next_word.tag == "NOUN"
    return is_second_verb or has_object or is_before_verb_or_noun


def _pairs(sentence: ParsedSentence) -> Iterator[tuple[int, int]]:
    """Yield each determiner, numeral or quantity with its noun, by index; fixed phrases left
    out."""
    words = sentence.words
    for i, word in enumerate(words):
        attached = word.relation in ("det", "nummod") and word.head > i
        # "muito passageiros", "com muito paciência": the parse has it as an adverb
        quantity = sentence.low[i] in _QUANTITIES and i + 1 < len(words)
        measured = quantity and sentence.is_used_as_noun(i + 1)
        if not (attached or measured or word.tag in ("DET", "ADJ")) or word.part == 1:
            continue
        if _is_of_no_noun(sentence, i) or not _cells(sentence, i):
            continue
        if attached and not measured:
            noun = word.head
            between = range(i + 1, noun)
            if sentence.low[i] in _ARTICLES and any(sentence.low[w] in _ARTICLES for w in between):
                continue  # nor has a noun two articles
        elif i + 1 < len(words):
            noun = i + 1
        else:
            continue
        if _is_of_fixed_phrase(sentence, i, noun) or _is_verb(sentence, i, noun):
            continue
        is_colour = sentence.low[noun] in FIXED and sentence.low[i] in ("o", "um")  # "o cinza"
        is_common = words[noun].tag in ("NOUN", "ADJ", "VERB") and not sentence.is_name(noun)
        readings = sentence.noun_readings(noun) if is_common and not is_colour else ()
        if any(reading.upos == "NOUN" for reading in readings):
            yield i, noun


def _is_of_no_noun(sentence: ParsedSentence, i: int) -> bool:
    """Whether the words beside a determiner show that no noun after it is its own."""
    before, after = sentence.low[i - 1] if i else "", "".join(sentence.low[i + 1 : i + 2])
    return (
        after in _NO_ARTICLE  # "à esse vídeo": the accent is wrong, not the gender
        # "um ou mais ficheiros", "mil e uma noites"
        or (sentence.low[i] in _ONE and (after == "ou" or before == "e"))
        # "um carro desses capota"
        or (
            i > 1
            and sentence.token(i).lower() in _AFTER_NOUN
            and sentence.words[i - 2].tag == "NOUN"
        )
    )


def _is_of_fixed_phrase(sentence: ParsedSentence, i: int, noun: int) -> bool:
    """Whether a noun after a determiner stands in a phrase that has a gender of its own."""
    following = sentence.low[noun + 1 : noun + 3]
    return (
        bool(locution(sentence.low, noun))  # "os habeas corpus"
        or following == ["a", sentence.low[noun]]  # "o boca a boca", "o corpo a corpo"
        # "o camisa 10": who has it is not named
        or ("".join(following[:1]).isdigit() and all("M" in one for one in _cells(sentence, i)))
    )


def _has_bare_conjunct(sentence: ParsedSentence, noun: int) -> bool:
    """ "seus pai e mãe": the determiner is of both."""
    return any(
        sentence.words[child].relation == "conj"
        and not sentence.has(child, "det", "nummod", "case")
        for child in sentence.children[noun]
    )


def _cells(sentence: ParsedSentence, i: int) -> frozenset[GenderNumber]:
    """Cells of a determiner: a number in figures is plural from two on."""
    form = sentence.token(i).lower()
    if form.isdecimal():
        if sentence.words[i].head != i + 1:
            return frozenset()
        count = int(form[:12])  # how long a number may be has a limit
        return PLURAL if 1 < count < _EARLIEST_YEAR else frozenset()
    return determiner_cells(form)


def _prior(sentence: ParsedSentence, i: int, noun: int) -> float:
    """Return what grammar says for a correction of the determiner, in nats: "a" may be a
    preposition."""
    is_one = sentence.low[i] in ("um", "uma")
    if sentence.words[i].tag == "NUM" and noun == i + 1 and not is_one:
        return _NUMERAL_PRIOR
    before = sentence.words[i - 1].tag if i else "ADP"
    # "morto a tiro": after anything but a preposition "a" may be one itself
    if sentence.token(i).lower() != "a" or before == "ADP":
        return 0.0
    governed = _is_governed_a(sentence, i)
    return 2 * _PREPOSITION_PRIOR if governed else _PREPOSITION_PRIOR


def _is_governed_a(sentence: ParsedSentence, i: int) -> bool:
    """Whether a word shortly before an "a" governs the preposition "a"."""
    return sentence.token(i).lower() == "a" and any(
        low.startswith(_WITH_A) for low in sentence.low[max(0, i - 2) : i]
    )
