"""Folders of the user's, as each system has them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from textlint_pt import folders


@pytest.mark.parametrize(
    ("platform", "variable", "value", "cache", "data"),
    [
        ("linux", "TEXTLINT_PT_CACHE", "/x/y", "/x/y", "/home/ana/.local/share/textlint-pt"),
        ("linux", "TEXTLINT_PT_DATA", "/x/y", "/home/ana/.cache/textlint-pt", "/x/y"),
        ("linux", "XDG_CACHE_HOME", "/x", "/x/textlint-pt", "/home/ana/.local/share/textlint-pt"),
        ("linux", "XDG_DATA_HOME", "/x", "/home/ana/.cache/textlint-pt", "/x/textlint-pt"),
        (
            "darwin",
            "XDG_CACHE_HOME",
            "/x",
            "/home/ana/Library/Caches/textlint-pt",
            "/home/ana/Library/Application Support/textlint-pt",
        ),
        ("win32", "LOCALAPPDATA", "/x", "/x/textlint-pt", "/x/textlint-pt"),
    ],
)
def test_the_folders_are_the_systems(
    platform: str,
    variable: str,
    value: str,
    cache: str,
    data: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("TEXTLINT_PT_CACHE", "TEXTLINT_PT_DATA", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/ana")
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv(variable, value)
    assert folders.cache() == Path(cache)
    assert folders.data() == Path(data)
