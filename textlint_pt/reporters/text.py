"""`--format text`: findings with the sentence, its evidence and the related place; the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textlint_pt.messages import count, say
from textlint_pt.report import DocumentDict, Excerpt, FindingDict, Report, ScoreDict
from textlint_pt.reporters import Reporter, Segment

_WIDTH = 92
_COLOURS = {"error": "bold red", "warning": "bold yellow", "info": "bold cyan"}
_BANDS = {"low": "bold red", "medium": "bold yellow", "high": "bold green"}


class Text(Reporter):
    name = "text"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        for document in report["documents"]:
            yield from _document(document, language)
        summary = report["summary"]
        if len(report["documents"]) > 1:
            yield (
                say(
                    language,
                    "findings",
                    findings=count(language, "finding", summary["findings"]),
                    documents=count(language, "document", summary["documents"]),
                ),
                "bold",
            )
            if summary["score"] is not None:
                yield f"; {say(language, 'score')} {points(summary['score'], language)}/100", ""
            yield "\n", ""


def _document(document: DocumentDict, language: str) -> Iterator[Segment]:
    if document["error"] and not document["findings"] and not document["sentences"]:
        return  # said on stderr
    for finding, excerpts in zip(document["findings"], document["excerpts"], strict=True):
        yield from _finding(document["path"], finding, excerpts)
    if "measures" in document:
        yield from _measures(document, language)
    yield document["path"], "bold"
    yield ": ", ""
    found = len(document["findings"])
    yield count(language, "finding", found) if found else say(language, "clean"), ""
    yield "; ", ""
    yield from _score(document["score"], language)
    for notice in document["notices"]:
        if notice["code"] != document["score"]["reason"]:
            yield f"  {notice['message']}\n", "dim"
        elif notice["message"] != say(language, notice["code"]):
            yield f"  {notice['message']}\n", ""
    yield "\n", ""


def _finding(path: str, finding: FindingDict, excerpts: Sequence[Excerpt]) -> Iterator[Segment]:
    yield f"{path}:{finding['line']}:{finding['column']}", "bold"
    yield ": ", ""
    yield finding["code"], _COLOURS[finding["severity"]]
    yield f" {finding['name']}", "dim"
    yield f": {finding['message']}\n", ""
    places = [finding["line"], *(related["line"] for related in finding["related"])]
    gutter = len(str(max(places)))
    yield from _quote(excerpts[0], finding["line"], gutter, "^", _COLOURS[finding["severity"]])
    for related, excerpt in zip(finding["related"], excerpts[1:], strict=True):
        where = f"{related['path']}:{related['line']}:{related['column']}"
        yield f"{' ' * gutter} = {where}: {related['message']}\n", "blue"
        yield from _quote(excerpt, related["line"], gutter, "-", "blue")
    yield "\n", ""


def _quote(excerpt: Excerpt, line: int, gutter: int, mark: str, style: str) -> Iterator[Segment]:
    """The excerpt wrapped, with the marked stretch underlined; the first line is numbered."""
    margin = " " * gutter
    yield f"{margin} |\n", "dim"
    label = str(line).rjust(gutter)
    for start, end in wrap(excerpt["text"], _WIDTH):
        yield f"{label} | ", "dim"
        yield f"{excerpt['text'][start:end]}\n", ""
        first, last = max(start, excerpt["start"]), min(end, excerpt["end"])
        if first < last:
            yield f"{margin} | ", "dim"
            yield f"{' ' * (first - start)}{mark * (last - first)}\n", style
        label = margin
    yield f"{margin} |\n", "dim"


def wrap(text: str, width: int) -> list[tuple[int, int]]:
    """Ranges of `text` that stand on one line each, broken at spaces."""
    ranges: list[tuple[int, int]] = []
    start = 0
    while len(text) - start > width:
        cut = text.rfind(" ", start, start + width + 1)
        cut = cut if cut > start else start + width
        ranges.append((start, cut))
        start = cut + 1 if text[cut] == " " else cut
    ranges.append((start, len(text)))
    return ranges


def _score(score: ScoreDict, language: str) -> Iterator[Segment]:
    if score["total"] is None:
        reason = say(language, score["reason"] or "nothing-measured")
        yield f"{say(language, 'no_score')}: {reason}\n", ""
        return
    band = score["band"] or "low"
    yield f"{say(language, 'score')} ", ""
    yield f"{points(score['total'], language)}/100", _BANDS[band]
    yield f" ({say(language, band)}, {score['profile']})\n", ""
    yield from _breakdown(score, language)


def _breakdown(score: ScoreDict, language: str) -> Iterator[Segment]:
    """Lines that add up: 100 minus each loss is the total; for sums, the terms themselves."""
    partials = score["partials"]
    names = [say(language, dimension) for dimension in partials]
    width = max((len(name) for name in names), default=0)
    if score["profile"] == "calibrated":
        total = round(1000 * (score["total"] or 0.0))
        losses = _apportion([p["loss"] for p in partials.values()], 1000 - total)
        for name, partial, loss in zip(names, partials.values(), losses, strict=True):
            value = partial["value"]
            yield f"  {name.ljust(width)}  {_signed(-loss / 10, language):>6}", ""
            shown = "" if value is None else f"  {_decimal(value, 3, language)} = "
            yield f"{shown}{partial['formula']}\n", "dim"
        return
    for name, partial in zip(names, partials.values(), strict=True):
        value = partial["value"]
        term = "-" if value is None else _signed(value, language, 4)
        yield f"  {name.ljust(width)}  {term:>8}", ""
        yield f"  = {partial['formula']}\n", "dim"


def _apportion(parts: Sequence[float], whole: int) -> list[int]:
    """Integers in proportion to `parts` that sum to `whole` (largest remainder)."""
    total = sum(parts)
    if not total:
        return [0] * len(parts)
    exact = [part / total * whole for part in parts]
    floors = [int(value) for value in exact]
    order = sorted(range(len(parts)), key=lambda i: (floors[i] - exact[i], i))
    for i in order[: whole - sum(floors)]:
        floors[i] += 1
    return floors


def points(total: float, language: str) -> str:
    """A total in [0, 1] as points of 100 with one decimal."""
    return _decimal(100 * total, 1, language)


def _decimal(value: float, digits: int, language: str) -> str:
    text = f"{value:.{digits}f}"
    return text.replace(".", ",") if language == "pt" else text


def _signed(value: float, language: str, digits: int = 1) -> str:
    if not float(f"{value:.{digits}f}"):
        return _decimal(0.0, digits, language)
    return (
        _decimal(value, digits, language) if value < 0 else f"+{_decimal(value, digits, language)}"
    )


def _measures(document: DocumentDict, language: str) -> Iterator[Segment]:
    for row in document["measures"]:
        values = [
            f"{name}={_decimal(value, 3, language)}"
            for name, value in row.items()
            if name not in ("sentence", "start", "end", "line", "kind") and value is not None
        ]
        yield f"{document['path']}:{row['line']}: {row['kind']}: {' '.join(values)}\n", "dim"
