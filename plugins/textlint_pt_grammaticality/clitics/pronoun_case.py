"""GRA306: a pronoun in a form that its verb or preposition does not take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt_grammaticality.clitics.attractor import attractor
from textlint_pt_grammaticality.clitics.enclitic import Enclitic, enclitics, tied
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.objects import verbs_with
from textlint_pt_grammaticality.phrases import HINT, LIKELY, Diagnosis, Line, cue
from textlint_pt_grammaticality.reading import listed, own_words

_PLAIN = {"lhe": ("o", "a"), "lhes": ("os", "as")}
_DATIVE = {"o": "lhe", "a": "lhe", "os": "lhes", "as": "lhes"}
_PERSONS = {"ele": "o", "ela": "a", "eles": "os", "elas": "as"}
_WITH = {"me": "comigo", "mim": "comigo", "te": "contigo", "ti": "contigo", "nos": "connosco",
         "eu": "comigo", "tu": "contigo"}  # fmt: skip
#: after the pronoun these open what is said or asked
_SAYING = listed("que se quem como onde quando quanto porque")
_BETWEEN_NOUS = listed("já não nunca sempre também ainda só mal nem")
_ALLOWED = {"nós": "nos", "eu": "me", "tu": "te"}
_DETERMINERS = own_words("pronoun-case.determiners")


class PronounCase(Diagnosis):
    """A pronoun in a form that its verb or preposition does not take.

    ## What it finds

    *Lhe* of whom one sees, knows or invites (*não lhe vejo há meses*), *o* and *a* of whom one
    tells, asks or thanks (*a disse que*, *contei-a o que vi*), *ele* after the verb (*encontrei
    ele*), *com te* and *com mim*, *se* of the first person (*nós já se falamos*, *eu se lembro*),
    *nós* before an infinitive (*deixou nós sair*), a pronoun said twice (*já lhe disse-lhe*) and
    *lhe* of several (*deu-as aos alunos e lhe pediu silêncio*). Where a verb has both objects, and
    of things, it says nothing.

    ## Why it matters

    *O* and *lhe* tell who is concerned from what is given or said. Speech mixes them in both
    variants, each in its own way; careful writing does not.

    ## Bad

    > A enfermeira lhe acompanhou até à sala.

    ## Good

    > A enfermeira o acompanhou até à sala.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `confidence`: how probably the
    finding is right; `limit`: from where on it is reported; `suggestions`. The related place is the
    verb or preposition.

    ## Source

    Cunha and Cintra, *Nova gramática do português contemporâneo*, on unstressed pronouns; Luft,
    *Dicionário prático de regência verbal*.
    """

    code = "GRA306"
    name = "clitics.pronoun-case"
    supersedes = ("GRA001",)
    cue = cue(
        *_PLAIN,
        *_DATIVE,
        "el[ea]s?",
        "com",
        "se",
        "nós",
        "eu",
        "tu",
        "me",
        "te",
        r"[^\W\d_]+[-‑][^\W\d_]+",
    )
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: é assim que «{related}» leva o pronome",
            "person": "«{form}» deve ser «{suggestion}»: o pronome é o da pessoa do verbo",
            "twice": "«{form}»: o pronome está antes e depois do verbo: «{suggestion}»",
            "several": "«{form}» deve ser «{suggestion}»: refere-se a «{related}»",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “{related}” takes the pronoun so",
            "person": "“{form}” should be “{suggestion}”: the pronoun is that of the person of "
            "the verb",
            "twice": "“{form}”: the pronoun stands before and after the verb: “{suggestion}”",
            "several": "“{form}” should be “{suggestion}”: “{related}” are meant",
            "related": "this word decides",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for found in enclitics(line):
            if len(found.pronouns) == 1:
                yield from self._after(line, found)
        for at in range(len(line) - 1):
            form = line.form(at)
            if form in _PLAIN or form in _DATIVE:
                yield from self._before(line, at)
                yield from self._number(line, at)
                yield from self._twice(line, at)
            elif form in ("me", "te"):
                yield from self._twice(line, at)
            elif form in _PERSONS:
                yield from self._person(line, at)
            elif form == "com":
                yield from self._with(line, at)
            elif form in _ALLOWED and line.spaced(at - 1, at + 1):
                yield from self._allowed(line, at)
            elif form == "se":
                yield from self._reflexive(line, at)

    # -- "lhe vejo", "a disse que" ----------------------------------------------------------

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
        if form in _PLAIN:
            if _is_plain(lemma) and not _has_object(line, verb + 1):
                prior = LIKELY if lemma in verbs_with("plain") else 0.0
                yield line.instead(at, *_PLAIN[form], prior=prior, related=verb)
        elif line.tag(at) == "PRON" and _is_dative(line, lemma, verb + 1):
            if line.form(verb) in ("diga", "digam") and line.form(at - 1) == "que" and at == 1:
                return  # "que o diga o vizinho"
            yield line.instead(at, _DATIVE[form], prior=HINT, related=verb)

    @staticmethod
    def _after(line: Line, found: Enclitic) -> Iterator[Proposal]:
        """ "Convidar-lhe", "contei-a o que vi"."""
        lemma = line.words[line.tokens[found.verb].words[0]].lemma
        (pronoun,) = found.pronouns
        if pronoun in _PLAIN and _is_plain(lemma) and not _has_object(line, found.last + 1):
            ways = [tied(found.form, (new,)) for new in _PLAIN[pronoun]]
            prior = LIKELY if lemma in verbs_with("plain") else 0.0
        elif pronoun in _DATIVE and _is_dative(line, lemma, found.last + 1):
            if line.form(found.last) in ("no", "na", "nos", "nas"):
                return
            verb = lemma if line.form(found.verb)[-1:] in "áêôí" else found.form
            ways, prior = [tied(verb, (_DATIVE[pronoun],))], HINT
        else:
            return
        yield line.instead(found.verb, *ways, last=found.last, prior=prior, related=found.verb)

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
        written = line.text[line.tokens[verb].start : line.tokens[verb].end]
        ways = [f"{pronoun} {written}", tied(written, (pronoun,))]
        if not finite or attractor(line, verb) is None:
            ways.reverse()
        yield line.instead(verb, *ways, last=at, prior=HINT, related=verb)

    # -- "com te", "nós se falamos" ---------------------------------------------------------

    @staticmethod
    def _with(line: Line, at: int) -> Iterator[Proposal]:
        pronoun = line.form(at + 1)
        if pronoun not in _WITH or not line.spaced(at, at + 1) or line.after_hyphen(at + 2):
            return
        if pronoun in ("eu", "tu"):
            return  # GRA208
        if pronoun in ("te", "me", "nos") and line.tag(at + 2) in ("NOUN", "ADJ", "DET", "VERB"):
            return
        ways = [_WITH[pronoun]]
        if pronoun == "nos":
            ways += ["conosco"]
        elif pronoun in ("te", "ti"):
            ways += ["com você"]
        yield line.instead(at, *ways, last=at + 1, prior=LIKELY, related=at)

    # -- "deixou nós brincar", "lhe disse-lhe", "aos alunos e lhe pediu" ------------------------

    @staticmethod
    def _allowed(line: Line, at: int) -> Iterator[Proposal]:
        verb = at - 1
        if line.tag(verb) != "VERB" or line.tag(at + 1) not in ("VERB", "AUX"):
            return
        lemma = line.words[line.tokens[verb].words[0]].lemma
        if lemma not in ("deixar", "mandar", "fazer", "ver", "ouvir"):
            return
        if line.is_infinitive(at + 1) and not line.form(at + 1).endswith("mos"):
            written = line.text[line.tokens[verb].start : line.tokens[verb].end]
            pronoun = _ALLOWED[line.form(at)]
            ways = [f"{pronoun} {written}", tied(written, (pronoun,))]
            yield line.instead(verb, *ways, last=at, prior=HINT, related=verb)

    @staticmethod
    def _twice(line: Line, at: int) -> Iterator[Proposal]:
        verb = at + 1
        again = line.after_hyphen(verb + 1) and line.form(verb + 1) == line.form(at)
        if again and line.tag(verb) in ("VERB", "AUX") and line.spaced(at, verb):
            written = line.text[line.tokens[at].start : line.tokens[verb].end]
            yield line.instead(at, written, last=verb + 1, prior=LIKELY, related=verb,
                               message="twice")  # fmt: skip

    @staticmethod
    def _number(line: Line, at: int) -> Iterator[Proposal]:
        """*Lhe* where only several can be meant: those to whom the clause before gave, or who are
        its subject while this one has another."""
        verb = at + 1
        if line.form(at) != "lhe" or line.after_hyphen(at) or line.tag(verb) not in ("VERB", "AUX"):
            return
        opener = at - 1
        while opener >= 0 and line.form(opener) not in ("e", "mas"):
            if line.form(opener) not in _BETWEEN_NOUS | {"eu", "nós"}:
                return
            opener -= 1
        if opener < 3:
            return
        nouns = [i for i in range(opener) if line.tag(i) in ("NOUN", "PROPN", "PRON")]
        to = [i for i in nouns if line.form(i - 1) in ("aos", "às") and line.tag(i) == "NOUN"]
        own = line.form(at - 1) in ("eu", "nós")
        whose = line.tag(0) == "DET" and line.form(0).endswith("s") and line.tag(1) == "NOUN"
        single = any(line.form(i - 1) in ("ao", "à") for i in nouns)
        if (to and not single) or (own and whose and len(nouns) <= 2):
            yield line.instead(at, "lhes", prior=HINT, related=(to or [1])[0], message="several")

    @staticmethod
    def _reflexive(line: Line, at: int) -> Iterator[Proposal]:
        verb = at + 1
        subject = at - 1
        if line.after_hyphen(at) or not line.spaced(at, verb):
            return
        while line.form(subject) in _BETWEEN_NOUS:
            subject -= 1
        pronoun = {"nós": "nos", "eu": "me"}.get(line.form(subject))
        if pronoun is None or line.tag(verb) not in ("VERB", "AUX"):
            return
        number = "Plur" if pronoun == "nos" else "Sing"
        if line.can_be(verb, "VERB", "AUX", Person="1", Number=number):
            yield line.instead(at, pronoun, prior=LIKELY, related=verb, message="person")


def _is_plain(lemma: str) -> bool:
    return lemma in verbs_with("plain") or lemma in verbs_with("also")


def _has_object(line: Line, at: int) -> bool:
    """Whether another object follows: "viu-lhe as mãos", "reconheço-lhe o mérito"."""
    if line.form(at) in ("bem", "muito", "sempre", "ainda", "logo", "já", "mais"):
        at += 1
    determined = line.form(at) in _DETERMINERS or line.tag(at) in ("DET", "NUM", "NOUN", "ADJ")
    contracted = at < len(line) and len(line.tokens[at].words) > 1
    return (determined and not contracted) or line.form(at) == "que"


def _is_dative(line: Line, lemma: str, at: int) -> bool:
    """Whether a verb of saying or giving has its thing after it, so that the pronoun is of the
    person: "a disse que", "contei-a o que vi", "o agradeci o convite"."""
    if lemma in verbs_with("bare"):
        return True
    if lemma not in verbs_with("dative"):
        return False
    while line.tag(at) == "ADV" and line.form(at) not in _SAYING:
        at += 1
    form = line.form(at)
    own = form in _DETERMINERS and line.tag(at) == "DET"
    what = form in ("o", "aquilo", "tudo") and line.form(at + 1) in ("que", "quanto")
    return form in _SAYING or own or what
