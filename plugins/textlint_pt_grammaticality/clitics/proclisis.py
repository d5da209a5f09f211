"""GRA301: the pronoun after the verb where it belongs before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt_grammaticality.clitics.attractor import attractor
from textlint_pt_grammaticality.clitics.enclitic import ENCLITIC, Enclitic, enclitics
from textlint_pt_grammaticality.clitics.joining import is_future
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import LIKELY, Diagnosis, ParsedSentence
from textlint_pt_grammaticality.reading import listed

#: of "faz", "traz", "fez", "fiz", "diz", "quis": other verbs with these endings before "lo" are
#: infinitives
_FINITE_BEFORE_LO = listed("fá trá fê fi di qui")

#: nothing else than what attracts can stand right before the verb
_SURE = listed("não nunca jamais ninguém quando se embora")


class Proclisis(Diagnosis):
    """The pronoun stands after a verb that a word before it attracts it from."""

    code = "GRA301"
    name = "clitics.proclisis"
    cue = ENCLITIC
    # before the verb the pronoun is joined to nothing
    supersedes = ("GRA001", "GRA305")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «{related}» atrai o pronome para antes "
            "do verbo",
            "gerund": "«{form}» deve ser «{suggestion}»: «em» antes do gerúndio atrai o pronome",
            "related": "esta palavra atrai o pronome",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “{related}” attracts the pronoun to the "
            "place before the verb",
            "gerund": "“{form}” should be “{suggestion}”: “em” before a gerund attracts it",
            "related": "this word attracts the pronoun",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for found in enclitics(sentence):
            verb = found.verb
            future = sentence.form(verb) == found.form and is_future(sentence.forms, found.form)
            if future or not self._is_finite(sentence, found):
                continue
            if sentence.form(verb) == "diga" and sentence.form(found.last + 1) == "de":
                continue  # "que, diga-se de passagem, venceu"
            attracted = attractor(sentence, verb)
            if attracted is None:
                attracted = self._alternative(sentence, verb)
            if attracted is not None:
                place, prior = attracted
                # right before the verb, and no word of another clause
                sure = place == verb - 1 and prior >= LIKELY and sentence.form(place) in _SURE
                sure |= self._opens(sentence, place, verb)
                sure &= sentence.tag(verb) in ("VERB", "AUX")
                yield sentence.instead(
                    verb, found.before, last=found.last, prior=prior, related=place, sure=sure
                )

    @staticmethod
    def _opens(sentence: ParsedSentence, place: int, verb: int) -> bool:
        """ "Nenhum homem quer-nos", "por que a comida fez-nos mal?": the attractor opens the
        sentence, and only a subject stands between."""
        subject = sentence.tag(verb - 1) == "NOUN" and sentence.spaced(0, verb)
        if sentence.form(0) in ("nenhum", "nenhuma"):
            return subject and place == 0 and verb == 2
        asked = (sentence.form(0), sentence.form(1)) == ("por", "que") and sentence.form(
            len(sentence) - 1
        ) == "?"
        return subject and asked and place <= 1 and verb == 4 and sentence.tag(2) == "DET"

    @staticmethod
    def _is_finite(sentence: ParsedSentence, found: Enclitic) -> bool:
        written = sentence.form(found.verb)
        cut = sentence.form(found.verb + 1) in ("lo", "la", "los", "las")
        if cut and written.endswith(("a", "e", "o")):
            return False  # "configura-lo": an infinitive that lost its accent
        cut = cut and written.endswith(("á", "ê", "ô", "i", "í"))
        if cut and written not in _FINITE_BEFORE_LO:
            return False  # "vê-lo" of "ver"
        word = sentence.words[sentence.tokens[found.verb].words[0]]
        readings = sentence.forms.readings(found.form)
        if any(reading.feature("VerbForm") == "Inf" for reading in readings):
            return "VerbForm=Fin" in word.features and not found.form.endswith(("ar", "er", "ir"))
        return any(reading.feature("VerbForm") == "Fin" for reading in readings)

    @staticmethod
    def _alternative(sentence: ParsedSentence, verb: int) -> tuple[int, float] | None:
        """ "Ou" and "quer", if a second one follows."""
        form = sentence.form(verb - 1)
        again = form in ("ou", "quer") and any(
            sentence.form(at) == form for at in range(verb + 1, len(sentence))
        )
        opens = verb == 1 or not sentence.is_word(verb - 2)
        return (verb - 1, LIKELY) if again and opens else None
