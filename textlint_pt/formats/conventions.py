"""Where strings of apps lie and which file they translate, by the names that programs ask for.

One table; a path is matched with `/` between its parts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from textlint_pt import shipped
from textlint_pt.formats.code_languages import ending_of
from textlint_pt.text.language import detect
from textlint_pt.text.regex import regex

_PT = r"(?:pt|por)(?:[-_](?:Latn[-_])?[A-Za-z]{2})?"
_ANY_LANGUAGE = r"[a-z]{2,3}(?:[-_][A-Za-z]{4})?(?:[-_][A-Za-z]{2}|[-_]\d{3})?"
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
_SHARED_ENDINGS = frozenset((".json", ".yml", ".yaml"))
#: endings of programs too, which are read as such where they hold no strings
SHARED_WITH_CODE = frozenset((".ts", ".yml", ".yaml"))
_CATALOGUE_ENDINGS = frozenset(
    (".xml", ".arb", ".strings", ".stringsdict", ".properties", ".ts", ".resx", ".resw")
)
_TYPED = r"(?:i18n\.)?(?:json|ya?ml)"
#: files whose name tells no language: those of the language that a program was written in
_FILE_WITHOUT_LANGUAGE = regex(
    r"(?:.*/)?(?:values/[^/]+\.xml|Base\.lproj/[^/]+\.strings|[^/]+\.resx"
    r"|(?:messages?|mensagens|strings|texts?|labels?|bundle|i18n|validationmessages)\.properties)",
    re.IGNORECASE,
)
#: strings of XML, and of lines such as "key = value"
_VALUES = regex(
    r"<(?:string|item|value)\b[^<>]*>(?:<!\[CDATA\[)?([^<>]+)<|^[^#!<>\r\n]*?=[ \t]*+([^\r\n]+)",
    re.MULTILINE,
)
_UNICODE = regex(r"\\u([0-9a-fA-F]{4})")
_MAX_BYTES_READ = 200_000


def _expressions(language: str, name: str) -> tuple[tuple[re.Pattern[str], Sequence[str]], ...]:
    """Return patterns of file names in a language, each with templates of the source's path.

    `language` and `name` are regular expressions of its code and its name; `{}` in a template is
    the language of the source.
    """
    stands_for = {"LANG": language, "NAME": name, "FOLDERS": _FOLDERS, "TYPED": _TYPED}
    rows = []
    for pattern, *names in shipped.read_rows(Path(__file__).with_suffix(".tsv")):
        for word, pattern_text in stands_for.items():
            pattern = pattern.replace(word, pattern_text)
        rows.append((regex(rf"\A{pattern}", re.IGNORECASE), names))
    return tuple(rows)


_PORTUGUESE_FILES = _expressions(_PT, "portuguese")
_ANY_LANGUAGE_FILES = _expressions(_ANY_LANGUAGE, _NAMES)


def may_hold_strings(path: str) -> bool:
    """Return whether a file may be a catalogue, by its name or as a Qt catalogue by its start."""
    if ending_of(path) not in _SHARED_ENDINGS | SHARED_WITH_CODE:
        return True
    if ending_of(path) == ".ts" and os.path.isfile(path):  # noqa: PTH113 - Path's raises
        return _begins_as_qt(path)
    path = path.replace(os.sep, "/")
    return any(pattern.fullmatch(path) for pattern, _ in _ANY_LANGUAGE_FILES)


def may_be_read(path: str) -> bool:
    """Return whether a file may be read where it is named: JSON only if it may hold strings."""
    return ending_of(path) in SHARED_WITH_CODE or may_hold_strings(path)


def is_found_in_folders(path: str) -> bool:
    """Return whether a file is read where a folder is linted: Portuguese by name or by content."""
    if ending_of(path) not in _SHARED_ENDINGS | _CATALOGUE_ENDINGS:
        return True
    name = path.replace(os.sep, "/")
    if any(pattern.fullmatch(name) for pattern, _ in _PORTUGUESE_FILES):
        return ending_of(path) != ".ts" or _begins_as_qt(path)
    names_a_language = any(pattern.fullmatch(name) for pattern, _ in _ANY_LANGUAGE_FILES)
    is_neutral = _FILE_WITHOUT_LANGUAGE.fullmatch(name) is not None and not names_a_language
    return is_neutral and _is_portuguese(path)


def _is_portuguese(path: str) -> bool:
    """Return whether the strings at the beginning of a file are in Portuguese."""
    text = _beginning(path, _MAX_BYTES_READ).decode("utf-8", "replace")
    values = "\n".join(match[1] or match[2] for match in _VALUES.finditer(text))
    unescaped = _UNICODE.sub(lambda match: chr(int(match[1], 16)), values)
    return detect(unescaped) == "pt"


def _begins_as_qt(path: str) -> bool:
    """Return whether it is a catalogue of Qt; else TypeScript has that ending."""
    return b"<TS" in _beginning(path, 1_000)


def _beginning(path: str, max_bytes: int) -> bytes:
    """Return the first bytes of a file, none of one that cannot be read."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read(max_bytes)
    except OSError:
        return b""


def sources(path: str) -> Iterator[str]:
    """Yield paths of files that a Portuguese one may translate, the likeliest first."""
    if ending_of(path) not in _SHARED_ENDINGS | _CATALOGUE_ENDINGS:
        return
    name = path.replace(os.sep, "/")
    for pattern, templates in _PORTUGUESE_FILES:
        match = pattern.fullmatch(name)
        if match is None:
            continue
        parts = {part: found or "" for part, found in match.groupdict().items()}
        for language in _SOURCES:
            for template in templates:
                needs_language = "{}" in template
                if needs_language is bool(language):
                    yield os.path.normpath(template.replace("{}", language).format(**parts))
        return
