"""TRA004: links, code, placeholders and roles that the translation lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from textlint_pt.document import Sentence, Span, TranslationUnit
from textlint_pt.rule import Finding, Severity
from textlint_pt.view import View
from textlint_pt_translation.checks import PairRule, suggestion
from textlint_pt_translation.pairs import Pair, pairs
from textlint_pt_translation.tokens import Difference, Token, What, differences, tokens

#: findings on one pair: more say that the sentences do not belong together
_MOST = 3

Read = tuple[Pair, Sequence[Token], Sequence[Token]]


class Markup(PairRule):
    """A placeholder, tag, link, piece of code or role is not the one of the source.

    ## What it finds

    In strings of programs, placeholders of all common kinds (`%s`, `%1$s`, `%(name)s`, `{0}`,
    `{name}`, `{{ name }}`, `${name}`, `%{name}`, ICU arguments) and tags (`<b>`, `<0>`, `<x
    id="1"/>`) that were lost, changed or added. In any text, links, code between backquotes, roles
    and references of reStructuredText and AsciiDoc (``:func:`open` ``, `|version|`, `[1]_`) that
    the translation has nowhere. A link may lead to the Portuguese page of the same site, and code
    that is a sentence may be translated; a singular may do without the number that its plural
    needs.

    ## Why it matters

    A placeholder that is lost or misspelt stops the program or shows rubbish; a link or a name in
    code that is lost takes from the reader what the author gave.

    ## Bad

    Source: «Delete %(count)d files from {folder}?»
    Translation: «Apagar %(total)d ficheiros?»

    ## Good

    Source: «Delete %(count)d files from {folder}?»
    Translation: «Apagar da pasta {folder} %(count)d ficheiros?»

    ## Evidence

    `what`: placeholder, tag, link, code or role; `source` and `target`: as written on each side,
    null where one side has none.
    Measured: nothing is reported in human translations with a link or placeholder put into every
    segment (NTREX, TICO-19, PUD: under 1 in 1,000); all that were then dropped or misspelt are
    found.
    Something misspelt is restored as a suggestion; for something lost no one knows the place.

    ## Source

    What `msgfmt --check-format` and checkers of translation memories do; no paper.
    """

    code = "TRA004"
    name = "translation.markup"
    severity = Severity.ERROR
    messages = {
        "pt": {
            "missing": "falta «{source}», que está {other:pt-em}",
            "changed": "em vez de «{source}» {other:pt-de} está «{target}»",
            "added": "«{target}» não está {other:pt-em}",
            "related": "{other:pt}",
        },
        "en": {
            "missing": "“{source}” of the {other:en} is missing",
            "changed": "instead of the {other:en}'s “{source}” there is “{target}”",
            "added": "“{target}” is not in the {other:en}",
            "related": "the {other:en}",
        },
    }

    def check(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        read = [
            (
                pair,
                tokens(pair.ours.written, is_string=pair.unit is not None),
                tokens(pair.theirs.written, is_string=pair.unit is not None),
            )
            for pair in pairs(view)
            if pair.ours.sentences or "\n" not in pair.ours.written  # lines of code alone
        ]
        plurals = _plurals(read)
        for at, (pair, ours, theirs) in enumerate(read):
            found = differences(theirs, ours, pair.ours.written, is_string=pair.unit is not None)
            kept = [
                difference
                for difference in found
                if not (
                    _of_a_plural(difference, pair.unit, plurals.get(pair.unit.span))
                    if pair.unit is not None
                    else _is_beside(difference, read, at)
                )
            ]
            for difference in kept[:_MOST]:
                yield self._finding(pair, difference)

    def _finding(self, pair: Pair, difference: Difference) -> Finding:
        source, target = difference
        token = source or target
        assert token is not None
        written = pair.theirs.written[source.start : source.end] if source else None
        ours = pair.ours.written[target.start : target.end] if target else None
        fix = None
        if source and target and written and source.what is What.PLACEHOLDER:
            span = _place(pair, target)
            fix = suggestion(span, written) if span.end - span.start == len(ours or "") else None
        shown = {"source": written, "target": ours}
        return self.on_pair(
            pair,
            {"what": token.what.value, **shown},
            arguments={side: _as_said(text) for side, text in shown.items()},
            message="missing" if target is None else "added" if source is None else "changed",
            theirs=_sentence_of(pair, source) if source else None,
            fix=fix,
        )


def _as_said(written: str | None) -> str:
    """What a message shows of a token: one line, of a link of Markdown the address."""
    said = " ".join((written or "").split())
    return said[2:-1].strip() if said.startswith("](") else said


def _sentence_of(pair: Pair, token: Token) -> Sentence | None:
    """The source's sentence that has the token, or begins in it."""
    if pair.unit is None:
        end = pair.theirs.span.start + token.end
    else:
        assert pair.unit.source is not None
        end = pair.unit.source.span(token.start, token.end).end
    begun = [sentence for sentence in pair.theirs.sentences if sentence.span.start < end]
    return begun[-1] if begun else None


def _place(pair: Pair, token: Token) -> Span:
    """Where a token of our side stands in the file."""
    if pair.unit is not None:
        return pair.unit.target.span(token.start, token.end)
    return Span(pair.ours.span.start + token.start, pair.ours.span.start + token.end)


class _Plural(NamedTuple):
    """An entry with plural forms: the unit that stands first, and what any of its sources has."""

    first: TranslationUnit
    keys: frozenset[str]


def _plurals(read: Sequence[Read]) -> dict[Span, _Plural]:
    """Entries with plural forms by where they stand."""
    found: dict[Span, list[tuple[TranslationUnit, frozenset[str]]]] = defaultdict(list)
    for pair, _, theirs in read:
        if pair.unit is not None:
            found[pair.unit.span].append((pair.unit, frozenset(token.key for token in theirs)))
    return {
        span: _Plural(forms[0][0], frozenset().union(*(keys for _, keys in forms)))
        for span, forms in found.items()
        if len(forms) > 1
    }


def _of_a_plural(difference: Difference, unit: TranslationUnit, plural: _Plural | None) -> bool:
    """Whether the other form's source has what is too much here, or the singular what it may do
    without."""
    if plural is None:
        return False
    source, target = difference
    if source is None:
        return target is not None and target.key in plural.keys
    return target is None and source.what is What.PLACEHOLDER and unit is plural.first


def _is_beside(difference: Difference, read: Sequence[Read], at: int) -> bool:
    """Whether a neighbour of the translation has what is lost here, and its source has not."""
    source = difference.source
    if source is None:
        return False
    for pair, ours, theirs in (*read[max(0, at - 2) : at], *read[at + 1 : at + 3]):
        mine = sum(token.key == source.key for token in ours)
        if mine > sum(token.key == source.key for token in theirs):
            return True
        if source.what is What.CODE and source.key in pair.ours.written and not mine:
            return True
    return False
