"""How far a text is in the spelling of before 1911, which the shipped models were not taught."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from textlint_pt import shipped
from textlint_pt.contract import Forms, View
from textlint_pt.text.segmentation import TokenKind, tokens
from textlint_pt_grammaticality.confidence import archaic
from textlint_pt_grammaticality.reading import KEPT

#: made by `python -m training.old_spelling`
FILE = Path(__file__).with_name("data") / "old_spelling.json"


class Usual(NamedTuple):
    """What nine in ten texts in that spelling reach: their mean `acceptability`, and the share of
    their words that are `unknown`."""

    acceptability: float
    unknown: float


@cache
def usual() -> Usual:
    found = json.loads(shipped.read_text(FILE))
    return Usual(found["acceptability"], found["unknown"])


def spelled_before_1911(view: View) -> float:
    """In [0, 1]: 0 for a text without words of that time, however many of its words are unknown;
    1 if it has them, and as many unknown words as that spelling makes of today's. Uses `forms`."""
    sentences = view.whole.sentences
    old = archaic(sentences)
    if not old:
        return 0.0
    forms = view.analysis("forms")
    counts = [unknown(sentence.text, forms) for sentence in sentences]
    share = sum(new for _, new in counts) / max(1, sum(every for every, _ in counts))
    return old * min(1.0, share / usual().unknown)


@lru_cache(KEPT)
def unknown(text: str, forms: Forms) -> tuple[int, int]:
    """Words of a sentence in small letters, and those that the lexicon does not know."""
    found = [token.text for token in tokens(text) if token.kind is TokenKind.WORD]
    small = [word for word in found if word.islower()]
    return len(small), sum(not forms.known(word) for word in small)
