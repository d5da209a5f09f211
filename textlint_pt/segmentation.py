"""Portuguese sentence and token boundaries (placeholder being replaced)."""

from __future__ import annotations

import re


def sentence_spans(text: str) -> list[tuple[int, int]]:
    return [(m.start(), m.end()) for m in re.finditer(r"\S[^.!?…]*[.!?…]*", text)]


def count_words(text: str) -> int:
    return len(re.findall(r"\w+", text))
