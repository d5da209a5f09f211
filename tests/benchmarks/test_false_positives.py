"""Findings on clean text and the damage that is found, with probabilities of our own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import false_positives as benchmark
from benchmarks import views
from tests import toys
from textlint_pt.text.segmentation import tokens


class Word(NamedTuple):
    start: int
    end: int
    probability: float


#: how suspect a word is wherever it stands; any other is hardly so
SUSPECT = {"falam": 0.9, "menino": 0.3, "janela": 0.6, "roto": 0.4}

PAIRS = [
    {"bad": "O menino falam.", "start": 9, "bad_form": "falam", "subject": "menino",
     "phenomenon": "sv-number", "treebank": "x-train"},
    {"bad": "A janela está roto.", "start": 14, "bad_form": "roto", "subject": "janela",
     "phenomenon": "sp-gender", "treebank": "x-dev"},
    {"bad": "Eles falam, o rio falam, e eu falam.", "start": 30, "bad_form": "falam",
     "phenomenon": "sv-number", "treebank": "x-dev"},
]  # fmt: skip


def words(texts: Sequence[str]) -> list[list[Word]]:
    return [
        [Word(token.start, token.end, SUSPECT.get(token.text, 0.01)) for token in tokens(text)]
        for text in texts
    ]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    monkeypatch.setattr(benchmark, "view", lambda analysis, folder: words)
    clean = tmp_path / "own.jsonl"
    rows = [
        {"doc": "1", "pt_PT": "A janela abriu.", "pt_BR": "Chove muito hoje."},
        {"doc": "1", "pt_PT": "O menino dorme.", "pt_BR": "O menino dorme."},
    ]
    clean.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    pairs = tmp_path / "damage.jsonl"
    lines = [*PAIRS, {"bad": "Menino fala.", "good": "O menino fala."}]
    pairs.write_text("".join(json.dumps(row) + "\n" for row in lines), encoding="utf-8")
    return str(clean), str(pairs)


def test_the_curve(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    clean, pairs = files
    benchmark.main([clean, "--pairs", pairs, "--encoder", "somewhere", "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert (printed["benchmark"], printed["data"]) == ("false_positives", [clean, pairs])
    rows = {(row["set"], row["point"]): row for row in printed["rows"]}
    points = [f"oracle-{number}" for number in (3, 5, 10, 30)]
    sets = ["own", "own-pt_PT", "own-pt_BR"]
    assert list(rows) == [(name, point) for name in sets for point in points]
    row = rows["own-pt_PT", "oracle-5"]
    assert 0.6 < row.pop("threshold") < 0.600001  # above the window, which is right
    assert row == {
        "system": "ours",
        "set": "own-pt_PT",
        "point": "oracle-5",
        "per_1000": 0.0,
        "sentences": 2,
        "covered": pytest.approx(1 / 3),
        "held_out": 0.0,
        "n": 3,
        "by": {"sp-gender": 0.0, "sv-number": 0.5},
        "pairs": "damage",
    }
    row = rows["own-pt_BR", "oracle-30"]  # only what is above 0.3
    assert (row["covered"], row["held_out"]) == (pytest.approx(2 / 3), 0.5)
    assert rows["own", "oracle-30"]["sentences"] == 4


def test_default_rows_of_the_linter(
    files: tuple[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmark, "load_plugins", toys.plugins)
    monkeypatch.setitem(SUSPECT, "MENINO", 0.01)
    clean, pairs = files
    shouted = [
        {"bad": "O MENINO falam.", "start": 9, "bad_form": "falam", "subject": "MENINO"},
        {"bad": "O RIO, O MAR, A LUA falam.", "start": 20, "bad_form": "falam", "subject": "LUA"},
        {"bad": "O menino FALAM.", "start": 9, "bad_form": "FALAM", "phenomenon": "x"},
        {"bad": "O GATO dorme falam.", "start": 13, "bad_form": "falam"},
    ]
    Path(pairs).write_text("".join(json.dumps(row) + "\n" for row in shouted), encoding="utf-8")
    Path(clean).write_text('{"text": "Era um GATO. Era uma vez.", "id": 1}\n', encoding="utf-8")
    benchmark.main([clean, "--pairs", pairs, "--select", "TOY001", "--json"])
    default, *curve = json.loads(capsys.readouterr().out)["rows"]
    assert default == {
        "system": "ours",
        "set": "own",
        "point": "default",
        "per_1000": 500.0,
        "sentences": 2,
        "by_code": {"TOY001": 500.0},
        "covered": 0.5,
        "held_out": 0.5,
        "n": 4,
        "by": {"x": 1.0},
        "pairs": "damage",
    }
    assert [row["point"] for row in curve] == ["oracle-3", "oracle-5", "oracle-10", "oracle-30"]
    benchmark.main([clean, "--select", "TOY001", "--worst", "1", "--json"])
    out, err = capsys.readouterr()
    (alone,) = json.loads(out)["rows"]
    assert alone == {key: default[key] for key in alone}
    assert "TOY001" in err and "Era um [GATO]." in err


def test_nothing_shows_the_words(files: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "load", lambda third_party: toys.plugins())
    monkeypatch.setattr(benchmark, "view", views.view)
    with pytest.raises(SystemExit, match='nothing provides the analysis "error-probabilities"'):
        benchmark.main([files[0], "--pairs", files[1]])


def test_an_encoder_of_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Model:
        def __init__(self, file: object) -> None:
            assert file("model.onnx") == tmp_path / "model.onnx"  # type: ignore[operator]

        def encode(self, text: str) -> object:
            return type("Encoded", (), {"words": words([text])[0], "vector": [1.0]})

    monkeypatch.setattr("textlint_pt_embedded.encoder.Model", Model)
    assert views.view("error-probabilities", tmp_path)(["Chove."]) == words(["Chove."])
    assert views.view("sentence-vectors", tmp_path)(["Chove."]) == [[1.0]]


def test_places_of_a_pair() -> None:
    pair = {"bad": "a casa, a casa azuis", "start": 15, "bad_form": "azuis", "subject": "casa"}
    assert benchmark.places(pair) == [(15, 20), (10, 14)]
    assert benchmark.places({**pair, "subject": "rio"}) == [(15, 20)]
    assert benchmark.is_found(pair, [(10, 14)])
    assert not benchmark.is_found(pair, [(2, 6)])
    assert not benchmark.is_found(pair, [(0, 20)])  # more than three words
    assert benchmark.is_found(pair, [(2, 6), (15, 20)])
    assert not benchmark.is_found(pair, [(0, 1), (2, 6), (15, 20)])


@given(st.lists(st.floats(0, 1), max_size=12), st.floats(0, 1))
def test_findings_hold_all_suspect_words_and_no_others(chances: list[float], limit: float) -> None:
    sentence = [Word(2 * i, 2 * i + 1, chance) for i, chance in enumerate(chances)]
    spans = benchmark.findings(sentence, limit)
    inside = [i for i in range(len(chances)) if any(s <= 2 * i < e for s, e in spans)]
    assert inside == [i for i, chance in enumerate(chances) if chance >= limit]
    assert all(end - start <= 5 for start, end in spans)


@given(st.lists(st.lists(st.floats(0, 0.999), max_size=5), min_size=1), st.sampled_from([3, 400]))
def test_the_threshold_keeps_to_the_rate(chances: list[list[float]], per_1000: float) -> None:
    clean = [[Word(2 * i, 2 * i + 1, c) for i, c in enumerate(one)] for one in chances]
    assert benchmark.rate(clean, benchmark.threshold_at(clean, per_1000)) <= per_1000
