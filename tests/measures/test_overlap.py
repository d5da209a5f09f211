"""The fast searches against the definition, stated once more with difflib and editdistance."""

from __future__ import annotations

import subprocess
import sys
from difflib import SequenceMatcher

import editdistance
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textlint_pt.text import overlap
from textlint_pt.text.overlap import (
    ALL,
    COMMON,
    EDIT,
    PAPER,
    SUBSTRING,
    SUBSTRING_WORDS,
    Limits,
    longest_common_substring,
    numbers,
    overlaps,
)


def reference(a: str, b: str, limits: Limits, autojunk: bool) -> int:
    if a in b or b in a:
        return ALL
    words_a, words_b = a.split(), b.split()
    fewer = min(len(words_a), len(words_b))
    if max(len(words_a), len(words_b)) < 5:
        return 0
    match = SequenceMatcher(None, a, b, autojunk=autojunk).find_longest_match()
    substring = a[match.a : match.a + match.size]
    tests = 0
    if match.size > limits.substring * min(len(a), len(b)):
        tests |= SUBSTRING
    if len(substring.split()) > limits.substring_words * fewer:
        tests |= SUBSTRING_WORDS
    if editdistance.eval(a, b) < limits.edit * max(len(a), len(b)):
        tests |= EDIT
    if len([word for word in words_a if word in words_b]) > limits.common * fewer:
        tests |= COMMON
    return tests


def all_pairs(sentences, limits=PAPER, autojunk=False):
    found = []
    for i, a in enumerate(sentences):
        for j in range(i + 1, len(sentences)):
            tests = reference(a, sentences[j], limits, autojunk)
            if tests:
                found.append((i, j, tests))
    return found


words = st.sampled_from(["a", "de", "o", "lua", "gato", "telhado", "subiu", "não,", "-", "sim."])
made_of_words = st.lists(words, max_size=12).map(" ".join)
long_ones = st.tuples(st.lists(words, min_size=30, max_size=45), st.integers(0, 5)).map(
    lambda drawn: " ".join(drawn[0][drawn[1] :])
)
odd = st.text("ab \t ", max_size=12)
sentence = st.one_of(made_of_words, made_of_words, long_ones, odd)


@st.composite
def texts(draw, size=14):
    """Sentences of which some are others with a piece cut out or changed."""
    drawn = draw(st.lists(sentence, min_size=1, max_size=size))
    for _ in range(draw(st.integers(0, 4))):
        base = draw(st.sampled_from(drawn))
        cut = draw(st.integers(0, len(base)))
        until = min(len(base), cut + draw(st.integers(0, 6)))
        drawn.append(base[:cut] + draw(st.sampled_from(["", "x", " sol "])) + base[until:])
    return drawn


share = st.sampled_from([0.0, 0.2, 0.4, 0.5, 0.6, 0.75, 0.8, 0.9, 1.0])
limits_drawn = st.one_of(st.just(PAPER), st.builds(Limits, share, share, share, share))


@settings(max_examples=150, deadline=None)
@given(texts(), limits_drawn, st.booleans())
def test_fast_and_vectorised_sentence_overlap_search_match_the_definition(
    sentences, limits, autojunk
):
    wanted = all_pairs(sentences, limits, autojunk)
    assert list(overlaps(sentences, limits, autojunk=autojunk)) == wanted
    original = overlap.SMALL
    overlap.SMALL = 0
    try:
        assert list(overlaps(sentences, limits, autojunk=autojunk)) == wanted
    finally:
        overlap.SMALL = original


@settings(max_examples=150, deadline=None)
@given(st.text("abc ", max_size=30), st.text("abc ", max_size=30))
def test_longest_common_substring_equals_difflib_without_autojunk(a, b):
    match = SequenceMatcher(None, a, b, autojunk=False).find_longest_match()
    assert longest_common_substring(a, b) == (match.a if match.size else 0, match.size)


def test_autojunk_option_of_common_substring_ignores_frequent_characters():
    a = "e a lua, que"
    b = "não quer dormir e a lua, que " * 7
    assert longest_common_substring(a, b) == (0, len(a))
    match = SequenceMatcher(None, a, b).find_longest_match()
    assert longest_common_substring(a, b, autojunk=True) == (match.a, match.size) != (0, len(a))


def test_sentence_overlap_of_the_gruen_example_is_the_published_value():
    a, b = "O gato disse ao galo: vamos", "O rato disse ao galo: vamos"
    found = numbers(a, b)
    assert (found.edit_distance, found.common_words, found.fewer_words) == (1, 5, 6)
    assert (found.substring, found.substring_words) == (24, 5)
    assert (found.shorter, found.longer) == (27, 27)
    pairs = overlaps([a, b])
    assert list(pairs) == [(0, 1, ALL)]
    assert pairs.points == 4


@pytest.mark.parametrize("count", [0, 1, 2, 61, 200])
def test_equal_sentences_meet_all_four_redundancy_criteria_of_gruen(count):
    pairs = overlaps(["O mar estava calmo naquela manhã de abril."] * count)
    assert len(pairs) == count * (count - 1) // 2
    assert pairs.points == 4 * len(pairs)
    assert set(pairs.tests) <= {ALL}


def test_sentences_without_common_characters_have_no_overlap():
    sentences = [chr(0x4E00 + i) * (i + 1) for i in range(100)]
    assert list(overlaps(sentences)) == []


def test_sentence_overlap_of_few_sentences_is_computed_without_numpy():
    code = (
        "import sys; from textlint_pt.text.overlap import overlaps; "
        "assert overlaps(['O rio corre para o mar.'] * 50).points; "
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_default_limits_of_sentence_overlap_are_those_of_the_gruen_paper():
    text = "aaaaaaaaaa bbb ccc dd e"  # 23 characters, of which .6 are 13.8
    for changed, close in ((13, True), (14, False)):
        other = "z" * changed + text[changed:]
        assert overlap.numbers(text, other).edit_distance == changed
        (tests,) = overlaps([text, other]).tests or b"\0"
        assert bool(tests & overlap.EDIT) is close
    assert tuple(overlap.PAPER) == (0.8, 0.8, 0.6, 0.8)
