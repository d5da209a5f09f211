"""GRA001 and the two grammaticality metrics, on analyses made by hand."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_grammaticality.metrics import (
    PEERS,
    Acceptability,
    Gruen,
    GruenPublished,
    likelihood,
    rescaled,
)
from textlint_pt_grammaticality.old_spelling import (
    in_old_spelling,
    spelled_before_1945,
    stretches,
    usual,
)
from textlint_pt_grammaticality.suspect_word import SuspectWord

from textlint_pt.contract.edits import ProposedEdit
from textlint_pt.contract.rule import findings as findings_of
from textlint_pt.contract.view import View
from textlint_pt.report.finding import Edit, Finding
from textlint_pt.report.severity import Severity
from textlint_pt.testing import lint_text
from textlint_pt.text.document import Document, Kind, Sentence, Text

#: the mean acceptability from which on the model takes nothing off
TYPICAL = json.loads(PEERS.read_text("utf-8"))["kinds"]["other"]
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


def partial(
    values: Sequence[float | None],
    without: Sequence[int] = (),
    wrong: Mapping[int, tuple[Severity, Mapping[str, Any]]] | None = None,
    **more: Any,
) -> Any:
    """The partial where rules found something `wrong` in sentences, with this evidence."""
    seen = view(["Uma frase."] * len(values), acceptability=values, **more)
    seen.findings = {
        "grammaticality": [
            Finding("GRA101", seen.sentences[i].span, evidence, sentence=i, severity=severity)
            for i, (severity, evidence) in (wrong or {}).items()
        ]
    }
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
        wording=Wordless(),
    )
    return findings_of(SuspectWord(), seen, RULE)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9))
def test_partial_lies_between_0_and_1_and_never_rises_with_a_worse_sentence(
    values: list[float],
) -> None:
    value = partial(values).value
    assert 0 <= value <= 1
    assert partial([values[0] / 2, *values[1:]]).value <= value


def test_partial_is_the_mean_against_what_is_typical() -> None:
    found = partial([0.9, 0.6, 0.3, None])
    assert found.value == pytest.approx(0.6 / TYPICAL)
    expected = {"mean": pytest.approx(0.6), "typical": TYPICAL, "sentences": 3, "wrong_share": 0}
    assert found.inputs == expected
    assert partial([0.97, 0.99]).value == 1
    assert [cost.sentence for cost in found.costs if cost.amount > 0.1] == [1, 2]


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
def test_what_share_of_a_text_is_in_a_spelling_of_before_1945(text: str, share: float) -> None:
    assert spelled_before_1945(view([text])) == share


def test_a_page_in_old_spelling_inside_a_modern_book_is_a_stretch_of_its_own() -> None:
    today = ["O rio corria devagar entre as pedras, e ninguém falava daquilo."] * 20
    old = ["Elle fallava d'aquella janella, e ella sahiu com os cabellos soltos."] * 3
    assert in_old_spelling(view(today + old + today)) == [False] * 20 + [True] * 3 + [False] * 20


@given(st.lists(st.integers(-8, 8).map(float), max_size=9))
def test_stretches_are_the_likeliest_of_all(evidence: list[float]) -> None:
    def worth(states: Sequence[bool]) -> float:
        changes = sum(one != other for one, other in pairwise((False, *states)))
        return sum(nats for nats, old in zip(evidence, states, strict=True) if old) - 6.0 * changes

    best = max(map(worth, product((False, True), repeat=len(evidence))))
    assert worth(stretches(evidence)) == pytest.approx(best)


def test_a_text_in_old_spelling_is_measured_against_its_own() -> None:
    old = "Elle chegára n'aquella noute, e a visinha offereceu-lhe uma chavena de chá."
    seen = view([old] * 3, acceptability=[0.7] * 3, forms=form_lexicon())
    metric = Acceptability()
    found = metric.partial(metric.measure(seen, {}), seen, {})
    assert found.value == 1.0
    assert found.inputs["typical"] == usual().acceptability < 0.7
    assert partial([0.7] * 3).value == pytest.approx(0.7 / TYPICAL)


def test_a_text_that_is_wrong_in_every_sentence_keeps_less_than_half() -> None:
    every = {i: (Severity.WARNING, {}) for i in range(20)}
    assert partial([0.97] * 20, wrong=every).value == pytest.approx(math.exp(-2.5 / 1.005))


def test_five_slips_in_a_hundred_sentences_cost_more_than_three_points() -> None:
    found = partial([0.97] * 100, wrong={i: (Severity.ERROR, {}) for i in range(0, 100, 20)})
    assert found.value == pytest.approx(math.exp(-2.5 * 0.0025 / 0.055))
    assert {cost.sentence for cost in found.costs if cost.amount} == set(range(0, 100, 20))
    assert {cost.reason for cost in found.costs if cost.amount} == {"found"}
    # also where rules find no more than two of them
    two = partial([0.97] * 100, wrong={i: (Severity.ERROR, {"confidence": 0.9}) for i in (0, 20)})
    assert two.value < 0.97


def test_a_finding_costs_by_its_confidence_and_severity() -> None:
    losses = [
        -math.log(partial([0.97] * 10, wrong={3: judged}).value)
        for judged in (
            (Severity.WARNING, {}),
            (Severity.WARNING, {"confidence": 0.8}),
            (Severity.INFO, {}),
            (Severity.WARNING, {"confidence": 0.0}),
        )
    ]
    shares = (0.1, 0.08, 0.025, 0.0)
    assert losses == pytest.approx([2.5 * s * s / (s + 0.005) for s in shares])


def test_a_text_without_accents_is_wrong_in_every_sentence_that_lost_one() -> None:
    text = "Voce nao sabe onde estao os irmaos. O rio corre para o mar."
    entry = lint_text(text + "\n\n" + "Eles tambem nao vao la. " * 8)
    share = entry["score"]["partials"]["grammaticality"]
    assert {finding["code"] for finding in entry["findings"]} >= {"GRA903"}
    assert share["inputs"]["wrong_share"] > 0.7
    assert share["value"] < 0.5


def test_costs_are_shared_out_by_what_causes_them() -> None:
    found = partial([0.97] * 8 + [0.1, 0.1], wrong={0: (Severity.WARNING, {})})
    amounts = {cost.sentence: cost.amount for cost in found.costs if cost.amount}
    assert set(amounts) == {0, 8, 9}
    assert sum(amounts.values()) == pytest.approx(-math.log(found.value))
    assert amounts[0] == pytest.approx(2.5 * 0.01 / 0.105)
    assert amounts[8] == amounts[9]


def test_an_accepted_sentence_costs_nothing() -> None:
    assert partial([0.97, 0.1, 0.97], without=[1]).value == pytest.approx(1)


def test_dialogue_counts_only_where_there_is_little_else() -> None:
    speech = [Kind.DIALOGUE, Kind.PARAGRAPH, Kind.PARAGRAPH, Kind.PARAGRAPH]
    assert partial([0.1, 0.97, 0.97, 0.97], kinds=speech).value == pytest.approx(1)
    assert partial([0.3, 0.6], kinds=speech[:2]).value == pytest.approx(0.45 / TYPICAL)


def test_a_finding_counts_in_dialogue_beside_prose() -> None:
    speech = [Kind.DIALOGUE, *[Kind.PARAGRAPH] * 9]
    found = partial([0.97] * 10, kinds=speech, wrong={0: (Severity.ERROR, {})})
    assert found.value == pytest.approx(math.exp(-2.5 * 0.01 / 0.105))
    assert [cost.sentence for cost in found.costs if cost.amount] == [0]


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


def test_a_finding_marks_the_word_and_corrects_it() -> None:
    (found,) = findings(DAMAGED, edited(DAMAGED, "cedo", "REPLACE_tarde", "tarde"))
    assert DAMAGED[found.span.start : found.span.end] == "cedo"
    assert found.evidence["suggestions"] == ["tarde"]
    assert (found.evidence["probability"], found.evidence["fault"]) == (0.9, 0.8)
    assert found.fix is not None and found.fix.applicability == "suggestion"
    assert found.fix.edits == (Edit(*found.span, "tarde"),)
    assert found.sentence == 0


def test_what_is_put_in_goes_after_the_word() -> None:
    (found,) = findings(DAMAGED, edited(DAMAGED, "voltou", "APPEND_,", ","))
    assert found.message == "missing-comma"
    assert DAMAGED[found.span.start : found.span.end] == "voltou"
    end = DAMAGED.index("voltou") + len("voltou")
    assert found.fix is not None and found.fix.edits == (Edit(end, end, ","),)


def test_several_edits_of_a_word_are_one_finding_with_the_likeliest_first() -> None:
    edits = [edited(DAMAGED, "cedo", f"REPLACE_{new}", new, p) for new, p in MEANT.items()]
    (found,) = findings(DAMAGED, *edits)
    assert found.evidence["suggestions"] == ["tarde", "sempre"]


def test_of_neighbours_that_disagree_one_is_corrected() -> None:
    text = "Falei com o médicos do hospital."
    either = (edited(text, "o", "N_PL", "os", 0.7), edited(text, "médicos", "N_SG", "médico", 0.2))
    either = (either[0]._replace(start=10, end=11, word_start=10, word_end=11), either[1])
    (found,) = findings(text, *either)
    assert found.evidence["suggestions"] == ["os"]


@pytest.mark.parametrize("kind", [Kind.DIALOGUE, Kind.HEADING, Kind.LIST_ITEM])
def test_what_is_no_running_text_is_not_judged(kind: Kind) -> None:
    assert findings(DAMAGED, edited(DAMAGED, "cedo", "DELETE", ""), kind=kind) == []


def test_how_a_line_begins_is_not_judged() -> None:
    text = "o barco voltou."
    assert findings(text, edited(text, "o", "CASE_UP", "O")) == []
