"""The sentences beside each entry of patterns, and whether its patterns find what they mark."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from textlint_pt_grammaticality import patterns, phrasebook
from textlint_pt_grammaticality.judged import AnalysedSentence
from textlint_pt_grammaticality.patterns import Pattern
from textlint_pt_grammaticality.phrases import ParsedSentence, like

from textlint_pt.companions.input import Input
from textlint_pt.contract.view import View
from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.engine.linter import Linter
from textlint_pt.patterns.loading import Entry, lines
from textlint_pt.registry.plugins import load

FOLDERS = (patterns.FOLDER, phrasebook.FOLDER)
_MARKED = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")
_ONE_OF = re.compile(r"\(([^()|]*(?:\|[^()|]*)+)\)")


class Example(NamedTuple):
    """A sentence, `text[start:end]` is wrong and what is `meant`; -1 where nothing is wrong."""

    text: str
    start: int = -1
    end: int = -1
    meant: str = ""


def patterns_of(entry: Entry) -> list[Pattern]:
    return [Pattern(entry, *pattern) for pattern in entry.patterns]


def examples(entry: Entry) -> Iterator[Example]:
    for line in written_out(entry.wrong):
        marked = _MARKED.search(line)
        assert marked, f"{entry.id}: no {{wrong|right}} in {line!r}"
        text = line[: marked.start()] + marked[1] + line[marked.end() :]
        yield Example(text, marked.start(), marked.start() + len(marked[1]), marked[2])
    for line in written_out(entry.right):
        yield Example(line)


def written_out(text: str) -> Iterator[str]:
    """The sentences of an entry: "Vai (de|no) carro." stands for two."""
    for line in lines(text):
        parts = _ONE_OF.split(line)
        ways = [[part] if i % 2 == 0 else part.split("|") for i, part in enumerate(parts)]
        yield from map("".join, itertools.product(*ways))


def parse(entries: Iterable[Entry]) -> Mapping[str, ParsedSentence]:
    """The sentences of the examples of some entries."""
    texts = list({example.text: None for entry in entries for example in examples(entry)})
    plugins = load(third_party=False)
    document = Linter(plugins, []).read(Input("examples.txt", "\n\n".join(texts).encode()))
    analyzer = Analyzer(plugins.resources.values(), {})
    (values,), _ = analyzer.run([document], ["parse", "forms", "choice"])
    view = View(document, values)
    forms, choice = view.analysis("forms"), view.analysis("choice")
    pairs = zip(document.sentences, view.analysis("parse"), strict=True)
    return {
        sentence.text: ParsedSentence(AnalysedSentence(sentence, words, (), (), forms, choice))
        for sentence, words in pairs
    }


def check(entry: Entry, own: Sequence[Pattern], parsed: Mapping[str, ParsedSentence]) -> None:
    """Asserts that patterns find what the examples of an entry mark, and nothing else."""
    for example in examples(entry):
        sentence = parsed[example.text]
        found: dict[tuple[int, int], tuple[str, ...]] = {}
        decided: set[int] = set()
        for pattern in own:
            for _, match, last, news in pattern.found(sentence):
                start, end = sentence.tokens[match.first].start, sentence.tokens[last].end
                if news[0][:1] == ",":
                    start = sentence.tokens[match.first - 1].end
                wrong = news[0].lower() != example.text[start:end].lower()
                if wrong and start not in decided:
                    found[start, end] = news
                decided.add(start)
        if example.start >= 0:
            assert (example.start, example.end) in found, f"{example.text}: {found}"
            news = found[example.start, example.end]
            assert example.meant in (*news, *(like(new, example.meant) for new in news))
        else:
            assert not found, example.text


def entry_files() -> list[Path]:
    return [file for folder in FOLDERS for file in sorted(folder.glob("*.yml"))]
