"""Folders of the user's, as each system has them."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest
from platformdirs import macos, unix, windows

from textlint_pt.registry import folders

UNIX = ("/home/ana/.cache/textlint-pt", "/home/ana/.local/share/textlint-pt")
MAC = (
    "/home/ana/Library/Caches/textlint-pt",
    "/home/ana/Library/Application Support/textlint-pt",
)


@pytest.mark.parametrize(
    ("system", "variables", "cache", "data"),
    [
        (unix.Unix, {}, *UNIX),
        (unix.Unix, {"TEXTLINT_PT_CACHE": "/x/y"}, "/x/y", UNIX[1]),
        (unix.Unix, {"TEXTLINT_PT_DATA": "/x/y"}, UNIX[0], "/x/y"),
        (unix.Unix, {"XDG_CACHE_HOME": "/x"}, "/x/textlint-pt", UNIX[1]),
        (unix.Unix, {"XDG_DATA_HOME": "/x"}, UNIX[0], "/x/textlint-pt"),
        (macos.MacOS, {}, *MAC),
        (macos.MacOS, {"TEXTLINT_PT_CACHE": "/x/y", "TEXTLINT_PT_DATA": "/z"}, "/x/y", "/z"),
        (windows.Windows, {}, "/local/textlint-pt/Cache", "/local/textlint-pt"),
    ],
)
def test_cache_and_data_folders_are_those_usual_on_the_operating_system(
    system: type,
    variables: dict[str, str],
    cache: str,
    data: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("TEXTLINT_PT_CACHE", "TEXTLINT_PT_DATA", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/ana")
    monkeypatch.setattr(windows, "get_win_folder", lambda name: "/local")  # asks Windows
    monkeypatch.setattr(platformdirs, "PlatformDirs", system)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert folders.cache() == Path(cache)
    assert folders.data() == Path(data)
