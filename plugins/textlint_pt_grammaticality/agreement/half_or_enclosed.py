"""GRA218: words that agree in one use and not in another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, LIKELY, Diagnosis, Line, cue
from textlint_pt_grammaticality.reading import listed, own_words

_TAKING_ADVERBS = own_words("agreement.adverb")
_COPULAS = portuguese.words("verbs.copulas") | {"sentir", "achar"}
#: "segue anexa a carta"
_SENDING = listed("seguir ir estar enviar mandar remeter encontrar")
_ENDINGS = {("Masc", "Sing"): "o", ("Masc", "Plur"): "os", ("Fem", "Sing"): "a",
            ("Fem", "Plur"): "as"}  # fmt: skip
#: what agrees with the thing that is enclosed
_STEMS = ("anex", "inclus", "apens")
#: adjectives that are adverbs of price, height and loudness, too, and do not agree then
_ADVERBS = ("car", "barat", "alt", "baix")
_SAYING = listed("dizer responder agradecer murmurar exclamar sussurrar gritar falar escrever")
_THEMSELVES = {"ela": "a", "elas": "as", "eles": "os", "ele": "o"}
#: "ela mesmo assim foi": of the clause, not of the pronoun
_EVEN = own_words("half-or-enclosed.after")


class HalfOrEnclosed(Diagnosis):
    """*Meio*, *anexo*, *caro*, *obrigado* or *mesmo* inflected where it is fixed, or fixed where it
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
            "adverb": "«{form}» deve ser «{suggestion}»: depois de «{related}» é advérbio e não "
            "varia",
            "speaker": "«{form}» deve ser «{suggestion}»: quem fala é «{related}»",
            "self": "«{form}» deve ser «{suggestion}»: concorda com «{related}»",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: for “somewhat” it does not change",
            "half": "“{form}” should be “{suggestion}”: for “half” it agrees with the noun",
            "fixed": "“{form}” should be “{suggestion}”: “em anexo” does not change",
            "enclosed": "“{form}” should be “{suggestion}”: it agrees with “{related}”",
            "adverb": "“{form}” should be “{suggestion}”: after “{related}” it is an adverb and "
            "does not change",
            "speaker": "“{form}” should be “{suggestion}”: it is “{related}” who speaks",
            "self": "“{form}” should be “{suggestion}”: it agrees with “{related}”",
            "related": "this word decides",
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
            elif form.rstrip("s")[:-1] in _STEMS:
                yield from self._enclosed(line, at)
            elif form.rstrip("s")[:-1] in _ADVERBS:
                yield from self._adverb(line, at)
            elif form in ("mesmo", "mesma", "mesmos", "mesmas", "próprio", "própria", "próprios"):
                yield from self._self(line, at)
        yield from self._thanks(line)

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
        """ "Segue anexa as cartas": the article that follows shows which form is right; "as cartas
        vão anexo": the subject does."""
        form = line.form(at)
        stem = form.rstrip("s")[:-1]
        verb = at - 2 if line.form(at - 1) == "se" else at - 1
        sends = {r.lemma for r in line.readings(verb) if r.upos in ("VERB", "AUX")} & _SENDING
        if not sends:
            return
        article, noun = line.form(at + 1), at + 2
        if article in ("o", "a", "os", "as") and line.spaced(at, noun):
            cell = (
                "Masc" if article[0] == "o" else "Fem",
                "Plur" if article[-1] == "s" else "Sing",
            )
        else:
            noun = _subject(line, verb)
            features = line.features(noun) if noun >= 0 else {}
            cell = (features.get("Gender", ""), features.get("Number", ""))
        right = stem + _ENDINGS.get(cell, form[len(stem) :])
        if noun >= 0 and right != form and line.is_noun(noun, *cell):
            yield line.instead(at, right, prior=LIKELY, related=noun, message="enclosed")

    @staticmethod
    def _adverb(line: Line, at: int) -> Iterator[Proposal]:
        """ "As passagens custam caras"."""
        form = line.form(at)
        verb = at - 2 if line.form(at - 1) in ("muito", "mais", "tão", "bem") else at - 1
        lemmas = {r.lemma for r in line.readings(verb) if r.upos == "VERB"}
        said = lemmas & _TAKING_ADVERBS and line.tag(verb) == "VERB"
        # "pagam altas taxas", "compraram barata a casa"
        alone = not line.is_noun(at + 1) and line.form(at + 1) not in ("o", "a", "os", "as")
        if said and alone and not form.endswith("o"):
            new = form.rstrip("s")[:-1] + "o"
            yield line.instead(at, new, prior=HINT, related=verb, message="adverb")

    @staticmethod
    def _self(line: Line, at: int) -> Iterator[Proposal]:
        """ "Ela mesmo fez o bolo"."""
        ending = _THEMSELVES.get(line.form(at - 1))
        stem = line.form(at).rstrip("s")[:-1]
        if not ending or line.form(at) == stem + ending or line.form(at + 1) in _EVEN:
            return
        if not line.is_noun(at + 1) or line.is_finite(at + 1):
            new = stem + ending
            # "ela mesmo fez o bolo"
            verb = line.tag(at + 1) in ("VERB", "AUX") and line.is_finite(at + 1)
            sure = at == 1 and verb and line.form(at)[:4] == "mesm"
            yield line.instead(at, new, prior=HINT, related=at - 1, message="self", sure=sure)

    @staticmethod
    def _thanks(line: Line) -> Iterator[Proposal]:
        """ "— Muito obrigado — disse a menina"."""
        for at in range(len(line)):
            form = line.form(at)
            alone = line.form(at - 1) == "muito" or not line.is_word(at - 1)
            if form not in ("obrigado", "obrigada") or not alone:
                continue
            for verb in range(at + 1, min(at + 12, len(line))):
                if not {r.lemma for r in line.readings(verb) if r.upos == "VERB"} & _SAYING:
                    continue
                subject = verb + 2 if line.form(verb + 1) in ("a", "o", "uma", "um") else verb + 1
                wanted = _gender(line, subject)
                if wanted and form[-1] != wanted:
                    yield line.instead(
                        at, form[:-1] + wanted, prior=LIKELY, related=subject, message="speaker"
                    )
                break


def _gender(line: Line, at: int) -> str:
    """Ending for the gender of who speaks, where it is sure."""
    if line.form(at) in ("ela", "ele"):
        return line.form(at)[-1].replace("e", "o")
    features = line.features(at) if 0 <= at < len(line) else {}
    if features.get("Number") != "Sing" or line.tag(at) not in ("NOUN", "PROPN"):
        return ""
    readings = [r for r in line.readings(at) if r.upos in ("NOUN", "PROPN")]
    genders = {r.feature("Gender") or "" for r in readings}
    return {"Fem": "a", "Masc": "o"}.get(min(genders), "") if len(genders) == 1 else ""


def _subject(line: Line, verb: int) -> int:
    """Place of the noun that is the subject of a verb before it, -1 where there is none."""
    words = line.words
    own = line.tokens[verb].words[-1]
    found = [i for i, w in enumerate(words[:own]) if w.head == own and w.relation == "nsubj"]
    return line.holding(found[-1]) if found and words[found[-1]].tag == "NOUN" else -1
