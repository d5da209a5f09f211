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
_GOING = listed("vou vamos vão")


class LearnerPreposition(Misgovernment):
    """A preposition as English or Spanish has it.

    ## What it finds

    *Sonhar sobre*, *casar a um engenheiro*, *esperar para nós*, *gosto ler*, *conheci a uma
    colega*, *fomos em trem*, *sai em segunda-feira*, *em dia quinze*, *vou a estudar*: those of
    `data/government.txt` that come from another language, and days and the future.

    ## Why it matters

    They are the last thing one learns of a language, and the first by which readers know that it
    was learned, or translated by a machine.

    ## Bad

    > A professora esperou para nós na porta do museu.

    ## Good

    > A professora esperou por nós na porta do museu.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`. The related place is the word that governs.

    ## Source

    Celso Luft, *Dicionário prático de regência verbal*; Cunha and Cintra, *Nova gramática do
    português contemporâneo*, on prepositions.
    """

    code = "GRA222"
    name = "government.learner-preposition"
    level = "learner"

    def cases(self, line: Line) -> Iterator[Proposal]:
        yield from super().cases(line)
        for at in range(len(line)):
            form = line.form(at)
            if form == "em":
                yield from self._day(line, at)
            elif form in _GOING:
                yield from self._future(line, at)
            elif form in ("agradecer", "agradeço", "agradecemos", "agradeceu", "agradeceram"):
                yield from self._thanks(line, at)

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
    def _future(line: Line, at: int) -> Iterator[Proposal]:
        """ "Vou a estudar"; "ia a sair", about to, is right."""
        verb = at + 2
        if line.form(at + 1) != "a" or not line.spaced(at, verb) or line.is_noun(verb):
            return
        if line.is_infinitive(verb) and line.form(verb) not in _AFTER_GO:
            new = line.text[line.tokens[verb].start : line.tokens[verb].end]
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
