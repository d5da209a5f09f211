"""GRA901: a form that no dictionary has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from textlint_pt.contract import Finding, Sentence, View
from textlint_pt.text.words import words
from textlint_pt_grammaticality.coinage import is_foreign_made
from textlint_pt_grammaticality.names import names
from textlint_pt_grammaticality.reading import table
from textlint_pt_grammaticality.spelling.speller import Speller
from textlint_pt_grammaticality.spelling.unknown import Place

#: how often a text has what is no slip, and the word that it is like
_OFTEN = 3


class UnknownForm(Speller):
    """A form that is no Portuguese word, and the word that is meant.

    ## What it finds

    A form in small letters, or one that begins a sentence, that the lexicon neither has nor can put
    together of words in use, and that slips people make turn into a word in use: letters too few or
    too many, exchanged, struck beside, heard for others (*exelente*, *qundo*, *produçõa*), a space
    or a hyphen left out (*derepente*, *realizamse*), a space too many (*pos sível*); also a rare
    word where one slip away stands a far commoner one (*apesenta*). Up to three slips in long
    words. Names (a capital inside a sentence), words of English, phrases in another language, short
    quotations, code, and sentences that are mostly names are not judged. Where no word is surely
    meant GRA906 speaks; of accents alone GRA902.

    ## Why it matters

    A misspelt word distracts from what is said, and search does not find it.

    ## Bad

    > O poblema é que ninguém tanbém quis esperar.

    ## Good

    > O problema é que ninguém também quis esperar.

    ## Evidence

    `suggestions`: the likeliest words first, as slips, frequency and the words around have them;
    `confidence`: how probably the first is meant; `limit`: from where on it is reported. Fix: the
    first suggestion.

    The project's words stand in a file, one a line, that `rules.yaml` names beside itself:
    `vocabulary: words.txt` at its top, or stand under `words` of the rule.

    ## Source

    Kernighan, Church and Gale (1990), "A Spelling Correction Program Based on a Noisy Channel
    Model".
    """

    code = "GRA901"
    name = "spelling.unknown-form"
    supersedes = ("GRA001", "GRA906")
    messages = {
        "pt": {
            "message": "«{form}» é palavra desconhecida; talvez «{suggestion}»",
            "rare": "«{form}» quase não se usa; talvez «{suggestion}»",
            "several": "«{form}» é palavra desconhecida; talvez «{suggestion}» ou «{other}»",
        },
        "en": {
            "message": "“{form}” is not in the lexicon; perhaps “{suggestion}”",
            "rare": "“{form}” is hardly ever used; perhaps “{suggestion}”",
            "several": "“{form}” is not in the lexicon; perhaps “{suggestion}” or “{other}”",
        },
    }

    def places(self, view: View, sentence: Sentence) -> Iterator[Place]:
        for place in self.unknown(view, sentence):
            if (
                place.found
                and not place.marks_alone
                and place.form not in _explained()
                and not (
                    place.form in names(view).terms
                    and is_foreign_made(place.form, view.analysis("english").known)
                )
            ):
                yield place

    def finish(
        self, view: View, found: Sequence[Finding], options: Mapping[str, Any]
    ) -> Iterable[Finding]:
        """Without names that the text uses beside the words that they look like: "xterminal"."""
        found = list(super().finish(view, found, options))
        said = Counter(one.arguments["form"].lower() for one in found)
        often = {form for form, count in said.items() if count >= _OFTEN}
        if not often:
            return found
        used = Counter(word.form for text in view.document.texts for word in words(text))
        return [
            one
            for one in found
            if one.arguments["form"].lower() not in often
            or used[one.arguments["suggestion"].lower()] < _OFTEN
        ]


@cache
def _explained() -> frozenset[str]:
    """Forms that GRA217 has something to say of."""
    return frozenset(line.partition(" = ")[0] for line in table("confusions.txt") if " = " in line)
