"""TRA015: a sentence whose source changed since it was translated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt.contract import Finding
from textlint_pt.text.regex import regex
from textlint_pt.text.words import ALPHANUMERIC
from textlint_pt_translation.checks import PairRule, shortened

if TYPE_CHECKING:
    from textlint_pt.contract import Alignment, Sentence, View

_DENIAL = regex(r"\b(?:not|no|never|cannot|none|nothing|without|nor|neither)\b|n[’']t\b", re.I)
_MODAL = regex(
    r"\b(?:must|should|shall|can|could|may|might|will|would|ha(?:s|ve) to|needs? to"
    r"|required|optional)\b",
    re.IGNORECASE,
)
_NUMBER = regex(r"\d+(?:[.,]\d+)*")


class Change(NamedTuple):
    """What changed between two versions of a sentence: `why`, and the words of then and now."""

    why: str
    old: str
    new: str


class Stale(PairRule):
    """The source of a sentence changed since it was translated."""

    code = "TRA015"

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield findings for sentences whose source has changed since they were translated."""
        if not view.has("former:source") or not view.has("alignment:source"):
            return
        since: Alignment | None = view.analysis("former:source")
        if since is None:
            return
        source = view.document.companions["source"]
        former = source.companions["former"]
        here = {
            index: link
            for link in view.analysis("alignment:source").links
            for index in range(link.right, link.right_end)
            if link.paired
        }
        reported: set[int] = set()
        for link in since.links:
            now = source.sentences[link.left : link.left_end]
            then = former.sentences[link.right : link.right_end]
            target = here.get(link.left)
            if not link.paired or target is None or target.left in reported:
                continue
            change = _change(then, now)
            if change is None or _is_done(view, target.left, target.left_end, then, now):
                continue
            reported.add(target.left)
            yield self.on_sentences(
                view.sentences[target.left : target.left_end],
                now,
                "source",
                {"why": change.why, "old": change.old, "new": change.new},
                arguments={"old": shortened(change.old), "new": shortened(change.new)},
            )


def _change(then: Sequence[Sentence], now: Sequence[Sentence]) -> Change | None:
    """Return what changed in a sentence; None where only punctuation and capitals did."""
    old, new = (" ".join(sentence.text for sentence in side) for side in (then, now))
    if old == new:
        return None
    before, after = list(ALPHANUMERIC.finditer(old)), list(ALPHANUMERIC.finditer(new))
    sides = [[word[0].casefold() for word in side] for side in (before, after)]
    codes = [
        sorted(s.text[low:high] for s in side for low, high in s.opaque) for side in (then, now)
    ]
    if sides[0] == sides[1] and codes[0] == codes[1]:
        return None
    kinds = (("number", _NUMBER), ("negation", _DENIAL), ("modal", _MODAL))
    changed = (
        name
        for name, pattern in kinds
        if sorted(pattern.findall(old.casefold())) != sorted(pattern.findall(new.casefold()))
    )
    why = next(changed, "code" if codes[0] != codes[1] else "words")
    steps = SequenceMatcher(None, sides[0], sides[1], autojunk=False).get_opcodes()
    first_change = next((step for step in steps if step[0] != "equal"), None)
    if first_change is None:
        return Change(why, old, new)
    _, first, last, low, high = first_change
    return Change(why, _around(old, before, first, last), _around(new, after, low, high))


def _around(text: str, words: Sequence[re.Match[str]], first: int, last: int) -> str:
    """Return words [first, last) of a text with one on either side."""
    if not words:
        return text
    start = words[max(0, first - 1)].start()
    return text[start : words[min(last, len(words) - 1)].end()]


def _is_done(
    view: View, first: int, last: int, then: Sequence[Sentence], now: Sequence[Sentence]
) -> bool:
    """Return whether only numbers and code changed, and the target has the new ones already."""
    old, new = (" ".join(sentence.text for sentence in side) for side in (then, now))
    if _NUMBER.sub("0", old) != _NUMBER.sub("0", new):
        return False
    fresh = set(_NUMBER.findall(new)) - set(_NUMBER.findall(old))
    target = " ".join(sentence.text for sentence in view.sentences[first:last])
    return bool(fresh) and fresh <= set(_NUMBER.findall(target))
