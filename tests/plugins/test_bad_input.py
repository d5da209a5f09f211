"""What grammar rules make of texts that are not what they expect: little, and in bounded time."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable

import pytest

from textlint_pt.report.report import DocumentReport
from textlint_pt.testing import lint_text

GRAMMAR = {"select": ["GRA"], "language": "en"}

ACCENTED = """
Ninguém sabia que a reunião de condomínio tinha sido adiada, porque o aviso não chegou às caixas do
correio. A administração pediu desculpa, prometeu que não voltaria a acontecer e marcou outra data.
Também explicou que a água só será cortada à noite, durante três horas, e que haverá um camião à
porta do prédio. Já não há razão para preocupações, disse a senhora do rés-do-chão, que é médica e
está habituada a situações difíceis. Até lá, cada um enche os garrafões que conseguir.
"""

ENGLISH = """
The committee has decided that the bridge will be closed for repairs until the end of the month, and
that drivers should use the road along the river instead of the motorway.
"""

SCANNED = """
0 c0mb0io cheg0u à esfaçào as nov3 h0ras, e os passag3iros dcsceram com as ma1as na máo. A c|dade
|ria e cmzenta acord ava dcvagar, c os va rredores jâ Iimpavam as ruas rnolhadas da ncite. N inguém
fa1ava: ouvi^-se só o apifo do g^arda, o rnotor d0 camiao e, ao Ionge, os sin os da catedrai vclha.
"""

VERSE = """
No fundo do quintal
o vento sem idade
varre as folha e sal
de toda a cidade

E a noite que caía
sobre telhado e muro
as luz do dia
guardou no escuro

Quem passa não repara
quem fica não espera
a casa se calara
na mesma primavera
"""


def codes(entry: DocumentReport) -> Counter[str]:
    assert entry["error"] is None
    return Counter(finding["code"] for finding in entry["findings"])


def lint(text: str, path: str = "texto.txt") -> DocumentReport:
    return lint_text(text, path=path, **GRAMMAR)


def without_marks(text: str) -> str:
    return text.translate(str.maketrans("áâãàéêíóôõúç", "aaaaeeiooouc"))


def test_text_without_any_accents_is_reported_once() -> None:
    found = codes(lint(without_marks(ACCENTED) * 5))
    assert found == {"GRA903": 1}


def test_text_entirely_in_capitals_has_no_grammar_findings() -> None:
    assert not codes(lint(without_marks(ACCENTED).upper()))
    assert not codes(lint(ACCENTED.upper()))


def test_english_paragraph_in_a_portuguese_text_has_no_grammar_findings() -> None:
    spoilt = ENGLISH.replace("drivers should", "drivers drivers shoud")
    there = codes(lint(f"{ACCENTED}\n{spoilt}\n{ACCENTED}"))
    assert not {
        code: n for code, n in there.items() if code[:4] in ("GRA0", "GRA1", "GRA2", "GRA9")
    }


def test_text_in_another_language_gets_one_notice_and_no_findings() -> None:
    entry = lint(ENGLISH * 4)
    assert not entry["findings"]
    assert [notice["code"] for notice in entry["notices"]] == ["other-language"]


def test_scanned_text_with_ocr_errors_has_at_most_one_finding_per_20_words() -> None:
    entry = lint(SCANNED)
    assert codes(entry).total() <= 0.05 * entry["words"]


@pytest.mark.parametrize("change", [str, str.lower, lambda text: re.sub(r"(?m)^\w", _upper, text)])
def test_correct_poem_has_no_grammar_findings(change: Callable[[str], str]) -> None:
    assert not codes(lint(change(VERSE)))


def _upper(match: re.Match[str]) -> str:
    return match.group().upper()


@pytest.mark.parametrize("words", [2000, 8000])
def test_very_long_sentence_is_checked_in_bounded_time(words: int) -> None:
    clause = "e o homem que vive na casa do lado disse que não sabia de nada, "
    times = -(-words // len(clause.split()))
    started = time.process_time()
    entry = lint(f"Chegou a noite {clause * times} e ficou.")
    assert entry["sentences"] == 1 + words // 450  # pieces of 2,000 characters
    assert codes(entry).total() <= 5 * entry["sentences"]
    assert time.process_time() - started < 30


@pytest.mark.parametrize(
    "text",
    [
        "a" * 5000,
        "ã" * 5000 + " é uma palavra que nunca mais acaba, disse o professor da turma.",
        "nao " * 3000,
        "e-" * 3000 + "e disse o professor da turma que não havia aula.",
        "«" * 2000 + "Disse o professor da turma que não havia aula.",
        "\u0301" * 500 + "Disse o professor da turma que não havia aula.",
    ],
)
def test_text_of_unusual_characters_is_linted_in_bounded_time(text: str) -> None:
    started = time.process_time()
    entry = lint(text)
    assert entry["error"] is None
    assert time.process_time() - started < 20
