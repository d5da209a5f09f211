"""The translation benchmark on a few invented rows of each format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import translation
from benchmarks.__main__ import main
from benchmarks.evaluation.common import wilson
from benchmarks.peers import PEERS

CHAT = [
    ("Não chegou ainda.", "Ainda não chegou.", 100.0, 3),
    ("We are very sorry for this.", "A encomenda está atrasada outra vez.", -150.0, 6),
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
    main(["translation", str(path), "--json", *more])
    printed = json.loads(capsys.readouterr().out)
    assert printed["benchmark"] == "translation"
    assert printed["data"] == [str(path)]
    found: list[dict[str, Any]] = printed["rows"]
    return found


def chat() -> list[dict[str, Any]]:
    english = ("It has not arrived yet.", "The order is late.", "I will see.", "...")
    return [
        {
            "mt_pt": m, "ref_pt": r, "mqm": q, "nr_words": n, "doc": f"d{at % 2}",
            "source_en": e, "critical": int(q < 0),
        }
        for at, ((m, r, q, n), e) in enumerate(zip(CHAT, english, strict=True))
    ]  # fmt: skip


def test_translation_benchmark_computes_correlation_with_human_ratings(
    tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    found = run(tmp_path / "mqm.jsonl", chat(), capsys=capsys, monkeypatch=monkeypatch)
    assert [row["system"] for row in found] == [
        "ours",
        "ours: BRAPT",
        "ours: without a reference",
        *PEERS,
    ]
    assert {(row["set"], row["n"]) for row in found} == {("mqm", 3)}
    for row in found[:2]:
        assert row["pearson"] > 0.7
        assert row["spearman"] == row["kendall"] == 1.0
    ours = found[0]
    assert (ours["critical"], ours["n_critical"], ours["flawless"]) == (1.0, 1, 0.0)
    assert 0 < ours["interval"][0] < ours["interval"][1] == 1.0


def test_fitted_translation_metric_has_separate_benchmark_results(
    tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    rows = [{**row, "doc": f"d{at}"} for at, row in enumerate(chat())]
    found = run(tmp_path / "m.jsonl", rows, "--cv", "doc", capsys=capsys, monkeypatch=monkeypatch)
    assert "ours-cv" in [row["system"] for row in found]
    with_it = {row["system"]: row for row in found}
    rows[0]["mqm"] = 0.0
    found = run(tmp_path / "m.jsonl", rows, "--cv", "doc", capsys=capsys, monkeypatch=monkeypatch)
    changed = {row["system"]: row for row in found}
    assert changed["ours-cv"]["pearson"] != with_it["ours-cv"]["pearson"]


def test_cross_validation_scores_each_group_with_a_fit_on_the_other_groups() -> None:
    features = [[0.0], [1.0], [2.0], [0.0], [1.0], [2.0]]
    people = [0.0, 10.0, 20.0, 0.0, 0.0, 0.0]
    found = translation.cross_validated(features, people, ["a"] * 3 + ["b"] * 3)
    assert found[:3] == pytest.approx([0.0] * 3)
    assert found[3] < found[4] < found[5]


def test_confidence_interval_of_pairwise_agreement_is_that_of_wilson() -> None:
    low, high = wilson(14, 25)
    assert (low, high) == pytest.approx((0.371, 0.733), abs=1e-3)


def test_translation_benchmark_scores_the_brapt_paper_examples_with_a_user_lexicon(
    tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    example = {"id": "I", "reference": "Ela vai.", "candidate": "Ela foi."}
    rows = [{**example, "experts": 90.0, "brapt": 80.0, "bleu": 0.0}]
    lexicon = tmp_path / "meu.dic"
    lexicon.write_text("ela\t4\nvai\t14\nfoi\t14\n", "utf-8")
    found = run(
        tmp_path / "a.jsonl",
        rows,
        "--lexicon",
        str(lexicon),
        capsys=capsys,
        monkeypatch=monkeypatch,
    )
    figures = {row["system"]: row["I"] for row in found}
    assert list(figures) == [
        "ours",
        "ours: BRAPT",
        "ours: BRAPT, meu.dic",
        "BLEU",
        "BLEU as in the paper",
        "paper: BRAPT with LIWC 2007",
        "paper: experts",
        "paper: BLEU",
    ]
    assert 50 < figures["ours: BRAPT"] < 100
    assert figures["ours: BRAPT, meu.dic"] == pytest.approx(100.0)
    assert figures["paper: BRAPT with LIWC 2007"] == 80.0
    assert figures["BLEU as in the paper"] == 0.0
    path = tmp_path / "a.jsonl"
    main(["translation", "--examples", str(path), "--json"])
    assert json.loads(capsys.readouterr().out)["data"] == [str(path)]


def test_translation_benchmark_reports_no_errors_in_good_translations(
    tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    rows = [
        {"doc": f"d{d}", "seg": s, "en": a, "pt_PT": a, "pt_BR": b}
        for d in range(2)
        for s, (a, b) in enumerate(NEWS)
    ]
    found = run(tmp_path / "dev.jsonl", rows, capsys=capsys, monkeypatch=monkeypatch)
    (good,) = found
    assert good["set"].endswith("dev good")
    assert good["flagged"] == 0.0
    assert good["similarity"] > 0.5


@pytest.mark.parametrize("field", ["pt", "pt_BR"])
def test_translation_benchmark_finds_errors_in_damaged_translations(
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
    assert row["similarity"] > row["elsewhere"]


def test_translation_benchmark_rejects_a_file_with_unknown_fields(
    tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    with pytest.raises(SystemExit):
        run(tmp_path / "x.jsonl", [{"a": 1}], capsys=capsys, monkeypatch=monkeypatch)
    assert "fields of none of the known files" in capsys.readouterr().err
