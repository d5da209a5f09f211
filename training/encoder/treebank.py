"""Trees of CoNLL-U files as the parser learns them.

writes DIR/trees.json: the labels, and for each sentence its text and words. A word is where its
token stands in the text, its part of that token (0 a token of one word; 1, 2 … the first, second …
word of a contraction), tag, features, head (0 the root) and relation.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.evaluation.treebank import read
from textlint_pt.text.segmentation import tokens
from training.inputs import write_json

#: slips that leave every token in its place
SAME_TOKENS = ("number", "gender", "verb")


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


def run(treebanks: Sequence[Path], *, data: Path, seed: int = 7) -> None:
    trees = [tree for path in treebanks for tree in read(path)]
    random.Random(seed).shuffle(trees)
    labels = {
        "tags": sorted({word.tag for tree in trees for word in tree.words}),
        "features": sorted({word.features for tree in trees for word in tree.words}),
        "relations": sorted({word.relation for tree in trees for word in tree.words}),
    }
    tags, features, relations = (
        {label: i for i, label in enumerate(found)} for found in labels.values()
    )
    rows = [
        [
            tree.text,
            [
                [w.start, w.end, w.part, tags[w.tag], features[w.features], w.head,
                 relations[w.relation]]
                for w in tree.words
            ],
        ]
        for tree in trees
    ]  # fmt: skip
    write_json(data / "trees.json", labels | {"trees": rows}, separators=(",", ":"))
    sizes = ", ".join(f"{len(found)} {name}" for name, found in labels.items())
    print(f"{len(trees)} trees, {sizes}")
