"""Agreement that is broken: what GRA1xx and GRA001 find of it, call it, and restore.

Used by `benchmarks.grammar`. Points: `default`, the linter as it ships; `oracle-N`, the limits of
all these rules moved alike (in nats; GRA001's in log-odds) until they make N findings in 1,000 of
the clean sentences, read off them.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Any

from benchmarks.common import read_jsonl, stem
from benchmarks.false_positives import covered, is_found, places
from textlint_pt.arbitration import arbitrate
from textlint_pt.config import Layer
from textlint_pt.document import Document, Kind, Sentence, Text
from textlint_pt.laboratory import Laboratory
from textlint_pt.linter import Linter, Source
from textlint_pt.plugins import load
from textlint_pt.rule import Finding, Rule
from textlint_pt.view import View

SUSPECT = "GRA001"
CODES = (SUSPECT, "GRA101", "GRA102", "GRA103", "GRA104", "GRA105")
RATES = (5, 10)
#: code of the rule that a phenomenon of the pairs belongs to
OWN = {
    "det-noun": "GRA101",
    "adj-noun": "GRA102",
    "sp": "GRA103",
    "sv-number": "GRA104",
    "sv-person": "GRA105",
}
_STEPS = 20


def own_code(phenomenon: str) -> str:
    """ "sp-gender" belongs to GRA103."""
    return next((code for name, code in OWN.items() if phenomenon.startswith(name)), "")


@dataclass
class Judge:
    """What rules find in sentences that stand alone, at any limits."""

    rules: Mapping[str, Rule]
    view: View
    #: findings of the rules that ask the model, without a limit
    judged: Sequence[Finding]
    #: findings of GRA001 by limit
    suspects: dict[float, Sequence[Finding]] = field(default_factory=dict)

    @classmethod
    def of(cls, texts: Sequence[str], codes: Sequence[str] = CODES) -> Judge:
        plugins = load(third_party=False)
        rules = {code: plugins.rules[code]() for code in codes}
        sentences = tuple(
            Sentence(i, Text.verbatim(text, 0), Kind.PARAGRAPH, i, 0)
            for i, text in enumerate(texts)
        )
        document = Document("", "", "text", (), sentences)
        needs = sorted({need for rule in rules.values() for need in rule.needs})
        laboratory = Laboratory(plugins.resources.values(), {})
        results, _ = laboratory.run([document], needs)
        missing = [laboratory.missing[need] for need in needs if need in laboratory.missing]
        if missing:
            raise SystemExit(f"benchmarks: {missing[0]}")
        view = View(document, results[0])
        judged = [
            finding
            for code, rule in rules.items()
            if code != SUSPECT
            for finding in rule.check(view, {**_defaults(rule), "limit": 0})
        ]
        return cls(rules, view, judged)

    @staticmethod
    def codes() -> list[str]:
        """The rules that ask the model whether a correction is better."""
        rules = load(third_party=False).rules
        return sorted(code for code, rule in rules.items() if "trial" in rule.needs)

    def only(self, codes: Sequence[str]) -> Judge:
        rules = {code: self.rules[code] for code in codes}
        return Judge(rules, self.view, [f for f in self.judged if f.code in rules], self.suspects)

    @property
    def limits(self) -> dict[str, float]:
        """The limits that the rules have by default."""
        return {code: rule.options["limit"].default for code, rule in self.rules.items()}

    def at(self, limits: Mapping[str, float]) -> dict[int, list[Finding]]:
        """Findings by sentence, after arbitration; places count from the sentence's beginning."""
        found = [f for f in self.judged if f.code in limits and _gain(f) >= limits[f.code]]
        if SUSPECT in limits:
            found += self._suspects(limits[SUSPECT])
        by: dict[int, list[Finding]] = defaultdict(list)
        for finding in found:
            assert finding.sentence is not None
            by[finding.sentence].append(finding)
        return {i: arbitrate(some, self.rules) for i, some in by.items()}

    def _suspects(self, limit: float) -> Sequence[Finding]:
        if limit not in self.suspects:
            rule = self.rules[SUSPECT]
            options = {**_defaults(rule), "limit": limit}
            unasked = View(self.view.document, {**self._analyses(), "trial": _Silent()})
            self.suspects[limit] = list(rule.check(unasked, options))
        return self.suspects[limit]

    def _analyses(self) -> dict[str, Any]:
        names = {need for rule in self.rules.values() for need in rule.needs}
        return {name: self.view.analysis(name) for name in names}

    def with_suggestions(
        self, found: Mapping[int, Sequence[Finding]], limit: float
    ) -> dict[int, list[Finding]]:
        """The findings, those of GRA001 with what the model would write instead."""
        rule = self.rules[SUSPECT]
        chosen = [i for i, some in found.items() if any(f.code == SUSPECT for f in some)]
        sentences = tuple(
            replace(self.view.sentences[i], index=k, block=k) for k, i in enumerate(chosen)
        )
        parts = {
            name: value if name in ("forms", "trial") else [value[i] for i in chosen]
            for name, value in self._analyses().items()
        }
        view = View(Document("", "", "text", (), sentences), parts)
        fixes: dict[tuple[int, int], Finding] = {}
        for finding in rule.check(view, {**_defaults(rule), "limit": limit}):
            assert finding.sentence is not None
            fixes[chosen[finding.sentence], finding.span.start] = finding
        return {
            i: [fixes.get((i, f.span.start), f) if f.code == SUSPECT else f for f in some]
            for i, some in found.items()
        }

    def shifted(self, shift: float) -> dict[str, float]:
        """The default limits moved by so many nats."""
        limits = {code: limit + shift for code, limit in self.limits.items()}
        odds = math.log(self.limits[SUSPECT] / (1 - self.limits[SUSPECT])) + shift
        return {**limits, SUSPECT: 1 / (1 + math.exp(-odds))}

    def shift_at(self, per_1000: float) -> float:
        """The lowest shift at which there are at most so many findings in 1,000 sentences."""
        low, high = -8.0, 8.0
        for _ in range(_STEPS):
            middle = (low + high) / 2
            number = _count(self.at(self.shifted(middle)))
            most = per_1000 * len(self.view.sentences) / 1000
            low, high = (low, middle) if number <= most else (middle, high)
        return high


class _Silent:
    """A model that is not asked: what to write instead would take it longer than all the rest."""

    def faults(self, text: str) -> Sequence[Any]:
        return ()


def _gain(finding: Finding) -> float:
    gain: float = finding.evidence["gain"]
    return gain


def _defaults(rule: Rule) -> dict[str, Any]:
    return {name: option.default for name, option in rule.options.items()}


def _count(by: Mapping[int, Sequence[Finding]]) -> int:
    return sum(map(len, by.values()))


def rows(files: Sequence[str]) -> Iterator[dict[str, Any]]:
    """For each set of clean sentences and file of pairs a row for each point."""
    clean: dict[str, list[str]] = {}
    pairs: dict[str, list[dict[str, Any]]] = {}
    for path in files:  # what can be told at once comes first
        lines = read_jsonl(path)
        if "bad_form" in lines[0]:
            pairs[stem(path)] = lines
        elif "bad" in lines[0]:
            yield sentences_found(stem(path), lines)
        else:
            columns = [key for key in lines[0] if key == "pt" or key.startswith("pt_")]
            clean[stem(path)] = [line[column] for line in lines for column in columns]
    damaged = {name: Judge.of([pair["bad"] for pair in some]) for name, some in pairs.items()}
    for set_name, texts in clean.items():
        sound = Judge.of(texts)
        for point in ("default", *RATES):
            shift = 0.0 if point == "default" else sound.shift_at(float(point))
            found = sound.at(sound.shifted(shift))
            thousand = max(1, len(texts)) / 1000
            codes = Counter(f.code for some in found.values() for f in some)
            about = {
                "system": "ours",
                "set": set_name,
                "point": point if point == "default" else f"oracle-{point}",
                "per_1000": _count(found) / thousand,
                "shift": shift,
                "by_code": {c: round(n / thousand, 3) for c, n in sorted(codes.items())},
            }
            limits = sound.shifted(shift)
            for name, some in pairs.items():
                judge = damaged[name]
                there = judge.with_suggestions(judge.at(limits), limits[SUSPECT])
                yield {**about, "pairs": name, **diagnosed(some, there)}
            if not pairs:
                yield about


def sentences_found(name: str, pairs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Shares of bad and of good sentences with a finding of any rule of this family."""
    values: dict[str, Any] = {"select": ["GRA"], "language": "en"}
    linter = Linter(load(third_party=False), [Layer("benchmark", values)])

    def has_finding(text: str) -> bool:
        (entry,) = linter.lint([Source("par.txt", text.encode())])
        return bool(entry["findings"])

    by: dict[str, list[bool]] = defaultdict(list)
    good: list[bool] = []
    for pair in pairs:
        by[pair.get("type") or pair.get("phenomenon") or ""].append(has_finding(pair["bad"]))
        goods = [pair["good"]] if isinstance(pair["good"], str) else pair["good"]
        good += map(has_finding, goods)
    bad = [hit for hits in by.values() for hit in hits]
    return {
        "system": "ours",
        "set": name,
        "point": "default",
        "n": len(bad),
        "covered": fmean(bad) if bad else None,
        "in_good": fmean(good) if good else None,
        "by": {kind: fmean(hits) for kind, hits in sorted(by.items())},
    }


def diagnosed(
    pairs: Sequence[Mapping[str, Any]], findings: Mapping[int, Sequence[Finding]]
) -> dict[str, Any]:
    """Shares found, of these called by the right code, and of fixes those that restore the good.

    The finding that counts is the first that is at a place of the damage.
    """
    found: list[bool] = []
    right: list[bool] = []
    fixed: list[bool] = []
    codes: dict[str, list[bool]] = defaultdict(list)
    for i, pair in enumerate(pairs):
        here = findings.get(i, ())
        found.append(is_found(pair, [(finding.span.start, finding.span.end) for finding in here]))
        if not found[-1]:
            continue
        hits = [
            finding
            for finding in here
            if any(finding.span.start < end and at < finding.span.end for at, end in places(pair))
        ]
        own = own_code(pair["phenomenon"])
        called = any(finding.code == own for finding in hits)
        right.append(called)
        codes[pair["phenomenon"]].append(called)
        fixes = [finding.fix for finding in hits if finding.fix]
        if fixes:
            fixed.append(any(_applied(pair["bad"], fix) == pair["good"] for fix in fixes[:1]))
    return {
        **covered(pairs, found),
        "right_code": fmean(right) if right else None,
        "fixed": fmean(fixed) if fixed else None,
        "right_by": {name: fmean(hits) for name, hits in sorted(codes.items())},
    }


def _applied(text: str, fix: Any) -> str:
    for edit in sorted(fix.edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text
