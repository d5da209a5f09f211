"""Gender, number and person from the form lexicon, and what the rules of agreement make of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_grammaticality.agreement.linked import AGREEING
from textlint_pt_grammaticality.judge.confidence import LIMIT
from textlint_pt_grammaticality.judge.judged import (
    EDIT_SHARE,
    MIN_DOUBT,
    Verdict,
    judge,
    strongest_per_error,
)
from textlint_pt_grammaticality.sentence import nominal
from textlint_pt_grammaticality.sentence.nominal import GenderNumber
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import AnalysedSentence, Proposal
from textlint_pt_grammaticality.sentence.reading import cased

import textlint_pt
from benchmarks.evaluation.views import analysed
from textlint_pt.contract import ProposedEdit
from textlint_pt.contract.choice import Place
from textlint_pt.contract.forms import feature_map
from textlint_pt.testing import lint_text
from textlint_pt.text.document import Kind, Sentence, Text

FORMS = form_lexicon()


@pytest.mark.parametrize(
    ("form", "cells"),
    [
        ("dos", {("M", "P")}),
        ("à", {("F", "S")}),
        ("qualquer", {("M", "S"), ("F", "S")}),
        ("três", {("M", "P"), ("F", "P")}),
        ("duzentas", {("F", "P")}),
        ("casa", set()),
    ],
)
def test_gender_and_number_of_portuguese_determiners_are_known(
    form: str, cells: set[GenderNumber]
) -> None:
    assert nominal.determiner_cells(form) == cells


def test_noun_of_common_gender_or_number_has_both_values() -> None:
    assert nominal.cells_of(FORMS.readings("lápis")) == {("M", "S"), ("M", "P")}
    assert {("M", "S"), ("F", "S")} <= nominal.cells_of(FORMS.readings("estudante"))


def test_words_are_inflected_for_gender_number_and_person() -> None:
    adjective = nominal.adjectival(FORMS, "branco")
    assert nominal.inflected(FORMS, adjective, [("F", "P")]) == ("brancas",)
    assert "meninos" in nominal.inflected(FORMS, FORMS.readings("menina"), [("M", "P")])
    verb = nominal.finite(FORMS, "foi")
    assert "foram" in nominal.conjugated(FORMS, verb, [("3", "P")])
    readings = nominal.finite(FORMS, "viesse")
    (new,) = nominal.conjugated(FORMS, readings, [("1", "P")])
    moods = {feature_map(r.features)["Mood"] for r in nominal.finite(FORMS, new)}
    assert (new, moods) == ("viéssemos", {"Sub"})


@pytest.mark.parametrize(
    ("new", "like", "written"),
    [("as", "OS", "AS"), ("as", "Os", "As"), ("a", "O", "A"), ("iOS", "IOS", "iOS"), ("", "A", "")],
)
def test_corrections_keep_the_capitals_of_the_original_word(
    new: str, like: str, written: str
) -> None:
    assert cased(new, like) == written


def _nominals(text: str) -> ParsedSentence:
    return ParsedSentence(_read(text))


def _read(text: str) -> AnalysedSentence:
    needed = ("parse", "error-probabilities", "edits")
    (words,), (faults,), (edits,) = (analysed(name, [text]) for name in needed)
    return AnalysedSentence(
        Sentence(0, Text.verbatim(text, 0), Kind.PARAGRAPH, 0, 0),
        words,
        faults,
        edits,
        FORMS,
        Choiceless(),
    )


def test_article_decides_gender_and_number_of_an_ambiguous_noun() -> None:
    text = "O estudante viu a colega, a Maria e os lápis; os casa ficou para depois."
    line = _nominals(text)
    cells = {word: line.cells(i) for i, word in enumerate(line.low)}
    assert cells["estudante"] == {("M", "S")}
    assert cells["colega"] == cells["maria"] == {("F", "S")}
    assert cells["lápis"] == {("M", "P")}
    assert cells["casa"] == {("F", "S"), ("M", "P")}  # the article contradicts it


class Choiceless:
    """A model of choice that knows no confusion set."""

    def places(self, text: str) -> Sequence[Place]:
        return []

    def log_odds(self, text: str, start: int, end: int, members: Sequence[str]) -> None:
        return None


class _Wording:
    """A model that finds "certa" likelier than any other word."""

    def log_probability(self, text: str) -> float:
        return 0.0 if "certa" in text else -2.0


class _Fault:
    def __init__(self, start: int, end: int, probability: float) -> None:
        self.start, self.end, self.probability = start, end, probability


def test_most_probable_agreement_correction_is_listed_first() -> None:
    proposal = Proposal(0, 5, ("outra", "certa"), prior=0.5)
    doubts = [_Fault(0, 5, 0.9)]
    verdict = judge("falsa", proposal, doubts, [], _Wording())
    assert verdict == Verdict(0.9, ("certa", "outra"), pytest.approx(0.5 - EDIT_SHARE * LIMIT))
    outra = ProposedEdit(0, 5, "outra", "REPLACE_outra", 0.9, 0.9, 0, 5)
    verdict = judge("falsa", proposal, doubts, [outra], _Wording())
    assert verdict is not None
    assert verdict.replacements == ("outra", "certa")


def test_unlikely_agreement_correction_is_not_proposed() -> None:
    doubts = [_Fault(0, 5, MIN_DOUBT / 2)]
    assert judge("falsa", Proposal(0, 5, ("certa",)), doubts, [], _Wording()) is None
    assert judge("falsa", Proposal(0, 5, ("certa",), prior=0.1), doubts, [], _Wording())
    edit = ProposedEdit(0, 5, "certa", "REPLACE_certa", 0.9, 0.9, 0, 5)
    assert judge("falsa", Proposal(0, 5, ("certa",)), doubts, [edit], _Wording())


def test_agreement_error_between_two_words_is_corrected_in_one_of_them() -> None:
    article = Proposal(0, 2, ("As",), (3, 8))
    noun = Proposal(3, 8, ("menino",), (0, 2))
    elsewhere = Proposal(20, 25, ("novas",), (3, 8))
    verdicts = [Verdict(0.9, ("x",), strength) for strength in (1.0, 3.0, 2.0)]
    found = list(zip((article, noun, elsewhere), verdicts, strict=True))
    assert [proposal for proposal, _ in strongest_per_error(found)] == [noun, elsewhere]


@pytest.mark.parametrize("code", AGREEING)
def test_agreement_rules_propose_no_empty_correction_in_fragments(code: str) -> None:
    for text in ("Casas.", "Os a o.", "Ana, Rui, Zé.", "123 456", "- -"):
        assert all(p.replacements for p in AGREEING[code](_nominals(text)))


@pytest.mark.parametrize("name", ["`conta`", "`conta.getSaldo()`"])
def test_identifier_in_inline_code_gets_no_agreement_finding(name: str) -> None:
    page = "Para imprimir, chame o {} e veja o resultado.\n"
    found = lint_text(page.format(name), path="a.md", select=["GRA1"])["findings"]
    assert [finding["code"] for finding in found] == []
    (finding,) = lint_text(page.format("conta"), path="a.md", select=["GRA1"])["findings"]
    assert finding["code"] == "GRA101"


def test_verb_agreement_fix_restores_the_correct_sentence() -> None:
    text = "As casas perto do rio foi vendidas no inverno.\n"
    (finding,) = lint_text(text, select=["GRA1"])["findings"]
    (edit,) = finding["fix"]["edits"]
    fixed = text[: edit["start"]] + edit["text"] + text[edit["end"] :]
    assert fixed == "As casas perto do rio foram vendidas no inverno.\n"
    assert (finding["code"], finding["related"][0]["start"]) == ("GRA104", 3)


def test_agreement_error_is_reported_by_only_one_rule() -> None:
    found = lint_text("As menina bonitas foram ao parque de manhã.\n", select=["GRA0", "GRA1"])
    assert [finding["code"] for finding in found["findings"]] == ["GRA101"]


@pytest.mark.parametrize("number", ["1" * 5000, "10⁸", "²", "①", "٣"])
def test_unusual_numeral_before_a_plural_noun_is_no_agreement_error(number: str) -> None:
    """How many digits Python reads as a number has a limit, and not all that are digits are."""
    document = textlint_pt.lint(f"{number} documentos.").documents[0]
    assert not document.findings and document.error is None


def test_singular_noun_after_a_plural_numeral_is_corrected_to_the_plural() -> None:
    document = textlint_pt.lint("Na pasta há 25 documento.").documents[0]
    assert [one.evidence["suggestions"] for one in document.findings] == [["documentos"]]
