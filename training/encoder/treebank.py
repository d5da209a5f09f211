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
from collections.abc import Callable
from pathlib import Path

from benchmarks.evaluation.treebank import read
from textlint_pt.text.segmentation import tokens

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
