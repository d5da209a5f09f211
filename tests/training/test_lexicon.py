"""The lexicon's builder, on a handful of invented sources."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path

import pytest
from textlint_pt_embedded import artefact
from textlint_pt_embedded.lexicon import OPEN, SHARE_ALIKE, OpenLexicon

from training.lexicon import contractions, main, read_lists

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
fala\tfala+N+F+SG
gatos\tgato+N+M+PL
luto\tluto+N+M+SG
ódio\tódio+N+M+SG
fonte de erro sem tabulador
"""
SENSES = """\
lemma\tpos\tlexname\tn_synsets\tn_synsets_lemma
gato\tn\tnoun.animal\t9\t10
gato\tn\tnoun.person\t1\t10
falar\tv\tverb.communication\t3\t3
ser\tv\tverb.stative\t3\t3
fala\tn\tnoun.communication\t1\t1
luto\tn\tnoun.feeling\t1\t1
lutar\tv\tverb.competition\t1\t1
"""
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


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the artefacts built from the sources above."""
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
        "wordnet": SENSES,
        "closed": CLOSED,
        "affect": AFFECT,
        "treebank": TREEBANK,
        "corpus/um.txt": "Falar para gatos sou fala falava luto ódio.\n\nThe gatos hate.\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    arguments = [str(tmp_path / "corpus")]
    for name in ("morphobr", "wordnet", "closed", "affect", "treebank"):
        arguments += [f"--{name}", str(tmp_path / name)]
    main(arguments)
    artefact.manifest.cache_clear()
    artefact.verified.cache_clear()
    yield tmp_path / "data"
    artefact.manifest.cache_clear()
    artefact.verified.cache_clear()


def test_the_artefacts_hold_what_the_sources_say(built: Path) -> None:
    lexicon = OpenLexicon()

    def of(word: str) -> set[str]:
        ((_, ids),) = lexicon.categorise([word])
        return {lexicon.names[i] for i in ids}

    assert of("falar") == {"verb", "infinitive", "communication"}
    assert of("falava") == {"verb", "past", "third-singular", "communication"}
    assert of("fala") == {"verb", "present", "third-singular", "singular", "communication"}
    assert of("gatos") == {"plural", "nature"}, "one synset in ten does not make a person"
    assert of("para") == {"function", "preposition"}, "hardly ever a verb or a conjunction"
    assert of("sou") == {"function", "auxiliary", "verb", "present", "first-singular"}
    assert of("o") == {"function", "article", "pronoun"}
    assert of("luto") == {"singular", "emotion"}, "never a verb in the treebank, barely rated"
    assert of("ódio") == {"singular", "negative"}
    assert of("do") == {"function", "preposition", "article", "pronoun"}
    assert of("não") == {"negation"}
    assert of("hate") == set() == of("the")
    assert of("zgaríamos") == {"verb", "conditional", "first-plural"}


def test_what_is_share_alike_stands_apart(built: Path) -> None:
    own = json.loads((built / OPEN / "classes.json").read_text("utf-8"))
    shared = json.loads((built / SHARE_ALIKE / "classes.json").read_text("utf-8"))
    assert own["categories"] == shared["categories"]
    nature = 1 << own["categories"].index("nature")
    assert not any(int(kind, 16) & nature for kind in own["classes"])
    assert any(int(kind.removeprefix("!"), 16) & nature for kind in shared["classes"])
    assert own["endings"] and not shared["endings"]


def test_the_same_sources_give_the_same_bytes(built: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in built.rglob("*") if path.is_file()}
    arguments = [str(tmp_path / "corpus")]
    for name in ("morphobr", "wordnet", "closed", "affect", "treebank"):
        arguments += [f"--{name}", str(tmp_path / name)]
    main(arguments)
    assert before == {path: path.read_bytes() for path in built.rglob("*") if path.is_file()}


def test_contractions() -> None:
    found = contractions()
    assert found["do"] == ("de", "o")
    assert found["naquela"] == ("em", "aquela")
    assert found["àquilo"] == ("a", "aquilo")
    assert found["pelas"] == ("por", "as")
    assert found["nisto"] == ("em", "isto")
    assert "nest" not in found


def test_our_lists_are_lower_case_and_know_both_variants() -> None:
    lists = read_lists()
    assert {"conosco", "connosco"} <= lists["first-plural"]
    for words in lists.values():
        assert all(word == word.lower() for word in words)
