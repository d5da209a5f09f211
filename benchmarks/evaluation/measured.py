"""What benchmarks count of single rules: lists of `Figure` in `benchmarks/counted.json`."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from benchmarks.evaluation.command import Rows
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


def published(rows: Rows, benchmark: str, counts: Iterable[Count], seen: Publish) -> Rows:
    """The rows of a benchmark; its figures are kept if that was asked for."""
    if seen:
        publish(benchmark, counts, seen)
    return rows


def publish(benchmark: str, counts: Iterable[Count], seen: str) -> None:
    """Keep figures, in the place of older ones of the same things.

    `seen`: "looked-at" or "held-out".
    """
    about: dict[str, Any] = {
        "date": date.today().isoformat(),
        "commit": commit(),
        "looked_at": seen == "looked-at",
    }
    kept = {code: {_thing(one): one for one in figures} for code, figures in counted().items()}
    for one in counts:
        rest = {**one._asdict(), **about, "value": round(one.value, 4)}
        code = rest.pop("rule")
        figure = Figure(benchmark=benchmark, **rest)
        kept.setdefault(code, {})[_thing(figure)] = figure
    written = {
        code: [
            {k: v for k, v in one._asdict().items() if v != Figure._field_defaults.get(k)}
            for one in sorted(figures.values(), key=_thing)
        ]
        for code, figures in kept.items()
    }
    save(COUNTED, written)


def counted() -> dict[str, list[Figure]]:
    """The figures of all rules that have some, by code."""
    return {code: [Figure(**one) for one in some] for code, some in read(COUNTED).items()}


def _thing(figure: Figure) -> tuple[str, ...]:
    """What a figure is a figure of."""
    return (figure.benchmark, figure.preset, figure.what, figure.fault, figure.set)


def read(path: Path) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def save(path: Path, figures: Mapping[str, Any]) -> None:
    """Write a file of figures, in the order of the codes."""
    path.parent.mkdir(exist_ok=True)
    text = json.dumps(dict(sorted(figures.items())), ensure_ascii=False, indent=1)
    path.write_text(f"{text}\n", encoding="utf-8", newline="\n")


def commit() -> str:
    """The commit of the linter that is used; "" outside a repository."""
    command = ("git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD")
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


# ------------------------------------------------------------------ the table of all

_SETS = 3


def table() -> str:
    """What benchmarks counted, a line for each rule and thing, over all sets."""
    rows: list[Sequence[str]] = []
    for code, every in counted().items():
        together: dict[tuple[str, ...], list[Figure]] = {}
        for one in every:
            key = (one.benchmark, one.preset, one.what, one.fault)
            together.setdefault(key, []).append(one)
        rows += [_cells(code, figures) for figures in together.values()]
    return markdown(("rule", "what", "figure", "n", "set", "held out or looked at"), rows)


def _cells(code: str, figures: Sequence[Figure]) -> Sequence[str]:
    one = figures[0]
    what = "findings per 1,000" if one.what == "false-per-1000" else f"`{one.fault}` found"
    if one.preset != "default":
        what += f" by `{one.preset}`"
    digits = 1 if one.what == "false-per-1000" else 2
    ends = [f"{end(f.value for f in figures):.{digits}f}" for end in (min, max)]
    sets = [f.set for f in figures]
    named = ", ".join(sets) if len(sets) <= _SETS else f"{', '.join(sets[:_SETS])}, …"
    seen = " and ".join(dict.fromkeys("looked at" if f.looked_at else "held out" for f in figures))
    # the same text as Markdown (`-md`), or compared in another way (`-before`), is no other text
    texts = [f for f in figures if not any(f.set.startswith(f"{name}-") for name in sets)]
    n = f"{sum(f.n for f in texts):,}"
    return code, what, "–".join(dict.fromkeys(ends)), n, named, seen
