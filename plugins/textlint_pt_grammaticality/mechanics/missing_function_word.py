"""GRA414: a little word that the sentence cannot do without."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import HINT, LIKELY, Diagnosis, Line, cue
from textlint_pt_grammaticality.reading import listed, own_words

_ARTICLES = portuguese.words("articles.definite")
_CLITICS = portuguese.words("clitics")
_SUBJECTS = own_words("missing-function-word.subjects")
_LIGHT = _CLITICS | listed("não já nunca ainda também só sempre")
_DEGREES = listed("muito bem tão bastante já também sempre meio")
#: no finite verb follows them
_PREPOSITIONS = own_words("missing-function-word.prepositions")
_QUOTES = frozenset("\"“«‘'")


class MissingFunctionWord(Diagnosis):
    """A little word is missing that the sentence cannot do without."""

    code = "GRA414"
    name = "mechanics.missing-function-word"
    supersedes = ("GRA001", "GRA403")
    cue = cue(r"\w+")
    messages: ClassVar = {
        "pt": {
            "message": "falta uma palavra: «{suggestion}» em vez de «{form}»",
            "have": "«ter» com infinitivo leva «que» ou «de»: «{suggestion}»",
            "passive": "falta o verbo «ser»: «{suggestion}»",
            "copula": "falta o verbo: «{suggestion}»",
            "click": "falta «em»: «{suggestion}»",
            "between": "depois de «{related}» não vem um verbo conjugado: talvez «{suggestion}»",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "a word is missing: “{suggestion}” for “{form}”",
            "have": "“ter” takes “que” or “de” before an infinitive: “{suggestion}”",
            "passive": "the verb “ser” is missing: “{suggestion}”",
            "copula": "the verb is missing: “{suggestion}”",
            "click": "“em” is missing: “{suggestion}”",
            "between": "no finite verb follows “{related}”: perhaps “{suggestion}”",
            "related": "this word decides",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            form = line.form(at)
            if form in _PREPOSITIONS:
                yield from self._between(line, at)
            elif form in ("antes", "depois"):
                yield from self._of(line, at)
            if not line.spaced(at, at + 1) or not _is_verb(line, at):
                continue
            lemmas = {line.words[line.tokens[at].words[0]].lemma}
            if "clicar" in lemmas:
                yield from self._click(line, at)
            if lemmas & {"dever", "poder"} and line.is_finite(at):
                yield from self._passive(line, at)
            if "ter" in lemmas and line.is_finite(at):
                yield from self._have(line, at)
        yield from self._copula(line)

    @staticmethod
    def _of(line: Line, at: int) -> Iterator[Proposal]:
        """ "Antes ligar o aparelho, verifique": but "antes morrer que ceder, disse"."""
        led = line.is_word(at - 1) or not line.spaced(at, at + 1)
        if led or not _is_verb(line, at + 1) or not line.is_infinitive(at + 1):
            return
        chosen = any(line.form(i) == "que" for i in range(at + 2, at + 6))
        if not chosen and any(line.form(i) == "," for i in range(at, len(line))):
            new = f"de {line.written(at + 1)}"
            yield line.instead(at + 1, new, prior=HINT, related=at)

    @staticmethod
    def _have(line: Line, at: int) -> Iterator[Proposal]:
        """ "Tenho sair": but "tem poder" has a noun."""
        verb = at + 1
        if not _is_verb(line, verb) or not line.is_infinitive(verb) or line.is_noun(verb):
            return
        if line.form(at - 1) in ("que", "de") and line.form(at) in ("ter", "terem"):
            return
        written = line.written(verb)
        yield line.instead(
            verb, f"que {written}", f"de {written}", prior=LIKELY, related=at, message="have"
        )

    @staticmethod
    def _passive(line: Line, at: int) -> Iterator[Proposal]:
        """ "Devem salvas na pasta"."""
        verb = at + 1
        if not _describes(line, verb) or not line.is_participle(verb) or line.after_hyphen(verb):
            return
        new = line.written(verb)
        if line.form(verb).endswith("s") == line.form(at).endswith("m"):
            ways = (f"ser {new}", f"estar {new}")
            yield line.instead(verb, *ways, prior=HINT, related=at, message="passive")

    @staticmethod
    def _click(line: Line, at: int) -> Iterator[Proposal]:
        """ "Clique “Avançar”"."""
        if line.form(at + 1) in _QUOTES or (line.is_capital(at + 1) and not line.is_capital(at)):
            yield line.instead(at, f"{line.written(at)} em", prior=LIKELY, message="click")

    @staticmethod
    def _between(line: Line, at: int) -> Iterator[Proposal]:
        """ "O token de expira", "faz favor de trazes"."""
        verb = at + 1
        readings = line.readings(verb)
        if not line.spaced(at, verb) or line.after_hyphen(verb + 1) or line.is_capital(verb):
            return
        if line.tag(verb) not in ("VERB", "AUX") or not readings:
            return
        if any(
            reading.upos not in ("VERB", "AUX") or reading.feature("VerbForm") != "Fin"
            for reading in readings
        ):
            return
        if line.tag(at - 1) == "ADP" or line.form(verb) in ("é", "são", "era", "foi", "há", "ia"):
            return  # "a partir de há dois anos", "o nome de é isso", "vozes de ia"
        infinitives = {reading.lemma for reading in readings}
        written = line.written(verb)
        ways = [f"{line.written(at)} {lemma}" for lemma in sorted(infinitives)]
        yield line.instead(at, *ways, written, last=verb, prior=HINT, related=at, message="between")

    def _copula(self, line: Line) -> Iterator[Proposal]:
        subject = self._opening_subject(line)
        if subject is not None:
            yield from self._predicated(line, subject)

    @staticmethod
    def _predicated(line: Line, subject: int) -> Iterator[Proposal]:
        """ "Os sócios preocupados com a dívida e pedem uma assembleia"."""
        pronoun = line.form(subject) in _SUBJECTS
        start = subject + 1
        at = start
        while line.form(at) in _DEGREES and at < start + 3:
            at += 1
        if (
            not line.spaced(subject, at)
            or not _describes(line, at)
            or not _alike(line, subject, at)
        ):
            return
        verb = next((i for i in range(at + 1, len(line)) if _is_finite(line, i)), None)
        by = any(
            line.form(i) in ("por", "pelo", "pela", "pelos", "pelas") for i in (at + 1, at + 2)
        )
        if verb is None:
            known = pronoun or line.form(0) in _OWNING
            joined = line.form(at + 1) in _BESIDE and line.is_participle(at)
            if line.form(len(line) - 1) not in (".", "!"):
                return
            if not (pronoun or at > start or by or (known and joined)):
                return
            if len(line) - at < 3:
                return
        else:
            # "e pedem", "porque trabalhou": the verb that follows is of another clause
            opener = verb - 1
            while line.form(opener) in _LIGHT or line.tag(opener) in ("PRON", "DET", "NOUN"):
                opener -= 1
            opening = ("e", "mas", "porque", "quando", "que", "pois", "há", "se")
            if line.form(opener) not in opening and line.form(verb) != "há":
                return
            relative = line.form(opener) == "que" and line.tag(opener - 1) in ("NOUN", "PROPN")
            if opener <= at or (relative and not pronoun):
                return
            series = line.form(opener) == "e" and any(
                line.tag(i) in ("NOUN", "PROPN") for i in range(opener + 1, verb)
            )
            if series and line.features(verb).get("Number") == "Plur":
                return  # "o tráfego muito barulhento, a poluição e a correria parecem"
            if line.form(opener) in ("que", "quando", "se") and not pronoun:
                return
        written = line.written(start)
        forms = _BEING.get(_person(line, subject), ())
        if forms:
            ways = [f"{form} {written}" for form in (*forms, *(_PASSIVE[forms] if by else ()))]
            yield line.instead(start, *ways, prior=HINT, related=subject, message="copula")

    @staticmethod
    def _opening_subject(line: Line) -> int | None:
        """The head of a subject that opens the sentence, or the last word of what hangs on it."""
        if line.form(0) in _SUBJECTS:
            return 0
        if line.tag(0) != "DET" or line.form(0) not in _ARTICLES | _OWNING:
            return None
        at = 0
        while line.tag(at) == "DET" and at < 3:
            at += 1
        if line.tag(at) != "NOUN":
            return None
        # "a casa da minha avó muito antiga"
        while line.form(at + 1) in _OF_WHOM:
            last = at + 2
            while line.tag(last) == "DET":
                last += 1
            if line.tag(last) not in ("NOUN", "PROPN"):
                break
            at = last
        return at


_BESIDE = listed("com em no na há desde")
_OF_WHOM = listed("de da do das dos")
_OWNING = portuguese.words(
    "possessives.first", "possessives.second", "possessives.third", "possessives.ours"
)
_BEING = {
    ("1", "S"): ("sou", "estou", "estava"),
    ("2", "S"): ("és", "estás", "estavas"),
    ("3", "S"): ("é", "está", "estava"),
    ("1", "P"): ("somos", "estamos", "estávamos"),
    ("3", "P"): ("são", "estão", "estavam"),
}
_PASSIVE = {
    forms: {"S": ("foi",), "P": ("foram",)}[number] if person == "3" else ()
    for (person, number), forms in _BEING.items()
}
_PERSONS = {"eu": ("1", "S"), "tu": ("2", "S"), "nós": ("1", "P")}


def _person(line: Line, subject: int, first: int = 0) -> tuple[str, str]:
    """Person and number of a subject that begins at `first`."""
    form = line.form(subject)
    while line.tag(first) == "DET" and first < subject:
        first += 1
    return _PERSONS.get(form, ("3", "P" if line.form(first).endswith("s") else "S"))


def _alike(line: Line, subject: int, at: int, first: int = 0) -> bool:
    """Whether an adjective has the number, and if that shows the gender, of the subject."""
    person, number = _person(line, subject, first)
    own = line.features(at)
    if own.get("Number") not in (None, "Plur" if number == "P" else "Sing"):
        return False
    while line.tag(first) == "DET" and first < subject:
        first += 1
    gender = line.features(first).get("Gender")
    return person != "3" or None in (gender, own.get("Gender")) or own.get("Gender") == gender


def _describes(line: Line, at: int) -> bool:
    """Whether it is read as an adjective or participle."""
    read = line.tag(at) == "VERB" and line.features(at).get("VerbForm") == "Part"
    return line.tag(at) == "ADJ" or read


def _is_verb(line: Line, at: int) -> bool:
    return line.tag(at) in ("VERB", "AUX")


def _is_finite(line: Line, at: int) -> bool:
    return _is_verb(line, at) and line.features(at).get("VerbForm") == "Fin"
