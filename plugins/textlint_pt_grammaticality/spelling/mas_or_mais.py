"""GRA204: *mas* or *mais*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import HINT, LIKELY, Line, cue
from textlint_pt_grammaticality.reading import listed, own_words
from textlint_pt_grammaticality.spelling.chosen import Chosen
from textlint_pt_grammaticality.spelling.words import NUMBERS, SUBJECTS

#: verbs of the speaker: after a comma "mais" adds none
_SPEAKING = listed("estou tenho acho estava fui fiquei sou sei vou preciso consegui infelizmente")
#: "quanto mais leio, mais acho"
_COMPARING = listed("quanto quantos quanta quantas conforme medida mais enquanto")


class MasOrMais(Chosen):
    """*Mas* for *mais*, or *mais* for *mas*."""

    code = "GRA204"
    name = "spelling.mas-or-mais"
    cue = cue("mas", "mais")
    own = frozenset({"mas", "mais"})
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «mas» opõe, «mais» é o contrário de "
            "«menos»",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “mas” (but) objects, “mais” (more) is "
            "the opposite of “menos”",
        },
    }

    _BEFORE_MORE = own_words("mas-or-mais.before-more")

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            form, before, after = line.form(at), line.form(at - 1), line.form(at + 1)
            if form == "mas":
                number = after == "de" and (
                    line.form(at + 2)[:1].isdigit() or line.form(at + 2) in NUMBERS
                )
                number = number and line.is_word(at - 1)  # "sorriu, mas de um modo triste"
                each = before == "vez" and line.form(at - 2) == "cada"
                if line.tag(at - 1) == line.tag(at + 1) == "ADJ" and not each:
                    continue  # "pequena mas bonita"
                than = after == "do" and line.form(at + 2) == "que" and line.is_word(at - 1)
                yield line.instead(at, "mais", prior=LIKELY * (number or each), sure=than)
            elif form == "mais" and before in (",", ";", "", "."):
                objects = before and after in SUBJECTS | {"não"} and line.form(at + 2) != "de"
                said = {line.form(i) for i in range(at)}
                if before == "," and after in _SPEAKING and said.isdisjoint(_COMPARING):
                    yield line.instead(at, "mas", sure=True)  # "queria ir, mais estou sem carro"
                elif before == "," and said.isdisjoint(_COMPARING) and self._objects(line, at):
                    yield line.instead(at, "mas", sure=True)
                elif self._clause_follows(line, at + 1):
                    yield line.instead(at, "mas", prior=HINT / 2 * bool(objects))

    @staticmethod
    def _objects(line: Line, at: int) -> bool:
        """ "Queria ir, mais meu chefe não deixou": a whole clause on either side."""
        noun = at + 1
        while line.tag(noun) == "DET":
            noun += 1
        if noun == at + 1 or line.tag(noun) != "NOUN":
            return False
        verb = noun + 2
        denied = line.form(noun + 1) in ("não", "nunca")
        return (
            denied
            and line.features(verb).get("VerbForm") == "Fin"
            and any(line.features(i).get("VerbForm") == "Fin" for i in range(at))
        )

    @staticmethod
    def _clause_follows(line: Line, at: int) -> bool:
        """Whether a verb stands before the next mark: "mais a filha," adds, it does not object."""
        for i in range(at, len(line)):
            if not line.is_word(i):
                return False
            if (line.is_finite(i) and not line.is_noun(i)) or line.tag(i) in ("VERB", "AUX"):
                return True
        return False
