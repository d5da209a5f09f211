"""Which Portuguese a text is written in, by the words that only one variant has."""

from __future__ import annotations

from collections import Counter

from textlint_pt.text.variants import variant_of
from textlint_pt.text.words import WORD

_NAMES = {"european": "pt-PT", "brazilian": "pt-BR"}


def variant(text: str) -> str | None:
    """`pt-PT` or `pt-BR`, if it has twice as many words of one as of the other; else None."""
    forms = Counter(match.group() for match in WORD.finditer(text))
    uses: Counter[str] = Counter()
    for form, number in forms.items():
        found = variant_of(form, 1)  # 1: whatever has a capital may be a name
        if found is not None and not found.weak:
            uses[found.way] += number
    for way, other in (("european", "brazilian"), ("brazilian", "european")):
        if uses[way] > 0 and uses[way] >= 2 * uses[other]:
            return _NAMES[way]
    return None
