"""What fires on edited text by the million words, by rule and by the words that set it off."""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence, Set
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

from textlint_pt_grammaticality.judge.confidence import REPORTED

from benchmarks.evaluation.command import Files, Row, Rows
from benchmarks.evaluation.common import json_lines, read_jsonl, stem
from benchmarks.evaluation.corrected import linter_from
from benchmarks.evaluation.documents import SampledDocument, read_documents
from textlint_pt.companions.input import Input
from textlint_pt.engine.linter import BATCH, Linter
from textlint_pt.registry import plugins
from textlint_pt.report.report import finding_as_json


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


def triggers(rows: Sequence[Row], top: int) -> Iterator[Row]:
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
            yield {"code": code, "trigger": trigger, "all": number, "default": shown[code, trigger]}


def run(
    files: Files,
    *,
    words: int = 5_000_000,
    least: Annotated[float | None, "confidence to report from"] = None,
    select: str = "GRA,RED",
    leave_out: Annotated[Path | None, "digests of documents kept for later"] = None,
    out: Path | None = None,
    table: Annotated[bool, "the files are FIRINGS, to be counted"] = False,
    top: int = 40,
) -> Rows | None:
    if table:
        return triggers([row for one in files for row in read_jsonl(one) if "code" in row], top)
    if out is None:
        raise SystemExit("firings: --out FILE says where they go")
    rules = plugins.load(third_party=False).rules.items()
    alone = [c for c, rule in rules if rule.declared.default and not rule.declared.companions]
    lint = linter_from(least, select=[c for c in alone if c.startswith(tuple(select.split(",")))])
    kept = set(leave_out.read_text(encoding="utf-8").split()) if leave_out else set()
    counted: Row = {}
    with out.open("w", encoding="utf-8") as stream:
        for path in files:
            found = firings(Path(path), words // len(files), lint, kept, counted)
            stream.writelines(json_lines([row]) for row in found)
            stream.flush()
            print(f"{path}: {counted[stem(path)]}", file=sys.stderr)
        stream.write(json_lines([{"read": counted}]))
    return None
