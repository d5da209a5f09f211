"""Negations in one of two sentences that the other neither has nor expresses differently.

Translators often differ here ("não foi identificada", "desconhece-se"), so words that negate by
themselves count as a negation, and a negation is missing only if what it negates occurs on the
other side without one. Closed lists and the lexicon of forms; no model is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Protocol

from textlint_pt import portuguese
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import TokenKind, tokens

_OWN = portuguese.Lists(Path(__file__).parent / "data" / "pt" / "denials.tsv")
#: words that negate what follows them, the first also where a page has no accents
_DENIALS = portuguese.words("negations") | {"nao"}
#: words that only agree with a negation before them ("não viu ninguém")
_AGREEING = portuguese.words("indefinites.none") | {
    *("nada", "ninguém", "nunca", "jamais", "tampouco", "sequer")
}
#: those of them that follow their verb only with a negation: "viu ninguém" negates nothing
_AFTER_VERB = portuguese.words("indefinites.none") | {"nada", "ninguém"}
#: phrases with such words that negate nothing
_NO_DENIAL = regex(
    r"\bnão (?:só|apenas|somente|obstante)\b|\bpois não\b|\ba não ser\b|\b(?:por|de mais) nada\b"
    r"|\bnão (?:é|são|era|eram|foi|foram|passa|passam) (?:de |mais (?:do )?que )"
    r"|\b(?:nunca|nada) mais (?:do )?que\b|\b(?:com|e) ou sem\b|\bcom ou sem\b"
    r"|\bsem (?:dúvida|mais|qualquer dúvida|falta|precedentes)\b|\bnem (?:que|mais)\b"
    r"|(?:\A|[.!?] )de nada\b|\bnão há de quê\b|, (?:não|não é|não é verdade)\?",
    re.IGNORECASE,
)
#: what makes of a fact something that may or must be: lemmas
MODAL = _OWN.words("modal")
#: words that negate by themselves: whole words, and beginnings of words
_WHOLE = _OWN.words("negating.words")
_BEGINNINGS = _OWN.words("negating.beginnings")
_LEXICAL = regex(
    rf"(?:{'|'.join(sorted(_WHOLE))})\b|(?:{'|'.join(sorted(_BEGINNINGS))})|antes de\b"
    r"|em vez\b|ao invés\b|livres? de\b|par(?:a|ou|aram|ará) de\b"
    r"|(?:de mais|demais|demasiad[oa]s?)(?: \w+)? para\b",
    re.IGNORECASE,
)
#: the first letters of all that it matches
_LEXICAL_BEGINS = frozenset(
    word[:2] for word in (*_WHOLE, *_BEGINNINGS, "antes", "em", "ao", "livre", "para", "demais")
)
_MARKS_INSIDE = frozenset("-‑\"'“”«»()")
_SENTENCE_ENDS = frozenset(".!?…")

#: maximal content words after a negation that may be what it negates
_DENIED = 3
#: maximal words after a negation that it may negate
_REACH = 4
#: how far apart a word may be in the two texts: share of the text, letters
_ELSEWHERE, _LEEWAY = 0.15, 12
#: parts of speech that can be negated
_DENIABLE = frozenset(("VERB", "AUX", "NOUN", "ADJ", "PROPN"))
#: words too common to show what is negated
_COMMON = _OWN.words("common")


class Reading(Protocol):
    """One analysis of a word form, as the analysis `forms` has it."""

    @property
    def lemma(self) -> str: ...

    @property
    def upos(self) -> str: ...


class Lexicon(Protocol):
    """What is asked of the analysis `forms`."""

    def known(self, word: str) -> bool: ...

    def readings(self, word: str) -> Sequence[Reading]: ...

    def analyse(self, word: str) -> Sequence[Reading]: ...

    def parts(self, word: str) -> Sequence[str]: ...


class Denials(NamedTuple):
    """`plain`: (start, end) of each negation; `lexical`: words that negate by themselves."""

    plain: tuple[tuple[int, int], ...]
    lexical: int


class Missed(NamedTuple):
    """A negation that the other text lacks: its place, and the place there of what it negates."""

    start: int
    end: int


def denials(text: str, forms: Lexicon) -> Denials:
    """Return the negations of a text; "não viu ninguém" counts once."""
    idioms = [match.span() for match in _NO_DENIAL.finditer(text)]
    plain: list[tuple[int, int]] = []
    lexical = 0
    near_denial = far_denial = False  # one stands before in the clause; in the sentence
    before = ""
    for token in tokens(text):
        if token.kind is TokenKind.PUNCTUATION:
            near_denial = near_denial and token.text in _MARKS_INSIDE
            far_denial = far_denial and token.text not in _SENTENCE_ENDS
            before = ""
            continue
        word, before_word, before = token.text.lower(), before, token.text.lower()
        if any(start <= token.start < end for start, end in idioms):
            continue
        if (near_denial and word in _AGREEING) or (far_denial and word == "nem"):
            continue
        if word in _AFTER_VERB and _verb(before_word, forms):
            continue
        if word in _DENIALS or word in _AGREEING:
            plain.append((token.start, token.end))
            near_denial = far_denial = True
        elif word[:2] in _LEXICAL_BEGINS and _LEXICAL.match(text, token.start):
            lexical += 1
    return Denials(tuple(plain), lexical)


def missed(first: str, second: str, forms: Lexicon) -> tuple[list[Missed], list[Missed]]:
    """Return the negations of the second text that the first lacks, then the reverse."""
    in_first, other = denials(first, forms), denials(second, forms)
    # how many more the second has: plain ones, and with words as "desconhecer", which may render
    # a plain one; no more are missing than either count allows
    more_plain = len(other.plain) - len(in_first.plain)
    more_in_all = more_plain + other.lexical - in_first.lexical
    if more_plain > 0 and more_in_all > 0:
        lacking = _lacking_negations(second, other, first, in_first, forms)
        return lacking[: min(more_plain, more_in_all)], []
    if more_plain < 0 and more_in_all < 0:
        lacking = _lacking_negations(first, in_first, second, other, forms)
        return [], lacking[: min(-more_plain, -more_in_all)]
    return [], []


def _lacking_negations(
    text: str, denied: Denials, other: str, other_denied: Denials, forms: Lexicon
) -> list[Missed]:
    """Return negations whose negated word stands without one in the `other` text, in about the
    same place. Positions are shares of a text, 0..1."""
    affirmed = list(_affirmed(other, other_denied, forms))
    max_distance = _ELSEWHERE + _LEEWAY / max(1, len(text))
    result: list[Missed] = []
    for start, end in denied.plain:
        following = ((token, _lemmas(token.text, forms)) for token in tokens(text[end:]))
        content_words = ((token, lemmas) for token, lemmas in following if lemmas)
        for token, lemmas in islice(content_words, _DENIED):
            position = (end + token.start) / len(text)
            if any(
                abs(other_position - position) <= max_distance
                and not other_lemmas.isdisjoint(lemmas)
                for other_position, other_lemmas in affirmed
            ):
                result.append(Missed(start, end + token.end))
                break
    return result


def _affirmed(text: str, denied: Denials, forms: Lexicon) -> Iterator[tuple[float, frozenset[str]]]:
    """Yield position (a share of the text) and lemmas of words not negated before."""
    starts = {start for start, _ in denied.plain}
    words_since_negation = _REACH
    for token in tokens(text):
        if token.kind is TokenKind.PUNCTUATION:
            continue
        words_since_negation = 0 if token.start in starts else words_since_negation + 1
        if words_since_negation > _REACH and (found := _lemmas(token.text, forms)):
            yield token.start / len(text), found


def _lemmas(word: str, forms: Lexicon) -> frozenset[str]:
    """Return a word's lemmas, of an unknown word its beginning; none of function words."""
    form = word.lower()
    if form in _COMMON or not form[:1].isalpha():
        return frozenset()
    found = {
        reading.lemma.split("+")[0]
        for reading in forms.analyse(forms.parts(form)[0])
        if reading.upos.split("+")[0] in _DENIABLE
    }
    if not found and len(form) > 3 and not forms.known(form):
        return frozenset((form[: max(4, len(form) - 2)],))
    return frozenset(found)


def _verb(word: str, forms: Lexicon) -> bool:
    """Return whether a word is only a verb that "nenhum" may follow."""
    kinds = {reading.upos for reading in forms.readings(word)} if word else set()
    return bool(kinds & {"VERB", "AUX"})
