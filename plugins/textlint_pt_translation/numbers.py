"""TRA003: a number or its unit differs in the translation."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from textlint_pt.contract import (
    Applicability,
    Document,
    Edit,
    Finding,
    Fix,
    Kind,
    MarkupKind,
    Sentence,
    View,
)
from textlint_pt.text.regex import regex
from textlint_pt.text.words import LETTERS
from textlint_pt_translation.answering import Disagreement, answers, disagreements
from textlint_pt_translation.checks import PairRule, Times
from textlint_pt_translation.figures import numbers, readings
from textlint_pt_translation.logic import DENIED
from textlint_pt_translation.pairs import (
    Pair,
    Side,
    holds_source,
    is_of_another_version,
    language_of,
    pairs,
    role_of,
)
from textlint_pt_translation.quantity import Number, Strength

_SWAPPED = str.maketrans(",.", ".,")
_PLAIN = regex(r"\d+(?:[.,]\d+)*", re.ASCII)

#: numbers that forms of the plural are of, by their category or, in PO, their index
_FILLED_IN = regex(r"[%$][\w({<@]|\{")
_PLURAL_FORMS = {"zero": 0.0, "one": 1.0, "two": 2.0, "0": 1.0}

Placed = tuple[Sentence, Number]

#: numbers of a sentence and its source together: more are data, and each is compared with each
_MOST = 200

_ONE = regex(r"(?i)\b(?:an?|per) (?:second|minute|hour|day|week|month|year)\b")


class Numbers(PairRule):
    """A number or its unit is not the one of the source."""

    code = "TRA003"

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield findings for numbers that differ, one for a mistake made throughout a page."""
        role = role_of(view)
        if role is None:
            return
        found = list(self._found(view, role))
        if holds_source(view.document):
            yield from found
            return
        alike: defaultdict[Hashable, list[Finding]] = defaultdict(list)
        for one in found:
            source, target = one.evidence["source"], one.evidence["target"]
            alike[(*source, None, *target) if source and target else id(one)].append(one)
        for first, *others in alike.values():
            more = Times(len(others) + 1)
            evidence = {**first.evidence, **({"times": len(others) + 1} if others else {})}
            yield first.replace(evidence=evidence, arguments={**first.arguments, "more": more})

    def _found(self, view: View, role: str) -> Iterator[Finding]:
        """Yield a finding for each disagreement of numbers in a pair."""
        language = language_of(view, role)
        moved = list(_of_lost(view, role, language))
        is_other = is_of_another_version(view)
        for pair in pairs(view):
            target, source = placed(pair.target, "pt"), placed(pair.source, language)
            if len(target) + len(source) > _MOST:
                continue
            if pair.unit is not None and not LETTERS.search(pair.target.written):
                continue  # "2008-01-01": data, and no text that anybody translates
            every = [
                d
                for d in disagreements([n for _, n in source], [n for _, n in target])
                if not _is_filled_in(d, pair)
                and not _is_in_words(d, pair)
                and (d.source or not any(answers(one, d.target) for one in moved if d.target))
                # of another language a word that cannot be read may be the number
                and (d.source or language in ("pt", "en"))
            ]
            found = _without_told(_without_near(every, pair, language), view, pair, target, source)
            for units in (False, True):
                together = [d for d in found if d.units is units]
                if together and not (is_other and None in together[0][:2]):
                    yield self._finding(pair, together, target, source, language)

    def _finding(
        self,
        pair: Pair,
        found: Sequence[Disagreement],
        target: Sequence[Placed],
        source: Sequence[Placed],
        language: str,
    ) -> Finding:
        """Return the finding for disagreements of one pair."""
        units = found[0].units
        written = [_written(source, d.source, units) for d in found if d.source is not None]
        instead = [_written(target, d.target, units) for d in found if d.target is not None]
        where = next(((s, n) for s, n in target if any(n is d.target for d in found)), None)
        said = next((s for s, n in source if any(n is d.source for d in found)), None)
        return self.on_pair(
            pair,
            {"source": written, "target": instead},
            arguments={"more": Times(1)},
            span=where[0].content.span(where[1].start, where[1].end) if where else None,
            message="unit" if units else _side_that_differs(written, instead),
            source=said,
            fix=None if units else _restored(found, target, source, language),
        )


def _of_lost(view: View, role: str, language: str) -> Iterator[Number]:
    """Yield the numbers of source sentences without a counterpart."""
    if holds_source(view.document):
        return
    for link in view.analysis(f"alignment:{role}").links:
        if link.left == link.left_end:
            for sentence in view.document.companions[role].sentences[link.right : link.right_end]:
                yield from numbers(sentence.text, language, sentence.opaque)


def placed(side: Side, language: str) -> list[Placed]:
    """Return the numbers of a side with their sentences; what is not prose is left out. One that
    begins a cell of a table is no marker of a list."""
    return [
        (
            sentence,
            number._replace(strength=Strength.WORD)
            if sentence.kind is Kind.TABLE_CELL and not number.start and not number.strength
            else number,
        )
        for sentence in side.sentences
        for number in numbers(sentence.text, language, sentence.opaque)
    ]


def _written(side: Sequence[Placed], number: Number, with_unit: bool) -> str:
    sentence = next(sentence for sentence, other in side if other is number)
    return sentence.text[number.start : number.unit_end if with_unit else number.end]


def _without_near(
    found: Sequence[Disagreement], pair: Pair, language: str
) -> Sequence[Disagreement]:
    """Return the disagreements without numbers that a neighbouring sentence has, in case sentences
    were split differently."""
    if not found or not any(pair.near):
        return found
    in_target = [n for s in pair.near[0] for n in numbers(s.text, "pt", s.opaque)]
    in_source = [n for s in pair.near[1] for n in numbers(s.text, language, s.opaque)]
    return list(_unanswered(found, in_target, in_source))


def _unanswered(
    found: Sequence[Disagreement], in_target: Sequence[Number], in_source: Sequence[Number]
) -> Iterator[Disagreement]:
    """Yield the disagreements without numbers that these numbers of the other side answer."""
    for source, target, units in found:
        lost = source and not any(answers(source, n) for n in in_target)
        added = target and not any(answers(n, target) for n in in_source)
        if lost or added:
            yield Disagreement(source if lost else None, target if added else None, units)


def _is_filled_in(found: Disagreement, pair: Pair) -> bool:
    """Return whether the number of a plural form stands on one side, and a placeholder on the
    other: "1 file", "{count} ficheiro"."""
    if (found.source is None) is (found.target is None):
        return False
    if found.target and _holes(pair.source) > _holes(pair.target):
        return True  # TRA004 says so
    if pair.unit is None:
        return False
    of = _PLURAL_FORMS.get(pair.unit.key.rpartition("\0")[2] if "\0" in pair.unit.key else "")
    number, other = (found.source, pair.target) if found.source else (found.target, pair.source)
    assert number is not None
    return of in number.values and _FILLED_IN.search(other.written) is not None


def _is_in_words(found: Disagreement, pair: Pair) -> bool:
    """Return whether one side counts what the other says without a number: "1 semana", "a week"; "0
    issues", "não há problemas"."""
    if found.source is None and found.target is not None and 1 in found.target.values:
        return _ONE.search(pair.source.text) is not None
    is_none = found.target is None and found.source is not None and 0 in found.source.values
    return is_none and DENIED["pt"].search(pair.target.text) is not None


def _holes(side: Side) -> int:
    """Return how many placeholders a side has."""
    return sum(1 for _ in _FILLED_IN.finditer(side.written))


def _without_told(
    found: Sequence[Disagreement],
    view: View,
    pair: Pair,
    in_target: Sequence[Placed],
    in_source: Sequence[Placed],
) -> Sequence[Disagreement]:
    """Return the disagreements without numbers that the other side has in code, and without those
    of links whose addresses differ in them, which TRA004 reports."""
    if not found:
        return found
    other = view.document.companions[pair.role]
    target_in_code, source_in_code = _in_code(pair.target), _in_code(pair.source)
    for number in list(source_in_code):
        answer = next((one for one in target_in_code if answers(number, one)), None)
        if answer is not None:
            target_in_code.remove(answer)
            source_in_code.remove(number)
    return [
        one
        for one in _unanswered(found, target_in_code, source_in_code)
        if (one.source and not _names_a_link(other, in_source, one.source))
        or (one.target and not _names_a_link(view.document, in_target, one.target))
    ]


def _in_code(side: Side) -> list[Number]:
    """Return the numbers in what is no prose."""
    return [
        number
        for sentence in side.sentences
        for low, high in sentence.opaque
        for number in numbers(sentence.text[low:high], "en", ())
    ]


def _names_a_link(document: Document, side: Sequence[Placed], number: Number) -> bool:
    """Return whether a number stands in the text of a link, and in its address too."""
    sentence = next(sentence for sentence, other in side if other is number)
    span = sentence.content.span(number.start, number.end)
    written = sentence.text[number.start : number.end]
    return any(
        markup.kind is MarkupKind.LINK
        and markup.content.text
        and markup.content.span().overlaps(span)
        and written in markup.target
        for markup in document.markup_in(span)
    )


def _restored(
    found: Sequence[Disagreement],
    in_target: Sequence[Placed],
    in_source: Sequence[Placed],
    language: str,
) -> Fix | None:
    """Return the fix that puts the source's numbers in place of the target's, if all are plain
    digits in the same form."""
    edits: list[Edit] = []
    for source, target, _ in found:
        if source is None or target is None or source.unit != target.unit:
            return None
        written, instead = _written(in_source, source, False), _written(in_target, target, False)
        if not _PLAIN.fullmatch(written) or not _PLAIN.fullmatch(instead):
            return None
        if not (source.values <= readings(written) and target.values <= readings(instead)):
            return None  # a scale, an hour, a decade: the words beside them count too
        sentence = next(sentence for sentence, number in in_target if number is target)
        span = sentence.content.span(target.start, target.end)
        if span.end - span.start != len(instead):
            return None
        new = written if language == "pt" else written.translate(_SWAPPED)
        edits.append(Edit(span.start, span.end, new))
    return Fix(Applicability.SUGGESTION, tuple(edits))


def _side_that_differs(source: Sequence[str], target: Sequence[str]) -> str:
    """Return the key of the message for numbers that only the source, the target or each has."""
    if source and target:
        return "changed"
    return "missing" if source else "added"
