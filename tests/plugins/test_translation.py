from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textlint_pt_translation.category_drift import CategoryDrift
from textlint_pt_translation.drift import Brapt, LinkDrift, link_drift
from textlint_pt_translation.human import HumanPairs, human_pairs
from textlint_pt_translation.labels import label
from textlint_pt_translation.moved import Moved, in_words, moved

from textlint_pt.contract.alignment import Link
from textlint_pt.contract.categories import Categorised, cosine, vector
from textlint_pt.registry.documentation import page
from textlint_pt.testing import lint_text
from textlint_pt.text.document import Kind, Sentence, Text

NAMES = ("negation", "verb", "past", "future")
REFERENCE = (
    "O carteiro bateu à porta ainda cedo. A Marta desceu as escadas a correr. "
    "Não esperava a resposta, mas ficou contente. Leu a carta duas vezes à janela. "
    "Depois guardou-a na gaveta da cómoda e foi dizer à irmã que o tio voltava no verão."
)
DRIFTED = REFERENCE.replace(
    "Não esperava a resposta, mas ficou contente.", "Chorarei muito se me deixares."
)


def sentence(text: str, index: int = 0) -> Sentence:
    return Sentence(index, Text.verbatim(text, 0), Kind.PARAGRAPH, 0, 0)


def words(*categories: tuple[int, ...]) -> Categorised:
    return Categorised(NAMES, tuple((i, i + 1, ids) for i, ids in enumerate(categories)))


# ---------------------------------------------------------------- the measure


def test_word_category_cosine_similarity_matches_the_brapt_paper_example() -> None:
    x, y = (5, 3, 2, 1, 1), (4, 3, 1, 0, 0)
    assert sum(a * b for a, b in zip(x, y, strict=True)) == 31
    assert math.sqrt(sum(a * a for a in x)) == pytest.approx(6.33, abs=0.01)
    assert math.sqrt(sum(b * b for b in y)) == pytest.approx(5.10, abs=0.01)
    assert cosine(x, y) == pytest.approx(0.96, abs=0.005)


def test_word_category_vector_counts_words_by_category_and_unknown_words() -> None:
    assert vector([words((0,), (1, 2), (1, 3), (), ())], 4) == [1, 2, 1, 1, 2]
    assert vector([words((0,)), words((0,), ())], 4) == [2, 0, 0, 0, 1]


def test_texts_without_words_have_word_category_similarity_0() -> None:
    assert cosine([0, 0], [1, 0]) == 0.0


vectors = st.lists(st.integers(0, 50), min_size=5, max_size=5)


@given(vectors, vectors)
def test_category_cosine_similarity_is_symmetric_and_bounded(a: list[int], b: list[int]) -> None:
    assert 0.0 <= cosine(a, b) <= 1.0
    assert cosine(a, b) == cosine(b, a)
    if any(a):
        assert cosine(a, a) == pytest.approx(1.0)


def test_word_category_difference_of_a_translation_is_measured_per_sentence() -> None:
    entry = lint_text(DRIFTED, reference=REFERENCE, select=["TRA001"])
    values = [measure["drift"] for measure in entry["measures"]]
    assert values[0] == pytest.approx(0.0, abs=1e-9)
    assert values[2] > 0.5
    partial = entry["score"]["partials"]["drift"]
    assert partial["inputs"]["similarity"] == pytest.approx(1 - sum(values) / len(values))
    assert 0.8 < partial["value"] < 1.0
    assert entry["score"]["total"] == pytest.approx(1 - partial["loss"])
    assert partial["loss"] > 0


def test_translation_equal_to_its_reference_translation_has_score_1() -> None:
    entry = lint_text(REFERENCE, reference=REFERENCE, select=["TRA001"])
    assert entry["score"]["total"] == 1.0
    assert not entry["findings"]


def test_suppressed_word_category_finding_does_not_lower_the_score() -> None:
    text = DRIFTED.replace("Chorarei", "\n\nChorarei")
    suppressed = text.replace("Chorarei", "<!-- textlint-pt-disable-next TRA001 -->\n\nChorarei")
    before = lint_text(text, path="t.md", reference=REFERENCE, select=["TRA001"])
    after = lint_text(suppressed, path="t.md", reference=REFERENCE, select=["TRA001"])
    assert before["score"]["total"] < 0.98
    assert [finding["code"] for finding in after["findings"]] == []
    assert after["score"]["total"] > before["score"]["total"]


def test_word_category_difference_needs_a_reference_translation() -> None:
    entry = lint_text(REFERENCE, select=["TRA001"])
    assert not entry["findings"]
    assert not entry["notices"]
    assert "drift" not in entry["score"]["partials"]


def test_unrelated_reference_translation_is_refused_by_the_word_category_rule() -> None:
    other = (
        "Bata os ovos com o açúcar até obter um creme claro. Junte a farinha aos poucos. "
        "Unte a forma com manteiga. Leve ao forno durante meia hora. Sirva o bolo com fruta."
    )
    entry = lint_text(REFERENCE, reference=other, select=["TRA001"])
    assert entry["error"] is not None
    assert "%" in entry["error"]


def test_gruen_score_does_not_include_the_word_category_difference() -> None:
    assert Brapt.profiles == ("calibrated",)
    entry = lint_text(DRIFTED, reference=REFERENCE, select=["TRA001"], profile="gruen")
    assert "drift" not in entry["score"]["partials"]
    assert len(entry["findings"]) == 1


# ---------------------------------------------------------------- human pairs


def test_word_category_difference_at_a_percentile_has_that_percentile() -> None:
    pairs = human_pairs()
    for count in (1, 5, 12, 30, 80):
        for percentile in (0.5, 1.0, 10.0, 50.0, 90.0):
            drift = pairs.drift(percentile, count)
            assert pairs.percentile(drift, count) == pytest.approx(percentile, abs=0.3)


def test_word_category_rule_tolerates_more_difference_in_short_sentences() -> None:
    limits = [1 - human_pairs().drift(1.0, count) for count in (2, 5, 10, 20, 40)]
    assert limits == sorted(limits)
    assert limits[0] < 0 < limits[-1] < 1


def test_word_category_rule_documentation_states_the_shipped_limits() -> None:
    found = [f"{1 - human_pairs().drift(1.0, count):.2f}" for count in (5, 15, 30)]
    five, fifteen, thirty = (limit.removeprefix("0") for limit in found)
    said = f"it is {five} for 5 words, {fifteen} for 15, {thirty} for 30"
    assert said in " ".join(page(CategoryDrift).text.split())


def test_word_category_difference_percentiles_are_clipped_to_0_and_100() -> None:
    pairs = HumanPairs("x", 1.0, (0.1, 0.2, 0.3), ())
    assert pairs.percentile(0.05, 1) == 100.0
    assert pairs.percentile(0.2, 1) == pytest.approx(50.0)
    assert pairs.percentile(0.9, 1) == 0.0
    assert pairs.drift(0.0, 1) == pytest.approx(0.3)
    assert pairs.drift(100.0, 2) == pytest.approx(0.05)


def test_word_category_rule_with_a_user_lexicon_uses_its_similarity_option(tmp_path: Path) -> None:
    lexicon = tmp_path / "meu.dic"
    lexicon.write_text("%\n1\tum\n2\tdois\n%\nnão\t1\nesper*\t1\nmas\t1\nfic*\t2\nse\t2\n", "utf-8")
    drift = link_drift(Link(0, 1, 0, 1), [words((0,), ())], [words((1,), ())])
    assert drift.percentile is None
    assert not drift.measured
    reported = {"select": ["TRA001"], "lexicon": str(lexicon)}
    entry = lint_text(DRIFTED, reference=REFERENCE, **reported)
    assert [finding["evidence"]["percentile"] for finding in entry["findings"]] == [None]
    assert entry["findings"][0]["evidence"]["limit"] == 0.8
    lenient = {**reported, "rules": {"TRA001": {"similarity": 0.1}}}
    assert not lint_text(DRIFTED, reference=REFERENCE, **lenient)["findings"]
    assert entry["score"]["partials"]["drift"]["value"] < 1.0


# ---------------------------------------------------------------- the finding


def test_word_category_finding_of_a_translation_has_lost_and_added_categories() -> None:
    finding = lint_text(DRIFTED, reference=REFERENCE, select=["TRA001"])["findings"][0]
    evidence = finding["evidence"]
    assert evidence["similarity"] < evidence["limit"]
    assert 0 <= evidence["percentile"] <= 1.0
    lost = {m["category"]: m for m in evidence["moved"] if m["difference"] < 0}
    gained = {m["category"]: m for m in evidence["moved"] if m["difference"] > 0}
    assert lost and gained
    assert any("ficou" in m["reference_words"] for m in lost.values())
    assert any("chorarei" in m["words"] for m in gained.values())
    (related,) = finding["related"]
    assert related["role"] == "reference"
    assert REFERENCE[related["start"] : related["end"]] == (
        "Não esperava a resposta, mas ficou contente."
    )


@pytest.mark.parametrize(
    ("language", "opening", "share", "verbs"),
    [
        ("pt", "afasta-se da tradução de referência", "99 %", ("perdeu ", "ganhou ")),
        ("en", "drifts away from the reference translation", "99 %", ("lost ", "gained ")),
    ],
)
def test_word_category_message_of_a_translation_lists_the_changed_categories(
    language: str, opening: str, share: str, verbs: tuple[str, str]
) -> None:
    entry = lint_text(DRIFTED, reference=REFERENCE, select=["TRA001"], language=language)
    message = entry["findings"][0]["message"]
    assert message.startswith(opening)
    assert share in message
    assert all(verb in message for verb in verbs)
    assert "chorarei" in message


def test_word_category_message_omits_a_category_implied_by_a_narrower_one() -> None:
    names = ("function", "negation", "verb")
    ours = Categorised(names, ((0, 4, (2,)),))
    theirs = Categorised(names, ((0, 3, (0, 1)), (4, 8, (2,))))
    changes = moved([(sentence("Ouvi"), ours)], [(sentence("Não ouvi"), theirs)])
    assert changes == [Moved("function", -1, (), ("não",))]
    told = moved(
        [(sentence("Ouvi"), ours)],
        [(sentence("Não ouvi"), theirs)],
        {"function": 1.0, "negation": 0.2, "verb": 1.0, "unknown": 1.0},
    )
    assert [change.category for change in told] == ["negation"]


def test_word_category_message_lists_at_most_four_words_outside_the_lexicon() -> None:
    ours = Categorised(NAMES, tuple((i, i + 1, ()) for i in range(6)))
    theirs = Categorised(NAMES, ((0, 1, (0,)),))
    changes = moved([(sentence("abcdef"), ours)], [(sentence("x"), theirs)])
    assert [change.category for change in changes] == ["negation", "unknown"]
    assert in_words(changes, "pt") == (
        "perdeu negação («x»); ganhou palavras fora do léxico («a», «b», «c», «d», …)"
    )
    assert in_words(changes[1:], "en") == (
        "gained words outside the lexicon (“a”, “b”, “c”, “d”, …)"
    )


def test_every_word_category_has_a_readable_name_in_messages() -> None:
    from textlint_pt_embedded.lexicon import open_lexicon
    from textlint_pt_embedded.liwc import NAMES_2007

    for category in (*open_lexicon().names, *NAMES_2007.values()):
        if category not in ("verb", "past"):
            assert label(category, "pt") != category
        assert label(category, "en")
    assert label("invented", "pt") == "invented"


def test_word_category_change_of_several_aligned_sentences_is_one_finding() -> None:
    text = (
        "O barco saiu do porto ao amanhecer. Levava sal e azeite. O vento soprava do norte e as "
        "velas estavam cheias. Gritem pela tripulação! Nunca vos contarei os segredos deste barco."
    )
    reference = (
        "O barco saiu do porto ao amanhecer. Levava sal e azeite. O vento soprava do norte e as "
        "velas estavam cheias. Os marinheiros da tripulação deste barco calaram-se ao ouvir "
        "segredos."
    )
    options = {"select": ["TRA001"], "rules": {"TRA001": {"percentile": 30}}}
    (finding,) = lint_text(text, reference=reference, **options)["findings"]
    assert text[finding["start"] : finding["end"]].startswith("Gritem")
    assert text[finding["start"] : finding["end"]].endswith("barco.")


def test_word_category_difference_is_one_minus_cosine_similarity_of_category_counts() -> None:
    drift = link_drift(Link(0, 1, 0, 1), [words((0,), (1, 2))], [words((1, 2))])
    assert isinstance(drift, LinkDrift)
    assert drift.words == 1.5
    assert drift.vector == (1, 1, 1, 0, 0)
    assert drift.similarity == pytest.approx(2 / math.sqrt(6))


def test_documented_bad_word_category_example_is_reported_and_good_one_not() -> None:
    around = "O carteiro bateu à porta. {} Leu a carta duas vezes à janela. Era quase noite."
    bad = lint_text(
        around.format("Chorarei muito se me deixares."),
        reference=around.format("Não esperava a resposta, mas ficou contente."),
        select=["TRA001"],
    )
    good = lint_text(
        around.format("Ela recusou-se a vender a casa da sua avó."),
        reference=around.format("Ela não quis vender a casa da avó."),
        select=["TRA001"],
    )
    assert len(bad["findings"]) == 1
    assert not good["findings"]


def test_importing_the_word_category_rule_does_not_import_numpy() -> None:
    code = (
        "import sys, textlint_pt_translation.category_drift, textlint_pt_embedded.lexicon, json;"
        "print(json.dumps(sorted(set(sys.modules) & {'numpy', 'scipy', 'torch', 'typer', 'rich'})))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []
