"""GRA220: "que" without the preposition that its verb asks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from textlint_pt import portuguese
from textlint_pt_grammaticality.contractions import joined, split
from textlint_pt_grammaticality.government.entries import government, relatives_of
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import HINT, LIKELY, Diagnosis, Line, cue
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
_COPULAS = listed("ser estar ficar")
_DEGREES = listed("mais muito bem tanto tão sempre ainda já também")
_ARTICLES = ("o", "a", "os", "as")
_MODALS = listed("dever poder querer costumar")
_LASTING = listed("há havia houve faz fazia desde")


class RelativeWithoutPreposition(Diagnosis):
    """*Que* without the preposition that its verb asks for."""

    code = "GRA220"
    name = "government.relative-without-preposition"
    cue = cue("que", "qual", "quais")
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
            if line.form(at) in ("qual", "quais") and line.spaced(at - 2, at + 1):
                yield from self._which(line, at)
            if line.form(at) != "que" or not line.spaced(at - 1, at + 1):
                continue
            noun = at - 1
            if line.tag(noun) in ("ADJ", "VERB") and line.tag(noun - 1) == "NOUN":
                noun -= 1
            if line.tag(noun) != "NOUN" or self._is_compared(line, noun):
                continue
            yield from self._governed(line, noun, at, self._opens_content(line, noun))

    def _which(self, line: Line, at: int) -> Iterator[Proposal]:
        """ "O assunto o qual falámos", "a pessoa a qual você deve procurar"."""
        noun, article = at - 2, line.form(at - 1)
        if line.tag(noun) != "NOUN" or article not in _ARTICLES:
            return
        for proposal in self._governed(line, noun, at, False):
            ways = tuple(way for way in proposal.replacements if way.split()[-1] == line.form(at))
            if ways and proposal.start == line.tokens[at].start:
                yield replace(proposal, start=line.tokens[at - 1].start, replacements=ways)

    def _governed(self, line: Line, noun: int, at: int, content: bool) -> Iterator[Proposal]:
        """`content`: "que" may open what is said, unless the verb is one that goes with the noun:
        "a conclusão que chegámos"."""
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
        lemma = line.words[line.tokens[noun].words[-1]].lemma
        while line.tag(place) == "AUX":
            over = place + 1 + (line.form(place + 1) in _CLITICS)  # "vou me esquecer"
            if line.tag(over) not in ("VERB", "AUX"):
                break
            clitics |= {line.form(over - 1)} & _CLITICS
            place = over
        lemmas = {reading.lemma for reading in line.readings(place)}
        if lemmas & _MODALS and line.is_infinitive(place + 1) and line.tag(place + 1) == "VERB":
            place += 1  # "que você deve falar"
        if line.tag(place) not in ("VERB", "AUX") or not line.spaced(at, place):
            return
        verb = line.words[line.tokens[place].words[0]].lemma
        said = line.form(finite - 1) in _PRONOUNS and line.is_finite(finite)  # "eu preciso"
        if not said and line.features(finite).get("VerbForm") not in ("Fin", None):
            return
        if not subject and not self._is_first(line, finite):
            return
        own = bool(clitics & {"me", "te", "se", "nos", "vos"})
        found = None if content else self._of_phrase(line, place)
        if found is None:
            for relative in relatives_of(verb):
                named = relative.noun and lemma not in government().classes[relative.noun]
                dative = relative.dative and not clitics & _DATIVE
                other = own != relative.pronominal and not relative.dative
                if not (named or dative or other or (content and not relative.noun)):
                    found = place, relative.prepositions
        if found is None:
            return
        last, prepositions = found
        if self._has_complement(line, last, prepositions):
            return
        if self._is_cleft(line, noun, prepositions):
            return
        sure = verb in government().relatives or last > place
        ways = self._ways(line, noun, lemma, prepositions[:3])
        prior = LIKELY if sure and line.tag(at) == "PRON" else HINT
        yield line.instead(at, *ways, prior=prior, related=place)

    @staticmethod
    def _of_phrase(line: Line, verb: int) -> tuple[int, tuple[str, ...]] | None:
        """Where the verb is only part of what governs, the end of that and its prepositions: "que
        tenho medo", "que sou alérgica"."""
        lemma = line.words[line.tokens[verb].words[0]].lemma
        after = verb + 1
        while line.form(after) in _DEGREES:
            after += 1
        for entry in government().entries.get(("verb", lemma), ()):
            if entry.rest and entry.rest == line.form(after) and "-" not in entry.takes:
                return after, entry.takes
        if lemma in _COPULAS and line.tag(after) in ("ADJ", "VERB"):
            words = {r.lemma for r in line.readings(after) if r.upos == "ADJ"}
            words |= {line.words[line.tokens[after].words[-1]].lemma}
            for entry in (
                entry
                for word in sorted(words)
                for entry in government().entries.get(("adjective", word), ())
            ):
                return after, tuple(one for one in entry.takes if one != "-")
        return None

    @staticmethod
    def _is_compared(line: Line, noun: int) -> bool:
        """Whether "que" ends a comparison or a stretch of time."""
        near = {line.form(place) for place in range(max(0, noun - 4), noun)}
        return bool(near & (_COMPARED | _LASTING))

    @staticmethod
    def _opens_content(line: Line, noun: int) -> bool:
        """Whether "que" may open what is said: "a conclusão que faltou controle"."""
        lemma = line.words[line.tokens[noun].words[-1]].lemma
        return bool({line.form(noun), lemma} & government().classes["content"])

    @staticmethod
    def _is_first(line: Line, at: int) -> bool:
        persons = {
            reading.feature("Person")
            for reading in line.readings(at)
            if reading.upos in ("VERB", "AUX")
            and reading.feature("VerbForm") == "Fin"
            and reading.feature("Mood") != "Imp"  # "referi", of "vós"
        }
        return persons == {"1"}  # "ó gentes que morais aí"

    @staticmethod
    def _has_complement(line: Line, verb: int, prepositions: tuple[str, ...]) -> bool:
        """Whether the verb has its complement after it: "que eu gostaria de ler"."""
        after = verb + 1
        while line.form(after) in _DEGREES:
            after += 1
        if line.form(after) == "que" or (line.is_infinitive(after) and line.tag(after) != "NOUN"):
            return True
        apart = split(line.form(after))[0] in ("", line.form(after))  # "no domingo" has a DET, too
        opens = line.tag(after) in ("DET", "PRON") and apart
        if opens and line.form(after) not in ("todos", "tudo", "todo", "toda"):
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
        before = {
            split(line.form(place))[0]
            for place in range(max(0, noun - 3), noun)
            if line.words[line.tokens[place].words[0]].tag == "ADP"
        }
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
