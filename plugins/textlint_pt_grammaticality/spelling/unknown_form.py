"""GRA901: a form that no dictionary has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from textlint_pt.contract import Finding, Sentence, View
from textlint_pt.text.words import WORD, words
from textlint_pt_grammaticality.document.names import names
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.sentence.channel import misspelling
from textlint_pt_grammaticality.sentence.coinage import is_foreign_made, is_made_in_english
from textlint_pt_grammaticality.sentence.reading import own_words
from textlint_pt_grammaticality.spelling import speller
from textlint_pt_grammaticality.spelling.speller import unknown_forms
from textlint_pt_grammaticality.spelling.unknown import Place

#: how often a text has what is no slip, and the word that it is like
_MIN_REPEATED = 3
#: from how often on a word is a term where the text never has the one it is like: in ten sets of
#: fresh texts what was said five times of one word was wrong ("conascência", "kamma")
_MIN_TERM_COUNT = 5
#: how often it has what is nothing but a name
_MIN_NAME_COUNT = 2
#: how probable a slip must be that makes a word that texts seldom have: "lapada" is right
_MIN_RARE_CHANCE = 0.94
#: and one that may be made in English: "gitignored"
_MIN_ENGLISH_CHANCE = 0.85
#: days of the week and months as calendars have them
SHORT = own_words("unknown-word.short")


def places(view: View, sentence: Sentence) -> Iterator[Place]:
    """Yield forms that are no Portuguese words, and the words that are meant."""
    known = view.analysis("english").known
    for place in unknown_forms(view, sentence):
        if (
            place.found
            and place.form not in SHORT
            and not (place.chance < _MIN_ENGLISH_CHANCE and is_made_in_english(place.form, known))
            and not place.marks_alone
            and not (place.rare and place.chance < _MIN_RARE_CHANCE)
            and not (
                # "resolvers": no Portuguese word ends so
                (place.form.endswith("ers") or place.form in names(view).terms)
                and is_foreign_made(place.form, known)
            )
        ):
            yield place


def finish(
    rule: LanguageRule, view: View, found: Sequence[Finding], options: Mapping[str, Any]
) -> Iterable[Finding]:
    """Return the findings without names: forms used beside the words that they look like
    ("xterminal"), and those always with a capital ("Colm vê. … Colm foge.")."""
    texts = view.document.texts

    def count_of(form: str) -> int:
        return sum(WORD.findall(text).count(form) for text in texts if form in text)

    found = [
        one
        for one in speller.finish(rule, view, found, options)
        if (form := one.arguments["form"]).islower()
        or count_of(form) < _MIN_NAME_COUNT
        or count_of(form.lower())
        or misspelling(form.lower(), view.analysis("forms"))
    ]
    counts = Counter(one.arguments["form"].lower() for one in found)
    repeated = {form for form, count in counts.items() if count >= _MIN_REPEATED}
    if not repeated:
        return found

    forms = view.analysis("forms")

    def is_slip(finding: Finding) -> bool:
        form, meant = (finding.arguments[key].lower() for key in ("form", "suggestion"))
        if form not in repeated:
            return True
        near = (text for text in texts if meant in text.lower())
        used = sum(word.form == meant for text in near for word in words(text))
        is_term = counts[form] >= _MIN_TERM_COUNT and not used and not misspelling(form, forms)
        return used < _MIN_REPEATED and not is_term

    return [one for one in found if is_slip(one)]
