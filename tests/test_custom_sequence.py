"""Sequences of words: the leftmost, the longest, and as a search without cleverness finds them."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.custom.declarations import Token
from textlint_pt.custom.matching import BadPattern
from textlint_pt.custom.sequence import Step, compiled, find


def words(text: str) -> list[Any]:
    """A word a letter: its form, lemma and tag."""
    return [
        SimpleNamespace(
            start=at, end=at + 1, form=letter, lemma=letter, tag=letter.upper(),
            relation="obl:agent" if letter == "b" else "root",
            features=f"Letter={letter}|Case=Low",
        )
        for at, letter in enumerate(text)
    ]  # fmt: skip


def shown(tokens: Sequence[Token], text: str) -> list[str]:
    steps = [compiled(token, True) for token in tokens]
    return [text[at : at + len(taken)] for at, taken in find(steps, words(text), text)]


A, B = Token(lemma="a"), Token(lemma="b")


@pytest.mark.parametrize(
    ("tokens", "text", "expected"),
    [
        ([A, B], "abcab", ["ab", "ab"]),
        ([A, Token(lemma="c", repeat="optional"), B], "acbab", ["acb", "ab"]),
        ([A, Token(repeat="any"), B], "cacbcbc", ["acbcb"]),
        ([Token(lemma="a", repeat="some")], "aabaaa", ["aa", "aaa"]),
        ([Token(lemma="a", not_=True), B], "abcb", ["cb"]),
        ([Token(lemma=["a", "b"]), Token(form="C")], "acbcc", ["ac", "bc"]),
        ([Token(features={"Letter": ["a", "b"], "Case": "Low"})], "abc", ["a", "b"]),
        ([Token(features={"Mood": "Ind"})], "abc", []),
        ([Token(relation="obl")], "abc", ["b"]),
        ([A, A], "aaa", ["aa"]),
    ],
)
def test_what_is_found(tokens: list[Token], text: str, expected: list[str]) -> None:
    assert shown(tokens, text) == expected


def test_the_parts_of_a_contraction_are_written_as_one_word() -> None:
    parts = [
        SimpleNamespace(start=0, end=4, form=form, lemma=form, tag="X", relation="", features="")
        for form in ("por", "o")
    ]
    for token in (Token(form="pelo"), Token(form="por")):
        assert find([compiled(token, True)], parts, "pelo")[0][0] == 0


def test_which_step_took_each_word() -> None:
    tokens = [A, Token(repeat="any"), B]
    steps = [compiled(token, True) for token in tokens]
    assert find(steps, words("accb"), "accb") == [(0, (0, 1, 1, 2))]


def test_nothing_turned_round() -> None:
    with pytest.raises(BadPattern, match="`not` of nothing"):
        compiled(Token(not_=True), True)


TOKENS = st.builds(
    Token,
    lemma=st.lists(st.sampled_from("abc"), min_size=1, max_size=2),
    repeat=st.sampled_from(["once", "optional", "any", "some"]),
)


@given(st.lists(TOKENS, min_size=1, max_size=4), st.text("abc", max_size=12))
def test_the_leftmost_and_longest(tokens: list[Token], text: str) -> None:
    steps = [compiled(token, True) for token in tokens]
    parsed = words(text)
    expected, at = [], 0
    while at < len(text):
        reach = [max(_ends(steps, parsed, start), default=start) for start in range(len(text))]
        start = next((s for s in range(at, len(text)) if reach[s] > s), None)
        if start is None:
            break
        expected.append(text[start : reach[start]])
        at = reach[start]
    assert shown(tokens, text) == expected


def _ends(steps: Sequence[Step], parsed: Sequence[Any], start: int) -> set[int]:
    """Where the steps may end that begin at a word, each step tried with every number of words."""
    ends = {start}
    for step in steps:
        after = set()
        for end in ends:
            taken = 0
            while True:
                if taken >= step.least:
                    after.add(end + taken)
                at = end + taken
                if at >= len(parsed) or not step.fits(parsed[at], parsed[at].form):
                    break
                taken += 1
                if taken > 1 and not step.repeats:
                    break
        ends = after
    return ends
