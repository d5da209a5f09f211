"""What words are about, from two wordnets joined synset by synset.

A synset of the Open English WordNet is filed by what it is about ("noun.food"). OpenWordNet-PT has
Portuguese words for the synsets of WordNet 3.0, which the Collaborative Interlingual Index ties to
those of the Open English WordNet. So both languages have their categories from the same synsets.

Adjectives and adverbs are filed by nothing: they have the categories of the nouns and verbs that
the wordnet derives from them or names beside them ("sad": "sadness"); an adjective without any has
those of the adjectives it is similar to.
"""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

Categories = frozenset[str]
NONE: Categories = frozenset()
#: a lemma and its part of speech: n, v, a, r
Key = tuple[str, str]

#: share of a lemma's synsets that a category must have
LEAST_SENSE_SHARE = 0.2
CATEGORIES: Mapping[str, Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_name("lexicon_categories.toml").read_text("utf-8")
)


def by_word(name: str) -> dict[str, str]:
    """Return the category of each word in a table of `lexicon_categories.toml`."""
    return {word: kind for kind, words in CATEGORIES[name].items() for word in words.split()}


_ABOUT, _TOPS = by_word("files"), by_word("tops")


@dataclass(frozen=True)
class Sense:
    """A meaning of an English word: its synset, and senses of other words derived from it."""

    synset: str
    related: tuple[str, ...] = ()


@dataclass
class Wordnet:
    """The Open English WordNet, as far as it is needed."""

    #: category of the noun and verb synsets
    filed: dict[str, str] = field(default_factory=dict)
    #: synset of each concept of the Interlingual Index
    concepts: dict[str, str] = field(default_factory=dict)
    #: synsets named beside an adjective, and those it is similar to
    attributes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    similar: dict[str, tuple[str, ...]] = field(default_factory=dict)
    #: synsets of what a noun is a kind of
    kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    #: senses of a lemma, the commonest first
    senses: dict[Key, list[Sense]] = field(default_factory=dict)
    #: synset of each sense
    synset_of: dict[str, str] = field(default_factory=dict)
    #: irregular forms of a lemma
    irregular: dict[Key, tuple[str, ...]] = field(default_factory=dict)
    #: definitions and examples
    texts: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, folder: Path) -> Wordnet:
        """Read the YAML files of a release (`src/yaml`)."""
        import yaml

        # as strings: "no" and "off" are words
        loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
        result = cls()
        for path in sorted(folder.glob("*.yaml")):
            kind = path.name.removesuffix(".yaml")
            if kind != "frames":
                with path.open(encoding="utf-8") as stream:
                    content = yaml.load(stream, loader)
                if kind.startswith("entries-"):
                    result._add_entries(content)
                else:
                    result._add_synsets(kind, content)
        return result

    def _add_synsets(self, kind: str, synsets: Mapping[str, Any]) -> None:
        """Add the synsets of a YAML file, with categories where it has any."""
        for name, about in synsets.items():
            self.texts += about["definition"]
            # an example may have its source beside it
            self.texts += [e if isinstance(e, str) else e["text"] for e in about.get("example", ())]
            if (category := _ABOUT.get(kind)) is not None:
                self.filed[name] = category
            elif kind == "noun.Tops" and (top := _TOPS.get(about["members"][0])) is not None:
                self.filed[name] = top
            if "ili" in about:
                self.concepts[about["ili"]] = name
            if "attribute" in about:
                self.attributes[name] = tuple(about["attribute"])
            if "similar" in about:
                self.similar[name] = tuple(about["similar"])
            if "hypernym" in about and kind.startswith("noun"):
                self.kinds[name] = tuple(about["hypernym"])

    def _add_entries(self, entries: Mapping[str, Any]) -> None:
        """Add the senses and irregular forms of a file of lemmas."""
        for lemma, parts in entries.items():
            for part, about in parts.items():
                # a second entry of a part of speech is "n-2", a satellite adjective "s"
                key = (lemma, "a" if part[0] == "s" else part[0])
                for sense in about["sense"]:
                    related = (*sense.get("derivation", ()), *sense.get("pertainym", ()))
                    self.senses.setdefault(key, []).append(Sense(sense["synset"], related))
                    self.synset_of[sense["id"]] = sense["synset"]
                if forms := about.get("form"):
                    earlier_forms = self.irregular.get(key, ())
                    self.irregular[key] = (*earlier_forms, *forms)

    @cached_property
    def _related(self) -> dict[str, set[str]]:
        """Return by synset the synsets of words derived from its words."""
        result: dict[str, set[str]] = defaultdict(set)
        for senses in self.senses.values():
            for sense in senses:
                result[sense.synset].update(
                    self.synset_of[name] for name in sense.related if name in self.synset_of
                )
        return result

    def categories(self, synset: str) -> Categories:
        """Return the categories of a synset; of an adjective or adverb those of related nouns and
        verbs, else of related adjectives, else of similar ones."""
        if synset[-1] in "nv":
            return frozenset((self.filed[synset],)) if synset in self.filed else NONE
        own = self._categories_of_related(synset)
        if not own and synset[-1] == "r":  # "slowly" is told by "slow"
            for adjective in sorted(self._related.get(synset, ())):
                own |= self.categories(adjective) if adjective[-1] in "as" else NONE
        if not own:
            for other in self.similar.get(synset, ()):
                own |= self._categories_of_related(other)
        return own

    def _categories_of_related(self, synset: str) -> Categories:
        """Return the categories of nouns and verbs related to an adjective or adverb."""
        related = {*self.attributes.get(synset, ()), *self._related.get(synset, ())}
        return frozenset(self.filed[name] for name in related if name in self.filed)

    def english(self) -> dict[Key, Categories]:
        """Return the categories of English lemmas: of the first sense, and of a fifth of the
        senses."""
        result: dict[Key, Categories] = {}
        for key, senses in self.senses.items():
            found = [self.categories(sense.synset) for sense in senses]
            if categories := frequent_categories(found) | found[0]:
                result[key[0].lower(), key[1]] = categories
        return result

    def portuguese(self, words: Path, index: Path) -> dict[Key, Categories]:
        """Return the categories of Portuguese lemmas (`wn-data-por.tab`, `ili-map-pwn30.tab`)."""
        current_name = current_synsets(self, index)
        found: dict[Key, list[Categories]] = defaultdict(list)
        for old_name, kind, *rest in _rows(words):
            if kind.endswith("lemma") and rest and old_name in current_name:
                found[rest[0].lower(), old_name[-1].replace("s", "a")].append(
                    self.categories(current_name[old_name])
                )
        result = {key: frequent_categories(senses) for key, senses in found.items()}
        return {key: categories for key, categories in result.items() if categories}


def current_synsets(wordnet: Wordnet, index: Path) -> dict[str, str]:
    """Return synsets by their names in WordNet 3.0, a satellite adjective by both of its names."""
    found: dict[str, str] = {}
    for concept, old in _rows(index):
        synset = wordnet.concepts.get(concept)
        if synset is not None:
            found[old] = synset
    for old, synset in list(found.items()):
        number, part = old[:-1], old[-1]
        if part in "as":
            found.setdefault(number + ("s" if part == "a" else "a"), synset)
    return found


def frequent_categories(senses: Sequence[Iterable[str]]) -> Categories:
    """Return the categories that at least a fifth of the senses have."""
    counts = Counter(category for sense in senses for category in sense)
    return frozenset(c for c, n in counts.items() if n >= LEAST_SENSE_SHARE * len(senses))


def _rows(path: Path) -> Iterator[list[str]]:
    """Yield the fields of each line of a tab-separated file that is no comment."""
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            if not line.startswith("#"):
                yield line.rstrip("\n").split("\t")
