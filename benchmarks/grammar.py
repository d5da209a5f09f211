"""Do the grammar rules find the errors that are theirs?

    python -m benchmarks.grammar FILE… [--json]
    python -m benchmarks.grammar FILE… --plant [--select RULES] [--misses N] [--json]

Without `--plant` files are told apart by what a line holds: clean sentences (`pt`, `pt_…`), pairs
in which one word was changed so that an agreement broke (`bad_form`), other pairs of a bad sentence
and one or more good ones. For clean sentences and broken agreement, `default` and `oracle-N`:
`per_1000` findings of GRA001 and GRA1xx in clean sentences, `by_code`; of the pairs `covered`, as
benchmarks.false_positives counts it, `right_code`, the share of these that is reported under the
code of its phenomenon (`right_by` each), and `fixed`, the share of their fixes that restores the
good sentence. For other pairs the shares of bad and of good sentences in which the rules of this
family that run by default find anything.

`--plant`: each rule's error is planted (seed 7), one a text, into 200 texts of each file in which
it can occur: sentences, or whole documents for rules about a document. `recall` is the share that
the rule finds where it was planted. `precision` is the share of all findings of the rule that are
such, over the planted texts and the same texts clean. Rules that are off by default run too.
`--misses` lists some of the errors that were not found and of the findings that were not planted.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from benchmarks import agreement
from benchmarks.evaluation.common import emit, parser, read_jsonl, stem
from benchmarks.evaluation.planting import PLANTERS, Planted, Planter
from benchmarks.evaluation.texts import load
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load as load_plugins
from textlint_pt.report.finding import Finding

SEED = 7
TEXTS = 200


def sentences(path: str) -> list[str]:
    """The Portuguese segments of a parallel file, or the lines of a text."""
    rows = read_jsonl(path)
    columns = [key for key in rows[0] if key == "pt" or key.startswith("pt_")]
    return [row[column] for row in rows for column in columns]


def documents(path: str) -> list[str]:
    return [item.text for items in load(path).values() for item in items]


def planted(code: str, planter: Planter, pool: Sequence[str]) -> Iterator[tuple[str, Planted]]:
    """Clean and planted texts, at most `TEXTS`; the draw depends on nothing but rule and pool."""
    chance = Random(f"{SEED} {code}")
    taken = 0
    for clean in chance.sample(pool, len(pool)):
        error = planter.plant(clean, chance)
        if error is not None:
            yield clean, error
            taken += 1
        if taken == TEXTS:
            return


def judge(code: str, pairs: Sequence[tuple[str, Planted]]) -> tuple[dict[str, Any], list[str]]:
    """The rule's row, and what it got wrong as lines to read."""
    values: dict[str, Any] = {"select": [code], "language": "en"}
    linter = Linter(load_plugins(third_party=False), [Layer("benchmark", values)])
    found = spurious = 0
    lines: list[str] = []
    for clean, error in pairs:
        right = False
        for text, planted_here in ((error.text, True), (clean, False)):
            entry = next(linter.lint([Input("texto.txt", text.encode())]))
            for finding in entry["findings"]:
                if planted_here and _overlaps(finding, error):
                    right = True
                else:
                    spurious += 1
                    lines.append(f"{code} spurious: {_marked(text, *_place(finding))}")
        found += right
        if not right:
            lines.append(f"{code} missed: {_marked(error.text, error.start, error.end)}")
    n = len(pairs)
    row = {
        "system": "ours",
        "code": code,
        "recall": found / n if n else None,
        "precision": found / (found + spurious) if found + spurious else None,
        "n": n,
    }
    return row, lines


def _place(finding: Finding) -> tuple[int, int]:
    return finding["start"], finding["end"]


def _overlaps(finding: Finding, error: Planted) -> bool:
    """Whether the finding or a place that it names touches the planted one."""
    places = [_place(finding), *((other["start"], other["end"]) for other in finding["related"])]
    return any(start <= error.end and error.start <= end for start, end in places)


def _marked(text: str, start: int, end: int) -> str:
    marked = f"{text[max(0, start - 60) : start]}[{text[start:end]}]{text[end : end + 60]}"
    return " ".join(marked.split())


def plant(path: str, codes: Sequence[str], misses: int) -> Iterator[dict[str, Any]]:
    """One row a rule for a file."""
    pools = {False: sentences(path), True: documents(path)}
    for code, planter in PLANTERS.items():
        if codes and not any(code.startswith(wanted) for wanted in codes):
            continue
        row, lines = judge(code, list(planted(code, planter, pools[planter.document])))
        for line in lines[:misses]:
            print(line, file=sys.stderr)
        yield {**row, "set": stem(path)}


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser(__doc__)
    options.add_argument("files", nargs="+", metavar="FILE")
    options.add_argument("--plant", action="store_true", help="plant the errors of each rule")
    options.add_argument("--select", default="", help="codes or their beginnings, by comma")
    options.add_argument("--misses", type=int, default=0, help="list so many wrong ones of a rule")
    given = options.parse_args(arguments)
    codes = [code for code in given.select.split(",") if code]
    if given.plant:
        rows = [row for path in given.files for row in plant(path, codes, given.misses)]
    else:
        rows = list(agreement.rows(given.files))
    emit("grammar", given.files, rows, given.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
