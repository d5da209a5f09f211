"""Trees of CoNLL-U files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.evaluation.common import read_text

#: the features that count in the measure of CoNLL 2018 (Zeman et al. 2018, section 5)
UNIVERSAL = frozenset(
    """
    PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm
    Mood Tense Aspect Voice Evident Polarity Person Polite
""".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class Word:
    start: int
    end: int
    part: int
    form: str
    lemma: str
    tag: str
    features: str  # universal ones, "" for none
    head: int
    relation: str


@dataclass(frozen=True, slots=True)
class Tree:
    text: str
    words: tuple[Word, ...]


def universal(features: str) -> str:
    """The universal features of a FEATS field, in its order."""
    kept = [pair for pair in features.split("|") if pair.partition("=")[0] in UNIVERSAL]
    return "|".join(kept)


def read(path: Path) -> Iterator[Tree]:
    """Trees of a CoNLL-U file; empty nodes are left out. Ends the program at what is no tree."""
    for number, lines in enumerate(re.split(r"\n\s*\n", read_text(str(path))), 1):
        if not lines.strip():
            continue
        try:
            tree = _tree(lines.strip("\n").split("\n"))
        except (StopIteration, ValueError) as error:
            raise SystemExit(f"benchmarks: {path}: sentence {number} is not CoNLL-U") from error
        yield tree


def _tree(lines: list[str]) -> Tree:
    text = next(line for line in lines if line.startswith("# text = ")).removeprefix("# text = ")
    words: list[Word] = []
    at, token, last, first = 0, (0, 0), 0, 0
    for line in lines:
        if line.startswith("#"):
            continue
        name, form, lemma, tag, _, features, head, relation, *_ = line.split("\t")
        if "." in name:
            continue
        in_token = "-" not in name and int(name) <= last
        if not in_token:
            start = text.index(form, at)
            token = at, _ = start, start + len(form)
            at = token[1]
        if "-" in name:
            first, last = map(int, name.split("-"))
            continue
        part = int(name) - first + 1 if in_token else 0
        words.append(Word(*token, part, form, lemma, tag, universal(features), int(head), relation))
    return Tree(text, tuple(words))
