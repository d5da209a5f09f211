"""Small words that carry the logic of a sentence: all and some, must and can, and and or.

Values of one group contradict each other (`data/logic.tsv`). One is reported where the translation
says a value that nothing in its source may stand for, and lacks what the source says instead; all
else is free translation. No model is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from textlint_pt import shipped
from textlint_pt.text.regex import regex
from textlint_pt_translation.turned import Turned

_DATA = Path(__file__).with_name("data") / "logic.tsv"
#: "pelo menos" is no less, "at most" no majority, "no mais" no more
_FIXED = regex(
    r"\b(?:(?:pelo|ao|mais ou|muito) menos|a menos que|mais (?:tarde|adiante)|no mais|não mais"
    r"|at (?:least|most)|no (?:more|less|fewer) than|more or less|no longer|any ?more|up to date"
    r"|as many as|as much as|so many|above all|after all|all right|once and for all|at all"
    r"|all (?:of a sudden|the more)|todo o (?:mundo|resto)|de todo|ao todo|sobretudo"
    r"|ou seja|e/ou|and/or|and so on|and so forth|and the like|e assim por diante|ou não|or not"
    r"|not only|não (?:só|apenas|somente)|everyday|por pouco|um pouco|a little|quite a few"
    r"|both [^,.;]{1,40} and|tanto [^,.;]{1,40} quanto|até (?:agora|então|mesmo|que)|a maioria"
    r"|would like|will be|no entanto|entretanto|até hoje|cada vez mais|more and more"
    r"|mais e mais|cada vez menos|less and less|de (?:forma|modo|maneira) algum[a]?)\b",
    re.IGNORECASE,
)
#: those of them that say a value themselves
_SAYING = regex(
    r"(?:pelo|ao) menos|at (?:least|most)|no (?:more|less|fewer) than|a maioria|não mais|cada vez"
    r"|no longer|any ?more|more and more|less and less|mais e mais|both\b|up to date|a little"
    r"|mais ou|more or|não (?:só|apenas|somente)|not only|a menos|tanto\b|e/ou|and/or|todo o"
    r"|um pouco",
    re.IGNORECASE,
)
#: the group whose words translators exchange at will
_FREE = "choice"
#: where duties and possibilities change places
_NOT_AFTER = regex(r"n?['’]t\b|\s+(?:\w+\s+)?(?:not|never|only)\b", re.IGNORECASE)
_NOT_BEFORE = regex(
    r"\b(?:não|nunca|nem|jamais|nenhum\w*|ninguém|nada)\s+(?:\w+\s+){0,2}\Z", re.IGNORECASE
)


class Value(NamedTuple):
    """One value of a group: what says it, and what may stand for it, in both languages."""

    group: str
    name: str
    says: dict[str, re.Pattern[str]]
    may_say: dict[str, re.Pattern[str]]


def contradictions(source: str, text: str, language: str) -> Iterator[Turned]:
    """Where a translation says another value than its source, in `language` (en or pt).

    One for each group, of kind "logic".
    """
    ours = _plain(text)
    if not _anything().search(ours):
        return
    theirs = _plain(source)
    for values in _groups():
        if values[0].group == _FREE and language != "pt":
            continue
        claimed = [
            (value, match.span()) for value in values for match in value.says["pt"].finditer(ours)
        ]
        for value, place in claimed:
            # one language says the same in the same words
            may_say = value.says if language == "pt" else value.may_say
            if may_say[language].search(theirs):
                continue
            for other in values:
                said = list(other.says[language].finditer(theirs))
                answers = other.says if language == "pt" else other.may_say
                if other is value or not said or len(answers["pt"].findall(ours)) >= len(said):
                    continue
                if value.group == "duty" and _is_denied(theirs, said[0].end(), ours, place[0]):
                    continue  # "must not", "não pode"
                yield Turned("logic", place, said[0].span())
                break
            else:
                continue
            break


def _is_denied(theirs: str, end: int, ours: str, start: int) -> bool:
    """Whether the word before `end` is denied, or ours from `start`."""
    return bool(_NOT_AFTER.match(theirs, end) or _NOT_BEFORE.search(ours[:start]))


def _plain(text: str) -> str:
    """The text without fixed phrases that hold such words and say nothing of the kind."""

    def blank(match: re.Match[str]) -> str:
        return match[0] if _SAYING.match(match[0]) else " " * len(match[0])

    return _FIXED.sub(blank, text)


@cache
def _anything() -> re.Pattern[str]:
    """What says any value in Portuguese."""
    said = (value.says["pt"].pattern for values in _groups() for value in values)
    return re.compile("|".join(said), re.IGNORECASE)


@cache
def _groups() -> Sequence[Sequence[Value]]:
    groups: dict[str, list[Value]] = {}
    for line in shipped.read_text(_DATA).splitlines():
        if line and not line.startswith("#"):
            group, name, english, more, portuguese, more_portuguese = line.split("\t")
            says = {"en": _whole(english), "pt": _whole(portuguese)}
            may_say = {
                "en": _whole("|".join(filter(None, (english, more)))),
                "pt": _whole("|".join(filter(None, (portuguese, more_portuguese)))),
            }
            groups.setdefault(group, []).append(Value(group, name, says, may_say))
    return list(groups.values())


def _whole(words: str) -> re.Pattern[str]:
    if not words:
        return regex(r"(?!)")
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)
