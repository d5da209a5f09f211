"""GRA905: forms of verbs that are never right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from textlint_pt.contract import Finding, Forms, View
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.document.manner import checkable, of_kinds
from textlint_pt_grammaticality.judge.confidence import OPTION, VOCABULARY
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.sentence.parsed import like
from textlint_pt_grammaticality.sentence.reading import table, touches, words


class _Right(NamedTuple):
    form: str
    #: whether the lexicon's readings of the wrong form are to be believed
    read: bool


@cache
def _wrong() -> Mapping[str, _Right]:
    """Return the right forms by the wrong ones of `conjugation.txt`, lines "begin|nings:
    wrong=right wrong!=right"."""
    result: dict[str, _Right] = {}
    for line in table("conjugation.txt"):
        before, _, pairs = line.rpartition(":")
        for beginning in before.split("|"):
            for pair in pairs.split():
                wrong, _, right = pair.partition("=")
                form = beginning + wrong.rstrip("!")
                if form != beginning + right:
                    result[form] = _Right(beginning + right, not wrong.endswith("!"))
    return result


#: endings that verbs in -ear, -uir, -uar, -oer and -air are given by mistake; ending of the verb
_BY_RULE = (
    (
        regex(r"(?<=[^\W\d_]{2})ei(?=(?:ar|ou|ad[ao]s?|ando|aram|avam?|assem?|aria|ará)$)"),
        "e",
        "ear",
    ),
    (regex(r"(?<=[^\W\d_][^gq\W\d_])ue$"), "ui", "uir"),
    (regex(r"(?<=[^\W\d_][^gq\W\d_])ui$"), "ue", "uar"),
    (regex(r"(?<=[^\W\d_]{2})oe$"), "ói", ""),
)
_ENDINGS = ("ue", "ui", "oe")


@lru_cache(1 << 13)
def right(form: str, forms: Forms) -> str | None:
    """Return what a lower-case form that no verb has should be: "passeiar" → "passear"; None for
    others."""
    listed = _wrong().get(form)
    if listed is not None:
        return None if listed.read and forms.readings(form) else listed.form
    if ("eia" in form or "eiou" in form or form.endswith(_ENDINGS)) and not forms.readings(form):
        for pattern, ending, verb in _BY_RULE:
            meant = pattern.sub(ending, form)
            if meant != form and any(
                reading.upos in ("VERB", "AUX", "ADJ") and reading.lemma.endswith(verb)
                for reading in forms.readings(meant)
            ):
                return meant
    return None


class ImpossibleConjugation(LanguageRule):
    """A form that the verb does not have."""

    code = "GRA905"
    certain = True
    options = {"confidence": OPTION, "vocabulary": VOCABULARY}

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        forms: Forms = view.analysis("forms")
        for sentence, quoted in of_kinds(view, self.declared.kinds, checkable(view)):
            for word in words(sentence.text):
                start, end = word.start, word.end
                form = word.form.partition("-")[0]
                meant = right(form, forms)
                if meant is None or sentence.is_opaque(start, end):
                    continue
                written = sentence.text[start : start + len(form)]
                if (start and not written.islower()) or not written[1:].islower():
                    continue
                if touches(quoted, start, end):
                    continue
                suggestion = like(meant, written)
                verbs = (r.lemma for r in forms.readings(meant) if r.upos in ("VERB", "AUX"))
                evidence = {"suggestion": suggestion, "verb": next(verbs, suggestion)}
                yield self.correction(sentence, start, start + len(form), suggestion, evidence)
