"""The lexicon's builder, on a handful of invented sources."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from textlint_pt_embedded import artefact
from textlint_pt_embedded.lexicon import ENGLISH as ENGLISH_ARTEFACT
from textlint_pt_embedded.lexicon import OPEN, SHARE_ALIKE, OpenLexicon

from training.__main__ import main
from training.english import inflected
from training.lemmas import Derivation, frequencies
from training.lexicon import (
    ENGLISH_WORDS,
    LEMMAS,
    WORDS,
    contractions,
    read_lists,
    read_own,
)
from training.wordnet import CATEGORIES

VERBS = """\
falar\tfalar+V+INF
falar\tfalar+V+SBJF+1+SG
falava\tfalar+V+IMPF+1+SG
falava\tfalar+V+IMPF+3+SG
fala\tfalar+V+PRS+3+SG
fala\tfalar+V+IMP+2+SG
para\tparar+V+PRS+3+SG
sou\tser+V+PRS+1+SG
luto\tlutar+V+PRS+1+SG
"""
NOUNS = """\
triste\ttriste+A+F+SG
tristemente\ttristemente+ADV
deteção\tdeteção+N+F+SG
fala\tfala+N+F+SG
gatos\tgato+N+M+PL
luto\tluto+N+M+SG
ódio\tódio+N+M+SG
fonte de erro sem tabulador
"""
#: OpenWordNet-PT: synsets of WordNet 3.0 with words; the index ties them to concepts
OPENWORDNET = """\
# OpenWordNet-PT
1-n\tpor:lemma\tgato
2-n\tlemma\tgato
3-v\tlemma\tfalar
4-v\tlemma\tser
5-n\tlemma\tfala
6-n\tlemma\tluto
7-v\tlemma\tlutar
8-s\tlemma\ttriste
9-n\tlemma\tdetecção
10-n\tlemma\tpessoa
"""
INDEX = "".join(f"i{number}\t{number}-{part}\n" for number, part in enumerate("nnvvnnvsnn", 1))
ENGLISH = {
    "noun.animal": """
        001-n: {ili: i1, definition: [a pet], members: [cat]}
    """,
    "noun.communication": """
        005-n: {ili: i5, definition: [what is said], members: [speech]}
    """,
    "noun.feeling": """
        006-n: {ili: i6, definition: [it hurts], members: [grief, sadness]}
    """,
    "noun.cognition": """
        009-n: {ili: i9, definition: [finding], example: [{text: no cats, source: us}],
                members: [detection]}
    """,
    "noun.Tops": """
        010-n: {ili: i10, definition: [a human], members: [person, soul]}
        011-n: {ili: i11, definition: [all there is], members: [entity]}
    """,
    "verb.communication": """
        003-v: {ili: i3, definition: [say words], members: [talk], example: [we talked]}
    """,
    "verb.stative": """
        004-v: {ili: i4, definition: [exist], members: [be]}
    """,
    "verb.competition": """
        007-v: {ili: i7, definition: [struggle], members: [fight], example: [they fought cats]}
    """,
    "adj.all": """
        008-s: {ili: i8, definition: [full of grief], members: [sad], similar: [012-a]}
        012-a: {ili: i12, definition: [not glad], members: [sorry], example: [sadly sorry]}
    """,
    "adv.all": """
        013-r: {ili: i13, definition: [in a sad way], members: [sadly]}
    """,
    "frames": "x: y",
    "entries-a": """
        cat: {n: {sense: [{id: cat-1, synset: 001-n}]}}
        speech: {n: {sense: [{id: speech-1, synset: 005-n}]}}
        sadness: {n: {sense: [{id: sadness-1, synset: 006-n}]}}
        detection: {n: {sense: [{id: detection-1, synset: 009-n}]}}
        person: {n: {form: [people], sense: [{id: person-1, synset: 010-n}]}}
        entity: {n: {sense: [{id: entity-1, synset: 011-n}]}}
        talk: {v: {sense: [{id: talk-1, synset: 003-v}]}}
        be: {v: {sense: [{id: be-1, synset: 004-v}]}}
        fight: {v: {form: [fought], sense: [{id: fight-1, synset: 007-v}]}}
        sad: {s: {sense: [{id: sad-1, synset: 008-s}]}}
        sorry: {a: {sense: [{id: sorry-1, synset: 012-a, derivation: [sadness-1, gone-1]}]}}
        sadly: {r: {sense: [{id: sadly-1, synset: 013-r, pertainym: [sorry-1]}]}}
        'no': {n: {sense: [{id: no-1, synset: 005-n}]}}
        New York: {n: {sense: [{id: york-1, synset: 010-n}]}}
    """,
}
ENGLISH_TREEBANK = (
    """\
# text = The people were talking, it's fun.
1\tThe\tthe\tDET\tDT\tPronType=Art
2\tpeople\tperson\tNOUN\tNNS\tNumber=Plur
3\twere\tbe\tAUX\tVBD\t_
4\ttalking\ttalk\tVERB\tVBG\tVerbForm=Ger
"""
    + "1\tthe\tthe\tDET\tDT\tPronType=Art\n1\t's\tbe\tAUX\tVBZ\t_\n" * 30
)
CLOSED = """\
form\tlemma\tupos\tfeatures\tcount
para\tpara\tADP\t\t1000
para\tpara\tSCONJ\t\t30
sou\tser\tAUX\tPerson=1\t50
de\tde\tADP\t\t900
o\to\tDET\tPronType=Art;Number=Sing\t900
o\to\tPRON\tPronType=Dem\t200
the\t_\tDET\tPronType=Art\t3
"""
AFFECT = "token\tmean\tsd\nódio\t-3.1\t0.5\nhate\t-3.0\t0.4\nluto\t0.1\t1.0\n"
TREEBANK = "".join(f"# sent_id = {i}\n1\tluto\tluto\tNOUN\t_\n\n" for i in range(12))


INPUTS = "morphobr openwordnet index english-wordnet closed affect treebank"


def arguments(folder: Path) -> list[str]:
    names = [*INPUTS.split(), "english-treebank", "english-affect"]
    return [str(folder / "corpus"), *(f"--{name}={folder / name}" for name in names)]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the artefacts built from the sources above."""
    # the vectors that ship tell what the words without a sense are about
    vectors = artefact.DATA / "vectors"
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "vectors").symlink_to(vectors)
    monkeypatch.setattr(artefact, "DATA", tmp_path / "data")
    (tmp_path / "morphobr").mkdir()
    (tmp_path / "corpus").mkdir()
    endings = "".join(
        f"x{chr(97 + i % 26)}{chr(97 + i // 26)}aríamos\tx+V+COND+1+PL\n" for i in range(676)
    )
    for name, text in (("verbs", VERBS + endings), ("nouns", NOUNS)):
        with lzma.open(tmp_path / "morphobr" / f"{name}.dict.xz", "wt", encoding="utf-8") as stream:
            stream.write(text)
    texts = {
        "openwordnet": OPENWORDNET,
        "index": INDEX,
        "english-treebank": ENGLISH_TREEBANK,
        "english-affect": "sadness\t-1.9\t0.9\t[-1, -3]\ngood\t1.9\t0.9\t[2]\n",
        "closed": CLOSED,
        "affect": AFFECT,
        "treebank": TREEBANK,
        "corpus/um.txt": "Falar para gatos sou fala falava luto ódio."
        " Um triste, tristemente; a deteção.\n\nThe gatos hate.\n",
    }
    (tmp_path / "english-wordnet").mkdir()
    for name, text in ENGLISH.items():
        (tmp_path / "english-wordnet" / f"{name}.yaml").write_text(dedent(text), "utf-8")
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    main(["lexicon", *arguments(tmp_path)])
    artefact.manifest.cache_clear()
    artefact.verified.cache_clear()
    yield tmp_path / "data"
    artefact.manifest.cache_clear()
    artefact.verified.cache_clear()


def test_built_word_category_lexicon_has_categories_of_its_input_files(built: Path) -> None:
    lexicon = OpenLexicon()

    def of(word: str) -> set[str]:
        ((_, ids),) = lexicon.categorise([word])
        return {lexicon.names[i] for i in ids}

    assert of("falar") == {"verb", "infinitive", "communication"}
    assert of("falava") == {"verb", "past", "third-singular", "communication"}
    assert of("fala") == {"verb", "present", "third-singular", "singular", "communication"}
    assert of("gatos") == {"plural", "nature"}
    assert of("para") == {"function", "preposition"}, "hardly ever a verb or a conjunction"
    assert of("sou") == {"function", "auxiliary", "verb", "present", "first-singular"}
    assert of("o") == {"function", "article", "pronoun"}
    assert of("luto") == {"singular", "emotion"}, "never a verb in the treebank, barely rated"
    assert of("ódio") >= {"singular", "negative"}
    assert len(of("ódio") & set(CATEGORIES["files"])) == 1, "inferred from its neighbours"
    assert of("do") == {"function", "preposition", "article", "pronoun"}
    assert of("não") == {"negation"}
    assert of("hate") == set() == of("the")
    assert of("triste") == {"singular", "emotion"}, "by what is similar, by what is derived from it"
    assert of("tristemente") == {"adverb", "emotion"}, "by the adjective"
    assert of("deteção") == {"singular", "cognition"}, "by another spelling"
    assert of("zgaríamos") == {"verb", "conditional", "first-plural"}


def test_share_alike_lexicon_data_is_built_into_a_separate_file(built: Path) -> None:
    own = json.loads((built / OPEN / "classes.json").read_text("utf-8"))
    shared = json.loads((built / SHARE_ALIKE / "classes.json").read_text("utf-8"))
    assert own["categories"] == shared["categories"]
    nature = 1 << own["categories"].index("nature")
    assert not any(int(kind, 16) & nature for kind in own["classes"])
    assert any(int(kind.removeprefix("!"), 16) & nature for kind in shared["classes"])
    assert own["endings"] and not shared["endings"]


def test_built_english_lexicon_has_the_categories_of_the_portuguese_one(built: Path) -> None:
    portuguese, english = OpenLexicon(), OpenLexicon(ENGLISH_ARTEFACT, None)
    assert english.names == portuguese.names

    def of(word: str) -> set[str]:
        ((_, ids),) = english.categorise([word])
        return {english.names[i] for i in ids}

    assert of("cats") == {"plural", "nature"}
    assert of("people") == {"plural", "social"}
    assert of("talked") == {"verb", "past", "participle", "communication"}
    assert of("talking") == {"verb", "gerund", "communication"}
    assert of("fought") == {"verb", "past", "participle", "competition"}
    assert of("sad") == {"emotion"}
    assert of("sorry") == {"emotion", "courtesy"}
    assert of("sadly") == {"adverb", "emotion"}
    assert {"article", "function"} <= of("The")
    assert {"auxiliary", "function"} <= of("-s")
    assert {"negation", "quantifier"} <= of("no")
    assert of("York") == set()


def test_word_category_lexicon_built_twice_has_the_same_bytes(built: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in built.rglob("*") if path.is_file()}
    main(["lexicon", *arguments(tmp_path)])
    assert before == {path: path.read_bytes() for path in built.rglob("*") if path.is_file()}


def test_contractions_are_split_when_building_the_word_category_lexicon() -> None:
    found = contractions()
    assert found["do"] == ("de", "o")
    assert found["naquela"] == ("em", "aquela")
    assert found["àquilo"] == ("a", "aquilo")
    assert found["pelas"] == ("por", "as")
    assert found["nisto"] == ("em", "isto")
    assert "nest" not in found


def test_word_category_source_lists_cover_european_and_brazilian_portuguese() -> None:
    lists = read_lists(WORDS)
    assert {"conosco", "connosco"} <= lists["first-plural"]
    for words in lists.values():
        assert all(word == word.lower() for word in words)


def test_word_category_source_lists_use_only_declared_categories() -> None:
    kinds = {"article", "preposition", "conjunction", "auxiliary"}
    tenses = {"present", "past", "future", "conditional"}
    assert set(read_lists(ENGLISH_WORDS)) - kinds - tenses - {"function"} == set(read_lists(WORDS))
    assert set(read_lists(LEMMAS)) == set(CATEGORIES["files"])
    assert all(read_own().values())


def test_frequency_of_an_ambiguous_word_goes_to_the_better_attested_lemma() -> None:
    keys = {"tabela": [("tabela", "n"), ("tabelar", "v")], "tabelas": [("tabela", "n")]}
    found = frequencies(keys, {"tabela": 10, "tabelas": 4})
    assert found["tabela", "n"] == pytest.approx(14, abs=0.1)
    assert frequencies(keys, {}) == {}


def test_word_gets_the_liwc_categories_of_its_base_form_or_variant() -> None:
    senses = {
        ("controle", "n"): frozenset({"action"}),
        ("fácil", "a"): frozenset({"attribute"}),
        ("quebrar", "v"): frozenset({"contact"}),
        ("iniciar", "v"): frozenset({"time"}),
        ("velho", "n"): frozenset({"social"}),
    }
    told = Derivation(senses, {"quebrado": {"quebrar"}}).categories_of
    assert told(("controlo", "n")) == {"action"}
    assert told(("facilmente", "r")) == {"attribute"}
    assert told(("quebradamente", "r")) == {"contact"}
    assert told(("reiniciar", "v")) == {"time"}
    assert told(("velho", "a")) == {"social"}
    assert told(("xpto", "n")) == frozenset()


@pytest.mark.parametrize(
    ("key", "irregular", "expected"),
    [
        (("city", "n"), (), {"city", "cities"}),
        (("policeman", "n"), (), {"policeman", "policemans", "policemen"}),
        (("stop", "v"), (), {"stop", "stops", "stopped", "stopping", "stoped", "stoping"}),
        (("try", "v"), (), {"try", "tries", "tried", "trying"}),
        (("die", "v"), (), {"die", "dies", "died", "dying"}),
        (("make", "v"), ("made",), {"make", "makes", "made", "making"}),
        (("happy", "a"), (), {"happy", "happier", "happiest"}),
        (("interesting", "a"), (), {"interesting"}),
    ],
)
def test_english_words_are_inflected_when_building_the_lexicon(
    key: tuple[str, str], irregular: tuple[str, ...], expected: set[str]
) -> None:
    assert {form for form, _ in inflected(key, irregular)} == expected


def test_second_irregular_english_verb_form_is_the_participle() -> None:
    found = set(inflected(("sing", "v"), ("sang", "sung")))
    assert ("sang", ("PRF",)) in found and ("sang", ("PTPST",)) not in found
    assert ("sung", ("PTPST",)) in found and ("sung", ("PRF",)) not in found
