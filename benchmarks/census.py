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
from benchmarks.evaluation.common import json_lines, markdown, read_jsonl, share, wilson
from benchmarks.evaluation.corrected import linter_from
from benchmarks.evaluation.documents import SampledDocument, read_documents
from benchmarks.evaluation.measured import commit
from textlint_pt.cli.rule import ENOUGH
from textlint_pt.companions.input import Input
from textlint_pt.engine.linter import Linter
from textlint_pt.registry import plugins
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
    """Documents register by register in the seed's order, none that is spent, none twice."""
    known = plugins.load(third_party=False).extensions
    for register, paths in registers.items():
        # a source with many documents must not be all that a register is
        sources = [list(read_documents(register, path, known)) for path in paths]
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
    drawn: Iterable[SampledDocument], linter: Linter, sentences: int, silent: int, seed: int
) -> tuple[list[Row], list[str]]:
    """The sheet's rows and the digests of the documents it took."""
    counted: Counter[str] = Counter()
    rows: list[Row] = []
    quiet: list[Row] = []
    taken: list[str] = []
    for one in drawn:
        if counted[one.register] >= sentences:
            continue
        source = Input(f"{one.digest}{one.suffix}", one.text.encode())
        (entry,) = linter.lint([source])
        taken.append(one.digest)
        document = linter.read(source)
        counted[one.register] += entry["sentences"]
        about = {"id": one.digest, "register": one.register, "source": one.source}
        if entry["score"]["total"] is not None:
            score = entry["score"]["total"]
            rows.append({"score": score, "sentences": entry["sentences"], **about})
        spoken_of = {finding["sentence"] for finding in entry["findings"]}
        rows.extend(_finding_row(document, finding_as_json(f), about) for f in entry["findings"])
        quiet.extend(
            {
                **about,
                "start": s.span.start,
                "end": s.span.end,
                "silent": True,
                **_around(document, s),
            }
            for s in document.sentences
            if s.index not in spoken_of and s.kind.value == "paragraph"
        )
    rows += random.Random(seed).sample(quiet, min(silent, len(quiet)))
    for n, row in enumerate(rows):
        row["n"] = n
    return [{"sentences": dict(counted), "seed": seed}, *rows], taken


def _around(document: Document, sentence: Sentence) -> Row:
    every = document.sentences
    return {
        "before": every[sentence.index - 1].text if sentence.index else "",
        "text": sentence.text,
        "after": every[sentence.index + 1].text if sentence.index + 1 < len(every) else "",
    }


def _finding_row(document: Document, finding: Row, about: Row) -> Row:
    start, end = finding["start"], finding["end"]
    index = finding["sentence"]
    row = {
        **about,
        "code": finding["code"],
        "severity": finding["severity"],
        "start": start,
        "end": end,
        "message": finding["message"],
        "marked": document.raw[start:end],
    }
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
    """The sentence, or what is marked, with the fix applied."""
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
    """The rows of a sheet with what their readers said; rows that nobody read stay without."""
    said = {one["n"]: one for one in verdicts}
    result: list[Row] = []
    for row in sheet:
        verdict = said.get(row.get("n"), {})
        if "verdict" in verdict and verdict["verdict"] not in VERDICTS:
            raise SystemExit(f"census: {row['n']}: no verdict {verdict['verdict']!r}")
        result.append(
            {
                **row,
                **({"verdict": verdict["verdict"]} if "verdict" in verdict else {}),
                **({"fixed": verdict["fix"]} if verdict.get("fix") and "fix" in row else {}),
                **({"missed": verdict["missed"]} if "missed" in verdict else {}),
            }
        )
    return result


def report(rows: Sequence[Row]) -> Iterator[Row]:
    """One row for all findings, for each rule, register and bin of confidence; silent sentences."""
    sentences: Mapping[str, int] = rows[0]["sentences"]
    findings = [row for row in rows if "code" in row]
    whole = sum(sentences.values())
    yield _share("all", "all", findings, whole)
    by: dict[str, dict[str, list[Row]]] = {"rule": defaultdict(list), "family": defaultdict(list)}
    registers: dict[str, list[Row]] = {register: [] for register in sentences}
    for row in findings:
        family = row["code"][:4] if row["code"].startswith("GRA") else row["code"][:3]
        by["family"][family].append(row)
        by["rule"][row["code"]].append(row)
        registers[row["register"]].append(row)
    for kind, groups in by.items():
        for name, group in sorted(groups.items()):
            yield _share(kind, name, group, whole)
    for register, group in registers.items():
        yield _share("register", register, group, sentences[register])
    sure = [row for row in findings if "confidence" in row]
    for low, high in zip(BINS, (*BINS[1:], math.inf), strict=True):
        group = [row for row in sure if low <= row["confidence"] < high]
        if group:
            mean = sum(row["confidence"] for row in group) / len(group)
            yield {**_share("confidence", f"{low:g}", group, whole), "said": mean}
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
    read = [row for row in rows if "verdict" in row]
    right = sum(row["verdict"] == "right" for row in read)
    low, high = wilson(right, len(read))
    fixes = [row for row in read if "fixed" in row]
    safe = [row for row in fixes if row["fix"] == "safe"]
    return {
        "by": by,
        "name": name,
        "n": len(read),
        "unread": len(rows) - len(read),
        "right": right,
        "precision": right / len(read) if read else None,
        "low": low,
        "high": high,
        "per_1000": 1000 * len(rows) / max(1, sentences),
        "fixes": len(fixes),
        "fixes_right": share(row["fixed"] == "right" for row in fixes),
        "safe": len(safe),
        "safe_right": share(row["fixed"] == "right" for row in safe),
    }


_PUBLISHED = (
    *(
        "n",
        "id",
        "register",
        "source",
        "start",
        "end",
        "code",
        "severity",
        "silent",
        "fix",
        "confidence",
    ),
    *("verdict", "fixed", "missed", "score", "sentences", "seed", "date", "commit"),
)


def published(rows: Sequence[Row]) -> list[Row]:
    """The rows without the texts that they are about."""
    return [{key: row[key] for key in _PUBLISHED if key in row} for row in rows]


def measured(code: str, draws: Iterable[Sequence[Row]], told: Iterable[Row] = ()) -> Row | None:
    """The figures of a rule (`textlint_pt.contract.figures.Measured`): of the newest readings,
    until as many of its findings are read as say anything; None if none was.

    `draws`: those with a date; `told`: readings of which only counts were kept.
    """
    readings = [
        (rows[0]["date"], [r for r in rows if r.get("code") == code and "verdict" in r])
        for rows in draws
    ]
    readings += [(one["date"], _as_read(one)) for one in told if one["code"] == code]
    readings.sort(key=lambda one: one[0], reverse=True)
    read: list[Row] = []
    dates = []
    for day, some in readings:
        if some and len(read) < ENOUGH:
            read += some
            dates.append(day)
    if not read:
        return None
    found = _share("rule", code, read, 0)
    return {
        "read": found["n"],
        "right": found["right"],
        **{name: round(found[name], 3) for name in ("low", "high")},
        "fixes_right": found["fixes_right"] and round(found["fixes_right"], 3),
        "date": dates[0],
    }


def _as_read(told: Row) -> list[Row]:
    wrong = told["read"] - told["right"]
    return [{"verdict": "right"}] * told["right"] + [{"verdict": "wrong"}] * wrong


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
    """What was read of each draw; how often a confidence was right, `said` its mean."""
    drawn: list[Sequence[str | None]] = []
    said: list[Sequence[str | None]] = []
    for rows in draws:
        made = list(report(rows))
        whole = made[0]
        scores = [row["pearson"] for row in made if row["by"] == "score"]
        silent = [row for row in made if row["by"] == "silent"]
        by_bin = {row["name"]: row for row in made if row["by"] == "confidence"}
        findings = [row for row in rows if row.get("verdict") and "code" in row]
        groups = [[row for row in findings if row["code"].startswith(c)] for c in _COLUMNS.values()]
        fixes = [row for row in findings if "fixed" in row]
        name = str(rows[0]["seed"])
        drawn.append(
            (
                name,
                rows[0].get("date"),
                f"{sum(rows[0]['sentences'].values()):,}",
                f"{whole['right']} of {whole['n']}: {_percent(whole['precision'])}",
                f"{_percent(whole['low'])}–{_percent(whole['high'])}",
                *(_of(group, "verdict") for group in groups),
                _of(fixes, "fixed"),
                _of([row for row in fixes if row["fix"] == "safe"], "fixed"),
                f"{whole['per_1000']:.0f}",
                f"{scores[0]:.2f}" if scores and scores[0] is not None else None,
            )
        )
        shares = [by_bin.get(f"{low:g}") for low in _BINS]
        said.append(
            (
                name,
                *(
                    f"{row['right']} of {row['n']}, {row['said']:.2f}" if row else None
                    for row in shares
                ),
                f"{silent[0]['right']} of {silent[0]['n']}" if silent else None,
            )
        )
    ends = ("fixes", "safe", "per 1,000", "score")
    heads = ("draw", "date", "sentences", "right", "95 %", *_COLUMNS, *ends)
    bins = ("draw", *(f"from {low:g}: right, said" for low in _BINS), "silent")
    return f"{markdown(heads, drawn)}\n\n{markdown(bins, said)}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


def _of(rows: Sequence[Row], answer: str) -> str | None:
    return f"{sum(row[answer] == 'right' for row in rows)}/{len(rows)}" if rows else None


def draws() -> Iterator[list[Row]]:
    """The draws that were published, the newest first."""
    draws = [read_jsonl(str(path)) for path in PUBLISHED.glob("census-*.jsonl")]
    return iter(sorted(draws, key=lambda rows: -int(rows[0]["seed"])))


def readings(codes: Iterable[str]) -> dict[str, Row]:
    """The figures of each of these rules whose findings were read, from the published files."""
    dated = [rows for rows in draws() if "date" in rows[0]]
    told = read_jsonl(str(TOLD))
    found = {code: measured(code, dated, told) for code in codes}
    return {code: figures for code, figures in found.items() if figures}


def _matching(pattern: str) -> list[str]:
    return sorted(glob.glob(pattern))  # noqa: PTH207 - patterns may be absolute


def _registers(given: Sequence[str]) -> dict[str, list[Path]]:
    result: dict[str, list[Path]] = {}
    for one in given:
        name, equals, patterns = one.partition("=")
        paths = [Path(p) for pattern in patterns.split(",") for p in _matching(pattern)]
        if not equals or not paths:
            raise SystemExit(f"census: {one}: write NAME=PATH[,PATH…], paths of files that exist")
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
    spent = set(ledger.read_text(encoding="utf-8").split()) if ledger.exists() else set()
    values: Row = {"preset": preset}
    if select:
        values["select"] = select.split(",")
    judge = linter_from(least, **values)
    drawn = draw(_registers(registers), seed, spent)
    rows, taken = lint(drawn, judge, sentences, silent, seed)
    rows[0] |= {"date": date.today().isoformat(), "commit": commit()}
    sheet.write_text(json_lines(rows), encoding="utf-8")
    with ledger.open("a", encoding="utf-8") as stream:
        stream.writelines(f"{one}\n" for one in taken)
    counted = Counter(row["code"] for row in rows if "code" in row)
    print(f"{len(taken)} documents, sentences {rows[0]['sentences']}")
    print(f"findings {dict(sorted(counted.items()))}")


def _read(sheet: str, verdicts: Sequence[str]) -> list[Row]:
    rows = read_jsonl(sheet)
    answers = (row for file in verdicts for row in read_jsonl(file))
    return judged(rows, answers) if verdicts else rows


def report_sheet(sheet: File, verdicts: Sequence[str] = ()) -> Rows:
    return report(_read(sheet, verdicts))


def publish_sheet(sheet: str, verdicts: Sequence[str] = (), *, out: Path) -> None:
    out.write_text(json_lines(published(_read(sheet, verdicts))), encoding="utf-8")
