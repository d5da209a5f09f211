"""GRA218: words that agree in one use and not in another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, LIKELY, Diagnosis, Line, cue
from textlint_pt_grammaticality.reading import listed

_COPULAS = listed("ser estar ficar parecer andar continuar sentir tornar achar permanecer")
#: "segue anexa a carta"
_SENDING = listed("seguir ir estar enviar mandar remeter encontrar")
_ENCLOSED = {("Masc", "Sing"): "anexo", ("Masc", "Plur"): "anexos", ("Fem", "Sing"): "anexa",
             ("Fem", "Plur"): "anexas"}  # fmt: skip


class HalfOrEnclosed(Diagnosis):
    """*Meio* or *anexo* inflected where it is fixed, or fixed where it agrees.

    ## What it finds

    *Meio* for «somewhat» is an adverb (*ela ficou meio triste*, not *meia triste*); for «half» it
    agrees (*meia garrafa*, *duas horas e meia*). *Em anexo* is fixed; *anexo* alone agrees (*seguem
    anexas as cartas*).

    ## Why it matters

    One word with two uses: the ending says which is meant.

    ## Bad

    > As crianças ficaram meias cansadas depois do passeio.

    ## Good

    > As crianças ficaram meio cansadas depois do passeio.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`.

    ## Source

    School grammar; the rules of CoGrOO on *meio* and *anexo*.
    """

    code = "GRA218"
    name = "agreement.half-or-enclosed"
    supersedes = ("GRA001", "GRA102", "GRA103")
    cue = cue("mei[oa]s?", "anex[oa]s?")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: no sentido de «um pouco» não varia",
            "half": "«{form}» deve ser «{suggestion}»: no sentido de «metade» concorda com o "
            "substantivo",
            "fixed": "«{form}» deve ser «{suggestion}»: «em anexo» não varia",
            "enclosed": "«{form}» deve ser «{suggestion}»: concorda com «{related}»",
            "related": "isto é o que vai anexo",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: for “somewhat” it does not change",
            "half": "“{form}” should be “{suggestion}”: for “half” it agrees with the noun",
            "fixed": "“{form}” should be “{suggestion}”: “em anexo” does not change",
            "enclosed": "“{form}” should be “{suggestion}”: it agrees with “{related}”",
            "related": "this is what is enclosed",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            form = line.form(at)
            if not line.spaced(at - 1, at):
                continue
            if form in ("meia", "meias", "meios") and self._somewhat(line, at):
                yield line.instead(at, "meio", prior=LIKELY)
            elif form == "meio":
                yield from self._half(line, at)
            elif form in ("anexos", "anexas", "anexa") and line.form(at - 1) == "em":
                yield line.instead(at, "anexo", prior=LIKELY, message="fixed")
            elif form in _ENCLOSED.values():
                yield from self._enclosed(line, at)

    @staticmethod
    def _somewhat(line: Line, at: int) -> bool:
        """Whether an adverb fits here: after a copula or a name, before an adjective."""
        described = line.can_be(at + 1, "ADJ") or line.is_participle(at + 1)
        if not described or not line.spaced(at, at + 1) or line.tag(at + 1) == "NOUN":
            return False
        lemmas = {r.lemma for r in line.readings(at - 1) if r.upos in ("VERB", "AUX")}
        if line.form(at) != "meios":
            return bool(lemmas & _COPULAS)
        # "são meios eficazes": the noun
        return bool(lemmas & _COPULAS - {"ser"}) or line.tag(at - 1) in ("NOUN", "PROPN")

    @staticmethod
    def _half(line: Line, at: int) -> Iterator[Proposal]:
        before = line.form(at - 1)
        if before == "e" and line.form(at - 2) in (
            "hora",
            "horas",
            "uma",
            "duas",
            "légua",
            "milha",
        ):
            if not line.is_noun(at + 1):
                yield line.instead(at, "meia", prior=CERTAIN, message="half")
        elif line.spaced(at, at + 1) and line.tag(at - 1) not in ("DET", "ADP"):
            only = not line.can_be(at + 1, "ADJ", "ADV") and not line.is_finite(at + 1)
            if only and line.is_noun(at + 1, "Fem", "Sing") and not line.is_capital(at + 1):
                if not line.is_noun(at + 1, "Masc"):
                    yield line.instead(at, "meia", prior=LIKELY, message="half")
            elif line.tag(at - 1) == "NUM" and line.is_noun(at + 1, "Masc", "Plur"):
                yield line.instead(at, "meios", prior=LIKELY, message="half")

    @staticmethod
    def _enclosed(line: Line, at: int) -> Iterator[Proposal]:
        """ "Segue anexa as cartas": the article that follows shows which form is right."""
        sends = {reading.lemma for reading in line.readings(at - 1)} & _SENDING
        if not sends or line.form(at + 1) not in ("o", "a", "os", "as"):
            return
        article = line.form(at + 1)
        cell = ("Masc" if article[0] == "o" else "Fem", "Plur" if article[-1] == "s" else "Sing")
        right = _ENCLOSED[cell]
        if right != line.form(at) and line.is_noun(at + 2, *cell):
            yield line.instead(at, right, prior=LIKELY, related=at + 2, message="enclosed")
