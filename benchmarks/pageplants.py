"""Planters of faults in whole pages: places, and what is written there instead.

Sentences are changed where the English beside them has the word that is meant; markup is changed in
the lines of the page. The words are this module's own, not those of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from textlint_pt.text.document import Kind, Sentence
from textlint_pt.text.span import Span


class Page(NamedTuple):
    """A page with its English, and sentences of the two that answer each other."""

    name: str
    english: str
    ours: str
    theirs: str
    pairs: Sequence[tuple[Sentence, Sentence]]

    def line(self, place: tuple[int, int]) -> int:
        return self.ours.count("\n", 0, place[0])

    def is_told(self, plant: Plant, there: Iterable[Span]) -> bool:
        """Whether all that a fault takes away answers one of these places of the English."""
        return not plant.new and any(
            theirs.span.overlaps(span)
            for ours, theirs in self.pairs
            if plant.start <= ours.span.start and ours.span.end <= plant.end
            for span in there
        )

    def around(self, plant: Plant) -> str:
        """What a fault changes, and the English of its sentence."""
        start, end = plant.place
        english = next((e.text for o, e in self.pairs if o.span.start <= start < o.span.end), "")
        before, after = self.ours[max(0, start - 80) : start], self.ours[end : end + 80]
        return f"{before}[{self.ours[start:end]}|{plant.new}]{after} = {english}".replace("\n", "⏎")


class Plant(NamedTuple):
    """Characters [start, end) become `new`; `place`: the range of our page where it shows."""

    place: tuple[int, int]
    start: int
    end: int
    new: str


Planter = Callable[[Page, Random], Iterator[Plant]]


# ------------------------------------------------------------------ words of sentences


def _prose(page: Page) -> Iterator[tuple[str, int, str]]:
    """Our sentences that stand in the file as they are, where they begin, and their English."""
    for ours, theirs in page.pairs:
        start, end = ours.span
        if ours.kind is not Kind.HEADING and page.ours[start:end] == ours.text:
            yield ours.text, start, theirs.text


def _masked(text: str) -> str:
    """The text with code and addresses blank."""
    return re.sub(
        r"`[^`]*`|\]\([^)]*\)|https?://\S+|<[^>]*>|\{[^}]*\}", lambda m: " " * len(m[0]), text
    )


#: what divides columns, and does not stand between parentheses
_COLUMNS = re.compile(r"\|(?![^(]*\))")


def tables() -> dict[str, list[list[str]]]:
    """Words by the fault that they are for: English, old, new, all expressions."""
    found: dict[str, list[list[str]]] = {}
    for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            found[line.strip("[]")] = rows = []
        elif line and not line.startswith("#"):
            rows.append(_COLUMNS.split(line))
    return found


def _words(table: Sequence[Sequence[str]]) -> Planter:
    """A planter that exchanges words: the old must stand once, and the English once."""

    def plant(page: Page, rng: Random) -> Iterator[Plant]:
        for text, start, english in _prose(page):
            masked = _masked(text)
            for theirs, old, new in rng.sample(table, len(table)):
                found = list(re.finditer(rf"(?<![\w-])(?:{old})(?![\w-])", masked))
                there = re.findall(rf"(?<![\w-])(?:{theirs})(?![\w-])", english, re.IGNORECASE)
                if len(found) == len(there) == 1:
                    at, end = (start + place for place in found[0].span())
                    put = found[0].expand(new)
                    put = put[:1].upper() + put[1:] if found[0][0][:1].isupper() else put
                    yield Plant((at, end), at, end, put)
                    break

    return plant


_FIGURES = re.compile(r"(?<![\w.,/#-])\d+(?:[.,]\d+)*(?![\w-]|[.,]\d)")


def number(page: Page, rng: Random) -> Iterator[Plant]:
    """A figure is another one; the number is then nowhere in the English."""
    for text, start, english in _prose(page):
        for match in _FIGURES.finditer(_masked(text)):
            at = rng.choice([i for i in range(*match.span()) if text[i].isdigit()])
            new = str((int(text[at]) + rng.randrange(1, 9)) % 10)
            changed = text[match.start() : at] + new + text[at + 1 : match.end()]
            if not re.search(rf"(?<!\d){re.escape(changed)}(?!\d)", english) and (
                new != "0" or at > match.start()
            ):
                place = start + match.start(), start + match.end()
                yield Plant(place, start + at, start + at + 1, new)


_NOUN = re.compile(
    r"(?<=[a-zà-ú] )(?:[a-zà-ú]+(?:ção|mento|dade|agem|ência|ância|tor|dor|ismo|ura|eza)"
    r"|[a-zà-ú]+(?:ções|mentos|dades|agens|ências|tores|dores|uras))(?=[ .,;:])"
)


def content_word(page: Page, rng: Random) -> Iterator[Plant]:
    """A noun is another of the page that is formed alike, one that does not stand near by."""
    sentences = list(_prose(page))
    every = sorted({m[0] for text, _, _ in sentences for m in _NOUN.finditer(_masked(text))})
    for text, start, _ in sentences:
        places = list(_NOUN.finditer(_masked(text)))
        if not places:
            continue
        match = rng.choice(places)
        others = [
            word
            for word in every
            if word[-3:] == match[0][-3:] and word[:4] != match[0][:4] and word not in text
        ]
        if others:
            at, end = start + match.start(), start + match.end()
            yield Plant((at, end), at, end, rng.choice(others))


_CLAUSE = re.compile(r",(?: [^\s,;:.()]+){5,16}(?=[.,;])")


def clause(page: Page, rng: Random) -> Iterator[Plant]:
    """What stands from a comma to the next one or the end goes: five words or more."""
    for text, start, _ in _prose(page):
        places = list(_CLAUSE.finditer(_masked(text)))
        if places and len(text) > 80:
            match = rng.choice(places)
            yield Plant((start, start + len(text)), start + match.start(), start + match.end(), "")


def sentence(page: Page, rng: Random) -> Iterator[Plant]:
    """A sentence of a paragraph of several goes."""
    del rng
    blocks = [ours.block for ours, _ in page.pairs]
    for text, start, _ in _prose(page):
        block = next(ours.block for ours, _ in page.pairs if ours.span.start == start)
        if len(text) > 30 and blocks.count(block) > 1:
            yield Plant((start, start), start, start + len(text), "")


def english_word(page: Page, rng: Random) -> Iterator[Plant]:
    """A word is left in English: the one of the sentence that begins like ours."""
    for text, start, english in _prose(page):
        candidates = []
        words = {w.lower() for w in re.findall(r"[a-z]{5,}", _masked(english))}
        for match in re.finditer(r"(?<=[a-zà-ú] )[a-zà-ú]{5,}(?=[ .,;])", _masked(text)):
            for word in words:
                if word[:4] == match[0][:4] and word[-2:] != match[0][-2:] and word not in text:
                    candidates.append((match, word))
        if candidates:
            match, word = rng.choice(sorted(candidates, key=lambda c: (c[0].start(), c[1])))
            at, end = start + match.start(), start + match.end()
            yield Plant((at, end), at, end, word)


# ------------------------------------------------------------------ lines and markup

_FENCES = re.compile(r"^ *(```|~~~).*?^ *\1[^\S\n]*$", re.MULTILINE | re.DOTALL)
_FRONT = re.compile(r"\A---\n(.*?)^---$", re.MULTILINE | re.DOTALL)


def _outside(page: Page, expression: str) -> Iterator[re.Match[str]]:
    """Where an expression matches outside of code and front matter."""
    text = _FENCES.sub(lambda m: re.sub(r"[^\n]", "\0", m[0]), page.ours)
    text = _FRONT.sub(lambda m: re.sub(r"[^\n]", "\0", m[0]), text)
    yield from re.finditer(expression, text, re.MULTILINE)


def _replaced(expression: str, new: str, *, group: int = 0, shared: int | None = None) -> Planter:
    """A planter that writes `new`, as in `Match.expand`, in place of a group; only where the
    English has the text of the group `shared`: what a page has of its own nothing can compare."""

    def plant(page: Page, rng: Random) -> Iterator[Plant]:
        del rng
        for match in _outside(page, expression):
            put = match.expand(new)
            if put != match[group] and (shared is None or match[shared] in page.theirs):
                yield Plant(match.span(), *match.span(group), put)

    return plant


def _front(page: Page) -> Iterator[tuple[str, str, int, int, int]]:
    """Keys of the front matter with one-line values: key, value, start of line and value, end."""
    front = _FRONT.match(page.ours)
    if front:
        for match in re.finditer(r"^(\w[\w-]*): +(\S.*)$", front[1], re.MULTILINE):
            shift = front.start(1)
            yield (
                match[1],
                match[2],
                shift + match.start(),
                shift + match.start(2),
                (shift + match.end()),
            )


_SHOWN = ("title", "description", "linkTitle", "subtitle", "summary", "excerpt")


def front_english(page: Page, rng: Random) -> Iterator[Plant]:
    """A title or description is the English one."""
    del rng
    for key, value, _, start, end in _front(page):
        there = re.search(rf"^{key}: +(\S.*)$", page.theirs, re.MULTILINE)
        if key in _SHOWN and there and there[1] != value and len(there[1].split()) > 1:
            yield Plant((start, end), start, end, there[1])


def front_lost(page: Page, rng: Random) -> Iterator[Plant]:
    """A key of both is lost."""
    del rng
    for key, _, line, _, end in _front(page):
        if re.search(rf"^{key}:", page.theirs, re.MULTILINE):
            yield Plant((line, line), line, end + 1, "")


def front_value(page: Page, rng: Random) -> Iterator[Plant]:
    """A value that is the same in both is another; a date and an order are each page's own."""
    del rng
    for key, value, _, start, end in _front(page):
        if key not in (*_SHOWN, "date", "weight") and f"\n{key}: {value}\n" in page.theirs:
            new = {"true": "false", "false": "true"}.get(value)
            new = new or (f"{int(value) + 1}" if value.isdecimal() else f"outro-{value}")
            if value[0] not in "[{\"'" and " " not in value:
                yield Plant((start, end), start, end, new)


def code_line(page: Page, rng: Random) -> Iterator[Plant]:
    """A name in a line of code is misspelt, in a line that the English has too."""
    for fence in _FENCES.finditer(page.ours):
        lines = list(
            re.finditer(r"^(?!\s*(?:#|//|--|\*|/\*))[^\"'\n]*?([a-z_]{5,})\(", fence[0], re.M)
        )
        lines = [line for line in lines if line[0] in page.theirs]
        if lines:
            match = rng.choice(lines)
            at = fence.start() + match.start(1)
            yield Plant((at, at + len(match[1])), at, at + 2, match[1][1] + match[1][0] + "x")


def code_lost(page: Page, rng: Random) -> Iterator[Plant]:
    """A line of code is lost that the English has too."""
    for fence in _FENCES.finditer(page.ours):
        lines = list(re.finditer(r"^(?!\s*(?:#|//|--|\*|/\*)).*\w\(.*\n", fence[0], re.MULTILINE))
        lines = [line for line in lines if line[0] in page.theirs]
        if lines and fence[0].count("\n") > 4:
            match = rng.choice(lines)
            at = fence.start() + match.start()
            yield Plant((at, at), at, fence.start() + match.end(), "")


_ITEMS = re.compile(r"(?:^(?:[-*+]|\d+\.) +\S.*\n(?: {2,}\S.*\n)*){3,}", re.MULTILINE)
_ITEM = re.compile(r"^(?:[-*+]|\d+\.) +(\S.*\n(?: {2,}\S.*\n)*)", re.MULTILINE)


def _lists(page: Page) -> Iterator[list[tuple[int, int, str]]]:
    text = _FENCES.sub(lambda m: re.sub(r"[^\n]", "\0", m[0]), page.ours)
    for block in _ITEMS.finditer(text):
        items = list(_ITEM.finditer(block[0]))
        yield [(block.start() + m.start(1), block.start() + m.end(1), m[1]) for m in items]


def order(page: Page, rng: Random) -> Iterator[Plant]:
    """Two items beside each other change places."""
    for items in _lists(page):
        at = rng.randrange(len(items) - 1)
        (start, _, one), (second, end, other) = items[at], items[at + 1]
        between = page.ours[start + len(one) : second]
        if one != other and min(len(one), len(other)) > 20:
            yield Plant((start, end), start, end, other + between + one)


def item(page: Page, rng: Random) -> Iterator[Plant]:
    """An item goes."""
    for items in _lists(page):
        start, end, text = rng.choice(items)
        line = page.ours.rfind("\n", 0, start) + 1
        if len(text) > 20:
            yield Plant((line, line), line, end, "")


def row(page: Page, rng: Random) -> Iterator[Plant]:
    """A row of a table goes."""
    del rng
    for match in _outside(page, r"(?<=\|\n)\|(?![\s|:-]*\|\n).*\|\n(?=\|)"):
        yield Plant((match.start(), match.start()), *match.span(), "")


_HOLE = re.compile(r"<[a-z_ -]+>|\$\{?[A-Za-z_]+\}?|\{[a-z_]+\}")


def placeholder(page: Page, rng: Random) -> Iterator[Plant]:
    """What a reader or a program fills in goes from a piece of code that the English has too."""
    del rng
    for match in _outside(page, r"(?<!`)`([^`\n]+)`(?!`)"):
        hole = _HOLE.search(match[1])
        if hole and hole[0] != match[1] and match[0] in page.theirs:
            start, end = (match.start(1) + at for at in hole.span())
            yield Plant(match.span(), start, end, "")


def _alt(page: Page, rng: Random) -> Iterator[Plant]:
    del rng
    for match in _outside(page, r"!\[([^\]\n]{3,})\]\("):
        yield Plant(match.span(), *match.span(1), "")


_BOLD = r"(?<![\w*\\])\*\*([^\s*][^*\n]*[^\s*])\*\*(?![\w*])"


def emphasis(page: Page, rng: Random) -> Iterator[Plant]:
    """Bold type goes from a sentence of which the English has as much."""
    del rng
    spans = [
        (
            (ours.span.start, ours.span.end, page.ours),
            (theirs.span.start, theirs.span.end, page.theirs),
        )
        for ours, theirs in page.pairs
    ]
    for match in _outside(page, _BOLD):
        for sides in spans:
            if sides[0][0] - 2 <= match.start() < sides[0][1]:
                ours, theirs = (text[max(0, a - 2) : b + 2].count("**") for a, b, text in sides)
                if 0 < ours <= theirs:
                    yield Plant(match.span(), *match.span(), match[1])


# ------------------------------------------------------------------ the English of now


def _stale(pattern: str, new: str) -> Planter:
    """The English of a sentence changes; our sentence is stale then."""

    def plant(page: Page, rng: Random) -> Iterator[Plant]:
        del rng
        for ours, theirs in page.pairs:
            start, end = theirs.span
            text = page.theirs[start:end]
            if text != theirs.text:
                continue
            if match := re.search(pattern, _masked(text)):
                at, stop = start + match.start(), start + match.end()
                yield Plant((ours.span.start, ours.span.end), at, stop, match.expand(new))

    return plant


STALE: Mapping[str, Planter] = {
    "stale-negation": _stale(r"\b(is|are|can|will|should|does|must|do)\b (?!not)", r"\1 not "),
    "stale-modal": _stale(r"\b(?:should|can|may)\b", "must"),
    "stale-number": _stale(r"(?<![\w.,/#-])[1-8](?![\w.,-])", "9"),
    "stale-word": _stale(
        r"\b(?:application|function|server|user|file|project|type|data|code|process|module)\b",
        "gateway",
    ),
}

#: faults in words, of which a finding about markup says nothing
WORDS: Mapping[str, Planter] = {
    "number": number,
    **{fault: _words(table) for fault, table in tables().items()},
    "word": content_word,
    "english-word": english_word,
    "clause": clause,
    "sentence": sentence,
    "order": order,
    "item": item,
    **STALE,
}

PLANTERS: Mapping[str, Planter] = {
    **WORDS,
    "row": row,
    "front-english": front_english,
    "front-lost": front_lost,
    "front-value": front_value,
    "import": _replaced(r"^import .*;?\n", ""),
    "component": _replaced(r"^ *<([A-Z]\w*)(?=[\s>/])", "Outro", group=1),
    "attribute": _replaced(r"<[A-Z]\w*[^>\n]*? (\w+)=(?=[\"{])", "outro", group=1),
    "directive": _replaced(r"^(?::::|/// |!!! )[ ]?(\w+)", "outro", group=1),
    "alert": _replaced(r"^> \[!(\w+)\]|^ *\{\{[%<] *(\w+)", "", shared=0),
    "level": _replaced(r"^##(#*) (?=\S)", r"###\1 "),
    "anchor": _replaced(r"^#+ .*\{ ?#([\w-]+) ?\}", r"\1x", group=1),
    "emphasis": emphasis,
    # before the ending: "page.mdx" is "page.md"
    "address": _replaced(
        r"(?<![!@])\[[^\]\n]+\]\((([^)\s?]*?\w)(?:\.\w{2,4})?/?)\)", r"\2x", group=2, shared=1
    ),
    "link": _replaced(r"(?<![!@])\[([^\]\n]+)\]\(([^)\s]+)\)", r"\1", shared=2),
    "image": _replaced(r"!\[[^\]\n]*\]\(([^)\s]+)\)", "outra.png", group=1, shared=1),
    "alt": _alt,
    "placeholder": placeholder,
    "code": _replaced(r"(?<!`)`([A-Za-z_][\w.()-]{3,})`(?!`)", r"\1x", group=1, shared=0),
    "footnote": _replaced(r"(?<=\S)\[\^([\w-]+)\](?!:)", ""),
    "code-line": code_line,
    "code-lost": code_lost,
}
