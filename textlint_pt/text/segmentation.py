"""Portuguese sentence and token boundaries, by closed lists and the shape of what stands around.

Both functions work on normalised text (`Text.normalised`): NFC, single spaces. Everything runs in
time linear in the text. The policy is precision: where a stop may be part of an abbreviation or
the sentence goes on in lower case, there is no cut.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from textlint_pt import shipped
from textlint_pt.text.regex import regex

_LISTS = Path(__file__).parent / "data" / "pt"

#: characters of a block whose sentences are remembered, at most
_PARAGRAPH = 10_000
#: characters of a sentence, at most: what goes on for longer without a stop is cut where a word
#: ends, so that no cost of a sentence, even one by the square of its length, is one of the text
LONGEST = 2_000
_CLOSERS = "\"'”’»›)\\]}*_"
_BEFORE_SENTENCE = "\"'“”‘«»‹([{¿¡*_—–-―"

# A run of stops with the quotes and brackets that close after it. The look-behind (no run begins
# inside a run) keeps a million dots linear; it stands second because a leading set is fast.
_STOP = regex(rf"([.!?…](?<![.!?…]{{2}})[.!?…]*+)[{_CLOSERS}]*(?: [»”](?=\s))?(?=\s)")
_INITIALS = regex(r"(?:[^\W\d_]{1,3}\.)+[^\W\d_]{1,3}|[A-ZÀ-Þ]")
_ARTICLE = regex(r"[OAU](?:s|ma?s?)? (?=[a-zß-ÿ])")
_ARTICLES = frozenset(("O ", "A ", "Os ", "As ", "Um ", "Uma ", "Umas "))
_ROMAN = regex(r"[IVXLCDM]+")


def word_lists(name: str) -> dict[str, list[str]]:
    """Return the words of a list in `data/pt` by `[section]`."""
    sections: dict[str, list[str]] = {}
    for line in shipped.read_text(_LISTS / name).splitlines():
        if line.startswith("["):
            sections[line.strip("[]")] = []
        elif line and not line.startswith("#"):
            sections[next(reversed(sections))].extend(line.split())
    return sections


@cache
def _abbreviations() -> dict[str, frozenset[str]]:
    return {
        name: frozenset(words).union(word[0].upper() + word[1:] for word in words if len(word) > 1)
        for name, words in word_lists("abbreviations.txt").items()
    }


@cache
def function_words() -> frozenset[str]:
    """Articles, pronouns, prepositions, conjunctions and common adverbs, in lower case."""
    return frozenset(word_lists("openers.txt")["function words"])


@cache
def _announcers() -> frozenset[str]:
    return frozenset(word_lists("openers.txt")["announcers"])


@cache
def _openers() -> frozenset[str]:
    return frozenset(word[0].upper() + word[1:] for word in function_words())


def sentence_spans(text: str, opaque: Sequence[tuple[int, int]] = ()) -> list[tuple[int, int]]:
    """Return the ranges of the sentences of a normalised block; none ends in an `opaque` range."""
    return [piece for span in _sentence_spans(text, opaque) for piece in _split_long(text, *span)]


def _split_long(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a sentence, if it is too long in parts that end at spaces, or where there are none
    between characters (not before a combining accent)."""
    while end - start > LONGEST:
        limit = start + LONGEST
        cut = text.rfind(" ", start + LONGEST // 2, limit + 1)
        if cut < 0:
            cut = limit
            while cut > start + LONGEST // 2 and unicodedata.combining(text[cut]):
                cut -= 1
        yield start, cut
        start = _skip_space(text, cut)
    yield start, end


def _sentence_spans(text: str, opaque: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """Return sentences between stops that do not belong to abbreviations."""
    # 1 at each character that is no prose
    covered = bytearray(len(text) if opaque else 0)
    for low, high in opaque:
        covered[low:high] = b"\1" * (high - low)
    spans: list[tuple[int, int]] = []
    start, length = _skip_space(text, 0), len(text)
    for match in _STOP.finditer(text):
        after = _skip_space(text, match.end())
        if after == length:
            break
        if covered and covered[match.start()]:
            continue
        opening = _first_character(text, after)
        if opening == length:
            continue
        opens_with_code = bool(covered) and covered[opening]
        if not _may_open(text[opening]) and not opens_with_code:
            continue
        word = _word_before(text, start, match.start())
        is_full_stop = match.group(1) == "."
        if word and not (is_full_stop and _abbreviates(text, start, word, opening)):
            spans.append((start, match.end()))
            start = after
    end = length
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append((start, end))
    return _cut_at_lost_stops(text, spans, covered)


def _skip_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _first_character(text: str, at: int) -> int:
    """Return where the next sentence would begin but for quotes, brackets and dashes before it."""
    while at < len(text) and (text[at] in _BEFORE_SENTENCE or text[at].isspace()):
        at += 1
    return at


def _may_open(char: str) -> bool:
    return not char.islower() and char not in ",;:.!?…)"


def _word_before(text: str, start: int, stop: int) -> str:
    """Return what stands before a stop, back to the space; empty at the start and for "(...)"."""
    while stop > start and text[stop - 1].isspace():
        stop -= 1
    return text[max(text.rfind(" ", start, stop) + 1, start) : stop].lstrip(_BEFORE_SENTENCE)


def _abbreviates(text: str, start: int, before: str, opening: int) -> bool:
    """Return whether the stop after the word `before` belongs to an abbreviation, not to the
    sentence from `start`."""
    lists = _abbreviations()
    opens_sentence = text.startswith(before + ".", _first_character(text, start))
    if opens_sentence and _is_item_number(before):
        return True
    if before in lists["open"]:
        return True
    following = _word_at(text, opening)
    if before in lists["figure"]:
        return text[opening].isdigit() or _ROMAN.fullmatch(following) is not None
    if before in lists["name"] or _INITIALS.fullmatch(before):
        return following not in _openers()
    return False


def _is_item_number(word: str) -> bool:
    """Return whether a word may number an item: "1. Abra", "IV. Do amor", "a. Primeiro"."""
    if word.isdigit():
        return len(word) <= 3
    if _ROMAN.fullmatch(word):
        return True
    return len(word) == 1 and word.isalpha() and word not in "ÉéÓóÀà"


def _word_at(text: str, start: int) -> str:
    """Return the letters from a place on."""
    end = start
    while end < len(text) and text[end].isalpha():
        end += 1
    return text[start:end]


def _cut_at_lost_stops(
    text: str, spans: list[tuple[int, int]], covered: bytearray
) -> list[tuple[int, int]]:
    """Return the spans cut where a title without a stop runs into a sentence."""
    cuts = [
        match.start()
        for match in _ARTICLE.finditer(text)
        if _lost_stop(text, match) and not (covered and covered[match.start()])
    ]
    if not cuts:
        return spans
    result: list[tuple[int, int]] = []
    pending = iter(cuts)
    cut = next(pending, len(text))
    for start, end in spans:
        while cut < end:
            if cut > start:
                result.append((start, cut - 1))
                start = cut
            cut = next(pending, len(text))
        result.append((start, end))
    return result


def _lost_stop(text: str, article: re.Match[str]) -> bool:
    """Return whether a capitalised article opens a sentence though no stop stands before it
    ("consulte O guia" does not)."""
    start = article.start()
    if start < 2 or text[start - 1] != " " or article.group() not in _ARTICLES:
        return False
    last_character = text[start - 2]
    if not (last_character.isalnum() or last_character in "»”)"):
        return False
    word_start = text.rfind(" ", 0, start - 1) + 1
    word_before = text[word_start : start - 1].lstrip(_BEFORE_SENTENCE).lower()
    return (
        word_before not in function_words()
        and word_before not in _announcers()
        and _word_at(text, article.end()) not in function_words()
    )


class TokenKind(StrEnum):
    WORD = "word"
    NUMBER = "number"
    PUNCTUATION = "punctuation"
    URL = "url"
    EMAIL = "email"
    CODE = "code"


class Token(NamedTuple):
    """`text[start:end]` of the text that was cut up."""

    text: str
    start: int
    end: int
    kind: TokenKind


_EXTENSIONS = (  # of file names and hosts; any other "fim.depois" is a missing space
    "txt|md|rst|csv|tsv|json|jsonl|xml|ya?ml|toml|ini|cfg|conf|log|pdf|docx?|xlsx?|pptx?|odt|html?"
    "|css|scss|jsx?|tsx?|mjs|vue|php|py|rb|rs|go|java|kt|swift|cs|cpp|hpp|sh|bat|ps1|exe|dll|so|zip"
    "|gz|xz|tar|png|jpe?g|gif|svg|webp|mp[34]|com|org|net|edu|gov|io|dev|app|br|pt|lock|env|sql"
)
_WORD = r"[^\W_]+(?:[\u0300-\u036f]+[^\W_]*)*"
_KINDS = {
    **{kind.value: kind for kind in TokenKind},
    "currency": TokenKind.PUNCTUATION,
    "plain": TokenKind.WORD,
}


@cache
def _token_pattern() -> re.Pattern[str]:
    """Return the pattern of tokens, with bounded repetitions to stay linear."""
    return re.compile(
        rf"""
        (?P<plain>[^\W\d_]++(?=[ ,;]|$))  # soon seen to be none of what is longer
      | (?P<currency>(?:R|US|Mex)\$)
      | (?P<url>(?:[A-Za-z][A-Za-z0-9+.-]{{1,20}}+://|www\.\w)[^\s<>"“”«»]*[^\s<>"“”«».,;:!?)\]'’*_])
      | (?P<email>[\w.+-]{{0,64}}\w@\w[\w-]{{0,64}}(?:\.\w[\w-]{{0,64}}){{1,8}}(?<!-))
      | (?P<number>\d+(?:[.,:/]\d+)*(?:\.?[ºª°]|%|(?:h|min|s)(?:\d+)?(?!\w))?(?!\w))
      | (?P<code>(?:[\w-]{{0,64}}_[\w./-]*\w
                  | [\w-]{{1,64}}(?:/[\w.-]{{1,64}}){{2,16}}(?<![.-])
                  | [\w-]{{1,64}}(?:\.\w{{1,64}}){{0,3}}\.(?:{_EXTENSIONS})(?!\w))(?:\(\))?
                | [^\W\d_]{{1,64}}\(\)
                | --[a-z]\w{{0,64}}-[\w-]*\w)
      | (?P<word>(?:[^\W\d_]{{1,3}}\.){{2,}}[ºª]?
                | [^\W\d_]{{1,4}}\.[ºª]s?
                | {_WORD}(?:[-‑'’]{_WORD})*)
      | (?P<punctuation>\.{{2,}}|--+|[?!]+|\S)
        """,
        re.VERBOSE,
    )


def tokens(text: str) -> list[Token]:
    """Return tokens; hyphenated words, verbs with clitics, decimals, abbreviations are one."""
    return list(_tokens(text))


@lru_cache(256)  # several analyses read all sentences of a batch, one after the other
def _tokens(text: str) -> Sequence[Token]:
    """Return tokens, a stop after an abbreviation joined to it."""
    result: list[Token] = []
    lists = _abbreviations()
    for match in _token_pattern().finditer(text):
        kind = _KINDS[match.lastgroup or ""]
        start, end = match.span()
        if result and kind is TokenKind.PUNCTUATION and match.group() == ".":
            last = result[-1]
            is_abbreviation = (
                last.text in lists["open"] or last.text in lists["name"] or last.text == "etc"
            )
            if last.kind is TokenKind.WORD and last.end == start and is_abbreviation:
                result[-1] = Token(last.text + ".", last.start, end, TokenKind.WORD)
                continue
        result.append(Token(match.group(), start, end, kind))
    return result


_WORD_BREAKS = str.maketrans(dict.fromkeys("—–―…", " "))


def count_words(text: str) -> int:
    """Count words as people do; "dir-lhe-ei", "e/ou" and "1.000,50" are one."""
    pieces = text.translate(_WORD_BREAKS).replace("...", " ").replace("--", " ").split()
    return sum([any(map(str.isalnum, piece)) for piece in pieces])
