"""From a rule's finding to an entry of the report: message, place, excerpt, fingerprint."""

from __future__ import annotations

import hashlib
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from textlint_pt.contract.rule import Rule, address
from textlint_pt.engine.scoring import CALIBRATED, Score
from textlint_pt.registry.documentation import title
from textlint_pt.report.finding import Excerpt, Finding, Fix, InCell, Lines, Related, String
from textlint_pt.report.messages import fill
from textlint_pt.report.report import (
    Cause,
    Costly,
    Mark,
    MarkedSentence,
    PartialScore,
    SentenceCost,
    Shown,
    Side,
    WholeTexts,
)
from textlint_pt.report.report import Score as ScoreReport
from textlint_pt.report.severity import Severity
from textlint_pt.text.document import Document, MarkupKind, Sentence, Span, TranslationUnit
from textlint_pt.text.kinds import place
from textlint_pt.text.language import detect

if TYPE_CHECKING:
    from textlint_pt.contract.alignment import Alignment

#: characters of a sentence that are quoted, and how many of them before the place
_QUOTED, _CONTEXT = 600, 200
#: sentences named as those that cost most
_COSTLIEST = 3
#: markup that people are shown in a text
_SHOWN = (MarkupKind.CODE, MarkupKind.LINK, MarkupKind.ROLE, MarkupKind.PLACEHOLDER)
#: sentences that tell the language of a text
_SAMPLE = 200


def lines(document: Document, span: Span) -> Lines:
    return Lines(*document.position(span.start), *document.position(span.end))


def in_cell(document: Document, span: Span) -> InCell | None:
    cell = document.position_in_cell(span.start)
    return InCell(*cell) if cell else None


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
    return Excerpt(quoted, start + shift, max(start, min(end, last)) + shift)


def _change(sentence: Sentence, fix: Fix) -> tuple[str, str] | None:
    """The words of a sentence that a correction changes, before and after; None where it shows
    nothing, as where it only takes out spaces that the text of the sentence has not."""
    text = sentence.text
    pieces, at, first = [], 0, len(text)
    for edit in sorted(fix.edits):
        start, end = _range(sentence, Span(edit.start, edit.end))
        is_hidden = start == end and edit.start < edit.end and edit.text.strip()
        if start < at or is_hidden:  # an address, which the text does not show
            return None
        pieces += [text[at:start], edit.text]
        first, at = min(first, start), max(start, end)
    # whole words, and the one before where a sign is added or taken away
    start = len(text[:first].rstrip())
    start = text.rfind(" ", 0, start) + 1 if not text[first:at].strip() or start == first else first
    end = text.find(" ", at) if at else -1
    end = len(text) if end < 0 or at == len(text) else end
    before = text[start:end]
    after = ("".join(pieces) + text[at:end])[start:]
    if not after.strip():
        end = (text.find(" ", end + 1) + 1 or len(text) + 1) - 1
        before, after = text[start:end], ("".join(pieces) + text[at:end])[start:]
    before, after = (" ".join(one.split()) for one in (before, after))
    while _same_sign(before[-1:], after[-1:]) and before[:-1].rstrip() != after[:-1].rstrip():
        before, after = before[:-1], after[:-1]
    while _same_sign(before[:1], after[:1]):
        before, after = before[1:], after[1:]
    return None if before == after else (before, after)


def _same_sign(one: str, other: str) -> bool:
    return bool(one) and one == other and not one.isalnum()


class Presenter:
    """Presents the findings of one document in one language."""

    def __init__(self, document: Document, rules: Mapping[str, Rule], language: str) -> None:
        self._document = document
        self._rules = rules
        self._language = language
        self._seen: Counter[str] = Counter()
        self._digests: dict[int, str] = {}

    def score(
        self,
        total: Score,
        kind: str,
        without_accepted: float | None = None,
        left_out: Sequence[str] = (),
    ) -> ScoreReport:
        """The report's entry; formulas and reasons of costs are worded already."""
        partials = {
            dimension: PartialScore(
                value=share.partial.value,
                range=[*map(_finite, share.partial.range)],
                loss=share.loss,
                formula=share.partial.formula,
                inputs=dict(share.partial.inputs),
                reason=share.partial.reason,
                costs=[
                    SentenceCost(cost.sentence, self._line(cost.sentence), cost.amount, cost.reason)
                    for cost in share.costs()
                ],
            )
            for dimension, share in total.shares.items()
        }
        is_ours = total.profile == CALIBRATED  # losses of a sum are no points of 100
        return ScoreReport(
            total.total,
            total.profile,
            kind,
            total.band,
            total.reason,
            partials,
            list(left_out),
            [*total.interval] if total.interval else None,
            place(kind, total.total) if is_ours and total.total is not None else None,
            without_accepted,
            [*map(self._cause, total.causes())] if is_ours else [],
        )

    def _cause(self, cause: tuple[str, int, float]) -> Cause:
        """What findings belong to begins with the code of their rule."""
        name, number, loss = cause
        code, _, of_rule = name.partition(" ")
        return Cause(code, of_rule, number, loss) if code in self._rules else Cause("", *cause)

    def costliest(self, score: ScoreReport, findings: Sequence[Finding]) -> list[Costly]:
        """The sentences that cost most over all dimensions, and those of them that no finding
        marks; none where no total is given."""
        if score.profile != CALIBRATED or score.total is None:
            return []
        found: dict[int, Costly] = {}
        for partial in score.partials.values():
            for cost in partial.costs:
                number = cost.sentence
                text = self._document.sentences[number].text
                before = found.get(number, Costly(number, cost.line, 0.0, [], text))
                found[number] = before.replace(
                    loss=before.loss + cost.loss, reasons=[*before.reasons, cost.reason]
                )
        order = sorted(found.values(), key=lambda entry: (-entry.loss, entry.sentence))
        marked = {finding.sentence for finding in findings}
        unmarked = [entry for entry in order if entry.sentence not in marked]
        shown = {entry.sentence for entry in (*order[:_COSTLIEST], *unmarked[:_COSTLIEST])}
        return [entry for entry in order if entry.sentence in shown]

    def _line(self, sentence: int) -> int:
        return self._document.line(self._document.sentences[sentence].content.starts[0])

    def finding(self, finding: Finding, severity: Severity) -> Finding:
        """A rule's finding as the report has it."""
        document = self._document
        rule = self._rules[finding.code]
        sentence = (
            document.sentences[finding.sentence]
            if finding.sentence is not None
            else document.sentence_at(finding.span)
        )
        related = []
        fields: dict[str, Any] = {**finding.evidence, **finding.arguments}
        for other in finding.related:
            owner = document if other.role == "text" else document.companions[other.role]
            where = lines(owner, other.span)
            fields.setdefault("line", where.line)
            message = self._fill(rule, other.message, {**fields, "line": where.line})
            shown = excerpt(owner, other.span)
            related.append(
                other.replace(
                    message=message,
                    path=owner.path,
                    lines=where,
                    cell=in_cell(owner, other.span),
                    excerpt=shown,
                )
            )
        worded = rule.messages[self._language]
        return finding.replace(
            name=rule.declared.name,
            severity=severity.value,
            message=self._fill(rule, finding.message, fields),
            arguments={},
            lines=lines(document, finding.span),
            cell=in_cell(document, finding.span),
            related=tuple(related),
            fingerprint=self._fingerprint(finding, sentence),
            url=address(rule, self._language),
            excerpt=excerpt(document, finding.span, sentence),
            recurs=rule.declared.recurs,
            string=self._string(finding.span),
            title=worded.get(f"{finding.message}.title") or title(type(rule), self._language),
            change=_change(sentence, finding.fix) if sentence and finding.fix else None,
        )

    @cached_property
    def _units(self) -> Sequence[TranslationUnit]:
        return sorted(self._document.units, key=lambda unit: unit.span.start)

    def _string(self, span: Span) -> String | None:
        """The string of a program that a place is in."""
        at = bisect_right(self._units, span.start, key=lambda unit: unit.span.start)
        if not at or self._units[at - 1].span.end < span.end:
            return None
        unit = self._units[at - 1]
        context, divided, rest = unit.key.rpartition("\x04")
        if unit.source is None:
            return String(rest.partition("\0")[0])
        return String(
            unit.source.text, context if divided and self._document.format == "po" else ""
        )

    def whole_texts(
        self, findings: Sequence[Finding], alignments: Mapping[str, Alignment]
    ) -> WholeTexts:
        """The document, and each companion it was aligned with, with what the findings mark."""
        owners = {"text": self._document}
        owners |= {role: self._document.companions[role] for role in alignments}
        marks: defaultdict[tuple[str, int], list[Mark]] = defaultdict(list)
        for number, finding in enumerate(findings):
            places: list[tuple[int | None, Related]] = [
                (None, Related(finding.span)),
                *enumerate(finding.related),
            ]
            for related, other in places:
                if other.role not in owners:
                    continue
                known = finding.sentence if related is None else None
                for index, start, end in _touched(owners[other.role], other.span, known):
                    marks[other.role, index].append(Mark(number, related, start, end))
        sides = [_side(role, owner, alignments.get(role), marks) for role, owner in owners.items()]
        bars = [[*self._rules[one.code].bars(one.evidence, self._language)] for one in findings]
        return WholeTexts(sides, bars)

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


def _shown(document: Document) -> Mapping[int, list[Shown]]:
    """What of a text is code, a link, a placeholder, by sentence."""
    found: defaultdict[int, list[Shown]] = defaultdict(list)
    for piece in document.markup:
        if piece.kind not in _SHOWN:
            continue
        span = (piece.content if piece.content.text else piece.written).span()
        sentence = document.sentence_at(span)
        if sentence is not None:
            start, end = _range(sentence, span)
            if start < end:
                name = piece.kind.value
                found[sentence.index].append(Shown(start, end, name, piece.target))
    return found


def _side(
    role: str,
    document: Document,
    alignment: Alignment | None,
    marks: Mapping[tuple[str, int], Sequence[Mark]],
) -> Side:
    sample = " ".join(sentence.text for sentence in document.sentences[:_SAMPLE])
    detected = detect(sample)
    markup = _shown(document)
    return Side(
        role,
        document.path,
        detected if detected not in ("und", "other") else None,
        [
            MarkedSentence(
                sentence.text,
                document.position(sentence.span.start)[0],
                sentence.kind.value,
                sentence.block,
                [*marks.get((role, sentence.index), ())],
                markup.get(sentence.index, []),
            )
            for sentence in document.sentences
        ],
        [
            (link.left, link.left_end, link.right, link.right_end)
            for link in (alignment.links if alignment else ())
        ],
    )


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
    names = ("sentence", "start", "end", "line", "kind", *columns)
    sentences = document.sentences
    starts = [sentence.content.starts[0] for sentence in sentences]
    ends = [sentence.content.ends[-1] for sentence in sentences]
    kinds = [sentence.kind.value for sentence in sentences]
    place = (range(len(sentences)), starts, ends, map(document.line, starts), kinds)
    return [
        dict(zip(names, row, strict=True)) for row in zip(*place, *columns.values(), strict=True)
    ]


def _finite(bound: float) -> float | None:
    return bound if abs(bound) != float("inf") else None
