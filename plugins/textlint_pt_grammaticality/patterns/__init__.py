"""What the patterns of the files beside this one propose; `textlint_pt.patterns` reads them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textlint_pt import portuguese
from textlint_pt.errors import UserError
from textlint_pt.patterns.loading import Entry, entries
from textlint_pt.patterns.matching import Index, Match, find
from textlint_pt.patterns.notation import Notation, NotationError, Reader
from textlint_pt.patterns.writing import Writer
from textlint_pt_grammaticality.contractions import joined
from textlint_pt_grammaticality.government.entries import governing
from textlint_pt_grammaticality.patterns.predicates import PREDICATES
from textlint_pt_grammaticality.reading import own_words

if TYPE_CHECKING:
    from textlint_pt_grammaticality.phrases import ParsedSentence

FOLDER = Path(__file__).parent


class Pattern(NamedTuple):
    """One pattern of an entry, ready to be looked for."""

    entry: Entry
    notation: Notation
    writer: Writer


class Found(NamedTuple):
    """Where a pattern stands, and what should stand there; `fine`: what is written."""

    pattern: Pattern
    match: Match
    corrections: tuple[str, ...]
    fine: bool


def compiled(entry: Entry) -> Iterator[Pattern]:
    """The patterns of an entry; `UserError` names the one that is not understood."""
    reader = Reader(_list, PREDICATES)
    for written in entry.patterns:
        try:
            notation = reader.read(written)
            yield Pattern(entry, notation, Writer(notation, joined))
        except (NotationError, KeyError) as error:
            raise UserError(f"{entry.id}: {written}: {error.args[0]}") from error


def _list(name: str) -> frozenset[str]:
    """A list of `data/words.tsv`, of the closed classes of Portuguese, or of what governs
    ("government.class.abstract")."""
    if name.startswith("government."):
        return governing(name.removeprefix("government."))
    try:
        return own_words(name)
    except KeyError:
        return portuguese.words(name)


@cache
def _index() -> Index[Pattern]:
    patterns = (pattern for entry in entries(FOLDER) for pattern in compiled(entry))
    return Index((pattern, pattern.notation) for pattern in patterns)


def _woken(sentence: ParsedSentence) -> Mapping[str, Sequence[Pattern]]:
    """By the rule, the patterns that may stand in a sentence."""
    found: dict[str, list[Pattern]] = {}
    for pattern in _index().woken(sentence.at.keys()):
        found.setdefault(pattern.entry.rule, []).append(pattern)
    return found


def found(sentence: ParsedSentence, rule: str) -> Mapping[int, Found]:
    """What the patterns of a rule find, by the first token that is wrong: of several that fit there
    the first one."""
    result: dict[int, Found] = {}
    for pattern in sentence.once(_woken).get(rule, ()):
        for match in find(sentence, pattern.notation):
            if match.first in result:
                continue
            corrections = pattern.writer.corrections(sentence, match)
            if corrections:
                written = " ".join(sentence.form(at) for at in range(match.first, match.last + 1))
                result[match.first] = Found(
                    pattern, match, corrections, corrections[0].lower() == written
                )
    return result
