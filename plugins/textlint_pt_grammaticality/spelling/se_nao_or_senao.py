"""GRA209: *se não* or *senão*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import HINT, LIKELY, Line, cue
from textlint_pt_grammaticality.spelling.chosen import Chosen
from textlint_pt_grammaticality.spelling.words import SUBJECTS

_OTHER = portuguese.words("indefinites.none.singular", "indefinites.other") | {
    "nada",
    "ninguém",
    "coisa",
}


class SeNaoOrSenao(Chosen):
    """*Senão* for *se não*, or *se não* for *senão*."""

    code = "GRA209"
    name = "spelling.se-nao-or-senao"
    cue = cue("senão", r"se\s+não")
    own = frozenset({"senão", "se não"})
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: aqui nega uma condição",
            "else": "«{form}» deve ser «{suggestion}»: aqui quer dizer «de outro modo»",
            "except": "«{form}» deve ser «{suggestion}»: aqui faz uma exceção («a não ser»)",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: a condition is denied (if not)",
            "else": "“{form}” should be “{suggestion}”: it means “otherwise” here",
            "except": "“{form}” should be “{suggestion}”: an exception is made (except)",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            if line.form(at) == "senão":
                opens = at == 0 or line.form(at - 1) in ("e", "mas", "que", "—", "–", ";", ":")
                verbal = self._conditional(line, at + 1, opens)
                yield line.instead(at, "se não", prior=LIKELY * verbal)
            elif line.form(at) == "se" and line.form(at + 1) == "não" and line.spaced(at, at + 1):
                negated = self._is_negated(line, at)
                verbal = line.is_finite(at + 2) and not line.is_noun(at + 2)
                sure = HINT if line.is_infinitive(at + 2) else HINT * 2 * (not verbal)
                excepts = negated and line.form(at + 2) not in SUBJECTS
                if not excepts and self._is_threat(line, at):
                    yield line.instead(at, "senão", last=at + 1, prior=HINT / 2, message="else")
                    continue
                yield line.instead(at, "senão", last=at + 1, prior=sure * excepts,
                                   message="except")  # fmt: skip

    @staticmethod
    def _is_threat(line: Line, at: int) -> bool:
        """ "Leva um casaco, se não vais ter frio": what comes otherwise, and no condition of it."""
        rest = range(at + 2, len(line))
        if line.form(at - 1) != "," or any(line.form(i) == "," for i in rest):
            return False
        verb = next((i for i in rest if line.tag(i) in ("VERB", "AUX")), at)
        subject = verb == at + 2 or line.form(at + 2) in SUBJECTS
        going = any(reading.lemma == "ir" for reading in line.readings(verb))
        ahead = going and line.is_infinitive(verb + 1)
        later = line.can_be(verb, "VERB", "AUX", Mood="Ind", Tense="Fut")
        return subject and verb <= at + 4 and (ahead or later)

    @staticmethod
    def _is_negated(line: Line, at: int) -> bool:
        """Whether "nada", "outra coisa" or the like stands shortly before, in the same clause."""
        for i in range(at - 1, max(-1, at - 6), -1):
            if not line.is_word(i):
                return False
            if line.form(i) in _OTHER:
                return True
        return False

    @staticmethod
    def _conditional(line: Line, at: int, opens: bool) -> bool:
        """Whether a verb of a condition stands here: "chover", "me fosse"; any verb if it opens."""
        if line.form(at) in ("me", "te", "se", "nos", "lhe", "lhes", "o", "a"):
            at += 1
        if line.is_noun(at) or not line.spaced(at - 1, at):
            return line.form(at) in ("for", "houver")
        indicative = opens and line.can_be(at, "VERB", "AUX", Mood="Ind")
        return indicative or (
            any(line.can_be(at, "VERB", "AUX", Mood="Sub", Tense=tense) for tense in ("Fut", "Imp"))
            and (opens or not line.is_infinitive(at))
        )
