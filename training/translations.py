"""Build the shipped bilingual lexicon: which Portuguese words render an English one.

Writes the artefact `translations` (see `textlint_pt_embedded.translations`): about two minutes,
most of them for reading the English wordnet; the same bytes every time (under the same `forms`).
The digests of all inputs are in `inputs.json`.

A concept is a synset that the Open English WordNet and OpenWordNet-PT share, or a sense of a noun
in the English Wiktionary. Of words there are single ones in lower case, of the Portuguese ones
those that come in the corpus from which the frequencies of `forms` were counted.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from textlint_pt_embedded import artefact
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_embedded.translations import ARTEFACT, CONCEPTS, IRREGULAR, WORDS

from training import inputs
from training.wordnet import Wordnet, current_synsets

VERSION = "1"

Pairs = dict[str, set[str]]


class Concept(NamedTuple):
    """What one English and one Portuguese noun at least stand for."""

    #: of a synset: its name, and those of its kinds
    synset: str
    kinds: Sequence[str]
    english: frozenset[str]
    portuguese: frozenset[str]


def _single(words: Iterable[str]) -> frozenset[str]:
    """Return the single words in lower case, hyphens allowed."""
    return frozenset(w for w in words if w == w.lower() and w.replace("-", "").isalpha())


def _in_use(words: Iterable[str]) -> frozenset[str]:
    """Return the single words that the corpus of the form lexicon has."""
    forms = form_lexicon()
    return frozenset(word for word in _single(words) if forms.frequency(word))


# ------------------------------------------------------------------ wordnets


def read_openwordnet(path: Path) -> dict[str, set[str]]:
    """Return the words of each synset of WordNet 3.0 ("00001740-n"), read from an LMF file."""
    result: dict[str, set[str]] = defaultdict(set)
    with gzip.open(path) as stream:
        for _, entry in ElementTree.iterparse(stream):
            if entry.tag == "LexicalEntry":
                lemma = entry.find("Lemma")
                for sense in entry.iter("Sense"):
                    if lemma is not None:
                        synset = sense.attrib["synset"].removeprefix("own-pt-")
                        result[synset].add(lemma.attrib["writtenForm"])
                entry.clear()
    return result


def from_wordnets(wordnet: Wordnet, words: Path, index: Path) -> tuple[list[Concept], Pairs]:
    """Return concepts of the nouns in two wordnets, and the translations of other words."""
    current_name = current_synsets(wordnet, index)
    portuguese: dict[str, set[str]] = defaultdict(set)
    for old_name, lemmas in read_openwordnet(words).items():
        if old_name in current_name:
            portuguese[current_name[old_name]] |= lemmas
    english: dict[str, set[str]] = defaultdict(set)
    for (lemma, _), senses in wordnet.senses.items():
        for sense in senses:
            english[sense.synset].add(lemma)
    concepts: list[Concept] = []
    pairs: Pairs = defaultdict(set)
    for synset in sorted(portuguese):
        portuguese_words, english_words = _in_use(portuguese[synset]), _single(english[synset])
        if not portuguese_words:
            continue
        if synset[-1] == "n":
            kinds = wordnet.kinds.get(synset, ())
            concepts.append(Concept(synset, kinds, english_words, portuguese_words))
        else:
            for word in english_words:
                pairs[word] |= portuguese_words
    return concepts, pairs


# ------------------------------------------------------------------ Wiktionary

_ENTRY = re.compile(r"(?P<word>[^{(\[]+?)\s*\{(?P<kind>[^}]+)\}.*?::\s*(?P<others>.*)")
_REMARK = re.compile(r"\([^()]*\)|\{[^}]*\}|\[[^\]]*\]|/[^/]*/")
_BEFORE = re.compile(r"(?:to|the|an?|se) (?=\S+$)")
_PORTUGUESE_NOUN = re.compile(r"[mf](?:p|s)?|mf|n")


def _entries(path: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Yield word, part of speech and translations of each sense in a dictionary file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        entry = None if line.startswith("#") else _ENTRY.match(line)
        if entry and not entry["word"].startswith("#"):
            translations = re.split(r"[,;]", _REMARK.sub("", _REMARK.sub("", entry["others"])))
            yield entry["word"], entry["kind"], [_BEFORE.sub("", o.strip()) for o in translations]


def from_wiktionary(to_portuguese: Path, to_english: Path) -> tuple[list[Concept], Pairs]:
    """Return concepts, one for each sense of a noun, and the translations of other words."""
    concepts: set[tuple[frozenset[str], frozenset[str]]] = set()
    pairs: Pairs = defaultdict(set)
    senses = [
        (kind == "n", (word,), translations) for word, kind, translations in _entries(to_portuguese)
    ] + [
        (bool(_PORTUGUESE_NOUN.fullmatch(kind)), translations, (word,))
        for word, kind, translations in _entries(to_english)
    ]
    for is_noun, english, portuguese in senses:
        english_words, portuguese_words = _single(english), _in_use(portuguese)
        if not english_words or not portuguese_words:
            continue
        if is_noun:
            concepts.add((english_words, portuguese_words))
        else:
            for word in english_words:
                pairs[word] |= portuguese_words
    ordered = sorted(concepts, key=lambda concept: (sorted(concept[0]), sorted(concept[1])))
    return [Concept("", (), *words) for words in ordered], pairs


# ------------------------------------------------------------------ the artefact


def _concept_lines(concepts: Sequence[Concept]) -> Iterator[str]:
    """Yield a line for each concept, and for each kind without words that two concepts share."""
    uses = Counter(kind for concept in concepts for kind in concept.kinds)
    named = {concept.synset for concept in concepts}
    # two concepts may be related by a kind that neither language has a word for
    wordless = [
        Concept(kind, (), frozenset(), frozenset())
        for kind, count in sorted(uses.items())
        if kind not in named and count > 1
    ]
    all_concepts = [*concepts, *wordless]
    number_of = {one.synset: index for index, one in enumerate(all_concepts) if one.synset}
    for concept in all_concepts:
        kinds = sorted(number_of[kind] for kind in concept.kinds if kind in number_of)
        words = (" ".join(sorted(side)) for side in (concept.english, concept.portuguese))
        yield "|".join((" ".join(map(str, kinds)), *words))


def _irregular_lines(wordnet: Wordnet) -> Iterator[str]:
    """Yield a line for each irregular English form, with its lemmas."""
    lemmas: dict[str, set[str]] = defaultdict(set)
    for (lemma, _), forms in wordnet.irregular.items():
        for form in _single(forms):
            lemmas[form] |= _single([lemma]) - {form}
    for form, found in sorted(lemmas.items()):
        if found:
            yield f"{form}|{' '.join(sorted(found))}"


def build_translation_lexicon(
    wordnet: Wordnet,
    openwordnet: Path,
    interlingual_index: Path,
    wiktionary: tuple[Path, Path],
    folder: Path,
) -> dict[str, int]:
    """Write the artefact; return the statistics that its card shows."""
    concepts, pairs = from_wordnets(wordnet, openwordnet, interlingual_index)
    senses, wiktionary_pairs = from_wiktionary(*wiktionary)
    for word, translations in wiktionary_pairs.items():
        pairs[word] |= translations
    all_concepts = [*concepts, *senses]
    lines = {
        CONCEPTS: list(_concept_lines(all_concepts)),
        WORDS: [f"{word}|{' '.join(sorted(found))}" for word, found in sorted(pairs.items())],
        IRREGULAR: list(_irregular_lines(wordnet)),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in lines.items():
        data = zlib.compress("\n".join(text).encode(), 9)
        (folder / f"{name}.zlib").write_bytes(data)
    artefact.write_manifest(ARTEFACT, VERSION, folder)
    return {
        "concepts of the wordnets": len(concepts),
        "senses of Wiktionary": len(senses),
        "English nouns": len({noun for concept in all_concepts for noun in concept.english}),
        "pairs of nouns": len(
            {
                (e, p)
                for concept in all_concepts
                for e in concept.english
                for p in concept.portuguese
            }
        ),
        "other English words": len(pairs),
        "pairs of these": sum(map(len, pairs.values())),
        "irregular forms": len(lines[IRREGULAR]),
        "bytes": sum((folder / f"{name}.zlib").stat().st_size for name in lines),
    }


def run(
    *,
    openwordnet: Path,
    index: Path,
    english_wordnet: Path,
    wiktionary: Sequence[Path],
    output: Path = artefact.DATA / ARTEFACT,
) -> None:
    """Write the bilingual lexicon and print its statistics."""
    to_portuguese, to_english = wiktionary
    inputs.write(output, words=(openwordnet, index, english_wordnet, *wiktionary))
    wordnet = Wordnet.read(english_wordnet)
    both = (to_portuguese, to_english)
    figures = build_translation_lexicon(wordnet, openwordnet, index, both, output)
    for name, value in figures.items():
        print(f"{name}: {value}")
