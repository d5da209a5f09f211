"""Focus: distances to the surroundings, the two metrics and FOC001."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textlint_pt_embedded.vectors import UsualDistances, WordVectors
from textlint_pt_focus.metrics import HALF, Found, Gruen, Transition, similarity
from textlint_pt_focus.off_topic_transition import (
    OffTopicTransition,
    _adjacent_in_source,
    contrast_with_page,
    far_from_both_sides,
)
from textlint_pt_focus.peers import Peers, peers
from textlint_pt_focus.surroundings import (
    NEARNESS,
    PAGE,
    Distances,
    expected_distance,
    percentile,
    rank,
    standing,
)

from textlint_pt.contract.alignment import Alignment, Link
from textlint_pt.contract.view import View
from textlint_pt.testing import lint_text
from textlint_pt.text.document import Document, Kind, Sentence, Text
from textlint_pt.text.wmd import Bag, word_movers_distance

STORY = [
    "O pescador saiu de madrugada no seu barco azul.",
    "O mar estava calmo e o barco deslizava sobre as ondas.",
    "Lançou a rede à água e esperou que os peixes chegassem.",
    "As gaivotas voavam por cima do barco, à espera dos peixes.",
    "Quando puxou a rede, trazia três sardinhas e uma velha bota.",
    "O pescador riu e atirou a bota de volta ao mar.",
    "As sardinhas, essas, guardou-as num balde com água.",
    "O vento começou a soprar e as ondas cresceram à volta do barco.",
    "Remou com força até à praia, onde a mulher o esperava.",
    "Juntos puxaram o barco para a areia e estenderam a rede ao sol.",
    "À noite assaram as sardinhas na praia, diante do mar.",
    "As gaivotas comeram as espinhas e o pescador adormeceu na areia.",
]
FOREIGN = "O tribunal constitucional recusou o recurso apresentado pelo ministro das finanças."
MIXTURE = [
    STORY[0],
    FOREIGN,
    "Carregue no botão para guardar as definições do servidor.",
    "A catedral gótica foi construída no século doze.",
    "As células produzem energia a partir da glicose.",
    "O avançado marcou o golo da vitória nos descontos.",
    "Junte a farinha, os ovos e a manteiga numa tigela.",
    "A rainha entregou a coroa ao filho mais velho.",
]
VECTORS, USUAL = WordVectors(), UsualDistances()


def document(sentences: Sequence[str]) -> Document:
    start, made = 0, []
    for index, sentence in enumerate(sentences):
        made.append(Sentence(index, Text.verbatim(sentence, start), Kind.PARAGRAPH, 0, 0))
        start += len(sentence) + 1
    return Document("x.txt", " ".join(sentences), "text", (), tuple(made))


def view(sentences: Sequence[str]) -> View:
    made = document(sentences)
    analyses = {
        "word-vectors": VECTORS.run(list(sentences), {}),
        "word-vectors-reference": USUAL.run(made, {}),
    }
    return View(made, analyses)


def distances_to_surroundings(sentences: Sequence[str]) -> list[float | None]:
    return list(Transition().measure(view(sentences), {}).values)


def focus(sentences: Sequence[str], without: frozenset[int] = frozenset()) -> float | None:
    seen = view(sentences)
    return Transition().partial(Transition().measure(seen, {}), seen, {}, without).value


def bag(*angles: float) -> Bag:
    """A bag of evenly weighted words in a plane, by their angles."""
    n = len(angles)
    vectors = np.array([[math.cos(a), math.sin(a)] for a in angles], dtype=np.float32)
    places = tuple(range(n))
    weights = np.full(n, 1 / n) if n else np.empty(0)
    return Bag(tuple(map(str, angles)), places, places, weights, vectors.reshape(n, 2))


REFERENCE: dict[str, Any] = {
    "weights": [1.0, 0.5, 0.5, -0.25],
    "usual": [1.0, 0.1],
    "spread": 0.5,
    "standings": np.linspace(-2, 2, 101).tolist(),
    "neighbours": {"usual": [0.8, 0.2], "percentiles": np.linspace(-1, 1, 101).tolist()},
    "gruen_median": 1.2,
}


# ------------------------------------------------------------------ surroundings


def test_focus_rule_computes_exact_word_movers_distances_of_sentences() -> None:
    bags = VECTORS.run(STORY[:3], {})
    found = Distances(bags)
    for i, j in ((0, 1), (0, 2), (1, 2)):
        exact = word_movers_distance(bags[i], bags[j])
        assert exact is not None
        assert found.transport(i, j).distance == pytest.approx(exact.distance, abs=1e-5)


def test_focus_distance_to_neighbour_sentences_matches_hand_computed_values() -> None:
    angles = [0.0, None, 1.5, 0.1, 3.0, 1.6]
    found = Distances([bag() if angle is None else bag(angle) for angle in angles])
    assert found.spoken == [0, 2, 3, 4, 5]
    assert found.neighbours(3) == ([2, 0], [4, 5])
    around = found.around(3)
    assert around is not None
    chords = [2 * math.sin(abs(0.1 - angle) / 2) for angle in (1.5, 0.0, 3.0, 1.6)]
    weights = NEARNESS[0], NEARNESS[1], NEARNESS[0], NEARNESS[1]
    assert around.distance == pytest.approx(np.average(chords, weights=weights), abs=1e-5)
    assert around.nearest == pytest.approx(chords[1], abs=1e-5)
    assert around.strangeness == pytest.approx(chords[1], abs=1e-3)
    assert (around.brevity, around.page) == (1.0, 4)


@pytest.mark.parametrize("order", [1, -1])
def test_focus_rule_compares_a_sentence_with_a_fixed_number_of_others(order: int) -> None:
    angles = [0.01 * number + 0.0004 * number**2 for number in range(3 * PAGE)]
    found = Distances([bag(angle) for angle in angles])
    for number in range(3 * PAGE)[::order]:
        around = found.around(number)
        assert around is not None
        page = [*angles[max(0, number - PAGE) : number], *angles[number + 1 : number + 1 + PAGE]]
        nearest = min(2 * math.sin(abs(angle - angles[number]) / 2) for angle in page)
        assert around.page == len(page)
        place, compared = found.page(number)
        assert (len(compared), compared[place]) == (len(page) + 1, found.bags[number])
        assert around.strangeness == pytest.approx(nearest, abs=1e-3)


def test_each_batch_of_focus_distances_includes_all_neighbours_to_compare() -> None:
    bags = [bag(number / 10) for number in range(1, 3 * PAGE)]
    found = Distances(bags)
    seen: list[int] = []
    for numbers, (start, count, page) in found.runs():
        first, last = max(0, numbers[0] - PAGE), numbers[-1] + 1 + PAGE
        assert [id(one) for one in page] == [id(one) for one in bags[first:last]]
        assert (first + start, count) == (numbers[0], len(numbers))
        seen += numbers
    assert seen == found.spoken


def test_focus_metric_skips_repeated_sentences_as_neighbours() -> None:
    found = Distances([bag(0.0), bag(0.0), bag(1.0), bag(0.0)])
    assert found.spoken == [0, 2]
    assert found.around(1) is None
    assert found.neighbours(2) == ([0], [])


def test_single_sentence_has_no_neighbours_to_compare_focus_with() -> None:
    assert Distances([]).spoken == []
    assert Distances([bag(), bag(0), bag()]).around(1) is None
    assert Distances([bag(), bag(0), bag(1)]).around(0) is None


def test_focus_distance_is_standardised_by_the_distances_in_usual_texts() -> None:
    around = Distances([bag(0), bag(1.0, 1.2), bag(0.5)]).around(1)
    assert around is not None
    form = around.distance + 0.5 * around.nearest + 0.5 * around.strangeness - 0.25 * 0.5
    usual = 1.0 + 0.1 * math.log1p(2)
    assert standing(around, REFERENCE) == pytest.approx((form - usual) / 0.5)


@given(st.floats(-20, 20), st.floats(-20, 20))
def test_focus_rank_increases_with_distance_between_0_and_1(a: float, b: float) -> None:
    low, high = sorted((rank(a, REFERENCE), rank(b, REFERENCE)))
    assert 0 < low <= high < 1
    if abs(a - b) > 1e-6:
        assert low < high
        assert (rank(a, REFERENCE) < rank(b, REFERENCE)) == (a < b)


def test_focus_rank_is_the_share_of_smaller_distances_in_human_texts() -> None:
    assert rank(0.0, REFERENCE) == pytest.approx(0.5)
    assert rank(-1.0, REFERENCE) == pytest.approx(0.25)
    assert rank(-1.96, REFERENCE) == pytest.approx(0.01)
    assert rank(-2.96, REFERENCE) == pytest.approx(0.01 / math.e)
    assert rank(2.96, REFERENCE) == pytest.approx(1 - 0.01 / math.e)


def test_equal_focus_distance_has_a_lower_percentile_in_a_short_sentence() -> None:
    short, long = bag(0), bag(*np.linspace(0, 1, 10))
    assert expected_distance(2.0, REFERENCE) == pytest.approx(1.2)
    assert percentile(1.0, short, short, REFERENCE) < percentile(1.0, long, long, REFERENCE)
    assert percentile(1.21, short, short, REFERENCE) == 51
    assert percentile(9.0, short, short, REFERENCE) == 100
    assert percentile(-9.0, short, short, REFERENCE) == 0


# ------------------------------------------------------------------ focus.transition


@pytest.mark.parametrize("place", [1, 4, 8, 11])
def test_off_topic_sentence_has_the_largest_distance_to_its_neighbours(place: int) -> None:
    sentences = [*STORY[:place], FOREIGN, *STORY[place:]]
    values = distances_to_surroundings(sentences)
    assert all(value is not None and 0 < value < 1 for value in values)
    assert values.index(max(v for v in values if v is not None)) == place


def test_sentences_without_content_words_have_no_focus_distance() -> None:
    assert distances_to_surroundings(["E?", STORY[0], "Não.", STORY[1]])[::2] == [None, None]
    assert distances_to_surroundings([STORY[0]]) == [None]


def test_text_without_content_words_has_a_reason_instead_of_a_focus_score() -> None:
    seen = view(["E?"])
    partial = Transition().partial(Transition().measure(seen, {}), seen, {})
    assert (partial.value, partial.reason) == (None, "no-sentences")


def test_coherent_text_has_a_higher_focus_score_than_a_mixture_of_texts() -> None:
    whole, mixed = focus(STORY), focus(MIXTURE)
    assert whole is not None and mixed is not None
    assert whole > 0.9
    assert mixed < whole - 0.1


def test_focus_score_falls_with_every_off_topic_sentence() -> None:
    changed, values = list(STORY), [focus(STORY)]
    for place, sentence in ((2, FOREIGN), (5, MIXTURE[2]), (8, MIXTURE[4])):
        changed[place] = sentence
        values.append(focus(changed))
    assert values == sorted(values, key=lambda v: -(v or 0))


def test_focus_score_falls_when_sentences_are_shuffled() -> None:
    own = focus(STORY)
    assert own is not None
    fallen = 0
    for seed in range(20):
        shuffled = list(STORY)
        random.Random(seed).shuffle(shuffled)
        fallen += (focus(shuffled) or 0) < own
    assert fallen >= 14


def test_focus_score_is_0_99_for_usual_distances_and_0_5_for_deviant_ones() -> None:
    seen = view(STORY)
    measured = Transition().measure(seen, {})
    usual, spread = peers().usual(seen.kinds, seen.document.words)
    for deviations, value in ((0.0, 0.99), (HALF, 0.5)):
        rank = usual + deviations * spread
        found = Transition().partial(measured._replace(values=[rank] * 10), seen, {})
        assert found.value == pytest.approx(value)
        assert found.range == (0.0, 1.0)
    classic = peers().usual({"classic": 1.0}, seen.document.words)[0]
    between = peers().usual({"classic": 0.5, "other": 0.5}, seen.document.words)[0]
    assert between == pytest.approx((usual + classic) / 2)


def test_usual_focus_distance_depends_on_genre_and_length_of_the_text() -> None:
    known = Peers({"other": 0.4, "classic": 0.2}, 0.1, (0.01, 0.5))
    assert known.usual({"classic": 1.0}, 100) == pytest.approx((0.2 + 0.1 * math.log(100), 0.06))
    assert known.usual({"unknown": 1.0}, 0) == pytest.approx((0.4, 0.51))


def test_focus_score_does_not_fall_with_text_length() -> None:
    once, thrice = focus(STORY), focus(STORY * 3)
    assert once is not None and thrice is not None
    assert thrice >= once - 0.01


def test_suppressing_an_off_topic_finding_raises_the_focus_score() -> None:
    sentences = [*STORY[:5], FOREIGN, *STORY[5:]]
    plain, accepted, own = focus(sentences), focus(sentences, frozenset({5})), focus(STORY)
    assert plain is not None and accepted is not None and own is not None
    assert plain < accepted <= 1
    # a sentence nearer than usual gains nothing by being accepted
    assert focus(STORY, frozenset(range(len(STORY)))) >= own


# ------------------------------------------------------------------ focus.gruen


def gruen(bags: Sequence[Bag], without: frozenset[int] = frozenset()) -> tuple[Any, Any]:
    made = document(["Frase."] * len(bags))
    seen = View(made, {"word-vectors": bags, "word-vectors-reference": REFERENCE})
    measurement = Gruen().measure(seen, {})
    return measurement.values, Gruen().partial(measurement, seen, {}, without)


def test_focus_similarity_of_gruen_matches_the_published_formula() -> None:
    assert similarity(7) == 0.5
    # the paper's own example, as its program rates it
    assert similarity(4.0) == pytest.approx(1 / (1 + math.exp(3)))
    assert similarity(0) < similarity(7) < similarity(20)


def test_gruen_focus_score_scales_sentence_distances_as_in_the_paper() -> None:
    quarter = math.pi / 2
    values, partial = gruen([bag(0), bag(quarter), bag(quarter), bag(quarter), bag(0)])
    far = 1 / (1 + math.exp(7 - 7 / 1.2 * math.sqrt(2)))
    near = 1 / (1 + math.exp(7))
    assert values[0] is None
    assert values[1:] == pytest.approx([far, near, near, far], rel=1e-4)
    assert (partial.value, partial.range) == (-0.1, (-0.1, 0.0))
    assert partial.inputs == {"pairs": 4, "least": pytest.approx(near)}
    assert [cost.sentence for cost in partial.costs] == [2, 3]
    assert partial.costs[0].amount == pytest.approx(0.05 - near)
    _, accepted = gruen(
        [bag(0), bag(quarter), bag(quarter), bag(quarter), bag(0)], frozenset({2, 3})
    )
    assert accepted.value == 0.0


def test_gruen_focus_score_does_not_skip_a_sentence_without_words() -> None:
    values, partial = gruen([bag(0), bag(), bag(0)])
    assert values == [None, None, None]
    assert partial.value == 0.0


def test_gruen_focus_metric_states_that_its_word_vectors_differ_from_the_paper() -> None:
    assert list(Gruen().stand_ins(lambda name: True)) == ["y_f=word-vectors:median-7"]


# ------------------------------------------------------------------ FOC001


def found(text: str, **configuration: Any) -> list[dict[str, Any]]:
    entry = lint_text(text, select=["FOC001"], **configuration)
    assert not entry["notices"], entry["notices"]
    return entry["findings"]


def with_foreign(place: int, sentence: str = FOREIGN) -> str:
    return " ".join([*STORY[:place], sentence, *STORY[place:]])


@pytest.mark.parametrize("place", [2, 5, 8, len(STORY)])
def test_off_topic_sentence_is_reported_by_the_focus_rule(place: int) -> None:
    text = with_foreign(place)
    [finding] = found(text)
    assert text[finding["start"] : finding["end"]] == FOREIGN
    evidence = finding["evidence"]
    assert evidence["focus_distance"] >= evidence["limit"]
    assert 0 < evidence["distance"] <= 2
    assert 95 <= evidence["percentile"] <= 100
    assert len(evidence["words"]) == 3
    assert all(word in FOREIGN for word in evidence["words"])
    [related] = finding["related"]
    assert text[related["start"] : related["end"]] == STORY[place - 1]
    assert all(word in finding["message"] for word in evidence["words"])


def test_english_off_topic_message_quotes_the_word_and_the_previous_sentence() -> None:
    [finding] = found(with_foreign(5), language="en")
    assert "strays from what the sentences around it speak of" in finding["message"]
    assert "“finanças”" in finding["message"]
    assert finding["related"][0]["message"] == "the sentence before"


#: standings of a page, and the contrast of its first sentence
CONTRASTS = (
    ([5.0, 1.0, 1.0, 1.0, 1.0], 20.0),
    ([5.0, 1.0, 1.0, 1.0], None),
    ([None, 1.0, 1.0, 1.0, 1.0], None),
    ([5.0, 0.0, 0.0, 2.0, 2.0], 4 / 1.2),
    ([5.0, 1.0, 1.0, 1.0, 1.0, *[None] * (PAGE - 4), 9.0], 20.0),
    ([5.0, 1.0, 1.0, 1.0, 1.0, *[None] * (PAGE - 5), 9.0], 4 / (math.sqrt(25.6) + 0.2)),
)


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize(("standings", "contrast"), CONTRASTS)
def test_off_topic_score_compares_a_sentence_with_its_neighbours(
    standings: list[float | None], contrast: float | None, backwards: bool
) -> None:
    number = len(standings) - 1 if backwards else 0
    page = Found(Distances([]), standings[::-1] if backwards else standings, {})
    found = contrast_with_page(number, page)
    assert found == (contrast and pytest.approx(contrast))


@pytest.mark.parametrize(
    ("angles", "sections", "far"),
    [
        ((1.6, 0.0, 1.7), (0, 0, 0), True),
        ((1.6, 0.0, 0.1), (0, 0, 0), False),
        ((0.1, 0.0, 1.6), (0, 0, 0), False),
        ((0.1, 0.0, 1.6), (0, 1, 1), True),
        ((0.1, 3.0, 0.0), (0, 0, 0), True),
        (
            (0.1, 3.0, 0.0, 1.6),
            (0, 0, 0, 0),
            True,
        ),  # on average, the nearer neighbours counting more
        ((0.1, 2.5, 0.0, 1.6), (0, 0, 0, 0), False),
    ],
)
def test_sentence_of_another_topic_is_far_from_its_neighbours_on_both_sides(
    angles: Sequence[float], sections: Sequence[int], far: bool
) -> None:
    text = "O rio corre."
    sentences = tuple(
        Sentence(at, Text.verbatim(text, 13 * at), Kind.PARAGRAPH, 0, section)
        for at, section in enumerate(sections)
    )
    seen = View(Document("x.txt", " ".join([text] * len(angles)), "text", (), sentences), {})
    found = Found(Distances([bag(angle) for angle in angles]), [], REFERENCE)
    assert far_from_both_sides(sentences[angles.index(0.0)], seen, found) == far


def test_topic_shift_in_a_translation_is_accepted_if_the_source_has_it_too() -> None:
    links = (
        Link(0, 1, 0, 1),
        Link(1, 3, 1, 2),  # two of one
        Link(3, 4, 3, 4),  # after one that is left out
        Link(4, 4, 4, 5),
        Link(4, 5, 5, 6),
    )
    made = document(STORY[:5])
    assert _adjacent_in_source(View(made, {"alignment:source": Alignment(links, 1.0)})) == {1, 2}
    assert _adjacent_in_source(View(made, {})) == frozenset()


LEADING_IN, FOLLOWING = " ".join([*STORY[:6], FOREIGN]), " ".join(STORY[6:])


def test_off_topic_introduction_without_a_colon_is_reported() -> None:
    assert len(found(f"{LEADING_IN}\n\n{FOLLOWING}")) == 1


@pytest.mark.parametrize(
    "text",
    [
        " ".join(STORY),
        f"{FOREIGN} " + " ".join(STORY),  # the first sentence has nothing to go on with
        " ".join(STORY[:5]) + f"\n\n{FOREIGN}\n\n" + " ".join(STORY[5:]),  # a paragraph of its own
        " ".join(STORY[:5]) + f"\n\n— {FOREIGN}\n\n" + " ".join(STORY[5:]),  # dialogue
        with_foreign(5, "O tribunal recusou."),  # short
        f"{LEADING_IN[:-1]}:\n\n{FOLLOWING}",
        with_foreign(9),  # no farther from the sentence before than one in twelve is
        f"{STORY[0]} {STORY[1]} {FOREIGN}",  # too little around
    ],
    ids=["whole", "first", "paragraph", "dialogue", "short", "lead-in", "near", "little"],
)
def test_focus_rule_reports_nothing_in_coherent_short_or_dialogue_texts(text: str) -> None:
    assert found(text) == []


def test_focus_rule_ignores_lists_headings_and_tables() -> None:
    before, after = " ".join(STORY[:5]), " ".join(STORY[5:])
    text = f"{before}\n\n## {FOREIGN}\n\n- {FOREIGN}\n\n| a |\n|---|\n| {FOREIGN} |\n\n{after}\n"
    assert found(text, path="texto.md") == []


def test_only_reported_off_topic_sentences_lower_the_focus_score() -> None:
    entry = lint_text(with_foreign(5))
    (finding,) = (one for one in entry.findings if one.code == "FOC001")
    assert finding.severity == "info"
    focus = entry.score.partials["focus"]
    assert focus.value is not None
    assert [cost.sentence for cost in focus.costs] == [finding.sentence]
    assert focus.loss > 0
    clean = lint_text(with_foreign(5), rules={"FOC001": {"contrast": 9.0}}).score.partials["focus"]
    assert (clean.value, clean.loss) == (focus.value, 0.0)
    for left_out in ({"ignore": ["FOC"]}, {"select": ["RED"]}):
        assert "focus" not in lint_text(with_foreign(5), **left_out)["score"]["partials"]


def test_focus_rule_with_stricter_options_reports_no_sentence() -> None:
    text = with_foreign(5)
    assert found(text, rules={"FOC001": {"limit": 1.0}}) == []
    assert found(text, rules={"FOC001": {"contrast": 9.0}}) == []
    assert found(text, rules={"FOC001": {"words": 30}}) == []


@settings(max_examples=10, deadline=None)
@given(st.permutations(STORY))
def test_focus_distances_are_the_same_when_measured_twice(sentences: list[str]) -> None:
    assert distances_to_surroundings(sentences) == distances_to_surroundings(sentences)


def test_importing_the_focus_plugin_does_not_import_numpy() -> None:
    script = (
        "import sys, textlint_pt_focus as plugin; plugin.textlint_pt_rules();"
        "plugin.textlint_pt_metrics();"
        "assert not {'numpy', 'scipy', 'torch', 'ot'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize(
    ("blocks", "words", "judged"),
    [
        ((0, 1, 1), (3, 3, 3), [False, False, True]),
        ((0, 0, 1), (3, 3, 3), [False, True, False]),
        ((0, 0, 0), (3, 0, 3), [False, True, False]),  # after one without content words
        ((0, 0, 0), (0, 1, 1), [False, False, True]),
    ],
)
def test_focus_rule_skips_sentences_without_a_previous_one_to_compare_with(
    blocks: Sequence[int], words: Sequence[int], judged: list[bool]
) -> None:
    text = "O rio corre."
    sentences = tuple(
        Sentence(at, Text.verbatim(text, 13 * at), Kind.PARAGRAPH, block, 0)
        for at, block in enumerate(blocks)
    )
    seen = View(Document("x.txt", " ".join([text] * len(blocks)), "text", (), sentences), {})
    found: Any = SimpleNamespace(
        distances=SimpleNamespace(bags=[bag(*range(count)) for count in words])
    )
    rule = OffTopicTransition()
    assert [rule._judged(sentence, seen, found) for sentence in sentences] == judged
