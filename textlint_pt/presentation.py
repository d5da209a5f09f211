"""From a rule's finding to an entry of the report: message, place, excerpt, fingerprint."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from textlint_pt.document import Document, Sentence, Span
from textlint_pt.messages import fill
from textlint_pt.report import Excerpt, FindingDict, Place, RelatedDict
from textlint_pt.rule import Finding, Rule, Severity


def place(document: Document, span: Span) -> Place:
    line, column = document.position(span.start)
    end_line, end_column = document.position(span.end)
    return {
        "start": span.start,
        "end": span.end,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }


def excerpt(document: Document, span: Span, sentence: Sentence | None = None) -> Excerpt:
    """The sentence a span stands in (or its source line) with the span's place in it."""
    sentence = sentence or _sentence_at(document, span)
    if sentence is None:
        line = document.line_span(document.position(span.start)[0])
        text = document.source[line.start : line.end]
        return {
            "text": text,
            "start": span.start - line.start,
            "end": min(span.end, line.end) - line.start,
        }
    starts, ends = sentence.content.starts, sentence.content.ends
    inside = [i for i in range(len(sentence.text)) if starts[i] < span.end and span.start < ends[i]]
    if not inside:
        return {"text": sentence.text, "start": 0, "end": 0}
    return {"text": sentence.text, "start": inside[0], "end": inside[-1] + 1}


def _sentence_at(document: Document, span: Span) -> Sentence | None:
    return next((s for s in document.sentences if s.span.overlaps(span)), None)


class Presenter:
    """Presents the findings of one document in one language."""

    def __init__(self, document: Document, rules: Mapping[str, Rule], language: str) -> None:
        self._document = document
        self._rules = rules
        self._language = language
        self._seen: Counter[str] = Counter()

    def finding(self, finding: Finding, severity: Severity) -> tuple[FindingDict, list[Excerpt]]:
        """The report's entry, and excerpts of the finding and of each related place."""
        document = self._document
        rule = self._rules[finding.code]
        sentence = (
            document.sentences[finding.sentence]
            if finding.sentence is not None
            else _sentence_at(document, finding.span)
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
        }
        if finding.fix:
            entry["fix"] = {
                "applicability": finding.fix.applicability.value,
                "edits": [
                    {"start": e.start, "end": e.end, "text": e.text} for e in finding.fix.edits
                ],
            }
        return entry, excerpts

    def _fill(self, rule: Rule, name: str, fields: Mapping[str, Any]) -> str:
        return fill(rule.messages[self._language][name], self._language, fields)

    def _fingerprint(self, finding: Finding, sentence: Sentence | None) -> str:
        """Same after re-wrapping or moving lines: rule, sentence, its neighbours, ordinal."""
        if sentence is None:
            parts = [self._document.source[finding.span.start : finding.span.end]]
        else:
            around = self._document.sentences[max(0, sentence.index - 1) : sentence.index + 2]
            parts = [_folded(sentence.text), *(_folded(other.text) for other in around)]
        base = "\x1f".join([finding.code, *parts])
        ordinal = self._seen[base]
        self._seen[base] += 1
        return hashlib.sha256(f"{base}\x1f{ordinal}".encode("utf-8", "surrogatepass")).hexdigest()[
            :16
        ]


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def measures(
    document: Document, columns: Mapping[str, Sequence[float | None]]
) -> list[dict[str, Any]]:
    """One entry a sentence with the values of every measure."""
    return [
        {
            "sentence": sentence.index,
            "start": sentence.span.start,
            "end": sentence.span.end,
            "line": document.position(sentence.span.start)[0],
            "kind": sentence.kind.value,
            **{name: values[sentence.index] for name, values in columns.items()},
        }
        for sentence in document.sentences
    ]
