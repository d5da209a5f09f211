"""What the engine itself says, in both languages, and how rules' templates are filled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

#: languages of messages, the first by default
Language = Literal["pt", "en"]
LANGUAGES: tuple[str, ...] = get_args(Language)

CATALOGUE: Mapping[str, Mapping[str, str]] = {
    "pt": {
        "score": "nota",
        "score_of": "nota só de {what}:",
        "no_score": "sem nota",
        "empty": "texto vazio",
        "too-little-text": "texto curto demais para dar nota (menos de 5 frases ou 40 palavras)",
        "nothing-measured": "nenhuma dimensão foi medida",
        "no-sentences": "nenhuma frase pode ser medida",
        "no-pairs": "nenhuma frase tem par",
        "error": "não foi possível analisar",
        "declared-language": "outra língua: o documento diz que é {what}",
        "not-prose": "não é prosa: parece {what}",
        "no-translations": "não há tradução que se leia",
        "other-language": "outra língua: parece {what}",
        "foreign-part": "só se leu o que está em português (em outra língua: linhas {lines})",
        "bibliography": "uma bibliografia",
        "list": "uma lista",
        "code": "código",
        "table": "uma tabela",
        "noise": "texto sem frases",
        "markup": "só marcação, código ou metadados",
        "en": "inglês",
        "es": "espanhol",
        "fr": "francês",
        "other": "uma língua que não é o português",
        "gathered": "{documents}: {what} ({paths})",
        "skipped-rule": "{codes}: não se verifica: {reason}",
        "skipped-markup": "marcação não compreendida, texto não verificado (linhas: {lines})",
        "long-sentence": "frase longa demais para o modelo, vista só no começo (linhas: {lines})",
        "many-findings": "mais achados do que se listam: ficam {count} por mostrar",
        "left-out": "não se leram: {what}",
        "records-lack": "entradas incompletas: {what}",
        "no-question": "{count} sem pergunta",
        "no-answer": "{count} sem resposta",
        "identical": "{count} iguais ao original",
        "untranslated": "{count} sem tradução",
        "fuzzy": "{count} a rever (fuzzy)",
        "obsolete": "{count} em desuso",
        "protected": "{count} que não se traduzem",
        "foreign": "{count} em outra língua",
        "po-template": "modelo sem traduções: nada a analisar",
        "reference-missing": "sem tradução de referência: {path} não existe",
        "source-missing": "sem original: {path} não existe",
        "reference-unreadable": "sem tradução de referência: {reason}",
        "source-unreadable": "sem original: {reason}",
        "reference-new": "sem tradução de referência: o texto é novo desde {revision}",
        "reference-refused": "não se compara com a referência {path}: {reason}",
        "source-refused": "não se compara com o original {path}: {reason}",
        "reference-instead": "{reason}; compara-se com {path}",
        "source-instead": "{reason}; compara-se com {path}",
        "reference-units": "{path} tem tradução de confiança para {answered} de {asked} textos; "
        "dos outros: {what}",
        "source-units": "{path} tem o original de {answered} de {asked} textos; dos outros: {what}",
        "new": "{count} que lá não estão",
        "unread": "{count} sem tradução que se leia (vazia, fuzzy ou em outra língua)",
        "ambiguous": "{count} com várias traduções diferentes",
        "no-units": "nenhum texto em comum: {what}",
        "own-memory": "é ele próprio a memória",
        "not-portuguese": "parece {what}, não português",
        "foreign-script": "está em escrita {what}; só se comparam originais em escrita latina",
        "arabic": "árabe",
        "hebrew": "hebraica",
        "cyrillic": "cirílica",
        "greek": "grega",
        "cjk": "chinesa ou japonesa",
        "hangul": "coreana",
        "other-script": "não latina",
        "yes": "sim",
        "no": "não",
        "compare-likeness": "semelhança: {likeness:.1f} de 5",
        "compare-second_follows": "o segundo decorre do primeiro: {answer}",
        "compare-first_follows": "o primeiro decorre do segundo: {answer}",
        "compare-only-first": "só no primeiro: {words}",
        "compare-only-second": "só no segundo: {words}",
        "compare-contrary": "diz outra coisa: {first} / {second}",
        "compare-modality": "só um diz que pode ou deve ser: {first} / {second}",
        "compare-roles": "muda de papel: {first}",
        "compare-negation": "um nega e o outro não",
        "compare-one-word": "uma só palavra: o que se segue dela e o que difere não é seguro",
        "compare-other-language": "nem português nem inglês: a semelhança não é segura",
        "nothing-to-align": "nada a alinhar: nenhum texto tem referência nem original",
        "paired": "{sizes}  semelhança {similarity:.2f}",
        "alignment": "pares: {paired}; sem par: {ours} do texto, {theirs} do outro; "
        "qualidade {quality:.2f}",
        "low": "baixa",
        "medium": "média",
        "high": "alta",
        "grammaticality": "gramaticalidade",
        "redundancy": "redundância",
        "focus": "foco",
        "drift": "deriva",
        "findings": "{findings} em {documents}",
        "finding.one": "1 achado",
        "finding.many": "{count} achados",
        "document.one": "1 documento",
        "document.many": "{count} documentos",
        "clean": "nada a apontar",
        "incomplete": "nem tudo foi verificado",
        "costliest": "frases que mais custam:",
        "compared": "comparada com {what}",
        "kind-children": "histórias infantis",
        "kind-classic": "prosa de antes de 1911",
        "kind-news": "notícias",
        "kind-procedure": "instruções",
        "kind-manual": "manuais",
        "kind-other": "textos de tipos diversos",
        "fail_under": "nota {score} abaixo do limite {limit}",
        "costs_most": "o que mais custa: {dimension}, {loss} pontos",
        "linting": "análise:",
        "corpus-progress": "{documents} documentos, {rate} por segundo, {share} % lidos, "
        "faltam {left}",
        "corpus-done": "{path}: {documents} documentos, {unscored} sem nota",
        "corpus-kept": "{kept} de {total} documentos",
        "corpus-gone": "{number} sem {condition}",
        "corpus-pairs": "{pairs} pares em {documents} documentos: {near} quase iguais, {passages} "
        "com passagens em comum",
        "corpus-pair": "semelhança {similarity}; {copied} % das palavras em passagens comuns",
        "corpus-passage": "{count} palavras: {here} = {there}",
        "corpus-rest": "e mais {count} pares: --out FILE.jsonl",
        "corpus-there": "{path}: já está feito, com as mesmas entradas e definições",
        "ignore-here": "ignorar {code} aqui",
        "partial": "relatório parcial: a execução foi interrompida",
        "brief": "{count} achados, um por linha; com as frases: --format full",
        "more": "e mais {findings}: {codes}; todos: --output sarif=out.sarif",
        "correctable": "{count} com correção segura",
        "correction.one": "1 correção",
        "comment.one": "1 comentário",
        "comment.many": "{count} comentários",
        "correction.many": "{count} correções",
        "would-fix": "{what} em {documents}, que --fix faria",
        "nothing-to-fix": "não há nada que --fix corrigisse",
        "fix-dropped": "{code}: não se corrige: {reason}",
        "fix-beside-prose": "tocaria no que não é prosa",
        "fix-moves-line": "mudaria o fim de uma linha",
        "fix-changes-more": "relido, o texto não seria o mesmo ao lado da correção",
        "annotated": "{what}",
        "annotated-without": " ({number} sem lugar: notas e caixas não os aceitam)",
        "packed": "não se escreve num {ending}: as correções ficam por fazer",
        "packed-docx": "não se escreve num .docx: as correções ficam por fazer; "
        "--annotate mostra-as em comentários",
        "baseline-written": "{path}: {what} que se aceitam",
        "baseline-checked": "{path}: {what} que se aceitam",
        "baseline-unnamed": "para que valha sempre, em rules.yaml: baseline: {path}",
        "baseline-gone": "{path}: {what} que já não há; `baseline prune` retira-os",
        "baseline-pruned": "{path}: {what} que já não há, retirados",
        "replace-with": "{code}: mudar para «{text}»",
        "take-out": "{code}: tirar «{text}»",
        "correct": "{code}: corrigir",
        "fix-all": "corrigir tudo o que é seguro (textlint-pt)",
        "disable-rule": "desligar a regra {code} em {file}",
        "explain-rule": "explicar {code}",
        "accept-here": "aceitar este {code} em {file}",
        "add-word": "juntar «{text}» a {file}",
        "too-large": "{path}: texto com mais de {limit} caracteres: verifica-se a parte à vista",
        "unknown-kind": "{path}: textos do tipo «{kind}» não se leem",
        "evidence": "evidência",
        "measures": "medidas da frase",
    },
    "en": {
        "score": "score",
        "score_of": "score of {what} alone:",
        "no_score": "no score",
        "empty": "empty file",
        "too-little-text": "too little text for a score (under 5 sentences or 40 words)",
        "nothing-measured": "no dimension was measured",
        "no-sentences": "no sentence can be measured",
        "no-pairs": "no sentence has a partner",
        "error": "could not be linted",
        "declared-language": "another language: the file says it is {what}",
        "not-prose": "not prose: looks like {what}",
        "no-translations": "no translation to read",
        "other-language": "another language: looks like {what}",
        "foreign-part": "only what is in Portuguese was read (another language: lines {lines})",
        "bibliography": "a bibliography",
        "list": "a list",
        "code": "code",
        "table": "a table",
        "noise": "text without sentences",
        "markup": "markup, code or metadata alone",
        "en": "English",
        "es": "Spanish",
        "fr": "French",
        "other": "a language that is not Portuguese",
        "gathered": "{documents}: {what} ({paths})",
        "skipped-rule": "{codes}: not checked: {reason}",
        "skipped-markup": "markup not understood, text not checked (lines: {lines})",
        "long-sentence": "sentence longer than the model reads, only its beginning is judged"
        " (lines: {lines})",
        "many-findings": "more findings than are listed: {count} are left out",
        "left-out": "not read: {what}",
        "records-lack": "incomplete records: {what}",
        "no-question": "{count} without a question",
        "no-answer": "{count} without an answer",
        "identical": "{count} identical to their source",
        "untranslated": "{count} untranslated",
        "fuzzy": "{count} to be reviewed (fuzzy)",
        "obsolete": "{count} obsolete",
        "protected": "{count} not to be translated",
        "foreign": "{count} in another language",
        "po-template": "a template without translations: nothing to lint",
        "reference-missing": "no reference translation: {path} does not exist",
        "source-missing": "no source: {path} does not exist",
        "reference-unreadable": "no reference translation: {reason}",
        "source-unreadable": "no source: {reason}",
        "reference-new": "no reference translation: a new file since {revision}",
        "reference-refused": "not compared with the reference {path}: {reason}",
        "source-refused": "not compared with the source {path}: {reason}",
        "reference-instead": "{reason}; compared with {path} instead",
        "source-instead": "{reason}; compared with {path} instead",
        "reference-units": "{path} has a trusted translation for {answered} of {asked} strings; "
        "of the others: {what}",
        "source-units": "{path} has the source of {answered} of {asked} strings; "
        "of the others: {what}",
        "new": "{count} that are not there",
        "unread": "{count} without a translation that is read (empty, fuzzy, another language)",
        "ambiguous": "{count} with several translations that differ",
        "no-units": "no string in common: {what}",
        "own-memory": "it is the memory itself",
        "not-portuguese": "looks like {what}, not Portuguese",
        "foreign-script": "is in {what} script; only sources in Latin script are compared",
        "arabic": "Arabic",
        "hebrew": "Hebrew",
        "cyrillic": "Cyrillic",
        "greek": "Greek",
        "cjk": "Chinese or Japanese",
        "hangul": "Korean",
        "other-script": "another than Latin",
        "yes": "yes",
        "no": "no",
        "compare-likeness": "likeness: {likeness:.1f} of 5",
        "compare-second_follows": "the second follows from the first: {answer}",
        "compare-first_follows": "the first follows from the second: {answer}",
        "compare-only-first": "only in the first: {words}",
        "compare-only-second": "only in the second: {words}",
        "compare-contrary": "says something else: {first} / {second}",
        "compare-modality": "only one says that it may or must be: {first} / {second}",
        "compare-roles": "in another role: {first}",
        "compare-negation": "one negates and the other does not",
        "compare-one-word": "one word only: what follows from it and what differs is not sure",
        "compare-other-language": "neither Portuguese nor English: the likeness is not sure",
        "nothing-to-align": "nothing to align: no text has a reference or a source",
        "paired": "{sizes}  similarity {similarity:.2f}",
        "alignment": "pairs: {paired}; without a partner: {ours} of the text, {theirs} of the "
        "other; quality {quality:.2f}",
        "low": "low",
        "medium": "medium",
        "high": "high",
        "grammaticality": "grammaticality",
        "redundancy": "redundancy",
        "focus": "focus",
        "drift": "drift",
        "findings": "{findings} in {documents}",
        "finding.one": "1 finding",
        "finding.many": "{count} findings",
        "document.one": "1 document",
        "document.many": "{count} documents",
        "clean": "nothing to report",
        "incomplete": "not everything was checked",
        "costliest": "sentences that cost most:",
        "compared": "compared with {what}",
        "kind-children": "children’s stories",
        "kind-classic": "prose from before 1911",
        "kind-news": "news",
        "kind-procedure": "instructions",
        "kind-manual": "manuals",
        "kind-other": "texts of all sorts",
        "fail_under": "score {score} under the limit {limit}",
        "costs_most": "what costs most: {dimension}, {loss} points",
        "linting": "linting",
        "corpus-progress": "{documents} documents, {rate} a second, {share} % read, {left} left",
        "corpus-done": "{path}: {documents} documents, {unscored} without a score",
        "corpus-kept": "{kept} of {total} documents",
        "corpus-gone": "{number} without {condition}",
        "corpus-pairs": "{pairs} pairs in {documents} documents: {near} near-duplicates, "
        "{passages} with passages in common",
        "corpus-pair": "similarity {similarity}; {copied} % of the words in common passages",
        "corpus-passage": "{count} words: {here} = {there}",
        "corpus-rest": "and {count} more pairs: --out FILE.jsonl",
        "corpus-there": "{path}: done already, of the same inputs and settings",
        "ignore-here": "ignore {code} here",
        "partial": "partial report: the run was interrupted",
        "brief": "{count} findings, one a line; with their sentences: --format full",
        "more": "and {findings} more: {codes}; all of them: --output sarif=out.sarif",
        "correctable": "{count} with a safe correction",
        "correction.one": "1 correction",
        "comment.one": "1 comment",
        "comment.many": "{count} comments",
        "correction.many": "{count} corrections",
        "would-fix": "{what} in {documents} that --fix would make",
        "nothing-to-fix": "there is nothing that --fix would correct",
        "fix-dropped": "{code}: not corrected: {reason}",
        "fix-beside-prose": "it would touch what is no prose",
        "fix-moves-line": "it would change the end of a line",
        "fix-changes-more": "read again, the text would not be the same beside the correction",
        "annotated": "{what}",
        "annotated-without": " ({number} without a place: notes and boxes take none)",
        "packed": "nothing is written into a {ending}: the corrections stay undone",
        "packed-docx": "nothing is written into a .docx: the corrections stay undone; "
        "--annotate shows them as comments",
        "baseline-written": "{path}: {what} accepted",
        "baseline-checked": "{path}: {what} accepted",
        "baseline-unnamed": "to use it always, in rules.yaml: baseline: {path}",
        "baseline-gone": "{path}: {what} that are no more; `baseline prune` removes them",
        "baseline-pruned": "{path}: {what} that are no more, removed",
        "replace-with": "{code}: change to “{text}”",
        "take-out": "{code}: take out “{text}”",
        "correct": "{code}: correct",
        "fix-all": "correct all that is safe (textlint-pt)",
        "disable-rule": "switch rule {code} off in {file}",
        "explain-rule": "explain {code}",
        "accept-here": "accept this {code} in {file}",
        "add-word": "add “{text}” to {file}",
        "too-large": "{path}: a text of more than {limit} characters: the visible part is checked",
        "unknown-kind": "{path}: texts of the kind “{kind}” are not read",
        "evidence": "evidence",
        "measures": "measures of the sentence",
    },
}


#: quotation marks of each language, around what is quoted
_QUOTES = {"pt": "«{}»", "en": "“{}”"}


def quoted(text: str, language: str) -> str:
    """The text in the quotation marks of the language of messages."""
    return _QUOTES[language].format(text)


class _WithComma(float):
    def __format__(self, format_spec: str) -> str:
        return super().__format__(format_spec).replace(".", ",")


class _Fields(dict[str, Any]):
    """Fields of a message: numbers with a decimal comma where the language has one, the items of a
    list in its quotation marks."""

    def __init__(self, fields: Mapping[str, Any], language: str) -> None:
        super().__init__(fields)
        self._language = language

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        if isinstance(value, float) and self._language == "pt":
            return _WithComma(value)
        if isinstance(value, list | tuple):
            return ", ".join(quoted(str(item), self._language) for item in value)
        return value


def fill(template: str, language: str, fields: Mapping[str, Any]) -> str:
    return template.format_map(_Fields(fields, language))


def say(language: str, name: str, **fields: Any) -> str:
    """A message of the engine's own catalogue; an unknown name stands for itself."""
    template = CATALOGUE[language].get(name, name)
    return fill(template, language, fields) if fields else template


def say_note(language: str, name: str, fields: Mapping[str, Any]) -> str:
    """A message about a file; one that counts things of several names lists them."""
    counts = {what: number for what, number in fields.items() if isinstance(number, int)}
    if not counts or "{what}" not in CATALOGUE[language].get(name, ""):
        return say(language, name, **fields)
    listed = ", ".join(say(language, what, count=number) for what, number in counts.items())
    return say(language, name, **{**fields, "what": listed})


def count(language: str, name: str, number: int) -> str:
    return say(language, f"{name}.{'one' if number == 1 else 'many'}", count=number)


#: what would move the cursor, hide or reorder text on a terminal, each as one visible character
_VISIBLE = {
    **{code: 0x2400 + code for code in range(0x20)},
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
    **dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD),
    **dict.fromkeys((0x85, 0x2028, 0x2029), 0x2424),
    ord("\t"): 0x20,
    0x7F: 0x2421,
}


def visible(text: str) -> str:
    """The text as one line that is safe on a terminal, as long as it was: ESC is shown as ␛."""
    return text.translate(_VISIBLE)


def opening(text: str) -> str:
    """`visible` for what a line begins with: where that is a path such as "::error::.md", the
    output of a job is not taken for a command of GitHub's."""
    shown = visible(text)
    return f"./{shown}" if shown.lstrip().startswith(("::", "##[")) else shown
