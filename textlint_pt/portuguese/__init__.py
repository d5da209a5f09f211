"""Facts of Portuguese that plugins and training share, each in one place.

They are tables in `data`, read when first used: closed classes (`words`), contractions, clitics and
numbers in words. Imports nothing of textlint_pt but `shipped`, which reads them. What a single rule
needs stands beside it, in a file that `Lists` reads.
"""

from textlint_pt.portuguese.clitics import (
    Clitic,
    Joined,
    clitic_pattern,
    clitics,
    future_endings,
    future_pattern,
    joined,
    lemmas,
    lost_endings,
    single_clitics,
)
from textlint_pt.portuguese.lists import STRESSED, Lists, ordered, words
from textlint_pt.portuguese.tables import (
    CONFUSABLES,
    Contraction,
    Paradigm,
    between,
    cardinals,
    choice_sets,
    contracted,
    contracted_paradigms,
    contractions,
    damage_sets,
    forms_of_peoples,
    ordinals,
    paradigms,
    peoples,
    scales,
    with_article,
)

__all__ = [
    "CONFUSABLES",
    "STRESSED",
    "Clitic",
    "Contraction",
    "Joined",
    "Lists",
    "Paradigm",
    "between",
    "cardinals",
    "choice_sets",
    "clitic_pattern",
    "clitics",
    "contracted",
    "contracted_paradigms",
    "contractions",
    "damage_sets",
    "forms_of_peoples",
    "future_endings",
    "future_pattern",
    "joined",
    "lemmas",
    "lost_endings",
    "ordered",
    "ordinals",
    "paradigms",
    "peoples",
    "scales",
    "single_clitics",
    "with_article",
    "words",
]
