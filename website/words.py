"""What the site says of its own, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from textlint_pt.report.messages import catalogue

WORDS = catalogue(Path(__file__).with_name("words.tsv"))
#: words that a rule's page comes first for in the search, by its code
SEARCHED = catalogue(Path(__file__).with_name("searched.tsv"))

#: what the guides say that have no Portuguese page
SUMMARIES: Mapping[str, str] = {
    "security": "verificar um texto não abre ligações à rede nem executa nada do repositório; "
    "regras escritas em Python só se carregam se estiverem instaladas.",
    "measures": "cada número, com o conjunto de textos, a data e se esses textos já tinham sido "
    "vistos. De dez avisos, oito estão certos; o que isso quer dizer para quem lê uma nota está em "
    "[Como ler a nota](score.md).",
    "measures/computed": "as fórmulas da nota e de cada uma das suas partes.",
    "measures/findings": "quantos avisos há em mil frases, e quantos estão certos.",
    "measures/language": "erros que as pessoas fazem, concordância, frases e análise sintática.",
    "measures/translations": "traduções ao lado do que as pessoas dizem delas, e alinhamento.",
    "measures/texts": "a nota de textos danificados, o foco, as notas de professores, perguntas.",
    "measures/cost": "rapidez, memória e ficheiros danificados.",
    "forms": "como o léxico reconhece as formas das palavras portuguesas, e de onde vêm.",
    "training": "como se fazem os modelos incluídos, com que dados e que comandos.",
    "site": "como se constrói este site.",
    "design": "como o programa está dividido, e as regras a que o seu código obedece.",
    "CHANGELOG": "o que mudou em cada versão.",
    "CONTRIBUTING": "como propor uma regra, um formato ou uma correção, e como correr os testes.",
}

#: their titles in the Portuguese menu
TITLES: Mapping[str, str] = {
    "security": "Segurança",
    "measures": "Números",
    "measures/computed": "Como se calculam os números",
    "measures/findings": "Números: avisos",
    "measures/language": "Números: língua",
    "measures/translations": "Números: traduções",
    "measures/texts": "Números: textos",
    "measures/cost": "Números: rapidez",
    "forms": "Formas das palavras",
    "training": "Como se fazem os modelos",
    "site": "Este site",
    "design": "Como o programa está feito",
    "CHANGELOG": "O que mudou",
    "CONTRIBUTING": "Contribuir",
}
