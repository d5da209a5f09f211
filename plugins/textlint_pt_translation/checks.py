"""What the rules that compare a translation with its source or reference have in common."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import (
    Applicability,
    Document,
    Edit,
    Finding,
    Fix,
    Localised,
    Option,
    Related,
    Rule,
    Sentence,
    Span,
    View,
)

if TYPE_CHECKING:
    from textlint_pt_translation.pairs import Pair

_MOST_QUOTED = 70
#: what appears in a file as it is shown, whatever the format escapes
_UNTOUCHED = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;?!…%$()[]{}/#@_-=+"
)
#: of pages, what fresh readings found right less than seven times in ten is asked for
STRICT = Option(
    False, "report of pages what is right less than seven times in ten, too; also `strict:`"
)


def is_strict(view: View, role: str | None, options: Mapping[str, Any]) -> bool:
    """Return whether doubtful kinds are reported, too: asked for, or no page against its source."""
    return bool(options["strict"] or role == "reference" or view.document.units)


class PairRule(Rule):
    """A rule over pairs of the translation and its source or, if there is none, reference.

    Messages can use `other`, the companion in words, besides the arguments given.
    """

    def on_range(
        self,
        span: Span,
        source: Span,
        role: str,
        evidence: Mapping[str, Any],
        *,
        message: str = "message",
        sentence: Sentence | None = None,
        arguments: Mapping[str, Any] | None = None,
        fix: Fix | None = None,
    ) -> Finding:
        """Return a finding on a range, with the range `source` of the companion `role` as related
        place."""
        return Finding(
            code=self.code,
            span=span,
            evidence=evidence,
            message=message,
            arguments={"other": Other(role), **(arguments or {})},
            sentence=None if sentence is None else sentence.index,
            related=(Related(source, role),),
            fix=fix,
        )

    def on_pair(
        self,
        pair: Pair,
        evidence: Mapping[str, Any],
        *,
        span: Span | None = None,
        source: Sentence | None = None,
        **more: Any,
    ) -> Finding:
        """Return a finding on a range of the pair's target, by default all of it, with a sentence
        of its source, by default all of that, as related place."""
        place = span or pair.target.place
        return self.on_range(
            place,
            source.span if source else pair.source.place,
            pair.role,
            evidence,
            sentence=pair.sentence_at(place.start),
            **more,
        )

    def on_sentences(
        self,
        target: Sequence[Sentence],
        source: Sequence[Sentence],
        role: str,
        evidence: Mapping[str, Any],
        **more: Any,
    ) -> Finding:
        """Return a finding on sentences of the target, with those of the companion `role` as
        related place."""
        return self.on_range(
            span_of(target), span_of(source), role, evidence, sentence=target[0], **more
        )


def span_of(sentences: Sequence[Sentence]) -> Span:
    """Return the range in which sentences are written."""
    return Span(
        min(sentence.span.start for sentence in sentences),
        max(sentence.span.end for sentence in sentences),
    )


_OTHER = {
    "source": ("source", "{}o original"),
    "reference": ("reference translation", "{}a tradução de referência"),
}
_PREPOSITIONS = {"pt": "", "pt-de": "d", "pt-em": "n"}


class Other:
    """The companion that is compared with, in words: `{other:pt}`, `{other:pt-de}` ("do original"),
    `{other:pt-em}` ("no original"), `{other:en}` ("source", without an article)."""

    def __init__(self, role: str) -> None:
        self._words = _OTHER[role]

    def __format__(self, form: str) -> str:
        english, portuguese = self._words
        return english if form == "en" else portuguese.format(_PREPOSITIONS[form])


#: how often the same differs, or what is like it; what declares that this is meant
_TIMES = {
    "en": ("{} times", "and {} more", "; if this is meant, in rules.yaml: "),
    "pt": ("{} vezes", "e mais {}", "; se é de propósito, em rules.yaml: "),
}


class Times:
    """How often something differs in the same way, and how to declare it; "" for once.

    `same`: whether it is always the very same that a message shows, or one of several.
    """

    def __init__(self, times: int, meant: Localised | None = None, *, same: bool = True) -> None:
        self._times, self._same = times, same
        self._entry = ""
        if meant is not None:
            old, new = (json.dumps(side, ensure_ascii=False) for side in meant[1:])
            self._entry = f"localised: {{{meant.key}: {{{old}: {new}}}}}"

    def __format__(self, language: str) -> str:
        """Return how often a finding is repeated, and how to declare that it is meant."""
        if self._times < 2:
            return ""
        same, others, if_meant = _TIMES[language]
        count = same.format(self._times) if self._same else others.format(self._times - 1)
        return f" ({count}{if_meant + self._entry if self._entry else ''})"


#: how sentences are counted: one, several, on a line, on lines, none; how many places are shown
_COUNTED = {
    "pt": ("frase", "frases", "linha", "linhas", "nada"),
    "en": ("sentence", "sentences", "line", "lines", "nothing"),
}
_SHOWN = 8


class Sentences:
    """A `count` of sentences in several places; formats as how many and on which lines:
    `{missing:pt}` ("14 frases (linhas 3, 8–10 …)")."""

    def __init__(self, document: Document, spans: Sequence[Span], count: int) -> None:
        ends = ((span.start, span.end - 1) for span in spans)
        self._lines = [[document.position(at)[0] for at in both] for both in ends]
        self.count = count

    def __format__(self, language: str) -> str:
        """Return how many sentences there are, and the first lines."""
        one, many, line, lines, none = _COUNTED[language]
        if not self.count:
            return none
        shown = [str(a) if a == b else f"{a}–{b}" for a, b in self._lines[:_SHOWN]]
        more = " …" if len(self._lines) > _SHOWN else ""
        where = line if shown[0].isdigit() and not shown[1:] else lines
        return f"{self.count} {one if self.count == 1 else many} ({where} {', '.join(shown)}{more})"


def one_line(text: str | None) -> str:
    """Return what a message shows of something written."""
    return " ".join((text or "").split())


def shortened(text: str) -> str:
    """Return a sentence as a message quotes it."""
    return text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}…"


def suggestion(span: Span, text: str) -> Fix | None:
    """Return an edit as a suggestion; None if the format may have to write the characters
    differently."""
    if not all(char in _UNTOUCHED or char.isalpha() for char in text):
        return None
    return Fix(Applicability.SUGGESTION, (Edit(span.start, span.end, text),))
