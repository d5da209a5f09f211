"""GRA222: prepositions as other languages have them."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt import portuguese
from textlint_pt.patterns.contractions import joined
from textlint_pt_grammaticality.government.misgovernment import Misgovernment
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import LIKELY, ParsedSentence
from textlint_pt_grammaticality.reading import listed, own_words

_WEEKDAYS = portuguese.words("times.weekdays")
_MEN = listed("sábado domingo")
#: what goes on from "ir a": "vamos a ver", "foi a enterrar", and places that look like infinitives
_AFTER_GO = own_words("learner-preposition.after-go")
_PARTS = listed("manhã tarde noite madrugada")
_GOING = listed("vou vamos vão")
_HOURS = portuguese.words("times.hours")
#: countries by the article they have; those without any
_WITH_ARTICLE = {
    "o": own_words("learner-preposition.masculine"),
    "a": own_words("crase.lands"),
}
_WITHOUT_ARTICLE = listed("portugal cuba israel moçambique marrocos")
#: what stands beside names that are cut
_MARKS_OF_NAMES = frozenset("-/@_&")


class LearnerPreposition(Misgovernment):
    """A preposition as English or Spanish has it."""

    code = "GRA222"
    name = "government.learner-preposition"
    level = "learner"

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        yield from super().cases(sentence)
        for at in range(len(sentence)):
            form = sentence.form(at)
            if form in ("em", "no", "na"):
                yield from self._country(sentence, at)
                yield from self._hour(sentence, at)
            if form == "em":
                yield from self._day(sentence, at)
            elif form in _GOING:
                yield from self._future(sentence, at)
            elif form in ("agradecer", "agradeço", "agradecemos", "agradeceu", "agradeceram"):
                yield from self._thanks(sentence, at)

    @staticmethod
    def _country(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "Moro em Brasil", "vivem no Portugal": which countries have an article."""
        name, after = sentence.form(at + 1), at + 2
        if not sentence.is_capital(at + 1) or not sentence.spaced(at, at + 1):
            return
        ended = not sentence.is_word(after) or sentence.tag(after) in (
            "ADP",
            "SCONJ",
            "CCONJ",
            "VERB",
            "AUX",
        )
        if not ended or sentence.after_hyphen(after) or sentence.form(after) in _MARKS_OF_NAMES:
            return
        form = sentence.form(at)
        if form == "em":
            article = next((a for a, names in _WITH_ARTICLE.items() if name in names), "")
            if article:
                yield sentence.instead(at, joined("em", article), related=at + 1, sure=True)
        elif name in _WITHOUT_ARTICLE and sentence.form(after) not in (
            "de",
            "do",
            "da",
            "dos",
            "das",
        ):
            yield sentence.instead(at, "em", related=at + 1, sure=True)

    @staticmethod
    def _day(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "Em segunda-feira", "em dia quinze"."""
        day, after = sentence.form(at + 1), sentence.form(at + 2)
        if not sentence.spaced(at, at + 1):
            return
        if day in _WEEKDAYS or (day in _MEN and after in ("à", "às", "passado", "próximo")):
            if after not in ("gorda", "santa", "de"):
                article = "o" if day in _MEN else "a"
                yield sentence.instead(at, joined("em", article), prior=LIKELY, related=at + 1)
        elif day == "dia" and (after[:1].isdigit() or sentence.tag(at + 2) == "NUM"):
            yield sentence.instead(at, "no", prior=LIKELY, related=at + 1)

    @staticmethod
    def _hour(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "Começa em nove e meia", "em que horas"."""
        hour, after = sentence.form(at + 1), sentence.form(at + 2)
        digits = hour[:1].isdigit()
        number = digits or hour in _HOURS
        timed = after in ("horas", "h") or (
            after == "e" and (sentence.form(at + 3) in ("meia", "quarto") or not digits)
        )
        if sentence.form(at) != "em":
            return
        day = at + 3 + (after in ("horas", "hora"))
        part = sentence.form(day - 1) == "da" and sentence.form(day) in _PARTS
        if number and (part or (timed and sentence.form(at + 3) in ("meia", "quarto"))):
            article = "à" if hour in ("uma", "1") else "às"
            yield sentence.instead(at, article, prior=LIKELY, related=at + 1, sure=part)

    @staticmethod
    def _future(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "Vou a estudar"; "ia a sair", about to, is right."""
        verb = at + 2
        if sentence.form(at + 1) != "a" or not sentence.spaced(at, verb) or sentence.is_noun(verb):
            return
        if sentence.is_infinitive(verb) and sentence.form(verb) not in _AFTER_GO:
            new = sentence.written(verb)
            # the classics have it: "se vou a lutar"
            yield sentence.instead(at + 1, new, last=verb, prior=3.0, related=at, message="less")

    @staticmethod
    def _thanks(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "Agradecer a todos para terem vindo"."""
        for place in range(at + 2, min(at + 6, len(sentence))):
            if not sentence.is_word(place):
                return
            if sentence.form(place) == "para":
                auxiliary = sentence.form(place + 1) in ("ter", "terem", "termos", "teres")
                if auxiliary and sentence.is_participle(place + 2):
                    yield sentence.instead(place, "por", prior=LIKELY, related=at)
                return
