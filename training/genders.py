"""Find nouns whose gender in the lexicon of forms is not what people write before them.

Prints a row for each of the commonest noun lemmas that has no gender in the lexicon, or another
than articles (or a treebank) give it: lemma, the lexicon's genders, masculine and feminine articles
before its forms, the same in treebanks. What is right then stands in `forms_genders.tsv`, written
by hand: nouns of persons (*cliente*) follow masculine articles in most texts and have both genders
all the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

from textlint_pt_embedded.forms import FormLexicon, fold

from training.corpus import Corpora, opened
from training.forms import GENDER_COUNT, GENDER_SHARE, Use, read_corpus, usable

_GENDERS = ("Masc", "Fem")


def nouns(uses: Mapping[str, Use], lexicon: FormLexicon) -> dict[str, dict[str, set[str]]]:
    """The forms of each noun lemma, degrees apart, with their genders."""
    found: dict[str, dict[str, set[str]]] = defaultdict(dict)
    for form in uses:
        for reading in lexicon.readings(form):
            if reading.upos == "NOUN" and not reading.feature("Degree"):
                gender = reading.feature("Gender") or ""
                found[reading.lemma].setdefault(form, set()).add(gender)
    return found


def treebank_words(path: Path) -> Iterator[tuple[str, str, str]]:
    """Lemma, part of speech and features of the syntactic words of a treebank."""
    with opened(path) as stream:
        for line in stream:
            fields = line.rstrip("\n").split("\t")
            if len(fields) == 10 and fields[0].isdigit():
                yield fields[2], fields[3], fields[5]


def in_treebanks(paths: Iterable[Path]) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for path in paths:
        for lemma, upos, features in treebank_words(path):
            if upos == "NOUN":
                counts[fold(lemma)].update(g for g in _GENDERS if f"Gender={g}" in features)
    return counts


def doubtful(
    uses: Mapping[str, Use],
    lexicon: FormLexicon,
    treebanks: Mapping[str, Counter[str]],
    number: int,
) -> Iterator[tuple[str, str, int, int, int, int]]:
    """Rows as printed, the commonest lemma first."""
    found = nouns(uses, lexicon)
    often = sorted(found, key=lambda lemma: (-sum(uses[f].count for f in found[lemma]), lemma))
    for lemma in often[:number]:
        genders = set[str]().union(*found[lemma].values())
        masculine = sum(uses[form].masculine for form in found[lemma])
        feminine = sum(uses[form].feminine for form in found[lemma])
        told = treebanks.get(lemma, Counter())
        if "" in genders or _other(genders, masculine, feminine) or _other(genders, *_pair(told)):
            yield lemma, " ".join(sorted(genders)).strip(), masculine, feminine, *_pair(told)


def _pair(told: Counter[str]) -> tuple[int, int]:
    return told["Masc"], told["Fem"]


def _other(genders: set[str], masculine: int, feminine: int) -> bool:
    """Whether a noun of one gender is used in the other more than by chance."""
    if len(genders) != 1 or masculine + feminine < GENDER_COUNT:
        return False
    other = feminine if "Masc" in genders else masculine
    return other > (1 - GENDER_SHARE) * (masculine + feminine)


def run(
    *,
    corpus: Corpora,
    treebank: Sequence[Path] = (),
    lemmas: Annotated[int, "how many are looked at"] = 20_000,
) -> None:
    uses = read_corpus(usable(corpus))
    for row in doubtful(uses, FormLexicon(), in_treebanks(treebank), lemmas):
        print(*row, sep="\t")
