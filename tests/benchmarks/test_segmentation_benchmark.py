"""The segmentation benchmark on a small treebank of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from benchmarks.segmentation import boundaries, documents

CONLLU = """\
# text = Chuva fecha estrada
# sent_id = N1-1
1\tChuva\t_\t_\t_\t_\t_\t_\t_\t_

# text = O Sr. Reis esperou.
# sent_id = N1-2
1\tO\t_\t_\t_\t_\t_\t_\t_\t_

# text = Depois saiu.
# sent_id = N1-3
1\tDepois\t_\t_\t_\t_\t_\t_\t_\t_

# sent_id = N2-1
# text = Ninguém veio.
1\tNinguém\t_\t_\t_\t_\t_\t_\t_\t_
"""


@pytest.fixture
def treebank(tmp_path: Path) -> str:
    path = tmp_path / "news.conllu"
    path.write_text(CONLLU, encoding="utf-8")
    return str(path)


def test_treebank_sentences_are_grouped_into_documents_by_id_prefix(treebank: str) -> None:
    assert documents(treebank) == [
        ["Chuva fecha estrada", "O Sr. Reis esperou.", "Depois saiu."],
        ["Ninguém veio."],
    ]


def test_expected_sentence_boundaries_are_sentence_ends_in_the_joined_text() -> None:
    assert boundaries(["Sim.", "Não.", "Fim."]) == [4, 9]


def test_precision_and_recall_of_sentence_boundaries_are_computed(
    treebank: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["segmentation", treebank, "--json"])
    out = json.loads(capsys.readouterr().out)
    (ours,) = out["rows"]
    assert (out["benchmark"], ours["system"], ours["set"]) == ("segmentation", "ours", "news")
    assert ours["precision"] == 1 and ours["recall"] == 0.5
    assert ours["mb_per_s"] > 0
