"""GRA414: a little word that the sentence cannot do without."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import HINT, LIKELY, Diagnosis, ParsedSentence, cue
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

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(len(sentence)):
            form = sentence.form(at)
            if form in _PREPOSITIONS:
                yield from self._between(sentence, at)
            elif form in ("antes", "depois"):
                yield from self._of(sentence, at)
            if not sentence.spaced(at, at + 1) or not _is_verb(sentence, at):
                continue
            lemmas = {sentence.words[sentence.tokens[at].words[0]].lemma}
            if "clicar" in lemmas:
                yield from self._click(sentence, at)
            if lemmas & {"dever", "poder"} and sentence.is_finite(at):
                yield from self._passive(sentence, at)
            if "ter" in lemmas and sentence.is_finite(at):
                yield from self._have(sentence, at)
        yield from self._copula(sentence)

    @staticmethod
    def _of(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "Antes ligar o aparelho, verifique": but "antes morrer que ceder, disse"."""
        led = sentence.is_word(at - 1) or not sentence.spaced(at, at + 1)
        if led or not _is_verb(sentence, at + 1) or not sentence.is_infinitive(at + 1):
            return
        chosen = any(sentence.form(i) == "que" for i in range(at + 2, at + 6))
        if not chosen and any(sentence.form(i) == "," for i in range(at, len(sentence))):
            new = f"de {sentence.written(at + 1)}"
            yield sentence.instead(at + 1, new, prior=HINT, related=at)

    @staticmethod
    def _have(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "Tenho sair": but "tem poder" has a noun."""
        verb = at + 1
        if (
            not _is_verb(sentence, verb)
            or not sentence.is_infinitive(verb)
            or sentence.is_noun(verb)
        ):
            return
        if sentence.form(at - 1) in ("que", "de") and sentence.form(at) in ("ter", "terem"):
            return
        written = sentence.written(verb)
        yield sentence.instead(
            verb, f"que {written}", f"de {written}", prior=LIKELY, related=at, message="have"
        )

    @staticmethod
    def _passive(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "Devem salvas na pasta"."""
        verb = at + 1
        if (
            not _describes(sentence, verb)
            or not sentence.is_participle(verb)
            or sentence.after_hyphen(verb)
        ):
            return
        new = sentence.written(verb)
        if sentence.form(verb).endswith("s") == sentence.form(at).endswith("m"):
            ways = (f"ser {new}", f"estar {new}")
            yield sentence.instead(verb, *ways, prior=HINT, related=at, message="passive")

    @staticmethod
    def _click(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "Clique “Avançar”"."""
        if sentence.form(at + 1) in _QUOTES or (
            sentence.is_capital(at + 1) and not sentence.is_capital(at)
        ):
            yield sentence.instead(at, f"{sentence.written(at)} em", prior=LIKELY, message="click")

    @staticmethod
    def _between(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "O token de expira", "faz favor de trazes"."""
        verb = at + 1
        readings = sentence.readings(verb)
        if (
            not sentence.spaced(at, verb)
            or sentence.after_hyphen(verb + 1)
            or sentence.is_capital(verb)
        ):
            return
        if sentence.tag(verb) not in ("VERB", "AUX") or not readings:
            return
        if any(
            reading.upos not in ("VERB", "AUX") or reading.feature("VerbForm") != "Fin"
            for reading in readings
        ):
            return
        if sentence.tag(at - 1) == "ADP" or sentence.form(verb) in (
            "é",
            "são",
            "era",
            "foi",
            "há",
            "ia",
        ):
            return  # "a partir de há dois anos", "o nome de é isso", "vozes de ia"
        infinitives = {reading.lemma for reading in readings}
        written = sentence.written(verb)
        ways = [f"{sentence.written(at)} {lemma}" for lemma in sorted(infinitives)]
        yield sentence.instead(
            at, *ways, written, last=verb, prior=HINT, related=at, message="between"
        )

    def _copula(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        subject = self._opening_subject(sentence)
        if subject is not None:
            yield from self._predicated(sentence, subject)

    @staticmethod
    def _predicated(sentence: ParsedSentence, subject: int) -> Iterator[Proposal]:
        """ "Os sócios preocupados com a dívida e pedem uma assembleia"."""
        pronoun = sentence.form(subject) in _SUBJECTS
        start = subject + 1
        at = start
        while sentence.form(at) in _DEGREES and at < start + 3:
            at += 1
        if (
            not sentence.spaced(subject, at)
            or not _describes(sentence, at)
            or not _alike(sentence, subject, at)
        ):
            return
        verb = next((i for i in range(at + 1, len(sentence)) if _is_finite(sentence, i)), None)
        by = any(
            sentence.form(i) in ("por", "pelo", "pela", "pelos", "pelas") for i in (at + 1, at + 2)
        )
        if verb is None:
            known = pronoun or sentence.form(0) in _OWNING
            joined = sentence.form(at + 1) in _BESIDE and sentence.is_participle(at)
            if sentence.form(len(sentence) - 1) not in (".", "!"):
                return
            if not (pronoun or at > start or by or (known and joined)):
                return
            if len(sentence) - at < 3:
                return
        else:
            # "e pedem", "porque trabalhou": the verb that follows is of another clause
            opener = verb - 1
            while sentence.form(opener) in _LIGHT or sentence.tag(opener) in (
                "PRON",
                "DET",
                "NOUN",
            ):
                opener -= 1
            opening = ("e", "mas", "porque", "quando", "que", "pois", "há", "se")
            if sentence.form(opener) not in opening and sentence.form(verb) != "há":
                return
            relative = sentence.form(opener) == "que" and sentence.tag(opener - 1) in (
                "NOUN",
                "PROPN",
            )
            if opener <= at or (relative and not pronoun):
                return
            series = sentence.form(opener) == "e" and any(
                sentence.tag(i) in ("NOUN", "PROPN") for i in range(opener + 1, verb)
            )
            if series and sentence.features(verb).get("Number") == "Plur":
                return  # "o tráfego muito barulhento, a poluição e a correria parecem"
            if sentence.form(opener) in ("que", "quando", "se") and not pronoun:
                return
        written = sentence.written(start)
        forms = _BEING.get(_person(sentence, subject), ())
        if forms:
            ways = [f"{form} {written}" for form in (*forms, *(_PASSIVE[forms] if by else ()))]
            yield sentence.instead(start, *ways, prior=HINT, related=subject, message="copula")

    @staticmethod
    def _opening_subject(sentence: ParsedSentence) -> int | None:
        """The head of a subject that opens the sentence, or the last word of what hangs on it."""
        if sentence.form(0) in _SUBJECTS:
            return 0
        if sentence.tag(0) != "DET" or sentence.form(0) not in _ARTICLES | _OWNING:
            return None
        at = 0
        while sentence.tag(at) == "DET" and at < 3:
            at += 1
        if sentence.tag(at) != "NOUN":
            return None
        # "a casa da minha avó muito antiga"
        while sentence.form(at + 1) in _OF_WHOM:
            last = at + 2
            while sentence.tag(last) == "DET":
                last += 1
            if sentence.tag(last) not in ("NOUN", "PROPN"):
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


def _person(sentence: ParsedSentence, subject: int, first: int = 0) -> tuple[str, str]:
    """Person and number of a subject that begins at `first`."""
    form = sentence.form(subject)
    while sentence.tag(first) == "DET" and first < subject:
        first += 1
    return _PERSONS.get(form, ("3", "P" if sentence.form(first).endswith("s") else "S"))


def _alike(sentence: ParsedSentence, subject: int, at: int, first: int = 0) -> bool:
    """Whether an adjective has the number, and if that shows the gender, of the subject."""
    person, number = _person(sentence, subject, first)
    own = sentence.features(at)
    if own.get("Number") not in (None, "Plur" if number == "P" else "Sing"):
        return False
    while sentence.tag(first) == "DET" and first < subject:
        first += 1
    gender = sentence.features(first).get("Gender")
    return person != "3" or None in (gender, own.get("Gender")) or own.get("Gender") == gender


def _describes(sentence: ParsedSentence, at: int) -> bool:
    """Whether it is read as an adjective or participle."""
    read = sentence.tag(at) == "VERB" and sentence.features(at).get("VerbForm") == "Part"
    return sentence.tag(at) == "ADJ" or read


def _is_verb(sentence: ParsedSentence, at: int) -> bool:
    return sentence.tag(at) in ("VERB", "AUX")


def _is_finite(sentence: ParsedSentence, at: int) -> bool:
    return _is_verb(sentence, at) and sentence.features(at).get("VerbForm") == "Fin"
