"""Where strings of apps lie and which file they translate, by the names that programs ask for.

One table; a path is matched with `/` between its parts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from textlint_pt.text.regex import regex

_PT = r"(?:pt|por)(?:[-_](?:Latn[-_])?[A-Za-z]{2})?"
_ANY = r"[a-z]{2,3}(?:[-_][A-Za-z]{4})?(?:[-_][A-Za-z]{2}|[-_]\d{3})?"
#: languages that a translation is made from, the likeliest first
_SOURCES = ("en", "en-US", "en_US", "en-us", "en_us", "en-GB", "en_GB", "en-gb")
_LAST = ("es",)
_FOLDERS = (
    r"(?:locales?|_locales|langs?|languages?|i18n|l10n|intl|nls|translations?|messages|strings"
    r"|resources|locale[-_]\w+)"
)
#: endings of files that are read only where their name says that they hold strings
_SHARED = frozenset((".json", ".yml", ".yaml"))
_OWN = frozenset((".xml", ".arb", ".strings", ".stringsdict", ".properties", ".ts", ".resx"))
_TYPED = r"(?:json|ya?ml)"


def _expressions(language: str) -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    """What names a file in a language, and names of its source: {} is the source's language."""
    rows = (
        # Android: values-pt-rBR, values-b+pt+BR
        (
            r"(?P<a>(?:.*/)?values)-(?:b\+)?(?P<of>LANG|pt-r[A-Z]{2}|pt\+[\w+]+)(?P<b>/[^/]+\.xml)",
            ("{a}{b}",),
        ),
        # Apple: pt-BR.lproj
        (
            r"(?P<a>(?:.*/)?)LANG(?P<b>\.lproj/[^/]+\.(?:strings|stringsdict))",
            ("{a}{}{b}", "{a}Base{b}"),
        ),
        # a folder for each language: locales/pt-BR/common.json, locale/pt-BR/app.properties
        (
            rf"(?P<a>(?:.*/)?{_FOLDERS}/(?:[^/]+/)?)LANG"
            rf"(?P<b>/(?:[^/]++/){{0,4}}[^/]+\.(?:{_TYPED}|arb|properties))",
            ("{a}{}{b}",),
        ),
        # a file for each language: pt-BR.json, pt_BR.yml
        (
            rf"(?P<a>(?:.*/)?)LANG(?P<b>\.(?:{_TYPED}|arb|properties|ts|strings))",
            ("{a}{}{b}",),
        ),
        # its language at the end of its name: messages_pt_BR.properties, Texts.pt-BR.resx
        (
            r"(?P<a>.*[^/])(?P<s>[._-])LANG(?P<b>\.(?:arb|properties|ts|resx|strings))",
            ("{a}{s}{}{b}", "{a}{b}"),
        ),
        (
            rf"(?P<a>.*[^/])(?P<s>[.])LANG(?P<b>\.{_TYPED})",
            ("{a}{s}{}{b}", "{a}{b}"),
        ),
    )
    return tuple((regex(r"\A" + row.replace("LANG", language)), sources) for row, sources in rows)


_PORTUGUESE = _expressions(_PT)
_ALL = _expressions(_ANY)


def _ending(path: str) -> str:
    return os.path.splitext(path)[1].lower()  # noqa: PTH122


def may_hold_strings(path: str) -> bool:
    """Whether a file may be read where it is named: of JSON and YAML only what is called as files
    of strings are, in any language."""
    if _ending(path) not in _SHARED:
        return True
    path = path.replace(os.sep, "/")
    return any(row.fullmatch(path) for row, _ in _ALL)


def is_found_in_folders(path: str) -> bool:
    """Whether a file of an ending that other programs use, too, is read where a folder is named:
    Portuguese by its name."""
    if _ending(path) not in _SHARED | _OWN:
        return True
    name = path.replace(os.sep, "/")
    if not any(row.fullmatch(name) for row, _ in _PORTUGUESE):
        return False
    return _ending(path) != ".ts" or _begins_as_qt(path)


def _begins_as_qt(path: str) -> bool:
    """Whether it is a catalogue of Qt; else TypeScript has that ending."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return b"<TS" in file.read(1_000)
    except OSError:
        return False


def sources(path: str) -> Iterator[str]:
    """Paths of files that a Portuguese file of strings may translate, the likeliest first."""
    if _ending(path) not in _SHARED | _OWN:
        return
    name = path.replace(os.sep, "/")
    for row, targets in _PORTUGUESE:
        match = row.fullmatch(name)
        if match is None:
            continue
        parts = {part: found or "" for part, found in match.groupdict().items()}
        for languages in (_SOURCES, _LAST):
            for target in targets:
                for language in languages if "{}" in target else ("",):
                    yield os.path.normpath(target.replace("{}", language).format(**parts))
        return
