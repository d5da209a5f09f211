"""GRA202 to 206, 209 to 211 and 217: a word taken for another that sounds like it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import ClassVar

from textlint_pt.contract import Applicability
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.judged import Proposal, Read
from textlint_pt_grammaticality.phrases import (
    CERTAIN,
    HINT,
    LIKELY,
    Diagnosis,
    Line,
    cue,
    is_name,
    like,
)
from textlint_pt_grammaticality.reading import listed, table

#: so common that the other word is seldom meant
_EVERYWHERE = listed(
    """a as com como da de do dá e em era foi há mais mas na no nos não o os ou para pode por que se
    sem ser seu sob sobre são tem um uma à às é antes"""
)
_STOPS = frozenset('.?!…:;,)»”"')
#: nats by which the words around must speak for another word
ASKED = 2.5
#: what speaks against a correction of a word that stands where such words do
_AGAINST = -0.7
_SUBJECTS = listed("eu tu ele ela nós eles elas você vocês isso isto aquilo ninguém alguém")
_NUMBERS = listed(
    """um uma dois duas três quatro cinco seis sete oito nove dez onze doze quinze vinte trinta
    quarenta cinquenta cem alguns algumas vários várias muitos muitas poucos poucas uns umas tantos
    tantas"""
)


class Chosen(Diagnosis):
    """Base of a rule whose words form confusion sets, of which the analysis `choice` knows.

    `own`: the words that sets of this rule are made of; sets of other words are no concern of it.
    """

    own: ClassVar[frozenset[str]] = frozenset()
    weighs_choice: ClassVar[bool] = True

    def propose(self, read: Read) -> Iterator[Proposal]:
        yield from super().propose(read)
        if self.own and read.words and self.cue.search(read.sentence.text):
            line = read.of(Line.of)
            for proposal in by_odds(line, self.own.issuperset):
                if self.may_be(line, proposal):
                    yield proposal

    def may_be(self, line: Line, proposal: Proposal) -> bool:
        """Whether what the odds propose is an error at all, and not the other use of a variant."""
        return True


def by_odds(line: Line, wanted: Callable[[tuple[str, ...]], bool]) -> Iterator[Proposal]:
    """What the words around speak for, in the sets that are wanted; the model is asked even where
    it doubts nothing, for it was never taught most of them."""
    for place in line.places():
        if not wanted(place.members):
            continue
        odds, member, limit = max(
            zip(place.log_odds, place.members, place.limits, strict=True),
            key=lambda choice: choice[0],
        )
        if member == place.written or odds < ASKED:
            continue
        unsure = place.written in _EVERYWHERE and (limit is None or odds < limit)
        if _may_stand_in(line, place.written, member):
            continue
        if line.is_mention(place.start, place.end) or is_name(line, place.start):
            continue
        new = like(member, line.text[place.start : place.end])
        yield Proposal(
            place.start, place.end, (new,), prior=_AGAINST if unsure else min(odds, CERTAIN)
        )


def _may_stand_in(line: Line, written: str, member: str) -> bool:
    """Whether a form of a verb may stand where another is expected: the future subjunctive looks
    like the infinitive ("a lei que instituir"), a noun like the finite verb ("fechado para
    reforma"), and a participle makes a clause by itself ("assegurado o direito a")."""

    def verbs(form: str, kind: str) -> set[str]:
        return {
            reading.lemma
            for reading in line.forms.readings(form)
            if reading.upos in ("VERB", "AUX") and reading.feature("VerbForm") == kind
        }

    noun = any(reading.upos == "NOUN" for reading in line.forms.readings(written))
    return bool(
        verbs(written, "Inf") & verbs(member, "Fin")
        or (noun and verbs(written, "Fin") & verbs(member, "Inf"))
        or verbs(written, "Part") & verbs(member, "Ger")
    )


# ------------------------------------------------------------------ GRA202

_TIMES = listed(
    """ano anos mês meses dia dias semana semanas hora horas minuto minutos segundo segundos década
    décadas século séculos milénio milênio milénios milênios tempo tempos instante instantes"""
)
_MUCH = listed("muito pouco tanto bastante algum")
_MUCH_TIME = listed("alguns algumas muito muitos muitas vários várias poucos poucas")
#: before them the "a" is a preposition: "daqui a dez anos", "condenado a dez anos"
_REACH_TO = regex(
    r"^(?:daqui|dali|daí|condena\w*|sentencia\w*|pena|anterior\w*|posterior\w*|superior\w*|"
    r"inferior\w*|igua\w*|limita\w*|reduz\w*|correspond\w*|equival\w*|remont\w*|cheg\w*|sub\w*|"
    r"até|desde|entre|relação|respeito|quanto|próxim\w*|vez|vezes|um|uma|uns|umas|sobreviv\w*|alarg\w*|ampli\w*|"
    r"resist\w*|apenas|só|idade\w*|estend\w*|prolong\w*|aument\w*|vai|vão|ir|foi|junto)$"
)


class AThere(Chosen):
    """*A* for *há*, or *há* for *a*.

    ## What it finds

    Time gone by counted with the preposition (*a dez anos não o vejo*), time to come or distance
    counted with the verb (*daqui há dez anos*), the verb before an infinitive (*começou há
    chover*), and other places where the model hears one for the other.

    ## Why it matters

    The two sound alike, and only the spelling tells the reader whether the time lies behind or
    ahead.

    ## Bad

    > Comprámos esta casa a vinte anos, quando ninguém queria viver aqui.

    ## Good

    > Comprámos esta casa há vinte anos, quando ninguém queria viver aqui.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `choice`: by how many nats the words around speak for the correction rather than for what is
    written, where both are of a confusion set; `suggestions`.

    ## Source

    Cunha and Cintra, *Nova gramática do português contemporâneo*: *haver* for time gone by.
    """

    code = "GRA202"
    name = "spelling.a-or-ha"
    supersedes = ("GRA001", "GRA101", "GRA201")
    cue = cue("a", "à", "há", "acerca")
    own = frozenset({"há", "a", "à", "acerca de", "há cerca de", "a cerca de"})
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: com «há» conta-se o tempo que passou ou "
            "diz-se que algo existe; com «a», a distância e o tempo que falta",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “há” counts time gone by or says that "
            "something exists; “a” counts distance and time to come",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            form, before, after = line.form(at), line.form(at - 1), line.form(at + 1)
            if form in ("a", "à") and line.tag(at) != "PRON" and not line.after_hyphen(at):
                prior = self._gone_by(line, at)
                if prior is not None:
                    yield line.instead(at, "há", prior=prior)
            elif form == "há":
                if before in ("daqui", "dali", "daí") or (
                    line.is_infinitive(at + 1)
                    and not line.is_noun(at + 1)
                    and line.spaced(at, at + 1)
                ):
                    yield line.instead(at, "a", prior=CERTAIN)
                elif after not in ("que", "de", "cerca", "muito", "pouco"):
                    yield line.instead(at, "a", "à")
            elif form == "acerca" and after == "de" and self._is_time(line, at + 2):
                yield line.instead(at, "há cerca", prior=LIKELY)

    def may_be(self, line: Line, proposal: Proposal) -> bool:
        starts = (i for i, token in enumerate(line.tokens) if token.start == proposal.start)
        at = next(starts, None)
        if at is None:
            return False  # beyond what was parsed of a long sentence
        new = proposal.replacements[0].lower()
        if "há" not in (new, line.form(at)):
            return False  # "assista à esse vídeo": the accent is GRA201
        if new != "há" or not self._is_time(line, at + 1):
            return True
        return self._gone_by(line, at) is not None  # "a dois meses das eleições"

    def _gone_by(self, line: Line, at: int) -> float | None:
        """How much speaks for time gone by after an "a"; None if nothing does."""
        before, after = line.form(at - 1), line.form(at + 1)
        if _REACH_TO.match(before) or before.isdigit() or before in _NUMBERS | _TIMES:
            return None
        if any(line.form(i) in ("desde", "daqui", "entre") for i in (at - 2, at - 3)):
            return None
        if before in ("dum", "num"):
            return None  # "de um a oito anos"
        if after == "muito" and line.form(at + 2) in ("custo", "contragosto"):
            return None
        end = self._is_time(line, at + 1)
        if line.form(at) == "à" and (not end or (after, line.form(end - 1)) == ("uma", "hora")):
            return None  # the accent is wrong; "à uma hora da tarde"
        if not end:
            return 0.0 if after in ("muito", "pouco", "uma", "um", "muitos", "muitas") else None
        if line.form(end) == "atrás":
            return CERTAIN
        if line.form(end) in ("de", "do", "da", "dos", "das"):
            return None
        long = line.form(end - 1)[:3] not in ("hor", "min", "seg", "qui")  # else a distance
        roughly = long and (after in _MUCH_TIME or line.form(at + 2) == "de")
        if at == 0 or before in ("", ",", "que") or line.form(end) in _STOPS | {"que"}:
            return HINT
        return HINT if roughly else HINT / 2

    @staticmethod
    def _is_time(line: Line, at: int) -> int:
        """Where a time such as "dez anos" that begins here ends; 0 if none does."""
        if line.form(at) in _NUMBERS or line.form(at) in _MUCH or line.form(at)[:1].isdigit():
            return at + 2 if line.form(at + 1) in _TIMES else 0
        if line.form(at) == "quase":
            return AThere._is_time(line, at + 1)
        if line.form(at) in ("mais", "menos", "cerca") and line.form(at + 1) == "de":
            return AThere._is_time(line, at + 2)
        return at + 1 if line.form(at) in _TIMES and line.form(at).endswith("s") else 0


# ------------------------------------------------------------------ GRA203


class BadOrBadly(Chosen):
    """*Mal* for *mau*, or *mau* for *mal*.

    ## What it finds

    The adverb or noun before a noun that it should describe (*um mal aluno*), the adjective where
    an adverb belongs (*dormiu mau*, *mau começou*).

    ## Why it matters

    *Mau* is the opposite of *bom*, *mal* the opposite of *bem*: put the opposite in its place and
    the ear decides.

    ## Bad

    > O rapaz não é um mal aluno, mas estuda pouco.

    ## Good

    > O rapaz não é um mau aluno, mas estuda pouco.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `choice`: by how many nats the words around speak for the correction rather than for what is
    written, where both are of a confusion set; `suggestions`.

    ## Source

    School grammar.
    """

    code = "GRA203"
    name = "spelling.mal-or-mau"
    cue = cue("mal", "mau", "maus", "má", "más")
    own = frozenset({"mal", "mau"})
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «mau» é o contrário de «bom», «mal» o "
            "contrário de «bem»",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “mau” is the opposite of “bom”, “mal” "
            "the opposite of “bem”",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            form = line.form(at)
            if form == "mal":
                if line.after_hyphen(at + 1):
                    continue
                yield line.instead(at, "mau", prior=HINT * self._describes(line, at))
            elif form == "mau":
                passive = line.is_participle(at + 1) and line.can_be(at - 1, "AUX")
                verbal = line.is_participle(at + 1) or line.is_finite(at + 1)
                degree = line.is_participle(at + 1) and line.form(at - 1) in (
                    "muito",
                    "mais",
                    "tão",
                )
                adverb = passive or degree or (verbal and not line.is_noun(at + 1))
                after_verb = line.is_finite(at - 1) and not line.can_be(at - 1, "AUX")
                ends = line.form(at + 1) in _STOPS and after_verb
                yield line.instead(at, "mal", prior=LIKELY * adverb + HINT * ends)
            elif form in ("má", "más", "maus"):
                verbal = line.is_participle(at + 1) and not line.is_noun(at + 1)
                yield line.instead(at, "mal", prior=LIKELY * verbal)

    @staticmethod
    def _describes(line: Line, at: int) -> float:
        """How surely the next word is a noun that "mal" should describe: 0 to 2."""
        if not line.is_noun(at + 1, "Masc", "Sing") or not line.spaced(at, at + 1):
            return 0
        described = line.tag(at - 1) in ("DET", "ADP")
        adjective = line.tag(at) == "ADJ" or not line.can_be(at + 1, "ADJ")
        if described and adjective and line.tag(at + 1) == "NOUN":
            return 2
        if line.can_be(at + 1, "ADJ", "ADV", "ADP", "PRON", "DET") or line.is_participle(at + 1):
            return 0
        if any(
            line.can_be(at + 1, "VERB", "AUX", VerbForm="Fin", Person=person)
            for person in ("2", "3")
        ):
            return 0
        return 2 if described else 0.5


# ------------------------------------------------------------------ GRA204


class ButOrMore(Chosen):
    """*Mas* for *mais*, or *mais* for *mas*.

    ## What it finds

    The conjunction where a quantity or degree is meant (*cada vez mas caro*, *mas de cem*), the
    adverb where the second half of the sentence objects (*queria ir, mais não pôde*).

    ## Why it matters

    In fast speech the two sound alike in much of Brazil; in writing the sentence turns around.

    ## Bad

    > Queria ficar mais tempo, mais o último barco saía às seis.

    ## Good

    > Queria ficar mais tempo, mas o último barco saía às seis.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `choice`: by how many nats the words around speak for the correction rather than for what is
    written, where both are of a confusion set; `suggestions`.

    ## Source

    School grammar.
    """

    code = "GRA204"
    name = "spelling.mas-or-mais"
    cue = cue("mas", "mais")
    own = frozenset({"mas", "mais"})
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «mas» opõe, «mais» é o contrário de "
            "«menos»",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “mas” (but) objects, “mais” (more) is "
            "the opposite of “menos”",
        },
    }

    _BEFORE_MORE = listed("muito cada nada ainda quanto bem nunca não pouco algo alguém os as um")

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            form, before, after = line.form(at), line.form(at - 1), line.form(at + 1)
            if form == "mas":
                number = after == "de" and (
                    line.form(at + 2)[:1].isdigit() or line.form(at + 2) in _NUMBERS
                )
                number = number and line.is_word(at - 1)  # "sorriu, mas de um modo triste"
                each = before == "vez" and line.form(at - 2) == "cada"
                if line.tag(at - 1) == line.tag(at + 1) == "ADJ" and not each:
                    continue  # "pequena mas bonita"
                yield line.instead(at, "mais", prior=LIKELY * (number or each))
            elif form == "mais" and before in (",", ";", "", "."):
                objects = before and after in _SUBJECTS | {"não"} and line.form(at + 2) != "de"
                if self._clause_follows(line, at + 1):
                    yield line.instead(at, "mas", prior=HINT / 2 * bool(objects))

    @staticmethod
    def _clause_follows(line: Line, at: int) -> bool:
        """Whether a verb stands before the next mark: "mais a filha," adds, it does not object."""
        for i in range(at, len(line)):
            if not line.is_word(i):
                return False
            if (line.is_finite(i) and not line.is_noun(i)) or line.tag(i) in ("VERB", "AUX"):
                return True
        return False


# ------------------------------------------------------------------ GRA205

_MOTION = listed(
    """ir chegar levar voltar vir conduzir retornar regressar subir descer viajar enviar mandar
    encaminhar dirigir partir mover deslocar transportar seguir querer pretender poder dever
    conseguir acorrer rumar remeter"""
)


class WhereOrWhither(Chosen):
    """*Aonde* where nothing moves.

    ## What it finds

    *Aonde* with a verb of staying (*a cidade aonde nasceu*), and with a second preposition (*para
    aonde*); not where its verb is left out (*não disse aonde*). *Onde* with a verb of motion (*onde
    você vai*) is left alone: good writers of every age have used it so.

    ## Why it matters

    *Aonde* is *a* and *onde*: it asks for a verb that says «a» of its goal.

    ## Bad

    > Ninguém sabia aonde morava o novo professor de música.

    ## Good

    > Ninguém sabia onde morava o novo professor de música.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `choice`: by how many nats the words around speak for the correction rather than for what is
    written, where both are of a confusion set; `suggestions`.

    ## Source

    Bechara, *Moderna gramática portuguesa*, on *onde* and *aonde*.
    """

    code = "GRA205"
    name = "spelling.onde-or-aonde"
    cue = cue("aonde")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «aonde» é para onde se vai; aqui nada se "
            "move",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “aonde” is for where one goes; nothing "
            "moves here",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            if line.form(at) != "aonde":
                continue
            if line.form(at - 1) in ("para", "de", "por"):
                yield line.instead(at, "onde", prior=CERTAIN)
                continue
            if not line.is_word(at + 1):
                continue  # "não disse aonde": of a verb that is left out
            verbs = [
                word.lemma
                for token in line.tokens[at + 1 : at + 8]
                for word in (line.words[i] for i in token.words)
                if word.tag in ("VERB", "AUX")
            ]
            if not any(verb in _MOTION for verb in verbs):
                yield line.instead(at, "onde", prior=LIKELY)


# ------------------------------------------------------------------ GRA206

_REASONS = listed("razão razões motivo motivos causa causas")
_ASKING = listed("como quando onde quem qual quais quanto")
#: before a question that is not asked outright: "não sei por que veio", "eis por que vim"
_WONDERING = listed("saber perguntar explicar entender compreender descobrir ver mostrar indagar")
_HENCE = listed("eis daí")
_CAUSAL_START = _SUBJECTS | listed("não o a os as um uma se nunca já estava era foi tinha")


class FourWhys(Chosen):
    """*Porque*, *por que*, *porquê* and *por quê* taken for one another.

    ## What it finds

    The conjunction with an article (*o porque da demora*), the noun or the stressed form inside a
    clause (*faltou porquê chovia*), *por que* before a stop or for a reason given (*faltou por que
    chovia*), *porque* before *razão* or *motivo*. What only one variant calls wrong, such as
    *Porque saíste?*, is left alone.

    ## Why it matters

    The spelling says at once whether a reason is given, asked for or named.

    ## Bad

    > Ninguém explicou o porque da demora, e a loja fechou porquê não tinha clientes.

    ## Good

    > Ninguém explicou o porquê da demora, e a loja fechou porque não tinha clientes.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `choice`: by how many nats the words around speak for the correction rather than for what is
    written, where both are of a confusion set; `suggestions`.

    ## Source

    Cunha and Cintra, *Nova gramática do português contemporâneo*; Ciberdúvidas on the uses in
    Portugal and in Brazil.
    """

    code = "GRA206"
    name = "spelling.four-whys"
    cue = cue("porque", "porquê", r"por\s+qu[eê]", "porques")
    own = frozenset({"porque", "por que", "porquê", "por quê"})
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: aqui dá uma razão",
            "noun": "«{form}» deve ser «{suggestion}»: com artigo é um substantivo",
            "asked": "«{form}» deve ser «{suggestion}»: aqui é a preposição «por» com «que»",
            "final": "«{form}» deve ser «{suggestion}»: no fim da oração leva acento",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: a reason is given",
            "noun": "“{form}” should be “{suggestion}”: after an article it is a noun",
            "asked": "“{form}” should be “{suggestion}”: here it is “por” (for) and “que”",
            "final": "“{form}” should be “{suggestion}”: at the end of its clause it has an accent",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            form = line.form(at)
            if form in ("porque", "porques"):
                yield from self._conjunction(line, at)
            elif form == "porquê":
                if line.form(at + 1) in _REASONS:
                    yield line.instead(at, "por que", prior=CERTAIN, message="asked")
                    continue
                named = line.tag(at - 1) == "DET" or line.form(at - 1) in ("do", "ao", "no", "pelo")
                goes_on = line.tag(at + 1) in ("VERB", "AUX", "PRON", "DET", "NOUN", "PROPN")
                if not named and (goes_on or line.form(at + 1) in _CAUSAL_START):
                    yield line.instead(at, "porque", "por que", prior=HINT * 2)
            elif form == "por" and line.spaced(at, at + 1):
                if line.form(at + 1) == "quê" and line.is_word(at + 2):
                    yield line.instead(at, "por que", "porque", last=at + 1, prior=HINT * 2,
                                       message="asked")  # fmt: skip
                elif line.form(at + 1) == "que":
                    yield from self._two_words(line, at)

    @staticmethod
    def _conjunction(line: Line, at: int) -> Iterator[Proposal]:
        before, after = line.form(at - 1), line.form(at + 1)
        if before in ("o", "os", "um", "do", "ao", "no") and (
            after in ("de", "do", "da", "dos", "das") or after in _STOPS
        ):
            new = "porquês" if line.form(at).endswith("s") else "porquê"
            yield line.instead(at, new, prior=CERTAIN, message="noun")
        elif after in (".", "?", "!") and before:
            # "porquê" in Portugal, "por quê" in Brazil
            yield line.instead(at, "porquê", "por quê", prior=CERTAIN, message="final")
        elif after in _REASONS:
            yield line.instead(at, "por que", prior=CERTAIN, message="asked")
        elif before in _REASONS and line.spaced(at - 1, at):
            yield line.instead(at, "por que", prior=HINT * 2, message="asked")
        else:
            yield line.instead(at, "por que", message="asked")

    @staticmethod
    def _two_words(line: Line, at: int) -> Iterator[Proposal]:
        before, after = line.form(at - 1), line.form(at + 2)
        if after in _STOPS - {",", "”", "»", '"'}:
            yield line.instead(at, "por quê", "porquê", last=at + 1, prior=LIKELY, message="final")
            return
        asks = (
            before in _REASONS | _HENCE
            or after in _REASONS
            or any(reading.lemma in _WONDERING for reading in line.readings(at - 1))
            or any(line.form(i) == "?" for i in range(at, len(line)))
            # "o que é, como se faz, por que importa"
            or any(line.form(i) in _ASKING for i in range(at))
        )
        if before and not asks:
            yield line.instead(at, "porque", last=at + 1, prior=HINT * (before == ","))


# ------------------------------------------------------------------ GRA209

_OTHER = listed("nada ninguém outro outra outros outras nenhum nenhuma coisa")


class IfNotOrElse(Chosen):
    """*Senão* for *se não*, or *se não* for *senão*.

    ## What it finds

    One word where a condition is denied (*senão chover, vamos*), two where an exception is made
    (*não faz outra coisa se não dormir*).

    ## Why it matters

    *Se não* is «if not»; *senão* is «except» or «or else». The reader must know which before the
    verb comes.

    ## Bad

    > Senão chegarem reforços até domingo, a aldeia será evacuada.

    ## Good

    > Se não chegarem reforços até domingo, a aldeia será evacuada.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `choice`: by how many nats the words around speak for the correction rather than for what is
    written, where both are of a confusion set; `suggestions`.

    ## Source

    Bechara, *Moderna gramática portuguesa*, on *senão* and *se não*.
    """

    code = "GRA209"
    name = "spelling.se-nao-or-senao"
    cue = cue("senão", r"se\s+não")
    own = frozenset({"senão", "se não"})
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: aqui nega uma condição",
            "except": "«{form}» deve ser «{suggestion}»: aqui faz uma exceção («a não ser»)",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: a condition is denied (if not)",
            "except": "“{form}” should be “{suggestion}”: an exception is made (except)",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            if line.form(at) == "senão":
                opens = at == 0 or line.form(at - 1) in ("e", "mas", "que", "—", "–", ";", ":")
                verbal = self._conditional(line, at + 1, opens)
                yield line.instead(at, "se não", prior=LIKELY * verbal)
            elif line.form(at) == "se" and line.form(at + 1) == "não" and line.spaced(at, at + 1):
                negated = self._is_negated(line, at)
                verbal = line.is_finite(at + 2) and not line.is_noun(at + 2)
                sure = HINT if line.is_infinitive(at + 2) else HINT * 2 * (not verbal)
                excepts = negated and line.form(at + 2) not in _SUBJECTS
                yield line.instead(at, "senão", last=at + 1, prior=sure * excepts,
                                   message="except")  # fmt: skip

    @staticmethod
    def _is_negated(line: Line, at: int) -> bool:
        """Whether "nada", "outra coisa" or the like stands shortly before, in the same clause."""
        for i in range(at - 1, max(-1, at - 6), -1):
            if not line.is_word(i):
                return False
            if line.form(i) in _OTHER:
                return True
        return False

    @staticmethod
    def _conditional(line: Line, at: int, opens: bool) -> bool:
        """Whether a verb of a condition stands here: "chover", "me fosse"; any verb if it opens."""
        if line.form(at) in ("me", "te", "se", "nos", "lhe", "lhes", "o", "a"):
            at += 1
        if line.is_noun(at) or not line.spaced(at - 1, at):
            return line.form(at) in ("for", "houver")
        indicative = opens and line.can_be(at, "VERB", "AUX", Mood="Ind")
        return indicative or (
            any(line.can_be(at, "VERB", "AUX", Mood="Sub", Tense=tense) for tense in ("Fut", "Imp"))
            and (opens or not line.is_infinitive(at))
        )


# ------------------------------------------------------------------ GRA210


class InOrderTo(Chosen):
    """*Afim de* for *a fim de*.

    ## What it finds

    *Afim de* and *afim que* before what is aimed at, and *estar afim de* for wanting something.

    ## Why it matters

    *Afim* says that two things are akin (*línguas afins*); a purpose is *a fim de*.

    ## Bad

    > Saíram cedo afim de evitar o trânsito da ponte.

    ## Good

    > Saíram cedo a fim de evitar o trânsito da ponte.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `choice`: by how many nats the words around speak for the correction rather than for what is
    written, where both are of a confusion set; `suggestions`.

    ## Source

    School grammar.
    """

    code = "GRA210"
    name = "spelling.afim-or-a-fim"
    cue = cue("afim")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «a fim de» indica a finalidade; «afim» é "
            "o que tem afinidade",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “a fim de” says what for; “afim” means "
            "akin",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            if line.form(at) != "afim" or line.form(at + 1) not in ("de", "que"):
                continue
            aimed = line.is_infinitive(at + 2) or "que" in (line.form(at + 1), line.form(at + 2))
            wants = any(line.form(i)[:3] in ("est", "tô", "tá") for i in (at - 1, at - 2))
            yield line.instead(at, "a fim", prior=CERTAIN if aimed or wants else HINT)


# ------------------------------------------------------------------ GRA211


class ThisOrIs(Chosen):
    """*Esta* for *está*, or *este* for *está*.

    ## What it finds

    The demonstrative where the verb belongs (*a loja esta fechada*), the verb where the
    demonstrative belongs (*está loja fechou*).

    ## Why it matters

    The accent is all that tells them apart, and the sentence loses its verb without it.

    ## Bad

    > A biblioteca esta fechada durante todo o mês de agosto.

    ## Good

    > A biblioteca está fechada durante todo o mês de agosto.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `choice`: by how many nats the words around speak for the correction rather than for what is
    written, where both are of a confusion set; `suggestions`.

    ## Source

    School grammar.
    """

    code = "GRA211"
    name = "spelling.este-or-esta"
    cue = cue("esta", "está", "estas", "estás", "este")
    own = frozenset({"esta", "está", "este", "estas", "estás"})
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: com acento é o verbo «estar», sem acento "
            "aponta («esta casa»)",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: with the accent it is the verb “estar”, "
            "without it points (“esta casa”)",
        },
    }

    _TIMES = listed("semana manhã noite temporada segunda terça quarta quinta sexta época")
    _OTHERS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "esta": ("está",),
        "este": ("está",),
        "está": ("esta", "este"),
        "estas": ("estás",),
        "estás": ("estas",),
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            form, after = line.form(at), line.form(at + 1)
            others = self._OTHERS.get(form)
            if others:
                time = form == "está" and (after in self._TIMES or after.endswith("-feira"))
                placed = form == "esta" and after in ("na", "no", "sob", "sendo", "em")
                described = line.can_be(at + 1, "ADJ", "ADV") or line.is_participle(at + 1)
                named = form == "esta" and line.is_noun(at + 1) and not described
                told = form == "está" and described and not line.is_noun(at + 2) and not time
                if form == "esta" and line.is_noun(at - 1) and after in ("que", "de", "a"):
                    continue  # "uma função esta que": takes up the noun
                if form == "está" and (
                    line.form(at + 1).endswith("ndo") or line.form(at - 1) == form
                ):
                    continue  # "está sendo"; a word written twice
                prior = _AGAINST if named or told else HINT / 2 * (time or placed)
                yield line.instead(at, *others, prior=prior)


# ------------------------------------------------------------------ GRA217


#: of these "nós" is the subject rather than "nos" the object
_OURS = listed("ser estar ter haver ir vir poder dever querer saber precisar")


@cache
def _never_right() -> Mapping[tuple[str, ...], str]:
    """What is always wrong, as words, and what is meant."""
    pairs = (line.split("=") for line in table("confusions.txt") if "=" in line)
    return {tuple(wrong.split()): right.strip() for wrong, right in pairs}


@cache
def _confused() -> Mapping[str, tuple[str, ...]]:
    """For each word of a set the others."""
    result: dict[str, tuple[str, ...]] = {}
    for line in table("confusions.txt"):
        members = [member.strip() for member in line.split("|")]
        if len(members) > 1:
            for member in members:
                others = tuple(other for other in members if other != member)
                result[member] = result.get(member, ()) + others
    return result


#: of sets of these words other rules speak
_OF_OTHERS = (
    *(rule.own for rule in (AThere, BadOrBadly, ButOrMore, FourWhys, IfNotOrElse, ThisOrIs)),
    frozenset({"onde", "aonde"}),
    frozenset({"a fim", "afim"}),
    frozenset({"eu", "mim", "tu", "ti"}),
    frozenset({"ver", "vir", "vier", "virem", "verem", "vierem", "veres", "vires"}),
    frozenset({"vermos", "virmos", "viermos"}),
    frozenset(
        [
            "tem",
            "têm",
            "vem",
            "vêm",
            "contém",
            "contêm",
            "mantém",
            "mantêm",
            "obtém",
            "obtêm",
            "detém",
            "detêm",
        ]
    ),
    frozenset(
        [
            "convém",
            "convêm",
            "provém",
            "provêm",
            "intervém",
            "intervêm",
            "retém",
            "retêm",
            "sustém",
            "sustêm",
        ]
    ),
)


def _is_common(members: tuple[str, ...]) -> bool:
    return not any(words.issuperset(members) for words in _OF_OTHERS)


@cache
def _longest() -> Mapping[str, int]:
    """By the first word of what is in the lists, how many words it has at most."""
    result: dict[str, int] = {}
    for words in (*_never_right(), *(tuple(member.split()) for member in _confused())):
        result[words[0]] = max(len(words), result.get(words[0], 0))
    return result


class CommonConfusion(Chosen):
    """One word for another that sounds or looks like it.

    ## What it finds

    Forms that are never right (`data/confusions.txt`: *concerteza*, *derrepente*, *por ventura*),
    and words taken for one another (*sessão*, *seção*, *cessão*; *cumprimento*, *comprimento*;
    *trás*, *traz*; *houve*, *ouve*; *perca*, *perda*; *a gente*, *agente*; *fabrica*, *fábrica*)
    where the words around speak for the other: the analysis `choice` has hundreds of such sets and
    knows how they stand in text.

    ## Why it matters

    A spelling checker passes them, for both words exist; a reader stumbles.

    ## Bad

    > A obra vai acabar concerteza no verão, e o mestre trás mais gente.

    ## Good

    > A obra vai acabar com certeza no verão, e o mestre traz mais gente.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `choice`: by how many nats the words around speak for the correction rather than for what is
    written, where both are of a confusion set; `suggestions`.

    ## Source

    Lists of paronyms and homophones in school grammars; our own selection.
    """

    code = "GRA217"
    name = "spelling.common-confusion"
    cue = regex("")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» parece estar por «{suggestion}»",
            "never": "«{form}» escreve-se «{suggestion}»",
        },
        "en": {
            "message": "“{form}” seems to stand for “{suggestion}”",
            "never": "“{form}” is written “{suggestion}”",
        },
    }

    def applicability_of(self, proposal: Proposal) -> Applicability:
        never = proposal.message == "never"  # whatever the sentence, the form is wrong
        return Applicability.SAFE if never else super().applicability_of(proposal)

    def cases(self, line: Line) -> Iterator[Proposal]:
        yield from self._listed(line)
        yield from by_odds(line, _is_common)
        for place in line.places():
            odds = dict(zip(place.members, place.log_odds, strict=True))
            likelier = sorted(
                (m for m in odds if odds[m] > 0 and not _may_stand_in(line, place.written, m)),
                key=lambda m: -odds[m],
            )
            if likelier and odds[likelier[0]] < ASKED and _is_common(place.members):
                written = line.text[place.start : place.end]
                prior = _AGAINST if place.written in _EVERYWHERE else 0.0
                new = tuple(like(member, written) for member in likelier)
                yield Proposal(place.start, place.end, new, prior=prior)

    @staticmethod
    def _listed(line: Line) -> Iterator[Proposal]:
        never, confused, longest = _never_right(), _confused(), _longest()
        for at, token in enumerate(line.tokens):
            for length in range(longest.get(token.form, 0), 0, -1):
                last = at + length - 1
                forms = tuple(other.form for other in line.tokens[at : last + 1])
                if forms in never and line.spaced(at, last):
                    yield line.instead(at, never[forms], last=last, prior=CERTAIN, message="never")
                    break
                others = confused.get(" ".join(forms))
                if others and line.spaced(at, last):
                    yield line.instead(at, *others, last=last)
                    break

    def propose(self, read: Read) -> Iterator[Proposal]:
        line = read.of(Line.of)
        at = {token.start: i for i, token in enumerate(line.tokens)}
        for proposal in super().propose(read):
            if proposal.message == "never" or not self._fits(line, at.get(proposal.start, -1)):
                yield proposal

    @staticmethod
    def _fits(line: Line, at: int) -> bool:
        """Whether the words beside it leave a frequent word no doubt, whatever the model hears."""
        form = line.form(at)
        if form == "nos" and line.form(at + 1).endswith("mos"):  # "nos vemos amanhã"
            return not any(reading.lemma in _OURS for reading in line.readings(at + 1))
        if form == "em" and line.form(at + 2) == "tempo":
            return True  # "em quanto tempo chega"
        if form == "haja" and line.form(at + 1) in ("vista", "vistas"):
            return True
        if form == "pôde":
            return True  # nobody writes the accent by mistake
        if form == "pôr":  # "venho pôr", "a pôr"
            return line.is_finite(at - 1) or line.form(at - 1) in ("a", "de", "para", "sem")
        return form == "por" and line.form(at + 1) == ","
