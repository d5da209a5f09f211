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
    """A page with its English original, and pairs of sentences that translate each other."""

    name: str
    english: str
    target: str
    source: str
    pairs: Sequence[tuple[Sentence, Sentence]]

    def line(self, place: tuple[int, int]) -> int:
        return self.target.count("\n", 0, place[0])

    def is_translation_of(self, plant: Plant, spans: Iterable[Span]) -> bool:
        """Return whether a fault removes the translation of one of these English ranges."""
        return not plant.new and any(
            source.span.overlaps(span)
            for target, source in self.pairs
            if plant.start <= target.span.start and target.span.end <= plant.end
            for span in spans
        )

    def around(self, plant: Plant) -> str:
        """Return the text around a fault, and the English of its sentence."""
        start, end = plant.place
        english = next((e.text for o, e in self.pairs if o.span.start <= start < o.span.end), "")
        before, after = self.target[max(0, start - 80) : start], self.target[end : end + 80]
        return f"{before}[{self.target[start:end]}|{plant.new}]{after} = {english}".replace(
            "\n", "⏎"
        )


class Plant(NamedTuple):
    """Characters [start, end) become `new`; `place`: the range of our page where it shows."""

    place: tuple[int, int]
    start: int
    end: int
    new: str


Planter = Callable[[Page, Random], Iterator[Plant]]


# ------------------------------------------------------------------ words of sentences


def _prose(page: Page) -> Iterator[tuple[str, int, str]]:
    """Yield the sentences that stand in the file verbatim: text, offset, and their English."""
    for target, source in page.pairs:
        start, end = target.span
        if target.kind is not Kind.HEADING and page.target[start:end] == target.text:
            yield target.text, start, source.text


def _masked(text: str) -> str:
    """Return the text with code and addresses blanked out."""
    return re.sub(
        r"`[^`]*`|\]\([^)]*\)|https?://\S+|<[^>]*>|\{[^}]*\}", lambda m: " " * len(m[0]), text
    )


#: what divides columns, and does not stand between parentheses
_COLUMNS = re.compile(r"\|(?![^(]*\))")


def tables() -> dict[str, list[list[str]]]:
    """Return the word tables by fault: rows of English, old and new expressions."""
    found: dict[str, list[list[str]]] = {}
    for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            found[line.strip("[]")] = rows = []
        elif line and not line.startswith("#"):
            rows.append(_COLUMNS.split(line))
    return found


def _words(table: Sequence[Sequence[str]]) -> Planter:
    """Return a planter that exchanges words that occur once, as does their English."""

    def plant(page: Page, rng: Random) -> Iterator[Plant]:
        for text, start, english in _prose(page):
            masked = _masked(text)
            for source, old, new in rng.sample(table, len(table)):
                ours = list(re.finditer(rf"(?<![\w-])(?:{old})(?![\w-])", masked))
                theirs = re.findall(rf"(?<![\w-])(?:{source})(?![\w-])", english, re.IGNORECASE)
                if len(ours) == len(theirs) == 1:
                    at, end = (start + place for place in ours[0].span())
                    replacement = ours[0].expand(new)
                    if ours[0][0][:1].isupper():
                        replacement = replacement[:1].upper() + replacement[1:]
                    yield Plant((at, end), at, end, replacement)
                    break

    return plant


_FIGURES = re.compile(r"(?<![\w.,/#-])\d+(?:[.,]\d+)*(?![\w-]|[.,]\d)")


def number(page: Page, rng: Random) -> Iterator[Plant]:
    """Yield plants that change a digit, so that the number is not in the English."""
    for text, start, english in _prose(page):
        for match in _FIGURES.finditer(_masked(text)):
            at = rng.choice([i for i in range(*match.span()) if text[i].isdigit()])
            new = str((int(text[at]) + rng.randrange(1, 9)) % 10)
            changed = text[match.start() : at] + new + text[at + 1 : match.end()]
            is_in_english = re.search(rf"(?<!\d){re.escape(changed)}(?!\d)", english)
            if not is_in_english and (new != "0" or at > match.start()):
                place = start + match.start(), start + match.end()
                yield Plant(place, start + at, start + at + 1, new)


_NOUN = re.compile(
    r"(?<=[a-zà-ú] )(?:[a-zà-ú]+(?:ção|mento|dade|agem|ência|ância|tor|dor|ismo|ura|eza)"
    r"|[a-zà-ú]+(?:ções|mentos|dades|agens|ências|tores|dores|uras))(?=[ .,;:])"
)


def content_word(page: Page, rng: Random) -> Iterator[Plant]:
    """Yield plants that replace a noun by another of the page with the same suffix."""
    sentences = list(_prose(page))
    nouns = sorted({m[0] for text, _, _ in sentences for m in _NOUN.finditer(_masked(text))})
    for text, start, _ in sentences:
        places = list(_NOUN.finditer(_masked(text)))
        if not places:
            continue
        match = rng.choice(places)
        is_like = [w for w in nouns if w[-3:] == match[0][-3:] and w[:4] != match[0][:4]]
        others = [word for word in is_like if word not in text]
        if others:
            at, end = start + match.start(), start + match.end()
            yield Plant((at, end), at, end, rng.choice(others))


_CLAUSE = re.compile(r",(?: [^\s,;:.()]+){5,16}(?=[.,;])")


def clause(page: Page, rng: Random) -> Iterator[Plant]:
    """Yield plants that drop five words or more between a comma and the next mark."""
    for text, start, _ in _prose(page):
        places = list(_CLAUSE.finditer(_masked(text)))
        if places and len(text) > 80:
            match = rng.choice(places)
            yield Plant((start, start + len(text)), start + match.start(), start + match.end(), "")


def sentence(page: Page, rng: Random) -> Iterator[Plant]:
    """Yield plants that drop a sentence of a paragraph with several."""
    blocks = [target.block for target, _ in page.pairs]
    for text, start, _ in _prose(page):
        block = next(target.block for target, _ in page.pairs if target.span.start == start)
        if len(text) > 30 and blocks.count(block) > 1:
            yield Plant((start, start), start, start + len(text), "")


def english_word(page: Page, rng: Random) -> Iterator[Plant]:
    """Yield plants that replace a word by the English one it resembles."""
    for text, start, english in _prose(page):
        words = {w.lower() for w in re.findall(r"[a-z]{5,}", _masked(english))}
        ours = re.finditer(r"(?<=[a-zà-ú] )[a-zà-ú]{5,}(?=[ .,;])", _masked(text))
        candidates = [
            (match, word)
            for match in ours
            for word in words
            if word[:4] == match[0][:4] and word[-2:] != match[0][-2:] and word not in text
        ]
        if candidates:
            match, word = rng.choice(sorted(candidates, key=lambda c: (c[0].start(), c[1])))
            at, end = start + match.start(), start + match.end()
            yield Plant((at, end), at, end, word)


# ------------------------------------------------------------------ lines and markup

_FENCES = re.compile(r"^ *(```|~~~).*?^ *\1[^\S\n]*$", re.MULTILINE | re.DOTALL)
_FRONT = re.compile(r"\A---\n(.*?)^---$", re.MULTILINE | re.DOTALL)


#: the text of a link, which may be a picture
_LINK = r"(?<![!@])\[((?:!\[[^\]\n]*\]\([^)\s]*\)|[^\]\n])+)\]"


def _outside(page: Page, expression: str) -> Iterator[re.Match[str]]:
    """Yield the matches of an expression outside code and front matter."""
    text = _FENCES.sub(lambda m: re.sub(r"[^\n]", "\0", m[0]), page.target)
    text = _FRONT.sub(lambda m: re.sub(r"[^\n]", "\0", m[0]), text)
    yield from re.finditer(expression, text, re.MULTILINE)


def _replaced(expression: str, new: str, *, group: int = 0, shared: int | None = None) -> Planter:
    """Return a planter that replaces a group by `new`, as in `Match.expand`.

    With `shared`, only where the English has the text of that group.
    """

    def plant(page: Page, rng: Random) -> Iterator[Plant]:
        for match in _outside(page, expression):
            replacement = match.expand(new)
            if replacement != match[group] and (shared is None or match[shared] in page.source):
                yield Plant(match.span(), *match.span(group), replacement)

    return plant


def _front(page: Page) -> Iterator[tuple[str, str, int, int, int]]:
    """Yield one-line front matter: key, value, start of line and value, end."""
    front = _FRONT.match(page.target)
    if front:
        for match in re.finditer(r"^(\w[\w-]*): +(\S.*)$", front[1], re.MULTILINE):
            ends = (match.start(), match.start(2), match.end())
            line, value, end = (front.start(1) + offset for offset in ends)
            yield match[1], match[2], line, value, end


_SHOWN = ("title", "description", "linkTitle", "subtitle", "summary", "excerpt")


def front_english(page: Page, rng: Random) -> Iterator[Plant]:
    """Yield plants that put the English title or description back."""
    for key, value, _, start, end in _front(page):
        english = re.search(rf"^{key}: +(\S.*)$", page.source, re.MULTILINE)
        if key in _SHOWN and english and english[1] != value and len(english[1].split()) > 1:
            yield Plant((start, end), start, end, english[1])


def front_lost(page: Page, rng: Random) -> Iterator[Plant]:
    """Yield plants that drop a key that both pages have."""
    for key, _, line, _, end in _front(page):
        if re.search(rf"^{key}:", page.source, re.MULTILINE):
            yield Plant((line, line), line, end + 1, "")


def front_value(page: Page, rng: Random) -> Iterator[Plant]:
    """Yield plants that change a value that both pages share; not dates and numbers, which order
    pages."""
    for key, value, _, start, end in _front(page):
        is_shared = f"\n{key}: {value}\n" in page.source and not value.isdecimal()
        if key not in (*_SHOWN, "date") and is_shared:
            new = {"true": "false", "false": "true"}.get(value, f"outro-{value}")
            if value[0] not in "[{\"'" and " " not in value:
                yield Plant((start, end), start, end, new)


def code_line(page: Page, rng: Random) -> Iterator[Plant]:
    """Yield plants that misspell a name in a line of code shared with the English."""
    for fence in _FENCES.finditer(page.target):
        lines = list(
            re.finditer(r"^(?!\s*(?:#|//|--|\*|/\*))[^\"'\n]*?([a-z_]{5,})\(", fence[0], re.M)
        )
        lines = [line for line in lines if line[0] in page.source]
        if lines:
            match = rng.choice(lines)
            at = fence.start() + match.start(1)
            yield Plant((at, at + len(match[1])), at, at + 2, match[1][1] + match[1][0] + "x")


def code_lost(page: Page, rng: Random) -> Iterator[Plant]:
    """Yield plants that drop a line of code shared with the English."""
    for fence in _FENCES.finditer(page.target):
        lines = list(re.finditer(r"^(?!\s*(?:#|//|--|\*|/\*)).*\w\(.*\n", fence[0], re.MULTILINE))
        lines = [line for line in lines if line[0] in page.source]
        if lines and fence[0].count("\n") > 4:
            match = rng.choice(lines)
            at = fence.start() + match.start()
            yield Plant((at, at), at, fence.start() + match.end(), "")


_ITEMS = re.compile(r"(?:^(?:[-*+]|\d+\.) +\S.*\n(?: {2,}\S.*\n)*){3,}", re.MULTILINE)
_ITEM = re.compile(r"^(?:[-*+]|\d+\.) +(\S.*\n(?: {2,}\S.*\n)*)", re.MULTILINE)


def _lists(page: Page) -> Iterator[list[tuple[int, int, str]]]:
    """Yield for each list of the page where its items start and end, and their text."""
    text = _FENCES.sub(lambda m: re.sub(r"[^\n]", "\0", m[0]), page.target)
    for block in _ITEMS.finditer(text):
        items = list(_ITEM.finditer(block[0]))
        yield [(block.start() + m.start(1), block.start() + m.end(1), m[1]) for m in items]


def order(page: Page, rng: Random) -> Iterator[Plant]:
    """Yield plants that swap two neighbouring list items."""
    for items in _lists(page):
        at = rng.randrange(len(items) - 1)
        (start, _, one), (second, end, other) = items[at], items[at + 1]
        between = page.target[start + len(one) : second]
        if one != other and min(len(one), len(other)) > 20:
            yield Plant((start, end), start, end, other + between + one)


def item(page: Page, rng: Random) -> Iterator[Plant]:
    """Yield plants that drop a list item."""
    for items in _lists(page):
        start, end, text = rng.choice(items)
        line = page.target.rfind("\n", 0, start) + 1
        if len(text) > 20:
            yield Plant((line, line), line, end, "")


def row(page: Page, rng: Random) -> Iterator[Plant]:
    """Yield plants that drop a table row."""
    for match in _outside(page, r"(?<=\|\n)\|(?![\s|:-]*\|\n).*\|\n(?=\|)"):
        yield Plant((match.start(), match.start()), *match.span(), "")


_HOLE = re.compile(r"<[a-z_ -]+>|\$\{?[A-Za-z_]+\}?|\{[a-z_]+\}")


def placeholder(page: Page, rng: Random) -> Iterator[Plant]:
    """Yield plants that drop a placeholder from code shared with the English."""
    for match in _outside(page, r"(?<!`)`([^`\n]+)`(?!`)"):
        hole = _HOLE.search(match[1])
        if hole and hole[0] != match[1] and match[0] in page.source:
            start, end = (match.start(1) + at for at in hole.span())
            yield Plant(match.span(), start, end, "")


def _alt(page: Page, rng: Random) -> Iterator[Plant]:
    """Yield plants that empty the description of a picture."""
    for match in _outside(page, r"!\[([^\]\n]{3,})\]\("):
        yield Plant(match.span(), *match.span(1), "")


_BOLD = r"(?<![\w*\\])\*\*([^\s*][^*\n]*[^\s*])\*\*(?![\w*])"


def emphasis(page: Page, rng: Random) -> Iterator[Plant]:
    """Yield plants that drop bold type that the English sentence has too."""
    for match in _outside(page, _BOLD):
        for ours, theirs in page.pairs:
            if not ours.span.start - 2 <= match.start() < ours.span.end:
                continue
            target, source = (
                text[max(0, side.span.start - 2) : side.span.end + 2].count("**")
                for text, side in ((page.target, ours), (page.source, theirs))
            )
            if 0 < target <= source:
                yield Plant(match.span(), *match.span(), match[1])


# ------------------------------------------------------------------ the English of now


def _stale(pattern: str, new: str) -> Planter:
    """Return a planter that changes the English of a sentence, which makes ours stale."""

    def plant(page: Page, rng: Random) -> Iterator[Plant]:
        for target, source in page.pairs:
            start, end = source.span
            text = page.source[start:end]
            match = re.search(pattern, _masked(text)) if text == source.text else None
            if match:
                place = target.span.start, target.span.end
                yield Plant(place, start + match.start(), start + match.end(), match.expand(new))

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
    "address": _replaced(_LINK + r"\((([^)\s?]*?\w)(?:\.\w{2,4})?/?)\)", r"\3x", group=3, shared=2),
    "link": _replaced(_LINK + r"\(([^)\s]+)\)", r"\1", shared=2),
    "image": _replaced(r"!\[[^\]\n]*\]\(([^)\s]+)\)", "outra.png", group=1, shared=1),
    "alt": _alt,
    "placeholder": placeholder,
    "code": _replaced(r"(?<!`)`([A-Za-z_][\w.()-]{3,})`(?!`)", r"\1x", group=1, shared=0),
    "footnote": _replaced(r"(?<=\S)\[\^([\w-]+)\](?!:)", ""),
    "code-line": code_line,
    "code-lost": code_lost,
}
