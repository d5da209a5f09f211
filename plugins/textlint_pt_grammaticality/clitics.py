"""GRA301 to 304: where the unstressed pronoun stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from textlint_pt.contract import Finding, Option, Sentence, View
from textlint_pt.text.reading import words
from textlint_pt.text.regex import regex
from textlint_pt.text.variants import variant_of
from textlint_pt_grammaticality.confidence import OPTION
from textlint_pt_grammaticality.foreign import KEPT
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, LIKELY, Diagnosis, Line, cue
from textlint_pt_grammaticality.reading import listed

_CLITIC = r"(?:me|te|se|lhes?|nos|vos|[oa]s?|l[oa]s?|n[oa]s?|[mt][oa]s?|lh[oa]s?)"
_ENCLITIC = cue(rf"[^\W\d_]+[-‑]{_CLITIC}")

_NEGATIVE = listed("não nunca jamais nem ninguém nada tampouco")
_CONJUNCTIONS = listed(
    "que se quando porque embora enquanto caso conforme onde quem cujo cuja cujos cujas como"
)
#: words that attract the pronoun if they are right before the verb
_ADVERBS = listed("já também ainda só talvez sempre apenas")
_INDEFINITE = listed("tudo algo alguém todos todas ambos ambas")
#: of "faz", "traz", "fez", "fiz", "diz", "quis": other verbs with these endings before "lo" are
#: infinitives
_FINITE_BEFORE_LO = listed("fá trá fê fi di qui")
_REACH = 6
#: prior for a word that attracts from before the subject: the model must agree
_FAR = 1.6
#: between a hint and what is likely
_FAIRLY = 3.0


class Enclitic(NamedTuple):
    """A verb with pronouns after it: places of the verb and of the last pronoun; the form of the
    verb alone, and the pronouns in their form before the verb."""

    verb: int
    last: int
    form: str
    pronouns: tuple[str, ...]

    @property
    def before(self) -> str:
        """The pronouns before the verb: "me disse"."""
        return " ".join((*self.pronouns, self.form))


def enclitics(line: Line) -> Iterator[Enclitic]:
    """Verbs with pronouns after them; not those with pronouns inside ("dir-se-ia")."""
    at = 0
    while at < len(line):
        last = at
        while line.after_hyphen(last + 1) and line.tag(last + 1) == "PRON":
            last += 1
        if last > at and line.is_word(at) and line.text[line.tokens[last].end :][:1] not in "-‑":
            written = line.form(at)
            form = line.words[line.tokens[at].words[0]].form.lower()
            if form.endswith("mo") and line.form(at + 1) == "nos":
                form += "s"  # "habituamo-nos"
            pronouns = tuple(
                _alone(line.form(i), written if i == at + 1 else "")
                for i in range(at + 1, last + 1)
            )
            yield Enclitic(at, last, form, pronouns)
        at = last + 1


def _alone(pronoun: str, verb: str) -> str:
    """The pronoun in its form before a verb: "lo" is "o", and so is "no" after a nasal."""
    if pronoun in ("lo", "la", "los", "las"):
        return pronoun[1:]
    nasal = verb.endswith(("m", "ão", "õe"))
    return pronoun[1:] if nasal and pronoun in ("no", "na", "nas") else pronoun


def tied(form: str, pronouns: Sequence[str]) -> str:
    """The verb with pronouns after it: "temos" and "o" as "temo-lo", "têm" and "o" as "têm-no"."""
    first = pronouns[0]
    if first in ("o", "a", "os", "as"):
        if form.endswith(("r", "s", "z")):
            form, first = form[:-1], "l" + first
            form = form[:-1] + "m" if form.endswith("n") else form  # "tem-lo" of "tens"
        elif form.endswith(("m", "ão", "õe")):
            first = "n" + first
    elif first == "nos" and form.endswith("mos"):
        form = form[:-1]
    return "-".join((form, first, *pronouns[1:]))


def _is_clause_end(line: Line, at: int) -> bool:
    """Whether no word before this one can attract: a mark, a coordinator, another verb."""
    if not line.is_word(at) or line.form(at) in ("e", "mas", "ou", "porém"):
        return True
    if line.tag(at) in ("VERB", "AUX"):
        return line.features(at).get("VerbForm") == "Fin" or line.is_finite(at)
    sure = not line.can_be(at, "NOUN", "ADJ", "ADP", "ADV", "DET", "PRON", "SCONJ", "PROPN", "NUM")
    return sure and line.is_finite(at)


def attractor(line: Line, verb: int) -> tuple[int, float] | None:
    """Place of a word that attracts the pronoun of the verb at `verb`, and how surely it does."""
    for at in range(verb - 1, max(-1, verb - 1 - _REACH), -1):
        form, near = line.form(at), at == verb - 1
        if line.after_hyphen(at):
            return None
        if form == "quando" and line.form(at - 1) == "em":
            return None  # "de vez em quando"
        if form in _CONJUNCTIONS:
            asks = form == "que" and line.form(at - 1) == "por"
            far = HINT / 2 if form == "como" else _FAIRLY if asks else _FAR
            return at, LIKELY if near else far
        if form in ("nenhum", "nenhuma"):
            return at, _FAIRLY
        if near and (form in _ADVERBS or form in _NEGATIVE or form in _INDEFINITE):
            pronoun = form in _INDEFINITE or form in ("nada", "ninguém", "sempre")
            alone = not (_verb_before(line, at) if pronoun else line.tag(at - 1) == "VERB")
            sure = form in _NEGATIVE or form in ("talvez", "tudo", "algo", "alguém")
            return (at, LIKELY if sure else _FAIRLY) if alone else (at, 0.0)
        if _is_clause_end(line, at):
            return None
    return None


def _verb_before(line: Line, at: int) -> bool:
    """Whether a verb that the word at `at` may belong to precedes it in the same clause."""
    for i in range(at - 1, -1, -1):
        if not line.is_word(i) or line.form(i) in _CONJUNCTIONS:
            return False
        if line.tag(i) in ("VERB", "AUX"):
            return True
    return False


class Proclisis(Diagnosis):
    """The pronoun stands after a verb that a word before it attracts it from.

    ## What it finds

    A pronoun after a finite verb (*disse-me*) although a word earlier in the clause puts it before:
    a negation (*não, nunca, ninguém*), a conjunction or relative (*que, se, quando, porque, onde*),
    adverbs such as *já* and *também*, *tudo* or *alguém* as subject. Where the subject stands
    between (*que o carteiro disse-me*) it is said only if the model agrees. After a comma or
    another verb the attraction ends. Infinitives are left alone: there both places are right. *Em*
    before a gerund attracts too.

    ## Why it matters

    Here Portugal and Brazil agree: *não me disse*. The other order is the mark of someone who has
    learnt that the hyphen sounds correct.

    ## Bad

    > O carteiro não disse-me quando voltava.

    ## Good

    > O carteiro não me disse quando voltava.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`. The related place is the word that attracts.

    ## Source

    Cunha and Cintra, *Nova gramática do português contemporâneo*, on the placement of unstressed
    pronouns; the rules of CoGrOO on the same.
    """

    code = "GRA301"
    name = "clitics.proclisis"
    cue = _ENCLITIC
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «{related}» atrai o pronome para antes "
            "do verbo",
            "gerund": "«{form}» deve ser «{suggestion}»: «em» antes do gerúndio atrai o pronome",
            "related": "esta palavra atrai o pronome",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “{related}” attracts the pronoun to the "
            "place before the verb",
            "gerund": "“{form}” should be “{suggestion}”: “em” before a gerund attracts it",
            "related": "this word attracts the pronoun",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for found in enclitics(line):
            verb = found.verb
            if found.form.endswith("ndo"):
                if line.form(verb - 1) == "em":
                    yield line.instead(verb, found.before, last=found.last, prior=CERTAIN,
                                       related=verb - 1, message="gerund")  # fmt: skip
                continue
            if _is_future(line, found) or not self._is_finite(line, found):
                continue
            attracted = attractor(line, verb)
            if attracted is None:
                attracted = self._alternative(line, verb)
            if attracted is not None:
                place, prior = attracted
                yield line.instead(verb, found.before, last=found.last, prior=prior, related=place)

    @staticmethod
    def _is_finite(line: Line, found: Enclitic) -> bool:
        written = line.form(found.verb)
        cut = line.form(found.verb + 1) in ("lo", "la", "los", "las")
        if cut and written.endswith(("a", "e", "o")):
            return False  # "configura-lo": an infinitive that lost its accent
        cut = cut and written.endswith(("á", "ê", "ô", "i"))
        if cut and written not in _FINITE_BEFORE_LO:
            return False  # "vê-lo" of "ver"
        word = line.words[line.tokens[found.verb].words[0]]
        readings = line.forms.readings(found.form)
        if any(reading.feature("VerbForm") == "Inf" for reading in readings):
            return "VerbForm=Fin" in word.features and not found.form.endswith(("ar", "er", "ir"))
        return any(reading.feature("VerbForm") == "Fin" for reading in readings)

    @staticmethod
    def _alternative(line: Line, verb: int) -> tuple[int, float] | None:
        """ "Ou" and "quer", if a second one follows."""
        form = line.form(verb - 1)
        again = form in ("ou", "quer") and any(
            line.form(at) == form for at in range(verb + 1, len(line))
        )
        opens = verb == 1 or not line.is_word(verb - 2)
        return (verb - 1, LIKELY) if again and opens else None


# ------------------------------------------------------------------ GRA302

_PROCLITICS = listed("me te se lhe lhes nos vos")
#: a text with this many European words, and this many per Brazilian one, is European
_EUROPEAN, _AGAINST = 2, 5


def is_european(view: View) -> bool:
    """Whether the document has the words of Portugal."""
    ways = [way for sentence in view.sentences for way in _ways(sentence.text)]
    european = ways.count("european")
    return european >= _EUROPEAN and european >= _AGAINST * ways.count("brazilian")


@lru_cache(KEPT)
def _ways(text: str) -> Sequence[str]:
    """The variants that the words of a sentence belong to."""
    return [
        variant.way
        for word in words(text)
        if (variant := variant_of(text[word.start : word.end], word.start)) is not None
        and not variant.weak
    ]


class OpeningPronoun(Diagnosis):
    """A sentence opens with an unstressed pronoun.

    ## What it finds

    *Me disseram* for *disseram-me* at the start of a sentence, in a document whose words are those
    of Portugal. Brazilians speak so, and many of their best writers write so: in their texts it is
    reported only where `brazilian` is set.

    ## Why it matters

    In Portugal no sentence opens so; it marks a text as written elsewhere. In Brazil it marks
    speech, which formal letters and exams still avoid.

    ## Bad

    > Me disseram na receção que o autocarro já tinha partido.

    ## Good

    > Disseram-me na receção que o autocarro já tinha partido.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`.

    ## Source

    Cunha and Cintra, *Nova gramática do português contemporâneo*, on the placement of unstressed
    pronouns in Portugal and in Brazil.
    """

    code = "GRA302"
    name = "clitics.opening-pronoun"
    # too few of the planted pronouns were found: a preview, selected by name
    default = False
    options: ClassVar = {
        "confidence": OPTION,
        "brazilian": Option(False, "report it in texts that are not European Portuguese too"),
    }
    cue = regex(r"^\W*(?:me|te|se|lhes?|nos|vos) ", re.IGNORECASE)
    messages: ClassVar = {
        "pt": {
            "message": "«{form}»: na escrita cuidada a frase não começa pelo pronome átono: "
            "«{suggestion}»",
        },
        "en": {
            "message": "“{form}”: in careful writing no sentence opens with an unstressed pronoun: "
            "“{suggestion}”",
        },
    }

    def facts(self, view: View, options: Mapping[str, Any]) -> Hashable:
        return super().facts(view, options), self._is_silent(view, options)

    @staticmethod
    def _is_silent(view: View, options: Mapping[str, Any]) -> bool:
        return not options["brazilian"] and not is_european(view.whole)

    def passed_over(
        self, view: View, options: Mapping[str, Any]
    ) -> Callable[[Sentence, Proposal], bool]:
        silent = self._is_silent(view, options)
        return lambda sentence, proposal: silent

    def cases(self, line: Line) -> Iterator[Proposal]:
        at = next((at for at in range(len(line)) if line.is_word(at)), 0)
        pronoun, verb = line.form(at), line.form(at + 1)
        if pronoun not in _PROCLITICS or len(line.tokens[at].words) > 1:
            return
        if not line.spaced(at, at + 1) or line.after_hyphen(at + 2):
            return
        if line.is_finite(at + 1) and line.tag(at + 1) in ("VERB", "AUX"):
            inside = mesoclisis(verb, (pronoun,)) if _has_future(line, at + 1) else ""
            # "se" may be the conjunction: the model decides
            prior = 0.0 if pronoun == "se" else LIKELY
            yield line.instead(at, inside or tied(verb, (pronoun,)), last=at + 1, prior=prior)


# ------------------------------------------------------------------ GRA303

_ENDINGS = ("íamos", "íeis", "emos", "eis", "iam", "ias", "ão", "ás", "ei", "ia", "á")
_OPEN = str.maketrans("aeo", "áêô")


def _has_future(line: Line, at: int) -> bool:
    """Whether the form is first of all a future or conditional."""
    reading = next(iter(line.readings(at)), None)
    return reading is not None and (
        reading.feature("Mood") == "Cnd"
        or (reading.feature("Mood") == "Ind" and reading.feature("Tense") == "Fut")
    )


def _is_future(line: Line, found: Enclitic) -> bool:
    return line.form(found.verb) == found.form and _has_future(line, found.verb)


def mesoclisis(form: str, pronouns: Sequence[str]) -> str:
    """ "diria" and "se" as "dir-se-ia"; "" if the form is not built like this."""
    ending = next((end for end in _ENDINGS if form.endswith("r" + end)), None)
    if ending is None:
        return ""
    stem = form.removesuffix(ending)
    first = pronouns[0]
    if first in ("o", "a", "os", "as"):
        stem, first = stem[:-2] + stem[-2].translate(_OPEN), "l" + first
    return "-".join((stem, first, *pronouns[1:], ending))


class PronounAfterFuture(Diagnosis):
    """A pronoun tied to the end of a future or conditional.

    ## What it finds

    *Direi-te*, *falaria-se*, *farão-no*: after these two tenses no pronoun can stand. It goes into
    the verb (*dir-te-ei*) or before it (*eu te direi*).

    ## Why it matters

    Both variants call it wrong, in speech and in writing.

    ## Bad

    > Amanhã o guia mostrará-nos as grutas.

    ## Good

    > Amanhã o guia mostrar-nos-á as grutas.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`, the model's favourite first.

    ## Source

    Cunha and Cintra, *Nova gramática do português contemporâneo*, on mesoclisis.
    """

    code = "GRA303"
    name = "clitics.pronoun-after-future"
    supersedes = ("GRA001", "GRA301")
    cue = _ENCLITIC

    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: depois do futuro e das formas em «-ria» "
            "não cabe pronome",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: no pronoun can follow a future or "
            "conditional",
        },
    }

    def is_certain(self, finding: Finding) -> bool:
        return True  # the form is right nowhere

    def cases(self, line: Line) -> Iterator[Proposal]:
        for found in enclitics(line):
            if not _is_future(line, found):
                continue
            inside = mesoclisis(found.form, found.pronouns)
            opens = found.verb == 0 or not line.is_word(found.verb - 1)
            if attractor(line, found.verb) is not None or not inside:
                ways = [found.before]
            else:
                ways = [inside] if opens else [inside, found.before]
            yield line.instead(found.verb, *ways, last=found.last, prior=CERTAIN)


# ------------------------------------------------------------------ GRA304

_HAVING = listed("ter haver")


class PronounAfterParticiple(Diagnosis):
    """A pronoun tied to the participle of a compound tense.

    ## What it finds

    *Tinha dito-me* and the like: in a compound tense the pronoun belongs to the auxiliary
    (*tinha-me dito*, *não me tinha dito*, in Brazil also *tinha me dito*).

    ## Why it matters

    A participle takes no pronoun after it, in either variant.

    ## Bad

    > A vizinha tinha contado-nos a história duas vezes.

    ## Good

    > A vizinha tinha-nos contado a história duas vezes.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`, the model's favourite first.

    ## Source

    Cunha and Cintra, *Nova gramática do português contemporâneo*, on compound tenses.
    """

    code = "GRA304"
    name = "clitics.pronoun-after-participle"
    supersedes = ("GRA001", "GRA301")
    cue = _ENCLITIC
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: em tempo composto o pronome fica com o "
            "auxiliar, nunca depois do particípio",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: in a compound tense the pronoun stays "
            "with the auxiliary, never after the participle",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for found in enclitics(line):
            verb = found.verb
            if not line.is_participle(verb):
                continue
            auxiliary = next((at for at in (verb - 1, verb - 2) if self._has(line, at)), None)
            if auxiliary is None or not line.spaced(auxiliary, verb):
                continue
            having = line.form(auxiliary)
            pronouns = " ".join(found.pronouns)
            rest = line.text[line.tokens[auxiliary].end : line.tokens[verb].end]
            before = f"{pronouns} {having}{rest}"
            between = f"{tied(having, found.pronouns)}{rest}"
            opens = auxiliary == 0 or not line.is_word(auxiliary - 1)
            if attractor(line, auxiliary) is not None or _has_future(line, auxiliary):
                ways = [before]
            else:
                ways = [between] if opens else [between, before]
            yield line.instead(auxiliary, *ways, last=found.last, prior=LIKELY)

    @staticmethod
    def _has(line: Line, at: int) -> bool:
        return any(
            reading.lemma in _HAVING and reading.upos in ("VERB", "AUX")
            for reading in line.readings(at)
        )
