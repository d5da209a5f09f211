"""What the README shows is what the program says."""

from __future__ import annotations

import html
import re

import pytest

from tests.conftest import ROOT
from textlint_pt.cli import main
from website.picture import PICTURE, STORY

README = (ROOT / "README.md").read_text("utf-8")


def _letters(text: str) -> str:
    return re.sub(r"\s", "", text)


def test_readme_screenshot_shows_the_current_output_of_the_linter(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert f"](docs/{PICTURE.name})" in README
    monkeypatch.chdir(ROOT)
    with pytest.raises(SystemExit) as ended:
        main([STORY, "--quiet", "--no-cache"])
    assert ended.value.code == 1
    drawn = PICTURE.read_text("utf-8")
    shown = "".join(map(html.unescape, re.findall(r"<text[^>]*>([^<]*)</text>", drawn)))
    assert _letters(capsys.readouterr().out) in _letters(shown), "run: python -m website.picture"
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")


def test_readme_is_short_and_begins_in_portuguese() -> None:
    assert len(README.splitlines()) <= 120
    assert README.index("português") < README.index("Portuguese")
