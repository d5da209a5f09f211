"""The contradictions that `benchmarks.coherence` plants, and what it counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import coherence
from benchmarks.__main__ import main
from benchmarks.evaluation.treebank import read

THINGS = ("rede", "vela", "corda", "barca", "lona", "cana", "alga", "bota", "fita", "pá", "saca")
ROWS = {
    "O rei comprou a ilha verde por 300 moedas.": [
        "O o DET Definite=Def|Gender=Masc|Number=Sing|PronType=Art 2 det",
        "rei rei NOUN Gender=Masc|Number=Sing 3 nsubj",
        "comprou comprar VERB Mood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin 0 root",
        "a o DET Definite=Def|Gender=Fem|Number=Sing|PronType=Art 5 det",
        "ilha ilha NOUN Gender=Fem|Number=Sing 3 obj",
        "verde verde ADJ Gender=Fem|Number=Sing 5 amod",
        "por por ADP _ 9 case",
        "300 300 NUM _ 9 nummod",
        "moedas moeda NOUN Gender=Fem|Number=Plur 3 obl",
        ". . PUNCT _ 3 punct",
    ],
} | {
    f"Os pescadores recolhiam as {thing}s na praia.": [
        "Os o DET Definite=Def|Gender=Masc|Number=Plur|PronType=Art 2 det",
        "pescadores pescador NOUN Gender=Masc|Number=Plur 3 nsubj",
        "recolhiam recolher VERB Mood=Ind|Number=Plur|Person=3|Tense=Imp|VerbForm=Fin 0 root",
        "as o DET Definite=Def|Gender=Fem|Number=Plur|PronType=Art 5 det",
        f"{thing}s {thing} NOUN Gender=Fem|Number=Plur 3 obj",
        "na em ADP _ 7 case",
        "praia praia NOUN Gender=Fem|Number=Sing 3 obl",
        ". . PUNCT _ 3 punct",
    ]
    for thing in THINGS
}


@pytest.fixture
def trees(tmp_path: Path) -> Path:
    sentences = []
    for text in ROWS:
        lines = [f"# text = {text}"]
        for number, row in enumerate(ROWS[text], 1):
            form, lemma, tag, features, head, relation = row.split()
            columns = [str(number), form, lemma, tag, "_", features, head, relation, "_", "_"]
            lines.append("\t".join(columns))
        sentences.append("\n".join(lines))
    path = tmp_path / "made.conllu"
    path.write_text("\n\n".join(sentences) + "\n", encoding="utf-8")
    return path


def test_the_copy_stands_after_what_it_contradicts(trees: Path) -> None:
    planted = coherence.plant(coherence.texts_of(list(read(trees))), 5)
    assert {one.kind for one in planted} >= {"negation", "contrary", "number", "passive"}
    for one in planted:
        assert len(one.sentences) == coherence.LENGTH + 1
        assert one.copy - one.original in range(coherence.APART[0], coherence.APART[1] + 1)
        assert one.sentences[one.original] in ROWS and one.sentences[one.copy] not in ROWS


def test_what_is_found(trees: Path) -> None:
    row = coherence.measure("made", list(read(trees)), 5, seed=1)
    assert row["n"] == row["negation_n"] + row["contrary_n"] + row["number_n"]
    assert row["negation"] == row["contrary"] == row["number"] == 1
    assert row["false_same"] == row["false_per_1000"] == 0


def test_too_few_sentences(tmp_path: Path) -> None:
    path = tmp_path / "none.conllu"
    path.write_text("", encoding="utf-8")
    with pytest.raises(SystemExit, match="fewer than 12 sentences"):
        main(["coherence", str(path)])
    with pytest.raises(SystemExit, match="No such file"):
        main(["coherence", str(tmp_path / "nowhere.conllu")])
    path.write_text("Uma frase.\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="sentence 1 is not CoNLL-U"):
        main(["coherence", str(path)])
