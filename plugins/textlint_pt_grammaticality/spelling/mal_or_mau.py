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
            if form == "mal":
                if line.after_hyphen(at + 1):
                    continue
                yield line.instead(at, "mau", prior=HINT * self._describes(line, at))
            elif form == "mau":
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

    @staticmethod
    def _describes(line: Line, at: int) -> float:
        """How surely the next word is a noun that "mal" should describe: 0 to 2."""
        if not line.is_noun(at + 1, "Masc", "Sing") or not line.spaced(at, at + 1):
            return 0
        described = line.tag(at - 1) in ("DET", "ADP")
        adjective = line.tag(at) == "ADJ" or not line.can_be(at + 1, "ADJ")
        if described and adjective and line.tag(at + 1) == "NOUN":
            return 2
        if line.can_be(at + 1, "ADJ", "ADV", "ADP", "PRON", "DET") or line.is_participle(at + 1):
            return 0
        if any(
            line.can_be(at + 1, "VERB", "AUX", VerbForm="Fin", Person=person)
            for person in ("2", "3")
        ):
            return 0
        return 2 if described else 0.5
