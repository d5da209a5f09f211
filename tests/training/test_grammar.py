"""Limits of the rules of agreement, fitted in miniature."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.training import encoder_data
from training import grammar
from training.encoder import inflection
from training.encoder.faults import Damage

CLEAN = [
    "As casas perto do rio são brancas.",
    "A cidade velha é bonita, e os meninos cantam na rua.",
    "Os vizinhos falam com o menino na porta da casa nova.",
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    _, morphobr, _ = encoder_data.write(tmp_path)
    forms = " ".join(CLEAN).replace(",", "").replace(".", "").lower().split()
    inflection.pack(morphobr, dict.fromkeys(forms, 9), 1, tmp_path / "inflections.tsv")
    (tmp_path / "held-out.txt").write_text("\n".join(CLEAN) + "\n", encoding="utf-8")
    return tmp_path


def test_one_agreement_is_broken_for_each_kind_of_link(data: Path) -> None:
    text = CLEAN[0]
    links = [("predicative", text.index("brancas"), 3), ("verb", text.index("são"), 3)]
    damage = Damage(inflection.load(data / "inflections.tsv"), [], 7)
    pairs = list(grammar.broken(text, links, damage))
    assert {pair["phenomenon"] for pair in pairs} <= {"sp", "sv-number", "sv-person"}
    assert len(pairs) == 2
    for pair in pairs:
        end = pair["start"] + len(pair["bad_form"])
        assert pair["bad"][pair["start"] : end] == pair["bad_form"]
        assert pair["good"] == text
        assert pair["subject"] == "casas"


def test_limits_are_written_with_what_was_measured(data: Path) -> None:
    out = data / "limits.json"
    grammar.main(["--data", str(data), "--rate", "0", "--damaged", "4", "--out", str(out)])
    written = json.loads(out.read_text(encoding="utf-8"))
    assert set(grammar.AGREEMENT) < set(written["limits"])
    assert written["measured"]["sentences"] == len(CLEAN)
    assert sum(written["measured"]["per_1000"].values()) == 0
    assert 0 < written["measured"]["covered"] <= 1
    again = data / "again.json"
    grammar.main(["--data", str(data), "--rate", "0", "--damaged", "4", "--out", str(again)])
    assert again.read_bytes() == out.read_bytes()


def test_a_rule_is_raised_until_it_keeps_to_its_rate() -> None:
    class Found:
        def __init__(self, gain: float) -> None:
            self.code, self.evidence = "GRA200", {"gain": gain}

    class Judge:
        judged = [Found(gain) for gain in (0.5, 2.0, 3.0, 4.0)]

        class view:
            sentences = range(1000)

    assert grammar.raised(Judge, "GRA200", 1.0, 5) == 1.0
    assert grammar.raised(Judge, "GRA200", 1.0, 1) == 3.01
