"""Texts as written and as somebody corrected them: which of the small corrections are found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from rapidfuzz.distance import Levenshtein

from benchmarks.evaluation.command import Files, Misses, Row, Rows
from benchmarks.evaluation.common import Shown, read_jsonl, stem
from benchmarks.evaluation.corrected import findings, linter
from textlint_pt.text.segmentation import function_words
from textlint_pt.text.variants import folded

SPACING = frozenset(("GRA404", "GRA405", "GRA406"))
#: words or marks of a small correction
MAX_TOKENS = 3
_TOKEN = re.compile(r"\w+(?:-\w+)*|[^\w\s]")


class Change(NamedTuple):
    """A range of the original that differs, and its kind of correction; "" if it is none."""

    start: int
    end: int
    kind: str
    written: str
    meant: str


def correction_kind(original: Sequence[str], corrected: Sequence[str]) -> str:
    """Return the kind of correction between differing tokens, or "" for another change."""
    old, new = (" ".join(tokens).lower() for tokens in (original, corrected))
    if max(len(original), len(corrected)) > MAX_TOKENS or re.search(r"\d", old + new):
        return ""
    if old == new:
        return "case"
    if {old, new} <= {"", ","}:
        return "comma"
    if not re.search(r"\w", old + new):
        return ""
    if folded(old) == folded(new):
        return "accent"
    before, after = old.split(), new.split()
    if not before or not after:
        (word,) = set(before + after) if len(before + after) == 1 else ("",)
        return "function word" if word in function_words() else ""
    if all(word in function_words() for word in (*before, *after)):
        return "function word"
    if re.sub("[ -]", "", old) == re.sub("[ -]", "", new):
        return "split or joined"
    if len(before) == len(after) == 1:
        if Levenshtein.distance(old, new) <= 2 < len(old):
            return "near word"
        shared_beginning = len(re.match(r"(.*).*\n\1", f"{old}\n{new}")[1])  # type: ignore[index]
        if shared_beginning >= max(3, 0.6 * min(len(old), len(new))):
            return "inflection"
    return ""


def changes(original: str, corrected: str) -> list[Change]:
    """Return the places where the texts differ, with the kind of each correction."""
    tokens = list(_TOKEN.finditer(original))
    old, new = [match.group() for match in tokens], _TOKEN.findall(corrected)
    corrections = []
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for step, start, end, new_start, new_end in matcher.get_opcodes():
        if step != "equal":
            written, meant = old[start:end], new[new_start:new_end]
            first, last = start, end - 1
            if not written:  # between the tokens beside it
                first, last = max(0, start - 1), min(end, len(tokens) - 1)
            place = tokens[first].start(), tokens[last].end()
            kind = correction_kind(written, meant)
            corrections.append(Change(*place, kind, " ".join(written), " ".join(meant)))
    return corrections


def recall_by_correction_kind(
    rows: Sequence[Row], findings_by_row: Sequence[Sequence[Any]]
) -> Iterator[Row]:
    """Yield recall and precision over all corrections, then a row for each kind.

    Each of `rows` gets the corrections that no finding touches as `missed`.
    """
    counted: Counter[tuple[str, str]] = Counter()
    on_corrections = finding_count = 0
    for row, row_findings in zip(rows, findings_by_row, strict=True):
        row["missed"] = []
        touched: set[int] = set()
        for correction in changes(row["original"], row["corrected"]):
            touching = [
                at
                for at, finding in enumerate(row_findings)
                if finding["start"] <= correction.end and correction.start <= finding["end"]
            ]
            touched.update(touching)
            if not correction.kind:
                continue
            row["missed"] += [] if touching else [correction]
            for name in ("all", correction.kind):
                counted[name, "n"] += 1
                counted[name, "recall"] += bool(touching)
                counted[name, "recall_no_spacing"] += any(
                    row_findings[at]["code"] not in SPACING for at in touching
                )
        on_corrections += len(touched)
        finding_count += len(row_findings)
    recall = _share(counted["all", "recall"], counted["all", "n"])
    touch = _share(on_corrections, finding_count)
    no_comma = [counted["all", key] - counted["comma", key] for key in ("recall", "n")]
    yield {
        "n": len(rows),
        "recall": recall,
        "recall_no_spacing": _share(counted["all", "recall_no_spacing"], counted["all", "n"]),
        "recall_no_comma": _share(*no_comma),
        "touch": touch,
        "f05": _share(1.25 * touch * recall, 0.25 * touch + recall),
    }
    kinds = {kind for kind, _ in counted} - {"all"}
    for kind in sorted(kinds, key=lambda kind: (-counted[kind, "n"], kind)):
        n = counted[kind, "n"]
        shares = {key: counted[kind, key] / n for key in ("recall", "recall_no_spacing")}
        yield {"kind": kind, "n": n, **shares}


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def run(files: Files, *, misses: Misses = 0) -> Rows:
    """Yield the rows of each file, and list corrections that were missed."""
    judge_linter = linter()
    shown = Shown(misses)
    for path in files:
        texts = read_jsonl(path)
        for text in texts:  # a line is a paragraph
            text["original"] = re.sub(r"\n+", "\n\n", text["original"])
        text_findings = findings((text["original"] for text in texts), judge_linter)
        for row in recall_by_correction_kind(texts, text_findings):
            yield {"set": stem(path), **row}
        for text in texts:
            for place in text["missed"]:
                around = text["original"][max(0, place.start - 40) : place.end + 30]
                shown(place.kind, f"{place.written or '∅'} → {place.meant or '∅'}: {around!r}")
