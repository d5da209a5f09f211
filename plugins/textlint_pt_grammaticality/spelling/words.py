"""Lists of words that several rules of words mistaken for one another read."""

from __future__ import annotations

from textlint_pt import portuguese
from textlint_pt_grammaticality.reading import own_words

STOPS = frozenset('.?!…:;,)»”"')
SUBJECTS = portuguese.words(
    "neuters",
    "pronouns.personal.speech",
    "pronouns.personal.address",
    "pronouns.someone",
    "pronouns.personal.third",
)
NUMBERS = own_words("spelling.numbers")
