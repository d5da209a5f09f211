"""The translation benchmark on a few invented rows of each format."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import translation

CHAT = [
    ("Não chegou ainda.", "Ainda não chegou.", 100.0, 3),
    ("The order is late.", "A encomenda está atrasada.", -150.0, 4),
    ("Vou ver o pedido.", "Verei a sua encomenda.", 80.0, 4),
    ("...", "Sim.", 0.0, 0),
]
NEWS = [
    ("O barco saiu do porto ao amanhecer.", "O navio deixou o porto de manhã cedo."),
    ("Levava sal e azeite para a ilha.", "Transportava sal e azeite para a ilha."),
    ("O vento soprava do norte.", "O vento vinha do norte."),
    ("As velas estavam cheias e o mar calmo.", "As velas iam cheias e o mar estava calmo."),
    ("Ao terceiro dia avistaram terra.", "No terceiro dia eles viram terra."),
]


def run(
    path: Path, rows: list[dict[str, Any]], *more: str, capsys: Any, monkeypatch: Any
) -> list[dict[str, Any]]:
    path.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    monkeypatch.setattr(sys, "argv", ["translation", str(path), "--json", *more])
    translation.main()
    printed = json.loads(capsys.readouterr().out)
    assert printed["benchmark"] == "translation"
    assert printed["data"] == [str(path)]
    found: list[dict[str, Any]] = printed["rows"]
    return found


def test_correlation_with_people(tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    rows = [{"mt_pt": m, "ref_pt": r, "mqm": q, "nr_words": n} for m, r, q, n in CHAT]
    (row,) = run(tmp_path / "mqm.jsonl", rows, capsys=capsys, monkeypatch=monkeypatch)
    assert (row["system"], row["set"], row["n"]) == ("ours", "mqm", 3)
    assert row["pearson"] > 0.8
    assert row["spearman"] == row["kendall"] == 1.0


def test_the_papers_examples_and_a_dictionary_of_the_users(
    tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    example = {"id": "I", "reference": "Ela vai.", "candidate": "Ela foi."}
    rows = [{**example, "experts": 90.0, "brapt": 80.0, "bleu": 0.0}]
    lexicon = tmp_path / "meu.dic"
    lexicon.write_text("ela\t4\nvai\t14\nfoi\t14\n", "utf-8")
    shipped = run(tmp_path / "a.jsonl", rows, capsys=capsys, monkeypatch=monkeypatch)
    assert [row["system"] for row in shipped] == [
        "ours",
        "paper: BRAPT with LIWC 2007",
        "paper: experts",
        "paper: BLEU",
    ]
    assert 50 < shipped[0]["I"] < 100
    assert shipped[1]["I"] == 80.0
    own = run(
        tmp_path / "a.jsonl",
        rows,
        "--lexicon",
        str(lexicon),
        capsys=capsys,
        monkeypatch=monkeypatch,
    )
    assert own[0]["system"] == "ours: meu.dic"
    assert own[0]["I"] == pytest.approx(100.0)


def test_good_translations_and_alignment(tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    rows = [
        {"doc": f"d{d}", "seg": s, "en": a, "pt_PT": a, "pt_BR": b}
        for d in range(2)
        for s, (a, b) in enumerate(NEWS)
    ]
    found = run(tmp_path / "dev.jsonl", rows, capsys=capsys, monkeypatch=monkeypatch)
    assert [row["set"].split()[-1] for row in found] == [
        *("good", "elsewhere"),
        *("whole", "dropped", "merged", "both") * 2,
    ]
    good, elsewhere, whole = found[:3]
    assert good["flagged"] == 0.0
    assert good["similarity"] > elsewhere["similarity"]
    assert whole["f1"] == 1.0
    assert whole["refused_related"] == 0.0
    assert "refused_unrelated" in whole


@pytest.mark.parametrize("field", ["pt", "pt_BR"])
def test_english_sentences_and_their_translations(
    field: str, tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    pairs = [
        ("My sister never eats fish.", "A minha irmã nunca come peixe."),
        (
            "The roads of the north will be closed tomorrow.",
            "As estradas do norte fecharão amanhã.",
        ),
        ("We were very sad and she cried.", "Ficámos muito tristes e ela chorou."),
        ("...", "Sem palavras do outro lado."),
    ]
    rows = [{"id": str(at), "en": en, field: pt} for at, (en, pt) in enumerate(pairs)]
    (row,) = run(tmp_path / "set.jsonl", rows, capsys=capsys, monkeypatch=monkeypatch)
    assert (row["system"], row["set"], row["n"]) == ("ours", "set en-pt", 3)
    assert row["auc"] > 0.8
    assert row["own"] == 1.0
    assert row["similarity"] > row["elsewhere"]


def test_fields_it_does_not_know(tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    with pytest.raises(SystemExit):
        run(tmp_path / "x.jsonl", [{"a": 1}], capsys=capsys, monkeypatch=monkeypatch)
    assert "fields of none of the known files" in capsys.readouterr().err
