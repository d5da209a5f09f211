"""GRA102: an adjective and its noun."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textlint_pt_grammaticality.agreement.agreement import (
    ABOVE_PRIOR,
    FIXED,
    MASCULINE,
    as_written,
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


_OF = (["de"], ["do"], ["da"])


def disagreeing(sentence: ParsedSentence) -> Iterator[Proposal]:
    for i, nouns in _adjectives_with_candidate_nouns(sentence):
        form, low = sentence.words[i].form, sentence.low[i]
        readings = adjectival(sentence.forms, form)
        own = cells_of(readings) if readings else determiner_cells(low)
        # "os melhor momentos": before a noun these agree
        compared = low in ("melhor", "pior") and i + 1 in nouns
        if not own or (low in FIXED and not compared):
            continue
        follows = i - 1 in nouns and sentence.words[i - 1].relation == "obj"
        if MASCULINE in own and follows and low in _MANNER:
            continue  # "coloque os papéis direto na bandeja": how
        opens = i == 0 or sentence.words[i - 1].tag == "PUNCT"
        if opens and nouns == [i + 1] and finite(sentence.forms, low):
            continue  # "faça um blog, grave vídeos"
        others = sentence.words[i + 1 : i + 3]
        if finite(sentence.forms, low) and [one.tag for one in others] == ["CCONJ", "VERB"]:
            continue  # "recebe o texto e depois baixa e executa o código"
        pair = sentence.low[i + 1 : i + 3]
        if pair[:1] in (["e"], ["ou"]) and pair[-1].endswith("mente"):
            continue  # "países industrial e comercialmente fortes"
        allowed = [_allowed(sentence, noun, i) for noun in nouns]
        if any(own & cells for cells in allowed):
            continue
        for noun, cells in zip(nouns, allowed, strict=True):
            near = nearest(own, cells)
            known = determiners().get(low, {})  # a numeral of one form is not among them
            news: Iterable[str] = (
                inflected(sentence.forms, readings, near)
                if readings
                else [known[cell] for cell in near if cell in known]
            )
            if replacements := as_written(news, form):
                yield Proposal(
                    *sentence.span(i),
                    replacements,
                    sentence.span(noun),
                    message=difference(own, cells),
                    prior=_prior(sentence, i, nouns[0], own),
                )


def _allowed(sentence: ParsedSentence, noun: int, i: int) -> frozenset[GenderNumber]:
    cells, words = sentence.cells(noun), sentence.words
    if noun < i:
        cells |= sentence.joined(noun, i)
    others = [c for c in sentence.children[i] if words[c].relation == "conj"]
    others += [words[i].head] if words[i].relation == "conj" else []
    singular = [
        cells_of(adjectival(sentence.forms, words[other].form)) & SINGULAR
        for other in others
        if words[other].tag == "ADJ"
    ]
    kinds = sentence.low[i + 1 : i + 3]  # "as versões instrumental e de coral"
    joined = len(kinds) == 2 and kinds[0] == "e" and (kinds[1:] in _OF or words[i + 2].tag == "ADJ")
    if (singular and all(singular)) or joined:  # "as redes federal e estaduais"
        cells |= {(gender, "S") for gender, _ in cells}  # "as línguas grega e latina"
    return cells


def _prior(sentence: ParsedSentence, i: int, noun: int, own: frozenset[GenderNumber]) -> float:
    """`noun`: of which the adjective at `i` is, as the parse has it."""
    words = sentence.words
    prior = _NOUN_PRIOR if words[i].tag == "NOUN" else 0.0
    while words[noun].relation == "nmod" and words[noun].head >= 0:
        noun = words[noun].head
        if own & (sentence.cells(noun) | sentence.joined(noun, i)):
            return prior + ABOVE_PRIOR
    return prior


def _predicate_subject(sentence: ParsedSentence, name: int) -> int:
    """The noun of "Olinda é uma cidade": the parse hangs what follows on the name."""
    noun = sentence.words[name].head
    is_said = sentence.words[name].relation == "nsubj" and noun > name
    return noun if is_said and sentence.is_used_as_noun(noun) else -1


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
            noun = head if sentence.is_used_as_noun(head) else _predicate_subject(sentence, head)
        elif i and sentence.is_used_as_noun(i - 1):
            noun = i - 1
            fallback_nouns = [
                c for c in sentence.children[head] if words[c].relation[:5] == "nsubj"
            ]
            fallback_nouns += [head] if head >= 0 and sentence.is_used_as_noun(head) else []
        if noun >= 0:
            between = [k for k in range(i - 1, noun, -1) if sentence.is_used_as_noun(k)]
            yield i, list(dict.fromkeys([noun, *between, *fallback_nouns]))
