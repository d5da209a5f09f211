"""Mutants of the patterns of grammar: do the examples beside an entry notice them?

A mutant is an entry with one thing changed. In a line of its pattern: a guard (`!( )`, `!x`), an
alternative or `?` dropped, a kind replaced by any word, or a correction changed; or its certainty,
by 2 nats or from "words" to "likely" and back. Lines are tried on the examples of the entry and the
right sentences of all, certainties on what the judge says of the entry's examples.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import msgspec
from textlint_pt_grammaticality import patterns
from textlint_pt_grammaticality.judge import phrases
from textlint_pt_grammaticality.judge.confidence import LIMIT
from textlint_pt_grammaticality.patterns import Pattern
from textlint_pt_grammaticality.patterns.examples import patterns_of
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence

from tests.pattern_examples import (
    check,
    check_odds,
    entry_files,
    objections,
    parse,
    right_sentences,
)
from textlint_pt.errors import UserError
from textlint_pt.patterns.loading import Entry, read_file
from textlint_pt.patterns.loading import entries as loaded

#: phrases, and lists of words that are never right, have no conditions
_LEFT_OUT = frozenset(("never_right.yml", "government.yml"))
_WRONG = re.compile(r"\[((?:[^\[\]<>]|<[^<>]*>)*)(?:>([^\[\]]*))?\]")
_ENDINGS = re.compile(r"([^\W\d_]+)\{([^{}|]*\|[^{}]*)\}")
_PIECE = re.compile(r"(!\([^)]*\))|(\([^)]*\)[?*]?)|(\S+)")
_KIND = re.compile(r"[A-Z][A-Zfmsp\d]*|[a-z]*:.+")
#: a word of a pattern that is always there, if it takes a place
_ALWAYS = "!qqq"
#: a correction that nobody means
_NEVER = "qqq"


class Mutant(NamedTuple):
    kind: str
    entry: Entry
    changed: Entry
    shown: str

    def __str__(self) -> str:
        return f"{self.entry.id} ({self.kind}): {self.shown}"


@dataclass(frozen=True)
class Tally:
    """How many mutants of each kind were drawn, and those that survive."""

    drawn: Counter[str]
    survivors: Sequence[Mutant]


def files() -> list[Path]:
    found = sorted(patterns.FOLDER.glob("*.yml"))
    return [path for path in found if path.name not in _LEFT_OUT]


def draw(count: int, seed: int) -> list[Mutant]:
    """Each of another line, or of another entry's certainty: first the kind is drawn, then one."""
    rng = random.Random(seed)
    places = [
        (entry, at)
        for file in files()
        for entry in read_file(file)
        for at in range(-1, len(entry.patterns))
    ]
    rng.shuffle(places)
    found: list[Mutant] = []
    for entry, at in places:
        kinds: dict[str, list[Mutant]] = {}
        for mutant in certainties(entry) if at < 0 else lines_changed(entry, at):
            kinds.setdefault(mutant.kind, []).append(mutant)
        if kinds and len(found) < count:
            found.append(rng.choice(kinds[rng.choice(sorted(kinds))]))
    return found


def run(mutants: Sequence[Mutant]) -> Tally:
    entries = [entry for file in entry_files() for entry in read_file(file)]
    right = list(parse((), *right_sentences(entries)).values())
    parsed = parse({one.entry.id: one.entry for one in mutants}.values())
    survivors = []
    for mutant in mutants:
        try:
            if mutant.kind == "certainty":
                _check_odds(mutant)
            else:
                check(mutant.changed, parsed)
                _check_others(mutant, right)
        except AssertionError:
            continue
        survivors.append(mutant)
    return Tally(Counter(mutant.kind for mutant in mutants), survivors)


def _check_others(mutant: Mutant, sentences: Sequence[ParsedSentence]) -> None:
    """Asserts that the patterns object to the same as before in sentences that are right."""
    rule = mutant.entry.rule
    own = {one.written: one for one in patterns_of(mutant.entry)}
    new = {one.written: one for one in patterns_of(mutant.changed)}
    gone, come = ([a[one] for one in a.keys() - b.keys()] for a, b in ((own, new), (new, own)))
    for sentence in sentences:
        if _places(gone, sentence) != _places(come, sentence):
            objected = objections(sentence, [rule])
            with _instead(mutant):
                assert objections(sentence, [rule]) == objected


def _places(of: Sequence[Pattern], sentence: ParsedSentence) -> list[object]:
    return [one[1:] for pattern in of for one in pattern.found(sentence)]


@contextmanager
def _instead(mutant: Mutant) -> Iterator[None]:
    """While an entry of a rule is another one."""
    rule = mutant.entry.rule
    entries = [
        mutant.changed if entry.id == mutant.entry.id else entry
        for entry in loaded(patterns.FOLDER)
        if entry.rule == rule
    ]
    own = {rule: [pattern for entry in entries for pattern in patterns_of(entry)]}

    def woken(sentence: ParsedSentence) -> Mapping[str, Sequence[Pattern]]:
        return own

    with mock.patch.object(phrases, "woken", woken):
        yield


# ------------------------------------------------------------------ certainties


def certainties(entry: Entry) -> Iterator[Mutant]:
    """None where all that an entry finds is right as it is. No signal is above `LIMIT`."""
    if not entry.wrong:
        return
    nats = min(entry.nats, LIMIT)
    new: list[str | float] = [one for one in (nats + 2, nats - 2) if one <= LIMIT]
    new += [{"words": "likely", "likely": "words"}[name] for name in [entry.certainty]
            if name in ("words", "likely")]  # fmt: skip
    for certainty in new:
        changed = msgspec.structs.replace(entry, certainty=certainty)
        yield Mutant("certainty", entry, changed, f"{entry.certainty} -> {certainty}")


def _check_odds(mutant: Mutant) -> None:
    """Asserts that the judge says of the examples of an entry what was measured."""
    with _instead(mutant):
        check_odds(mutant.entry)


# ------------------------------------------------------------------ lines of patterns


def lines_changed(entry: Entry, at: int) -> Iterator[Mutant]:
    """The mutants of one line of an entry that can be read."""
    written = [line for line, _ in entry.patterns]
    for kind, new in _changed(written[at]):
        try:
            assert Pattern(entry, new).parts
        except UserError:
            continue
        changed = msgspec.structs.replace(
            entry, pattern="\n".join((*written[:at], new, *written[at + 1 :]))
        )
        yield Mutant(kind, entry, changed, f"{written[at]}  ->  {new}")


def _spelt_out(line: str) -> str:
    """A line with each form whole: "pago|paga" for "pag{o|a}"."""
    return _ENDINGS.sub(lambda m: "|".join(m[1] + end for end in m[2].split("|")), line)


def _changed(line: str) -> Iterator[tuple[str, str]]:
    """The kind of each change of a line, and the line then."""
    line = _spelt_out(line)
    place = _WRONG.search(line)
    assert place
    for start, end in ((0, place.start()), (place.end(), len(line))):
        for kind, new in _row_changed(line[start:end]):
            yield kind, line[:start] + new + line[end:]
    wrong, right = place[1], place[2]
    ways = right.split("|") if right is not None else []

    def with_brackets(wrong: str, right: str | None) -> str:
        inner = wrong if right is None else f"{wrong}>{right}"
        return f"{line[: place.start()]}[{inner}]{line[place.end() :]}"

    words = wrong.split("|")
    if len(ways) > 1 and len(words) == len(ways):
        for i in range(len(ways)):
            rest = words[:i] + words[i + 1 :], ways[:i] + ways[i + 1 :]
            yield "alternative", with_brackets("|".join(rest[0]), "|".join(rest[1]))
    else:
        for kind, new in _row_changed(wrong):
            yield kind, with_brackets(new, right)
    for i, way in enumerate(ways):
        for new in _otherwise(way):
            yield "correction", with_brackets(wrong, "|".join((*ways[:i], new, *ways[i + 1 :])))


def _otherwise(way: str) -> Iterator[str]:
    """Another correction than this."""
    several = way.split("/") if "<" not in way else [way]
    for i in range(len(several) if len(several) > 1 else 0):
        yield "/".join(several[:i] + several[i + 1 :])
    if len(several) == 1:
        yield _NEVER


def _row_changed(row: str) -> Iterator[tuple[str, str]]:
    for piece in _PIECE.finditer(row):
        never, reason, word = piece.groups()
        before, after = row[: piece.start()], row[piece.end() :]
        if never:
            yield "guard", f"{before}{after}"
            for kind, new in _row_changed(never[2:-1]):
                yield kind, f"{before}!({new}){after}"
        elif reason:
            inner, _, repeated = reason[1:].rpartition(")")
            for kind, new in _word_changed(inner.strip() + repeated):
                yield kind, f"{before}({new}){after}"
        else:
            for kind, new in _word_changed(word):
                yield kind, f"{before}{new}{after}"


def _word_changed(word: str) -> Iterator[tuple[str, str]]:
    if word in ("...", "W", "|"):
        return
    count = re.search(r"(?<=.)(?:[?*]|\{\d+,\d+\})$", word)
    repeated = count[0] if count else ""
    bare = word.removesuffix(repeated) if repeated else word
    if repeated in ("?", "*"):
        yield "optional", bare
    elif repeated.startswith("{0,"):
        yield "optional", f"{bare}{{1,{repeated[3:]}"
    if bare in ("^", "$", "START", "END"):
        yield "kind", _ALWAYS + repeated
        return
    ways = bare.split("|") if len(bare) > 1 else [bare]
    for i, way in enumerate(ways):
        rest = [*ways[:i], *ways[i + 1 :]]
        if rest:
            yield "alternative", "|".join(rest) + repeated
        for kind, new in _way_changed(way):
            yield kind, "|".join((*ways[:i], new, *ways[i + 1 :])) + repeated


def _way_changed(way: str) -> Iterator[tuple[str, str]]:
    parts = way.split("&") if len(way) > 1 else [way]
    for i, part in enumerate(parts):
        rest = [*parts[:i], *parts[i + 1 :]]
        if part[:1] == "!" and len(part) > 1:
            yield "guard", "&".join(rest) or _ALWAYS
        elif _KIND.fullmatch(part) and part not in ("W", "ANY"):
            yield "kind", "&".join(rest) or "W"
        elif part[:1] == "<" and "/" in part:
            lemmas = part[1:-1].split("/")
            for j in range(len(lemmas)):
                new = f"<{'/'.join(lemmas[:j] + lemmas[j + 1 :])}>"
                yield "alternative", "&".join((*parts[:i], new, *parts[i + 1 :]))
