"""Pronouns with a verb in the future."""

from __future__ import annotations

from collections.abc import Sequence

from textlint_pt.portuguese import future_endings, words
from textlint_pt_grammaticality.clitics.enclitic import Enclitic
from textlint_pt_grammaticality.phrases import ParsedSentence

_OPEN = str.maketrans("aeo", "áêô")


def has_future(sentence: ParsedSentence, at: int) -> bool:
    """Whether the form is first of all a future or conditional."""
    reading = next(iter(sentence.readings(at)), None)
    return reading is not None and (
        reading.feature("Mood") == "Cnd"
        or (reading.feature("Mood") == "Ind" and reading.feature("Tense") == "Fut")
    )


def is_future(sentence: ParsedSentence, found: Enclitic) -> bool:
    return sentence.form(found.verb) == found.form and has_future(sentence, found.verb)


def mesoclisis(form: str, pronouns: Sequence[str]) -> str:
    """ "diria" and "se" as "dir-se-ia"; "" if the form is not built like this."""
    ending = next((end for end in future_endings() if form.endswith("r" + end)), None)
    if ending is None:
        return ""
    stem = form.removesuffix(ending)
    first = pronouns[0]
    if first in words("articles.definite"):
        stem, first = stem[:-2] + stem[-2].translate(_OPEN), "l" + first
    return "-".join((stem, first, *pronouns[1:], ending))
