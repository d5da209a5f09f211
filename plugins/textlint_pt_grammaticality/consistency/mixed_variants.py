"""GRA501: Brazilian and European words in one document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from textlint_pt.contract import View
from textlint_pt.text.variants import Variant, forms, variant_of
from textlint_pt_grammaticality.consistency.consistency import Consistency, Use
from textlint_pt_grammaticality.reading import KEPT, words


class MixedVariants(Consistency):
    """European and Brazilian forms in one document."""

    code = "GRA501"
    name = "consistency.mixed-variants"
    # readers of unseen text agreed with one finding of nine
    default = False
    different = 3

    def message_for(self, way: str) -> str:
        return way

    def uses(self, view: View) -> Iterator[Use]:
        found = [
            (Use(variant.way, sentence, start, end, variant.pair), variant.weak)
            for sentence in view.sentences
            for start, end, variant in _variants(sentence.text)
        ]
        strong = {(use.way, use.meaning) for use, weak in found if not weak}
        for use, weak in found:
            other = "brazilian" if use.way == "european" else "european"
            if not weak or (other, use.meaning) in strong:
                yield use


@lru_cache(KEPT)
def _variants(text: str) -> Sequence[tuple[int, int, Variant]]:
    """The words and phrases of a sentence that belong to a variant, in order."""
    single, phrases = forms()
    found: list[tuple[int, int, Variant]] = []
    for match in phrases.finditer(text):
        variant = single.get(match.group().lower()) or single.get(match.group())
        if variant is not None:
            found.append((match.start(), match.end(), variant))
    for word in words(text):
        variant = variant_of(text[word.start : word.end], word.start)
        if variant is not None:
            found.append((word.start, word.end, variant))
    return sorted(found, key=lambda one: one[0])
