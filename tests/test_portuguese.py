"""The tables of Portuguese and how they are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from textlint_pt import portuguese
from textlint_pt.portuguese import Lists, joined
from textlint_pt.portuguese.tables import DATA
from textlint_pt.shipped import read_rows


def test_portuguese_contractions_consist_of_two_words() -> None:
    found = portuguese.contractions()
    assert found["naquele"][1:3] == ("em", "aquele")
    assert found["comigo"][1:3] == ("com", "mim")
    assert {one.how for one in found.values()} == {"always", "depends", "never"}
    assert (found["do"].how, found["nos"].how, found["aonde"].how) == ("always", "depends", "never")
    articles = portuguese.words("articles.definite")
    assert portuguese.contracted(articles, "por") == {
        ("por", article): f"pel{article}" for article in articles
    }
    assert portuguese.with_article("de", "a") == {
        *["do", "da", "dos", "das", "ao", "à", "aos", "às"]
    }


def test_contracted_articles_and_demonstratives_have_all_four_forms() -> None:
    rows = portuguese.contracted_paradigms("a", "articles", "demonstratives")
    assert rows == (("ao", "à", "aos", "às"), ("àquele", "àquela", "àqueles", "àquelas"))


def test_every_portuguese_clitic_is_mapped_to_known_pronouns() -> None:
    found = portuguese.clitics()
    assert (found["lo"].pronouns, found["lo"].after) == (("o",), "loss")
    assert found["lhas"].pronouns == ("lhe", "as")
    for clitic in found.values():
        assert all(pronoun in portuguese.lemmas() for pronoun in clitic.pronouns)
    assert portuguese.words("clitics") <= found.keys()
    assert portuguese.lost_endings()["ê"][0] == "er"
    assert "íamos" in portuguese.future_endings()


def test_portuguese_number_words_are_mapped_to_their_values() -> None:
    assert portuguese.cardinals()["dezassete"] == portuguese.cardinals()["dezessete"] == 17
    assert portuguese.scales()["bilião"] == (1e12, 1e9)
    assert portuguese.ordinals()["vigésim"] == 20
    assert portuguese.between(99, 200) == ("cem", "cento", "duzentos", "duzentas")


def test_portuguese_word_lists_are_grouped_by_word_class() -> None:
    assert portuguese.words("articles") == {*["o", "a", "os", "as", "um", "uma", "uns", "umas"]}
    assert portuguese.ordered("articles.definite") == ("o", "a", "os", "as")
    assert portuguese.words("demonstratives.this.plural") == {"estes", "estas"}
    assert portuguese.words("contractions.em.demonstratives.that") == {
        *["nesse", "nessa", "nesses", "nessas"]
    }
    assert portuguese.paradigms("pronouns.personal") == (("ele", "ela", "eles", "elas"),)
    with pytest.raises(KeyError):
        portuguese.words("article")


def test_plugin_word_lists_can_include_articles_and_other_closed_classes(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text("# why\n\na.b\t@articles.definite este\na.b\tisto\na.c\tx\n", encoding="utf-8")
    lists = Lists(path)
    assert lists.ordered("a.b") == ("o", "a", "os", "as", "este", "isto")
    assert lists.words("a") == {*["o", "a", "os", "as", "este", "isto", "x"]}
    assert lists.names() == ("a.b", "a", "a.c")


@pytest.mark.parametrize("path", sorted(DATA.glob("*.tsv")), ids=lambda path: path.stem)
def test_portuguese_tsv_files_have_equal_columns_and_no_duplicate_lines(path: Path) -> None:
    table = read_rows(path)
    assert len({len(fields) for fields in table}) == 1
    assert all(field and field == field.strip() for fields in table for field in fields)
    assert len({tuple(fields) for fields in table}) == len(table)
    assert path.read_text(encoding="utf-8").startswith("# ")


def test_sets_of_confusable_words_are_read_from_a_toml_file(tmp_path: Path) -> None:
    path = tmp_path / "sets.toml"
    path.write_text(
        'words = ["acento | assento ; acentos | assentos @nominals",\n'
        '"mas | mais @forms", "a | há"]\n'
        'group = [{name = "x", rows = "y"}]\n'
        '[damage]\nforms = ["menas < menos"]\nnominals = []\nverbs = []\n',
        encoding="utf-8",
    )
    rows = ["acento | assento ; acentos | assentos", "mas | mais", "a | há"]
    assert portuguese.choice_sets(path) == {"words": rows, "group": [{"name": "x", "rows": "y"}]}
    assert portuguese.damage_sets(path) == {
        "forms": ["menas < menos", "mas | mais"],
        "nominals": ["acento | assento "],
        "verbs": [],
    }


def test_no_set_of_confusable_words_is_listed_twice() -> None:
    def members(text: str) -> frozenset[str]:
        return frozenset(member.strip() for member in text.split("|"))

    for kind, sets in portuguese.damage_sets().items():
        found = [members(one) if "<" not in one else one for one in sets]
        assert len(found) == len(set(found)), kind
    lists = [one for sets in portuguese.choice_sets().values() for one in sets]
    every = [members(one.partition(";")[0]) for one in lists if isinstance(one, str)]
    assert len(every) == len(set(every)) >= 250


@pytest.mark.parametrize(
    ("form", "stem", "clitics", "ending"),
    [
        ("fazê-lo", "fazê", ("lo",), ""),
        ("Dir-se-ia", "Dir", ("se",), "ia"),
        ("DAR-LHO", "DAR", ("LHO",), ""),
        ("é-lhe", "é", ("lhe",), ""),
        ("dá-no-lo", "dá", ("no", "lo"), ""),
        ("bem-dizê-la-ei", "bem-dizê", ("la",), "ei"),
    ],
)
def test_verbs_with_hyphenated_pronouns_are_split_into_stem_and_clitics(
    form: str, stem: str, clitics: tuple[str, ...], ending: str
) -> None:
    assert joined(form) == (stem, clitics, ending)


@pytest.mark.parametrize("form", ["guarda-chuva", "-se", "x2-se", "se-", "dir-ia", "diz"])
def test_word_without_attached_pronouns_is_not_split(form: str) -> None:
    assert joined(form) is None


def test_lexicon_training_splits_all_hyphenated_pronouns_from_verbs() -> None:
    from training.forms import _CLITIC

    cut = ["me", "te", "se", "nos", "vos", "lhe", "lhes", "o", "a", "os", "as"]
    assert [_CLITIC.sub("", f"deu-{one}") for one in cut] == ["deu"] * len(cut)
    assert _CLITIC.sub("", "fazê-lo") == "fazê-lo"
