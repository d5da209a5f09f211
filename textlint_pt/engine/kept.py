"""What rules found in paragraphs, on disk from one run to the next.

Of a page in which a sentence was changed only that paragraph is looked at again. Rules that need
nothing but the paragraph (`reach` 0) take part; what they make of the findings in the whole
document (`Rule.settle`) is made anew.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from textlint_pt.contract.finding import Applicability, Edit, Finding, Fix, Related
from textlint_pt.contract.rule import Rule
from textlint_pt.engine import cache as caching
from textlint_pt.engine.cache import Cache
from textlint_pt.engine.memory import Parts, block_key, moved, option_files
from textlint_pt.text.document import Span

#: of what entries hold
_VERSION = "2"
#: what tells an entry from others
_KEY = "kept"


class Kept:
    """The paragraphs of one document. `stamp` changes with code and models; findings count from
    the first line and sentence of their paragraph."""

    def __init__(
        self,
        parts: Parts,
        rules: Sequence[tuple[Rule, Mapping[str, Any]]],
        cache: Cache,
        stamp: str,
    ) -> None:
        self._parts, self._cache = parts, cache
        signature = [[*_depends(rule, options, parts)] for rule, options in rules]
        document = parts.document
        place = caching.key(_VERSION, stamp, document.format, repr(signature))
        self._keys = [
            caching.key(place, repr(block_key(document.raw, block, lines, group)))
            for block, lines, group in zip(parts.blocks, parts.lines, parts.groups, strict=True)
        ]
        stored = cache.unpacked(list(dict.fromkeys(self._keys)), _unpacked_all)
        self._known = [stored.get(key) for key in self._keys]
        self._first = [group[0].index for group in parts.groups]
        #: by number of a paragraph that is not known
        self._new: dict[int, dict[str, Any]] = {
            at: {} for at, known in enumerate(self._known) if known is None
        }
        #: the views of paragraphs in a row that are not known, from one to before another
        self._unknown = {run: parts.part(*run) for run in self._runs()}
        self._is_whole = True

    def look(self, rule: Rule, options: Mapping[str, Any]) -> list[Finding]:
        """What `rule.look` finds in all paragraphs, in order."""
        found: dict[int, list[Finding]] = {}
        try:
            for (low, high), part in self._unknown.items():
                for one in self._parts.own(rule, options, part, low, high, range(low, high)):
                    placed = self._parts.placed(one, low)
                    assert placed.sentence is not None  # checked where it was found
                    at = bisect_right(self._first, placed.sentence) - 1
                    found.setdefault(at, []).append(placed)
        except BaseException:
            self._is_whole = False  # what is said of a fault is said the next time too
            raise
        for at, new in self._new.items():
            if at in found:
                by, first = self._parts.lines[at].start, self._first[at]
                try:
                    new[rule.code] = [_packed(moved(one, -by, -first)) for one in found[at]]
                except _Unpackable:
                    self._is_whole = False
        for at, known in enumerate(self._known):
            for one in known.get(rule.code, ()) if known else ():
                found.setdefault(at, []).append(self._parts.placed(one, at))
        return [finding for at in sorted(found) for finding in found[at]]

    def keep(self) -> None:
        """Store what was found in paragraphs that were not known."""
        if self._is_whole:
            self._cache.put(
                {self._keys[at]: json.dumps({_KEY: new}).encode() for at, new in self._new.items()}
            )

    def _runs(self) -> Iterator[tuple[int, int]]:
        start = None
        for at in range(len(self._known) + 1):
            is_new = at in self._new
            if is_new and start is None:
                start = at
            elif not is_new and start is not None:
                yield start, at
                start = None


def _depends(rule: Rule, options: Mapping[str, Any], parts: Parts) -> Iterator[object]:
    """What findings of a rule depend on, besides their paragraph, code and models."""
    facts = rule.facts(parts.view, options)
    yield rule.code
    yield json.dumps(_plain(facts), sort_keys=True, default=repr)
    yield sorted(options.items())
    yield [name for name in rule.wants if parts.view.has(name)]
    yield caching.file_stamp(option_files(rule, options))


def _plain(facts: object) -> object:
    """Sets in an order of their own."""
    if isinstance(facts, frozenset | set):
        return sorted(map(repr, facts))
    return [_plain(one) for one in facts] if isinstance(facts, tuple | list) else facts


class _Unpackable(TypeError):
    """A value that would not come back from JSON as it was."""


def _packed(finding: Finding) -> list[Any]:
    fix = finding.fix
    return [
        finding.span,
        _pack(finding.evidence),
        finding.message,
        _pack({k: v for k, v in finding.arguments.items() if not k.startswith("_")}),
        finding.sentence,
        finding.related,
        [fix.applicability.value, fix.edits] if fix else None,
    ]


def _unpacked_all(data: bytes) -> dict[str, list[Finding]]:
    """The findings of an entry by the code of their rule."""
    return {
        code: [_unpacked(code, packed) for packed in found]
        for code, found in json.loads(data)[_KEY].items()
    }


def _unpacked(code: str, packed: Sequence[Any]) -> Finding:
    span, evidence, message, arguments, sentence, related, fix = packed
    return Finding(
        code,
        Span(*span),
        _unpack(evidence),
        message,
        _unpack(arguments),
        sentence,
        tuple(Related(Span(*where), role, said) for where, role, said in related),
        Fix(Applicability(fix[0]), tuple(Edit(*edit) for edit in fix[1])) if fix else None,
    )


def _pack(value: Any) -> Any:
    """A value for JSON, which knows neither tuples nor keys that are no text."""
    if value is None or type(value) in (str, int, float, bool):
        return value
    if type(value) is tuple:
        return {"tuple": [_pack(one) for one in value]}
    if type(value) is list:
        return [_pack(one) for one in value]
    if type(value) is dict and all(type(name) is str for name in value):
        return {"dict": {name: _pack(one) for name, one in value.items()}}
    raise _Unpackable


def _unpack(value: Any) -> Any:
    if isinstance(value, list):
        return [_unpack(one) for one in value]
    if isinstance(value, dict):
        ((kind, inside),) = value.items()
        if kind == "tuple":
            return tuple(_unpack(one) for one in inside)
        return {name: _unpack(one) for name, one in inside.items()}
    return value
