"""GRA412: numerals of the wrong gender, and "um mil"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Finding, Kind, View
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.language_rule import LanguageRule
from textlint_pt_grammaticality.reading import quotations, touches

_KINDS = frozenset({Kind.PARAGRAPH, Kind.QUOTE, Kind.LIST_ITEM})
_FEMININE = regex(
    r"""\b(?:
    (?P<numeral>duas|(?:duz|trez|quatroc|quinh|seisc|setec|oitoc|novec)entas|uma)
      (?=\ (?:milhões|bilhões|biliões|trilhões|milhares|milhão|bilhão|bilião|trilhão|milhar)\b)
  | (?P<weight>(?:duz|trez|quatroc|quinh|seisc|setec|oitoc|novec)entas|duas)(?=\ gramas\b)
  | (?P<article>as|das|nas|pelas|estas|essas|aquelas|destas|dessas|nestas|nessas|algumas|muitas|
      várias|poucas|tantas)(?=\ (?:milhares|milhões|bilhões)\ de\b)
  | (?P<thousand>(?<!\be\ )um\ mil)(?=\ [^\W\d_]+s\b)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_MASCULINE = {"duas": "dois", "uma": "um", "algumas": "alguns"}


class Numeral(LanguageRule):
    """A numeral or article of the wrong gender before *milhões*, *milhares*, *gramas*; *um mil*."""

    code = "GRA412"
    name = "agreement.numeral"
    certain = True
    kinds = _KINDS
    supersedes = ("GRA001", "GRA101")

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        quoted = quotations(view.document)
        for sentence in view.sentences:
            text = sentence.text
            if sentence.kind not in self.kinds:
                continue
            for match in _FEMININE.finditer(text):
                start, end = match.span()
                if sentence.is_opaque(start, end) or touches(quoted[sentence.index], start, end):
                    continue
                form = match.group()
                low = form.lower()
                if match["thousand"]:
                    if "(" in text[max(0, start - 20) : start]:  # sums are so spelt in contracts
                        continue
                    meant = "mil"
                else:
                    meant = _MASCULINE.get(low) or (low[:-2] + "os")
                suggestion = meant.capitalize() if form[0].isupper() else meant
                yield self.correction(
                    sentence,
                    start,
                    end,
                    suggestion,
                    message="thousand" if match["thousand"] else "message",
                    arguments={"next": text[end:].split()[0].strip(".,;:")},
                )
