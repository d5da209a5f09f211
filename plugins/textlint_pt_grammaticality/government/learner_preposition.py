"""GRA222: prepositions as other languages have them."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt import portuguese
from textlint_pt_grammaticality.contractions import joined
from textlint_pt_grammaticality.government.misgovernment import Misgovernment
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import LIKELY, Line
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

    def cases(self, line: Line) -> Iterator[Proposal]:
        yield from super().cases(line)
        for at in range(len(line)):
            form = line.form(at)
            if form in ("em", "no", "na"):
                yield from self._country(line, at)
                yield from self._hour(line, at)
            if form == "em":
                yield from self._day(line, at)
            elif form in _GOING:
                yield from self._future(line, at)
            elif form in ("agradecer", "agradeço", "agradecemos", "agradeceu", "agradeceram"):
                yield from self._thanks(line, at)

    @staticmethod
    def _country(line: Line, at: int) -> Iterator[Proposal]:
        """ "Moro em Brasil", "vivem no Portugal": which countries have an article."""
        name, after = line.form(at + 1), at + 2
        if not line.is_capital(at + 1) or not line.spaced(at, at + 1):
            return
        ended = not line.is_word(after) or line.tag(after) in (
            "ADP",
            "SCONJ",
            "CCONJ",
            "VERB",
            "AUX",
        )
        if not ended or line.after_hyphen(after) or line.form(after) in _MARKS_OF_NAMES:
            return
        form = line.form(at)
        if form == "em":
            article = next((a for a, names in _WITH_ARTICLE.items() if name in names), "")
            if article:
                yield line.instead(at, joined("em", article), related=at + 1, sure=True)
        elif name in _WITHOUT_ARTICLE and line.form(after) not in ("de", "do", "da", "dos", "das"):
            yield line.instead(at, "em", related=at + 1, sure=True)

    @staticmethod
    def _day(line: Line, at: int) -> Iterator[Proposal]:
        """ "Em segunda-feira", "em dia quinze"."""
        day, after = line.form(at + 1), line.form(at + 2)
        if not line.spaced(at, at + 1):
            return
        if day in _WEEKDAYS or (day in _MEN and after in ("à", "às", "passado", "próximo")):
            if after not in ("gorda", "santa", "de"):
                article = "o" if day in _MEN else "a"
                yield line.instead(at, joined("em", article), prior=LIKELY, related=at + 1)
        elif day == "dia" and (after[:1].isdigit() or line.tag(at + 2) == "NUM"):
            yield line.instead(at, "no", prior=LIKELY, related=at + 1)

    @staticmethod
    def _hour(line: Line, at: int) -> Iterator[Proposal]:
        """ "Começa em nove e meia", "em que horas"."""
        hour, after = line.form(at + 1), line.form(at + 2)
        digits = hour[:1].isdigit()
        number = digits or hour in _HOURS
        timed = after in ("horas", "h") or (
            after == "e" and (line.form(at + 3) in ("meia", "quarto") or not digits)
        )
        if line.form(at) != "em":
            return
        day = at + 3 + (after in ("horas", "hora"))
        part = line.form(day - 1) == "da" and line.form(day) in _PARTS
        if number and (part or (timed and line.form(at + 3) in ("meia", "quarto"))):
            article = "à" if hour in ("uma", "1") else "às"
            yield line.instead(at, article, prior=LIKELY, related=at + 1, sure=part)

    @staticmethod
    def _future(line: Line, at: int) -> Iterator[Proposal]:
        """ "Vou a estudar"; "ia a sair", about to, is right."""
        verb = at + 2
        if line.form(at + 1) != "a" or not line.spaced(at, verb) or line.is_noun(verb):
            return
        if line.is_infinitive(verb) and line.form(verb) not in _AFTER_GO:
            new = line.written(verb)
            # the classics have it: "se vou a lutar"
            yield line.instead(at + 1, new, last=verb, prior=3.0, related=at, message="less")

    @staticmethod
    def _thanks(line: Line, at: int) -> Iterator[Proposal]:
        """ "Agradecer a todos para terem vindo"."""
        for place in range(at + 2, min(at + 6, len(line))):
            if not line.is_word(place):
                return
            if line.form(place) == "para":
                auxiliary = line.form(place + 1) in ("ter", "terem", "termos", "teres")
                if auxiliary and line.is_participle(place + 2):
                    yield line.instead(place, "por", prior=LIKELY, related=at)
                return
