"""What benchmarks count of single rules: lists of `Figure` in `benchmarks/counted.json`."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from benchmarks.evaluation.common import markdown

#: what was counted of each rule
COUNTED = Path(__file__).parents[1] / "counted.json"


class Figure(NamedTuple):
    """What `benchmark` (a module of `benchmarks`) counted of a rule on a set of data.

    `what`: "false-per-1000", findings in 1,000 of `n` sentences or segments of texts that people
    wrote with care; or "found", the share of `n` planted faults that it found, in [0, 1]. `fault`:
    which faults; `preset`: under which settings. `set`: which documents, on `date` (ISO) with the
    linter as of `commit`; `looked_at`: whether anything was built with them in view.
    """

    benchmark: str
    what: str
    value: float
    n: int
    set: str
    date: str
    commit: str
    looked_at: bool
    fault: str = ""
    preset: str = "default"


class Count(NamedTuple):
    """A figure of a rule as a benchmark knows it: `value` and `n` as in `Figure`."""

    rule: str
    what: str
    value: float
    n: int
    set: str
    fault: str = ""
    preset: str = "default"


Publish = Annotated[
    Literal["looked-at", "held-out"] | None,
    "for docs/measures.md; whether the data was looked at while the rules were made",
]


def publish(benchmark: str, counts: Iterable[Count], seen: Publish) -> None:
    """Write figures to `COUNTED`, if asked for, replacing older ones of the same identity."""
    if not seen:
        return
    provenance: dict[str, Any] = {
        "date": date.today().isoformat(),
        "commit": commit(),
        "looked_at": seen == "looked-at",
    }
    figures_by_code = {
        code: {_identity(one): one for one in figures} for code, figures in counted().items()
    }
    for one in counts:
        fields = {**one._asdict(), **provenance, "value": round(one.value, 4)}
        code = fields.pop("rule")
        figure = Figure(benchmark=benchmark, **fields)
        figures_by_code.setdefault(code, {})[_identity(figure)] = figure
    written = {
        code: [
            {k: v for k, v in one._asdict().items() if v != Figure._field_defaults.get(k)}
            for one in sorted(figures.values(), key=_identity)
        ]
        for code, figures in figures_by_code.items()
    }
    save(COUNTED, written)


def counted() -> dict[str, list[Figure]]:
    """Return the figures of all rules that have some, by code."""
    content = json.loads(COUNTED.read_text("utf-8")) if COUNTED.exists() else {}
    return {code: [Figure(**one) for one in some] for code, some in content.items()}


def _identity(figure: Figure) -> tuple[str, ...]:
    """Return what identifies a figure: a new one with the same key replaces it."""
    return (figure.benchmark, figure.preset, figure.what, figure.fault, figure.set)


def save(path: Path, figures: Mapping[str, Any]) -> None:
    """Write a file of figures, in the order of the codes."""
    path.parent.mkdir(exist_ok=True)
    text = json.dumps(dict(sorted(figures.items())), ensure_ascii=False, indent=1)
    path.write_text(f"{text}\n", encoding="utf-8", newline="\n")


def commit() -> str:
    """Return the commit of the linter that is used; "" outside a repository."""
    command = ("git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD")
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


# ------------------------------------------------------------------ the table of all

_SETS = 3


def table() -> str:
    """Return a Markdown table of what benchmarks counted, over all sets."""
    rows: list[Sequence[str]] = []
    for code, rule_figures in counted().items():
        by_identity: dict[tuple[str, ...], list[Figure]] = {}
        for one in rule_figures:
            key = (one.benchmark, one.preset, one.what, one.fault)
            by_identity.setdefault(key, []).append(one)
        rows += [_cells(code, figures) for figures in by_identity.values()]
    return markdown(("rule", "what", "figure", "n", "set", "held out or looked at"), rows)


def _cells(code: str, figures: Sequence[Figure]) -> Sequence[str]:
    """Return the cells of a table row that covers the figures of several sets."""
    first = figures[0]
    what = "findings per 1,000" if first.what == "false-per-1000" else f"`{first.fault}` found"
    if first.preset != "default":
        what += f" by `{first.preset}`"
    digits = 1 if first.what == "false-per-1000" else 2
    extremes = [f"{extreme(f.value for f in figures):.{digits}f}" for extreme in (min, max)]
    sets = [f.set for f in figures]
    set_names = ", ".join(sets) if len(sets) <= _SETS else f"{', '.join(sets[:_SETS])}, …"
    seen = " and ".join(dict.fromkeys("looked at" if f.looked_at else "held out" for f in figures))
    # the same text as Markdown (`-md`), or compared in another way (`-before`), is no other text
    texts = [f for f in figures if not any(f.set.startswith(f"{name}-") for name in sets)]
    n = f"{sum(f.n for f in texts):,}"
    return code, what, "–".join(dict.fromkeys(extremes)), n, set_names, seen
