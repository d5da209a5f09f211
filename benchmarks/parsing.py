"""Tags, features, heads and lemmas against treebanks, by the measures of CoNLL 2018."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.evaluation.command import Files, Rows
from benchmarks.evaluation.common import stem
from benchmarks.evaluation.treebank import Tree, read


class Row(NamedTuple):
    """What is said of a word; `head` counts words from 1, 0 the root."""

    tag: str
    features: str
    head: int
    relation: str
    lemma: str


System = Callable[[Tree], Sequence[Row]]


def ours(folder: Path | None) -> System:
    from textlint_pt_embedded import artefact
    from textlint_pt_embedded.encoder import ARTEFACT, Model
    from textlint_pt_embedded.forms import form_lexicon
    from textlint_pt_embedded.parse import Place

    model = Model(folder.joinpath if folder else lambda name: artefact.verified(ARTEFACT, name))
    labels, lemmas = model.labels, form_lexicon()

    def analyse(tree: Tree) -> list[Row]:
        places = [Place(word.start, word.end, word.part) for word in tree.words]
        rows = []
        for word, choice in zip(tree.words, model.read(tree.text, places), strict=False):
            tag, features = labels.tags[choice.tag], labels.features[choice.features]
            lemma = lemmas.lemma(word.form, tag, features)
            relation = labels.relations[choice.relation]
            rows.append(Row(tag, features, choice.head, relation, lemma))
        return rows

    return analyse


def measured(trees: Sequence[Tree], system: System) -> dict[str, Any]:
    right = dict.fromkeys(("upos", "features", "uas", "las", "lemmas"), 0)
    words = 0
    for tree in trees:
        words += len(tree.words)
        # words beyond what is read have no row
        for word, row in zip(tree.words, system(tree), strict=False):
            head = word.head == row.head
            right["upos"] += word.tag == row.tag
            right["features"] += _set(word.features) == _set(row.features)
            right["uas"] += head
            right["las"] += head and _general(word.relation) == _general(row.relation)
            right["lemmas"] += word.lemma in (row.lemma, "_")
    shares = {name: 100 * count / max(words, 1) for name, count in right.items()}
    return {"sentences": len(trees), "words": words, **shares}


def _set(features: str) -> set[str]:
    return set(filter(None, features.split("|")))


def _general(relation: str) -> str:
    return relation.partition(":")[0]


def run(files: Files, *, encoder: Path | None = None) -> Rows:
    system = ours(encoder)
    for path in files:
        trees = list(read(Path(path)))
        yield {"set": stem(path), "system": "ours", **measured(trees, system)}
