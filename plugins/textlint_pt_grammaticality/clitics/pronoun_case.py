"""GRA306: a pronoun in a form that its verb or preposition does not take."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import ClassVar

from textlint_pt_grammaticality.clitics.attractor import attractor
from textlint_pt_grammaticality.clitics.enclitic import tied
from textlint_pt_grammaticality.clitics.future import has_future, mesoclisis
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import HINT, LIKELY, Diagnosis, ParsedSentence, cue
from textlint_pt_grammaticality.reading import own_words, table

_PLAIN = {"lhe": ("o", "a"), "lhes": ("os", "as")}
_DATIVE = {"o": "lhe", "a": "lhe", "os": "lhes", "as": "lhes"}
_PERSONS = {"ele": "o", "ela": "a", "eles": "os", "elas": "as"}
_DETERMINERS = own_words("pronoun-case.determiners")


class PronounCase(Diagnosis):
    """A pronoun in a form that its verb or preposition does not take."""

    code = "GRA306"
    name = "clitics.pronoun-case"
    supersedes = ("GRA001",)
    cue = cue(*_PLAIN, *_DATIVE, "el[ea]s?")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: é assim que «{related}» leva o pronome",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “{related}” takes the pronoun so",
            "related": "this word decides",
        },
    }

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(len(sentence) - 1):
            form = sentence.form(at)
            if form in _PLAIN:
                yield from self._before(sentence, at)
            elif form in _PERSONS:
                yield from self._person(sentence, at)

    # -- "lhe vejo" -----------------------------------------------------------------

    @staticmethod
    def _before(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        form, verb = sentence.form(at), at + 1
        if (
            sentence.after_hyphen(at)
            or sentence.after_hyphen(verb + 1)
            or not sentence.spaced(at, verb)
        ):
            return
        if sentence.tag(verb) not in ("VERB", "AUX"):
            return
        while sentence.tag(verb) == "AUX" and sentence.tag(verb + 1) in ("VERB", "AUX"):
            verb += 1
        lemma = sentence.words[sentence.tokens[verb].words[0]].lemma
        if _is_plain(lemma) and not _has_object(sentence, verb + 1):
            prior = LIKELY if lemma in _verbs_with("plain") else 0.0
            yield sentence.instead(at, *_PLAIN[form], prior=prior, related=verb)

    # -- "encontrei ele" --------------------------------------------------------------------

    @staticmethod
    def _person(sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        verb = at - 1
        if sentence.tag(verb) not in ("VERB", "AUX") or not sentence.spaced(verb, at):
            return
        lemma = sentence.words[sentence.tokens[verb].words[0]].lemma
        after = sentence.form(at + 1)
        if not _is_plain(lemma) or after in ("mesmo", "próprio", "e", "que", "mesma", "própria"):
            return
        contracted = at + 1 < len(sentence) and len(sentence.tokens[at + 1].words) > 1
        other = ("VERB", "AUX", "NUM", "DET")
        if (sentence.tag(at + 1) in other and not contracted) or after in ("todos", "todas"):
            return
        finite = sentence.features(verb).get("VerbForm") == "Fin"
        number = "Plur" if sentence.form(at).endswith("s") else "Sing"
        own = sentence.features(verb)
        if finite and own.get("Person", "3") == "3" and own.get("Number", "Sing") == number:
            subject = any(
                word.relation.startswith("nsubj")
                and word.start < sentence.tokens[verb].start
                and word.head in sentence.tokens[verb].words
                for word in sentence.words
            )
            if not subject:
                return  # "amava ele a pátria"
        pronoun = _PERSONS[sentence.form(at)]
        written = sentence.written(verb)
        inside = mesoclisis(written, (pronoun,)) if has_future(sentence, verb) else ""
        ways = [f"{pronoun} {written}", inside or tied(written, (pronoun,))]
        if not sentence.is_word(verb - 1):  # no clause opens with the pronoun
            del ways[0]
        elif not finite or attractor(sentence, verb) is None:
            ways.reverse()
        yield sentence.instead(verb, *ways, last=at, prior=HINT, related=verb)


def _is_plain(lemma: str) -> bool:
    return lemma in _verbs_with("plain") or lemma in _verbs_with("also")


def _has_object(sentence: ParsedSentence, at: int) -> bool:
    """Whether another object follows: "viu-lhe as mãos", "reconheço-lhe o mérito"."""
    if sentence.form(at) in ("bem", "muito", "sempre", "ainda", "logo", "já", "mais"):
        at += 1
    determined = sentence.form(at) in _DETERMINERS or sentence.tag(at) in (
        "DET",
        "NUM",
        "NOUN",
        "ADJ",
    )
    contracted = at < len(sentence) and len(sentence.tokens[at].words) > 1
    return (determined and not contracted) or sentence.form(at) == "que"


@cache
def _verbs_with(kind: str) -> frozenset[str]:
    """Verbs of a kind: plain, also, dative or bare; `objects.txt` says what these mean."""
    found: set[str] = set()
    for sentence in table("objects.txt"):
        own, lemmas = (part.strip() for part in sentence.split("|"))
        if own == kind:
            found |= {*lemmas.split()}
    return frozenset(found)
