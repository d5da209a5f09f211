"""Where strings of apps lie and which file they translate, by the names that programs ask for.

One table; a path is matched with `/` between its parts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from textlint_pt import shipped
from textlint_pt.text.language import detect
from textlint_pt.text.regex import regex

_PT = r"(?:pt|por)(?:[-_](?:Latn[-_])?[A-Za-z]{2})?"
_ANY = r"[a-z]{2,3}(?:[-_][A-Za-z]{4})?(?:[-_][A-Za-z]{2}|[-_]\d{3})?"
_NAMES = "(?:english|portuguese|spanish|french|german|italian|russian|japanese|chinese|korean)"
#: languages that a translation is made from, the likeliest first; "" is a name without any
_SOURCES = (
    *("en", "en-US", "en_US", "en-us", "en_us", "eng", "english", "EN", "EN-US", ""),
    *("en-GB", "en_GB", "en-gb", "en_gb", "es"),
)
_FOLDERS = (
    r"(?:locales?|_locales|langs?|languages?|i18n|l10n|intl|nls|translations?|messages|strings"
    r"|resources|locale[-_]\w+)"
)
#: endings of files that are read only where their name says that they hold strings
_SHARED = frozenset((".json", ".yml", ".yaml"))
#: endings of programs too, which are read as such where they hold no strings
SHARED_WITH_CODE = frozenset((".ts", ".yml", ".yaml"))
_OWN = frozenset(
    (".xml", ".arb", ".strings", ".stringsdict", ".properties", ".ts", ".resx", ".resw")
)
_TYPED = r"(?:i18n\.)?(?:json|ya?ml)"
#: files whose name tells no language: those of the language that a program was written in
_NEUTRAL = regex(
    r"(?:.*/)?(?:values/[^/]+\.xml|Base\.lproj/[^/]+\.strings|[^/]+\.resx"
    r"|(?:messages?|mensagens|strings|texts?|labels?|bundle|i18n|validationmessages)\.properties)",
    re.IGNORECASE,
)
#: what is written in them
_WRITTEN = regex(
    r"<(?:string|item|value)\b[^<>]*>(?:<!\[CDATA\[)?([^<>]+)<|^[^#!<>\r\n]*?=[ \t]*+([^\r\n]+)",
    re.MULTILINE,
)
_UNICODE = regex(r"\\u([0-9a-fA-F]{4})")
_MOST_READ = 200_000


def _expressions(language: str, name: str) -> tuple[tuple[re.Pattern[str], Sequence[str]], ...]:
    """Return patterns of file names in a language, each with names of the source ({}: its
    language)."""
    stands_for = {"LANG": language, "NAME": name, "FOLDERS": _FOLDERS, "TYPED": _TYPED}
    rows = []
    for row, *names in shipped.read_rows(Path(__file__).with_suffix(".tsv")):
        for word, pattern_text in stands_for.items():
            row = row.replace(word, pattern_text)
        rows.append((regex(rf"\A{row}", re.IGNORECASE), names))
    return tuple(rows)


_PORTUGUESE = _expressions(_PT, "portuguese")
_ALL = _expressions(_ANY, _NAMES)


def _ending(path: str) -> str:
    return os.path.splitext(path)[1].lower()  # noqa: PTH122


def may_hold_strings(path: str) -> bool:
    """Return whether a file may be a catalogue, by its name or as a Qt catalogue by its start."""
    if _ending(path) not in _SHARED | SHARED_WITH_CODE:
        return True
    if _ending(path) == ".ts" and os.path.isfile(path):  # noqa: PTH113 - Path's raises
        return _begins_as_qt(path)
    path = path.replace(os.sep, "/")
    return any(row.fullmatch(path) for row, _ in _ALL)


def may_be_read(path: str) -> bool:
    """Return whether a file may be read where it is named: JSON only if it may hold strings."""
    return _ending(path) in SHARED_WITH_CODE or may_hold_strings(path)


def is_found_in_folders(path: str) -> bool:
    """Return whether a file is read where a folder is linted: Portuguese by name or by content."""
    if _ending(path) not in _SHARED | _OWN:
        return True
    name = path.replace(os.sep, "/")
    if any(row.fullmatch(name) for row, _ in _PORTUGUESE):
        return _ending(path) != ".ts" or _begins_as_qt(path)
    is_neutral = _NEUTRAL.fullmatch(name) and not any(row.fullmatch(name) for row, _ in _ALL)
    return bool(is_neutral) and _is_portuguese(path)


def _is_portuguese(path: str) -> bool:
    """Return whether strings are in Portuguese, as most of what they say is."""
    text = _beginning(path, _MOST_READ).decode("utf-8", "replace")
    written = "\n".join(match[1] or match[2] for match in _WRITTEN.finditer(text))
    return detect(_UNICODE.sub(lambda match: chr(int(match[1], 16)), written)) == "pt"


def _begins_as_qt(path: str) -> bool:
    """Return whether it is a catalogue of Qt; else TypeScript has that ending."""
    return b"<TS" in _beginning(path, 1_000)


def _beginning(path: str, most: int) -> bytes:
    """Return the first bytes of a file, none of one that cannot be read."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read(most)
    except OSError:
        return b""


def sources(path: str) -> Iterator[str]:
    """Yield the paths of files that a Portuguese file of strings may translate, the likeliest
    first."""
    if _ending(path) not in _SHARED | _OWN:
        return
    name = path.replace(os.sep, "/")
    for row, targets in _PORTUGUESE:
        match = row.fullmatch(name)
        if match is None:
            continue
        parts = {part: found or "" for part, found in match.groupdict().items()}
        for language in _SOURCES:
            for target in targets:
                if ("{}" in target) is bool(language):
                    yield os.path.normpath(target.replace("{}", language).format(**parts))
        return
