"""What the patterns of the files beside this one propose; `textlint_pt.patterns` reads them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from textlint_pt.errors import UserError
from textlint_pt.patterns.loading import Entry, entries
from textlint_pt.patterns.matching import Index, Match, find
from textlint_pt.patterns.notation import Notation, NotationError, Reader, keys
from textlint_pt.patterns.sentence import TokenSentence
from textlint_pt.patterns.writing import Writer
from textlint_pt_grammaticality.patterns.predicates import PREDICATES, list_named
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence

FOLDER = Path(__file__).parent


class Pattern:
    """One pattern of an entry, which is read when it is first looked for."""

    def __init__(self, entry: Entry, written: str, origin: str = "") -> None:
        self.entry = entry
        self.written = written
        self.origin = origin

    @cached_property
    def parts(self) -> tuple[Notation, Writer]:
        """Return the pattern as read and its writer; `UserError` if it is not understood."""
        try:
            notation = Reader(list_named, PREDICATES).read(self.written)
            return notation, Writer(notation)
        except KeyError as error:
            why = f"@{error.args[0]}: there is no such list"
            raise UserError(f"{self.entry.id}: {self.written}: {why}") from error
        except NotationError as error:
            raise UserError(f"{self.entry.id}: {self.written}: {error}") from error

    def found(self, sentence: TokenSentence) -> Iterator[Found]:
        """Yield where the pattern matches in a sentence, from left to right."""
        notation, writer = self.parts
        for match in find(sentence, notation):
            if written := writer.corrections_for(sentence, match):
                yield Found(self, match, *written)


class Found(NamedTuple):
    """Where a pattern stands, and what should stand in place of its tokens up to `last`."""

    pattern: Pattern
    match: Match
    last: int
    corrections: tuple[str, ...]


@cache
def index(folder: Path) -> Index[Pattern]:
    """Return the patterns of the files of a folder, indexed by the words that wake them."""
    return Index(
        (
            Pattern(entry, *pattern),
            list(filter(None, (keys(word, list_named) for word in words.split()))),
        )
        for entry in entries(folder)
        for pattern, words in zip(entry.patterns, entry.waking, strict=True)
    )


def woken(sentence: ParsedSentence) -> Mapping[str, Sequence[Pattern]]:
    """Return by rule the patterns that the words of a sentence wake."""
    found: dict[str, list[Pattern]] = {}
    for pattern in index(FOLDER).candidates(sentence):
        found.setdefault(pattern.entry.rule, []).append(pattern)
    return found
