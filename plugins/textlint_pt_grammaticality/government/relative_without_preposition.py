"""GRA220: "que" without the preposition that its verb asks for."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt import portuguese
from textlint_pt_grammaticality.contractions import joined, split
from textlint_pt_grammaticality.government.entries import government
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import LIKELY, Diagnosis, Line, cue
from textlint_pt_grammaticality.reading import listed, own_words

_PRONOUNS = portuguese.words("pronouns.personal")
_CLITICS = portuguese.words("clitics")
_DATIVE = listed("me te lhe lhes nos vos")
#: stand between "que" and its verb
_LIGHT = _CLITICS | own_words("relative-without-preposition.light")
_SUBJECT = frozenset({"DET", "NOUN", "ADJ", "PROPN"})
#: before the noun: a comparison, a stretch of time
_COMPARED = own_words("relative-without-preposition.compared")
#: stand for the complement
_THERE = own_words("relative-without-preposition.there")
_LASTING = listed("há havia houve faz fazia desde")


class RelativeWithoutPreposition(Diagnosis):
    """*Que* without the preposition that its verb asks for.

    ## What it finds

    *A reunião que participei*, *o remédio que preciso*, *o apartamento que moramos*, *o colega que
    te falei*: the relative is governed by a verb that cannot do without its preposition. Where
    *que* may be the subject (*o homem que precisa*), and of times (*o dia que cheguei*), it says
    nothing.

    ## Why it matters

    Speech drops the preposition everywhere. Writing keeps it: it says what the noun has to do with
    the verb.

    ## Bad

    > O remédio que preciso está em falta.

    ## Good

    > O remédio de que preciso está em falta.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`. The related place is the verb.

    ## Source

    Bechara, *Moderna gramática portuguesa*, on relatives; Tarallo, *Relativization strategies in
    Brazilian Portuguese* (1983), on how speech drops the preposition.
    """

    code = "GRA220"
    name = "government.relative-without-preposition"
    cue = cue("que")
    messages = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «{related}» pede uma preposição",
            "related": "este é o verbo",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “{related}” asks for a preposition",
            "related": "this is the verb",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(1, len(line) - 1):
            if line.form(at) != "que" or not line.spaced(at - 1, at + 1):
                continue
            noun = at - 1
            if line.tag(noun) in ("ADJ", "VERB") and line.tag(noun - 1) == "NOUN":
                noun -= 1
            if line.tag(noun) == "NOUN" and not self._is_other(line, noun, at):
                yield from self._governed(line, noun, at)

    def _governed(self, line: Line, noun: int, at: int) -> Iterator[Proposal]:
        subject, place = False, at + 1
        clitics: set[str] = set()
        while place < at + 6 and line.tag(place) not in ("VERB", "AUX"):
            form = line.form(place)
            if form in _PRONOUNS or line.tag(place) in ("NOUN", "PROPN"):
                subject = True
            elif form not in _LIGHT and line.tag(place) not in _SUBJECT:
                return
            if form in _CLITICS:
                clitics.add(form)
            place += 1
        finite = place
        while line.tag(place) == "AUX" and line.tag(place + 1) in ("VERB", "AUX"):
            place += 1
        if line.tag(place) not in ("VERB", "AUX") or not line.spaced(at, place):
            return
        verb = line.words[line.tokens[place].words[0]].lemma
        relative = government().relatives.get(verb)
        if relative is None or line.features(finite).get("VerbForm") not in ("Fin", None):
            return
        lemma = line.words[line.tokens[noun].words[-1]].lemma
        classes = government().classes
        if relative.noun and lemma not in classes[relative.noun]:
            return
        if relative.pronominal and not clitics & {"me", "te", "se", "nos", "vos"}:
            return
        if relative.dative and not clitics & _DATIVE:
            return
        if not relative.dative and not relative.pronominal and clitics:
            return
        if not subject and not self._is_first(line, finite):
            return
        if self._has_complement(line, place, relative.prepositions):
            return
        if self._is_cleft(line, noun, relative.prepositions):
            return
        ways = self._ways(line, noun, lemma, relative.prepositions)
        yield line.instead(at, *ways, prior=LIKELY, related=place)

    @staticmethod
    def _is_other(line: Line, noun: int, at: int) -> bool:
        """Whether "que" opens what is said or ends a comparison or a stretch of time."""
        if line.words[line.tokens[noun].words[-1]].lemma in government().classes["content"]:
            return True
        near = {line.form(place) for place in range(max(0, noun - 4), noun)}
        if line.form(noun) in government().classes["content"] or near & (_COMPARED | _LASTING):
            return True
        return line.tag(at) != "PRON"

    @staticmethod
    def _is_first(line: Line, at: int) -> bool:
        persons = {
            reading.feature("Person")
            for reading in line.readings(at)
            if reading.upos in ("VERB", "AUX") and reading.feature("VerbForm") == "Fin"
        }
        return persons == {"1"}  # "ó gentes que morais aí"

    @staticmethod
    def _has_complement(line: Line, verb: int, prepositions: tuple[str, ...]) -> bool:
        """Whether the verb has its complement after it: "que eu gostaria de ler"."""
        after = verb + 1
        while line.form(after) in ("mais", "muito", "bem", "tanto", "também", "sempre", "ainda"):
            after += 1
        if line.form(after) == "que" or (line.is_infinitive(after) and line.tag(after) != "NOUN"):
            return True
        if line.tag(after) in ("DET", "PRON") and line.form(after) not in ("todos", "tudo"):
            return True
        return (
            any(
                split(line.form(place))[0] in prepositions and line.tag(place) != "DET"
                for place in range(after, min(after + 2, len(line)))
            )
            or line.form(after) in _THERE
        )

    @staticmethod
    def _is_cleft(line: Line, noun: int, prepositions: tuple[str, ...]) -> bool:
        """ "Foi nesta casa que morei": the preposition stands before the noun."""
        before = {split(line.form(place))[0] for place in range(max(0, noun - 3), noun)}
        return bool(before & set(prepositions)) and any(word.lemma == "ser" for word in line.words)

    @staticmethod
    def _ways(line: Line, noun: int, lemma: str, prepositions: tuple[str, ...]) -> list[str]:
        features = line.features(noun)
        article = "a" if features.get("Gender") == "Fem" else "o"
        plural = features.get("Number") == "Plur"
        which = f"{article}s quais" if plural else f"{article} qual"
        person = lemma in government().classes["person"] | government().classes["kin"]
        ways = []
        for preposition in prepositions:
            first, _, rest = which.partition(" ")
            ways += [f"{preposition} quem"] if person else []
            ways += [f"{preposition} que", f"{joined(preposition, first)} {rest}"]
        return ways
