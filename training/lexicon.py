"""Build the shipped category lexicon.

    python -m training.lexicon CORPUS_FOLDER... --morphobr FOLDER --wordnet own-pt-supersenses.tsv
        --closed ud-closed-class.tsv --affect leia-vader-ptbr.tsv --treebank bosque-train.conllu.xz

Writes the artefacts `categories` and `categories-cc-by-sa` (see `textlint_pt_embedded.lexicon`):
two minutes on one core, 3 GB of memory, the same bytes every time.

* Forms: those of MorphoBr that the corpus has, with those of the lists; a form of MorphoBr that is
  not among them is told by its ending, if 19 of 20 forms with that ending are alike.
* Tense, mood, person and number come from MorphoBr; positive and negative words from LeIA, carried
  from a lemma to its forms; person, negation, quantifiers, connectives and the like from lists of
  our own (`lexicon_words.toml`).
* What a word is about comes from the supersenses of OpenWordNet-PT, through its lemmas; a lemma has
  a supersense if a fifth of its synsets do.
* What an ambiguous form is not: a reading that fewer than 1 in 10 of its occurrences have in the
  treebank (or, of function words, in the counts of closed classes) is left out.
"""

from __future__ import annotations

import argparse
import csv
import json
import lzma
import re
import tomllib
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from textlint_pt_embedded import artefact
from textlint_pt_embedded.lexicon import (
    LONGEST_ENDING,
    OPEN,
    SHARE_ALIKE,
    SHORTEST_ENDING,
    SHORTEST_STEM,
    form_hash,
)

from training.corpus import documents, sources

VERSION = "1"
WORDS = Path(__file__).with_name("lexicon_words.toml")

#: a reading of an ambiguous form must have this share of its occurrences, if it has that many
LEAST_SHARE, FEWEST_OCCURRENCES = 0.1, 5
#: a form this frequent in the counts of closed classes has no other readings
CLOSED_OCCURRENCES = 20
#: share of a lemma's synsets that a supersense must have
LEAST_SENSE_SHARE = 0.2
#: least mean rating, of 4, of a positive or negative word
LEAST_AFFECT = 0.5
#: an ending is kept if it tells the categories of this share of as many forms
ENDING_PRECISION, ENDING_SUPPORT = 0.95, 200

#: lists whose words are function words and pronouns too, as LIWC nests its categories
PRONOUNS = (
    "first-singular",
    "first-plural",
    "second",
    "third",
    "personal-pronoun",
    "possessive",
    "demonstrative",
    "indefinite",
    "interrogative",
)
TENSES = {
    "PRS": "present",
    "IMP": "present",
    "PRF": "past",
    "IMPF": "past",
    "PQP": "past",
    "FUT": "future",
    "COND": "conditional",
    "SBJR": "subjunctive",
    "SBJP": "subjunctive",
    "SBJF": "subjunctive",
    "INF": "infinitive",
    "GRD": "gerund",
    "PTPST": "participle",
    "PTPASS": "participle",
}
PERSONS = {
    "1SG": "first-singular",
    "1PL": "first-plural",
    "2SG": "second",
    "2PL": "second",
    "3SG": "third-singular",
    "3PL": "third-plural",
}
NUMBERS = {"SG": "singular", "PL": "plural"}
#: lexicographer files by what they are about: noun and verb of one thing meet
SUPERSENSES = {
    "social": "noun.person noun.group verb.social",
    "communication": "noun.communication verb.communication",
    "cognition": "noun.cognition noun.motive verb.cognition",
    "emotion": "noun.feeling verb.emotion",
    "perception": "verb.perception",
    "body": "noun.body verb.body",
    "ingestion": "noun.food verb.consumption",
    "motion": "verb.motion",
    "change": "noun.process verb.change",
    "contact": "verb.contact",
    "creation": "verb.creation",
    "competition": "verb.competition",
    "possession": "noun.possession verb.possession",
    "state": "noun.state verb.stative",
    "time": "noun.time",
    "space": "noun.location",
    "quantity": "noun.quantity",
    "attribute": "noun.attribute noun.shape noun.relation",
    "action": "noun.act noun.event",
    "artefact": "noun.artifact",
    "nature": "noun.animal noun.plant noun.object noun.phenomenon noun.substance verb.weather",
}
_POS = {"N": "n", "A": "a", "ADV": "r", "V": "v"}
_UPOS = {"NOUN": "N", "PROPN": "N", "ADJ": "A", "ADV": "ADV", "VERB": "V", "AUX": "V"}
_FORM = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


@dataclass(frozen=True, order=True)
class Reading:
    """One analysis of a form: lemma, part of speech (N, A, ADV, V) and features."""

    lemma: str
    pos: str
    features: tuple[str, ...]

    @classmethod
    def parse(cls, analysis: str) -> Reading:
        lemma, pos, *features = analysis.split("+")
        return cls(lemma.lower(), pos, tuple(features))


Categories = frozenset[str]
NONE: Categories = frozenset()


def contractions() -> dict[str, tuple[str, str]]:
    """Preposition and article or pronoun of each contracted form."""
    articles = ("o", "a", "os", "as")
    pronouns = [
        stem + ending for stem in ("est", "ess", "aquel") for ending in ("e", "a", "es", "as")
    ]
    pronouns += ["ele", "ela", "eles", "elas", "isto", "isso", "aquilo"]
    pronouns += ["outro", "outra", "outros", "outras", "um", "uma", "uns", "umas"]
    result = {"d" + form: ("de", form) for form in (*articles, *pronouns, "aqui", "ali", "aí")}
    result |= {"n" + form: ("em", form) for form in (*articles, *pronouns)}
    result |= {"pel" + form: ("por", form) for form in articles}
    result |= {"ao": ("a", "o"), "aos": ("a", "os"), "à": ("a", "a"), "às": ("a", "as")}
    result |= {"à" + form[1:]: ("a", form) for form in pronouns if form.startswith("aq")}
    result |= {"donde": ("de", "onde"), "aonde": ("a", "onde")}
    return result


@dataclass(frozen=True)
class Sources:
    """What the lexicon is made of, read."""

    #: readings of every form of MorphoBr
    readings: Mapping[str, frozenset[Reading]]
    #: categories of (lemma, part of speech)
    senses: Mapping[tuple[str, str], Categories]
    #: of each function word, how often it has which category
    closed: Mapping[str, Mapping[str, int]]
    #: lemmas of auxiliary verbs: they are about nothing
    auxiliaries: frozenset[str]
    #: mean rating of a word, -4 to 4
    affect: Mapping[str, float]
    #: of each form, how often it is which part of speech
    treebank: Mapping[str, Mapping[str, int]]
    #: our own lists: category to words
    lists: Mapping[str, frozenset[str]]
    #: forms the corpus has
    corpus: frozenset[str]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All categories, function words first."""
        return tuple(
            dict.fromkeys(
                (
                    *("function", "pronoun", "article", "preposition", "conjunction", "auxiliary"),
                    *self.lists,
                    *("adverb", "verb"),
                    *TENSES.values(),
                    *PERSONS.values(),
                    *NUMBERS.values(),
                    *("positive", "negative"),
                    *SUPERSENSES,
                )
            )
        )


class Builder:
    """Works out the categories of forms; `open_categories` without what is CC BY-SA."""

    def __init__(self, given: Sources) -> None:
        self.given = given
        self.contracted = contractions()
        self.listed: dict[str, set[str]] = defaultdict(set)
        for name, words in given.lists.items():
            for word in words:
                self.listed[word].add(name)
                if name in PRONOUNS:
                    self.listed[word] |= {"function", "pronoun"}

    def forms(self) -> list[str]:
        """Every form that gets an entry, sorted."""
        given = self.given
        known = {form for form in given.readings if form in given.corpus}
        return sorted(known | self.listed.keys() | self.contracted.keys() | given.closed.keys())

    def open_categories(self, form: str) -> Categories:
        """From MorphoBr, LeIA and our own lists, every reading of the form."""
        result = set(self.listed.get(form, ()))
        if form not in self.contracted:
            readings = self._readings(form)
            result |= self._morphology(readings) | self._affect(form, readings)
        return frozenset(result)

    def all_categories(self, form: str) -> Categories:
        """From everything, rare readings left out."""
        result = set(self.listed.get(form, ()))
        if form in self.contracted:
            for part in self.contracted[form]:
                result |= self.all_categories(part)
            return frozenset(result)
        counts = self.given.closed.get(form, {})
        total = sum(counts.values())
        for category, count in counts.items():
            if count >= LEAST_SHARE * total:
                result |= {"function", category}
        readings = self._likely(form, self._readings(form))
        if total >= CLOSED_OCCURRENCES:
            auxiliary = "auxiliary" in result
            readings = frozenset(r for r in readings if auxiliary and r.pos == "V")
        result |= self._morphology(readings) | self._affect(form, readings)
        for reading in readings:
            if reading.pos != "V" or reading.lemma not in self.given.auxiliaries:
                result |= self.given.senses.get((reading.lemma, _POS[reading.pos]), NONE)
        return frozenset(result - {"other"})

    def _readings(self, form: str) -> frozenset[Reading]:
        return self.given.readings.get(form, frozenset())

    def _likely(self, form: str, readings: frozenset[Reading]) -> frozenset[Reading]:
        counts = self.given.treebank.get(form, {})
        total = sum(counts.values())
        if total < FEWEST_OCCURRENCES:
            return readings
        likely = frozenset(r for r in readings if counts.get(r.pos, 0) >= LEAST_SHARE * total)
        return likely or readings

    @staticmethod
    def _morphology(readings: Iterable[Reading]) -> set[str]:
        readings = sorted(readings)
        result: set[str] = set()
        persons: set[str] = set()
        # "falar" is the infinitive, not the future subjunctive; "fala" the present, not a command
        infinitives = {r.lemma for r in readings if r.features == ("INF",)}
        statements = {r.lemma for r in readings if r.pos == "V" and r.features[0] != "IMP"}
        for reading in readings:
            features = reading.features
            if reading.pos == "V":
                if reading.lemma in infinitives and features != ("INF",):
                    continue
                if features[0] == "IMP" and reading.lemma in statements:
                    continue
                result |= {"verb", TENSES[features[0]]}
                persons.add("".join(features[1:3]))
            elif reading.pos == "ADV":
                result.add("adverb")
            elif features and features[-1] in NUMBERS:
                result.add(NUMBERS[features[-1]])
        if "3SG" in persons:  # "falava": the third person is the commoner by far
            persons.discard("1SG")
        return result | {PERSONS[person] for person in persons if person in PERSONS}

    def _affect(self, form: str, readings: Iterable[Reading]) -> set[str]:
        readings = sorted(readings)
        # the list has leftovers in English: a word must be one of MorphoBr's
        ratings = [self.given.affect[form]] if readings and form in self.given.affect else []
        if not ratings:
            ratings = [self.given.affect[r.lemma] for r in readings if r.lemma in self.given.affect]
        if not ratings:
            return set()
        mean = sum(ratings) / len(ratings)
        if abs(mean) < LEAST_AFFECT:
            return set()
        return {"positive" if mean > 0 else "negative"}

    def endings(self, listed: frozenset[str]) -> dict[str, Categories]:
        """Endings that tell the categories of verbs that are not `listed`."""
        votes: dict[str, Counter[Categories]] = defaultdict(Counter)
        for form in sorted(self.given.readings):
            readings = self.given.readings[form]
            # one in two learns, the other half measures
            if form in listed or not form.isalpha() or form_hash(form) % 2:
                continue
            verbs = all(reading.pos == "V" for reading in readings)
            categories = frozenset(self._morphology(readings)) if verbs else NONE
            longest = min(LONGEST_ENDING, len(form) - SHORTEST_STEM)
            for length in range(SHORTEST_ENDING, longest + 1):
                votes[form[-length:]][categories] += 1
        result: dict[str, Categories] = {}
        for ending in sorted(votes, key=lambda ending: (len(ending), ending)):
            categories, count = max(votes[ending].items(), key=lambda i: (i[1], sorted(i[0])))
            total = votes[ending].total()
            if total < ENDING_SUPPORT or count < ENDING_PRECISION * total or not categories:
                continue
            # a longer ending that says the same as its own end is not needed
            if result.get(_told_by(ending, result) or "") != categories:
                result[ending] = categories
        return result

    def ending_accuracy(
        self, endings: Mapping[str, Categories], listed: frozenset[str]
    ) -> tuple[float, float]:
        """Share of unlisted verb forms an ending tells, and how many of those told are right."""
        verbs = told = right = 0
        for form, readings in self.given.readings.items():
            if form in listed or not form.isalpha() or not form_hash(form) % 2:
                continue
            is_verb = all(reading.pos == "V" for reading in readings)
            verbs += is_verb
            ending = _told_by(form, endings)
            if ending is not None:
                told += 1
                right += is_verb and endings[ending] == self._morphology(readings)
        return told / verbs, right / told


def _told_by(form: str, endings: Mapping[str, Categories]) -> str | None:
    """The longest of the endings that a form has."""
    for length in range(min(LONGEST_ENDING, len(form) - 1), SHORTEST_ENDING - 1, -1):
        if form[-length:] in endings:
            return form[-length:]
    return None


def build(given: Sources) -> dict[str, Any]:
    """Write both artefacts; figures for their cards."""
    builder = Builder(given)
    bit = {name: 1 << at for at, name in enumerate(given.names)}

    def mask(categories: Iterable[str]) -> int:
        return sum(bit[name] for name in categories)

    own: dict[str, str] = {}
    shared: dict[str, str] = {}
    for form in builder.forms():
        ours, everything = mask(builder.open_categories(form)), mask(builder.all_categories(form))
        if ours:
            own[form] = f"{ours:x}"
        if ours & ~everything:
            shared[form] = f"!{everything:x}"
        elif everything != ours:
            shared[form] = f"{everything & ~ours:x}"
    listed = frozenset(own) | frozenset(shared)
    endings = builder.endings(listed)
    told, right = builder.ending_accuracy(endings, listed)
    masks = {ending: f"{mask(categories):x}" for ending, categories in endings.items()}
    dropped = _write(OPEN, given.names, own, masks) + _write(SHARE_ALIKE, given.names, shared, {})
    return {
        "forms": len(own),
        "forms cc-by-sa": len(shared),
        "categories": len(given.names),
        "same hash, left out": dropped,
        "endings": len(endings),
        "unlisted verb forms told": round(told, 4),
        "of those right": round(right, 4),
    }


def _write(
    name: str, names: Sequence[str], forms: Mapping[str, str], endings: Mapping[str, str]
) -> int:
    """Write a table and its manifest; how many forms shared a hash with another and gave way."""
    classes = [kind for kind, _ in sorted(Counter(forms.values()).items(), key=_commonest)]
    number = {kind: at for at, kind in enumerate(classes)}
    rows: dict[int, int] = {}
    for form, kind in forms.items():
        rows.setdefault(form_hash(form), number[kind])
    hashes, numbers = array("I", sorted(rows)), array("H", (rows[key] for key in sorted(rows)))
    folder = artefact.DATA / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "forms.bin").write_bytes(hashes.tobytes() + numbers.tobytes())
    about = {"categories": names, "classes": classes, "endings": endings}
    text = json.dumps(about, ensure_ascii=False, indent=0)
    (folder / "classes.json").write_text(text + "\n", encoding="utf-8")
    artefact.write_manifest(name, VERSION)
    return len(forms) - len(rows)


def _commonest(item: tuple[str, int]) -> tuple[int, str]:
    return -item[1], item[0]


# ------------------------------------------------------------------ reading


def _lines(path: Path) -> Iterator[str]:
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            yield line.rstrip("\n")


def _table(path: Path) -> Iterator[dict[str, str]]:
    return csv.DictReader(_lines(path), delimiter="\t", quoting=csv.QUOTE_NONE)


def read_morphobr(folder: Path) -> dict[str, frozenset[Reading]]:
    readings: dict[str, set[Reading]] = defaultdict(set)
    known: dict[str, Reading] = {}
    for path in sorted(folder.glob("*.dict*")):
        for line in _lines(path):
            form, tab, analysis = line.partition("\t")
            if tab:
                if analysis not in known:
                    known[analysis] = Reading.parse(analysis)
                readings[form.lower()].add(known[analysis])
    return {form: frozenset(found) for form, found in readings.items()}


def read_senses(path: Path) -> dict[tuple[str, str], Categories]:
    about = {file: name for name, files in SUPERSENSES.items() for file in files.split()}
    result: dict[tuple[str, str], Categories] = {}
    for row in _table(path):
        share = int(row["n_synsets"]) / int(row["n_synsets_lemma"])
        if row["lexname"] in about and share >= LEAST_SENSE_SHARE:
            key = (row["lemma"].lower(), row["pos"])
            result[key] = result.get(key, NONE) | {about[row["lexname"]]}
    return result


def read_closed(path: Path) -> tuple[dict[str, Counter[str]], frozenset[str]]:
    """Counts by category of each function word, and the lemmas of auxiliaries."""
    result: dict[str, Counter[str]] = defaultdict(Counter)
    names = {
        "AUX": "auxiliary",
        "ADP": "preposition",
        "CCONJ": "conjunction",
        "SCONJ": "conjunction",
        "PRON": "pronoun",
    }
    auxiliaries: set[str] = set()
    for row in _table(path):
        if row["upos"] == "AUX":
            auxiliaries.add(row["lemma"])
        article = row["upos"] == "DET" and "PronType=Art" in row["features"]
        name = "article" if article else names.get(row["upos"], "other")
        result[row["form"].lower()][name] += int(row["count"])
    # rare ones are foreign words in names; "lo" stands behind a hyphen or is foreign too
    kept = {
        form: counts
        for form, counts in result.items()
        if counts.total() >= FEWEST_OCCURRENCES and form not in ("lo", "la", "los", "las")
    }
    return kept, frozenset(auxiliaries)


def read_affect(path: Path) -> dict[str, float]:
    return {row["token"].lower(): float(row["mean"]) for row in _table(path)}


def read_treebank(path: Path) -> dict[str, Counter[str]]:
    result: dict[str, Counter[str]] = defaultdict(Counter)
    for line in _lines(path):
        fields = line.split("\t")
        if len(fields) > 3 and fields[0].isdigit() and fields[3] in _UPOS:
            result[fields[1].lower()][_UPOS[fields[3]]] += 1
    return dict(result)


def read_lists(path: Path = WORDS) -> dict[str, frozenset[str]]:
    with path.open("rb") as stream:
        return {name: frozenset(words.split()) for name, words in tomllib.load(stream).items()}


def read_corpus(folders: Sequence[str]) -> frozenset[str]:
    forms: set[str] = set()
    for path in sources(folders):
        for paragraphs in documents(path):
            for paragraph in paragraphs:
                forms.update(_FORM.findall(paragraph.lower()))
    return frozenset(forms)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", nargs="+", help="folders of *.txt.xz")
    for name in ("morphobr", "wordnet", "closed", "affect", "treebank"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    chosen = parser.parse_args(arguments)
    closed, auxiliaries = read_closed(chosen.closed)
    figures = build(
        Sources(
            readings=read_morphobr(chosen.morphobr),
            senses=read_senses(chosen.wordnet),
            closed=closed,
            auxiliaries=auxiliaries,
            affect=read_affect(chosen.affect),
            treebank=read_treebank(chosen.treebank),
            lists=read_lists(),
            corpus=read_corpus(chosen.corpus),
        )
    )
    for name, value in figures.items():
        print(f"{name}: {value}")


if __name__ == "__main__":
    main()
