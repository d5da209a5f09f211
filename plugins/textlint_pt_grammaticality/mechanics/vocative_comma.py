"""GRA413: the comma before who is greeted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from textlint_pt.contract import Finding, Severity, View
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.language_rule import LanguageRule
from textlint_pt_grammaticality.reading import own_words, table


@cache
def _greeting() -> re.Pattern[str]:
    """A greeting that opens a sentence, and who is greeted, up to the next mark."""
    lists: dict[str, list[str]] = {"greeting": [], "called": []}
    for line in table("vocatives.txt"):
        kind, words = (part.strip() for part in line.split("|"))
        lists[kind] += words.split(",")
    greetings, called = (
        "|".join(re.escape(word.strip()) for word in sorted(lists[kind], key=len, reverse=True))
        for kind in ("greeting", "called")
    )
    name = r"[A-ZÀ-Ý][a-zà-ÿ]+"
    title = r"(?:[Ss]r\.?ª?|[Ss]ra\.|[Dd]ra?\.|[Pp]rof\.ª?) "
    return regex(
        rf"^(?P<greeting>(?i:{greetings})) "
        rf"(?P<called>(?i:{called})(?: {name})*|(?:{title})?{name}(?: {name})?)"
        rf"(?=[,.!?…]|$| (?:{'|'.join(sorted(own_words('vocative-comma.after')))})(?!\w))"
    )


class VocativeComma(LanguageRule):
    """No comma between a greeting and who is greeted."""

    code = "GRA413"
    name = "mechanics.vocative-comma"
    severity = Severity.INFO

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for sentence in view.sentences:
            match = _greeting().match(sentence.text)
            if match is None or sentence.is_opaque(match.start(), match.end()):
                continue
            start, end = match.end("greeting"), match.end("called")
            yield self.correction(
                sentence,
                0,
                end,
                ",",
                {"called": match["called"]},
                arguments={"called": match["called"]},
                change=(start, start),
            )
