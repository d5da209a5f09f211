"""The benchmark of the alignment: what it damages, and its rows on a small file of our own."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import alignment
from benchmarks.__main__ import main

PAIRS = [
    ("O navio saiu de Lisboa em 1994.", "The ship left Lisbon in 1994."),
    ("Levava 250 pessoas, entre elas um médico de Faro.", "It carried 250 people, one a doctor."),
    ("Ninguém tinha ouvido falar da tempestade.", "Nobody had heard of the storm."),
    ("A 5 de março o mar estava outra vez calmo.", "On March 5 the sea was calm again."),
    ("Voltaram três semanas depois.", "They came home after three weeks."),
    ("Maria esperava no cais; Rui não veio.", "Maria was waiting on the quay; Rui did not come."),
]


@given(st.integers(0, 100), st.floats(0, 0.16))
def test_gold_sentence_alignment_covers_each_sentence_once_and_in_order(
    seed: int, rate: float
) -> None:
    left, right, gold = alignment.damaged(PAIRS, Random(seed), rate)
    links = sorted(gold)
    assert [i for link in links for i in range(link[0], link[1])] == list(range(len(left)))
    assert [j for link in links for j in range(link[2], link[3])] == list(range(len(right)))
    if not rate:
        assert list(zip(left, right, strict=True)) == PAIRS


def test_alignment_benchmark_halves_a_sentence_at_a_comma_or_a_space() -> None:
    assert alignment.halves("Esperámos muito tempo no cais, mas Rui nunca mais veio.") == (
        "Esperámos muito tempo no cais,",
        "mas Rui nunca mais veio.",
    )
    assert alignment.halves("um dois três quatro cinco seis sete oito") == (
        "um dois três quatro",
        "cinco seis sete oito",
    )
    assert alignment.halves("Curta, sim.") is None


def test_alignment_benchmark_reports_results_for_each_type_of_text_damage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    news = tmp_path / "news.jsonl"
    rows = [{"doc": "a", "en": en, "pt_PT": pt, "pt_BR": f"{pt} Sim."} for pt, en in PAIRS]
    news.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    strings = tmp_path / "a.po"
    entries = "".join(f'\nmsgid "{en}"\nmsgstr "{pt}"\n' for pt, en in PAIRS)
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    strings.write_text(header + entries, encoding="utf-8")
    main(["alignment", str(news), str(strings), "--json"])
    found = json.loads(capsys.readouterr().out)["rows"]
    undamaged = {row["set"]: row for row in found if row["links"] == "undamaged"}
    assert list(undamaged) == ["news-pt_PT", "news-pt_BR", "news-two", "strings"]
    assert all((row["f1"], row["n"]) == (1, len(PAIRS)) for row in undamaged.values())
    for name in undamaged:
        sizes = {row["links"]: row["n"] for row in found if row["set"] == name}
        assert sizes["all"] == sizes["one-to-one"] + sizes["one-to-two"] + sizes["alone"]
