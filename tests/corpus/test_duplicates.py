"""`corpus duplicates`: nothing alike is missed, all that is told is so, places are exact."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest

from textlint_pt.cli import main
from textlint_pt.contract.errors import UserError
from textlint_pt.corpus import duplicates
from textlint_pt.corpus.duplicates import Finder, Limits, Match
from textlint_pt.corpus.reading import Fields, Reader, Record
from textlint_pt.registry.plugins import load

PLUGINS = load(third_party=False)
NOUNS = [f"{a}{b}" for a in ("casa", "rio", "ponte", "barco", "pedra") for b in "abcdefghij"]


def story(rng: random.Random, size: int) -> list[str]:
    return [rng.choice(NOUNS) for _ in range(size)]


def record(name: str, words: list[str]) -> Record:
    return Record(f"{name}.txt", name, " ".join(words).encode())


def find(
    records: list[Record],
    reference: Sequence[Record] = (),
    limits: Limits = Limits(),  # noqa: B008
) -> list[Match]:
    with Finder(PLUGINS, limits) as finder:
        finder.read(reference, reference=True)
        finder.read(records)
        assert finder.errors == []
        return list(finder.matches())


def pairs(found: list[Match]) -> set[tuple[str | None, str | None]]:
    return {(match.document.id, match.other.id) for match in found}


def test_near_duplicate_documents_equal_those_of_comparing_all_pairs() -> None:
    rng = random.Random(5)
    texts = []
    for _ in range(12):
        first = story(rng, 120)
        texts.append(first)
        for share in (0.01, 0.04, 0.08, 0.3):
            copy = [rng.choice(NOUNS) if rng.random() < share else word for word in first]
            texts.append(copy)
    rng.shuffle(texts)
    records = [record(f"d{n}", words) for n, words in enumerate(texts)]
    limits = Limits(0.7, passage=1000)
    expected = {
        (f"d{b}", f"d{a}")
        for a, b in combinations(range(len(texts)), 2)
        if duplicates._similarity(texts[a], texts[b]) >= 0.7
    }
    assert len(expected) > 15
    assert pairs(find(records, limits=limits)) == expected


@pytest.mark.parametrize("size", [25, 26, 40, 200])
def test_text_passages_copied_between_documents_are_found_with_position(size: int) -> None:
    rng = random.Random(size)
    for _ in range(10):
        source, text = story(rng, 900), story(rng, 300)
        start, at = rng.randrange(900 - size), rng.randrange(300)
        copied = [*text[:at], "única", *source[start : start + size], "outra", *text[at:]]
        (match,) = find([record("new", copied)], [record("old", source)])
        assert match.in_reference
        (passage,) = match.passages
        assert passage.words == size
        before, inside = " ".join(copied[: at + 1]) + " ", " ".join(source[start : start + size])
        assert passage.here[:2] == (len(before), len(before) + len(inside))
        assert passage.there.start == len(" ".join(source[:start]) + " " * (start > 0))
        assert match.copied == pytest.approx(size / len(copied))


def test_copied_passages_below_the_minimum_length_are_not_reported() -> None:
    rng = random.Random(2)
    source = story(rng, 300)
    copied = [*story(rng, 50), "x", *source[100:124], "y"]
    assert find([record("new", copied)], [record("old", source)]) == []


def test_duplicate_search_does_not_compare_reference_documents_with_each_other() -> None:
    words = story(random.Random(1), 80)
    found = find([record("a", words)], [record("r", words), record("s", words)])
    assert pairs(found) == {("a", "r"), ("a", "s")}
    assert all(match.similarity == match.copied == 1 for match in found)


def test_number_of_duplicate_pairs_of_equal_documents_is_not_quadratic() -> None:
    words = story(random.Random(1), 60)
    found = find([record(f"d{n}", words) for n in range(200)])
    assert {match.document.id for match in found} == {f"d{n}" for n in range(1, 200)}
    assert len(found) <= 5 * 200


def test_documents_without_words_have_no_duplicates() -> None:
    assert find([Record("a.txt", "a", b""), Record("b.txt", "b", b"... !")]) == []


def test_duplicate_text_positions_refer_to_the_original_file(tmp_path: Path) -> None:
    words = story(random.Random(3), 30)
    prose = " ".join(words)
    (tmp_path / "a.md").write_text(f"# Título\n\n*Era uma vez* {prose}.\n", encoding="utf-8")
    rows = [{"id": "x", "text": "nada"}, {"id": "y", "text": f"Sim.\n\nOutra {prose.upper()}"}]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "b.jsonl").write_text(lines, encoding="utf-8")
    paths = [str(tmp_path / "a.md"), str(tmp_path / "b.jsonl")]
    (match,) = find(list(Reader(paths, Fields(), PLUGINS.extensions)))
    (passage,) = match.passages
    assert (match.document.id, match.document.row) == ("y", 2)
    assert (passage.here.line, passage.here.column) == (3, 7)
    assert (passage.there.line, passage.there.column) == (3, 15)
    assert passage.text == prose.upper()


@pytest.mark.parametrize(("similarity", "passage"), [(0, 25), (1.1, 25), (0.8, 9)])
def test_duplicate_search_refuses_similarity_and_length_out_of_range(
    similarity: float, passage: int
) -> None:
    with pytest.raises(UserError):
        Finder(PLUGINS, Limits(similarity, passage))


def test_full_disk_during_duplicate_search_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(packed: bytes) -> int:
        raise OSError(28, "No space left on device")

    with Finder(PLUGINS, Limits()) as finder:
        monkeypatch.setattr(finder, "_texts", type("Full", (), {"write": full, "close": print}))
        with pytest.raises(UserError, match="No space left on device; TMPDIR names another place"):
            finder.read([record("a", ["a"])])


def test_corpus_duplicates_command_prints_and_writes_the_pairs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    source = story(random.Random(4), 100)
    Path("old.txt").write_text(" ".join(source), encoding="utf-8")
    Path("new.txt").write_text("Era\n" + " ".join(source[20:60]) + " fim", encoding="utf-8")
    Path("bad.jsonl").write_text('{"no": 1}\n', encoding="utf-8")
    words = ["new.txt", "--reference", "old.txt", "--out", "pairs.jsonl", "--language", "en"]
    with pytest.raises(SystemExit) as ended:
        main(["corpus", "duplicates", *words])
    assert (ended.value.code or 0) == 0
    said = capsys.readouterr()
    column = len(" ".join(source[:20])) + 2
    assert f"40 words: new.txt:2:1 = old.txt:1:{column}" in said.out
    assert "1 pairs in 1 documents: 0 near-duplicates, 1 with passages in common" in said.err
    (row,) = map(json.loads, Path("pairs.jsonl").read_text("utf-8").splitlines())
    assert (row["in_reference"], row["near_duplicate"]) == (True, False)
    assert row["passages"][0]["other"]["column"] == column
    with pytest.raises(SystemExit) as ended:
        main(["corpus", "duplicates", "new.txt", "bad.jsonl", "--language", "en"])
    assert ended.value.code == 2
    assert 'no column "text"' in capsys.readouterr().err
