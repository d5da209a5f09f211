"""GRA218: words that agree in one use and not in another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import LIKELY, Diagnosis, ParsedSentence, cue
from textlint_pt_grammaticality.reading import listed

_COPULAS = portuguese.words("verbs.copulas") | {"sentir", "achar"}
#: "segue anexa a carta"
_SENDING = listed("seguir ir estar enviar mandar remeter encontrar")
_ENDINGS = {("Masc", "Sing"): "o", ("Masc", "Plur"): "os", ("Fem", "Sing"): "a",
            ("Fem", "Plur"): "as"}  # fmt: skip
#: what agrees with the thing that is enclosed
_STEMS = ("anex", "inclus", "apens")


class HalfOrEnclosed(Diagnosis):
    """*Meio*, *anexo*, *obrigado* or *mesmo* inflected where it is fixed, or fixed where it
    agrees.
    """

    code = "GRA218"
    name = "agreement.half-or-enclosed"
    supersedes = ("GRA001", "GRA102", "GRA103")
    cue = cue(
        "mei[oa]s?", "(?:anex|inclus|apens)[oa]s?", "(?:car|barat|alt|baix)[oa]s?", "obrigad[oa]s?",
        "(?:mesm|própri)[oa]s?",
    )  # fmt: skip
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: no sentido de «um pouco» não varia",
            "half": "«{form}» deve ser «{suggestion}»: no sentido de «metade» concorda com o "
            "substantivo",
            "fixed": "«{form}» deve ser «{suggestion}»: «em anexo» não varia",
            "enclosed": "«{form}» deve ser «{suggestion}»: concorda com «{related}»",
            "speaker": "«{form}» deve ser «{suggestion}»: concorda com quem fala",
            "self": "«{form}» deve ser «{suggestion}»: concorda com «{related}»",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: for “somewhat” it does not change",
            "half": "“{form}” should be “{suggestion}”: for “half” it agrees with the noun",
            "fixed": "“{form}” should be “{suggestion}”: “em anexo” does not change",
            "enclosed": "“{form}” should be “{suggestion}”: it agrees with “{related}”",
            "speaker": "“{form}” should be “{suggestion}”: it agrees with who speaks",
            "self": "“{form}” should be “{suggestion}”: it agrees with “{related}”",
            "related": "this word decides",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(len(sentence)):
            form = sentence.form(at)
            if not sentence.spaced(at - 1, at):
                continue
            if form in ("meia", "meias", "meios") and self._somewhat(sentence, at):
                yield sentence.instead(at, "meio", prior=LIKELY)
            elif form.rstrip("s")[:-1] in _STEMS:
                yield from self._enclosed(sentence, at)

    @staticmethod
    def _somewhat(sentence: ParsedSentence, at: int) -> bool:
        """Whether an adverb fits here: after a copula or a name, before an adjective."""
        described = sentence.can_be(at + 1, "ADJ") or sentence.is_participle(at + 1)
        if not described or not sentence.spaced(at, at + 1) or sentence.tag(at + 1) == "NOUN":
            return False
        lemmas = {r.lemma for r in sentence.readings(at - 1) if r.upos in ("VERB", "AUX")}
        if sentence.form(at) != "meios":
            return bool(lemmas & _COPULAS)
        # "são meios eficazes": the noun
        return bool(lemmas & _COPULAS - {"ser"}) or sentence.tag(at - 1) in ("NOUN", "PROPN")

    @staticmethod
    def _enclosed(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "Segue anexa as cartas": the article that follows shows which form is right; "as cartas
        vão anexo": the subject does."""
        form = sentence.form(at)
        stem = form.rstrip("s")[:-1]
        verb = at - 2 if sentence.form(at - 1) == "se" else at - 1
        sends = {r.lemma for r in sentence.readings(verb) if r.upos in ("VERB", "AUX")} & _SENDING
        if not sends:
            return
        article, noun = sentence.form(at + 1), at + 2
        if article in ("o", "a", "os", "as") and sentence.spaced(at, noun):
            cell = (
                "Masc" if article[0] == "o" else "Fem",
                "Plur" if article[-1] == "s" else "Sing",
            )
        else:
            noun = _subject(sentence, verb)
            features = sentence.features(noun) if noun >= 0 else {}
            cell = (features.get("Gender", ""), features.get("Number", ""))
        right = stem + _ENDINGS.get(cell, form[len(stem) :])
        if noun >= 0 and right != form and sentence.is_noun(noun, *cell):
            yield sentence.instead(at, right, prior=LIKELY, related=noun, message="enclosed")


def _subject(sentence: ParsedSentence, verb: int) -> int:
    """Place of the noun that is the subject of a verb before it, -1 where there is none."""
    words = sentence.words
    own = sentence.tokens[verb].words[-1]
    found = [i for i, w in enumerate(words[:own]) if w.head == own and w.relation == "nsubj"]
    return sentence.holding(found[-1]) if found and words[found[-1]].tag == "NOUN" else -1
