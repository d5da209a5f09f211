"""Slips in texts, and a rule whose corrections know nothing of what a text is written in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from textlint_pt.contract.declared import Declared
from textlint_pt.contract.rule import Rule
from textlint_pt.contract.view import View
from textlint_pt.report.finding import Applicability, Edit, Finding, Fix

#: animals that a careless rule puts something in the place of: markup, several words, nothing
ZOO = {
    "zebra": "- gato", "girafa": "1. gato", "lontra": "# gato", "foca": "gato: gato",
    "touro": "`gato`", "cabra": "gato\ngato", "ovelha": "", "camelo": "gato  ", "javali": " gato",
    "lince": "<b>gato</b>", "toupeira": "gato, ou gato, ou ainda gato", "lobo": "*gato*",
    "corvo": "gato | gato", "melro": "> gato", "pombo": "=== gato", "sapo": "gato\\",
    "texugo": ": gato", "raposa": "{gato}", "abelha": "$gato$", "vespa": "[gato](gato)",
}  # fmt: skip
_ANIMAL = re.compile(rf"\b(?:{'|'.join(ZOO)})\b")
_TWICE = re.compile(r"\b(\w+) \1\b")
_STRAY = re.compile(r" (?=[,.;:?!])")
_WRONG = {"metodo": "método", "nao": "não", "saida": "saída"}
_MISSPELT = re.compile(rf"\b(?:{'|'.join(_WRONG)})\b")
SLIPS = (*ZOO, *_WRONG, ",", ":", "?", "TWICE", "TWICE BEFORE", "TWICE AFTER", " ", "-", "fim.")
#: a place between two words of anything, prose or not, that stand on one line or on two
_PLACE = re.compile(r"(?<=[^\W\d_]{2})( |\n {0,4})(?=[^\W\d_]{2})")


class Careless(Rule):
    """Corrections that know nothing of lines and of what a text is written in."""

    code = "TOY021"
    declared = Declared("toy.careless")
    messages = {"pt": {"message": "assim não"}, "en": {"message": "not so"}}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for sentence in view.sentences:
            text = sentence.text
            found = [(*m.span(), ZOO[m.group()]) for m in _ANIMAL.finditer(text)]
            found += [(*m.span(), m.group(1)) for m in _TWICE.finditer(text)]
            found += [(m.end(1), m.end(), "") for m in _TWICE.finditer(text)]
            found += [(*m.span(), "") for m in _STRAY.finditer(text)]
            found += [(*m.span(), _WRONG[m.group()]) for m in _MISSPELT.finditer(text)]
            for start, end, new in found:
                span = sentence.content.span(start, end)
                fix = Fix(Applicability.UNSAFE, (Edit(span.start, span.end, new),))
                yield self.finding(sentence, {}, fix=fix)


def planted(raw: str, slips: Sequence[tuple[int, str]]) -> str:
    """A page with slips at some of the places between its words."""
    places = list(_PLACE.finditer(raw))
    chosen = {number % len(places): slip for number, slip in slips} if places else {}
    for number, slip in sorted(chosen.items(), reverse=True):
        gap = places[number]
        start, end = gap.span()
        word = re.findall(r"\w+$", raw[:start])
        said = {
            "TWICE": f" {word[0]}{gap.group()}",
            "TWICE BEFORE": f"{gap.group()}{word[0]} ",
            ",": " ,{gap}" if number % 2 else "{gap}, ",
        }.get(slip, f" {slip}{gap.group()}" if number % 2 else f"{gap.group()}{slip} ")
        raw = raw[:start] + said.replace("{gap}", gap.group()) + raw[end:]
    return raw
