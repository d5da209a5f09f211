"""The noisy channel: which words a form may be a slip for, and how probably.

Who writes means a word (the lexicon says how frequent it is) and slips (`data/slips.tsv` says how
often one group of letters is written for another). Candidates are looked for in the whole lexicon:
the form is changed in one place, or in two, with a joker for what may be any letter, and the
lexicon's automaton reads it with all letters exchanged that are often taken for one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from textlint_pt import portuguese
from textlint_pt.contract import Forms, Reading
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.sentence.coinage import looks_foreign
from textlint_pt_grammaticality.sentence.reading import table
from textlint_pt_grammaticality.sentence.respelling import bare, is_word

#: longer forms are not words
LONGEST = 30
#: letters from which two places are changed
_MIN_FOR_TWO = 5
#: letters of the beginning of which no more than one is wrong
_FIRST_LETTERS = 2
#: nats of a frequency class: twice as frequent
CLASS = 0.55
#: nats against what no text had that was counted
_UNSEEN = 1.0
#: nats of a word in all the text that was counted
_LOG_CORPUS_SIZE = 13.2
#: candidates that are compared in detail, and that are kept
_COMPARED, KEPT = 20, 8
#: nats of a slip before it is looked at
_SLIP_NATS = 2.5
#: nats of a word in use, of which a rare word may be a slip
_IN_USE = 3.3
#: frequency class up to which a word is seldom enough to be one
_RARE = 3
#: nats from which a form is a slip for a word of ours rather than one of another language
_OURS = -1.0
#: of one change a candidate that is so good makes two needless
_GOOD_SCORE = 2.0
#: nats against a word put together by rule, and against what is none
_COINED, _NO_WORD = 5.0, 20.0
#: nats for words that follow another
_BIGRAM_BONUS = 3.0
_JOKER = "*"
#: rows of `slips.tsv` that hold for any letters
NAMED = (
    "swapped", "doubled", "syllable", "first", "space", "hyphen", "exchanged", "repeated",
)  # fmt: skip
_ALPHABET = "abcdefghijklmnopqrstuvwxyzáâãàéêíóôõúç-"
_ROWS = ("qwertyuiop", "asdfghjklç", "zxcvbnm")
_DIAGONALS = ("qaz", "wsx", "edc", "rfv", "tgb", "yhn", "ujm", "ik", "ol", "pç")
_MARKED = {"a": "áâãà", "e": "éê", "i": "í", "o": "óôõ", "u": "úü"}


class Candidate(NamedTuple):
    """A word, and what speaks for it in nats: how frequent it is, less what the slips cost."""

    form: str
    score: float
    cost: float


class _Slips(NamedTuple):
    """Costs by what is written and meant; the same by what is written, and by the number of letters
    meant; letters exchanged one for one, as the automaton takes them; longer groups; nats of any
    letter lost, too many, or another one; of two changed over, of one struck twice or once, of two
    lost side by side; against a slip in the first letter, a space and a hyphen lost; of two letters
    apart changed over, and of a group struck twice."""

    costs: Mapping[tuple[str, str], float]
    meant: Mapping[str, Mapping[int, Mapping[str, float]]]
    letters: Mapping[str, Sequence[str]]
    groups: Sequence[tuple[str, str]]
    lost: float
    more: float
    other: float
    swapped: float
    doubled: float
    syllable: float
    first: float
    space: float
    hyphen: float
    exchanged: float
    repeated: float


#: rows that the marks of all vowels share: a mark lost, put, another one
_LOST, _PUT, _WRONG = ("a", "á"), ("á", "a"), ("á", "à")


@cache
def _rows() -> Mapping[tuple[str, str], float]:
    lines = (line.split("\t") for line in table("slips.tsv")[1:])
    return {(written, meant): float(nats) for written, meant, nats in lines}


@cache
def slips() -> _Slips:
    """Return the costs of slips, in nats, read from `slips.tsv` and completed with marks and
    neighbouring keys."""
    costs = dict(_rows())
    lost, put, wrong = (costs.pop(key) for key in (_LOST, _PUT, _WRONG))
    key = costs.pop(("key", ""))
    named = [costs.pop((name, "")) for name in NAMED]
    any_letter = [costs.pop(key) for key in (("", _JOKER), (_JOKER, ""), (_JOKER, _JOKER))]
    for letter, marked in _MARKED.items():
        for one in marked:
            costs[letter, one] = lost
            costs.setdefault((one, letter), put)
            costs.update({(one, other): wrong for other in marked if other != one})
    letters: dict[str, list[str]] = {_JOKER: list(_ALPHABET)}
    for (written, meant), cost in costs.items():
        if len(written) == len(meant) == 1 and cost < any_letter[-1]:
            letters.setdefault(written, []).append(meant)
    for keys in (*_ROWS, *_DIAGONALS):
        for one, other in pairwise(keys):
            costs.setdefault((one, other), key)
            costs.setdefault((other, one), key)
    groups = [pair for pair in costs if len(pair[0]) != 1 or len(pair[1]) != 1]
    by_written: dict[str, dict[int, dict[str, float]]] = {}
    for (written, meant), cost in costs.items():
        by_written.setdefault(written, {}).setdefault(len(meant), {})[meant] = cost
    return _Slips(costs, by_written, letters, groups, *any_letter, *named)


@lru_cache(1 << 11)
def candidates(form: str, forms: Forms, may_be_word: bool = False) -> Sequence[Candidate]:
    """Return the words that a lower-case form may be a slip for, the likeliest first, or, where
    `may_be_word`, those it may be a rare word beside. A foreign form is changed once."""
    if not 1 < len(form) <= LONGEST:
        return ()
    listed = _pairs("chat.txt").get(form)
    if listed is not None:
        return (Candidate(listed, prior(listed, forms), 0.0),)
    once = list(dict.fromkeys(_changed(form)))
    if may_be_word and forms.frequency(form):
        once = [one for one in once if _JOKER not in one]  # by ear alone: "analizar"
    found_once = _words_read(once, forms)
    if may_be_word:
        found_once = {one for one in found_once if prior(one, forms) > _IN_USE}
    found = _best_candidates(form, found_once, forms)
    from_parts = [] if may_be_word else [*_two_words(form, forms), *_with_clitic(form, forms)]
    best = max((one.score for one in (*found, *from_parts)), default=-9.0)
    is_long = not may_be_word and len(form) >= _MIN_FOR_TWO
    if is_long and best < _GOOD_SCORE and not looks_foreign(form):
        # what begins with any letter would take long
        twice = dict.fromkeys(
            other
            for one in once
            if _JOKER not in one[:_FIRST_LETTERS]
            for other in _changed(one, _FIRST_LETTERS)
        )
        twice[f"{form[0]}{_JOKER}{_JOKER}{form[1:]}"] = None  # "entualmente"
        swapped = {one for one in _changed_apart(form) if forms.readings(one)}
        found_twice = _words_read(twice.keys() - once, forms)
        found = _best_candidates(form, found_once | swapped | found_twice, forms)
    by_form = {one.form: one for one in sorted([*found, *from_parts], key=lambda one: one.score)}
    return sorted(by_form.values(), key=lambda one: (-one.score, one.form))[:KEPT]


#: letters between two that are changed over, and of a group struck twice
_BETWEEN, _STRUCK = 3, (2, 3, 4)


def _changed_apart(form: str) -> Iterator[str]:
    """The form with two letters apart changed over, or a group that stands twice once:
    "indepentende", "enconcontrar"."""
    for at in range(len(form) - 2):
        for other in range(at + 2, min(len(form), at + 2 + _BETWEEN)):
            if form[at] != form[other]:
                between = form[at + 1 : other]
                yield f"{form[:at]}{form[other]}{between}{form[at]}{form[other + 1 :]}"
    for size in _STRUCK:
        for at in range(len(form) - 2 * size + 1):
            if form[at : at + size] == form[at + size : at + 2 * size]:
                yield form[:at] + form[at + size :]


def slip_apart(written: str, meant: str) -> str | None:
    """The row of a slip of letters apart, where it alone makes what is written of what is meant."""
    if meant not in _changed_apart(written):
        return None
    return "exchanged" if len(written) == len(meant) else "repeated"


#: letters of the shortest beginning in the list
_LEAST_STEM = 2


def is_slip(form: str, forms: Forms) -> bool:
    """Whether a form that is no word is most likely a slip for one of ours."""
    found = candidates(form, forms, False)
    return bool(found) and found[0].score > _OURS


@lru_cache(1 << 12)
def misspelling(form: str, forms: Forms) -> str | None:
    """Return the word meant by a form of the list of misspellings, or by one that begins as an
    entry "stem-" does."""
    listed = _pairs("misspellings.txt")
    if form in listed:
        return listed[form]
    for at in range(len(form), _LEAST_STEM, -1):
        meant = listed.get(f"{form[:at]}-")
        if meant is not None:
            word = meant[:-1] + form[at:]
            is_in_lexicon = any(reading.source == "lexicon" for reading in forms.readings(form))
            is_in_use = is_in_lexicon and forms.frequency(form)
            return word if forms.readings(word) and not is_in_use else None
    return None


@cache
def _pairs(name: str) -> Mapping[str, str]:
    """What is meant by each form of a list."""
    pairs = (line.partition(" ") for line in table(name))
    return {form: word for form, _, word in pairs}


def _words_read(patterns: Iterable[str], forms: Forms) -> set[str]:
    """Return the words of the lexicon that the patterns match with letters exchanged as slips
    do."""
    letters = slips().letters
    return {found for one in patterns for found in forms.alike(one, letters)}


def _best_candidates(form: str, found: set[str], forms: Forms) -> list[Candidate]:
    """Return the words that differ from the form by the cheapest slips, with their scores."""
    from rapidfuzz.distance import OSA

    found.discard(form)
    bare_form = bare(form)

    def rough_cost(one: str) -> float:
        return _SLIP_NATS * OSA.distance(bare_form, bare(one)) - prior(one, forms)

    result = []
    for one in sorted(found, key=lambda one: (rough_cost(one), one))[:_COMPARED]:
        if is_word(one, forms) and not _sounds_otherwise(form, one):
            cost = cost_of(form, one)
            result.append(Candidate(one, prior(one, forms) - cost, cost))
    return result


def _sounds_otherwise(written: str, meant: str) -> bool:
    """Whether a cedilla stands where "c" would be another sound: "carniçais" is not "carnicais"."""
    return len(written) == len(meant) and any(
        meant[found.start()] == "c" for found in _CEDILLA.finditer(written)
    )


_CEDILLA = regex(r"ç(?=[aáâãàoóôõuú])")


def prior(form: str, forms: Forms) -> float:
    """Return how often a word is meant, in nats: the logarithm of its count, of two words that of
    the commoner."""
    number = max(map(forms.frequency, form.split())) if " " in form else forms.frequency(form)
    return CLASS * number if number else -_UNSEEN


def standing(form: str, forms: Forms) -> float | None:
    """Return what speaks for a form as a word, in nats; None where it is not in doubt. Less for a
    rare word, a name, a word of no text, one put together by rule."""
    readings = forms.readings(form)
    if readings and all(r.source == "name" and r.lemma.isupper() for r in readings):
        return -_NO_WORD
    if frequency := forms.frequency(form):
        is_rare = frequency <= _RARE or all(reading.source == "name" for reading in readings)
        return prior(form, forms) if is_rare else None
    if readings:
        is_in_lexicon = all(reading.source == "lexicon" for reading in readings)
        is_in_use = any(forms.frequency(reading.lemma) for reading in readings)
        return -_UNSEEN if is_in_lexicon and not is_in_use else None
    analyses = forms.analyse(form)
    if not analyses:
        return -_NO_WORD
    parts = [prior(base, forms) for base in _bases(form, analyses, forms)]
    return max(parts, default=-_NO_WORD) - _COINED


def _bases(form: str, made: Sequence[Reading], forms: Forms) -> Iterator[str]:
    """Yield the words that a prefix stands before or that an adverb in "-mente" is made of."""
    for reading in made:
        if form.endswith("mente"):
            base = form.removesuffix("mente")
            if any(
                one.upos == "ADJ" and (one.feature("Gender") == "Fem" or not base.endswith("a"))
                for one in forms.readings(base)
            ):
                yield base
            continue
        for at in range(2, len(form) - 3):
            lemma = reading.lemma.removeprefix(form[:at])
            if any(
                (one.lemma, one.upos) == (lemma, reading.upos) for one in forms.readings(form[at:])
            ):
                yield form[at:]


def _changed(form: str, first: int = 0) -> Iterator[str]:
    """Yield the form and each form with one change from letter `first` on: a letter more, less,
    another (the joker), two swapped, a group for another. Two jokers stand side by side only."""
    yield form
    for at in range(first, len(form)):
        yield form[:at] + form[at + 1 :]
        if at + 1 < len(form) and form[at] != form[at + 1]:
            yield form[:at] + form[at + 1] + form[at] + form[at + 2 :]
    joker = form.find(_JOKER)
    low, high = (first, len(form)) if joker < 0 else (max(first, joker - 1), joker + 1)
    for at in range(low, high + 1):
        yield form[:at] + _JOKER + form[at + 1 :]
        if at >= joker:
            yield form[:at] + _JOKER + form[at:]
    for written, meant in slips().groups:
        at = form.find(written) if written else -1
        while at >= 0:
            yield form[:at] + meant + form[at + len(written) :]
            at = form.find(written, at + 1)


@lru_cache(1 << 12)
def cost_of(written: str, meant: str) -> float:
    """Return the cost, in nats, of the likeliest slips that make `written` of `meant`."""
    shorter = min(len(written), len(meant))
    start = next((at for at in range(shorter) if written[at] != meant[at]), shorter)
    end = next((at for at in range(shorter - start) if written[-1 - at] != meant[-1 - at]), 0)
    start, end = max(0, start - _CONTEXT_LETTERS), max(0, end - _CONTEXT_LETTERS)
    cost = _cheapest(
        written[start : len(written) - end], meant[start : len(meant) - end], not start
    )
    row = slip_apart(written, meant) if cost > slips().repeated else None
    return min(cost, getattr(slips(), row)) if row else cost


#: letters beside a slip that say which it is
_CONTEXT_LETTERS = 2
#: letters of the longest group that is written for another
_LONGEST_GROUP = 6
_INFINITE = 99.0
_NONE: Mapping[int, Mapping[str, float]] = {}


def _cheapest(written: str, meant: str, opens: bool) -> float:
    """Return the least cost of edits that turn `meant` into `written` (Damerau-Levenshtein with
    costs by letters and groups, in a band of four); `opens`: both begin a word."""
    costs = slips()
    width, height = len(meant) + 1, len(written) + 1
    # best[i][j]: the least cost of i letters written for j letters meant
    best = [[_INFINITE] * width for _ in range(height + 1)]
    best[0][0] = 0.0
    for i in range(height):
        row, next_row = best[i], best[i + 1]
        groups = [
            (best[i + length], meant_length, by_meant)
            for length in range(min(_LONGEST_GROUP, height - 1 - i) + 1)
            for meant_length, by_meant in costs.meant.get(written[i : i + length], _NONE).items()
        ]
        letter = written[i : i + 1]
        first_letter_cost = costs.first if opens and not i else 0.0
        insertion = costs.doubled if i and letter == written[i - 1] else costs.more
        for j in range(max(0, i - 4), min(width, i + 5)):
            cost = row[j]
            opening_cost = cost + first_letter_cost
            other = meant[j : j + 1]
            if letter:
                if other:
                    nats = cost if letter == other else opening_cost + costs.other
                    if nats < next_row[j + 1]:  # noqa: PLR1730  (`min` is slower)
                        next_row[j + 1] = nats
                    swapped = letter == meant[j + 1 : j + 2] and other == written[i + 1 : i + 2]
                    if swapped and cost + costs.swapped < best[i + 2][j + 2]:
                        best[i + 2][j + 2] = cost + costs.swapped
                if opening_cost + insertion < next_row[j]:  # noqa: PLR1730  (`min` is slower)
                    next_row[j] = opening_cost + insertion
            if other:
                nats = opening_cost + (costs.doubled if j and other == meant[j - 1] else costs.lost)
                if nats < row[j + 1]:  # noqa: PLR1730  (`min` is slower)
                    row[j + 1] = nats
                if j + 2 < width and opening_cost + costs.syllable < row[j + 2]:
                    row[j + 2] = opening_cost + costs.syllable
            for target, meant_length, by_meant in groups:
                nats = cost + by_meant.get(meant[j : j + meant_length], _INFINITE)
                if j + meant_length < width and nats < target[j + meant_length]:
                    target[j + meant_length] = nats
    return best[height - 1][-1]


# ------------------------------------------------------------------ spaces and hyphens


def _two_words(form: str, forms: Forms) -> Iterator[Candidate]:
    """Yield two words that a space was lost between: "agente" → "a gente"."""
    space = slips().space
    for at in range(1, len(form)):
        one, other = form[:at], form[at:]
        if all(forms.frequency(word) >= _min_frequency(word) for word in (one, other)):
            words = prior(one, forms) + prior(other, forms) - _LOG_CORPUS_SIZE + _BIGRAM_BONUS
            yield Candidate(f"{one} {other}", words - space, space)


def _min_frequency(word: str) -> int:
    """Return the frequency class that a word needs to be told without its space: short words a
    high one."""
    for length, frequency in ((1, 17), (2, 13), (4, 9)):
        if len(word) <= length:
            return frequency
    return 3


@cache
def _clitics() -> Sequence[str]:
    return sorted(
        (
            form
            for form, one in portuguese.clitics().items()
            if len(one.pronouns) == 1 and len(form) > 1 and form not in ("os", "as")
        ),
        key=lambda form: -len(form),
    )


def _with_clitic(form: str, forms: Forms) -> Iterator[Candidate]:
    """Yield a verb with its clitic where the hyphen was lost: "vendese" → "vende-se"."""
    for clitic in _clitics():
        verb = form.removesuffix(clitic)
        if verb == form or len(verb) < 2:
            continue
        for one in stressed(verb) if portuguese.clitics()[clitic].after == "loss" else (verb,):
            whole = f"{one}-{clitic}"
            if any(reading.upos.endswith("+PRON") for reading in forms.analyse(whole)):
                cost = slips().hyphen + (slips().costs["e", "é"] if one != verb else 0.0)
                frequency = max(prior(other, forms) for other in (one, f"{bare(one)}r"))
                yield Candidate(whole, frequency - cost, cost)


def stressed(verb: str) -> Iterator[str]:
    """Yield a verb before "lo" with the accent of the infinitive: "compra" → "comprá", "abri" →
    "abri"."""
    if verb.endswith("i") and verb[-2:-1] not in ("a", "u"):
        yield verb  # "abri-lo"
    for letter, marked in (("a", "á"), ("e", "ê"), ("o", "ô"), ("ai", "aí"), ("ui", "uí")):
        if verb.endswith(letter):
            yield verb.removesuffix(letter) + marked
