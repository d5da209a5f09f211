"""Fitting how probable findings are, on rows made by hand and on cases of our own."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import numpy as np
import pytest
from textlint_pt_grammaticality.judge.confidence import weights

from benchmarks.evaluation.documents import digest
from training import confidence
from training.confidence import Fit, case_rows, read_rows, triggers
from training.regression import logistic


def rows(number: int) -> list[confidence.Row]:
    """Findings that are right where the gain is high; half of them from each of two rules."""
    return [
        {
            "id": f"document {i}",
            "code": ("GRA101", "GRA201")[i % 2],
            "trigger": "GRA101 os > o",
            "right": (i // 2) % 4 > 0,
            "drawn": True,
            "signals": {"constant": 1.0, "gain": 2.0 if (i // 2) % 4 else -2.0},
        }
        for i in range(number)
    ]


def test_logistic_regression_recovers_known_odds() -> None:
    x = np.array([[1.0], [1.0], [1.0], [1.0]])
    y = np.array([1.0, 1.0, 1.0, 0.0])
    none = np.zeros(1)
    (weight,) = logistic(x, y, np.full(1, 1e-9), none)
    assert weight == pytest.approx(np.log(3), abs=1e-4)
    (held,) = logistic(x, y, np.full(1, 1e9), np.full(1, 0.5))
    assert held == pytest.approx(0.5, abs=1e-4)


def test_informative_feature_gets_positive_weight_in_the_confidence_model() -> None:
    fit = Fit(rows(80), {"GRA101 os > o": 4.0})
    weights = dict(zip(fit.names, fit.weights(), strict=True))
    assert weights["gain"] > 0.5
    chances = fit.held_out()
    right = np.array([row["right"] for row in fit.rows])
    assert chances[right].min() > chances[~right].max()


def test_confidence_model_ships_no_weight_for_artificial_training_examples() -> None:
    made = [{**row, "id": f"case/{row['id']}", "right": True} for row in rows(40)]
    fit = Fit([*rows(80), *made], {})
    at = fit.names.index("case")
    weights = fit.weights()
    assert weights[at] > 0
    assert fit.shipped(weights)[at] == 0


def test_finding_probabilities_are_calibrated_on_reviewed_findings() -> None:
    """Odds that are said to be twice as long as they are come back as they are."""
    read = [{**row, "right": i % 4 > 0} for i, row in enumerate(rows(400))]
    made = [{**row, "id": f"case/{row['id']}"} for row in rows(40)]
    fit = Fit([*read, *made], {})
    said = np.array([0.9 if i % 2 else 0.75 for i in range(len(fit.rows))])
    slope, shift = fit.calibration(said)
    for chance in (0.9, 0.75):
        odds = slope * np.log(chance / (1 - chance)) + shift
        share = np.mean([row["right"] for i, row in enumerate(read) if said[i] == chance])
        assert 1 / (1 + np.exp(-odds)) == pytest.approx(share, abs=0.01)


def test_finding_probability_intercept_is_calibrated_on_newly_reviewed_samples(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Half of what is said to be right in three of four cases is right; what other rules say of
    themselves does not count."""
    known = weights().signals
    odds = np.log(3) / known["constant"]
    signals, out = tmp_path / "signals.jsonl", tmp_path / "weights.json"
    row = {"code": "GRA001", "signals": {"constant": odds}, "source": "one", "weighed": True}
    read = [{**row, "source": str(i % 7), "right": i % 2 > 0} for i in range(140)]
    sure = [{**row, "right": True, "weighed": False}] * 100
    signals.write_text("".join(json.dumps(one) + "\n" for one in read + sure), encoding="utf-8")
    confidence.calibrate([str(signals)], out=out)
    moved = json.loads(out.read_text(encoding="utf-8"))["weights"]
    assert moved == {**known, "constant": pytest.approx(known["constant"] - np.log(3), abs=1e-3)}
    assert "before : reported 140, right 70" in capsys.readouterr().out


def test_findings_that_propose_a_correction_are_counted_per_million_words(tmp_path: Path) -> None:
    path = tmp_path / "firings.jsonl"
    firing = {"code": "GRA201", "marked": "A", "suggestion": "À", "applicability": "unsafe"}
    lines = [firing, firing, firing, {**firing, "marked": "as"}]
    lines.append({"read": {"own": {"sentences": 9, "words": 500_000}}})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert triggers([str(path)]) == {"GRA201 a > à": 6.0}


def test_confidence_training_ignores_confidence_limits_of_yaml_rule_tests(tmp_path: Path) -> None:
    (tmp_path / "GRA404.yml").write_text(
        "rule: GRA404\ncases:\n"
        "  - name: before a comma\n    options: {confidence: 0}\n"
        "    text: |\n      A loja fecha cedo ,mas o café fica aberto.\n"
        "    findings:\n      - {span: ' ,'}\n"
        "  - name: nothing is so sure\n    options: {confidence: 1}\n"
        "    text: |\n      A loja fecha cedo ,mas o café fica aberto.\n    findings: []\n",
        encoding="utf-8",
    )
    (row,) = case_rows(str(tmp_path))
    assert (row["code"], row["right"], row["id"]) == ("GRA404", True, "case/GRA404: before a comma")
    assert row["signals"]["GRA404"] == 1.0


def test_texts_of_reviewed_findings_are_restored_from_published_verdicts(tmp_path: Path) -> None:
    text = "A loja fecha cedo ,mas o café fica aberto."
    corpus = tmp_path / "own.txt.xz"
    corpus.write_bytes(lzma.compress(text.encode()))
    place = {"id": digest(text), "code": "GRA404", "start": 17, "end": 19}
    drawn, chosen = tmp_path / "census.jsonl", tmp_path / "chosen.jsonl"
    drawn.write_text(json.dumps({**place, "register": "own", "verdict": "right"}))
    chosen.write_text(json.dumps({**place, "verdict": "wrong"}))
    for file, right in ((drawn, True), (chosen, False)):
        (row,) = read_rows([str(file)], [str(corpus)])
        assert (row["right"], row["drawn"], row["source"]) == (right, right, "own")
    assert list(read_rows([str(drawn)], [])) == []
