"""A page with everything on it: two texts, one of them beside its source and its reference."""

from __future__ import annotations

from textlint_pt.companions.input import Input, Wanted
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load
from textlint_pt.report.report import assemble
from textlint_pt.reporters.html import Html

STORY = """# A ponte

O rio corre devagar junto da aldeia e ninguém tem pressa de o atravessar. A ponte velha abana ao
vento desde o tempo dos avós. O moleiro atravessa-a todas as manhãs com o burro carregado de trigo.

<!-- textlint-pt-disable-next GRA404 -->

Ninguém sabe quem a fez, nem de de que madeira. O moleiro atravessa-a todas as manhãs com o burro
carregado de farinha. À noite ouve-se a água a bater nos pilares e tudo volta a ficar em silêncio.
"""
REFERENCE = """O carteiro bateu à porta às 7h30. A Marta desceu as escadas a correr.

Não esperava a resposta de Lisboa, mas ficou contente. Leu a carta 2 vezes à janela.

Depois guardou-a na gaveta e foi dizer à irmã Clara que o tio Jaime voltava em 1998. Trazia 3 malas.
"""
SOURCE = """The postman knocked on the door at 7:30. Marta ran down the stairs.

She did not expect the answer from Lisbon, but she was glad. She read the letter 2 times by
the window.

Then she put it in the drawer and told her sister Clara that uncle Jaime was coming in 1998. He had
3 bags.
"""
TEXT = """O carteiro bateu à porta às 7h30. A Marta desceu as escadas a correr.

Chorarei muito se me deixares.

Depois guardou-a na gaveta e foi dizer à irmã Clara que o tio Jaime voltava em 1998 . Trazia 3
malas.
"""
SETTINGS = {
    "preset": "generated",
    "select": ["RED003", "GRA401", "GRA404", "TRA001", "DOC001"],
    "severity": {"GRA401": "error", "RED003": "info"},
    "rules": {"RED003": {"edit": 0.5}, "GRA401": {"confidence": 0}},
}


def page(language: str) -> str:
    linter = Linter(load(third_party=False), [Layer("test", {**SETTINGS, "language": language})])
    companions = {
        "reference": ("ref.txt", REFERENCE.encode()),
        "source": ("src.txt", SOURCE.encode()),
    }
    sources = [Input("ponte.md", STORY.encode()), Input("carta.txt", TEXT.encode(), companions)]
    entries = [one.report for one in linter.check(sources, Wanted(True, True))]
    report = assemble(entries, linter.signature(), "0.1.0")
    return "".join(part for part, _ in Html().render(report, language))
