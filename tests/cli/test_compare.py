"""`textlint-pt compare A B`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from textlint_pt.cli import compare, main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int | str | None, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["compare", *arguments])
    printed = capsys.readouterr()
    return ended.value.code, printed.out, printed.err


def test_compare_command_prints_similarity_and_differences_of_two_sentences(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run(
        capsys, "O gato dorme no sofá.", "O gato não dorme no sofá.", "--format", "json"
    )
    found = json.loads(out)
    assert code == 0
    assert 1 <= found["likeness"] <= 5
    assert not found["second_follows"] and not found["first_follows"]
    assert {"kind": "negation", "sentences": 1} in found["differences"]


def test_compare_command_shows_a_word_of_opposite_meaning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first, second = "O servidor envia a lista ao cliente.", "O servidor recebe a lista do cliente."
    code, out, _ = run(capsys, first, second, "--format", "json")
    found = json.loads(out)
    turned = {"kind": "contrary", "first": "envia", "second": "recebe", "sentence": 0}
    assert code == 0 and turned in found["differences"]
    assert not found["second_follows"] and not found["first_follows"]
    _, same, _ = run(capsys, first, first, "--format", "json")
    assert found["likeness"] < json.loads(same)["likeness"] - 1
    _, out, _ = run(capsys, first, second, "--language", "en")
    assert "says something else: envia / recebe" in out


def test_compare_command_pairs_each_sentence_with_its_most_similar_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "a.md", tmp_path / "b.txt"
    first.write_text("# Casa\n\nA casa tem 12 janelas. O jardim é verde.\n", encoding="utf-8")
    second.write_text("O jardim é verde. A casa tem 13 janelas.\n", encoding="utf-8")
    code, out, _ = run(capsys, str(first), str(second), "--format", "json")
    numbers = [d for d in json.loads(out)["differences"] if d["kind"] == "number"]
    assert code == 0
    assert [(d["only_in"], d["text"]) for d in numbers] == [("first", "12"), ("second", "13")]
    starts = [text.read_text(encoding="utf-8").index("A casa") for text in (first, second)]
    assert [d["sentence"] for d in numbers] == starts


def test_compare_command_prints_a_changed_number_as_old_and_new_number(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = run(capsys, "Comprei 3 livros.", "Comprei 4 livros.", "--language", "en")
    assert "changes: 3 → 4" in out
    pair = "O gato dormiu oito horas no sofá.", "O gato dormiu nove horas no sofá."
    _, out, _ = run(capsys, *pair, "--language", "pt")
    assert "muda: oito → nove" in out
    assert "só no" not in out


def test_compare_command_lists_no_missing_word_found_in_another_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text("O gato dorme no sofá. O jardim é verde.\n", encoding="utf-8")
    second.write_text("O gato fugiu. Há um sofá na sala. O jardim é verde.\n", encoding="utf-8")
    _, out, _ = run(capsys, str(first), str(second), "--language", "pt")
    assert not re.search(r"só no .*\b(gato|sofá)\b", out)
    assert "o segundo decorre do primeiro: não" in out
    _, out, _ = run(capsys, "Comprei um livro.", "Comprei um livro.", "--language", "pt")
    assert out.splitlines()[0] == "semelhança: 5,0 de 5"


def test_compare_command_truncates_a_long_sentence_with_a_notice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(
        capsys, "casa " * 400, "a casa é verde", "--format", "json", "--language", "en"
    )
    assert code == 0
    assert json.loads(out)["likeness"] < 5
    assert err.startswith("textlint-pt: casa casa")
    assert err.count("(lines: 1)") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["", "Sim."], "no sentence to compare"),
        (["Sim.", "Sim.", "--format", "xml"], 'unknown format "xml"'),
        (["Sim.", "nada.md"], "nada.md: no such file"),
        (["Sim.", "."], ".: is a folder"),
    ],
)
def test_compare_command_exits_with_2_on_empty_or_missing_input(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert not out
    assert said in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ("Rei", "one word only"),
        ("El rey salió ayer del castillo y no volvió con los niños.", "neither Portug"),
    ],
)
def test_compare_command_warns_about_a_single_word_or_another_language(
    capsys: pytest.CaptureFixture[str], first: str, said: str
) -> None:
    code, out, err = run(capsys, first, "O rei saiu do castelo.", "--language", "en")
    assert code == 0 and out and said in err
    assert "O rei saiu" not in err


def test_compare_command_refuses_text_of_punctuation_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, "...", "O rei saiu do castelo.")
    assert code == 2 and not out and err.count("\n") == 1


def test_compare_command_calls_scores_different_only_beyond_their_intervals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    right = (
        "O gato dormiu no sofá durante a tarde. A menina leu um livro sobre os peixes do mar. "
        "Depois foi à cozinha buscar água. O pai chegou cedo do trabalho e trouxe pão fresco. "
        "Todos comeram juntos à mesa e falaram da viagem. A avó contou uma história da aldeia.\n"
    )
    one = right.replace("água", "agua")
    many = one
    for good, bad in (("sofá", "sofa"), ("os peixes", "os peixe"), ("A avó", "A avo")):
        many = many.replace(good, bad)
    for good, bad in (("história", "historia"), ("pão", "pao"), ("à mesa", "a mesa")):
        many = many.replace(good, bad)
    for name, text in (("right", right), ("one", one), ("many", many)):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    _, out, _ = run(capsys, "right.txt", "one.txt", "--format", "json")
    scores = json.loads(out)["scores"]
    assert scores["first"]["total"] > scores["second"]["total"]
    assert scores["differ"] is False
    low, high = scores["second"]["interval"]
    assert low < scores["second"]["total"] <= high
    _, out, _ = run(capsys, "right.txt", "one.txt", "--language", "en")
    assert "they do not differ by more than chance" in out
    _, out, _ = run(capsys, "right.txt", "many.txt", "--language", "pt")
    assert "; diferem\n" in out
    (tmp_path / "short.txt").write_text("O gato dormiu.\n", encoding="utf-8")
    _, out, _ = run(capsys, "right.txt", "short.txt", "--format", "json")
    assert json.loads(out)["scores"] is None


PAIRED: list[dict[str, Any]] = [
    {"kind": "number", "only_in": "first", "text": "12"},
    {"kind": "number", "only_in": "second", "text": "13"},
    {"kind": "word", "only_in": "first", "text": "gato"},
    {"kind": "contrary", "first": "12", "second": "13"},
    {"kind": "contrary", "first": "abrir", "second": ""},
    {"kind": "negation", "sentences": 1},
]
UNPAIRED: list[dict[str, Any]] = [
    {"kind": "number", "only_in": "first", "text": "12"},
    *({"kind": "word", "only_in": "second", "text": f"w{number}"} for number in range(13)),
    {"kind": "word", "only_in": "second", "text": "w1"},
]
BOTH = {name: {"total": 0.5, "interval": [0.4, 0.6]} for name in ("first", "second")}


@pytest.mark.parametrize(
    ("differences", "scores", "lines"),
    [
        (
            PAIRED,
            {**BOTH, "differ": True},
            ["scores: 50.0 (margin of error: 40 to 60) and 50.0 (margin of error: 40 to 60); they"
             " differ", "changes: 12 → 13", "only in the first: gato",
             "says something else: abrir / –", "one negates and the other does not"],
        ),
        (
            UNPAIRED,
            None,
            ["only in the first: 12", "only in the second: "
             + ", ".join(f"w{number}" for number in range(12)) + ", … 1 more: --format json"],
        ),
        (UNPAIRED[:-2], None, ["only in the first: 12", "only in the second: "
                               + ", ".join(f"w{number}" for number in range(12))]),
    ],
)  # fmt: skip
def test_compare_command_prints_each_difference_of_two_texts_once(
    differences: list[dict[str, Any]], scores: dict[str, Any] | None, lines: list[str]
) -> None:
    entry = {"likeness": 4.2, "second_follows": True, "first_follows": False, "scores": scores}
    first, *rest = compare._lines({**entry, "differences": differences}, "en")
    assert first == "likeness: 4.2 of 5"
    answers = ["the second follows from the first: yes", "the first follows from the second: no"]
    assert rest == [*lines[: bool(scores)], *answers, *lines[bool(scores) :]]
