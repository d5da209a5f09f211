"""The peer of the parser: spaCy's small CNN pipeline, trained on the same trees.

    python -m training.encoder.spacy_cnn bosque-train.conllu.xz --out DIR

The configuration is what `spacy init config --lang pt --optimize efficiency` gives for a
morphologizer and a parser that share one CNN; words are those of the treebank. Every 20th sentence
is held out to choose the best step. Interrupted, DIR/model-best is what was best up to then.
`python -m benchmarks.parsing FILE… --peer DIR/model-best` measures it.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterable
from pathlib import Path

from benchmarks.evaluation.treebank import Tree, read

COMPONENTS = ["tok2vec", "morphologizer", "parser"]
HELD_OUT = 20


def write(trees: Iterable[Tree], path: Path) -> None:
    """Gold documents of one sentence each, a token for each word."""
    import spacy
    from spacy.tokens import Doc, DocBin

    vocab = spacy.blank("pt").vocab
    store = DocBin(attrs=["ORTH", "SPACY", "POS", "MORPH", "HEAD", "DEP", "SENT_START"])
    for tree in trees:
        words = tree.words
        followed = [
            word.part == 0 or (word.start, word.end) != (after.start, after.end)
            for word, after in itertools.pairwise(words)
        ]
        doc = Doc(
            vocab,
            words=[word.form for word in words],
            spaces=[*followed, False],
            pos=[word.tag for word in words],
            morphs=[word.features for word in words],
            heads=[word.head - 1 if word.head else i for i, word in enumerate(words)],
            deps=["ROOT" if word.head == 0 else word.relation for word in words],
            sent_starts=[i == 0 for i in range(len(words))],
        )
        store.add(doc)
    store.to_disk(path)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("treebanks", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=20_000, help="at most so many updates")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(arguments)

    from spacy.cli.init_config import init_config
    from spacy.training.initialize import init_nlp
    from spacy.training.loop import train

    trees = [tree for path in options.treebanks for tree in read(path)]
    options.out.mkdir(parents=True, exist_ok=True)
    paths = {name: options.out / f"{name}.spacy" for name in ("train", "dev")}
    write((tree for i, tree in enumerate(trees) if i % HELD_OUT), paths["train"])
    write(trees[::HELD_OUT], paths["dev"])
    config = init_config(lang="pt", pipeline=COMPONENTS, optimize="efficiency", silent=True)
    config = config.merge(
        {
            "paths": {name: str(path) for name, path in paths.items()},
            "system": {"seed": options.seed},
            "corpora": {name: {"gold_preproc": True} for name in paths},
            "training": {"max_steps": options.steps},
        }
    )
    nlp = init_nlp(config)
    train(nlp, options.out)


if __name__ == "__main__":
    main()
