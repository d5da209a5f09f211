"""The score's arithmetic."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.contract.measurement import Cost, Partial
from textlint_pt.engine.scoring import EXTRA_SENTENCES, LISTED_SHARE, Fault, Score, score

DIMENSIONS = ("grammaticality", "redundancy", "focus")
points = st.floats(0.05, 3)


def partial(value: float | None, loss: float = 0.0, costs: tuple[Cost, ...] = ()) -> Partial:
    return Partial(value, (0.0, 1.0), "f", costs=costs, loss=loss)


def scored(faults: list[Fault], sentences: int = 20, losses: tuple[float, ...] = ()) -> Score:
    partials = {name: partial(0.9) for name in DIMENSIONS}
    for name, loss in zip(DIMENSIONS, losses, strict=False):
        partials[name] = partial(0.9, loss, (Cost(0, 1.0, "odd"), Cost(1, 3.0, "odd")))
    return score("calibrated", partials, faults, sentences, 15 * sentences)


def total(*args: object) -> float:
    found = scored(*args).total  # type: ignore[arg-type]
    assert found is not None
    return found


def fault(at: int = 0, weighs: float = 2.0, dimension: str = "grammaticality") -> Fault:
    return Fault(dimension, at, weighs, "GRA901", "why")


faults = st.lists(
    st.builds(fault, st.integers(0, 19), points, st.sampled_from(DIMENSIONS)), max_size=30
)
losses = st.tuples(*[st.floats(0, 0.3)] * 3)


@given(faults, losses)
def test_score_is_one_minus_the_sum_of_its_losses(
    faults: list[Fault], losses: tuple[float, ...]
) -> None:
    result = scored(faults, 20, losses)
    assert result.total is not None
    assert 0 <= result.total <= 1
    missing = sum(share.loss for share in result.shares.values())
    assert math.isclose(1 - missing, result.total, abs_tol=1e-9)
    assert math.isclose(sum(loss for *_, loss in result.causes()), missing, abs_tol=1e-9)


@given(faults, st.builds(fault, st.integers(0, 19), points, st.sampled_from(DIMENSIONS)), losses)
def test_every_additional_error_lowers_the_score(
    faults: list[Fault], more: Fault, losses: tuple[float, ...]
) -> None:
    assert total([*faults, more], 20, losses) < total(faults, 20, losses)


@given(faults, st.builds(fault, weighs=points), st.integers(20, 500))
def test_error_lowers_the_score_of_20_sentences_at_most_by_its_points(
    faults: list[Fault], more: Fault, sentences: int
) -> None:
    before, after = total(faults, sentences), total([*faults, more], sentences)
    assert before - after <= more.points / 100 + 1e-12


@given(faults)
def test_twice_the_errors_in_twice_the_text_give_the_same_score(faults: list[Fault]) -> None:
    again = [one._replace(sentence=one.sentence + 20) for one in faults]
    assert total([*faults, *again], 40) == pytest.approx(total(faults, 20), abs=0.03)


@given(st.lists(points, min_size=2, max_size=9))
def test_graver_error_lowers_the_score_more(weights: list[float]) -> None:
    result = scored([fault(n, weighs) for n, weighs in enumerate(weights)])
    costs = sorted(result.shares["grammaticality"].losses, key=lambda one: one[1].sentence)
    assert [cost.amount / costs[0][1].amount for _, cost in costs] == pytest.approx(
        [weighs / weights[0] for weighs in weights]
    )


def test_error_in_an_unmeasured_score_dimension_does_not_lower_the_score() -> None:
    assert total([fault(dimension="drift")]) == 1.0


@given(faults, st.integers(20, 200))
def test_score_interval_contains_the_score_and_narrows_with_length(
    faults: list[Fault], sentences: int
) -> None:
    result = scored(faults, sentences)
    assert result.interval is not None
    low, high = result.interval
    assert 0 <= low <= (result.total or 0) <= high <= 1
    again = [
        one._replace(sentence=one.sentence + n * sentences) for n in range(4) for one in faults
    ]
    longer = scored(again, 4 * sentences).interval
    assert longer is not None
    assert longer[1] - longer[0] <= high - low + 0.02


@pytest.mark.parametrize(
    ("faults", "sentences", "losses", "total", "interval"),
    [
        ([fault()], 20, (), 0.980199, (0.939632, 1.0)),
        ([fault(3, 1.0), fault(3, 0.5, "focus")], 8, (0.1, 0.05), 0.822408, (0.635087, 1.0)),
        ([fault(n) for n in range(12)], 5, (0.3,), 0.329243, (0.199815, 0.45867)),
        ([fault(weighs=0.05)], 40, (0.0, 0.0, 0.2), 0.799791, (0.499805, 1.0)),
    ],
)
def test_score_and_its_interval_for_given_errors_match_stored_values(
    faults: list[Fault],
    sentences: int,
    losses: tuple[float, ...],
    total: float,
    interval: tuple[float, float],
) -> None:
    found = scored(faults, sentences, losses)
    assert found.total == pytest.approx(total, abs=1e-6)
    assert found.interval == pytest.approx(interval, abs=1e-6)
    assert list(found.shares) == list(DIMENSIONS)


@pytest.mark.parametrize(
    ("total", "band"),
    [(0.69, "low"), (0.7, "medium"), (0.89, "medium"), (0.9, "high"), (1.0, "high"), (None, None)],
)
def test_score_band_includes_its_lower_limit(total: float | None, band: str | None) -> None:
    assert Score(total, "calibrated", {}).band == band


@pytest.mark.parametrize("profile", ["calibrated", "gruen"])
def test_score_without_measurements_lists_score_dimensions_in_fixed_order(profile: str) -> None:
    partials = {name: partial(None) for name in ("own", *reversed(DIMENSIONS))}
    found = score(profile, partials, [], 20, 300)
    assert list(found.shares) == [*DIMENSIONS, "own"]
    assert (found.total, found.reason) == (None, "nothing-measured")
    assert {share.loss for share in found.shares.values()} == {0.0}
    assert score(profile, partials, [], 0, 0).reason == "empty"


def test_score_interval_of_a_text_without_errors_reaches_below_one() -> None:
    low, high = scored([], 20).interval or (0.0, 0.0)
    assert high == 1.0
    assert 0.97 < low < 0.99
    assert (scored([], 5).interval or (0.0, 0.0))[0] < low


def test_gruen_score_is_the_clamped_sum_of_its_terms() -> None:
    partials = {
        "grammaticality": partial(0.8),
        "redundancy": Partial(-0.3, (-math.inf, 0.0), "f"),
        "focus": Partial(-0.1, (-0.1, 0.0), "f"),
    }
    assert score("gruen", partials, [], 2, 9).total == pytest.approx(0.4)
    partials["redundancy"] = Partial(-3.0, (-math.inf, 0.0), "f")
    assert score("gruen", partials, [fault()], 2, 9).total == 0.0


def test_gruen_score_loss_is_divided_among_sentences_by_their_cost() -> None:
    costs = (Cost(0, 0.5, "why"), Cost(1, 1.5, "why"))
    share = score("gruen", {"grammaticality": partial(0.8, costs=costs)}, [], 2, 9).shares
    assert [(c.sentence, round(c.amount, 6)) for c in share["grammaticality"].costs()] == [
        (1, 0.15),
        (0, 0.05),
    ]


@pytest.mark.parametrize(("number", "band"), [(0, "high"), (10, "medium"), (60, "low")])
def test_verbal_score_rating_falls_with_the_number_of_errors(number: int, band: str) -> None:
    assert scored([fault()] * number).band == band


@pytest.mark.parametrize(("sentences", "words"), [(4, 99), (40, 39)])
def test_too_little_text_has_a_score_interval_but_no_score(sentences: int, words: int) -> None:
    result = score("calibrated", {"focus": partial(0.5)}, [], sentences, words)
    assert (result.total, result.reason, result.band) == (None, "too-little-text", None)
    assert result.interval is not None


@pytest.mark.parametrize(("sentences", "words"), [(5, 40), (3, 100)])
def test_five_sentences_or_fewer_long_ones_are_enough_for_a_score(
    sentences: int, words: int
) -> None:
    assert score("calibrated", {"focus": partial(0.5)}, [], sentences, words).total == 1.0


def test_text_with_no_score_dimension_measured_has_a_reason_and_no_score() -> None:
    assert score("calibrated", {}, [], 9, 99).reason == "nothing-measured"
    assert score("calibrated", {"focus": partial(None)}, [], 9, 99).reason == "nothing-measured"
    assert score("calibrated", {}, [], 1, 2).reason == "nothing-measured"
    assert score("calibrated", {"focus": partial(None)}, [], 1, 2).reason == "too-little-text"


@given(st.lists(st.one_of(st.just(0.0), st.floats(1e-6, 1)), min_size=1, max_size=40))
def test_sentences_listed_with_a_score_loss_account_for_most_of_it(amounts: list[float]) -> None:
    costs = tuple(Cost(number, amount, "why") for number, amount in enumerate(amounts))
    share = score("calibrated", {"focus": partial(0.6, 0.4, costs)}, [], 50, 500).shares["focus"]
    listed = [cost.amount for cost in share.costs()]
    assert listed == sorted(listed, reverse=True)
    assert sum(listed) <= 0.4 + 1e-9
    if math.fsum(amounts):
        assert sum(listed) >= LISTED_SHARE * 0.4 - 1e-9
        assert all(loss > 0 for loss in listed)
    else:
        assert not listed


def test_rules_that_cause_a_score_loss_are_counted_and_sorted_by_their_loss() -> None:
    found = scored(
        [fault(0), fault(1), fault(2, 3.0)._replace(cause="TRA003")], 20, (0.1,)
    ).causes()
    assert [(cause, number) for cause, number, _ in found] == [
        ("odd", 2),
        ("GRA901", 2),
        ("TRA003", 1),
    ]
    assert found[1][2] == pytest.approx((1 - math.exp(-0.22 * 7 / (20 + EXTRA_SENTENCES))) * 4 / 7)
