"""GRA407: a small letter at the head of a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Applicability, Finding, Forms, Option, Sentence, View
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt_grammaticality.document.manner import EVERYDAY
from textlint_pt_grammaticality.judge.confidence import OPTION, Signals
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.sentence.coinage import is_current
from textlint_pt_grammaticality.sentence.reading import abbreviations

_LOWER_AFTER_STOP = regex(r"(?<![.\w-])([a-zà-ÿ][a-zà-ÿ-]{3,39})\.[\"”»)]? (?=([a-zà-ÿ]{1,40})\b)")
_WHOLE_WORD = regex(r"(?:[aeiouáéíóúâêôãõ]s?|[rlmz]|ção|ões)$")


def _after_stops(text: str) -> list[re.Match[str]]:
    return list(_LOWER_AFTER_STOP.finditer(text))


class LowerCaseStart(LanguageRule):
    """A sentence begins with a small letter."""

    code = "GRA407"
    options = {
        "confidence": OPTION,
        "habit": Option(
            0.2, "share of sentences with a small first letter from which it is a habit", 0, 1
        ),
    }

    def signals(self, view: View, finding: Finding) -> Signals:
        return {f"{self.code} function word": float(finding.evidence["word"] in function_words())}

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        if view.document.format == "subtitles":
            return  # what is said goes on after a silence: "Mas... entre impostos"
        found = list(self._all(view))
        allowed = max(2, options["habit"] * len(view.sentences))
        if len(found) <= allowed:
            yield from found

    def _all(self, view: View) -> Iterator[Finding]:
        """Yield each lower-case word in everyday use after a full stop."""
        source = view.document.raw
        for sentence, matches in view.document.telling(_after_stops):
            for match in matches if sentence.kind in self.declared.kinds else ():
                word, text = match.group(2), sentence.text
                if (
                    not sentence.is_opaque(match.start(), match.end(2) + 1)
                    and not _is_marked(source, sentence, match.start(2), match.end(2))
                    and _WHOLE_WORD.search(match.group(1))
                    and match.group(1) not in abbreviations()
                    and not re.match(r"[\w./:_(=@]", text[match.end(2) : match.end(2) + 1])
                    and _is_everyday(view, word)
                ):
                    start = match.start(2)
                    yield self.correction(
                        sentence,
                        start,
                        match.end(2),
                        word[0].upper(),
                        {"word": word},
                        change=(start, start + 1),
                        applicability=Applicability.SUGGESTION,
                    )


def _is_marked(source: str, sentence: Sentence, start: int, end: int) -> bool:
    """Whether a word is set off by markup ("*level* é um inteiro" is about a name), or opens a note
    inside a sentence ("simular^[sim, outra vez]")."""
    span = sentence.content.span(start, end)
    around = source[max(0, span.start - 1) : span.start] + source[span.end : span.end + 1]
    return any(char in "*_`<>|{}" for char in around) or source.endswith("^[", 0, span.start)


def _is_everyday(view: View, word: str) -> bool:
    """Whether a word is in everyday use, as far as is known: not "string", "bufsize"."""
    if word in function_words() or not view.has("forms"):
        return True
    forms: Forms = view.analysis("forms")
    return forms.frequency(word) >= EVERYDAY and is_current(word, forms)
