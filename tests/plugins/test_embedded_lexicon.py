from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textlint_pt_embedded import artefact, textlint_pt_resources
from textlint_pt_embedded.lexicon import (
    BUCKETS,
    ENGLISH,
    OPEN,
    SHARE_ALIKE,
    LexiconResource,
    OpenLexicon,
    Table,
    categorised,
    english_lexicon,
    form_hash,
    open_lexicon,
)

from textlint_pt.contract.analysis import DamagedResource, SentenceAnalysis
from textlint_pt.contract.categories import cosine, vector


def categories(text: str, lexicon: OpenLexicon | None = None) -> list[tuple[str, set[str]]]:
    found = categorised(text, lexicon or open_lexicon())
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
        ("rapidamente", {"adverb", "attribute"}),
        ("pessoas", {"social", "plural"}),
        ("triste", {"emotion"}),
        ("políticas", {"cognition", "plural"}),
        ("deteção", {"cognition", "singular"}),
        ("implementaram", {"past", "creation"}),
        ("pecuniário", {"possession"}),
    ],
)
def test_word_category_lexicon_returns_the_categories_of_a_word(
    word: str, expected: set[str]
) -> None:
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
def test_word_category_lexicon_ignores_rare_meanings_of_a_word(
    word: str, unexpected: set[str]
) -> None:
    assert not unexpected & of(word)


@pytest.mark.parametrize("word", ["understand", "the", "your", "Xyzgh", "#", "http://a.pt/b"])
def test_words_missing_from_the_word_category_lexicon_have_no_categories(word: str) -> None:
    assert all(not found for _, found in categories(word))


def test_word_category_lexicon_recognises_unlisted_verbs_by_their_ending() -> None:
    assert of("googlaríamos") == {"verb", "conditional", "first-plural"}
    assert of("tuitassem") >= {"verb", "subjunctive", "third-plural"}
    assert of("Googlaríamos") == set(), "a name may end so"


def test_clitics_and_compounds_get_the_word_categories_of_their_parts() -> None:
    found = dict(categories("Ligou-lhe, viram-no e guarda-chuvas d'água."))
    assert "past" in found["Ligou"]
    assert {"third", "personal-pronoun"} <= found["lhe"]
    assert {"third", "personal-pronoun"} <= found["no"]
    assert "plural" in found["guarda-chuvas"]
    assert "água" in found


def test_spans_of_word_categories_after_split_clitics_are_exact() -> None:
    text = "Dir-lhe-ei: «pára-quedas» d’ouro"
    found = categorised(text, open_lexicon())
    pieces = [text[start:end] for start, end, _ in found.words]
    assert pieces[:3] == ["Dir", "lhe", "ei"]
    assert pieces[-2:] == ["d", "ouro"]


@given(st.text(alphabet="aáeoçdns -–'’.,!?«»\"1%\u0303\n", max_size=60))
def test_categorised_words_are_in_order_and_inside_the_text(text: str) -> None:
    found = categorised(text, open_lexicon())
    end = 0
    for start, stop, ids in found.words:
        assert end <= start < stop <= len(text)
        assert not text[start:stop].isspace()
        assert list(ids) == sorted(set(ids))
        end = stop


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("I", {"first-singular", "personal-pronoun", "pronoun", "function"}),
        ("ourselves", {"first-plural", "personal-pronoun"}),
        ("the", {"article", "function"}),
        ("nobody", {"negation", "indefinite"}),
        ("don't", {"negation", "auxiliary"}),
        ("would", {"conditional", "auxiliary"}),
        ("because", {"cause", "conjunction"}),
        ("Yesterday", {"time"}),
        ("seven", {"number"}),
        ("cats", {"nature", "plural"}),
        ("children", {"social", "plural"}),
        ("sad", {"emotion"}),
        ("hatred", {"emotion", "negative"}),
        ("wrote", {"verb", "past"}),
        ("buying", {"verb", "gerund", "possession"}),
        ("slowly", {"adverb", "attribute"}),
    ],
)
def test_english_word_category_lexicon_returns_the_categories_of_a_word(
    word: str, expected: set[str]
) -> None:
    ((_, found),) = categories(word, english_lexicon())
    assert expected <= found


def test_english_clitics_after_an_apostrophe_get_categories() -> None:
    found = dict(categories("We’ll see what she's written.", english_lexicon()))
    assert found["ll"] >= {"future", "auxiliary"}
    assert found["s"] >= {"function"}
    assert {"participle"} <= found["written"]


def test_word_categories_of_a_translation_are_near_those_of_its_source() -> None:
    source = categorised("We never eat fish because my sister hates it.", english_lexicon())
    near, far = (
        categorised(text, open_lexicon())
        for text in (
            "Nunca comemos peixe porque a minha irmã o odeia.",
            "O governo abrirá duas novas estradas no norte da província.",
        )
    )
    assert source.names == near.names
    size = len(source.names)
    vectors = [vector([text], size) for text in (source, near, far)]
    assert cosine(vectors[0], vectors[1]) > cosine(vectors[0], vectors[2]) + 0.1


def test_word_category_lexicon_files_are_sorted_and_use_the_same_categories() -> None:
    tables = [Table(OPEN), Table(SHARE_ALIKE), Table(ENGLISH)]
    assert tables[0].names == tables[1].names == tables[2].names
    for table in tables:
        assert table._ends[-1] == len(table._hashes) == len(table._numbers)
        for start, end in zip((0, *table._ends[:-1]), table._ends, strict=True):
            bucket = list(table._hashes[start:end])
            assert bucket == sorted(set(bucket))
        assert max(table._numbers) < len(table.classes)
        for kind in table.classes:
            assert int(kind.removeprefix("!"), 16) < 1 << len(table.names)


def test_word_category_lexicon_files_are_under_2_mb() -> None:
    size = sum(
        (artefact.DATA / name / file).stat().st_size
        for name in (OPEN, SHARE_ALIKE, ENGLISH)
        for file in artefact.manifest(name)
    )
    assert size < 2_000_000


def test_word_category_lexicon_provides_one_analysis_and_lists_its_files() -> None:
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


def test_english_word_category_lexicon_provides_two_analyses_of_a_sentence() -> None:
    resource = next(one for one in textlint_pt_resources() if one.name == "lexicon-en")
    analysis, words = resource.analyses({})
    assert isinstance(analysis, SentenceAnalysis)
    assert (analysis.name, words.name) == ("categories.en", "english")
    assert len(analysis.digest) == 12
    (value,) = analysis.run(["I do not know."], {})
    assert len(value.words) == 4
    assert {Path(path).parent.name for path in resource.files({})} == {ENGLISH, "english-words"}


def test_damaged_english_word_category_lexicon_is_refused(elsewhere: Path) -> None:
    write(elsewhere, ENGLISH, ["number"])
    (elsewhere / ENGLISH / "forms.bin").write_bytes(bytes(BUCKETS - 1))
    with pytest.raises(DamagedResource, match=r"forms\.bin"):
        OpenLexicon(ENGLISH, None)


def test_licence_of_each_word_category_lexicon_is_stated_in_its_folder() -> None:
    assert "Apache-2.0" in (artefact.DATA / OPEN / "CARD.md").read_text("utf-8")
    for name in (SHARE_ALIKE, ENGLISH):
        assert "CC BY-SA 4.0" in (artefact.DATA / name / "CARD.md").read_text("utf-8")
        assert "Attribution-ShareAlike" in (artefact.DATA / name / "LICENSE").read_text("utf-8")


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
    (folder / name / "forms.bin").write_bytes(bytes(BUCKETS))
    about = {"categories": names, "classes": [], "endings": {}}
    (folder / name / "classes.json").write_text(json.dumps(about), "utf-8")
    artefact.write_manifest(name, "1")


def test_damaged_word_category_lexicon_is_refused(elsewhere: Path) -> None:
    write(elsewhere, OPEN, ["number"])
    write(elsewhere, SHARE_ALIKE, ["number"])
    assert OpenLexicon().knows("7")
    (elsewhere / OPEN / "forms.bin").write_bytes(b"123456")
    artefact.verified.cache_clear()
    with pytest.raises(DamagedResource, match=r"forms\.bin"):
        OpenLexicon()


def test_word_category_lexicon_files_of_different_builds_are_refused(elsewhere: Path) -> None:
    write(elsewhere, OPEN, ["number"])
    write(elsewhere, SHARE_ALIKE, ["number", "verb"])
    with pytest.raises(DamagedResource, match="not built together"):
        OpenLexicon()


def test_word_category_lexicon_distinguishes_words_in_one_hash_bucket(elsewhere: Path) -> None:
    write(elsewhere, OPEN, ["number"])
    about = {"categories": ["number"], "classes": ["1", "0"], "endings": {}}
    (elsewhere / OPEN / "classes.json").write_text(json.dumps(about), "utf-8")
    bucket, rest = divmod(form_hash("dez"), BUCKETS)
    sizes = bytearray(BUCKETS)
    sizes[bucket] = 2
    low, high = sorted((rest, rest ^ 1))
    halves = b"".join(number.to_bytes(2, "little") for number in (low, high))
    numbers = b"".join((rest != half).to_bytes(2, "little") for half in (low, high))
    (elsewhere / OPEN / "forms.bin").write_bytes(bytes(sizes) + halves + numbers)
    artefact.write_manifest(OPEN, "1")
    artefact.manifest.cache_clear()
    table = Table(OPEN)
    assert table.find("dez") == "1"
    assert table.find("onze") is None


def test_checksums_of_shipped_model_files_match_their_manifests() -> None:
    for path in artefact.DATA.glob("*/manifest.json"):
        for file, (_, sums) in artefact.manifest(path.parent.name).items():
            assert artefact.summed(path.parent / file) == sums, path.parent / file


def test_different_damage_to_a_model_file_gives_different_checksums(tmp_path: Path) -> None:
    whole = bytes(range(256)) * 48 + bytes(4096) + b"end\0"
    others = [bytes([whole[0] ^ bit]) + whole[1:] for bit in (1, 128)]
    others += [whole[:-1], whole + b"\0", whole[:8192] + bytes(4096) + whole[12288:], whole[:4096]]
    others += [b"", whole[12288:16384] + whole[:12288] + whole[16384:]]
    for at, content in enumerate((whole, *others)):
        (tmp_path / str(at)).write_bytes(content)
    assert len({*map(artefact.summed, tmp_path.iterdir())}) == 1 + len(others)
