"""GRA001 and the two grammaticality metrics, on analyses made by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textlint_pt_grammaticality.metrics import (
    Acceptability,
    Gruen,
    GruenPublished,
    likelihood,
    rescaled,
)
from textlint_pt_grammaticality.rules import UnlikelySentence

from textlint_pt.document import Document, Kind, Sentence, Text
from textlint_pt.rule import Finding
from textlint_pt.view import View

METRIC = {"typical": 0.9}
RULE = {"limit": 0.4, "words": 5}
DAMAGED = "O barco voltou ao cais sem luz cedo a."


class Token(NamedTuple):
    start: int
    end: int
    log_probability: float
    expected: float


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


def gains(text: str, values: Mapping[str, float]) -> list[Token]:
    """A token a word, fitting its place by 1 nat or as `values` says; then the end."""
    result, at = [], 0
    for word in text.replace(".", " .").replace(",", " ,").split():
        start = text.index(word, at)
        at = start + len(word)
        result.append(Token(start, at, values.get(word, 1.0) - 9.0, -9.0))
    return [*result, Token(at, at, -1.0, -1.0)]


def partial(values: Sequence[float | None], without: Sequence[int] = (), **more: Any) -> Any:
    seen = view(["Uma frase."] * len(values), acceptability=values, **more)
    metric = Acceptability()
    return metric.partial(metric.measure(seen, METRIC), seen, METRIC, frozenset(without))


def findings(
    text: str, value: float | None, values: Mapping[str, float], **more: Any
) -> list[Finding]:
    seen = view([text], acceptability=[value], token_probabilities=[gains(text, values)], **more)
    measured = Acceptability().measure(seen, METRIC)
    seen = View(
        seen.document,
        {"token-probabilities": seen.analysis("token-probabilities")},
        {"grammaticality.acceptability": measured},
    )
    return list(UnlikelySentence().check(seen, RULE))


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
    assert "exp(-0.5" in found.formula
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
    assert "acceptability" in found.formula
    assert metric.partial(measured, seen, {}, frozenset([0])).value == pytest.approx(0.85)
    empty = view([""], acceptability=[None])
    assert metric.partial(metric.measure(empty, {}), empty, {}).reason == "no-sentences"


def test_gruen_of_hopeless_and_excellent_sentences() -> None:
    assert likelihood(1e6) == 0.0
    assert rescaled(-5.0) == 0.0
    assert rescaled(likelihood(0.0) + 8.0) > 1


def test_finding_marks_the_word_that_fits_least() -> None:
    (found,) = findings(DAMAGED, 0.123456, {"cedo": -4.0})
    assert DAMAGED[found.span.start : found.span.end] == "cedo"
    assert found.evidence == {"acceptability": 0.123, "limit": 0.4, "words": ["luz", "cedo"]}
    assert found.sentence == 0


def test_the_word_before_an_impossible_one_is_to_blame_as_well() -> None:
    text = "O barco voltou ao cais , sem a luz."
    (found,) = findings(text, 0.1, {"sem": -3.0, "ao": -2.0, "cais": -3.0})
    assert text[found.span.start : found.span.end] == "ao"


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        (DAMAGED, 0.4, Kind.PARAGRAPH),
        (DAMAGED, None, Kind.PARAGRAPH),
        (DAMAGED, 0.1, Kind.DIALOGUE),
        (DAMAGED, 0.1, Kind.HEADING),
        (DAMAGED, 0.1, Kind.LIST_ITEM),
        ("Voltou cedo ao cais.", 0.1, Kind.PARAGRAPH),
        ("O barco voltou ao cais sem luz", 0.1, Kind.PARAGRAPH),
        ("O Barco Voltou Ao Cais sem luz.", 0.1, Kind.PARAGRAPH),
        ("Use git_log ou x_y com z_1 e 3 em k_w.", 0.1, Kind.PARAGRAPH),
    ],
    ids=["limit", "none", "dialogue", "heading", "list", "short", "no-stop", "capitals", "code"],
)
def test_what_is_not_reported(text: str, value: float | None, kind: Kind) -> None:
    assert findings(text, value, {}, kinds=[kind]) == []
