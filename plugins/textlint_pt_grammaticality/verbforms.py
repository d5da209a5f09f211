"""GRA207, 208 and 212 to 215: forms of verbs and pronouns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import ClassVar, NamedTuple

from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.nominal import determiner_cells
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, LIKELY, Diagnosis, Line, cue
from textlint_pt_grammaticality.reading import after_group, listed, table

# ------------------------------------------------------------------ GRA207

#: "é uma honra para mim estar aqui": judged by whom, not done by whom
_JUDGED = listed(
    """honra prazer alegria orgulho privilégio surpresa problema desafio questão sacrifício sonho
    tortura novidade alívio difícil fácil impossível possível importante bom
    melhor pior penoso doloroso essencial fundamental natural normal estranho duro triste cedo
    tarde complicado simples mau ótimo óptimo necessário preciso"""
)


class MeBeforeInfinitive(Diagnosis):
    """*Para mim* before a verb whose subject I am.

    ## What it finds

    *Para mim fazer*, *para ti ler*: the subject of an infinitive is *eu* or *tu*. Left alone is
    *para mim* that belongs to what stands before it (*é difícil para mim fazer isso*).

    ## Why it matters

    *Mim* does nothing, teachers say: who acts is *eu*. The slip is common in Brazilian speech and
    is read as careless in writing.

    ## Bad

    > O chefe deixou um relatório para mim rever até amanhã.

    ## Good

    > O chefe deixou um relatório para eu rever até amanhã.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`.

    ## Source

    Cunha and Cintra, *Nova gramática do português contemporâneo*, on stressed pronouns.
    """

    code = "GRA207"
    name = "clitics.me-before-infinitive"
    weighs_choice = True
    cue = cue(r"(?:para|pra)\s+(?:mim|ti)")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: é o sujeito de «{related}»",
            "related": "este verbo tem aqui o seu sujeito",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: it is the subject of “{related}”",
            "related": "this verb has its subject here",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(1, len(line)):
            if line.form(at) not in ("mim", "ti") or line.form(at - 1) not in ("para", "pra"):
                continue
            verb = (
                at + 2
                if line.form(at + 1) in ("não", "me", "te", "se", "o", "a", "lhe")
                else at + 1
            )
            if not line.spaced(at, verb) or not line.is_infinitive(verb) or at == 1:
                continue
            if not line.is_noun(verb) or line.tag(verb) in ("VERB", "AUX"):
                near = range(max(0, at - 6), at - 1)
                judged = any(line.form(i) in _JUDGED for i in near) and any(
                    reading.lemma in ("ser", "ficar", "parecer", "tornar")
                    for i in near
                    for reading in line.readings(i)
                )
                first = line.form(at) == "mim"
                prior = 0.0 if judged else LIKELY
                yield line.instead(at, "eu" if first else "tu", prior=prior, related=verb)


# ------------------------------------------------------------------ GRA208

_STRESSED = {"eu": "mim", "tu": "ti"}


class SubjectAfterPreposition(Diagnosis):
    """*Eu* or *tu* after a preposition.

    ## What it finds

    *Entre eu e você*, *quanto a eu*, *para eu* without a verb of its own. *Para eu fazer* is
    right, and so are *até eu* and *exceto eu*.

    ## Why it matters

    After a preposition the pronoun is *mim* or *ti*. *Eu* there is a wish to sound careful gone
    wrong.

    ## Bad

    > O que fica entre eu e o vizinho é assunto nosso.

    ## Good

    > O que fica entre mim e o vizinho é assunto nosso.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`.

    ## Source

    Cunha and Cintra, *Nova gramática do português contemporâneo*, on stressed pronouns.
    """

    code = "GRA208"
    name = "clitics.subject-after-preposition"
    weighs_choice = True
    cue = cue("eu", "tu")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: depois da preposição «{related}»",
            "related": "esta é a preposição",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: after the preposition “{related}”",
            "related": "this is the preposition",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(1, len(line)):
            form = line.form(at)
            if form not in _STRESSED:
                continue
            place = self._preposition(line, at)
            if place is not None and not self._has_verb(line, at + 1):
                with_joined = line.form(place) == "com"
                new = {"eu": "comigo", "tu": "contigo"}[form] if with_joined else _STRESSED[form]
                first = place if with_joined else at
                prior = CERTAIN / 2 if line.form(place) != "de" else HINT
                yield line.instead(first, new, last=at, prior=prior, related=place)

    @staticmethod
    def _preposition(line: Line, at: int) -> int | None:
        if line.form(at - 1) in listed("entre para a sem contra sobre perante com de por em ante"):
            tagged = line.form(at - 1) != "a" or line.form(at - 2) in listed(
                "quanto relação graças respeito junto devido"
            )
            alone = line.form(at - 1) != "sobre" or not line.is_word(at + 1)
            return at - 1 if tagged and alone and line.spaced(at - 1, at) else None
        if line.form(at - 1) == "e":
            for i in range(at - 2, max(-1, at - 7), -1):
                if line.form(i) == "entre":
                    return i
                if not line.is_word(i) or line.tag(i) in ("VERB", "AUX", "ADP"):
                    return None
        return None

    @staticmethod
    def _has_verb(line: Line, at: int) -> bool:
        """Whether the pronoun is the subject of what follows: "entre eu sair e ele chegar"."""
        while line.form(at) in listed(
            "não me te se lhe já também ainda só o a os as nunca mesmo bem mal sequer sempre"
        ):
            at += 1
        verbal = line.is_infinitive(at) or line.form(at).endswith(("res", "rmos"))
        other = line.form(at) in ("e", "como", "entre", "para")
        return verbal or (line.is_finite(at) and not other)


# ------------------------------------------------------------------ GRA212


class HasOrHave(Diagnosis):
    """*Tem* for *têm*, *vem* for *vêm*, or the other way round.

    ## What it finds

    The singular with a plural subject and the plural with a singular one, in *ter*, *vir* and
    what is made of them: *tem, têm*; *vem, vêm*; *mantém, mantêm*; *contém, contêm*; *provém,
    provêm*.

    ## Why it matters

    The hat is all that shows the plural.

    ## Bad

    > Os alunos da escola nova tem aulas de música à sexta-feira.

    ## Good

    > Os alunos da escola nova têm aulas de música à sexta-feira.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`. The related place is the subject.

    ## Source

    Orthographic Agreement of 1990, base IX.
    """

    code = "GRA212"
    name = "spelling.tem-or-tem-plural"
    weighs_choice = True
    supersedes = ("GRA001", "GRA104", "GRA105")
    cue = cue("t[eê]m", "v[eê]m", r"[^\W\d_]+(?:t|v)[éê]m")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: o plural leva "
            "acento circunflexo («têm», «vêm»), o singular não",
            "agrees": "«{form}» deve ser «{suggestion}»: concorda com «{related}»",
            "related": "este é o sujeito",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: the plural has a circumflex "
            "(“têm”, “vêm”), the singular has none",
            "agrees": "“{form}” should be “{suggestion}”: it agrees with “{related}”",
            "related": "this is the subject",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            other = self._other(line, at)
            if other is None:
                continue
            plural = line.form(at).endswith("êm")
            subject = self._subject(line, at)
            inverted = subject is None and line.form(at) == "vêm" and line.tag(at + 1) == "DET"
            if plural and (
                inverted
                or self._is_followed(line, at)
                or after_group(line.text[: line.tokens[at].start])
            ):
                continue  # "vêm a Ana, o Rui e a Rita": the parse shows but the first
            number = self._number(line, subject) if subject is not None else None
            if subject is not None and line.tag(subject) == "PROPN" and line.is_capital(subject):
                number = None  # "Arcos tem cinco mil habitantes"
            disagrees = number == ("Sing" if plural else "Plur")
            prior = -1.5 if plural and subject is None else HINT / 2 * disagrees  # "algo que têm"
            yield line.instead(
                at, other, prior=prior, related=subject if disagrees else None,
                message="agrees" if disagrees else "message",
            )  # fmt: skip

    @staticmethod
    def _number(line: Line, subject: int) -> str | None:
        """That of the subject; None where its determiner has the other: "os meus amiga"."""
        number = line.features(subject).get("Number")
        noun = line.tokens[subject].words[-1]
        for place, word in enumerate(line.words):
            if word.head == noun and word.relation == "det" and place < noun:
                cells = determiner_cells(word.form.lower())
                if cells and all(own != (number or own)[0] for _, own in cells):
                    return None
        return number

    @staticmethod
    def _other(line: Line, at: int) -> str | None:
        form = line.form(at)
        if form in ("tem", "vem"):
            return form[0] + "êm"
        if form in ("têm", "vêm"):
            return form[0] + "em"
        if form.endswith(("tém", "vém", "têm", "vêm")) and len(form) > 3:
            other = form[:-2] + ("êm" if form.endswith("ém") else "ém")
            return other if line.forms.known(other) and line.forms.known(form) else None
        return None

    @staticmethod
    def _subject(line: Line, at: int) -> int | None:
        """The one subject of the verb, if the parse shows it and nothing is joined to it."""
        verb = line.tokens[at].words[0]
        found = [
            place
            for place, token in enumerate(line.tokens)
            for word in token.words
            if line.words[word].head == verb and line.words[word].relation == "nsubj"
        ]
        if len(found) != 1 or line.tag(found[0]) not in ("NOUN", "PRON", "PROPN"):
            return None
        joined = any(
            word.relation == "conj" and line.holding(word.head) == found[0]
            for word in line.words
            if word.head >= 0
        )
        if line.form(found[0]) == "que" and found[0] == at - 1:
            return HasOrHave._antecedent(line, found[0])
        relative = line.form(found[0]) in ("que", "quem", "qual", "quais", "se")
        return None if joined or relative else found[0]

    @staticmethod
    def _is_followed(line: Line, at: int) -> bool:
        """Whether a subject stands after the verb."""
        verb = line.tokens[at].words[0]
        return any(
            word.relation == "nsubj" and word.head == verb and word.start > line.tokens[at].start
            for word in line.words
        )

    @staticmethod
    def _antecedent(line: Line, relative: int) -> int | None:
        """The noun right before "que", unless it hangs on another one ("o grupo de alunos que")."""
        noun = opener = relative - 1
        if line.tag(noun) != "NOUN":
            return None
        while line.tag(opener - 1) in ("ADJ", "NUM") or line.form(opener - 1) in listed(
            "o a os as"
        ):
            opener -= 1
        joined = line.tag(opener - 1) in ("ADP", "CCONJ") or line.tag(opener) == "ADP"
        of = joined or line.form(opener - 1) in listed("do da dos das destes dessas")
        return None if of else noun


# ------------------------------------------------------------------ GRA213

_IRREGULAR = {
    "ver": "vir", "vir": "vier", "pôr": "puser", "por": "puser", "fazer": "fizer", "ter": "tiver",
    "dizer": "disser", "querer": "quiser", "poder": "puder", "saber": "souber", "trazer": "trouxer",
    "ser": "for", "ir": "for", "estar": "estiver", "haver": "houver", "dar": "der",
    "caber": "couber",
}  # fmt: skip
#: verbs made of them: "manter", "propor", "refazer", "prever", "intervir"
_MADE = {
    "ter": "tiver", "por": "puser", "fazer": "fizer", "dizer": "disser", "ver": "vir",
    "vir": "vier",
}  # fmt: skip
_PREFIXES = {
    "ter": listed("man ob con de re sus abs"),
    "por": listed("pro com dis im ex pressu su trans de re contra"),
    "fazer": listed("re des satis"),
    "dizer": listed("contra pre"),
    "ver": listed("pre re ante"),
    "vir": listed("inter con pro ad sobre"),
}
_CLOSING = frozenset('»”’")]')
_WHEN = listed("se quando enquanto conforme")
_PHRASED = {("assim", "que"), ("logo", "que"), ("sempre", "que")}
_ENDINGS = ("em", "mos", "es", "")


@cache
def future_subjunctive(form: str) -> str | None:
    """ "puser" for "pôr", "mantivermos" for "mantermos"; None where the two are alike."""
    for ending in _ENDINGS:
        if not form.endswith(ending):
            continue
        stem = form.removesuffix(ending)
        if stem in _IRREGULAR:
            return None if stem == "por" and not ending else _IRREGULAR[stem] + ending
        for base, future in _MADE.items():
            plain = stem.replace("pôr", "por")
            if plain.endswith(base) and plain.removesuffix(base) in _PREFIXES[base]:
                return plain.removesuffix(base) + future + ending
    return None


class FutureSubjunctive(Diagnosis):
    """The infinitive where the future subjunctive belongs.

    ## What it finds

    *Se eu ver*, *quando ele pôr*, *enquanto você ter*: after *se*, *quando*, *enquanto*, *assim
    que* and *quem*, irregular verbs have a form of their own (*vir*, *puser*, *tiver*), which is
    not the infinitive.

    ## Why it matters

    With regular verbs the two are alike, which is why the ear accepts the wrong one. Written, it
    stands out.

    ## Bad

    > Se ela trazer o carro, vamos todos à praia.

    ## Good

    > Se ela trouxer o carro, vamos todos à praia.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`. The related place is the conjunction.

    ## Source

    Bechara, *Moderna gramática portuguesa*, on the future subjunctive; CoGrOO, "se eu ver".
    """

    code = "GRA213"
    name = "government.future-subjunctive"
    weighs_choice = True
    cue = cue("se", "quando", "enquanto", "conforme", "quem", "que")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: depois de «{related}» vem o futuro do "
            "conjuntivo (subjuntivo), não o infinitivo",
            "related": "esta palavra pede o conjuntivo (subjuntivo)",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: after “{related}” stands the future "
            "subjunctive, not the infinitive",
            "related": "this word asks for the subjunctive",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(1, len(line)):
            if not line.form(at).endswith(("r", "em", "mos", "es")) or line.after_hyphen(at):
                continue
            new = future_subjunctive(line.form(at))
            if new is None:
                continue
            found = self._conjunction(line, at)
            if found is not None:
                place, prior = found
                if line.form(at) in ("vir", "virem", "virmos") and not self._comes(line, at + 1):
                    continue  # of "ver", as it should be
                ways = (new, "for") if line.form(at) == "ir" else (new,)
                given = line.instead(at, *dict.fromkeys(ways), prior=prior, related=place)
                first = place - (line.form(place) == "que")  # "assim que"
                yield replace(given, related=(line.tokens[first].start, line.tokens[place].end))

    @staticmethod
    def _comes(line: Line, at: int) -> bool:
        """Whether what follows goes with coming rather than seeing."""
        return not line.is_word(at) or line.form(at) in listed(
            "amanhã hoje cá aqui cedo tarde para com de do da dos das também logo"
        )

    @staticmethod
    def _conjunction(line: Line, verb: int) -> tuple[int, float] | None:
        """The conjunction whose verb this is, and how surely."""
        if line.is_noun(verb) and line.form(verb - 1) in ("o", "os", "um", "do", "seu", "este"):
            return None  # "quando o poder caiu"
        for at in range(verb - 1, max(-1, verb - 7), -1):
            form, near = line.form(at), at == verb - 1
            phrased = form == "que" and (line.form(at - 1), form) in _PHRASED
            if form == "quem" and near:
                return (at, HINT) if line.form(at - 1) != "sem" else None
            if form in _WHEN or phrased:
                before = line.form(at - 1)
                opens = not (line.is_word(at - 1) or before in _CLOSING) or before in (
                    "e", "ou", "mas",
                )  # fmt: skip
                if form == "se" and near:
                    # the pronoun of "se ver" and "se fazer" has no place with these
                    alone = line.form(verb) in listed("haver estar ter ser poder querer")
                    return (at, HINT if alone else HINT / 2) if opens else (at, 0.0)
                if near and form == "quando":  # "sabe quando fazer"
                    return at, HINT / 2 if opens else -HINT / 2
                if near:
                    return at, HINT
                subject = verb - 1
                pronoun = line.form(subject) in listed(
                    "eu tu ele ela nós eles elas você vocês alguém ninguém não"
                )
                if form == "se" and not opens and line.tag(at) == "PRON":
                    return None
                return at, LIKELY if pronoun else 3.0
            if not line.is_word(at) or line.tag(at) in ("VERB", "AUX", "ADP"):
                return None
            if line.is_infinitive(at) or line.form(at) in ("e", "ou", "que", "de", "para"):
                return None
        return None


# ------------------------------------------------------------------ GRA214

_MODALS = listed(
    """poder dever querer ir conseguir pretender precisar costumar tentar ousar desejar haver
    saber vir ter"""
)


#: with "a" they say how an act runs
_BEGINNING = listed("começar voltar passar continuar tornar chegar")


class PersonalInfinitive(Diagnosis):
    """An infinitive with an ending it must not have, or without one it needs.

    ## What it finds

    The inflected infinitive after an auxiliary that already says who acts (*podem fazerem*,
    *vamos sairmos*), and the bare one with a subject of its own (*para eles fazer*, *para nós
    sair*). Where good writers differ (*vieram para ficar*, *para ficarem*) it is silent.

    ## Why it matters

    Portuguese shows the person once in such a pair. Twice sounds like a hand correcting itself.

    ## Bad

    > Os inquilinos devem pagarem a renda até ao dia oito.

    ## Good

    > Os inquilinos devem pagar a renda até ao dia oito.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`. The related place is the auxiliary or the subject.

    ## Source

    Cunha and Cintra, *Nova gramática do português contemporâneo*, on the two infinitives.
    """

    code = "GRA214"
    name = "government.personal-infinitive"
    cue = cue(r"[^\W\d_]+[aeiíoô]r(?:em|mos|es)?")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «{related}» já diz a pessoa",
            "subject": "«{form}» deve ser «{suggestion}»: o sujeito é «{related}»",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “{related}” already says the person",
            "subject": "“{form}” should be “{suggestion}”: its subject is “{related}”",
            "related": "this word decides",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(1, len(line)):
            if line.form(at).endswith(("rem", "rmos")):
                yield from self._twice(line, at)
            elif line.form(at).endswith("r") and line.is_infinitive(at):
                yield from self._never(line, at)

    @staticmethod
    def _twice(line: Line, at: int) -> Iterator[Proposal]:
        infinitives = [
            reading.lemma
            for reading in line.readings(at)
            if reading.feature("VerbForm") == "Inf" and reading.feature("Number") == "Plur"
        ]
        modal = at - 1
        while line.form(modal) in listed(
            "não já também ainda se nos me te lhe lhes de que a só sempre"
        ):
            modal -= 1
        if not infinitives or modal < 0 or (not line.spaced(modal, at) and modal != at - 1):
            return
        verbs = [
            reading
            for reading in line.readings(modal)
            if reading.lemma in _MODALS
            and reading.feature("VerbForm") == "Fin"
            and reading.feature("Number") == "Plur"
        ]
        if line.form(at - 1) == "a":
            begun = [r for r in line.readings(modal) if r.feature("Number") == "Plur"]
            if modal == at - 2 and any(
                r.lemma in _BEGINNING and r.feature("VerbForm") == "Fin" for r in begun
            ):
                yield line.instead(at, infinitives[0], prior=LIKELY, related=modal)
            return
        linked = line.form(at - 1) in ("de", "que")
        if verbs and verbs[0].lemma == "ter" and not linked:
            return
        if verbs and line.tag(modal) != "NOUN":
            if linked and verbs[0].lemma not in _HAVING:
                return
            yield line.instead(at, infinitives[0], prior=LIKELY, related=modal)

    @staticmethod
    def _never(line: Line, at: int) -> Iterator[Proposal]:
        subject = at - 1
        while line.form(subject) in ("não", "se", "também", "todos", "todas", "ainda", "já"):
            subject -= 1
        pronoun = line.form(subject)
        yield from PersonalInfinitive._of_noun(line, at, subject)
        if line.form(subject - 1) not in ("para", "sem", "por", "de", "ao", "até", "após"):
            return
        if pronoun not in ("nós", "eles", "elas", "vocês") or not line.spaced(subject, at):
            return
        new = PersonalInfinitive._personal(line.form(at), "mos" if pronoun == "nós" else "em")
        yield line.instead(at, new, prior=LIKELY if pronoun == "nós" else 4.0, related=subject,
                           message="subject")  # fmt: skip

    @staticmethod
    def _of_noun(line: Line, at: int, subject: int) -> Iterator[Proposal]:
        """ "Depois de as empresas assinar": a preposition left apart from the article shows that
        the noun is the subject."""
        near = range(max(1, subject - 4), subject)
        for article in near:
            if line.form(article) in ("os", "as") and line.form(article - 1) in ("de", "em", "por"):
                between = [line.tag(i) for i in range(article + 1, subject)]
                plural = line.features(subject).get("Number") == "Plur"
                simple = all(tag in ("ADJ", "NUM", "DET") for tag in between)
                if line.tag(subject) == "NOUN" and plural and simple and line.spaced(article, at):
                    new = PersonalInfinitive._personal(line.form(at), "em")
                    yield line.instead(at, new, prior=LIKELY, related=subject, message="subject")
                return

    @staticmethod
    def _personal(infinitive: str, ending: str) -> str:
        """The infinitive with an ending: "pôr" loses its accent, "sair" gets one."""
        hiatus = infinitive.endswith(("air", "uir")) and infinitive[-4] not in "gq"
        if hiatus and ending == "em":
            return infinitive[:-2] + "írem"  # "saírem", "construírem"
        return infinitive.replace("pôr", "por") + ending


# ------------------------------------------------------------------ GRA215


class _Participle(NamedTuple):
    right: str
    auxiliaries: str


@cache
def _participles() -> Mapping[str, _Participle]:
    result: dict[str, _Participle] = {}
    for entry in table("participles.txt"):
        stems, _, auxiliaries = entry.partition("|")
        wrong, right = (stem.strip() for stem in stems.split("="))
        for ending in ("o", "a", "os", "as"):
            form = right + ending
            if right == "entreg":
                form = "entregue" + ("s" if ending.endswith("s") else "")
            result[wrong + ending] = _Participle(form, auxiliaries.strip())
    return result


_BEING = listed("ser estar ficar")
_HAVING = listed("ter haver")


class WrongParticiple(Diagnosis):
    """A participle that the verb does not have, or not after this auxiliary.

    ## What it finds

    The regular participle in the passive where only the short one is in use (*foi pagado*, *foi
    elegido*), participles built like regular ones (*abrido*, *escrevido*, *fazido*), and a form of
    the present for a participle (*tinha chego*, *tinha trago*). Where both are good (*tinha
    ganhado*, *tinha ganho*; *foi aceito*, *foi aceite*) it is silent.

    ## Why it matters

    These are heard everywhere and written by few; in a text they stand out.

    ## Bad

    > A conta da água foi pagada com atraso.

    ## Good

    > A conta da água foi paga com atraso.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`. The related place is the auxiliary.

    ## Source

    Bechara, *Moderna gramática portuguesa*, on double participles.
    """

    code = "GRA215"
    name = "government.wrong-participle"
    supersedes = ("GRA001", "GRA901")
    cue = cue(*_participles())
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: é o particípio que se usa depois de "
            "«{related}»",
            "related": "este é o auxiliar",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: it is the participle used after "
            "“{related}”",
            "related": "this is the auxiliary",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(1, len(line)):
            entry = _participles().get(line.form(at))
            if entry is None:
                continue
            for place in (at - 1, at - 2):
                kind = self._auxiliary(line, place)
                if kind is None:
                    continue
                if entry.auxiliaries in ("any", kind):
                    ways = [entry.right]
                    if entry.right in ("aceito", "aceitos") and kind == "passive":
                        ways.append(entry.right.replace("aceito", "aceite"))
                    yield line.instead(at, *ways, prior=LIKELY, related=place)
                break

    @staticmethod
    def _auxiliary(line: Line, at: int) -> str | None:
        lemmas = {reading.lemma for reading in line.readings(at) if reading.upos in ("VERB", "AUX")}
        if lemmas & _BEING:
            return "passive"
        return "having" if lemmas & _HAVING else None
