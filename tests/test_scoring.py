"""The score's arithmetic."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.contract.measurement import Cost, Partial
from textlint_pt.engine.scoring import ACCOUNTED, score

values = st.floats(0, 1)


def partial(value: float | None, low: float = 0.0) -> Partial:
    return Partial(value, (low, 1.0 if low == 0 else 0.0), "f")


@given(st.lists(st.tuples(values, st.floats(0.1, 3)), min_size=1, max_size=4))
def test_calibrated_losses_add_up_and_total_is_bounded(parts: list[tuple[float, float]]) -> None:
    partials = {f"d{i}": (partial(value), weight) for i, (value, weight) in enumerate(parts)}
    result = score("calibrated", partials, 100, 1000)
    assert result.total is not None
    assert 0 <= result.total <= 1
    assert math.isclose(
        1 - sum(share.loss for share in result.shares.values()), result.total, abs_tol=1e-9
    )
    assert all(share.loss >= 0 for share in result.shares.values())


@given(values, values, values)
def test_a_better_partial_never_lowers_the_total(a: float, b: float, other: float) -> None:
    low, high = sorted((a, b))
    totals = [
        score("calibrated", {"focus": (partial(v), 1.0), "drift": (partial(other), 1.0)}, 9, 99)
        for v in (low, high)
    ]
    assert totals[0].total is not None
    assert totals[1].total is not None
    assert totals[0].total <= totals[1].total + 1e-12


def test_gruen_is_the_clamped_sum() -> None:
    partials = {
        "grammaticality": (partial(0.8), 1.0),
        "redundancy": (partial(-0.3, -math.inf), 1.0),
        "focus": (partial(-0.1, -0.1), 1.0),
    }
    assert score("gruen", partials, 2, 9).total == pytest.approx(0.4)
    partials["redundancy"] = (partial(-3.0, -math.inf), 1.0)
    assert score("gruen", partials, 2, 9).total == 0.0


@pytest.mark.parametrize(
    ("total", "band"), [(0.0, "low"), (0.39, "low"), (0.4, "medium"), (0.7, "high"), (1.0, "high")]
)
def test_bands(total: float, band: str) -> None:
    assert score("calibrated", {"focus": (partial(total), 1.0)}, 9, 99).band == band


@pytest.mark.parametrize(("sentences", "words"), [(4, 400), (40, 39)])
def test_too_little_text(sentences: int, words: int) -> None:
    result = score("calibrated", {"focus": (partial(0.5), 1.0)}, sentences, words)
    assert (result.total, result.reason, result.band) == (None, "too-little-text", None)


def test_nothing_measured() -> None:
    assert score("calibrated", {}, 9, 99).reason == "nothing-measured"
    assert score("calibrated", {"focus": (partial(None), 1.0)}, 9, 99).reason == "nothing-measured"


@given(st.lists(st.one_of(st.just(0.0), st.floats(1e-9, 1)), min_size=1, max_size=40))
def test_the_sentences_listed_account_for_the_loss(amounts: list[float]) -> None:
    costs = [Cost(number, amount, "why") for number, amount in enumerate(amounts)]
    shares = score(
        "calibrated", {"focus": (Partial(0.6, (0.0, 1.0), "f", costs=costs), 1.0)}, 50, 500
    ).shares
    listed = shares["focus"].costs()
    losses = [loss for _, loss in listed]
    assert losses == sorted(losses, reverse=True)
    assert sum(losses) <= 0.4 + 1e-9
    if math.fsum(amounts):
        assert sum(losses) >= ACCOUNTED * 0.4 - 1e-9
        assert all(loss > 0 for loss in losses)
    else:
        assert not listed


def test_only_the_costliest_sentences_are_listed() -> None:
    costs = [Cost(0, 0.5, "why"), Cost(1, 9.0, "why"), Cost(2, 0.5, "why")]
    partial = Partial(0.5, (0.0, 1.0), "f", costs=costs)
    (listed,) = score("calibrated", {"focus": (partial, 1.0)}, 9, 99).shares["focus"].costs()
    assert (listed[0].sentence, round(listed[1], 6)) == (1, 0.45)


def test_without_a_loss_no_sentence_costs() -> None:
    partial = Partial(1.0, (0.0, 1.0), "f", costs=[Cost(0, 0.5, "why")])
    assert not score("calibrated", {"focus": (partial, 1.0)}, 9, 99).shares["focus"].costs()


def test_a_weight_is_an_exponent() -> None:
    parts = {"focus": (partial(0.5), 2.0), "drift": (partial(0.5), 1.0)}
    result = score("calibrated", parts, 9, 99)
    assert result.total == pytest.approx(0.125)
    assert result.shares["focus"].loss == pytest.approx(2 * result.shares["drift"].loss)
    assert result.shares["focus"].weight == 2.0


def test_a_partial_of_zero_leaves_their_part_of_the_loss_to_the_others() -> None:
    parts = {"focus": (partial(0.0), 1.0), "drift": (partial(0.5), 1.0)}
    result = score("calibrated", parts, 9, 99)
    assert result.total == pytest.approx(0.0, abs=1e-9)
    # as logarithms: of a half, and of a billionth
    assert result.shares["drift"].loss == pytest.approx(math.log(2) / math.log(2e9), rel=1e-6)
    small = score("calibrated", {"focus": (partial(1e-6), 1.0)}, 9, 99)
    assert small.total == pytest.approx(1e-6)


def test_enough_text_is_five_sentences_and_forty_words() -> None:
    assert score("calibrated", {"focus": (partial(0.5), 1.0)}, 5, 40).total == pytest.approx(0.5)
