"""Inflections as tables, of MorphoBr or of the lexicon of forms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from textlint_pt_embedded.inflections import (
    CLASSES,
    Cell,
    FormOf,
    cells_of,
    closed_classes,
    tags_of,
)

from textlint_pt.contract.forms import Forms
from training.corpus import lines_of

FINITE = frozenset(["PRS", "IMPF", "PRF", "FUT", "PQP", "COND", "FUTPAST", "SBJR", "SBJP", "SBJF"])
_DEGREES = frozenset(["DIM", "AUG", "SUP"])


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

    def nominals(self, form: str) -> list[tuple[FormOf, list[Cell]]]:
        """Return for each lemma of a form a lookup by gender and number, and the form's own."""
        result = closed_classes().nominals(form)
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

    def conjugated(self, form: str) -> list[tuple[str, str, str, str]]:
        """Return lemma, tense, person and number of a form of verbs."""
        return sorted(self.verbs.get(form, ()))

    def verb_form(self, lemma: str, cell: tuple[str, ...]) -> str | None:
        return self.paradigms["v", lemma].get(cell)


def of_forms(lexicon: Forms, words: Iterable[str]) -> Inflections:
    """Return the inflections of all lemmas that `words` are forms of, from a lexicon of forms."""
    lemmas = {
        (reading.upos, reading.lemma)
        for word in words
        for reading in lexicon.readings(word)
        if reading.upos in CLASSES and reading.source in ("lexicon", "own")
    }
    lines: dict[str, list[str]] = defaultdict(list)
    for upos, lemma in sorted(lemmas):
        pairs = [
            f"{tags}={form}"
            for features, form in lexicon.paradigm(lemma, upos)
            if (tags := tags_of(features, upos)) and "-" not in form
        ]
        lines[f"{CLASSES[upos]}\t{lemma}\t"] += pairs
    return build(head + " ".join(pairs) for head, pairs in lines.items() if pairs)


#: tags of person and of number
_AGREEING = ("1", "2", "3"), ("SG", "PL")


def build(lines: Iterable[str]) -> Inflections:
    """Return tables from lines of "class<TAB>lemma<TAB>TAGS=form TAGS=form …", such as
    "n<TAB>casa<TAB>F.SG=casa F.PL=casas"."""
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
                # MorphoBr has two names for these tenses
                tense = {"SBJPR": "SBJR", "SBJIMPF": "SBJP"}.get(tags[0], tags[0])
                person, number = (next((t for t in tags if t in group), "") for group in _AGREEING)
                verbs[form].add((lemma, tense, person, number))
                paradigm.setdefault((tense, person, number), form)
            else:
                for cell in cells_of(tags):
                    cells[form].add(cell)
                    paradigm.setdefault(cell, form)
                if kind == "n":
                    nouns[form].update(cells_of(tags))
    result.cells = {form: frozenset(found) for form, found in cells.items()}
    result.nouns = {form: frozenset(found) for form, found in nouns.items()}
    result.verbs = {form: frozenset(found) for form, found in verbs.items()}
    result.lemmas = {form: tuple(sorted(found)) for form, found in lemmas.items()}
    return result


def pack(morphobr: Path, frequency: Mapping[str, int], minimum: int, out: Path) -> None:
    """Write `class lemma TAGS=form …` for every lemma with a form that occurs `minimum` times."""
    with out.open("w", encoding="utf-8", newline="\n") as stream:
        for name in ("nouns", "adjectives", "verbs"):
            rows: dict[str, list[tuple[str, str]]] = defaultdict(list)
            common: set[str] = set()
            for line in lines_of(morphobr / f"{name}.dict.xz"):
                form, _, analysis = line.partition("\t")
                lemma, *tags = analysis.split("+")
                if len(tags) < 2 or _DEGREES & set(tags) or "-" in form or " " in form:
                    continue
                rows[lemma].append((".".join(tags[1:]), form))
                if frequency.get(form, 0) >= minimum:
                    common.add(lemma)
            for lemma in sorted(common):
                pairs = " ".join(f"{tags}={form}" for tags, form in sorted(set(rows[lemma])))
                stream.write(f"{name[0]}\t{lemma}\t{pairs}\n")


def load(path: Path) -> Inflections:
    return build(path.read_text(encoding="utf-8").splitlines())
