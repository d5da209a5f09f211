"""What rules of language say of a sentence depends on that sentence alone."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textlint_pt.testing import lint_text
from textlint_pt.text.kinds import KINDS

#: one slip each, of all families
WRONG = (
    "Os bigodes do gato estavam cheio de geada.",
    "Tratam-se de funções que o compilador expande.",
    "Ela gosta de de ler à noite.",
    "Fazem dois anos que não chove na aldeia.",
    "Ele foi a a farmácia comprar o remédio.",
    "Os vizinho chegou cedo à feira.",
    "Quando eu ver o teu irmão, digo-lhe tudo.",
    "Houveram muitos problemas durante a viagem.",
    "O menino pediu para mim ficar em casa.",
    "O poblema é que ninguém quis esperar pelo autocarro.",
    "Ligue para o numero que está na última página do livro.",
    "A produçõa de leite baixou muito este ano.",
    "Qunado o comboio chegou, já era noite.",
)
#: sentences of several kinds of text, without a slip
RIGHT = (
    "O rio corria devagar entre as pedras.",
    "Clique em Guardar para terminar a instalação.",
    "O ministro anunciou ontem três novas medidas em Lisboa.",
    "— Não sei — respondeu a velha, sem levantar os olhos.",
    "O valor predefinido é adequado à maior parte dos projetos.",
    "Depois misture a farinha com os ovos e leve ao forno.",
    "Outrora o fidalgo vivia daquilo que el-rei lhe dava.",
)


class Found(NamedTuple):
    code: str
    start: int
    end: int
    confidence: float


@cache
def found_alone(text: str) -> frozenset[Found]:
    return findings(text, text)


def findings(document: str, sentence: str) -> frozenset[Found]:
    """Findings in the only sentence that reads so, their places counted from its start."""
    start = document.index(sentence)
    end = start + len(sentence)
    report = lint_text(document)
    return frozenset(
        Found(one["code"], one["start"] - start, one["end"] - start, one["evidence"]["confidence"])
        for one in report["findings"]
        if one["code"].startswith("GRA") and start <= one["start"] < end
    )


@pytest.mark.parametrize("text", WRONG)
def test_each_example_error_is_found_in_a_text_of_that_sentence_alone(text: str) -> None:
    assert found_alone(text)


@settings(deadline=None)
@given(
    st.sampled_from(WRONG),
    st.lists(st.sampled_from((*RIGHT, *WRONG)), max_size=12),
    st.integers(0, 12),
    st.lists(st.sampled_from((" ", "\n\n")), min_size=12, max_size=12),
)
def test_sentence_has_the_same_findings_alone_and_among_others(
    text: str, others: list[str], place: int, separators: list[str]
) -> None:
    others = [other for other in others if other != text]
    others.insert(place, text)
    document = others[0]
    for (before, after), between in zip(pairwise(others), separators, strict=False):
        # what stands beside speech in a paragraph is speech too
        spoken = "—" in (before[0], after[0])
        document += ("\n\n" if spoken else between) + after
    assert findings(document, text) == found_alone(text)


@pytest.mark.parametrize("kind", KINDS)
def test_findings_do_not_depend_on_the_genre_of_the_text(kind: str) -> None:
    text = "\n\n".join(WRONG)
    codes = [one["code"] for one in lint_text(text, kind=kind)["findings"]]
    assert codes == [one["code"] for one in lint_text(text)["findings"]]


@pytest.mark.parametrize("uses", [1, 2, 3, 30])
def test_repeated_spelling_error_is_reported_each_time(uses: int) -> None:
    slips = "o poblema já não era o mesmo, e a agua faltou até à noite."
    text = "\n\n".join(f"No dia {n} {slips}" for n in range(uses))
    found = lint_text(text, select=["GRA901", "GRA902"])["findings"]
    assert [one["code"] for one in found] == ["GRA901", "GRA902"] * uses


def test_misspelling_that_is_also_a_proper_name_in_the_text_is_reported() -> None:
    text = "O bar Poblema abriu ontem.\n\nO poblema é que ninguém quis esperar."
    found = lint_text(text, select=["GRA901"])["findings"]
    assert [text[one["start"] : one["end"]] for one in found] == ["poblema"]


@pytest.mark.parametrize("paragraphs", [1, 130, 140])
def test_grammar_error_is_found_in_texts_of_any_length(paragraphs: int) -> None:
    text = "\n\n".join(f"No dia {n} ela saiu de de casa muito cedo." for n in range(paragraphs))
    found = [one for one in lint_text(text)["findings"] if one["code"] == "GRA401"]
    assert len(found) == paragraphs
