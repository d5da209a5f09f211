"""What the rules of forms that are no words share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from textlint_pt.contract import Edit, Finding, Forms, Kind, Option, Related, Sentence, View
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.confidence import OPTION, VOCABULARY, Signals
from textlint_pt_grammaticality.judged import Judged, Proposal
from textlint_pt_grammaticality.reading import quotations, touches
from textlint_pt_grammaticality.respelling import bare
from textlint_pt_grammaticality.spelling.uses import names_in_code, uses_of

#: kinds whose words are the author's own, in sentences or parts of them
_KINDS = frozenset({Kind.PARAGRAPH, Kind.QUOTE, Kind.LIST_ITEM})
#: quotations of fewer characters mention a word or a name
_MENTION = 40
_LONGEST_NAMING = 30
#: share of the words, and how many, from which a text has another spelling, is dialect or a poor
#: scan: it is said once
_MANY, _LEAST_MANY = 0.03, 12
_OPTIONS = {
    "confidence": OPTION,
    "vocabulary": VOCABULARY,
    "words": Option([], "further words that are not reported"),
    "uses": Option(3, "a form that the text uses so often is taken for a word of its own", 2),
}


class JudgedSpelling(Judged):
    """A correction of a form that is no word."""

    weighs_parse = False
    kinds = _KINDS
    reach = None  # how often the text uses a form
    options = _OPTIONS

    def passed_over(
        self, view: View, options: Mapping[str, Any]
    ) -> Callable[[Sentence, Proposal], bool]:
        own = {word.lower() for word in options["words"]}
        uses = uses_of(view)
        quoted = quotations(view.document)
        in_code = names_in_code(view)

        def passed(sentence: Sentence, proposal: Proposal) -> bool:
            start, end = proposal.start, proposal.end
            form = sentence.text[start:end].lower()
            # a word of its own, unless it is one that lost its accent
            own_word = (
                proposal.arguments["unknown"]
                and not _lost_marks(form, proposal)
                and (uses.names[form] > 0 or uses.all[form] >= options["uses"])
            )
            mentions = [(a, b) for a, b in quoted[sentence.index] if b - a < _MENTION]
            return (
                own_word
                or form in own
                or (form in in_code and _holds_values(sentence.text, start))
                or sentence.is_opaque(start, end)
                or touches(mentions, start, end)
            )

        return passed

    def signals(self, view: View, finding: Finding) -> Signals:
        forms: Forms = view.analysis("forms")
        proposal: Proposal = finding.arguments["_proposal"]
        form = finding.arguments["form"].lower()
        meant = proposal.replacements[0].lower()
        return {
            **super().signals(view, finding),
            "form in use": float(forms.frequency(form)) / 4,
            "meant in use": float(forms.frequency(meant)) / 4,
            "one meant": float(len(proposal.replacements) == 1),
            "long": min(len(form), 12) / 4,
            "marks alone": float(bare(form) == bare(meant)),
            "capital": float(finding.arguments["form"][:1].isupper()),
            "named": float(_is_named(view.sentences[finding.sentence or 0].text, proposal.start)),
        }

    def finish(
        self, view: View, found: Sequence[Finding], options: Mapping[str, Any]
    ) -> Iterator[Finding]:
        if len(found) < _LEAST_MANY or len(found) < _MANY * view.document.words:
            yield from _once(found)
            return
        first = found[0]
        yield first.replace(
            evidence={**first.evidence, "others": len(found) - 1}, message="many", fix=None
        )


def _once(found: Sequence[Finding]) -> Iterator[Finding]:
    """One finding a form, which names the other places and mends them all."""
    by_form: dict[str, list[Finding]] = {}
    for finding in found:
        by_form.setdefault(finding.arguments["form"].lower(), []).append(finding)
    for first, *others in by_form.values():
        if not others:
            yield first
            continue
        edits = [edit for finding in (first, *others) for edit in _edits(finding)]
        yield first.replace(
            evidence={**first.evidence, "uses": 1 + len(others)},
            related=tuple(Related(other.span) for other in others),
            fix=first.fix and first.fix.replace(edits=tuple(edits)),
        )


def _edits(finding: Finding) -> Sequence[Edit]:
    return finding.fix.edits if finding.fix else ()


_NAMING = regex(
    r"\b(?:comandos?|alias|apelido|fun(?:ç|c)(?:ão|ões)|op(?:ç|c)(?:ão|ões)|pacotes?|programas?|tipos?|"
    r"vari(?:á|a)ve(?:l|is)|par(?:â|a)metros?|m(?:é|e)todos?|classes?|m(?:ó|o)dulos?|bibliotecas?|"
    r"campos?|usuários?|utilizadores?|palavras?(?:-chave)?|chamad[oa]s?|nomes?)(?: de| d[oa])? $",
    re.IGNORECASE,
)


def _is_named(text: str, start: int) -> bool:
    """Whether words that introduce a name of programmers stand before: "um alias de zgrep"."""
    return _NAMING.search(text, max(0, start - _LONGEST_NAMING), start) is not None


#: what has a name in code: "a lista numeros"
_HOLDER = regex(
    r"\b(?:listas?|tabelas?|colunas?|vetor(?:es)?|objetos?|dicionários?|tuplas?|matriz(?:es)?|strings?|"
    r"arrays?|instâncias?|atributos?|chaves?|propriedades?|constantes?|arquivos?|ficheiros?|pastas?|"
    r"diretórios?|diretorias?|conjuntos?|classes?|fun(?:ção|ções)|métodos?|módulos?|variáve(?:l|is)|"
    r"parâmetros?|campos?|pacotes?) $",
    re.IGNORECASE,
)


def _holds_values(text: str, start: int) -> bool:
    return _HOLDER.search(text, max(0, start - _LONGEST_NAMING), start) is not None


def _lost_marks(form: str, proposal: Proposal) -> bool:
    return form.isascii() and all(bare(other.lower()) == form for other in proposal.replacements)
