"""GRA205: *onde* or *aonde*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, LIKELY, Line, cue
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

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            if line.form(at) != "aonde":
                continue
            if line.form(at - 1) in ("para", "de", "por"):
                yield line.instead(at, "onde", prior=CERTAIN)
                continue
            if not line.is_word(at + 1):
                continue  # "não disse aonde": of a verb that is left out
            verbs = [
                word.lemma
                for token in line.tokens[at + 1 : at + 8]
                for word in (line.words[i] for i in token.words)
                if word.tag in ("VERB", "AUX")
            ]
            if not any(verb in _MOTION for verb in verbs):
                yield line.instead(at, "onde", prior=LIKELY)
