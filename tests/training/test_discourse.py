"""The discourse model: windows, intruders, orders, and the model on vectors of chance."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from textlint_pt_embedded.vectors import Space

from training.discourse import train, vectors, windows
from training.discourse.model import Discourse
from training.discourse.reading import STEMS, between, said
from training.discourse.windows import Document, Maker, Unit, Window

SEA = (
    "O pescador saiu de madrugada no seu barco azul.",
    "O mar estava calmo e o barco deslizava sobre as ondas.",
    "Lançou a rede à água e esperou pelos peixes.",
    "E?",
    "As gaivotas voavam por cima do barco.",
    "Quando puxou a rede, trazia três sardinhas.",
    "O vento soprou e as ondas cresceram à volta do barco.",
    "Remou até à praia, onde a mulher o esperava.",
    "Puxaram o barco para a areia.",
)
KITCHEN = (
    "A avó acendeu o forno e pôs o avental.",
    "Peneirou a farinha para uma tigela e juntou o açúcar.",
    "Partiu os ovos e bateu as claras em castelo.",
    "A manteiga derretia devagar na panela.",
    "Deitou a massa na forma e meteu-a no forno quente.",
    "O cheiro do bolo encheu a cozinha.",
    "O neto lambeu a colher.",
    "Comeram-no ainda morno.",
)
TELLING = np.linspace(0.1, 1, STEMS, dtype=np.float32)


def document(number: int, texts: tuple[str, ...], seed: int) -> Document:
    chance, space = np.random.default_rng(seed), Space.shipped()
    words = tuple(map(said, texts, space.bags(texts)))
    drawn = chance.normal(size=(len(texts), 384)).astype(np.float32)
    at = tuple(i // 5 for i in range(len(texts)))
    return Document("contos", number, "narrative", "train", drawn, words, at, texts)


@pytest.fixture(scope="module")
def documents() -> list[Document]:
    found = [document(0, SEA, 1), document(1, KITCHEN, 2), document(40, KITCHEN[::-1], 3)]
    windows.prepare(found, np.zeros(384, np.float32), TELLING)
    return found


def whole(document: Document) -> Window:
    units = tuple(Unit(document, i, p) for i, p in enumerate(document.paragraphs))
    return Window(units, (0,) * len(units))


# ------------------------------------------------------------------ what is read


def test_a_sentence_is_answered_by_itself_and_not_by_one_without_words() -> None:
    space = Space.shipped()
    words = list(map(said, SEA, space.bags(SEA)))
    vectors_ = np.eye(len(SEA), 384, dtype=np.float32)
    found = between(vectors_, words, vectors_, words, TELLING)
    spoken = [i for i in range(len(SEA)) if i != 3]
    for channel in found:
        assert channel[spoken, spoken] == pytest.approx(1, abs=1e-5)
    assert not found[2:, 3].any() and not found[2:, :, 3].any()
    np.testing.assert_allclose(found[2], found[3].T, atol=1e-5)
    # two sentences about the boat share its stem, two others none
    assert found[1, 0, 1] > 0 == found[1, 2, 4]


def test_documents_of_a_book_go_to_the_same_part() -> None:
    parts = [vectors.part("contos", number) for number in range(600)]
    for first in range(0, 600, vectors.BOOK):
        assert len(set(parts[first : first + vectors.BOOK])) == 1
    assert 0.6 < parts.count("train") / 600 < 0.95
    assert {"develop", "report"} <= set(parts)


def test_stretches_are_written_once_and_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Counting:
        read = 0

        def vectors(self, texts: list[str]) -> list[np.ndarray]:
            self.read += len(texts)
            return [np.full(384, len(text), np.float32) for text in texts]

    monkeypatch.setattr(vectors, "SHORTEST", 4)
    source = tmp_path / "machado-de-assis.txt"
    source.write_text("\n".join(SEA) + "\n\n" + "\n".join(KITCHEN) + "\n", encoding="utf-8")
    order = vectors.mixed(list(vectors.stretches(source, set())))
    assert [one.kind for one in order] == ["narrative"] * 2
    model, out = Counting(), tmp_path / "out"
    out.mkdir()
    for _ in range(2):
        vectors.encode(order, model, out, 1000)  # type: ignore[arg-type]
    assert model.read == len(SEA) + len(KITCHEN)
    found = windows.read(out, ["train", "develop", "report"])
    assert {one.texts for one in found} == {SEA, KITCHEN}
    for one in found:
        assert one.vectors[:, 0].tolist() == [len(text) for text in one.texts]
        assert one.paragraphs == tuple(range(len(one.texts)))
    row = json.loads((out / "00000.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert row["source"] == "machado-de-assis"


# ------------------------------------------------------------------ windows


def test_an_intruder_is_of_another_document(documents: list[Document]) -> None:
    maker, origins = Maker(documents), set()
    for _ in range(60):
        window = maker.planted(documents[0], 7)
        [at] = [i for i, mark in enumerate(window.intruders) if mark]
        others = {unit.document for i, unit in enumerate(window.units) if i != at}
        assert others == {documents[0]}
        assert window.units[at].document is not documents[0]
        origins.add(window.origin)
    assert {"near", "same"} <= origins


def test_pairs_of_a_window_are_those_of_its_sentences(documents: list[Document]) -> None:
    window = Maker(documents).planted(documents[0], 8, count=2)
    vectors_ = np.stack([unit.document.vectors[unit.at] for unit in window.units])
    words = [unit.document.said[unit.at] for unit in window.units]
    expected = between(vectors_, words, vectors_, words, TELLING)
    np.testing.assert_allclose(windows.pairs(window, TELLING), expected, atol=2e-3)


def test_another_order_has_the_same_sentences(documents: list[Document]) -> None:
    maker, own = Maker(documents), whole(documents[0])
    for _ in range(30):
        found = maker.disordered(own)
        assert sorted(unit.at for unit in found.units) == list(range(len(SEA)))
        assert [unit.at for unit in found.units] != list(range(len(SEA)))
        assert [unit.paragraph for unit in found.units] == list(documents[0].paragraphs)


# ------------------------------------------------------------------ the model


def test_padding_changes_nothing(documents: list[Document]) -> None:
    torch.manual_seed(1)
    model = Discourse()
    short, long = Maker(documents).plain(documents[0], 6), whole(documents[0])
    alone = train.logits(model, [short], TELLING)
    together = train.logits(model, [short, long], TELLING)
    np.testing.assert_allclose(alone[0], together[0], atol=1e-4)
    assert together[1].shape == (len(SEA), 2)


def test_a_plain_intruder_is_learnt(
    documents: list[Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train, "PLANTED", 8)
    monkeypatch.setattr(train, "PLAIN", 2)
    torch.manual_seed(1)
    model = Discourse()
    # vectors of chance have no order, but documents have a direction each
    for at, one in enumerate(documents):
        one.vectors[:, at] += 9
    windows.prepare(documents, np.zeros(384, np.float32), TELLING)
    train.learn(model, Maker(documents), Maker(documents), TELLING, 40, print)
    maker, hits = Maker(documents, seed=3), 0
    planted = [maker.planted(documents[0], 8) for _ in range(20)]
    for window, values in zip(planted, train.logits(model, planted, TELLING), strict=True):
        hits += window.intruders[int(values[:, 0].argmax())]
    assert hits >= 12  # 2 or 3 by chance
