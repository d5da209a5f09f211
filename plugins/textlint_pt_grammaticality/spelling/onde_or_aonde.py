"""GRA205: *onde* or *aonde*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, LIKELY, ParsedSentence, cue
from textlint_pt_grammaticality.reading import own_words
from textlint_pt_grammaticality.spelling.chosen import Chosen

_MOTION = own_words("onde-or-aonde.motion")


class OndeOrAonde(Chosen):
    """*Aonde* where nothing moves."""

    code = "GRA205"
    name = "spelling.onde-or-aonde"
    cue = cue("aonde")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «aonde» é para onde se vai; aqui nada se "
            "move",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “aonde” is for where one goes; nothing "
            "moves here",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(len(sentence)):
            if sentence.form(at) != "aonde":
                continue
            if sentence.form(at - 1) in ("para", "de", "por"):
                yield sentence.instead(at, "onde", prior=CERTAIN)
                continue
            if not sentence.is_word(at + 1):
                continue  # "não disse aonde": of a verb that is left out
            verbs = [
                word.lemma
                for token in sentence.tokens[at + 1 : at + 8]
                for word in (sentence.words[i] for i in token.words)
                if word.tag in ("VERB", "AUX")
            ]
            if not any(verb in _MOTION for verb in verbs):
                yield sentence.instead(at, "onde", prior=LIKELY)
