"""The loop of the narratives paper, on tales of our own and a model of two layers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from benchmarks import narratives
from benchmarks.__main__ import main
from benchmarks.narratives import copies, interval

WHO = ["moleiro", "pescador", "pastor", "ferreiro", "padeiro", "alfaiate"]
WHERE = ["rio", "monte", "moinho", "porto", "bosque", "celeiro"]


def tale(at: int) -> str:
    who, where = WHO[at % 6], WHERE[(at * 5 + 1) % 6]
    return (
        f"Era uma vez um {who} que morava perto do {where}. Todas as manhãs levava pão à mãe, que "
        f"já não saía de casa.\n\nNum dia de chuva, o {who} ouviu uma voz fraca. Debaixo de uma "
        f"pedra estava um sapo com frio. Levou-o ao lume e deu-lhe leite. Ao anoitecer, o sapo "
        f"mostrou-lhe o caminho do tesouro que dormia no fundo do {where}."
    )


#: scores 0: every sentence is there many times
LOOP = "\n\n".join(["O rei foi ao castelo buscar a coroa de ouro."] * 12)


@pytest.fixture
def tales(tmp_path: Path) -> Path:
    path = tmp_path / "tales.jsonl"
    texts = [*map(tale, range(6)), LOOP]
    path.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a model that has learned nothing."""
    import torch
    from tokenizers import ByteLevelBPETokenizer
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    words = ByteLevelBPETokenizer()
    words.train_from_iterator([*map(tale, range(6)), LOOP], 4000, special_tokens=["<|end|>"])
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words._tokenizer, eos_token="<|end|>")
    torch.manual_seed(7)
    config = GPT2Config(
        vocab_size=len(tokenizer), n_positions=512, n_embd=128, n_layer=2, n_head=4,
        bos_token_id=tokenizer.eos_token_id, eos_token_id=tokenizer.eos_token_id,
    )  # fmt: skip
    folder: Path = tmp_path_factory.mktemp("model")
    GPT2LMHeadModel(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def loop(
    capsys: pytest.CaptureFixture[str], tales: Path, model: Path, folder: Path, *more: str
) -> dict[tuple[str, bool], dict[str, Any]]:
    """Rows by what they are of and whether they are of copies."""
    held = folder.with_suffix(".jsonl")
    held.write_text(json.dumps({"text": tale(7)}) + "\n", encoding="utf-8")
    small = ["--steps", "4", "--rounds", "2", "--samples", "5", "--length", "40"]
    small += ["--held", str(held)]
    capsys.readouterr()
    where = ["--model", str(model), "--out", str(folder)]
    main(["narratives", str(tales), *where, *small, "--json", *more])
    rows = json.loads(capsys.readouterr().out)["rows"]
    return {(row["texts"], "longest" in row): row for row in rows}


def test_narratives_loop_reports_scores_of_tales_and_samples(
    tales: Path,
    model: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(narratives, "_RATE", 1e-3)  # it has learned nothing yet
    monkeypatch.setattr(narratives, "SETS", ("A", "B"))
    monkeypatch.setattr(narratives, "PAIRS", (("A", "B"),))
    whole = tmp_path / "whole"
    rows = loop(capsys, tales, model, whole)
    assert rows["paper: samples B", False]["redundancy"] == -0.2062
    assert rows["tales", False]["n"] == 7
    assert rows["tales", False]["zero"] == pytest.approx(1 / 7)
    assert rows["tales B", False]["n"] == 6
    assert rows["tales B", False]["score"] > 0.5
    samples = {name: (whole / f"{name}.samples.jsonl").read_bytes() for name in "AB"}
    for name, data in samples.items():
        lines = [json.loads(line) for line in data.splitlines()]
        assert [line["step"] for line in lines] == [2, 2, 4, 4, 4]
        assert {line["set"] for line in lines} == {name}
        assert rows[f"samples {name}", False]["n"] == rows[f"samples {name}", True]["n"] == 5
    drawn = {"4.1": "Tales", "4.2": "Samples A", "4.4": "samples A (5)", "4.5": "samples B (5)"}
    for number, said in drawn.items():
        assert said in (whole / f"figure-{number}.svg").read_text("utf-8")


def test_generated_tales_ranked_by_the_linter_score_beat_random_ones(
    tales: Path, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = ["--steps", "1", "--rounds", "1", "--samples", "2", "--length", "30", "--seeds", "2"]
    rows = loop(capsys, tales, model, tmp_path / "out", *small)
    # so many drawn, and the best by our score: the one that repeats itself is not among these
    assert [rows[f"tales {name}", False]["n"] for name in "BRO"] == [6, 6, 6]
    assert rows["tales O", False]["zero"] == 0
    assert rows["tales O", False]["ours"] > rows["tales R", False]["ours"]
    assert len(rows["A to B", False]["redundancy by seed"]) == 2
    for name in "ABRO":
        lines = (tmp_path / "out" / f"{name}.samples.jsonl").read_text("utf-8").splitlines()
        samples = [json.loads(line) for line in lines]
        assert [one["seed"] for one in samples] == [0, 0, 1, 1]
        assert samples[0]["text"] != samples[2]["text"]
        assert all(2 < loss < 9 for loss in rows[f"samples {name}", True]["held"])


def test_generated_tales_copied_from_the_training_text_are_detected() -> None:
    training = [tale(0), "Um lobo velho contava as estrelas."]
    fresh = "A menina abriu a porta do jardim e viu três pássaros azuis a cantar na figueira."
    found = copies([f"{fresh} {' '.join(tale(0).split()[:30])}", fresh[::-1]], training)
    assert (found["passage >= 10"], found["passage >= 25"]) == (0.5, 0.5)
    assert found["longest"] == 30
    assert 0.3 < found["copied"] < 0.35
    assert copies(training, None)["longest"] == 0


def test_bootstrap_interval_contains_the_mean() -> None:
    low, high = interval(narratives.np.arange(50.0))
    assert 19 < low < 24.5 < high < 30


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.jsonl"], "nowhere.jsonl: No such file"),
        (["--model", "nowhere"], "nowhere: no model of transformers: it has no config.json"),
        (["--rounds", "9", "--steps", "3"], "--rounds: must be at most --steps and --samples"),
        (["--words", "3"], "no tale in it with a paragraph of <= 3 words"),
    ],
)
def test_bad_input_of_narratives_benchmark_is_reported_in_one_line(
    tales: Path, model: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        files = [] if arguments[0].endswith("jsonl") else [str(tales)]
        where = ["--out", str(tmp_path / "out"), "--model", str(model)]
        main(["narratives", *files, *where, *arguments])
    assert message in str(ended.value)
    assert "\n" not in str(ended.value)
