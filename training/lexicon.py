"""Build the shipped category lexicons, Portuguese and English.

Writes the artefacts `categories`, `categories-cc-by-sa` and `categories-en` (see
`textlint_pt_embedded.lexicon`): some four minutes on one core, 4 GB of memory, the same bytes every
time (under the same `vectors`). The digests of all inputs are in `categories/inputs.json`.

* Forms: those of MorphoBr that the corpus has, with those of the lists; a form of MorphoBr that is
  not among them is told by its ending, if 19 of 20 forms with that ending are alike.
* Tense, mood, person and number come from MorphoBr; positive and negative words from LeIA, carried
  from a lemma to its forms; person, negation, quantifiers, connectives and the like from lists of
  our own (`lexicon_words.toml`).
* What a word is about comes from a list of our own (`lexicon_lemmas.toml`), from the synsets of
  OpenWordNet-PT (`training.wordnet`), or is told by derivation and, for the lemmas that come
  `LEAST_FREQUENCY` times in a million words, by neighbours (`training.lemmas`).
* What an ambiguous form is not: a reading that fewer than 1 in 10 of its occurrences have in the
  treebank (or, of function words, in the counts of closed classes) is left out.
* English: the same, with inflection by rule (`training.english`).
"""

from __future__ import annotations

import csv
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
    BUCKETS,
    ENGLISH,
    LONGEST_ENDING,
    OPEN,
    SHARE_ALIKE,
    SHORTEST_ENDING,
    SHORTEST_STEM,
    form_hash,
)

from textlint_pt.portuguese import contractions as joined_words
from textlint_pt.portuguese import words as closed_class
from training import inputs
from training.corpus import analyses, documents, lines_of, sources
from training.english import english_readings
from training.lemmas import Derivation, Neighbours, Reading, frequencies
from training.wordnet import CATEGORIES, NONE, Categories, Key, Wordnet, by_word

VERSION = "2"
WORDS = Path(__file__).with_name("lexicon_words.toml")
ENGLISH_WORDS = Path(__file__).with_name("lexicon_words_en.toml")
LEMMAS = Path(__file__).with_name("lexicon_lemmas.toml")

#: a reading of an ambiguous form must have this share of its occurrences, if it has that many
LEAST_SHARE, FEWEST_OCCURRENCES = 0.1, 5
#: a form this frequent in the counts of closed classes has no other readings
CLOSED_OCCURRENCES = 20
#: occurrences in a million words from which every content lemma has a category
LEAST_FREQUENCY = 2.0
#: least mean rating, of 4, of a positive or negative word
LEAST_AFFECT = 0.5
#: an ending is kept if it tells the categories of this share of as many forms
ENDING_PRECISION, ENDING_SUPPORT = 0.95, 200

#: lists whose words are function words and pronouns too, as LIWC nests its categories
PRONOUNS = (
    *("first-singular", "first-plural", "second", "third", "personal-pronoun"),
    *("possessive", "demonstrative", "indefinite", "interrogative"),
)
FUNCTION_WORDS = ("article", "preposition", "conjunction", "auxiliary")
TENSES, PERSONS = by_word("tenses"), by_word("persons")
NUMBERS = {"SG": "singular", "PL": "plural"}
_POS = {"N": "n", "A": "a", "ADV": "r", "V": "v"}
_UPOS = {"NOUN": "N", "PROPN": "N", "ADJ": "A", "ADV": "ADV", "VERB": "V", "AUX": "V"}
_FUNCTION = ("AUX", "ADP", "CCONJ", "SCONJ", "PRON", "DET")
_FORM = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_ENGLISH_FORM = re.compile(r"(?<![\w'’-])[a-z]+(?:-[a-z]+)*(?![\w-])")


def contractions() -> dict[str, tuple[str, str]]:
    """Return preposition and second word of each contracted form."""
    seconds = closed_class(
        "articles", "demonstratives", "neuters", "pronouns.personal.third", "indefinites.other"
    )
    of_place = closed_class("adverbs.place")
    return {
        form: (one.preposition, one.second)
        for form, one in joined_words().items()
        if (one.second in seconds and one.preposition in ("de", "em", "a", "por"))
        or (one.second in of_place and one.preposition == "de")
        or one.second == "onde"
    }


@dataclass(frozen=True)
class Sources:
    """What the lexicon is made of, read."""

    #: readings of every form
    readings: Mapping[str, frozenset[Reading]]
    #: categories of (lemma, part of speech) by the wordnet
    senses: Mapping[Key, Categories]
    #: our own categories of a lemma, whatever its part of speech
    own: Mapping[str, Categories]
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
    #: forms the corpus has, with how often it has them in lower case
    corpus: Mapping[str, int]
    #: the words that a form is made of
    contracted: Mapping[str, tuple[str, str]]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return all categories, function words first."""
        names = (
            *("function", "pronoun", *FUNCTION_WORDS, *self.lists, "adverb", "verb"),
            *(*CATEGORIES["tenses"], *CATEGORIES["persons"], *NUMBERS.values()),
            *("positive", "negative", *CATEGORIES["files"]),
        )
        return tuple(dict.fromkeys(names))


class Builder:
    """Works out the categories of forms; `open_categories` without what is CC BY-SA."""

    def __init__(self, source_data: Sources) -> None:
        """Index our lists; `about` begins with the wordnet's senses."""
        self.source_data = source_data
        self.contracted = source_data.contracted
        #: what lemmas are about
        self.about: dict[Key, Categories] = dict(source_data.senses)
        #: lemmas of which it was told by derivation or by neighbours
        self.guessed: set[Key] = set()
        self.listed: dict[str, set[str]] = defaultdict(set)
        for name, words in source_data.lists.items():
            for word in words:
                self.listed[word].add(name)
                if name in PRONOUNS:
                    self.listed[word] |= {"function", "pronoun"}
                elif name in FUNCTION_WORDS:
                    self.listed[word].add("function")

    def forms(self) -> list[str]:
        """Return every form that gets an entry, sorted."""
        source_data = self.source_data
        known = {form for form in source_data.readings if form in source_data.corpus}
        return sorted(
            known | self.listed.keys() | self.contracted.keys() | source_data.closed.keys()
        )

    def open_categories(self, form: str) -> Categories:
        """Return categories by free sources (MorphoBr, LeIA, our lists), of every reading."""
        result = set(self.listed.get(form, ()))
        if form not in self.contracted:
            readings = self._readings(form)
            result |= self._morphology(readings) | self._affect(form, readings)
            for reading in readings:
                result |= self.source_data.own.get(reading.lemma, NONE)
        return frozenset(result)

    def all_categories(self, form: str) -> Categories:
        """Return categories by all sources, without rare readings."""
        result = set(self.listed.get(form, ()))
        if form in self.contracted:
            for part in self.contracted[form]:
                result |= self.all_categories(part)
            return frozenset(result)
        counts = self.source_data.closed.get(form, {})
        total = sum(counts.values())
        for category, count in counts.items():
            if count >= LEAST_SHARE * total:
                result |= {"function", category}
        readings = self._likely(form, self._readings(form))
        # a frequent function word has no content readings, but an auxiliary is a verb
        if total >= CLOSED_OCCURRENCES:
            is_auxiliary = "auxiliary" in result
            readings = frozenset(r for r in readings if is_auxiliary and r.pos == "V")
        result |= self._morphology(readings) | self._affect(form, readings)
        keys = self._keys(readings)
        known_keys = [key for key in keys if key not in self.guessed and self.categories(key)]
        for key in known_keys or keys:
            result |= self.categories(key)
        return frozenset(result - {"other"})

    def categories(self, key: Key) -> Categories:
        """Return the categories of a lemma."""
        return self.source_data.own.get(key[0], NONE) | self.about.get(key, NONE)

    def _keys(self, readings: Iterable[Reading]) -> list[Key]:
        """Return the content lemmas of readings; auxiliaries are none."""
        return sorted(
            {
                (reading.lemma, _POS[reading.pos])
                for reading in readings
                if reading.pos != "V" or reading.lemma not in self.source_data.auxiliaries
            }
        )

    def content(self) -> dict[Key, float]:
        """Return content lemmas of the corpus, with their occurrences in a million words.

        Only words in lower case count, so that names do not; function words are excluded.
        """
        keys: dict[str, list[Key]] = {}
        left_out = self.listed.keys() | self.contracted.keys()
        for form in self.source_data.corpus:
            closed = sum(self.source_data.closed.get(form, {}).values()) >= CLOSED_OCCURRENCES
            if len(form) > 1 and not closed and form not in left_out:
                keys[form] = self._keys(self._likely(form, self._readings(form)))
        million = sum(self.source_data.corpus.values()) / 1e6
        found = frequencies(keys, self.source_data.corpus)
        return {key: count / million for key, count in found.items() if count}

    def extend(self) -> None:
        """Infer categories of lemmas by derivation and by neighbours."""
        content = self.content()
        frequent = sorted(key for key, per in content.items() if per >= LEAST_FREQUENCY)
        known = {key: found for key in content if (found := self.categories(key))}
        verb_of: dict[str, set[str]] = defaultdict(set)
        for form, readings in self.source_data.readings.items():
            for reading in readings:
                if reading.pos == "V" and reading.features[0] in ("PTPST", "PTPASS"):
                    verb_of[form].add(reading.lemma)
        derivation = Derivation({**self.about, **known}, verb_of)
        derived = {
            key: derivation.categories_of(key) for key in sorted(content) if key not in known
        }
        self._guess({key: found for key, found in derived.items() if found})
        neighbours = Neighbours(known, [key for key in frequent if key in known])
        self._guess(neighbours.categories_of([key for key in frequent if not self.categories(key)]))

    def _guess(self, found: Mapping[Key, Categories]) -> None:
        self.about |= found
        self.guessed |= found.keys()

    def _readings(self, form: str) -> frozenset[Reading]:
        return self.source_data.readings.get(form, frozenset())

    def _likely(self, form: str, readings: frozenset[Reading]) -> frozenset[Reading]:
        """Return the readings that the treebank has often enough."""
        counts = self.source_data.treebank.get(form, {})
        total = sum(counts.values())
        if total < FEWEST_OCCURRENCES:
            return readings
        likely = frozenset(r for r in readings if counts.get(r.pos, 0) >= LEAST_SHARE * total)
        return likely or readings

    @staticmethod
    def _morphology(readings: Iterable[Reading]) -> set[str]:
        """Return the categories of tense, person, number and word class."""
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
        """Return "positive" or "negative" by the ratings of a form or its lemmas."""
        ratings, lemmas = self.source_data.affect, [reading.lemma for reading in sorted(readings)]
        # the list has leftovers in English: a word must be one of MorphoBr's
        if lemmas and form in ratings:
            lemmas = [form]
        rated = [ratings[word] for word in lemmas if word in ratings]
        mean = sum(rated) / max(1, len(rated))
        if abs(mean) < LEAST_AFFECT:
            return set()
        return {"positive" if mean > 0 else "negative"}

    def endings(self, listed: frozenset[str]) -> dict[str, Categories]:
        """Return the endings that determine the categories of unlisted verbs."""
        votes: dict[str, Counter[Categories]] = defaultdict(Counter)
        for form in sorted(self.source_data.readings):
            readings = self.source_data.readings[form]
            # half of the forms, by hash, vote: the others can check the endings
            if form in listed or not form.isalpha() or form_hash(form) % 2:
                continue
            is_verb = all(reading.pos == "V" for reading in readings)
            categories = frozenset(self._morphology(readings)) if is_verb else NONE
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
            if result.get(_longest_ending(ending, result) or "") != categories:
                result[ending] = categories
        return result


def _longest_ending(form: str, endings: Mapping[str, Categories]) -> str | None:
    """Return the longest of the endings that a form has."""
    for length in range(min(LONGEST_ENDING, len(form) - 1), SHORTEST_ENDING - 1, -1):
        if form[-length:] in endings:
            return form[-length:]
    return None


def build(source_data: Sources) -> dict[str, Any]:
    """Write both Portuguese artefacts; return figures for their cards."""
    builder = Builder(source_data)
    builder.extend()
    bit_of = {name: 1 << index for index, name in enumerate(source_data.names)}

    def mask(categories: Iterable[str]) -> int:
        return sum(bit_of[name] for name in categories)

    open_masks, share_alike_masks = dict[str, str](), dict[str, str]()
    for form in builder.forms():
        open_mask = mask(builder.open_categories(form))
        full_mask = mask(builder.all_categories(form))
        if open_mask:
            open_masks[form] = f"{open_mask:x}"
        if open_mask & ~full_mask:  # "!" replaces the open categories, else they are joined
            share_alike_masks[form] = f"!{full_mask:x}"
        elif full_mask != open_mask:
            share_alike_masks[form] = f"{full_mask & ~open_mask:x}"
    listed = frozenset(open_masks) | frozenset(share_alike_masks)
    endings = builder.endings(listed)
    masks = {ending: f"{mask(categories):x}" for ending, categories in endings.items()}
    collisions = _write(OPEN, source_data.names, open_masks, masks)
    collisions += _write(SHARE_ALIKE, source_data.names, share_alike_masks, {})
    return {
        "forms": len(open_masks),
        "forms cc-by-sa": len(share_alike_masks),
        "categories": len(source_data.names),
        "same hash, left out": collisions,
        "endings": len(endings),
    }


def build_english(source_data: Sources, names: Sequence[str]) -> dict[str, Any]:
    """Write the English artefact with the categories `names`; return figures for its card."""
    builder = Builder(source_data)
    bit = {name: 1 << index for index, name in enumerate(names)}
    forms: dict[str, str] = {}
    for form in builder.forms():
        if mask := sum(bit[name] for name in builder.all_categories(form)):
            forms[form] = f"{mask:x}"
    collisions = _write(ENGLISH, names, forms, {})
    return {"English forms": len(forms), "English, same hash, left out": collisions}


def _write(
    name: str, names: Sequence[str], forms: Mapping[str, str], endings: Mapping[str, str]
) -> int:
    """Write a table and its manifest; return how many forms were left out since another has their
    hash."""
    form_counts = Counter(forms.values())
    classes = sorted(form_counts, key=lambda mask: (-form_counts[mask], mask))
    number_of = {mask: index for index, mask in enumerate(classes)}
    rows: dict[int, int] = {}
    for form, mask in forms.items():
        rows.setdefault(form_hash(form), number_of[mask])
    hashes = sorted(rows)
    sizes = Counter(key >> 16 for key in hashes)  # of the buckets, by the upper half of a hash
    folder = artefact.DATA / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "forms.bin").write_bytes(
        # sizes of the buckets, lower halves of the hashes, class numbers
        bytes(sizes[bucket] for bucket in range(BUCKETS))
        + array("H", (key & 0xFFFF for key in hashes)).tobytes()
        + array("H", (rows[key] for key in hashes)).tobytes()
    )
    table = {"categories": names, "classes": classes, "endings": endings}
    inputs.write_json(folder / "classes.json", table, indent=0)
    artefact.write_manifest(name, VERSION)
    return len(forms) - len(rows)


# ------------------------------------------------------------------ reading


def _table(path: Path) -> Iterator[dict[str, str]]:
    return csv.DictReader(lines_of(path), delimiter="\t", quoting=csv.QUOTE_NONE)


def read_morphobr(folder: Path) -> dict[str, frozenset[Reading]]:
    """Return the readings of each form in the folder of MorphoBr."""
    readings: dict[str, set[Reading]] = defaultdict(set)
    reading_of: dict[str, Reading] = {}
    for form, analysis in analyses(folder):
        if analysis not in reading_of:
            reading_of[analysis] = Reading.parse(analysis)
        readings[form.lower()].add(reading_of[analysis])
    return {form: frozenset(found) for form, found in readings.items()}


def read_closed(
    rows: Iterable[Mapping[str, str]],
) -> tuple[dict[str, Counter[str]], frozenset[str]]:
    """Return counts by category of each function word, and the lemmas of auxiliaries."""
    result: dict[str, Counter[str]] = defaultdict(Counter)
    names = {"AUX": "auxiliary", "ADP": "preposition", "PRON": "pronoun"}
    names |= dict.fromkeys(("CCONJ", "SCONJ"), "conjunction")
    auxiliaries: set[str] = set()
    for row in rows:
        if row["upos"] == "AUX":
            auxiliaries.add(row["lemma"])
        article = row["upos"] == "DET" and "PronType=Art" in row["features"]
        name = "article" if article else names.get(row["upos"], "other")
        result[row["form"].lower()][name] += int(row["count"])
    # rare ones are foreign words in names; "lo" stands behind a hyphen or is foreign too
    frequent = {
        form: counts
        for form, counts in result.items()
        if counts.total() >= FEWEST_OCCURRENCES and form not in ("lo", "la", "los", "las")
    }
    return frequent, frozenset(auxiliaries)


def read_affect(rows: Iterable[Mapping[str, str]]) -> dict[str, float]:
    return {row["token"].lower(): float(row["mean"]) for row in rows}


def _function_words(path: Path) -> Iterator[dict[str, str]]:
    """Yield the function words of a treebank in the layout of the closed-class table."""
    for line in lines_of(path):
        fields = line.split("\t")
        if len(fields) > 5 and fields[0].isdigit() and fields[3] in _FUNCTION:
            form = fields[1].replace("’", "'")
            # "n't" and "'s" stand behind a word, without the apostrophe once it is cut
            yield {
                "form": "-" + form[1:] if form.startswith("'") else form,
                "lemma": fields[2],
                "upos": fields[3],
                "features": fields[5],
                "count": "1",
            }


def read_treebank(path: Path) -> dict[str, Counter[str]]:
    """Return of each form how often it has which part of speech."""
    result: dict[str, Counter[str]] = defaultdict(Counter)
    for line in lines_of(path):
        fields = line.split("\t")
        if len(fields) > 3 and fields[0].isdigit() and fields[3] in _UPOS:
            result[fields[1].lower()][_UPOS[fields[3]]] += 1
    return dict(result)


def read_lists(path: Path) -> dict[str, frozenset[str]]:
    with path.open("rb") as stream:
        return {name: frozenset(words.split()) for name, words in tomllib.load(stream).items()}


def read_own(path: Path = LEMMAS) -> dict[str, Categories]:
    """Return the categories of each lemma of our own list."""
    result: dict[str, set[str]] = defaultdict(set)
    for name, lemmas in read_lists(path).items():
        for lemma in lemmas:
            result[lemma].add(name)
    return {lemma: frozenset(names) for lemma, names in result.items()}


def read_corpus(folders: Sequence[str]) -> dict[str, int]:
    """Return the forms of a corpus in lower case, with how often they are written so."""
    counts: Counter[str] = Counter()
    for path in sources(folders):
        for paragraphs in documents(path):
            for paragraph in paragraphs:
                for form in _FORM.findall(paragraph):
                    lower = form.lower()
                    counts[lower] += form == lower
    return dict(counts)


def english(trees: Path, affect: Path, wordnet: Wordnet) -> Sources:
    """Return the English sources; forms are those of treebank, definitions and examples."""
    closed, auxiliaries = read_closed(_function_words(trees))
    treebank = read_treebank(trees)
    for form, counts in list(closed.items()):
        # "like" is as often a verb: our list has the preposition
        content = sum(treebank.get(form, {}).values()) - counts["auxiliary"]
        if content >= LEAST_SHARE * (content + counts.total()):
            del closed[form]
    attested: Counter[str] = Counter()
    texts = [
        line.partition("# text = ")[2] for line in lines_of(trees) if line.startswith("# text")
    ]
    for text in (*wordnet.texts, *texts):
        attested.update(_ENGLISH_FORM.findall(text))
    names = ("token", "mean")
    lines = lines_of(affect)
    ratings = (dict(zip(names, line.split("\t"), strict=False)) for line in lines)
    return Sources(
        readings=english_readings(wordnet, attested),
        senses=wordnet.english(),
        own={},
        closed=closed,
        auxiliaries=auxiliaries,
        affect=read_affect(ratings),
        treebank=treebank,
        lists=read_lists(ENGLISH_WORDS),
        corpus=attested,
        contracted={},
    )


def run(
    corpus: Sequence[str],
    *,
    morphobr: Path,
    openwordnet: Path,
    index: Path,
    english_wordnet: Path,
    closed: Path,
    affect: Path,
    treebank: Path,
    english_treebank: Path,
    english_affect: Path,
) -> None:
    """Build the lexicons of both languages from their sources."""
    wordnet = Wordnet.read(english_wordnet)
    word_files = [morphobr, openwordnet, index, english_wordnet, closed, affect, treebank]
    word_files += [english_treebank, english_affect]
    inputs.write(artefact.DATA / OPEN, corpus=sources(corpus), words=word_files)
    classes, auxiliaries = read_closed(_table(closed))
    source_data = Sources(
        readings=read_morphobr(morphobr),
        senses=wordnet.portuguese(openwordnet, index),
        own=read_own(),
        closed=classes,
        auxiliaries=auxiliaries,
        affect=read_affect(_table(affect)),
        treebank=read_treebank(treebank),
        lists=read_lists(WORDS),
        corpus=read_corpus(corpus),
        contracted=contractions(),
    )
    english_sources = english(english_treebank, english_affect, wordnet)
    figures = build(source_data) | build_english(english_sources, source_data.names)
    for name, value in figures.items():
        print(f"{name}: {value}")
