"""How alike two sentences are, with vectors of our own."""

from __future__ import annotations

from typing import NamedTuple
from unittest.mock import Mock

import numpy as np
import pytest

from textlint_pt.text import likeness
from textlint_pt.text.likeness import UNRELATED, Place, Side, compare

#: what each word says, as a direction; a word that is not here is like no other
MEANINGS = {"menino": 0, "garoto": 0, "comprou": 1, "vendeu": 2, "pera": 3, "maçã": 4}


class Words(NamedTuple):
    places: list[Place]
    vectors: np.ndarray  # type: ignore[type-arg]


def side(text: str, angle: float = 0.0) -> Side:
    places, vectors, at = [], [], 0
    for number, word in enumerate(text.split()):
        start = text.index(word, at)
        at = start + len(word)
        places.append((start, at))
        vectors.append(np.eye(40)[MEANINGS.get(word, 10 + (len(text) + number) % 30)])
    return Side(text, np.array([np.cos(angle), np.sin(angle)]), Words(places, np.array(vectors)))


def only(text: str, places: tuple[Place, ...]) -> list[str]:
    return [text[start:end] for start, end in places]


def test_equal_compared_sentences_have_the_highest_similarity() -> None:
    found = compare(side("o menino comprou uma pera"), side("o menino comprou uma pera"))
    assert found.likeness == pytest.approx(5)
    assert found.follows and found.follows_back


@pytest.mark.parametrize("cosine", [UNRELATED, 0.2, -1.0])
def test_unrelated_compared_sentences_have_the_lowest_similarity(cosine: float) -> None:
    found = compare(side("chove"), side("neva", float(np.arccos(cosine))))
    assert found.likeness == pytest.approx(1)


def test_words_in_only_one_of_two_compared_sentences_are_listed() -> None:
    first, second = "o menino comprou uma pera", "o garoto vendeu uma pera madura"
    found = compare(side(first), side(second))
    assert only(first, found.only_first) == ["comprou"]
    assert only(second, found.only_second) == ["vendeu", "madura"]
    assert not found.follows and not found.follows_back


def test_more_general_sentence_is_entailed_by_a_more_specific_one() -> None:
    found = compare(side("o menino comprou uma pera madura"), side("o garoto comprou uma pera"))
    assert found.follows
    assert not found.follows_back


def test_negation_in_only_one_of_two_sentences_is_a_contradiction() -> None:
    found = compare(side("o menino comprou pera"), side("o menino não comprou pera"))
    assert found.denied and not found.follows and not found.follows_back
    both = compare(side("ele nunca comprou pera"), side("ele não comprou pera"))
    assert not both.denied


def test_contrary_sentences_are_less_similar_than_equal_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "o menino comprou uma pera"
    monkeypatch.setattr(likeness, "turns", lambda *sides: ("bought/sold",))
    found = compare(side(text), side(text), Mock())
    assert found.likeness == pytest.approx(4.2)  # a fifth of the way from 5 to 1
    assert not found.follows and not found.follows_back


def test_numbers_of_two_compared_sentences_match_only_if_equal() -> None:
    found = compare(side("comprou 12 peras"), side("comprou 13 peras"))
    assert (found.only_first, found.only_second) == (((8, 10),), ((8, 10),))
    assert compare(side("comprou 12 peras"), side("comprou doze peras")).follows_back


def test_empty_sentence_matches_no_word_of_another_sentence() -> None:
    found = compare(side("menino"), side(""))
    assert only("menino", found.only_first) == ["menino"]
