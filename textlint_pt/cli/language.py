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


class _Chosen:
    """The language chosen by `--language` or a configuration."""

    language: str | None = None


def set_by_arguments(arguments: Sequence[str]) -> None:
    """Set the language from `--language` before the options are parsed."""
    _Chosen.language = None
    for argument, following in zip(arguments, [*arguments[1:], ""], strict=False):
        flag, _, value = argument.partition("=")
        name = value or following
        if flag == "--language" and name in LANGUAGES:
            _Chosen.language = name


def in_one_language(layers: Sequence[Layer]) -> list[Layer]:
    """Set the language of the run by the layers, unless an option has set it.

    Return the layers above one with that language.
    """
    from textlint_pt.config.layer import Layer

    named = [layer.values["language"] for layer in layers if layer.values.get("language")]
    _Chosen.language = _Chosen.language or (named[-1] if named else None)
    return [Layer("terminal", {"language": language()}), *layers]


def language() -> str:
    return _Chosen.language or spoken(locale())


def locale() -> str:
    """Return the locale of the terminal in lower case, e.g. "pt_br.utf-8"."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next(filter(None, map(os.environ.get, names)), "C")
    if locale.partition(".")[0] not in ("C", "POSIX"):  # as gettext has it
        locale = os.environ.get("LANGUAGE", "").partition(":")[0] or locale
    return locale.lower()


def translated(text: str) -> str:
    """Return an English text of the command line in the language of the run."""
    return in_portuguese(text, locale()) if language() == "pt" else text


def in_portuguese(text: str, locale_name: str) -> str:
    """Return the Portuguese translation of `pt.tsv` for a locale, or the text itself."""
    exact = catalogue().get(text)
    if exact is not None:
        return _in_variant(exact, locale_name)
    for pattern, portuguese in _patterns():
        found = pattern.fullmatch(text)
        if found:
            # a field of one word is a name or a value, and stays
            fields = [
                in_portuguese(value, locale_name) if " " in value.strip() else value
                for value in found.groups()
            ]
            # the text and the numbers of its fields take turns: "Olá, ", "0", "!"
            pieces = _FIELD.split(_in_variant(portuguese, locale_name))
            pieces[1::2] = [fields[int(number)] for number in pieces[1::2]]
            return "".join(pieces)
    return text


def _in_variant(portuguese: str, locale_name: str) -> str:
    """Replace Portugal's words by Brazil's if the locale is Brazilian."""
    if not locale_name.lower().replace("-", "_").startswith("pt_br"):
        return portuguese
    return _terms_pattern().sub(lambda found: terms()[found[0]], portuguese)


@cache
def catalogue() -> Mapping[str, str]:
    return _read(_CATALOGUE)


@cache
def terms() -> Mapping[str, str]:
    """Return Brazil's words by Portugal's, in lower case, capitalised and upper case."""
    by_portugals = _read(_TERMS)
    cases = (str.lower, str.capitalize, str.upper)
    return {
        case(portugals): case(brazils)
        for case in cases
        for portugals, brazils in by_portugals.items()
    }


def _read(file: Path) -> Mapping[str, str]:
    """Return a table of two columns; an empty one if the file is damaged."""
    from textlint_pt import shipped

    try:
        rows = shipped.read_rows(file)
    except UserError:
        return {}  # what has to be said is said in English rather than not at all
    return {text: replacement for text, replacement in rows}  # noqa: C416 - two columns only


@cache
def _terms_pattern() -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, terms()), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(longest_first) or '(?!)'})\b")


@cache
def _patterns() -> Sequence[tuple[re.Pattern[str], str]]:
    """Return patterns of messages with fields, and their translations, longest text first."""
    found = [entry for entry in catalogue().items() if _FIELD.search(entry[0])]
    found.sort(key=lambda entry: -len(_FIELD.sub("", entry[0])))
    return [(_pattern(english), portuguese) for english, portuguese in found]


def _pattern(english: str) -> re.Pattern[str]:
    literal = [re.escape(piece) for piece in _FIELD.split(english)[::2]]
    return re.compile("(.*?)".join(literal), re.DOTALL)
