"""The wider kinds of fault: each is made where it is one, and nowhere else."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from textlint_pt import portuguese
from training.encoder import confusables, inflection, wider
from training.encoder.faults import parse, render
from training.encoder.wider import SHARES, TAKEN_APART, Wider, analogous

#: lines as `inflection.pack` writes them
LEXICON = """
v falar PRS.3.SG=fala PRS.1.PL=falamos INF=falar PRF.3.PL=falaram FUT.3.PL=falarão
v ter PRS.3.SG=tem PRS.1.SG=tenho SBJR.3.SG=tenha SBJP.3.SG=tivesse SBJF.3.SG=tiver COND.3.SG=teria
v ver PRS.1.SG=vejo PRS.3.SG=vê SBJF.1.SG=vir SBJF.3.SG=vir INF=ver INF.1.SG=ver INF.3.SG=ver
v vir INF=vir PRS.3.SG=vem SBJR.3.SG=venha PRF.3.SG=veio
v deter PRF.3.SG=deteve PRF.3.PL=detiveram INF=deter
v gostar PRS.1.SG=gosto PRS.3.SG=gosta INF=gostar
v precisar PRS.1.SG=preciso PRS.3.SG=precisa INF=precisar
v depender PRS.3.SG=depende INF=depender
v achar PRS.1.SG=acho PRS.3.SG=acha INF=achar
v preferir PRS.1.SG=prefiro PRS.3.SG=prefere INF=preferir
v implicar PRS.3.SG=implica INF=implicar
v haver IMPF.3.SG=havia IMPF.3.PL=haviam INF=haver
v fazer PRF.1.SG=fiz PRF.3.SG=fez INF=fazer PRF.3.PL=fizeram PTPASS.M.SG=feito PTPASS.F.SG=feita
v lembrar PRS.1.SG=lembro PRS.3.SG=lembra INF=lembrar
v infligir PRF.3.SG=infligiu INF=infligir PTPASS.F.SG=infligida
v infringir PRF.3.SG=infringiu INF=infringir PTPASS.F.SG=infringida
v publicar PRS.1.SG=publico PRS.3.SG=publica INF=publicar
v hesitar PRF.3.SG=hesitou INF=hesitar
v comprar INF=comprar PTPASS.M.SG=comprado PTPASS.F.SG=comprada
v falar PTPASS.M.SG=falado
v partir INF=partir
n cavaleiro M.SG=cavaleiro M.PL=cavaleiros
n cavalheiro M.SG=cavalheiro M.PL=cavalheiros
n livro M.SG=livro M.PL=livros
n casa F.SG=casa F.PL=casas
n pessoa F.SG=pessoa F.PL=pessoas
n homem M.SG=homem M.PL=homens
n custo M.SG=custo M.PL=custos
n chá M.SG=chá M.PL=chás
n capital F.SG=capital F.PL=capitais
n reunião F.SG=reunião F.PL=reuniões
n dia M.SG=dia M.PL=dias
a capaz M.SG=capaz F.SG=capaz M.PL=capazes F.PL=capazes
a público M.SG=público F.SG=pública M.PL=públicos F.PL=públicas
"""
COMMON = ["público", "casa", "livro", "fez", "veio", "longe", "falaram"]


@pytest.fixture(scope="module")
def damage() -> Wider:
    rows = []
    for line in LEXICON.strip().splitlines():
        kind, lemma, pairs = line.split(" ", 2)
        rows.append(f"{kind}\t{lemma}\t{pairs}")
    return Wider(inflection.build(rows), COMMON, 7)


@pytest.mark.parametrize(
    ("kind", "sentence", "damaged"),
    [
        ("confusion", "Ele infligiu uma derrota.", {"Ele infringiu uma derrota."}),
        ("confusion", "Os cavaleiros falaram.", {"Os cavalheiros falaram."}),
        ("confusion", "Veio com certeza.", {"Veio concerteza."}),
        ("confusion", "Ele hesitou.", {"Ele exitou."}),
        ("accented", "O livro público veio.", {"O livro publico veio."}),
        ("governed", "Ela gosta da casa.", {"Ela gosta a casa.", "Ela gosta à casa.",
                                            "Ela gosta com a casa.", "Ela gosta na casa."}),
        ("governed", "Ela é capaz de falar.", {"Ela é capaz falar.", "Ela é capaz a falar.",
                                               "Ela é capaz em falar.", "Ela é capaz para falar."}),
        ("governed", "Isso depende do homem.", {"Isso depende o homem.", "Isso depende no homem.",
                                                "Isso depende ao homem."}),
        ("superfluous", "Isto implica o custo.", {"Isto implica no custo."}),
        ("saying", "Acho que ela vem.", {"Acho de que ela vem."}),
        ("relative", "O livro de que preciso veio.", {"O livro que preciso veio."}),
        ("relative", "O livro do qual gosta veio.", {"O livro que gosta veio."}),
        ("relative", "O dia em que veio.", set()),  # nouns of time may do without
        ("whose", "O homem, cuja casa veio.", {"O homem, que a casa veio."}),
        ("uncontracted", "A casa do homem.", {"A casa de o homem."}),
        ("uncontracted", "Depois da casa falar.", set()),  # the subject of an infinitive
        ("learner", "Veio na segunda-feira.", {"Veio em segunda-feira.", "Veio a segunda-feira.",
                                               "Veio sobre segunda-feira."}),
        ("learner", "Veio em 1998.", {"Veio no 1998.", "Veio a 1998.", "Veio por 1998."}),
        ("prefer", "Ele prefere livros ao chá.", {"Ele prefere livros do que o chá."}),
        ("prefer", "Ele prefere falar ao homem.", set()),  # governed by "falar"
        ("impersonal", "Não havia pessoas.", {"Não haviam pessoas."}),
        ("impersonal", "Não havia falado.", set()),
        ("crase_before", "Veio a ele.", {"Veio à ele."}),
        ("crase_before", "Viu a casa.", set()),
        ("subjunctive", "Talvez ele venha.", {"Talvez ele vem."}),
        ("subjunctive", "Que ele venha.", set()),
        ("future", "Se eu vir o livro.", {"Se eu ver o livro."}),
        ("future", "Se ele tivesse livros.", {"Se ele teria livros."}),
        ("tense", "Amanhã falarão.", {"Amanhã falaram."}),
        ("tense", "Eles falaram.", set()),  # nothing shows the time
        ("conjugation", "Ele deteve o homem.", {"Ele deteu o homem."}),
        ("participle", "Tinha chegado o livro.", set()),  # no form of "ter" that is known here
        ("participle", "Ele tem feito livros.", {"Ele tem fazido livros."}),
        ("clitic_form", "Vou comprá-lo.", {"Vou comprar-lo.", "Vou comprar-o.", "Vou compra-lo."}),
        ("clitic_form", "Eles viram-no.", {"Eles viram-o.", "Eles viram-lo."}),
        ("clitic_form", "Far-se-á hoje.", {"Fará-se hoje."}),
        ("pronoun", "O livro para eu ver.", {"O livro para mim ver."}),
        ("pronoun", "Falou entre mim e ela.", {"Falou entre eu e ela."}),
        ("pronoun", "Veio conosco.", {"Veio com nós."}),
        ("pronoun", "Veio conosco todos.", set()),
        ("reflexive", "Eu me lembro.", {"Eu se lembro."}),
        ("reflexive", "Ela me lembra.", set()),
        ("cleft", "Fui eu que fiz.", {"Fui eu que fez."}),
        ("double_function", "A casa de pedra.", {"A casa de de pedra."}),
    ],
)  # fmt: skip
def test_wider_kinds(damage: Wider, kind: str, sentence: str, damaged: set[str]) -> None:
    found = set()
    for _ in range(40):
        words = parse(sentence)
        made = damage.make(kind, words)
        text, marks = render(words)
        assert made is any(fault for _, fault in marks)
        assert made or text == sentence
        if made:
            found.add(text)
    assert found == damaged


def test_every_kind_has_its_method(damage: Wider) -> None:
    for kind in SHARES:
        damage.make(kind, parse("O homem que havia feito o livro não se lembra da casa dele."))


def test_directions_of_a_set() -> None:
    assert set(confusables.directions("a|b|c")) == {
        (one, other) for one in "abc" for other in "abc" if one != other
    }
    assert list(confusables.directions("seje < seja")) == [("seja", "seje")]


def test_a_bare_word_that_is_rare_is_a_slip() -> None:
    rows = ["n\tnotícia\tF.SG=notícia", "v\tnoticiar\tPRS.3.SG=noticia", "n\tpai\tM.PL=pais",
            "n\tpaís\tM.SG=país"]  # fmt: skip
    lexicon = inflection.build(rows)
    found = confusables.accents(lexicon, {"notícia": 30.0, "noticia": 2.0, "pais": 9, "país": 12})
    assert found == {"notícia": ["noticia"], "país": ["pais"], "pais": ["país"]}


def test_forms_by_analogy() -> None:
    assert analogous("deter", "PRF", "3", "SG") == "deteu"
    assert analogous("intervir", "PRF", "3", "SG") == "interviu"
    assert analogous("manter", "PRF", "3", "PL") == "manteram"
    assert analogous("ter", "PRF", "3", "SG") is None
    assert analogous("deter", "PRF", "2", "SG") is None


def test_contractions_are_taken_apart() -> None:
    assert TAKEN_APART["à"] == ("a", "a")
    assert TAKEN_APART["daquele"] == ("de", "aquele")
    assert TAKEN_APART["de"] == ("de", "")


def test_the_tables_are_well_formed() -> None:
    folder = Path(wider.__file__).parent
    sets = portuguese.damaged()
    rows = [row for name in ("forms", "nominals", "verbs") for row in sets[name]]
    assert len(rows) == len(set(rows)) >= 250
    for row in rows:
        pairs = list(confusables.directions(row))
        assert pairs and all(right and wrong and right != wrong for right, wrong in pairs)
    government = tomllib.loads((folder / "government.toml").read_text(encoding="utf-8"))
    for table in (government["verbs"], government["nominals"]):
        for word, entry in table.items():
            assert entry["needs"] not in entry["wrong"], word
            assert entry["wrong"] or entry.get("drop", True), word
