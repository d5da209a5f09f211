"""Pirá's tasks over questions and texts of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import pira as benchmark
from benchmarks.__main__ import main

ABOUT = {
    "Quando abre o farol?": (
        "Às nove da manhã.",
        "É um farol. O farol abre às nove da manhã.",
    ),
    "Quem pesca a sardinha?": ("Os homens da vila.", "A sardinha é pescada pelos homens da vila."),
    "Quanto mede a ponte?": ("Mede dez metros.", "A ponte velha mede dez metros. O rio é manso."),
}


def test_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        {"id": str(at), "question_pt": question, "answer_pt": answer, "context_pt": text,
         "at_label": int(at < 2)}
        for at, (question, (answer, text)) in enumerate(ABOUT.items())
    ]  # fmt: skip
    source = "".join(json.dumps(line) + "\n" for line in lines)
    (tmp_path / "validation.jsonl").write_text(source, encoding="utf-8")
    main(["pira", "--data", str(tmp_path), "--json"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    ours = {(row["task"], row.get("k")): row for row in rows if row["system"] == "ours"}
    assert ours["ir", 1]["recall"] == 100
    assert ours["mrc", None]["f1"] > 60
    assert ours["at", None]["low"] <= ours["at", None]["macro_f1"] <= ours["at", None]["high"]
    assert ours["mcqa", None]["n"] == 3
    assert ("mcqa-published", None) not in ours


def test_published_choices_are_put_into_portuguese() -> None:
    lines = [
        {"id": at, "answer_en": f"Answer {at}.", "answer_pt": f"Resposta {at}."} for at in range(3)
    ]
    given = {"A": "answer 1", "B": "Answer 0.", "C": "Answer 2."}
    unknown = {"id": 1, "options": {"A": "Answer 1.", "B": "Another"}, "answer": "Answer 1."}
    one = {"id": 0, "options": given, "answer": "Answer 0."}
    assert benchmark.published(lines, lines, [one, unknown]) == [
        (lines[0], ["Resposta 0.", "Resposta 1.", "Resposta 2."])
    ]


def test_choices_are_those_of_the_questions_that_are_judged() -> None:
    lines = [{"answer_pt": answer, "context_pt": text} for answer, text in ABOUT.values()]
    for line, options in benchmark.choices(lines):
        assert line["answer_pt"] in options
        assert set(options) == {answer for answer, _ in ABOUT.values()}


def test_scores_match_known_values() -> None:
    assert benchmark.token_f1("o mar azul", "o mar") == pytest.approx(80)
    assert benchmark.macro_f1([1, 1, 1, 0], [1, 1, 0, 0]) == pytest.approx((80, 220 / 3))


def test_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["pira", "--data", str(tmp_path)])
    assert "validation.jsonl: no such file" in capsys.readouterr().err
    (tmp_path / "validation.jsonl").write_text('{"id": "a"}\n', encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["pira", "--data", str(tmp_path)])
    assert "no line has all of" in capsys.readouterr().err
