"""GRA001 and the two grammaticality metrics, on analyses made by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_grammaticality.metrics import (
    Acceptability,
    Gruen,
    GruenPublished,
    likelihood,
    rescaled,
)
from textlint_pt_grammaticality.rules import SuspectWord

from textlint_pt.document import Document, Kind, Sentence, Text
from textlint_pt.rule import Finding
from textlint_pt.view import View

METRIC = {"typical": 0.9}
RULE = {"confidence": 0, "words": 5}
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
    return metric.partial(metric.measure(seen, METRIC), seen, METRIC, frozenset(without))


class Reader:
    """Finds a fault in every sentence but one."""

    def __init__(self, good: str) -> None:
        self.good = good

    def faults(self, text: str) -> list[Word]:
        return [Word(0, len(text), 0.01 if text == self.good else 0.9999)]


class Wordless:
    """An n-gram model to which every wording is the same."""

    def log_probability(self, text: str) -> float:
        return -1.0


def findings(
    text: str, values: Mapping[str, float], kinds: Sequence[Kind] | None = None, good: str = ""
) -> list[Finding]:
    seen = view(
        [text],
        kinds,
        error_probabilities=[words(text, values)],
        forms=form_lexicon(),
        trial=Reader(good),
        wording=Wordless(),
    )
    return list(SuspectWord().check(seen, RULE))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9))
def test_partial_lies_between_0_and_1_and_never_rises_with_a_worse_sentence(
    values: list[float],
) -> None:
    value = partial(values).value
    assert 0 <= value <= 1
    assert partial([values[0] / 2, *values[1:]]).value <= value


def test_partial_is_the_mean_against_what_is_typical() -> None:
    found = partial([0.9, 0.6, 0.3, None])
    assert found.value == pytest.approx(0.6 / 0.9)
    assert found.inputs == {"mean": pytest.approx(0.6), "typical": 0.9, "sentences": 3}
    assert partial([0.95, 0.99]).value == 1


def test_an_accepted_sentence_costs_nothing() -> None:
    assert partial([0.9, 0.1, 0.9], without=[1]).value == pytest.approx(1)


def test_dialogue_counts_only_where_there_is_little_else() -> None:
    speech = [Kind.DIALOGUE, Kind.PARAGRAPH, Kind.PARAGRAPH, Kind.PARAGRAPH]
    assert partial([0.1, 0.9, 0.9, 0.9], kinds=speech).value == pytest.approx(1)
    assert partial([0.45, 0.9], kinds=speech[:2]).value == pytest.approx(0.75)


@pytest.mark.parametrize("kind", [Kind.HEADING, Kind.TABLE_CELL, Kind.VERSE])
def test_what_is_no_sentence_is_not_measured(kind: Kind) -> None:
    found = partial([0.1, 0.2], kinds=[kind, kind])
    assert found.value is None
    assert found.reason == "no-sentences"


def test_gruen_by_the_users_models_is_the_papers_formula() -> None:
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


def test_gruen_published_averages_before_the_exponential() -> None:
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


def test_gruen_signature_says_what_stands_in() -> None:
    assert Gruen().stand_ins(lambda name: name == "acceptability") == ("y_g=acceptability",)
    assert Gruen().stand_ins(lambda name: True) == ()


def test_gruen_without_models_is_acceptability() -> None:
    seen = view(["Uma.", "Duas.", "Três."], acceptability=[0.5, None, 0.7])
    metric = Gruen()
    measured = metric.measure(seen, {})
    found = metric.partial(measured, seen, {})
    assert found.value == pytest.approx(0.6)
    assert "acceptability" in metric.messages["en"][found.formula]
    assert metric.partial(measured, seen, {}, frozenset([0])).value == pytest.approx(0.85)
    empty = view([""], acceptability=[None])
    assert metric.partial(metric.measure(empty, {}), empty, {}).reason == "no-sentences"


def test_gruen_of_hopeless_and_excellent_sentences() -> None:
    assert likelihood(1e6) == 0.0
    assert rescaled(-5.0) == 0.0
    assert rescaled(likelihood(0.0) + 8.0) > 1


def marked(text: str, values: Mapping[str, float]) -> list[str]:
    return [text[found.span.start : found.span.end] for found in findings(text, values)]


def test_a_finding_marks_the_word() -> None:
    (found,) = findings(DAMAGED, {"cedo": 0.91234})
    assert DAMAGED[found.span.start : found.span.end] == "cedo"
    assert 0 < found.evidence["confidence"] < 1
    assert {**found.evidence, "confidence": 0} == {
        "probability": 0.912,
        "limit": 0,
        "confidence": 0,
    }
    assert found.sentence == 0


def test_neighbours_are_one_place_of_three_words_at_most() -> None:
    assert marked(DAMAGED, {"luz": 0.95, "cedo": 0.9}) == ["luz cedo"]
    four = dict.fromkeys(("O", "barco", "voltou", "ao"), 0.9)
    text = "O barco voltou ao porto sem luz."
    assert marked(text, four) == ["O barco voltou", "ao"]


def test_two_places_are_two_findings_and_more_are_one() -> None:
    assert marked(DAMAGED, {"voltou": 0.9, "luz": 0.95}) == ["voltou", "luz"]
    (found,) = findings(DAMAGED, {"voltou": 0.91, "luz": 0.95, "a": 0.92})
    assert DAMAGED[found.span.start : found.span.end] == "luz"
    assert found.evidence["others"] == ["a", "voltou"]


def test_nouns_without_number_are_no_evidence() -> None:
    text = "O médico estudou os vírus da velha aldeia com cuidado."
    assert marked(text, {"os": 0.99}) == []
    assert marked(text, {"os": 0.99, "velha": 0.99}) == ["velha"]


def test_names_and_figures_are_not_judged() -> None:
    text = "O barco do Zbigniew voltou ao cais 7 com o velho remador."
    assert marked(text, {"Zbigniew": 0.99, "7": 0.99}) == []
    assert marked(text, {"Zbigniew": 0.99, "velho": 0.99}) == ["velho"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (DAMAGED, Kind.DIALOGUE),
        (DAMAGED, Kind.HEADING),
        (DAMAGED, Kind.LIST_ITEM),
        ("Voltou cedo ao cais.", Kind.PARAGRAPH),
        ("O barco voltou ao cais sem luz cedo", Kind.PARAGRAPH),
        ("O Barco Voltou Ao Cais sem luz cedo.", Kind.PARAGRAPH),
        ("Use git_log ou x_y com z_1 e 3 em k_w cedo.", Kind.PARAGRAPH),
    ],
    ids=["dialogue", "heading", "list", "short", "no-stop", "capitals", "code"],
)
def test_what_is_not_reported(text: str, kind: Kind) -> None:
    assert findings(text, {"cedo": 0.99}, kinds=[kind]) == []


def test_what_reads_better_is_suggested_with_its_place() -> None:
    text = "Ontem o médicos voltou ao cais com as luzes."
    doubted = {"o": 0.95, "médicos": 0.9}
    good = "Ontem os médicos voltou ao cais com as luzes."
    (found,) = findings(text, doubted, good=good)
    assert found.message == "suggested"
    assert found.evidence["suggestions"] == ["os médicos"]
    assert found.evidence["gain"] > 1.5
    assert found.fix is not None
    assert found.fix.applicability == "suggestion"
    assert found.fix.edits == ((6, 7, "os"),)


def test_nothing_is_suggested_where_nothing_reads_better() -> None:
    (found,) = findings("Ontem o médicos voltou ao cais com as luzes.", {"médicos": 0.95})
    assert found.message == "message"
    assert "suggestions" not in found.evidence
    assert found.fix is None
