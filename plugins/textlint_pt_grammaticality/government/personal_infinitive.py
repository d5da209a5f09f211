"""GRA214: the infinitive with and without a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt_grammaticality.government.words import HAVING
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import LIKELY, Diagnosis, ParsedSentence, cue
from textlint_pt_grammaticality.reading import listed, own_words

_MODALS = own_words("personal-infinitive.modals")
#: their object is the subject of an infinitive, which shows no person then
_CAUSING = listed("mandar deixar fazer ver ouvir sentir")
_OBJECTS = listed("os as nos vos")
_ENDINGS = {"nós": "mos", "tu": "es", "eles": "em", "elas": "em", "vocês": "em"}
_OPENING = listed("para sem por de ao até após")
#: may stand between a subject and its infinitive
_SKIPPED = own_words("personal-infinitive.skipped")
#: what is said of an act, after which an infinitive with a subject stands
_JUDGING = listed("convém importa basta falta cabe resta")
#: with "a" they say how an act runs
_BEGINNING = listed("começar voltar passar continuar tornar chegar estar andar ficar")


class PersonalInfinitive(Diagnosis):
    """An infinitive with an ending it must not have, or without one it needs."""

    code = "GRA214"
    name = "government.personal-infinitive"
    cue = cue(r"[^\W\d_]+[aeiíoô]r(?:em|mos|es)?")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «{related}» já diz a pessoa",
            "subject": "«{form}» deve ser «{suggestion}»: o sujeito é «{related}»",
            "caused": "«{form}» deve ser «{suggestion}»: «{related}» já diz quem age",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “{related}” already says the person",
            "subject": "“{form}” should be “{suggestion}”: its subject is “{related}”",
            "caused": "“{form}” should be “{suggestion}”: “{related}” already says who acts",
            "related": "this word decides",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(1, len(sentence)):
            if sentence.form(at).endswith(("rem", "rmos")):
                yield from self._twice(sentence, at)
                yield from self._caused(sentence, at)
            elif sentence.form(at).endswith("r") and sentence.is_infinitive(at):
                yield from self._never(sentence, at)

    @staticmethod
    def _twice(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        infinitives = [
            reading.lemma
            for reading in sentence.readings(at)
            if reading.feature("VerbForm") == "Inf" and reading.feature("Number") == "Plur"
        ]
        modal = at - 1
        while sentence.form(modal) in own_words("personal-infinitive.between"):
            modal -= 1
        verbs = [
            reading
            for reading in sentence.readings(modal)
            if reading.lemma in _MODALS
            and reading.feature("VerbForm") == "Fin"
            and reading.feature("Number") == "Plur"
        ]
        if sentence.form(at - 1) == "a":
            begun = [r for r in sentence.readings(modal) if r.feature("Number") == "Plur"]
            if modal == at - 2 and any(
                r.lemma in _BEGINNING and r.feature("VerbForm") == "Fin" for r in begun
            ):
                yield sentence.instead(at, infinitives[0], prior=LIKELY, related=modal)
            return
        linked = sentence.form(at - 1) in ("de", "que")
        if verbs and verbs[0].lemma == "ter" and not linked:
            return
        if verbs and sentence.tag(modal) != "NOUN":
            if linked and verbs[0].lemma not in HAVING:
                return
            yield sentence.instead(at, infinitives[0], prior=LIKELY, related=modal)

    @staticmethod
    def _caused(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "Mandou-os entrarem"."""
        told = sentence.form(at - 1) in _OBJECTS and sentence.after_hyphen(at - 1)
        lemmas = {r.lemma for r in sentence.readings(at - 2) if r.feature("VerbForm")}
        bare = [r.lemma for r in sentence.readings(at) if r.feature("VerbForm") == "Inf"]
        if told and lemmas & _CAUSING and bare:
            yield sentence.instead(at, bare[0], prior=LIKELY, related=at - 1, message="caused")

    @staticmethod
    def _never(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        subject = at - 1
        while sentence.form(subject) in _SKIPPED:
            subject -= 1
        pronoun = sentence.form(subject)
        yield from PersonalInfinitive._of_noun(sentence, at, subject)
        if pronoun not in _ENDINGS or not sentence.spaced(subject, at):
            return
        before = sentence.form(subject - 1)
        judged = before in _JUDGING or (
            sentence.can_be(subject - 1, "ADJ")
            and sentence.form(subject - 2) in ("é", "era", "foi", "seja")
        )
        by = before == "por" and sentence.form(subject + 1) != "não"
        if by and sentence.tag(subject - 2) in ("VERB", "AUX"):
            return  # "devem por nós ser adotadas"
        if before in _OPENING or judged:
            new = PersonalInfinitive._personal(sentence.form(at), _ENDINGS[pronoun])
            likely = LIKELY if pronoun in ("nós", "tu") else 4.0
            yield sentence.instead(at, new, prior=likely, related=subject, message="subject")

    @staticmethod
    def _of_noun(sentence: ParsedSentence, at: int, subject: int) -> Iterator[Proposal]:
        """ "Depois de as empresas assinar": a preposition left apart from the article shows that
        the noun is the subject."""
        near = range(max(1, subject - 4), subject)
        for article in near:
            if sentence.form(article) in ("os", "as") and sentence.form(article - 1) in (
                "de",
                "em",
                "por",
            ):
                between = [sentence.tag(i) for i in range(article + 1, subject)]
                plural = sentence.features(subject).get("Number") == "Plur"
                simple = all(tag in ("ADJ", "NUM", "DET") for tag in between)
                if (
                    sentence.tag(subject) == "NOUN"
                    and plural
                    and simple
                    and sentence.spaced(article, at)
                ):
                    new = PersonalInfinitive._personal(sentence.form(at), "em")
                    yield sentence.instead(
                        at, new, prior=LIKELY, related=subject, message="subject"
                    )
                return

    @staticmethod
    def _personal(infinitive: str, ending: str) -> str:
        """The infinitive with an ending: "pôr" loses its accent, "sair" gets one."""
        hiatus = infinitive.endswith(("air", "uir")) and infinitive[-4] not in "gq"
        if hiatus and ending in ("em", "es"):
            return f"{infinitive[:-2]}ír{ending}"  # "saírem", "construíres"
        return infinitive.replace("pôr", "por") + ending
