"""Sentences in which subject, verb and adjective agree, and a lexicon of their words."""

from __future__ import annotations

import itertools
import random

SUBJECTS = {
    ("F", "S"): ["a menina", "a velha costureira", "a minha prima", "uma gaivota"],
    ("M", "S"): ["o pescador", "o rapaz", "o meu vizinho", "um carteiro"],
    ("F", "P"): ["as crianças", "as minhas tias"],
    ("M", "P"): ["os remadores", "os dois irmãos"],
}
VERBS = {"S": ["chegou", "ficou", "voltou"], "P": ["chegaram", "ficaram", "voltaram"]}
ADJECTIVES = {
    ("F", "S"): ["cansada", "calada"],
    ("M", "S"): ["cansado", "calado"],
    ("F", "P"): ["cansadas", "caladas"],
    ("M", "P"): ["cansados", "calados"],
}
PLACES = ["ao cais", "à aldeia", "ao jardim da escola", "à beira do rio"]
LEXICON = """\
menina	menina+N+F+SG
prima	prima+N+F+SG
costureira	costureira+N+F+SG
gaivota	gaivota+N+F+SG
crianças	criança+N+F+PL
tias	tia+N+F+PL
pescador	pescador+N+M+SG
rapaz	rapaz+N+M+SG
vizinho	vizinho+N+M+SG
carteiro	carteiro+N+M+SG
remadores	remador+N+M+PL
irmãos	irmão+N+M+PL
chegou	chegar+V+PRF+3+SG
chegaram	chegar+V+PRF+3+PL
ficou	ficar+V+PRF+3+SG
ficaram	ficar+V+PRF+3+PL
voltou	voltar+V+PRF+3+SG
voltaram	voltar+V+PRF+3+PL
chegar	chegar+V+INF
chegar	chegar+V+SBJF+1+SG
chegando	chegar+V+GRD
cansado	cansado+A+M+SG
cansada	cansado+A+F+SG
cansados	cansado+A+M+PL
cansadas	cansado+A+F+PL
cansada	cansar+V+PTPST+F+SG
calado	calado+A+M+SG
calada	calado+A+F+SG
calados	calado+A+M+PL
caladas	calado+A+F+PL
velha	velho+A+F+SG
ontem	ontem+ADV
"""


def sentences() -> list[str]:
    result = []
    for (gender, number), subjects in SUBJECTS.items():
        for subject, verb, adjective, place in itertools.product(
            subjects, VERBS[number], ADJECTIVES[gender, number], PLACES
        ):
            text = f"{subject} {verb} {place} muito {adjective}."
            result.append(text[0].upper() + text[1:])
    random.Random(7).shuffle(result)
    return result
