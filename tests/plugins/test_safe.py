"""Which corrections are safe: those of classes that were read without one that harmed."""

from __future__ import annotations

import pytest
from textlint_pt_grammaticality.judge import safe

from textlint_pt.contract import Applicability, Edit, Finding, Fix, Span
from textlint_pt.registry.plugins import load
from textlint_pt.testing import lint_text


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> None:
    read = ["GRA999 good\t.9\t40\t0\tx", "GRA999 few\t.9\t39\t0\tx", "GRA999 bad\t.9\t400\t1\tx"]
    safe.classes.cache_clear()
    monkeypatch.setattr(safe, "table", lambda name: read)
    yield
    safe.classes.cache_clear()


def finding(*suggestions: str) -> Finding:
    fix = Fix(Applicability.UNSAFE, (Edit(0, 1, "b"),))
    return Finding("GRA999", Span(0, 1), {"suggestions": suggestions}, fix=fix)


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize(
    ("kind", "confidence", "suggestions", "expected"),
    [
        ("good", 0.95, "b", "safe"),
        ("good", 0.85, "b", "unsafe"),
        ("few", 0.95, "b", "unsafe"),
        ("bad", 0.95, "b", "unsafe"),
        ("other", 0.95, "b", "unsafe"),
    ],
)
def test_fix_is_marked_safe_only_if_its_type_has_a_measured_high_precision(
    kind: str, confidence: float, suggestions: str, expected: str
) -> None:
    judged = safe.with_safety(finding(*suggestions), kind, confidence)
    assert judged.fix is not None
    assert judged.fix.applicability.value == expected


def test_every_declared_type_of_safe_fix_belongs_to_an_existing_rule() -> None:
    rules = load(third_party=False).rules
    assert {name.split()[0] for name in safe.classes()} <= rules.keys()


def applicability(code: str, text: str) -> str:
    (found,) = lint_text(text, select=[code])["findings"]
    assert found["fix"] is not None
    return str(found["fix"]["applicability"])


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("GRA201", "A violência aumentou devido a falta de respeito entre vizinhos."),
        ("GRA212", "Eles não tem medo do escuro da noite."),
        ("GRA901", "Todos chegaram cedo, sem excessão nenhuma."),
        ("GRA305", "Ninguém teve tempo de troca-la antes da festa."),
        ("GRA401", "A carta chegou de de manhã, antes da visita do médico."),
        ("GRA402", "A obra foi feita pelo o pedreiro da aldeia."),
        ("GRA402", "A loja está aberta desde às nove da manhã."),
        ("GRA404", "A chuva parou.Saímos logo para a rua."),
        ("GRA404", "A ponte ( inaugurada em maio) já tem fissuras."),
        ("GRA410", "O livro foi lançado em Março de 2008 na feira da cidade."),
        (
            "GRA415",
            "O conteúdo é interessante mas está parecendo que ninguém o traduziu.",
        ),
        ("GRA901", "O documento é nescessário para a matrícula na escola."),
        ("GRA902", "Ninguém gostou do comentario do prefeito."),
        ("GRA902", "Quero compra-la amanhã de manhã."),
        ("GRA904", "A idéia do prefeito não agradou a ninguém."),
        ("GRA904", "O livro tem uma contra capa azul."),
    ],
)
def test_unambiguous_grammar_fixes_are_marked_safe(code: str, text: str) -> None:
    assert applicability(code, text) == "safe"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("GRA217", "O deputado Benvindo saiu cedo. Benvindo disse que não volta à cidade."),
        ("GRA402", "O livro da a entender que ninguém voltou."),
        ("GRA404", "Instale ontem à noite o nodejs,npm e mais nada."),
        ("GRA404", "Quem vem ? Quem vai ? Quem fica ? Ninguém sabe ! Nem eu, que moro aqui."),
        ("GRA402", "O pedido foi feito entre às nove e as dez da manhã."),
        ("GRA901", "Os cidadões do bairro pediram obras na escola."),  # "cidadãos", "cidades"
        ("GRA901", "E disse que daquelle sertão ninguém voltava com vida."),
        ("GRA902", "Escreva à empresa Santos Logistica, por favor."),
        ("GRA904", "Ele disse que «a idéia do prefeito não agradou a ninguém nesta terra»."),
    ],
)
def test_ambiguous_grammar_fixes_are_not_marked_safe(code: str, text: str) -> None:
    found = lint_text(text, select=[code])["findings"]
    assert not any(one["fix"] and one["fix"]["applicability"] == "safe" for one in found)


def test_grammar_fixes_inside_quotations_are_not_marked_safe() -> None:
    said = "o documento é nescessário para a matrícula na escola"
    assert applicability("GRA901", f"Ela escreveu que «{said}».") == "unsafe"
    assert applicability("GRA404", "Os alunos , e só eles, votam em assembleia.") == "safe"
    assert applicability("GRA404", "§ 3º Os alunos , e só eles, votam em assembleia.") == "unsafe"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("GRA902", "O módulo `comentario` existe, e ninguém gostou do comentario do prefeito."),
        ("GRA902", "usuario: quem fez o pedido na loja da cidade."),
        ("GRA901", "O programa é o Analizo. Os dados do analizo saem em tabelas."),
    ],
)
def test_grammar_fixes_of_possible_proper_names_are_not_marked_safe(code: str, text: str) -> None:
    assert applicability(code, text) == "suggestion"
