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
        """Yield marks without a partner in their paragraph or those near, unless the text uses
        them its own way."""
        document = view.document
        opaque = [(span.start, span.end) for block in document.blocks for span in block.opaque]
        alone: list[_Mark] = []
        paired: Counter[str] = Counter()
        openings: dict[int, str] = {}
        for number, (kind, unit) in enumerate(_paragraphs(document)):
            if not any(map(_MARKS.search, [content.text for content in unit])):
                continue
            contents = [content.normalised() for content in unit]
            if contents[0].text:
                openings[number] = contents[0].text[0]
            if kind in self.declared.kinds:
                lone, pairs = _pair_up(number, contents, opaque)
                alone += lone
                paired.update(pairs)
        unpaired = list(_unpaired_in_text(alone, openings, options["paragraphs"]))
        unpaired_by_opener = Counter(_OPENER.get(mark.char, mark.char) for mark in unpaired)
        count_in_unit = Counter((mark.unit, mark.char) for mark in unpaired)
        for mark in unpaired:
            opener = _OPENER.get(mark.char, mark.char)
            is_habit = unpaired_by_opener[opener] > max(HABIT, paired[opener])
            if is_habit or count_in_unit[mark.unit, mark.char] > HABIT:
                continue  # this text or paragraph uses them in its own way
            before = mark.content.text[mark.at - 1 : mark.at] or " "
            is_opening = mark.char in _PAIR or (mark.char == '"' and before in " ([—–-«“:,")
            partner = _PAIR.get(mark.char) or _OPENER.get(mark.char) or '"'
            yield Finding(
                self.code,
                mark.content.span(mark.at, mark.at + 1),
                {"mark": mark.char, "partner": partner},
                message="opened" if is_opening else "closed",
            )


def _paragraphs(document: Document) -> Iterator[tuple[Kind, list[Text]]]:
    """Yield paragraphs of Portuguese, each with the blocks that continue it."""
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


@lru_cache(KEPT)
def _ranges_of_other_use(text: str) -> Ranges:
    """Return the ranges where marks are part of faces, intervals, terminal codes or are
    mentioned."""
    return sorted(m.span() for one in _APART for m in one.finditer(text))


def _pair_up(
    number: int, contents: Sequence[Text], opaque: Ranges
) -> tuple[Sequence[_Mark], Sequence[str]]:
    """Return the marks of a unit without a partner, and the opening mark of each pair."""
    stacks: dict[str, list[_Mark]] = {opener: [] for opener in _PAIR}
    paired: list[str] = []
    alone: list[_Mark] = []
    straight_quotes: list[_Mark] = []
    for content in contents:
        text = content.text
        marks = list(_MARKS.finditer(text))
        if not marks:
            continue
        # but a mark in code makes no face of the bracket after it: "(`?:`)"
        other_use = [
            (start, end)
            for start, end in _ranges_of_other_use(text)
            if not touches(opaque, *content.span(start, start + 1))
        ]
        for match in marks:
            start, char = match.start(), match.group()
            if touches(opaque, *content.span(start, start + 1)):
                continue
            # "(opcional:) isto" has no face, and that in "(gostei ;))" ends before the last mark
            if touches(other_use, start, start + 1) and not (
                char == ")" and stacks["("] and _AFTER_FACE.search(text[max(0, start - 3) : start])
            ):
                continue
            mark = _Mark(number, content, start, char)
            after_figure = start > 0 and text[start - 1].isdigit()
            if char == '"':
                if len(straight_quotes) % 2 or not after_figure:  # else inches
                    straight_quotes.append(mark)
            elif char in _PAIR:
                stacks[char].append(mark)
            elif stacks[_OPENER[char]]:
                stacks[_OPENER[char]].pop()
                paired.append(_OPENER[char])
            elif not (
                (char == ")" and _ENUMERATOR.search(text[max(0, start - 7) : start + 1]))
                or (char == "”" and after_figure)
                or _is_arrow(mark)
            ):
                alone.append(mark)
    if "“" not in paired and len(stacks["“"]) % 2 == 0:
        stacks["“"] = stacks["“"][1::2]  # of “a“ the second was to close
    alone += [mark for stack in stacks.values() for mark in stack if not _is_arrow(mark)]
    if straight_quotes:  # “one kind opens, the other closes"
        unpaired_quotes = [mark for mark in alone if mark.char in "“”«»"]
        alone = [mark for mark in alone if mark not in unpaired_quotes]
        if len(straight_quotes) == 1 and not unpaired_quotes:
            alone += straight_quotes
    return alone, paired


def _is_arrow(mark: _Mark) -> bool:
    """Whether a guillemet points on or back: "Ver todos »", "Arquivo » Abrir", "« Anterior"."""
    before, after = mark.content.text[: mark.at], mark.content.text[mark.at + 1 :]
    if mark.char == "»":
        return before.endswith(" ") and after[:1] in ("", " ")
    return mark.char == "«" and after.startswith(" ") and not before


def _unpaired_in_text(
    alone: Sequence[_Mark], openings: Mapping[int, str], reach: int
) -> Iterator[_Mark]:
    """Yield marks that have no partner in the next `reach` paragraphs either."""
    waiting_by_opener: dict[str, deque[_Mark]] = defaultdict(deque)
    unpaired: list[_Mark] = []
    for mark in sorted(alone, key=lambda mark: (mark.unit, mark.at)):
        opener = _OPENER.get(mark.char, mark.char)
        waiting_marks = waiting_by_opener[opener]
        while waiting_marks and mark.unit - waiting_marks[0].unit > reach:
            unpaired.append(waiting_marks.popleft())
        if mark.char in _PAIR:
            waiting_marks.append(mark)
        elif waiting_marks and (mark.char != '"' or waiting_marks[-1].unit < mark.unit):
            waiting_marks.pop()
        elif mark.char == '"':
            waiting_marks.append(mark)
        else:
            unpaired.append(mark)
    unpaired.extend(mark for marks in waiting_by_opener.values() for mark in marks)
    for mark in sorted(unpaired, key=lambda mark: (mark.unit, mark.at)):
        # a quotation of several paragraphs: each begins with a mark, the last one closes
        following = openings.get(mark.unit + 1, "")
        if mark.char in '“«"' and following and following in '“”«»"':
            continue
        yield mark
