"""Lists of words that several rules of agreement read."""

from __future__ import annotations

from textlint_pt import portuguese
from textlint_pt_grammaticality.nominal import GenderNumber, Person
from textlint_pt_grammaticality.reading import listed, own_words

#: after these a verb may agree with what they are a part of, or with the sense
PARTS = own_words("agreement.parts")
#: colours named after a thing have one form, and so have nouns that stand for a kind
FIXED = own_words("agreement.fixed")
BEING = listed("ser estar ficar")
LINKING = own_words("agreement.linking")
#: of those who are given or told something, and of where something is put, these say "a"
DATIVE = own_words("agreement.dative")
TIMES = portuguese.words("times.units") | {"tempo", "tempos", "segundos"}
#: take no object that could stand first
INTRANSITIVE = own_words("agreement.intransitive")
MODALS = own_words("words.modals")
MASCULINE: GenderNumber = ("M", "S")
HE: frozenset[Person] = frozenset([("3", "S")])
