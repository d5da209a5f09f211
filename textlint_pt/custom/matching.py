"""Patterns of users, matched by RE2: in time linear in the text, whatever the pattern."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from re2 import _Regexp

#: code points that are searched at once: no sentence is longer, and to look for all matches of
#: a pattern such as "a(.*b)?" takes the square of this
MAX_LENGTH = 4000
#: bytes that the program of one pattern may take: a thousand long words fit in
_MEMORY = 64 << 20
_SPECIAL = frozenset("\\.+*?()|[]{}^$")
#: RE2 knows only letters and digits of ASCII by these names
_WORD = r"\p{L}\p{M}\p{N}_"
_CLASSES = {"w": f"[{_WORD}]", "W": f"[^{_WORD}]", "d": r"\p{Nd}", "D": r"\P{Nd}"}
_IN_BRACKETS = {"w": _WORD, "d": r"\p{Nd}", "D": r"\P{Nd}"}


class BadPattern(ValueError):
    """Says what is wrong with a pattern."""


class Match(NamedTuple):
    """`text[start:end]` is what pattern number `pattern` matched."""

    start: int
    end: int
    pattern: int


class Matcher:
    """Finds what matches one of some patterns, from left to right without overlaps.

    Where several match at one place the first of them counts. `BadPattern` says what is wrong with
    one: `patterns[BadPattern.args[1]]`.
    """

    def __init__(
        self, patterns: Sequence[str], *, ignore_case: bool = True, whole_words: bool = True
    ) -> None:
        """Compile each pattern and their union, or raise `BadPattern`."""
        translated = [_translated(pattern, number) for number, pattern in enumerate(patterns)]
        self._single = [_compiled(p, ignore_case, number) for number, p in enumerate(translated)]
        for number, pattern in enumerate(self._single):
            if pattern.fullmatch(""):
                raise BadPattern("matches an empty text, which is everywhere", number)
        #: patterns without any special character by what they match, so that a list of a thousand
        #: words costs no more than one; and the numbers of the others
        self._folded = str.lower if ignore_case else str
        self._plain: dict[str, int] = {}
        self._with_operators: list[int] = []
        for number, pattern in enumerate(translated):
            if _SPECIAL.isdisjoint(pattern):
                self._plain.setdefault(self._folded(pattern), number)
            else:
                self._with_operators.append(number)
        union = "|".join(f"(?:{pattern})" for pattern in translated)
        edge = f"[^{_WORD}]"
        bounded_union = f"(?:^|{edge})({union})(?:$|{edge})" if whole_words else f"({union})"
        self._all = _compiled(bounded_union, ignore_case, 0) if patterns else None

    def find(self, text: str) -> Iterator[Match]:
        """Yield matches in order; `text` is NFC."""
        if self._all is None:
            return
        for base, piece in _pieces(text):
            # in bytes, so that no offset is counted twice
            data = piece.encode("utf-8", "replace")
            start = byte_position = text_end = 0
            while found := self._all.search(data, byte_position):
                byte_start, byte_end = found.span(1)
                start = text_end + len(data[byte_position:byte_start].decode())
                written = data[byte_start:byte_end].decode()
                byte_position, text_end = byte_end, start + len(written)
                yield Match(base + start, base + text_end, self._first_pattern(written))

    def _first_pattern(self, written: str) -> int:
        """Return the number of the first pattern that matches all of a matched text."""
        plain = self._plain.get(self._folded(written))
        if plain is None:  # or a plain one, by another form of a letter than capital and small
            candidates: Sequence[int] = range(len(self._single))
        else:
            candidates = [number for number in self._with_operators if number < plain]
        for number in candidates:
            if self._single[number].fullmatch(written):
                return number
        return plain or 0

    def groups_of(self, pattern: int) -> int:
        """Return how many groups a pattern has."""
        return int(self._single[pattern].groups)

    def groups(self, match: Match, text: str) -> Sequence[str]:
        """What the groups of the pattern matched, after the whole match; "" where one did not."""
        written = text[match.start : match.end]
        found = self._single[match.pattern].fullmatch(written)
        return [written, *(group or "" for group in (found.groups() if found else ()))]


def _compiled(pattern: str, ignore_case: bool, number: int) -> _Regexp:
    """Return a pattern compiled by RE2, or raise `BadPattern`."""
    import re2

    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not ignore_case
    options.max_mem = _MEMORY
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        message: Any = error.args[0]
        reason = message.decode() if isinstance(message, bytes) else str(message)
        if reason.startswith(("invalid perl operator", r"invalid escape sequence: \1")):
            reason += " (what looks around or back is not matched in linear time; see `exceptions`)"
        raise BadPattern(reason, number) from error


def _translated(pattern: str, number: int) -> str:
    """Return the pattern in NFC with \\w and \\d for all letters and digits."""
    pattern = unicodedata.normalize("NFC", pattern)
    out: list[str] = []
    bracket = False  # whether the place is inside [ ]
    i = 0
    while i < len(pattern):
        char, after = pattern[i], pattern[i + 1 : i + 2]
        if char == "\\":
            if after in ("b", "B") and not bracket:
                raise BadPattern(
                    rf"\{after}: matches are whole words, or with `whole-words: false` any text",
                    number,
                )
            if bracket and after == "W":
                raise BadPattern(r"\W cannot stand in brackets: [^\w…]", number)
            classes = _IN_BRACKETS if bracket else _CLASSES
            out.append(classes.get(after, char + after))
            i += 2
            continue
        if char == "[" and not bracket:
            bracket = True
            # "]" at the beginning stands for itself
            for prefix in ("[^]", "[]", "[^"):
                if pattern.startswith(prefix, i):
                    char = prefix
                    break
        elif char == "[" and pattern.startswith("[:", i):
            end = pattern.find(":]", i)
            char = pattern[i : end + 2] if end > 0 else char
        elif char == "]":
            bracket = False
        out.append(char)
        i += len(char)
    return "".join(out)


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yield a text in pieces of at most `MAX_LENGTH`, cut between words if possible."""
    start = 0
    while len(text) - start > MAX_LENGTH:
        end = text.rfind(" ", start, start + MAX_LENGTH) + 1 or start + MAX_LENGTH
        yield start, text[start:end]
        start = end
    yield start, text[start:]
