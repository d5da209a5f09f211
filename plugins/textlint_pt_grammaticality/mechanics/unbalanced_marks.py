"""GRA406: brackets and quotation marks without their other half."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from textlint_pt.contract import Block, Document, Finding, Kind, Option, Text, View
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.judge.confidence import OPTION
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.mechanics.marks import HABIT
from textlint_pt_grammaticality.sentence.reading import KEPT, Ranges, touches

_PAIR = {"(": ")", "[": "]", "“": "”", "«": "»"}
_OPENER = {closer: opener for opener, closer in _PAIR.items()}
_MARKS = regex(r"[()\[\]“”«»\"]")
_ENUMERATOR = regex(r"(?:^|[\s(;,.:“«\"'*_])(?:\d{1,3}[.]?[ºª°]?|[a-zA-Z]|[ivxIVX]{1,5})\)$")
#: from one number or name to another, in formulas or not, of which an end is open: "]0, 1]"
_END = r" ?[-−+]?(?:[\w.∞]{1,12}(?:,\d{1,9})?|\$[^$]{1,40}\$) ?"
_INTERVAL = regex(rf"(?:(\()|[\[\]]){_END}[,;:-]{_END}(?(1)\]|[\[\])])")
_FACES = regex(
    r"(?:(?<=[\s?!.…])|^)[:;=]['’]?-?[()\[\]]+|(?<=\s)[:;] \)+(?=\s|$)"
    r"|(?<=[\w\"”»&])[:;]-?\)+(?=\s|$)|\(-?['’]?:(?=\s|$)|\(-?['’]?=(?=\s*$)|¯\\_\(ツ\)_/¯"
)
#: that is spoken of: missing ')', signs such as “, < and >, aspas duplas (")
_NAMED = regex(
    r"(?<!\w)(['\"‘’“”«»])(?:<\w{1,9}>)?[()\[\]](?:</\w{1,9}>)?(?:\1|['’”»])"
    r"|(?<!\S)[(\[“«](?=[,;](?:\s|$))|(?<=\()[\"“”«»](?=\))"
)
#: that sets the colour of a terminal, or stands in its prompt: \e[0m, ^[[1m, \[\033[0m\]
_TERMINAL = regex(
    r"\\[\[\]]|(?:\\(?:e|0?33|x1[bB]|u001[bB])|\^\[|\x1b)\[|(?<!\w)\[\d{1,3}(?:;\d{1,3})*m"
)
_APART = (_FACES, _INTERVAL, _NAMED, _TERMINAL)
_AFTER_FACE = regex(r"(?:\w[:;]-?|[:;]-?\))\Z")


class _Mark(NamedTuple):
    """A mark without a partner in its unit: `at` in `content`."""

    unit: int
    content: Text
    at: int
    char: str


class UnbalancedMarks(LanguageRule):
    """A bracket or quotation mark has no partner."""

    code = "GRA406"
    options = {
        "confidence": OPTION,
        "paragraphs": Option(8, "paragraphs over which a bracket or quotation may go on", 0),
    }

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        document = view.document
        opaque = [(span.start, span.end) for block in document.blocks for span in block.opaque]
        alone: list[_Mark] = []
        paired: Counter[str] = Counter()
        openings: dict[int, str] = {}
        for number, (kind, unit) in enumerate(_units(document)):
            if not any(map(_MARKS.search, [content.text for content in unit])):
                continue
            contents = [content.normalised() for content in unit]
            if contents[0].text:
                openings[number] = contents[0].text[0]
            if kind in self.declared.kinds:
                tally = _tally(number, contents, opaque)
                alone += tally.alone
                paired.update(tally.paired)
        left = list(_left(alone, openings, options["paragraphs"]))
        kinds = Counter(_OPENER.get(mark.char, mark.char) for mark in left)
        here = Counter((mark.unit, mark.char) for mark in left)
        for mark in left:
            opener = _OPENER.get(mark.char, mark.char)
            if kinds[opener] > max(HABIT, paired[opener]) or here[mark.unit, mark.char] > HABIT:
                continue  # this text or paragraph uses them in its own way
            before = mark.content.text[mark.at - 1 : mark.at] or " "
            opens = mark.char in _PAIR or (mark.char == '"' and before in " ([—–-«“:,")
            partner = _PAIR.get(mark.char) or _OPENER.get(mark.char) or '"'
            yield Finding(
                self.code,
                mark.content.span(mark.at, mark.at + 1),
                {"mark": mark.char, "partner": partner},
                message="opened" if opens else "closed",
            )


def _units(document: Document) -> Iterator[tuple[Kind, list[Text]]]:
    """Paragraphs with the blocks that continue them after an interruption, without those in
    another language."""
    unit: list[Block] = []
    read = {sentence.block for sentence in document.sentences}
    for number, block in enumerate(document.blocks):
        if number not in read and any(map(str.isalpha, block.content.text)):
            continue
        if unit and not block.continues:
            yield unit[0].kind, [part.content for part in unit]
            unit = []
        unit.append(block)
    if unit:
        yield unit[0].kind, [part.content for part in unit]


class _Tally(NamedTuple):
    """Marks of a unit: those without a partner, and the opening mark of each pair."""

    alone: Sequence[_Mark]
    paired: Sequence[str]


@lru_cache(KEPT)
def _hidden(text: str) -> Ranges:
    """Where marks are part of something else."""
    return sorted(m.span() for one in _APART for m in one.finditer(text))


def _tally(number: int, contents: Sequence[Text], opaque: Ranges) -> _Tally:
    stacks: dict[str, list[_Mark]] = {opener: [] for opener in _PAIR}
    paired: list[str] = []
    alone: list[_Mark] = []
    straight: list[_Mark] = []
    for content in contents:
        text = content.text
        marks = list(_MARKS.finditer(text))
        if not marks:
            continue
        # but a mark in code makes no face of the bracket after it: "(`?:`)"
        hidden = [
            (start, end)
            for start, end in _hidden(text)
            if not touches(opaque, *content.span(start, start + 1))
        ]
        for match in marks:
            at, char = match.start(), match.group()
            if touches(opaque, *content.span(at, at + 1)):
                continue
            # "(opcional:) isto" has no face, and that in "(gostei ;))" ends before the last mark
            if touches(hidden, at, at + 1) and not (
                char == ")" and stacks["("] and _AFTER_FACE.search(text[max(0, at - 3) : at])
            ):
                continue
            mark = _Mark(number, content, at, char)
            after_figure = at > 0 and text[at - 1].isdigit()
            if char == '"':
                if len(straight) % 2 or not after_figure:  # else inches
                    straight.append(mark)
            elif char in _PAIR:
                stacks[char].append(mark)
            elif stacks[_OPENER[char]]:
                stacks[_OPENER[char]].pop()
                paired.append(_OPENER[char])
            elif not (
                (char == ")" and _ENUMERATOR.search(text[max(0, at - 7) : at + 1]))
                or (char == "”" and after_figure)
                or _is_arrow(mark)
            ):
                alone.append(mark)
    if "“" not in paired and len(stacks["“"]) % 2 == 0:
        stacks["“"] = stacks["“"][1::2]  # of “a“ the second was to close
    alone += [mark for stack in stacks.values() for mark in stack if not _is_arrow(mark)]
    if straight:  # “one kind opens, the other closes"
        lone = [mark for mark in alone if mark.char in "“”«»"]
        alone = [mark for mark in alone if mark not in lone]
        if len(straight) == 1 and not lone:
            alone += straight
    return _Tally(alone, paired)


def _is_arrow(mark: _Mark) -> bool:
    """Whether a guillemet points on or back: "Ver todos »", "Arquivo » Abrir", "« Anterior"."""
    before, after = mark.content.text[: mark.at], mark.content.text[mark.at + 1 :]
    if mark.char == "»":
        return before.endswith(" ") and after[:1] in ("", " ")
    return mark.char == "«" and after.startswith(" ") and not before


def _left(alone: Sequence[_Mark], openings: Mapping[int, str], reach: int) -> Iterator[_Mark]:
    """Marks that have no partner in the neighbouring paragraphs either."""
    waiting: dict[str, deque[_Mark]] = defaultdict(deque)
    left: list[_Mark] = []
    for mark in sorted(alone, key=lambda mark: (mark.unit, mark.at)):
        kind = _OPENER.get(mark.char, mark.char)
        before = waiting[kind]
        while before and mark.unit - before[0].unit > reach:
            left.append(before.popleft())
        if mark.char in _PAIR:
            before.append(mark)
        elif before and (mark.char != '"' or before[-1].unit < mark.unit):
            before.pop()
        elif mark.char == '"':
            before.append(mark)
        else:
            left.append(mark)
    left.extend(mark for marks in waiting.values() for mark in marks)
    for mark in sorted(left, key=lambda mark: (mark.unit, mark.at)):
        # a quotation of several paragraphs: each begins with a mark, the last one closes
        following = openings.get(mark.unit + 1, "")
        if mark.char in '“«"' and following and following in '“”«»"':
            continue
        yield mark
