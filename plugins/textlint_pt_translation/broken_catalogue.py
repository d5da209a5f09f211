"""TRA012: what makes a program refuse a whole catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import Finding, Rule, Scope, Severity

if TYPE_CHECKING:
    from textlint_pt.contract import View


class BrokenCatalogue(Rule):
    """A program would refuse the file: a message twice, wrong plural forms, no header."""

    code = "TRA012"
    name = "translation.broken-catalogue"
    counts_in = "drift"
    scope = Scope.DOCUMENT
    severity = Severity.ERROR
    judges_unfit = True
    messages = {
        "pt": {
            "duplicate": "esta mensagem já está na linha {first}",
            "plural-count": "formas do plural: há {forms}, e o cabeçalho promete {count}",
            "plural-index": "as formas do plural numeram-se por ordem, a partir de 0",
            "plural-break": "só um dos dois, msgid e msgid_plural, começa ou acaba em «\\n»",
            "no-charset": "o cabeçalho não diz a codificação: «charset=CHARSET»",
            "no-plural-header": "há formas do plural, e o cabeçalho não tem «Plural-Forms»",
            "plural-header": "«Plural-Forms» precisa de «nplurals=NÚMERO; plural=EXPRESSÃO;»",
            "plural-expression": "«Plural-Forms» não é uma expressão que o gettext conheça",
            "plural-range": "a expressão de «Plural-Forms» dá formas que não existem: são {count}",
            "escape": "o gettext não conhece o escape «{written}»",
            "syntax": "o gettext não lê esta linha aqui: está um comentário dentro de uma entrada,"
            " ou só parte da entrada está obsoleta (#~)",
            "no-header": "catálogo sem cabeçalho: o gettext não lhe sabe a codificação",
        },
        "en": {
            "duplicate": "this message stands in line {first} already",
            "plural-count": "plural forms: there are {forms}, and the header promises {count}",
            "plural-index": "plural forms are numbered in order, from 0",
            "plural-break": "only one of msgid and msgid_plural begins or ends with “\\n”",
            "no-charset": "the header does not say the encoding: “charset=CHARSET”",
            "no-plural-header": "there are plural forms, and the header has no “Plural-Forms”",
            "plural-header": "“Plural-Forms” needs “nplurals=NUMBER; plural=EXPRESSION;”",
            "plural-expression": "“Plural-Forms” is no expression that gettext knows",
            "plural-range": "the expression of “Plural-Forms” gives forms that do not exist: there"
            " are {count}",
            "escape": "gettext does not know the escape “{written}”",
            "syntax": "gettext does not read this line here: a comment is within an entry, or only"
            " a part of the entry is obsolete (#~)",
            "no-header": "a catalogue without a header: gettext does not know its encoding",
        },
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        if view.unfit is not None and view.unfit.code != "no-translations":
            return  # in another language: somebody else's
        for code, span, fields in view.document.defects:
            yield Finding(self.code, span, {"what": code, **fields}, message=code)
