"""What the README shows is what the program says."""

from __future__ import annotations

import re

import pytest

from tests.conftest import ROOT
from textlint_pt.cli import main


def test_the_example(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    shown = re.search(
        r"```console\n\$ textlint-pt (.+)\n(?s:(.+?))```", (ROOT / "README.md").read_text("utf-8")
    )
    assert shown is not None
    with pytest.raises(SystemExit) as ended:
        main([*shown[1].split(), "--no-cache"])
    assert ended.value.code == 1
    said = capsys.readouterr().out
    found = re.split(r"(?m)^…\n", shown[2])
    parts = [part.strip("\n") for part in found if part.strip()]
    assert len(parts) == 2
    for part in parts:
        assert part in said
