"""The reader of LIWC dictionaries, on dictionaries invented here."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textlint_pt_embedded.lexicon import Categories, LexiconResource, categorised
from textlint_pt_embedded.liwc import NAMES_2007, Dictionary

from textlint_pt.contract.analysis import DamagedResource, MissingNeed, SentenceAnalysis
from textlint_pt.contract.errors import UserError
from textlint_pt.testing import lint_text

HEADED = """%
1\tpessoa
2\tcor
3\tcasa (lugares)
07\ttempo
%
eu\t1
casa\t3
casa*\t03
casarão*\t2\t3
caf*\t2\t\t3
vermelh*\t2
sobrado\t3
sobrado\t2
"""


def read(tmp_path: Path, content: str | bytes) -> Dictionary:
    path = tmp_path / "meu.dic"
    data = content.encode("utf-8") if isinstance(content, str) else content
    path.write_bytes(data)
    return Dictionary.read(path)


def categories(dictionary: Dictionary, text: str) -> list[tuple[str, list[str]]]:
    found = categorised(text, dictionary)
    return [(text[a:b], [found.names[i] for i in ids]) for a, b, ids in found.words]


def test_liwc_dictionary_with_a_header_is_read(tmp_path: Path) -> None:
    dictionary = read(tmp_path, HEADED)
    assert dictionary.names == ("pessoa", "cor", "casa", "tempo")
    assert categories(dictionary, "Eu vi casas e casarões vermelhos.") == [
        ("Eu", ["pessoa"]),
        ("vi", []),
        ("casas", ["casa"]),
        ("e", []),
        ("casarões", ["casa"]),
        ("vermelhos", ["cor"]),
    ]


def test_exact_liwc_dictionary_entries_take_precedence_over_prefix_entries(tmp_path: Path) -> None:
    dictionary = read(tmp_path, HEADED)
    assert categories(dictionary, "Casarão")[0][1] == ["cor", "casa"]
    assert categories(dictionary, "cafés")[0][1] == ["cor", "casa"]
    short = read(tmp_path, "a*\t1\nanil\t2\nanil*\t3\n")
    assert [c for _, c in categories(short, "anil anilado ar")] == [
        ["pronoun"],
        ["ppron"],
        ["funct"],
    ]


def test_word_listed_twice_in_a_liwc_dictionary_gets_all_its_categories(tmp_path: Path) -> None:
    assert categories(read(tmp_path, HEADED), "sobrado")[0][1] == ["cor", "casa"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_encodings_and_line_endings_of_liwc_dictionaries_are_recognised(
    tmp_path: Path, encoding: str, ending: str
) -> None:
    content = "%\n1\temoção\n%\n\ncoraçã*\t1\n\n".replace("\n", ending).encode(encoding)
    dictionary = read(tmp_path, content)
    assert dictionary.names == ("emoção",)
    assert categories(dictionary, "corações coração") == [("corações", []), ("coração", ["emoção"])]


def test_liwc_dictionary_without_a_header_uses_categories_of_liwc_2007(tmp_path: Path) -> None:
    dictionary = read(tmp_path, "triste*\t125\t130\nontem\t253\n")
    assert len(dictionary.names) == 64
    assert categories(dictionary, "ontem, tristeza") == [
        ("ontem", ["time"]),
        ("tristeza", ["affect", "sad"]),
    ]
    assert NAMES_2007[464] == "filler"


def test_liwc_dictionary_without_a_header_keeps_unknown_category_numbers(tmp_path: Path) -> None:
    dictionary = read(tmp_path, "mar\t900\nrio\t12\n")
    assert dictionary.names == ("12", "900")
    assert categories(dictionary, "mar")[0][1] == ["900"]


def test_conditional_liwc_categories_of_a_word_depend_on_words_beside_it(tmp_path: Path) -> None:
    dictionary = read(
        tmp_path,
        "eu\t4\ncanto\t(04 134)125/464\t(04)126\t253\nmeio\t<de>131/125\t135\nde\t17\n",
    )
    assert categories(dictionary, "eu canto")[1] == ("canto", ["affect", "posemo", "time"])
    assert categories(dictionary, "um canto")[1] == ("canto", ["time", "filler"])
    assert categories(dictionary, "canto")[0] == ("canto", ["time", "filler"])
    assert categories(dictionary, "meio de vida")[0] == ("meio", ["cogmech", "tentat"])
    assert categories(dictionary, "meio")[0] == ("meio", ["affect", "tentat"])


def test_liwc_dictionary_entries_of_several_words_are_matched_in_a_text(tmp_path: Path) -> None:
    dictionary = read(
        tmp_path, "%\n1 um\n2 dois\n%\npor  favor\t1\npor\t2\nbem vind*\t1\nboa* noite\t2\n"
    )
    assert categories(dictionary, "Por favor, bem vindas por aqui, boas noite!") == [
        ("Por favor", ["um"]),
        ("bem vindas", ["um"]),
        ("por", ["dois"]),
        ("aqui", []),
        ("boas noite", ["dois"]),
    ]


def test_liwc_dictionary_columns_may_be_separated_by_spaces(tmp_path: Path) -> None:
    dictionary = read(tmp_path, "%\n1 mar\n2 terra\n%\nonda*   1\nvale  1 2\n")
    assert categories(dictionary, "ondas vale") == [("ondas", ["mar"]), ("vale", ["mar", "terra"])]


def test_compounds_and_clitics_missing_from_a_liwc_dictionary_are_split(tmp_path: Path) -> None:
    dictionary = read(tmp_path, "%\n1\tum\n%\nguarda-chuva\t1\nver\t1\no\t1\n")
    assert categories(dictionary, "guarda-chuva ver-o guarda-sol") == [
        ("guarda-chuva", ["um"]),
        ("ver", ["um"]),
        ("o", ["um"]),
        ("guarda", []),
        ("sol", []),
    ]


def test_numerals_in_digits_get_the_liwc_number_category_if_defined(tmp_path: Path) -> None:
    assert categories(read(tmp_path, "dez\t21\n"), "dez 10 3,5%") == [
        ("dez", ["number"]),
        ("10", ["number"]),
        ("3,5%", ["number"]),
    ]
    assert categories(read(tmp_path, HEADED), "10") == [("10", [])]


@pytest.mark.parametrize(
    ("content", "where", "what"),
    [
        ("%\n1\tum\ncasa\t1\n", ":3: ", "not a category's number and name"),
        ("%\n1\tum\n", ":1: ", "no second %"),
        ("%\n1\tum\nx y\n%\n", ":3: ", "not a category's number and name"),
        (
            "%\n1\tum\n%\nmar\t1\nrio\t8\n",
            ":5: ",
            "'rio' has category 8, which is not in the header",
        ),
        ("mar\t1\nrio\n", ":2: ", "'rio' has no category"),
        ("mar\t1\n\nrio\tágua\n", ":3: ", "'rio' has no category: 'água'"),
        ("mar\t1\t(x)2\n", ":1: ", "no category: '(x)'"),
        ("mar\t125/464\n", ":1: ", "no category: '/'"),
        ("%\n1\tum\n%\n", ": ", "no entries"),
        ("", ": ", "no entries"),
    ],
)
def test_malformed_liwc_dictionary_is_reported_with_its_line(
    tmp_path: Path, content: str, where: str, what: str
) -> None:
    with pytest.raises(DamagedResource) as caught:
        read(tmp_path, content)
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'meu.dic'}{where}")
    assert what in message
    assert "\n" not in message


def test_missing_liwc_dictionary_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DamagedResource, match="No such file"):
        Dictionary.read(tmp_path / "nada.dic")
    with pytest.raises(MissingNeed, match="no such file"):
        LexiconResource().analyses({"lexicon": str(tmp_path / "nada.dic")})
    with pytest.raises(UserError, match="no such file"):
        lint_text("Um texto.", lexicon=str(tmp_path / "nada.dic"))


def test_liwc_dictionary_of_the_user_replaces_the_shipped_category_lexicon(tmp_path: Path) -> None:
    path = tmp_path / "meu.dic"
    path.write_text(HEADED, "utf-8")
    settings = {"lexicon": str(path)}
    resource = LexiconResource()
    (analysis,) = resource.analyses(settings)
    assert isinstance(analysis, SentenceAnalysis)
    assert resource.files(settings) == [str(path)]
    before = analysis.digest
    assert len(before) == 12
    (value,) = analysis.run(["Eu vi casas."], {})
    assert value.names == ("pessoa", "cor", "casa", "tempo")
    path.write_text(HEADED + "rio\t3\n", "utf-8")
    (changed,) = resource.analyses(settings)
    assert changed.digest != before


@given(st.text(alphabet="abcé *\t123%()<>/\n", max_size=80))
def test_any_liwc_dictionary_input_is_read_or_refused(content: str) -> None:
    from textlint_pt_embedded import liwc

    try:
        names, heads = liwc._parse("x.dic", content)
    except DamagedResource as error:
        assert str(error).startswith("x.dic:")
        return
    found = categorised("abc é a b c 12", Dictionary(names, heads))
    assert all(0 <= i < len(names) for *_, ids in found.words for i in ids)


def test_oversized_liwc_dictionary_is_rejected_before_hashing(tmp_path: Path) -> None:
    path = tmp_path / "meu.dic"
    path.write_text(HEADED, encoding="utf-8")
    (digest,) = {Categories(path).digest for _ in range(2)}
    assert len(digest) == 12
    with path.open("wb") as file:
        file.truncate(3_000_000_000)  # of holes
    with pytest.raises(DamagedResource, match="over the limit"):
        _ = Categories(path).digest
