"""Measures that others have made, on sentences where their values are known."""

from __future__ import annotations

import math

import pytest

from benchmarks.peers import PEERS, meteor, nist

REFERENCE = "O barco saiu do porto ao amanhecer."


@pytest.mark.parametrize("name", PEERS)
def test_translation_metrics_rank_a_copy_of_the_reference_translation_first(name: str) -> None:
    candidates = [REFERENCE, "O barco saiu de manhã.", "Ninguém dormiu.", ""]
    values = PEERS[name](candidates, [REFERENCE] * 4)
    assert len(values) == 4
    assert values[0] == max(values)
    assert values[0] > values[1] >= values[2] >= values[3]


def test_ter_metric_is_negated_so_that_higher_is_better() -> None:
    assert PEERS["TER"](["um dois três"], ["um dois quatro"]) == [pytest.approx(-100 / 3)]


def test_bleu_as_defined_in_the_brapt_paper_matches_hand_computed_values() -> None:
    # 7 words of 8: .875 * 6/7 * 5/6 * 4/5, all shared, one word short
    paper_bleu = PEERS["BLEU as in the paper"]
    assert paper_bleu(["O barco saiu do porto ao amanhecer"], [REFERENCE]) == [
        pytest.approx(100 * math.exp(1 - 8 / 7))
    ]
    assert paper_bleu(["O barco saiu"], [REFERENCE]) == [0.0]


def test_nist_metric_weights_rare_words_more() -> None:
    references = ["a barca parte", "a loja fecha", "a rua sobe"]
    rare, common = nist(["barca x y", "a x y", "z z z"], references)[:2]
    assert rare > common > 0


def test_meteor_metric_matches_words_by_lemma() -> None:
    def value(candidate: str) -> float:
        return meteor([candidate], ["O barco partia ao amanhecer."])[0]

    assert value("O barco partiu ao amanhecer.") > value("O barco xxxxxx ao amanhecer.")
