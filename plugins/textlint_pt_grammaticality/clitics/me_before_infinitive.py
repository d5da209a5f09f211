"""GRA207: *para mim fazer*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt_grammaticality.given import is_to_do
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import LIKELY, Diagnosis, Line, cue
from textlint_pt_grammaticality.reading import listed, own_words

#: "é uma honra para mim estar aqui": judged by whom, not done by whom
_JUDGED = own_words("me-before-infinitive.judged")
_OPENING = listed("que se como quando onde o a os as")


class MeBeforeInfinitive(Diagnosis):
    """*Para mim* before a verb whose subject I am."""

    code = "GRA207"
    name = "clitics.me-before-infinitive"
    weighs_choice = True
    cue = cue(r"(?:para|pra)\s+(?:mim|ti)")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: é o sujeito do que se segue",
            "related": "este verbo tem aqui o seu sujeito",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: it is the subject of what follows",
            "related": "this verb has its subject here",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(1, len(line)):
            if line.form(at) not in ("mim", "ti") or line.form(at - 1) not in ("para", "pra"):
                continue
            verb = (
                at + 2
                if line.form(at + 1) in ("não", "me", "te", "se", "o", "a", "lhe")
                else at + 1
            )
            if not line.spaced(at, verb) or not line.is_infinitive(verb):
                continue
            if at == 1 and not self._is_mine(line, verb):
                continue  # "para mim viver é lutar"
            if not line.is_noun(verb) or line.tag(verb) in ("VERB", "AUX"):
                near = range(max(0, at - 6), at - 1)
                judged = any(line.form(i) in _JUDGED for i in near) and any(
                    reading.lemma in ("ser", "ficar", "parecer", "tornar")
                    for i in near
                    for reading in line.readings(i)
                )
                first = line.form(at) == "mim"
                prior = 0.0 if judged else LIKELY
                yield line.instead(
                    at, "eu" if first else "tu", prior=prior, related=verb,
                    sure=not judged and (at == 1 or is_to_do(line, at, verb)),
                )  # fmt: skip

    @staticmethod
    def _is_mine(line: Line, verb: int) -> bool:
        """ "Para mim fazer isso preciso de ajuda": what follows is said of me, too."""
        for after in range(verb + 1, len(line)):
            mine = line.can_be(after, "VERB", "AUX", Person="1", Number="Sing")
            if mine or line.is_finite(after):  # "preciso" may be taken for an adjective
                return mine and line.form(after - 1) not in _OPENING
        return False
