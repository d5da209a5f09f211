"""GRA203: *mal* or *mau*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import HINT, LIKELY, Line, cue
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

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            form = line.form(at)
            if form == "mau":
                passive = line.is_participle(at + 1) and line.can_be(at - 1, "AUX")
                verbal = line.is_participle(at + 1) or line.is_finite(at + 1)
                degree = line.is_participle(at + 1) and line.form(at - 1) in (
                    "muito",
                    "mais",
                    "tão",
                )
                adverb = passive or degree or (verbal and not line.is_noun(at + 1))
                after_verb = line.is_finite(at - 1) and not line.can_be(at - 1, "AUX")
                ends = line.form(at + 1) in STOPS and after_verb
                yield line.instead(at, "mal", prior=LIKELY * adverb + HINT * ends)
            elif form in ("má", "más", "maus"):
                verbal = line.is_participle(at + 1) and not line.is_noun(at + 1)
                yield line.instead(at, "mal", prior=LIKELY * verbal)
