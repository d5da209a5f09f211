"""The builder of the bilingual lexicon, on a handful of invented sources."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from textlint_pt_embedded import artefact, translations

from training.__main__ import main

LMF = """<?xml version="1.0" encoding="UTF-8"?>
<LexicalResource><Lexicon id="ownpt">{}</Lexicon></LexicalResource>
"""
ENTRY = """<LexicalEntry id="{0}-{1}"><Lemma writtenForm="{0}"/>
<Sense id="{1}-{0}" synset="own-pt-{1}"/></LexicalEntry>
"""
WORDS = (
    *(("navio", "1-n"), ("barco", "1-n"), ("xyzzy", "1-n"), ("barco de guerra", "1-n")),
    *(("carro", "2-n"), ("homem", "4-n"), ("novo", "5-s"), ("Lisboa", "6-n"), ("gato", "9-n")),
)
INDEX = "i1\t1-n\ni2\t2-n\ni3\t3-n\ni4\t4-n\ni5\t5-s\ni6\t6-n\n"
ENGLISH = {
    "noun.artifact": """
        01-n: {ili: i1, definition: [it floats], members: [ship], hypernym: [03-n]}
        02-n: {ili: i2, definition: [it rolls], members: [car], hypernym: [03-n]}
        03-n: {ili: i3, definition: [it moves], members: [vehicle]}
        04-n: {ili: i4, definition: [a human], members: [man]}
        06-n: {ili: i6, definition: [a town], members: [Lisbon]}
    """,
    "adj.all": """
        05-s: {ili: i5, definition: [not old], members: [new]}
    """,
    "entries-a": """
        ship: {n: {sense: [{id: ship-1, synset: 01-n}]}}
        car: {n: {sense: [{id: car-1, synset: 02-n}]}}
        vehicle: {n: {sense: [{id: vehicle-1, synset: 03-n}]}}
        man: {n: {form: [men], sense: [{id: man-1, synset: 04-n}]}}
        Lisbon: {n: {sense: [{id: lisbon-1, synset: 06-n}]}}
        new: {s: {sense: [{id: new-1, synset: 05-s}]}}
    """,
}
TO_PORTUGUESE = """\
# English :: Portuguese
house {n} (for (all) people) :: casa {f}, lar [Brazil] {m} /ˈlaɾ/
house of cards {n} (a toy) :: castelo de cartas {m}
to run {v} (to move) :: correr
run {v} (to move) :: correr, se mexer
car {n} (SEE) SEE: automobile ::
"""
TO_ENGLISH = """\
casa {f} :: a house, (poetic) home
novo {adj} :: new, young
pelo {contraction} :: by the
"""


@pytest.fixture
def lexicon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[translations.Lexicon]:
    folder = tmp_path / "english"
    folder.mkdir()
    for name, text in ENGLISH.items():
        (folder / f"{name}.yaml").write_text(dedent(text), encoding="utf-8")
    entries = "".join(ENTRY.format(word, synset) for word, synset in WORDS)
    (tmp_path / "own.gz").write_bytes(gzip.compress(LMF.format(entries).encode()))
    for name, text in (("index", INDEX), ("to.txt", TO_PORTUGUESE), ("from.txt", TO_ENGLISH)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    given = ["--openwordnet", "own.gz", "--index", "index", "--english-wordnet", "english"]
    monkeypatch.chdir(tmp_path)
    for output in ("data/translations", "again/translations"):
        main(["translations", *given, "--wiktionary", "to.txt", "from.txt", "--output", output])
    monkeypatch.setattr(artefact, "DATA", tmp_path / "data")
    artefact.manifest.cache_clear()
    artefact.verified.cache_clear()
    yield translations.Lexicon()
    artefact.manifest.cache_clear()
    artefact.verified.cache_clear()


def test_built_bilingual_lexicon_translates_nouns_by_wordnet_and_wiktionary(
    lexicon: translations.Lexicon,
) -> None:
    assert lexicon.nouns("ship") == {"navio", "barco"}, "single words in use"
    assert lexicon.nouns("house") == {"casa", "lar"}
    assert lexicon.nouns("home") == {"casa"}
    assert lexicon.nouns("lisbon") == lexicon.nouns("vehicle") == lexicon.nouns("new") == set()


def test_built_bilingual_lexicon_translates_inflected_words(lexicon: translations.Lexicon) -> None:
    assert lexicon.words("newest") == {"novo"}
    assert lexicon.words("running") == {"correr", "mexer"}
    assert lexicon.words("men") == {"homem"}
    assert lexicon.words("by") == set()


def test_bilingual_lexicon_built_twice_has_the_same_bytes(lexicon: translations.Lexicon) -> None:
    first, second = Path("data/translations"), Path("again/translations")
    for path in first.iterdir():
        assert path.read_bytes() == (second / path.name).read_bytes(), path.name
    words = json.loads((first / "inputs.json").read_text(encoding="utf-8"))["words"]
    assert set(words) >= {"own.gz", "index", "noun.artifact.yaml", "to.txt", "from.txt"}
