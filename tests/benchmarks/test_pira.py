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


def test_pira_benchmark_reports_scores_for_each_task(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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


@pytest.fixture(scope="module")
def writer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sequence-to-sequence model that is as it was drawn, over the words of the questions."""
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast, T5Config, T5ForConditionalGeneration, set_seed

    folder = tmp_path_factory.mktemp("writer")
    known = ["<pad>", "</s>", "<unk>", *{word for one in ABOUT for word in one[:-1].split()}]
    words = models.WordLevel({word: at for at, word in enumerate(known)}, unk_token="<unk>")
    tokenizer = Tokenizer(words)
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
    ).save_pretrained(folder)
    set_seed(0)
    config = T5Config(
        vocab_size=len(known), d_model=16, d_kv=8, d_ff=16, num_layers=1, num_heads=2,
        decoder_start_token_id=0, pad_token_id=0, eos_token_id=1,
    )  # fmt: skip
    T5ForConditionalGeneration(config).save_pretrained(folder)
    return folder


def test_generated_answers_to_pira_questions_are_deterministic_and_scored(writer: Path) -> None:
    answer = benchmark.writer(str(writer))
    questions = [*ABOUT, "Quando?"] * 6  # more than are answered at once
    given = list(answer(questions))
    assert len(given) == len(questions)
    assert given[: len(ABOUT)] == given[len(ABOUT) + 1 : 2 * len(ABOUT) + 1]  # nothing is drawn
    lines = [{"question_pt": question, "answer_pt": question} for question in ABOUT]
    (row,) = benchmark.generation(lines, lambda asked: [*asked[:2], "nada"])
    assert row["f1"] == pytest.approx(200 / 3)
    assert (row["task"], row["n"]) == ("cgqa", 3)


def test_pira_benchmark_rejects_a_folder_without_a_text_generation_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for config, said in ((None, "no model"), ('{"model_type": "bert"}', "no sequence-to-sequence")):
        if config:
            (tmp_path / "config.json").write_text(config, encoding="utf-8")
        with pytest.raises(SystemExit):
            main(["pira", "--data", str(tmp_path), "--generator", str(tmp_path)])
        assert said in capsys.readouterr().err


def test_pira_multiple_choice_options_include_the_right_answer() -> None:
    lines = [{"answer_pt": answer, "context_pt": text} for answer, text in ABOUT.values()]
    for line, options in benchmark.choices(lines):
        assert line["answer_pt"] in options
        assert set(options) == {answer for answer, _ in ABOUT.values()}


def test_token_f1_and_macro_f1_match_hand_computed_values() -> None:
    assert benchmark.token_f1("o mar azul", "o mar") == pytest.approx(80)
    assert benchmark.macro_f1([1, 1, 1, 0], [1, 1, 0, 0]) == pytest.approx((80, 220 / 3))


def test_pira_benchmark_reports_missing_data_files_and_fields(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["pira", "--data", str(tmp_path)])
    assert "validation.jsonl: no such file" in capsys.readouterr().err
    (tmp_path / "validation.jsonl").write_text('{"id": "a"}\n', encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["pira", "--data", str(tmp_path)])
    assert "no line has all of" in capsys.readouterr().err
