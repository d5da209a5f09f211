"""The language of a run: findings, errors, help, `init` and pages of rules have the same one.

It is set by `--language`, or `language:` in rules.yaml; else it is that of the terminal (LANGUAGE,
LC_ALL, LC_MESSAGES, LANG). What the command line says is written in English where it is said;
`pt.tsv` has the Portuguese for it, and `terms.tsv` the words that Brazil has others for.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from textlint_pt.errors import UserError
from textlint_pt.report.messages import LANGUAGES, spoken

if TYPE_CHECKING:
    from textlint_pt.config.layer import Layer

_CATALOGUE = Path(__file__).with_name("pt.tsv")
_TERMS = Path(__file__).with_name("terms.tsv")
_FIELD = re.compile(r"\{(\d)\}")


class _Set:
    """What `--language` or a configuration says."""

    language: str | None = None


def set_by_arguments(arguments: Sequence[str]) -> None:
    """Speak the language that a command line asks for, before anything else has read it."""
    _Set.language = None
    for argument, following in zip(arguments, [*arguments[1:], ""], strict=False):
        flag, _, value = argument.partition("=")
        if flag == "--language" and (value or following) in LANGUAGES:
            _Set.language = value or following


def in_one_language(layers: Sequence[Layer]) -> list[Layer]:
    """The layers of a run whose findings are in the language of the terminal where neither they nor
    the command line name one; what else is said follows them."""
    from textlint_pt.config.layer import Layer

    asked = [layer.values["language"] for layer in layers if layer.values.get("language")]
    _Set.language = _Set.language or (asked[-1] if asked else None)
    return [Layer("terminal", {"language": language()}), *layers]


def language() -> str:
    return _Set.language or spoken(locale())


def locale() -> str:
    """That of the terminal, in small letters: "pt_br.utf-8"."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next(filter(None, map(os.environ.get, names)), "C")
    if locale.partition(".")[0] not in ("C", "POSIX"):  # as gettext has it
        locale = os.environ.get("LANGUAGE", "").partition(":")[0] or locale
    return locale.lower()


def translated(text: str) -> str:
    """What is written in English in the language of the command line."""
    return in_portuguese(text, locale()) if language() == "pt" else text


def in_portuguese(text: str, where: str) -> str:
    """The text as `pt.tsv` has it, in the words of a locale, and what it is filled with likewise;
    else the text as it is."""
    exact = catalogue().get(text)
    if exact is not None:
        return _as_said(exact, where)
    for pattern, portuguese in _patterns():
        found = pattern.fullmatch(text)
        if found:
            # a field of one word is a name or a value, and stays
            fields = [in_portuguese(f, where) if " " in f.strip() else f for f in found.groups()]
            pieces = _FIELD.split(_as_said(portuguese, where))
            pieces[1::2] = [fields[int(number)] for number in pieces[1::2]]
            return "".join(pieces)
    return text


def _as_said(portuguese: str, where: str) -> str:
    """With the words of Brazil where the locale is its."""
    if not where.lower().replace("-", "_").startswith("pt_br"):
        return portuguese
    return _terms().sub(lambda found: terms()[found[0]], portuguese)


@cache
def catalogue() -> Mapping[str, str]:
    """Portuguese by English, as both stand in the file."""
    return _read(_CATALOGUE)


@cache
def terms() -> Mapping[str, str]:
    """What Brazil says, by what Portugal does, small letters and capitals."""
    found = _read(_TERMS)
    cases = (str.lower, str.capitalize, str.upper)
    return {case(one): case(other) for case in cases for one, other in found.items()}


def _read(file: Path) -> Mapping[str, str]:
    from textlint_pt import shipped

    try:
        rows = shipped.read_rows(file)
    except UserError:
        return {}  # what has to be said is said in English rather than not at all
    return {one: other for one, other in rows}  # noqa: C416 - two columns only


@cache
def _terms() -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, terms()), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(longest_first) or '(?!)'})\b")


@cache
def _patterns() -> Sequence[tuple[re.Pattern[str], str]]:
    """What has fields, the most definite first."""
    found = [entry for entry in catalogue().items() if _FIELD.search(entry[0])]
    found.sort(key=lambda entry: -len(_FIELD.sub("", entry[0])))
    return [(_pattern(english), portuguese) for english, portuguese in found]


def _pattern(english: str) -> re.Pattern[str]:
    """What fits an entry; a field is anything, also nothing, since a hint may be left out."""
    literal = [re.escape(piece) for piece in _FIELD.split(english)[::2]]
    return re.compile("(.*?)".join(literal), re.DOTALL)
