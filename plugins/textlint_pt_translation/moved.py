"""Which categories a translation lost or gained against its reference, and by which words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from textlint_pt.contract import Bar
from textlint_pt.report.messages import quoted
from textlint_pt_translation.human import fingerprint, human_pairs
from textlint_pt_translation.labels import UNKNOWN, label

if TYPE_CHECKING:
    from textlint_pt.contract import Categorised, Link, Sentence, View

#: maximal categories named on each side, and words shown for each
MOST_CATEGORIES, MOST_WORDS = 3, 4
#: maximal words shown beside a bar
_BAR_WORDS = 8

#: lost, gained
_VERBS = {"pt": ("perdeu", "ganhou"), "en": ("lost", "gained")}


class Moved(msgspec.Struct, frozen=True):
    """A category that one side has more of.

    `difference`: words of it in the translation minus in the reference. `words`, `reference_words`:
    those of each side that the other has not, in lower case.
    """

    category: str
    difference: int
    words: tuple[str, ...]
    reference_words: tuple[str, ...]


class Changes(msgspec.Struct, frozen=True):
    """Categories that moved; formats in words, the format is the language: `{changes:pt}`.

    `before` stands before the words, if there are any.
    """

    moved: tuple[Moved, ...]
    before: str = ""

    def __format__(self, language: str) -> str:
        words = in_words(self.moved, language)
        return self.before + words if words else ""


Side = Sequence[tuple["Sentence", "Categorised"]]


def moved(
    candidate: Side, reference: Side, volatility: Mapping[str, float] | None = None
) -> list[Moved]:
    """Return categories that moved, losses first, the most significant first.

    A difference is more significant the rarer the category is in the two sentences, and the less it
    varies between good translations (`volatility`, by category; all equal if unknown). A category
    whose words were all named under another is left out ("function words" beside "negation").
    """
    target, other_forms = _forms(candidate), _forms(reference)
    found: list[tuple[tuple[float, int, str], Moved]] = []
    for category in sorted(target.keys() | other_forms.keys()):
        words, other_words = target.get(category, Counter()), other_forms.get(category, Counter())
        size = words.total() + other_words.total()
        difference = words.total() - other_words.total()
        if difference:
            usual = volatility[category] if volatility else 1.0
            rank = (-abs(difference) / math.sqrt(usual * size), size, category)
            change = Moved(
                category, difference, tuple(words - other_words), tuple(other_words - words)
            )
            found.append((rank, change))
    reported: set[tuple[bool, str]] = set()
    result: list[Moved] = []
    for _, change in sorted(found, key=lambda item: item[0]):
        gained = change.difference > 0
        carriers = {(gained, w) for w in (change.words if gained else change.reference_words)}
        if not carriers <= reported:
            reported |= carriers
            result.append(change)
    gains = [change for change in result if change.difference > 0][:MOST_CATEGORIES]
    losses = [change for change in result if change.difference < 0][:MOST_CATEGORIES]
    return [*losses, *gains]


def moved_between(view: View, reference: View, link: Link) -> list[Moved]:
    """Return categories that one side of a link lost or gained."""
    target, other = (
        list(zip(side.sentences[start:end], side.analysis("categories")[start:end], strict=True))
        for side, start, end in (
            (view, link.left, link.left_end),
            (reference, link.right, link.right_end),
        )
    )
    names = target[0][1].names
    pairs = human_pairs()
    if pairs.lexicon != fingerprint(names):
        return moved(target, other)
    return moved(target, other, dict(zip((*names, UNKNOWN), pairs.volatility, strict=True)))


def _forms(side: Side) -> dict[str, Counter[str]]:
    """Return words of each category, in lower case, in reading order."""
    result: dict[str, Counter[str]] = {}
    for sentence, categorised in side:
        for start, end, categories in categorised.words:
            form = sentence.text[start:end].lower()
            names = [categorised.names[i] for i in categories] or [UNKNOWN]
            for name in names:
                result.setdefault(name, Counter())[form] += 1
    return result


def in_words(changes: Sequence[Moved], language: str) -> str:
    """Return the changes as text: "perdeu negação («não»); ganhou verbos no futuro («irá»)"."""
    parts: list[str] = []
    for verb, gained in zip(_VERBS[language], (False, True), strict=True):
        items: list[str] = []
        for change in changes:
            if (change.difference > 0) == gained:
                words = change.words if gained else change.reference_words
                shown = listed([quoted(word, language) for word in words], MOST_WORDS)
                items.append(f"{label(change.category, language)} ({shown})")
        if items:
            parts.append(f"{verb} {', '.join(items)}")
    return "; ".join(parts)


def listed(words: Sequence[str], most: int) -> str:
    """Return the first words, and whether there are more."""
    return ", ".join([*words[:most], *(["…"] if len(words) > most else [])])


def evidence(change: Moved) -> dict[str, Any]:
    """Return a change in the form that a finding's evidence has."""
    return {
        "category": change.category,
        "difference": change.difference,
        "words": list(change.words),
        "reference_words": list(change.reference_words),
    }


def bars(moved: Sequence[Mapping[str, Any]], language: str) -> list[Bar]:
    """Return the words gained, or lost, that `evidence` gave as bars."""
    return [
        Bar(
            label(change["category"], language),
            change["difference"],
            listed(change["words" if change["difference"] > 0 else "reference_words"], _BAR_WORDS),
        )
        for change in moved
    ]
