"""What plugins import from `textlint_pt.contract`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests import toys
from textlint_pt import contract
from textlint_pt.contract import errors
from textlint_pt.contract.alignment import Link
from textlint_pt.contract.analysis import split_role
from textlint_pt.contract.categories import Categorised, cosine, vector
from textlint_pt.contract.edits import ProposedEdit
from textlint_pt.contract.faults import suspects
from textlint_pt.contract.fetched import Fetched, File
from textlint_pt.contract.figures import figures_file, measured
from textlint_pt.contract.forms import Reading
from textlint_pt.contract.view import View, anew
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText


def test_every_public_object_of_the_plugin_api_can_be_imported() -> None:
    assert len(contract.modules()) > 50
    for name in contract.modules():
        assert getattr(contract, name) is not None


def test_unknown_name_of_the_plugin_api_raises_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        contract.nothing  # noqa: B018


@pytest.mark.parametrize(
    ("probability", "kind", "sure"),
    [(0.5, "news", 1.0), (0.49, "other", 0.29 / 0.3), (0.35, "other", 0.5), (0.2, "other", 0.0)],
)
def test_genre_certainty_rises_with_probability_and_is_1_from_one_half_on(
    probability: float, kind: str, sure: float
) -> None:
    kinds = {"news": probability, "story": 0.1}
    view = View(build("a.txt", "Uma frase.", PlainText()), {}, kinds=kinds)
    assert (view.kind, view.sure_of("news")) == (kind, pytest.approx(sure))
    assert (view.sure_of("story"), view.sure_of("law"), view.whole) == (0.0, 0.0, view)
    assert View(view.document, {}, part_of=view).whole is view
    assert anew("key", lambda: 3) == 3


class Fault(NamedTuple):
    start: int
    end: int
    probability: float


@pytest.mark.parametrize(
    ("probabilities", "runs"),
    [
        ([0.9, 0.1, 0.5], [1, 1]),
        ([0.5, 0.6, 0.7], [3]),
        ([0.1, 0.5, 0.6, 0.7, 0.8, 0.9], [3, 2]),
        ([0.49], []),
    ],
)
def test_adjacent_probably_wrong_words_are_grouped_by_at_most_three(
    probabilities: list[float], runs: list[int]
) -> None:
    words = [Fault(at, at + 1, probability) for at, probability in enumerate(probabilities)]
    assert [len(run) for run in suspects(words, 0.5)] == runs


def test_word_category_vector_counts_unknown_words_in_its_last_position() -> None:
    first = Categorised(("a", "b"), ((0, 1, (0,)), (2, 3, (0, 1)), (4, 5, ())))
    assert vector([first, first], 2) == [4, 2, 2]
    assert cosine([3, 4], [4, 3]) == pytest.approx(0.96)
    assert cosine([2, 0], [5, 0]) == 1.0
    assert cosine([0, 0], [5, 0]) == cosine([1, 0], [0, 0]) == 0.0


@pytest.mark.parametrize(
    ("place", "expected"), [((0, 3), False), ((0, 4), True), ((6, 9), True), ((7, 9), False)]
)
def test_proposed_edit_belongs_to_every_range_that_overlaps_its_word(
    place: tuple[int, int], expected: bool
) -> None:
    assert ProposedEdit(5, 5, ",", "APPEND_,", 0.9, 0.9, 3, 7).is_at([place]) is expected


@pytest.mark.parametrize("features", ["", "_"])
def test_morphological_feature_of_a_word_form_is_looked_up_by_name(features: str) -> None:
    assert Reading("gato", "NOUN", "Gender=Masc|Number=Sing", "own").feature("Number") == "Sing"
    assert Reading("gato", "NOUN", features, "own").feature("Number") is None


def test_alignment_link_with_no_sentence_on_one_side_is_not_paired() -> None:
    assert [Link(*sides).paired for sides in ((0, 1, 0, 1), (0, 0, 0, 1), (0, 1, 1, 1))] == [
        True, False, False
    ]  # fmt: skip


def test_analysis_name_is_split_only_at_a_reference_or_source_prefix() -> None:
    names = ("reference:tokens", "source:tokens", "alignment:reference", "tokens", "reference")
    assert [split_role(name) for name in names] == [
        ("reference", "tokens"), ("source", "tokens"), (None, "alignment:reference"),
        (None, "tokens"), (None, "reference"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [(None, True), ("abcdef0", True), ("abcdef01", True), ("abcdef", False), ("abcdef1", False)],
)
def test_downloaded_model_matches_revision_prefixes_of_at_least_seven_digits(
    wanted: str | None, expected: bool
) -> None:
    files = {"a": File("x", 3), "b": File("y", 4)}
    fetched = Fetched("m", "abcdef0123", Path(), files)
    assert (fetched.has_revision(wanted), fetched.bytes) == (expected, 7)


@pytest.mark.parametrize(
    ("word", "hint"), [("edti", ' (did you mean "edit"?)'), ("xyz", ""), ("", "")]
)
def test_error_message_suggests_the_nearest_known_name(word: str, hint: str) -> None:
    assert errors.nearest(word, ["exit", "edit", "undo"]) == hint


def _raised(call: Any) -> BaseException:
    with pytest.raises(Exception) as raised:
        call()
    return raised.value


def test_exception_description_has_the_file_and_line_in_the_failing_plugin(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    raised = _raised(lambda: build("a.txt", 3, PlainText()))  # type: ignore[arg-type]
    name = type(raised).__name__
    inside = errors.describe(raised, "textlint_pt.formats")
    assert inside.startswith(f"{name}: ")
    assert "/textlint_pt/" in inside
    for module in ("tests.other", "tests"):
        assert "test_contract.py:" in errors.describe(raised, module)
    assert "test_contract.py:" in errors.describe(raised)  # the last outside of the engine
    assert "/textlint_pt/" in errors.describe(raised, "elsewhere")
    assert errors.describe(ValueError()) == "ValueError"
    assert errors.describe(ValueError("a\nb")) == "ValueError: a"
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(errors.DEBUG, "on", True)
    errors.describe(raised)
    assert "Traceback" in capsys.readouterr().err


def test_rule_without_a_file_of_measurements_has_no_measured_precision() -> None:
    assert figures_file(toys.Shout) is not None
    assert measured(toys.Shout) is None


def test_rule_without_declared_metrics_contributes_to_no_score_dimension() -> None:
    declared = [contract.Declared("a.b", dimension="focus", metrics=m) for m in ((), ("c.d",))]
    assert [one.measured for one in declared] == [None, "focus"]
