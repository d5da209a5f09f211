"""GRA1xx: words that ought to agree in gender, number or person, and do not.

What a word may be is read in the form lexicon, what belongs together in the parse: the parse of a
damaged sentence repairs the features it sees, but seldom the structure. Where the lexicon leaves a
way for two words to agree, nothing is proposed; where it does not, the model has the last word.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from textlint_pt.contract import Finding, Reading, View
from textlint_pt.contract.forms import feature_map
from textlint_pt_grammaticality.confidence import Signals
from textlint_pt_grammaticality.judged import Change, Judged, Parsed, Proposal, Read
from textlint_pt_grammaticality.nominal import (
    ALL,
    PLURAL,
    SINGULAR,
    Cell,
    Nominals,
    Person,
    adjectival,
    cased,
    cells_of,
    conjugated,
    determiner_cells,
    determiners,
    finite,
    inflected,
    is_participle,
    persons,
)
from textlint_pt_grammaticality.reading import listed

#: after these a verb may agree with what they are a part of, or with the sense
_PARTS = listed(
    """maioria parte metade minoria resto restante terço quarto quinto número grupo conjunto série
    porção quantidade dezena dezenas centena milhar milhares milhão milhões bilhão bilhões trilhão
    mil cento par punhado lista total percentagem porcentagem percentual bando turma leva multidão
    infinidade fração segmento um uma alguns algum qual quais nenhum nenhuma cada qualquer quem
    quantos muitos poucos vários tanto quanto mais menos % tipo espécie gama variedade sem-número
    sem-fim dúzia casal"""
)
#: the speaker may be one of these: "todos sabemos"
_ANY = listed("todos todas ambos ambas muitos muitas poucos poucas alguns algumas vários várias")
#: people are addressed by these in the third person, and their gender is that of the person
_TITLES = listed(
    "excelência senhoria santidade majestade alteza eminência magnificência reverência"
)
#: colours named after a thing have one form, and so have nouns that stand for a kind
_FIXED = listed(
    """rosa laranja cinza vinho creme violeta turquesa pastel gelo abóbora salmão gold bege padrão
    chave modelo fantasma piloto relâmpago monstro surpresa limite mãe líder alfa beta menos mais
    possível melhor pior meio meia só extra super ultra top standard light online offline alvo"""
)
_COLOURS = listed(
    """verde verdes azul azuis amarelo amarela vermelho vermelha castanho castanha cinzento cinzenta
    marrom rosa roxo roxa laranja cor"""
)
_SHADES = listed("claro escuro vivo marinho celeste garrafa")
#: adverbs of two words
_PHRASES = frozenset(
    [("em", "simultâneo"), ("de", "novo"), ("em", "geral"), ("por", "completo"), ("em", "especial"),
     ("em", "particular"), ("em", "comum"), ("em", "anexo"), ("em", "separado"), ("de", "imediato")]
)  # fmt: skip
#: short for "longa-metragem" and the like, which are masculine
_METRES = listed("longa longas curta curtas média")
#: no article stands before these
_NO_ARTICLE = listed(
    "este esta estes estas esse essa esses essas aquele aquela um uma cada qualquer"
)
#: these stand after a noun too
_AFTER_NOUN = listed(
    """deste desta destes destas desse dessa desses dessas daquele daquela daqueles daquelas"""
)
#: said of a thing in general: "água é bom", "entrada é proibido"
_GENERAL = listed("bom mau ótimo péssimo necessário preciso proibido permitido obrigatório vedado")
_NAMING = listed("sinónimo sinônimo antónimo antônimo")
_BEING = listed("ser estar ficar")
#: take something for what an adjective says
_TAKING = listed("considerar achar julgar")
_SUBJECTS = ("nsubj", "nsubj:pass")
#: relations of what is said by way of another verb
_SAID_BY = ("xcomp", "advcl", "obj", "advmod")
_LINKING = listed(
    """ficar parecer permanecer continuar tornar andar seguir sair acabar mostrar encontrar sentir
    manter revelar"""
)
#: pronouns that stand as a subject alone
_SPEAKERS = listed("eu tu nós vós ele ela eles elas você vocês")
#: of those who are given or told something, and of where something is put, these say "a"
_DATIVE = listed(
    """dar dizer pedir oferecer entregar contar mostrar perguntar responder explicar levar enviar
    submeter expor dedicar aliar limitar comparar atribuir aplicar anexar impor condenar associar
    relacionar ligar vincular destinar dirigir conduzir reduzir chamar obrigar forçar convidar"""
)
_TIMES = listed(
    """ano anos mês meses semana semanas dia dias hora horas minuto minutos século séculos década
    décadas tempo tempos segundos"""
)
_CLITICS = listed("me te se o a os as lhe lhes nos vos")
#: take no object that could stand first
_INTRANSITIVE = listed(
    """ir vir chegar sair entrar ficar estar ser partir voltar regressar cair nascer morrer viver
    dormir viajar andar correr poder dever"""
)
#: how names of peoples end: "os portugueses", "as brasileiras", "os angolanos"
_OF_PLACES = ("eses", "esas", "eiros", "eiras", "anos", "anas", "inos", "inas", "enses")
#: without an article they say when
_DAYS = listed(
    """ontem hoje amanhã domingo segunda terça quarta quinta sexta sábado segunda-feira terça-feira
    quarta-feira quinta-feira sexta-feira manhã tarde noite madrugada natal páscoa"""
)
_MODALS = listed("dever poder ir costumar")
_STOPS = frozenset(".!?…:«“")
#: words from a verb to the subject that follows it, at most
_NEAR = 5
#: have no object, so that what follows without a preposition is their subject: "ocorreu acidentes"
_APPEARING = listed("existir ocorrer acontecer surgir aparecer faltar bastar restar sobrar nascer")
#: of these "as" after it may stand for "às" ("falta as aulas")
_LACKING = listed("faltar bastar restar sobrar nascer")
#: "segue anexo a lista", "segue abaixo os dados"
_SENT = listed("anexo anexa anexos anexas abaixo junto aqui adiante")
#: of these what follows may be a time: "falta três dias"
_REMAINING = listed("faltar bastar restar sobrar")
#: how often, not what
_COUNTS = listed("vez vezes")
#: a subjunctive may stand after these
_SUBJUNCTIVE = listed("que talvez embora caso oxalá tomara quiçá")
_RELATIVES = listed("que qual quais onde quando porque")
#: after these "a" is mostly a preposition; beginnings of words
_WITH_A = (
    "respond", "respost", "compar", "assist", "lev", "reag", "reaç", "recorr", "pertenc", "cheg",
    "volt", "regress", "acess", "aced", "direit", "devid", "quant", "graças", "relativ", "respeit",
    "refer", "obedec", "aspir", "apoi", "ataqu", "limit", "reduz", "resist", "sobreviv", "ced",
    "ader", "aplic", "associ", "lig", "igual", "semelhant", "inferior", "superior", "anterior",
    "posterior", "interv", "visit", "destin", "dedic", "sujeit", "mat", "mort", "cheir", "sab",
    "convid", "obrig", "forç", "est", "venh", "viemos", "vieram", "vindo",
)  # fmt: skip
_MASCULINE: Cell = ("M", "S")
_THIRD: frozenset[Person] = frozenset([("3", "S"), ("3", "P")])
_HE: frozenset[Person] = frozenset([("3", "S")])
#: what grammar alone says for the singular of a verb that has no subject, in nats: the model, which
#: reads "haviam pessoas" often, hardly doubts it
_IMPERSONAL_PRIOR = 8.0
_NUMERAL_PRIOR = 5.0
#: and for the plural of a verb whose subject follows: the model hardly doubts "falta três dias"
_APPEARING_PRIOR = 4.5
#: and against: "a" may be no article, a noun beside another no adjective, and a relative clause
#: without object may have dropped its subject
_PREPOSITION_PRIOR = -1.5
_NOUN_PRIOR = -1.0
_RELATIVE_PRIOR = -2.0
_POSTPONED_PRIOR = 1.5
_BESIDE_PRIOR = 1.5
#: an adjective may be of what its noun is of: "um guia de problemas útil"
_ABOVE_PRIOR = -2.5
#: "os menino": an ending that is not spoken is left out far more often than one is put in
_DROPPED_PRIOR = 2.5
#: the subject has a determiner of its number, and no other noun is near
_PLAIN_PRIOR = 2.0
_SINGLE_PRIOR = 3.0


def _kept(own: frozenset[Cell], wanted: frozenset[Cell]) -> list[Cell]:
    """The wanted cells that change one feature only, where there are such."""
    near = [w for w in sorted(wanted) if any((w[0] == o[0]) != (w[1] == o[1]) for o in own)]
    return near or sorted(wanted)


def _difference(own: frozenset[Cell], wanted: frozenset[Cell]) -> str:
    """What the first word is and the other is not, as key of a message."""
    genders, numbers = {gender for gender, _ in own}, {number for _, number in own}
    if genders.isdisjoint(gender for gender, _ in wanted):
        return "masculine" if genders == {"M"} else "feminine"
    if numbers.isdisjoint(number for _, number in wanted):
        return "singular" if numbers == {"S"} else "plural"
    return "message"


def _written(news: Iterable[str], form: str) -> tuple[str, ...]:
    """New forms with the capitals of the old, which is left out."""
    return tuple(dict.fromkeys(cased(new, form) for new in news if new != form.lower()))


_DIFFERENCES = {
    "pt": {
        "message": "«{form}» não concorda com «{related}»: «{suggestion}»",
        "masculine": "«{form}» está no masculino, mas «{related}» é feminino: «{suggestion}»",
        "feminine": "«{form}» está no feminino, mas «{related}» é masculino: «{suggestion}»",
        "singular": "«{form}» está no singular, mas «{related}» está no plural: «{suggestion}»",
        "plural": "«{form}» está no plural, mas «{related}» está no singular: «{suggestion}»",
        "related": "a palavra com que devia concordar",
    },
    "en": {
        "message": "“{form}” does not agree with “{related}”: “{suggestion}”",
        "masculine": "“{form}” is masculine, but “{related}” is feminine: “{suggestion}”",
        "feminine": "“{form}” is feminine, but “{related}” is masculine: “{suggestion}”",
        "singular": "“{form}” is singular, but “{related}” is plural: “{suggestion}”",
        "plural": "“{form}” is plural, but “{related}” is singular: “{suggestion}”",
        "related": "the word that it should agree with",
    },
}


class _Agreement(Judged):
    """A word that does not agree with another."""

    @abstractmethod
    def disagreeing(self, read: Read) -> Iterable[Proposal]:
        """What the rule takes for wrong, each word for itself."""

    def propose(self, read: Read) -> Iterable[Proposal]:
        """What all these rules find is read together: a correction is tried in company of those of
        other words that should agree with the same one."""
        return read.of(_company)[self.code]

    def signals(self, view: View, finding: Finding) -> Signals:
        return {**super().signals(view, finding), **_rivals(view, finding)}


#: words before one in which another noun may be what it agrees with
_REACH = 10
_JOINING = listed("e ou nem , ; como")
_RELATIVE = listed("que quem cujo cuja cujos cujas")


def _agree(own: Mapping[str, str], word: Parsed) -> bool:
    """Whether a word has the gender and number of these features, as far as both have one."""
    features = feature_map(word.features)
    return all(
        own[name] == features.get(name, own[name]) for name in ("Gender", "Number") if name in own
    )


def _rivals(view: View, finding: Finding) -> Signals:
    """What else a word may agree with: a noun before it or after it, of its own gender and number
    (`rival`, `rival after`), that the noun named hangs on with a preposition (`nested`) or is
    joined to (`joined`); and what stands between the two words."""
    proposal: Proposal = finding.arguments["proposal"]
    if finding.sentence is None or proposal.related is None:
        return {}
    words = view.analysis("parse")[finding.sentence]
    places = [i for i, word in enumerate(words) if word.start == proposal.start]
    named = [i for i, word in enumerate(words) if word.start == proposal.related[0]]
    if not places or not named:
        return {}
    at, noun = places[0], named[0]
    own = feature_map(words[at].features)
    before = words[max(0, min(at, noun) - _REACH) : max(at, noun)]
    rivals = [
        word
        for word in before
        if word.tag in ("NOUN", "PROPN", "PRON")
        and word.start not in (proposal.start, proposal.related[0])
        and _agree(own, word)
    ]
    beyond = words[max(at, noun) + 1 : max(at, noun) + _REACH]
    later = [
        word
        for before_it, word in zip([words[max(at, noun)], *beyond], beyond, strict=False)
        if word.tag in ("NOUN", "PROPN", "PRON") and before_it.tag != "ADP" and _agree(own, word)
    ]
    between = words[min(at, noun) + 1 : max(at, noun)]
    return {
        "rival": float(bool(rivals)),
        "rival after": float(bool(later)),
        "plural": float(own.get("Number") == "Plur"),
        "relative": float(any(word.form.lower() in _RELATIVE for word in between)),
        "comma between": float(any(word.tag == "PUNCT" for word in between)),
        "verb between": float(any(word.tag in ("VERB", "AUX") for word in between)),
        "preposition between": float(any(word.tag == "ADP" for word in between)),
        "nested": float(noun > 0 and any(w.tag == "ADP" for w in words[max(0, noun - 2) : noun])),
        "joined": float(any(word.form.lower() in _JOINING for word in before)),
        "apart": min(abs(at - noun), 8) / 4,
        "after": float(at > noun),
    }


class DeterminerNoun(_Agreement):
    """A determiner does not agree with its noun.

    ## What it finds

    An article, a demonstrative, a possessive, another determiner or a numeral that has another
    gender or number than the noun it belongs to, alone or drawn together with a preposition ("na
    livro", "dos casa", "três pergunta"). Either of the two words may be the one to change: the one
    whose correction suits the sentence better is marked.

    Nouns that have both genders ("o estudante, a estudante"), one form for both numbers ("os
    lápis"), or that no dictionary has, agree with everything; names are passed over.

    ## Why it matters

    It is among the first things a reader sees, and mostly what is left of a sentence that was
    changed: the noun was exchanged, the article stayed.

    ## Bad

    > Os menina leu o jornal em voz alta. Falámos disso na último reunião.

    ## Good

    > A menina leu o jornal em voz alta. Falámos disso na última reunião.

    ## Evidence

    `gain`: by how many nats the correction makes the sentence likelier to be free of errors, as the
    shipped model has it; a numeral beside its noun gains 5 by that alone; `probability` that one of
    the two words is wrong as it stands; `confidence`: how probably the finding is right; `limit`:
    from where on it is reported; `suggestions`, the best first.

    ## Source

    Cunha and Cintra, *Nova Gramática do Português Contemporâneo*, chapters 9 to 11.
    """

    code = "GRA101"
    name = "agreement.determiner-noun"
    messages = _DIFFERENCES

    def disagreeing(self, read: Read) -> Iterator[Proposal]:
        nominals = read.of(Nominals.of)
        for i, noun in self.pairs(nominals):
            form, there = nominals.token(i), nominals.span(i)
            own = determiner_cells(form.lower())
            readings = nominals.noun_readings(noun)
            wanted = cells_of(readings)
            if own & wanted or (own <= PLURAL and self._has_bare_conjunct(nominals, noun)):
                continue
            if wanted <= PLURAL and self._is_governed_a(nominals, i, noun):
                continue  # "responde a perguntas"
            paradigm = determiners().get(form.lower(), {})
            prior = self._prior(nominals, i, noun)
            news = [paradigm[cell] for cell in _kept(own, wanted) if cell in paradigm]
            if replacements := _written(news, form):
                yield Proposal(
                    *there,
                    replacements,
                    nominals.span(noun),
                    message=_difference(own, wanted),
                    prior=prior,
                )
            others = inflected(nominals.forms, readings, _kept(wanted, own))
            if replacements := _written(others, nominals.words[noun].form):
                yield Proposal(
                    *nominals.span(noun),
                    replacements,
                    there,
                    message=_difference(wanted, own),
                    prior=prior,
                )

    @staticmethod
    def pairs(nominals: Nominals) -> Iterator[tuple[int, int]]:
        """Each determiner with its noun."""
        words = nominals.words
        for i, word in enumerate(words):
            if nominals.low[i + 1 : i + 2] and nominals.low[i + 1] in _NO_ARTICLE:
                continue  # "à esse vídeo": the accent is wrong, not the gender
            if i and nominals.low[i] in ("um", "uma") and nominals.low[i - 1] == "e":
                continue  # "vinte e um anos"
            if nominals.low[i] == "tanto" and nominals.follows(i, "como", "quanto"):
                continue  # "tanto adultos como crianças"
            if i > 1 and nominals.token(i).lower() in _AFTER_NOUN and words[i - 2].tag == "NOUN":
                continue  # "um carro desses capota"
            attached = word.relation in ("det", "nummod") and word.head > i
            if not (attached or word.tag in ("DET", "ADJ")) or word.part == 1:
                continue
            if not determiner_cells(nominals.token(i).lower()):
                continue
            if attached:
                noun = word.head
                if any("VerbForm=Fin" in w.features for w in words[i + 1 : noun]):
                    continue  # the parse errs: "o longa conta a história"
            elif i + 1 < len(words):
                noun = i + 1
            else:
                continue
            common = words[noun].tag in ("NOUN", "ADJ", "VERB") and not nominals.is_name(noun)
            if DeterminerNoun._is_bearer(nominals, noun):
                continue
            if common and any(r.upos == "NOUN" for r in nominals.noun_readings(noun)):
                yield i, noun

    @staticmethod
    def _is_bearer(nominals: Nominals, noun: int) -> bool:
        """ "O camisa 10": who bears the thing has a gender of his or her own; "o longa conta": a
        film is understood, and the parse takes "conta" for the noun."""
        after = noun + 1
        is_numbered = after < len(nominals.words) and nominals.low[after].isdigit()
        if nominals.low[noun] == "camisa" and is_numbered:
            return True
        said = finite(nominals.forms, nominals.low[noun]) and nominals.low[noun - 1] in _METRES
        return nominals.low[noun] in _METRES or bool(said)

    @staticmethod
    def _prior(nominals: Nominals, i: int, noun: int) -> float:
        is_one = nominals.low[i] in ("um", "uma")
        if nominals.words[i].tag == "NUM" and noun == i + 1 and not is_one:
            return _NUMERAL_PRIOR
        before = nominals.words[i - 1].tag if i else "ADP"
        # "morto a tiro": after anything but a preposition "a" may be one itself
        if nominals.token(i).lower() != "a" or before == "ADP":
            return 0.0
        governed = DeterminerNoun._is_governed_a(nominals, i, noun)
        return 2 * _PREPOSITION_PRIOR if governed else _PREPOSITION_PRIOR

    @staticmethod
    def _is_governed_a(nominals: Nominals, i: int, noun: int) -> bool:
        """Whether a word shortly before an "a" asks for the preposition, or a verb above that has
        its object before: "compara as mães que amamentam a vacas"."""
        if nominals.token(i).lower() != "a":
            return False
        if any(low.startswith(_WITH_A) for low in nominals.low[max(0, i - 2) : i]):
            return True
        above = nominals.words[noun].head
        while above >= 0:
            if nominals.words[above].lemma in _DATIVE and any(
                above < child < i and nominals.words[child].relation == "obj"
                for child in nominals.children[above]
            ):
                return True
            above = nominals.words[above].head
        return False

    @staticmethod
    def _has_bare_conjunct(nominals: Nominals, noun: int) -> bool:
        """ "seus pai e mãe": the determiner is of both."""
        return any(
            nominals.words[child].relation == "conj"
            and not nominals.has(child, "det", "nummod", "case")
            for child in nominals.children[noun]
        )


class AdjectiveNoun(_Agreement):
    """An adjective or participle does not agree with its noun.

    ## What it finds

    An adjective, or a participle used as one, that has another gender or number than the noun it
    belongs to: beside it, or with other words between ("uma casa antiga de pedra coberto de
    hera"). Where several nouns stand before it and it agrees with one of them, it may belong to
    that one and nothing is said.

    Colours named after a thing ("camisas laranja") have one form; one adjective each for a noun in
    the plural may stand in the singular ("as línguas grega e latina").

    ## Why it matters

    The reader takes the adjective for one of another noun and looks for it in vain.

    ## Bad

    > A biblioteca comprou mesas novos e uma estante muito alta.

    ## Good

    > A biblioteca comprou mesas novas e uma estante muito alta.

    ## Evidence

    `gain`: by how many nats the correction makes the sentence likelier to be free of errors, as the
    shipped model has it; `probability` that one of the two words is wrong as it stands;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`, the best first.

    ## Source

    Cunha and Cintra, *Nova Gramática do Português Contemporâneo*, chapter 10.
    """

    code = "GRA102"
    name = "agreement.adjective-noun"
    messages = _DIFFERENCES

    def disagreeing(self, read: Read) -> Iterator[Proposal]:
        nominals = read.of(Nominals.of)
        for i, nouns in self._pairs(nominals):
            form, low = nominals.words[i].form, nominals.low[i]
            readings = adjectival(nominals.forms, form)
            own = cells_of(readings) if readings else determiner_cells(low)
            if not own or low in _FIXED:
                continue
            allowed = [self._allowed(nominals, noun, i) for noun in nouns]
            if any(own & cells for cells in allowed):
                continue
            for noun, cells in zip(nouns, allowed, strict=True):
                near = _kept(own, cells)
                known = determiners().get(low, {})  # a numeral of one form is not among them
                news: Iterable[str] = (
                    inflected(nominals.forms, readings, near)
                    if readings
                    else [known[cell] for cell in near if cell in known]
                )
                if replacements := _written(news, form):
                    yield Proposal(
                        *nominals.span(i),
                        replacements,
                        nominals.span(noun),
                        message=_difference(own, cells),
                        prior=self._prior(nominals, i, nouns[0], own),
                    )

    @staticmethod
    def _allowed(nominals: Nominals, noun: int, i: int) -> frozenset[Cell]:
        cells, words = nominals.cells(noun), nominals.words
        if noun < i:
            cells |= nominals.joined(noun, i)
        others = [c for c in nominals.children[i] if words[c].relation == "conj"]
        others += [words[i].head] if words[i].relation == "conj" else []
        singular = [
            cells_of(adjectival(nominals.forms, words[other].form)) & SINGULAR
            for other in others
            if words[other].tag == "ADJ"
        ]
        if singular and all(singular):
            cells |= {(gender, "S") for gender, _ in cells}  # "as línguas grega e latina"
        return cells

    @staticmethod
    def _prior(nominals: Nominals, i: int, noun: int, own: frozenset[Cell]) -> float:
        """`noun`: of which the adjective at `i` is, as the parse has it."""
        words = nominals.words
        prior = _NOUN_PRIOR if words[i].tag == "NOUN" else 0.0
        if nominals.has(noun, "cop") and nominals.has(noun, "case"):
            return prior + _ABOVE_PRIOR  # "estão de certa forma ligadas"
        while words[noun].relation == "nmod" and words[noun].head >= 0:
            noun = words[noun].head
            if noun < i and own & (nominals.cells(noun) | nominals.joined(noun, i)):
                return prior + _ABOVE_PRIOR
        return prior

    @staticmethod
    def _said_of(nominals: Nominals, name: int) -> int:
        """The noun of "Olinda é uma cidade": the parse hangs what follows on the name."""
        noun = nominals.words[name].head
        is_said = nominals.words[name].relation == "nsubj" and noun > name
        return noun if is_said and nominals.is_noun(noun) else -1

    @staticmethod
    def _is_invariable(nominals: Nominals, i: int) -> bool:
        """ "verde claro"; "dar primeiro passos": an adverb."""
        words, low = nominals.words, nominals.low[i]
        if low == "primeiro":
            return not i or words[i - 1].tag not in ("DET", "ADP", "NUM")
        if words[i].tag == "VERB" and any(
            w.lemma in ("ter", "haver") and "VerbForm=Fin" not in w.features
            for w in words[max(0, i - 3) : i]
        ):
            return True  # "tendo a obra prosseguido"
        if i and (nominals.low[i - 1], low) in _PHRASES:
            return True
        return i > 0 and nominals.low[i] in _SHADES and nominals.low[i - 1] in _COLOURS

    def _pairs(self, nominals: Nominals) -> Iterator[tuple[int, list[int]]]:
        """Each adjective with the nouns that it may belong to, the likeliest first."""
        words = nominals.words
        for i, word in enumerate(words):
            if word.tag not in ("ADJ", "VERB", "NOUN") or word.part > 1 or nominals.is_name(i):
                continue
            if nominals.has(i, "cop", "aux", "aux:pass", "nsubj", "case"):
                continue
            if self._is_invariable(nominals, i):
                continue
            head, noun, relation = word.head, -1, word.relation
            others: list[int] = []
            if relation == "conj" and words[head].tag == "ADJ" and head < i:
                head, relation = words[head].head, words[head].relation
            if relation in ("amod", "acl") and word.tag != "NOUN" and head >= 0:
                noun = head if nominals.is_noun(head) else self._said_of(nominals, head)
            elif i and nominals.is_noun(i - 1):
                noun = i - 1
                others = [c for c in nominals.children[head] if words[c].relation[:5] == "nsubj"]
                others += [head] if head >= 0 and nominals.is_noun(head) else []
            if noun >= 0:
                between = [k for k in range(i - 1, noun, -1) if nominals.is_noun(k)]
                yield i, list(dict.fromkeys([noun, *between, *others]))


class Predicative(_Agreement):
    """What is said of the subject does not agree with it.

    ## What it finds

    An adjective or participle after *ser*, *estar*, *ficar*, *parecer* and their like, or in the
    passive, that has another gender or number than the subject, near or far ("as contas que o
    banco mandou foram pago").

    Names are compared where their gender is known; a subject without article may be taken in
    general ("é proibido entrada"), a title has the gender of its bearer ("Vossa Excelência está
    cansado"), and what is a part of something may agree with the whole ("a maioria dos livros
    estão lidos").

    ## Why it matters

    Between subject and predicative stands the verb and often half a sentence; it is where a writer
    loses the thread, and where checkers that look at neighbours see nothing.

    ## Bad

    > As propostas da oposição foram rejeitado pela câmara.

    ## Good

    > As propostas da oposição foram rejeitadas pela câmara.

    ## Evidence

    `gain`: by how many nats the correction makes the sentence likelier to be free of errors, as the
    shipped model has it; `probability` that one of the two words is wrong as it stands;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`, the best first.

    ## Source

    Cunha and Cintra, *Nova Gramática do Português Contemporâneo*, chapters 10 and 13.
    """

    code = "GRA103"
    name = "agreement.predicative"
    messages = _DIFFERENCES

    def disagreeing(self, read: Read) -> Iterator[Proposal]:
        nominals = read.of(Nominals.of)
        for i, word in enumerate(nominals.words):
            if word.tag not in ("ADJ", "VERB", "NOUN") or nominals.low[i] in _FIXED:
                continue
            if not self._may_be_said(nominals, i):
                continue
            readings = adjectival(nominals.forms, word.form)
            own = cells_of(readings)
            if not own or own == ALL:
                continue
            subject = self._subject(nominals, i)
            if subject is None:
                subject = self._after(nominals, i)
            cells = ALL if subject is None else self._allowed(nominals, subject, i)
            if subject is None:
                subject, cells = self._copula(nominals, i)
            if subject is None or own & cells:
                continue
            if nominals.low[i] == "preciso" and subject > i:
                continue  # "é preciso paciência"
            if self._is_noun_with_adjective(nominals, i, own):
                continue  # "são agregados moleculares"
            if nominals.low[i] in _NAMING and nominals.low[i + 1 : i + 2] in (["de"], ["para"]):
                continue
            cells = self._of_all(nominals, subject, cells)
            news = inflected(nominals.forms, readings, _kept(own, cells))
            if replacements := _written(news, word.form):
                yield Proposal(
                    *nominals.span(i),
                    replacements,
                    nominals.span(subject),
                    message=_difference(own, cells),
                    prior=self._prior(nominals, i, subject, own),
                )

    @staticmethod
    def _of_all(nominals: Nominals, subject: int, cells: frozenset[Cell]) -> frozenset[Cell]:
        """Of "Maria e Joana": the plural, and the feminine where both are."""
        parts = [c for c in nominals.children[subject] if nominals.words[c].relation == "conj"]
        feminine = all(
            gender == "F" for part in (subject, *parts) for gender, _ in nominals.cells(part)
        )
        return cells & {("F", "P")} or cells if parts and feminine else cells

    @staticmethod
    def _prior(nominals: Nominals, i: int, subject: int, own: frozenset[Cell]) -> float:
        """ "foi utilizado a máquina": what follows a passive with an article is its subject; "o
        custo da obra, que será feita": a relative clause may be said of the nearer noun."""
        between = [k for k in range(subject + 1, i) if nominals.is_noun(k)]
        if nominals.relative(i) and any(own & nominals.cells(k) for k in between):
            return _ABOVE_PRIOR
        if _is_plain(nominals, subject, i):
            return _PLAIN_PRIOR
        follows = i + 1 < len(nominals.words) and i + 1 in nominals.children[subject]
        if nominals.words[i].relation == "advcl" and follows:
            return _SINGLE_PRIOR  # "realizado a autópsia"
        if follows and nominals.low[i] in _GENERAL and nominals.low[i + 1] in ("a", "as", "os"):
            return _SINGLE_PRIOR  # "é proibido a entrada"
        passive = nominals.has(i, "aux:pass") and nominals.words[i].lemma not in _DATIVE
        if passive and subject > i and nominals.has(subject, "det"):
            plain = nominals.words[subject].relation == "nsubj:pass"
            return _SINGLE_PRIOR if plain and not follows else _POSTPONED_PRIOR
        article = follows and nominals.words[i + 1].relation == "det"
        return _POSTPONED_PRIOR if passive and article else 0.0

    @staticmethod
    def _may_be_said(nominals: Nominals, i: int) -> bool:
        """Whether a verb that joins it to a subject is near, or it hangs where it may be joined."""
        words = nominals.words
        return (
            words[i].relation in _SAID_BY
            or any(word.lemma in _BEING for word in words[max(0, i - 3) : i])
            or nominals.has(i, "cop", "aux:pass")
        )

    @staticmethod
    def _is_noun_with_adjective(nominals: Nominals, i: int, own: frozenset[Cell]) -> bool:
        after = i + 1
        if after == len(nominals.words) or nominals.words[after].tag != "ADJ":
            return False
        is_noun = any(r.upos == "NOUN" for r in nominals.noun_readings(i))
        return is_noun and bool(own & cells_of(adjectival(nominals.forms, nominals.low[after])))

    @staticmethod
    def _after(nominals: Nominals, i: int) -> int | None:
        """ "Realizada a autópsia, o corpo", "considero inaceitáveis as cobranças": what follows."""
        words = nominals.words
        if words[i].tag == "VERB" and words[i].relation == "advcl":
            opens = i == 0 or words[i - 1].tag == "PUNCT"
            if not opens or i + 1 == len(words) or words[i + 1].relation != "det":
                return None
            governed = words[i].lemma in _INTRANSITIVE | _DATIVE - {"dar"}
            noun = words[i + 1].head
            said = noun in nominals.children[i] and words[noun].relation in ("obj", *_SUBJECTS)
            cells = cells_of(nominals.noun_readings(noun)) & nominals.determiner(noun)
            known = bool(cells) and nominals.is_noun(noun)  # "habituado a esperas"
            return noun if said and known and not governed else None
        above = words[i].head
        if words[i].relation == "xcomp" and above == i - 1 and words[above].lemma in _TAKING:
            objects = [c for c in nominals.children[above] if words[c].relation == "obj" and c > i]
            if len(objects) == 1 and nominals.has(objects[0], "det"):
                return objects[0] if nominals.is_noun(objects[0]) else None
        return None

    @staticmethod
    def _copula(nominals: Nominals, i: int) -> tuple[int | None, frozenset[Cell]]:
        """The verb that joins `i` to a subject that is not there, and what its number leaves."""
        for k in nominals.children[i]:
            if nominals.words[k].relation in ("cop", "aux:pass") and k < i:
                numbers = {number for _, number in persons(finite(nominals.forms, nominals.low[k]))}
                if len(numbers) == 1 and not nominals.has(i, "nsubj", "nsubj:pass", "det", "case"):
                    return k, frozenset(cell for cell in ALL if cell[1] in numbers)
        return None, ALL

    @staticmethod
    def _subject(nominals: Nominals, i: int) -> int | None:
        """The subject of what `i` is said of."""
        words, head = nominals.words, nominals.words[i].head
        determined = [c for c in nominals.children[i] if words[c].relation in ("det", "case")]
        if any(words[c].lemma != "todo" for c in determined):  # "ficou toda sujo"
            return None
        copula = next((k for k in range(i - 1, max(-1, i - 4), -1) if words[k].lemma in _BEING), -1)
        if copula >= 0 and any(w.tag in ("VERB", "NOUN", "PROPN") for w in words[copula + 1 : i]):
            copula = -1  # "estão a ler livros antigos"
        if nominals.has(i, "cop", "aux:pass") or copula >= 0:
            if nominals.has(i, "nsubj", "nsubj:pass", "csubj"):
                return find_subject(nominals, i)
            joined = nominals.has(i, "cop", "aux:pass") and words[i].relation == "xcomp"
            if joined and words[head].tag in ("VERB", "AUX"):
                return find_subject(nominals, head)  # "podem ser delimitadas as regiões"
            before = copula - 1
            if before >= 0 and nominals.is_noun(before) and not nominals.has(before, "case"):
                return before  # the parse has it elsewhere
            if copula >= 0 and words[copula].head != i:
                return find_subject(nominals, copula)
            return None
        is_said = head >= 0 and words[i].relation in _SAID_BY
        if is_said and words[head].lemma in _LINKING and not nominals.has(head, "obj"):
            return find_subject(nominals, head)
        return None

    @staticmethod
    def _allowed(nominals: Nominals, subject: int, i: int) -> frozenset[Cell]:
        """Cells that may be said of a subject by the word at `i`."""
        cells, low = nominals.cells(subject), nominals.low[subject]
        if low in _TITLES or low == "gente":
            return cells | SINGULAR
        if low in _PARTS:
            for child in nominals.children[subject]:
                if nominals.words[child].relation == "nmod":
                    cells |= nominals.cells(child)
            return cells | PLURAL
        if nominals.coordinated(subject):
            cells |= PLURAL
        bare = not nominals.has(subject, "det", "nummod", "amod")
        if bare and nominals.words[subject].tag == "NOUN":
            general = subject > i or nominals.low[i] in _GENERAL
            cells |= {_MASCULINE} if general else frozenset()  # "é proibido entrada"
        return cells


def find_subject(nominals: Nominals, i: int) -> int | None:
    """The subject of a predicate; of a relative clause what it is said of; None if not clear."""
    words = nominals.words
    subjects = [c for c in nominals.children[i] if words[c].relation[:5] == "nsubj"]
    if not subjects:
        return None
    # where the parse has several, the nearest before the predicate
    subject = max((c for c in subjects if c < i), default=min(subjects))
    if nominals.low[subject] not in ("que", "qual", "quais"):
        return subject
    if words[i].relation == "acl:relcl" and words[i].head >= 0:
        return words[i].head
    is_beside = nominals.low[subject] == "que" and subject and nominals.is_noun(subject - 1)
    return subject - 1 if is_beside else None


class _Predicate(NamedTuple):
    """What is said at `predicate` of a subject, the verb of it, and the persons it may be in."""

    predicate: int
    subject: int
    verb: int
    readings: Sequence[Reading]
    own: frozenset[Person]


def _predicates(read: Read) -> Sequence[_Predicate]:
    nominals = read.of(Nominals.of)
    found: list[_Predicate] = []
    heads = {word.head for word in nominals.words if word.relation[:5] == "nsubj"}
    for i in sorted(heads - {-1}):
        subject = find_subject(nominals, i)
        verb = _finite_verb(nominals, i) if subject is not None else None
        if subject is not None and verb is not None:
            readings = _readings(nominals, verb)
            if own := persons(readings):
                found.append(_Predicate(i, subject, verb, readings, own))
    return [*found, *_appearing(nominals, heads)]


def _is_sent(nominals: Nominals, i: int) -> bool:
    """ "Segue em anexo as notas fiscais"."""
    first, second = [*nominals.low[i + 1 : i + 3], "", ""][:2]
    place = second if first == "em" else first
    return nominals.low[i] in ("segue", "vai") and place in _SENT


def _appearing(nominals: Nominals, heads: Collection[int]) -> Iterator[_Predicate]:
    """Verbs that have no object and are followed by what the parse takes for one; `heads` have a
    subject."""
    words = nominals.words
    for i, word in enumerate(words):
        known = word.lemma in _APPEARING or _is_sent(nominals, i)
        if not known or word.tag != "VERB" or i in heads:
            continue
        above = word.head if word.relation == "xcomp" and word.head in range(i) else i
        if above in heads or (above != i and words[above].lemma not in _MODALS):
            continue
        after = [
            c
            for c in nominals.children[i]
            if i < c <= i + _NEAR and words[c].relation in ("obj", "obl")
            if words[c].tag == "NOUN" and nominals.low[c] not in _COUNTS
            if not nominals.has(c, "case")
        ]
        verb = above if above != i else _finite_verb(nominals, i)
        if after and verb is not None and (own := persons(_readings(nominals, verb))):
            yield _Predicate(i, after[0], verb, _readings(nominals, verb), own)


def _readings(nominals: Nominals, verb: int) -> Sequence[Reading]:
    """Of the verb that the parse takes it for; commands have no subject."""
    readings = finite(nominals.forms, nominals.words[verb].form)
    readings = [r for r in readings if r.lemma == nominals.words[verb].lemma] or readings
    return [r for r in readings if r.feature("Mood") != "Imp"] or readings


def _in_mood(nominals: Nominals, verb: int, readings: Sequence[Reading]) -> Sequence[Reading]:
    """No subjunctive where nothing before asks for one: "vão" is of "vai" and of "vá"."""
    indicative = [r for r in readings if r.feature("Mood") != "Sub"]
    asked = not _SUBJUNCTIVE.isdisjoint(nominals.low[:verb])
    return readings if asked else indicative or readings


def _finite_verb(nominals: Nominals, i: int) -> int | None:
    """The finite verb of a predicate; None where it may be an infinitive or no verb."""
    words = nominals.words
    group = [c for c in nominals.children[i] if words[c].relation in ("aux", "aux:pass", "cop")]
    for c in sorted([i, *group]):
        readings = nominals.forms.analyse(words[c].form)
        if not any(r.feature("VerbForm") == "Fin" for r in readings):
            continue
        if any(r.feature("VerbForm") in ("Inf", "Ger") for r in readings):
            return None
        if nominals.low[c : c + 2] in (["é", "que"], ["era", "que"], ["foi", "que"]):
            return None  # "eu é que sei"
        # "feita" is of "fazer", whatever else it might be of
        sure = words[c].tag in ("VERB", "AUX") and "VerbForm=Fin" in words[c].features
        other = any(is_participle(r) or r.upos in ("ADJ", "ADV") for r in readings)
        return c if sure or not other else None
    return None


def _is_single(nominals: Nominals, subject: int) -> bool:
    """ "Cada um dos sócios", "nenhum deles", "cada qual": one, of however many."""
    low, after = nominals.low[subject], nominals.low[subject + 1 : subject + 2]
    if low == "cada":
        return after in (["um"], ["uma"])
    if low in ("nenhum", "nenhuma"):
        return after == ["de"]
    return low in ("um", "uma", "qual") and nominals.low[max(0, subject - 1)] == "cada"


def _is_plain(nominals: Nominals, subject: int, place: int) -> bool:
    """Whether a noun with a determiner that agrees with it is the only one before a place."""
    words = nominals.words
    if subject > place or not nominals.is_noun(subject) or nominals.is_name(subject):
        return False
    own = cells_of(nominals.noun_readings(subject))
    cells = own & nominals.determiner(subject)
    if len(cells) != 1 or not nominals.has(subject, "det") or nominals.has(subject, "case", "conj"):
        return False
    return not any(
        word.tag in ("NOUN", "PROPN", "PUNCT", "SCONJ")
        or (word.tag == "VERB" and word.lemma not in _BEING | _LINKING)
        for word in words[subject + 1 : place]
    )


def _begins_with_object(nominals: Nominals, i: int, own: frozenset[Person]) -> bool:
    """ "Essa casa vendemos": what seems the subject may be the object of a verb without one."""
    words = nominals.words
    if any(person != "1" for person, _ in own) or words[i].lemma in _INTRANSITIVE:
        return False
    mine = nominals.children[i]
    if nominals.has(i, "cop", "aux:pass", "ccomp", "xcomp"):
        return False
    if any(words[c].relation == "aux" and words[c].lemma == "estar" for c in mine):
        return False
    if any(words[c].relation == "obj" and nominals.low[c] not in _CLITICS for c in mine):
        return False
    subjects = [c for c in mine if words[c].relation == "nsubj" and words[c].tag == "NOUN"]
    return any(nominals.low[c] != "gente" for c in subjects)


class _SubjectVerb(_Agreement):
    """`by_person`: whether the rule speaks of persons or of numbers."""

    by_person: bool

    def disagreeing(self, read: Read) -> Iterable[Proposal]:
        nominals = read.of(Nominals.of)
        words = nominals.words
        for i, subject, verb, readings, own in read.of(_predicates):
            wanted = self._wanted(nominals, subject, verb, i)
            if not wanted or own & wanted:
                continue
            if self.by_person and subject > verb and not any(p == "3" for p, _ in own):
                continue  # "tomo as vitaminas": an object
            if self.by_person and own == {("1", "P")} and self._are_people(nominals, subject):
                continue  # "os brasileiros somos": the writer is one of them
            if self.by_person and self._is_second_noun(nominals, subject, verb):
                continue  # "os metais traço agem"
            same_person = {person for person, _ in own} & {person for person, _ in wanted}
            if bool(same_person) == self.by_person:
                continue
            news = conjugated(nominals.forms, _in_mood(nominals, verb, readings), wanted)
            if replacements := _written(news, words[verb].form):
                yield Proposal(
                    *nominals.span(verb),
                    replacements,
                    nominals.span(subject),
                    message=self._message(own),
                    arguments={"has": min(own)[0], "wants": min(wanted)[0]},
                    prior=self._prior(nominals, i, own)
                    + self._beside(nominals, subject, verb)
                    + self._following(nominals, subject, i)
                    + (_SINGLE_PRIOR if _is_single(nominals, subject) else 0.0)
                    + (_PLAIN_PRIOR if _is_plain(nominals, subject, verb) else 0.0),
                )

    @staticmethod
    def _are_people(nominals: Nominals, subject: int) -> bool:
        """Whether those of a place are spoken of: an adjective as a noun, by its ending."""
        readings = nominals.forms.analyse(nominals.words[subject].form)
        return nominals.low[subject].endswith(_OF_PLACES) and any(r.upos == "ADJ" for r in readings)

    @staticmethod
    def _is_second_noun(nominals: Nominals, subject: int, verb: int) -> bool:
        """Whether what looks like the verb may be a noun between the subject and its verb."""
        after = nominals.words[verb + 1 : verb + 2]
        return (
            verb == subject + 1
            and nominals.words[subject].tag in ("NOUN", "PROPN")
            and any(word.tag in ("VERB", "AUX") and "Fin" in word.features for word in after)
            and any(r.upos == "NOUN" for r in nominals.forms.readings(nominals.low[verb]))
        )

    @staticmethod
    def _beside(nominals: Nominals, subject: int, verb: int) -> float:
        """ "elas era", "nós não vai": a pronoun that can be nothing but the subject."""
        if nominals.low[subject] not in _SPEAKERS or nominals.words[subject].tag != "PRON":
            return 0.0
        if subject and nominals.low[subject - 1] in ("e", "ou", "nem"):
            return 0.0
        between = nominals.words[subject + 1 : verb]
        near = subject < verb and all(word.tag in ("ADV", "PRON") for word in between)
        return _BESIDE_PRIOR if near and len(between) < 3 else 0.0

    @staticmethod
    def _remains(nominals: Nominals, subject: int, i: int) -> bool:
        """ "Falta três dias para o fim", not "faltou três dias por doença"."""
        lemma = nominals.words[i].lemma
        return lemma in _REMAINING and (
            lemma != "faltar" or nominals.low[subject + 1 : subject + 2] in (["para"], ["até"])
        )

    @staticmethod
    def _following(nominals: Nominals, subject: int, i: int) -> float:
        """ "Falta três dias": a number or the like says that what follows is counted; an article
        might stand for one with an accent ("falta as aulas")."""
        if subject < i or nominals.words[i].lemma not in _APPEARING:
            return _APPEARING_PRIOR if subject > i and _is_sent(nominals, i) else 0.0
        if nominals.words[i].lemma not in _LACKING and nominals.words[subject].tag == "NOUN":
            return _APPEARING_PRIOR
        counted = any(
            nominals.words[c].relation in ("nummod", "det") and nominals.low[c] not in ("os", "as")
            for c in nominals.children[subject]
            if c < subject
        )
        return _APPEARING_PRIOR if counted else 0.0

    @staticmethod
    def _prior(nominals: Nominals, i: int, own: frozenset[Person]) -> float:
        """A relative clause may have dropped its subject ("a casa que vimos"), and an object may
        stand first."""
        if not nominals.relative(i):
            return _RELATIVE_PRIOR if _begins_with_object(nominals, i, own) else 0.0
        closed = nominals.has(i, "cop", "aux:pass") or any(
            nominals.words[child].relation == "obj" and nominals.words[child].tag != "PRON"
            for child in nominals.children[i]
        )
        speaks = any(person == "1" for person, _ in own)
        return _RELATIVE_PRIOR if speaks or not closed else 0.0

    @abstractmethod
    def _message(self, own: frozenset[Person]) -> str:
        """Key of the message for a verb in these persons."""

    def _wanted(self, nominals: Nominals, subject: int, verb: int, i: int) -> frozenset[Person]:
        """Persons that the verb of a predicate `i` may have; none where nothing is certain."""
        words, low = nominals.words, nominals.low[subject]
        wanted = nominals.person(subject)
        lemma = words[verb].lemma
        if subject > verb and (lemma in ("haver", "fazer") or self._is_passive(nominals, verb)):
            return frozenset()
        first, last = sorted((subject, verb))
        if any(low in _STOPS for low in nominals.low[first:last]):
            return frozenset()
        if subject < verb and nominals.low[verb - 1] in _RELATIVES and not nominals.relative(i):
            return frozenset()  # "o motivo pelo qual saíram"
        is_time = low in _TIMES and not self._remains(nominals, subject, i)
        if "tanto" in nominals.low[max(0, subject - 2) : subject] or is_time:
            return frozenset()  # "tanto o pai como a mãe saíram", "faz um mês que saí"
        if subject > 1 and nominals.low[subject - 1] == "como" and words[subject - 2].tag == "NOUN":
            return frozenset()  # "pessoas como você criam"
        if low in _DAYS and not nominals.has(subject, "det"):
            return frozenset()  # "sábado fomos à praia"
        if subject > verb and nominals.low[subject - 1] == "que":
            return frozenset()  # "trabalham mais do que nós"
        if _is_single(nominals, subject):
            return _HE
        if low in ("quem", "que", "qual", "quais", "se") or words[subject].tag in ("NUM", "SYM"):
            return frozenset()
        if low in _ANY and words[subject].tag in ("PRON", "DET"):
            if not self.by_person:
                return frozenset()
            return frozenset([("3", "P"), ("1", "P"), ("2", "P")])
        if low in _PARTS:
            return frozenset()
        if nominals.has(subject, "conj") and subject > verb and nominals.cells(subject) <= PLURAL:
            return frozenset([("3", "P"), ("1", "P"), ("2", "P")])  # "segue as notas e o recibo"
        if nominals.has(subject, "conj") or "&" in nominals.low[first:last]:
            return _THIRD | {("1", "P"), ("2", "P")}
        if nominals.relative(i):
            head = words[subject].head  # "um dos que chegaram", "o grupo de alunos que chegou"
            if words[subject].relation == "nmod" and head >= 0:
                wanted |= nominals.person(head)
        if lemma == "ser" and words[i].tag in ("NOUN", "PROPN", "PRON", "NUM"):
            said = nominals.person(i)  # "o problema são os juros"
            plain = words[subject].tag == "NOUN" and nominals.determiner(subject) != ALL
            wanted |= said - _HE if plain and not nominals.has(subject, "nummod") else said
        if nominals.is_name(subject):
            wanted |= _HE  # "Os Lusíadas é"
        return wanted

    @staticmethod
    def _is_passive(nominals: Nominals, verb: int) -> bool:
        """ "vende-se casas": usage is divided."""
        is_singular = ("3", "S") in persons(finite(nominals.forms, nominals.words[verb].form))
        return is_singular and any(nominals.low[child] == "se" for child in nominals.children[verb])


class SubjectVerbNumber(_SubjectVerb):
    """A verb does not agree with its subject in number.

    ## What it finds

    A verb in the singular with a subject in the plural, or the other way round, with any words
    between them, and also where the subject follows ("falta três dias"). Verbs that have no
    subject and stand in the plural all the same: *haver* for "existir", *fazer* of time, *tratar-se
    de* ("haviam muitas pessoas", "fazem dois anos", "tratam-se de casos raros"). *Cada um dos* and
    *nenhum dos* go with the singular.

    Where usage or sense leaves a choice nothing is said: *a maioria dos alunos chegou* or
    *chegaram*, several subjects, percentages, *um dos que*, *vende-se casas*, *ser* that agrees
    with what follows ("o problema são os juros"), names in the plural.

    ## Why it matters

    Of all errors of agreement it is the one that is taken worst; it slips in where another noun
    stands between the subject and its verb.

    ## Bad

    > O preço das rendas nas grandes cidades subiram muito este ano.

    ## Good

    > O preço das rendas nas grandes cidades subiu muito este ano.

    ## Evidence

    `gain`: by how many nats the correction makes the sentence likelier to be free of errors, as the
    shipped model has it; a verb without subject gains 5 by that alone; `probability` that one of
    the two words is wrong as it stands; `confidence`: how probably the finding is right; `limit`:
    from where on it is reported; `suggestions`, the best first.

    ## Source

    Cunha and Cintra, *Nova Gramática do Português Contemporâneo*, chapter 13 (concordância verbal).
    """

    code = "GRA104"
    name = "agreement.subject-verb-number"
    by_person = False
    messages = {
        "pt": {
            "message": "«{form}» não concorda com o sujeito, «{related}»: «{suggestion}»",
            "singular": "«{form}» está no singular, mas o sujeito, «{related}», está no plural: "
            "«{suggestion}»",
            "plural": "«{form}» está no plural, mas o sujeito, «{related}», está no singular: "
            "«{suggestion}»",
            "impersonal": "«{form}» não tem aqui sujeito e fica no singular: «{suggestion}»",
            "related": "o sujeito",
        },
        "en": {
            "message": "“{form}” does not agree with its subject, “{related}”: “{suggestion}”",
            "singular": "“{form}” is singular, but its subject, “{related}”, is plural: "
            "“{suggestion}”",
            "plural": "“{form}” is plural, but its subject, “{related}”, is singular: "
            "“{suggestion}”",
            "impersonal": "“{form}” has no subject here and stays singular: “{suggestion}”",
            "related": "the subject",
        },
    }

    def disagreeing(self, read: Read) -> Iterable[Proposal]:
        yield from self._impersonal(read.of(Nominals.of))
        yield from super().disagreeing(read)

    def _message(self, own: frozenset[Person]) -> str:
        return "singular" if {number for _, number in own} == {"S"} else "plural"

    @staticmethod
    def _impersonal(nominals: Nominals) -> Iterator[Proposal]:
        """ "haviam pessoas", "devem haver pessoas", "fazem dois anos", "tratam-se de"."""
        words = nominals.words
        for i, word in enumerate(words):
            if word.lemma not in ("haver", "fazer", "tratar") or word.tag not in ("VERB", "AUX"):
                continue
            if not _has_no_subject(nominals, i):
                continue
            verb = i
            is_infinitive = word.form.lower() == word.lemma
            if is_infinitive and i and words[i - 1].lemma in _MODALS:
                verb = i - 1
            if i and nominals.low[i] == "havido" and words[i - 1].lemma == "ter":
                verb = i - 1
            readings = _readings(nominals, verb)
            if persons(readings) != {("3", "P")}:
                continue
            news = conjugated(nominals.forms, _in_mood(nominals, verb, readings), _HE)
            if replacements := _written(news, words[verb].form):
                yield Proposal(
                    *nominals.span(verb),
                    replacements,
                    message="impersonal",
                    prior=_IMPERSONAL_PRIOR,
                )


def _has_no_subject(nominals: Nominals, i: int) -> bool:
    """Whether *haver*, *fazer* or *tratar* at `i` is said of nothing."""
    words, after = nominals.words, range(i + 1, min(i + 6, len(nominals.words)))
    group = {i, words[i].head} if words[i].relation == "xcomp" else {i}
    for place in group:
        if any(words[c].relation[:5] == "nsubj" and c < i for c in nominals.children[place]):
            return False
    if words[i].lemma == "haver":
        # no auxiliary ("haviam chegado", "hão de vir"), but there is something
        if i + 1 < len(words) and any(
            is_participle(r) and cells_of([r]) == {_MASCULINE}
            for r in nominals.forms.analyse(words[i + 1].form)
        ):
            return False
        said = [c for c in nominals.children[i] if c > i and words[c].relation in _SAID]
        return words[i].relation[:3] != "aux" and any(words[c].tag in _NAMED for c in said)
    if words[i].lemma == "fazer":
        end = next((k for k in after if words[k].tag == "NOUN"), -1)
        between = range(i + 1, end)
        return (
            end > i + 1
            and nominals.low[end] in _TIMES
            and all(words[k].tag in ("NUM", "DET", "ADV", "ADP", "ADJ") for k in between)
            and any(words[k].tag == "NUM" or nominals.low[k] in _MANY for k in between)
        )
    return nominals.low[i + 1 : i + 3] == ["se", "de"]


_SAID = ("obj", "nsubj", "nsubj:pass")
_NAMED = ("NOUN", "PRON", "PROPN")
_MANY = listed("muitos muitas vários várias alguns algumas poucos poucas uns umas tantos tantas")


class SubjectVerbPerson(_SubjectVerb):
    """A verb does not agree with its subject in person.

    ## What it finds

    A verb in another person than its subject: "nós vai", "a gente vamos", "tu disse", "os
    pais fizemos". *Você* and *a gente* go with the third person. *Todos sabemos* and *os
    brasileiros somos*, where the writer is one of them, are sound; after *quem* and in a relative
    clause that may have dropped its subject ("a casa que vimos") nothing is said.

    ## Why it matters

    The verb tells who acts more often than the subject does; where they contradict one another the
    reader must choose.

    ## Bad

    > As minhas irmãs cheguei cedo. Amanhã a gente vamos ao mercado.

    ## Good

    > As minhas irmãs chegaram cedo. Amanhã a gente vai ao mercado.

    ## Evidence

    `gain`: by how many nats the correction makes the sentence likelier to be free of errors, as the
    shipped model has it; `probability` that one of the two words is wrong as it stands;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`, the best first.

    ## Source

    Cunha and Cintra, *Nova Gramática do Português Contemporâneo*, chapter 13 (concordância verbal).
    """

    code = "GRA105"
    name = "agreement.subject-verb-person"
    by_person = True
    messages = {
        "pt": {
            "message": "«{form}» está na {has}.ª pessoa, mas o sujeito, «{related}», é da "
            "{wants}.ª: «{suggestion}»",
            "related": "o sujeito",
        },
        "en": {
            "message": "“{form}” is a form of person {has}, but its subject, “{related}”, is of "
            "person {wants}: “{suggestion}”",
            "related": "the subject",
        },
    }

    def _message(self, own: frozenset[Person]) -> str:
        return "message"


# ------------------------------------------------------------------ several errors together


class _Dropped(NamedTuple):
    """A noun that stands in the singular after a determiner in the plural ("os menino"), and what
    should follow it into the plural: changes with the code of the rule they belong to."""

    determiner: int
    noun: int
    singular: Change
    changes: Sequence[tuple[str, int, Change]]


def _dropped(read: Read) -> Iterator[_Dropped]:
    nominals = read.of(Nominals.of)
    words = nominals.words
    for i, noun in DeterminerNoun.pairs(nominals):
        own = determiner_cells(nominals.token(i).lower())
        readings = nominals.noun_readings(noun)
        cells = cells_of(readings)
        genders = {gender for gender, _ in own} & {gender for gender, _ in cells}
        if not own or not own <= PLURAL or not cells <= SINGULAR or len(genders) != 1:
            continue
        plural = [(min(genders), "P")]
        paradigm = determiners().get(nominals.token(i).lower(), {})
        alone = _written([paradigm.get((min(genders), "S"), "")], nominals.token(i))
        if nominals.has(noun, "nummod", "conj") or not alone or not alone[0]:
            continue
        found = [_change(nominals, "GRA101", noun, inflected(nominals.forms, readings, plural))]
        for c in nominals.children[noun]:
            if c > noun and words[c].relation in ("amod", "acl") and words[c].tag != "NOUN":
                found.append(_adjective(nominals, "GRA102", c, plural))
        i_said = words[noun].head
        if words[noun].relation[:5] == "nsubj" and i_said > noun:
            verb = _finite_verb(nominals, i_said)
            if verb is not None and persons(_readings(nominals, verb)) == _HE:
                news = conjugated(
                    nominals.forms,
                    _in_mood(nominals, verb, _readings(nominals, verb)),
                    [("3", "P")],
                )
                found.append(_change(nominals, "GRA104", verb, news))
            if nominals.has(i_said, "cop", "aux:pass"):
                found.append(_adjective(nominals, "GRA103", i_said, plural))
        changes = [change for change in found if change]
        if changes and changes[0][1] == noun:
            yield _Dropped(i, noun, (*nominals.span(i), alone[0]), changes)


def _of_gender(read: Read) -> Iterator[_Dropped]:
    """ "O sopa estava frio": what is said follows a determiner of the wrong gender."""
    nominals = read.of(Nominals.of)
    words = nominals.words
    for i, noun in DeterminerNoun.pairs(nominals):
        own = determiner_cells(nominals.token(i).lower())
        cells = cells_of(nominals.noun_readings(noun))
        said = words[noun].head
        if len(own) != 1 or len(cells) != 1 or nominals.token(i).lower() in ("a", "as"):
            continue
        if {number for _, number in own} != {number for _, number in cells} or own == cells:
            continue
        if words[noun].relation[:5] != "nsubj" or said < noun or not nominals.has(said, "cop"):
            continue
        readings = adjectival(nominals.forms, words[said].form)
        paradigm = determiners().get(nominals.token(i).lower(), {})
        news = [paradigm[cell] for cell in cells if cell in paradigm]
        first = _written(news, nominals.token(i))
        if first and readings and cells_of(readings) == own:
            adjective = _change(
                nominals, "GRA103", said, inflected(nominals.forms, readings, cells)
            )
            change = ("GRA101", i, (*nominals.span(i), first[0]))
            if adjective:
                yield _Dropped(i, noun, change[2], (change, adjective))


def _change(
    nominals: Nominals, code: str, i: int, news: Iterable[str]
) -> tuple[str, int, Change] | None:
    written = _written(news, nominals.words[i].form)
    return (code, i, (*nominals.span(i), written[0])) if written else None


def _adjective(
    nominals: Nominals, code: str, i: int, plural: Collection[Cell]
) -> tuple[str, int, Change] | None:
    """The plural of an adjective or participle in the singular."""
    readings = adjectival(nominals.forms, nominals.words[i].form)
    if not readings or not cells_of(readings) <= SINGULAR:
        return None
    return _change(nominals, code, i, inflected(nominals.forms, readings, plural))


def _company(read: Read) -> Mapping[str, Sequence[Proposal]]:
    """What each of the rules proposes, with what it is to be tried together with."""
    proposed = {rule.code: list(rule().disagreeing(read)) for rule in RULES}
    everything = [one for proposals in proposed.values() for one in proposals]
    for code, proposals in proposed.items():
        proposed[code] = [
            replace(one, beside=_of_same_word(one, everything)) if one.related else one
            for one in proposals
        ]
    nominals = read.of(Nominals.of)
    of_number, of_gender = list(_dropped(read)), list(_of_gender(read))
    for dropped in (*of_number, *of_gender):
        by_number = dropped in of_number
        for code, at, change in dropped.changes:
            beside = tuple(other for _, _, other in dropped.changes if other is not change)
            first = code == "GRA101"
            known = [one for one in proposed[code] if (one.start, one.end) == change[:2]]
            proposed[code] = [one for one in proposed[code] if one not in known]
            related = nominals.span(dropped.determiner if at == dropped.noun else dropped.noun)
            proposed[code].append(
                Proposal(
                    *change[:2],
                    (change[2],),
                    related,
                    message="singular" if by_number else "message",
                    prior=_DROPPED_PRIOR if by_number else 0.0,
                    beside=beside,
                    unless=dropped.singular if by_number and not first else None,
                )
            )
    return proposed


def _of_same_word(one: Proposal, everything: Iterable[Proposal]) -> tuple[Change, ...]:
    """Corrections of other words that should agree with the same one."""
    found: list[Change] = []
    for other in everything:
        place = (other.start, other.end)
        apart = all(end <= place[0] or place[1] <= start for start, end, _ in found)
        apart &= one.end <= place[0] or place[1] <= one.start
        if other.related == one.related and apart and other.replacements:
            found.append((*place, other.replacements[0]))
    return tuple(found)


RULES: tuple[type[_Agreement], ...] = (
    DeterminerNoun,
    AdjectiveNoun,
    Predicative,
    SubjectVerbNumber,
    SubjectVerbPerson,
)
