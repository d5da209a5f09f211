"""The gender of who is meant, where an English source decides it: *she* and *he* against *ele* and
*ela*, and words in -o and -a that agree with nothing beside them.

Nothing is told of a source that speaks of both, or of neither, nor of a translation with words of
both. Words that agree with a thing beside them say nothing of a person.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from textlint_pt import portuguese
from textlint_pt.text.segmentation import function_words
from textlint_pt.text.words import TERM

if TYPE_CHECKING:
    from textlint_pt.contract import Forms
    from textlint_pt_translation.turned import Place

_WORDS = portuguese.Lists(Path(__file__).with_name("data") / "words.tsv")
FEMININE, MASCULINE = "Fem", "Masc"
_ENGLISH = {
    FEMININE: _WORDS.words("english.feminine"),
    MASCULINE: _WORDS.words("english.masculine"),
}
_PERSONS = {
    FEMININE: _WORDS.words("persons.feminine"),
    MASCULINE: _WORDS.words("persons.masculine"),
}
_FREE = _WORDS.words("gender.free")
#: endings of the two genders, those of people who do something first
_PAIRS = (("ores", "oras"), ("or", "ora"), ("os", "as"), ("o", "a"))
_AGENTS = 2
#: words before and after one that it may agree with
_BESIDE = 2
_SHORTEST = 3


def misgendered(source: str, text: str, forms: Forms) -> tuple[Place, Place] | None:
    """Return a target word of the wrong gender, and the source word that decides; or None."""
    decides = [
        (gender, match.span())
        for match in TERM.finditer(source)
        for gender, words in _ENGLISH.items()
        if match[0].lower() in words
    ]
    if len({gender for gender, _ in decides}) != 1:
        return None
    wanted, in_source = decides[0]
    found = list(_marked(text, forms))
    if not found or any(gender == wanted for gender, _ in found):
        return None
    return found[0][1], in_source


def _marked(text: str, forms: Forms) -> Iterator[tuple[str, Place]]:
    """Yield words that speak of a person of one gender."""
    words = [(match[0].lower(), match.span()) for match in TERM.finditer(text)]
    for at, (form, place) in enumerate(words):
        person = next((gender for gender, known in _PERSONS.items() if form in known), None)
        if person:
            yield person, place
            continue
        gender = "" if form in _FREE else _gender(form, forms)
        neighbours = words[max(0, at - _BESIDE) : at] + words[at + 1 : at + 1 + _BESIDE]
        if gender and not any(other != form and _is_thing(other, forms) for other, _ in neighbours):
            yield gender, place


@lru_cache(20_000)
def _is_thing(form: str, forms: Forms) -> bool:
    """Return whether a word is a noun that has one gender."""
    if len(form) < _SHORTEST or form in function_words() or _gender(form, forms):
        return False
    return "NOUN" in _parts(form, forms)


@lru_cache(20_000)
def _gender(form: str, forms: Forms) -> str:
    """Return the gender of an adjective, a participle or who does something that has both; "" for
    none."""
    for number, (masculine, feminine) in enumerate(_PAIRS):
        for gender, ending, other in (
            (FEMININE, feminine, masculine),
            (MASCULINE, masculine, feminine),
        ):
            if not form.endswith(ending):
                continue
            sides = _parts(form, forms), _parts(form.removesuffix(ending) + other, forms)
            if number < _AGENTS:
                if all("NOUN" in side for side in sides):
                    return gender
                continue
            is_participle = form.endswith(("do", "da", "dos", "das"))
            kinds = ("ADJ", "VERB") if is_participle else ("ADJ",)
            return gender if any(all(k in side for side in sides) for k in kinds) else ""
    return ""


def _parts(form: str, forms: Forms) -> frozenset[str]:
    return frozenset(reading.upos for reading in forms.readings(form))
