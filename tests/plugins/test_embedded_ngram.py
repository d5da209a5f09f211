"""The shipped n-gram model as a resource."""

from __future__ import annotations

import subprocess
import sys
from math import fsum
from pathlib import Path
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textlint_pt_embedded import artefact, ngram, ngram_model, textlint_pt_resources
from textlint_pt_embedded.ngram import (
    TokenProbabilities,
    TokenProbability,
    fit,
)
from textlint_pt_embedded.tokens import CODE, MARK, NUMBER, WORD, tokens

from textlint_pt.contract.analysis import DamagedResource

PAIRS = [
    ("As janelas da casa estavam abertas.", "As janela da casa estavam abertas."),
    ("O novo relatório foi publicado ontem.", "O nova relatório foi publicado ontem."),
    ("Os alunos chegaram cedo à escola.", "Os alunos chegou cedo à escola."),
    ("Eu não sei o que aconteceu.", "Eu não sabemos o que aconteceu."),
    ("Ela gosta de ler à noite.", "Ela gosta ler de à noite."),
    ("Fomos à praia no domingo.", "Fomos praia à no domingo."),
]


def probabilities(*texts: str) -> list[tuple[TokenProbability, ...]]:
    return TokenProbabilities().run(texts, {})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Disse-lhe adeus.", [("Disse", WORD), ("-lhe", WORD), ("adeus", WORD), (".", MARK)]),
        ("Dir-lho-ei", [("Dir", WORD), ("-lho", WORD), ("-ei", WORD)]),
        ("O pé-de-moleque", [("O", WORD), ("pé-de-moleque", WORD)]),
        ("-se", [("-", MARK), ("se", WORD)]),
        ("3,5 € em app.py", [("3,5", NUMBER), ("€", MARK), ("em", WORD), ("app.py", CODE)]),
        ("a covid-19", [("a", WORD), ("covid-19", CODE)]),
        ("«Sim»...", [('"', MARK), ("Sim", WORD), ('"', MARK), ("…", MARK)]),
        ("– R$ 5?!", [("—", MARK), ("R$", MARK), ("5", NUMBER), ("?", MARK)]),
    ],
)  # fmt: skip
def test_ngram_model_splits_text_into_expected_tokens(
    text: str, expected: list[tuple[str, int]]
) -> None:
    assert [(token.form, token.kind) for token in tokens(text)] == expected


@pytest.mark.parametrize(("good", "bad"), PAIRS)
def test_ngram_model_gives_correct_sentences_higher_probability(good: str, bad: str) -> None:
    rated = [mean(t.log_probability for t in value) for value in probabilities(good, bad)]
    assert rated[0] > rated[1]


@given(st.lists(st.text(max_size=60), max_size=6))
@settings(max_examples=60, deadline=None)
def test_ngram_probabilities_are_identical_bit_for_bit_in_any_batch(texts: list[str]) -> None:
    texts = [" ".join(text.split()) for text in texts]
    together = probabilities(*texts, PAIRS[0][0], *reversed(texts))
    assert together[: len(texts)] == [probabilities(text)[0] for text in texts]
    assert together[: len(texts)] == together[len(texts) + 1 :][::-1]


@given(st.text(alphabet="aeoO bcn-.,'\"5_«ç", max_size=80))
@settings(max_examples=100, deadline=None)
def test_ngram_tokens_are_in_order_inside_the_text(text: str) -> None:
    (value,) = probabilities(text)
    *real, end = value
    at = 0
    for token in real:
        assert at <= token.start < token.end <= len(text)
        assert not text[token.start : token.end].isspace()
        at = token.end
    assert end.start == end.end == at
    assert all(t.log_probability < 0.5 and t.expected < 0.5 for t in value)


def test_ngram_model_accepts_no_sentences_and_an_empty_sentence() -> None:
    assert probabilities() == []
    assert len(probabilities("")[0]) == 1


def test_ngram_probabilities_of_all_sentences_equal_those_in_small_batches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from textlint_pt_embedded import ngram_model

    texts = [pair[0] for pair in PAIRS] * 3
    whole = probabilities(*texts)
    monkeypatch.setattr(ngram_model, "_BATCH", 10)
    assert probabilities(*texts) == whole


def test_memoisation_does_not_change_ngram_probabilities(monkeypatch: pytest.MonkeyPatch) -> None:
    model = ngram.load()
    monkeypatch.setattr(model, "_found", {})
    versions = [text for pair in PAIRS for text in pair]
    versions += [" ".join(versions), "", ".", "Os 5 gatos do João dormem em app.py"]
    for text in versions * 2:
        (tokens_of,) = probabilities(text)
        assert model.log_probability(text) == fsum(one.log_probability for one in tokens_of)


def test_ngram_probabilities_do_not_depend_on_the_batch_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = [text for pair in PAIRS for text in pair]
    found = []
    for few in (0, 10_000):
        monkeypatch.setattr(ngram_model, "_FEW", few)
        found.append(probabilities(*texts))
    assert found[0] == found[1]


def test_ngram_token_probabilities_are_read_back_from_the_cache_unchanged() -> None:
    analysis = TokenProbabilities()
    for value in probabilities(*(text for pair in PAIRS for text in pair)):
        assert analysis.unpack(analysis.pack(value)) == value


def test_mean_ngram_probability_skips_proper_names_numbers_and_identifiers() -> None:
    text = "O Zbigniew pagou 317 na loja do Wrzeszcz com xq_7.py ontem."
    (value,) = probabilities(text)
    counted = fit(text, value)
    worse = tuple(
        t._replace(log_probability=-50.0)
        if text[t.start : t.end] in ("Zbigniew", "317", "Wrzeszcz", "xq_7.py")
        else t
        for t in value
    )
    assert fit(text, worse) == counted != None  # noqa: E711


def test_mean_ngram_probability_rises_with_the_probability_of_each_token() -> None:
    text = PAIRS[0][0]
    (value,) = probabilities(text)
    before = fit(text, value)
    assert before is not None
    for i, token in enumerate(value):
        better = list(value)
        better[i] = token._replace(log_probability=token.log_probability + 1)
        after = fit(text, better)
        assert after is not None
        assert after.average > before.average
        assert after.worst >= before.worst


def test_importing_the_ngram_model_module_does_not_import_numpy() -> None:
    code = (
        "import sys, textlint_pt_embedded as e; r = e.textlint_pt_resources();"
        "[x.analyses({}) for x in r if x.name == 'ngram'];"
        "sys.exit(any(m in sys.modules for m in ('numpy', 'scipy', 'torch')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_ngram_model_provides_two_analyses_and_lists_its_files_and_checksum() -> None:
    resource = next(one for one in textlint_pt_resources() if one.name == "ngram")
    assert [a.name for a in resource.analyses({})] == ["token-probabilities", "wording"]
    files = resource.files({})
    assert all(Path(file).is_file() for file in files)
    assert {analysis.digest for analysis in resource.analyses({})} == {artefact.digest("ngram")}
    assert (artefact.DATA / "ngram" / "CARD.md").is_file()
    assert sum(Path(file).stat().st_size for file in files) < 6_500_000


def test_damaged_ngram_model_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "ngram"
    folder.mkdir()
    for name in ("manifest.json", "model.bin"):
        (folder / name).write_bytes((artefact.DATA / "ngram" / name).read_bytes())
    data = bytearray((folder / "model.bin").read_bytes())
    data[1000] ^= 1
    (folder / "model.bin").write_bytes(data)
    monkeypatch.setattr(artefact, "DATA", tmp_path)
    for cached in (artefact.manifest, artefact.verified, ngram.load):
        cached.cache_clear()
    try:
        with pytest.raises(DamagedResource, match="damaged"):
            probabilities("Isto não chega a ser lido.")
    finally:
        for cached in (artefact.manifest, artefact.verified, ngram.load):
            cached.cache_clear()
