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
#: least number of words of sentences of which one word was exchanged
_MIN_WORDS = 4
#: "desativar", "impossível", "ilegal", "irregular"
_DENYING = regex(r"des|anti|in(?=[^bplmr])|im(?=[bpm])|i(?=l)|ir(?=r)")
#: letters of a word that such a prefix may stand before
_SHORTEST = 4
#: "rápido", "rapidamente"
_UNACCENTED = str.maketrans("áéíóúâêô", "aeiouaeo")
#: words, and numbers with what parts their figures: "1.000" is "1000"
_WORD = regex(rf"\d+(?:[.,\u00a0\u202f ]\d+)*(?: mil\b)?|{WORD.pattern}")
_PARTING = regex(r"[.,\s](?=\d{3}(?!\d))")


class Contrast(NamedTuple):
    """Places of two words that contrast: in the first text and in the second."""

    start: int
    end: int
    other_start: int
    other_end: int


class Exchanged(NamedTuple):
    """Two words in one place of two texts that are alike otherwise, and what they are forms of."""

    place: Contrast
    lemmas: frozenset[str]
    others: frozenset[str]


@cache
def _sides() -> Mapping[str, frozenset[tuple[int, int]]]:
    """Return the sides of contrasts that each lemma is on, as (line, side)."""
    found: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
    for number, line in enumerate(shipped.read_lines(_PATH)):
        for side, lemmas in enumerate(line.split("/")):
            for lemma in lemmas.split():
                for word in (lemma, _adverb(lemma)):
                    found[word].add((number, side))
    return {lemma: frozenset(sides) for lemma, sides in found.items()}


def content(text: str, forms: Lexicon) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield words that are no function words, with the lemmas that they may be forms of."""
    for word in _words(text):
        if word.form not in function_words():
            yield word.form, _lemmas(word.form, forms)


def _adverb(adjective: str) -> str:
    """Return the adverb in -mente; of what is no adjective a word that nobody writes."""
    stem = f"{adjective[:-1]}a" if adjective.endswith("o") else adjective
    return f"{stem.translate(_UNACCENTED)}mente"


def contrasts(first: str, second: str, forms: Lexicon) -> list[Contrast]:
    """Return pairs of contrasting words in text order, each word in one pair only."""
    in_first, other = list(_words(first)), list(_words(second))
    counts, other_counts = (Counter(word.form for word in words) for words in (in_first, other))
    common = (counts & other_counts).total()
    if 2 * common < ALIKE * (len(in_first) + len(other)):
        return []
    if len(denials(first, forms).plain) != len(denials(second, forms).plain):
        return []  # "não feche", "mantenha aberto": the two together say the same
    return _pairs(in_first, other, forms)


def opposites(first: str, second: str, forms: Lexicon) -> list[Contrast]:
    """As `contrasts`, of sentences that may differ in all else, and in denials too."""
    return _pairs(list(_words(first)), list(_words(second)), forms)


def _pairs(in_first: Sequence[Word], other: Sequence[Word], forms: Lexicon) -> list[Contrast]:
    """Return the contrasts between words that only one of the two sentences has."""
    counts, other_counts = (Counter(word.form for word in words) for words in (in_first, other))
    changed = [(word, _lemmas(word.form, forms)) for word in _only(in_first, other_counts)]
    unpaired = [(word, _lemmas(word.form, forms)) for word in _only(other, counts)]
    found: list[Contrast] = []
    for word, lemmas in changed:
        if any(stand_for(lemmas, other_lemmas) for _, other_lemmas in unpaired):
            continue  # the other sentence has a synonym of it
        for index, (counterpart, other_lemmas) in enumerate(unpaired):
            if any(stand_for(other_lemmas, own_lemmas) for _, own_lemmas in changed):
                continue
            if _is_contrary(word.form, counterpart.form, lemmas, other_lemmas):
                found.append(Contrast(word.start, word.end, counterpart.start, counterpart.end))
                del unpaired[index]
                break
    return found


def exchanged(first: str, second: str, forms: Lexicon) -> Exchanged | None:
    """Return the only content word that differs between two otherwise equal sentences, if it is
    no number and the words are no synonyms: "o servidor envia", "o cliente envia"."""
    in_first, in_second = list(_words(first)), list(_words(second))
    if len(in_first) != len(in_second) or len(in_first) < _MIN_WORDS:
        return None
    changed = [
        (word, other)
        for word, other in zip(in_first, in_second, strict=True)
        if word.form != other.form
        and _function_word_lemmas(word.form, forms).isdisjoint(
            _function_word_lemmas(other.form, forms)
        )
    ]
    if len(changed) != 1:
        return None
    ((word, other),) = changed
    for form in (word.form, other.form):
        if form in function_words() or form[0].isdigit():
            return None
    parts_of_speech, other_parts_of_speech = (
        {reading.upos for reading in forms.analyse(forms.parts(form)[0])}
        for form in (word.form, other.form)
    )
    lemmas, other_lemmas = _lemmas(word.form, forms), _lemmas(other.form, forms)
    if parts_of_speech.isdisjoint(other_parts_of_speech) or stand_for(lemmas, other_lemmas):
        return None
    return Exchanged(Contrast(word.start, word.end, other.start, other.end), lemmas, other_lemmas)


def _function_word_lemmas(form: str, forms: Lexicon) -> frozenset[str]:
    """Return lemmas of a function word, which may take the gender of the new word: "do", "da"."""
    if form not in function_words():
        return frozenset()
    return frozenset(reading.lemma for reading in forms.analyse(form))


def is_converse(first: str, second: str, contrast: Contrast) -> bool:
    """Return whether a word of both texts is before the contrast in one, after it in the other:
    "A contém B", "B está contido em A"."""
    ignored = function_words()

    def is_before(text: str, start: int) -> dict[str, bool]:
        words = [word for word in _words(text) if word.form not in ignored and word.start != start]
        counts = Counter(word.form for word in words)
        return {word.form: word.start < start for word in words if counts[word.form] == 1}

    in_first = is_before(first, contrast.start)
    in_second = is_before(second, contrast.other_start)
    return any(in_first[form] != in_second[form] for form in in_first.keys() & in_second.keys())


def _words(text: str) -> Iterator[Word]:
    for match in _WORD.finditer(text):
        form = _PARTING.sub("", match.group().lower())
        yield Word(form.replace(" mil", "000"), match.start(), match.end())


def _only(words: Sequence[Word], other_counts: Counter[str]) -> Iterator[Word]:
    """Yield the words that the other sentence lacks, or has less often."""
    remaining = Counter(other_counts)
    for word in words:
        if remaining[word.form]:
            remaining[word.form] -= 1
        else:
            yield word


def _lemmas(form: str, forms: Lexicon) -> frozenset[str]:
    if form in function_words():
        return frozenset((form,))
    found = {reading.lemma.split("+")[0].lower() for reading in forms.analyse(forms.parts(form)[0])}
    return frozenset(found | {form})


def stand_for(lemmas: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether two words may be the same, or be on one side of a contrast."""
    return not lemmas.isdisjoint(others) or not _sides_of(lemmas).isdisjoint(_sides_of(others))


def _sides_of(lemmas: frozenset[str]) -> set[tuple[int, int]]:
    return {place for lemma in lemmas for place in _sides().get(lemma, ())}


def contrary(lemma: str, other: str) -> bool:
    """Return whether two words, by their lemmas, are contraries; figures are none."""
    if lemma[0].isdigit() or other[0].isdigit():
        return False
    return _is_contrary(lemma, other, frozenset((lemma,)), frozenset((other,)))


def _is_contrary(form: str, other: str, lemmas: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether two words are antonyms, two different numbers, or a word and its negation."""
    are_numbers = form[0].isdigit(), other[0].isdigit()
    if any(are_numbers):
        return all(are_numbers)
    on_two_sides = any(
        line == other_line and side != other_side
        for line, side in _sides_of(lemmas)
        for other_line, other_side in _sides_of(others)
    )
    return on_two_sides or any(_denies(a, b) or _denies(b, a) for a in lemmas for b in others)


def _denies(word: str, denied: str) -> bool:
    """ "Desativar" denies "ativar"."""
    prefix = _DENYING.match(word)
    return prefix is not None and word[prefix.end() :] == denied and len(denied) >= _SHORTEST
