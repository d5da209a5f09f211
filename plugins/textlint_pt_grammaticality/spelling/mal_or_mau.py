"""GRA203: *mal* or *mau*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import HINT, LIKELY, ParsedSentence, cue
from textlint_pt_grammaticality.spelling.chosen import Chosen
from textlint_pt_grammaticality.spelling.words import STOPS


class MalOrMau(Chosen):
    """*Mal* for *mau*, or *mau* for *mal*."""

    code = "GRA203"
    name = "spelling.mal-or-mau"
    cue = cue("mal", "mau", "maus", "má", "más")
    own = frozenset({"mal", "mau"})
    supersedes = ("GRA001", "GRA102", "GRA603")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «mau» é o contrário de «bom», «mal» o "
            "contrário de «bem»",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “mau” is the opposite of “bom”, “mal” "
            "the opposite of “bem”",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(len(sentence)):
            form = sentence.form(at)
            if form == "mau":
                passive = sentence.is_participle(at + 1) and sentence.can_be(at - 1, "AUX")
                verbal = sentence.is_participle(at + 1) or sentence.is_finite(at + 1)
                degree = sentence.is_participle(at + 1) and sentence.form(at - 1) in (
                    "muito",
                    "mais",
                    "tão",
                )
                adverb = passive or degree or (verbal and not sentence.is_noun(at + 1))
                after_verb = sentence.is_finite(at - 1) and not sentence.can_be(at - 1, "AUX")
                ends = sentence.form(at + 1) in STOPS and after_verb
                yield sentence.instead(at, "mal", prior=LIKELY * adverb + HINT * ends)
            elif form in ("má", "más", "maus"):
                verbal = sentence.is_participle(at + 1) and not sentence.is_noun(at + 1)
                yield sentence.instead(at, "mal", prior=LIKELY * verbal)
