"""Inflections: what a form may be, and its lemma's other forms (MorphoBr, closed classes)."""

from __future__ import annotations

import lzma
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

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
_DEGREES = frozenset(["DIM", "AUG", "SUP"])

Cell = tuple[str, str]


@dataclass
class Inflections:
    """`cells`: genders and numbers of nominal forms; `verbs`: lemma, tense, person, number."""

    cells: dict[str, frozenset[Cell]] = field(default_factory=dict)
    nouns: dict[str, frozenset[Cell]] = field(default_factory=dict)
    verbs: dict[str, frozenset[tuple[str, ...]]] = field(default_factory=dict)
    #: forms of one lemma by (class, lemma): cell or (tense, person, number) -> form
    paradigms: dict[tuple[str, str], dict[tuple[str, ...], str]] = field(default_factory=dict)
    #: the lemmas of a form by class
    lemmas: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    closed: dict[str, dict[Cell, str]] = field(default_factory=dict)
    closed_cell: dict[str, Cell] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for row in CLOSED:
            forms = dict(zip(CELLS, row, strict=True))
            for cell, form in forms.items():
                self.closed.setdefault(form, forms)
                self.closed_cell.setdefault(form, cell)
        self.closed_cell |= _FIXED

    def is_verb_only(self, form: str) -> bool:
        return form in self.verbs and form not in self.cells


def _cells(tags: list[str]) -> list[Cell]:
    genders = [tag for tag in ("M", "F") if tag in tags] or ["M", "F"]
    numbers = [tag for tag in ("SG", "PL") if tag in tags] or ["SG", "PL"]
    return [(gender, number) for gender in genders for number in numbers]


def pack(morphobr: Path, frequency: Mapping[str, int], least: int, out: Path) -> None:
    """Write `class lemma TAGS=form …` for every lemma of which a form occurs `least` times."""
    with out.open("w", encoding="utf-8", newline="\n") as stream:
        for name in ("nouns", "adjectives", "verbs"):
            rows: dict[str, list[tuple[str, str]]] = defaultdict(list)
            common: set[str] = set()
            with lzma.open(morphobr / f"{name}.dict.xz", "rt", encoding="utf-8") as lines:
                for line in lines:
                    form, _, analysis = line.rstrip("\n").partition("\t")
                    lemma, *tags = analysis.split("+")
                    if len(tags) < 2 or _DEGREES & set(tags) or "-" in form or " " in form:
                        continue
                    rows[lemma].append((".".join(tags[1:]), form))
                    if frequency.get(form, 0) >= least:
                        common.add(lemma)
            for lemma in sorted(common):
                pairs = " ".join(f"{tags}={form}" for tags, form in sorted(set(rows[lemma])))
                stream.write(f"{name[0]}\t{lemma}\t{pairs}\n")


def load(path: Path) -> Inflections:
    return build(path.read_text(encoding="utf-8").splitlines())


_TENSES = {
    "Ind.Pres": "PRS", "Ind.Imp": "IMPF", "Ind.Past": "PRF", "Ind.Pqp": "PQP", "Ind.Fut": "FUT",
    "Cnd": "COND", "Sub.Pres": "SBJR", "Sub.Imp": "SBJP", "Sub.Past": "SBJP", "Sub.Fut": "SBJF",
    "Inf": "INF", "Ger": "GRD", "Part": "PTPASS",
}  # fmt: skip
_UD = {"Masc": "M", "Fem": "F", "Sing": "SG", "Plur": "PL"}
_CLASSES = {"NOUN": "n", "ADJ": "a", "VERB": "v", "AUX": "v"}


def of_forms(lexicon: Forms, words: Iterable[str]) -> Inflections:
    """The inflections of all lemmas that `words` are forms of, from a lexicon of forms."""
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
    """Universal features as the tags of `pack`; "" for forms that no fault is made of."""
    has = feature_map(features)
    if "Degree" in has or has.get("Mood") == "Imp" or "Style" in has:
        return ""
    found = [_UD[has[name]] for name in ("Gender", "Number") if name in has]
    if _CLASSES[upos] != "v":
        return ".".join(found)
    kinds = [has.get("Mood", has.get("VerbForm", "")), has.get("Tense", "")]
    kind = _TENSES.get(".".join(filter(None, kinds)), "")
    return ".".join(filter(None, [kind, has.get("Person", ""), *found])) if kind else ""


def build(lines: Iterable[str]) -> Inflections:
    """Tables from lines as `pack` writes them."""
    cells: dict[str, set[Cell]] = defaultdict(set)
    nouns: dict[str, set[Cell]] = defaultdict(set)
    verbs: dict[str, set[tuple[str, ...]]] = defaultdict(set)
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
                person = next((tag for tag in tags if tag in ("1", "2", "3")), "")
                number = next((tag for tag in tags if tag in ("SG", "PL")), "")
                verbs[form].add((lemma, tense, person, number))
                paradigm.setdefault((tense, person, number), form)
            else:
                for cell in _cells(tags):
                    cells[form].add(cell)
                    if kind == "n":
                        nouns[form].add(cell)
                    paradigm.setdefault(cell, form)
    result.cells = {form: frozenset(found) for form, found in cells.items()}
    result.nouns = {form: frozenset(found) for form, found in nouns.items()}
    result.verbs = {form: frozenset(found) for form, found in verbs.items()}
    result.lemmas = {form: tuple(sorted(found)) for form, found in lemmas.items()}
    return result
