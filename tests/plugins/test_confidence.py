"""What of a sentence speaks for or against a finding in it."""

from __future__ import annotations

from textlint_pt_grammaticality.judge.confidence import of_models

from textlint_pt.contract import Finding, ProposedEdit, Span, View
from textlint_pt.formats.building import build
from textlint_pt.registry.plugins import load

TEXT = "Os menino foi a escola com o livros, e depois o Kevin voltou."


def signals_at(word: str, edits: dict[str, tuple[str, float]]) -> dict[str, float]:
    """The signals of a finding on one word, where the model would change these words."""

    def proposed(form: str, kind: str, probability: float) -> ProposedEdit:
        start = TEXT.index(form)
        end = start + len(form)
        return ProposedEdit(start, end, form, kind, probability, probability, start, end)

    document = build("a.txt", TEXT, load(third_party=False).format_for("a.txt"))
    values = [proposed(form, *edit) for form, edit in edits.items()]
    view = View(document, {"edits": [values], "error-probabilities": [[]]})
    start = TEXT.index(word)
    finding = Finding("GRA001", Span(start, start + len(word)), {}, sentence=0)
    return of_models(view, finding, 0.0, 0.5)


def test_at_most_two_other_errors_in_the_sentence_affect_finding_confidence() -> None:
    slips = {"menino": ("N_PL", 0.9), "foi": ("V_PL", 0.7), "livros": ("N_SG", 0.6)}
    assert signals_at("escola", slips)["slips"] == 2
    assert signals_at("menino", {"menino": ("N_PL", 0.9), "foi": ("V_PL", 0.7)})["slips"] == 1


def test_uncertain_errors_and_names_nearby_do_not_affect_finding_confidence() -> None:
    assert signals_at("escola", {"livros": ("N_SG", 0.4), "Kevin": ("SPELL", 0.9)})["slips"] == 0
