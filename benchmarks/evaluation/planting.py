"""Errors of each grammar rule, planted into clean text one at a time.

A planter is given a clean text and a source of chance and returns the text with one error in it and
where it stands, or None where the error cannot occur. Planters know Portuguese, not the rules: they
share no table with them. A new rule gets a planter in `PLANTERS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple


class Planted(NamedTuple):
    """A text with an error at [start, end)."""

    text: str
    start: int
    end: int


class Planter(NamedTuple):
    """`document`: the error needs a whole document; otherwise one sentence is enough."""

    plant: Callable[[str, Random], Planted | None]
    document: bool = False


def _put(text: str, start: int, end: int, new: str) -> Planted:
    return Planted(text[:start] + new + text[end:], start, start + max(1, len(new)))


def _some(pattern: re.Pattern[str], text: str, chance: Random) -> re.Match[str] | None:
    """One of the matches, drawn by chance."""
    found = list(pattern.finditer(text))
    return chance.choice(found) if found else None


# ------------------------------------------------------------------ GRA4xx: mechanics

_SMALL_WORD = re.compile(r"(?<= )[a-zà-ÿ]{1,3}(?= )")
_PLAIN_WORD = re.compile(r"(?<= )[a-zà-ÿ]{4,}(?= )")


def doubled_word(text: str, chance: Random) -> Planted | None:
    """A word again: as often a little one as a long one."""
    match = _some(chance.choice((_SMALL_WORD, _PLAIN_WORD)), text, chance)
    if match is None:
        return None
    return _put(text, match.start(), match.end(), f"{match.group()} {match.group()}")


_CONTRACTED = re.compile(
    r"(?<= )(?:(d)[oa]s?|(n)[oa]s?|(a)os?|(à)s?|(p)el[oa]s?|(d)est[ea]s?|(n)est[ea]s?)(?= [a-zà-ÿ])"
)
_SIMPLE = {"d": ("de",), "n": ("em",), "a": ("a", "para"), "à": ("para",), "p": ("por",)}


def doubled_preposition(text: str, chance: Random) -> Planted | None:
    """The preposition of a contraction before it, or its article after it."""
    match = _some(_CONTRACTED, text, chance)
    if match is None:
        return None
    form = match.group()
    article = re.search(r"(?:o|a)s?$", form)
    if chance.random() < 0.3 and form[0] in "dnp" and article and "st" not in form:
        return _put(text, match.start(), match.end(), f"{form} {article.group()}")
    simple = chance.choice(_SIMPLE[form[0]])
    return _put(text, match.start(), match.end(), f"{simple} {form}")


_LITTLE = "(?:d[oa]s?|n[oa]s?|aos?|às?|pel[ao]s?|de|em|com|para|por)"
_LAST_NOUN = re.compile(rf"(?<= ){_LITTLE}( [a-zà-ÿ]{{3,}})(?=\.$)")
_NOUN_BETWEEN = re.compile(
    r"(?<= )(?:d[oa]s?|n[oa]s?|aos?|às)( [a-zà-ÿ]{3,})"
    r"(?= (?:em|com|para|por|no|na|nos|nas|pel[oa]s?) )"
)


def missing_word(text: str, chance: Random) -> Planted | None:
    """The noun goes that stood between a preposition and a stop or another preposition."""
    match = _LAST_NOUN.search(text) or _some(_NOUN_BETWEEN, text, chance)
    if match is None:
        return None
    before = match.start()
    cut = text[: match.start(1)] + text[match.end(1) :]
    return Planted(cut, before, min(len(cut), match.start(1) + 1))


_MARK = re.compile(r"(?<=[a-zà-ÿ])[,;](?= [a-zà-ÿ])|(?<=[a-zà-ÿ])[.?!]$")
_BRACKETED = re.compile(r"\((?=\w)|(?<=\w)\)")


def spacing(text: str, chance: Random) -> Planted | None:
    """A space before a mark, none after it, or one inside a bracket."""
    match = _some(_MARK if chance.random() < 0.9 else _BRACKETED, text, chance)
    if match is None:
        return None
    at, mark = match.start(), match.group()
    if mark == "(":
        return _put(text, at, at + 1, "( ")
    if mark in ",;" and chance.random() < 0.5:
        return _put(text, at, at + 2, mark)
    return _put(text, at, at + 1, f" {mark}")


_WRONG_MARKS = {
    ",": (",,", ", ,", ",;", ";,", ",."),
    ";": (";;", ";,"),
    ".": ("..", ",.", ";."),
    "?": ("?.", ",?"),
    "!": ("!.", ",!"),
}


def repeated_marks(text: str, chance: Random) -> Planted | None:
    match = _some(_MARK, text, chance)
    if match is None:
        return None
    return _put(text, match.start(), match.end(), chance.choice(_WRONG_MARKS[match.group()]))


_PAIRED = re.compile(r"\([^()]{2,}\)|“[^“”]{2,}”|«[^«»]{2,}»|\"[^\"]{2,}\"")


def unbalanced(text: str, chance: Random) -> Planted | None:
    """One mark of a pair goes."""
    match = _some(_PAIRED, text, chance)
    if match is None or text.count(match.group()[0]) > 2:
        return None
    gone = chance.choice((match.start(), match.end() - 1))
    left = match.end() - 2 if gone == match.start() else match.start()
    return Planted(text[:gone] + text[gone + 1 :], left, left + 1)


_START = re.compile(r"[A-ZÀ-Þ][a-zà-ÿ]*(?= [a-zà-ÿ])")


def lower_case_start(text: str, chance: Random) -> Planted | None:
    """The capital goes, from the only sentence or from one that follows another."""
    match = _START.match(text)
    if match is None or not text.endswith("."):
        return None
    before = "A notícia correu depressa pela cidade. " if chance.random() < 0.5 else ""
    small = text[0].lower() + text[1:]
    return Planted(before + small, len(before), len(before) + match.end())


_REDUNDANT: Sequence[tuple[re.Pattern[str], str]] = tuple(
    (re.compile(pattern), addition)
    for pattern, addition in (
        (r"\bhá [a-zà-ÿ0-9]+ (?:anos|meses|dias|semanas|horas|décadas)\b(?! atrás)", " atrás"),
        (r"\b(?:sub(?:iu|ir|iram|indo|ia)|sobe|sobem)\b", " para cima"),
        (r"\b(?:desc(?:eu|er|eram|endo|ia)|desce|descem)\b", " para baixo"),
        (r"\b(?:saiu|sair|saíram|saindo|sai|saem)\b", " para fora"),
        (r"\b(?:entrou|entrar|entraram|entrando|entra|entram)\b", " para dentro"),
        (r"\b(?:recuou|recuar|recuaram|avançou|avançar|avançaram)\b", " para trás"),
        (
            r"\bregress(?:ou|ar|aram)\b|\bretorn(?:ou|ar|aram)\b|\bdevolv(?:eu|er|eram)\b",
            " de volta",
        ),
        (r"\bmas\b(?!,)", " porém"),
        (r"\b[Mm]as\b", " no entanto"),
        (r"\bambos\b", " os dois"),
        (r"\bconclusão\b", " final"),
        (r"\bplanos\b", " para o futuro"),
        (r"\bsurpresas?\b(?= |\.)", " inesperada"),
        (r"\bunanimidade\b", " de todos"),
        (r"\bprotagonistas?\b", " principal"),
        (r"\bmultidão\b(?! de)", " de pessoas"),
        (r"\bmonopólios?\b", " exclusivo"),
        (r"\bencar(?:ar|ou|aram|ando|a|am)\b", " de frente"),
    )
)


def pleonasm(text: str, chance: Random) -> Planted | None:
    """What a word says already is said again after it."""
    places = [
        (match.start(), match.end(), addition)
        for pattern, addition in _REDUNDANT
        for match in pattern.finditer(text)
        if not text.startswith(" de ", match.end())
    ]
    if not places:
        return None
    start, end, addition = chance.choice(places)
    addition = addition.replace("para trás", "para a frente") if text[start] == "a" else addition
    return Planted(text[:end] + addition + text[end:], start, end + len(addition))


# ------------------------------------------------------------------ GRA5xx: consistency

_OTHER_VARIANT: Sequence[tuple[str, str]] = (
    ("facto", "fato"),
    ("equipa", "equipe"),
    ("registo", "registro"),
    ("contacto", "contato"),
    ("utilizador", "usuário"),
    ("económico", "econômico"),
    ("económica", "econômica"),
    ("prémio", "prêmio"),
    ("género", "gênero"),
    ("milénio", "milênio"),
    ("planear", "planejar"),
    ("desporto", "esporte"),
    ("bebé", "bebê"),
    ("comité", "comitê"),
    ("fenómeno", "fenômeno"),
    ("polémica", "polêmica"),
    ("académico", "acadêmico"),
    ("Nova Iorque", "Nova York"),
    ("secção", "seção"),
    ("quilómetros", "quilômetros"),
    ("António", "Antônio"),
    ("mil milhões", "bilhões"),
)


#: a text has a usual way of writing from so many uses of it
_USUAL = 3


def _exchange(text: str, pairs: Sequence[tuple[str, str]], chance: Random) -> Planted | None:
    """One spelling for the other in one place outside quotations.

    The text must keep `_USUAL` more uses of the first spellings and have none of the second.
    """
    if any(re.search(rf"\b{new}\b", text) for _, new in pairs):
        return None
    places = [(match, new) for old, new in pairs for match in re.finditer(rf"\b{old}\b", text)]
    free = [(match, new) for match, new in places if not _is_quoted(text, match.start())]
    if not free or len(free) <= _USUAL:
        return None
    match, new = chance.choice(free)
    return _put(text, match.start(), match.end(), new)


def _is_quoted(text: str, at: int) -> bool:
    return text.count('"', 0, at) % 2 == 1 or text.count("“", 0, at) > text.count("”", 0, at)


def other_variant(text: str, chance: Random) -> Planted | None:
    back = [(brazilian, european) for european, brazilian in _OTHER_VARIANT]
    return _exchange(text, _OTHER_VARIANT, chance) or _exchange(text, back, chance)


_CHANGED = """acção/ação acções/ações activo/ativo actual/atual actualmente/atualmente
    actividade/atividade adoptar/adotar direcção/direção directo/direto director/diretor
    eléctrico/elétrico electrónico/eletrónico exacto/exato excepto/exceto factor/fator
    factores/fatores objectivo/objetivo óptimo/ótimo projecto/projeto protecção/proteção
    seleccionar/selecionar selecção/seleção tecto/teto actor/ator actriz/atriz colectivo/coletivo"""
_CHANGED_IN_BRAZIL = """idéia/ideia idéias/ideias assembléia/assembleia européia/europeia
    freqüente/frequente freqüência/frequência freqüentemente/frequentemente vôo/voo vôos/voos
    conseqüência/consequência conseqüências/consequências tranqüilo/tranquilo cinqüenta/cinquenta
    seqüência/sequência vêem/veem lêem/leem"""


def _pairs(changed: str) -> list[tuple[str, str]]:
    """(present, former) spellings."""
    return [(present, former) for former, _, present in map(_cut_at_slash, changed.split())]


def _cut_at_slash(pair: str) -> tuple[str, str, str]:
    return pair.partition("/")


def former_spelling(text: str, chance: Random) -> Planted | None:
    return _exchange(text, _pairs(_CHANGED), chance) or _exchange(
        text, _pairs(_CHANGED_IN_BRAZIL), chance
    )


_NAME = re.compile(r"(?<=[a-zà-ÿ,] )[A-ZÀ-Þ][a-zà-ÿ]{4,}(?: [A-ZÀ-Þ][a-zà-ÿ]{4,})?\b")
_ACCENT = str.maketrans("áàâãéêíóôõúç", "aaaaeeiooouc")


def name_spelling(text: str, chance: Random) -> Planted | None:
    """A name that stands four times or more loses its accent, or a letter if it is a long one."""
    found = list(_NAME.finditer(text))
    places = [
        match
        for match in found
        if sum(match.group() == other.group() for other in found) >= 4
        and (" " in match.group() or match.group().translate(_ACCENT) != match.group())
    ]
    if not places:
        return None
    match = chance.choice(places)
    plain = match.group().translate(_ACCENT)
    if plain == match.group():
        at = match.group().index(" ") + 3
        plain = plain[:at] + plain[at + 1 :]
    if re.search(rf"\b{plain}\b", text):
        return None
    return _put(text, match.start(), match.end(), plain)


# ------------------------------------------------------------------ GRA2xx: government and forms

#: what is found, and what may stand instead: forms, or a way to make them of the match
Slip = tuple[str, Sequence[str] | Callable[[re.Match[str]], str]]


def _slips(*slips: Slip, within: str = "", document: bool = False) -> Planter:
    """A planter that makes one of the slips that fit, the rare as often as the common.

    `within`: what the text must hold.
    """
    needed = re.compile(within)
    patterns = [(re.compile(pattern), new) for pattern, new in slips]

    def plant(text: str, chance: Random) -> Planted | None:
        fitting = [
            (found, new)
            for pattern, new in patterns
            if (found := [match for match in pattern.finditer(text) if _is_free(text, match)])
        ]
        if not fitting or not needed.search(text):
            return None
        found, new = chance.choice(fitting)
        match = chance.choice(found)
        wrong = new(match) if callable(new) else chance.choice(new)
        if match.group()[0].isupper():
            wrong = wrong[0].upper() + wrong[1:]
        return _put(text, match.start(), match.end(), wrong)

    return Planter(plant, document)


def _is_free(text: str, match: re.Match[str]) -> bool:
    """Whether no hyphen or apostrophe ties the match to its neighbours."""
    near = text[max(0, match.start() - 1) : match.start()] + text[match.end() : match.end() + 1]
    return not set(near) & set("-'’")


_INFINITIVE = r"[a-zà-ÿ]{2,}(?:ar|er|ir)(?= (?!e\b|ou\b))"
_NO_VERB = r"(?!mulher|qualquer|lugar|par\b|bazar|altar|lar\b|mar\b|ar\b|poder\b|dever\b)"
_BEFORE_NUMBER = (
    r"(?= (?:\d+|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|vinte|trinta|cem|muitos|"
    r"muito|pouco|poucos|poucas|alguns|algumas|vários|várias|cerca de|mais de|quase|um|uma) "
    r"(?:\w+ )?(?:ano|mês|mes|dia|semana|hora|minuto|década|século|tempo))"
)

crase = _slips(
    (r"\b[Àà](?= (?!sua|minha|tua|nossa|sua)[a-zà-ÿ])(?<!até à)", ("a",)),
    (r"\b[Àà]s(?= (?!suas|minhas|nossas)[a-zà-ÿ\d])(?<!até às)", ("as",)),
    (rf"(?<= )a(?= {_NO_VERB}{_INFINITIVE})", ("à",)),
    (
        r"(?<= )a(?= (?:ele|ela|eles|elas|cada|todos|todas|qualquer|quem|essa|esta|este|esse|isso|"
        r"si|mim|partir|respeito|longo|curto|nível|pé|cerca|ponto|tempo|pessoas|empresas)\b)",
        ("à",),
    ),
)
a_or_ha = _slips(
    (rf"\b[Hh]á{_BEFORE_NUMBER}", ("a",)),
    (r"\b[Hh]á(?= (?:muitos|muitas|vários|várias|alguns|poucos|tantos|um|uma)\b)", ("a",)),
    (r"\bdaqui a\b", ("daqui há",)),
    (rf"(?<= )a(?= {_NO_VERB}{_INFINITIVE})", ("há",)),
)
mal_or_mau = _slips(
    (r"\bmal\b", ("mau",)),
    (r"\bmau\b", ("mal",)),
    (r"\bbem(?= [a-zà-ÿ]+[aiu]d[oa]s?\b)", ("mau",)),
    (r"\b(?<=um )(?:bom|grande|novo)(?= [a-zà-ÿ]{4,})", ("mal",)),
    (r"\bmuito bem(?=[.,])", ("muito mau",)),
)
mas_or_mais = _slips((r"\b[Mm]as\b", ("mais",)), (r"(?<= )mais\b", ("mas",)))
onde_or_aonde = _slips(
    (r"\b[Oo]nde(?! (?:[\w-]+ ){0,4}(?:vai|vão|foi|foram|ir\b|ia|cheg|lev|volt|envi|quer))",
     ("aonde",)),
)  # fmt: skip
four_whys = _slips(
    (r"(?<=[a-zà-ÿ,] )porque(?= [a-zà-ÿ])", ("por que", "por quê", "porquê")),
    (r"\bo porquê\b", ("o porque",)),
    (r"\bpor que(?= (?:motivo|razão))", ("porque",)),
    (r"(?<= )uma vez que\b|(?<=, )pois(?= )|(?<= )já que\b", ("por que", "porquê")),
)
para_mim = _slips(
    (
        rf"(?<=[a-zà-ÿ]{{4}} )para(?= {_NO_VERB}{_INFINITIVE})"
        r"(?<!importante para)(?<!difícil para)(?<!fácil para)(?<!possível para)",
        ("para mim", "para mim", "para ti"),
    ),
)
entre_eu = _slips(
    (r"\bentre (?:[oa]s? )?[\w-]+(?= e )", ("entre eu", "entre tu")),
    (r"(?<= )(?:para|sem|contra|sobre|perante) (?:ele|ela|mim|eles|elas|si)(?=[.,;])",
     ("para eu", "contra eu", "sem eu")),
    (r"\ba (?:ele|ela|mim)(?=[.,;])", ("a eu",)),
)  # fmt: skip
senao = _slips(
    (r"\b[Ss]e não(?= [a-zà-ÿ])", ("senão",)),
    (r"\bsenão\b", ("se não",)),
    (r"\b[Ss]e(?= (?:for|fosse|houver|houvesse|tiver|tivesse|puder|quiser)\b)", ("senão",)),
    (r"(?<=nada) além de\b|(?<=nenhuma) exceto\b", (" se não",)),
)
tem = _slips(
    (r"\btêm\b", ("tem",)), (r"\btem\b", ("têm",)),
    (r"\bvêm\b", ("vem",)), (r"\bvem\b", ("vêm",)),
    (r"\b(?:man|con|ob|de|sus)têm\b", lambda match: match.group().replace("ê", "é")),
    (r"\b(?:man|con|ob|de|sus)tém\b", lambda match: match.group().replace("é", "ê")),
)  # fmt: skip

_FUTURE_SUBJUNCTIVE = {
    "tiver": "ter", "fizer": "fazer", "quiser": "querer", "puder": "poder", "for": "ser",
    "houver": "haver", "estiver": "estar", "der": "dar", "disser": "dizer", "souber": "saber",
    "vier": "vir", "trouxer": "trazer", "puser": "pôr", "couber": "caber", "vir": "ver",
    "mantiver": "manter", "obtiver": "obter",
}  # fmt: skip
_FUTURE = "|".join(_FUTURE_SUBJUNCTIVE)


def _as_infinitive(match: re.Match[str]) -> str:
    form = match.group(2)
    ending = next(end for end in ("em", "mos", "") if form.endswith(end))
    stem = form.removesuffix(ending)
    infinitive = _FUTURE_SUBJUNCTIVE[stem].replace("ô", "o" if ending else "ô")
    return f"{match.group(1)}{infinitive}{ending}"


future_subjunctive = _slips(
    (
        rf"\b((?:[Ss]e|[Qq]uando|[Ee]nquanto|[Aa]ssim que) (?:[\w]+ ){{0,3}}?)"
        rf"((?:{_FUTURE})(?:em|mos)?)\b",
        _as_infinitive,
    ),
    (rf"\b(quem )((?:{_FUTURE})(?:em)?)\b", _as_infinitive),
)
personal_infinitive = _slips(
    (
        r"\b((?:podem|devem|vão|querem|conseguem|pretendem|poderão|poderiam|deveriam|puderam|"
        rf"precisam|esperam|tentam|costumam|iriam|deverão) )({_INFINITIVE})",
        lambda match: match.group() + "em",
    ),
    (r"\b((?:vamos|podemos|devemos|queremos|precisamos|temos de|temos que|conseguimos) )"
     rf"({_INFINITIVE})", lambda match: match.group() + "mos"),
    (r"\bpara (eles|elas) ([a-zà-ÿ]+[aei]r)em\b",
     lambda match: f"para {match.group(1)} {match.group(2)}"),
)  # fmt: skip

_SER = r"(?<=\b)((?:foi|foram|ser|serem|será|serão|sido|é|são|seja|fosse|era|eram|sendo) )"
_TER = r"(?<=\b)((?:ter|tem|têm|tinha|tinham|havia|haviam|tenha|tenham|tendo|teria|teriam) )"


def _doubled(regular: str, irregular: str, auxiliary: str = _SER) -> Slip:
    return (
        rf"{auxiliary}{irregular}([oae]s?)?\b",
        lambda match: match.group(1) + regular + (match.group(2) or "o").replace("e", "o"),
    )


participles = _slips(
    _doubled("pagad", "pag"), _doubled("prendid", "pres"), _doubled("matad", "mort"),
    _doubled("elegid", "eleit"), _doubled("entregad", "entregu"), _doubled("aceitad", "aceit"),
    _doubled("expulsad", "expuls"), _doubled("ganhad", "ganh"), _doubled("gastad", "gast"),
    _doubled("suspendid", "suspens"), _doubled("salvad", "salv"), _doubled("fazid", "feit"),
    _doubled("abrid", "abert"), _doubled("escrevid", "escrit"), _doubled("dizid", "dit"),
    _doubled("cobrid", "cobert"), _doubled("ponhad", "post"), _doubled("descobrid", "descobert"),
    _doubled("fazid", "feit", _TER), _doubled("dizid", "dit", _TER),
    _doubled("abrid", "abert", _TER),    _doubled("vid", "vist", _TER),
    _doubled("escrevid", "escrit", _TER),
    (rf"{_TER}chegado\b", lambda match: f"{match.group(1)}chego"),
    (rf"{_TER}trazido\b", lambda match: f"{match.group(1)}trago"),
)  # fmt: skip
government = _slips(
    (r"\b(?:disse|afirmou|acredita|acreditam|acha|pensa|diz|dizem|disseram|sabe|espera|considera|"
     r"explicou|acrescentou|revelou|indica|mostra|garante|anunciou) que\b",
     lambda match: match.group().replace(" que", " de que")),
    (r"\b(?:implica|implicam|implicou|implicaria|implicar|acarreta|acarretou|acarretar)(?= )",
     lambda match: f"{match.group()} em"),
    (r"\b((?:obede|assist|aspir)\w+ )(aos?|às?)\b",
     lambda match: match.group(1) + match.group(2).replace("ao", "o").replace("à", "a")),
    (r"\b((?:prefere|preferem|preferiu|preferir|prefiro) (?:\w+ ){1,3})a (?=\w+r\b)",
     lambda match: f"{match.group(1)}do que "),
)  # fmt: skip
common_confusion = _slips(
    (r"\b[Vv]iagem\b", ("viajem",)), (r"\b[Hh]ouve\b", ("ouve",)), (r"\b[Nn]ós\b", ("nos",)),
    (r"\bperda\b", ("perca",)), (r"\b[Ss]essão\b", ("seção", "cessão")),
    (r"\btraz\b", ("trás",)), (r"\btrás\b", ("traz",)),
    (r"\b[Cc]om certeza\b", ("concerteza",)), (r"\b[Dd]e repente\b", ("derrepente",)),
    (r"\b[Pp]or isso\b", ("porisso",)), (r"\b[Aa] partir\b", ("apartir",)),
    (r"\bconselho\b", ("concelho",)), (r"\b[Aa]través\b", ("atravéz",)),
    (r"\b[Ss]em(?= )", ("cem",)), (r"(?<= )vez\b", ("vês",)), (r"\b[Ee]nquanto\b", ("em quanto",)),
    (r"\b[Cc]ontudo\b", ("com tudo",)), (r"(?<= )dá\b", ("da",)), (r"\bmandato\b", ("mandado",)),
    (r"\bexceção\b", ("excessão",)), (r"\bprivilégios?\b", ("previlégio",)),
    (r"\btráfico\b", ("tráfego",)), (r"\btráfego\b", ("tráfico",)),
    (r"\bdescrição\b", ("discrição",)), (r"\biminente\b", ("eminente",)),
    (r"\bseja\b", ("seje",)), (r"\besteja\b", ("esteje",)), (r"\bmenos\b", ("menas",)),
    (r"\bsede\b", ("cede",)), (r"\bhora\b", ("ora",)), (r"\bassento\b", ("acento",)),
    (r"\bdemais\b", ("de mais",)), (r"(?<= )sob\b", ("sobre",)),
    (r"(?<= )antes(?= d)", ("ante",)), (r"\bpôr\b", ("por",)), (r"\bsequer\b", ("se quer",)),
    (r"\bhaja\b", ("aja",)), (r"\bcenso\b", ("senso",)), (r"\bsenso\b", ("censo",)),
)  # fmt: skip

half_or_enclosed = _slips(
    (r"\b((?:é|está|estava|era|foi|ficou|parece) )(?:muito|tão|bastante|um pouco|mais) "
     r"(?=[a-zà-ÿ]+a\b(?! de))", lambda match: f"{match.group(1)}meia "),
    (r"\b((?:são|estão|estavam|eram|foram|ficaram|parecem) )(?:muito|tão|bastante|um pouco|mais) "
     r"(?=[a-zà-ÿ]+os\b)", lambda match: f"{match.group(1)}meios "),
    (r"\b[Mm]eia(?= (?:hora|dúzia|garrafa|noite|tonelada))", ("meio",)),
    (r"\b[Ee]m anexo\b", ("em anexos",)),
)  # fmt: skip

# ------------------------------------------------------------------ GRA3xx: clitics

_ATTRACTS = (
    r"(?:não|nunca|que|quando|porque|já|também|quem|como|onde|ainda|enquanto|embora|ninguém|"
    r"tudo|nada|só|jamais|nem|talvez|sempre)"
)
_FINITE_VERB = r"(?![a-zà-ÿ]+(?:[aei]r|ndo)\b)[a-zà-ÿ]{3,}"
_PRONOUN = r"(?:me|te|se|lhes?|vos)"


def _enclitic(match: re.Match[str]) -> str:
    return f"{match.group(1)}{match.group(3)}-{match.group(2)}"


proclisis = _slips((rf"\b({_ATTRACTS} )({_PRONOUN}) ({_FINITE_VERB})(?= |[,.])", _enclitic))
opening_clitic = _slips(
    (r"(?:(?<=[.?!]\s)|(?<=\n))([A-ZÀ-Þ][a-zà-ÿ]+)-(me|te|lhe|lhes|se|nos)(?= )",
     lambda match: f"{match.group(2)} {match.group(1).lower()}"),
    within=r"\b(?:facto|equipas?|(?:está|estão|estava) a [a-z]+r)\b", document=True,
)  # fmt: skip
_NO_FUTURE = r"(?![a-zà-ÿ]*(?:quer|orr|fer|ger|quir|var)ia)"
enclitic_future = _slips(
    (rf"\b({_PRONOUN}) ({_NO_FUTURE}[a-zà-ÿ]{{2,}}r(?:á|ão|emos|ia|iam))\b",
     lambda match: f"{match.group(2)}-{match.group(1)}"),
    (rf"\b([a-zà-ÿ]+[aei]r)-({_PRONOUN})-(á|ão|ei|emos|ia|iam)\b",
     lambda match: f"{match.group(1)}{match.group(3)}-{match.group(2)}"),
)  # fmt: skip
_HAVING = r"(?:ter|tem|têm|tinha|tinham|havia|haviam|tenha|tenham|teria|teriam|tivesse|terá|terão)"
enclitic_participle = _slips(
    (rf"\b({_PRONOUN}) ({_HAVING}) ([a-zà-ÿ]+[aí]do|dito|feito|posto|visto|aberto)\b",
     lambda match: f"{match.group(2)} {match.group(3)}-{match.group(1)}"),
    (rf"\b({_HAVING})-({_PRONOUN}) ([a-zà-ÿ]+[aí]do|dito|feito|posto|visto|aberto)\b",
     lambda match: f"{match.group(1)} {match.group(3)}-{match.group(2)}"),
)  # fmt: skip


# ------------------------------------------------------------------ all planters

# ------------------------------------------------------------------ GRA1xx: agreement

_ARTICLES = """o a os as|um uma uns umas|do da dos das|no na nos nas|ao à aos às
pelo pela pelos pelas|este esta estes estas|esse essa esses essas|seu sua seus suas
nosso nossa nossos nossas|outro outra outros outras|deste desta destes destas"""
_ROWS = [row.split() for row in _ARTICLES.replace("\n", "|").split("|")]
_FEMALE = "(?:ção|são|dade|ância|ência|agem|ura)"
_FEMALES = "(?:ções|sões|dades|âncias|ências|agens|uras)"
_MALE, _MALES = "(?:mento|ismo|tor|dor)", "(?:mentos|ismos|tores|dores)"
_NOUN_GROUPS = (
    (re.compile(rf"(?<= )[a-zà-ÿ]+(?= [a-zà-ÿ]{{2,}}{_MALE}\b)"), 0),
    (re.compile(rf"(?<= )[a-zà-ÿ]+(?= [a-zà-ÿ]{{2,}}{_FEMALE}\b)"), 1),
    (re.compile(rf"(?<= )[a-zà-ÿ]+(?= [a-zà-ÿ]{{2,}}{_MALES}\b)"), 2),
    (re.compile(rf"(?<= )[a-zà-ÿ]+(?= [a-zà-ÿ]{{2,}}{_FEMALES}\b)"), 3),
)


def determiner_noun(text: str, chance: Random) -> Planted | None:
    """A determiner before a noun whose ending tells its gender takes the other gender or number."""
    places = [
        (match, row, own)
        for pattern, own in _NOUN_GROUPS
        for match in pattern.finditer(text)
        for row in _ROWS
        if row[own] == match.group()
    ]
    if not places:
        return None
    match, row, own = chance.choice(places)
    new = row[chance.choice((own ^ 1, own ^ 2))]
    return _put(text, match.start(), match.end(), new)


_ADJECTIVES = (
    re.compile(
        rf"(?<= )[a-zà-ÿ]{{2,}}{_FEMALE} [a-zà-ÿ]{{2,}}(?:ica|iva|osa|ária|[ai]da|nova|eira)\b"
    ),
    re.compile(
        rf"(?<= )[a-zà-ÿ]{{2,}}{_FEMALES} "
        r"[a-zà-ÿ]{2,}(?:icas|ivas|osas|árias|adas|idas|tivas|novas|eiras)\b"
    ),
    re.compile(rf"(?<= )[a-zà-ÿ]{{2,}}{_MALE} [a-zà-ÿ]{{2,}}(?:ico|ivo|oso|ário|ado|ido|eiro)\b"),
    re.compile(
        rf"(?<= )[a-zà-ÿ]{{2,}}{_MALES} [a-zà-ÿ]{{2,}}(?:icos|ivos|osos|ários|ados|idos|eiros)\b"
    ),
)


def adjective_noun(text: str, chance: Random) -> Planted | None:
    """An adjective after such a noun takes the other gender or number."""
    places = [match for pattern in _ADJECTIVES for match in pattern.finditer(text)]
    if not places:
        return None
    match = chance.choice(places)
    start = text.index(" ", match.start()) + 1
    return _put(text, start, match.end(), _other_ending(text[start : match.end()], chance))


def _other_ending(form: str, chance: Random) -> str:
    """ "nova": "novo" or "novas"."""
    if chance.random() < 0.5:
        return form[:-1] if form.endswith("s") else f"{form}s"
    stem, ending = (form[:-2], form[-2:]) if form.endswith("s") else (form[:-1], form[-1:])
    return stem + ending.translate(str.maketrans("oa", "ao"))


#: what a clause may open with
_OPENING = r"(?:(?<=^)|(?<=[,;] )|(?<= que )|(?<= se )|(?<= mas )|(?<=uando )|(?<=orque ))"
_OF = r"(?: d[eoa]s? [a-zà-ÿ]{3,})?(?: [A-Z][a-zà-ÿ]+){0,2}"
_SUBJECT = rf"{_OPENING}(?:Os?|As?|os?|as?) (?!qua|que)[a-zà-ÿ]{{3,}}{_OF}"
_OF_SUBJECT = re.compile(
    rf"{_SUBJECT} (?:é|são|foi|foram|está|estão|estava|estavam|era|eram|ficou|ficaram) "
    r"(?:muito |mais |bem )?([a-zà-ÿ]{2,}(?:ad|id|os|iv|ic|ári)(?:os?|as?))\b"
)


_ONE_IS = re.compile(r"(?<= )(?:é|foi|está|era|estava|será|ficou) ([a-zà-ÿ]{2,}[ai]d[oa])\b")
_MANY_ARE = re.compile(
    r"(?<= )(?:são|foram|estão|eram|estavam|serão|ficaram) ([a-zà-ÿ]{2,}[ai]d[oa]s)\b"
)


def predicative(text: str, chance: Random) -> Planted | None:
    """What is said of a subject with article takes the other gender or number.

    Where the subject stands elsewhere the number, which the verb shows.
    """
    match = _some(_OF_SUBJECT, text, chance)
    if match is not None:
        new = _other_ending(match.group(1), chance)
    elif match := _some(_ONE_IS, text, chance):
        new = f"{match.group(1)}s"
    elif match := _some(_MANY_ARE, text, chance):
        new = match.group(1).removesuffix("s")
    if match is None:
        return None
    return _put(text, match.start(1), match.end(1), new)


_NUMBERS = """é/são foi/foram está/estão estava/estavam era/eram pode/podem deve/devem vai/vão
    tinha/tinham fez/fizeram disse/disseram será/serão ficou/ficaram começou/começaram
    continua/continuam parece/parecem precisa/precisam mostra/mostram recebeu/receberam
    chegou/chegaram afirmou/afirmaram faz/fazem quer/querem passou/passaram poderia/poderiam
    deveria/deveriam trabalha/trabalham revelou/revelaram decidiu/decidiram perdeu/perderam"""
_PLURALS = dict(pair.split("/") for pair in _NUMBERS.split())
_SINGULARS = {plural: singular for singular, plural in _PLURALS.items()}
_SUBJECT_VERB = re.compile(
    rf"{_OPENING}[OoAa] (?!que)[a-zà-ÿ]{{3,}}[^s\W]{_OF} ({'|'.join(_PLURALS)})\b"
    rf"|{_OPENING}(?:[Oo]s|[Aa]s) [a-zà-ÿ]{{3,}}s{_OF} ({'|'.join(_SINGULARS)})\b"
)


def subject_verb_number(text: str, chance: Random) -> Planted | None:
    """A verb right after its subject takes the other number."""
    match = _some(_SUBJECT_VERB, text, chance)
    if match is None:
        return None
    group = 1 if match.group(1) else 2
    form = match.group(group)
    return _put(text, match.start(group), match.end(group), (_PLURALS | _SINGULARS)[form])


_FIRST = """é/sou foi/fui está/estou estão/estamos são/somos foram/fomos estavam/estávamos
    eram/éramos pode/posso podem/podemos deve/devo devem/devemos vai/vou vão/vamos tinham/tínhamos
    fez/fiz fizeram/fizemos serão/seremos será/serei ficou/fiquei ficaram/ficamos começou/comecei
    começaram/começamos continuam/continuamos precisam/precisamos recebeu/recebi
    receberam/recebemos chegou/cheguei chegaram/chegamos afirmou/afirmei afirmaram/afirmamos
    fazem/fazemos querem/queremos passou/passei passaram/passamos trabalham/trabalhamos
    decidiu/decidi decidiram/decidimos perdeu/perdi perderam/perdemos"""
_FIRSTS = dict(pair.split("/") for pair in _FIRST.split())
_SUBJECT_PERSON = re.compile(rf"{_SUBJECT} ({'|'.join(_FIRSTS)})\b")


def subject_verb_person(text: str, chance: Random) -> Planted | None:
    """A verb right after its subject takes the first person."""
    match = _some(_SUBJECT_PERSON, text, chance)
    if match is None:
        return None
    return _put(text, match.start(1), match.end(1), _FIRSTS[match.group(1)])


PLANTERS: Mapping[str, Planter] = {
    "GRA101": Planter(determiner_noun),
    "GRA102": Planter(adjective_noun),
    "GRA103": Planter(predicative),
    "GRA104": Planter(subject_verb_number),
    "GRA105": Planter(subject_verb_person),
    "GRA401": Planter(doubled_word),
    "GRA402": Planter(doubled_preposition),
    "GRA403": Planter(missing_word),
    "GRA404": Planter(spacing),
    "GRA405": Planter(repeated_marks),
    "GRA406": Planter(unbalanced),
    "GRA407": Planter(lower_case_start),
    "GRA408": Planter(pleonasm),
    "GRA501": Planter(other_variant, document=True),
    "GRA502": Planter(former_spelling, document=True),
    "GRA506": Planter(name_spelling, document=True),
    "GRA201": crase,
    "GRA202": a_or_ha,
    "GRA203": mal_or_mau,
    "GRA204": mas_or_mais,
    "GRA205": onde_or_aonde,
    "GRA206": four_whys,
    "GRA207": para_mim,
    "GRA208": entre_eu,
    "GRA209": senao,
    "GRA212": tem,
    "GRA213": future_subjunctive,
    "GRA214": personal_infinitive,
    "GRA215": participles,
    "GRA216": government,
    "GRA217": common_confusion,
    "GRA301": proclisis,
    "GRA302": opening_clitic,
    "GRA303": enclitic_future,
    "GRA304": enclitic_participle,
    "GRA218": half_or_enclosed,
}
