"""What stands with a governing word, and with which preposition."""

from __future__ import annotations

from collections.abc import Sequence

from textlint_pt import portuguese
from textlint_pt.patterns.contractions import split
from textlint_pt_grammaticality.sentence.governing import Entry, entries_at
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.reading import own_words

#: clitics that may belong to a pronominal verb
_OWN = own_words("reflexives")
BETWEEN = own_words("complement.between")
_COPULAS = portuguese.words("verbs.copulas") | {"sentir", "mostrar"}


def complement(sentence: ParsedSentence, at: int, entry: Entry) -> int | None:
    """Where the complement of the word begins; None where the entry does not fit: its pronoun or
    its phrase is not there."""
    after = at + 1
    clitics = []
    while sentence.after_hyphen(after):
        clitics.append(sentence.form(after))
        after += 1
    if entry.rest:
        rest = entry.rest.split()
        if [sentence.form(after + n) for n in range(len(rest))] != rest:
            return None
        after += len(rest)
    elif entry.part == "verb":
        before = sentence.form(at - 1)
        if before in ("não", "já", "nunca"):
            before = sentence.form(at - 2)
        own = before in _OWN or not _OWN.isdisjoint(clitics)
        if entry.pronominal is True and not own:
            return None
        if entry.pronominal is False and (own or sentence.is_participle(at)):
            return None
    if entry.part == "adjective" and "-" in entry.takes and not _is_said_of_subject(sentence, at):
        return None  # "uma configuração semelhante com outras ferramentas"
    if entry.part == "noun" and sentence.form(at - 1) in ("à", "de"):
        return None  # "fique à vontade para", "guia de referência sobre"
    without_crase = sentence.form(at - 2) == "se" or _is_said_of_subject(sentence, at - 1)
    if entry.part == "noun" and sentence.form(at - 1) == "a" and without_crase:
        return None  # "sinta-se a vontade para", "fique a vontade para", by mistake
    while sentence.form(after) in BETWEEN or (
        sentence.form(after).endswith("mente") and sentence.tag(after) == "ADV"
    ):
        after += 1
    return after if sentence.spaced(after - 1, after) else None


def _is_said_of_subject(sentence: ParsedSentence, at: int) -> bool:
    """Whether an adjective follows a copula, over adverbs: "é alérgico", "está tão cheia"."""
    before = at - 1
    while before >= at - 3 and (sentence.tag(before) == "ADV" or sentence.form(before) in BETWEEN):
        before -= 1
    return any(reading.lemma in _COPULAS for reading in sentence.readings(before))


def governed(sentence: ParsedSentence) -> Sequence[tuple[int, int, Entry]]:
    """Words of the lexicon, where their complement begins, and their entry, if it has slips."""
    return [
        (at, place, entry)
        for at in range(len(sentence) - 1)
        for entry in entries_at(sentence, at)
        if entry.slips and (place := complement(sentence, at, entry)) is not None
    ]


def has_complement(sentence: ParsedSentence, verb: int, preposition: str) -> bool:
    """Whether the complement stands before the verb."""
    opens = sentence.words[sentence.tokens[0].words[0]].tag == "ADP"
    if opens and split(sentence.form(0))[0] == preposition:
        return True  # "da pressão que se faça dependerá a qualidade"
    for place in range(max(0, verb - 7), verb):
        if split(sentence.form(place))[0] == preposition and sentence.form(verb - 1) == "que":
            return True  # "é de um bom inverno que depende a colheita"
    return False


def is_subject(sentence: ParsedSentence, at: int) -> bool:
    """Whether the parse takes the noun that the determiner belongs to for a subject."""
    head = sentence.words[sentence.tokens[at].words[-1]].head
    return 0 <= head < len(sentence.words) and sentence.words[head].relation.startswith("nsubj")
