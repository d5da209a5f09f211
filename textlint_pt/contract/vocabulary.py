"""A project's vocabulary: words of its own, and words that it does not use.

A file of UTF-8 text with an entry a line:

    Maricota              # a word or phrase of the project: no mistake of spelling
    deletar -> apagar     # not to be used; what to write instead, several separated by commas
    !printar              # not to be used

Lists of other programs are read, too: dictionaries of hunspell (`.dic`), lists and configurations
of cspell (`.txt`, `.json`), and the `accept.txt` and `reject.txt` of Vale.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from textlint_pt import files
from textlint_pt.contract.errors import UserError
from textlint_pt.text.words import words

#: larger files are not read: some half a million entries
MAXIMUM_BYTES = 5_000_000
_OTHER_FORMATS, _VALE_FILES = (".dic", ".json", ".jsonc"), ("accept.txt", "reject.txt")
#: what a pattern of Vale may stand for, at most
_MAX_EXPANDED = 64
#: a part of such a pattern: a class, a group of alternatives, a sign taken as it is, any other
_PART = re.compile(
    r"\[([^]^]+)\](\??)|\((?:\?:)?([^()]*)\)(\??)|\\(\W)(\??)|([^\\*+{}()\[\]|^$.])(\??)"
)
#: what cspell lets stand for parts of compounds, and for words without their accents
_COMPOUND = re.compile(r"^[~*+](?=\w)|(?<=\w)(?:\*|(?<!\+)\+)$")


class Vocabulary(NamedTuple):
    """`accepted` words and phrases, in small letters; what to write instead of `forbidden` ones,
    by the same; how accepted ones are `written`."""

    accepted: frozenset[str]
    forbidden: Mapping[str, tuple[str, ...]]
    written: Mapping[str, str] = {}

    def near(self, word: str) -> Sequence[str]:
        """Return accepted words one edit away (two from eight letters on), nearest first."""
        from rapidfuzz.distance import OSA

        limit = 2 if len(word) >= 8 else 1
        lower = word.lower()
        distances = (
            (OSA.distance(lower, accepted_word, score_cutoff=limit), accepted_word)
            for accepted_word in self.accepted
        )
        found = sorted(
            (distance, accepted_word)
            for distance, accepted_word in distances
            if 0 < distance <= limit
        )
        return [self.written.get(accepted_word, accepted_word) for _, accepted_word in found]

    def accepts(self, text: str, start: int, end: int) -> bool:
        """Return whether `text[start:end]` is an accepted word or in an accepted phrase."""
        if not self.accepted:
            return False
        lower = text.lower()
        if len(lower) != len(text):  # "İ" has no small letter of its own
            lower = text
        if lower[start:end] in self.accepted:
            return True
        for phrase in self._phrases():
            position = lower.find(phrase)
            while position >= 0:
                if position <= start and end <= position + len(phrase):
                    return True
                position = lower.find(phrase, position + 1)
        return False

    def _phrases(self) -> Sequence[str]:
        return _phrases(self.accepted)


@lru_cache(16)
def _phrases(accepted: frozenset[str]) -> Sequence[str]:
    return [entry for entry in accepted if len(words(entry)) > 1]


def read_vocabulary(paths: Sequence[str]) -> Vocabulary:
    """Return all files as one; the last entry of a word counts; `UserError` for invalid lines."""
    try:
        return _read(tuple(paths), tuple(map(files.modified, paths)))
    except OSError as error:
        raise UserError(f"{error.filename}: cannot be read: {error.strerror}") from error


def is_own_form(name: str) -> bool:
    """Whether a file is read as a vocabulary of ours, and not as a list of another program."""
    path = Path(name)
    return path.suffix not in _OTHER_FORMATS and path.name not in _VALE_FILES


class _Entry(NamedTuple):
    """`instead` of a word that is not to be used; None for one that may be."""

    word: str
    instead: tuple[str, ...] | None = None


@lru_cache(16)
def _read(paths: tuple[str, ...], modified: tuple[int, ...]) -> Vocabulary:
    """Return the vocabulary of files with these modification times."""
    forbidden: dict[str, tuple[str, ...]] = {}
    written: dict[str, str] = {}
    for path in paths:
        for entry in _entries(path):
            word = entry.word.lower()
            if entry.instead is None:
                written.setdefault(word, entry.word)
                forbidden.pop(word, None)
            else:
                forbidden[word] = entry.instead
                written.pop(word, None)
    return Vocabulary(frozenset(written), forbidden, written)


def _entries(path: str) -> Iterator[_Entry]:
    """Yield the entries of a file in its format."""
    name, text = Path(path), _read_text(path)
    if name.suffix == ".dic":
        yield from _of_hunspell(text)
    elif name.suffix in _OTHER_FORMATS:
        yield from _of_cspell(path, text)
    elif name.name in _VALE_FILES:
        yield from _of_vale(text, name.name == "reject.txt")
    else:
        for number, line in enumerate(text.splitlines(), 1):
            if entry := _of_line(line, f"{path}:{number}"):
                yield entry


def accepted(line: str) -> str | None:
    """Return the word or phrase that a line of a vocabulary of ours accepts, in small letters."""
    entry = _of_line(line, line)
    return entry.word.lower() if entry and entry.instead is None else None


def _of_line(line: str, place: str) -> _Entry | None:
    entry = " ".join(re.split(r"#|(?:^|\s)//", line, maxsplit=1)[0].split())
    return _entry(entry, place) if entry else None


def _entry(entry: str, place: str) -> _Entry:
    """Return one entry, e.g. `word`, `!word` or `word -> other`; `UserError` if invalid."""
    word, arrow, rest = (part.strip() for part in entry.partition("->"))
    suggestions = tuple(part.strip() for part in rest.split(",") if part.strip())
    is_forbidden = word.startswith("!") or bool(arrow)
    word = _COMPOUND.sub("", word.removeprefix("!").strip())
    if not word or (arrow and not suggestions):
        raise UserError(
            f"{place}: no entry of a vocabulary: a word, `!word` or `word -> other word`"
        )
    return _Entry(word, suggestions if is_forbidden else None)


def _of_hunspell(text: str) -> Iterator[_Entry]:
    """Yield words without flags ("gato/B" → "gato"); "*" marks a forbidden one, and a first line
    with the number of words is skipped."""
    for number, line in enumerate(text.splitlines()):
        word = re.split(r"(?<!\\)/|\t|\s+\w\w:", line.strip(), maxsplit=1)[0].replace("\\/", "/")
        if word.startswith("*"):
            yield _Entry(word[1:], ())
        elif word and not word.startswith("#") and not (number == 0 and word.isdigit()):
            yield _Entry(word)


def _of_cspell(path: str, text: str) -> Iterator[_Entry]:
    """Yield the words of a cspell configuration."""
    try:
        found = json.loads(re.sub(r"(?m)^\s*//.*$", "", text))
        for key in ("words", "userWords", "ignoreWords", "flagWords"):
            for word in found.get(key, ()):
                yield _entry(f"!{word}" if key == "flagWords" else word, path)
    except (ValueError, AttributeError, TypeError) as error:
        raise UserError(f"{path}: no vocabulary: neither words nor a list of cspell") from error


def _of_vale(text: str, rejected: bool) -> Iterator[_Entry]:
    """Yield words and expanded patterns such as "[Cc]aneca"; others are skipped."""
    for line in text.splitlines():
        pattern = line.strip()
        if pattern and not pattern.startswith("#"):
            for word in _expanded(pattern.removeprefix("(?i)")):
                yield _Entry(word, () if rejected else None)


def _expanded(pattern: str) -> Sequence[str]:
    """Return the words that a simple pattern stands for ("[Cc]anecas?": four words), at most
    `_MAX_EXPANDED`; none if it is not simple."""
    parts: list[Sequence[str]] = []
    position = 0
    while position < len(pattern):
        part = _PART.match(pattern, position)
        if part is None:
            return ()
        # each kind of part has a group for itself, and one for a "?" after it
        letters, _, group, _, escaped_sign, _, other_sign, _ = part.groups()
        if letters:
            alternatives = list(letters)
        elif group is not None:
            alternatives = group.split("|")
        else:
            alternatives = [escaped_sign or other_sign]
        is_optional = any(part.groups()[1::2])
        parts.append([*alternatives, ""] if is_optional else alternatives)
        position = part.end()
    found = ("".join(one) for one in product(*parts))
    return [word for word, _ in zip(found, range(_MAX_EXPANDED), strict=False) if word]


def _read_text(path: str) -> str:
    """Return the text of a vocabulary in Unicode form NFC."""
    import unicodedata

    try:
        text = files.read(path, MAXIMUM_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: not UTF-8: save the vocabulary as UTF-8") from error
    return unicodedata.normalize("NFC", text)
