"""GRA304: a pronoun after a participle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt_grammaticality.clitics.attractor import attractor
from textlint_pt_grammaticality.clitics.enclitic import ENCLITIC, enclitics, tied
from textlint_pt_grammaticality.clitics.future import has_future
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import LIKELY, Diagnosis, ParsedSentence
from textlint_pt_grammaticality.reading import listed

_HAVING = listed("ter haver")


class PronounAfterParticiple(Diagnosis):
    """A pronoun tied to the participle of a compound tense."""

    code = "GRA304"
    name = "clitics.pronoun-after-participle"
    supersedes = ("GRA001", "GRA301")
    cue = ENCLITIC
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: em tempo composto o pronome fica com o "
            "auxiliar, nunca depois do particípio",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: in a compound tense the pronoun stays "
            "with the auxiliary, never after the participle",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for found in enclitics(sentence):
            verb = found.verb
            if not sentence.is_participle(verb):
                continue
            auxiliary = next((at for at in (verb - 1, verb - 2) if self._has(sentence, at)), None)
            if auxiliary is None or not sentence.spaced(auxiliary, verb):
                continue
            having = sentence.form(auxiliary)
            pronouns = " ".join(found.pronouns)
            rest = sentence.text[sentence.tokens[auxiliary].end : sentence.tokens[verb].end]
            before = f"{pronouns} {having}{rest}"
            between = f"{tied(having, found.pronouns)}{rest}"
            opens = auxiliary == 0 or not sentence.is_word(auxiliary - 1)
            if attractor(sentence, auxiliary) is not None or has_future(sentence, auxiliary):
                ways = [before]
            else:
                ways = [between] if opens else [between, before]
            yield sentence.instead(auxiliary, *ways, last=found.last, prior=LIKELY)

    @staticmethod
    def _has(sentence: ParsedSentence, at: int) -> bool:
        return any(
            reading.lemma in _HAVING and reading.upos in ("VERB", "AUX")
            for reading in sentence.readings(at)
        )
