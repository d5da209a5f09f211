"""How often the alignment of sentences is right, in parallel texts damaged with seed 7."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_embedded.translations import translations
from textlint_pt_translation.bridge import words_of

from benchmarks.evaluation.command import Files, Rows
from benchmarks.evaluation.common import read_text, stem
from benchmarks.translation_checks import texts
from textlint_pt.companions.alignment import Unit, align
from textlint_pt.contract.alignment import NotAligned
from textlint_pt.formats.building import build
from textlint_pt.registry import plugins

SEED = 7
RATE = 0.03
_FEWEST = 5
#: words of a segment that is split in two
_LONG = 8
_MARK = re.compile(r"(?<=[,;:])\s+")
_SPACE = re.compile(r"\s+")

Pairs = Sequence[tuple[str, str]]
#: sentences [left, left_end) and [right, right_end)
Link = tuple[int, int, int, int]

KINDS: Mapping[str, Callable[[int, int], bool]] = {
    "all": lambda left, right: True,
    "one-to-one": lambda left, right: left == right == 1,
    "one-to-two": lambda left, right: {left, right} == {1, 2},
    "alone": lambda left, right: 0 in (left, right),
}


def sets_of(files: Sequence[str]) -> dict[str, tuple[list[Pairs], bool]]:
    """Return the documents of each set, and whether both sides are in one language."""
    found: dict[str, tuple[list[Pairs], bool]] = {}
    strings: list[Pairs] = []
    for path in files:
        if ".jsonl" not in path:
            strings.append(_strings(path))
            continue
        columns = list(texts(path))
        for name, _, documents in columns:
            found[name] = [[*zip(d.target, d.source, strict=True)] for d in documents], False
        first = columns[0][2]
        if first[0].reference:
            both: list[Pairs] = [[*zip(d.target, d.reference, strict=True)] for d in first]
            found[f"{stem(path)}-two"] = both, True
    if strings:
        found["strings"] = strings, False
    return {
        name: ([pairs for pairs in documents if len(pairs) >= _FEWEST], is_one_language)
        for name, (documents, is_one_language) in found.items()
    }


def _strings(path: str) -> Pairs:
    """Return (translation, source) of the strings of a file that are read, in order."""
    text = read_text(path)
    document = build(path, text, plugins.load(third_party=False).format_for(Path(path).name))
    return [
        (unit.target.normalised().text, unit.source.normalised().text)
        for unit in document.units
        if unit.source is not None and unit.blocks and unit.source_blocks
    ]


def halves(text: str) -> tuple[str, str] | None:
    """Return a segment split in two at a mark or space near its middle; None if it is short."""
    if len(text.split()) < _LONG:
        return None
    for pattern in (_MARK, _SPACE):
        middle = [
            match
            for match in pattern.finditer(text)
            if len(text) <= 4 * match.start() <= 3 * len(text)
        ]
        if middle:
            cut = min(middle, key=lambda match: abs(2 * match.start() - len(text)))
            return text[: cut.start()], text[cut.end() :]
    return None


def damaged(
    pairs: Pairs, rng: random.Random, rate: float
) -> tuple[list[str], list[str], set[Link]]:
    """Return both sides with sentences dropped, joined or split at random, and the gold links."""
    left, right, gold, index = list[str](), list[str](), set[Link](), 0
    while index < len(pairs):
        target, source = [pairs[index][0]], [pairs[index][1]]
        drawn = rng.random()
        # 0 and 1 drop a side, 2 and 3 join two sentences of one, 4 and 5 split one
        kind = next((kind for kind in range(6) if drawn < (kind + 1) * rate), None)
        following = pairs[index + 1] if index + 1 < len(pairs) else None
        if kind == 0:
            target = []
        elif kind == 1:
            source = []
        elif kind in (2, 3) and following:
            target, source = [target[0], following[0]], [source[0], following[1]]
            joined = target if kind == 2 else source
            joined[:] = [" ".join(joined)]
            index += 1
        elif kind == 4:
            target = list(halves(target[0]) or target)
        elif kind == 5:
            source = list(halves(source[0]) or source)
        index += 1
        gold.add((len(left), len(left) + len(target), len(right), len(right) + len(source)))
        left += target
        right += source
    return left, right, gold


def units(
    left: Sequence[str], right: Sequence[str], is_one_language: bool
) -> tuple[list[Unit], list[Unit]]:
    """Return the sentences of both sides as units that can be aligned.

    Across languages each unit has the words that translate each other, as rules of translation use.
    """
    if is_one_language:
        return [*map(Unit, left)], [*map(Unit, right)]
    target, source = words_of(left, right, form_lexicon(), translations())
    return (
        [Unit(text, words=words) for text, words in zip(left, target, strict=True)],
        [Unit(text, words=words) for text, words in zip(right, source, strict=True)],
    )


def rows_of(name: str, documents: Sequence[Pairs], is_one_language: bool) -> Iterator[Any]:
    """Yield precision and recall of links: of undamaged documents, then of damaged ones by kind."""
    for label, damage in (("undamaged", 0.0), ("", RATE)):
        rng = random.Random(SEED)
        gold: set[tuple[int, Link]] = set()
        aligned: set[tuple[int, Link]] = set()
        not_aligned = 0
        for document_index, pairs in enumerate(documents):
            left, right, links = damaged(pairs, rng, damage)
            gold |= {(document_index, link) for link in links}
            try:
                alignment = align(*units(left, right, is_one_language), lexical=is_one_language)
            except NotAligned:
                not_aligned += 1
                continue
            aligned |= {
                (document_index, (link.left, link.left_end, link.right, link.right_end))
                for link in alignment.links
            }
        for kind, is_kind in KINDS.items():
            if label and kind != "all":
                continue
            predicted, expected = (
                {
                    (document_index, link)
                    for document_index, link in links
                    if is_kind(link[1] - link[0], link[3] - link[2])
                }
                for links in (aligned, gold)
            )
            hits = len(predicted & expected)
            yield {
                "set": name,
                "links": label or kind,
                "precision": hits / max(1, len(predicted)),
                "recall": hits / max(1, len(expected)),
                "f1": 2 * hits / max(1, len(predicted) + len(expected)),
                "n": len(expected),
                "refused": not_aligned,
            }


def run(files: Files) -> Rows:
    for name, (documents, is_one) in sets_of(files).items():
        yield from rows_of(name, documents, is_one)
