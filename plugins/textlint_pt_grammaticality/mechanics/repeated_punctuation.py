"""GRA405: two marks that cannot stand together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Finding, View
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.mechanics.marks import FACE, has_letter, word_before
from textlint_pt_grammaticality.sentence.reading import together

_REPEATED = regex(
    r"""
    (?<![.\d,])(?P<comma>,\s?,)(?!,)            # ",,"  ", ,"
  | (?P<semicolon>;\s?;)                        # ";;"
  | (?P<mixed>,\s?[.;:]|[;:]\s?,|;\s?[.:]|:\s?[.;])(?=\s|$)(?!\s?\.\.)
  | (?P<stops>(?<=[^\W\d_])\.\.)(?=\s|$)(?!\.)
  | (?P<final>(?<!\d)[!?]\.)(?=\s|$)          # "21!." is a factorial
  | (?P<asked>,[!?])(?=\s|$)
  | (?P<inside>\(\s?[,;.:](?=\s)(?!\s?\))|(?<=[^\W\d_])[,;](?=\)))
  | (?P<apart>(?<=[^\W\d_])\.\s\.(?=\s|$))
    """,
    re.VERBOSE,
)
#: letters of an abbreviation of freemasons, at most
_SHORT = 5
_SAME = regex(r"([,;])\s?\1")


class RepeatedPunctuation(LanguageRule):
    """Two marks stand together that cannot."""

    code = "GRA405"

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for sentence in view.sentences:
            text = sentence.text
            for match in _REPEATED.finditer(text):
                start, end = match.span()
                before, word = max(0, start - 1), word_before(text, start).lower()
                if (
                    sentence.is_opaque(before, end)
                    or not together(sentence.content, before, end)
                    or not has_letter(text, start)
                    or FACE.match(text, start)
                    # "Loj:.", "Ir:.": freemasons end what they abbreviate in three dots
                    or (match.group() == ":." and len(word) <= _SHORT)
                ):
                    continue
                marks = match.group()
                same = _SAME.fullmatch(marks)
                # two equal marks are one; for others a person decides
                meant = marks[0] if same else None
                yield self.correction(sentence, start, end, meant, {"marks": marks})
