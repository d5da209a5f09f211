"""Files with which a server is always run, as far as they can be tried without starting it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

FOLDER = ROOT / "examples/server"


def commands() -> list[list[str]]:
    """What the unit and the container run, without the program's folder."""
    unit = (FOLDER / "textlint-pt.service").read_text(encoding="utf-8").splitlines()
    (started,) = (line.removeprefix("ExecStart=") for line in unit if line.startswith("ExecStart"))
    container = (FOLDER / "Containerfile").read_text(encoding="utf-8").splitlines()
    (ran,) = (json.loads(line[4:]) for line in container if line.startswith("CMD "))
    return [started.split(), ran]


def test_commands_in_the_http_server_example_files_are_valid() -> None:
    for program, *arguments in commands():
        assert Path(program).name == "textlint-pt"
        command = [sys.executable, "-m", "textlint_pt", *arguments, "--help"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_accepts_the_example_service_file_of_the_http_server(tmp_path: Path) -> None:
    text = (FOLDER / "textlint-pt.service").read_text(encoding="utf-8")
    unit = tmp_path / "textlint-pt.service"
    unit.write_text(text.replace(commands()[0][0], sys.executable), encoding="utf-8")

    def complaints() -> str:
        command = ["systemd-analyze", "verify", "--man=no", str(unit)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stderr + ("" if done.returncode == 0 else "failed")

    assert complaints() == ""
    unit.write_text(text, encoding="utf-8")  # the program is not there
    assert "textlint-pt" in complaints()
