from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textlint_pt_embedded import artefact
from textlint_pt_embedded.lexicon import (
    OPEN,
    SHARE_ALIKE,
    LexiconResource,
    OpenLexicon,
    Table,
    categorised,
    open_lexicon,
)

from textlint_pt.analysis import DamagedResource, SentenceAnalysis


def categories(text: str) -> list[tuple[str, set[str]]]:
    found = categorised(text, open_lexicon())
    return [(text[a:b], {found.names[i] for i in ids}) for a, b, ids in found.words]


def of(word: str) -> set[str]:
    ((_, found),) = categories(word)
    return found


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("não", {"negation", "function"}),
        ("nunca", {"negation", "time"}),
        ("eu", {"first-singular", "personal-pronoun", "pronoun", "function"}),
        ("Você", {"second", "personal-pronoun"}),
        ("connosco", {"first-plural"}),
        ("fizemos", {"first-plural", "past", "verb"}),
        ("farão", {"third-plural", "future", "verb"}),
        ("faria", {"conditional"}),
        ("comprar", {"infinitive", "possession"}),
        ("pelo", {"preposition", "article"}),
        ("daquela", {"preposition", "demonstrative"}),
        ("porque", {"cause", "conjunction"}),
        ("mas", {"contrast", "conjunction"}),
        ("todos", {"quantifier", "indefinite"}),
        ("três", {"number"}),
        ("1.000,50", {"number"}),
        ("talvez", {"possibility"}),
        ("cão", {"nature", "singular"}),
        ("gatos", {"nature", "plural"}),
        ("alegria", {"positive", "emotion"}),
        ("odeio", {"negative", "emotion", "first-singular", "present"}),
        ("rapidamente", {"adverb"}),
    ],
)
def test_categories_of_a_word(word: str, expected: set[str]) -> None:
    assert expected <= of(word)


@pytest.mark.parametrize(
    ("word", "unexpected"),
    [
        ("comprar", {"subjunctive", "first-singular"}),
        ("falava", {"first-singular"}),
        ("para", {"verb", "present"}),
        ("como", {"first-singular", "ingestion"}),
        ("foi", {"state", "motion"}),
    ],
)
def test_readings_a_word_hardly_has_are_left_out(word: str, unexpected: set[str]) -> None:
    assert not unexpected & of(word)


@pytest.mark.parametrize("word", ["understand", "the", "your", "Xyzgh", "#", "http://a.pt/b"])
def test_words_outside_the_lexicon(word: str) -> None:
    assert all(not found for _, found in categories(word))


def test_a_verb_that_is_not_listed_is_told_by_its_ending() -> None:
    assert of("googlaríamos") == {"verb", "conditional", "first-plural"}
    assert of("tuitassem") >= {"verb", "subjunctive", "third-plural"}
    assert of("Googlaríamos") == set(), "a name may end so"


def test_clitics_and_compounds() -> None:
    found = dict(categories("Ligou-lhe, viram-no e guarda-chuvas d'água."))
    assert "past" in found["Ligou"]
    assert {"third", "personal-pronoun"} <= found["lhe"]
    assert {"third", "personal-pronoun"} <= found["no"]
    assert "plural" in found["guarda-chuvas"]
    assert "água" in found


def test_spans_after_a_cut_are_exact() -> None:
    text = "Dir-lhe-ei: «pára-quedas» d’ouro"
    found = categorised(text, open_lexicon())
    pieces = [text[start:end] for start, end, _ in found.words]
    assert pieces[:3] == ["Dir", "lhe", "ei"]
    assert pieces[-2:] == ["d", "ouro"]


@given(st.text(alphabet="aáeoçdns -–'’.,!?«»\"1%\u0303\n", max_size=60))
def test_words_are_in_order_and_inside_the_text(text: str) -> None:
    found = categorised(text, open_lexicon())
    end = 0
    for start, stop, ids in found.words:
        assert end <= start < stop <= len(text)
        assert not text[start:stop].isspace()
        assert list(ids) == sorted(set(ids))
        end = stop


def test_both_tables_are_sorted_and_know_the_same_categories() -> None:
    tables = [Table(OPEN), Table(SHARE_ALIKE)]
    assert tables[0].names == tables[1].names
    for table in tables:
        hashes = list(table._hashes)
        assert hashes == sorted(set(hashes))
        assert max(table._numbers) < len(table.classes)
        for kind in table.classes:
            assert int(kind.removeprefix("!"), 16) < 1 << len(table.names)


def test_the_lexicon_is_small() -> None:
    size = sum(
        (artefact.DATA / name / file).stat().st_size
        for name in (OPEN, SHARE_ALIKE)
        for file in artefact.manifest(name)
    )
    assert size < 3_000_000


def test_as_a_resource() -> None:
    resource = LexiconResource()
    (analysis,) = resource.analyses({"lexicon": None})
    assert isinstance(analysis, SentenceAnalysis)
    assert len(analysis.digest) == 24
    values = analysis.run(["Não sei.", ""], {})
    assert [len(value.words) for value in values] == [2, 0]
    assert {Path(path).name for path in resource.files({})} == {
        "manifest.json",
        "classes.json",
        "forms.bin",
    }


def test_each_licence_is_stated_in_its_folder() -> None:
    assert "Apache-2.0" in (artefact.DATA / OPEN / "CARD.md").read_text("utf-8")
    assert "CC BY-SA 4.0" in (artefact.DATA / SHARE_ALIKE / "CARD.md").read_text("utf-8")
    assert "Attribution-ShareAlike" in (artefact.DATA / SHARE_ALIKE / "LICENSE").read_text("utf-8")


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(artefact, "DATA", tmp_path)
    artefact.manifest.cache_clear()
    artefact.verified.cache_clear()
    yield tmp_path
    artefact.manifest.cache_clear()
    artefact.verified.cache_clear()


def write(folder: Path, name: str, names: list[str]) -> None:
    (folder / name).mkdir()
    (folder / name / "forms.bin").write_bytes(b"")
    about = {"categories": names, "classes": [], "endings": {}}
    (folder / name / "classes.json").write_text(json.dumps(about), "utf-8")
    artefact.write_manifest(name, "1")


def test_a_damaged_table_is_refused(elsewhere: Path) -> None:
    write(elsewhere, OPEN, ["number"])
    write(elsewhere, SHARE_ALIKE, ["number"])
    assert OpenLexicon().knows("7")
    (elsewhere / OPEN / "forms.bin").write_bytes(b"123456")
    artefact.verified.cache_clear()
    with pytest.raises(DamagedResource, match=r"forms\.bin"):
        OpenLexicon()


def test_tables_that_do_not_belong_together_are_refused(elsewhere: Path) -> None:
    write(elsewhere, OPEN, ["number"])
    write(elsewhere, SHARE_ALIKE, ["number", "verb"])
    with pytest.raises(DamagedResource, match="not built together"):
        OpenLexicon()
