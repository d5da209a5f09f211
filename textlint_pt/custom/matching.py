"""Patterns of users, matched by RE2: in time linear in the text, whatever the pattern."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from re2 import _Regexp

#: code points that are searched at once: no sentence is longer, and to look for all matches of
#: a pattern such as "a(.*b)?" takes the square of this
LONGEST = 4000
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
        translated = [_translated(pattern, at) for at, pattern in enumerate(patterns)]
        self._single = [_compiled(p, ignore_case, at) for at, p in enumerate(translated)]
        for at, pattern in enumerate(self._single):
            if pattern.fullmatch(""):
                raise BadPattern("matches an empty text, which is everywhere", at)
        #: patterns without any special character by what they match, so that a list of a thousand
        #: words costs no more than one; and the numbers of the others
        self._folded = str.lower if ignore_case else str
        self._plain: dict[str, int] = {}
        self._wild: list[int] = []
        for at, pattern in enumerate(translated):
            if _SPECIAL.isdisjoint(pattern):
                self._plain.setdefault(self._folded(pattern), at)
            else:
                self._wild.append(at)
        any_of = "|".join(f"(?:{pattern})" for pattern in translated)
        edge = f"[^{_WORD}]"
        together = f"(?:^|{edge})({any_of})(?:$|{edge})" if whole_words else f"({any_of})"
        self._all = _compiled(together, ignore_case, 0) if patterns else None

    def find(self, text: str) -> Iterator[Match]:
        """Matches in order. `text` is NFC."""
        if self._all is None:
            return
        for base, piece in _pieces(text):
            # in bytes, so that no offset is counted twice
            data = piece.encode("utf-8", "replace")
            start = end = last = 0
            while found := self._all.search(data, end):
                low, high = found.span(1)
                start = last + len(data[end:low].decode())
                written = data[low:high].decode()
                end, last = high, start + len(written)
                yield Match(base + start, base + last, self._which(written))

    def _which(self, written: str) -> int:
        """The first pattern that matches all of a text that some pattern matches."""
        plain = self._plain.get(self._folded(written))
        # a letter may have other forms than the capital and the small one
        others = self._wild if plain is not None else range(len(self._single))
        for at in others:
            if plain is not None and at > plain:
                break
            if self._single[at].fullmatch(written):
                return at
        return plain or 0

    def is_whole(self, written: str) -> bool:
        """Whether one of the patterns matches all of a text."""
        return any(pattern.fullmatch(written) for pattern in self._single)

    def groups_of(self, pattern: int) -> int:
        """How many groups a pattern has."""
        return int(self._single[pattern].groups)

    def groups(self, match: Match, text: str) -> Sequence[str]:
        """What the groups of the pattern matched, after the whole match; "" where one did not."""
        written = text[match.start : match.end]
        found = self._single[match.pattern].fullmatch(written)
        return [written, *(group or "" for group in (found.groups() if found else ()))]


def _compiled(pattern: str, ignore_case: bool, at: int) -> _Regexp:
    import re2

    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not ignore_case
    options.max_mem = _MEMORY
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        said: Any = error.args[0]
        why = said.decode() if isinstance(said, bytes) else str(said)
        if why.startswith(("invalid perl operator", r"invalid escape sequence: \1")):
            why += " (what looks around or back is not matched in linear time; see `exceptions`)"
        raise BadPattern(why, at) from error


def _translated(pattern: str, at: int) -> str:
    r"""The pattern in NFC with \w and \d for all letters and digits."""
    pattern = unicodedata.normalize("NFC", pattern)
    out: list[str] = []
    bracket = False
    i = 0
    while i < len(pattern):
        char, after = pattern[i], pattern[i + 1 : i + 2]
        if char == "\\":
            if after in ("b", "B") and not bracket:
                raise BadPattern(
                    rf"\{after}: matches are whole words, or with `whole-words: false` any text", at
                )
            if bracket and after == "W":
                raise BadPattern(r"\W cannot stand in brackets: [^\w…]", at)
            known = _IN_BRACKETS if bracket else _CLASSES
            out.append(known.get(after, char + after))
            i += 2
            continue
        if char == "[" and not bracket:
            bracket = True
            # "]" at the beginning stands for itself
            for taken in ("[^]", "[]", "[^"):
                if pattern.startswith(taken, i):
                    char = taken
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
    """A text in pieces of at most `LONGEST`, cut between words where that can be."""
    start = 0
    while len(text) - start > LONGEST:
        end = text.rfind(" ", start, start + LONGEST) + 1 or start + LONGEST
        yield start, text[start:end]
        start = end
    yield start, text[start:]
