"""What every benchmark shares: reading the data formats, printing rows."""

from __future__ import annotations

import json
import lzma
import math
import subprocess
import sys
import tomllib
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

PAPERS = Path(__file__).parents[1] / "papers.toml"


def read_text(path: str) -> str:
    """Return the UTF-8 text of a file, `.xz` unpacked; ends the program if unreadable."""
    try:
        if path.endswith(".xz"):
            with lzma.open(path, "rt", encoding="utf-8") as stream:
                return stream.read()
        return Path(path).read_text(encoding="utf-8")
    except (OSError, EOFError, UnicodeDecodeError, lzma.LZMAError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SystemExit(f"benchmarks: {path}: {reason}") from error


def read_jsonl(path: str, needed: Iterable[str] = ()) -> list[dict[str, Any]]:
    """Return the objects of a JSON Lines file; ends the program at a line without one, or at one
    that lacks a needed key."""
    rows = []
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise SystemExit(f"benchmarks: {path}: line {number} is no JSON object")
        if missing := [key for key in needed if key not in row]:
            raise SystemExit(f"benchmarks: {path}: line {number} lacks {', '.join(missing)}")
        rows.append(row)
    return rows


def markdown(heads: Sequence[str], rows: Iterable[Sequence[str | None]]) -> str:
    """Return a Markdown table; missing cells are dashes."""
    lines = (" | ".join(cell or "–" for cell in row) for row in (heads, *rows))
    head, *rest = (f"| {line} |" for line in lines)
    return "\n".join([head, f"|{'---|' * len(heads)}", *rest])


def json_lines(rows: Iterable[Mapping[str, Any]]) -> str:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def share(hits: Iterable[bool]) -> float | None:
    """Return the share of true values; None if there are none."""
    values = list(hits)
    return sum(values) / len(values) if values else None


def auc(greater: Sequence[float], less: Sequence[float]) -> float:
    """Return the share of pairs whose first value is greater than the second, ties half."""
    ordered = sorted(less)
    below = sum(bisect_left(ordered, value) + bisect_right(ordered, value) for value in greater)
    return below / (2 * len(greater) * len(less))


def wilson(right: int, number: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share: `right` of `number`."""
    if not number:
        return 0.0, 1.0
    z, part = 1.96, right / number
    middle = part + z * z / (2 * number)
    width = z * math.sqrt(part * (1 - part) / number + z * z / (4 * number * number))
    whole = 1 + z * z / number
    return max(0.0, (middle - width) / whole), min(1.0, (middle + width) / whole)


class Shown:
    """Prints examples on standard error, up to a limit of each kind."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._counts: Counter[str] = Counter()

    def __call__(self, kind: str, line: str) -> None:
        self._counts[kind] += 1
        if self._counts[kind] <= self._limit:
            print(f"{kind}: {line}", file=sys.stderr)


def paper(benchmark: str) -> Mapping[str, Any]:
    """Return the figures of `papers.toml` for a benchmark."""
    found: Mapping[str, Any] = tomllib.loads(PAPERS.read_text("utf-8"))[benchmark]
    return found


def conllu_sentences(path: str) -> Iterator[tuple[str, str]]:
    """Yield (sent_id, text) of each sentence of a CoNLL-U file."""
    identifier = text = ""
    for line in [*read_text(path).splitlines(), ""]:
        if line.startswith("# sent_id ="):
            identifier = line.split("=", 1)[1].strip()
        elif line.startswith("# text ="):
            text = line.split("=", 1)[1].strip()
        elif not line.strip() and text:  # the two comments come in either order
            yield identifier, text
            identifier = text = ""


def commit() -> str:
    """Return the commit of the linter that is used; "" outside a repository."""
    command = ("git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD")
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def stem(path: str) -> str:
    """Return the name of a data set: the file name to its first dot, `dev` with its folder."""
    name = Path(path).name.split(".")[0]
    return f"{Path(path).parent.name}-{name}" if name in ("dev", "test", "train") else name


def folder_or_stem(path: str) -> str:
    """Return the name of a data set of one half alone: its folder for `dev`, else the file."""
    return stem(path).removesuffix("-dev")


def emit(
    benchmark: str, data: Sequence[str], rows: Sequence[dict[str, Any]], as_json: bool
) -> None:
    """Print the rows: one JSON object, or a table with the union of their keys."""
    if as_json:
        print(
            json.dumps(
                {"benchmark": benchmark, "data": list(data), "rows": rows}, ensure_ascii=False
            )
        )
        return
    keys = list(dict.fromkeys(key for row in rows for key in row))
    for line in columns([keys, *([_format_cell(row.get(key)) for key in keys] for row in rows)]):
        print(line)


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield lines of a table, its columns as wide as their widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(map(str.ljust, row, widths)).rstrip()


def _format_cell(value: object) -> str:
    """Return a value as the cell of a printed table."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1000 else f"{value:.0f}"
    if isinstance(value, dict):
        return " ".join(f"{key}={_format_cell(item)}" for key, item in value.items())
    return str(value)
