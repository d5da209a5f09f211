"""The sentences beside each entry of patterns, and whether its patterns find what they mark.

`python -m tests.pattern_examples` lists anew what patterns alone object to in what is right, and
measures anew what words and models together say for what an entry finds in its examples.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from textlint_pt_grammaticality import patterns, phrasebook
from textlint_pt_grammaticality.judge.confidence import all_signals, log_odds, odds
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.judge.phrases import by_patterns
from textlint_pt_grammaticality.patterns.examples import MARKED, examples, tried, written_out
from textlint_pt_grammaticality.patterns.examples import parse as parsed_texts
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence

from textlint_pt.companions.input import Input
from textlint_pt.contract.view import View
from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.engine.linter import Linter
from textlint_pt.patterns.loading import Entry, lines, read_file
from textlint_pt.registry.plugins import load
from textlint_pt.testing import load_cases

FOLDERS = (patterns.FOLDER, phrasebook.FOLDER)


#: where patterns alone object to what is right, and models have to decide: entry, sentence, words
OBJECTIONS = Path(__file__).parent / "plugins" / "pattern_objections.tsv"
#: the mean log-odds that what an entry finds in its examples is wrong
MEASURED = Path(__file__).parent / "plugins" / "pattern_odds.tsv"
#: how far they may lie apart on two machines; 2 nats of a certainty weigh twice as much at least
_TOLERANCE = 0.1


def parse(entries: Iterable[Entry], *further: str) -> Mapping[str, ParsedSentence]:
    """The sentences of the examples of some entries, and further ones."""
    own = (example.text for entry in entries for example in examples(entry))
    texts = list(dict.fromkeys((*own, *further)))
    _PARSED.update(parsed_texts([text for text in texts if text not in _PARSED]))
    return {sentence.text: sentence for text in texts for sentence in _PARSED[text]}


#: by text: its sentences, since most are asked for by several tests
_PARSED: dict[str, Sequence[ParsedSentence]] = {}


def check(entry: Entry, parsed: Mapping[str, ParsedSentence]) -> None:
    """Asserts that patterns find what the examples of an entry mark, and nothing else."""
    for one in tried(entry, parsed):
        assert one.found == one.marked, one.text


def right_sentences(entries: Iterable[Entry]) -> list[str]:
    """The sentences of entries as they should be, and cases of rules that have nothing wrong."""
    found: dict[str, None] = {}
    for example in (example for entry in entries for example in examples(entry)):
        text = example.text
        if example.start >= 0:
            text = text[: example.start] + example.meant + text[example.end :]
        found[text] = None
    for case in load_cases(Path(__file__).parent / "rules"):
        if case.rule.startswith("GRA") and case.values.keys() == {"name", "text", "findings"}:
            found |= (
                {} if case.values["findings"] else {" ".join(case.values["text"].split()): None}
            )
    return list(found)


def objections(sentence: ParsedSentence, rules: Iterable[str]) -> set[tuple[str, str, str]]:
    """What the patterns of rules say of a sentence, before a model is asked: the entry, the
    sentence and what is wrong there."""
    text = sentence.text
    proposals = [one for rule in rules for one in by_patterns(sentence, rule).values()]
    return {(one.pattern, text, text[one.start : one.end]) for one in proposals if one}


def entry_files() -> list[Path]:
    return [file for folder in FOLDERS for file in sorted(folder.glob("*.yml"))]


def all_objections() -> set[tuple[str, str, str]]:
    """What all patterns say of the sentences of all entries as they should be; not those of which
    the models alone are asked, since the words say nothing for a correction."""
    entries = [entry for file in entry_files() for entry in read_file(file)]
    spoken = {entry.id for entry in entries if entry.nats > 0}
    parsed = parse((), *right_sentences(entries))
    rules = sorted({entry.rule for entry in entries})
    found = {one for sentence in parsed.values() for one in objections(sentence, rules)}
    return {one for one in found if one[0] in spoken}


def known_objections() -> set[tuple[str, str, str]]:
    rows = (line.split("\t") for line in OBJECTIONS.read_text("utf-8").splitlines())
    return {(entry, sentence, words) for entry, sentence, words in rows}


# ------------------------------------------------------------------ what the judge says


class Judge:
    """What words and models together say for what entries of grammar find in their examples."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Reads the examples of these entries, each as a text of its own."""
        plugins = load(third_party=False)
        self._rules = plugins.rules
        texts = {text: None for entry in entries for text in _judged(entry)}
        linter = Linter(plugins, [])
        documents = [linter.read(Input("example.txt", text.encode())) for text in texts]
        needs = {need for entry in entries for need in self._rules[entry.rule].declared.needs}
        analysed = Analyzer(plugins.resources.values(), {}).run(documents, needs)
        pairs = zip(texts, analysed, strict=True)
        self._read = {text: (one.document, one.values) for text, one in pairs}

    def odds(self, entry: Entry) -> float | None:
        """The mean log-odds of what it finds in its examples; None if that is nothing."""
        rule = self._rules[entry.rule]()
        assert isinstance(rule, LanguageRule)
        options: dict[str, Any] = {name: option.default for name, option in rule.options.items()}
        found = []
        for text in _judged(entry):
            view = View(*self._read[text])
            found += [
                max(
                    odds(all_signals(rule.signals(view, finding), view, finding)),
                    log_odds(rule.least(finding)),
                )
                for finding in rule.in_prose(view, options)
                if finding.evidence.get("pattern") == entry.id
            ]
        return round(mean(found), 2) if found else None


def _judged(entry: Entry) -> list[str]:
    """The first sentence of each line that is wrong."""
    firsts = [next(iter(written_out(line))) for line in lines(entry.wrong)]
    return [MARKED.sub(r"\1", line) for line in firsts]


@cache
def _judge() -> Judge:
    return Judge(grammar())


def grammar() -> list[Entry]:
    """The entries whose findings are judged."""
    return [entry for file in sorted(patterns.FOLDER.glob("*.yml")) for entry in read_file(file)]


def check_odds(entry: Entry) -> None:
    """Asserts that the judge says of the examples of an entry what was measured, if anything."""
    measured, now = measured_odds().get(entry.id), _judge().odds(entry)
    assert (measured is None) == (now is None)
    assert now == pytest.approx(measured, abs=_TOLERANCE)


@cache
def measured_odds() -> Mapping[str, float]:
    """By entry what was measured."""
    rows = (line.split("\t") for line in MEASURED.read_text("utf-8").splitlines())
    return {entry: float(value) for entry, value in rows}


if __name__ == "__main__":
    rows = sorted(map("\t".join, all_objections()))
    OBJECTIONS.write_text("".join(f"{row}\n" for row in rows), "utf-8")
    judged = {entry.id: _judge().odds(entry) for entry in grammar()}
    rows = [f"{name}\t{value:.2f}\n" for name, value in sorted(judged.items()) if value is not None]
    MEASURED.write_text("".join(rows), "utf-8")
