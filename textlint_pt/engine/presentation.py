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
    """Return the sentence of a span (or its source line) with the span's position in it."""
    sentence = sentence or document.sentence_at(span)
    if sentence is None:
        line = document.line_span(document.position(span.start)[0])
        text = document.raw[line.start : line.end]
        return _quotation(text, span.start - line.start, min(span.end, line.end) - line.start)
    return _quotation(sentence.text, *_chars_in_span(sentence, span))


def _chars_in_span(sentence: Sentence, span: Span) -> tuple[int, int]:
    """Return the part of a sentence's text that stands in a span of the source."""
    content = sentence.content
    return bisect_right(content.ends, span.start), bisect_left(content.starts, span.end)


def _quotation(text: str, start: int, end: int) -> Excerpt:
    """Return a text, shortened with "…" around `text[start:end]` if it is long, and where that
    range is in it."""
    first = max(0, start - _CONTEXT) if len(text) > _QUOTED else 0
    last = min(len(text), first + _QUOTED)
    before, after = "…" if first else "", "…" if last < len(text) else ""
    shift = len(before) - first
    quoted = f"{before}{text[first:last]}{after}"
    return Excerpt(quoted, start + shift, max(start, min(end, last)) + shift)


def _change(sentence: Sentence, fix: Fix) -> tuple[str, str] | None:
    """Return the changed words before and after a fix, as ("os menino", "os meninos").

    None if nothing visible changes, or the fix changes what the text does not show.
    """
    text = sentence.text
    pieces, position, first = [], 0, len(text)
    for edit in sorted(fix.edits):
        start, end = _chars_in_span(sentence, Span(edit.start, edit.end))
        is_hidden = start == end and edit.start < edit.end and edit.text.strip()
        if start < position or is_hidden:  # an address, which the text does not show
            return None
        pieces += [text[position:start], edit.text]
        first, position = min(first, start), max(start, end)
    changed_beginning = "".join(pieces)  # of the text after the fix, up to `position`
    # whole words, and the one before where a sign is added or taken away
    end_of_word_before = len(text[:first].rstrip())
    is_inside_word = end_of_word_before == first
    start = first
    if is_inside_word or not text[first:position].strip():
        start = text.rfind(" ", 0, end_of_word_before) + 1
    end = text.find(" ", position) if position else -1
    if end < 0 or position == len(text):
        end = len(text)
    before, after = text[start:end], (changed_beginning + text[position:end])[start:]
    if not after.strip():  # with the word after, so that a deletion leaves something to show
        space_after = text.find(" ", end + 1)
        end = len(text) if space_after < 0 else space_after
        before, after = text[start:end], (changed_beginning + text[position:end])[start:]
    before, after = (" ".join(words.split()) for words in (before, after))
    return _without_same_punctuation(before, after)


def _without_same_punctuation(before: str, after: str) -> tuple[str, str] | None:
    """Return two texts without the punctuation that both end or begin with; None if equal."""
    while (
        _same_punctuation(before[-1:], after[-1:]) and before[:-1].rstrip() != after[:-1].rstrip()
    ):
        before, after = before[:-1], after[:-1]
    while _same_punctuation(before[:1], after[:1]):
        before, after = before[1:], after[1:]
    return None if before == after else (before, after)


def _same_punctuation(one: str, other: str) -> bool:
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
        """Return the score as the report has it."""
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
        is_calibrated = total.profile == CALIBRATED  # losses of a sum are no points of 100
        return ScoreReport(
            total.total,
            total.profile,
            kind,
            total.band,
            total.reason,
            partials,
            list(left_out),
            [*total.interval] if total.interval else None,
            place(kind, total.total) if is_calibrated and total.total is not None else None,
            without_accepted,
            [*map(self._cause, total.causes())] if is_calibrated else [],
        )

    def _cause(self, cause: tuple[str, int, float]) -> Cause:
        """Return a cause of the score for the report; that of findings is named "CODE title"."""
        name, number, loss = cause
        code, _, rule_title = name.partition(" ")
        if code in self._rules:
            return Cause(code, rule_title, number, loss)
        return Cause("", name, number, loss)

    def costliest(self, score: ScoreReport, findings: Sequence[Finding]) -> list[Costly]:
        """Return the costliest sentences, and the costliest of those without a finding."""
        if score.profile != CALIBRATED or score.total is None:
            return []
        found: dict[int, Costly] = {}
        for partial in score.partials.values():
            for cost in partial.costs:
                number = cost.sentence
                text = self._document.sentences[number].text
                so_far = found.get(number, Costly(number, cost.line, 0.0, [], text))
                found[number] = so_far.replace(
                    loss=so_far.loss + cost.loss, reasons=[*so_far.reasons, cost.reason]
                )
        order = sorted(found.values(), key=lambda entry: (-entry.loss, entry.sentence))
        marked = {finding.sentence for finding in findings}
        unmarked = [entry for entry in order if entry.sentence not in marked]
        shown = {entry.sentence for entry in (*order[:_COSTLIEST], *unmarked[:_COSTLIEST])}
        return [entry for entry in order if entry.sentence in shown]

    def _line(self, sentence: int) -> int:
        return self._document.line(self._document.sentences[sentence].content.starts[0])

    def finding(self, finding: Finding, severity: Severity) -> Finding:
        """Return a rule's finding with message, positions, excerpt and fingerprint."""
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
            position = lines(owner, other.span)
            fields.setdefault("line", position.line)
            message = self._fill(rule, other.message, {**fields, "line": position.line})
            other_excerpt = excerpt(owner, other.span)
            related.append(
                other.replace(
                    message=message,
                    path=owner.path,
                    lines=position,
                    cell=in_cell(owner, other.span),
                    excerpt=other_excerpt,
                )
            )
        catalogue = rule.messages[self._language]
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
            title=catalogue.get(f"{finding.message}.title") or title(type(rule), self._language),
            change=_change(sentence, finding.fix) if sentence and finding.fix else None,
        )

    @cached_property
    def _units(self) -> Sequence[TranslationUnit]:
        return sorted(self._document.units, key=lambda unit: unit.span.start)

    def _string(self, span: Span) -> String | None:
        """Return the key of the translated string that contains a span, if any."""
        index = bisect_right(self._units, span.start, key=lambda unit: unit.span.start)
        if not index or self._units[index - 1].span.end < span.end:
            return None
        unit = self._units[index - 1]
        # gettext joins context and text with \x04, singular and plural with \0
        context, _, text_key = unit.key.rpartition("\x04")
        if unit.source is None:
            return String(text_key.partition("\0")[0])
        return String(unit.source.text, context if self._document.format == "po" else "")

    def whole_texts(
        self, findings: Sequence[Finding], alignments: Mapping[str, Alignment]
    ) -> WholeTexts:
        """Return the document and its aligned companions with marked findings."""
        owners = {"text": self._document}
        owners |= {role: self._document.companions[role] for role in alignments}
        marks: defaultdict[tuple[str, int], list[Mark]] = defaultdict(list)
        for number, finding in enumerate(findings):
            marked: list[tuple[int | None, Related]] = [
                (None, Related(finding.span)),
                *enumerate(finding.related),
            ]
            for related, other in marked:
                if other.role not in owners:
                    continue
                sentence_index = finding.sentence if related is None else None
                for index, start, end in _touched_sentences(
                    owners[other.role], other.span, sentence_index
                ):
                    marks[other.role, index].append(Mark(number, related, start, end))
        sides = [_side(role, owner, alignments.get(role), marks) for role, owner in owners.items()]
        bars = [[*self._rules[one.code].bars(one.evidence, self._language)] for one in findings]
        return WholeTexts(sides, bars)

    def _fill(self, rule: Rule, name: str, fields: Mapping[str, Any]) -> str:
        return fill(rule.messages[self._language][name], self._language, fields)

    def _fingerprint(self, finding: Finding, sentence: Sentence | None) -> str:
        """Return a digest of rule, words and sentence; an ordinal tells duplicates apart."""
        if sentence is None:
            sentence_digest = ""
            marked = self._document.raw[finding.span.start : finding.span.end]
        else:
            sentence_digest = self._sentence_digest(sentence.index)
            start, end = _chars_in_span(sentence, finding.span)
            marked = sentence.text[start:end]
        marked_digest = _digest(" ".join(marked.casefold().split()))
        base = f"{finding.code}|{sentence_digest}|{marked_digest}"
        ordinal = self._seen[base]
        self._seen[base] += 1
        return _digest(f"{base}|{ordinal}")

    def _sentence_digest(self, index: int) -> str:
        if index not in self._digests:
            folded = self._document.sentences[index].text.casefold()
            self._digests[index] = _digest(" ".join(folded.split()))
        return self._digests[index]


def _markup_by_sentence(document: Document) -> Mapping[int, list[Shown]]:
    """Return code, links and placeholders by sentence."""
    found: defaultdict[int, list[Shown]] = defaultdict(list)
    for markup in document.markup:
        if markup.kind not in _SHOWN:
            continue
        span = (markup.content if markup.content.text else markup.written).span()
        sentence = document.sentence_at(span)
        if sentence is not None:
            start, end = _chars_in_span(sentence, span)
            if start < end:
                name = markup.kind.value
                found[sentence.index].append(Shown(start, end, name, markup.target))
    return found


def _side(
    role: str,
    document: Document,
    alignment: Alignment | None,
    marks: Mapping[tuple[str, int], Sequence[Mark]],
) -> Side:
    """Return one column of the side-by-side view."""
    detected = detect(" ".join(sentence.text for sentence in document.sentences[:_SAMPLE]))
    markup = _markup_by_sentence(document)
    links = alignment.links if alignment else ()
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
        [(one.left, one.left_end, one.right, one.right_end) for one in links],
    )


def _touched_sentences(
    document: Document, span: Span, fallback: int | None
) -> Iterator[tuple[int, int, int]]:
    """Yield the index of each sentence that a span of the source touches, and the range in its
    text.

    `fallback`: index of the sentence, with an empty range, where the span lies in none."""
    found = document.sentence_at(span)
    first = fallback if found is None else found.index
    if first is None:
        return
    for sentence in document.sentences[first:]:
        if sentence.index > first and not sentence.span.overlaps(span):
            break
        start, end = _chars_in_span(sentence, span)
        yield sentence.index, start, max(start, end)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def measures(
    document: Document, columns: Mapping[str, Sequence[float | None]]
) -> list[dict[str, Any]]:
    """Return one entry per sentence with the values of every measure."""
    names = ("sentence", "start", "end", "line", "kind", *columns)
    sentences = document.sentences
    starts = [sentence.content.starts[0] for sentence in sentences]
    ends = [sentence.content.ends[-1] for sentence in sentences]
    kinds = [sentence.kind.value for sentence in sentences]
    positions = (range(len(sentences)), starts, ends, map(document.line, starts), kinds)
    return [
        dict(zip(names, row, strict=True))
        for row in zip(*positions, *columns.values(), strict=True)
    ]


def _finite(bound: float) -> float | None:
    return bound if abs(bound) != float("inf") else None
