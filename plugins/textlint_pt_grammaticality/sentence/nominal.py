"""Gender, number and person: the lexicon's readings of words, combined by the parse."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from textlint_pt import portuguese
from textlint_pt.contract import Forms, Reading
from textlint_pt.contract.forms import feature_map
from textlint_pt_grammaticality.sentence.reading import own_words

#: a gender (M, F) and a number (S, P)
GenderNumber = tuple[str, str]
#: what may precede a noun and belong to it, and what joins two nouns
OPENERS = ("det", "nummod", "amod", "case")
JOINING = own_words("nominal.joining")
#: a person (1, 2, 3) and a number (S, P)
Person = tuple[str, str]

ANY_AGREEMENT: frozenset[GenderNumber] = frozenset(
    (gender, number) for gender in "MF" for number in "SP"
)
PLURAL: frozenset[GenderNumber] = frozenset(cell for cell in ANY_AGREEMENT if cell[1] == "P")
SINGULAR: frozenset[GenderNumber] = ANY_AGREEMENT - PLURAL
_NONE: frozenset[GenderNumber] = frozenset()

_CELLS: tuple[GenderNumber, ...] = (("M", "S"), ("F", "S"), ("M", "P"), ("F", "P"))
_MANY = frozenset(portuguese.between(3, 100)) - {"cento"}
PRONOUNS: dict[str, frozenset[GenderNumber]] = {
    **dict.fromkeys(own_words("nominal.singular"), SINGULAR),
    **dict.fromkeys(own_words("nominal.plural"), PLURAL),
    **dict.fromkeys(portuguese.words("neuters", "pronouns.something"), frozenset([("M", "S")])),
    **{
        form: frozenset([cell])
        for form, cell in zip(portuguese.ordered("pronouns.personal.third"), _CELLS, strict=True)
    },
}
PERSONS: dict[str, Person] = {
    form: (person, number)
    for person in "123"
    for number in "SP"
    for form in own_words(f"persons.{person}{number}")
}


@cache
def determiners() -> dict[str, dict[GenderNumber, str]]:
    """Return the forms of each determiner and gendered numeral by gender and number."""
    table: dict[str, dict[GenderNumber, str]] = {}
    rows = (
        *portuguese.paradigms("articles", "demonstratives", "possessives", "indefinites"),
        *portuguese.paradigms("emphatic", "relatives"),
        *(
            row
            for preposition in portuguese.ordered("prepositions.joined")
            for row in portuguese.contracted_paradigms(
                preposition, "articles", "demonstratives", "indefinites.other"
            )
        ),
    )
    for row in rows:
        forms = dict(zip(_CELLS, row, strict=True))
        for form in forms.values():
            table.setdefault(form, forms)
    for masculine, feminine in (
        ("dois", "duas"),
        *((stem + "os", stem + "as") for stem in own_words("nominal.hundreds")),
    ):
        forms = {("M", "P"): masculine, ("F", "P"): feminine}
        table[masculine] = table[feminine] = forms
    return table


@cache
def _cells_by_form() -> Mapping[str, frozenset[GenderNumber]]:
    cells = {
        form: frozenset(cell for cell, own in forms.items() if own == form)
        for form, forms in determiners().items()
    }
    return {**cells, **dict.fromkeys(_MANY, PLURAL), "cada": SINGULAR}


def determiner_cells(form: str) -> frozenset[GenderNumber]:
    """Cells of a determiner or numeral; none for a word that is neither, or has no gender."""
    return _cells_by_form().get(form, _NONE)


def cells_of(readings: Iterable[Reading]) -> frozenset[GenderNumber]:
    """Cells of nominal readings: a feature that is not given may have either value."""
    return frozenset(
        (gender, number)
        for reading in readings
        for gender in (_letter(reading, "Gender") or "MF")
        for number in (_letter(reading, "Number") or "SP")
    )


def _letter(reading: Reading, name: str) -> str:
    return (reading.feature(name) or "")[:1]


def is_participle(reading: Reading) -> bool:
    return reading.upos == "VERB" and "VerbForm=Part" in reading.features


def adjectival(forms: Forms, form: str) -> list[Reading]:
    """Readings as adjective or participle; none of a gerund, whatever lists say ("citando")."""
    readings = forms.analyse(form)
    if any(r.feature("VerbForm") == "Ger" for r in readings):
        return []
    return [r for r in readings if r.upos == "ADJ" or is_participle(r)]


def finite(forms: Forms, form: str) -> list[Reading]:
    """Readings as a finite verb: no infinitive, gerund, participle."""
    return [r for r in forms.analyse(form) if r.feature("VerbForm") == "Fin"]


def persons(readings: Iterable[Reading]) -> frozenset[Person]:
    return frozenset(
        (person, _letter(r, "Number")) for r in readings if (person := r.feature("Person"))
    )


def inflected(
    forms: Forms, readings: Sequence[Reading], wanted: Collection[GenderNumber]
) -> tuple[str, ...]:
    """Return the forms of the readings' lemmas in the wanted cells, those that keep most features
    first."""
    found: dict[str, int] = {}
    own_cells = cells_of(readings)
    for reading in readings:
        degree = feature_map(reading.features).get("Degree")
        for cell in wanted:
            features = _features(cell, degree, is_participle(reading))
            for form in forms.inflect(reading.lemma, reading.upos, features)[:1]:
                kept = any(cell[0] == g for g, _ in own_cells) + any(
                    cell[1] == n for _, n in own_cells
                )
                found[form] = max(kept, found.get(form, 0))
    return tuple(sorted(found, key=lambda form: -found[form]))


def _features(cell: GenderNumber, degree: str | None, participle: bool) -> str:
    gender = "Gender=" + {"M": "Masc", "F": "Fem"}[cell[0]]
    number = "Number=" + {"S": "Sing", "P": "Plur"}[cell[1]]
    parts = [f"Degree={degree}"] if degree else []
    parts += [gender, number, *(["VerbForm=Part"] if participle else [])]
    return "|".join(parts)


def conjugated(
    forms: Forms, readings: Sequence[Reading], wanted: Collection[Person]
) -> tuple[str, ...]:
    """Return the verb in the wanted persons, in the tenses of the readings and their order: "vai"
    → "vão"."""
    found: dict[str, None] = {}
    has_simple_past = any(reading.feature("Tense") == "Past" for reading in readings)
    for reading in readings:
        features = dict(feature_map(reading.features))
        if features.get("Mood") == "Imp" or (has_simple_past and features.get("Tense") == "Pqp"):
            continue  # "receberam" is seldom of "recebera"
        for person, number in sorted(wanted):
            features["Person"] = person
            features["Number"] = {"S": "Sing", "P": "Plur"}[number]
            feature_string = "|".join(f"{name}={value}" for name, value in sorted(features.items()))
            for form in forms.inflect(reading.lemma, reading.upos, feature_string)[:1]:
                found[form] = None
    return tuple(found)
