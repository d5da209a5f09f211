"""Whatever stands in names, texts, columns and configurations, no command steers what shows it."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.conftest import Run

pytestmark = pytest.mark.attacks

#: ESC and CSI, a title, a bell, what reorders, what ends lines
STEERING = "\x1b[31m\x1b]0;t\x07\x9b2J\x7f\u202e\u2066\u2028\x85"
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
NAME = f"a{STEERING}.md"
COMMAND = "::error file=x::y"
PAGE = (
    f"# Onde{STEERING} fica?\n\nA ponte{STEERING} ,que é larga, fica junto da praça grande. Ela"
    f" fica{STEERING} junto da praça grande.\n\n{COMMAND}\n\n"
    f"A ponte{STEERING} ,que é larga, fica junto da praça grande. Ela fica junto da praça grande.\n"
)
#: commands, by what they show; `{}` is the hostile file
COMMANDS = {
    "lint": "{} --select RED,GRA404",
    "beside": "{} --reference {} --format html",
    "diff": "{} --diff --unsafe-fixes --select RED,GRA404",
    "statistics": "{} --format statistics --select RED,GRA404",
    "sentences": "sentences {}",
    "sentences-json": "sentences {} --format json",
    "ask": "ask onde {}",
    "ask-json": "ask onde {} --format json",
    "compare": "compare a" + STEERING + " b" + STEERING,
    "compare-json": "compare a" + STEERING + " b" + STEERING + " --format json",
    "rule": "rule " + STEERING,
    "format": "{} --format " + STEERING,
    "preset": "{} --preset " + STEERING,
    "not-there": "gone" + STEERING,
    "reference": "{} --reference gone" + STEERING,
    "config": "config show --config {}",
    "baseline": "baseline prune --baseline {}",
    "filter": "corpus filter {} --where score>1",
    "filter-where": "corpus filter scores.parquet --where " + STEERING,
    "filter-all": "corpus filter scores.parquet --where words>0",
    "filter-texts": "corpus filter scores.parquet --where words>0 --texts",
    "duplicates": "corpus duplicates {} b" + NAME + " --passage 5",
    "columns": "corpus score table.csv --out other.parquet --select RED --workers 1",
    "report": "corpus report scores.parquet --out page.html --by group",
    "plot": "corpus plot scores.parquet histogram --by group --out page.svg",
    "plot-figure": "corpus plot scores.parquet " + STEERING + " --out page.svg",
}


@pytest.fixture
def hostile(run_all: Run, folder: Path) -> Iterator[Path]:
    for name in (NAME, f"b{NAME}"):
        Path(name).write_text(PAGE, encoding="utf-8")
    with Path("rows.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [["id", "text", "group"], *([f"{n}{STEERING}", PAGE, f"=g{STEERING}"] for n in "abc")]
        )
    Path("table.csv").write_text(f"id,te{STEERING}xt\n1,2\n", encoding="utf-8")
    scored = "corpus score rows.csv --out scores.parquet --select RED --workers 1 --keep group"
    assert run_all(*scored.split()).status == 0
    yield folder


def test_no_command_prints_control_characters_of_its_input(run_all: Run, hostile: Path) -> None:
    for label, command in COMMANDS.items():
        result = run_all(*(part.replace("{}", NAME) for part in command.split(" ")))
        for shown in (result.out, result.err):
            assert not FORBIDDEN.search(shown), label
            commands = [line for line in shown.splitlines() if line.lstrip().startswith("::")]
            assert commands == [], label
        assert "Traceback" not in result.err, label
        for page in hostile.glob("page.*"):
            text = page.read_text(encoding="utf-8")
            assert not FORBIDDEN.search(text), label
            if page.suffix == ".svg":
                ET.fromstring(text)
            page.unlink()
