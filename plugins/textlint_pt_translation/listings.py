"""Blocks of code on both sides of a translation: which correspond, and how they differ.

The translator may change comments and strings that people read, and sentences printed by a
terminal; everything else must stay the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from textlint_pt.contract import Document, Markup, MarkupKind, Span
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt.text.words import LETTERS
from textlint_pt_translation.kept import is_prose, is_translated, marking

_QUOTED = r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\\n]|\\.)*)`"
_STRING = regex(_QUOTED)
#: comments; and strings, within which none begins ("src/*.js")
_COMMENT = regex(
    r"(?P<comment>/\*.*?(?:\*/|\Z)|<!--.*?(?:-->|\Z)|\{/\*.*?(?:\*/\}|\Z)"
    r"|\"\"\".*?(?:\"\"\"|\Z)|'''.*?(?:'''|\Z)"
    r"|(?:^|(?<=[\s;,{}()\[\]]))(?:\#(?!!)|//|--\s|;;|%\s|REM\s)[^\n]*|^[^\S\n]*\*[^\n]*)"
    rf"|{_QUOTED}",
    re.MULTILINE | re.DOTALL,
)
#: what stands between tags is text, but no name is before a tag (`List<Post>`); after a brace where
#: no sign or keyword goes on with code
_TAGGED = regex(
    r"(</[A-Za-z][^<>]*>|(?<!\w)<[A-Za-z](?:=>|[^<>])*>|<>"
    r"|\}(?!\s*(?:[]=.,;:)]|(?:else|from|catch|finally)\b)))"
    r"([^<>{}]*[^\W\d_][^<>{}]*)(?=[<{]|\Z)"
)
_TEXT_LINE = regex(r"[^\W\d_]+(?:[ '’-][^\W\d_]+)*[.:!?]?")
_RULES = regex(r"([-=_*~+.])\1{2,}")
#: what people read in a picture: that of Mermaid or PlantUML, whole, and lines drawn with signs
_DIAGRAM = regex(
    r"\A(?:@startuml|(?:graph|flowchart) +(?:TB|TD|BT|RL|LR)|sequenceDiagram|classDiagram|erDiagram"
    r"|stateDiagram(?:-v2)?|gantt|journey|gitGraph|mindmap|timeline|pie|quadrantChart)\b"
)
_DRAWN = regex(r"[\u2500-\u257f\u25b2-\u25c4]")
#: what a terminal shows before what is typed
_PROMPT = regex(r"\A(?:\$|>|>>>|iex(?:\(\d+\))?>)\s+(?=\S)")
#: an option and what it takes, before what is said of it
_OPTION = regex(r"\A(?:-{1,2}[\w-]+(?:[ =](?:<[^<>]+>|\[[^\[\]]+\]|[A-Z_]{2,}\b))?(?:, ?|\s+))+")
_CHARACTERS = 2_000
#: links of the alignment by which a block may have moved
_REACH = 4
_DIGITS, _NAME = regex(r"\d+"), regex(r"\.?[^\W\d]\w*")
#: how like two names are of which one is misspelt
_MISSPELT = 0.8
#: words that tell prose in a line, whatever signs it has
_TELLING = 6
#: share of common lines from which two blocks are versions of the same one
_RELATED = 0.5
#: parts of a string that are not text: digits, paths, addresses, names of programs
_MACHINE = regex(r"\d|[/\\_@#$%&=<>{}|^~*+]|\w\.\w|\w:\w|^-|\w-\w")


class Line(NamedTuple):
    """A line of code without white space around it, and its place."""

    span: Span
    text: str


class Listing(NamedTuple):
    """A block of code and its lines."""

    span: Span
    lines: tuple[Line, ...]


class Change(NamedTuple):
    """A line of the source, and what the target has instead; None where it lacks it."""

    target: Line | None
    source: Line


def listings(document: Document) -> list[Listing]:
    return [_listing(m) for m in document.markup if m.kind is MarkupKind.CODE_BLOCK]


def _listing(block: Markup) -> Listing:
    """Return the lines of a code block without its fences."""
    lines: list[Line] = []
    at = 0
    for line in block.content.text.splitlines(keepends=True):
        if text := line.strip():
            start = at + len(line) - len(line.lstrip())
            lines.append(Line(block.content.span(start, start + len(text)), text))
        at += len(line)
    return Listing(block.span, tuple(lines))


def paired(
    target: Sequence[Listing],
    source: Sequence[Listing],
    places: tuple[Sequence[int], Sequence[int]],
) -> Iterator[tuple[Listing | None, Listing]]:
    """Yield the code blocks of the target and the source in pairs: similar ones in the same order
    and near the same place, else the first in the same place, else None."""
    bare = [[[text for _, text in _bare_lines(one)] for one in side] for side in (target, source)]
    scores: dict[tuple[int, int], float] = {}
    for i, in_target in enumerate(bare[0]):
        for j, other in enumerate(bare[1]):
            if abs(places[0][i] - places[1][j]) <= _REACH:
                likeness = _likeness(in_target, other)
                if likeness >= _RELATED:
                    scores[i, j] = likeness
    partner = {j: i for i, j in _best_chain(scores, len(target), len(source))}
    taken = set(partner.values())
    for j, block in enumerate(source):
        at = partner.get(j)
        if at is None:
            free = set(range(len(target))) - taken
            at = min((i for i in free if places[0][i] == places[1][j]), default=-1)
            taken.add(at)
        yield (target[at] if at >= 0 else None), block


def _likeness(target: Sequence[str], source: Sequence[str]) -> float:
    """Return how much two blocks have in common, in [0, 1]: lines, or letters if that is more."""
    lines = SequenceMatcher(None, target, source, autojunk=False).ratio()
    if lines == 1.0:
        return lines
    text, other = ("\n".join(side)[:_CHARACTERS] for side in (target, source))
    return max(lines, SequenceMatcher(None, text, other, autojunk=False).ratio())


def _best_chain(
    scores: dict[tuple[int, int], float], rows: int, columns: int
) -> list[tuple[int, int]]:
    """Return the (row, column) pairs, increasing in both, with the greatest sum of scores."""
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            kept = scores[i, j] + best[i + 1][j + 1] if (i, j) in scores else 0.0
            best[i][j] = max(kept, best[i + 1][j], best[i][j + 1])
    found: list[tuple[int, int]] = []
    i = j = 0
    while i < rows and j < columns:
        if (i, j) in scores and best[i][j] == scores[i, j] + best[i + 1][j + 1]:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return found


def changes(
    target: Listing, source: Listing, may_be: Callable[[str, str], bool] | None = None
) -> Iterator[Change]:
    """Yield the lines in which a code block differs from its source, apart from text that
    translators change.

    `may_be(source, target)`: whether the target's line may be a translation of the source's.
    """
    in_target, other = _bare_lines(target), _bare_lines(source)
    if other and _DIAGRAM.match(other[0][1]):
        return
    a, b = [bare for _, bare in other], [bare for _, bare in in_target]
    flat, our_flat = [_flat(line) for line in a], [_flat(line) for line in b]
    if "".join(flat) == "".join(our_flat):
        return
    matcher = SequenceMatcher(None, flat, our_flat, autojunk=False)
    for tag, i, i_end, j, j_end in matcher.get_opcodes():
        if tag == "equal" or "".join(flat[i:i_end]) == "".join(our_flat[j:j_end]):
            continue
        both = min(i_end - i, j_end - j)
        for x, y in zip(range(i, i + both), range(j, j + both), strict=True):
            if not _is_same(a[x], b[y]) and not (may_be and may_be(a[x], b[y])):
                yield Change(in_target[y][0], other[x][0])
        yield from (Change(None, other[x][0]) for x in range(i + both, i_end) if _is_code(a[x]))


def renames(change: Change, target: str, source: str) -> list[tuple[str, str]]:
    """Return the names that the translator gave to what a line names, where it differs in nothing
    else but text for people; none of an attribute, or that are misspelt. `target`, `source`: all
    code."""
    if change.target is None:
        return []
    old, new = (_Strings(_uncommented(x.text)) for x in (change.source, change.target))
    shapes = ["".join(_NAME.sub("x", side.left).split()) for side in (old, new)]
    if shapes[0] != shapes[1] or not all(map(_may_differ, old.found, new.found)):
        return []
    names = zip(_NAME.findall(old.left), _NAME.findall(new.left), strict=True)
    differ = [pair for pair in names if pair[0] != pair[1]]
    is_named = all(
        a[0] != "."
        and (not _places_of(a, target) or re.search(rf"(?<!\w){b} *[=:]", target))
        and not _places_of(b, source)
        and not _is_slip(a, b)
        for a, b in differ
    )
    return differ if is_named else []


def is_throughout(old: str, new: str, target: str, source: str) -> bool:
    """Return whether code has another name wherever the source has this one, and more than once."""
    return len(_places_of(old, source)) == len(_places_of(new, target)) > 1


def _places_of(name: str, code: str) -> list[str]:
    """Return a name as often as code has it."""
    return re.findall(rf"(?<!\w){re.escape(name)}(?!\w)", code)


def _is_slip(source: str, target: str) -> bool:
    """Return whether a name is another, misspelt, or numbered otherwise."""
    is_like = SequenceMatcher(None, source, target, autojunk=False).ratio() >= _MISSPELT
    return is_like or _DIGITS.findall(source) != _DIGITS.findall(target)


def _flat(line: str) -> str:
    """Return a line, whatever ends it, however it is spaced and quoted, without sentences."""
    text = _STRING.sub(lambda m: "\0" if " " in m[0] else m[0], line).replace("'", '"')
    return re.sub(r"[\s,;]+|\{\0\}", "", text)


def _bare_lines(block: Listing) -> list[tuple[Line, str]]:
    """Return each line of code that is no comment, with its text without comments."""
    joined = "\n".join(line.text for line in block.lines)
    found = [
        (line, _PROMPT.sub("", _RULES.sub(r"\1\1\1", " ".join(text.split()))))
        for line, text in zip(block.lines, _uncommented(joined).split("\n"), strict=False)
    ]
    return [(line, text.rstrip(",;")) for line, text in found if text.strip(",;")]


def _uncommented(code: str) -> str:
    """Return code with its comments blank."""

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match[0]) if match["comment"] else match[0]

    return _COMMENT.sub(blank, code)


def _is_same(source: str, target: str) -> bool:
    """Return whether two lines differ only in text for people."""
    if _DRAWN.search(source) and _DRAWN.search(target):
        return True
    if _is_text(source) and _is_text(target):
        return True
    in_target, in_source = _Strings(target), _Strings(source)
    if len(in_target.found) != len(in_source.found):
        return _are_output(source, target)
    if not all(map(_may_differ, in_source.found, in_target.found)):
        return False
    if "".join(in_target.left.split()) == "".join(in_source.left.split()):
        return True
    if is_translated(in_source.left, in_target.left) or _are_output(source, target):
        return True
    apart = [Counter(LETTERS.findall(side.left.lower())) for side in (in_source, in_target)]
    only = apart[0] - apart[1], apart[1] - apart[0]
    return all(map(set.issubset, map(set, only), map(marking, ("en", "pt")))) and all(only)


class _Strings:
    """A line without its strings and the texts between tags."""

    def __init__(self, line: str) -> None:
        self.found: list[str] = []
        self.left = _STRING.sub(self._take, _TAGGED.sub(r"\1\0", line))

    def _take(self, match: re.Match[str]) -> str:
        self.found.append(next((group for group in match.groups() if group is not None), ""))
        return "\0"


def _may_differ(source: str, target: str) -> bool:
    """Return whether a string is text for people, or equal."""
    if source == target or not _MACHINE.search(source):
        return True
    return " " in source.strip() and " " in target.strip() and not source.startswith("-")


def _are_output(source: str, target: str) -> bool:
    """Return whether two lines are sentences, or what the help of a program says of one option."""
    options = [_OPTION.match(line) for line in (source, target)]
    cuts = [option.end() if option else 0 for option in options]
    texts = source[cuts[0] :], target[cuts[1] :]
    if 0 < cuts[0] == cuts[1] and all(text[:1].isupper() and " " in text for text in texts):
        return source[: cuts[0]] == target[: cuts[0]]
    return source[: cuts[0]] == target[: cuts[1]] and all(
        _is_output(line[cut:] or line) for line, cut in zip((source, target), cuts, strict=True)
    )


def _is_output(line: str) -> bool:
    """Return whether a line is a sentence, as programs print them."""
    return is_prose(line, "en") or is_prose(line, "pt") or _is_text(line)


def _is_text(line: str) -> bool:
    """Return whether a line is a label, as "Password:" or "John Doe"."""
    return line[0].isupper() and not line.isupper() and _TEXT_LINE.fullmatch(line) is not None


def _is_code(line: str) -> bool:
    """Return whether a line of a listing is code: no output, drawing or English prose."""
    words = LETTERS.findall(line.lower())
    return (
        not _is_output(line)
        and not _DRAWN.search(line)
        and sum(word in marking("en") for word in words) < _TELLING
        and bool(words)
        and not set(words) <= function_words()
    )
