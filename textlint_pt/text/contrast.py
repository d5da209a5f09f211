"""Words of two sentences that are alike otherwise, of which one says something else than the other.

"O servidor envia" for "o cliente envia", "aumentar" for "diminuir", "9" for "90": people who reword
a sentence change more than that one word, or take one that says the same. Closed lists
(`data/pt/contrasts.txt`), prefixes that deny, figures; the lexicon of forms; no model is used.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from textlint_pt import shipped
from textlint_pt.text.negation import Lexicon, denials
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt.text.words import WORD, Word

_PATH = Path(__file__).parent / "data" / "pt" / "contrasts.txt"
#: least share of the words that the two sentences must have in common
ALIKE = 0.7
#: "desativar", "impossível", "ilegal", "irregular"
_DENYING = regex(r"des|anti|in(?=[^bplmr])|im(?=[bpm])|i(?=l)|ir(?=r)")
#: letters of a word that such a prefix may stand before
_SHORTEST = 4
#: words, and numbers with what parts their figures: "1.000" is "1000"
_WORD = regex(rf"\d+(?:[.,\u00a0\u202f ]\d+)*(?: mil\b)?|{WORD.pattern}")
_PARTING = regex(r"[.,\s](?=\d{3}(?!\d))")


class Contrast(NamedTuple):
    """Places of two words that contrast: in the first text and in the second."""

    start: int
    end: int
    other_start: int
    other_end: int


@cache
def _sides() -> Mapping[str, frozenset[tuple[int, int]]]:
    """By lemma the sides it is on: (line, side)."""
    found: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
    for number, line in enumerate(shipped.read_text(_PATH).splitlines()):
        if not line.startswith("#"):
            for side, lemmas in enumerate(line.split("/")):
                for lemma in lemmas.split():
                    found[lemma].add((number, side))
    return {lemma: frozenset(sides) for lemma, sides in found.items()}


def contrasts(ours: str, theirs: str, forms: Lexicon) -> list[Contrast]:
    """Pairs of words that contrast, in the order of the first text; each word in one pair only."""
    mine, other = list(_words(ours)), list(_words(theirs))
    counted, counted_there = (Counter(word.form for word in one) for one in (mine, other))
    common = (counted & counted_there).total()
    if not mine or not other or 2 * common < ALIKE * (len(mine) + len(other)):
        return []
    if len(denials(ours, forms).plain) != len(denials(theirs, forms).plain):
        return []  # "não feche", "mantenha aberto": the two together say the same
    changed, changed_there = list(_only(mine, counted_there)), list(_only(other, counted))
    found: list[Contrast] = []
    left = [(word, _lemmas(word.form, forms)) for word in changed_there]
    known = [(word, _lemmas(word.form, forms)) for word in changed]
    for word, lemmas in known:
        if any(stand_for(lemmas, there) for _, there in left):
            continue  # said in another word
        for at, (counterpart, there) in enumerate(left):
            if any(stand_for(there, here) for _, here in known):
                continue
            if _is_contrary(word.form, counterpart.form, lemmas, there):
                found.append(Contrast(word.start, word.end, counterpart.start, counterpart.end))
                del left[at]
                break
    return found


def _words(text: str) -> Iterator[Word]:
    for match in _WORD.finditer(text):
        form = _PARTING.sub("", match.group().lower())
        yield Word(form.replace(" mil", "000"), match.start(), match.end())


def _only(some: Sequence[Word], elsewhere: Counter[str]) -> Iterator[Word]:
    """The words that the other sentence does not have, or has less often."""
    left = Counter(elsewhere)
    for word in some:
        if left[word.form]:
            left[word.form] -= 1
        else:
            yield word


def _lemmas(form: str, forms: Lexicon) -> frozenset[str]:
    if form in function_words():
        return frozenset((form,))
    found = {reading.lemma.split("+")[0].lower() for reading in forms.analyse(forms.parts(form)[0])}
    return frozenset(found | {form})


def stand_for(lemmas: frozenset[str], others: frozenset[str]) -> bool:
    """Whether two words may be the same word, or stand on the same side of a contrast."""
    if not lemmas.isdisjoint(others):
        return True
    sides = _sides()
    own = {place for lemma in lemmas for place in sides.get(lemma, ())}
    return any(place in own for lemma in others for place in sides.get(lemma, ()))


def contrary(lemma: str, other: str) -> bool:
    """Whether two words, by their lemmas, are contraries; figures are none."""
    if lemma[0].isdigit() or other[0].isdigit():
        return False
    return _is_contrary(lemma, other, frozenset((lemma,)), frozenset((other,)))


def _is_contrary(form: str, other: str, lemmas: frozenset[str], others: frozenset[str]) -> bool:
    if form[0].isdigit() or other[0].isdigit():
        return form[0].isdigit() and other[0].isdigit()
    sides = _sides()
    own = {line: side for lemma in lemmas for line, side in sides.get(lemma, ())}
    if any(own.get(line, side) != side for lemma in others for line, side in sides.get(lemma, ())):
        return True
    return any(_denies(a, b) or _denies(b, a) for a in lemmas for b in others)


def _denies(word: str, denied: str) -> bool:
    """ "Desativar" denies "ativar"."""
    prefix = _DENYING.match(word)
    return prefix is not None and word[prefix.end() :] == denied and len(denied) >= _SHORTEST
