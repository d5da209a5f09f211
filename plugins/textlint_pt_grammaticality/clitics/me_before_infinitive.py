"""GRA207: *para mim fazer*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import LIKELY, Diagnosis, ParsedSentence, cue
from textlint_pt_grammaticality.reading import listed, own_words

#: "é uma honra para mim estar aqui": judged by whom, not done by whom
_JUDGED = own_words("me-before-infinitive.judged")
_OPENING = listed("que se como quando onde o a os as")
_HANDING = listed("deixar comprar trazer dar emprestar enviar mandar entregar passar")
#: what follows these for somebody is what that person is to do
_ASKING = listed("pedir insistir ligar telefonar avisar")


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

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(1, len(sentence)):
            if sentence.form(at) not in ("mim", "ti") or sentence.form(at - 1) not in (
                "para",
                "pra",
            ):
                continue
            verb = (
                at + 2
                if sentence.form(at + 1) in ("não", "me", "te", "se", "o", "a", "lhe")
                else at + 1
            )
            if not sentence.spaced(at, verb) or not sentence.is_infinitive(verb):
                continue
            if at == 1 and not self._is_mine(sentence, verb):
                continue  # "para mim viver é lutar"
            if not sentence.is_noun(verb) or sentence.tag(verb) in ("VERB", "AUX"):
                near = range(max(0, at - 6), at - 1)
                judged = any(sentence.form(i) in _JUDGED for i in near) and any(
                    reading.lemma in ("ser", "ficar", "parecer", "tornar")
                    for i in near
                    for reading in sentence.readings(i)
                )
                first = sentence.form(at) == "mim"
                prior = 0.0 if judged else LIKELY
                yield sentence.instead(
                    at, "eu" if first else "tu", prior=prior, related=verb,
                    sure=not judged and (at == 1 or _is_to_do(sentence, at, verb)),
                )  # fmt: skip

    @staticmethod
    def _is_mine(sentence: ParsedSentence, verb: int) -> bool:
        """ "Para mim fazer isso preciso de ajuda": what follows is said of me, too."""
        for after in range(verb + 1, len(sentence)):
            mine = sentence.can_be(after, "VERB", "AUX", Person="1", Number="Sing")
            if mine or sentence.is_finite(after):  # "preciso" may be taken for an adjective
                return mine and sentence.form(after - 1) not in _OPENING
        return False


def _is_to_do(sentence: ParsedSentence, at: int, verb: int) -> bool:
    """Whether something is asked or given for the one named at a place to do what the infinitive
    says ("deixou uma planilha para …", "pediu para …"), or said to be done ("era para …")."""
    near = range(max(0, at - 6), at - 1)
    asked = any(reading.lemma in _ASKING for i in near for reading in sentence.readings(i))
    return asked or _is_given(sentence, at, verb)


def _is_given(sentence: ParsedSentence, at: int, verb: int) -> bool:
    """ "Deixou uma planilha para mim rever", "era para mim não chorar": something is handed
    over to be dealt with, or said to be done."""
    if any(r.lemma in ("ser", "estar", "ter", "haver") for r in sentence.readings(verb)):
        return False
    if sentence.form(at - 2) in ("é", "era", "foi"):
        return sentence.form(at - 3) in ("que", "não", "isso", "isto") and verb == at + 1
    near = range(max(0, at - 8), at - 1)
    handed = [
        i
        for i in near
        if sentence.tag(i) == "VERB"
        and any(r.lemma in _HANDING for r in sentence.readings(i))
        and sentence.features(i).get("VerbForm") == "Fin"
    ]
    things = handed and any(sentence.tag(i) == "NOUN" for i in range(handed[0] + 1, at - 1))
    whole = not any(not sentence.is_word(i) for i in near)
    return bool(things) and whole and sentence.tag(at - 2) in ("NOUN", "ADJ")
