"""The focus benchmark on texts of our own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks import focus
from benchmarks.__main__ import main
from benchmarks.focus import Measuring, Place, Story, area, draws, rates, shuffled
from textlint_pt.registry.plugins import load as load_plugins
from textlint_pt.text.document import Kind

SEA = [
    "O pescador saiu de madrugada no seu barco azul.",
    "O mar estava calmo e o barco deslizava sobre as ondas.",
    "Lançou a rede à água e esperou pelos peixes.",
    "As gaivotas voavam por cima do barco.",
    "Quando puxou a rede, trazia três sardinhas.",
    "As sardinhas guardou-as num balde com água.",
    "O vento soprou e as ondas cresceram à volta do barco.",
    "Remou até à praia, onde a mulher o esperava.",
    "Puxaram o barco para a areia e estenderam a rede ao sol.",
]
KITCHEN = [
    "A avó acendeu o forno e pôs o avental.",
    "Peneirou a farinha para uma tigela e juntou o açúcar.",
    "Partiu os ovos e bateu as claras em castelo.",
    "A manteiga derretia devagar na panela.",
    "Deitou a massa na forma e meteu-a no forno quente.",
    "O cheiro do bolo encheu a cozinha.",
    "O neto lambeu a colher e a tigela da massa.",
    "O bolo saiu do forno alto e dourado.",
    "Comeram-no ainda morno, com doce de morango.",
]
COURT = "O tribunal constitucional recusou o recurso apresentado pelo ministro das finanças."
GARDEN = ["O jardineiro regou as roseiras.", "Podou a sebe e varreu as folhas secas."]


@pytest.fixture
def stories(tmp_path: Path) -> Path:
    texts = {"mar": SEA, "cozinha": KITCHEN, "curto": GARDEN}
    rows = [
        {"id": name, "kind": "children", "author": "", "text": " ".join(sentences)}
        for name, sentences in texts.items()
    ]
    rows.append({"id": "só", "kind": "poem", "author": "", "text": " ".join(SEA)})
    path = tmp_path / "textos.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_focus_score_detects_off_topic_sentences_better_than_gruen_formula(
    stories: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(focus, "DRAWS", 4)
    main(["focus", str(stories), "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert printed["benchmark"] == "focus"
    rows = {row["system"]: row for row in printed["rows"]}
    ours, published = rows["ours"], rows["gruen formula"]
    assert set(ours) == {"system", "set", "auc", "shuffle_p", "fallen", "n_texts", "left_out"}
    assert (ours["n_texts"], ours["left_out"]) == (2, 2)
    assert ours["auc"] > 0.7
    assert published["auc"] < ours["auc"]
    assert 0 <= ours["fallen"] <= 1
    assert 0 <= ours["shuffle_p"] <= 1
    rule = rows["FOC001"]
    assert set(rule) == {
        *("system", "set", "found", "false_per_1000", "n_false", "n_found", "n_sentences"),
        *("n_texts", "left_out"),
    }
    assert 0 <= rule["found"] <= 1
    assert rule["n_false"] == rule["false_per_1000"] == 0
    nearest = rows["word mover's distance, two neighbours"]
    assert nearest["auc"] < ours["auc"]  # the plain distance says little in so short a text
    assert nearest["shuffle_p"] is None


def test_focus_rule_compares_sentences_within_their_paragraph() -> None:
    sentences = [*SEA[:5], COURT, *SEA[5:]]
    measuring = Measuring(load_plugins(), sentences)
    together = [Place(Kind.PARAGRAPH, 0, 0)] * len(sentences)
    apart = [Place(Kind.PARAGRAPH, int(at >= 5) + int(at > 5), 0) for at in range(len(sentences))]
    assert measuring.reported(sentences, together) == {5}
    assert measuring.reported(sentences, apart) == set()


def test_focus_benchmark_computes_detection_and_false_alarm_rates() -> None:
    class Saying:
        """Speaks of the third sentence of any text, and of "x"."""

        def reported(self, sentences: Sequence[str], places: Sequence[Place]) -> set[int]:
            assert len(sentences) == len(places)
            return {2, *(at for at, sentence in enumerate(sentences) if sentence == "x")}

    own = tuple(Place(Kind.PARAGRAPH, at // 4, 0) for at in range(8))
    stories = [
        Story("a", "conto", "", tuple("abcdefgh"), own),
        Story("b", "conto", "", ("x",) * 2, own[:2]),
    ]
    found = rates(Saying(), stories[:1], stories)  # type: ignore[arg-type]
    counts = {"n_false": 1, "n_found": 20, "n_sentences": 8}
    assert found == {"found": 1.0, "false_per_1000": 125.0, **counts}


def test_area_under_roc_curve_counts_ties_as_half() -> None:
    assert area([0.1, 0.9, 0.2], 1) == 1.0
    assert area([0.1, 0.9, 0.9, None], 1) == 0.75
    assert area([0.1, None], 1) == 0.5
    assert area([None, 0.3], 1) == 0.5


def test_inserted_off_topic_sentences_are_preferably_by_the_same_author() -> None:
    own = Story("a", "conto", "Ana", ("x",) * 8)
    same = Story("b", "conto", "Ana", ("da mesma",))
    other = Story("c", "conto", "Rui", ("de outro",))
    poem = Story("d", "poema", "Ana", ("de um poema",))
    drawn = draws(own, [own, same, other, poem])
    assert len(drawn) == 20
    assert {sentence for _, sentence in drawn} == {"da mesma"}
    assert all(1 <= at <= 7 for at, _ in drawn)
    assert {sentence for _, sentence in draws(own, [own, other, poem])} == {"de outro"}
    assert drawn == draws(own, [own, same, other, poem])


def test_shuffling_sentences_of_a_story_gives_the_same_order_each_time() -> None:
    story = Story("a", "conto", "", tuple("abcdefgh"))
    assert sorted(shuffled(story)) == list(story.sentences)
    assert shuffled(story) == shuffled(story) != list(story.sentences)
