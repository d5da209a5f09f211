"""What the site says of its own, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "pt": {
        "name": "Português",
        "description": "Um verificador da qualidade de textos em português",
        "home": "Início",
        "rules": "Regras",
        "use": "Usar",
        "editors": "Editores",
        "extend": "Estender",
        "background": "Saber mais",
        "examples": "Exemplos verificados",
        "examples-note": "A regra foi aplicada a estes textos ao construir esta página.",
        "examples-clean": "E nestes nada encontra:",
        "source": "Original",
        "reference": "Tradução de referência",
        "with": "Com",
        "more": "e mais {count}",
        "taken-out": "tirar",
        "safe": "correção segura",
        "unsafe": "correção a confirmar",
        "suggestion": "sugestão",
        "measured": "Medido",
        "stale-mark": "medido antes da última mudança da regra",
        "settings": "Opções",
        "option": "opção",
        "default": "padrão",
        "about": "o que faz",
        "range": "limites",
        "error": "erro",
        "warning": "aviso",
        "info": "sugestão",
        "on": "ligada de início",
        "off": "desligada de início",
        "since": "desde {since}",
        "scope-span": "julga lugares",
        "scope-sentence": "julga frases",
        "scope-pair": "julga pares de frases",
        "scope-document": "julga o documento",
        "scope-translation": "julga a tradução",
        "rule": "regra",
        "finds": "o que encontra",
        "right": "certos",
        "rules-intro": "Cada regra tem um código e um nome, que nunca mudam. *Certos*: dos avisos "
        "lidos um a um em documentos que não tinham sido usados antes, quantos estavam certos. "
        "Um asterisco (\\*): o código da "
        "regra mudou depois de se medir. Sem números: leram-se menos de vinte avisos da "
        "regra, e vale o que se leu da família; a página da regra diz o que programas contaram.",
        "family-right": "{right} de {read} avisos certos.",
        "off-mark": "desligada de início",
        "presets": "Predefinições",
        "presets-intro": "Uma predefinição dá nome a um conjunto de regras, opções e fórmula da "
        "nota: `--preset NOME`, ou `preset: NOME` em `rules.yaml`. O que ela define pode ser "
        "mudado por opções. Isto é o que cada uma muda:",
        "preset-nothing": "É o que vale se nada se pedir.",
        "papers": "Artigos e fontes",
        "sources": "Fontes das regras",
        "only-english": "Esta página só existe em inglês. Em resumo: {summary}",
        "in-english": "em inglês",
        "newer": "A versão inglesa desta página mudou depois desta.",
        "see": "textlint-pt rule {code} --language pt",
        "terminal": "No terminal:",
    },
    "en": {
        "name": "English",
        "description": "A linter for the quality of Portuguese text",
        "home": "Home",
        "rules": "Rules",
        "use": "Use",
        "editors": "Editors",
        "extend": "Extend",
        "background": "Background",
        "examples": "Examples, linted",
        "examples-note": "The rule was run on these texts while this page was built.",
        "examples-clean": "And it finds nothing in these:",
        "source": "Source",
        "reference": "Reference translation",
        "with": "With",
        "more": "and {count} more",
        "taken-out": "take out",
        "safe": "safe correction",
        "unsafe": "correction to be confirmed",
        "suggestion": "suggestion",
        "measured": "Measured",
        "stale-mark": "measured before the rule's last change",
        "settings": "Options",
        "option": "option",
        "default": "default",
        "about": "what it does",
        "range": "limits",
        "error": "error",
        "warning": "warning",
        "info": "info",
        "on": "on by default",
        "off": "off by default",
        "since": "since {since}",
        "scope-span": "judges places",
        "scope-sentence": "judges sentences",
        "scope-pair": "judges pairs of sentences",
        "scope-document": "judges the document",
        "scope-translation": "judges the translation",
        "rule": "rule",
        "finds": "what it finds",
        "right": "right",
        "rules-intro": "Every rule has a code and a name, which never change. *Right*: of the "
        "findings that were read one by one on documents not used before, how many were right. "
        "An asterisk (\\*): the code "
        "of the rule has changed since it was measured. No figures: fewer than twenty findings "
        "of the rule were read; what was read of its family counts, and the rule's page says what "
        "programs counted.",
        "family-right": "{right} of {read} findings right.",
        "off-mark": "off by default",
        "presets": "Presets",
        "presets-intro": "A preset names a set of rules, options and formula of the score: "
        "`--preset NAME`, or `preset: NAME` in `rules.yaml`. Options override what it sets. This "
        "is what each of them changes:",
        "preset-nothing": "It is what holds where nothing is asked for.",
        "papers": "Papers and sources",
        "sources": "Sources of the rules",
        "newer": "The English version of this page has changed since.",
        "see": "textlint-pt rule {code} --language en",
        "terminal": "In the terminal:",
    },
}

#: what the guides say that have no Portuguese page
SUMMARIES: Mapping[str, str] = {
    "security": "verificar um texto não abre ligações à rede nem executa nada do repositório; "
    "regras escritas em Python só se carregam se estiverem instaladas.",
    "measures": "cada número, com o conjunto de textos, a data e se esses textos já tinham sido "
    "vistos. De dez avisos, oito estão certos; o que isso quer dizer para quem lê uma nota está em "
    "[Como ler a nota](score.md).",
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
    "measures": "Como se calculam os números",
    "forms": "Formas das palavras",
    "training": "Como se fazem os modelos",
    "site": "Este site",
    "design": "Como o programa está feito",
    "CHANGELOG": "O que mudou",
    "CONTRIBUTING": "Contribuir",
}

#: what the presets that ship are for
PRESETS: Mapping[str, Mapping[str, str]] = {
    "default": {
        "pt": "Para qualquer texto.",
        "en": "For any text.",
    },
    "docs": {
        "pt": "Para documentação: o que sai do tema é só sugestão.",
        "en": "For documentation: what strays from the topic is information only.",
    },
    "translation": {
        "pt": "Para traduções: a redundância e o foco são os do original.",
        "en": "For translations: redundancy and focus are those of the original.",
    },
    "generated": {
        "pt": "Para textos que um modelo escreveu: quatro medidas de sobreposição entre cada duas "
        "frases.",
        "en": "For texts that a model wrote: four overlaps between every two sentences.",
    },
    "formal": {
        "pt": "Para quem escreve segundo a norma mais estrita.",
        "en": "For those who write by the strictest norm.",
    },
    "gruen": {
        "pt": "A nota do artigo GRUEN, como o artigo a descreve.",
        "en": "The score of the GRUEN paper, as the paper describes it.",
    },
    "gruen-published": {
        "pt": "A nota do artigo GRUEN, como o programa dos autores a calcula.",
        "en": "The score of the GRUEN paper, as the authors' program computes it.",
    },
}
