"""Patterns of users: what matches, what is refused, and that no pattern hangs."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.custom.matching import MAX_LENGTH, BadPattern, Matcher


def found(text: str, *patterns: str, **options: bool) -> list[str]:
    return [text[m.start : m.end] for m in Matcher(patterns, **options).find(text)]


@pytest.mark.parametrize(
    ("text", "patterns", "options", "expected"),
    [
        ("só sós Só", ["só"], {}, ["só", "Só"]),
        ("só sós Só", ["só"], {"ignore_case": False}, ["só"]),
        ("só sós Só", ["só"], {"whole_words": False}, ["só", "só", "Só"]),
        ("É éé É", ["é"], {}, ["É", "É"]),
        ("a a a", ["a"], {}, ["a", "a", "a"]),  # what parts two words is the edge of both
        ("20% e 3 %", [r"\d+%"], {}, ["20%"]),
        ("ação, açúcar", [r"aç\w+"], {}, ["ação", "açúcar"]),
        ("ação, açúcar", [r"a[\w]+r"], {}, ["açúcar"]),
        ("a-b", [r"\w\W\w"], {}, ["a-b"]),
        ("x١٢", [r"\d+"], {"whole_words": False}, ["١٢"]),
        ("a]b", [r"a[]]b"], {}, ["a]b"]),
        ("a^b", [r"a[^\]]b"], {}, ["a^b"]),
        ("ab", [r"[[:alpha:]]+"], {}, ["ab"]),
        ("o gato, a gata", ["gat", "gata"], {}, ["gata"]),
        ("acao ação", ["aça\u0303o"], {}, ["ação"]),  # the pattern is composed, as texts are
        ("😀 gato 😀 gata", ["gat[oa]"], {}, ["gato", "gata"]),
        ("nada", [], {}, []),
    ],
)
def test_custom_rule_regex_matches_the_expected_spans(
    text: str, patterns: list[str], options: dict[str, bool], expected: list[str]
) -> None:
    assert found(text, *patterns, **options) == expected


def test_first_matching_pattern_of_a_custom_rule_is_recorded() -> None:
    def which(text: str, *patterns: str, **options: bool) -> list[int]:
        return [match.pattern for match in Matcher(patterns, **options).find(text)]

    assert which("gato gata GATO", "gat[oa]", "gato") == [0, 0, 0]
    assert which("gato gata GATO", "gato", "gat[oa]", "gato") == [0, 1, 0]
    assert which("e ſ", "e", "s") == [0, 1]
    assert which("gato GATO", "GATO", "gato", ignore_case=False) == [1, 0]


def test_custom_rule_match_has_its_pattern_number_and_regex_groups() -> None:
    matcher = Matcher([r"(\d+)%", r"(\d+) ?(km)?"])
    text = "30% em 5 km"
    first, second = matcher.find(text)
    assert (first.pattern, second.pattern) == (0, 1)
    assert matcher.groups(first, text) == ["30%", "30"]
    assert matcher.groups(second, text) == ["5 km", "5", "km"]


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("(a", r"missing \): \(a'"),
        ("a(?=b)", "what looks around or back is not matched in linear time"),
        (r"(a)\1", "what looks around or back is not matched in linear time"),
        (r"\bword", "matches are whole words"),
        (r"[\W]", "cannot stand in brackets"),
        ("a*", "matches an empty text"),
        ("a{5000}", "invalid repetition size"),
    ],
)
def test_unsupported_custom_rule_regex_is_refused(pattern: str, why: str) -> None:
    with pytest.raises(BadPattern, match=why) as raised:
        Matcher(["b", pattern])
    assert raised.value.args[1] == 1


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+b", "(.*a){12}b", "a(.*b)?", "(x+x+)+y"])
def test_custom_rule_regex_never_takes_exponential_time(pattern: str) -> None:
    matcher = Matcher([pattern], whole_words=False)
    before = time.process_time()
    for _ in matcher.find("a" * 20_000 + "!"):
        pass
    assert time.process_time() - before < 3


def test_custom_rule_regex_searches_a_very_long_sentence_to_its_end() -> None:
    text = "gato é " * MAX_LENGTH
    assert found(text, "gato") == ["gato"] * MAX_LENGTH
    places = [match.start for match in Matcher(["gato"]).find(text)]
    assert places == [match.start() for match in re.finditer("gato", text)]
    assert len(found("x" * (2 * MAX_LENGTH + 5) + "gato", "gato", whole_words=False)) == 1


WORDS = st.lists(st.text("aábç", min_size=1, max_size=3), min_size=1, max_size=4)


@given(WORDS, st.text("aábçÁ -", max_size=40), st.booleans(), st.booleans())
def test_custom_rule_words_are_found_as_by_python_regex(
    words: list[str], text: str, ignore_case: bool, whole: bool
) -> None:
    any_of = "|".join(map(re.escape, words))
    plain = rf"(?<!\w)(?:{any_of})(?!\w)" if whole else any_of
    flags = re.IGNORECASE if ignore_case else 0
    expected = [match.span() for match in re.finditer(plain, text, flags)]
    matcher = Matcher(list(map(re.escape, words)), ignore_case=ignore_case, whole_words=whole)
    assert [(match.start, match.end) for match in matcher.find(text)] == expected
