"""The benchmark on a small book, a small program and small stories of our own."""

from __future__ import annotations

import json
import random
import subprocess

import pytest

from benchmarks import redundancy
from benchmarks.__main__ import main
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText

# the definition with difflib, as a program in a repository of its own
PROGRAM = """
def unrelated():
    raise AssertionError

def outer():
    def if_two_sentence_redundant(a, b):
        if a in b or b in a:
            return 4
        pieces, others = a.split(), b.split()
        if max(len(pieces), len(others)) < 5:
            return 0
        match = difflib.SequenceMatcher(None, a, b).find_longest_match()
        fewer = min(len(pieces), len(others))
        return (
            (match.size > 0.8 * min(len(a), len(b)))
            + (len(a[match.a : match.a + match.size].split()) > 0.8 * fewer)
            + (editdistance.eval(a, b) < 0.6 * max(len(a), len(b)))
            + (len([x for x in pieces if x in others]) > 0.8 * fewer)
        )
"""
SUBJECTS = ("O moleiro", "A padeira", "Um velho pescador", "A neta do ferreiro", "O gato preto")
VERBS = ("contou", "escondeu", "encontrou", "levou", "perdeu", "vendeu", "pintou")
THINGS = (
    "as moedas de prata debaixo da ponte",
    "um cesto de figos maduros na feira",
    "três cartas antigas atrás do armário",
    "a chave do celeiro no caminho da fonte",
    "uma bota rota ao pé do moinho",
)


def story(seed: int, length: int = 30) -> str:
    r = random.Random(seed)
    made = [f"{s} {v} {t}" for s in SUBJECTS for v in VERBS for t in THINGS]
    endings = (" antes da missa.", ", sem dizer nada.", " e foi dormir cedo.", ".")
    sentences = [one + r.choice(endings) for one in r.sample(made, length)]
    return "\n\n".join(" ".join(sentences[at : at + 5]) for at in range(0, length, 5))


@pytest.fixture
def clone(tmp_path):
    work = tmp_path / "clone"
    work.mkdir()
    (work / "main.py").write_text(PROGRAM, encoding="utf-8")
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "."], [*identity, "commit", "-qm", "all"]):
        subprocess.run(["git", "-C", str(work), *command], check=True)
    return work


def test_redundancy_scores_match_the_published_gruen_program_and_formula(tmp_path, clone, capsys):
    book = tmp_path / "livro.txt"
    book.write_text("\n\n".join(story(seed) for seed in range(3)), encoding="utf-8")
    bare = clone / ".git"
    main(["redundancy", "--text", str(book), "--gruen", str(bare), "--sizes", "80", "--json"])
    result = json.loads(capsys.readouterr().out)
    assert result["benchmark"] == "redundancy"
    assert result["data"] == [str(book)]
    ours = [row for row in result["rows"] if row["system"] == "ours" and "ratio" in row]
    assert [row["profile"] for row in ours] == ["gruen-published", "gruen"]
    for row in ours:
        assert row["n"] == 80
        assert row["equal_flags"] is True
        assert row["ratio"] > 0
        assert row["rss_mb"] > 0
    assert ours[1]["differ"] == 0
    assert result["rows"][-1]["n"] == 90


def test_difference_from_published_gruen_program_aborts_the_benchmark(
    tmp_path, clone, monkeypatch, capsys
):
    book = tmp_path / "livro.txt"
    book.write_text(story(1), encoding="utf-8")
    monkeypatch.setattr(redundancy, "points", lambda sentences, autojunk: {(0, 1): 4})
    with pytest.raises(SystemExit, match="not the same"):
        main(["redundancy", "--text", str(book), "--gruen", str(clone), "--sizes", "10"])
    assert capsys.readouterr().out == ""


def test_gruen_repository_without_redundancy_function_is_refused(clone):
    (clone / "main.py").write_text("x = 1\n", encoding="utf-8")
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", "-C", str(clone), *identity, "commit", "-qam", "less"], check=True)
    with pytest.raises(SystemExit, match="no function"):
        redundancy.published_function(str(clone))


def test_redundancy_benchmark_counts_detected_text_loops_by_genre(tmp_path, capsys):
    stories = tmp_path / "stories.jsonl"
    rows = [{"id": f"s{seed}", "kind": "tale", "text": story(seed)} for seed in range(3)]
    stories.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    news = tmp_path / "dev.jsonl"
    segments = [
        {"doc": "d", "seg": n, "pt_PT": part, "pt_BR": part}
        for n, part in enumerate(story(9).split("\n\n"))
    ]
    news.write_text("\n".join(json.dumps(row) for row in segments), encoding="utf-8")
    arguments = ["--planted", str(stories), "--clean", str(news), "--preset", "generated", "--json"]
    main(["redundancy", *arguments])
    first = capsys.readouterr().out
    main(["redundancy", *arguments])
    assert capsys.readouterr().out == first, "the same seed, the same bytes"
    rows = [row for row in json.loads(first)["rows"] if "code" not in row]
    by_code = [row for row in json.loads(first)["rows"] if row.get("code") == "RED001"]
    assert [row["kind"] for row in by_code] == [row["kind"] for row in rows]
    assert by_code[0]["found"] == 1
    planted = {row["kind"]: row for row in rows if row["kind"] != "undamaged"}
    assert set(planted) == {"exact", "one-word", "reordered", "inside", "exact-anywhere"}
    assert all(row["n"] == 9 and 0 <= row["found"] <= 1 for row in planted.values())
    assert planted["exact"]["found"] == 1
    assert [row["n"] for row in rows if row["kind"] == "undamaged"] == [90, 60]


@pytest.mark.parametrize("kind", redundancy.KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_inserted_text_loops_are_found_at_the_recorded_offsets(kind, seed):
    document = build("x", story(seed), PlainText())
    source, places = redundancy.plant(document, kind, ["navio"], random.Random(seed))
    assert len(places) == 3
    assert len(source) > len(document.raw)
    texts = {sentence.text for sentence in document.sentences}
    for start, end in places:
        text = source[start:end]
        assert text.strip() == text
        if kind.startswith("exact"):
            assert text in texts
        elif kind == "one-word":
            assert text not in texts and "navio" in text.lower()
        elif kind == "reordered":
            folded = sorted(text.lower().replace(",", "").rstrip(".").split())
            originals = [sorted(t.lower().replace(",", "").rstrip(".").split()) for t in texts]
            assert folded in originals and text not in texts
        else:
            assert text not in texts and text.split()[0] in {t.split()[0] for t in texts}


def test_redundancy_benchmark_without_data_arguments_is_rejected(capsys):
    for arguments in ([], ["--text", "livro.txt"]):
        with pytest.raises(SystemExit):
            main(["redundancy", *arguments])
