"""GRA503: *tu* and *você* for one reader."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.contract import Kind, Severity, View
from textlint_pt_grammaticality.consistency.consistency import Consistency, Use
from textlint_pt_grammaticality.reading import own_words, words

_TU = own_words("mixed-address.tu")
_ADDRESSES = _TU | {"você"}
_NOUN_MARKERS = own_words("mixed-address.noun-markers")


def _addresses(text: str) -> bool:
    return not _ADDRESSES.isdisjoint(word.form for word in words(text))


class MixedAddress(Consistency):
    """The reader is *tu* in one place and *você* in another."""

    code = "GRA503"
    name = "consistency.mixed-address"
    severity = Severity.INFO

    def uses(self, view: View) -> Iterator[Use]:
        for sentence, _ in view.document.telling(_addresses):
            text = sentence.text
            if sentence.kind is Kind.DIALOGUE or any(dash in text for dash in ("—", "–", "--")):
                continue
            found = words(text)
            for at, word in enumerate(found):
                if word.form == "você":
                    yield Use("você", sentence, word.start, word.end)
                    continue
                named = word.form == "tu" and at and found[at - 1].form in _NOUN_MARKERS
                capital = word.start and text[word.start].isupper()
                if word.form in _TU and not named and not capital:
                    yield Use("tu", sentence, word.start, word.end)
