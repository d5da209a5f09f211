"""The sentences beside each entry of patterns, and whether its patterns find what they mark."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from textlint_pt.contract.rule import Tried
from textlint_pt.errors import UserError
from textlint_pt.patterns.loading import Entry, lines, read_file
from textlint_pt.testing import analysed
from textlint_pt_grammaticality.patterns import FOLDER, Pattern
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence, like
from textlint_pt_grammaticality.sentence.proposal import AnalysedSentence

MARKED = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")
_ONE_OF = re.compile(r"\(((?:\{[^{}]*\}|[^(){}])*\|(?:\{[^{}]*\}|[^(){}])*)\)")
_BETWEEN = re.compile(r"\|(?![^{}]{0,200}\})")


class Example(NamedTuple):
    """A sentence, `text[start:end]` is wrong and what is `meant`; -1 where nothing is wrong."""

    text: str
    start: int = -1
    end: int = -1
    meant: str = ""


def of_rule(code: str) -> Iterator[Tried]:
    """Try all examples of a rule."""
    files = sorted(FOLDER.rglob("*.yml"))
    return of_entries([one for file in files for one in read_file(file) if one.rule == code])


def of_entries(entries: Sequence[Entry]) -> Iterator[Tried]:
    """Try all examples of some entries."""
    texts = dict.fromkeys(example.text for entry in entries for example in examples(entry))
    parsed = {one.text: one for of_text in parse([*texts]).values() for one in of_text}
    for entry in entries:
        yield from tried(entry, parsed)


def patterns_of(entry: Entry) -> list[Pattern]:
    return [Pattern(entry, *pattern) for pattern in entry.patterns]


def examples(entry: Entry) -> Iterator[Example]:
    """Yield the examples of an entry; `UserError` for a wrong one in which nothing is marked."""
    for line in written_out(entry.wrong):
        marked = MARKED.search(line)
        if not marked:
            raise UserError(f'{entry.id}: nothing is marked in "{line}"')
        text = line[: marked.start()] + marked[1] + line[marked.end() :]
        yield Example(text, marked.start(), marked.start() + len(marked[1]), marked[2])
    for line in written_out(entry.right):
        yield Example(line)


def written_out(text: str) -> Iterator[str]:
    """Yield the sentences of an entry: "Vai (de|no) carro." stands for two."""
    for line in lines(text):
        parts = _ONE_OF.split(line)
        ways = [_BETWEEN.split(part) if i % 2 else [part] for i, part in enumerate(parts)]
        yield from map("".join, itertools.product(*ways))


def parse(texts: Sequence[str]) -> Mapping[str, Sequence[ParsedSentence]]:
    """Return the parsed sentences of each text."""
    view = analysed("\n\n".join(texts), ["parse", "forms", "choice"])
    forms, choice = view.analysis("forms"), view.analysis("choice")
    starts = [0, *itertools.accumulate(len(text) + 2 for text in texts)]
    parsed: dict[str, list[ParsedSentence]] = {text: [] for text in texts}
    for sentence, words in zip(view.document.sentences, view.analysis("parse"), strict=True):
        text = texts[bisect_right(starts, sentence.span.start) - 1]
        parsed[text].append(
            ParsedSentence(AnalysedSentence(sentence, words, (), (), forms, choice))
        )
    return parsed


def tried(entry: Entry, parsed: Mapping[str, ParsedSentence]) -> Iterator[Tried]:
    """Yield for each example what the patterns of its entry find; of one that is wrong only what is
    marked, unless they do not find that."""
    patterns = patterns_of(entry)
    for example in examples(entry):
        corrections_by_place = dict(_found(patterns, parsed[example.text]))
        corrections = corrections_by_place.get((example.start, example.end), ())
        shown = [
            _shown(example.text, *place, new[0]) for place, new in corrections_by_place.items()
        ]
        marked = ""
        if example.start >= 0:
            marked = _shown(example.text, example.start, example.end, example.meant)
            if example.meant in (*corrections, *(like(new, example.meant) for new in corrections)):
                shown = [marked]
        yield Tried(entry.id, example.text, ", ".join(shown), marked)


def _found(
    own: Iterable[Pattern], sentence: ParsedSentence
) -> Iterator[tuple[tuple[int, int], tuple[str, ...]]]:
    """Yield the places that patterns find in a sentence with their corrections: of several that
    begin at the same place what the first says."""
    decided: set[int] = set()
    for pattern in own:
        for _, match, last, news in pattern.found(sentence):
            start, end = sentence.tokens[match.first].start, sentence.tokens[last].end
            if news[0][:1] == ",":
                start = sentence.tokens[match.first - 1].end
            wrong = news[0].lower() != sentence.text[start:end].lower()
            if wrong and start not in decided:
                yield (start, end), news
            decided.add(start)


def _shown(text: str, start: int, end: int, meant: str) -> str:
    """Return a correction in the notation of examples: "Ele {vão|vai} embora" has "{vão|vai}"."""
    return f"{{{text[start:end]}|{meant}}}"
