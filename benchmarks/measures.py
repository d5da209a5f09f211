"""The figures of the rules' pages and the tables of docs/measures.md, made of what benchmarks and
readers have written down."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Literal

from benchmarks import census
from benchmarks.evaluation import measured
from benchmarks.evaluation.common import json_lines, markdown, read_jsonl
from textlint_pt.contract.figures import figures_file
from textlint_pt.registry.plugins import load

FIGURES = Path(__file__).parent / "measured.jsonl"
_HIDDEN = ("table", "date", "commit", "from")
_HEADS = {"seen": "held out or looked at"}
_MARKED = re.compile(
    r"(<!-- benchmarks\.measures: (\w+): begin -->\n).*?(\n<!-- benchmarks\.measures: \2: end -->)",
    re.DOTALL,
)
Line = dict[str, Any]


def tables() -> dict[str, str]:
    """All tables by name, in Markdown."""
    return {
        "rules": measured.table(),
        "draws": census.table(census.draws()),
        **figures(read_jsonl(str(FIGURES))),
    }


def readings() -> dict[Path, dict[str, Any]]:
    """What the files of the plugins have to hold, by their paths: what readers said of each rule,
    and of families as a whole."""
    known = load(third_party=False).rules
    homes = {name: rule for c, rule in known.items() for name in (c, c.rstrip("0123456789"))}
    files: dict[Path, dict[str, Any]] = {}
    for code, said in census.readings(homes).items():
        if path := figures_file(homes[code]):
            files.setdefault(path, {})[code] = said
    return files


def figures(lines: Iterable[Line]) -> dict[str, str]:
    """The tables of lines of `measured.jsonl`, in their order; the first line names the columns."""
    tables: dict[str, list[Line]] = {}
    for line in lines:
        cells = {key: value for key, value in line.items() if key not in _HIDDEN}
        tables.setdefault(line["table"], []).append(cells)
    return {
        name: markdown([_HEADS.get(key, key) for key in rows[0]], [[*row.values()] for row in rows])
        for name, rows in tables.items()
    }


def written(page: str, tables: Mapping[str, str]) -> str:
    """The page with each table between its two comments; ends the program if one has no place."""
    missing = tables.keys() ^ {found[2] for found in _MARKED.finditer(page)}
    if missing:
        raise SystemExit(f"measures: in the page or among the tables only: {sorted(missing)}")
    return _MARKED.sub(lambda found: f"{found[1]}\n{tables[found[2]]}\n{found[3]}", page)


def recorded(lines: Sequence[Line], result: Mapping[str, Any], seen: str) -> list[Line]:
    """The lines with the figures of a benchmark's rows (`common.emit`) in place of theirs.

    `seen`: "looked-at" or "held-out". Ends the program where no figure is taken from these rows.
    """
    about = {
        "seen": seen.replace("-", " "),
        "date": date.today().isoformat(),
        "commit": measured.commit(),
    }
    made = []
    for line in lines:
        origin = line.get("from", {})
        rows = list(_rows(origin, result))
        told = {key: _shown(origin[key], rows) for key in ("figure", "n") if rows and key in origin}
        made.append(line | told | (about if rows else {}))
    if made == list(lines):
        raise SystemExit(f"measures: no figure is taken from these rows of {result['benchmark']}")
    return made


def _rows(origin: Mapping[str, Any], result: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The rows of a result that a figure is made of; none unless all are there."""
    if origin.get("benchmark") != result["benchmark"]:
        return
    found = [
        [row for row in result["rows"] if wanted.items() <= row.items()]
        for wanted in origin["rows"]
    ]
    if all(found):
        yield from (rows[0] for rows in found)


def _shown(form: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """A figure as the page has it: ".994", "64 %"."""
    return re.sub(r"(?<![\d.,])0(?=\.\d)", "", form.format(*rows)).replace("%", " %")


def run(
    page: Path = Path("docs/measures.md"),
    *,
    record: Literal["looked-at", "held-out"] | None = None,
) -> None:
    if record:
        lines = recorded(read_jsonl(str(FIGURES)), json.load(sys.stdin), record)
        FIGURES.write_text(json_lines(lines), encoding="utf-8", newline="\n")
    for path, held in readings().items():
        measured.save(path, held)
    text = written(page.read_text(encoding="utf-8"), tables())
    page.write_text(text, encoding="utf-8", newline="\n")
