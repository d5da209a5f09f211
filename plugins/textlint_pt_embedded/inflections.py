"""Inflections: what a form may be, and its lemma's other forms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from textlint_pt import portuguese
from textlint_pt.contract.forms import Forms, feature_map

#: determiners, contractions and pronouns
CLOSED = (
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
CELLS = (("M", "SG"), ("F", "SG"), ("M", "PL"), ("F", "PL"))
_FIXED = {"dois": ("M", "PL"), "duas": ("F", "PL"), "ambos": ("M", "PL"), "ambas": ("F", "PL"),
          "vários": ("M", "PL"), "várias": ("F", "PL")}  # fmt: skip
FINITE = frozenset(["PRS", "IMPF", "PRF", "FUT", "PQP", "COND", "FUTPAST", "SBJR", "SBJP", "SBJF"])

Cell = tuple[str, str]
#: the form of a lemma for a gender and a number
FormOf = Callable[[Cell], str | None]


@dataclass
class Inflections:
    """`cells`: genders and numbers of nominal forms; `verbs`: lemma, tense, person, number."""

    cells: dict[str, frozenset[Cell]] = field(default_factory=dict)
    nouns: dict[str, frozenset[Cell]] = field(default_factory=dict)
    verbs: dict[str, frozenset[tuple[str, str, str, str]]] = field(default_factory=dict)
    #: forms of one lemma by (class, lemma): cell or (tense, person, number) -> form
    paradigms: dict[tuple[str, str], dict[tuple[str, ...], str]] = field(default_factory=dict)
    #: the lemmas of a form by class
    lemmas: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    closed: dict[str, dict[Cell, str]] = field(default_factory=dict)
    closed_cell: dict[str, Cell] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Index the forms of closed classes."""
        for row in CLOSED:
            forms = dict(zip(CELLS, row, strict=True))
            for cell, form in forms.items():
                self.closed.setdefault(form, forms)
                self.closed_cell.setdefault(form, cell)
        self.closed_cell |= _FIXED

    def nominals(self, form: str) -> list[tuple[FormOf, list[Cell]]]:
        """Return for each lemma of a form a lookup by gender and number, and the form's own."""
        result = self._closed(form)
        for key in self.lemmas.get(form, ()):
            paradigm: Mapping[Any, str] = self.paradigms[key]
            cells = sorted(
                cell
                for cell, paradigm_form in paradigm.items()
                if len(cell) == 2 and paradigm_form == form
            )
            if cells:
                result.append((paradigm.get, cells))
        return result

    def _closed(self, form: str) -> list[tuple[FormOf, list[Cell]]]:
        if form in self.closed and form in self.closed_cell:
            return [(self.closed[form].get, [self.closed_cell[form]])]
        return []

    def conjugated(self, form: str) -> list[tuple[str, str, str, str]]:
        """Return lemma, tense, person and number of a form of verbs."""
        return sorted(self.verbs.get(form, ()))

    def verb_form(self, lemma: str, cell: tuple[str, ...]) -> str | None:
        return self.paradigms["v", lemma].get(cell)


def _cells(tags: list[str]) -> list[Cell]:
    genders = [tag for tag in ("M", "F") if tag in tags] or ["M", "F"]
    numbers = [tag for tag in ("SG", "PL") if tag in tags] or ["SG", "PL"]
    return [(gender, number) for gender in genders for number in numbers]


_TENSES = {
    "Ind.Pres": "PRS", "Ind.Imp": "IMPF", "Ind.Past": "PRF", "Ind.Pqp": "PQP", "Ind.Fut": "FUT",
    "Cnd": "COND", "Sub.Pres": "SBJR", "Sub.Imp": "SBJP", "Sub.Past": "SBJP", "Sub.Fut": "SBJF",
    "Inf": "INF", "Ger": "GRD", "Part": "PTPASS",
}  # fmt: skip
_UD = {"Masc": "M", "Fem": "F", "Sing": "SG", "Plur": "PL"}
_CLASSES = {"NOUN": "n", "ADJ": "a", "VERB": "v", "AUX": "v"}


_MOODS = {tense: name.split(".") for name, tense in _TENSES.items() if name != "Sub.Past"}
_UNIVERSAL = {short: long for long, short in _UD.items()}


class FormInflections(Inflections):
    """The same of any word, asked of a lexicon of forms when it is needed."""

    def __init__(self, lexicon: Forms) -> None:
        super().__init__()
        self._lexicon = lexicon

    def _readings(self, form: str) -> Iterator[tuple[str, str, list[str]]]:
        for reading in self._lexicon.readings(form):
            if reading.upos in _CLASSES and reading.source in ("lexicon", "own"):
                tags = _tags(reading.features, reading.upos)
                if tags or _CLASSES[reading.upos] != "v":
                    yield reading.lemma, reading.upos, tags.split(".")

    def nominals(self, form: str) -> list[tuple[FormOf, list[Cell]]]:
        found = self._closed(form)
        for lemma, upos, tags in self._readings(form):
            if _CLASSES[upos] != "v" or tags[0] == "PTPASS":
                found.append((partial(self._nominal, lemma, upos), _cells(tags)))
        return found

    def _nominal(self, lemma: str, upos: str, cell: Cell) -> str | None:
        gender, number = (_UNIVERSAL[one] for one in cell)
        features = f"Gender={gender}|Number={number}"
        if _CLASSES[upos] == "v":
            features += "|VerbForm=Part"
        return next(iter(self._lexicon.inflect(lemma, upos, features)), None)

    def conjugated(self, form: str) -> list[tuple[str, str, str, str]]:
        """Return lemma, tense, person and number of the verbs that a form may be of."""
        result = set()
        for lemma, upos, (tense, *rest) in self._readings(form):
            if _CLASSES[upos] == "v" and tense != "PTPASS":
                person = next((tag for tag in rest if tag.isdigit()), "")
                number = next((tag for tag in rest if tag in ("SG", "PL")), "")
                result.add((lemma, tense, person, number))
        return sorted(result)

    def verb_form(self, lemma: str, cell: tuple[str, ...]) -> str | None:
        """Return the commonest form of a verb by tense, person and number."""
        if len(cell) == len(CELLS[0]):  # a participle
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


def of_forms(lexicon: Forms, words: Iterable[str]) -> Inflections:
    """Return the inflections of all lemmas that `words` are forms of, from a lexicon of forms."""
    lemmas = {
        (reading.upos, reading.lemma)
        for word in words
        for reading in lexicon.readings(word)
        if reading.upos in _CLASSES and reading.source in ("lexicon", "own")
    }
    lines: dict[str, list[str]] = defaultdict(list)
    for upos, lemma in sorted(lemmas):
        pairs = [
            f"{tags}={form}"
            for features, form in lexicon.paradigm(lemma, upos)
            if (tags := _tags(features, upos)) and "-" not in form
        ]
        lines[f"{_CLASSES[upos]}\t{lemma}\t"] += pairs
    return build(head + " ".join(pairs) for head, pairs in lines.items() if pairs)


def _tags(features: str, upos: str) -> str:
    """Return the tags of `build` for universal features; "" for forms that are never proposed."""
    has = feature_map(features)
    if "Degree" in has or has.get("Mood") == "Imp" or "Style" in has:
        return ""
    found = [_UD[has[name]] for name in ("Gender", "Number") if name in has]
    if _CLASSES[upos] != "v":
        return ".".join(found)
    kinds = [has.get("Mood", has.get("VerbForm", "")), has.get("Tense", "")]
    kind = _TENSES.get(".".join(filter(None, kinds)), "")
    return ".".join(filter(None, [kind, has.get("Person", ""), *found])) if kind else ""


#: tags of person and of number
_AGREEING = ("1", "2", "3"), ("SG", "PL")


def build(lines: Iterable[str]) -> Inflections:
    """Return tables from lines of `class lemma TAGS=form …`."""
    cells, nouns = defaultdict[str, set[Cell]](set), defaultdict[str, set[Cell]](set)
    verbs: dict[str, set[tuple[str, str, str, str]]] = defaultdict(set)
    lemmas: dict[str, set[tuple[str, str]]] = defaultdict(set)
    result = Inflections()
    for line in lines:
        kind, lemma, pairs = line.split("\t")
        paradigm = result.paradigms.setdefault((kind, lemma), {})
        for pair in pairs.split(" "):
            joined, _, form = pair.partition("=")
            tags = joined.split(".")
            if tags[-2:] == ["1", "PL"] and not form.endswith("s"):
                continue  # the shape before a clitic ("fomo-nos")
            lemmas[form].add((kind, lemma))
            if kind == "v" and not tags[0].startswith("PTP"):
                tense = {"SBJPR": "SBJR", "SBJIMPF": "SBJP"}.get(tags[0], tags[0])
                person, number = (next((t for t in tags if t in of), "") for of in _AGREEING)
                verbs[form].add((lemma, tense, person, number))
                paradigm.setdefault((tense, person, number), form)
            else:
                for cell in _cells(tags):
                    cells[form].add(cell)
                    paradigm.setdefault(cell, form)
                if kind == "n":
                    nouns[form].update(_cells(tags))
    result.cells = {form: frozenset(found) for form, found in cells.items()}
    result.nouns = {form: frozenset(found) for form, found in nouns.items()}
    result.verbs = {form: frozenset(found) for form, found in verbs.items()}
    result.lemmas = {form: tuple(sorted(found)) for form, found in lemmas.items()}
    return result
