"""Does COH001 find a contradiction that is planted in a text?"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from benchmarks.evaluation.command import Files, Rows
from benchmarks.evaluation.common import share, stem
from benchmarks.evaluation.treebank import Tree, read
from benchmarks.evaluation.views import analysed
from benchmarks.likeness import CHANGED_MAKERS, LONGEST, SAME_MAKERS, SHORTEST, Maker
from textlint_pt.text.document import Kind, Sentence, Text

SEED = 15
#: sentences of a text, and those of them that may be contradicted
LENGTH, FIRST = 12, 6
#: sentences after which the copy stands
APART = (3, 5)


def contrary(tree: Tree, rng: random.Random) -> str | None:
    """The predicate for its contrary: «a casa pequena» excludes no «a casa grande»."""
    root = tuple(word for word in tree.words if word.relation == "root")
    return CHANGED_MAKERS["contrary"](Tree(tree.text, root), rng)


CHANGED: Mapping[str, Maker] = {
    "negation": CHANGED_MAKERS["negation"],
    "contrary": contrary,
    "number": CHANGED_MAKERS["number"],
}
SAME: Mapping[str, Maker] = {kind: SAME_MAKERS[kind] for kind in ("passive", "synonym", "order")}


class Planted(NamedTuple):
    """A text with a copy at `copy` of what stands at `original`."""

    kind: str
    sentences: tuple[str, ...]
    original: int
    copy: int


def texts_of(trees: Sequence[Tree]) -> list[Sequence[Tree]]:
    return [trees[at : at + LENGTH] for at in range(0, len(trees) - LENGTH + 1, LENGTH)]


def plant(every: Sequence[Sequence[Tree]], count: int, seed: int = SEED) -> list[Planted]:
    """So many of each kind as there are texts for, at most `count`; each text once a kind."""
    rng = random.Random(seed)
    found: list[Planted] = []
    for kind, maker in {**CHANGED, **SAME}.items():
        made: list[Planted] = []
        for text in rng.sample(every, len(every)):
            if len(made) == count:
                break
            made += [one for one in (_planted(text, kind, maker, rng),) if one]
        found += made
    return found


def _planted(text: Sequence[Tree], kind: str, maker: Maker, rng: random.Random) -> Planted | None:
    for original in rng.sample(range(FIRST), FIRST):
        tree = text[original]
        copy = maker(tree, rng) if SHORTEST <= len(tree.text.split()) <= LONGEST else None
        if copy and copy != tree.text:
            at = original + rng.randint(*APART)
            sentences = [one.text for one in text]
            return Planted(kind, (*sentences[:at], copy, *sentences[at:]), original, at)
    return None


class Rule:
    """COH001 over lists of sentences; each sentence is parsed once."""

    def __init__(self, sentences: Sequence[str]) -> None:
        known = list(dict.fromkeys(sentences))
        self._parses = dict(zip(known, analysed("parse", known), strict=True))

    def pairs(self, texts: Sequence[str]) -> Iterator[tuple[int, int]]:
        """The two sentences of each finding, the earlier first."""
        from textlint_pt_focus.coherence.statements import contradictions

        sentences = [
            Sentence(i, Text.verbatim(text, 0), Kind.PARAGRAPH, i, 0)
            for i, text in enumerate(texts)
        ]
        for one in contradictions(sentences, [self._parses[text] for text in texts]):
            yield one.first, one.second


def measure(name: str, trees: Sequence[Tree], count: int, seed: int) -> dict[str, Any]:
    """The row of a file."""
    every = texts_of(trees)
    planted = plant(every, count, seed)
    plain = [[tree.text for tree in text] for text in every]
    rule = Rule([text for one in (*(p.sentences for p in planted), *plain) for text in one])
    hits: dict[str, list[bool]] = defaultdict(list)
    for one in planted:
        hits[one.kind].append((one.original, one.copy) in rule.pairs(one.sentences))
    false = sum(len(list(rule.pairs(text))) for text in plain)
    changed = [hit for kind in CHANGED for hit in hits[kind]]
    same = [hit for kind in SAME for hit in hits[kind]]
    row: dict[str, Any] = {
        "system": "ours",
        "set": name,
        "found": share(changed),
        "n": len(changed),
        "false_same": share(same),
        "n_same": len(same),
        "n_sentences": sum(map(len, plain)),
    }
    row["false_per_1000"] = 1000 * false / row["n_sentences"] if plain else None
    for kind in CHANGED:
        row |= {kind: share(hits[kind]), f"{kind}_n": len(hits[kind])}
    return row


def run(
    files: Files,
    *,
    texts: Annotated[int, "texts a kind at most"] = 300,
    seed: int = SEED,
    show: Annotated[bool, "print the pairs and measure nothing"] = False,
) -> Rows:
    trees = {path: list(read(Path(path))) for path in files}
    if short := next((path for path in files if len(trees[path]) < LENGTH), None):
        raise SystemExit(f"coherence: {short}: fewer than {LENGTH} sentences")
    if not show:
        return [measure(stem(path), trees[path], texts, seed) for path in files]
    for path in files:
        for one in plant(texts_of(trees[path]), texts, seed):
            print(f"{one.kind}\n  {one.sentences[one.original]}\n  {one.sentences[one.copy]}")
    return []
