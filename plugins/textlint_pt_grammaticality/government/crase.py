"""GRA201: the grave accent of *a* with *a*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt.contract import Finding
from textlint_pt.patterns.notation import only_noun
from textlint_pt_grammaticality.government.complement import object_follows
from textlint_pt_grammaticality.government.entries import government, led_by_a
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, LIKELY, Diagnosis, ParsedSentence, cue
from textlint_pt_grammaticality.reading import listed, own_words, table

#: take no article, so that the "a" before them is the preposition alone
_BARE = own_words("crase.bare")
_TITLES = portuguese.words("titles")
#: masculine nouns of set phrases with the bare preposition: "a pé", "a prazo"
_MANNERS = own_words("crase.manners")
_WEEKDAYS = portuguese.words("times.short-weekdays", "times.weekend")
_DAYS = _WEEKDAYS | listed("feira ontem hoje amanhã anteontem")
#: "a" must follow, and what it leads to almost always has an article
_STRONG = listed("relação junto face frente rumo próximo") | led_by_a("adverb")
#: nouns and adjectives that "a" follows, by lemma
_WEAK = led_by_a("noun") | led_by_a("adjective")
#: the same after "em"
_AFTER_EM = listed("resposta comparação oposição direção homenagem atenção obediência adição apoio")
_TURNED = ("ção", "são", "mento", "ência", "ância")
_TURNED_TO = listed(
    "resposta auxílio ataque visita volta chegada ida regresso retorno comunicado crítica ameaça"
)
#: participles that lead to something
_LEADING = own_words("crase.leading")
#: of their object they say "a", or it is another verb
_VERBS = led_by_a("verb") | {"candidatar"}
_REFLEXIVE = led_by_a("verb", True)
_GOING = listed("ir chegar voltar regressar retornar")
#: say "a" of those who are given or told something
_GIVING = portuguese.words("verbs.saying", "verbs.giving")
#: the same and others, of what goes from one to another
_HANDING = _GIVING | own_words("crase.handing")
_FIRST = portuguese.words(
    "articles",
    "demonstratives.this.singular",
    "demonstratives.that.singular",
    "possessives.first.singular",
    "possessives.third.singular",
)
_RECEIVERS = own_words("crase.receivers")
_BETWEEN = listed("bem mal ainda sempre também muito melhor pior logo não")
_PHRASES = own_words("crase.phrases")
#: places that one goes to, named with the article
_GOALS = own_words("crase.goals")
_SOMEONE = listed("ele ela eu você eles elas nós vocês gente")
#: nouns of set phrases that after their verb mean nothing else without the article
_PLACED = own_words("crase.placed")
_INDEFINITE = listed("cerca uma umas outra outras certa certas tal tais")
_OF = listed("de do da dos das")
_OF_THE = _OF - {"de"}
#: what tells a thing apart from others, so that it has its article
_TELLING = own_words("crase.telling")
#: "a" cannot be the article of what follows them
_SURE_NOUNS = own_words("crase.sure-nouns")
_SURE_VERBS = own_words("crase.sure-verbs", "frames.leading-verbs")
_SURE_REFLEXIVE = own_words("crase.sure-reflexive", "frames.leading-reflexives")
#: nothing has the article after them: "à ela", "à Vossa Excelência"
_NEVER_WITH_ARTICLE = own_words("crase.never-with-article")
_OWN_CLITICS = listed("me te se nos")
#: with a noun, one verb: "dar início", "dar razão"
_GIVEN = own_words("crase.given")
#: words after which a phrase has ended
_ENDING = _OF | listed("em no na nos nas por para durante até com e desde")
_AQUELE = portuguese.words("demonstratives.far") | {"aquilo"}
_CONTRACTED = _AQUELE | listed("a as à às á ás")


@cache
def _set_phrases() -> Mapping[str, frozenset[str]]:
    """Nouns of set phrases with "à", and the verbs before them ("-": any)."""
    rows = (line.partition("|") for line in table("crase.txt"))
    return {noun.strip(): listed(verbs) for noun, _, verbs in rows}


class Crase(Diagnosis):
    """The grave accent on *a* is missing or does not belong there."""

    code = "GRA201"
    name = "government.crase"
    supersedes = ("GRA001", "GRA101")
    # "a" and "à" are a confusion set: what the words around say is heard beside parse and encoder
    weighs_choice = True
    cue = cue("[àá]s?", "as?", "[aà]quel[ea]s?", "[aà]quilo")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: aqui juntam-se a preposição «a» e o "
            "artigo",
            "without": "«{form}» deve ser «{suggestion}»: aqui não se juntam preposição e artigo",
            "verb": "«{form}» deve ser «{suggestion}»: um verbo não tem artigo",
            "masculine": "«{form}» deve ser «{suggestion}»: «{noun}» é masculino",
            "plural": "«{form}» deve ser «{suggestion}»: «{noun}» está no plural",
            "pronoun": "«{form}» deve ser «{suggestion}»: «{noun}» não leva artigo",
            "preposition": "«{form}» deve ser «{suggestion}»: já há uma preposição, «{related}»",
            "governed": "«{form}» deve ser «{suggestion}»: «{related}» pede a preposição «a», que "
            "se junta ao artigo",
            "acute": "«{form}» não se escreve com acento agudo: aqui é «{suggestion}»",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: the preposition “a” and the article "
            "meet here",
            "without": "“{form}” should be “{suggestion}”: preposition and article do not meet",
            "verb": "“{form}” should be “{suggestion}”: a verb has no article",
            "masculine": "“{form}” should be “{suggestion}”: “{noun}” is masculine",
            "plural": "“{form}” should be “{suggestion}”: “{noun}” is plural",
            "pronoun": "“{form}” should be “{suggestion}”: “{noun}” takes no article",
            "preposition": "“{form}” should be “{suggestion}”: there is a preposition already, "
            "“{related}”",
            "governed": "“{form}” should be “{suggestion}”: “{related}” asks for the preposition "
            "“a”, which joins the article",
            "acute": "“{form}” is never written with an acute accent: here it is “{suggestion}”",
            "related": "this word decides",
        },
    }

    def kind_of(self, finding: Finding) -> str:
        bare = finding.message in ("verb", "pronoun", "preposition")
        return "accent too many" if bare else super().kind_of(finding)

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for at in range(len(sentence)):
            form = sentence.form(at)
            if (
                form not in _CONTRACTED
                or not sentence.spaced(at, at + 1)
                or sentence.after_hyphen(at)
            ):
                continue
            if form in ("á", "ás"):
                yield from self._acute(sentence, at)
            elif form in ("à", "às"):
                yield from self._accented(sentence, at)
            elif form in ("a", "as"):
                yield from self._plain(sentence, at)
            elif form in _AQUELE and at:
                governor = self._asking(sentence, at)
                if governor is not None:
                    place, prior = governor
                    yield sentence.instead(
                        at, "à" + form[1:], prior=prior, related=place, message="governed"
                    )

    def _acute(self, sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        """ "Confiado á guarda": the accent leans the other way."""
        if sentence.tag(at - 1) == "DET" or not sentence.is_word(at + 1):
            return  # "o ás do volante"
        grave = sentence.form(at).replace("á", "à")
        bare = sentence.is_infinitive(at + 1) or only_noun("Masc", "")(sentence, at + 1)
        yield sentence.instead(at, grave.replace("à", "a") if bare else grave, prior=LIKELY)

    @staticmethod
    def _asking(sentence: ParsedSentence, at: int) -> tuple[int, float] | None:
        """The word before a place that is built with "a", whatever follows, and how sure that
        is."""
        if not sentence.spaced(at - 1, at) or sentence.form(at - 1) == "quanto":
            return None
        if sentence.form(at - 1) in _STRONG:
            return at - 1, LIKELY
        if Crase._is_weak(sentence, at - 1):
            return at - 1, HINT
        return (at - 1, 3.0) if Crase._lemmas(sentence, at - 1) & _VERBS else None

    # -- an accent too many -----------------------------------------------------------------

    def _accented(self, sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        form, before, after = sentence.form(at), sentence.form(at - 1), sentence.form(at + 1)
        plain = form.replace("à", "a")
        noun = sentence.written(at + 1)
        if sentence.is_infinitive(at + 1) and not sentence.is_noun(at + 1):
            lower = form == "à" and not sentence.is_capital(at + 1)
            yield sentence.instead(at, "a", prior=CERTAIN, message="verb", sure=lower)
        elif (
            after in _BARE
            or after == "vossa"
            or (after == "sua" and sentence.form(at + 2) in _TITLES)
        ):
            demonstrative = form == "às" and after in ("quais", "todas")
            if not demonstrative:
                sure = form == "à" and after in _NEVER_WITH_ARTICLE
                yield sentence.instead(
                    at, "a", prior=CERTAIN, message="pronoun", noun=noun, sure=sure
                )
        elif (before == after and sentence.is_noun(at - 1)) or (
            sentence.form(at - 2) == "de" and before in _WEEKDAYS and after in _WEEKDAYS
        ):
            yield sentence.instead(at, "a", prior=LIKELY, message="without")
        elif only_noun("Masc", "")(sentence, at + 1):
            plural = not sentence.is_noun(at + 1, "", "Sing")
            ways = ["a"] if after in _MANNERS else ["aos", "a"] if plural else ["ao", "a"]
            yield sentence.instead(at, *ways, prior=LIKELY, message="masculine", noun=noun)
        elif form == "à" and only_noun("Fem", "Plur")(sentence, at + 1):
            yield sentence.instead(at, "a", "às", prior=LIKELY, message="plural", noun=noun)
        elif form == "à" and only_noun("", "Plur")(sentence, at + 1):  # "à clientes"
            yield sentence.instead(at, "a", "aos", prior=LIKELY, message="plural", noun=noun)
        elif (
            sentence.is_capital(at + 1)
            and after in government().classes["bare places"]
            and sentence.form(at + 2) not in _OF
            and sentence.tag(at + 2) not in ("ADJ", "PROPN")
        ):
            yield sentence.instead(at, plain, prior=LIKELY, message="without")

    @staticmethod
    def _is_own(sentence: ParsedSentence, verb: int) -> bool:
        """Whether the pronoun before a verb is its own: "nos referimos", "se opôs"."""
        clitic, person = sentence.form(verb - 1), sentence.features(verb).get("Person")
        return clitic == "se" or (clitic in ("me", "nos") and person == "1")

    @staticmethod
    def _is_weak(sentence: ParsedSentence, at: int) -> bool:
        """Whether a noun or adjective stands here that "a" follows."""
        named = sentence.tag(at) in ("NOUN", "ADJ") or not sentence.is_finite(
            at
        )  # "ajuda as mulheres"
        return named and any(
            reading.lemma in _WEAK and reading.upos in ("NOUN", "ADJ", "VERB")
            for reading in sentence.readings(at)
        )

    # -- an accent too few ------------------------------------------------------------------

    @staticmethod
    def _is_surely_governed(sentence: ParsedSentence, at: int, governor: int) -> bool:
        """Whether "a" and what follows can be nothing but the goal of the word before: "fomos a
        praia", "ela foi a farmácia comprar", "obedecem as regras".

        In 5 M words of edited text 25 of 27 that fire lack the accent; two may do without.
        """
        noun, after = sentence.form(at + 1), sentence.form(at + 2)
        going = Crase._lemmas(sentence, governor) & _GOING
        if going and governor >= at - 2 and noun in _GOALS and after not in ("que", "mais"):
            features = sentence.features(governor)
            first = features.get("Person") == "1" and sentence.form(governor) not in ("ia", "fosse")
            someone = (
                sentence.form(governor - 1) in _SOMEONE and sentence.form(governor - 2) not in _OF
            )
            came = "chegar" in going and Crase._is_subject_before(sentence, governor)
            came |= features.get("VerbForm") == "Inf" and noun not in ("mesa", "câmara")
            return first or someone or came or sentence.is_infinitive(at + 2)
        return Crase._is_asked_for(sentence, at, governor)

    @staticmethod
    def _is_asked_for(sentence: ParsedSentence, at: int, governor: int) -> bool:
        """Whether a word that is nothing without "a" leads to a thing that is told apart from
        others: "críticas a proposta do governo", "obedecem as regras"."""
        form, before, after = sentence.form(at), sentence.form(governor), sentence.form(at + 2)
        plain = sentence.tag(at + 1) == "NOUN" and not sentence.can_be(at + 1, "PRON", "DET")
        if not plain or sentence.is_capital(at + 1) or not sentence.spaced(governor, at + 1):
            return False
        described = sentence.tag(at + 2) == "ADJ" and sentence.form(at + 3) in _OF_THE
        telling = after in _OF_THE or described
        telling |= after == "de" and sentence.form(at + 3) in _DAYS
        telling |= after in _OF and sentence.form(at + 1).endswith(_TURNED)
        telling |= after in _TELLING or form == "as"
        if sentence.tag(governor) == "NOUN" and governor == at - 1:
            given = any("dar" in Crase._lemmas(sentence, i) for i in (governor - 1, governor - 2))
            told = telling or sentence.form(at + 1) in _RECEIVERS
            return (told and before in _SURE_NOUNS) or (given and before in _GIVEN)
        if sentence.tag(governor) != "VERB":
            return False
        own = (
            sentence.form(at - 1) in _OWN_CLITICS and sentence.after_hyphen(at - 1)
        ) or Crase._is_own(sentence, governor)
        known = Crase._lemmas(sentence, governor) & (_SURE_REFLEXIVE if own else _SURE_VERBS)
        if "caber" in known and sentence.features(governor).get("VerbForm") in ("Inf", "Ger"):
            return False  # "cabendo a determinação do prazo": a subject follows
        return bool(known) and telling and Crase._is_subject_before(sentence, governor)

    @staticmethod
    def _is_subject_before(sentence: ParsedSentence, at: int) -> bool:
        """Whether the subject of a verb does not follow it: it stands before, or is in its
        ending."""
        place = sentence.tokens[at].words[0]
        group = {place, sentence.words[place].head}
        said = sentence.features(at)
        if said.get("Person") in ("1", "2") or said.get("VerbForm") in ("Inf", "Ger"):
            return True
        return any(
            word.relation.startswith("nsubj") and i < place and word.head in group
            for i, word in enumerate(sentence.words)
        )

    @staticmethod
    def _is_sure_phrase(sentence: ParsedSentence, at: int) -> bool:
        """Whether a set phrase stands here that its words cannot mean without the accent: "estou a
        espera", "ela foi a farmácia comprar"."""
        noun, after = sentence.form(at + 1), sentence.form(at + 2)
        if not sentence.spaced(at, at + 1) or sentence.form(at) != "a":
            return False
        verb = at - 1 if sentence.form(at - 1) not in _BETWEEN else at - 2
        own = Crase._lemmas(sentence, verb) if sentence.tag(verb) in ("VERB", "AUX") else set()
        ended = not sentence.is_word(at + 2) or after in _ENDING or after in ("há", "atrás")
        if noun in _PLACED and own & _set_phrases()[noun] and ended:
            return Crase._is_subject_before(sentence, verb)
        going = noun in _GOALS and bool(Crase._lemmas(sentence, verb) & _GOING)
        return going and sentence.is_infinitive(at + 2) and not sentence.is_noun(at + 2)

    def _plain(self, sentence: ParsedSentence, at: int) -> Iterator[Proposal]:
        form = sentence.form(at)
        accented = "à" if form == "a" else "às"
        phrase = self._phrase(sentence, at)
        governor = self._governor(sentence, at)
        if governor is not None and governor[1] >= (phrase or 0.0):
            place, prior = governor
            sure = self._is_surely_governed(sentence, at, place) or self._is_sure_phrase(
                sentence, at
            )
            # "ofereceu ajuda as vítimas": what is given stands before it
            sure |= form == "as" and place < at - 1 and self._given(sentence, at) == (place, LIKELY)
            yield sentence.instead(
                at, accented, prior=prior, related=place, message="governed", sure=sure
            )
            return
        if (sure := self._is_sure_phrase(sentence, at)) or phrase is not None:
            yield sentence.instead(at, accented, prior=phrase or 0.0, sure=sure)

    def _governor(self, sentence: ParsedSentence, at: int) -> tuple[int, float] | None:
        """The word before that asks for the preposition, and how much that says."""
        plural = sentence.form(at) == "as"
        common = sentence.is_noun(at + 1, "Fem", "Plur" if plural else "Sing")
        if sentence.tag(at) == "PRON" or (sentence.is_infinitive(at + 1) and not plural):
            return None
        if not common or sentence.tag(at + 1) in ("DET", "NUM", "PRON"):
            return None
        if sentence.is_capital(at + 1) and not (
            sentence.form(at + 2) in _OF and sentence.is_capital(at + 3)
        ):
            return None  # but "a Assembleia da República"
        if sentence.form(at + 1) in _INDEFINITE:
            return None
        own = sentence.form(at + 1) in ("casa", "terra")  # one's own: "voltaram a casa"
        if own and sentence.form(at + 2) not in _OF and sentence.tag(at + 2) != "ADJ":
            return None
        before = sentence.form(at - 1)
        if not sentence.spaced(at - 1, at) or before == sentence.form(at + 1):  # "face a face"
            return None
        if before == "quanto":
            return None
        if before in _STRONG or (before in _AFTER_EM and sentence.form(at - 2) == "em"):
            return at - 1, LIKELY if plural else 3.0
        if self._is_weak(sentence, at - 1):
            return at - 1, 4.0 if plural else HINT / 2
        if (
            before in _OWN_CLITICS
            and sentence.after_hyphen(at - 1)
            and self._lemmas(sentence, at - 2) & _REFLEXIVE
        ):
            return at - 2, 4.0 if plural else 3.0
        verb = at - 2 if before in _BETWEEN else at - 1
        if self._lemmas(sentence, verb) & _REFLEXIVE and self._is_own(sentence, verb):
            return verb, 4.0 if plural else 3.0
        if self._lemmas(sentence, verb) & _VERBS:
            return verb, 4.0 if plural else HINT
        going = self._lemmas(sentence, verb)
        ours = (
            sentence.features(verb).get("Person") in ("1", "2") and sentence.form(verb)[-1:] != "r"
        )
        if going & _GOING and "ser" not in going and ours and sentence.form(at + 1) != "casa":
            return verb, 3.0  # "chegámos a estação"; "fui a casa da avó" is right in Portugal
        if self._is_asked_for(sentence, at, verb):  # "cabe a direção da escola"
            return verb, HINT
        given = self._given(sentence, at)
        if given is not None:
            return given
        return self._of_noun_or_participle(sentence, at)

    @staticmethod
    def _given(sentence: ParsedSentence, at: int) -> tuple[int, float] | None:
        """ "Entregou o celular a moça": what is given stands between the verb and "a"."""
        person = sentence.words[sentence.tokens[at + 1].words[-1]].lemma in _RECEIVERS
        nouns = 0
        for place in range(at - 1, max(-1, at - 9), -1):
            tag = sentence.tag(place)
            if tag in ("VERB", "AUX") and Crase._lemmas(sentence, place) & _HANDING:
                if sentence.is_participle(place) and not sentence.is_finite(place):
                    continue
                if (
                    not nouns
                    or sentence.form(place + 1) not in _FIRST
                    or sentence.form(place - 1) == "se"
                ):
                    return None
                if not object_follows(sentence, place):
                    return None  # "não te pagará um dia a justiça o mal"
                return (place, LIKELY if person else HINT) if nouns else None
            if tag == "NOUN":
                nouns += 1
            elif tag not in ("DET", "ADJ", "NUM", "PROPN") and not (
                sentence.form(place) in _OF or sentence.is_participle(place)
            ):
                return None
        return None

    @staticmethod
    def _of_noun_or_participle(sentence: ParsedSentence, at: int) -> tuple[int, float] | None:
        """ "Prestados as famílias", "a proteção a saúde": after a verb, so no subject follows."""
        plural = sentence.form(at) == "as"
        before = at - 1
        compound = sentence.can_be(before - 1, "AUX") and sentence.form(before - 1)[:1] in "th"
        if sentence.is_capital(before) or compound:
            return None
        if sentence.is_participle(before) and not sentence.is_finite(before):
            leading = Crase._lemmas(sentence, before) & _LEADING
            return (before, 4.0 if plural else 0.0) if leading else None
        spoken = any(
            sentence.features(i).get("VerbForm") == "Fin"
            for i in range(before)
            if sentence.is_word(i)
        )
        noun = sentence.form(before)
        leads = noun in _TURNED_TO or noun.endswith(_TURNED)
        told = sentence.after_hyphen(before - 1)  # "fez-lhe impressão a figura": a subject follows
        return (before, HINT / 2) if leads and spoken and not told else None

    @staticmethod
    def _lemmas(sentence: ParsedSentence, at: int) -> set[str]:
        return {
            reading.lemma for reading in sentence.readings(at) if reading.upos in ("VERB", "AUX")
        }

    @staticmethod
    def _phrase(sentence: ParsedSentence, at: int) -> float | None:
        """How much speaks for one of the set phrases; None where none stands."""
        if sentence.form(at) != "a":
            return None
        after = sentence.form(at + 1)
        staying = _set_phrases().get(after, frozenset())
        near = at - 1
        while near > at - 4 and (
            sentence.form(near) in _BETWEEN | {"se"} or sentence.tag(near) == "ADV"
        ):
            near -= 1
        own = {reading.lemma for reading in sentence.readings(near) if reading.upos != "NOUN"}
        if own & staying or ("-" in staying and sentence.tag(at - 1) == "NOUN"):
            return LIKELY if after in ("direita", "esquerda", "vontade") else HINT
        if after in _PHRASES and sentence.form(at + 2) in _OF and sentence.form(at + 3) != "dados":
            still = sentence.can_be(at - 1, "AUX") or sentence.is_participle(at - 1)
            made = sentence.tag(at - 1) == "NOUN" and after in ("base", "frente")
            return HINT if still or made else HINT / 4
        return None
