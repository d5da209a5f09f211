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
from typing import TYPE_CHECKING, NamedTuple

from textlint_pt import shipped
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt.text.words import TERM
from textlint_pt_translation.turned import CANCELLING, Turned, lemmas_of, renderings

if TYPE_CHECKING:
    from textlint_pt.contract import Forms
    from textlint_pt.contract.translations import Translations

_DATA = Path(__file__).with_name("data")
#: "pelo menos" is no less, "at most" no majority, "no mais" no more
_FIXED = regex(
    r"\b(?:(?:pelo|ao|mais ou|muito) menos|a menos que|mais (?:tarde|adiante)|no mais|não mais"
    r"|at (?:least|most)|no (?:more|less|fewer) than|more or less|no longer|any ?more|up to date"
    r"|as many as|as much as|so many|(?:above|after) all(?=[,.;:!?]|\Z)|all right"
    r"|once and for all|at all"
    r"|all (?:of a sudden|the more)|todo o (?:mundo|resto)|de todo|ao todo|sobretudo"
    r"|ou seja|e/ou|and/or|and so on|and so forth|and the like|e assim por diante|ou não|or not"
    r"|not (?:only|without)|não (?:só|apenas|somente)|everyday|por pouco|um pouco|a little"
    r"|quite a few|both [^,.;]{1,40} and|tanto [^,.;]{1,40} quanto"
    r"|específic[oa]s? (?:a|de|para) cada|até (?:agora|então|mesmo|que)|a maioria"
    r"|would like|will be|no entanto|entretanto|até hoje|cada vez mais|more and more"
    r"|mais e mais|cada vez menos|less and less|mais alg(?:uns|umas)"
    r"|de (?:forma|modo|maneira) algum[a]?|(?:nem|quase) sempre)\b",
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
#: denied verbs without their apostrophe
_UNMARKED = regex(r"\b(?:do|does|did|is|are|was|were|has|have|ca|could|should|would)nt\b", re.I)
#: the group whose words translators exchange at will
_FREE = "choice"
#: where duties and possibilities change places
_NOT_AFTER = regex(r"n?['’]t\b|\s+(?:\w+\s+)?(?:not|never|only)\b", re.IGNORECASE)
#: words after one of these that are looked at, and words before those; what ends a phrase
_FOLLOWING, _WINDOW = 3, 5
_END = 1 << 30
#: characters from which a sentence has parts; share of it by which two words stand apart
_LONG, _APART = 100, 0.35
#: what denies, and the values that do
DENIED = {
    "en": regex(r"\b(?:not|no|never|without|nor|neither|cannot|none|nothing)\b|n['’]t\b", re.I),
    "pt": regex(r"\b(?:n[ãa]o|nem|sem|nenhum\w*|nunca|jamais|ninguém|nada)\b", re.IGNORECASE),
}
_COMPARED = frozenset(("degree",))
_TIMES = frozenset(("times",))
#: "mais informal": less formally
_INVERTED = regex(r"\s+(?:in|im|ir|des)\w{4,}", re.IGNORECASE)
#: groups in which what is not the one is the other
_OPPOSITES = frozenset(("ease", "worth", "degree", "number"))
_ALIKE = _COMPARED | _TIMES
_DENYING, _ABSENCE = frozenset(("none", "never", "without")), "absence"
_BREAK = regex(r"[.,;:!?()–—]")
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
    """Yield where a translation has another value than its source, such as "before" for "after";
    `language` of the source: en or pt."""
    target = _plain(text)
    if not _anything().search(target):
        return
    source = _plain(source)
    for values in _groups():
        if values[0].group == _FREE and language != "pt":
            continue
        claimed = [
            (value, match.span()) for value in values for match in value.says["pt"].finditer(target)
        ]
        for value, place in claimed:
            if language == "pt" and value.says["pt"].search(source):
                continue
            if value.group in _OPPOSITES and (
                _NOT_BEFORE.search(target[: place[0]]) or _INVERTED.match(target, place[1])
            ):
                continue  # "não é fácil": difficult
            for other in values:
                if language == "en" and _may_say(value, other, source, alike=_COMPARED):
                    continue
                found = list(other.says[language].finditer(source))
                answers = other.says if language == "pt" else other.may_say
                if other is value or not found or len(answers["pt"].findall(target)) >= len(found):
                    continue
                if language == "en" and _are_apart(place, target, found[0].span(), source):
                    continue
                if _is_denied(value, other, source, found[0], target, place[0]):
                    continue
                yield Turned("logic", place, found[0].span())
                break
            else:
                continue
            break


def reversed_absence(source: str, text: str) -> Iterator[Turned]:
    """Yield where an English sentence says "without" once, and its translation has "com" in its
    place and nothing that denies."""
    target, source = _plain(text), _plain(source)
    without, with_ = (value for values in _groups() for value in values if value.group == _ABSENCE)
    found = list(without.says["en"].finditer(source))
    if len(found) != 1 or without.may_say["pt"].search(target):
        return
    claimed = [match for match in with_.may_say["pt"].finditer(target) if match[0] == "com"]
    if len(claimed) > len(with_.may_say["en"].findall(source)):
        share = found[0].start() / len(source)
        nearest = min(claimed, key=lambda match: abs(match.start() / len(target) - share))
        yield Turned("logic", nearest.span(), found[0].span())


def _are_apart(place: tuple[int, int], target: str, found: tuple[int, int], source: str) -> bool:
    """Return whether two words stand in other parts of long sentences."""
    if min(len(target), len(source)) < _LONG:
        return False
    return abs(place[0] / len(target) - found[0] / len(source)) > _APART


def beside(source: str, text: str, forms: Forms, lexicon: Translations) -> Iterator[Turned]:
    """Yield the same contradictions word by word: what precedes a word of the target against what
    precedes the English word that it translates."""
    target, in_source = _plain(text), _plain(source)
    if not _anything().search(target):
        return
    english = [(m[0].lower(), *m.span()) for m in TERM.finditer(source)]
    portuguese = [(m[0].lower(), *m.span()) for m in TERM.finditer(text)]
    for values in _groups():
        for value in values:
            group = value.group
            if group == _FREE:
                continue
            claims = (value.may_say if group == _ABSENCE else value.says)["pt"]
            for match in claims.finditer(target):
                reach = 1 if group in _TIMES else _FOLLOWING
                answer = _answer(match.end(), reach, target, portuguese, english, forms, lexicon)
                if answer is None:
                    continue
                here, there = answer
                window, mine = _before(in_source, *there), _before(target, *here)
                if value.says["en"].search(in_source, *_phrase(in_source, *there)):
                    continue
                if value.name in _DENYING and DENIED["en"].search(in_source, 0, there[1]):
                    continue
                denied = DENIED["pt"].search(target, *_phrase(target, *here))
                if group in _OPPOSITES and (denied or _INVERTED.match(target, match.end())):
                    continue
                for other in values:
                    if other is value or (other.name in _DENYING and denied):
                        continue
                    found = other.says["en"].search(in_source, *window)
                    if not found or other.may_say["pt"].search(target, *mine):
                        continue
                    between = in_source[found.end() : there[0]] + target[match.end() : here[0]]
                    # "each request": what stands before is of other words
                    start = window[0] if between.strip() else found.start()
                    if _may_say(value, other, in_source, start, window[1]):
                        continue
                    if _is_answered(other, in_source, target) or _is_from(value, in_source, target):
                        continue
                    if _is_denied(value, other, in_source, found, target, match.start()):
                        continue
                    yield Turned("logic", match.span(), found.span())
                    break


def _is_answered(value: Value, source: str, target: str) -> bool:
    """Return whether the target says a value as often as the source."""
    return len(value.says["pt"].findall(target)) >= len(value.says["en"].findall(source))


def _is_from(value: Value, source: str, target: str) -> bool:
    """Return whether the source says a value as often as the target does."""
    found = len(value.says["en"].findall(source))
    return found > 0 and found >= len(value.says["pt"].findall(target))


def _answer(
    at: int,
    reach: int,
    target: str,
    portuguese: Sequence[tuple[str, int, int]],
    english: Sequence[tuple[str, int, int]],
    forms: Forms,
    lexicon: Translations,
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return the first of `reach` words that exactly one English word translates, and that word."""
    following = [word for word in portuguese if word[1] >= at and _tells(word[0])]
    for form, start, end in following[:reach]:
        if _BREAK.search(target, at, start):
            return None
        lemmas = lemmas_of(form, forms)
        found = [
            (low, high)
            for other, low, high in english
            if len(other) > 2
            and (other == form or not renderings(other, lexicon).isdisjoint(lemmas))
        ]
        if len(found) == 1:
            return (start, end), found[0]
        if found:
            return None
    return None


def _tells(form: str) -> bool:
    return len(form) > 2 and form not in function_words()


def _phrase(text: str, at: int, end: int) -> tuple[int, int]:
    """Return the range of a word at `at` with all before it in its phrase."""
    return max((match.end() for match in _BREAK.finditer(text, 0, at)), default=0), end


def _before(text: str, at: int, end: int) -> tuple[int, int]:
    """Return the same with a few words before it."""
    start, _ = _phrase(text, at, end)
    words = list(TERM.finditer(text, start, at))
    return (words[-_WINDOW].start() if len(words) > _WINDOW else start), end


def _may_say(
    value: Value,
    other: Value,
    text: str,
    start: int = 0,
    end: int = _END,
    alike: frozenset[str] = _ALIKE,
) -> bool:
    """Return whether anything in an English text may express a value; `alike`: groups such as
    comparatives, whose forms can express the other value too."""
    return any(
        not (value.group in alike and other.says["en"].fullmatch(match[0]))
        for match in value.may_say["en"].finditer(text, start, end)
    )


def _is_denied(
    value: Value, other: Value, source: str, found: re.Match[str], target: str, start: int
) -> bool:
    """Return whether a duty is denied on either side ("must not", "não pode"), or what stands
    beside a denying value denies in itself: "missing on every", "always unsigned"."""
    if value.group == "duty":
        return bool(_NOT_AFTER.match(source, found.end()) or _NOT_BEFORE.search(target[:start]))
    before, after = source[: found.start()].split(), source[found.end() :].split()
    beside = (*before[-_FOLLOWING:], *after[:_FOLLOWING])
    return bool({value.name, other.name} & _DENYING) and any(map(CANCELLING.search, beside))


def _plain(text: str) -> str:
    """Return the text without fixed phrases that hold such words and say nothing of the kind."""

    def blank(match: re.Match[str]) -> str:
        return match[0] if _SAYING.match(match[0]) else " " * len(match[0])

    text = _UNMARKED.sub(lambda match: "not".ljust(len(match[0])), text)
    return _FIXED.sub(blank, text)


@cache
def _anything() -> re.Pattern[str]:
    """Return what says any value in Portuguese."""
    found = (
        (value.may_say if value.group == _ABSENCE else value.says)["pt"].pattern
        for values in _groups()
        for value in values
    )
    return re.compile("|".join(found), re.IGNORECASE)


@cache
def _groups() -> Sequence[Sequence[Value]]:
    """Return the values of each group of `logic.tsv`, such as those of before and after."""
    groups: dict[str, list[Value]] = {}
    for line in shipped.read_text(_DATA / "logic.tsv").splitlines():
        if line and not line.startswith("#"):
            group, value, english, more, portuguese, more_portuguese = line.split("\t")
            says = {"en": _whole(english), "pt": _whole(portuguese)}
            may_say = {
                "en": _whole("|".join(filter(None, (english, more)))),
                "pt": _whole("|".join(filter(None, (portuguese, more_portuguese)))),
            }
            groups.setdefault(group, []).append(Value(group, value, says, may_say))
    return list(groups.values())


def _whole(words: str) -> re.Pattern[str]:
    if not words:
        return regex(r"(?!)")
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)
