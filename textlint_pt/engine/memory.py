"""What stays in memory from one version of a text to the next, in an editor.

Values of analyses are remembered by sentence, findings of rules with a reach by block
(`Rule.look`). A block is known by its lines as they are written, so that it may move: offsets are
relative to its first line.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import count, groupby
from typing import Any

from textlint_pt.contract.finding import Edit, Finding, Related
from textlint_pt.contract.rule import Rule
from textlint_pt.contract.view import View
from textlint_pt.engine import cache as caching
from textlint_pt.text.document import Block, Document, Sentence, Span, Text

#: documents whose values are kept; sentences kept besides those that the documents have; values
#: that metrics and rules keep for each sentence
DOCUMENTS, BESIDES, NOTES = 8, 200, 8
#: blocks, about, of which it is known together that nothing was found
RUN = 16
#: characters of a block that is known by its digest
LONG = 2_000
#: sentences of a block that is looked at in pieces which are seen on each side of a piece
NEAR = 20
#: characters of a usual sentence: a longer one weighs as much as several
USUAL = 200
_MISSING = object()


class Interrupted(Exception):
    """A run was ended because something else is to be done first."""


class Recent:
    """Values by key. Those not used lately go when `age` finds too many that are in use."""

    def __init__(self) -> None:
        self._young: dict[Hashable, Any] = {}
        self._old: dict[Hashable, Any] = {}

    def get(self, key: Hashable, default: Any = None) -> Any:
        found = self._young.get(key, _MISSING)
        if found is _MISSING:
            found = self._old.get(key, _MISSING)
            if found is _MISSING:
                return default
            self._young[key] = found
        return found

    def known(self, keys: Collection[Any]) -> dict[Any, Any]:
        """The values that are known of these keys."""
        young = self._young
        if self._old:
            for key in keys:
                if key not in young and key in self._old:
                    young[key] = self._old[key]
        return {key: young[key] for key in keys if key in young}

    def update(self, values: Mapping[Any, Any]) -> None:
        self._young.update(values)

    def remember(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The value of a key, made where it is not known."""
        found = self.get(key, _MISSING)
        if found is _MISSING:
            found = self._young[key] = make()
        return found

    def age(self, most: int) -> None:
        """Let go what was not used since there were last more than `most` in use.

        To be called between texts, so that what one text uses stays together.
        """
        if len(self._young) > most:
            self._old, self._young = self._young, {}


class Memory:
    """Values by sentence and findings by block. Belongs to one configuration."""

    def __init__(self, besides: int = BESIDES) -> None:
        self._besides = besides
        self._sizes: dict[str, int] = {}
        self._values: dict[str, Recent] = {}
        self._blocks = Recent()
        self._runs = Recent()
        #: what metrics and rules remember (`View.remember`)
        self.notes = Recent()
        self._numbers = count()
        self._signatures: dict[Hashable, int] = {}

    def values(self, analysis: str) -> Recent:
        """Values of an analysis by sentence."""
        if analysis not in self._values:
            self._values[analysis] = Recent()
        return self._values[analysis]

    def block(self, key: Hashable) -> Remembered:
        found: Remembered = self._blocks.remember(key, lambda: Remembered(next(self._numbers)))
        return found

    def run(self, numbers: Hashable) -> dict[Hashable, Sequence[tuple[int, Finding]]]:
        """What rules found in a run of blocks, each with the place of its block in the run."""
        found: dict[Hashable, Sequence[tuple[int, Finding]]]
        found = self._runs.remember(numbers, dict)
        return found

    def number(self, what: Hashable) -> int:
        """A number that stands for what findings depend on, besides their block."""
        return self._signatures.setdefault(what, len(self._signatures))

    def age(self, document: Document) -> None:
        """To be called before a document is linted: what the last ones use stays."""
        self._sizes.pop(document.path, None)
        self._sizes[document.path] = len(document.sentences)
        while len(self._sizes) > DOCUMENTS:
            del self._sizes[next(iter(self._sizes))]
        most = self._besides + sum(self._sizes.values())
        for recent in (self._blocks, self._runs, *self._values.values()):
            recent.age(most)
        self.notes.age(NOTES * most)


class Remembered:
    """Findings in one block, by rule and by what else they depend on."""

    __slots__ = ("findings", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.findings: dict[Hashable, Sequence[Finding]] = {}


class Parts:
    """The blocks of one document that hold sentences, to be looked at in parts.

    `most`: the usual sentences that a block may have to be looked at whole; of a longer one each
    group is a piece of so many, which is seen with `NEAR` sentences of the block on either side.
    """

    def __init__(
        self,
        view: View,
        by_sentence: frozenset[str],
        analyses: Mapping[str, Any],
        most: int | None = None,
    ) -> None:
        self.view, self.document = view, view.document
        self._by_sentence, self._analyses = by_sentence, analyses
        raw, blocks = self.document.raw, self.document.blocks
        self.groups: list[Sequence[Sentence]] = []
        self.lines: list[Span] = []
        for number, sentences in groupby(self.document.sentences, key=lambda s: s.block):
            group, lines = list(sentences), _lines(raw, blocks[number])
            weights = [weight(sentence.text) for sentence in group]
            if most is None or sum(weights) <= most:
                pieces, spans = [group], [lines]
            else:
                pieces = [group[run.start : run.stop] for run in runs(weights, most)]
                starts = [lines.start, *(piece[0].span.start for piece in pieces[1:])]
                spans = list(map(Span, starts, [*starts[1:], lines.end]))
            self.groups += pieces
            self.lines += spans
        self.blocks = [blocks[group[0].block] for group in self.groups]

    def __len__(self) -> int:
        return len(self.groups)

    def own(
        self, rule: Rule, options: Mapping[str, Any], part: View, low: int, high: int, within: range
    ) -> Iterator[Finding]:
        """What `rule.look` finds in the blocks `within`, in a part of the blocks from `low` to
        before `high`; places count from the first line and sentence of `within`."""
        first, _ = self._around(low, high)
        before = self.groups[within.start][0].index - first
        own = range(before, before + sum(map(len, self.groups[within.start : within.stop])))
        base = self.lines[within.start].start - self._origin(low, high).start
        for finding in rule.look(part, options):
            if finding.sentence is None:
                raise TypeError(f"{rule.code} has a reach and must name the sentence of a finding")
            if finding.sentence in own:
                yield moved(finding, -base, -before)

    def placed(self, finding: Finding, at: int) -> Finding:
        """A finding of `own`, where `at` is the first block, in the document."""
        return moved(finding, self.lines[at].start, self.groups[at][0].index)

    def _around(self, low: int, high: int) -> tuple[int, int]:
        """The sentences from the first that is seen to before the last, by number."""
        groups = self.groups
        first, last = groups[low][0].index, groups[high - 1][-1].index + 1
        if low and groups[low - 1][0].block == groups[low][0].block:
            first -= min(NEAR, len(groups[low - 1]))
        if high < len(groups) and groups[high][0].block == groups[high - 1][0].block:
            last += min(NEAR, len(groups[high]))
        return first, last

    def _origin(self, low: int, high: int) -> Span:
        lines = self.lines[low:high]
        start, end = min(span.start for span in lines), max(span.end for span in lines)
        sentences, (first, last) = self.document.sentences, self._around(low, high)
        if first < self.groups[low][0].index:
            start = min(start, sentences[first].span.start)
        if last > self.groups[high - 1][-1].index + 1:
            end = max(end, sentences[last - 1].span.end)
        return Span(start, end)

    def part(self, low: int, high: int) -> View:
        """A view of some blocks as if they were a document."""
        document = self.document
        origin = self._origin(low, high)
        first, last = self._around(low, high)
        seen = document.sentences[first:last]
        sentences, blocks = [], []
        section = seen[0].section
        for number, (index, group) in enumerate(groupby(seen, key=lambda s: s.block)):
            block = document.blocks[index]
            content, opaque = block.content, block.opaque
            if not origin.start <= content.starts[0] <= content.ends[-1] <= origin.end:
                content = content.within(origin)
                opaque = tuple(span for span in opaque if origin.overlaps(span))
            blocks.append(
                block._replace(
                    content=_shifted(content, -origin.start),
                    section=block.section - section,
                    opaque=tuple(_span(span, -origin.start) for span in opaque),
                )
            )
            sentences += [
                replace(
                    sentence,
                    index=sentence.index - first,
                    content=_shifted(sentence.content, -origin.start),
                    block=number,
                    section=sentence.section - section,
                )
                for sentence in group
            ]
        part = Document(
            document.path,
            document.raw[origin.start : origin.end],
            document.format,
            tuple(blocks),
            tuple(sentences),
            markup=tuple(
                markup._replace(
                    written=_shifted(markup.written, -origin.start),
                    content=_shifted(markup.content, -origin.start),
                )
                for markup in document.markup_in(origin)
                if origin.start <= markup.span.start and markup.span.end <= origin.end
            ),
        )
        analyses = {
            name: value[first:last] if name in self._by_sentence else value
            for name, value in self._analyses.items()
        }
        view = self.view
        return View(part, analyses, {}, kinds=view.kinds, whole=view, first=first)


class Stretches:
    """The parts of a document that is written in an editor: what was found in a block that is known
    is not looked for again."""

    def __init__(
        self, view: View, by_sentence: frozenset[str], memory: Memory, analyses: Mapping[str, Any]
    ) -> None:
        self._view, self._memory = view, memory
        self._parts = parts = Parts(view, by_sentence, analyses)
        raw = view.document.raw
        self._known = [
            memory.block(block_key(raw, block, lines, group))
            for block, lines, group in zip(parts.blocks, parts.lines, parts.groups, strict=True)
        ]
        self._views: dict[tuple[int, int], View] = {}
        numbers = [known.number for known in self._known]
        self._runs = [
            (run, memory.run(tuple(numbers[run.start : run.stop]))) for run in _runs(numbers)
        ]

    def look(
        self, rule: Rule, options: Mapping[str, Any], checkpoint: Callable[[], None]
    ) -> Iterator[Finding]:
        """What `rule.look` finds in all blocks, in order; only unknown ones are looked at."""
        reach = rule.reach or 0
        signature = self._memory.number(
            (
                rule.code,
                rule.facts(self._view, options),
                repr(sorted(options.items())),
                tuple(name for name in rule.wants if self._view.has(name)),
                caching.file_stamp(option_files(rule, options)),
            )
        )

        def known(at: int) -> Sequence[Finding]:
            key: Hashable = signature
            if reach:
                low, high, base = max(0, at - reach), at + reach + 1, self._parts.lines[at].start
                numbers = tuple(one.number for one in self._known[low:high])
                # what stands between them may change, and with it where a related place is
                distances = tuple(lines.start - base for lines in self._parts.lines[low:high])
                key = signature, at - low, numbers, distances
            found = self._known[at].findings.get(key)
            if found is None:
                checkpoint()
                found = self._look_at(rule, options, at, reach)
                self._known[at].findings[key] = found
            return found

        if reach:
            for at in range(len(self._known)):
                for finding in known(at):
                    yield self._parts.placed(finding, at)
            return
        for run, of_rules in self._runs:
            found = of_rules.get(signature)
            if found is None:
                found = [(at - run.start, finding) for at in run for finding in known(at)]
                of_rules[signature] = found
            for at, finding in found:
                yield self._parts.placed(finding, run.start + at)

    def _look_at(
        self, rule: Rule, options: Mapping[str, Any], at: int, reach: int
    ) -> Sequence[Finding]:
        low, high = max(0, at - reach), min(len(self._parts), at + reach + 1)
        if (low, high) not in self._views:
            self._views[low, high] = self._parts.part(low, high)
        part = self._views[low, high]
        return tuple(self._parts.own(rule, options, part, low, high, range(at, at + 1)))


class Stream:
    """The parts of a long document one after the other: what rules read of one is let go before the
    next."""

    def __init__(self, parts: Parts, most: int) -> None:
        self._parts = parts
        weights = [sum(weight(one.text) for one in group) for group in parts.groups]
        self._runs = list(runs(weights, most))

    def look(
        self,
        rules: Mapping[str, tuple[Rule, Mapping[str, Any]]],
        contained: Callable[[Rule], AbstractContextManager[None]],
    ) -> dict[str, list[Finding]]:
        """Findings of `rule.look` in order, by code. A rule that raises where it is `contained` has
        none, and is not asked again."""
        found: dict[str, list[Finding]] = {code: [] for code in rules}
        for run in self._runs:
            views: dict[int, View] = {}
            for code in list(found):
                rule, options = rules[code]
                reach = rule.reach or 0
                low, high = max(0, run.start - reach), min(len(self._parts), run.stop + reach)
                if reach not in views:
                    views[reach] = self._parts.part(low, high)
                before = found.pop(code)
                with contained(rule):
                    own = self._parts.own(rule, options, views[reach], low, high, run)
                    found[code] = [*before, *(self._parts.placed(one, run.start) for one in own)]
            views.clear()
            gc.collect(0)  # what rules made of the sentences of a part may hold itself
        return found


def weight(text: str) -> int:
    """How many usual sentences one is worth: what is known of it grows with its length."""
    return 1 + len(text) // USUAL


def runs(weights: Sequence[int], most: int) -> Iterator[range]:
    """Ranges that follow one another, each as long as what is in it weighs `most` or is one."""
    start = weighed = 0
    for at, weight_here in enumerate(weights):
        if at > start and weighed + weight_here > most:
            yield range(start, at)
            start, weighed = at, 0
        weighed += weight_here
    if start < len(weights):
        yield range(start, len(weights))


def _runs(numbers: Sequence[int]) -> Iterator[range]:
    """Runs of blocks by the numbers that these have. Where a run ends is told by the blocks and
    not by counting, so that a block that comes or goes leaves the other runs as they are."""
    start = 0
    for at, number in enumerate(numbers, 1):
        if number % RUN == 0 or at - start == 4 * RUN or at == len(numbers):
            yield range(start, at)
            start = at


def option_files(rule: Rule, options: Mapping[str, Any]) -> Iterator[str]:
    """Files that options name, whose content may change."""
    for name, option in rule.options.items():
        if option.path and options[name]:
            value = options[name]
            yield from [value] if isinstance(value, str) else value


def _lines(raw: str, block: Block) -> Span:
    """The lines that a block stands on."""
    span = block.content.span()
    start = raw.rfind("\n", 0, span.start) + 1
    end = raw.find("\n", span.end)
    return Span(start, len(raw) if end < 0 else end)


def block_key(raw: str, block: Block, lines: Span, sentences: Sequence[Sentence]) -> Hashable:
    """What findings in a block depend on that are looked for in it alone."""
    content, base = block.content, lines.start
    texts: Hashable = raw[lines.start : lines.end], content.text
    if lines.end - lines.start > LONG:
        texts = caching.key(raw[lines.start : lines.end], content.text)
    return (
        texts,
        content.starts[0] - base,  # cells of a table stand on one line
        content.ends[-1] - base,
        block.kind,
        block.continues,
        tuple(_span(span, -base) for span in block.opaque),
        len(sentences),
    )


def _span(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)


def _shifted(text: Text, by: int) -> Text:
    return Text(text.text, *(_offsets(one, by) for one in (text.starts, text.ends)))


def _offsets(offsets: Sequence[int], by: int) -> Sequence[int]:
    if isinstance(offsets, range):
        return range(offsets.start + by, offsets.stop + by)
    return [offset + by for offset in offsets]


def moved(finding: Finding, by: int, sentences: int) -> Finding:
    """The finding with other offsets and another sentence, and all that goes with it."""
    if not by and not sentences:
        return finding
    fix = finding.fix
    if fix:
        edits = tuple(Edit(e.start + by, e.end + by, e.text) for e in fix.edits)
        fix = fix._replace(edits=edits)
    assert finding.sentence is not None  # checked where it was found
    return finding._replace(
        span=_span(finding.span, by),
        sentence=finding.sentence + sentences,
        related=tuple(_related(one, by) for one in finding.related),
        fix=fix,
    )


def _related(related: Related, by: int) -> Related:
    return related._replace(span=_span(related.span, by))
