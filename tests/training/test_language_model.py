"""The language model of the narratives' loop: what is set aside, and that it learns and goes on."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from transformers import PreTrainedTokenizerFast

from training import language_model
from training.encoder import e5
from training.language_model import most_used, rate_at, tales, tokenizer_of, whole
from training.mini.world import e5_file


def document(at: int) -> str:
    line = f"A raposa número {at} desceu ao vale e bebeu da fonte que ninguém conhecia."
    return "\n".join(
        [line, "O corvo viu tudo do alto de um pinheiro e não disse nada a ninguém."] * 6
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    file = tmp_path / "fiction.txt"
    file.write_text("\n\n".join(map(document, range(60))), encoding="utf-8")
    language_model.aside([str(file)], out=tmp_path / "lm", one_in=2, words=60)
    return tmp_path / "lm"


def _texts(path: Path) -> list[str]:
    return [json.loads(line)["text"] for line in path.read_text("utf-8").splitlines()]


def test_what_is_set_aside_is_not_learned_from(folder: Path) -> None:
    learned = (folder / "text.txt").read_text("utf-8").split("\n\n")
    kept, held = _texts(folder / "tales.jsonl"), _texts(folder / "held.jsonl")
    assert kept and held and len(learned) > 10
    aside = {text.splitlines()[0] for text in (*kept, *held)}
    assert not aside & {text.splitlines()[0] for text in learned if text}
    assert not {one.splitlines()[0] for one in kept} & {one.splitlines()[0] for one in held}


def test_tales_are_whole_paragraphs() -> None:
    text = "\n".join(["um dois três quatro"] * 5 + ["longo " * 50] + ["cinco seis"])
    assert list(tales(text, 10)) == ["um dois três quatro\n\num dois três quatro"] * 2


def test_the_rate_rises_and_falls() -> None:
    rates = [rate_at(step, step / 1000) for step in (0, 50, 100, 500, 999)]
    assert rates[0] < rates[1] < rates[2] == max(rates)
    assert rates[2] > rates[3] > rates[4] > 0


def test_only_whole_paragraphs_are_taken() -> None:
    line = "O rio desceu ao vale."
    assert whole("\n".join([line] * 30 + ["que ninguém conhecia."])) == "\n".join([line] * 30)
    assert whole(f"{line}\nque ninguém conhecia.") == ""


def test_it_learns_and_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = folder / "e5.bin"
    weights.write_bytes(e5_file(hidden=32, layers=1))
    for name, value in {"PIECES": 300, "LAYERS": 1, "WARM": 4, "OFTEN": 10}.items():
        monkeypatch.setattr(language_model, name, value)
    learn = partial(language_model.learn, folder, weights=weights, batch=4, block=32, rate=1e-2)
    learn(pieces=0)  # the start, and no more
    assert (folder / "model").exists() and not (folder / "losses.jsonl").exists()
    learn(pieces=30 * 4 * 32, stop=0)
    learn(pieces=30 * 4 * 32)
    lines = (folder / "losses.jsonl").read_text("utf-8").splitlines()
    losses = [json.loads(line) for line in lines]
    assert [line["step"] for line in losses] == [1, 10, 20, 30]
    assert losses[-1]["held"] < losses[0]["held"] - 1
    learn(pieces=30 * 4 * 32)  # has learned all
    assert (folder / "losses.jsonl").read_text("utf-8").splitlines() == lines


def test_within_a_time_the_best_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights, also = folder / "e5.bin", folder / "other.txt"
    weights.write_bytes(e5_file(hidden=32, layers=1))
    also.write_text("O corvo desceu.\nA raposa viu.\n\nO vale bebeu.\n", encoding="utf-8")
    for name, value in {"PIECES": 300, "LAYERS": 1, "WARM": 4}.items():
        monkeypatch.setattr(language_model, name, value)
    losses, kept = iter([5.0, 4.0, *[6.0] * 50]), []
    monkeypatch.setattr(language_model, "loss_of", lambda *_: next(losses))
    save = language_model.save_model

    def counted(path: Path, *what: object) -> None:
        kept.append(path.name)
        save(path, *what)

    monkeypatch.setattr(language_model, "save_model", counted)
    small = {"batch": 2, "block": 16, "rate": 0.01, "also": [str(also)]}
    language_model.learn(folder, weights=weights, within=2, **small)
    numbers = np.load(folder / "also.npy")
    pieces = PreTrainedTokenizerFast.from_pretrained(folder / "model")
    assert pieces.decode(numbers).count(pieces.eos_token) == 3
    assert "O corvo desceu.\n\nA raposa viu." in pieces.decode(numbers)
    lines = (folder / "losses.jsonl").read_text("utf-8").splitlines()
    assert 3 <= len(lines) <= 9
    assert json.loads(lines[-1])["seconds"] >= 2
    assert len(kept) == 3  # the start, and after the first and the second look


def test_paragraphs_come_back_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "e5.bin").write_bytes(e5_file(hidden=32, layers=1))
    weights = e5.read(tmp_path / "e5.bin")
    text = "o gato dorme.\n\no gato dorme e a casa dorme."
    pieces = tokenizer_of(weights, most_used(weights, [text] * 4))
    assert pieces.decode(pieces(text)["input_ids"]) == text
