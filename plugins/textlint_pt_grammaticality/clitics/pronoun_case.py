"""GRA306: a pronoun in a form that its verb or preposition does not take."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import ClassVar

from textlint_pt_grammaticality.clitics.attractor import attractor
from textlint_pt_grammaticality.clitics.enclitic import tied
from textlint_pt_grammaticality.clitics.future import has_future, mesoclisis
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import HINT, LIKELY, Diagnosis, Line, cue
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

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line) - 1):
            form = line.form(at)
            if form in _PLAIN:
                yield from self._before(line, at)
            elif form in _PERSONS:
                yield from self._person(line, at)

    # -- "lhe vejo" -----------------------------------------------------------------

    @staticmethod
    def _before(line: Line, at: int) -> Iterator[Proposal]:
        form, verb = line.form(at), at + 1
        if line.after_hyphen(at) or line.after_hyphen(verb + 1) or not line.spaced(at, verb):
            return
        if line.tag(verb) not in ("VERB", "AUX"):
            return
        while line.tag(verb) == "AUX" and line.tag(verb + 1) in ("VERB", "AUX"):
            verb += 1
        lemma = line.words[line.tokens[verb].words[0]].lemma
        if _is_plain(lemma) and not _has_object(line, verb + 1):
            prior = LIKELY if lemma in _verbs_with("plain") else 0.0
            yield line.instead(at, *_PLAIN[form], prior=prior, related=verb)

    # -- "encontrei ele" --------------------------------------------------------------------

    @staticmethod
    def _person(line: Line, at: int) -> Iterator[Proposal]:
        verb = at - 1
        if line.tag(verb) not in ("VERB", "AUX") or not line.spaced(verb, at):
            return
        lemma = line.words[line.tokens[verb].words[0]].lemma
        after = line.form(at + 1)
        if not _is_plain(lemma) or after in ("mesmo", "próprio", "e", "que", "mesma", "própria"):
            return
        contracted = at + 1 < len(line) and len(line.tokens[at + 1].words) > 1
        other = ("VERB", "AUX", "NUM", "DET")
        if (line.tag(at + 1) in other and not contracted) or after in ("todos", "todas"):
            return
        finite = line.features(verb).get("VerbForm") == "Fin"
        number = "Plur" if line.form(at).endswith("s") else "Sing"
        own = line.features(verb)
        if finite and own.get("Person", "3") == "3" and own.get("Number", "Sing") == number:
            subject = any(
                word.relation.startswith("nsubj")
                and word.start < line.tokens[verb].start
                and word.head in line.tokens[verb].words
                for word in line.words
            )
            if not subject:
                return  # "amava ele a pátria"
        pronoun = _PERSONS[line.form(at)]
        written = line.written(verb)
        inside = mesoclisis(written, (pronoun,)) if has_future(line, verb) else ""
        ways = [f"{pronoun} {written}", inside or tied(written, (pronoun,))]
        if not line.is_word(verb - 1):  # no clause opens with the pronoun
            del ways[0]
        elif not finite or attractor(line, verb) is None:
            ways.reverse()
        yield line.instead(verb, *ways, last=at, prior=HINT, related=verb)


def _is_plain(lemma: str) -> bool:
    return lemma in _verbs_with("plain") or lemma in _verbs_with("also")


def _has_object(line: Line, at: int) -> bool:
    """Whether another object follows: "viu-lhe as mãos", "reconheço-lhe o mérito"."""
    if line.form(at) in ("bem", "muito", "sempre", "ainda", "logo", "já", "mais"):
        at += 1
    determined = line.form(at) in _DETERMINERS or line.tag(at) in ("DET", "NUM", "NOUN", "ADJ")
    contracted = at < len(line) and len(line.tokens[at].words) > 1
    return (determined and not contracted) or line.form(at) == "que"


@cache
def _verbs_with(kind: str) -> frozenset[str]:
    """Verbs of a kind: plain, also, dative or bare; `objects.txt` says what these mean."""
    found: set[str] = set()
    for line in table("objects.txt"):
        own, lemmas = (part.strip() for part in line.split("|"))
        if own == kind:
            found |= {*lemmas.split()}
    return frozenset(found)
