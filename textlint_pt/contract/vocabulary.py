"""A project's vocabulary: words of its own, and words that it does not use.

A file of UTF-8 text with an entry a line:

    Maricota              # a word or phrase of the project: no mistake of spelling
    deletar -> apagar     # not to be used; what to write instead, several separated by commas
    !printar              # not to be used
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from textlint_pt import files
from textlint_pt.contract.errors import UserError
from textlint_pt.text.words import words

#: larger files are not read: some half a million entries
MAXIMUM_BYTES = 5_000_000


class Vocabulary(NamedTuple):
    """`accepted` words and phrases, in small letters; what to write instead of `forbidden` ones,
    by the same."""

    accepted: frozenset[str]
    forbidden: Mapping[str, tuple[str, ...]]

    def accepts(self, text: str, start: int, end: int) -> bool:
        """Whether `text[start:end]` is an accepted word, or lies in an accepted phrase."""
        if not self.accepted:
            return False
        lower = text.lower()
        if len(lower) != len(text):  # "İ" has no small letter of its own
            lower = text
        if lower[start:end] in self.accepted:
            return True
        for phrase in self._phrases():
            at = lower.find(phrase)
            while at >= 0:
                if at <= start and end <= at + len(phrase):
                    return True
                at = lower.find(phrase, at + 1)
        return False

    def _phrases(self) -> Sequence[str]:
        return _phrases(self.accepted)


@lru_cache(16)
def _phrases(accepted: frozenset[str]) -> Sequence[str]:
    return [entry for entry in accepted if len(words(entry)) > 1]


def read_vocabulary(paths: Sequence[str]) -> Vocabulary:
    """All files as one; of two that speak of a word the later counts.

    `UserError` names file and line of what is no entry.
    """
    try:
        return _read(tuple((path, Path(path).stat().st_mtime_ns) for path in paths))
    except OSError as error:
        raise UserError(f"{error.filename}: cannot be read: {error.strerror}") from error


@lru_cache(16)
def _read(files: tuple[tuple[str, int], ...]) -> Vocabulary:
    accepted: set[str] = set()
    forbidden: dict[str, tuple[str, ...]] = {}
    for path, _ in files:
        for number, line in enumerate(_text(path).splitlines(), 1):
            entry = " ".join(line.partition("#")[0].split())
            if not entry:
                continue
            word, arrow, rest = (part.strip() for part in entry.partition("->"))
            suggestions = tuple(part.strip() for part in rest.split(",") if part.strip())
            flagged = word.startswith("!")
            word = word.removeprefix("!").strip().lower()
            if not word or (arrow and not suggestions):
                raise UserError(
                    f"{path}:{number}: no entry of a vocabulary: a word, `!word` or"
                    " `word -> other word`"
                )
            if flagged or arrow:
                forbidden[word] = suggestions
                accepted.discard(word)
            else:
                accepted.add(word)
                forbidden.pop(word, None)
    return Vocabulary(frozenset(accepted), forbidden)


def _text(path: str) -> str:
    import unicodedata

    try:
        text = files.read(path, MAXIMUM_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: not UTF-8: save the vocabulary as UTF-8") from error
    return unicodedata.normalize("NFC", text)
