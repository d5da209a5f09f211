"""The benchmark on small stories of our own."""

from __future__ import annotations

import json
import random

import pytest

from benchmarks import redundancy
from benchmarks.__main__ import main
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText

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


def test_planted_loops_are_counted_by_kind(tmp_path, capsys):
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
    rows = json.loads(first)["rows"]
    planted = {row["kind"]: row for row in rows if row["kind"] != "undamaged"}
    assert set(planted) == {"exact", "one-word", "reordered", "inside", "exact-anywhere"}
    assert all(row["n"] == 9 and 0 <= row["found"] <= 1 for row in planted.values())
    assert planted["exact"]["found"] == 1
    assert [row["n"] for row in rows if row["kind"] == "undamaged"] == [90, 60]


@pytest.mark.parametrize("kind", redundancy.KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_what_is_planted_stands_where_it_is_said_to(kind, seed):
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


def test_some_data_is_needed():
    with pytest.raises(SystemExit):
        main(["redundancy"])
