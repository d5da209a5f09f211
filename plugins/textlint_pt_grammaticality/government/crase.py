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
        return iter(())
