"""GRA102: an adjective and its noun."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textlint_pt_grammaticality.agreement.agreement import (
    ABOVE_PRIOR,
    FIXED,
    MASCULINE,
    corrected,
    difference,
    nearest,
)
from textlint_pt_grammaticality.sentence.nominal import (
    SINGULAR,
    GenderNumber,
    adjectival,
    cells_of,
    determiner_cells,
    determiners,
    finite,
    inflected,
)
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import Proposal
from textlint_pt_grammaticality.sentence.reading import own_words

#: adjectives that are adverbs as well
_MANNER = own_words("adjective-noun.manner")
#: a noun beside another may be no adjective
_NOUN_PRIOR = -1.0


_DE_FORMS = (["de"], ["do"], ["da"])


def disagreeing(sentence: ParsedSentence) -> Iterator[Proposal]:
    """Yield other forms of adjectives that agree with none of their nouns: "casas bonito"."""
    for i, nouns in _adjectives_with_candidate_nouns(sentence):
        form, low = sentence.words[i].form, sentence.low[i]
        readings = adjectival(sentence.forms, form)
        own_cells = cells_of(readings) if readings else determiner_cells(low)
        # "os melhor momentos": before a noun these agree
        compared = low in ("melhor", "pior") and i + 1 in nouns
        if not own_cells or (low in FIXED and not compared):
            continue
        if MASCULINE in own_cells and low in _MANNER and _follows_object(sentence, i, nouns):
            continue  # "coloque os papéis direto na bandeja": how
        if _may_be_verb(sentence, i, nouns):
            continue
        next_low = sentence.low[i + 1 : i + 3]
        if next_low[:1] in (["e"], ["ou"]) and next_low[-1].endswith("mente"):
            continue  # "países industrial e comercialmente fortes"
        allowed_cells = [_allowed(sentence, noun, i) for noun in nouns]
        if any(own_cells & noun_cells for noun_cells in allowed_cells):
            continue
        for noun, noun_cells in zip(nouns, allowed_cells, strict=True):
            wanted_cells = nearest(own_cells, noun_cells)
            paradigm = determiners().get(low, {})  # a numeral of one form is not among them
            new_forms: Iterable[str] = (
                inflected(sentence.forms, readings, wanted_cells)
                if readings
                else [paradigm[cell] for cell in wanted_cells if cell in paradigm]
            )
            prior = _prior(sentence, i, nouns[0], own_cells)
            yield from corrected(
                sentence, i, noun, new_forms, difference(own_cells, noun_cells), prior
            )


def _follows_object(sentence: ParsedSentence, i: int, nouns: list[int]) -> bool:
    return i - 1 in nouns and sentence.words[i - 1].relation == "obj"


def _may_be_verb(sentence: ParsedSentence, i: int, nouns: list[int]) -> bool:
    """Whether the word is a finite verb that opens a clause or is coordinated with a verb."""
    if not finite(sentence.forms, sentence.low[i]):
        return False
    if nouns == [i + 1] and (i == 0 or sentence.words[i - 1].tag == "PUNCT"):
        return True  # "faça um blog, grave vídeos"
    # "recebe o texto e depois baixa e executa o código"
    return [word.tag for word in sentence.words[i + 1 : i + 3]] == ["CCONJ", "VERB"]


def _allowed(sentence: ParsedSentence, noun: int, i: int) -> frozenset[GenderNumber]:
    """Return the genders and numbers in which the noun lets the adjective at `i` stand."""
    cells, words = sentence.cells(noun), sentence.words
    if noun < i:
        cells |= sentence.joined(noun, i)
    coordinated = [c for c in sentence.children[i] if words[c].relation == "conj"]
    coordinated += [words[i].head] if words[i].relation == "conj" else []
    singular_cells = [
        cells_of(adjectival(sentence.forms, words[k].form)) & SINGULAR
        for k in coordinated
        if words[k].tag == "ADJ"
    ]
    next_two = sentence.low[i + 1 : i + 3]  # "as versões instrumental e de coral"
    is_joined = len(next_two) == 2 and next_two[0] == "e"
    is_listed_kind = is_joined and (next_two[1:] in _DE_FORMS or words[i + 2].tag == "ADJ")
    if (singular_cells and all(singular_cells)) or is_listed_kind:  # "as redes federal e estaduais"
        cells |= {(gender, "S") for gender, _ in cells}  # "as línguas grega e latina"
    return cells


def _prior(sentence: ParsedSentence, i: int, noun: int, own: frozenset[GenderNumber]) -> float:
    """Return what grammar says for a correction, in nats: less where the adjective agrees with a
    noun above, as in "um guia de problemas útil". `noun`: its head in the parse."""
    words = sentence.words
    prior = _NOUN_PRIOR if words[i].tag == "NOUN" else 0.0
    while words[noun].relation == "nmod" and words[noun].head >= 0:
        noun = words[noun].head
        if own & (sentence.cells(noun) | sentence.joined(noun, i)):
            return prior + ABOVE_PRIOR
    return prior


def _adjectives_with_candidate_nouns(sentence: ParsedSentence) -> Iterator[tuple[int, list[int]]]:
    """Each adjective with the nouns that it may belong to, by index, the likeliest first."""
    words = sentence.words
    for i, word in enumerate(words):
        if word.tag not in ("ADJ", "VERB", "NOUN") or word.part > 1 or sentence.is_name(i):
            continue
        if sentence.has(i, "cop", "aux", "aux:pass", "nsubj", "case"):
            continue
        head, noun, relation = word.head, -1, word.relation
        fallback_nouns: list[int] = []
        if relation == "conj" and words[head].tag == "ADJ" and head < i:
            head, relation = words[head].head, words[head].relation
        if head > i and any(
            words[k].tag == "DET" and words[k].head == head for k in range(i, head)
        ):
            continue  # "um comando grande várias vezes": no noun has an adjective before that
        if relation in ("amod", "acl") and word.tag != "NOUN" and head >= 0:
            noun = head if sentence.is_used_as_noun(head) else -1
        elif i and sentence.is_used_as_noun(i - 1):
            noun = i - 1
            fallback_nouns = [
                c for c in sentence.children[head] if words[c].relation[:5] == "nsubj"
            ]
            fallback_nouns += [head] if head >= 0 and sentence.is_used_as_noun(head) else []
        if noun >= 0:
            between = [k for k in range(i - 1, noun, -1) if sentence.is_used_as_noun(k)]
            yield i, list(dict.fromkeys([noun, *between, *fallback_nouns]))
