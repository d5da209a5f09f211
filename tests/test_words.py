"""Words are cut in one place, and there as each of its patterns says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText
from textlint_pt.text import words as cut
from textlint_pt.text.reading import cased, quotations, touches
from textlint_pt.text.words import Word, words

ROOT = Path(__file__).parent.parent
#: patterns elsewhere that take a sentence apart into words, and why
ALLOWED = {
    # the weights of a model were learnt on tokens that are cut so
    "plugins/textlint_pt_embedded/choice_model.py",
    # names of programs, marks and lengths of strings
    "plugins/textlint_pt_translation/localised.py",
    "plugins/textlint_pt_translation/string_form.py",
    # lines of a listing, where no word is looked up
    "plugins/textlint_pt_translation/listings.py",
    # words and signs are counted, none is looked up
    "textlint_pt/text/language.py",
    # names, attributes and addresses, for programs
    "plugins/textlint_pt_translation/skeleton.py",
    "plugins/textlint_pt_translation/structure.py",
    # two versions of a line are shown word by word
    "textlint_pt/reporters/html/beside.py",
    "textlint_pt/cli/fixing.py",
}


def patterns(path: Path) -> Iterator[str]:
    """The literals that a file compiles or searches for."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and ast.unparse(node.func) in ("regex", "re.compile", "re.findall", "re.finditer")
            and isinstance(node.args[0], ast.Constant)
            and isinstance(node.args[0].value, str)
        ):
            yield node.args[0].value


def cuts_words(pattern: str) -> bool:
    found = [match.group() for match in re.finditer(pattern, "Uma casa velha, água")]
    return [form for form in found if form.isalpha()] == ["Uma", "casa", "velha", "água"]


def test_only_one_python_module_defines_regexes_that_match_words() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for top in ("textlint_pt", "plugins")
        for path in (ROOT / top).rglob("*.py")
        if any(map(cuts_words, patterns(path)))
    }
    assert found - ALLOWED == {"textlint_pt/text/words.py"}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("LETTERS", "pé-de-meia d'água 2x a_b", ["pé", "de", "meia", "d", "água", "x", "a", "b"]),
        ("WORD", "pé-de-meia d'água, p’ra guarda‑sol 25", "pé-de-meia d'água p’ra guarda‑sol"),
        ("TERM", "the user's check-in", ["the", "user", "s", "check-in"]),
        ("WORD_OR_NUMBER", "São 1.000 d'água. v2.3 a_b", "São 1.000 d'água v2.3 a b"),
        ("ALPHANUMERIC", "pé-de-meia x_1", ["pé", "de", "meia", "x_1"]),
        ("WORD_OR_MARKS", "disse-lhe x_1 (não!)", "disse-lhe x_1 ( não !)"),
    ],
)
def test_each_regex_for_words_matches_the_expected_words(
    name: str, text: str, expected: str | list[str]
) -> None:
    wanted = expected.split() if isinstance(expected, str) else expected
    assert getattr(cut, name).findall(text) == wanted


def test_extracted_words_are_lower_case_with_their_positions() -> None:
    assert words("A d'Água 25") == [Word("a", 0, 1), Word("d'água", 2, 8)]
    assert words("Ás 25", figures=True) == [Word("ás", 0, 2), Word("25", 3, 5)]


@pytest.mark.parametrize(
    ("like", "written"),
    [("Cão", "Gato"), ("CÃO", "GATO"), ("C", "Gato"), ("cão", "gato"), ("", "gato")],
)
def test_replacement_word_copies_the_capitalisation_of_the_original(
    like: str, written: str
) -> None:
    assert cased("gato", like) == written
    assert cased("McGato", like) == "McGato"


def test_text_ranges_overlap_only_if_they_share_a_character() -> None:
    places = ((0, 2), (0, 3), (4, 6), (7, 9), (8, 9), (3, 4))
    found = [touches([(2, 4), (6, 8)], *place) for place in places]
    assert found == [False, True, False, True, False, True]


def test_unclosed_quotation_ends_with_its_paragraph() -> None:
    text = (
        "Disse «vem cá» e “foi”. Abriu “aqui\nficou. Depois” foi.\n\n"
        'Outra "x" e „y“ z. Um “aberto.\n\nFim ” aqui.'
    )
    read = build("a.txt", text, PlainText())
    found = zip(read.texts, quotations(read), strict=True)
    assert [[one[start:end] for start, end in ranges] for one, ranges in found] == [
        ["«vem cá»", "“foi”"], ["“aqui ficou."], ["Depois”"], ['"x"', "„y“"], ["“aberto."], [],
    ]  # fmt: skip
