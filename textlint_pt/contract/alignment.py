"""What the analyses `alignment:reference` and `alignment:source` hand over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from textlint_pt.contract.analysis import Refused

_REASONS = {
    "pt": {
        "empty": "um dos textos não tem frases",
        "length": "um texto tem {ratio:.1f} vezes o tamanho do outro (limite {limit:.2g})",
        "words": "as frases emparelhadas têm {similarity:.0%} das palavras em comum "
        "(mínimo {limit:.0%})",
        "across": "números, nomes, códigos e cognatos mostram poucas frases que se correspondam: "
        "{similarity:.0%}, contadas as que não têm par (mínimo {limit:.0%})",
        "lengths": "os comprimentos das frases não se correspondem "
        "(desvio médio {deviation:.2f}, limite {limit:.2g})",
    },
    "en": {
        "empty": "one of the texts has no sentences",
        "length": "one text is {ratio:.1f} times as long as the other (limit {limit:.2g})",
        "words": "paired sentences share {similarity:.0%} of their words (at least {limit:.0%})",
        "across": "numbers, names, code and cognates show few sentences that correspond: "
        "{similarity:.0%}, those without a counterpart counted (at least {limit:.0%})",
        "lengths": "the lengths of the sentences do not correspond "
        "(mean deviation {deviation:.2f}, limit {limit:.2g})",
    },
}


class NotAligned(Refused):
    """The texts do not correspond. `reason` is a key, `values` the numbers behind it."""

    def __init__(self, reason: str, values: Mapping[str, float] | None = None) -> None:
        super().__init__(reason, values)
        self.reason = reason
        self.values = dict(values or {})

    def explain(self, language: str) -> str:
        return _REASONS[language][self.reason].format(**self.values)

    def __str__(self) -> str:
        return self.explain("en")


class Link(NamedTuple):
    """Sentences [left, left_end) correspond to [right, right_end); one side may be empty.

    `similarity` is the weighted share in common, in [0, 1]: of words, or across languages of what
    both texts have at all (None: the link has nothing of that).
    """

    left: int
    left_end: int
    right: int
    right_end: int
    similarity: float | None = None

    @property
    def paired(self) -> bool:
        return self.left < self.left_end and self.right < self.right_end


class Alignment(NamedTuple):
    """Links in order, covering every sentence of both sides once, or those of `align_parts`.

    `quality`, in [0, 1]: the mean similarity over all sentences by weight (one without a partner
    counts 0); where there is too little to compare across languages, it falls from 1 to 0 as
    lengths stop corresponding.
    """

    links: tuple[Link, ...]
    quality: float
