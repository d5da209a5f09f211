"""Trees of CoNLL-U files as the parser learns them.

    python -m training.encoder.treebank bosque-train.conllu.xz --data DIR

writes DIR/trees.json: the labels, and for each sentence its text and words. A word is where its
token stands in the text, its part of that token (0 a token of one word; 1, 2 … the first, second …
word of a contraction), tag, features, head (0 the root) and relation.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from textlint_pt.segmentation import tokens
from training.corpus import opened
from training.encoder.faults import word_set

#: the features that count in the measure of CoNLL 2018 (Zeman et al. 2018, section 5)
UNIVERSAL = word_set("""
    PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm
    Mood Tense Aspect Voice Evident Polarity Person Polite
""")


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
    """Trees of a CoNLL-U file; empty nodes are left out."""
    with opened(path) as stream:
        lines: list[str] = []
        for line in stream:
            if line.strip():
                lines.append(line.rstrip("\n"))
            elif lines:
                yield _tree(lines)
                lines = []
        if lines:
            yield _tree(lines)


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


#: faults that leave every token in its place
SAME_TOKENS = {"determiner": 0.2, "adjective": 0.25, "predicative": 0.3, "noun": 0.05, "verb": 0.2}


def spans_after(before: str, after: str) -> Callable[[int, int], tuple[int, int]] | None:
    """Where a span of `before` lies in `after`, which has the same tokens in other forms."""
    old, new = list(tokens(before)), list(tokens(after))
    if len(old) != len(new):
        return None

    def moved(at: int, end: bool) -> int:
        for mine, theirs in zip(old, new, strict=True):
            if end and at == mine.end:
                return theirs.end
            if mine.start <= at < mine.end or (end and mine.start < at < mine.end):
                return min(theirs.start + at - mine.start, theirs.end)
        return at

    return lambda start, end: (moved(start, False), moved(end, True))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("treebanks", nargs="+", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(arguments)
    trees = [tree for path in options.treebanks for tree in read(path)]
    random.Random(options.seed).shuffle(trees)
    labels = {
        "tags": sorted({word.tag for tree in trees for word in tree.words}),
        "features": sorted({word.features for tree in trees for word in tree.words}),
        "relations": sorted({word.relation for tree in trees for word in tree.words}),
    }
    places = {name: {label: i for i, label in enumerate(found)} for name, found in labels.items()}
    rows = [
        [
            tree.text,
            [
                [
                    word.start,
                    word.end,
                    word.part,
                    places["tags"][word.tag],
                    places["features"][word.features],
                    word.head,
                    places["relations"][word.relation],
                ]
                for word in tree.words
            ],
        ]
        for tree in trees
    ]
    text = json.dumps(labels | {"trees": rows}, ensure_ascii=False, separators=(",", ":"))
    (options.data / "trees.json").write_text(text + "\n", encoding="utf-8")
    sizes = ", ".join(f"{len(found)} {name}" for name, found in labels.items())
    print(f"{len(trees)} trees, {sizes}")


if __name__ == "__main__":
    main()
