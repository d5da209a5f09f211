"""What the linter says of documents that nobody has looked at, for its findings to be read."""

from __future__ import annotations

import glob
import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from statistics import correlation
from typing import Annotated

from benchmarks.evaluation.command import File, Row, Rows
from benchmarks.evaluation.common import commit, json_lines, markdown, read_jsonl, share, wilson
from benchmarks.evaluation.corrected import linter_from
from benchmarks.evaluation.documents import SampledDocument, read_documents
from textlint_pt.cli.rule import ENOUGH
from textlint_pt.companions.input import Input
from textlint_pt.engine.linter import Linter
from textlint_pt.report.report import finding_as_json
from textlint_pt.text.document import Document, Sentence

PUBLISHED = Path(__file__).parent / "verdicts"
LEDGER = PUBLISHED / "ledger.txt"
#: readings of which only counts were kept: code or letters of the family, read, right, date
TOLD = PUBLISHED / "told.jsonl"
VERDICTS = ("right", "wrong", "open")
#: lower ends of the bins of confidence
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99)
#: characters shown on each side of what a finding about a whole document marks
_AROUND = 200


# ------------------------------------------------------------------ drawing


def draw(
    registers: Mapping[str, Sequence[Path]], seed: int, spent: set[str]
) -> Iterator[SampledDocument]:
    """Yield documents of each register in the seed's order; adds their digests to `spent`."""
    for register, paths in registers.items():
        # a source with many documents must not be all that a register is
        sources = [list(read_documents(register, path)) for path in paths]
        ranked = sorted(
            (random.Random(f"{seed}/{one.digest}").random() * len(source) ** 0.5, one)
            for source in sources
            for one in source
        )
        for _, one in ranked:
            if one.digest not in spent:
                spent.add(one.digest)
                yield one


def lint(
    sampled: Iterable[SampledDocument], linter: Linter, sentences: int, silent: int, seed: int
) -> tuple[list[Row], list[str]]:
    """Return the rows of the sheet and the digests of the documents that it covers."""
    counted: Counter[str] = Counter()
    rows: list[Row] = []
    silent_rows: list[Row] = []
    digests: list[str] = []
    for one in sampled:
        if counted[one.register] >= sentences:
            continue
        source = Input(f"{one.digest}{one.suffix}", one.text.encode())
        (entry,) = linter.lint([source])
        digests.append(one.digest)
        document = linter.read(source)
        counted[one.register] += entry["sentences"]
        about = {"id": one.digest, "register": one.register, "source": one.source}
        if entry["score"]["total"] is not None:
            score = entry["score"]["total"]
            rows.append({"score": score, "sentences": entry["sentences"], **about})
        reported_sentences = {finding["sentence"] for finding in entry["findings"]}
        rows.extend(_finding_row(document, finding_as_json(f), about) for f in entry["findings"])
        for s in document.sentences:
            if s.index not in reported_sentences and s.kind.value == "paragraph":
                place = {"start": s.span.start, "end": s.span.end, "silent": True}
                silent_rows.append({**about, **place, **_around(document, s)})
    rows += random.Random(seed).sample(silent_rows, min(silent, len(silent_rows)))
    for n, row in enumerate(rows):
        row["n"] = n
    return [{"sentences": dict(counted), "seed": seed}, *rows], digests


def _around(document: Document, sentence: Sentence) -> Row:
    """Return a sentence with those before and after it."""
    sentences = document.sentences
    return {
        "before": sentences[sentence.index - 1].text if sentence.index else "",
        "text": sentence.text,
        "after": sentences[sentence.index + 1].text if sentence.index + 1 < len(sentences) else "",
    }


def _finding_row(document: Document, finding: Row, about: Row) -> Row:
    """Return the row of a finding: what it marks, its sentence and its correction."""
    start, end = finding["start"], finding["end"]
    index = finding["sentence"]
    kept = ("code", "severity", "start", "end", "message")
    row = {**about, **{key: finding[key] for key in kept}, "marked": document.raw[start:end]}
    if index is None:  # a finding about the document is read where it is marked
        row["text"] = document.raw[max(0, start - _AROUND) : end + _AROUND]
    else:
        row |= _around(document, document.sentences[index])
    related = [document.raw[r["start"] : r["end"]] for r in finding["related"]]
    if related:
        row["related"] = related
    if "confidence" in finding["evidence"]:
        row["confidence"] = finding["evidence"]["confidence"]
    if finding["fix"]:
        row["fix"] = finding["fix"]["applicability"]
        row["corrected"] = _corrected(document, index, finding)
    return row


def _corrected(document: Document, index: int | None, finding: Row) -> str:
    """Return the sentence, or the marked text, with the fix applied."""
    span = document.sentences[index].span if index is not None else None
    edits = finding["fix"]["edits"]
    start = min([span.start if span else finding["start"], *(e["start"] for e in edits)])
    end = max([span.end if span else finding["end"], *(e["end"] for e in edits)])
    text = document.raw[start:end]
    for edit in sorted(edits, key=lambda one: -int(one["start"])):
        text = text[: edit["start"] - start] + edit["text"] + text[edit["end"] - start :]
    return text


# ------------------------------------------------------------------ reporting


def judged(sheet: Sequence[Row], verdicts: Iterable[Row]) -> list[Row]:
    """Return the rows of a sheet with the readers' verdicts; unread rows are unchanged."""
    verdict_by_number = {one["n"]: one for one in verdicts}
    result: list[Row] = []
    for row in sheet:
        answer = verdict_by_number.get(row.get("n"), {})
        if answer.get("verdict", "open") not in VERDICTS:
            raise SystemExit(f"census: {row['n']}: no verdict {answer['verdict']!r}")
        read: Row = {key: answer[key] for key in ("verdict", "missed") if key in answer}
        if answer.get("fix") and "fix" in row:
            read["fixed"] = answer["fix"]
        result.append({**row, **read})
    return result


def report(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield a row for all findings and each rule, register and bin of confidence; silent ones."""
    sentences: Mapping[str, int] = rows[0]["sentences"]
    findings = [row for row in rows if "code" in row]
    sentence_count = sum(sentences.values())
    yield _share("all", "all", findings, sentence_count)
    groups: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in findings:
        family = row["code"][:4] if row["code"].startswith("GRA") else row["code"][:3]
        groups["rule", row["code"]].append(row)
        groups["family", family].append(row)
        groups["register", row["register"]].append(row)
    for by in ("rule", "family"):
        for kind, name in sorted(groups):
            if kind == by:
                yield _share(by, name, groups[by, name], sentence_count)
    for register, count in sentences.items():
        yield _share("register", register, groups.get(("register", register), []), count)
    with_confidence = [row for row in findings if "confidence" in row]
    for low, high in zip(BINS, (*BINS[1:], math.inf), strict=True):
        group = [row for row in with_confidence if low <= row["confidence"] < high]
        if group:
            mean = sum(row["confidence"] for row in group) / len(group)
            yield {**_share("confidence", f"{low:g}", group, sentence_count), "said": mean}
    scored = {row["id"]: row for row in rows if "score" in row}
    if len(scored) > 2:
        right = Counter(row["id"] for row in findings if row.get("verdict") == "right")
        rate = [right[name] / row["sentences"] for name, row in scored.items()]
        scores = [row["score"] for row in scored.values()]
        varied = len(set(rate)) > 1 and len(set(scores)) > 1
        yield {
            "by": "score",
            "name": "correlation with right findings a sentence, over documents",
            "n": len(scored),
            "pearson": correlation(rate, scores) if varied else None,
        }
    silent = [row for row in rows if "silent" in row and "missed" in row]
    if silent:
        kinds = Counter(kind for row in silent for kind in row["missed"])
        yield {
            "by": "silent",
            "name": "sentences with an error that no rule reported",
            "n": len(silent),
            "right": sum(bool(row["missed"]) for row in silent),
            "kinds": dict(kinds.most_common()),
        }


def _share(by: str, name: str, rows: Sequence[Row], sentences: int) -> Row:
    """Return counts and precision of the rows that were read, with Wilson's interval."""
    read_rows = [row for row in rows if "verdict" in row]
    right = sum(row["verdict"] == "right" for row in read_rows)
    low, high = wilson(right, len(read_rows))
    fixes = [row for row in read_rows if "fixed" in row]
    safe = [row for row in fixes if row["fix"] == "safe"]
    return {
        "by": by,
        "name": name,
        "n": len(read_rows),
        "unread": len(rows) - len(read_rows),
        "right": right,
        "precision": right / len(read_rows) if read_rows else None,
        "low": low,
        "high": high,
        "per_1000": 1000 * len(rows) / max(1, sentences),
        "fixes": len(fixes),
        "fixes_right": share(row["fixed"] == "right" for row in fixes),
        "safe": len(safe),
        "safe_right": share(row["fixed"] == "right" for row in safe),
    }


_PUBLISHED = (
    *("n", "id", "register", "source", "start", "end", "code", "severity", "silent", "fix"),
    *("confidence", "verdict", "fixed", "missed", "score", "sentences", "seed", "date", "commit"),
)


def published(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without the texts that they are about."""
    return [{key: row[key] for key in _PUBLISHED if key in row} for row in rows]


def measured(code: str, draws: Iterable[Sequence[Row]], counted: Iterable[Row] = ()) -> Row | None:
    """Return the figures of a rule (`textlint_pt.contract.figures.Measured`); None if none read.

    The newest readings are used, until `ENOUGH` findings are read. `draws`: those with a date;
    `counted`: readings of which only counts were kept.
    """
    readings = [
        (rows[0]["date"], [r for r in rows if r.get("code") == code and "verdict" in r])
        for rows in draws
    ]
    readings += [(one["date"], _as_read(one)) for one in counted if one["code"] == code]
    readings.sort(key=lambda one: one[0], reverse=True)
    read: list[Row] = []
    dates = []
    for day, new_rows in readings:
        if new_rows and len(read) < ENOUGH:
            read += new_rows
            dates.append(day)
    if not read:
        return None
    figures = _share("rule", code, read, 0)
    return {
        "read": figures["n"],
        "right": figures["right"],
        **{name: round(figures[name], 3) for name in ("low", "high")},
        "fixes_right": figures["fixes_right"] and round(figures["fixes_right"], 3),
        "date": dates[0],
    }


def _as_read(counts: Row) -> list[Row]:
    """Return a row with a verdict for each finding that was read."""
    wrong = counts["read"] - counts["right"]
    return [{"verdict": "right"}] * counts["right"] + [{"verdict": "wrong"}] * wrong


# ------------------------------------------------------------------ the table of all draws


#: what the findings of a column have in common: the beginnings of their codes
_COLUMNS = {
    "GRA1–3": ("GRA1", "GRA2", "GRA3"),
    "GRA4": ("GRA4",),
    "GRA9": ("GRA9",),
    "RED": ("RED",),
}
_BINS = BINS[2:]


def table(draws: Iterable[Sequence[Row]]) -> str:
    """Return two Markdown tables over all draws: precision by family, calibration of confidence."""
    draw_cells: list[Sequence[str | None]] = []
    calibration_cells: list[Sequence[str | None]] = []
    for rows in draws:
        report_rows = list(report(rows))
        total = report_rows[0]
        scores = [row["pearson"] for row in report_rows if row["by"] == "score"]
        silent = [row for row in report_rows if row["by"] == "silent"]
        by_bin = {row["name"]: row for row in report_rows if row["by"] == "confidence"}
        findings = [row for row in rows if row.get("verdict") and "code" in row]
        groups = [[row for row in findings if row["code"].startswith(c)] for c in _COLUMNS.values()]
        fixes = [row for row in findings if "fixed" in row]
        name = str(rows[0]["seed"])
        draw_cells.append(
            (
                name,
                rows[0].get("date"),
                f"{sum(rows[0]['sentences'].values()):,}",
                f"{total['right']} of {total['n']}: {_percent(total['precision'])}",
                f"{_percent(total['low'])}–{_percent(total['high'])}",
                *(_of(group, "verdict") for group in groups),
                _of(fixes, "fixed"),
                _of([row for row in fixes if row["fix"] == "safe"], "fixed"),
                f"{total['per_1000']:.0f}",
                f"{scores[0]:.2f}" if scores and scores[0] is not None else None,
            )
        )
        bin_rows = [by_bin.get(f"{low:g}") for low in _BINS]
        bin_cells = [
            f"{row['right']} of {row['n']}, {row['said']:.2f}" if row else None for row in bin_rows
        ]
        silent_cell = f"{silent[0]['right']} of {silent[0]['n']}" if silent else None
        calibration_cells.append((name, *bin_cells, silent_cell))
    ends = ("fixes", "safe", "per 1,000", "score")
    heads = ("draw", "date", "sentences", "right", "95 %", *_COLUMNS, *ends)
    bins = ("draw", *(f"from {low:g}: right, said" for low in _BINS), "silent")
    return f"{markdown(heads, draw_cells)}\n\n{markdown(bins, calibration_cells)}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


def _of(rows: Sequence[Row], answer: str) -> str | None:
    """Return how many answers are right and of how many, like "9/10"; None without rows."""
    return f"{sum(row[answer] == 'right' for row in rows)}/{len(rows)}" if rows else None


def draws() -> Iterator[list[Row]]:
    """Return the draws that were published, the newest first."""
    draws = [read_jsonl(str(path)) for path in PUBLISHED.glob("census-*.jsonl")]
    return iter(sorted(draws, key=lambda rows: -int(rows[0]["seed"])))


def readings(codes: Iterable[str]) -> dict[str, Row]:
    """Return the figures of each of these rules that readers judged, from the published files."""
    dated_draws = [rows for rows in draws() if "date" in rows[0]]
    counted = read_jsonl(str(TOLD))
    figures_by_code = {code: measured(code, dated_draws, counted) for code in codes}
    return {code: figures for code, figures in figures_by_code.items() if figures}


def _registers(arguments: Sequence[str]) -> dict[str, list[Path]]:
    """Return the paths of each register; ends the program where an argument names none."""
    result: dict[str, list[Path]] = {}
    for argument in arguments:
        name, equals, patterns = argument.partition("=")
        # patterns may be absolute
        found = (sorted(glob.glob(pattern)) for pattern in patterns.split(","))  # noqa: PTH207
        paths = [Path(path) for paths_of_pattern in found for path in paths_of_pattern]
        if not equals or not paths:
            raise SystemExit(
                f"census: {argument}: write NAME=PATH[,PATH…], paths of files that exist"
            )
        result[name] = paths
    return result


def draw_sheet(
    *,
    seed: int,
    registers: Annotated[Sequence[str], "NAME=PATH[,PATH…]"],
    sheet: Path,
    sentences: Annotated[int, "of each register"] = 500,
    silent: int = 60,
    ledger: Path = LEDGER,
    preset: str = "default",
    least: Annotated[float | None, "confidence to report from"] = None,
    select: Annotated[str | None, "codes of rules, by default those of the preset"] = None,
) -> None:
    """Draw documents, lint them and write a sheet of their findings for readers."""
    spent = set(ledger.read_text(encoding="utf-8").split()) if ledger.exists() else set()
    values: Row = {"preset": preset}
    if select:
        values["select"] = select.split(",")
    linter = linter_from(least, **values)
    sampled = draw(_registers(registers), seed, spent)
    rows, digests = lint(sampled, linter, sentences, silent, seed)
    rows[0] |= {"date": date.today().isoformat(), "commit": commit()}
    sheet.write_text(json_lines(rows), encoding="utf-8")
    with ledger.open("a", encoding="utf-8") as stream:
        stream.writelines(f"{digest}\n" for digest in digests)
    findings_by_code = Counter(row["code"] for row in rows if "code" in row)
    print(f"{len(digests)} documents, sentences {rows[0]['sentences']}")
    print(f"findings {dict(sorted(findings_by_code.items()))}")


def _read(sheet: str, verdicts: Sequence[str]) -> list[Row]:
    rows = read_jsonl(sheet)
    answers = (row for file in verdicts for row in read_jsonl(file))
    return judged(rows, answers) if verdicts else rows


def report_sheet(sheet: File, verdicts: Sequence[str] = ()) -> Rows:
    return report(_read(sheet, verdicts))


def publish_sheet(sheet: str, verdicts: Sequence[str] = (), *, out: Path) -> None:
    out.write_text(json_lines(published(_read(sheet, verdicts))), encoding="utf-8")
