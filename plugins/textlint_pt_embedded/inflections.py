"""Inflections: what a form may be, and its lemma's other forms, by the lexicon of forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import NamedTuple

from textlint_pt import portuguese
from textlint_pt.contract.forms import Forms, feature_map

#: determiners, contractions and pronouns
_CLOSED = (
    *portuguese.paradigms(
        "articles", "demonstratives", "pronouns.personal.third", "ordinals", "emphatic"
    ),
    *portuguese.paradigms(*(f"possessives.{one}" for one in ("first", "second", "third", "ours"))),
    *portuguese.paradigms(
        *(f"indefinites.{one}" for one in ("some", "none", "other", "all", "much", "little")),
        *(f"indefinites.{one}" for one in ("so-much", "how-much", "certain")),
        "relatives.whose",
    ),
    *portuguese.contracted_paradigms("de", "articles", "demonstratives", "pronouns.personal.third"),
    *portuguese.contracted_paradigms("em", "articles", "demonstratives", "pronouns.personal.third"),
    *portuguese.contracted_paradigms("a", "articles"),
    *portuguese.contracted_paradigms("por", "articles"),
)
_CELLS = (("M", "SG"), ("F", "SG"), ("M", "PL"), ("F", "PL"))
_FIXED = {"dois": ("M", "PL"), "duas": ("F", "PL"), "ambos": ("M", "PL"), "ambas": ("F", "PL"),
          "vários": ("M", "PL"), "várias": ("F", "PL")}  # fmt: skip

Cell = tuple[str, str]
#: the form of a lemma for a gender and a number
FormOf = Callable[[Cell], str | None]


class ClosedClasses(NamedTuple):
    """By form, the forms of its paradigm by gender and number, and its own gender and number."""

    paradigms: Mapping[str, Mapping[Cell, str]]
    cells: Mapping[str, Cell]

    def nominals(self, form: str) -> list[tuple[FormOf, list[Cell]]]:
        if form in self.paradigms and form in self.cells:
            return [(self.paradigms[form].get, [self.cells[form]])]
        return []


@cache
def closed_classes() -> ClosedClasses:
    """Return the forms of determiners, contractions and pronouns."""
    paradigms: dict[str, dict[Cell, str]] = {}
    cells: dict[str, Cell] = {}
    for row in _CLOSED:
        forms = dict(zip(_CELLS, row, strict=True))
        for cell, form in forms.items():
            paradigms.setdefault(form, forms)
            cells.setdefault(form, cell)
    return ClosedClasses(paradigms, cells | _FIXED)


def cells_of(tags: list[str]) -> list[Cell]:
    genders = [tag for tag in ("M", "F") if tag in tags] or ["M", "F"]
    numbers = [tag for tag in ("SG", "PL") if tag in tags] or ["SG", "PL"]
    return [(gender, number) for gender in genders for number in numbers]


_TENSES = {
    "Ind.Pres": "PRS", "Ind.Imp": "IMPF", "Ind.Past": "PRF", "Ind.Pqp": "PQP", "Ind.Fut": "FUT",
    "Cnd": "COND", "Sub.Pres": "SBJR", "Sub.Imp": "SBJP", "Sub.Past": "SBJP", "Sub.Fut": "SBJF",
    "Inf": "INF", "Ger": "GRD", "Part": "PTPASS",
}  # fmt: skip
_UD = {"Masc": "M", "Fem": "F", "Sing": "SG", "Plur": "PL"}
CLASSES = {"NOUN": "n", "ADJ": "a", "VERB": "v", "AUX": "v"}


_MOODS = {tense: name.split(".") for name, tense in _TENSES.items() if name != "Sub.Past"}
_UNIVERSAL = {short: long for long, short in _UD.items()}


class Inflections:
    """What a word may be, asked of a lexicon of forms when it is needed."""

    def __init__(self, lexicon: Forms) -> None:
        self._lexicon = lexicon

    def _readings(self, form: str) -> Iterator[tuple[str, str, list[str]]]:
        for reading in self._lexicon.readings(form):
            if reading.upos in CLASSES and reading.source in ("lexicon", "own"):
                tags = tags_of(reading.features, reading.upos)
                if tags or CLASSES[reading.upos] != "v":
                    yield reading.lemma, reading.upos, tags.split(".")

    def nominals(self, form: str) -> list[tuple[FormOf, list[Cell]]]:
        """Return for each lemma of a form a lookup by gender and number, and the form's own."""
        found = closed_classes().nominals(form)
        for lemma, upos, tags in self._readings(form):
            if CLASSES[upos] != "v" or tags[0] == "PTPASS":
                found.append((partial(self._nominal, lemma, upos), cells_of(tags)))
        return found

    def _nominal(self, lemma: str, upos: str, cell: Cell) -> str | None:
        gender, number = (_UNIVERSAL[one] for one in cell)
        features = f"Gender={gender}|Number={number}"
        if CLASSES[upos] == "v":
            features += "|VerbForm=Part"
        return next(iter(self._lexicon.inflect(lemma, upos, features)), None)

    def conjugated(self, form: str) -> list[tuple[str, str, str, str]]:
        """Return lemma, tense, person and number of the verbs that a form may be of."""
        result = set()
        for lemma, upos, (tense, *rest) in self._readings(form):
            if CLASSES[upos] == "v" and tense != "PTPASS":
                person = next((tag for tag in rest if tag.isdigit()), "")
                number = next((tag for tag in rest if tag in ("SG", "PL")), "")
                result.add((lemma, tense, person, number))
        return sorted(result)

    def verb_form(self, lemma: str, cell: tuple[str, ...]) -> str | None:
        """Return the commonest form of a verb by tense, person and number."""
        if len(cell) == len(_CELLS[0]):  # a participle
            gender, number = cell
            return self._verb(lemma, {"VerbForm": "Part", "Gender": gender, "Number": number})
        tense, person, number = cell
        if tense not in _MOODS:
            return None
        mood, *time = _MOODS[tense]
        finite = mood not in ("Inf", "Ger")
        features = {"Mood": mood, "VerbForm": "Fin"} if finite else {"VerbForm": mood}
        return self._verb(
            lemma, {**features, "Tense": "".join(time), "Person": person, "Number": number}
        )

    def _verb(self, lemma: str, features: Mapping[str, str]) -> str | None:
        """Return the commonest form of a verb with these features."""
        written = "|".join(
            f"{name}={_UNIVERSAL.get(value, value)}"
            for name, value in sorted(features.items())
            if value
        )
        forms = [
            form for upos in ("VERB", "AUX") for form in self._lexicon.inflect(lemma, upos, written)
        ]
        return max(forms, key=self._lexicon.frequency, default=None)


def tags_of(features: str, upos: str) -> str:
    """Return the tags of MorphoBr for universal features; "" for forms that are never proposed."""
    has = feature_map(features)
    if "Degree" in has or has.get("Mood") == "Imp" or "Style" in has:
        return ""
    found = [_UD[has[name]] for name in ("Gender", "Number") if name in has]
    if CLASSES[upos] != "v":
        return ".".join(found)
    kinds = [has.get("Mood", has.get("VerbForm", "")), has.get("Tense", "")]
    kind = _TENSES.get(".".join(filter(None, kinds)), "")
    return ".".join(filter(None, [kind, has.get("Person", ""), *found])) if kind else ""
