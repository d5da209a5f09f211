"""Lists of words that several rules of agreement read."""

from __future__ import annotations

from functools import cache

from textlint_pt_grammaticality.nominal import Cell, Person
from textlint_pt_grammaticality.reading import listed, table


@cache
def entries(kind: str) -> frozenset[str]:
    """The words of a kind in `data/agreement.txt`, which says what they are."""
    lines = [line.split("|") for line in table("agreement.txt")]
    return frozenset(word for own, words in lines if own.strip() == kind for word in words.split())


#: after these a verb may agree with what they are a part of, or with the sense
PARTS = listed(
    """maioria parte metade minoria resto restante terço quarto quinto número grupo conjunto série
    porção quantidade dezena dezenas centena milhar milhares milhão milhões bilhão bilhões trilhão
    mil cento par punhado lista total percentagem porcentagem percentual bando turma leva multidão
    infinidade fração segmento um uma alguns algum qual quais nenhum nenhuma cada qualquer quem
    quantos muitos poucos vários tanto quanto mais menos % tipo espécie gama variedade sem-número
    sem-fim dúzia casal"""
)
#: colours named after a thing have one form, and so have nouns that stand for a kind
FIXED = listed(
    """rosa laranja cinza vinho creme violeta turquesa pastel gelo abóbora salmão gold bege padrão
    chave modelo fantasma piloto relâmpago monstro surpresa limite mãe líder alfa beta menos mais
    possível melhor pior meio meia só extra super ultra top standard light online offline alvo"""
)
BEING = listed("ser estar ficar")
LINKING = listed(
    """ficar parecer permanecer continuar tornar andar seguir sair acabar mostrar encontrar sentir
    manter revelar"""
)
#: of those who are given or told something, and of where something is put, these say "a"
DATIVE = listed(
    """dar dizer pedir oferecer entregar contar mostrar perguntar responder explicar levar enviar
    submeter expor dedicar aliar limitar comparar atribuir aplicar anexar impor condenar associar
    relacionar ligar vincular destinar dirigir conduzir reduzir chamar obrigar forçar convidar"""
)
TIMES = listed(
    """ano anos mês meses semana semanas dia dias hora horas minuto minutos século séculos década
    décadas tempo tempos segundos"""
)
#: take no object that could stand first
INTRANSITIVE = listed(
    """ir vir chegar sair entrar ficar estar ser partir voltar regressar cair nascer morrer viver
    dormir viajar andar correr poder dever"""
)
MODALS = listed("dever poder ir costumar")
MASCULINE: Cell = ("M", "S")
HE: frozenset[Person] = frozenset([("3", "S")])
