"""Phrases repeated within one sentence, which no comparison of sentences can see."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textlint_pt.text.words import Word
from textlint_pt_redundancy.words import stop_words

#: a phrase of so many words is a loop from so many times in a row; longer ones from twice
_TIMES = {1: 8, 2: 4}
#: minimal content words of a phrase said twice with a comma or similar inside
_MIN_CONTENT = 2
#: minimal words of a phrase that is not a shorter one found a few words late
_MIN_LONG = 4
#: words of the shortest phrase that counts with other words between
_MIN_APART = 8
#: longest phrase looked for; the search takes time in proportion to it
_MAX_LENGTH = 60
#: a phrase may contain a word several times: so many of its last places are tried
_MAX_PLACES_BACK = 3
#: what may be between a slip and its repetition
_JOINTS = frozenset(("", ",", ";", ":"))
#: signs of menus, paths and formulas
_SIGNS = frozenset(">/=+*\\")
#: a phrase of so many words at most with a stop inside, said twice, belongs to a list
_MAX_LISTED = 6
#: between two repetitions these are a pause for effect: "Hás de vir! Hás de vir!"
_PAUSE = "!?…—–"


class Echo(NamedTuple):
    """A phrase repeated `times` times: words [first, first + length), and again in [again, end).

    `limit` is the number of times from which it counts.
    """

    first: int
    length: int
    times: int
    again: int
    end: int
    limit: int

    @property
    def repeated_words(self) -> int:
        return self.end - self.again


def echoes(text: str, words: Sequence[Word], phrase: int, *, strict: bool) -> list[Echo]:
    """Return repeated phrases from left to right, without overlaps.

    `phrase`: words of the shortest phrase that counts when repeated once. `strict`: only slips
    count, phrases directly repeated without another stop ("the bot, the bot has" resumes a word,
    "the bot, the bot, has" does not), and none with other words between.
    """
    found: list[Echo] = []
    covered = 0
    candidates = [*_in_a_row(text, words, phrase)]
    if strict:
        candidates = [echo for echo in candidates if _is_slip(text, words, echo)]
    else:
        candidates += _apart(words)
    for echo in sorted(candidates, key=lambda echo: (echo.first, -echo.repeated_words)):
        if echo.first >= covered:
            found.append(echo)
            covered = echo.end
    return found


def _in_a_row(text: str, words: Sequence[Word], phrase: int) -> Iterator[Echo]:
    """Yield the phrases that are repeated directly."""
    forms = [word.form for word in words]
    positions: dict[str, list[int]] = defaultdict(list)
    covered = 0
    for index, form in enumerate(forms):
        earlier_places = positions[form][-_MAX_PLACES_BACK:]
        positions[form].append(index)
        for first in reversed(earlier_places):
            length = index - first
            if (
                first < covered
                or length > _MAX_LENGTH
                or forms[first:index] != forms[index : index + length]
            ):
                continue
            while first > covered and forms[first - 1] == forms[first - 1 + length]:
                first -= 1  # "de manhã cedo de manhã cedo": begin with the first word said again
            end = index + length
            while end < len(forms) and forms[end] == forms[end - length]:
                end += 1
            echo = _turns(first, length, end, phrase)
            if echo.times >= echo.limit and _is_counted(text, words, echo):
                yield echo
                covered = echo.end
                break
            if echo.times > 2:
                break  # a phrase of several turns is repeated no more than one turn


def _turns(first: int, length: int, end: int, phrase: int) -> Echo:
    """Return the phrase of a stretch in which every word equals the one `length` words before:
    "come pão come pão"."""
    times, remainder = divmod(end - first, length)
    limit = _TIMES.get(length, 2 if length >= phrase else 3)
    phrase_length = length
    if remainder == length - 1 >= phrase:  # "come pão e come pão e come pão": without the joint
        phrase_length, times = remainder, times + 1
    else:
        end -= remainder
    return Echo(first, phrase_length, times, first + length, end, limit)


def _is_counted(text: str, words: Sequence[Word], echo: Echo) -> bool:
    """Return whether a direct repetition is reported, by gaps and content words."""
    if echo.times > 2:
        return True
    # the turn may be found a few words late: check all the gaps of the phrase
    gaps = [
        text[words[index].end : words[index + 1].start] for index in range(echo.first, echo.again)
    ]
    if all(gap.isspace() for gap in gaps) or (echo.length >= _MIN_LONG and gaps[-1].isspace()):
        return True  # without even a comma it is a slip, whatever the words
    if any(".." in gap or any(char in _PAUSE for char in gap) for gap in gaps):
        return False
    return _count_content(words[echo.first : echo.again]) >= _MIN_CONTENT


def _is_slip(text: str, words: Sequence[Word], echo: Echo) -> bool:
    """Whether a direct repetition is a slip: the same capitals and marks each time, and no stop at
    the joint."""

    def stop(index: int) -> str:
        """Return the text between a word and the next, and after the last one."""
        end = words[index + 1].start if index + 1 < len(words) else len(text)
        return text[words[index].end : end].strip()

    stops = [stop(index) for index in range(echo.first, echo.end)]
    turn_length = echo.again - echo.first
    joint, last_stop, inner_stops = stops[turn_length - 1], stops[-1], stops[: turn_length - 1]
    if joint not in _JOINTS or any(_SIGNS & set(one) for one in stops[:-1]):
        return False
    if not _is_copied(text, words, echo):
        return False  # "Eu sei, eu sei": repeated for effect
    if any(one != other for one, other in zip(stops[:-1], stops[turn_length:-1], strict=False)):
        return False
    if echo.times > 2:
        return turn_length > 1 or not any(stops[:-1])
    if any(inner_stops) and turn_length <= _MAX_LISTED:
        return False  # "a ideia do espaço de execução, criar um espaço de execução, criar um canal"
    return not joint or joint == last_stop[:1]


def _is_copied(text: str, words: Sequence[Word], echo: Echo) -> bool:
    """Return whether both occurrences have the same capitals."""
    offset = echo.again - echo.first
    return all(
        text[one.start : one.end] == text[other.start : other.end]
        for one, other in zip(
            words[echo.first : echo.first + echo.length],
            words[echo.first + offset : echo.first + offset + echo.length],
            strict=True,
        )
    )


def _apart(words: Sequence[Word]) -> Iterator[Echo]:
    """Yield longer phrases that are repeated with other words between."""
    forms = [word.form for word in words]
    seen: dict[tuple[str, ...], int] = {}
    covered = 0
    for index in range(len(forms) - _MIN_APART + 1):
        first = seen.setdefault(tuple(forms[index : index + _MIN_APART]), index)
        if index < covered or index - first < _MIN_APART:
            continue
        length = _MIN_APART
        while (
            index + length < len(forms)
            and first + length < index
            and forms[first + length] == forms[index + length]
        ):
            length += 1
        covered = index + length
        if _count_content(words[index:covered]) >= _MIN_APART // 2:
            yield Echo(first, length, 2, index, covered, 2)


def _count_content(words: Sequence[Word]) -> int:
    return len({word.form for word in words} - stop_words())
