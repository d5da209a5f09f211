"""Agreement that is broken: what GRA1xx and GRA001 find of it, call it, and restore.

Used by `benchmarks.grammar`. Points: `default`, the linter as it ships; `oracle-N`, the confidence
from which all these rules together make N findings in 1,000 of the clean sentences, read off them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from textlint_pt_grammaticality.confidence import REPORTED

from benchmarks.evaluation.common import read_jsonl, stem
from benchmarks.false_positives import covered, is_found, places
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.contract.rule import Rule, findings
from textlint_pt.contract.view import View
from textlint_pt.engine.arbitration import arbitrate
from textlint_pt.engine.laboratory import Laboratory
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load
from textlint_pt.report.finding import Finding
from textlint_pt.text.document import Document, Kind, Sentence, Text
from textlint_pt.text.kinds import recognise

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
    """What rules find in sentences that stand alone, from any confidence on."""

    rules: Mapping[str, Rule]
    view: View
    #: findings of the rules, however probable
    found: Sequence[Finding]

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
        view = View(document, results[0], kinds=recognise(document))
        found = [
            finding
            for rule in rules.values()
            for finding in findings(rule, view, {**_defaults(rule), "confidence": 0})
        ]
        return cls(rules, view, found)

    def at(self, limit: float) -> dict[int, list[Finding]]:
        """Findings by sentence, after arbitration; places count from the sentence's beginning."""
        by: dict[int, list[Finding]] = defaultdict(list)
        for finding in self.found:
            assert finding.sentence is not None
            if finding.evidence["confidence"] >= limit:
                by[finding.sentence].append(finding)
        return {i: arbitrate(some, self.rules) for i, some in by.items()}

    def limit_at(self, per_1000: float) -> float:
        """The lowest limit at which there are at most so many findings in 1,000 sentences."""
        most = per_1000 * len(self.view.sentences) / 1000
        low, high = 0.0, 1.0
        for _ in range(_STEPS):
            middle = (low + high) / 2
            low, high = (low, middle) if _count(self.at(middle)) <= most else (middle, high)
        return high


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
            limit = REPORTED if point == "default" else sound.limit_at(float(point))
            found = sound.at(limit)
            thousand = max(1, len(texts)) / 1000
            codes = Counter(f.code for some in found.values() for f in some)
            about = {
                "system": "ours",
                "set": set_name,
                "point": point if point == "default" else f"oracle-{point}",
                "per_1000": _count(found) / thousand,
                "confidence": limit,
                "by_code": {c: round(n / thousand, 3) for c, n in sorted(codes.items())},
            }
            for name, some in pairs.items():
                yield {**about, "pairs": name, **diagnosed(some, damaged[name].at(limit))}
            if not pairs:
                yield about


def sentences_found(name: str, pairs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Shares of bad and of good sentences with a finding of any rule of this family."""
    values: dict[str, Any] = {"select": ["GRA"], "language": "en"}
    linter = Linter(load(third_party=False), [Layer("benchmark", values)])

    def has_finding(text: str) -> bool:
        (entry,) = linter.lint([Input("par.txt", text.encode())])
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
