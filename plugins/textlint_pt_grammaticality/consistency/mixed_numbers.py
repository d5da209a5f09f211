"""GRA504: two ways of writing numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from textlint_pt.contract import View
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.consistency.consistency import Consistency, Use

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
