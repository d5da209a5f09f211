"""GRA501 to GRA505: two ways of writing variants, orthography, address, numbers and dates."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from textlint_pt.contract import (
    Finding,
    Kind,
    Option,
    Related,
    Rule,
    Scope,
    Sentence,
    Severity,
    View,
)
from textlint_pt.text.regex import regex
from textlint_pt.text.variants import Variant, forms, variant_of
from textlint_pt_grammaticality.document.manner import foreign_terms
from textlint_pt_grammaticality.document.reform import compared, concerned
from textlint_pt_grammaticality.judge.confidence import MEASURED
from textlint_pt_grammaticality.sentence.reading import (
    KEPT,
    own_words,
    quotations,
    touches,
    words,
)

USES = Option(3, "uses of the usual form from which another one is reported", 2)
#: what a name of programmers or of a site has beside a word: "12factor.net"
_IN_NAME = regex(r"[\w./@\\]\Z")
_NAME_GOES_ON = regex(r"[\w@/\\]|\.\w")
#: the usual form must be so many times as frequent as the other: below it the text has no usual one
CLEAR = 2


class Use(NamedTuple):
    """A form used in a sentence, and which of the ways of writing it belongs to."""

    way: str
    sentence: Sentence
    start: int
    end: int
    #: what the form says: forms with the same one say the same, in the two ways
    meaning: str = ""

    @property
    def form(self) -> str:
        return self.sentence.text[self.start : self.end]


class Consistency(Rule):
    """A rule that reports, once a document, the way of writing that is not its usual one."""

    scope = Scope.DOCUMENT
    severity = Severity.WARNING
    measured_in = MEASURED
    options = {"uses": USES}
    #: so many different words show what is usual, unless the very counterpart stands in the text
    different: ClassVar[int] = 1

    @abstractmethod
    def uses(self, view: View) -> Iterator[Use]:
        """Every use in reading order, quotations and code included."""

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        found = list(self.uses(view))
        if len({use.way for use in found}) < 2:
            return
        found = _spoken_by_the_text(view, found)
        counts = Counter(use.way for use in found)
        if len(counts) < 2:
            return
        (usual, most), (_, second) = counts.most_common(2)
        if most < options["uses"] or most < CLEAR * second:
            return
        other = next(use for use in found if use.way != usual)
        like = [use for use in found if use.way == usual]
        meanings = {use.meaning for use in like}
        if other.meaning not in meanings and len(meanings) < self.different:
            return
        example = next((use for use in like if use.meaning == other.meaning), like[0])
        yield self.finding(
            other.sentence,
            {
                "form": other.form,
                "uses": counts[other.way],
                "usual": example.form,
                "usual_uses": most,
                "limit": options["uses"],
            },
            start=other.start,
            end=other.end,
            message=self.message_for(other.way),
            related=[Related(example.sentence.content.span(example.start, example.end))],
        )

    def message_for(self, way: str) -> str:
        return "message"


def _spoken_by_the_text(view: View, uses: Sequence[Use]) -> list[Use]:
    """The uses that are the text's own: not quoted, mentioned or code."""
    quoted = quotations(view.document)
    return [
        use
        for use in uses
        if not touches(quoted[use.sentence.index], use.start, use.end)
        and not use.sentence.is_opaque(use.start, use.end)
        and use.sentence.kind is not Kind.VERSE
        and not _IN_NAME.search(use.sentence.text[max(0, use.start - 1) : use.start])
        and not _NAME_GOES_ON.match(use.sentence.text, use.end)
    ]


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


class MixedOrthography(Consistency):
    """Spelling before and after the agreement of 1990 in one document."""

    code = "GRA502"
    name = "consistency.mixed-orthography"
    needs = ("forms",)

    def message_for(self, way: str) -> str:
        return way

    def uses(self, view: View) -> Iterator[Use]:
        terms = foreign_terms(view)
        for one in compared(concerned(view)):
            way, _, meaning, _ = one.spelling
            if not any(low <= one.start < high for low, high in terms[one.sentence.index]):
                yield Use(way, one.sentence, one.start, one.end, meaning)


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


_NUMBER = regex(
    r"""
    (?<![\w.,:/-])
    (?: (?P<comma>\d{1,3}(?:\.\d{3})+,\d+ | \d{1,3}(?:\.\d{3}){2,}
          | \d+,\d+(?=\s?(?:%|€|km|kg|cm|mm|milh|bilh|bili|mil\b)) | (?<=[$€]\s)\d+,\d\d)
      | (?P<point>\d{1,3}(?:,\d{3})+\.\d+ | \d{1,3}(?:,\d{3}){2,}
          | \d+\.\d{1,2}(?=\s?(?:%|€|km|kg|cm|mm|milh|bilh|bili)) | (?<=[$€]\s)\d+\.\d\d)
    )(?![\d]|[.,:/-]\d)
    """,
    re.VERBOSE,
)


def _numbers(text: str) -> list[re.Match[str]]:
    return list(_NUMBER.finditer(text))


class MixedNumbers(Consistency):
    """Decimal comma and decimal point in one document."""

    code = "GRA504"
    name = "consistency.mixed-numbers"

    def uses(self, view: View) -> Iterator[Use]:
        for sentence, matches in view.document.telling(_numbers):
            for match in matches:
                yield Use(match.lastgroup or "", sentence, match.start(), match.end())


_DATE = regex(
    r"""
    (?<![\w./-])
    (?: (?P<slashes>(?:0?[1-9]|[12]\d|3[01])/(?:0?[1-9]|1[0-2])/(?:19|20)\d\d)
      | (?P<month_first>(?:0?[1-9]|1[0-2])/(?:1[3-9]|2\d|3[01])/(?:19|20)\d\d)
      | (?P<hyphens>(?:0?[1-9]|[12]\d|3[01])-(?:0?[1-9]|1[0-2])-(?:19|20)\d\d)
      | (?P<stops>(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:19|20)\d\d)
      | (?P<iso>(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))
      | (?P<words>(?:[1-9]|1º|[12]\d|3[01])\ de\ (?:janeiro|fevereiro|março|abril|maio|junho|julho
          |agosto|setembro|outubro|novembro|dezembro)\ de\ (?:19|20)\d\d)
    )(?![\w/-])
    """,
    re.VERBOSE | re.IGNORECASE,
)


def _dates(text: str) -> list[re.Match[str]]:
    return list(_DATE.finditer(text))


class MixedDates(Consistency):
    """Dates in several styles in one document."""

    code = "GRA505"
    name = "consistency.mixed-dates"
    severity = Severity.INFO
    kinds = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE})

    def uses(self, view: View) -> Iterator[Use]:
        for sentence, matches in view.document.telling(_dates):
            if sentence.kind in self.kinds:
                for match in matches:
                    yield Use(match.lastgroup or "", sentence, match.start(), match.end())
