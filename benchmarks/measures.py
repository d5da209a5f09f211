"""The figures of the rules' pages and the tables of docs/measures.md and the pages below it: made
of what benchmarks and readers have written down."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Literal

from benchmarks import census
from benchmarks.evaluation.common import commit, json_lines, markdown, read_jsonl
from textlint_pt.contract.figures import figures_file
from textlint_pt.registry.plugins import load

FIGURES = Path(__file__).parent / "measured.jsonl"
#: what is asked first, and the pages that say where each number is from
PAGE = Path(__file__).parents[1] / "docs" / "measures.md"
_HIDDEN = ("table", "date", "commit", "from", "asked")
_HEADS = {"seen": "held out or looked at"}
_MARKED = re.compile(
    r"(<!-- benchmarks\.measures: (\w+): begin -->\n).*?(\n<!-- benchmarks\.measures: \2: end -->)",
    re.DOTALL,
)
Line = dict[str, Any]


def tables() -> dict[str, str]:
    """Return all tables by name, in Markdown."""
    lines = read_jsonl(str(FIGURES))
    return {
        "asked": asked(lines),
        "draws": census.table(census.draws()),
        **figures(lines),
    }


def readings() -> dict[Path, dict[str, Any]]:
    """Return the figures of rules and families that readers judged, by file of the plugins."""
    rules = load(third_party=False).rules
    rule_of = {name: rule for c, rule in rules.items() for name in (c, c.rstrip("0123456789"))}
    files: dict[Path, dict[str, Any]] = {}
    for code, figures in census.readings(rule_of).items():
        if path := figures_file(rule_of[code]):
            files.setdefault(path, {})[code] = figures
    return files


def figures(lines: Iterable[Line]) -> dict[str, str]:
    """Return the Markdown tables of `measured.jsonl` by name; first lines name the columns."""
    tables: dict[str, list[Line]] = {}
    for line in lines:
        cells = {key: value for key, value in line.items() if key not in _HIDDEN}
        tables.setdefault(line["table"], []).append(cells)
    return {
        name: markdown([_HEADS.get(key, key) for key in rows[0]], [[*row.values()] for row in rows])
        for name, rows in tables.items()
    }


def asked(lines: Iterable[Line]) -> str:
    """Return the table of lines that answer a question (`asked`), with the page of each."""
    page_of = {
        found[2]: f"[{path.stem}]({PAGE.stem}/{path.name})"
        for path in pages(PAGE)
        for found in _MARKED.finditer(path.read_text(encoding="utf-8"))
    }
    judged = [one for figures in readings().values() for one in figures.values() if "read" in one]
    read, right = (sum(one[name] for one in judged) for name in ("read", "right"))
    first = ["Of its findings, how many are right? (1)", f"{right} of {read}", f"{read:,}"]
    rows = [[*first, None, page_of.get("draws")]]
    for line in lines:
        if "asked" in line:
            cells = [line.get(key) for key in ("figure", "n", "seen")]
            rows.append([line["asked"], *cells, page_of.get(line["table"])])
    return markdown(["question", "figure", "n", _HEADS["seen"], "from"], rows)


def pages(page: Path) -> list[Path]:
    return [page, *sorted(page.with_suffix("").glob("*.md"))]


def written(texts: Mapping[Path, str], tables: Mapping[str, str]) -> dict[Path, str]:
    """Return the pages with each table between its two comments.

    Ends the program if a table has no place or a place no table.
    """
    places = {found[2] for page in texts.values() for found in _MARKED.finditer(page)}
    missing = tables.keys() ^ places
    if missing:
        raise SystemExit(f"measures: in the pages or among the tables only: {sorted(missing)}")
    return {
        path: _MARKED.sub(lambda found: f"{found[1]}\n{tables[found[2]]}\n{found[3]}", page)
        for path, page in texts.items()
    }


def recorded(lines: Sequence[Line], result: Mapping[str, Any], seen: str) -> list[Line]:
    """Return the lines with the figures of a benchmark's rows (`common.emit`).

    `seen`: "looked-at" or "held-out". Ends the program where no figure is taken from these rows.
    """
    provenance = {"seen": seen.replace("-", " "), "date": date.today().isoformat()}
    provenance["commit"] = commit()
    made = []
    for line in lines:
        origin = line.get("from", {})
        if rows := list(_rows(origin, result)):
            figures = {key: _shown(origin[key], rows) for key in ("figure", "n") if key in origin}
            line = {**line, **figures, **provenance}
        made.append(line)
    if made == list(lines):
        raise SystemExit(f"measures: no figure is taken from these rows of {result['benchmark']}")
    return made


def _rows(origin: Mapping[str, Any], result: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a result that a figure is made of; none unless all are there."""
    if origin.get("benchmark") != result["benchmark"]:
        return
    found = [
        [row for row in result["rows"] if wanted.items() <= row.items()]
        for wanted in origin["rows"]
    ]
    if all(found):
        yield from (rows[0] for rows in found)


def _shown(form: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Return a figure as the page has it: ".994", "64 %"."""
    return re.sub(r"(?<![\d.,])0(?=\.\d)", "", form.format(*rows)).replace("%", " %")


def run(page: Path = PAGE, *, record: Literal["looked-at", "held-out"] | None = None) -> None:
    """Write the tables into the pages and figures of rules; first `record` new figures."""
    if record:
        lines = recorded(read_jsonl(str(FIGURES)), json.load(sys.stdin), record)
        FIGURES.write_text(json_lines(lines), encoding="utf-8", newline="\n")
    for path, saved in readings().items():
        path.parent.mkdir(exist_ok=True)
        text = json.dumps(dict(sorted(saved.items())), ensure_ascii=False, indent=1)
        path.write_text(f"{text}\n", encoding="utf-8", newline="\n")
    texts = {path: path.read_text(encoding="utf-8") for path in pages(page)}
    for path, text in written(texts, tables()).items():
        path.write_text(text, encoding="utf-8", newline="\n")
