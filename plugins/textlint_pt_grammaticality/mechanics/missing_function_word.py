"""GRA414: a little word that the sentence cannot do without."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import HINT, Diagnosis, ParsedSentence
from textlint_pt_grammaticality.reading import listed, own_words

_ARTICLES = portuguese.words("articles.definite")
_CLITICS = portuguese.words("clitics")
_SUBJECTS = own_words("missing-function-word.subjects")
_LIGHT = _CLITICS | listed("não já nunca ainda também só sempre")
_DEGREES = listed("muito bem tão bastante já também sempre meio")


class MissingFunctionWord(Diagnosis):
    """A little word is missing that the sentence cannot do without."""

    code = "GRA414"
    name = "mechanics.missing-function-word"
    supersedes = ("GRA001", "GRA403")
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
