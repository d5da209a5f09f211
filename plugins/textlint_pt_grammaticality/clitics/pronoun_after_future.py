"""GRA303: a pronoun after a verb in the future."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt.contract import Finding
from textlint_pt_grammaticality.clitics.attractor import attractor
from textlint_pt_grammaticality.clitics.enclitic import ENCLITIC, enclitics
from textlint_pt_grammaticality.clitics.future import is_future, mesoclisis
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, Diagnosis, Line


class PronounAfterFuture(Diagnosis):
    """A pronoun tied to the end of a future or conditional.

    ## What it finds

    *Direi-te*, *falaria-se*, *farão-no*: after these two tenses no pronoun can stand. It goes into
    the verb (*dir-te-ei*) or before it (*eu te direi*).

    ## Why it matters

    Both variants call it wrong, in speech and in writing.

    ## Bad

    > Amanhã o guia mostrará-nos as grutas.

    ## Good

    > Amanhã o guia mostrar-nos-á as grutas.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `confidence`: how probably the
    finding is right; `limit`: from where on it is reported; `suggestions`, the model's favourite
    first.

    ## Source

    Cunha and Cintra, *Nova gramática do português contemporâneo*, on mesoclisis.
    """

    code = "GRA303"
    name = "clitics.pronoun-after-future"
    supersedes = ("GRA001", "GRA301")
    cue = ENCLITIC

    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: depois do futuro e das formas em «-ria» "
            "não cabe pronome",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: no pronoun can follow a future or "
            "conditional",
        },
    }

    def is_certain(self, finding: Finding) -> bool:
        return True  # the form is right nowhere

    def cases(self, line: Line) -> Iterator[Proposal]:
        for found in enclitics(line):
            if not is_future(line, found):
                continue
            inside = mesoclisis(found.form, found.pronouns)
            opens = found.verb == 0 or not line.is_word(found.verb - 1)
            if attractor(line, found.verb) is not None or not inside:
                ways = [found.before]
            else:
                ways = [inside] if opens else [inside, found.before]
            yield line.instead(found.verb, *ways, last=found.last, prior=CERTAIN)
