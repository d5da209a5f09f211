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


PLANTERS: Mapping[str, Planter] = {
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
}
