"""The skeleton of a page of Markdown: what stands in it besides prose, in its order.

Headings with their levels and anchors, directives and admonitions, components and imports of MDX,
shortcodes, images, blocks of code; and the keys of the front matter.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from textlint_pt.contract import Document, Kind, MarkupKind, Span
from textlint_pt.text.regex import regex
from textlint_pt_translation.kept import slug

#: formats that have such a skeleton
FORMATS = frozenset({"markdown", "mdx"})


class Part(NamedTuple):
    """A piece of the skeleton: `what` it is, its `name`, as it is `written`, and where.

    `attributes` are those of a component; `anchor` is that of a heading, the rest of the line of a
    directive, the text of an image, which is `written` as its address.
    """

    what: str
    name: str
    written: str
    span: Span
    attributes: tuple[tuple[str, str], ...] = ()
    anchor: str = ""

    @property
    def key(self) -> str:
        return f"{self.what} {self.name}"


class Entry(NamedTuple):
    """A key of the front matter with its value, and where the two stand."""

    key: str
    value: str
    span: Span


_FRONT = regex(r"\A\s*---[^\S\n]*\n(.*?)^---[^\S\n]*$", re.MULTILINE | re.DOTALL)
_KEY = regex(
    r"^([A-Za-z_][\w.-]*)[^\S\n]*:(?!\S)[^\S\n]*(.*(?:\n(?:[^\S\n]+|-[^\S\n]).*|\n(?=\n))*)", re.M
)
_PARTS = regex(
    r"""
      ^[^\S\n]*import\s++(?P<names>[^\s'";]++(?:[^\S\n]++(?!from\s)[^\s'";]++)*+)\s++from\s++['"](?P<module>[^'"\n]+)['"];?
    | ^(?P<level>\#{1,6})[^\S\n]+(?P<heading>[^\n]*)
    | ^[^\S\n>*+-]*(?::{3,}|/{3}|!{3}|\?{3}\+?)[^\S\n]*\{?(?P<directive>[A-Za-z][\w-]*)
    | ^[^\S\n]*>[^\S\n]*\[!(?P<alert>\w+)\]
    | \{\{[%<][^\S\n]*(?!(?:rel)?ref\b)(?P<shortcode>/?[^\W\d][\w/.-]*)
    | \{%-?[^\S\n]*(?P<tag>[a-z]\w*)
    | <(?P<closing>/?)(?P<component>[A-Z][\w.]*)
      (?P<attributes>(?:\s+[\w:@-]+(?:=(?:"[^"]*"|'[^']*'|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}))?)*)\s*/?>
    """,
    re.MULTILINE | re.VERBOSE,
)
_ATTRIBUTE = regex(r"([\w:@-]+)(?:=(\"[^\"]*\"|'[^']*'|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}))?")
_ANCHOR = regex(r"\{[^\S\n]*(?:/\*[^\S\n]*)?#([\w.-]+)[^\S\n]*(?:\*/[^\S\n]*)?\}[^\S\n]*\Z")
_NAMES = regex(r"[A-Za-z_$][\w$]*")
_ATTRIBUTES = regex(r"\{[^{}]*\}\s*\Z")
_TAG = regex(r"</?[A-Za-z][^<>]*>")
DASHES = regex(r"-{2,}")
_SIGNS = regex(r"[\W_]+")
#: parts of a side that are compared with one another at a time
_WINDOW = 128
#: boxes that sites write as a directive, an alert or a component
_BOXES = frozenset(
    ("tip", "note", "warning", "info", "caution", "danger", "important", "attention", "hint")
)
#: boxes of no kind, which one side may have for one of a kind
_BOX = frozenset(("admonition", "alert", "callout"))


def are_boxes(source: Part, target: Part) -> bool:
    """Return whether two parts are boxes, one of them of no kind."""
    names = {source.name, target.name}
    return not names.isdisjoint(_BOX) and names <= _BOX | _BOXES


def entries(document: Document) -> list[Entry]:
    """Return keys of the front matter on the first level, in their order."""
    front = _FRONT.match(document.raw)
    if front is None:
        return []
    return [
        Entry(
            match[1],
            " ".join(match[2].split()).strip("\"'|>- "),
            Span(match.start(), match.start() + len(match[0].rstrip())),
        )
        for match in _KEY.finditer(document.raw, front.start(1), front.end(1))
    ]


def front_end(document: Document) -> int:
    """Return where the front matter ends; 0 without any."""
    front = _FRONT.match(document.raw)
    return front.end() if front and document.format in FORMATS else 0


#: the code and the figures of the cells of a row
_Row = tuple[tuple[str, ...], ...]
_HARD = regex(r"`[^`\n]+`|\d+")


class Table(NamedTuple):
    """A table: how many rows it has, the line under the headings included, and where it stands."""

    rows: int
    span: Span


def tables(document: Document) -> list[Table]:
    """Return the tables in the order of the file, without those in code and comments. A row need
    not begin with a bar once the table has begun."""
    hidden = _Hidden(document)
    found: list[Table] = []
    rows: list[tuple[int, str]] = []
    at = 0
    for line in [*document.raw.splitlines(keepends=True), ""]:
        if line.lstrip().startswith("|") or (len(rows) > 1 and "|" in line):
            rows.append((at, line.rstrip()))
        else:
            if len(rows) > 1 and not hidden.holds(rows[0][0]):
                (first, _), (_, rule), (last, end) = rows[0], rows[1], rows[-1]
                if "-" in rule and not rule.strip().strip("|:- \t"):
                    found.append(Table(len(rows), Span(first, last + len(end))))
            rows = []
        at += len(line)
    return found


def other_tables(document: Document, other: Document) -> list[tuple[Table, Table]]:
    """Return tables of the target and the source with other numbers of rows, where both sides have
    as many."""
    return [(a, b) for a, b, is_same in _both(document, other) if a.rows != b.rows and not is_same]


def rearranged(document: Document, other: Document) -> tuple[list[Span], list[Span]]:
    """Return where tables of the target and the source stand that have the same code and figures in
    their cells, and their rows or columns in another order or turned round."""
    both = [
        (in_target.span, one.span) for in_target, one, is_same in _both(document, other) if is_same
    ]
    return [in_target for in_target, _ in both], [one for _, one in both]


def _both(document: Document, other: Document) -> Iterator[tuple[Table, Table, bool]]:
    """Yield tables side by side, and whether one is the other rearranged."""
    if not {document.format, other.format} <= FORMATS:
        return
    target, source = tables(document), tables(other)
    for in_target, one in zip(target, source, strict=True) if len(target) == len(source) else ():
        yield in_target, one, _are_rearranged(_grid(document, in_target), _grid(other, one))


def _grid(document: Document, table: Table) -> list[_Row]:
    """Return the code and the figures of each cell."""
    first, _, *rows = document.raw[table.span.start : table.span.end].splitlines()
    cells = [row.strip().strip("|").split("|") for row in (first, *rows)]
    return [tuple(tuple(sorted(_HARD.findall(cell))) for cell in row) for row in cells]


def _are_rearranged(target: Sequence[_Row], source: Sequence[_Row]) -> bool:
    """Return whether tables differ only in the order of rows or columns."""
    turned, columns = list(zip(*target, strict=False)), list(zip(*source, strict=False))
    for in_target, other in ((target, source), (turned, columns), (turned, source)):
        moved = [row for row, one in zip_longest(in_target, other) if row and row != one]
        # two rows with one value each may have exchanged it by mistake
        is_clear = len(moved) > 2 or all(sum(map(bool, row)) > 1 for row in moved)
        if is_clear and any(map(any, in_target)) and sorted(in_target) == sorted(other):
            return target != source
    return False


def body(document: Document) -> int:
    """Return the line on which the text begins, after the front matter."""
    front = _FRONT.match(document.raw)
    return document.position(front.end())[0] + 1 if front else 1


def parts(document: Document) -> list[Part]:
    """Return the headings, lists, images … of a page in order, without those in code and
    comments."""
    front = _FRONT.match(document.raw)
    hidden = _Hidden(document)
    found = [
        part
        for match in _PARTS.finditer(document.raw, front.end() if front else 0)
        if not hidden.holds(match.start() + len(match[0]) - len(match[0].lstrip()))
        for part in _read(match)
    ]
    for markup in document.markup:
        if markup.kind is MarkupKind.CODE_BLOCK:
            found.append(Part("code", markup.name, "```", markup.span))
        elif markup.kind is MarkupKind.IMAGE:
            name = markup.target.partition("?")[0].rpartition("/")[2].partition(".")[0]
            written, text = markup.target, markup.content.text
            found.append(Part("image", name, written, markup.span, anchor=text))
    return sorted(found, key=lambda part: part.span)


def anchors(document: Document) -> Iterator[str]:
    """Yield the names that links to the headings of a page have."""
    for sentence in document.sentences:
        if sentence.kind is Kind.HEADING:
            yield slug(_ANCHOR.sub("", sentence.text))
    yield from (part.anchor for part in parts(document) if part.what == "heading")


class _Hidden:
    """Ranges of code and comments."""

    def __init__(self, document: Document) -> None:
        kinds = (MarkupKind.CODE_BLOCK, MarkupKind.CODE)
        spans = [m.span for m in document.markup if m.kind in kinds]
        self._spans = sorted([*spans, *(comment.span for comment in document.comments)])

    def holds(self, at: int) -> bool:
        place = bisect_right(self._spans, (at, 1 << 40)) - 1
        return place >= 0 and at < self._spans[place].end


def _read(match: re.Match[str]) -> Iterator[Part]:
    """Yield the part that a match of `_PARTS` describes, and those inside a heading."""
    written = match[0].strip()
    start = match.start() + len(match[0]) - len(match[0].lstrip())
    span = Span(start, start + len(written))
    groups = match.groupdict()
    if groups["module"]:
        module = groups["module"].rpartition("/")[2]
        names = " ".join(sorted(_NAMES.findall(groups["names"])))
        yield Part("import", f"{names} {module}", written, span)
    elif groups["level"]:
        for inner in _PARTS.finditer(match.string, *match.span("heading")):
            yield from (part._replace(span=span) for part in _read(inner))
        anchor = _ANCHOR.search(groups["heading"].rstrip())
        yield Part("heading", groups["level"], written, span, anchor=anchor[1] if anchor else "")
    elif groups["component"]:
        attributes = tuple(
            (name, (value or "").strip("\"'"))
            for name, value in _ATTRIBUTE.findall(groups["attributes"] or "")
        )
        name = f"{groups['closing']}{groups['component']}"
        if groups["component"].lower() in _BOXES:
            if not groups["closing"]:
                yield Part("directive", name.lower(), f"<{name}>", span)
            return
        yield Part("component", name, f"<{name}>", span, attributes)
    else:
        kinds = (groups[what] for what in ("directive", "alert", "shortcode", "tag"))
        name = next(filter(None, kinds))
        name = name.lower() if groups["alert"] or name.lower() in _BOXES else name
        rest = match.string[match.end() :].partition("\n")[0].strip()
        yield Part("directive", name, written, span, anchor=rest)


class Pairing(NamedTuple):
    """Parts of the source with the target; None on a side without one."""

    source: Part | None
    target: Part | None


def paired(source: Sequence[Part], target: Sequence[Part]) -> list[Pairing]:
    """Return the parts of source and target side by side, in order, with the fewest differences
    (edit distance).

    Of pages with more than `_WINDOW` parts the equal beginning and end are paired first and the
    rest in windows of that size, so that time is linear.
    """
    found: list[Pairing] = []
    last: list[Pairing] = []
    i, j, rows, columns = 0, 0, len(source), len(target)
    if max(rows, columns) > _WINDOW:
        while rows and columns and _is_same(source[rows - 1], target[columns - 1]):
            rows, columns = rows - 1, columns - 1
            last.append(Pairing(source[rows], target[columns]))
    while i < rows or j < columns:
        is_cut = max(rows - i, columns - j) > _WINDOW
        if is_cut and i < rows and j < columns and _is_same(source[i], target[j]):
            steps = [Pairing(source[i], target[j])]
        else:
            ends = min(i + _WINDOW, rows), min(j + _WINDOW, columns)
            steps = _cheapest(source[i : ends[0]], target[j : ends[1]])
        for pairing in steps[: _WINDOW // 2] if is_cut else steps:
            found.append(pairing)
            i += pairing.source is not None
            j += pairing.target is not None
    return found + last[::-1]


def _cheapest(source: Sequence[Part], target: Sequence[Part]) -> list[Pairing]:
    """Return the pairing of least cost (edit distance)."""
    rows, columns = len(source), len(target)
    cost = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows, -1, -1):
        for j in range(columns, -1, -1):
            if i < rows or j < columns:
                cost[i][j] = min(_steps(cost, source, target, i, j))[0]
    found: list[Pairing] = []
    i = j = 0
    while i < rows or j < columns:
        _, down, right = min(_steps(cost, source, target, i, j))
        found.append(Pairing(source[i] if down else None, target[j] if right else None))
        i, j = i + down, j + right
    return found


def _is_same(source: Part, target: Part) -> bool:
    return source.what == target.what and _difference(source, target) == 0.0


def _steps(
    cost: Sequence[Sequence[float]], source: Sequence[Part], target: Sequence[Part], i: int, j: int
) -> Iterator[tuple[float, int, int]]:
    """Yield the steps from a cell of the edit distance: total cost, and the number of parts that it
    takes from source and target."""
    if i < len(source) and j < len(target) and source[i].what == target[j].what:
        price = _difference(source[i], target[j])
        yield cost[i + 1][j + 1] + price, 1, 1
    if i < len(source):
        yield cost[i + 1][j] + 1.0, 1, 0
    if j < len(target):
        yield cost[i][j + 1] + 1.0, 0, 1


def _difference(source: Part, target: Part) -> float:
    """Return the cost, 0 to 3, of pairing two parts of a kind: highest for different names."""
    if source.name != target.name:
        return 1.5 if source.name.startswith("/") is target.name.startswith("/") else 3.0
    if source.what == "component" and source.attributes != target.attributes:
        every = set(source.attributes) | set(target.attributes)
        return 0.1 * len(every - (set(source.attributes) & set(target.attributes))) / len(every)
    if source.anchor == target.anchor or source.what not in ("heading", "directive"):
        return 0.0
    if source.what == "directive":
        return 0.1
    return 0.1 if source.anchor or bare(named(source)) != bare(target.anchor) else 0.0


def bare(anchor: str) -> str:
    """Return an anchor without what stands for signs, which each program replaces otherwise."""
    return _SIGNS.sub("", anchor)


def named(heading: Part) -> str:
    """Return the name that a heading gets by itself."""
    text = _ATTRIBUTES.sub("", _TAG.sub("", heading.written)).lstrip("#").strip().replace("`", "")
    return DASHES.sub("-", slug(text))
