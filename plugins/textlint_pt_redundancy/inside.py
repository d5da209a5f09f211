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
_CONTENT = 2
#: minimal words of a phrase that is not a shorter one found a few words late
_LONG = 4
#: words of the shortest phrase that counts with other words between
_LEAST_APART = 8
#: longest phrase looked for; the search takes time in proportion to it
_LONGEST = 60
#: a phrase may contain a word several times: so many of its last places are tried
_BACK = 3
#: what may be between a slip and its repetition
_JOINTS = frozenset(("", ",", ";", ":"))
#: signs of menus, paths and formulas
_SIGNS = frozenset(">/=+*\\")
#: a phrase of so many words at most with a stop inside, said twice, belongs to a list
_LISTED = 6
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
    """Repeated phrases from left to right, none overlapping.

    `phrase`: words of the shortest one that counts said twice in a row. `strict`: only slips count,
    phrases that follow themselves without another stop ("the bot, the bot has" takes a word up,
    "the bot, the bot, has" does not), and none with other words between.
    """
    found: list[Echo] = []
    done = 0
    candidates = [*_in_a_row(text, words, phrase)]
    if strict:
        candidates = [echo for echo in candidates if _is_slip(text, words, echo)]
    else:
        candidates += _apart(words)
    for echo in sorted(candidates, key=lambda echo: (echo.first, -echo.repeated_words)):
        if echo.first >= done:
            found.append(echo)
            done = echo.end
    return found


def _in_a_row(text: str, words: Sequence[Word], phrase: int) -> Iterator[Echo]:
    forms = [word.form for word in words]
    places: dict[str, list[int]] = defaultdict(list)
    done = 0
    for at, form in enumerate(forms):
        before = places[form][-_BACK:]
        places[form].append(at)
        for first in reversed(before):
            length = at - first
            if first < done or length > _LONGEST or forms[first:at] != forms[at : at + length]:
                continue
            while first > done and forms[first - 1] == forms[first - 1 + length]:
                first -= 1  # "de manhã cedo de manhã cedo": begin with the first word said again
            end = at + length
            while end < len(forms) and forms[end] == forms[end - length]:
                end += 1
            echo = _turns(first, length, end, phrase)
            if echo.times >= echo.limit and _counts(text, words, echo):
                yield echo
                done = echo.end
                break


def _turns(first: int, length: int, end: int, phrase: int) -> Echo:
    """The phrase of a stretch in which every word is the one `length` words before."""
    times, rest = divmod(end - first, length)
    limit = _TIMES.get(length, 2 if length >= phrase else 3)
    said = length
    if rest == length - 1 >= phrase:  # "come pão e come pão e come pão": without the joint
        said, times = rest, times + 1
    else:
        end -= rest
    return Echo(first, said, times, first + length, end, limit)


def _counts(text: str, words: Sequence[Word], echo: Echo) -> bool:
    if echo.times > 2:
        return True
    # the turn may be found a few words late: check all the gaps of the phrase
    gaps = [text[words[at].end : words[at + 1].start] for at in range(echo.first, echo.again)]
    if all(gap.isspace() for gap in gaps) or (echo.length >= _LONG and gaps[-1].isspace()):
        return True  # without even a comma it is a slip, whatever the words
    if any(".." in gap or any(char in _PAUSE for char in gap) for gap in gaps):
        return False
    return _content(words[echo.first : echo.again]) >= _CONTENT


def _is_slip(text: str, words: Sequence[Word], echo: Echo) -> bool:
    def stop(at: int) -> str:
        """The text between a word and the next, and after the last one."""
        end = words[at + 1].start if at + 1 < len(words) else len(text)
        return text[words[at].end : end].strip()

    stops = [stop(at) for at in range(echo.first, echo.end)]
    turn = echo.again - echo.first
    joint, last, inside = stops[turn - 1], stops[-1], stops[: turn - 1]
    if joint not in _JOINTS or any(_SIGNS & set(one) for one in stops[:-1]):
        return False
    if not _is_copied(text, words, echo):
        return False  # "Eu sei, eu sei": repeated for effect
    if any(one != other for one, other in zip(stops[:-1], stops[turn:-1], strict=False)):
        return False
    if echo.times > 2:
        return turn > 1 or not any(stops[:-1])
    if any(inside) and turn <= _LISTED:
        return False  # "a ideia do espaço de execução, criar um espaço de execução, criar um canal"
    return not joint or joint == last[:1]


def _is_copied(text: str, words: Sequence[Word], echo: Echo) -> bool:
    """Whether both occurrences have the same capitals."""
    turn = echo.again - echo.first
    return all(
        text[one.start : one.end] == text[other.start : other.end]
        for one, other in zip(
            words[echo.first : echo.first + echo.length],
            words[echo.first + turn : echo.first + turn + echo.length],
            strict=True,
        )
    )


def _apart(words: Sequence[Word]) -> Iterator[Echo]:
    forms = [word.form for word in words]
    seen: dict[tuple[str, ...], int] = {}
    done = 0
    for at in range(len(forms) - _LEAST_APART + 1):
        first = seen.setdefault(tuple(forms[at : at + _LEAST_APART]), at)
        if at < done or at - first < _LEAST_APART:
            continue
        length = _LEAST_APART
        while (
            at + length < len(forms)
            and first + length < at
            and forms[first + length] == forms[at + length]
        ):
            length += 1
        done = at + length
        if _content(words[at:done]) >= _LEAST_APART // 2:
            yield Echo(first, length, 2, at, done, 2)


def _content(words: Sequence[Word]) -> int:
    return len({word.form for word in words} - stop_words())
