"""The pairs that `benchmarks.likeness` makes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from benchmarks.evaluation.treebank import Tree, read
from benchmarks.likeness import CHANGED_MAKERS, SAME_MAKERS, auc, make


def tree(tmp_path: Path, text: str, rows: list[str]) -> Tree:
    lines = [f"# text = {text}"]
    for number, row in enumerate(rows, 1):
        form, lemma, tag, features, head, relation = row.split()
        lines.append(
            "\t".join([str(number), form, lemma, tag, "_", features, head, relation, "_", "_"])
        )
    path = tmp_path / "one.conllu"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return next(iter(read(path)))


@pytest.fixture
def bought(tmp_path: Path) -> Tree:
    return tree(
        tmp_path,
        "O rei comprou a ilha em 1998.",
        [
            "O o DET Gender=Masc|Number=Sing 2 det",
            "rei rei NOUN Gender=Masc|Number=Sing 3 nsubj",
            "comprou comprar VERB Mood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin 0 root",
            "a o DET Gender=Fem|Number=Sing 5 det",
            "ilha ilha NOUN Gender=Fem|Number=Sing 3 obj",
            "em em ADP _ 7 case",
            "1998 1998 NUM _ 3 obl",
            ". . PUNCT _ 3 punct",
        ],
    )


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("passive", "A ilha foi comprada pelo rei em 1998."),
        ("synonym", "O rei adquiriu a ilha em 1998."),
        ("negation", "O rei não comprou a ilha em 1998."),
        ("contrary", "O rei vendeu a ilha em 1998."),
        ("roles", "A ilha comprou o rei em 1998."),
    ],
)
def test_what_is_made_of_a_sentence(bought: Tree, kind: str, said: str) -> None:
    maker = {**SAME_MAKERS, **CHANGED_MAKERS}[kind]
    assert maker(bought, random.Random(1)) == said


def test_another_number(bought: Tree) -> None:
    found = CHANGED_MAKERS["number"](bought, random.Random(1))
    assert found and found.startswith("O rei comprou a ilha em ") and "1998" not in found


def test_half_of_the_pairs_are_the_same(bought: Tree) -> None:
    pairs = make([bought] * 8, 12)
    assert [pair.same for pair in pairs].count(True) == 6
    assert make([bought] * 8, 12) == pairs


def test_auc_counts_ties_half() -> None:
    assert auc([3.0, 1.0], [1.0, 0.0]) == pytest.approx(0.875)
