"""The texts of the page, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from textlint_pt.reporters.figures import localised

_WORDS: Mapping[str, Mapping[str, str]] = {
    "pt": {
        "title": "textlint-pt: relatório",
        "skip": "Ir para os documentos",
        "none": "Nada a corrigir",
        "score": "Nota",
        "loss": "Custo",
        "share": "Parcela",
        "value": "Valor",
        "dimension": "Dimensão",
        "formula": "Como se calcula",
        "total": "Total",
        "of100": "{score} em 100",
        "text": "Texto",
        "read": "Texto com os problemas",
        "beside": "Lado a lado",
        "role.text": "Texto",
        "role.reference": "Referência",
        "role.source": "Original",
        "line": "linha {line}",
        "drift": "deriva {drift}",
        "drift-scale": "Deriva em relação à referência (0: nenhuma, 1: toda):",
        "from": "desde {value}",
        "cost-scale": "Quanto custa cada frase",
        "costs": ": {points} ({reasons})",
        "under": "menos de {value}",
        "alone": "sem correspondência",
        "row": "Linha",
        "error": "erro",
        "warning": "aviso",
        "info": "sugestão",
        "severity": "Gravidade",
        "code": "Regra",
        "filter": "Filtrar os problemas",
        "only": "só as linhas com problemas",
        "all": "Mostrar tudo",
        "shown": "{shown} de {all} problemas à vista",
        "finding": "Problema {number}",
        "ref": "problema {number}, {severity}, {code}",
        "ref-related": "{label}, outro lugar do problema {number}",
        "back": "ao texto",
        "evidence": "Medidas",
        "bars": "Categorias perdidas (à esquerda) e ganhas (à direita)",
        "fix": "Sugestão",
        "fix-remove": "apagar",
        "elsewhere": "Problemas fora das frases",
        "notices": "Avisos sobre o documento",
        "summary": "{findings}, {documents}, {sentences} frases",
        "made": "Feito por textlint-pt {version}.",
        "signature": "Assinatura: só se comparam notas que têm a mesma",
        "how": "Como se chega à nota",
        "before": "problema anterior",
        "next": "problema seguinte",
    },
    "en": {
        "title": "textlint-pt: report",
        "skip": "Skip to the documents",
        "none": "Nothing to correct",
        "score": "Score",
        "loss": "Cost",
        "share": "Term",
        "value": "Value",
        "dimension": "Dimension",
        "formula": "How it is computed",
        "total": "Total",
        "of100": "{score} of 100",
        "text": "Text",
        "read": "The text with its findings",
        "beside": "Side by side",
        "role.text": "Text",
        "role.reference": "Reference",
        "role.source": "Source",
        "line": "line {line}",
        "drift": "drift {drift}",
        "drift-scale": "Drift from the reference (0: none, 1: all):",
        "from": "from {value}",
        "cost-scale": "What each sentence costs",
        "costs": ": {points} ({reasons})",
        "under": "under {value}",
        "alone": "no counterpart",
        "row": "Row",
        "error": "error",
        "warning": "warning",
        "info": "info",
        "severity": "Severity",
        "code": "Rule",
        "filter": "Filter the findings",
        "only": "only rows with findings",
        "all": "Show all",
        "shown": "{shown} of {all} problems shown",
        "finding": "Problem {number}",
        "ref": "finding {number}, {severity}, {code}",
        "ref-related": "{label}, another place of finding {number}",
        "back": "to the text",
        "evidence": "Measures",
        "bars": "Categories lost (left) and gained (right)",
        "fix": "Suggestion",
        "fix-remove": "remove",
        "elsewhere": "Findings outside the sentences",
        "notices": "Notices about the document",
        "summary": "{findings}, {documents}, {sentences} sentences",
        "made": "Made by textlint-pt {version}.",
        "signature": "Signature: compare scores only where it is the same",
        "how": "How the score comes about",
        "before": "problem before",
        "next": "next problem",
    },
}


class Words:
    """A page's own texts and numbers in one language."""

    def __init__(self, language: str, catalogue: Mapping[str, Mapping[str, str]] = _WORDS) -> None:
        self.language = language
        self._texts = catalogue[language]

    def __call__(self, name: str, **fields: object) -> str:
        return self._texts[name].format(**fields)

    def number(self, value: float, digits: int = 4) -> str:
        """A number with at most `digits` significant digits, and a true minus sign."""
        return localised(f"{value:.{digits}g}", self.language).replace("-", "−")
