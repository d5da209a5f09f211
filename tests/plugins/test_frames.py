"""Frames of words (`data/frames.txt`): how they are read, and that what they name exists."""

from __future__ import annotations

import pytest
from textlint_pt_grammaticality import frames

from textlint_pt.registry.plugins import load

CODES = {line[1:7] for line in frames.table("frames.txt") if line.startswith("[GRA")}


@pytest.mark.parametrize("code", sorted(CODES))
def test_what_a_frame_names_exists(code: str) -> None:
    rule = load(third_party=False).rules[code]
    found = frames.frames(code)  # a list that is not there is a KeyError
    assert found
    for one in found.values():
        assert {frame.message for frame in one} <= rule.messages["pt"].keys()


def test_a_frame_may_begin_with_the_wrong_word(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["[GRA998]", "[a>à] toa", "não [tem|vem>têm|vêm] : led"]
    monkeypatch.setattr(frames, "table", lambda name: lines)
    found = frames.frames("GRA998")
    assert {word: [(f.right, f.message) for f in those] for word, those in found.items()} == {
        "a": [(("à",), "message")],
        "tem": [(("têm",), "led")],
        "vem": [(("vêm",), "led")],
    }


def test_no_frame_without_a_wrong_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "table", lambda name: ["[GRA999]", "em casa"])
    with pytest.raises(ValueError, match="no \\[wrong>right\\]"):
        frames.frames("GRA999")
