"""What fires on edited text by the million words, by rule and by the words that set it off.

    python -m benchmarks.firings FILE… --words 5000000 --out FIRINGS [--least P] [--select CODES]
                                [--leave-out LEDGER]
    python -m benchmarks.firings FIRINGS --table [--top 40] [--json]

Edited text has few errors, so that nearly every finding that comes again and again on common words
is a false one. FILEs are what `benchmarks.census` draws from; of each an equal share of the words
is taken, documents in the order of their digests. FIRINGS (JSON Lines) has one row a finding:
`file`, `id` (the document's digest), `code`, `text` (the sentence), `start` and `end` of the marked
words in the document, `marked`, `related`, `suggestion`, `evidence`. With `--least` the rules of
language report from that confidence on: what confidence itself is fitted on. `--leave-out` names
a file of digests of documents that are kept for a draw to come. The last row holds what was read:
sentences and words by file.

`--table` counts rows by code and marked word with its suggestion, the commonest first; `all` is the
number, `default` how many of them are reported by default.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence, Set
from itertools import islice
from pathlib import Path
from typing import Any

from textlint_pt_grammaticality.confidence import REPORTED

from benchmarks.evaluation.common import emit, parser, read_jsonl, stem
from benchmarks.evaluation.documents import SampledDocument, read_documents
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import BATCH, Linter
from textlint_pt.registry import plugins
from textlint_pt.report.report import finding_as_json

Row = dict[str, Any]


def linter(select: Sequence[str], least: float | None) -> Linter:
    """Rules on by default, those of language from a confidence of `least` on."""
    found = plugins.load(third_party=False)
    codes = [
        code
        for code, rule in found.rules.items()
        if rule.default and rule.companion is None and code.startswith(tuple(select))
    ]
    values: dict[str, Any] = {"select": codes, "language": "en"}
    if least is not None:
        values["rules"] = {
            code: {"confidence": least}
            for code in codes
            if "confidence" in found.rules[code].options
        }
    return Linter(found, [Layer("benchmark", values)])


def firings(path: Path, words: int, lint: Linter, kept: Set[str], counted: Row) -> Iterator[Row]:
    """The findings in so many words of a file, documents `kept` for later left out; `counted` is
    told what was read."""
    known = plugins.load(third_party=False).extensions
    free = (one for one in read_documents(stem(str(path)), path, known) if one.digest not in kept)
    waiting = iter(sorted(free, key=lambda one: one.digest))
    read = sentences = 0
    while read < words and (batch := list(islice(waiting, BATCH))):
        sources = [Input(f"{one.digest}{one.suffix}", one.text.encode()) for one in batch]
        for one, source, entry in zip(batch, sources, lint.lint(sources), strict=True):
            read += entry["words"]
            sentences += entry["sentences"]
            if entry["findings"]:
                texts = lint.read(source).sentences
                for finding in entry["findings"]:
                    if finding["sentence"] is not None:
                        yield _row(path, one, finding_as_json(finding), texts[finding["sentence"]])
    counted[stem(str(path))] = {"sentences": sentences, "words": read}


def _row(path: Path, one: SampledDocument, finding: Row, sentence: Any) -> Row:
    edits = finding["fix"]["edits"] if finding["fix"] else []
    suggestions = finding["evidence"].get("suggestions") or [""]
    return {
        "file": stem(str(path)),
        "id": one.digest,
        "code": finding["code"],
        "kind": sentence.kind.value,
        "text": sentence.text,
        "start": finding["start"],
        "end": finding["end"],
        "marked": one.text[finding["start"] : finding["end"]],
        "related": [one.text[r["start"] : r["end"]] for r in finding["related"]],
        "suggestion": edits[0]["text"] if edits else suggestions[0],
        "applicability": finding["fix"]["applicability"] if finding["fix"] else None,
        "message": finding["message"],
        "evidence": finding["evidence"],
    }


def table(rows: Sequence[Row], top: int) -> Iterator[Row]:
    """The commonest triggers of each rule."""
    by: dict[str, Counter[str]] = defaultdict(Counter)
    shown: Counter[tuple[str, str]] = Counter()
    for row in rows:
        marked = re.sub(r"\s+", " ", row["marked"].lower())[:40]
        trigger = f"{marked} → {row['suggestion'].lower()}" if row["suggestion"] else marked
        by[row["code"]][trigger] += 1
        if row["evidence"].get("confidence", 1) >= REPORTED:
            shown[row["code"], trigger] += 1
    for code, triggers in sorted(by.items()):
        for trigger, number in triggers.most_common(top):
            yield {
                "system": "ours",
                "code": code,
                "trigger": trigger,
                "all": number,
                "default": shown[code, trigger],
            }


def main(arguments: Sequence[str] | None = None) -> None:
    options = parser(__doc__)
    options.add_argument("files", nargs="+")
    options.add_argument("--words", type=int, default=5_000_000)
    options.add_argument("--least", type=float)
    options.add_argument("--select", default="GRA,RED")
    options.add_argument("--leave-out", type=Path, metavar="LEDGER")
    options.add_argument("--out", type=Path)
    options.add_argument("--table", action="store_true")
    options.add_argument("--top", type=int, default=40)
    args = options.parse_args(arguments)
    if args.table:
        rows = [row for path in args.files for row in read_jsonl(path) if "code" in row]
        emit("firings", args.files, list(table(rows, args.top)), args.json)
        return
    if args.out is None:
        raise SystemExit("firings: --out FILE says where they go")
    lint = linter(args.select.split(","), args.least)
    kept = set(args.leave_out.read_text(encoding="utf-8").split()) if args.leave_out else set()
    counted: Row = {}
    with args.out.open("w", encoding="utf-8") as out:
        for path in args.files:
            for row in firings(Path(path), args.words // len(args.files), lint, kept, counted):
                out.write(f"{json.dumps(row, ensure_ascii=False)}\n")
            out.flush()
            print(f"{path}: {counted[stem(path)]}", file=sys.stderr)
        out.write(f"{json.dumps({'read': counted})}\n")


if __name__ == "__main__":
    main()
