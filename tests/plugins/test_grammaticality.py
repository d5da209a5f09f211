"""GRA001 and the two grammaticality metrics, on analyses made by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_grammaticality.document.old_spelling import in_old_spelling, stretches
from textlint_pt_grammaticality.metrics import (
    Acceptability,
    Gruen,
    GruenPublished,
    doubt,
    likelihood,
    rescaled,
)
from textlint_pt_grammaticality.suspect_word import SuspectWord

from textlint_pt.contract.edits import ProposedEdit
from textlint_pt.contract.rule import findings as findings_of
from textlint_pt.contract.view import View
from textlint_pt.report.finding import Edit, Finding
from textlint_pt.testing import lint_text
from textlint_pt.text.document import Document, Kind, Sentence, Text

RULE = {"confidence": 0, "words": 5}
MEANT = {"sempre": 0.2, "tarde": 0.6}
DAMAGED = "O barco voltou ao cais sem luz cedo a."


class Word(NamedTuple):
    start: int
    end: int
    probability: float


def view(
    texts: Sequence[str], kinds: Sequence[Kind] | None = None, **analyses: Sequence[Any]
) -> View:
    sentences, start = [], 0
    for i, text in enumerate(texts):
        kind = kinds[i] if kinds else Kind.PARAGRAPH
        sentences.append(Sentence(i, Text.verbatim(text, start), kind, i, 0))
        start += len(text) + 1
    document = Document("x.txt", " ".join(texts), "text", (), tuple(sentences))
    return View(document, {name.replace("_", "-"): value for name, value in analyses.items()})


def words(text: str, values: Mapping[str, float]) -> list[Word]:
    """A token a word, wrong with the probability that `values` says or with 0.1."""
    result, at = [], 0
    for word in text.replace(".", " .").replace(",", " ,").split():
        start = text.index(word, at)
        at = start + len(word)
        result.append(Word(start, at, values.get(word, 0.1)))
    return result


def partial(values: Sequence[float | None], without: Sequence[int] = (), **more: Any) -> Any:
    seen = view(["Uma frase."] * len(values), acceptability=values, **more)
    metric = Acceptability()
    return metric.partial(metric.measure(seen, {}), seen, {}, frozenset(without))


class Wordless:
    """An n-gram model to which every wording is the same."""

    def log_probability(self, text: str) -> float:
        return -1.0


def edited(text: str, word: str, kind: str, new: str, probability: float = 0.9) -> ProposedEdit:
    """A word of a text that should be another, which stands in its place or follows it."""
    start = text.index(word)
    end = start + len(word)
    at = end if kind.startswith("APPEND") else start
    return ProposedEdit(at, end, new, kind, probability, 0.8, start, end)


def findings(
    text: str, *edits: ProposedEdit, kind: Kind = Kind.PARAGRAPH, words: Sequence[Word] = ()
) -> list[Finding]:
    seen = view(
        [text],
        [kind],
        edits=[edits],
        error_probabilities=[words],
        forms=form_lexicon(),
        parse=[()],
        wording=Wordless(),
    )
    return findings_of(SuspectWord(), seen, RULE)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9))
def test_grammaticality_score_is_in_0_to_1_and_falls_with_a_worse_sentence(
    values: list[float],
) -> None:
    value = partial(values).value
    assert 0 <= value <= 1
    assert partial([values[0] / 2, *values[1:]]).value <= value


def test_sentence_error_probability_decreases_with_acceptability() -> None:
    assert [doubt(value) for value in (0.0, 0.5, 1.0)] == [1.0, 1.0, 0.0]
    assert doubt(1 / (1 + math.exp(-2.25))) == pytest.approx(0.5)


def test_grammaticality_score_falls_with_mean_error_probability() -> None:
    found = partial([0.1] * 10 + [0.999] * 10)
    assert found.value == pytest.approx(0.5)
    assert found.loss == pytest.approx(0.15 * 0.3 * (2 * 0.5 - 0.3))
    assert {cost.sentence for cost in found.costs} == set(range(10))
    assert partial([0.1] * 4 + [0.999] * 16).loss == pytest.approx(0.15 * 0.2**2)
    assert partial([0.1] * 20).loss == pytest.approx(0.0765)


def test_small_grammaticality_score_loss_is_assigned_to_the_worst_sentence() -> None:
    (cost,) = partial([0.95, 0.98, 0.999]).costs
    assert cost.sentence == 0
    assert partial([0.999] * 3).costs == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=60), st.integers(0, 59), st.floats(0, 1))
def test_one_sentence_changes_the_grammaticality_score_by_under_a_point(
    values: list[float], at: int, other: float
) -> None:
    changed = [*values]
    changed[at % len(values)] = other
    assert abs(partial(values).loss - partial(changed).loss) <= 0.0045 + 1e-9


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Elle chegára n'aquella noute, e a visinha offereceu-lhe uma chavena de chá.", 1.0),
        ("Ele chegara naquela noite, e a vizinha ofereceu-lhe uma xícara de chá.", 0.0),
        ("Naquela noute a cousa mudou de figura, e o fidalgo saiu sem dizer palavra.", 0.0),
        ("O blorfe do trasquilho zunilou a vergasca sem clonques.", 0.0),
        ("Ela disse que fallar com quem não ouve cansa muito.", 0.0),
    ],
)
def test_text_in_portuguese_spelling_before_1945_is_recognised(text: str, share: float) -> None:
    assert in_old_spelling(view([text])) == [bool(share)]


def test_sentences_in_old_spelling_are_detected_within_a_modern_text() -> None:
    today = ["O rio corria devagar entre as pedras, e ninguém falava daquilo."] * 20
    old = ["Elle fallava d'aquella janella, e ella sahiu com os cabellos soltos."] * 3
    assert in_old_spelling(view(today + old + today)) == [False] * 20 + [True] * 3 + [False] * 20


@given(st.lists(st.integers(-8, 8).map(float), max_size=9))
def test_most_probable_division_of_a_text_into_old_and_modern_spelling_is_found(
    evidence: list[float],
) -> None:
    def worth(states: Sequence[bool]) -> float:
        changes = sum(one != other for one, other in pairwise((False, *states)))
        return sum(nats for nats, old in zip(evidence, states, strict=True) if old) - 6.0 * changes

    best = max(map(worth, product((False, True), repeat=len(evidence))))
    assert worth(stretches(evidence)) == pytest.approx(best)


def test_text_in_old_spelling_has_no_grammaticality_score() -> None:
    old = "Elle chegára n'aquella noute, e a visinha offereceu-lhe uma chavena de chá."
    seen = view([old] * 3, acceptability=[0.4] * 3)
    metric = Acceptability()
    assert metric.partial(metric.measure(seen, {}), seen, {}).value is None
    assert partial([0.4] * 3).value == 0.0


def test_text_without_accents_is_one_finding_that_costs_over_a_fifth_of_the_score() -> None:
    text = "Voce nao sabe onde estao os irmaos. O rio corre para o mar."
    entry = lint_text(text + "\n\n" + "Eles tambem nao vao la. " * 8)
    (cause,) = (one for one in entry.score.causes if one.code == "GRA903")
    assert cause.count == 1
    assert cause.loss > 0.2


def test_suppressed_sentence_does_not_lower_the_grammaticality_score() -> None:
    assert partial([0.999, 0.1, 0.999], without=[1]).value == 1.0


def test_dialogue_counts_for_grammaticality_score_only_if_half_of_the_text() -> None:
    speech = [Kind.DIALOGUE, Kind.PARAGRAPH, Kind.PARAGRAPH, Kind.PARAGRAPH]
    assert partial([0.1, 0.999, 0.999, 0.999], kinds=speech).value == 1.0
    assert partial([0.1, 0.999], kinds=speech[:2]).value == 0.5


@pytest.mark.parametrize("kind", [Kind.HEADING, Kind.TABLE_CELL, Kind.VERSE])
def test_headings_table_cells_and_verse_have_no_grammaticality_score(kind: Kind) -> None:
    found = partial([0.1, 0.2], kinds=[kind, kind])
    assert found.value is None
    assert found.reason == "no-sentences"


def test_gruen_grammaticality_with_user_supplied_models_equals_the_papers_formula() -> None:
    analyses = {
        "acceptability": [0.1, 0.1],
        "masked-lm.loss": [0.5, 2.0],
        "acceptability.logit": [2.0, -9.0],
    }
    seen = View(view(["Uma frase.", "Outra."]).document, analyses)
    terms = [math.exp(-0.5 * math.exp(0.5)) + 2.0, math.exp(-0.5 * math.exp(2.0)) - 9.0]
    metric = Gruen()
    measured = metric.measure(seen, {})
    assert measured.values == [pytest.approx(terms[0] / 8 + 0.5), 0.0]
    found = metric.partial(measured, seen, {})
    assert found.value == pytest.approx(sum(terms) / 2 / 8 + 0.5)
    assert "exp(-0.5" in metric.messages["en"][found.formula]
    alone = metric.partial(measured, seen, {}, frozenset([1]))
    assert alone.value == pytest.approx(terms[0] / 8 + 0.5)
    assert metric.partial(measured, seen, {}, frozenset([0, 1])).reason == "no-sentences"


def test_published_gruen_grammaticality_score_averages_exponentials_of_losses() -> None:
    losses, logits = [0.5, 2.0], [4.0, 6.0]
    analyses = {
        "acceptability": [0.1, 0.1],
        "masked-lm.loss": losses,
        "acceptability.logit": logits,
    }
    seen = View(view(["Uma frase.", "Outra."]).document, analyses)
    metric = GruenPublished()
    found = metric.partial(metric.measure(seen, {}), seen, {})
    surprise = (math.exp(0.5) + math.exp(2.0)) / 2
    assert found.value == pytest.approx((math.exp(-0.5 * surprise) + 5.0) / 8 + 0.5)
    assert found.value > 1


def test_gruen_grammaticality_metric_lists_models_that_differ_from_the_paper() -> None:
    assert Gruen().stand_ins(lambda name: name == "acceptability") == ("y_g=acceptability",)
    assert Gruen().stand_ins(lambda name: True) == ()


def test_gruen_grammaticality_without_user_supplied_models_is_mean_acceptability() -> None:
    seen = view(["Uma.", "Duas.", "Três."], acceptability=[0.5, None, 0.7])
    metric = Gruen()
    measured = metric.measure(seen, {})
    found = metric.partial(measured, seen, {})
    assert found.value == pytest.approx(0.6)
    assert "acceptability" in metric.messages["en"][found.formula]
    assert metric.partial(measured, seen, {}, frozenset([0])).value == pytest.approx(0.85)
    empty = view([""], acceptability=[None])
    assert metric.partial(metric.measure(empty, {}), empty, {}).reason == "no-sentences"


def test_gruen_grammaticality_of_extremely_bad_sentences_is_zero() -> None:
    assert likelihood(1e6) == 0.0
    assert rescaled(-5.0) == 0.0
    assert rescaled(likelihood(0.0) + 8.0) > 1


def test_model_based_grammar_finding_marks_a_word_and_suggests_its_replacement() -> None:
    (found,) = findings(DAMAGED, edited(DAMAGED, "cedo", "REPLACE_tarde", "tarde"))
    assert DAMAGED[found.span.start : found.span.end] == "cedo"
    assert found.evidence["suggestions"] == ["tarde"]
    assert (found.evidence["probability"], found.evidence["fault"]) == (0.9, 0.8)
    assert found.fix is not None and found.fix.applicability == "suggestion"
    assert found.fix.edits == (Edit(*found.span, "tarde"),)
    assert found.sentence == 0


def test_missing_comma_correction_is_inserted_after_the_word() -> None:
    (found,) = findings(DAMAGED, edited(DAMAGED, "voltou", "APPEND_,", ","))
    assert found.message == "missing-comma"
    assert DAMAGED[found.span.start : found.span.end] == "voltou"
    end = DAMAGED.index("voltou") + len("voltou")
    assert found.fix is not None and found.fix.edits == (Edit(end, end, ","),)


def test_alternative_corrections_of_one_word_are_suggestions_of_one_finding() -> None:
    edits = [edited(DAMAGED, "cedo", f"REPLACE_{new}", new, p) for new, p in MEANT.items()]
    (found,) = findings(DAMAGED, *edits)
    assert found.evidence["suggestions"] == ["tarde", "sempre"]


def test_comma_is_suggested_after_only_one_of_two_adjacent_words() -> None:
    text = "Quando a chuva parou todos saíram do hospital."
    either = (
        edited(text, "parou", "APPEND_,", ",", 0.7),
        edited(text, "todos", "APPEND_,", ",", 0.2),
    )
    (found,) = findings(text, *either)
    assert found.evidence["suggestions"] == ["parou,"]


def test_model_based_grammar_rule_reports_no_inflection_or_hyphen_correction() -> None:
    text = "Falei com os médicos do hospital."
    kinds = {"N_SG": "médico", "HYPHEN": "médicos-", "V_INF": "medicar"}
    for kind, new in kinds.items():
        assert findings(text, edited(text, "médicos", kind, new, 0.9)) == []


@pytest.mark.parametrize("kind", [Kind.DIALOGUE, Kind.HEADING])
def test_model_based_grammar_rule_ignores_text_that_is_not_prose(kind: Kind) -> None:
    assert findings(DAMAGED, edited(DAMAGED, "cedo", "DELETE", ""), kind=kind) == []


@pytest.mark.parametrize("kind", [Kind.LIST_ITEM, Kind.TABLE_CELL])
def test_model_based_grammar_rule_checks_list_items_that_end_in_a_full_stop(kind: Kind) -> None:
    edit = edited(DAMAGED, "cedo", "DELETE", "")
    assert len(findings(DAMAGED, edit, kind=kind)) == 1
    assert findings(DAMAGED.rstrip("."), edit, kind=kind) == []


def test_model_based_grammar_rule_reports_no_capitalisation_correction() -> None:
    text = "Ontem o barco voltou."
    assert findings(text, edited(text, "barco", "CASE_UP", "Barco")) == []


def test_accents_usual_only_in_european_or_only_in_brazilian_texts_are_accepted() -> None:
    text = "Os valores ficam mais ergonômicos assim."
    assert findings(text, edited(text, "ergonômicos", "ACCENT", "ergonómicos")) == []
    text = "A policia chegou tarde."
    assert len(findings(text, edited(text, "policia", "ACCENT", "polícia"))) == 1
