"""What is given or asked for somebody to do: "deixou uma planilha para … rever"."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import ParsedSentence
from textlint_pt_grammaticality.reading import listed

_HANDING = listed("deixar comprar trazer dar emprestar enviar mandar entregar passar")
#: what follows these for somebody is what that person is to do
_ASKING = listed("pedir insistir ligar telefonar avisar")


def is_to_do(sentence: ParsedSentence, at: int, verb: int) -> bool:
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
