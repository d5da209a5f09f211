"""The fuzzer, for as long as a run of tests may take: files that broke something once, then new
ones. `python -m tests.fuzz` goes on for an hour."""

from __future__ import annotations

from functools import cache

import pytest

from tests.fuzz.__main__ import first_seed, fuzz, linter, tried
from tests.fuzz.invariants import Broken, check, is_said
from tests.fuzz.mutations import LONGEST, case, kept, seeds
from textlint_pt.engine.linter import Linter

pytestmark = pytest.mark.attacks

#: seconds for new files: with the profile `gate`, which always draws the same, and without
GATE, QUICK = 40.0, 4.0


@cache
def _linter(with_models: bool) -> Linter:
    return linter(with_models)


def test_fuzzer_has_example_files_of_every_format() -> None:
    read = {suffix for path in seeds() for suffix in (path.suffix,)}
    assert {".md", ".txt", ".mdx", ".rst", ".adoc", ".html", ".po", ".xlf", ".tmx"} <= read
    assert {".tex", ".ipynb", ".srt", ".vtt", ".docx", ".odt"} <= read


def test_text_files_that_failed_in_earlier_fuzzing_pass_now() -> None:
    for path in kept():
        check(_linter(True), path.name, path.read_bytes())


@pytest.mark.parametrize("with_models", [False, True])
def test_fuzzed_files_violate_no_linter_invariant(
    pytestconfig: pytest.Config, with_models: bool
) -> None:
    profile = pytestconfig.getoption("--hypothesis-profile")
    seconds = GATE if profile == "gate" else QUICK
    for outcome in fuzz(_linter(with_models), first_seed(profile), seconds / 2):
        assert outcome.broken is None, (
            f"{outcome.broken}: `python -m tests.fuzz --seed {outcome.seed} --seconds 0"
            f"{' --models' if with_models else ''}` keeps the file"
        )


def test_fuzzer_generates_the_same_files_again_for_the_same_seeds() -> None:
    names, contents = zip(*(case(seed) for seed in range(50)), strict=True)
    assert (names, contents) == tuple(zip(*(case(seed) for seed in range(50)), strict=True))
    assert len(set(contents)) > 45
    assert max(map(len, contents)) <= 2 * LONGEST  # an archive has markup besides


def test_fuzzer_reports_the_broken_invariant(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = _linter(False).rules["GRA404"]

    def marks_blanks(view: object, options: object) -> object:
        for sentence in view.sentences:  # type: ignore[attr-defined]
            at = sentence.text.find(" ")
            if at >= 0:
                yield rule.finding(sentence, {}, start=at, end=at + 1)

    monkeypatch.setattr(rule, "messages", {"pt": {"message": "um espaço"}})
    monkeypatch.setattr(rule, "find", marks_blanks)
    text = "O rio corre devagar e a ponte é velha.\n" * 3
    assert "marks white space alone" in str(tried(_linter(False), 0, "a.txt", text.encode()).broken)
    monkeypatch.setattr(rule, "find", lambda view, options: 1 / 0)
    assert "ZeroDivisionError" in str(tried(_linter(False), 0, "a.txt", text.encode()).broken)
    with pytest.raises(Broken):
        check(_linter(False), "a.txt", text.encode())


@pytest.mark.parametrize(
    ("char", "raw", "said"),
    [
        ("a", "a", True),
        ("&", "&amp;", True),
        ("é", "e\u0301", True),
        (" ", "\n  > ", True),
        ('"', '\\"', True),
        ("a", "b", False),
        (" ", "b", False),
    ],
)
def test_fuzzer_accepts_only_the_character_that_its_file_offset_decodes_to(
    char: str, raw: str, said: bool
) -> None:
    assert is_said(char, raw) is said
