"""How verbs say to whom or whom: plain objects and datives (`data/objects.txt`)."""

from __future__ import annotations

from functools import cache

from textlint_pt_grammaticality.reading import table


@cache
def verbs_with(kind: str) -> frozenset[str]:
    """Verbs of a kind: plain, also, dative or bare; the file says what these mean."""
    found: set[str] = set()
    for line in table("objects.txt"):
        own, lemmas = (part.strip() for part in line.split("|"))
        if own == kind:
            found |= {*lemmas.split()}
    return frozenset(found)
