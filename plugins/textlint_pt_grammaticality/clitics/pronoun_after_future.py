"""GRA303: a pronoun after a verb in the future."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt.contract import Finding
from textlint_pt_grammaticality.clitics.attractor import attractor
from textlint_pt_grammaticality.clitics.enclitic import ENCLITIC, enclitics
from textlint_pt_grammaticality.clitics.future import is_future, mesoclisis
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, Diagnosis, ParsedSentence


class PronounAfterFuture(Diagnosis):
    """A pronoun tied to the end of a future or conditional."""

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

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for found in enclitics(sentence):
            if not is_future(sentence, found):
                continue
            inside = mesoclisis(found.form, found.pronouns)
            opens = found.verb == 0 or not sentence.is_word(found.verb - 1)
            if attractor(sentence, found.verb) is not None or not inside:
                ways = [found.before]
            else:
                ways = [inside] if opens else [inside, found.before]
            yield sentence.instead(found.verb, *ways, last=found.last, prior=CERTAIN)
