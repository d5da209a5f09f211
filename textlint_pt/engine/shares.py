"""A long document in shares: runs of its blocks that are analysed and judged one after another, or
in several processes at once.

What rules that judge `by_block` read of a share is let go before the next: kept is what the
document as a whole is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import Any, NamedTuple

from textlint_pt import heap
from textlint_pt.contract.analysis import Refused
from textlint_pt.contract.rule import Rule
from textlint_pt.contract.view import View
from textlint_pt.engine.analyzer import LONG, Analysed, Analyzer, CutOnly
from textlint_pt.engine.parts import Asked, Parts
from textlint_pt.report.finding import Finding
from textlint_pt.text.document import Document

#: adds what went wrong with a rule to a list
NotingFailures = Callable[[Rule, Exception, list[str]], None]


class Share(NamedTuple):
    """What comes of one share, which processes can send: by analysis the values that are kept, the
    sentences that it did not read to their end, and why it was refused or cannot be had; by code
    of a rule its findings, or what went wrong."""

    values: Mapping[str, Sequence[Any]]
    cut: Mapping[str, Set[int]]
    refused: Mapping[str, Refused]
    missing: Mapping[str, str]
    damaged: Sequence[str]
    found: Mapping[str, Sequence[Finding]]
    problems: Mapping[str, Sequence[str]]


class Judged(NamedTuple):
    """By code of a rule what it found in all shares, or what went wrong."""

    found: dict[str, list[Finding]]
    problems: dict[str, Sequence[str]]


class Shares:
    """The shares of a long document. `rules` have a reach; `names` are all analyses that are asked
    for, `kept` those that not only `rules` ask for; `view` makes a view of the document with the
    results that it is given."""

    def __init__(
        self,
        document: Document,
        analyzer: Analyzer,
        rules: Asked,
        names: Collection[str],
        kept: Collection[str],
        view: Callable[[Mapping[str, Any]], View],
        note_failure: NotingFailures,
    ) -> None:
        """Choose the rules and analyses that can run share by share."""
        self._document, self._analyzer, self._note_failure = document, analyzer, note_failure
        needs = {
            code: {*rule.declared.needs, *filter(analyzer.has, rule.declared.wants)}
            for code, (rule, _) in rules.items()
        }
        #: those that can be judged before all sentences are analysed
        self.rules = {
            code: asked
            for code, asked in rules.items()
            if not any(map(analyzer.is_of_whole, needs[code]))
        }
        needs_of_others = (needs[code] for code in rules.keys() - self.rules.keys())
        self._names = analyzer.of_sentences(names)
        self._gathered = {
            name: analyzer.gather(name)
            for name in analyzer.of_sentences({*kept}.union(*needs_of_others))
        }
        document_analyses = set().union(*(needs[code] for code in self.rules)) - self._names
        (self._analysed,) = analyzer.run([document], document_analyses)
        results = self._analysed.values
        self._parts = Parts(view(results), self._names, results, LONG)
        self._runs = list(self._parts.runs())

    def __len__(self) -> int:
        return len(self._runs)

    def prepare(self) -> None:
        """Compute facts of the whole document before any share."""
        for rule, options in self.rules.values():
            try:
                rule.facts(self._parts.view, options)
                rule.facts_by_sentence(self._parts.view, options)
            except Exception as error:  # noqa: BLE001 - it is said where the rule runs
                self._note_failure(rule, error, [])

    def share(
        self, number: int, failed: Collection[str] = (), *, only_analyses: bool = False
    ) -> Share:
        """Return one share, without rules that failed before."""
        run, analyzer = self._runs[number], self._analyzer
        first, end = self._parts.sentence_range(run.start, run.stop)
        results = self._analysed.values  # which the views of `self._parts` read
        for name in self._names:  # of the share before
            results.pop(name, None)
        values, cut, refused = analyzer.window(self._document, self._names, first, end)
        heap.give_back()  # what the models needed
        for name, window_values in values.items():
            count = len(self._document.sentences)
            results[name] = _Window(window_values, first, count, partial(self._value, name))
        groups = self._parts.groups
        # without the sentences before and after that are only seen as context
        own_sentences = range(groups[run.start][0].index, groups[run.stop - 1][-1].index + 1)
        own_values = slice(own_sentences.start - first, own_sentences.stop - first)
        found: dict[str, Sequence[Finding]] = {}
        problems: dict[str, list[str]] = {}
        for code, (rule, options) in self.rules.items():
            if only_analyses or code in failed or not results.keys() >= {*rule.declared.needs}:
                continue
            analyzer.checkpoint()
            try:
                found[code] = self._parts.found(run, rule, options)
            except Exception as error:  # noqa: BLE001 - the others must run
                problems[code] = []
                self._note_failure(rule, error, problems[code])
        return Share(
            values={
                name: gathered.sent(values[name][own_values])
                for name, gathered in self._gathered.items()
                if name in values
            },
            cut={name: sentences & {*own_sentences} for name, sentences in cut.items()},
            refused={**self._analysed.refused, **refused},
            missing=analyzer.missing,
            damaged=analyzer.damaged,
            found=found,
            problems=problems,
        )

    def join(self, analysed: Analysed, shares: Iterator[Share] | None = None) -> Judged:
        """Return the findings of all shares, and add their values and refusals to `analysed`.

        `shares` come from other processes, in order; without them each is made here.
        """
        cut: dict[str, set[int]] = {name: set() for name in self._names}
        judged = Judged({code: [] for code in self.rules}, {})
        finding_count, has_enough = 0, False
        for number, run in enumerate(self._runs):
            has_enough = has_enough or self._parts.is_enough(finding_count, run)
            share = (
                next(shares)
                if shares
                else self.share(number, judged.problems, only_analyses=has_enough)
            )
            self._add_analyses(share, analysed, cut)
            judged.problems.update({**share.problems, **judged.problems})
            for code, found in share.found.items() if not has_enough else ():
                judged.found[code] += found
                finding_count += len(found)
        for code in judged.problems:
            del judged.found[code]
        count = len(self._document.sentences)
        for name, sentences in cut.items():
            if name in analysed.refused or name in self._analyzer.missing:
                continue  # if only in one share
            gathered = self._gathered.get(name)
            analysed.values[name] = (
                gathered.all(count) if gathered else CutOnly(frozenset(sentences))
            )
        return judged

    def _add_analyses(self, share: Share, analysed: Analysed, cut: dict[str, set[int]]) -> None:
        """Add the values of a share and why others are lacking; to `cut`, by analysis, the
        sentences that it did not read to their end."""
        for name, reason in share.refused.items():
            analysed.refused.setdefault(name, reason)
        self._analyzer.missing.update(share.missing)
        self._analyzer.note_damage(share.damaged)
        for name, values in share.values.items():
            self._gathered[name].add(values)
        for name, sentences in share.cut.items():
            cut.setdefault(name, set()).update(sentences)

    def _value(self, name: str, index: int) -> Any:
        values = self._analyzer.values(name, [self._document.texts[index]])
        if values is None:
            raise LookupError(f"{name}: {self._analyzer.missing.get(name, name)}")
        return values[0]


class _Window(Sequence[Any]):
    """Values of consecutive sentences of a document; `other` computes those of the rest."""

    def __init__(
        self, values: Sequence[Any], first: int, count: int, other: Callable[[int], Any]
    ) -> None:
        self._values, self._first, self._other = values, first, other
        self._numbers = range(count)

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[at] for at in self._numbers[index]]
        number = self._numbers[index]  # counted from the end where negative
        position = number - self._first
        if 0 <= position < len(self._values):
            return self._values[position]
        return self._other(number)
