"""Sentences in which subject, verb and adjective agree, and a lexicon of their words."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

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
LEXICON = Path(__file__).with_suffix(".tsv").read_text("utf-8")


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
