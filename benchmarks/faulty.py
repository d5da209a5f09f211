"""Faults planted into translations, one in a segment, and files made of segments.

A planter is given a segment and a source of chance and returns the translation with one fault in
it, or None where the fault cannot occur. Planters know Portuguese, not the rules: they share no
table with them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple


class Segment(NamedTuple):
    """A segment of the source with its translation; `reference` is another one, if there is."""

    source: str
    target: str
    reference: str | None = None


class Text(NamedTuple):
    """The segments of a document; `variant` is the target's, as "pt-BR", "" where unknown."""

    name: str
    segments: Sequence[Segment]
    variant: str = ""

    @property
    def has_other(self) -> bool:
        """Whether there is another translation."""
        return self.segments[0].reference is not None


Planter = Callable[[Segment, Random], str | None]


def _put(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


# ------------------------------------------------------------------ one segment

#: a number in figures that is part of no name
_FIGURES = re.compile(r"(?<![\w.,-])\d+(?:[.,]\d+)*(?![\w-])")


def number_changed(segment: Segment, chance: Random) -> str | None:
    """One figure of a number is another; the number is then nowhere in the source."""
    places = list(_FIGURES.finditer(segment.target))
    if not places:
        return None
    match = chance.choice(places)
    at = chance.choice([i for i in range(*match.span()) if segment.target[i].isdigit()])
    least = 1 if at == match.start() else 0
    figures = [str(n) for n in range(least, 10) if str(n) != segment.target[at]]
    changed = _put(segment.target, at, at + 1, chance.choice(figures))
    number = changed[match.start() : match.end()]
    return None if re.search(rf"(?<!\d){re.escape(number)}(?!\d)", segment.source) else changed


def left_in_english(segment: Segment, chance: Random) -> str | None:
    return segment.source if len(re.findall(r"[a-z]{2,}", segment.source)) >= 4 else None


_NEGATED = re.compile(r"\b(?:not|n[o’']t|never|cannot|\w+n[’']t)\b", re.IGNORECASE)
_NOT = re.compile(r"\b[Nn]ão (?=[a-zà-ÿ])")


def negation_removed(segment: Segment, chance: Random) -> str | None:
    """The only «não» before a word goes, where the source negates too."""
    places = list(_NOT.finditer(segment.target))
    if len(places) != 1 or not _NEGATED.search(segment.source):
        return None
    cut = _put(segment.target, *places[0].span(), "")
    return cut[:1].upper() + cut[1:] if places[0].start() == 0 else cut


#: European | Brazilian; "~" where the European text of before 1990 has the Brazilian form as well
_VARIANTS = """
    facto fato| factos fatos| equipa equipe| equipas equipes| registo registro| registos
    registros| registado registrado| registada registrada| registou registrou| contacto contato|
    contactos contatos| utilizador usuário| utilizadores usuários| económico econômico| económica
    econômica| económicos econômicos| económicas econômicas| prémio prêmio| prémios prêmios|
    género gênero| géneros gêneros| milénio milênio| planear planejar| planeado planejado|
    planeamento planejamento| desporto esporte| desportivo esportivo| bebé bebê| bebés bebês|
    comité comitê| fenómeno fenômeno| fenómenos fenômenos| polémica polêmica| académico acadêmico|
    académica acadêmica| secção seção| secções seções| quilómetros quilômetros| António Antônio|
    anónimo anônimo| autónomo autônomo| húmido úmido| humidade umidade| indemnização indenização|
    amnistia anistia| connosco conosco| subtil sutil| dezasseis dezesseis| dezassete dezessete|
    dezanove dezenove| sinónimo sinônimo| crónico crônico| crónica crônica| crónicos crônicos|
    crónicas crônicas| eletrónico eletrônico| eletrónica eletrônica| eletrónicos eletrônicos|
    harmónico harmônico| oxigénio oxigênio| hidrogénio hidrogênio| Polónia Polônia| Quénia Quênia|
    Amazónia Amazônia| canadiano canadense| canadianos canadenses| palestinianos palestinos|
    património patrimônio| matrimónio matrimônio| cerimónia cerimônia| colónia colônia| colónias
    colônias| abdómen abdômen| ténis tênis| ingénuo ingênuo| génio gênio| efémero efêmero| gémeos
    gêmeos| higiénico higiênico| higiénica higiênica| homogéneo homogêneo| patogénico patogênico|
    endémico endêmico| endémica endêmica| pandémico pandêmico| pandémica pandêmica| epidémico
    epidêmico| epidémica epidêmica| sistémico sistêmico| sistémica sistêmica| atómico atômico|
    atómica atômica| autónoma autônoma| incómodo incômodo| vómito vômito| vómitos vômitos| bónus
    bônus| ónus ônus| deteção ~detecção| receção ~recepção| aspeto ~aspecto| aspetos ~aspectos|
    perspetiva ~perspectiva| respetivamente ~respectivamente| infeção ~infecção| infeções
    ~infecções| perceção ~percepção| infecioso ~infeccioso| infeciosa ~infecciosa| infeciosos
    ~infecciosos| infeciosas ~infecciosas| recetor ~receptor| recetores ~receptores| excecional
    ~excepcional| rutura ~ruptura
"""


def other_variant(variant: str) -> Planter:
    """A word as the other variant writes it."""
    exchanged: dict[str, str] = {}
    for pair in _VARIANTS.replace("\n", " ").split("|"):
        european, brazilian = pair.split()
        if variant == "pt-BR":
            exchanged[brazilian.lstrip("~")] = european
        elif not brazilian.startswith("~"):
            exchanged[european] = brazilian
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, exchanged))})\b")

    def plant(segment: Segment, chance: Random) -> str | None:
        places = [
            m for m in pattern.finditer(segment.target) if not _is_quoted(segment.target, m.start())
        ]
        if not variant or not places:
            return None
        match = chance.choice(places)
        return _put(segment.target, *match.span(), exchanged[match.group()])

    return plant


def _is_quoted(text: str, at: int) -> bool:
    return text.count('"', 0, at) % 2 == 1 or text.count("“", 0, at) > text.count("”", 0, at)


# ------------------------------------------------------------------ a whole text

#: source term, translations of the same gender and number that may stand for one another
_TERMS = """
    patients|pacientes doentes; patient|paciente doente; disease|doença enfermidade moléstia;
    diseases|doenças enfermidades moléstias; outbreak|surto foco; transmission|transmissão
    propagação; spread|propagação disseminação; symptoms|sintomas sinais; treatment|tratamento
    processo; vaccine|vacina inoculação; vaccines|vacinas inoculações; study|estudo trabalho;
    studies|estudos trabalhos; research|pesquisa investigação; researchers|pesquisadores
    investigadores; cases|casos episódios; case|caso episódio; death|morte perda; deaths|mortes
    perdas; drugs|medicamentos fármacos remédios; drug|medicamento fármaco remédio;
    doctors|médicos clínicos; doctor|médico clínico; hospital|hospital sanatório;
    workers|trabalhadores funcionários; health|saúde sanidade; government|governo executivo;
    president|presidente mandatário; company|empresa companhia firma; companies|empresas
    companhias firmas; court|tribunal juízo; judge|juiz magistrado; police|polícia guarda;
    team|equipe formação; players|jogadores atletas; player|jogador atleta; game|jogo encontro;
    games|jogos encontros; match|jogo encontro; fans|adeptos torcedores; leader|líder dirigente;
    leaders|líderes dirigentes; party|partido grupo; law|lei norma; report|relatório documento;
    war|guerra luta; border|fronteira divisa; school|escola academia; students|alunos estudantes;
    children|crianças miúdas; child|criança miúda; women|mulheres senhoras; woman|mulher senhora;
    man|homem sujeito; men|homens sujeitos; house|casa residência moradia; homes|casas
    residências; money|dinheiro capital; price|preço custo; prices|preços custos; market|mercado
    comércio; city|cidade urbe localidade; country|país estado; countries|países estados;
    people|pessoas gentes; users|usuários utilizadores; file|arquivo documento; files|arquivos
    documentos; infection|infecção contaminação; infections|infecções contaminações; cells|células
    unidades; pandemic|pandemia epidemia; epidemic|epidemia peste; masks|máscaras viseiras;
    mask|máscara viseira; church|igreja paróquia; ship|navio barco; car|carro automóvel;
    cars|carros automóveis; victims|vítimas baixas; attack|ataque atentado assalto;
    attacks|ataques atentados assaltos; election|eleição votação; elections|eleições votações;
    vote|voto sufrágio; trial|julgamento processo; film|filme longa; book|livro volume;
    books|livros volumes; agreement|acordo pacto; deal|acordo pacto; fire|incêndio fogo;
    storm|tempestade tormenta; quarantine|quarentena reclusão; test|teste exame; tests|testes
    exames; testing|testagem examinação
"""


def _terms() -> dict[str, tuple[str, ...]]:
    return {
        source.strip(): tuple(targets.split())
        for source, _, targets in (
            item.partition("|") for item in _TERMS.replace("\n", " ").split(";")
        )
    }


#: a term has a usual translation from so many uses of it besides the one that is varied
_USUAL = 3


def varied_terms(text: Text, chance: Random) -> dict[int, str]:
    """By segment the translation with another word for a term that the text translates one way.

    The term stands in at least four segments, all of which translate it with the same word, once
    each; the word that is put is nowhere else in the text. A term, singular and plural, is varied
    in one place.
    """
    found: dict[int, str] = {}
    done: set[str] = set()
    whole = " ".join(segment.target.lower() for segment in text.segments)
    for term, targets in _terms().items():
        if _singular(term) in done:
            continue
        with_term = [
            i for i, s in enumerate(text.segments) if re.search(rf"\b{term}\b", s.source.lower())
        ]
        for usual in targets:
            uses = [
                i
                for i in with_term
                if len(re.findall(rf"\b{usual}\b", text.segments[i].target.lower())) == 1
            ]
            new = [t for t in targets if not re.search(rf"\b{t}\b", whole)]
            if len(uses) <= _USUAL or len(uses) < 0.8 * len(with_term) or not new:
                continue
            at = chance.choice(uses)
            if at in found:
                continue
            place = re.search(rf"\b{usual}\b", text.segments[at].target)
            if place is not None:
                found[at] = _put(text.segments[at].target, *place.span(), chance.choice(new))
                done.add(_singular(term))
            break
    return found


_PLURALS = {"women": "woman", "men": "man", "children": "child"}


def _singular(term: str) -> str:
    if term.endswith("ies"):
        return f"{term[:-3]}y"
    return _PLURALS.get(term, term.removesuffix("s"))


def swapped(text: Text, chance: Random) -> dict[int, str]:
    """By segment the translation of another segment of about that length."""
    found: dict[int, str] = {}
    for i in chosen(len(text.segments), chance):
        length = len(text.segments[i].target)
        others = [
            s.target
            for j, s in enumerate(text.segments)
            if abs(j - i) > 1 and 0.75 <= (len(s.target) + 1) / (length + 1) <= 1.33
        ]
        if others:
            found[i] = chance.choice(others)
    return found


def chosen(size: int, chance: Random, share: float = 0.1) -> list[int]:
    """One segment in ten, no two beside one another, one at least where there are three or more."""
    picked = [i for i in range(size) if chance.random() < share]
    apart = [i for n, i in enumerate(picked) if not n or i - picked[n - 1] > 1]
    return apart or ([chance.randrange(size)] if size >= 3 else [])


# ------------------------------------------------------------------ files

_PLACEHOLDERS: Sequence[tuple[str, str]] = (
    ("%s", "%d"),
    ("%(name)s", "%(nome)s"),
    ("{0}", "{1}"),
    ("{name}", "{nome}"),
    ("{{ count }}", "{{ conta }}"),
    ("${path}", "${caminho}"),
    ("%1$s", "%2$d"),
    ("<b>%s</b>", "<b>%s<b>"),
)
_WORD = re.compile(r"(?<=\s)[^\W\d_]{3,}(?=\s)")
_SPACE = re.compile(r"(?<=[^\W\d_]) (?=[^\W\d_])")


def with_placeholder(segment: Segment, chance: Random) -> tuple[Segment, str] | None:
    """The segment with a placeholder on both sides, and its translation without or with another."""
    good, misspelt = chance.choice(_PLACEHOLDERS)
    bad = chance.choice(("", misspelt))
    places = [_SPACE.search(side, len(side) // 3) for side in (segment.source, segment.target)]
    if places[0] is None or places[1] is None:
        return None
    at, to = places[0].end(), places[1].end()
    both = Segment(
        _put(segment.source, at, at, f"{good} "), _put(segment.target, to, to, f"{good} ")
    )
    return both, _put(segment.target, to, to, f"{bad} " if bad else "")


def with_link(segment: Segment, chance: Random) -> tuple[Segment, str] | None:
    """The segment with a word linked on both sides, and its translation without link or target."""
    target = f"https://example.org/{chance.randrange(10**6)}"
    places = [_WORD.search(side, len(side) // 3) for side in (segment.source, segment.target)]
    if places[0] is None or places[1] is None:
        return None
    sides = [
        _put(side, *place.span(), f"[{place.group()}]({target})")
        for side, place in zip(segment[:2], places, strict=True)
        if place is not None
    ]
    return Segment(sides[0], sides[1]), segment.target


class Rendered(NamedTuple):
    """A file: where each segment of the translation stands, None for one left out."""

    data: str
    places: Sequence[tuple[int, int] | None]


def lines(targets: Sequence[str | None]) -> Rendered:
    """Paragraphs; None leaves one out."""
    parts: list[str] = []
    places: list[tuple[int, int] | None] = []
    at = 0
    for target in targets:
        if target is None:
            places.append(None)
            continue
        places.append((at, at + len(target)))
        parts.append(target)
        at += len(target) + 2
    return Rendered("\n\n".join(parts), places)


def catalogue(segments: Sequence[tuple[str, str]], variant: str) -> Rendered:
    """A PO file."""
    language = variant.replace("-", "_") or "pt"
    text = (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        f'"Language: {language}\\n"\n'
    )
    places: list[tuple[int, int] | None] = []
    for number, (source, target) in enumerate(segments):
        text += f'\nmsgctxt "{number}"\nmsgid "{_escaped(source)}"\n'
        start = len(text)
        text += f'msgstr "{_escaped(target)}"\n'
        places.append((start, len(text)))
    return Rendered(text, places)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


PLANTERS: Mapping[str, Planter] = {
    "number-changed": number_changed,
    "left-in-english": left_in_english,
    "negation-removed": negation_removed,
}
