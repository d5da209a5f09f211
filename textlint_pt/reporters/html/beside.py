"""Source, reference and text side by side, sentence by sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby

from textlint_pt.report.report import Side
from textlint_pt.reporters.figures import decimal
from textlint_pt.reporters.html.cards import notes_for
from textlint_pt.reporters.html.elements import Element, element, text
from textlint_pt.reporters.html.marked import Marked, Range
from textlint_pt.text.regex import regex

#: what changes as a whole: a word, a number, any other sign
_WORD = regex(r"\d+(?:[.,]\d+)*|\w+(?:[-'’]\w+)*|[^\w\s]")
#: sides in the order in which they are shown
_ROLES = ("source", "reference", "text")
#: drift from which a row is coloured, lightest first
DRIFT_STEPS = (0.1, 0.2, 0.35, 0.5)


def table(marked: Marked) -> Element:
    words = marked.words
    roles = [role for role in _ROLES if role in marked.sides]
    paths = {side.path for side in marked.sides.values()}
    head = [
        element(
            "th",
            words(f"role.{role}"),
            element("span", marked.sides[role].path, class_="path") if len(paths) > 1 else "",
            scope="col",
            role="columnheader",
        )
        for role in roles
    ]
    corner = element(
        "th", element("span", words("row"), class_="unseen"), scope="col", role="columnheader"
    )
    rows = [_row(marked, row, roles) for row in rows_of(marked.sides)]
    return text(
        [
            _scale(marked),
            element(
                "table",
                element("thead", element("tr", corner, head, role="row"), role="rowgroup"),
                element("tbody", rows, role="rowgroup"),
                class_=f"beside of{len(roles)}",
                role="table",
                aria_label=words("beside"),
            ),
        ]
    )


def _row(marked: Marked, row: Mapping[str, Sequence[int]], roles: Sequence[str]) -> Element:
    words = marked.words
    own = row["text"]
    drift = _drift(marked, own)
    step = "" if drift is None else f" drift-{sum(drift >= least for least in DRIFT_STEPS)}"
    first = marked.sides["text"].sentences[own[0]] if own else None
    head = element(
        "th",
        element("span", words("line", line=first.line), class_="line")
        if first
        else element("span", words("alone"), class_="unseen"),
        element("span", words("drift", drift=decimal(drift, 2, words.language)), class_="drift")
        if drift is not None
        else "",
        scope="row",
        role="rowheader",
    )
    changed = _changed(marked, row) if "reference" in roles else {}
    is_changed = bool(changed) or any(not row[role] for role in roles)
    cells = []
    for role in roles:
        side, indices = marked.sides[role], row[role]
        label = words(f"role.{role}")
        if not indices:
            cells.append(
                element("td", words("alone"), class_=f"{role} alone", data_label=label, role="cell")
            )
            continue
        kind = side.sentences[indices[0]].kind
        cells.append(
            element(
                "td",
                marked.sentences(role, indices, changed.get(role, {})),
                class_=f"{role} {kind}",
                lang=side.language,
                dir="auto",
                data_label=label,
                role="cell",
            )
        )
    notes = notes_for(marked, own)
    look = f"pair{step}{' changed' if is_changed else ''}"
    lines = [element("tr", head, cells, class_=look, role="row")]
    if notes:
        width = str(len(roles))  # what is said of the text stands under it
        before = element("td", colspan=width, role="cell", aria_colspan=width)
        lines.append(
            element("tr", before, element("td", notes, role="cell"), class_="notes-row", role="row")
        )
    return text(lines)


def _changed(
    marked: Marked, row: Mapping[str, Sequence[int]]
) -> Mapping[str, Mapping[int, Sequence[Range]]]:
    """The words that the text and its reference do not have in common, by side and sentence."""
    sides = {role: _words(marked.sides[role], row[role]) for role in ("reference", "text")}
    theirs, ours = ([word for _, _, word in of] for of in sides.values())
    if not (theirs and ours) or theirs == ours:
        return {}
    found: dict[str, defaultdict[int, list[Range]]] = {role: defaultdict(list) for role in sides}
    for kind, *bounds in SequenceMatcher(None, theirs, ours, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        for (role, words), (low, high) in zip(sides.items(), (bounds[:2], bounds[2:]), strict=True):
            for index, run in groupby(words[low:high], key=lambda word: word[0]):
                ranges = [place for _, place, _ in run]
                found[role][index].append((ranges[0][0], ranges[-1][1]))
    return found


def _words(side: Side, indices: Sequence[int]) -> list[tuple[int, Range, str]]:
    """The words of sentences and what stands between them, with sentence and place."""
    return [
        (index, match.span(), match[0])
        for index in indices
        for match in _WORD.finditer(side.sentences[index].text)
    ]


def _drift(marked: Marked, indices: Sequence[int]) -> float | None:
    measures = marked.entry.measures
    values = [measures[index].get("drift") for index in indices] if measures else []
    return max((value for value in values if value is not None), default=None)


def _scale(marked: Marked) -> Element:
    """The legend of the colours, if drift was measured."""
    words = marked.words
    if _drift(marked, range(len(marked.sides["text"].sentences))) is None:
        return text("")
    labels = [words("under", value=words.number(DRIFT_STEPS[0]))]
    labels += [words("from", value=words.number(step)) for step in DRIFT_STEPS]
    swatches = [element("li", label, class_=f"drift-{step}") for step, label in enumerate(labels)]
    return element(
        "div", element("p", words("drift-scale")), element("ul", swatches), class_="scale"
    )


def rows_of(sides: Mapping[str, Side]) -> Iterator[dict[str, list[int]]]:
    """Sentences that belong beside one another, as indices by role: the smallest rows that keep
    every link of every companion whole. Sentences of companions without a partner get rows of their
    own at the place where they would be."""
    size = len(sides["text"].sentences)
    companions = {role: side.links for role, side in sides.items() if role != "text"}
    inside = {
        place
        for links in companions.values()
        for left, left_end, _, _ in links
        for place in range(left + 1, left_end)
    }
    paired: dict[str, dict[int, list[int]]] = {}
    missing: dict[str, dict[int, list[int]]] = {}
    for role, links in companions.items():
        paired[role], missing[role] = {}, {}
        for left, left_end, right, right_end in links:
            there = paired[role] if left < left_end or left in inside else missing[role]
            there.setdefault(left, []).extend(range(right, right_end))
    start = 0
    for place in range(size + 1):
        if place in inside:
            continue
        if place > start:
            yield {
                "text": list(range(start, place)),
                **{
                    role: [index for at in range(start, place) for index in found.get(at, ())]
                    for role, found in paired.items()
                },
            }
        start = place
        lacking = {role: found.get(place, []) for role, found in missing.items()}
        if any(lacking.values()):
            yield {"text": [], **lacking}
