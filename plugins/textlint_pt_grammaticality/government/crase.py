"""GRA201: the grave accent of *a* with *a*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt.contract import Finding
from textlint_pt_grammaticality.government.complement import object_follows
from textlint_pt_grammaticality.government.entries import government, led_by_a
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, LIKELY, Diagnosis, Line, cue
from textlint_pt_grammaticality.reading import listed, own_words, table

#: take no article, so that the "a" before them is the preposition alone
_BARE = own_words("crase.bare")
_TITLES = portuguese.words("titles")
#: masculine nouns of set phrases with the bare preposition: "a pé", "a prazo"
_MANNERS = own_words("crase.manners")
#: a second preposition cannot follow them
_PREPOSITIONS = portuguese.words("prepositions.common", "prepositions.bare") | {"segundo"}
_WEEKDAYS = portuguese.words("times.short-weekdays", "times.weekend")
_DAYS = _WEEKDAYS | listed("feira ontem hoje amanhã anteontem")
#: "a" must follow, and what it leads to almost always has an article
#: verbs of what somebody has to do
_DUTIES = listed("competir caber incumbir")
#: what is said of it, without its ending
_ALLOWED = listed(
    "admitid facultad permitid vedad assegurad garantid lícit defes concedid reservad"
)
_STRONG = listed("relação junto face frente rumo próximo") | led_by_a("adverb")
#: nouns and adjectives that "a" follows, by lemma
_WEAK = led_by_a("noun") | led_by_a("adjective")
#: of these "aquele" can be nothing but what "a" leads to
_ALIKE = own_words("crase.alike")
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
#: adverbs made of "à" and a noun, and what speaks for the accent where they lack it
_LOCUTIONS = {"as pressas": 4.0, "a toa": LIKELY, "as escondidas": 3.0, "as avessas": 3.0,
              "as cegas": HINT, "as escuras": HINT, "as claras": HINT, "a revelia": HINT,
              "as custas": HINT, "a tona": HINT, "as moscas": HINT}  # fmt: skip
_PHRASES = own_words("crase.phrases")
_NOT_ADVERB = own_words("crase.not-adverb")
#: what speaks against taking away an accent that article and noun allow, and against putting one on
#: "aquele" where nothing asks for it
_HARMLESS, _POINTING = -2.0, -1.0
#: an hour after them is no point in time that something happens at
_NO_HOUR = own_words("crase.no-hour")
#: places that one goes to, named with the article
_GOALS = own_words("crase.goals")
_SOMEONE = listed("ele ela eu você eles elas nós vocês gente")
#: before "às vezes" where it opens a clause, and what "as vezes" may be followed by
_JOINING_TIMES = listed("e mas que porque pois porém")
_TIMES_OF = own_words("crase.times-of")
_TURNING = listed("virar dobrar seguir entrar cortar")
_AFTER_TURN = own_words("crase.after-turn")
#: "à mercê de": with "de" after a verb of staying, nouns of set phrases
_AT_MERCY = listed("mercê espera procura beira deriva disposição sombra margem cata")
_STAYING = listed("estar ficar viver continuar andar permanecer deixar")
#: "à" of set phrases: what they mean there, the words do not mean without the accent
#: of these the bare noun after such a verb means nothing else
_PLACED = own_words("crase.placed")
_CONDEMNED = listed("condenado condenada condenados condenadas")
_SET = _PHRASES | listed("época vez noite tarde hora revelia toa tona")
_INDEFINITE = listed("cerca uma umas outra outras certa certas tal tais")
_TIMES = listed("noite manhã tarde semana hora madrugada vida")
#: verbs whose object or subject a night or an afternoon is
_NIGHTS = own_words("crase.nights")
_ENDS = listed(", . ; ! ? mas")
_OF = listed("de do da dos das")
_SO_MUCH = portuguese.words("indefinites.so-much") | listed("tão quantos quantas")
_OF_THE = listed("do da dos das")
_OWN = listed("minha minhas tua tuas sua suas nossa nossas vossa vossas")
#: what tells a thing apart from others, so that it has its article
_TELLING = own_words("crase.telling")
#: "a" cannot be the article of what follows them
_SURE_NOUNS, _SURE_VERBS = (
    own_words("crase.sure-nouns"),
    own_words("crase.sure-verbs", "frames.leading-verbs"),
)
_SURE_REFLEXIVE = own_words("crase.sure-reflexive", "frames.leading-reflexives")
_SURE_ADJECTIVES = own_words("crase.sure-adjectives")
#: nothing has the article after them: "à ela", "à Vossa Excelência"
_NEVER_WITH_ARTICLE = own_words("crase.never-with-article")
#: nouns that have the article where one obeys or joins what they say: "aderiram à greve"
_DEFINITE, _OBEYING = own_words("crase.definite"), listed("obedecer desobedecer aderir")
_OWN_CLITICS = listed("me te se nos")
#: somebody something: and what follows whom they say it to
_TELLING_VERBS = listed("pedir dizer perguntar contar explicar prometer ordenar implorar")
_TOLD = listed("que se para onde quando como um uma")
_DISHES = listed("milanesa parmegiana bolonhesa")
#: with a noun, one verb: "dar início", "dar razão"
_GIVEN = own_words("crase.given")
#: what is done, and not what is crossed or spent, at night
_AT_NIGHT = own_words("crase.at-night")
#: words after which a phrase has ended
_ENDING = _OF | listed("em no na nos nas por para durante até com e desde")
_AQUELE = portuguese.words("demonstratives.far") | {"aquilo"}
_CONTRACTED = _AQUELE | listed("a as à às á ás")
#: after a number they make an hour of it
_PARTS_OF_DAY = listed("manhã tarde noite madrugada")
_HOURS = portuguese.words("times.hours") | {"meia"}
#: words from "a qual" to its verb, at most
_REACH = 8


@cache
def _set_phrases() -> Mapping[str, frozenset[str]]:
    """Nouns of set phrases with "à", and the verbs before them ("-": any)."""
    rows = (line.partition("|") for line in table("crase.txt"))
    return {noun.strip(): listed(verbs) for noun, _, verbs in rows}


_TIMED, _ASKED = own_words("crase.timed"), own_words("crase.asked")
#: countries and states that are never named without their article
_LANDS = own_words("crase.lands")
_TRAVELLING = listed("ir voltar viajar chegar regressar")


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

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            form = line.form(at)
            if form not in _CONTRACTED or not line.spaced(at, at + 1) or line.after_hyphen(at):
                continue
            if form in ("á", "ás"):
                yield from self._acute(line, at)
            elif form in ("à", "às"):
                yield from self._accented(line, at)
            elif form in ("a", "as"):
                yield from self._plain(line, at)
            elif form in _AQUELE and at:
                accented = "à" + form[1:]
                governor = self._asking(line, at)
                if governor is not None:
                    place, prior = governor
                    alike = line.form(place) in _ALIKE and place == at - 1
                    # "refiro-me aquele problema"
                    alike |= (
                        bool(self._lemmas(line, place) & _SURE_REFLEXIVE)
                        and line.form(at - 1) in _OWN_CLITICS
                        and line.after_hyphen(at - 1)
                        and line.tag(at) == "DET"
                    )
                    yield line.instead(
                        at, accented, prior=prior, related=place, message="governed", sure=alike
                    )
                elif line.form(at - 1) not in _PREPOSITIONS and not line.after_hyphen(at):
                    yield line.instead(at, accented, prior=_POINTING)

    def _acute(self, line: Line, at: int) -> Iterator[Proposal]:
        """ "Confiado á guarda": the accent leans the other way."""
        if line.tag(at - 1) == "DET" or not line.is_word(at + 1):
            return  # "o ás do volante"
        grave = line.form(at).replace("á", "à")
        bare = line.is_infinitive(at + 1) or self._is_only(line, at + 1, "Masc", "")
        yield line.instead(at, grave.replace("à", "a") if bare else grave, prior=LIKELY)

    @staticmethod
    def _asking(line: Line, at: int) -> tuple[int, float] | None:
        """The word before a place that is built with "a", whatever follows, and how sure that
        is."""
        before = line.form(at - 1)
        if not line.spaced(at - 1, at):
            return None
        if before == "quanto" and Crase._is_compared(line, at - 1):
            return None
        if before in _STRONG:
            return at - 1, LIKELY
        if Crase._is_weak(line, at - 1):
            return at - 1, HINT
        if before in _OWN_CLITICS and Crase._lemmas(line, at - 2) & _REFLEXIVE:
            return at - 2, LIKELY
        verb = at - 2 if before in _BETWEEN | {"mais", "nunca"} else at - 1
        lemmas = Crase._lemmas(line, verb)
        if lemmas & _REFLEXIVE and Crase._is_own(line, verb):
            return verb, LIKELY
        if lemmas & _VERBS:
            return verb, 3.0
        if lemmas & _GOING and "ser" not in lemmas:
            return verb, HINT
        return None

    # -- an accent too many -----------------------------------------------------------------

    def _accented(self, line: Line, at: int) -> Iterator[Proposal]:
        form, before, after = line.form(at), line.form(at - 1), line.form(at + 1)
        plain = form.replace("à", "a")
        noun = line.text[line.tokens[at + 1].start : line.tokens[at + 1].end]
        if line.is_infinitive(at + 1) and not line.is_noun(at + 1):
            lower = form == "à" and not line.is_capital(at + 1)
            yield line.instead(at, "a", prior=CERTAIN, message="verb", sure=lower)
        elif (
            after in _BARE or after == "vossa" or (after == "sua" and line.form(at + 2) in _TITLES)
        ):
            demonstrative = form == "às" and after in ("quais", "todas")
            if not demonstrative:
                sure = form == "à" and after in _NEVER_WITH_ARTICLE
                yield line.instead(at, "a", prior=CERTAIN, message="pronoun", noun=noun, sure=sure)
        elif form == "à" and after == "toda" and line.form(at + 2) == "a":
            yield line.instead(at, "a", message="pronoun", noun=noun, sure=True)
        elif form == "à" and after == "deus" and before == "graças":
            yield line.instead(at, "a", message="masculine", noun=noun, sure=True)
        elif (
            form == "à"
            and line.form(at - 2) == "de"
            and line.tag(at - 1) == line.tag(at + 1) == "NUM"
            and not {line.form(at + 2), line.form(at + 3)} & {"hora", "horas", "h", "da"}
        ):  # "de dez à doze por cento"
            yield line.instead(at, "a", message="without", sure=True)
        elif before in _PREPOSITIONS:
            sure = form == "à" and before in ("para", "com", "sobre", "contra", "perante")
            yield line.instead(
                at, plain, prior=CERTAIN, message="preposition", related=at - 1, sure=sure
            )
        elif (before == after and line.is_noun(at - 1)) or (
            line.form(at - 2) == "de" and before in _WEEKDAYS and after in _WEEKDAYS
        ):
            yield line.instead(at, "a", prior=LIKELY, message="without")
        elif self._is_only(line, at + 1, "Masc", ""):
            plural = not line.is_noun(at + 1, "", "Sing")
            ways = ["a"] if after in _MANNERS else ["aos", "a"] if plural else ["ao", "a"]
            yield line.instead(at, *ways, prior=LIKELY, message="masculine", noun=noun)
        elif form == "à" and line.tag(at + 1) == "NUM" and self._is_only(line, at + 2, "", "Plur"):
            noun = line.text[line.tokens[at + 2].start : line.tokens[at + 2].end]
            yield line.instead(at, "a", prior=LIKELY, message="plural", noun=noun)
        elif form == "à" and self._is_only(line, at + 1, "Fem", "Plur"):
            yield line.instead(at, "a", "às", prior=LIKELY, message="plural", noun=noun)
        elif form == "à" and self._is_only(line, at + 1, "", "Plur"):  # "à clientes"
            yield line.instead(at, "a", "aos", prior=LIKELY, message="plural", noun=noun)
        elif (
            form == "à"
            and line.tag(at + 1) == "NUM"
            and after.isalpha()
            and (after not in _HOURS and line.form(at + 2) not in ("horas", "hora"))
        ):  # "de um à cem"
            yield line.instead(at, "a", prior=LIKELY, message="without")
        elif line.is_capital(at + 1) and after in government().classes["bare places"]:
            if line.form(at + 2) not in _OF and line.tag(at + 2) not in ("ADJ", "PROPN"):
                yield line.instead(at, plain, prior=LIKELY, message="without")
        elif (
            before not in _STRONG | {"até"}
            and not self._is_weak(line, at - 1)
            and not (self._lemmas(line, at - 1) & (_GIVING | _VERBS | _REFLEXIVE))
            and not (at == 0 and self._opens_a_duty(line))
        ):
            hour = line.can_be(at + 1, "NUM") or after[:1].isdigit()
            if not hour and after not in _SET:
                yield line.instead(at, plain, prior=_HARMLESS, message="without")

    @staticmethod
    def _opens_a_duty(line: Line) -> bool:
        """ "À comissão compete opinar", "às partes é vedado": who has it stands first."""
        verbs = (at for at in range(len(line.tokens)) if line.tag(at) in ("VERB", "AUX"))
        first = next(verbs, 0)
        allowed = line.form(first) in ("é", "são") and line.form(first + 1).rstrip("s")[:-1]
        return bool(Crase._lemmas(line, first) & _DUTIES) or allowed in _ALLOWED

    @staticmethod
    def _is_own(line: Line, verb: int) -> bool:
        """Whether the pronoun before a verb is its own: "nos referimos", "se opôs"."""
        clitic, person = line.form(verb - 1), line.features(verb).get("Person")
        return clitic == "se" or (clitic in ("me", "nos") and person == "1")

    @staticmethod
    def _is_compared(line: Line, at: int) -> bool:
        """Whether "quanto" compares or counts: "tão duro quanto as unhas", "o quanto as
        pessoas"."""
        so_much = {line.form(i) for i in range(at)} & _SO_MUCH
        return bool(so_much) or line.form(at - 1) in ("o", "no", "do", "ao", "e")

    @staticmethod
    def _is_weak(line: Line, at: int) -> bool:
        """Whether a noun or adjective stands here that "a" follows."""
        named = line.tag(at) in ("NOUN", "ADJ") or not line.is_finite(at)  # "ajuda as mulheres"
        return named and any(
            reading.lemma in _WEAK and reading.upos in ("NOUN", "ADJ", "VERB")
            for reading in line.readings(at)
        )

    @staticmethod
    def _is_only(line: Line, at: int, gender: str, number: str) -> bool:
        """Whether a word is a noun of this gender and number ("": any) and can be nothing else."""
        if line.is_capital(at) or not line.is_word(at):
            return False
        readings = line.forms.analyse(line.form(at))
        if not any(reading.upos == "NOUN" for reading in readings[:2]):
            return False
        return all(
            reading.upos in ("VERB", "AUX")
            or (
                reading.upos in ("NOUN", "ADJ")
                and gender in ("", reading.feature("Gender"))
                and number in ("", reading.feature("Number"))
            )
            for reading in readings
        )

    # -- an accent too few ------------------------------------------------------------------

    @staticmethod
    def _is_surely_governed(line: Line, at: int, governor: int) -> bool:
        """Whether "a" and what follows can be nothing but the goal of the word before: "fomos a
        praia", "ela foi a farmácia comprar", "devido a falta de chuva", "adicione o arquivo a
        pasta".

        In 5 M words of edited text 25 of 27 that fire lack the accent; two may do without.
        """
        before, noun, after = line.form(governor), line.form(at + 1), line.form(at + 2)
        if governor == at - 1 and before in ("devido", "graças"):
            thing = line.tag(at + 1) == "NOUN" and not line.can_be(at + 1, "ADJ", "PRON", "DET")
            return thing and not line.is_capital(at + 1)
        going = Crase._lemmas(line, governor) & _GOING
        if "chegar" in going and noun in ("conclusão", "conclusões") and governor >= at - 2:
            return Crase._is_subject_before(line, governor)
        if going and governor >= at - 2 and noun in _GOALS and after not in ("que", "mais"):
            features = line.features(governor)
            first = features.get("Person") == "1" and line.form(governor) not in ("ia", "fosse")
            someone = line.form(governor - 1) in _SOMEONE and line.form(governor - 2) not in _OF
            came = "chegar" in going and Crase._is_subject_before(line, governor)
            came |= features.get("VerbForm") == "Inf" and noun not in ("mesa", "câmara")
            return first or someone or came or line.is_infinitive(at + 2)
        if Crase._is_asked_for(line, at, governor):
            return True
        verbs = Crase._lemmas(line, governor)
        if governor < at - 2 and noun in _GOALS and verbs & {"levar", "trazer"}:
            # "levei o cão a clínica"
            return Crase._is_subject_before(line, governor) and after not in _OF
        if governor < at - 2 and "atribuir" in verbs and after in _OF:
            return Crase._is_subject_before(line, governor)
        told = Crase._lemmas(line, governor) & _HANDING
        return (
            bool(told)
            and Crase._is_order(line, governor)
            and governor < at - 2
            and line.tag(at + 1) == "NOUN"
        )

    @staticmethod
    def _is_asked_for(line: Line, at: int, governor: int) -> bool:
        """Whether a word that is nothing without "a" leads to a thing that is told apart from
        others: "críticas a proposta do governo", "quanto as dúvidas", "obedecem as regras"."""
        form, before, after = line.form(at), line.form(governor), line.form(at + 2)
        plain = line.tag(at + 1) == "NOUN" and not line.can_be(at + 1, "PRON", "DET")
        if not plain or line.is_capital(at + 1) or not line.spaced(governor, at + 1):
            return False
        described = line.tag(at + 2) == "ADJ" and line.form(at + 3) in _OF_THE
        telling = after in _OF_THE or described
        telling |= after == "de" and line.form(at + 3) in _DAYS
        telling |= after in _OF and line.form(at + 1).endswith(_TURNED)
        telling |= after in _TELLING or form == "as"
        counted = line.form(at + 1) in _GOALS | _RECEIVERS and form == "a"
        if counted and line.form(at - 1) in ("frente", "junto") and governor == at - 1:
            return line.form(at - 2) == "em" or not line.is_noun(at - 2)
        if counted and before in _SURE_NOUNS | _TURNED_TO and before not in ("direito", "acesso"):
            return governor == at - 1 and line.tag(governor - 1) == "DET"
        if line.tag(governor) == "VERB" and line.form(at + 1) in _DEFINITE:
            telling |= bool(Crase._lemmas(line, governor) & _OBEYING)
        lemmas = {reading.lemma for reading in line.readings(governor)}
        if line.tag(governor) == "NOUN" and governor == at - 1:
            given = any("dar" in Crase._lemmas(line, i) for i in (governor - 1, governor - 2))
            told = telling or line.form(at + 1) in _RECEIVERS
            return (told and before in _SURE_NOUNS) or (given and before in _GIVEN)
        if before == "relação":
            return telling and line.form(governor - 1) in ("em", "com")
        if before == "quanto":
            return telling and not line.is_word(governor - 1)
        if before in ("junto", "face"):
            return telling and not line.is_noun(governor - 1)
        if lemmas & _SURE_ADJECTIVES and line.tag(governor) in ("ADJ", "VERB"):
            copula = line.tag(governor - 1) in ("AUX", "VERB")
            return telling and (
                line.tag(governor - 1) == "NOUN"
                or (copula and Crase._is_subject_before(line, governor - 1))
            )
        if line.tag(governor) != "VERB":
            return False
        own = (line.form(at - 1) in _OWN_CLITICS and line.after_hyphen(at - 1)) or Crase._is_own(
            line, governor
        )
        known = Crase._lemmas(line, governor) & (_SURE_REFLEXIVE if own else _SURE_VERBS)
        if "caber" in known and line.features(governor).get("VerbForm") in ("Inf", "Ger"):
            return False  # "cabendo a determinação do prazo": a subject follows
        return bool(known) and telling and Crase._is_subject_before(line, governor)

    @staticmethod
    def _is_subject_before(line: Line, at: int) -> bool:
        """Whether the subject of a verb does not follow it: it stands before, or is in its
        ending."""
        place = line.tokens[at].words[0]
        group = {place, line.words[place].head}
        said = line.features(at)
        if said.get("Person") in ("1", "2") or said.get("VerbForm") in ("Inf", "Ger"):
            return True
        return any(
            word.relation.startswith("nsubj") and i < place and word.head in group
            for i, word in enumerate(line.words)
        )

    @staticmethod
    def _is_order(line: Line, at: int) -> bool:
        """ "Adicione o arquivo": a verb that opens the sentence and can be nothing but an order."""
        verbs = [r for r in line.readings(at) if r.upos == "VERB"]
        moods = {reading.feature("Mood") for reading in verbs}
        return at == 0 and line.tag(0) == "VERB" and bool(verbs) and moods <= {"Imp", "Sub"}

    @staticmethod
    def _is_sure_phrase(line: Line, at: int) -> bool:
        """Whether a set phrase stands here that its words cannot mean without the accent: "as vezes
        penso", "vire a esquerda no semáforo", "ficou a mercê do adversário".

        In 5 M words of edited text all 22 that fire lack the accent.
        """
        form, noun, after = line.form(at), line.form(at + 1), line.form(at + 2)
        before = line.form(at - 1)
        if not line.spaced(at, at + 1):
            return False
        if form == "as" and not at and after == "horas" and line.tag(1) == "NUM":
            # "as duas horas estaremos partindo"
            verb_says = line.features(at + 3)
            return verb_says.get("VerbForm") == "Fin" and (
                verb_says.get("Person") == "1" or verb_says.get("Number") == "Sing"
            )
        if form == "as" and noun == "vezes":
            opens = before in ("", ",", ";", "(") or before in _JOINING_TIMES
            goes_on = line.tag(at + 2) in ("VERB", "AUX", "PRON", "DET", "ADV")
            return (
                opens and goes_on and line.spaced(at + 1, at + 2) and after not in _TIMES_OF | _OF
            )
        if form == "as" and noun in ("pressas", "escondidas", "cegas", "apalpadelas"):
            # "fizemos tudo as escondidas"
            said = line.tag(at - 1) in ("VERB", "NOUN", "ADV", "AUX") or before in ("tudo", "isso")
            return said and before != "com"
        if form == "a" and noun in _DISHES:
            return line.tag(at - 1) == "NOUN" and not line.is_word(at + 2)
        if form == "as" and line.can_be(at + 1, "NUM") and after == "em":
            return line.form(at + 3) == "ponto"
        if form == "as" and noun == "voltas" and after == "com":
            return bool(Crase._lemmas(line, at - 1) & {"estar", "ficar", "andar", "ver"})
        if form == "a" and noun == "meia-noite" and line.tag(at - 1) == "VERB":
            done = line.is_participle(at - 1) or bool(Crase._lemmas(line, at - 1) & _TIMED)
            return done and not line.is_word(at + 2)
        if form == "a" and noun == "memória" and after in _OF:
            return bool(Crase._lemmas(line, at - 1) & {"dedicar", "consagrar"})
        if form == "a" and noun == "maneira" and after in _OF:
            return line.is_participle(at - 1) and line.tag(at - 1) == "VERB"
        if form == "as" and line.form(at + 3) == "em" and line.form(at + 4) == "ponto":
            return after == "horas" and line.can_be(at + 1, "NUM")
        if form == "as" and after == "horas" and before not in _NO_HOUR:
            # "a reunião começa as três horas"
            timed = Crase._lemmas(line, at - 1) & _TIMED and line.tag(at - 1) == "VERB"
            spoken = line.can_be(at + 1, "NUM") and Crase._hour(line, at) is not None
            return bool(timed) and spoken and Crase._is_subject_before(line, at - 1)
        if before in _ASKED and "pedir" in Crase._lemmas(line, at - 2) and noun in _RECEIVERS:
            return line.spaced(at - 2, at + 1)
        if form == "as" and before in _ASKED and "pedir" in Crase._lemmas(line, at - 2):
            return line.is_noun(at + 1, "Fem", "Plur") and line.spaced(at - 2, at + 1)
        if form == "a" and line.is_capital(at + 1) and noun in _LANDS:
            # "fomos a Bahia nas férias"
            moving = Crase._lemmas(line, at - 1)
            going = moving & _TRAVELLING
            if "ser" in moving and line.features(at - 1).get("Person") != "1":
                # "o epicentro foi a China", but "foi a Bahia para ver o mar"
                return after == "para" and line.is_infinitive(at + 3) and bool(moving & _GOING)
            ended = not line.is_word(at + 2) or after in _AFTER_TURN
            return bool(going) and ended and Crase._is_subject_before(line, at - 1)
        if form == "as" and noun == "custas":
            return "viver" in Crase._lemmas(line, at - 1) and after in _OF
        if form != "a":
            return line.form(at - 1) in _ALIKE and noun in _OWN and not line.is_word(at + 2)
        if at and before in _ALIKE and noun in _OWN:
            return not line.is_word(at + 2)
        commas = [i for i in range(len(line)) if line.form(i) == ","] if at == 0 else []
        if len(commas) == 1:
            # "a noite, o frio aperta", "a exceção do João, todos vieram"
            comma = commas[0]
            spoken = any(line.tag(i) in ("VERB", "AUX") for i in range(comma))
            goes_on = any(line.is_finite(i) for i in range(comma + 1, len(line)))
            if noun in ("noite", "tarde") and comma == 2:
                subject = line.tag(3) in ("DET", "PRON", "VERB", "PROPN") and line.form(3) != "que"
                return subject and goes_on
            if noun == "vista" or (noun == "primeira" and after == "vista"):
                return comma == 3 and goes_on
            return noun in ("exceção", "excepção") and after in _OF and not spoken and goes_on
        if noun in ("exceção", "excepção") and before == "," and after in _OF:
            return not any(
                line.is_finite(i) or line.form(i) == "," for i in range(at + 1, len(line))
            )
        if noun == "moda" and after in _OF_THE:
            return line.tag(at - 1) == "NOUN" and line.form(at - 2) != "de"
        verb = at - 1 if before not in _BETWEEN else at - 2
        own = Crase._lemmas(line, verb) if line.tag(verb) in ("VERB", "AUX") else set()
        ended = not line.is_word(at + 2) or after in _ENDING or after in ("há", "atrás")
        if noun in _PLACED and own & _set_phrases()[noun] and ended:
            return Crase._is_subject_before(line, verb)
        if noun in ("noite", "tarde") and own & _AT_NIGHT:
            ended = not line.is_word(at + 2) or after in ("e", "mas", "porque", "para", "em", "no")
            return ended and Crase._is_subject_before(line, verb)
        if noun in _RECEIVERS and own & _TELLING_VERBS:
            # "o advogado disse a juíza que": who says it stands before
            at_end = after in _TOLD and not (after in ("o", "a") and line.tag(at + 2) != "DET")
            return at_end and Crase._is_subject_before(line, verb)
        if noun in _RECEIVERS and "telefonar" in own:
            return Crase._is_subject_before(line, verb)
        if noun in _RECEIVERS and "agradecer" in own:
            return after in ("pelo", "pela", "pelos", "pelas", "por")
        if noun == "estaca":
            return bool(own & listed("voltar regressar retornar")) and after == "zero"
        if noun == "morte" and before in _CONDEMNED:
            return not line.is_word(at + 2) or after in _ENDING - _OF
        lemmas = Crase._lemmas(line, verb)
        if noun in _GOALS and lemmas & _GOING and line.is_infinitive(at + 2):
            return not line.is_noun(at + 2)  # "ela foi a farmácia comprar remédio"
        if noun in ("direita", "esquerda"):
            place = not line.is_word(at + 2) or after in _AFTER_TURN
            return place and bool(lemmas & _TURNING) and line.tag(verb) == "VERB"
        return noun in _AT_MERCY and after in _OF and bool(lemmas & _STAYING)

    def _plain(self, line: Line, at: int) -> Iterator[Proposal]:
        form = line.form(at)
        accented = "à" if form == "a" else "às"
        hour = form == "as" or line.form(at + 1) in ("uma", "meia-noite")
        phrase = self._hour(line, at) if hour else None
        if phrase is None:
            phrase = self._phrase(line, at)
        governor = self._pronoun(line, at) or self._governor(line, at)
        if governor is not None and governor[1] >= (phrase or 0.0):
            place, prior = governor
            sure = self._is_surely_governed(line, at, place) or self._is_sure_phrase(line, at)
            # "ofereceu ajuda as vítimas": what is given stands before it
            sure |= form == "as" and place < at - 1 and self._given(line, at) == (place, LIKELY)
            yield line.instead(
                at, accented, prior=prior, related=place, message="governed", sure=sure
            )
            return
        if (sure := self._is_sure_phrase(line, at)) or phrase is not None:
            yield line.instead(at, accented, prior=phrase or 0.0, sure=sure)
            return
        number = "Sing" if form == "a" else "Plur"
        led = line.is_noun(at + 1, "Fem", number) or line.can_be(
            at + 1, "DET", "ADJ", Number=number
        )
        if not led or line.tag(at) == "PRON" or (line.is_infinitive(at + 1) and form == "a"):
            return
        if at and line.form(at - 1) not in _PREPOSITIONS and not self._is_done(line, at - 1):
            yield line.instead(at, accented)

    @staticmethod
    def _pronoun(line: Line, at: int) -> tuple[int, float] | None:
        """ "Semelhante a da maioria", "a peça a qual se refere": "a" is a pronoun, or begins "a
        qual"."""
        following = line.form(at + 1)
        if following in _OWN and not line.is_word(at + 2):
            # "a tua bicicleta é igual a minha"
            alike = line.spaced(at - 1, at + 1) and line.form(at - 1) in _ALIKE
            return (at - 1, CERTAIN) if alike else None
        if following in _OF:
            governor = Crase._asking(line, at)
            plain = line.form(at + 2) in ("mais", "menos", "fato", "facto", "novo")
            return None if plain else governor
        if following not in ("qual", "quais") or not line.spaced(at, at + 1):
            return None
        for place in range(at + 2, min(at + _REACH, len(line))):
            if not line.is_word(place):
                return None
            if line.tag(place) == "VERB":
                lemmas = Crase._lemmas(line, place)
                own = line.form(place - 1) in ("se", "me", "te", "nos")
                asks = lemmas & (_REFLEXIVE if own else _VERBS)
                after = line.form(place + 1)
                return (place, LIKELY) if asks and after not in ("a", "ao", "à", "aos") else None
        return None

    def _governor(self, line: Line, at: int) -> tuple[int, float] | None:
        """The word before that asks for the preposition, and how much that says."""
        plural = line.form(at) == "as"
        common = line.is_noun(at + 1, "Fem", "Plur" if plural else "Sing")
        if line.tag(at) == "PRON" or (line.is_infinitive(at + 1) and not plural):
            return None
        if not common or line.tag(at + 1) in ("DET", "NUM", "PRON"):
            return None
        if line.is_capital(at + 1) and not (line.form(at + 2) in _OF and line.is_capital(at + 3)):
            return None  # but "a Assembleia da República"
        if line.form(at + 1) in _INDEFINITE:
            return None
        own = line.form(at + 1) in ("casa", "terra")  # one's own: "voltaram a casa"
        if own and line.form(at + 2) not in _OF and line.tag(at + 2) != "ADJ":
            return None
        before = line.form(at - 1)
        if not line.spaced(at - 1, at) or before == line.form(at + 1):  # "face a face"
            return None
        if before == "quanto" and self._is_compared(line, at - 1):
            return None
        if before in ("devido", "graças") and plural:
            return at - 1, CERTAIN
        if before in _STRONG or (before in _AFTER_EM and line.form(at - 2) == "em"):
            return at - 1, LIKELY if plural else 3.0
        if self._is_weak(line, at - 1):
            return at - 1, 4.0 if plural else HINT / 2
        if (
            before in _OWN_CLITICS
            and line.after_hyphen(at - 1)
            and self._lemmas(line, at - 2) & _REFLEXIVE
        ):
            return at - 2, 4.0 if plural else 3.0
        verb = at - 2 if before in _BETWEEN else at - 1
        if self._lemmas(line, verb) & _REFLEXIVE and self._is_own(line, verb):
            return verb, 4.0 if plural else 3.0
        if self._lemmas(line, verb) & _VERBS:
            return verb, 4.0 if plural else HINT
        going = self._lemmas(line, verb)
        ours = line.features(verb).get("Person") in ("1", "2") and line.form(verb)[-1:] != "r"
        if going & _GOING and "ser" not in going and ours and line.form(at + 1) != "casa":
            return verb, 3.0  # "chegámos a estação"; "fui a casa da avó" is right in Portugal
        if {"ir", "ser"} <= going and line.form(at + 1) in _GOALS and ours:
            return verb, HINT  # "fomos a praia"
        if (
            going & _GOING
            and "ser" not in going
            and any(
                word.relation.startswith("nsubj") and word.start < line.tokens[verb].start
                for word in line.words
            )
        ):
            return verb, HINT / 2
        if self._is_asked_for(line, at, verb):  # "cabe a direção da escola"
            return verb, HINT
        given = self._preferred(line, at) or self._given(line, at)
        if given is not None:
            return given
        return self._of_noun_or_participle(line, at)

    @staticmethod
    def _preferred(line: Line, at: int) -> tuple[int, float] | None:
        """ "Prefiro a chuva a humidade": what is liked better stands between."""
        for place in range(at - 2, max(-1, at - 9), -1):
            if not line.is_word(place) or line.form(place) in ("à", "ao", "às", "aos"):
                return None
            if "preferir" in Crase._lemmas(line, place):
                bare = line.tag(place + 1) != "DET" and line.is_noun(place + 1)
                return None if bare else (place, LIKELY)  # "prefere matemática a história"
            if line.tag(place) in ("VERB", "AUX") and not line.is_participle(place):
                return None
        return None

    @staticmethod
    def _given(line: Line, at: int) -> tuple[int, float] | None:
        """ "Entregou o celular a moça": what is given stands between the verb and "a"."""
        person = line.words[line.tokens[at + 1].words[-1]].lemma in _RECEIVERS
        nouns = 0
        for place in range(at - 1, max(-1, at - 9), -1):
            tag = line.tag(place)
            if tag in ("VERB", "AUX") and Crase._lemmas(line, place) & _HANDING:
                if line.is_participle(place) and not line.is_finite(place):
                    continue
                if not nouns or line.form(place + 1) not in _FIRST or line.form(place - 1) == "se":
                    return None
                if not object_follows(line, place) and not Crase._is_order(line, place):
                    return None  # "não te pagará um dia a justiça o mal"
                return (place, LIKELY if person else HINT) if nouns else None
            if tag == "NOUN":
                nouns += 1
            elif tag not in ("DET", "ADJ", "NUM", "PROPN") and not (
                line.form(place) in _OF or line.is_participle(place)
            ):
                return None
        return None

    @staticmethod
    def _of_noun_or_participle(line: Line, at: int) -> tuple[int, float] | None:
        """ "Prestados as famílias", "a proteção a saúde": after a verb, so no subject follows."""
        plural = line.form(at) == "as"
        before = at - 1
        compound = line.can_be(before - 1, "AUX") and line.form(before - 1)[:1] in "th"
        if line.is_capital(before) or compound:
            return None
        if line.is_participle(before) and not line.is_finite(before):
            if Crase._lemmas(line, before) & _LEADING:
                return before, 4.0 if plural else 0.0
            if Crase._is_done(line, before) or line.tag(before - 1) == "VERB":
                return None  # "subiu comovida as escadas"
            if line.form(at + 1) in _TIMES:
                return None
            agrees = line.can_be(
                before, "VERB", VerbForm="Part", Gender="Fem", Number="Plur" if plural else "Sing"
            )  # "dadas as circunstâncias"
            if line.is_noun(before) or agrees:
                return None
            return before, 3.0 if plural else HINT
        spoken = any(
            line.features(i).get("VerbForm") == "Fin" for i in range(before) if line.is_word(i)
        )
        noun = line.form(before)
        leads = noun in _TURNED_TO or noun.endswith(_TURNED)
        told = line.after_hyphen(before - 1)  # "fez-lhe impressão a figura": a subject follows
        return (before, HINT / 2) if leads and spoken and not told else None

    @staticmethod
    def _is_done(line: Line, at: int) -> bool:
        """Whether a passive or a participle stands here whose subject follows: "foi descrita a
        obra", "concluída a obra", and with the slip of those who do not see it, "foi descrito a
        obra"."""
        if not line.is_participle(at) or Crase._lemmas(line, at) & (_LEADING | _GIVING | _GOING):
            return False
        begins = not line.is_word(at - 1)
        return begins or any(
            "ser" in Crase._lemmas(line, before) or "ficar" in Crase._lemmas(line, before)
            for before in (at - 1, at - 2)
        )

    @staticmethod
    def _lemmas(line: Line, at: int) -> set[str]:
        return {reading.lemma for reading in line.readings(at) if reading.upos in ("VERB", "AUX")}

    @staticmethod
    def _hour(line: Line, at: int) -> float | None:
        """How much speaks for an hour after "as"; None where none stands."""
        number, unit = line.form(at + 1), line.form(at + 2)
        written = line.text[line.tokens[at + 1].start :][:6].lower()
        digits = number[:1].isdigit()
        if line.form(at - 1) in _NO_HOUR or any(
            line.form(i) in ("entre", "desde") for i in range(at - 6, at)
        ):
            return None
        after = at + 3 if unit in ("horas", "h") else at + 2
        part = line.form(after) == "da" and line.form(after + 1) in _PARTS_OF_DAY
        minutes = (
            number in _HOURS
            and line.form(after) == "e"
            and (
                line.form(after + 1) in ("meia", "quarto", "pouco") or line.can_be(after + 1, "NUM")
            )
        )  # "as cinco e meia"
        if (part or minutes) and (digits or number in _HOURS):
            return LIKELY if line.tag(at - 1) in ("VERB", "AUX", "NOUN", "ADV") else HINT
        if line.form(after) == "em" and line.form(after + 1) == "ponto":
            return LIKELY
        if line.form(after) in ("de", "do", "da", "que", "em", "seguintes", "anteriores", "por"):
            return None
        if digits and (unit in ("h", "horas") or "h" in number or ":" in written[:3]):
            return LIKELY
        if number == "meia-noite" and line.form(at) == "a":
            return HINT if line.tag(at - 1) == "VERB" else None
        spelt = line.can_be(at + 1, "NUM") or number in ("duas", "três", "quatro", "cinco", "dez")
        return HINT if spelt and unit == "horas" else None

    @staticmethod
    def _phrase(line: Line, at: int) -> float | None:
        """How much speaks for one of the set phrases; None where none stands."""
        before, after, next_one = line.form(at - 1), line.form(at + 1), line.form(at + 2)
        found = _LOCUTIONS.get(f"{line.form(at)} {after}")
        if found is not None and before not in ("com", "sobre", "para", "de", "e"):
            return found
        if f"{line.form(at)} {after}" in ("a noite", "a tarde") and before in _DAYS:
            return LIKELY
        if line.form(at) == "a" and after in ("noite", "tarde") and next_one in _ENDS:
            verbs = {reading.lemma for reading in line.readings(at - 1)}
            if line.tag(at - 1) == "VERB" and line.is_finite(at - 1) and not verbs & _NIGHTS:
                return HINT / 4  # "o restaurante entrega a noite, mas"
        if line.form(at) == "a":
            staying = _set_phrases().get(after, frozenset())
            near = at - 1
            while near > at - 4 and (
                line.form(near) in _BETWEEN | {"se"} or line.tag(near) == "ADV"
            ):
                near -= 1
            own = {reading.lemma for reading in line.readings(near) if reading.upos != "NOUN"}
            if own & staying or ("-" in staying and line.tag(at - 1) == "NOUN"):
                turned = after in ("direita", "esquerda", "vontade")
                return LIKELY if turned else HINT
        if line.form(at) == "as" and after == "vezes":
            single = before not in _NOT_ADVERB and next_one not in ("que", "em", "de", "do", "da")
            return 3.0 if single else None
        if line.form(at) == "a" and after in ("medida", "proporção") and next_one == "que":
            return HINT / 2
        if line.form(at) == "a" and after in _PHRASES and next_one in _OF:
            if line.form(at + 3) == "dados":
                return None
            still = line.can_be(at - 1, "AUX") or line.is_participle(at - 1)
            made = line.tag(at - 1) == "NOUN" and after in ("base", "frente")
            return HINT if still or made else HINT / 4
        return None
