"""GRA505: two ways of writing dates."""

from __future__ import annotations

import re
from collections.abc import Iterator

from textlint_pt.contract import Kind, Severity, View
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.consistency.consistency import Consistency, Use
from textlint_pt_grammaticality.reading import seldom

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
_has_date = seldom(_DATE)


class MixedDates(Consistency):
    """Dates in several styles in one document."""

    code = "GRA505"
    name = "consistency.mixed-dates"
    severity = Severity.INFO
    kinds = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE})

    def uses(self, view: View) -> Iterator[Use]:
        for sentence in view.sentences:
            if sentence.kind in self.kinds and _has_date(sentence.text):
                for match in _DATE.finditer(sentence.text):
                    yield Use(match.lastgroup or "", sentence, match.start(), match.end())
