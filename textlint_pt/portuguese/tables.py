"""Facts of Portuguese that are tables: tab-separated lines, with comments after "#"."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt import shipped

DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[list[str]]:
    return shipped.read_rows(DATA / name)


#: masculine and feminine singular, masculine and feminine plural
Paradigm = tuple[str, str, str, str]


@cache
def all_paradigms() -> Mapping[str, Paradigm]:
    """Return all paradigms by name, such as "demonstratives.this"."""
    result: dict[str, Paradigm] = {}
    for name, forms in rows("paradigms.tsv"):
        masculine, feminine, masculines, feminines = forms.split()
        result[name] = masculine, feminine, masculines, feminines
    return result


def paradigms(*names: str) -> tuple[Paradigm, ...]:
    """Return the paradigms of a name or group: `paradigms("articles")`."""
    return tuple(
        forms
        for wanted in names
        for name, forms in all_paradigms().items()
        if name == wanted or name.startswith(f"{wanted}.")
    )


class Contraction(NamedTuple):
    """A contracted form, its preposition and its second word.

    `how`: whether the parser takes it apart: always; "depends" on the sentence; never, where it
    counts as one word.
    """

    form: str
    preposition: str
    second: str
    how: str


@cache
def contractions() -> Mapping[str, Contraction]:
    """Return all contractions by their form, in lower case."""
    return {fields[0]: Contraction(*fields) for fields in rows("contractions.tsv")}


@cache
def _joined() -> Mapping[tuple[str, str], str]:
    return {(one.preposition, one.second): one.form for one in contractions().values()}


def contracted(seconds: Collection[str], *prepositions: str) -> Mapping[tuple[str, str], str]:
    """Return the contractions of these prepositions with words of `seconds`."""
    return {
        (preposition, second): form
        for (preposition, second), form in _joined().items()
        if second in seconds and preposition in prepositions
    }


def with_article(*prepositions: str) -> frozenset[str]:
    """Return the contractions with the definite article: of "de", "do", "da", "dos", "das"."""
    (articles,) = paradigms("articles.definite")
    return frozenset(contracted(articles, *prepositions).values())


def contracted_paradigm(preposition: str, forms: Paradigm) -> Paradigm | None:
    """Return the contracted four forms; None unless the preposition joins with all."""
    masculine, feminine, masculines, feminines = (
        _joined().get((preposition, form), "") for form in forms
    )
    found = masculine, feminine, masculines, feminines
    return found if all(found) else None


def contracted_paradigms(preposition: str, *names: str) -> tuple[Paradigm, ...]:
    """Return the contractions of a preposition with all four forms: "do", "da", "dos", "das"."""
    every = (contracted_paradigm(preposition, forms) for forms in paradigms(*names))
    return tuple(found for found in every if found)


@cache
def _values() -> Mapping[str, Mapping[str, tuple[float, ...]]]:
    found: dict[str, dict[str, tuple[float, ...]]] = {"cardinal": {}, "scale": {}, "ordinal": {}}
    for word, kind, values in rows("numerals.tsv"):
        found[kind][word] = tuple(map(float, values.split()))
    return found


@cache
def cardinals() -> Mapping[str, int]:
    """Return values of "zero" to "novecentas", without those that multiply."""
    return {word: int(values[0]) for word, values in _values()["cardinal"].items()}


@cache
def ordinals() -> Mapping[str, int]:
    """Return values of the stems of ordinals from ten on; "o" or "a" follows."""
    return {word: int(values[0]) for word, values in _values()["ordinal"].items()}


def scales() -> Mapping[str, tuple[float, ...]]:
    """Return values of "mil", "milhão" and others that multiply; several if variants differ."""
    return _values()["scale"]


@cache
def between(low: int, high: int) -> tuple[str, ...]:
    """Cardinals from `low` to `high`, both included, in order."""
    return tuple(word for word, value in cardinals().items() if low <= value <= high)


_FEMININE = (("ês", "esa"), ("ão", "ã"), ("eu", "eia"), ("ol", "ola"), ("uz", "uza"), ("o", "a"))
_PLURAL_OF = (("alemão", "alemães"), ("catalão", "catalães"), ("ão", "ões"), ("ês", "eses"),
              ("ol", "óis"), ("uz", "uzes"), ("r", "res"), ("", "s"))  # fmt: skip


@cache
def peoples() -> Mapping[str, str]:
    """Return singular demonyms with "~" if they are also names, else "".

    In the table "^" marks those whose feminine is the name of a place, and not in the result.
    """
    result: dict[str, str] = {}
    for (line,) in rows("peoples.txt"):
        for entry in line.split():
            form = entry.lstrip("~^")
            result[form] = "~" if "~" in entry else ""
            if "^" not in entry:
                result[_ending(form, _FEMININE)] = result[form]
    return result


@cache
def forms_of_peoples() -> frozenset[str]:
    return frozenset(peoples()) | {_ending(form, _PLURAL_OF) for form in peoples()}


def _ending(form: str, endings: Sequence[tuple[str, str]]) -> str:
    for old, new in endings:
        if form.endswith(old):
            return form.removesuffix(old) + new
    return form


CONFUSABLES = DATA / "confusables.toml"


def choice_sets(path: Path = CONFUSABLES) -> Mapping[str, Any]:
    """Return the sets of confusable words, by kind, that the analysis `choice` learns."""
    return {
        kind: [_bare(one) if isinstance(one, str) else one for one in sets]
        for kind, sets in _content(path).items()
        if kind != "damage"
    }


def damage_sets(path: Path = CONFUSABLES) -> Mapping[str, list[str]]:
    """Return the sets of words that the encoder learns to detect, by kind."""
    content = _content(path)
    found = {kind: list(sets) for kind, sets in content["damage"].items()}
    for kind, sets in content.items():
        if kind == "damage":
            continue
        for one in sets:
            if isinstance(one, str) and (mark := one.partition(" @")[2]):
                rows = _bare(one).split(";")
                found[mark] += rows if mark == "forms" else rows[:1]
    return found


@cache
def _content(path: Path) -> Mapping[str, Any]:
    import tomllib

    return tomllib.loads(shipped.read_text(path))


def _bare(text: str) -> str:
    return text.partition(" @")[0]
