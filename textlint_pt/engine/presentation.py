"""From a rule's finding to an entry of the report: message, place, excerpt, fingerprint."""

from __future__ import annotations

import hashlib
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any

from textlint_pt.contract.finding import Finding, Related
from textlint_pt.contract.rule import Rule
from textlint_pt.engine.scoring import Score
from textlint_pt.reporters.messages import fill, say
from textlint_pt.reporters.report import (
    BarDict,
    CostlyDict,
    Excerpt,
    FindingDict,
    MarkDict,
    Place,
    ReadingDict,
    RelatedDict,
    ScoreDict,
    SideDict,
)
from textlint_pt.reporters.severity import Severity
from textlint_pt.text.document import Document, Sentence, Span
from textlint_pt.text.language import detect

if TYPE_CHECKING:
    from textlint_pt.contract.alignment import Alignment

#: characters of a sentence that are quoted, and how many of them before the place
_QUOTED, _CONTEXT = 600, 200
#: sentences named as those that cost most
_COSTLIEST = 3
#: sentences that tell the language of a text
_SAMPLE = 200


def place(document: Document, span: Span) -> Place:
    line, column = document.position(span.start)
    end_line, end_column = document.position(span.end)
    found: Place = {
        "start": span.start,
        "end": span.end,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }
    if cell := document.position_in_cell(span.start):
        number, line, column = cell
        found["cell"] = {"number": number, "line": line, "column": column}
    return found


def excerpt(document: Document, span: Span, sentence: Sentence | None = None) -> Excerpt:
    """The sentence a span stands in (or its source line) with the span's place in it."""
    sentence = sentence or document.sentence_at(span)
    if sentence is None:
        line = document.line_span(document.position(span.start)[0])
        text = document.raw[line.start : line.end]
        return _cut(text, span.start - line.start, min(span.end, line.end) - line.start)
    return _cut(sentence.text, *_range(sentence, span))


def _range(sentence: Sentence, span: Span) -> tuple[int, int]:
    """The part of a sentence's text that stands in a span of the source."""
    content = sentence.content
    return bisect_right(content.ends, span.start), bisect_left(content.starts, span.end)


def _cut(text: str, start: int, end: int) -> Excerpt:
    """What surrounds `text[start:end]`, where the text is longer than anyone reads."""
    first = max(0, start - _CONTEXT) if len(text) > _QUOTED else 0
    last = min(len(text), first + _QUOTED)
    before, after = "…" if first else "", "…" if last < len(text) else ""
    shift = len(before) - first
    quoted = f"{before}{text[first:last]}{after}"
    return {"text": quoted, "start": start + shift, "end": max(start, min(end, last)) + shift}


class Presenter:
    """Presents the findings of one document in one language."""

    def __init__(self, document: Document, rules: Mapping[str, Rule], language: str) -> None:
        self._document = document
        self._rules = rules
        self._language = language
        self._seen: Counter[str] = Counter()
        self._digests: dict[int, str] = {}

    def score(self, total: Score, kind: str) -> ScoreDict:
        """The report's entry; formulas and reasons of costs are worded already."""
        return {
            "total": total.total,
            "profile": total.profile,
            "kind": kind,
            "band": total.band,
            "reason": total.reason,
            "partials": {
                dimension: {
                    "value": share.partial.value,
                    "range": [_finite(bound) for bound in share.partial.range],
                    "weight": share.weight,
                    "loss": share.loss,
                    "formula": share.partial.formula,
                    "inputs": dict(share.partial.inputs),
                    "reason": share.partial.reason,
                    "costs": [
                        {
                            "sentence": cost.sentence,
                            "line": self._line(cost.sentence),
                            "loss": loss,
                            "reason": cost.reason,
                        }
                        for cost, loss in share.costs()
                    ],
                }
                for dimension, share in total.shares.items()
            },
        }

    def costliest(self, score: ScoreDict) -> list[CostlyDict]:
        """The sentences that cost most over all dimensions; none where no total is given."""
        if score["profile"] != "calibrated":
            return []  # losses of a sum are no points of 100
        if score["total"] is None:
            return []
        found: dict[int, CostlyDict] = {}
        for dimension, partial in score["partials"].items():
            for cost in partial["costs"]:
                number = cost["sentence"]
                entry: CostlyDict = {
                    "sentence": number,
                    "line": cost["line"],
                    "loss": 0.0,
                    "reasons": [],
                    "text": self._document.sentences[number].text,
                }
                entry = found.setdefault(number, entry)
                entry["loss"] += cost["loss"]
                entry["reasons"].append(f"{say(self._language, dimension)}: {cost['reason']}")
        order = sorted(found.values(), key=lambda entry: (-entry["loss"], entry["sentence"]))
        return order[:_COSTLIEST]

    def _line(self, sentence: int) -> int:
        return self._document.position(self._document.sentences[sentence].span.start)[0]

    def finding(self, finding: Finding, severity: Severity) -> tuple[FindingDict, list[Excerpt]]:
        """The report's entry, and excerpts of the finding and of each related place."""
        document = self._document
        rule = self._rules[finding.code]
        sentence = (
            document.sentences[finding.sentence]
            if finding.sentence is not None
            else document.sentence_at(finding.span)
        )
        excerpts = [excerpt(document, finding.span, sentence)]
        related: list[RelatedDict] = []
        fields: dict[str, Any] = {**finding.evidence, **finding.arguments}
        for other in finding.related:
            owner = document if other.role == "text" else document.companions[other.role]
            where = place(owner, other.span)
            fields.setdefault("line", where["line"])
            message = self._fill(rule, other.message, {**fields, "line": where["line"]})
            related.append({"path": owner.path, "role": other.role, "message": message, **where})
            excerpts.append(excerpt(owner, other.span))
        entry: FindingDict = {
            "code": finding.code,
            "name": rule.name,
            "severity": severity.value,
            "message": self._fill(rule, finding.message, fields),
            **place(document, finding.span),
            "sentence": finding.sentence,
            "evidence": dict(finding.evidence),
            "fingerprint": self._fingerprint(finding, sentence),
            "related": related,
            "fix": None,
            "url": rule.address(self._language),
        }
        if finding.fix:
            entry["fix"] = {
                "applicability": finding.fix.applicability.value,
                "edits": [
                    {"start": e.start, "end": e.end, "text": e.text} for e in finding.fix.edits
                ],
            }
        return entry, excerpts

    def reading(
        self, findings: Sequence[Finding], alignments: Mapping[str, Alignment]
    ) -> ReadingDict:
        """The document, and each companion it was aligned with, with what the findings mark."""
        owners = {"text": self._document}
        owners |= {role: self._document.companions[role] for role in alignments}
        sides: dict[str, SideDict] = {
            role: _side(role, owner, alignments.get(role)) for role, owner in owners.items()
        }
        for number, finding in enumerate(findings):
            places: list[tuple[int | None, Related]] = [
                (None, Related(finding.span)),
                *enumerate(finding.related),
            ]
            for related, other in places:
                if other.role not in sides:
                    continue
                sentences = sides[other.role]["sentences"]
                known = finding.sentence if related is None else None
                for index, start, end in _touched(owners[other.role], other.span, known):
                    mark: MarkDict = {
                        "finding": number,
                        "related": related,
                        "start": start,
                        "end": end,
                    }
                    sentences[index]["marks"].append(mark)
        return {"sides": list(sides.values()), "bars": [self._bars(f) for f in findings]}

    def _bars(self, finding: Finding) -> list[BarDict]:
        bars = self._rules[finding.code].bars(finding.evidence, self._language)
        return [{"label": bar.label, "value": bar.value, "note": bar.note} for bar in bars]

    def _fill(self, rule: Rule, name: str, fields: Mapping[str, Any]) -> str:
        return fill(rule.messages[self._language][name], self._language, fields)

    def _fingerprint(self, finding: Finding, sentence: Sentence | None) -> str:
        """Same after lines, paragraphs or the file were moved: rule, words, sentence, ordinal.

        The ordinal counts the findings of the document that are otherwise the same.
        """
        if sentence is None:
            where, marked = "", self._document.raw[finding.span.start : finding.span.end]
        else:
            start, end = _range(sentence, finding.span)
            where, marked = self._of_sentence(sentence.index), sentence.text[start:end]
        base = "|".join([finding.code, where, _digest(" ".join(marked.casefold().split()))])
        ordinal = self._seen[base]
        self._seen[base] += 1
        return _digest(f"{base}|{ordinal}")

    def _of_sentence(self, index: int) -> str:
        if index not in self._digests:
            folded = self._document.sentences[index].text.casefold()
            self._digests[index] = _digest(" ".join(folded.split()))
        return self._digests[index]


def _side(role: str, document: Document, alignment: Alignment | None) -> SideDict:
    sample = " ".join(sentence.text for sentence in document.sentences[:_SAMPLE])
    detected = detect(sample)
    return {
        "role": role,
        "path": document.path,
        "language": detected if detected not in ("und", "other") else None,
        "sentences": [
            {
                "text": sentence.text,
                "line": document.position(sentence.span.start)[0],
                "kind": sentence.kind.value,
                "block": sentence.block,
                "marks": [],
            }
            for sentence in document.sentences
        ],
        "links": [
            [link.left, link.left_end, link.right, link.right_end]
            for link in (alignment.links if alignment else ())
        ],
    }


def _touched(document: Document, span: Span, known: int | None) -> Iterator[tuple[int, int, int]]:
    """Sentences that a span touches, in order, with the part of each; at least the one `known`,
    for a place at its end, where something is missing."""
    found = document.sentence_at(span)
    first = known if found is None else found.index
    if first is None:
        return
    for sentence in document.sentences[first:]:
        if sentence.index > first and not sentence.span.overlaps(span):
            break
        start, end = _range(sentence, span)
        yield sentence.index, start, max(start, end)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def measures(
    document: Document, columns: Mapping[str, Sequence[float | None]]
) -> list[dict[str, Any]]:
    """One entry a sentence with the values of every measure."""
    names = tuple(columns)
    rows = zip(*columns.values(), strict=True) if names else repeat(())
    result = []
    for sentence, row in zip(document.sentences, rows, strict=bool(names)):
        start, end = sentence.span
        place = {
            "sentence": sentence.index,
            "start": start,
            "end": end,
            "line": document.position(start)[0],
            "kind": sentence.kind.value,
        }
        result.append({**place, **dict(zip(names, row, strict=True))})
    return result


def _finite(bound: float) -> float | None:
    return bound if abs(bound) != float("inf") else None
