"""GRA901: a form that no dictionary has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from textlint_pt.contract import Finding, Sentence, View
from textlint_pt_grammaticality.judged import Judged, Proposal, Read
from textlint_pt_grammaticality.reading import table
from textlint_pt_grammaticality.spelling.corrections import corrections
from textlint_pt_grammaticality.spelling.judged_spelling import JudgedSpelling
from textlint_pt_grammaticality.spelling.unknown import proposal_for, unknown_places


class UnknownForm(JudgedSpelling):
    """A form that is no Portuguese word.

    ## What it finds

    A form in small letters that the lexicon neither has nor can put together of what it has, and
    that one slip away from a word in use: a letter too few or too many, two exchanged, one that
    sounds the same, a space left out. Names (a capital inside a sentence, or elsewhere in the text)
    are not judged, nor are words of English, phrases in another language, short quotations, code, a
    form that the text uses again and again, or sentences that are mostly names; nor what is made by
    rule of known words ("mutador", "modelão"), borrowed words with their plurals ("charts"), or the
    terms of a list (`data/terms.txt`). A form is said once a text, with all its places.

    ## Why it matters

    A misspelt word distracts from what is said, and search does not find it.

    ## Bad

    > O poblema é que ninguém tanbém quis esperar.

    ## Good

    > O problema é que ninguém também quis esperar.

    ## Evidence

    `suggestions`: the likeliest words first; `gain`: what speaks for the first, in nats: that the
    form is no word, and by how much the model finds the sentence better or worse with the
    suggestion; `probability` that the model takes the form for wrong; `confidence`: how probably
    the finding is right; `limit`: from where on it is reported;
    `uses`: how often the text has the form; `others`: where more than three words in a hundred are
    such forms, it is said once. Fix: the suggestion where it is the only one.

    The project's words stand in a file, one a line, that `rules.yaml` names beside itself:
    `vocabulary: words.txt` at its top, or stand under `words` of the rule. A form used three times
    (`uses`) is taken for a word of its own.

    ## Source

    Kukich (1992), "Techniques for Automatically Correcting Words in Text": most slips are one
    letter away, or sound the same.
    """

    code = "GRA901"
    name = "spelling.unknown-form"
    needs = (*Judged.needs, "categories.en")
    messages = {
        "pt": {
            "message": "«{form}» não consta do léxico; talvez «{suggestion}»",
            "several": "«{form}» não consta do léxico; talvez «{suggestion}» ou «{other}»",
            "many": "«{form}» não consta do léxico, como {others} outras formas: outra ortografia, "
            "dialeto, ou um texto mal digitalizado?",
            "related": "aqui também",
        },
        "en": {
            "message": "“{form}” is not in the lexicon; perhaps “{suggestion}”",
            "several": "“{form}” is not in the lexicon; perhaps “{suggestion}” or “{other}”",
            "many": "“{form}” is not in the lexicon, nor are {others} other forms: another "
            "spelling, dialect, or a poor scan?",
            "related": "here too",
        },
    }

    def propose(self, read: Read) -> Iterator[Proposal]:
        for place in read.once(unknown_places):
            if place.marked or place.form in _explained():
                continue
            found = corrections(place.form, read.forms)
            if found:
                yield proposal_for(place, found)

    def passed_over(
        self, view: View, options: Mapping[str, Any]
    ) -> Callable[[Sentence, Proposal], bool]:
        passed = super().passed_over(view, options)
        english = view.analysis("categories.en")

        def foreign(sentence: Sentence, proposal: Proposal) -> bool:
            return any(
                categories and start == proposal.start
                for start, _, categories in english[sentence.index].words
            )

        return lambda sentence, proposal: passed(sentence, proposal) or foreign(sentence, proposal)

    def finish(
        self, view: View, found: Sequence[Finding], options: Mapping[str, Any]
    ) -> Iterator[Finding]:
        yield from super().finish(view, [_naming_two(one) for one in found], options)


def _naming_two(finding: Finding) -> Finding:
    """Of several words that may be meant two are named, and the writer chooses."""
    meant = finding.evidence["suggestions"]
    if len(meant) == 1:
        return finding
    arguments = {**finding.arguments, "other": meant[1]}
    return finding.replace(message="several", arguments=arguments, fix=None)


@cache
def _explained() -> frozenset[str]:
    """Forms that GRA217 has something to say of."""
    return frozenset(line.partition(" = ")[0] for line in table("confusions.txt") if " = " in line)
