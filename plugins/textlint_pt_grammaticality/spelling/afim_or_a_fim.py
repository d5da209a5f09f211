"""GRA210: *afim* or *a fim*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, Line, cue
from textlint_pt_grammaticality.spelling.chosen import Chosen


class AfimOrAFim(Chosen):
    """*Afim de* for *a fim de*.

    ## What it finds

    *Afim de* and *afim que* before what is aimed at, and *estar afim de* for wanting something.

    ## Why it matters

    *Afim* says that two things are akin (*línguas afins*); a purpose is *a fim de*.

    ## Bad

    > Saíram cedo afim de evitar o trânsito da ponte.

    ## Good

    > Saíram cedo a fim de evitar o trânsito da ponte.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `confidence`: how probably the
    finding is right; `limit`: from where on it is reported; `choice`: by how many nats the words
    around speak for the correction rather than for what is written, where both are of a confusion
    set; `suggestions`.

    ## Source

    School grammar.
    """

    code = "GRA210"
    name = "spelling.afim-or-a-fim"
    cue = cue("afim")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «a fim de» indica a finalidade; «afim» é "
            "o que tem afinidade",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “a fim de” says what for; “afim” means "
            "akin",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            if line.form(at) != "afim" or line.form(at + 1) not in ("de", "que"):
                continue
            aimed = line.is_infinitive(at + 2) or "que" in (line.form(at + 1), line.form(at + 2))
            wants = any(line.form(i)[:3] in ("est", "tô", "tá") for i in (at - 1, at - 2))
            yield line.instead(at, "a fim", prior=CERTAIN if aimed or wants else HINT)
