"""What fires on edited text by the million words, by rule and by the words that set it off."""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, islice
from pathlib import Path
from typing import Annotated, Any

from textlint_pt_grammaticality.judge.confidence import REPORTED
from textlint_pt_grammaticality.patterns import FOLDER

from benchmarks.evaluation.command import Files, Row, Rows
from benchmarks.evaluation.common import json_lines, read_jsonl, stem
from benchmarks.evaluation.corrected import linter_from
from benchmarks.evaluation.documents import SampledDocument, read_documents
from textlint_pt.companions.input import Input
from textlint_pt.engine.linter import BATCH, Linter
from textlint_pt.patterns.loading import SPOKE
from textlint_pt.registry import plugins
from textlint_pt.report.report import finding_as_json

#: readers' verdicts on findings
VERDICTS = Path(__file__).parent / "verdicts"


def firings(
    path: Path,
    words: int,
    linter: Linter,
    excluded: Set[str],
    counts: Row,
    only: Set[str] = frozenset(),
) -> Iterator[Row]:
    """Yield the findings in the first `words` words of a file, without `excluded` documents.

    `only`: digests of the documents to read, if not all; `counts` gets what was read.
    """
    candidates = (
        document
        for document in read_documents(stem(str(path)), path)
        if document.digest not in excluded and (not only or document.digest in only)
    )
    documents = iter(sorted(candidates, key=lambda document: document.digest))
    read = sentences = 0
    while read < words and (batch := list(islice(documents, BATCH))):
        sources = [Input(f"{one.digest}{one.suffix}", one.text.encode()) for one in batch]
        for document, source, entry in zip(batch, sources, linter.lint(sources), strict=True):
            read += entry["words"]
            sentences += entry["sentences"]
            texts = linter.read(source).sentences if entry["findings"] else ()
            for finding in entry["findings"]:
                if finding["sentence"] is not None:
                    row = finding_as_json(finding)
                    yield _row(path, document, row, texts[finding["sentence"]])
    counts[stem(str(path))] = {"sentences": sentences, "words": read}


def _row(path: Path, document: SampledDocument, finding: Row, sentence: Any) -> Row:
    """Return the row of a finding: its document, place, sentence, message and correction."""
    edits = finding["fix"]["edits"] if finding["fix"] else []
    suggestions = finding["evidence"].get("suggestions") or [""]
    return {
        "file": stem(str(path)),
        "id": document.digest,
        "code": finding["code"],
        "kind": sentence.kind.value,
        "text": sentence.text,
        "start": finding["start"],
        "end": finding["end"],
        "marked": document.text[finding["start"] : finding["end"]],
        "related": [document.text[r["start"] : r["end"]] for r in finding["related"]],
        "suggestion": edits[0]["text"] if edits else suggestions[0],
        "applicability": finding["fix"]["applicability"] if finding["fix"] else None,
        "message": finding["message"],
        "evidence": finding["evidence"],
    }


#: head of the file of figures
_HEAD = (
    "# Pattern, how often it spoke in so many words (first row), and what readers said of what it",
    "# found: right, wrong; written by `python -m benchmarks firings FIRINGS --patterns`",
)


def triggers(rows: Sequence[Row], top: int) -> Iterator[Row]:
    """Yield the commonest triggers of each rule: marked text and suggestion."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    shown: Counter[tuple[str, str]] = Counter()
    for row in rows:
        marked = re.sub(r"\s+", " ", row["marked"].lower())[:40]
        trigger = f"{marked} → {row['suggestion'].lower()}" if row["suggestion"] else marked
        counts[row["code"]][trigger] += 1
        if row["evidence"].get("confidence", 1) >= REPORTED:
            shown[row["code"], trigger] += 1
    for code, triggers in sorted(counts.items()):
        for trigger, number in triggers.most_common(top):
            yield {"code": code, "trigger": trigger, "all": number, "default": shown[code, trigger]}


def verdicts() -> Mapping[str, Sequence[Row]]:
    """Return the verdicts of readers by document."""
    found: dict[str, list[Row]] = defaultdict(list)
    for file in sorted(VERDICTS.glob("*.jsonl")):
        for row in read_jsonl(str(file)):
            if row.get("verdict") in ("right", "wrong") and "start" in row:
                found[row["id"]].append(row)
    return found


def by_pattern(rows: Iterable[Row], verdicts_of: Mapping[str, Sequence[Row]]) -> Iterator[Row]:
    """Yield of each pattern its findings by default, and those judged right and wrong.

    The first row, without a pattern, has the number of words read.
    """
    rows = list(rows)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        pattern = row.get("evidence", {}).get("pattern")
        if pattern and row["evidence"].get("confidence", 1) >= REPORTED:
            counts[pattern]["spoke"] += 1
            counts[pattern].update(
                {
                    one["verdict"]
                    for one in verdicts_of.get(row["id"], ())
                    if one["code"] == row["code"]
                    and one["start"] < row["end"]
                    and row["start"] < one["end"]
                }
            )
    read = [file["words"] for row in rows for file in row.get("read", {}).values()]
    yield {"pattern": "", "spoke": sum(read), "right": 0, "wrong": 0}
    for pattern, count in sorted(counts.items()):
        yield {"pattern": pattern, **{key: count[key] for key in ("spoke", "right", "wrong")}}


def run(
    files: Files,
    *,
    words: int = 5_000_000,
    least: Annotated[float | None, "confidence to report from"] = None,
    select: str = "GRA,RED",
    leave_out: Annotated[Path | None, "digests of documents kept for later"] = None,
    out: Path | None = None,
    read: Annotated[bool, "documents of which readers spoke alone"] = False,
    table: Annotated[bool, "the files are FIRINGS, to be counted"] = False,
    patterns: Annotated[bool, "the same by pattern, for what `rule ID` says of each"] = False,
    top: int = 40,
) -> Rows | None:
    """Write the findings in files to `out`, or count files of findings by trigger or pattern."""
    if table:
        return triggers([row for one in files for row in read_jsonl(one) if "code" in row], top)
    if patterns:
        counted = list(by_pattern(chain.from_iterable(map(read_jsonl, files)), verdicts()))
        lines = ("\t".join(map(str, row.values())) for row in counted)
        (FOLDER / SPOKE).write_text("\n".join([*_HEAD, *lines, ""]), encoding="utf-8")
        return counted
    if out is None:
        raise SystemExit("firings: --out FILE says where they go")
    rules = plugins.load(third_party=False).rules.items()
    codes = [c for c, rule in rules if rule.declared.default and not rule.declared.companions]
    linter = linter_from(least, select=[c for c in codes if c.startswith(tuple(select.split(",")))])
    excluded = set(leave_out.read_text(encoding="utf-8").split()) if leave_out else set()
    only = frozenset(verdicts()) if read else frozenset[str]()
    counts: Row = {}
    with out.open("w", encoding="utf-8") as stream:
        for path in files:
            found = firings(Path(path), words // len(files), linter, excluded, counts, only)
            stream.writelines(json_lines([row]) for row in found)
            stream.flush()
            print(f"{path}: {counts[stem(path)]}", file=sys.stderr)
        stream.write(json_lines([{"read": counts}]))
    return None
