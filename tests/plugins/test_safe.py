"""Which corrections are safe: those of classes that were read without one that harmed."""

from __future__ import annotations

import pytest
from textlint_pt_grammaticality import safe

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
def test_a_class_earns_it(kind: str, confidence: float, suggestions: str, expected: str) -> None:
    judged = safe.with_safety(finding(*suggestions), kind, confidence)
    assert judged.fix is not None
    assert judged.fix.applicability.value == expected


def test_classes_are_of_rules() -> None:
    rules = load(third_party=False).rules
    assert {name.split()[0] for name in safe.classes()} <= rules.keys()


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("GRA201", "A violência aumentou devido a falta de respeito entre vizinhos."),
        ("GRA212", "Conheço pessoas que não tem medo do escuro da noite."),
        ("GRA401", "A carta chegou de de manhã, antes da visita do médico."),
    ],
)
def test_what_is_said_of_a_text(code: str, text: str) -> None:
    (found,) = lint_text(text, select=[code])["findings"]
    assert found["fix"] is not None
    assert found["fix"]["applicability"] == "safe"
