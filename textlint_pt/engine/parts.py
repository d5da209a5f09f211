"""A document in parts: what rules that judge a block by itself (`Declared.by_block`) find in it.

What was found in a block that is kept (`Store`: in memory from one version of a text to the next,
on disk from one run to the next) is not looked for again. A block is known by its lines as they are
written, so that it may move: kept findings count from its first line and sentence. Other blocks are
looked at some at a time, and what rules read of a part is let go before the next.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import groupby, repeat
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

from textlint_pt.contract.rule import Rule
from textlint_pt.contract.view import View
from textlint_pt.engine import cache as caching
from textlint_pt.engine.memory import runs, weight
from textlint_pt.report.finding import Finding
from textlint_pt.text.document import Block, Document, Sentence, Span, Text

#: usual sentences of a long document that rules are asked about at once
PART = 200
#: characters of a block that is known by its digest
LONG = 2_000
#: characters of its line that are seen on each side of a block
CONTEXT_CHARACTERS = 1_000
#: findings after which no more blocks are looked at where there is one in every so many characters
ENOUGH, DENSE = 40_000, 30
#: sentences of a block that is looked at in pieces which are seen on each side of a piece
CONTEXT_SENTENCES = 20

#: findings in one block by the code of their rule
Found = dict[str, list[Finding]]
#: in most blocks: one for all of them takes less memory
_NOTHING: Found = {}
#: rules by their code, with their options
Asked = Mapping[str, tuple[Rule, Mapping[str, Any]]]


class Store(Protocol):
    """Keeps what rules found in blocks. `depends` says all that this depends on besides the block
    (and code and models)."""

    def recall(self, depends: str, blocks: Sequence[Hashable]) -> Sequence[Found | None]: ...

    def keep(self, depends: str, found: Mapping[Hashable, Found]) -> None: ...


class Parts:
    """The blocks of one document that hold sentences, to be looked at in parts.

    `most`: the usual sentences that a block may have to be looked at whole; of a longer one each
    group is a piece of so many, seen with `CONTEXT_SENTENCES` of the block on either side.
    """

    def __init__(
        self,
        view: View,
        by_sentence: frozenset[str],
        analyses: Mapping[str, Any],
        most: int | None = None,
    ) -> None:
        """Collect the blocks with sentences, cutting those heavier than `most`.

        A weight is counted in usual sentences, so that a very long one counts as several.
        """
        self.view, self.document = view, view.document
        self._by_sentence, self._analyses = by_sentence, analyses
        raw, blocks = self.document.raw, self.document.blocks
        self.groups: list[Sequence[Sentence]] = []
        self.lines: list[Span] = []
        #: what each group weighs
        self._weights: list[int] = []
        weights_of_all = list(map(weight, self.document.texts))
        for group in self.document.paragraphs:
            lines = _lines(raw, blocks[group[0].block])
            weights = weights_of_all[group[0].index : group[-1].index + 1]
            if most is None or sum(weights) <= most:
                pieces, spans = [group], [lines]
                self._weights.append(sum(weights))
            else:
                pieces = []
                for run in runs(weights, most):
                    pieces.append(group[run.start : run.stop])
                    self._weights.append(sum(weights[run.start : run.stop]))
                starts = [lines.start, *(piece[0].span.start for piece in pieces[1:])]
                spans = list(map(Span, starts, [*starts[1:], lines.end]))
            self.groups += pieces
            self.lines += spans
        self.blocks = [blocks[group[0].block] for group in self.groups]
        #: the blocks that were looked at last
        self._last: tuple[range, _Part] | None = None

    def __len__(self) -> int:
        return len(self.groups)

    def find(
        self,
        rules: Asked,
        store: Store | None,
        note_failure: Callable[[Rule, Exception], None],
        checkpoint: Callable[[], None],
    ) -> dict[str, list[Finding]]:
        """Return findings by rule, from the store or new; failing rules are left out."""
        groups = self._groups(rules, store, note_failure)
        failed = rules.keys() - set().union(*(group.rules for group in groups))
        finding_count = 0
        for run in self.runs():
            if self.is_enough(finding_count, run):
                break
            part_of = cache(self.part)  # groups that lack the same blocks share one
            for group in groups:
                for low, high in _unknown_ranges(group.found, run):
                    part = part_of(low, high)
                    in_blocks: dict[int, Found] = {}
                    for code, (rule, options) in group.rules.items():
                        if code in failed:
                            continue
                        checkpoint()
                        try:
                            for index, finding in part.own(rule, options):
                                of_block = in_blocks.setdefault(index, {})
                                of_block.setdefault(code, []).append(finding)
                        except Exception as error:  # noqa: BLE001 - the others must run
                            failed.add(code)
                            note_failure(rule, error)
                    group.found[low:high] = map(in_blocks.get, range(high - low), repeat(_NOTHING))
                    group.new.extend(range(low, high))
                for found in filter(None, group.found[run.start : run.stop]):
                    finding_count += sum(map(len, found.values()))
        result: dict[str, list[Finding]] = {code: [] for code in rules if code not in failed}
        for group in groups:
            if store and group.new and failed.isdisjoint(group.rules):
                new = {group.keys[at]: group.found[at] or _NOTHING for at in group.new}
                store.keep(group.depends, new)
            for index, known in enumerate(group.found):
                for code, findings in known.items() if known else ():
                    if code in result:
                        result[code] += [self._in_document(index, one) for one in findings]
        return result

    def _groups(
        self, rules: Asked, store: Store | None, note_failure: Callable[[Rule, Exception], None]
    ) -> list[_Group]:
        """Return rules by the facts of the document that they use, with what is kept of each."""
        by_facts: dict[tuple[str, bytes], dict[str, tuple[Rule, Mapping[str, Any]]]] = {}
        for code, (rule, options) in rules.items():
            try:
                facts = json.dumps(rule.facts(self.view, options), sort_keys=True, default=_as_json)
                by_sentence = rule.facts_by_sentence(self.view, options)
            except Exception as error:  # noqa: BLE001 - the others must run
                note_failure(rule, error)
            else:
                has_facts = bool(by_sentence.strip(b"\0"))
                group_key = facts, by_sentence if has_facts else b""
                by_facts.setdefault(group_key, {})[code] = rule, options
        block_keys = self._keys() if store else []
        groups: list[_Group] = []
        for (facts, by_sentence), group in by_facts.items():
            depends = " ".join([facts, *map(partial(_dependencies, self.view), group.values())])
            keys = self._keys_with_facts(block_keys, by_sentence)
            found = store.recall(depends, keys) if store else [None] * len(self)
            groups.append(_Group(depends, group, keys, [*found], []))
        return groups

    def runs(self) -> Iterator[range]:
        """Return the blocks that rules are asked about at once."""
        return runs(self._weights, PART)

    def is_enough(self, finding_count: int, run: range) -> bool:
        """Return whether the findings before a run are so many, and so dense, that the rest of
        the document need not be looked at."""
        characters_before = self.lines[run.start].start
        return finding_count > ENOUGH and finding_count * DENSE > characters_before

    def found(self, run: range, rule: Rule, options: Mapping[str, Any]) -> list[Finding]:
        """Return what a rule finds in a run of blocks, in order."""
        if self._last is None or self._last[0] != run:
            self._last = run, self.part(run.start, run.stop)
        found = sorted(self._last[1].own(rule, options), key=itemgetter(0))
        return [self._in_document(run.start + offset, one) for offset, one in found]

    def _in_document(self, at: int, finding: Finding) -> Finding:
        return shifted(finding, self.lines[at].start, self.groups[at][0].index)

    def _keys(self) -> list[Hashable]:
        raw = self.document.raw
        return [
            block_key(raw, block, lines, group)
            for block, lines, group in zip(self.blocks, self.lines, self.groups, strict=True)
        ]

    def _keys_with_facts(
        self, blocks: Sequence[Hashable], by_sentence: bytes
    ) -> Sequence[Hashable]:
        """Return block keys, extended by sentence facts (a byte each) where one is not 0."""
        if not (by_sentence and blocks):
            return blocks
        keys = list(blocks)
        first_sentences = [group[0].index for group in self.groups]
        blocks_with_facts = {
            bisect_right(first_sentences, sentence_index) - 1
            for sentence_index, fact in enumerate(by_sentence)
            if fact
        }
        for block_index in blocks_with_facts:
            group = self.groups[block_index]
            keys[block_index] = keys[block_index], by_sentence[group[0].index : group[-1].index + 1]
        return keys

    def sentence_range(self, low: int, high: int) -> tuple[int, int]:
        """Return first and end index of the sentences visible to the groups `low` to `high`: their
        own, and where a block was cut into groups, some more of that block."""
        groups = self.groups
        first, last = groups[low][0].index, groups[high - 1][-1].index + 1
        if low and groups[low - 1][0].block == groups[low][0].block:
            first -= min(CONTEXT_SENTENCES, len(groups[low - 1]))
        if high < len(groups) and groups[high][0].block == groups[high - 1][0].block:
            last += min(CONTEXT_SENTENCES, len(groups[high]))
        return first, last

    def _origin(self, low: int, high: int) -> Span:
        """Return the source span visible to these blocks."""
        lines = self.lines[low:high]
        start, end = min(span.start for span in lines), max(span.end for span in lines)
        sentences, (first, last) = self.document.sentences, self.sentence_range(low, high)
        if first < self.groups[low][0].index:
            start = min(start, sentences[first].span.start)
        if last > self.groups[high - 1][-1].index + 1:
            end = max(end, sentences[last - 1].span.end)
        return Span(start, end)

    def part(self, low: int, high: int) -> _Part:
        """Return a view of some blocks as if they were a document: offsets, sentences, blocks and
        sections count from the first of it."""
        document = self.document
        origin = self._origin(low, high)
        first, last = self.sentence_range(low, high)
        seen = document.sentences[first:last]
        sentences, blocks = [], []
        section = seen[0].section
        for number, (index, group) in enumerate(groupby(seen, key=lambda s: s.block)):
            block = document.blocks[index]
            content, opaque = block.content, block.opaque
            is_inside = origin.start <= content.starts[0] and content.ends[-1] <= origin.end
            if not is_inside:
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
                sentence.replace(
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
        first_sentences = [group[0].index - first for group in self.groups[low:high]]
        return _Part(
            view=View(part, analyses, kinds=self.view.kinds, part_of=self.view, first=first),
            firsts=first_sentences,
            starts=[lines.start - origin.start for lines in self.lines[low:high]],
            end=first_sentences[-1] + len(self.groups[high - 1]),
        )


class _Part(NamedTuple):
    """A view of some blocks: the number of the first sentence of each, where its first line starts,
    and the number of the sentence after them."""

    view: View
    firsts: Sequence[int]
    starts: Sequence[int]
    end: int

    def own(self, rule: Rule, options: Mapping[str, Any]) -> Iterator[tuple[int, Finding]]:
        """Yield a rule's findings with their block index, relative to that block."""
        for finding in rule.find(self.view, options):
            if not isinstance(finding, Finding) or finding.code != rule.code:
                raise TypeError(f"{rule.code} gives what is no finding of its own: {finding!r}")
            if finding.sentence is None:
                raise TypeError(f"{rule.code} has a reach and must name the sentence of a finding")
            is_own = self.firsts[0] <= finding.sentence < self.end  # not in the context
            if is_own:
                block_index = bisect_right(self.firsts, finding.sentence) - 1
                yield (
                    block_index,
                    shifted(finding, -self.starts[block_index], -self.firsts[block_index]),
                )


class _Group(NamedTuple):
    """Rules whose findings in a block depend on the same of the whole document.

    By block: its key in the store, what was found in it (None: it was not looked at yet); `new` are
    the indices of those that the store does not have.
    """

    depends: str
    rules: Asked
    keys: Sequence[Hashable]
    found: list[Found | None]
    new: list[int]


def _dependencies(view: View, asked: tuple[Rule, Mapping[str, Any]]) -> str:
    """Return what a rule's findings depend on besides the document: its options, the files that
    these name, and which of the analyses that it can do without are there."""
    rule, options = asked
    optional_analyses = [*filter(view.has, rule.declared.wants)]
    files: list[str] = []
    for name, option in rule.options.items():
        if option.path and options[name]:
            named = options[name]
            files += [named] if isinstance(named, str) else named
    stamp = caching.file_stamp(files) if files else ""
    return repr((rule.code, sorted(options.items()), optional_analyses, stamp))


def _as_json(fact: object) -> object:
    """Sets in an order of their own, and what JSON does not know."""
    return sorted(map(repr, fact)) if isinstance(fact, frozenset | set) else repr(fact)


def _unknown_ranges(known: Sequence[Found | None], run: range) -> Iterator[tuple[int, int]]:
    """Yield ranges (first, end) of consecutive blocks in a run for which nothing is stored."""
    low = run.start
    for index in run:
        if known[index] is not None:
            if low < index:
                yield low, index
            low = index + 1
    if low < run.stop:
        yield low, run.stop


def _lines(raw: str, block: Block) -> Span:
    """Return the span of a block's source lines, limited on very long lines."""
    text_start, text_end = block.content.starts[0], block.content.ends[-1]
    lowest = max(0, text_start - CONTEXT_CHARACTERS)
    highest = min(len(raw), text_end + CONTEXT_CHARACTERS)
    break_before = raw.rfind("\n", lowest, text_start)
    break_after = raw.find("\n", text_end, highest)
    return Span(
        lowest if break_before < 0 else break_before + 1,
        highest if break_after < 0 else break_after,
    )


def block_key(raw: str, block: Block, lines: Span, sentences: Sequence[Sentence]) -> str:
    """Return a string that identifies all that a block's findings depend on."""
    content, base = block.content, lines.start
    start, end = content.starts[0] - base, content.ends[-1] - base  # cells stand on one line
    source, text = raw[base : lines.end], content.text
    opaque = [(span.start - base, span.end - base) for span in block.opaque]
    header = (
        f"{start} {end} {block.kind} {block.continues} {opaque} {len(sentences)} {len(source)} "
    )
    if len(source) > LONG:
        return header + caching.key(source, text).hex()
    return f"{header}{source}" if source[start:end] == text else f"{header}{source} {text}"


def _span(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)


def _shifted(text: Text, by: int) -> Text:
    return Text(text.text, *(_offsets(one, by) for one in (text.starts, text.ends)))


def _offsets(offsets: Sequence[int], by: int) -> Sequence[int]:
    if isinstance(offsets, range):
        return range(offsets.start + by, offsets.stop + by)
    return [offset + by for offset in offsets]


def shifted(finding: Finding, by: int, sentences: int) -> Finding:
    """Return a finding moved by offsets and sentences."""
    if not by and not sentences:
        return finding
    assert finding.sentence is not None  # checked where it was found
    moved = finding.moved(lambda span: _span(span, by))
    assert moved is not None
    return moved.replace(sentence=finding.sentence + sentences)
