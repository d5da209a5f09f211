"""What a form may be a misspelling of: forms of the lexicon that typical slips turn into it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

from textlint_pt.contract import Forms
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words

#: marks that a letter may have lost; the second set is the tilde's, which may occur beside a stress
#: mark
_STRESS = {"a": "áâà", "e": "éê", "i": "í", "o": "óô", "u": "ú"}
_TILDE = {"a": "ã", "o": "õ"}
#: the letters that may follow them; "" for the end of a word
_BEFORE = {"a": ("", "o", "e", "i", "s", "z", "m"), "o": ("e",)}
_LETTERS = "abcdefghijklmnopqrstuvwxyzáâãàéêíóôõúç"
#: longer forms are not words, and would take long
LONGEST = 30
#: maximal number of marked spellings tried for a form: a word of ten vowels has hundreds
_MOST_MARKED = 400
#: letters that sound the same or similar
_ALIKE = (
    "ss ç c s sc xc sç", "s z x", "ch x", "g j", "l u", "e i", "o u", "lh li", "m n", "qu k c",
    "rr r", "nh ni", "am ão", "ou o", "ei e", "h ",
)  # fmt: skip
#: groups of letters that a scanner takes for others: as read, and as printed
_MISREAD = (
    ("rn", "m"), ("m", "rn"), ("ni", "m"), ("in", "m"), ("cl", "d"), ("d", "cl"), ("ii", "n"),
    ("li", "h"), ("vv", "w"), ("í", "l"),
)  # fmt: skip
_CLITICS = ("lhes", "lhe", "me", "se", "nos")
_KEYS = ("qwertyuiop", "asdfghjklç", "zxcvbnm")


class Candidate(NamedTuple):
    """A form of the lexicon, its distance (fewer is nearer) and its frequency class."""

    form: str
    cost: float
    frequency: int

    @property
    def rank(self) -> float:
        """The lower, the likelier to be meant: one more slip weighs as much as 64 times the
        frequency."""
        return 6 * self.cost - self.frequency


def bare(form: str) -> str:
    """The letters without their marks."""
    return "".join(c for c in unicodedata.normalize("NFD", form) if not unicodedata.combining(c))


@lru_cache(4096)
def marked(form: str) -> tuple[str, ...]:
    """The spellings of a lower-case form that differ from it only in marks."""
    if len(form) > LONGEST:
        return ()
    plain = bare(form)
    cedillas = [
        ("c", "ç") if c == "c" and plain[i + 1 : i + 2] in ("a", "o", "u") else (c,)
        for i, c in enumerate(plain)
    ]
    spellings = (
        whole
        for base in map("".join, product(*cedillas))
        for nasal in _one_each(base, _TILDE, _BEFORE, len(base))
        for whole in _one_each(nasal, _STRESS, None, _nasal_place(base, nasal))
    )
    found = dict.fromkeys(islice(spellings, _MOST_MARKED))
    found.pop(form, None)
    return tuple(found)


def _one_each(
    form: str, marks: Mapping[str, str], before: Mapping[str, Sequence[str]] | None, end: int
) -> Iterator[str]:
    """The form as it is, then with each one of the marks at each place up to `end`; `before`: what
    may follow a letter that gets a mark."""
    yield form
    for i, letter in enumerate(form[:end]):
        if letter in marks and (before is None or form[i + 1 : i + 2] in before[letter]):
            for mark in marks[letter]:
                yield f"{form[:i]}{mark}{form[i + 1 :]}"


def _nasal_place(base: str, nasal: str) -> int:
    """Where the tilde is: a stress is marked before it ("órgão"); else the end."""
    return next((i for i, letter in enumerate(nasal) if letter != base[i]), len(base))


def with_marks(form: str, forms: Forms, least: int) -> list[Candidate]:
    """Forms of at least a frequency class that differ only in marks, the most frequent first."""
    found = [Candidate(other, 0.5, forms.frequency(other)) for other in marked(form)]
    return sorted(
        (one for one in found if one.frequency >= least and is_word(one.form, forms)),
        key=lambda one: (-one.frequency, one.form),
    )


def near(form: str, forms: Forms, least: int, most: int) -> list[Candidate]:
    """Forms of at least a frequency class that slips turn into this one, at most `most`, the best
    first."""
    if len(form) > LONGEST:
        return []
    best: dict[str, Candidate] = {}

    def add(others: Iterable[str], cost: float) -> None:
        for other in others:
            frequency = forms.frequency(other)
            nearer = other not in best or cost < best[other].cost
            if nearer and frequency >= least and is_word(other, forms):
                best[other] = Candidate(other, cost, frequency)

    add(marked(form), 0.5)
    heard = set(_heard_alike(form))
    add(heard, 1)
    add(_struck_beside(form), 1)
    add(_misread(form), 1)
    add(_one_edit(form), 1.5)
    if not best:
        add((other for one in heard for other in marked(one)), 1.5)
    if not best:
        add((other for one in heard for other in _heard_alike(one)), 2)
    result = [one for one in best.values() if one.form != form]
    return sorted(result, key=lambda one: (one.rank, one.form))[:most]


def divided(form: str, forms: Forms, least: int) -> list[str]:
    """Two words that a form becomes when a space is inserted, one of them a function word."""
    grammar = function_words()
    found: list[tuple[int, str]] = []
    for i in range(2, len(form) - 1):
        one, other = form[:i], form[i:]
        if one in grammar or (other in grammar and len(other) > 2):
            rarer = min(forms.frequency(one), forms.frequency(other))
            if rarer >= least and len(one) + len(other) > 5:
                found.append((rarer, f"{one} {other}"))
    if form.endswith("e") and len(form) > 6 and forms.frequency(form[:-1]) >= least:
        found.append((forms.frequency(form[:-1]), f"{form[:-1]} e"))
    return [words for _, words in sorted(found, reverse=True)]


def joined(form: str, forms: Forms, least: int) -> list[str]:
    """The verb and its clitic that a form becomes when a hyphen is inserted: "falar-lhe"."""
    for clitic in _CLITICS:
        verb = form.removesuffix(clitic)
        if verb == form or len(verb) < 3 or forms.frequency(verb) < least:
            continue
        whole = f"{verb}-{clitic}"
        if any(reading.upos.endswith("+PRON") for reading in forms.analyse(whole)):
            return [whole]
    return []


def is_word(form: str, forms: Forms) -> bool:
    """Whether a form has a reading in current spelling that is not a name."""
    return any(
        reading.source != "name" and "Style=Arch" not in reading.features
        for reading in forms.readings(form)
    )


def _one_edit(form: str) -> Iterator[str]:
    """A letter left out, exchanged with the next, changed, or inserted."""
    for i in range(len(form)):
        yield form[:i] + form[i + 1 :]
        if i + 1 < len(form):
            yield form[:i] + form[i + 1] + form[i] + form[i + 2 :]
        for letter in _LETTERS:
            yield form[:i] + letter + form[i + 1 :]
    for i in range(len(form) + 1):
        for letter in _LETTERS:
            yield form[:i] + letter + form[i:]


def _struck_beside(form: str) -> Iterator[str]:
    """Two letters typed in the wrong order, one twice or once too few, or a neighbouring key."""
    for i, letter in enumerate(form):
        if i + 1 < len(form):
            yield form[:i] + form[i + 1] + letter + form[i + 2 :]
        yield form[:i] + letter + form[i:]
        if form[i + 1 : i + 2] == letter:
            yield form[:i] + form[i + 1 :]
        for other in _BESIDE.get(letter, ""):
            yield form[:i] + other + form[i + 1 :]


def _misread(form: str) -> Iterator[str]:
    """One group of letters taken for another by a scanner: "assernbleia"."""
    for read, printed in _MISREAD:
        start = form.find(read)
        while start >= 0:
            yield form[:start] + printed + form[start + len(read) :]
            start = form.find(read, start + 1)


def _heard_alike(form: str) -> Iterator[str]:
    """One group of letters replaced by another with the same sound."""
    for match in _SOUNDS.finditer(form):
        for length in range(1, len(match[1]) + 1):
            written = match[1][:length]
            start = match.start()
            for other in _OTHERS.get(written, ()):
                yield form[:start] + other + form[start + length :]


def _others() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for group in _ALIKE:
        members = group.split(" ")
        for member in members:
            if member:
                others = tuple(other for other in members if other != member)
                found[member] = found.get(member, ()) + others
    return found


_OTHERS = _others()
_SOUNDS = regex(r"(?=(.{1,2}))")
_BESIDE = {
    letter: row[max(0, i - 1) : i] + row[i + 1 : i + 2]
    for row in _KEYS
    for i, letter in enumerate(row)
}
